// SPDX-License-Identifier: MIT
// Where the avatar looks: at an object, or along angles.
import { Euler, MathUtils, Object3D, Quaternion, Vector3 } from 'three';
import { checkKind, checkNumber } from '../engine/errors.js';

const eye = new Vector3(), rotation = new Quaternion();
const front = new Vector3(0, 0, 1);
const turns = new Quaternion();

const checkVector = (name, value) => checkKind(name, value, 'isVector3', 'a Vector3');
const checkQuaternion = (name, value) => checkKind(name, value, 'isQuaternion', 'a Quaternion');

/** Degrees to the left and down of +Z. */
function anglesOf({ x, y, z }) {
  return [MathUtils.RAD2DEG * Math.atan2(x, z), MathUtils.RAD2DEG * -Math.atan2(y, Math.hypot(x, z))];
}

export class VRMLookAt {
  static EULER_ORDER = 'YXZ';
  target = null;
  autoUpdate = true;
  humanoid;
  offsetFromHeadBone;
  faceFront;
  #yaw = 0;
  #pitch = 0;
  #isSet = false; // angles were given
  #headRest; // rotation of the head in the model's space at rest
  #root;

  constructor(humanoid, root, { offsetFromHead, headRest, facing }) {
    this.humanoid = humanoid;
    this.#root = root;
    this.#headRest = headRest;
    this.offsetFromHeadBone = new Vector3(...offsetFromHead);
    this.faceFront = new Vector3(0, 0, facing);
  }

  get yaw() { return this.#yaw; }
  set yaw(value) { this.#set(checkNumber('yaw', value), this.#pitch); }
  get pitch() { return this.#pitch; }
  set pitch(value) { this.#set(this.#yaw, checkNumber('pitch', value)); }

  #set(yaw, pitch) {
    this.#yaw = yaw;
    this.#pitch = pitch;
    this.#isSet = true;
  }

  get euler() { return this.getEuler(new Euler()); }

  getEuler(target) {
    checkKind('target', target, 'isEuler', 'an Euler');
    return target.set(MathUtils.DEG2RAD * this.#pitch, MathUtils.DEG2RAD * this.#yaw, 0, VRMLookAt.EULER_ORDER);
  }

  reset() {
    this.#set(0, 0);
  }

  #head() {
    const head = this.humanoid.getRawBoneNode('head') ?? this.#root;
    head.updateWorldMatrix(true, false);
    return head;
  }

  getLookAtWorldPosition(target) {
    return checkVector('target', target).copy(this.offsetFromHeadBone).applyMatrix4(this.#head().matrixWorld);
  }

  getLookAtWorldQuaternion(target) {
    this.#head().matrixWorld.decompose(eye, checkQuaternion('target', target), new Vector3());
    return target;
  }

  /** From the head's axes to those of the face: +Z where it looks at rest. */
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
    this.#set(...anglesOf(eye.copy(position).sub(this.getLookAtWorldPosition(new Vector3())).applyQuaternion(world.invert())));
  }

  /** What engine/puppet.js is to follow in this update. */
  _writeGaze(puppet) {
    if (this.target && this.autoUpdate) {
      checkKind('lookAt.target', this.target, 'isObject3D', 'an Object3D').getWorldPosition(eye);
      for (const axis of ['x', 'y', 'z']) checkNumber(`lookAt.target.position.${axis}`, eye[axis]);
      puppet.gazeMode = 'point';
      eye.toArray(puppet.gaze);
    } else if (this.#isSet) {
      puppet.gazeMode = 'angles';
      puppet.gaze[0] = this.#yaw;
      puppet.gaze[1] = this.#pitch;
    } else {
      puppet.gazeMode = 'off';
    }
  }

  /** Where it looked in the step: angles that were given stay as they were given. */
  _readGaze(puppet) {
    if (puppet.gazeMode !== 'point') return;
    [this.#yaw, this.#pitch] = puppet.avatar.gaze;
    this.#isSet = true;
  }

  _copy(source) {
    this.autoUpdate = source.autoUpdate;
    this.target = source.target;
    return this;
  }

  /** VRM.update() does it all. */
  update() {}
}

/** Lets AnimationMixer turn the gaze: its quaternion is where to look, in the axes of the face. */
export class VRMLookAtQuaternionProxy extends Object3D {
  vrmLookAt;

  constructor(lookAt) {
    super();
    this.vrmLookAt = lookAt ?? null; // a copy that Object3D.clone() makes moves nothing
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
