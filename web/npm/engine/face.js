// SPDX-License-Identifier: MIT
// vrm_Face: the living face of one avatar.
import { checkBoolean, checkIndex, checkName, checkNumber, checkObject, checkText, wrong } from './errors.js';
import { Handle } from './handle.js';
import { Model } from './model.js';
import {
  check,
  floatHeap,
  floatWord,
  floatsAt,
  heap,
  loadPart,
  readJson,
  release,
  requireStarted,
  take,
  takeBytes,
  vrm,
  withText,
  word,
  wordsAddress,
} from './module.js';
import { MemoryOwner } from './owner.js';
import { Rig, poseLength } from './rig.js';
import { Avatar } from './sim.js';

export const faceShapes = [];
export const visemes = [];
export const vowels = [];

/** Numbers of names, and limits; filled when libvrm-face.wasm is loaded. */
export const names = { attentions: {}, stances: {}, layerEnds: {}, actorEvents: [], emotionParts: 0 };

let loading = null;

/** Fetches libvrm-face.wasm. */
export function loadFace() {
  loading ??= loadPart('face').then(() => {
    const facts = readJson('loadFace', vrm.face_constants());
    faceShapes.push(...facts.shapes);
    visemes.push(...facts.visemes);
    vowels.push(...facts.vowels);
    for (const table of ['attentions', 'stances', 'layerEnds'])
      facts[table].forEach((name, index) => {
        names[table][name] = index;
      });
    names.actorEvents = facts.actorEvents;
    names.emotionParts = facts.emotionParts;
  });
  loading.catch(() => {
    loading = null;
  }); // the next call may try again
  return loading;
}

export function faceShape(name) {
  requireLoaded('faceShape');
  return (
    faceShapes[withText(checkText('name', name), 'faceShape', (address) => vrm.face_shape_by_name(address))] ?? null
  );
}

export function viseme(name) {
  requireLoaded('viseme');
  return visemes[withText(checkText('name', name), 'viseme', (address) => vrm.viseme_by_name(address))] ?? null;
}

export function requireLoaded(what) {
  requireStarted(what);
  if (faceShapes.length === 0) throw new Error(`${what}: await loadFace() first`);
}

const construct = Symbol('construct');

// ---- Maps ----

export class FaceMap extends MemoryOwner {
  #handle;
  #facts;

  static async create(model, rig) {
    if (!(model instanceof Model)) throw wrong('model', 'a Model', model);
    if (!(rig instanceof Rig)) throw wrong('rig', 'a Rig', rig);
    await loadFace();
    return FaceMap._of(model, rig);
  }

  /** The same, once libvrm-face.wasm is loaded. */
  static _of(model, rig) {
    check('FaceMap.create', vrm.face_map_build(model._address, rig._address));
    return new FaceMap(construct, word(0), rig);
  }

