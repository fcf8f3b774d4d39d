// SPDX-License-Identifier: MIT
import {
  checkBoolean,
  checkBytes,
  checkFiles,
  checkIndex,
  checkName,
  checkNumber,
  checkNumbers,
  checkObject,
  checkText,
  checkTolerances,
  wrong,
} from './errors.js';
import { Handle } from './handle.js';
import { Model } from './model.js';
import {
  check,
  constants,
  floatHeap,
  floatWord,
  init,
  loadTools,
  readJson,
  release,
  resultCode,
  take,
  takeBytes,
  vrm,
  withFiles,
  withOptionalText,
  withReport,
  word,
} from './module.js';
import { MotionEdits } from './motion_edits.js';
import { MemoryOwner } from './owner.js';
import { Rig, boneNames, checkBone, readPose } from './rig.js';

const adopted = Symbol('adopted');

/** Options that change a motion. */
const fitNames = ['feet', 'hands', 'knees', 'seatHeight', 'rootMotion', 'loops', 'fps', 'name', 'tolerances'];

/** Compiles an animation of a model. */
function build(model, options) {
  if (!(model instanceof Model)) throw wrong('model', 'a Model', model);
  checkObject('options', options);
  const { animation = 0 } = options;
  checkIndex('options.animation', animation, 2 ** 31);
  const { value, report } = withReport((address) => ({
    result: vrm.clip_build(model._address, animation, address),
    address: word(0),
  }));
  if (resultCode(value.result) === 'argument')
    throw new RangeError(`options.animation must be the index of an animation, not ${animation}`);
  check('new Clip', value.result, report);
  return { address: value.address, report };
}

/** The animation of a glTF file, unchanged; null for other formats. VRM animations need only this, so libvrm-tools.wasm
 * is not fetched for them. */
async function ownClip(bytes, options) {
  let model;
  try {
    model = await Model.load(bytes, options);
    return new Clip(model, options);
  } catch (error) {
    // No GLB, and no JSON or lines of it, as landmarks are: Motion.load() knows the format, or says what is wrong.
    if (error.code !== 'container' && error.code !== 'json') throw error;
    return null;
  } finally {
    model?.dispose();
  }
}

export class Clip extends MemoryOwner {
  #handle;
  #facts;
  report;
  fit = null;

  static async load(bytes, options = {}) {
    checkObject('options', options);
    const own = await ownClip(bytes, options);
    const isFitted = fitNames.some((name) => options[name] !== undefined);
    if (own && (options.animation !== undefined || (own.kind === 'humanoid' && !isFitted))) return own;
    const motion = await Motion.load(bytes, options).catch((error) => {
      own?.dispose();
      throw error;
    });
    try {
      if (own && motion.kind === 'nodes' && options.rig === undefined) return own;
      own?.dispose();
      return motion.clip(options.rig, options);
    } finally {
      motion.dispose();
    }
  }

  static async fromCapture(bytes, options = {}) {
    const motion = await Motion.load(bytes, options);
    try {
      return motion.clip(options.rig, options);
    } finally {
      motion.dispose();
    }
  }

  /** Wraps a clip made by C. */
  static _adopt(address, report) {
    return new Clip(adopted, { address, report });
  }

  constructor(model, options = {}) {
    super('Clip');
    const { address, report } = model === adopted ? options : build(model, options);
    const handle = new Handle(address, (clip) => vrm.clip_destroy(clip));
    this.#handle = handle;
    this.report = report;
    try {
      this.#facts = readJson('new Clip', vrm.clip_facts(address));
    } catch (error) {
      handle.release();
      throw error;
    }
    this._own(() => handle.release());
  }

  get _handle() {
    this._check();
    return this.#handle;
  }

  get _address() {
    return this._handle.address;
  }

