// SPDX-License-Identifier: MIT
import {
  checkBoolean,
  checkChoices,
  checkIndex,
  checkNumber,
  checkNumbers,
  checkObject,
  checkText,
  describe,
  wrong,
} from './errors.js';
import { Handle } from './handle.js';
import { Model } from './model.js';
import {
  check,
  constants,
  floatHeap,
  floatWord,
  onStart,
  readJson,
  release,
  requireStarted,
  take,
  vrm,
  withFloats,
  withReport,
  withText,
  word,
} from './module.js';
import { MemoryOwner } from './owner.js';

export const boneNames = [];
export const expressionPresets = [];
export const motionParts = [];
const boneIndices = new Map();

onStart(() => {
  if (constants.bones.length * 4 + 3 !== poseLength) throw new Error('libvrm.wasm is of another version');
  boneNames.push(...constants.bones);
  expressionPresets.push(...constants.presets);
  motionParts.push(...constants.motionParts);
  constants.bones.forEach((name, index) => boneIndices.set(name, index));
});

/** 55 rotations and the offset of the hips. */
export const poseLength = 55 * 4 + 3;

export function checkBone(name, value) {
  const index = boneIndices.get(value);
  if (index === undefined)
    throw new TypeError(
      `${name} must be the name of a bone, not ${typeof value === 'string' ? JSON.stringify(value) : describe(value)}`,
    );
  return index;
}

/** A list of bones as two words with a bit for each: bones 0 to 31, and the others. */
export function checkBones(name, bones) {
  if (!Array.isArray(bones)) throw wrong(name, 'an array of names', bones);
  const bits = [0, 0];
  bones.forEach((value, i) => {
    const bone = checkBone(`${name}[${i}]`, value);
    bits[bone >> 5] |= 1 << (bone & 31);
  });
  return bits;
}

/** A part of the body and face as words: bones 0 to 31, the others, and 1 for the position of the hips, 2 for
 * expressions, 4 for the gaze. `part` is a name, several joined by "+", or an object. */
export function checkPart(name, part) {
  if (typeof part === 'string')
    return withText(part, name, (address) => {
      if (!vrm.motion_part(address))
        throw new TypeError(
          `${name} must be one of ${motionParts.join(', ')}, or several joined by +, not ${JSON.stringify(part)}`,
        );
      return [word(0), word(1), word(2)];
    });
  if (part === null || typeof part !== 'object')
    throw new TypeError(`${name} must be a name or an object, not ${describe(part)}`);
  return [
    ...checkBones(`${name}.bones`, part.bones ?? []),
    checkChoices(part, name, 0, 'position', 'expressions', 'gaze'),
  ];
}

export function boneParent(bone) {
  requireStarted('boneParent');
  const parent = constants.boneParents[checkBone('bone', bone)];
  return parent < 0 ? null : boneNames[parent];
}

export function isBoneRequired(bone) {
  requireStarted('isBoneRequired');
  return constants.boneRequired[checkBone('bone', bone)];
}

// ---- Poses ----

/** Copies the pose that C has written. */
export function readPose() {
  const at = vrm.pose() >> 2;
  return floatHeap().slice(at, at + poseLength);
}

function makePose(kind, seconds) {
  requireStarted('pose');
  vrm.pose_make(kind, seconds);
  return readPose();
}

export const restPose = () => makePose(0, 0);
export const aPose = () => makePose(1, 0);
export const idlePose = (seconds) => makePose(2, checkNumber('seconds', seconds));

// ---- Rig ----

export class Rig extends MemoryOwner {
  #handle;
  #facts;
  report;

  constructor(model, options = {}) {
    super('Rig');
    if (!(model instanceof Model)) throw wrong('model', 'a Model', model);
    checkObject('options', options);
    const { overrideDampsEyeBones = false } = options;
    checkBoolean('options.overrideDampsEyeBones', overrideDampsEyeBones);
    const { value, report } = withReport((address) => ({
      result: vrm.rig_build(model._address, overrideDampsEyeBones ? 1 : 0, address),
      rig: word(0),
    }));
    check('new Rig', value.result, report);
    const handle = new Handle(value.rig, (rig) => vrm.rig_destroy(rig));
    this.#handle = handle;
    this.report = report;
    try {
      this.#facts = readJson('new Rig', vrm.rig_facts(value.rig));
    } catch (error) {
      handle.release();
      throw error;
    }
    this.#facts.expressionIndices = new Map(this.#facts.expressions.map(({ name }, index) => [name, index]));
    this._own(() => handle.release());
  }

