// SPDX-License-Identifier: MIT
// vrm_Actor: plays an avatar over time.
import { checkBoolean, checkName, checkNumber, checkNumbers, checkObject, wrong } from './errors.js';
import { Clip } from './clip.js';
import { Face, FaceMap, faceNumbers, loadFace, names, requireLoaded, takeFrames, withEmotion } from './face.js';
import { Handle } from './handle.js';
import { check, floatWord, heap, hostCalls, release, resultCode, take, vrm, word } from './module.js';
import { MemoryOwner } from './owner.js';
import { checkBones, checkPart } from './rig.js';
import { Avatar, checkTransform } from './sim.js';

const now = -1; // VRM_ACTOR_NOW
const usualFade = 0.25; // seconds

/** A time of the actor; undefined means now. */
function timeOf(name, value) {
  if (value === undefined) return now;
  if (checkNumber(name, value) < 0) throw new RangeError(`${name} must not be below 0, not ${value}`);
  return value;
}

/** Throws where C refused to go to a time. */
function checkMoved(isMoved, time) {
  if (!isMoved) throw new RangeError(`time must be 0 to 1e9, not ${time}`);
}

/** What a layer may move, as words of checkPart(): by default all. */
function maskOf({ part, bones }) {
  if (part !== undefined) return checkPart('options.part', part);
  return bones === undefined ? [-1, -1, 7] : [...checkBones('options.bones', bones), 7];
}

/** The arguments of vrm.actor_play() after actor and clip. */
function layerNumbers(options, isAlone) {
  checkObject('options', options);
  const number = (name, usual) => checkNumber(`options.${name}`, options[name] ?? usual);
  if (options.part !== undefined && options.bones !== undefined)
    throw new TypeError('options.part and options.bones: give one of them');
  const [low, high, others] = maskOf(options),
    choices = [
      ['hasExpressions', (others & 2) !== 0],
      ['hasGaze', (others & 4) !== 0],
      ['isAdditive', false],
      ['appliesRootMotion', false],
    ].map(([name, usual], bit) => (checkBoolean(`options.${name}`, options[name] ?? usual) ? 1 << bit : 0));
  return [
    checkName('options.atEnd', options.atEnd ?? 'loops', names.layerEnds),
    number('weight', 1),
    number('fadeIn', usualFade),
    number('fadeOut', usualFade),
    number('speed', 1),
    number('start', 0),
    timeOf('options.begin', options.begin),
    low,
    high,
    choices.reduce((sum, bit) => sum | bit, isAlone ? 16 : 0),
  ];
}

/** Runs `use`, which calls `inputs` for actors by their addresses. What `inputs` throws is thrown afterwards: an exception
 * must not leave the C functions in between. */
function withInputs(inputs, byAddress, use) {
  const before = hostCalls.settle;
  let failed = null;
  hostCalls.settle = (address, time) => {
    if (failed) return;
    const actor = byAddress.get(address >>> 0);
    actor.avatar.sim._revision++; // the sim was stepped
    try {
      inputs(actor, time);
    } catch (error) {
      failed = { error };
    }
  };
  try {
    const result = use();
    if (failed) throw failed.error;
    return result;
  } finally {
    hostCalls.settle = before;
  }
}

/** Frees an actor, then the clips and the face map that it used. */
function free(address, { clips, map }) {
  vrm.actor_destroy(address);
  for (const clip of clips) clip.release();
  map?.release();
}

export class Actor extends MemoryOwner {
  #handle;
  #used; // handles of clips, which the actor keeps for jumps back, and of the face map
  #face = null;
  avatar;

  static async create(avatar, options = {}) {
    await loadFace();
    return new Actor(avatar, options);
  }

