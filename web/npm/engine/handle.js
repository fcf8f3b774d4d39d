// SPDX-License-Identifier: MIT
/** An address that several objects need: freed when its owner is disposed and nobody needs it any
 * more, in whatever order that happens. */
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
