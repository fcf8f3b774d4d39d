// SPDX-License-Identifier: MIT
import { checkBoolean, checkIndex, checkNumber, checkNumbers, checkObject, wrong } from './errors.js';
import { Handle } from './handle.js';
import { Model } from './model.js';
import {
  check, floatHeap, floatWord, readJson, release, resultCode, take, vrm, withReport, word,
} from './module.js';
import { MemoryOwner } from './owner.js';
import { Rig, boneNames, readPose } from './rig.js';
import { captureToModel } from './tools.js';

const captureHead = /^(\u00EF\u00BB\u00BF)?\s*(HIERARCHY\s|ROOT\s|Kaydara FBX|; FBX|FBXHeader|Vocaloid Motion Data)/i;

/** Whether bytes are motion of another program, and not glTF. */
function isCapture(bytes) {
  const view = ArrayBuffer.isView(bytes) ? bytes : bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : null;
  if (!view) return false;
  const head = new Uint8Array(view.buffer, view.byteOffset, Math.min(view.byteLength, 256));
  return captureHead.test(String.fromCharCode(...head));
}

export class Clip extends MemoryOwner {
  #handle;
  #facts;
  report;

  static async load(bytes, options = {}) {
    const isOther = isCapture(bytes);
    const model = isOther ? await captureToModel(bytes, options) : await Model.load(bytes, options);
    try {
      return new Clip(model, isOther ? {} : options);
    } finally {
      model.dispose();
    }
  }

  static async fromCapture(bytes, options = {}) {
    const model = await captureToModel(bytes, options);
    try {
      return new Clip(model);
    } finally {
      model.dispose();
    }
  }

  constructor(model, options = {}) {
    super('Clip');
    if (!(model instanceof Model)) throw wrong('model', 'a Model', model);
    checkObject('options', options);
    const { animation = 0 } = options;
    checkIndex('options.animation', animation, 2 ** 31);
    const { value, report } = withReport((address) => ({
      result: vrm.clip_build(model._address, animation, address), clip: word(0),
    }));
    if (resultCode(value.result) === 'argument')
      throw new RangeError(`options.animation must be the index of an animation, not ${animation}`);
    check('new Clip', value.result, report);
    const handle = new Handle(value.clip, (clip) => vrm.clip_destroy(clip));
    this.#handle = handle;
    this.report = report;
    try {
      this.#facts = readJson('new Clip', vrm.clip_facts(value.clip));
    } catch (error) {
      handle.release();
      throw error;
    }
    this._own(() => handle.release());
  }

  get _address() {
    this._check();
    return this.#handle.address;
  }

  get #read() {
    this._check();
    return this.#facts;
  }

  get kind() { return this.#read.kind; }
  get name() { return this.#read.name; }
  get duration() { return this.#read.duration; }
  get hipsHeight() { return this.#read.hipsHeight; }
  get expressions() { return this.#read.expressions; }

  sample(seconds) {
    vrm.clip_sample(this._address, checkNumber('seconds', seconds));
    const low = word(0), high = word(1);
    return {
      pose: readPose(),
      bones: boneNames.filter((_, bone) => (bone < 32 ? (low >>> bone) & 1 : (high >>> (bone - 32)) & 1)),
      movesHips: word(2) !== 0,
      gaze: word(3) !== 0 ? [floatWord(4), floatWord(5)] : null,
    };
  }

  sampleExpression(expression, seconds) {
    checkIndex('expression', expression, this.expressions.length);
    return vrm.clip_sample_expression(this._address, expression, checkNumber('seconds', seconds));
  }

  sampleNodes(seconds, locals) {
    checkNumber('seconds', seconds);
    if (!(locals instanceof Float32Array)) throw wrong('locals', 'a Float32Array', locals);
    if (locals.length % 10 !== 0) throw new TypeError(`locals must have ten numbers for each node, not ${locals.length} in all`);
    const address = take(locals.length * 4, 'Clip.sampleNodes');
    try {
      floatHeap().set(locals, address >> 2);
      if (!vrm.clip_sample_nodes(this._address, seconds, address, locals.length / 10)) return false;
      locals.set(floatHeap().subarray(address >> 2, (address >> 2) + locals.length));
      return true;
    } finally {
      release(address);
    }
  }

  fitHips(rig, offset) {
    if (!(rig instanceof Rig)) throw wrong('rig', 'a Rig', rig);
    const [x, y, z] = Array.from(checkNumbers('offset', offset, 3));
    vrm.clip_fit_hips(this._address, rig._address, x, y, z);
    return [floatWord(0), floatWord(1), floatWord(2)];
  }
}

const playerDefaults = { time: 0, speed: 1, weight: 1, loops: true, isAdditive: false };

export class Player {
  constructor(clip, options = {}) {
    if (!(clip instanceof Clip)) throw wrong('clip', 'a Clip', clip);
    checkObject('options', options);
    this.clip = clip;
    for (const [name, fallback] of Object.entries(playerDefaults)) {
      const value = options[name] ?? fallback;
      if (typeof fallback === 'boolean') checkBoolean(`options.${name}`, value);
      else checkNumber(`options.${name}`, value);
      this[name] = value;
    }
  }

  advance(seconds) {
    this.time = vrm.player_advance(this.clip._address, this.time, this.speed, this.loops ? 1 : 0,
      checkNumber('seconds', seconds));
  }

  get hasEnded() {
    if (this.loops) return false;
    return this.speed < 0 ? this.time <= 0 : this.time >= Math.fround(this.clip.duration);
  }
}
