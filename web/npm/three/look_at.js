// SPDX-License-Identifier: MIT
// The gaze of the avatar: at an object, or along angles.
import { Euler, MathUtils, Object3D, Quaternion, Vector3 } from 'three';
import { checkKind, checkNumber, wrong } from '../engine/errors.js';

const eye = new Vector3(),
  rotation = new Quaternion();
const front = new Vector3(0, 0, 1);
const turns = new Quaternion();
const nowhere = new Object3D();

const checkVector = (name, value) => checkKind(name, value, 'isVector3', 'a Vector3');
const checkQuaternion = (name, value) => checkKind(name, value, 'isQuaternion', 'a Quaternion');

/** Degrees to the left of and below +Z. */
function anglesOf({ x, y, z }) {
  return [MathUtils.RAD2DEG * Math.atan2(x, z), MathUtils.RAD2DEG * -Math.atan2(y, Math.hypot(x, z))];
}

// ---- Appliers ----

/** Maps degrees of the gaze to degrees of an eye, or to the weight of an expression. Compiled into the rig: changes
 * have no effect. */
export class VRMLookAtRangeMap {
  inputMaxValue;
  outputScale;

  constructor(inputMaxValue, outputScale) {
    this.inputMaxValue = inputMaxValue;
    this.outputScale = outputScale;
  }

  map(value) {
    return this.outputScale * MathUtils.clamp(value / this.inputMaxValue, 0, 1);
  }
}

const rangeMaps = {
  rangeMapHorizontalInner: 'horizontalInner',
  rangeMapHorizontalOuter: 'horizontalOuter',
  rangeMapVerticalDown: 'verticalDown',
  rangeMapVerticalUp: 'verticalUp',
};

/** Receives the angles of the gaze; the rig turns eye bones or sets expressions. */
class Applier {
  humanoid;
  #facts;
  #show;
  #angles = null; // [yaw, pitch], degrees

  /** `show()` updates the scene with a gaze that was set between updates. */
  constructor(humanoid, facts, show) {
    if (facts === null || typeof facts !== 'object' || !facts.headRest || typeof show !== 'function')
      throw new TypeError(`a ${new.target.name} is made by the loader: use vrm.lookAt.applier`);
    this.humanoid = humanoid;
    this.#facts = facts;
    this.#show = show;
    for (const [name, key] of Object.entries(rangeMaps)) {
      const { inputMaxValue = 90, outputScale = 10 } = facts.ranges?.[key] ?? {};
      this[name] = new VRMLookAtRangeMap(inputMaxValue, outputScale);
    }
  }

  applyYawPitch(yaw, pitch) {
    this._take(checkNumber('yaw', yaw), checkNumber('pitch', pitch));
    this.#show();
  }

  lookAt(euler) {
    checkKind('euler', euler, 'isEuler', 'an Euler');
    this.applyYawPitch(MathUtils.RAD2DEG * euler.y, MathUtils.RAD2DEG * euler.x);
  }

  get _facts() {
    return this.#facts;
  }

  _take(yaw, pitch) {
    this.#angles = [yaw, pitch];
  }

  /** Writes the gaze of this update, for HostedAvatar. */
  _write(hosted) {
    hosted.gazeMode = this.#angles === null ? 'off' : 'angles';
    if (this.#angles !== null) [hosted.gaze[0], hosted.gaze[1]] = this.#angles;
  }
}

export class VRMLookAtBoneApplier extends Applier {
  static type = 'bone';
}

export class VRMLookAtExpressionApplier extends Applier {
  static type = 'expression';
}

// ---- The gaze ----

/** Initial values of a gaze with an applier of the page. */
function factsOf(humanoid, applier) {
  if (applier instanceof Applier) return applier._facts;
  const head = humanoid.getRawBoneNode('head');
  head?.updateWorldMatrix(true, false);
  return {
    offsetFromHead: [0, 0, 0],
    facing: 1,
    root: null,
    headRest: head ? head.getWorldQuaternion(new Quaternion()) : new Quaternion(),
  };
}

export class VRMLookAt {
  static EULER_ORDER = 'YXZ';
  target = null;
  autoUpdate = true;
  humanoid;
  applier;
  offsetFromHeadBone;
  faceFront;
  // Plain members with the names of three-vrm: subclasses read and write them.
  _yaw = 0;
  _pitch = 0;
  _needsUpdate = false;
  #headRest; // rotation of the head in the model's space at rest
  #root;

  constructor(humanoid, applier) {
    if (typeof humanoid?.getRawBoneNode !== 'function') throw wrong('humanoid', 'a VRMHumanoid', humanoid);
    if (typeof applier?.applyYawPitch !== 'function')
      throw wrong('applier', 'an object with applyYawPitch(), such as vrm.lookAt.applier', applier);
    const { offsetFromHead, headRest, facing, root } = factsOf(humanoid, applier);
    this.humanoid = humanoid;
    this.applier = applier;
    this.#root = root;
    this.#headRest = headRest;
    this.offsetFromHeadBone = new Vector3(...offsetFromHead);
    this.faceFront = new Vector3(0, 0, facing);
  }

  get yaw() {
    return this._yaw;
  }
  set yaw(value) {
    this.#set(checkNumber('yaw', value), this._pitch);
  }
  get pitch() {
    return this._pitch;
  }
  set pitch(value) {
    this.#set(this._yaw, checkNumber('pitch', value));
  }