  constructor(key, address, rig) {
    if (key !== construct) throw new TypeError('a FaceMap is made by FaceMap.create()');
    super('FaceMap');
    const handle = new Handle(address, (map) => vrm.face_map_destroy(map));
    this.#handle = handle;
    try {
      this.#facts = Object.freeze({ ...readJson('FaceMap.create', vrm.face_map_facts(address)), rig: rig._facts });
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

  /** Facts that faces need, even after the map was disposed. */
  get _facts() {
    return this.#facts;
  }

  get #read() {
    this._check();
    return this.#facts;
  }

  get tracking() {
    return this.#read.tracking;
  }
  get shapeCount() {
    return this.#read.shapeCount;
  }
  get shapeMorphCount() {
    return this.#read.shapeMorphCount;
  }
  get presets() {
    return this.#read.presets;
  }
  get effectivePresets() {
    return this.#read.effectivePresets;
  }
  get hasVowels() {
    return this.#read.hasVowels;
  }
  get hasBlink() {
    return this.#read.hasBlink;
  }
  get hasVisemes() {
    return this.#read.hasVisemes;
  }
  get hasGaze() {
    return this.#read.hasGaze;
  }
  get shapes() {
    return this.#read.shapes;
  }

  expressionIndex(name) {
    const { address } = this._handle;
    return withText(checkText('name', name), 'FaceMap.expressionIndex', (text) =>
      vrm.face_map_expression(address, text),
    );
  }

  isEffective(expression) {
    return vrm.face_map_is_effective(this._handle.address, this.#expression('expression', expression)) !== 0;
  }

  overlap(a, b) {
    return vrm.face_map_overlap(this._handle.address, this.#expression('a', a), this.#expression('b', b));
  }

  #expression(name, value) {
    if (typeof value === 'string') return this.expressionIndex(value);
    return checkIndex(name, value, this.#facts.rig.expressions.length);
  }
}

// ---- Emotions ----

/** The parts of an emotion: a page gives a name, or names with weights. */
function partsOf(emotion) {
  if (emotion === null) return [];
  if (typeof emotion === 'string') return [[emotion, 1]];
  if (typeof emotion !== 'object') throw wrong('emotion', 'a name, an object of weights by name, or null', emotion);
  const parts = Object.entries(emotion);
  for (const [name, weight] of parts) checkNumber(`emotion[${JSON.stringify(name)}]`, weight);
  if (parts.length > names.emotionParts)
    throw new RangeError(`emotion must have ${names.emotionParts} parts at most, not ${parts.length}`);
  return parts;
}

const encoder = new TextEncoder();

/** Seconds for C; -1 is the default. */
function seconds(name, value, fallback) {
  if (value === undefined) return fallback;
  if (value !== Infinity) checkNumber(name, value);
  if (value < 0) throw new RangeError(`${name} must not be below 0, not ${value}`);
  return value;
}

/** Calls `use` with an emotion as arguments for C. */
export function withEmotion(what, emotion, options, use) {
  const parts = partsOf(emotion);
  checkObject('options', options);
  const { intensity = 1, queued = false } = options;
  inRange('options.intensity', intensity, 0, 1);
  checkBoolean('options.queued', queued);
  const times = [
    seconds('options.easeIn', options.easeIn, -1),
    seconds('options.easeOut', options.easeOut, -1),
    seconds('options.hold', options.hold, Infinity),
  ];
  const text = takeBytes(encoder.encode(parts.map(([name]) => `${name}\0`).join('') || '\0'), what);
  const floats = floatHeap(),
    at = wordsAddress() >> 2;
  parts.forEach(([, weight], i) => {
    floats[at + i] = weight;
  });
  try {
    return use(text, parts.length, intensity, ...times, queued ? 1 : 0);
  } finally {
    release(text);
  }
}

// ---- Weights by name or in order ----

/** Writes weights to the words, for C. */
function giveWeights(name, values, list) {
  const floats = floatHeap(),
    at = wordsAddress() >> 2;
  if (typeof values?.length === 'number' && typeof values !== 'string') {
    if (values.length !== list.length)
      throw new TypeError(`${name} must have ${list.length} numbers, not ${values.length}`);
    for (let i = 0; i < list.length; i++) floats[at + i] = checkNumber(`${name}[${i}]`, values[i]);
    return;
  }
  checkObject(name, values);
  floats.fill(0, at, at + list.length);
  for (const [key, value] of Object.entries(values)) {
    const index = list.indexOf(key);
    if (index >= 0) floats[at + index] = checkNumber(`${name}.${key}`, value);
    else throw new TypeError(`${name} must have names such as ${list[0]}, not ${JSON.stringify(key)}`);
  }
}

/** Shapes by a tracker's spelling, each looked up once. */
const spellings = new Map();

function shapesByName(values) {
  const known = {};
  for (const [key, value] of Object.entries(values)) {
    if (!spellings.has(key)) spellings.set(key, faceShape(key));
    const shape = spellings.get(key);
    if (shape !== null) known[shape] = value; // other values, such as the rotation of the head, are ignored
  }
  return known;
}

// ---- Frames of lips ----

export const frameBytes = 40; // bytes: a double, seven floats and a flag; web/wasm/face.c

/** Reads frames at an address. */
export function readFrames(address, count) {
  const { buffer } = heap(),
    frames = [];
  for (let i = 0; i < count; i++) {
    const at = address + i * frameBytes,
      floats = new Float32Array(buffer, at + 8, 7);
    frames.push({
      time: new Float64Array(buffer, at, 1)[0],
      vowels: floats.slice(0, 5),
      loudness: floats[5],
      closed: floats[6],
      isSpeech: heap()[at + 36] !== 0,
    });
  }
  return frames;
}

function writeFrame(at, { time, vowels: given, loudness, closed, isSpeech }, i) {
  const { buffer } = heap(),
    floats = new Float32Array(buffer, at + 8, 7);
  if (typeof time !== 'number' || !Number.isFinite(time)) throw wrong(`frames[${i}].time`, 'a finite number', time);
  if (given?.length !== 5) throw wrong(`frames[${i}].vowels`, 'five numbers', given);
  new Float64Array(buffer, at, 1)[0] = time;
  for (let v = 0; v < 5; v++) floats[v] = checkNumber(`frames[${i}].vowels[${v}]`, given[v]);
  floats[5] = checkNumber(`frames[${i}].loudness`, loudness);
  floats[6] = checkNumber(`frames[${i}].closed`, closed);
  heap()[at + 36] = isSpeech ? 1 : 0;
}

/** Writes frames in order to an address; `first` is the index of the first one, for errors. */
function writeFrames(address, frames, first = 0) {
  frames.forEach((frame, i) =>
    writeFrame(address + i * frameBytes, checkObject(`frames[${first + i}]`, frame), first + i),
  );
}

/** Allocates frames for C. */
export function takeFrames(frames, what) {
  if (!Array.isArray(frames)) throw wrong('frames', 'an array', frames);
  const address = take(frames.length * frameBytes, what);
  try {
    writeFrames(address, frames);
  } catch (error) {
    release(address);
    throw error;
  }
  return address;
}

const framesAtOnce = 64;

// ---- Faces ----

/** The options of a face as arguments for C. */
export function faceNumbers(options, name = 'options') {
  checkObject(name, options);
  const { seed = 0, blinks, blinkInterval, attention, idle } = options;
  if (!Number.isSafeInteger(seed) || seed < 0) throw wrong(`${name}.seed`, 'an integer of at least 0', seed);
  if (blinks !== undefined) checkBoolean(`${name}.blinks`, blinks);
  if (blinkInterval !== undefined) inRange(`${name}.blinkInterval`, blinkInterval, 0.5, 60);
  if (idle !== undefined) inRange(`${name}.idle`, idle, 0, 2);
  return [
    seed % 2 ** 32,
    Math.floor(seed / 2 ** 32),
    blinks === undefined ? -1 : Number(blinks),
    blinkInterval ?? -1,
    attention === undefined ? -1 : checkName(`${name}.attention`, attention, names.attentions),
    idle ?? -1,
  ];
}

function create(map, options) {
  if (!(map instanceof FaceMap)) throw wrong('map', 'a FaceMap', map);
  const handle = map._handle;
  check('new Face', vrm.face_create(handle.address, ...faceNumbers(options)));
  const address = word(0);
  handle.retain();
  const free = () => {
    vrm.face_destroy(address);
    handle.release();
  };
  return { address, frames: 0, free };
}

export class Face extends MemoryOwner {
  #inner; // members that freeing needs: address, block for frames, function that frees the rest

  static async create(model, rig, options = {}) {
    const map = await FaceMap.create(model, rig);
    try {
      return new Face(map, options);
    } finally {
      map.dispose(); // retained by the face
    }
  }

  constructor(map, options = {}) {
    super('Face');
    const inner = map === construct ? options : create(map, options);
    this.#inner = inner;
    this._own(() => {
      if (inner.frames !== 0) release(inner.frames);
      inner.free();
    });
  }

  /** Wraps the face of an actor, which owns it. */
  static _ofActor(address, actor) {
    actor.retain();
    return new Face(construct, { address, frames: 0, free: () => actor.release() })._warnAs(null);
  }

  get #at() {
    this._check();
    return this.#inner.address;
  }

  get _address() {
    return this.#at;
  }

  // ---- Emotion ----

  emote(emotion, options = {}) {
    const address = this.#at;
    return withEmotion('Face.emote', emotion, options, (...numbers) => vrm.face_emote(address, ...numbers)) !== 0;
  }

  // ---- Mouth ----

  setVowels(values) {
    const address = this.#at;
    giveWeights('values', values, vowels);
    took(vrm.face_set_vowels(address), 'setVowels');
  }

  setVisemes(values) {
    const address = this.#at;
    giveWeights('values', values, visemes);
    took(vrm.face_set_visemes(address), 'setVisemes');
  }

  beginSound() {
    vrm.face_begin_sound(this.#at);
  }

  syncSound(time) {
    if (!vrm.face_sync_sound(this.#at, checkNumber('time', time))) throw new RangeError('time must be finite');
  }

  hear(frames) {
    this.#hearBy(vrm.face_hear, frames);
  }

  hearLive(frames) {
    this.#hearBy(vrm.face_hear_live, frames);
  }

  #hearBy(hear, frames) {
    const address = this.#at,
      inner = this.#inner;
    if (!Array.isArray(frames)) throw wrong('frames', 'an array', frames);
    if (inner.frames === 0 && frames.length > 0) inner.frames = take(framesAtOnce * frameBytes, 'Face.hear');
    for (let first = 0; first < frames.length; first += framesAtOnce) {
      const part = frames.slice(first, first + framesAtOnce);
      writeFrames(inner.frames, part, first);
      if (!hear(address, inner.frames, part.length))
        throw new RangeError('frames must be in order of time, and later than those before');
    }
  }

  // ---- Eyes ----

  blink() {
    vrm.face_blink(this.#at);
  }

  setBlinks(blinks) {
    vrm.face_set_blinks(this.#at, checkBoolean('blinks', blinks) ? 1 : 0);
  }

  setEyes(left, right = left) {
    took(vrm.face_set_eyes(this.#at, checkNumber('left', left), checkNumber('right', right)), 'setEyes');
  }

  lookAt(target) {
    const address = this.#at;
    if (target?.length !== 3) throw wrong('target', 'an array of 3 numbers', target);
    took(
      vrm.face_look_at(
        address,
        checkNumber('target[0]', target[0]),
        checkNumber('target[1]', target[1]),
        checkNumber('target[2]', target[2]),
      ),
      'lookAt',
    );
  }

  lookAlong(yaw, pitch) {
    took(vrm.face_look_along(this.#at, checkNumber('yaw', yaw), checkNumber('pitch', pitch)), 'lookAlong');
  }

  lookOff() {
    vrm.face_look_off(this.#at);
  }

  setAttention(attention) {
    vrm.face_set_attention(this.#at, checkName('attention', attention, names.attentions));
  }

  setIdle(idle) {
    took(vrm.face_set_idle(this.#at, checkNumber('idle', idle)), 'setIdle');
  }

  // ---- Tracking ----

  track(shapes) {
    const address = this.#at;
    const isList = typeof shapes?.length === 'number';
    giveWeights('shapes', isList ? shapes : shapesByName(checkObject('shapes', shapes)), faceShapes);
    took(vrm.face_track(address), 'track');
  }

  trackOff() {
    vrm.face_track_off(this.#at);
  }

  // ---- Run ----

  step(time) {
    vrm.face_step(this.#at, checkNumber('seconds', time));
  }

  apply(avatar) {
    this.#give(vrm.face_apply, avatar);
  }

  applyIdle(avatar) {
    this.#give(vrm.face_apply_idle, avatar);
  }

  #give(apply, avatar) {
    const address = this.#at;
    if (!(avatar instanceof Avatar)) throw wrong('avatar', 'an Avatar', avatar);
    const [index, generation] = avatar._id;
    if (!apply(address, avatar.sim._address, index, generation))
      throw new TypeError('avatar must be an Avatar of the rig that the face was made for');
  }

  addIdle(pose) {
    const address = this.#at;
    if (!(pose instanceof Float32Array)) throw wrong('pose', 'a Float32Array', pose);
    if (pose.length !== poseLength) throw new TypeError(`pose must have ${poseLength} numbers, not ${pose.length}`);
    const place = vrm.pose();
    floatHeap().set(pose, place >> 2);
    vrm.face_add_idle(address, place);
    pose.set(floatHeap().subarray(place >> 2, (place >> 2) + poseLength));
    return pose;
  }

  // ---- Inspect ----

  get time() {
    return vrm.face_time(this.#at);
  }

  get weights() {
    const address = vrm.face_weights(this.#at);
    return floatsAt(address, word(0)) ?? new Float32Array(0);
  }

  get saccade() {
    vrm.face_state(this.#at);
    return [floatWord(0), floatWord(1)];
  }

  get isTalking() {
    return vrm.face_state(this.#at) !== 0;
  }
}

function inRange(name, value, from, to) {
  checkNumber(name, value);
  if (value < from || value > to) throw new RangeError(`${name} must be ${from} to ${to}, not ${value}`);
}

function took(isTaken, what) {
  if (!isTaken) throw new RangeError(`Face.${what}: a value is out of range`);
}