  get #read() {
    this._check();
    return this.#facts;
  }

  get kind() {
    return this.#read.kind;
  }
  get name() {
    return this.#read.name;
  }
  get duration() {
    return this.#read.duration;
  }
  get hipsHeight() {
    return this.#read.hipsHeight;
  }
  get expressions() {
    return this.#read.expressions;
  }

  sample(seconds) {
    vrm.clip_sample(this._address, checkNumber('seconds', seconds));
    const low = word(0),
      high = word(1);
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
    if (locals.length % 10 !== 0)
      throw new TypeError(`locals must have ten numbers for each node, not ${locals.length} in all`);
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

/** A motion of any format, which is recognised by content. */
export class Motion extends MotionEdits {
  #handle;
  #facts;
  report;

  constructor(key, address, report) {
    if (key !== adopted) throw new TypeError('a Motion is made by Motion.load()');
    super('Motion');
    const handle = new Handle(address, (motion) => vrm.motion_destroy(motion));
    this.#handle = handle;
    this.report = report;
    try {
      this.#facts = readJson('Motion.load', vrm.motion_facts(address));
    } catch (error) {
      handle.release();
      throw error;
    }
    this._own(() => handle.release());
  }

  static async load(bytes, options = {}) {
    const data = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : checkBytes('bytes', bytes);
    checkObject('options', options);
    const { take: takeName, model, metres = 0, rest = 'guess', keepsStart = false } = options;
    const { points = 'guess', sourceFps = 0 } = options;
    if (takeName !== undefined) checkText('options.take', takeName);
    const pmx = model === undefined ? null : checkBytes('options.model', model);
    const restFile = options.restFile === undefined ? null : checkBytes('options.restFile', options.restFile);
    const files = checkFiles(options.files);
    checkNumber('options.metres', metres);
    checkNumber('options.sourceFps', sourceFps);
    checkBoolean('options.keepsStart', keepsStart);
    await init();
    const names = pairsOf('options.names', options.names, checkJoint);
    const morphs = pairsOf('options.morphs', options.morphs, checkText);
    const restNumber = checkName('options.rest', rest, constants.captureRests);
    const pointsNumber = checkName('options.points', points, constants.pointLayouts);
    checkFit(options.rig, options); // before a large file is fetched or read
    await loadTools();
    const what = 'Motion.load',
      blocks = [];
    const copy = (given) => blocks[blocks.push(takeBytes(given, what)) - 1];
    try {
      const inputs = [copy(data), data.length];
      const others = [pmx, restFile].flatMap((given) => (given ? [copy(given), given.length] : [0, 0]));
      const maps = [copy(names.text), names.count, copy(morphs.text), morphs.count];
      const numbers = [metres, restNumber, keepsStart ? 1 : 0, pointsNumber, sourceFps, files ? 1 : 0];
      const { value, report } = withReport((address) =>
        withFiles(files, () =>
          withOptionalText(takeName, what, (takeAt) => ({
            result: vrm.motion_load(...inputs, takeAt, ...others, ...maps, ...numbers, address),
            motion: word(0),
          })),
        ),
      );
      check(what, value.result, report);
      return new Motion(adopted, value.motion, report);
    } finally {
      blocks.forEach(release);
    }
  }

  get _address() {
    this._check();
    return this.#handle.address;
  }

  _made(address, report) {
    return new Motion(adopted, address, report);
  }

  get #read() {
    this._check();
    return this.#facts;
  }

  get kind() {
    return this.#read.kind;
  }
  get format() {
    return this.#read.format;
  }
  get duration() {
    return this.#read.duration;
  }
  get frameTime() {
    return this.#read.frameTime;
  }
  get takes() {
    return this.#read.takes;
  }
  get take() {
    return this.#read.take;
  }
  get bones() {
    return this.#read.bones;
  }
  get hasGaze() {
    return this.#read.hasGaze;
  }
  get expressionCount() {
    return this.#read.expressionCount;
  }
  get restConfidence() {
    return this.#read.restConfidence;
  }

  /** Fits the motion; `adopt` wraps what C has made, which gets the measurements. */
  #fit(what, make, rig, options, adopt, more = []) {
    const { name, numbers } = checkFit(rig, options);
    const { value, report } = withReport((address) =>
      withOptionalText(name, what, (nameAt) => ({
        result: make(this._address, rig?._address ?? 0, nameAt, ...numbers, ...more, address),
        made: word(0),
      })),
    );
    check(what, value.result, report);
    const owner = adopt(value.made, report);
    try {
      owner.fit = readJson(what, vrm.fit_facts());
      return owner;
    } catch (error) {
      owner.dispose();
      throw error;
    }
  }

  clip(rig, options = {}) {
    return this.#fit('Motion.clip', vrm.motion_clip, rig, options, Clip._adopt);
  }

  animation(rig, options = {}) {
    checkObject('options', options);
    const { writesSkeleton = false } = options,
      adopt = (made, report) => Model._adopt(made, report);
    checkBoolean('options.writesSkeleton', writesSkeleton);
    return this.#fit('Motion.animation', vrm.motion_animation, rig, options, adopt, [writesSkeleton ? 1 : 0]);
  }
}

// ---- Options ----

/** A bone that a joint is; null: none. */
function checkJoint(name, value) {
  if (value === null) return '';
  checkBone(name, value);
  return value;
}

/** An object or Map of names as a list of terminated texts for C. */
function pairsOf(name, given = {}, checkValue) {
  checkObject(name, given);
  const pairs = given instanceof Map ? [...given] : Object.entries(given);
  const texts = pairs.flatMap(([key, value]) => {
    const place = `${name}[${JSON.stringify(key)}]`;
    return [checkText(`the key of ${place}`, key), checkValue(place, value)];
  });
  if (texts.some((text) => text.includes('\0'))) throw new TypeError(`${name} must not have names with a zero`);
  return { text: new TextEncoder().encode(`${texts.join('\0')}\0`), count: pairs.length };
}

/** The fit as arguments for C. */
function checkFit(rig, options) {
  checkObject('options', options);
  const { name, feet = 'auto', rootMotion = 'keep', loops = false, fps = 0 } = options;
  const { hands = 'auto', knees = 'auto', seatHeight = 0 } = options;
  if (rig !== undefined && !(rig instanceof Rig)) throw wrong('options.rig', 'a Rig', rig);
  if (name !== undefined) checkText('options.name', name);
  checkBoolean('options.loops', loops);
  checkNumber('options.fps', fps);
  if (fps < 0) throw new RangeError(`options.fps must not be below 0, but is ${fps}`);
  checkNumber('options.seatHeight', seatHeight);
  if (seatHeight !== 0 && !(seatHeight >= 0.05 && seatHeight <= 2))
    throw new RangeError(`options.seatHeight must be 0, or 0.05 to 2, but is ${seatHeight}`);
  return {
    name,
    numbers: [
      checkName('options.feet', feet, constants.feet),
      checkName('options.rootMotion', rootMotion, constants.rootMotions),
      loops ? 1 : 0,
      fps,
      ...checkTolerances(options.tolerances),
      checkName('options.hands', hands, constants.contacts),
      checkName('options.knees', knees, constants.contacts),
      seatHeight,
    ],
  };
}

export async function captureToModel(bytes, options = {}) {
  const motion = await Motion.load(bytes, options);
  try {
    return motion.animation(options.rig, options);
  } finally {
    motion.dispose();
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
    this.time = vrm.player_advance(
      this.clip._address,
      this.time,
      this.speed,
      this.loops ? 1 : 0,
      checkNumber('seconds', seconds),
    );
  }

  get hasEnded() {
    if (this.loops) return false;
    return this.speed < 0 ? this.time <= 0 : this.time >= Math.fround(this.clip.duration);
  }
}
