// SPDX-License-Identifier: MIT
// Trackers: packets in, and an avatar that follows several of them. The page or program has the sockets.
import { checkBoolean, checkBytes, checkNumber, checkNumbers, checkObject, checkText, wrong } from './errors.js';
import { Face } from './face.js';
import {
  check,
  floatHeap,
  floatWord,
  floatsAt,
  heap,
  loadPart,
  readJson,
  release,
  resultCode,
  take,
  takeBytes,
  vrm,
  withText,
  word,
  wordsAddress,
} from './module.js';
import { Handle } from './handle.js';
import { MemoryOwner } from './owner.js';
import { Rig, boneNames, checkBone, poseLength } from './rig.js';
import { Avatar } from './sim.js';

const construct = Symbol('construct');

/** Parts of an avatar in the order of C. */
const partNames = ['face', 'gaze', 'head', 'body', 'leftHand', 'rightHand', 'root'];
const usualParts = ['face', 'gaze', 'head', 'root'];

/** Places in the block that C reads, in floats. */
const shapeCount = 52,
  at = { rotations: 0, shapes: 55 * 4 };
at.hips = at.shapes + shapeCount;
at.rootPosition = at.hips + 3;
at.rootRotation = at.rootPosition + 3;
at.gaze = at.rootRotation + 4;
at.pose = at.gaze + 2;
const blockLength = at.pose + poseLength;

/** A time in seconds, as precise as numbers are: seconds since 1970 too. */
function checkTime(name, value) {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong(name, 'a finite number', value);
  return value;
}

function partNumber(name, part) {
  const number = partNames.indexOf(part);
  if (number < 0) throw new TypeError(`${name} must be one of ${partNames.join(', ')}, not ${JSON.stringify(part)}`);
  return number;
}

function partBits(name, parts) {
  if (!Array.isArray(parts)) throw wrong(name, 'an array of names', parts);
  return parts.reduce((bits, part, i) => bits | (1 << partNumber(`${name}[${i}]`, part)), 0);
}

/** The number of a blend shape by any of its spellings. */
function shapeNumber(name) {
  const shape = withText(name, 'Live.observe', (address) => vrm.live_shape(address));
  if (shape < 0) throw new TypeError(`seen.shapes: ${JSON.stringify(name)} is none of the 52 shapes`);
  return shape;
}

/** Leaves integers for C, which reads them first. */
function setWords(numbers) {
  new Int32Array(heap().buffer, wordsAddress(), numbers.length).set(numbers);
}

/** A number of the options, which must be 0 or more; -1 if it is absent, which selects the default of C. */
function option(options, name) {
  const value = options[name];
  if (value === undefined) return -1;
  if (checkNumber(`options.${name}`, value) < 0)
    throw new RangeError(`options.${name} must not be below 0, not ${value}`);
  return value;
}

// ---- The mixer ----

export class Live extends MemoryOwner {
  #inner; // what freeing needs: the addresses of the mixer and of its block, and the handle of the rig
  rig;

  static async create(rig, options = {}) {
    if (!(rig instanceof Rig)) throw wrong('rig', 'a Rig', rig);
    checkObject('options', options);
    await loadPart('live');
    return new Live(construct, rig, options);
  }

  constructor(key, rig, options) {
    if (key !== construct) throw new TypeError('a Live is made by Live.create()');
    super('Live');
    const mirrors = checkBoolean('options.mirrors', options.mirrors ?? false),
      numbers = ['hold', 'easeOut', 'easeIn'].map((name) => option(options, name)),
      result = vrm.live_create(rig._address, option(options, 'sources'), mirrors ? 1 : 0, ...numbers);
    if (resultCode(result) === 'argument')
      throw new RangeError('Live.create: sources are 1 to 64, times 0 to 60 seconds');
    check('Live.create', result);
    const inner = {
      handle: new Handle(word(0), (live) => vrm.live_destroy(live)),
      block: 0,
      rig: rig._handle.retain(),
    };
    const free = () => {
      inner.handle.release();
      if (inner.block !== 0) release(inner.block);
      inner.rig.release();
    };
    try {
      inner.block = take(blockLength * 4, 'Live.create');
    } catch (error) {
      free();
      throw error;
    }
    this.rig = rig;
    this.#inner = inner;
    this._own(free);
  }

