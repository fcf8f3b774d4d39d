// SPDX-License-Identifier: MIT
// Quality of the picture: resolution and samples per pixel, lowered when frames are slow and raised
// again when there is time.

const maxPixelRatio = 2;

/** Levels of quality from best to cheapest: share of the screen's width and height, samples for each pixel. */
const levels = [
  [1, 4],
  [1, 2],
  [0.75, 2],
  [0.6, 1],
  [0.45, 1],
];

/** Without a graphics card a sample costs as much as a pixel, and another number of samples compiles all
 * shaders again: so it is always 1. Pictures and recordings choose their own number. */
const softwareLevels = [
  [1, 1],
  [0.75, 1],
  [0.6, 1],
  [0.45, 1],
];

/** A level down after so many frames in a row below 22 per second, and up after 4 s at 60: quick to
 * help, slow to try again, so that the picture does not alternate. */
const slowFrame = { ms: 45, count: 12 },
  fastFrame = { ms: 20, count: 240 };

const isSoftware = (name) => /swiftshader|llvm ?pipe|software|basic render/i.test(name);

export class Quality {
  level = 0;
  isFixed = false;
  frameMs = 16; // a moving average
  #levels;
  #slow = 0; // frames in a row that were slow,
  #fast = 0; // and fast

  constructor(rendererName) {
    this.#levels = isSoftware(rendererName) ? softwareLevels : levels;
  }

  /** Pixels and samples of a picture that is so large on the page. With one sample an outline that is narrower
   * than half a pixel would be a row of dots. */
  picture([width, height]) {
    const [share, samples] = this.#levels[this.level];
    const ratio = Math.min(maxPixelRatio, devicePixelRatio) * share;
    return {
      width: Math.max(1, Math.round(width * ratio)),
      height: Math.max(1, Math.round(height * ratio)),
      samples,
      minOutline: samples > 1 ? 0.2 : 0.5,
    };
  }

  /** Notes how long a frame took; true when the level is another now. */
  watch(ms) {
    if (ms > 400) return false; // the page was hidden, or something was loaded
    this.frameMs += (ms - this.frameMs) * 0.1;
    this.#slow = ms > slowFrame.ms ? this.#slow + 1 : 0;
    this.#fast = ms < fastFrame.ms ? this.#fast + 1 : 0;
    if (this.isFixed) return false;
    if (this.#slow > slowFrame.count && this.level < this.#levels.length - 1) this.level++;
    else if (this.#fast > fastFrame.count && this.level > 0) this.level--;
    else return false;
    this.#slow = this.#fast = 0;
    return true;
  }
}