  #set(yaw, pitch) {
    this._yaw = yaw;
    this._pitch = pitch;
    this._needsUpdate = true;
  }

  get euler() {
    return this.getEuler(new Euler());
  }

  getEuler(target) {
    checkKind('target', target, 'isEuler', 'an Euler');
    return target.set(MathUtils.DEG2RAD * this._pitch, MathUtils.DEG2RAD * this._yaw, 0, VRMLookAt.EULER_ORDER);
  }

  reset() {
    this.#set(0, 0);
  }

  /** Copies target, offset and applier of another gaze of the same bones. */
  copy(source) {
    if (!(source instanceof VRMLookAt)) throw wrong('source', 'a VRMLookAt', source);
    if (source.humanoid !== this.humanoid) throw new Error('VRMLookAt.copy: source belongs to another avatar');
    this.applier = source.applier;
    this.offsetFromHeadBone.copy(source.offsetFromHeadBone);
    this.faceFront.copy(source.faceFront);
    return this._copy(source);
  }

  clone() {
    return new VRMLookAt(this.humanoid, this.applier).copy(this);
  }

  #head() {
    const head = this.humanoid.getRawBoneNode('head') ?? this.#root;
    head?.updateWorldMatrix(true, false);
    return head ?? nowhere;
  }

  getLookAtWorldPosition(target) {
    return checkVector('target', target).copy(this.offsetFromHeadBone).applyMatrix4(this.#head().matrixWorld);
  }

  getLookAtWorldQuaternion(target) {
    this.#head().matrixWorld.decompose(eye, checkQuaternion('target', target), new Vector3());
    return target;
  }

  /** The rotation from the axes of the head to those of the face: +Z is ahead at rest. */
  getFaceFrontQuaternion(target) {
    checkQuaternion('target', target).copy(this.#headRest).invert();
    if (this.faceFront.z < 0) target.multiply(turns.set(0, 1, 0, 0));
    return target;
  }

  getLookAtWorldDirection(target) {
    checkVector('target', target);
    const world = this.getLookAtWorldQuaternion(rotation).multiply(this.getFaceFrontQuaternion(new Quaternion()));
    return target.copy(front).applyEuler(this.getEuler(new Euler())).applyQuaternion(world);
  }

  lookAt(position) {
    checkVector('position', position);
    for (const axis of ['x', 'y', 'z']) checkNumber(`position.${axis}`, position[axis]);
    const world = this.getLookAtWorldQuaternion(rotation).multiply(this.getFaceFrontQuaternion(new Quaternion()));
    this.#set(
      ...anglesOf(eye.copy(position).sub(this.getLookAtWorldPosition(new Vector3())).applyQuaternion(world.invert())),
    );
  }

  /** Looks at the target with the present rotation of the head. VRM.update() looks with the head of its own frame
   * instead; it calls update() only of subclasses that override it. */
  update() {
    if (this.target && this.autoUpdate) this.lookAt(this.#targetPosition(new Vector3()));
    if (!this._needsUpdate) return;
    this._needsUpdate = false;
    this.applier.applyYawPitch(this._yaw, this._pitch);
  }

  #targetPosition(out) {
    checkKind('lookAt.target', this.target, 'isObject3D', 'an Object3D').getWorldPosition(out);
    for (const axis of ['x', 'y', 'z']) checkNumber(`lookAt.target.position.${axis}`, out[axis]);
    return out;
  }

  /** Whether the library may compute the gaze: the page overrides neither update() nor the applier. */
  _isPlain(applier) {
    return this.update === VRMLookAt.prototype.update && this.applier === applier;
  }

  /** Writes the gaze of this update, for HostedAvatar. */
  _writeGaze(hosted) {
    if (this.target && this.autoUpdate) {
      hosted.gazeMode = 'point';
      this.#targetPosition(eye).toArray(hosted.gaze);
      return;
    }
    if (this._needsUpdate) this.applier._take(this._yaw, this._pitch);
    this._needsUpdate = false;
    this.applier._write(hosted);
  }

  /** Reads the angles of a gaze at a point after the step; angles that were set stay unchanged. */
  _readGaze(hosted) {
    if (hosted.gazeMode !== 'point') return;
    [this._yaw, this._pitch] = hosted.avatar.gaze;
    this.applier._take(this._yaw, this._pitch);
  }

  _copy(source) {
    this.autoUpdate = source.autoUpdate;
    this.target = source.target;
    return this;
  }
}

/** Lets AnimationMixer animate the gaze: its quaternion is the direction, in the axes of the face. */
export class VRMLookAtQuaternionProxy extends Object3D {
  vrmLookAt;

  constructor(lookAt) {
    super();
    this.vrmLookAt = lookAt ?? null; // copies by Object3D.clone() have no effect
    this.type = 'VRMLookAtQuaternionProxy';
    const { rotation: angles, quaternion } = this;
    angles._onChange(() => {
      quaternion.setFromEuler(angles, false);
      this.#apply();
    });
    quaternion._onChange(() => {
      angles.setFromQuaternion(quaternion, undefined, false);
      this.#apply();
    });
  }

  #apply() {
    if (this.vrmLookAt === null) return;
    const [yaw, pitch] = anglesOf(eye.copy(front).applyQuaternion(this.quaternion));
    this.vrmLookAt.yaw = yaw;
    this.vrmLookAt.pitch = pitch;
  }
}
