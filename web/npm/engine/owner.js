// SPDX-License-Identifier: MIT
// Objects that own memory of the module. It is freed by dispose(), by `using`, or, late and with a warning,
// by the garbage collector.
import { settings } from './module.js';

const dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');

const forgotten = new FinalizationRegistry(({ free, state }) => {
  if (state.isDisposed) return;
  state.isDisposed = true;
  free();
  if (settings.warnings && state.warnsAs !== null)
    console.warn(`libvrm: a ${state.warnsAs} was not disposed; call dispose() when it is no longer needed`);
});

export class MemoryOwner {
  #state = { isDisposed: false, warnsAs: '' };
  #free = null;
  #kind;

  constructor(kind) {
    this.#kind = kind;
    this.#state.warnsAs = kind;
  }

  /** Names the object that the page must dispose, for the warning, if this one is a part of it. null: no warning. */
  _warnAs(kind) {
    this.#state.warnsAs = kind;
    return this;
  }

  /** Sets the function that frees the object. `free` must not refer to the object, or it would never be collected. */
  _own(free) {
    this.#free = free;
    forgotten.register(this, { free, state: this.#state }, this.#state);
  }

  /** Throws if the object was disposed. */
  _check() {
    if (this.#state.isDisposed) throw new Error(`this ${this.#kind} was disposed`);
  }

  get isDisposed() {
    return this.#state.isDisposed;
  }

  dispose() {
    if (this.#state.isDisposed) return;
    this.#state.isDisposed = true;
    forgotten.unregister(this.#state);
    this.#free?.();
  }
}

MemoryOwner.prototype[dispose] = function disposeByUsing() {
  this.dispose();
};
