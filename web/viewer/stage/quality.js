// SPDX-License-Identifier: MIT
// Quality of the picture: resolution and samples per pixel are lowered when frames are slow, and raised again
// when there is time.

const maxPixelRatio = 2;

/** Levels from best to cheapest: share of the screen's width and height, samples per pixel. */
const levels = [
  [1, 4],
  [1, 2],
  [0.75, 2],
  [0.6, 1],
  [0.45, 1],
];

/** In software rendering a sample costs as much as a pixel, and another number of samples compiles all shaders again:
 * always 1. Pictures and recordings choose their own number. */
const softwareLevels = [
  [1, 1],
  [0.75, 1],
  [0.6, 1],
  [0.45, 1],
];

/** One level down after a number of frames in a row below 22 per second, one up after 4 s at 60: quick to help, slow to
 * try again, so that quality does not oscillate. */
const slowFrame = { ms: 45, count: 12 },
  fastFrame = { ms: 20, count: 240 };

const isSoftware = (name) => /swiftshader|llvm ?pipe|software|basic render/i.test(name);

export class Quality {
  level = 0;
  isFixed = false;
  frameMs = 16; // a moving average
  #levels;
  #slow = 0; // slow frames in a row
  #fast = 0; // fast frames in a row

  constructor(rendererName) {
    this.#levels = isSoftware(rendererName) ? softwareLevels : levels;
  }

  /** Pixels and samples of a picture of a size on the page. With one sample, outlines narrower than half a pixel would
   * become dotted. */
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

  /** Records the time of a frame; returns true if the level has changed. */
  watch(ms) {
    if (ms > 400) return false; // the page was hidden, or a file was loading
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
