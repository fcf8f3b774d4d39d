// SPDX-License-Identifier: MIT
// Objects that own memory of the module: freed by dispose(), by `using`, or, late and with a warning,
// when the garbage collector has found them.
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

  /** Part of another object, which is what a page has to dispose: its name stands in the warning. null: no
   * warning. */
  _warnAs(kind) {
    this.#state.warnsAs = kind;
    return this;
  }

  /** Says how to free it. `free` must not refer to the object, or it would never be collected. */
  _own(free) {
    this.#free = free;
    forgotten.register(this, { free, state: this.#state }, this.#state);
  }

  /** Throws when it was disposed. */
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
