// SPDX-License-Identifier: MIT
// Undo and redo of what is not in the avatar's file: edits of motion, and the pose library.

const seriesMs = 1000; // milliseconds: covers key repeat and a few quick presses

export class History {
  #done = [];
  #undone = [];
  #heldAt = Infinity; // when a pointer was pressed that is still down
  #onChange;

  constructor(onChange) {
    this.#onChange = onChange;
  }

  get canUndo() {
    return this.#done.length > 0;
  }
  get canRedo() {
    return this.#undone.length > 0;
  }
  /** When the last change was made, as performance.now(); 0 without one. */
  get lastAt() {
    return this.#done.at(-1)?.at ?? 0;
  }

  /** Tells that a pointer is pressed or released: changes of one series in between are one change. */
  hold(isHeld) {
    this.#heldAt = isHeld ? performance.now() : Infinity;
  }

  /** Notes a change that was made. Changes of one `series` are one change if a pointer was held all the time, or if each
   * came less than a second after the one before. `owner`: what the change ends with; see forget(). */
  add({ undo, redo, series = null, owner = null }) {
    const at = performance.now(),
      last = this.#done.at(-1);
    const isSame = series !== null && last?.series === series && this.#undone.length === 0,
      goesOn = isSame && (last.at >= this.#heldAt || at - last.at < seriesMs);
    if (goesOn) this.#done.pop();
    this.#done.push({ undo: goesOn ? last.undo : undo, redo, series, owner, at });
    this.#undone = [];
    this.#onChange();
  }

  /** Removes the changes of an owner that is gone: undoing them would do nothing. */
  forget(owner) {
    const stays = (change) => change.owner !== owner;
    this.#done = this.#done.filter(stays);
    this.#undone = this.#undone.filter(stays);
    this.#onChange();
  }

  async undo() {
    const change = this.#done.pop();
    if (!change) return false;
    this.#undone.push(change);
    await change.undo();
    this.#onChange();
    return true;
  }

  async redo() {
    const change = this.#undone.pop();
    if (!change) return false;
    this.#done.push({ ...change, at: performance.now() });
    await change.redo();
    this.#onChange();
    return true;
  }
}
