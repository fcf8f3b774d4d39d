// SPDX-License-Identifier: MIT
// A face tracker that moves the avatar of an element: VrmAvatarElement.track(); fetched on demand. Shapes and gaze go to
// the face, which blends them with its other layers; neck and head are turned here.
import { checkBoolean, checkNumber, checkNumbers, checkObject, wrong } from '../engine/errors.js';
import { cross, turned, unit } from './vectors.js';

const lostAfter = 1; // seconds without a call of track(): the tracker has lost the face
const easing = 0.05; // seconds: time constant of the head while it is tracked
const leaving = 0.25; // seconds: when it is not any more
const angleMost = 70; // degrees that neck and head turn together
const neckShare = 0.4;
const yawOfShape = 35; // degrees of an eyeLook shape of 1, as the face reads them
const pitchOfShape = 25;
const degrees = Math.PI / 180;
const still = [0, 0, 0, 1];

/** A rotation about axis 0 (X), 1 (Y) or 2 (Z), right-handed. */
function about(axis, angle) {
  const half = (angle * degrees) / 2,
    turn = [0, 0, 0, Math.cos(half)];
  turn[axis] = Math.sin(half);
  return turn;
}

/** A rotation without what is too much, and a part of it. */
function part([x, y, z, w], share) {
  const length = Math.hypot(x, y, z),
    sign = w < 0 ? -1 : 1;
  if (length < 1e-6) return still;
  const angle = Math.min(2 * Math.atan2(length, w * sign), angleMost * degrees) * share * 0.5,
    scale = (sign * Math.sin(angle)) / length;
  return [x * scale, y * scale, z * scale, Math.cos(angle)];
}

/** From one rotation towards another, by a share of the way. */
function between(a, b, share) {
  const sign = a.reduce((sum, value, i) => sum + value * b[i], 0) < 0 ? -1 : 1;
  return unit(a.map((value, i) => value + (sign * b[i] - value) * share));
}

/** The rotation of a 4x4 matrix in order of columns, with any scale. */
function ofMatrix(matrix) {
  const [x, y, z] = [0, 4, 8].map((at) => unit(Array.from(matrix).slice(at, at + 3)));
  const isRotation = cross(x, y).reduce((sum, value, i) => sum + value * z[i], 0) > 0.9;
  if (!isRotation) throw new TypeError('tracked.head must be a matrix that turns and scales, in order of columns');
  const [[a, b, c], [d, e, f], [g, h, i]] = [x, y, z];
  if (a + e + i > 0) return unit([f - h, g - c, b - d, 1 + a + e + i]);
  if (a > e && a > i) return unit([1 + a - e - i, b + d, g + c, f - h]);
  if (e > i) return unit([b + d, 1 + e - a - i, f + h, g - c]);
  return unit([g + c, f + h, 1 + i - a - e, b - d]);
}

/** The rotation of the head: a quaternion, a matrix or angles. */
function headOf(head) {
  if (typeof head?.length === 'number') {
    if (head.length !== 4 && head.length !== 16)
      throw new TypeError(`tracked.head must have 4 numbers (a quaternion) or 16 (a matrix), not ${head.length}`);
    checkNumbers('tracked.head', head, head.length);
    if (head.length === 16) return ofMatrix(head);
    if (Math.hypot(...head) < 1e-6) throw new TypeError('tracked.head must not be a quaternion of zeros');
    return unit(Array.from(head));
  }
  const { yaw = 0, pitch = 0, roll = 0 } = checkObject('tracked.head', head);
  const angles = { yaw, pitch, roll };
  for (const name of Object.keys(angles)) checkNumber(`tracked.head.${name}`, angles[name]);
  return turned(turned(about(2, roll), about(0, pitch)), about(1, yaw));
}

function gazeOf(gaze) {
  const list = typeof gaze?.length === 'number';
  if (list) checkNumbers('tracked.gaze', gaze, 2);
  const [yaw, pitch] = list ? gaze : [gaze?.yaw, gaze?.pitch];
  if (!list) checkObject('tracked.gaze', gaze);
  return [checkNumber('tracked.gaze.yaw', yaw), checkNumber('tracked.gaze.pitch', pitch)];
}

const swapped = (name) => name.replace(/Left|Right/, (side) => (side === 'Left' ? 'Right' : 'Left'));

