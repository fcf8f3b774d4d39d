// SPDX-License-Identifier: MIT
// Live landmarks of a camera: results of MediaPipe Tasks in, poses and faces out.
import { checkBoolean, checkNumber, checkObject, wrong } from './errors.js';
import {
  check,
  floatHeap,
  floatWord,
  floatsAt,
  loadTools,
  readJson,
  release,
  resultCode,
  take,
  vrm,
  word,
} from './module.js';
import { MemoryOwner } from './owner.js';
import { boneNames, expressionPresets, poseLength } from './rig.js';
import { Avatar } from './sim.js';

const construct = Symbol('construct');

/** Places of the parts of a picture in the block that C reads, in floats, and their bits. Landmarks are x, y, z and
 * visibility. */
const poseCount = 33,
  handCount = 21;
const parts = {
  pose: { at: 0, bit: 1 },
  image: { at: poseCount * 4, bit: 2 },
  left: { at: poseCount * 8, bit: 4 },
  right: { at: poseCount * 8 + handCount * 4, bit: 8 },
  shapes: { at: poseCount * 8 + handCount * 8, bit: 16 },
};
parts.head = { at: parts.shapes.at + 52, bit: 32 };
const outPose = parts.head.at + 16,
  blockLength = outPose + poseLength;

const nothing = -1; // no new picture

/** Numbers of the names of blend shapes. */
const shapeNumbers = new Map();

async function loadPoints() {
  await loadTools();
  if (shapeNumbers.size === 0)
    readJson('Points.create', vrm.points_shapes()).forEach((name, number) => shapeNumbers.set(name, number));
}

// ---- Results of MediaPipe ----

/** The first of several people: lists of lists have one list for each. */
const first = (people) => (Array.isArray(people?.[0]) ? people[0] : people);

/** A list of at least `count` landmarks; null otherwise. */
const listOf = (people, count) => {
  const list = first(people);
  return Array.isArray(list) && list.length >= count ? list : null;
};

/** The squared distance of the wrist of a hand from a wrist of the pose, in the picture. */
function distance(hand, pose, wrist) {
  const a = hand?.[0],
    b = pose?.[wrist];
  return a && b ? (a.x - b.x) ** 2 + (a.y - b.y) ** 2 : NaN;
}

/** The side of a hand: that of the nearer wrist of the pose, where both are in the picture; otherwise what `handedness`
 * says, which is swapped in pictures that are not mirrored. */
function sideOf(hand, pose, words) {
  const left = distance(hand, pose, 15),
    right = distance(hand, pose, 16);
  if (left <= right) return 'left';
  if (right < left) return 'right';
  const { categoryName } = words?.[0] ?? words ?? {};
  return { Left: 'left', Right: 'right' }[categoryName];
}

/** The hands of a HandLandmarkerResult by their sides. */
function handsOf(result, pose) {
  const hands = {};
  (Array.isArray(result?.worldLandmarks) ? result.worldLandmarks : []).slice(0, 2).forEach((list, i) => {
    const side = sideOf(result.landmarks?.[i], pose, (result.handedness ?? result.handednesses)?.[i]);
    if (side) hands[side] ??= listOf(list, handCount);
  });
  return hands;
}

/** The parts of a picture: lists of landmarks, scores by names, and numbers of a matrix. */
function partsOf(result) {
  const body = result.pose ?? result,
    face = result.face ?? result,
    image = listOf(result.poseLandmarks ?? body.poseLandmarks ?? body.landmarks, poseCount),
    hands = handsOf(result.hands, image);
  return {
    pose: listOf(result.poseWorldLandmarks ?? body.poseWorldLandmarks ?? body.worldLandmarks, poseCount),
    image,
    left: hands.left ?? listOf(result.leftHandWorldLandmarks, handCount),
    right: hands.right ?? listOf(result.rightHandWorldLandmarks, handCount),
    shapes: face.faceBlendshapes?.[0]?.categories ?? null,
    head: face.facialTransformationMatrixes?.[0]?.data ?? null,
  };
}

// ---- Giving them to C ----

/** What is not a number is NaN there, and its part not seen. */
function putLandmarks(floats, at, list, count) {
  for (let i = 0; i < count; i++) {
    const { x, y, z, visibility = 1 } = list[i] ?? {};
    floats[at + i * 4] = x;
    floats[at + i * 4 + 1] = y;
    floats[at + i * 4 + 2] = z;
    floats[at + i * 4 + 3] = visibility;
  }
}

