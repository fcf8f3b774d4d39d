// SPDX-License-Identifier: MIT
// The avatars on the stage and their positions: the open file, and its clones or a second file.
import { Geometry } from './geometry.js';

const middle = [0, 0, 0],
  beside = 0.55; // metres to either side

export class Cast {
  shown = null;
  others = []; // { shown, place, delay, isOther }: clones, and a second file in a comparison with its geometry
  over = null; // the open avatar after a change that is not made yet, at its place: see showOver()
  geometry = null;
  isHidden = () => false; // whether the user has hidden a part of the open avatar
  #stage;
  #place = middle;
  #onChange;

  constructor(stage, onChange) {
    this.#stage = stage;
    this.#onChange = onChange;
  }

  get all() {
    if (!this.shown) return [];
    const first = { shown: this.shown, place: this.#place, delay: 0, isOther: false };
    return [first, ...(this.over ? [this.over] : []), ...this.others];
  }

  /** Loads a file in place of the open one. A second file stays, clones are removed. Resolves with null if the file is
   * no longer wanted. */
  async show(bytes, options, isWanted = () => true) {
    const shown = await this.#stage.load(bytes, options);
    if (!isWanted()) {
      shown.dispose();
      return null;
    }
    this.dropOver();
    this.#take(shown);
    return shown;
  }

  #take(shown) {
    this.#keepOthers(({ isOther }) => isOther);
    this.shown?.dispose();
    this.shown = shown;
    this.geometry = new Geometry(shown, (part) => this.isHidden(part));
    this.takePlaces();
    this.#stage.step(0);
    this.#onChange();
  }

  /** Loads what the open file would become, to be drawn instead of it on one side of a line: see parts/before_after.js.
   * Resolves with null if the file is gone by then, or `isWanted` is false. */
  async showOver(bytes, isWanted = () => true) {
    const before = this.shown,
      shown = await this.#stage.load(bytes);
    if (!before || before !== this.shown || !isWanted()) {
      shown.dispose();
      return null;
    }
    this.dropOver();
    shown.isVisible = false;
    this.over = { shown, bytes, place: this.#place, delay: 0, isOther: false };
    this.takePlaces();
    this.#stage.step(0);
    return shown;
  }

  dropOver() {
    this.over?.shown.dispose();
    this.over = null;
    this.#onChange();
  }

  /** Makes the avatar of showOver() the open one. */
  adoptOver() {
    const { shown } = this.over;
    this.over = null;
    shown.isVisible = true;
    this.#take(shown);
    return shown;
  }

  /** Draws with the materials of another state of the file; returns false if the avatar must be built again. */
  setMaterials(model) {
    const isTaken = this.shown !== null && this.shown.setMaterials(model);
    if (isTaken) this.#onChange();
    return isTaken;
  }

  /** Shows clones behind and beside the open avatar. */
  setCrowd(count) {
    this.removeOthers();
    if (!this.shown) return;
    const side = Math.ceil(Math.sqrt(count));
    const place = (i) => [((i % side) - (side - 1) / 2) * 0.9, 0, -Math.floor(i / side) * 0.9];
    this.#place = place(0);
    for (let i = 1; i < count; i++)
      this.others.push({ shown: this.shown.clone(), place: place(i), delay: (i * 0.37) % 8, isOther: false });
    this.takePlaces();
  }

  /** The second file of a comparison; undefined without one. */
  get second() {
    return this.others.find(({ isOther }) => isOther);
  }

  /** Shows a second file beside the first; resolves with null if the first is gone by then. */
  async showBeside(bytes, options) {
    const shown = await this.#stage.load(bytes, options);
    if (!this.shown) {
      shown.dispose();
      return null;
    }
    this.removeOthers();
    this.#place = [-beside, 0, 0];
    this.others = [{ shown, geometry: new Geometry(shown), place: [beside, 0, 0], delay: 0, isOther: true }];
    this.takePlaces();
    this.#stage.step(0);
    return shown;
  }

  removeOthers() {
    this.#keepOthers(() => false);
    this.takePlaces();
  }

  /** Puts all avatars at their positions. */
  takePlaces() {
    for (const { shown, place } of this.all) shown.avatar.setRoot(place);
    this.#onChange();
  }

  #keepOthers(isKept) {
    for (const other of this.others) if (!isKept(other)) other.shown.dispose();
    this.others = this.others.filter(isKept);
    if (this.others.length === 0) this.#place = middle;
  }
}