export class Tracker {
  #faces; // { faceShape, faceShapes } of engine/face.js: shared with the rest of the element
  #head = null; // rotation of the head, where the tracker has it
  #now = still;
  #gaze = null; // degrees, where the tracker has it without shapes
  #silence = Infinity; // seconds since the last call
  #hasShapes = false;

  constructor(faces) {
    this.#faces = faces;
  }

  /** Whether the tracker turns the head. */
  get hasHead() {
    return this.#head !== null;
  }

  /** Whether it still moves the avatar. */
  get isActive() {
    return this.#silence !== Infinity || Math.abs(this.#now[3]) < 1 - 1e-7;
  }

  /** Takes a frame of the tracker; null: there is none any more. */
  give(face, tracked) {
    if (tracked === null) {
      this.#lose(face);
      return;
    }
    const { shapes, head, gaze, mirrors = false } = checkObject('tracked', tracked);
    checkBoolean('tracked.mirrors', mirrors);
    const turn = head === undefined || head === null ? null : headOf(head),
      eyes = gaze === undefined || gaze === null ? null : gazeOf(gaze);
    const hasShapes = shapes !== undefined && shapes !== null;
    if (hasShapes) face.track(this.#shapesOf(shapes, eyes, mirrors));
    else if (this.#hasShapes) face.trackOff();
    this.#hasShapes = hasShapes;
    this.#gaze = hasShapes || !eyes ? null : [mirrors ? -eyes[0] : eyes[0], eyes[1]];
    this.#head = turn && mirrors ? [turn[0], -turn[1], -turn[2], turn[3]] : turn;
    this.#silence = 0;
  }

  /** Weights by name. `gaze` replaces the shapes of the eyes' directions. */
  #shapesOf(shapes, gaze, mirrors) {
    const { faceShape, faceShapes } = this.#faces;
    let entries;
    if (typeof shapes.length !== 'number') {
      entries = Object.entries(checkObject('tracked.shapes', shapes));
    } else if (typeof shapes[0] === 'object') {
      entries = Array.from(shapes, ({ categoryName, score }) => [categoryName, score]); // as MediaPipe has them
    } else {
      checkNumbers('tracked.shapes', shapes, faceShapes.length);
      entries = Array.from(shapes, (value, i) => [faceShapes[i], value]);
    }
    const known = {};
    for (const [name, value] of entries) {
      const shape = typeof name === 'string' ? faceShape(name) : null;
      if (shape !== null) known[mirrors ? swapped(shape) : shape] = checkNumber(`tracked.shapes.${name}`, value);
    }
    if (!gaze) return known;
    const yaw = ((mirrors ? -1 : 1) * gaze[0]) / yawOfShape,
      pitch = gaze[1] / pitchOfShape;
    for (const [side, outwards] of [
      ['Left', yaw],
      ['Right', -yaw],
    ]) {
      known[`eyeLookOut${side}`] = Math.max(0, outwards);
      known[`eyeLookIn${side}`] = Math.max(0, -outwards);
      known[`eyeLookDown${side}`] = Math.max(0, pitch);
      known[`eyeLookUp${side}`] = Math.max(0, -pitch);
    }
    return known;
  }

  #lose(face) {
    if (this.#hasShapes) face.trackOff();
    this.#hasShapes = false;
    this.#head = this.#gaze = null;
    this.#silence = Infinity;
  }

  /** Before the actor's step. */
  step(actor, seconds) {
    this.#silence += seconds;
    if (this.#silence > lostAfter) this.#lose(actor.face);
    if (this.#gaze) actor.lookAlong(...this.#gaze);
    const share = 1 - Math.exp(-seconds / (this.#head ? easing : leaving));
    this.#now = between(this.#now, this.#head ?? still, share);
  }

  /** After the actor's step: turns neck and head. */
  turnHead(avatar, restPose, boneNames) {
    if (Math.abs(this.#now[3]) > 1 - 1e-9) return;
    const pose = restPose(),
      hasNeck = avatar.rig.bones.neck !== undefined;
    for (const [bone, share] of [
      ['neck', hasNeck ? neckShare : 0],
      ['head', hasNeck ? 1 - neckShare : 1],
    ])
      pose.set(part(this.#now, share), boneNames.indexOf(bone) * 4);
    avatar.addPose(pose);
  }
}
