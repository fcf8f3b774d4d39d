// SPDX-License-Identifier: MIT
// Springs and node constraints: what the rig has of them, and the settings that can be changed.
import { Vector3 } from 'three';
import { checkKind } from '../engine/errors.js';

export class VRMSpringBoneJoint {
  bone;
  child;
  center;
  settings;
  initialLocalChildPosition;
  #sent;

  constructor(joint, nodes) {
    this.bone = nodes[joint.node] ?? null;
    this.child = nodes[joint.tail] ?? null;
    this.center = nodes[joint.center] ?? null;
    this.initialLocalChildPosition = new Vector3(...joint.tailLocal);
    const { stiffness, gravityPower, dragForce, hitRadius } = joint;
    this.settings = { stiffness, gravityPower, gravityDir: new Vector3(...joint.gravityDir), dragForce, hitRadius };
    this.#sent = this.#numbers();
  }

  #numbers() {
    const { stiffness, gravityPower, gravityDir, dragForce, hitRadius } = this.settings;
    checkKind('settings.gravityDir', gravityDir, 'isVector3', 'a Vector3');
    return [stiffness, gravityPower, gravityDir.x, gravityDir.y, gravityDir.z, dragForce, hitRadius];
  }

  /** Gives the avatar what was changed; `isForced`: also what was changed before. */
  _send(avatar, index, isForced) {
    const now = this.#numbers();
    if (now.every((value, i) => value === this.#sent[i]) && !isForced) return;
    const { stiffness, gravityPower, gravityDir, dragForce, hitRadius } = this.settings;
    avatar.setJointSettings(index, { stiffness, gravityPower, gravityDir: gravityDir.toArray(), dragForce, hitRadius });
    this.#sent = now;
  }

  _copy(source) {
    const { gravityDir, ...rest } = source.settings;
    Object.assign(this.settings, rest);
    this.settings.gravityDir.copy(gravityDir);
  }
}

export class VRMSpringBoneManager {
  #puppet;
  #nodes;
  #joints = null; // made when they are first asked for
  #sentTo = null;

  constructor(puppet, nodes) {
    this.#puppet = puppet;
    this.#nodes = nodes;
  }

  get joints() {
    this.#joints ??= this.#puppet.rig.springJoints.map((joint) => new VRMSpringBoneJoint(joint, this.#nodes));
    return new Set(this.#joints);
  }

  get springBones() { return this.joints; }

  reset() {
    this.#puppet.living.resetSprings();
  }

  /** The rest state is the file's; springs begin there again. */
  setInitState() {
    this.reset();
  }

  /** Settings that were changed, before a step. */
  _send() {
    if (this.#joints === null) return;
    const { avatar } = this.#puppet, isForced = this.#sentTo !== null && this.#sentTo !== avatar;
    for (let i = 0; i < this.#joints.length; i++) this.#joints[i]._send(avatar, i, isForced);
    this.#sentTo = avatar;
  }

  _copy(source) {
    if (source.#joints === null) return;
    const from = source.#joints;
    [...this.joints].forEach((joint, i) => joint._copy(from[i]));
  }

  /** VRM.update() does it all. */
  update() {}
}

export class VRMNodeConstraintManager {
  #facts;
  #nodes;
  #constraints = null; // made when they are first asked for

  constructor(rig, nodes) {
    this.#facts = rig.constraints;
    this.#nodes = nodes;
  }

  get constraints() {
    this.#constraints ??= new Set(this.#facts.map(({ node, source, type, weight }) =>
      Object.freeze({ destination: this.#nodes[node] ?? null, source: this.#nodes[source] ?? null, type, weight })));
    return this.#constraints;
  }

  /** The rest state is the file's. */
  setInitState() {}
  /** VRM.update() does it all. */
  update() {}
}