/** True when there is one that is known. */
function putShapes(floats, at, categories) {
  let isFound = false;
  floats.fill(0, at, at + 52);
  for (const category of categories) {
    const number = shapeNumbers.get(category?.categoryName);
    if (number === undefined) continue;
    floats[at + number] = category.score;
    isFound = true;
  }
  return isFound;
}

/** Returns the bits of the parts that are there. */
function putPicture(floats, start, result) {
  const found = partsOf(result);
  let has = 0;
  for (const [name, count] of [
    ['pose', poseCount],
    ['image', poseCount],
    ['left', handCount],
    ['right', handCount],
  ])
    if (found[name]) {
      putLandmarks(floats, start + parts[name].at, found[name], count);
      has |= parts[name].bit;
    }
  if (Array.isArray(found.shapes) && putShapes(floats, start + parts.shapes.at, found.shapes)) has |= parts.shapes.bit;
  if (found.head?.length === 16) {
    floats.set(found.head, start + parts.head.at);
    has |= parts.head.bit;
  }
  return has;
}

// ---- Points ----

const numberNames = ['minCutoff', 'beta', 'minVisibility', 'hold', 'easeOut', 'easeIn'];

export class Points extends MemoryOwner {
  #inner; // what freeing needs: the addresses of the solver and of its block
  #hipsHeight;

  static async create(options = {}) {
    checkObject('options', options);
    await loadPoints();
    return new Points(construct, options);
  }

  constructor(key, options) {
    if (key !== construct) throw new TypeError('Points are made by Points.create()');
    super('Points');
    const { mirrors = false, idles = true, hipsHeight = 0 } = options;
    const choices = (checkBoolean('options.mirrors', mirrors) ? 1 : 0) | (checkBoolean('options.idles', idles) ? 2 : 0);
    const numbers = numberNames.map((name) => {
      const value = options[name] ?? -1;
      if (checkNumber(`options.${name}`, value) < 0 && options[name] !== undefined)
        throw new RangeError(`options.${name} must not be below 0, not ${value}`);
      return value;
    });
    this.#hipsHeight = checkNumber('options.hipsHeight', hipsHeight);
    const result = vrm.points_create(choices, ...numbers);
    if (resultCode(result) === 'argument')
      throw new RangeError('Points.create: a number of the options is out of range');
    check('Points.create', result);
    const inner = { points: word(0), block: 0 };
    const free = () => {
      vrm.points_destroy(inner.points);
      if (inner.block !== 0) release(inner.block);
    };
    try {
      inner.block = take(blockLength * 4, 'Points.create');
    } catch (error) {
      free();
      throw error;
    }
    this.#inner = inner;
    this._own(free);
  }

  get #open() {
    this._check();
    return this.#inner;
  }

  solve(result, timestamp, options = {}) {
    const { points, block } = this.#open;
    if (result !== null && typeof result !== 'object')
      throw wrong('result', 'a result of MediaPipe Tasks or null', result);
    if (typeof timestamp !== 'number') throw wrong('timestamp', 'a number', timestamp);
    const { aspect = 0 } = checkObject('options', options);
    checkNumber('options.aspect', aspect);
    const has = result === null ? nothing : putPicture(floatHeap(), block >> 2, result);
    vrm.points_feed(points, block, has, aspect, timestamp / 1000);
    return this.result;
  }

  get result() {
    const { points, block } = this.#open,
      shapesAt = vrm.points_read(points, block, this.#hipsHeight),
      at = (block >> 2) + outPose,
      isTracked = (bone) => ((word(bone >> 5) >>> (bone & 31)) & 1) !== 0;
    return {
      pose: floatHeap().slice(at, at + poseLength),
      bones: boneNames.filter((name, bone) => isTracked(bone)),
      hasFace: word(2) !== 0,
      gaze: [floatWord(3), floatWord(4)],
      expressions: Object.fromEntries(expressionPresets.map((name, preset) => [name, floatWord(5 + preset)])),
      shapes: floatsAt(shapesAt, shapeNumbers.size).slice(),
    };
  }

  apply(avatar) {
    const { points } = this.#open;
    if (!(avatar instanceof Avatar)) throw wrong('avatar', 'an Avatar', avatar);
    vrm.points_apply(points, avatar.sim._address, ...avatar._id);
  }

  reset() {
    vrm.points_reset(this.#open.points);
  }
}
