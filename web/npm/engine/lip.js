// SPDX-License-Identifier: MIT
// Lip sync: samples in, vowels out.
import { checkNumber, checkObject, wrong } from './errors.js';
import { frameBytes, loadFace, readFrames } from './face.js';
import { check, floatHeap, release, resultCode, take, vrm, withFloats, word } from './module.js';
import { MemoryOwner } from './owner.js';
import { listen } from './sound.js';

const construct = Symbol('construct');

/** Samples per call of C. */
const blockLength = 4096;

function checkSamples(name, samples) {
  if (!(samples instanceof Float32Array)) throw wrong(name, 'a Float32Array', samples);
  return samples;
}

export class Lip extends MemoryOwner {
  #inner; // members that freeing needs: addresses of the lip and of its blocks
  #capacity;
  sampleRate;

  static async create(options = {}) {
    checkObject('options', options);
    const { sampleRate = 16000 } = options;
    checkNumber('options.sampleRate', sampleRate);
    await loadFace();
    return new Lip(construct, sampleRate);
  }

  static async read(samples, options = {}) {
    checkSamples('samples', samples);
    const lip = await Lip.create(options);
    try {
      return [...lip.feed(samples), ...lip.finish()];
    } finally {
      lip.dispose();
    }
  }

  static async listen(source, options = {}) {
    return listen(source, options, (sampleRate) => Lip.create({ sampleRate }));
  }

  constructor(key, sampleRate) {
    if (key !== construct) throw new TypeError('a Lip is made by Lip.create()');
    super('Lip');
    const result = vrm.lip_create(sampleRate),
      inner = { lip: word(0), samples: 0, frames: 0 };
    if (resultCode(result) === 'argument')
      throw new RangeError(`options.sampleRate must be 4000 to 768000, not ${sampleRate}`);
    check('Lip.create', result);
    this.sampleRate = sampleRate;
    this.#inner = inner;
    this.#capacity = vrm.lip_frame_bound(inner.lip, blockLength);
    const free = () => {
      vrm.lip_destroy(inner.lip);
      for (const block of [inner.samples, inner.frames]) if (block !== 0) release(block);
    };
    try {
      inner.samples = take(blockLength * 4, 'Lip.create');
      inner.frames = take(this.#capacity * frameBytes, 'Lip.create');
    } catch (error) {
      free();
      throw error;
    }
    this._own(free);
  }

  get #open() {
    this._check();
    return this.#inner;
  }

  feed(samples) {
    checkSamples('samples', samples);
    const { lip, samples: block, frames } = this.#open,
      all = [];
    for (let first = 0; first < samples.length; first += blockLength) {
      const part = samples.subarray(first, first + blockLength);
      floatHeap().set(part, block >> 2);
      all.push(...readFrames(frames, vrm.lip_feed(lip, block, part.length, frames, this.#capacity)));
    }
    return all;
  }

  finish() {
    const { lip, frames } = this.#open;
    return readFrames(frames, vrm.lip_finish(lip, frames, this.#capacity));
  }

  calibrate(samples) {
    checkSamples('samples', samples);
    const { lip } = this.#open;
    return withFloats(samples, 'Lip.calibrate', (address) => vrm.lip_calibrate(lip, address, samples.length)) !== 0;
  }
}