  get #open() {
    this._check();
    return this.#inner;
  }

  get #at() {
    return this.#open.handle.address;
  }

  /** For calls of packets: the addresses of the rig and of the mixer. */
  get _addresses() {
    const { handle, rig } = this.#open;
    return [rig.address, handle.address];
  }

  addSource(options = {}) {
    const address = this.#at,
      { priorities = 0 } = checkObject('options', options),
      numbers = partNames.map(() => (typeof priorities === 'number' ? priorities : 0));
    if (typeof priorities !== 'number')
      for (const [part, priority] of Object.entries(checkObject('options.priorities', priorities)))
        numbers[partNumber('options.priorities', part)] = priority;
    numbers.forEach((number) => {
      if (!Number.isInteger(number) || Math.abs(number) >= 2 ** 31)
        throw wrong('options.priorities', 'integers', number);
    });
    const filter = [option(options, 'minCutoff'), option(options, 'beta')];
    setWords(numbers);
    const source = vrm.live_add_source(address, ...filter);
    if (source < 0)
      throw new RangeError('Live.addSource: there are as many as options.sources says, or a number is out of range');
    return source;
  }

  // ---- Observe ----

  observe(source, seen, time) {
    const { handle, block } = this.#open;
    checkNumber('source', source);
    checkObject('seen', seen);
    checkTime('time', time);
    const { bones = {}, hips, root, shapes = {}, expressions = {}, gaze, senderTime } = seen,
      bits = [0, 0, 0, 0],
      floats = new Float32Array(at.pose);
    for (const [name, rotation] of Object.entries(checkObject('seen.bones', bones))) {
      const bone = checkBone('seen.bones', name);
      floats.set(checkNumbers(`seen.bones.${name}`, rotation, 4), at.rotations + bone * 4);
      bits[bone >> 5] |= 1 << (bone & 31);
    }
    for (const [name, weight] of Object.entries(checkObject('seen.shapes', shapes))) {
      const shape = shapeNumber(name);
      floats[at.shapes + shape] = checkNumber(`seen.shapes.${name}`, weight);
      bits[2 + (shape >> 5)] |= 1 << (shape & 31);
    }
    if (hips !== undefined) floats.set(checkNumbers('seen.hips', hips, 3), at.hips);
    if (root !== undefined) {
      const { position = [0, 0, 0], rotation = [0, 0, 0, 1] } = checkObject('seen.root', root);
      floats.set(checkNumbers('seen.root.position', position, 3), at.rootPosition);
      floats.set(checkNumbers('seen.root.rotation', rotation, 4), at.rootRotation);
    }
    if (gaze !== undefined) floats.set(checkNumbers('seen.gaze', gaze, 2), at.gaze);
    if (senderTime !== undefined) checkTime('seen.senderTime', senderTime);
    const has = [hips, root, gaze, senderTime].reduce((sum, part, i) => sum | ((part !== undefined ? 1 : 0) << i), 0),
      shown = this.#expressions(expressions);
    floatHeap().set(floats, block >> 2);
    setWords(bits);
    const isTaken = vrm.live_observe(
      handle.address,
      source,
      block,
      has,
      senderTime ?? 0,
      shown.address,
      shown.count,
      time,
    );
    if (shown.address !== 0) release(shown.address);
    return isTaken !== 0;
  }

  /** Indices and weights in memory. */
  #expressions(expressions) {
    const { expressionIndices } = this.rig._facts;
    const entries = Object.entries(checkObject('seen.expressions', expressions)).map(([name, weight]) => {
      const index = expressionIndices.get(name);
      if (index === undefined)
        throw new TypeError(`seen.expressions: the avatar has no expression ${JSON.stringify(name)}`);
      return [index, checkNumber(`seen.expressions.${name}`, weight)];
    });
    if (entries.length === 0) return { address: 0, count: 0 };
    const address = take(entries.length * 8, 'Live.observe'),
      view = new DataView(heap().buffer, address, entries.length * 8);
    entries.forEach(([index, weight], i) => {
      view.setInt32(i * 8, index, true);
      view.setFloat32(i * 8 + 4, weight, true);
    });
    return { address, count: entries.length };
  }

  calibrate(parts = usualParts) {
    vrm.live_calibrate(this.#at, partBits('parts', parts), 0);
  }

  uncalibrate(parts = partNames) {
    vrm.live_calibrate(this.#at, partBits('parts', parts), 1);
  }

  setMirrors(mirrors) {
    vrm.live_set_mirrors(this.#at, checkBoolean('mirrors', mirrors) ? 1 : 0);
  }

  // ---- Run ----

  step(time) {
    return vrm.live_step(this.#at, checkTime('time', time)) !== 0;
  }

  track(face) {
    if (!(face instanceof Face)) throw wrong('face', 'a Face', face);
    vrm.live_track(this.#at, face._address);
  }

  apply(avatar, options = {}) {
    if (!(avatar instanceof Avatar)) throw wrong('avatar', 'an Avatar', avatar);
    const hasFace = checkBoolean('options.hasFace', checkObject('options', options).hasFace ?? false);
    if (!vrm.live_apply(this.#at, avatar.sim._address, ...avatar._id, hasFace ? 1 : 0))
      throw new TypeError('avatar must be of the rig of this Live');
  }

  // ---- Inspect ----

  get shown() {
    const { handle, block } = this.#open,
      shapesAt = vrm.live_read(handle.address, block),
      pose = (block >> 2) + at.pose,
      isShown = (bone) => ((word(bone >> 5) >>> (bone & 31)) & 1) !== 0;
    return {
      pose: floatHeap().slice(pose, pose + poseLength),
      bones: boneNames.filter((name, bone) => isShown(bone)),
      gaze: [floatWord(2), floatWord(3)],
      weights: Object.fromEntries(partNames.map((name, part) => [name, floatWord(4 + part)])),
      shapes: floatsAt(shapesAt, shapeCount).slice(),
    };
  }

  source(source) {
    const result = vrm.live_source(this.#at, checkNumber('source', source));
    if (resultCode(result) === 'argument') throw new RangeError(`there is no source ${source}`);
    return readJson('Live.source', result);
  }
}

// ---- Packets ----

let kinds = null; // { name, port, phonePort, requestInterval } by number

/** Copies a packet to memory for the duration of a call. */
function withPacket(packet, what, use) {
  const bytes = checkBytes('packet', packet),
    address = takeBytes(bytes, what);
  try {
    return use(address, bytes.length);
  } finally {
    release(address);
  }
}

function observeBy(call, packets, live, source, time) {
  if (!(live instanceof Live)) throw wrong('live', 'a Live', live);
  return call(packets, ...live._addresses, checkNumber('source', source), checkTime('time', time)) !== 0;
}

export class Tracker extends MemoryOwner {
  #address;
  #kind;

  static async create(kind) {
    checkText('kind', kind);
    await loadPart('live');
    kinds ??= readJson('Tracker.create', vrm.tracker_kinds());
    const number = kinds.findIndex(({ name }) => name === kind);
    if (number < 0)
      throw new TypeError(
        `kind must be one of ${kinds.map(({ name }) => name).join(', ')}, not ${JSON.stringify(kind)}`,
      );
    return new Tracker(construct, number);
  }

  constructor(key, kind) {
    if (key !== construct) throw new TypeError('a Tracker is made by Tracker.create()');
    super('Tracker');
    check('Tracker.create', vrm.tracker_create(kind));
    const address = word(0);
    this.#address = address;
    this.#kind = kind;
    this._own(() => vrm.tracker_destroy(address));
  }

  get #at() {
    this._check();
    return this.#address;
  }

  get kind() {
    return kinds[this.#kind].name;
  }
  get port() {
    return kinds[this.#kind].port;
  }
  get phonePort() {
    return kinds[this.#kind].phonePort;
  }
  get requestInterval() {
    return kinds[this.#kind].requestInterval;
  }
  get stats() {
    return readJson('Tracker.stats', vrm.tracker_stats(this.#at));
  }

  receive(packet) {
    const address = this.#at;
    return withPacket(packet, 'Tracker.receive', (at, size) => vrm.tracker_receive(address, at, size) === 0);
  }

  observe(live, source, time) {
    return observeBy(vrm.tracker_observe, this.#at, live, source, time);
  }

  request(port) {
    const text = take(160, 'Tracker.request'); // VRM_TRACKER_REQUEST_MAX
    try {
      const size = vrm.tracker_request(this.#kind, checkNumber('port', port), text);
      return heap().slice(text, text + size);
    } finally {
      release(text);
    }
  }
}

export class Vmc extends MemoryOwner {
  #address;

  static async create(options = {}) {
    const hipsHeight = checkNumber('options.hipsHeight', checkObject('options', options).hipsHeight ?? 0);
    await loadPart('live');
    return new Vmc(construct, hipsHeight);
  }

  constructor(key, hipsHeight) {
    if (key !== construct) throw new TypeError('a Vmc is made by Vmc.create()');
    super('Vmc');
    const result = vrm.vmc_create(hipsHeight);
    if (resultCode(result) === 'argument') throw new RangeError('options.hipsHeight must be 0 to 1000000');
    check('Vmc.create', result);
    const address = word(0);
    this.#address = address;
    this._own(() => vrm.vmc_destroy(address));
  }

  get #at() {
    this._check();
    return this.#address;
  }

  get stats() {
    return readJson('Vmc.stats', vrm.vmc_stats(this.#at));
  }

  receive(packet) {
    const address = this.#at;
    return withPacket(packet, 'Vmc.receive', (at, size) => vrm.vmc_receive(address, at, size) === 0);
  }

  observe(live, source, time) {
    return observeBy(vrm.vmc_observe, this.#at, live, source, time);
  }

  apply(avatar) {
    if (!(avatar instanceof Avatar)) throw wrong('avatar', 'an Avatar', avatar);
    vrm.vmc_apply(this.#at, avatar.sim._address, ...avatar._id);
  }
}