  get _handle() {
    this._check();
    return this.#handle;
  }

  get _address() {
    return this._handle.address;
  }

  /** Facts that avatars need, even after the rig was disposed. */
  get _facts() {
    return this.#facts;
  }

  get #read() {
    this._check();
    return this.#facts;
  }

  get dialect() {
    return this.#read.dialect;
  }
  get facing() {
    return this.#read.facing;
  }
  get nodeCount() {
    return this.#read.nodeCount;
  }
  get parents() {
    return this.#read.parents;
  }
  get bones() {
    return this.#read.bones;
  }
  get expressions() {
    return this.#read.expressions;
  }
  get materialValues() {
    return this.#read.materialValues;
  }
  get meshNodes() {
    return this.#read.meshNodes;
  }
  get skins() {
    return this.#read.skins;
  }
  get morphCount() {
    return this.#read.morphCount;
  }
  get paletteCount() {
    return this.#read.paletteCount;
  }
  get constraints() {
    return this.#read.constraints;
  }
  get springCount() {
    return this.#read.springCount;
  }
  get springJoints() {
    return this.#read.springJoints;
  }
  get lookAt() {
    return this.#read.lookAt;
  }
  get hipsHeight() {
    return this.#read.hipsHeight;
  }

  expressionIndex(name) {
    this._check();
    return this.#facts.expressionIndices.get(checkText('name', name)) ?? -1;
  }

  rest() {
    return this.#rest(0);
  }

  restModel() {
    return this.#rest(1);
  }

  #rest(inModelSpace) {
    const count = this.nodeCount * 10;
    const address = take(count * 4, 'Rig.rest');
    vrm.rig_rest(this._address, inModelSpace, address);
    const copy = floatHeap().slice(address >> 2, (address >> 2) + count);
    release(address);
    return copy;
  }

  inverseBinds(skin) {
    checkIndex('skin', skin, this.skins.length);
    const at = (vrm.rig_inverse_binds(this._address, skin) >>> 0) >> 2;
    return floatHeap().slice(at, at + this.skins[skin].joints.length * 12);
  }

  tPose() {
    vrm.rig_t_pose(this._address);
    return readPose();
  }

  readPose(locals) {
    checkNumbers('locals', locals, this.nodeCount * 10);
    withFloats(locals, 'Rig.readPose', (address) => vrm.rig_read_pose(this._address, address));
    return readPose();
  }

  /** Changes a collider for all avatars of this rig: number of the shape; offset, tail, normal and radius as ten
   * numbers. */
  _setCollider(collider, shape, numbers) {
    let isTaken;
    withFloats(numbers, 'Rig.setCollider', (address) => {
      isTaken = vrm.rig_set_collider(this._address, collider, shape, address) !== 0;
    });
    return isTaken;
  }

  /** Changes category and overrides of an expression, as numbers, for all avatars of this rig. */
  _setExpression(expression, { category, isBinary, mouth, blink, lookAt }) {
    vrm.rig_set_expression(this._address, expression, category, isBinary ? 1 : 0, mouth, blink, lookAt);
  }

  boneLocal(bone, normalized) {
    const [x, y, z, w] = Array.from(checkNumbers('normalized', normalized, 4));
    vrm.rig_bone_local(this._address, checkBone('bone', bone), x, y, z, w);
    return [floatWord(0), floatWord(1), floatWord(2), floatWord(3)];
  }

  boneNormalized(bone, local) {
    const [x, y, z, w] = Array.from(checkNumbers('local', local, 4));
    vrm.rig_bone_normalized(this._address, checkBone('bone', bone), x, y, z, w);
    return [floatWord(0), floatWord(1), floatWord(2), floatWord(3)];
  }
}