  static settleAll(actors, seconds = 1, inputs = undefined) {
    if (!Array.isArray(actors)) throw wrong('actors', 'an array', actors);
    if (inputs !== undefined && typeof inputs !== 'function') throw wrong('inputs', 'a function', inputs);
    checkNumber('seconds', seconds);
    if (actors.length === 0) return;
    const byAddress = new Map(
      actors.map((actor, i) => {
        if (!(actor instanceof Actor)) throw wrong(`actors[${i}]`, 'an Actor', actor);
        return [actor.#at, actor];
      }),
    );
    const { sim } = actors[0].avatar,
      handles = [...actors.map((actor) => actor.#handle), sim._handle];
    const block = take(byAddress.size * 4, 'Actor.settleAll');
    new Uint32Array(heap().buffer, block, byAddress.size).set([...byAddress.keys()]);
    for (const handle of handles) handle.retain(); // `inputs` may dispose them
    try {
      const isTaken = withInputs(inputs, byAddress, () =>
        vrm.actors_settle(block, byAddress.size, seconds, inputs ? 1 : 0),
      );
      if (!isTaken) throw new RangeError('Actor.settleAll: seconds must be 0 to 60, and all actors of one sim');
    } finally {
      sim._revision++;
      for (const handle of handles) handle.release();
      release(block);
    }
  }

  constructor(avatar, options = {}) {
    super('Actor');
    requireLoaded('new Actor');
    if (!(avatar instanceof Avatar)) throw wrong('avatar', 'an Avatar', avatar);
    checkObject('options', options);
    const { stance = 'idle', faceMap, face = {}, seed = 0 } = options;
    if (faceMap !== undefined && !(faceMap instanceof FaceMap)) throw wrong('options.faceMap', 'a FaceMap', faceMap);
    const numbers = faceNumbers({ ...checkObject('options.face', face), seed });
    const map = faceMap?._handle,
      stanceNumber = checkName('options.stance', stance, names.stances);
    const result = vrm.actor_create(avatar.sim._address, ...avatar._id, map?.address ?? 0, stanceNumber, ...numbers);
    if (resultCode(result) === 'argument') throw new TypeError('options.faceMap must be of the rig of the avatar');
    check('Actor.create', result);
    const used = { clips: new Set(), map: map?.retain() };
    const handle = new Handle(word(0), (address) => free(address, used));
    this.avatar = avatar;
    this.#handle = handle;
    this.#used = used;
    this._own(() => handle.release());
    if (map) this.#face = Face._ofActor(vrm.actor_face(handle.address), handle);
  }

  dispose() {
    this.#face?.dispose();
    super.dispose();
  }

  /** The address, for calls that access the avatar. */
  get #at() {
    this.avatar._check();
    return this.#own;
  }

  get #own() {
    this._check();
    return this.#handle.address;
  }

  get face() {
    return this.#face;
  }
  get rig() {
    return this.avatar.rig;
  }

  setStance(stance) {
    vrm.actor_set_stance(this.#own, checkName('stance', stance, names.stances));
  }

  // ---- Layers ----

  play(clip, options = {}) {
    return this.#start('play', clip, options, false);
  }

  crossFade(clip, options = {}) {
    return this.#start('crossFade', clip, options, true);
  }

  #start(what, clip, options, isAlone) {
    if (!(clip instanceof Clip)) throw wrong('clip', 'a Clip', clip);
    const { clips } = this.#used,
      handle = clip._handle,
      layer = vrm.actor_play(this.#at, handle.address, ...layerNumbers(options, isAlone)) >>> 0;
    if (layer === 0)
      throw new RangeError(
        `Actor.${what}: a number is out of range, the clip moves the nodes of another file, or 16 layers play already`,
      );
    if (!clips.has(handle)) clips.add(handle.retain());
    return layer;
  }

  forget(clip) {
    if (!(clip instanceof Clip)) throw wrong('clip', 'a Clip', clip);
    const { clips } = this.#used,
      handle = clip._handle;
    vrm.actor_forget(this.#own, handle.address);
    if (clips.delete(handle)) handle.release();
  }

  /** Returns false if the layer is gone; throws if it exists and the call failed. */
  #took(isTaken, layer, what) {
    if (!isTaken && this.layer(layer)) throw new RangeError(`Actor.${what}: a number is out of range`);
    return Boolean(isTaken);
  }

  stop(layer, fade = usualFade) {
    return this.#took(vrm.actor_stop(this.#own, layer, checkNumber('fade', fade)), layer, 'stop');
  }

  setWeight(layer, weight, fade = usualFade) {
    const numbers = [checkNumber('weight', weight), checkNumber('fade', fade)];
    return this.#took(vrm.actor_set_weight(this.#own, layer, ...numbers), layer, 'setWeight');
  }

  setSpeed(layer, speed) {
    return this.#took(vrm.actor_set_speed(this.#own, layer, checkNumber('speed', speed)), layer, 'setSpeed');
  }

  setClipTime(layer, seconds) {
    const time = timeOf('seconds', seconds);
    return this.#took(vrm.actor_set_clip_time(this.#own, layer, time), layer, 'setClipTime');
  }

  layer(layer) {
    if (!vrm.actor_layer(this.#own, checkNumber('layer', layer))) return null;
    return { time: floatWord(0), weight: floatWord(1), speed: floatWord(2), hasEnded: word(3) !== 0 };
  }

  // ---- Root ----

  setRoot(translation, rotation = [0, 0, 0, 1], scale = [1, 1, 1]) {
    checkTransform(translation, rotation, scale);
    const numbers = [...Array.from(translation), ...Array.from(rotation), ...Array.from(scale)];
    if (!vrm.actor_set_root(this.#at, ...numbers)) throw new RangeError('Actor.setRoot: the rotation is 0');
  }

  root() {
    vrm.actor_root(this.#at);
    return Float32Array.from({ length: 10 }, (_, i) => floatWord(i));
  }

  // ---- Face, speech and gaze ----

  emote(emotion, options = {}) {
    const address = this.#own,
      time = timeOf('options.time', checkObject('options', options).time);
    return withEmotion('Actor.emote', emotion, options, (...given) => vrm.actor_emote(address, time, ...given)) !== 0;
  }

  speak(frames, options = {}) {
    const address = this.#own,
      time = timeOf('options.time', checkObject('options', options).time);
    if (!this.#face) throw new TypeError('Actor.speak: the actor has no face: give it a faceMap');
    const block = takeFrames(frames, 'Actor.speak');
    const isTaken = vrm.actor_speak(address, time, block, frames.length);
    release(block);
    if (!isTaken) throw new RangeError('frames must be in order of time');
  }

  lookAt(target) {
    vrm.actor_look_at(this.#own, ...Array.from(checkNumbers('target', target, 3)));
  }

  lookAlong(yaw, pitch) {
    vrm.actor_look_along(this.#own, checkNumber('yaw', yaw), checkNumber('pitch', pitch));
  }

  lookFree() {
    vrm.actor_look_free(this.#own);
  }

  // ---- Run ----

  step(seconds) {
    vrm.actor_step(this.#at, checkNumber('seconds', seconds));
  }

  stepTo(time) {
    checkMoved(vrm.actor_step_to(this.#at, timeOf('time', time)), time);
  }

  seek(time) {
    checkMoved(vrm.actor_seek(this.#at, timeOf('time', time)), time);
  }

  settle(seconds = 1, inputs = undefined) {
    Actor.settleAll([this], seconds, inputs);
  }

  get time() {
    return vrm.actor_time(this.#own);
  }

  events() {
    const address = this.#own,
      list = [];
    for (let time = vrm.actor_poll(address); time >= 0; time = vrm.actor_poll(address))
      list.push({ kind: names.actorEvents[word(0)], layer: word(1), count: word(2), time });
    return list;
  }
}
