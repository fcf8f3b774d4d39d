// SPDX-License-Identifier: MIT
// Named events between parts of the page that are independent of each other.
export class Bus {
  #listeners = new Map();

  on(name, listener) {
    if (!this.#listeners.has(name)) this.#listeners.set(name, new Set());
    this.#listeners.get(name).add(listener);
    return () => this.#listeners.get(name).delete(listener);
  }

  emit(name, data) {
    for (const listener of this.#listeners.get(name) ?? []) listener(data);
  }
}
