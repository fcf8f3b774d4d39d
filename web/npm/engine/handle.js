// SPDX-License-Identifier: MIT
/** A reference-counted address: freed when its owner is disposed and no other object uses it, in
 * either order. */
export class Handle {
  #free;
  #uses = 1;

  constructor(address, free) {
    this.address = address;
    this.#free = free;
  }

  retain() {
    this.#uses++;
    return this;
  }

  release() {
    if (--this.#uses === 0) this.#free(this.address);
  }
}
