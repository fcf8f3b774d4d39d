// SPDX-License-Identifier: MIT
// Springs and node constraints of the rig, and the settings that can be changed.
import { Vector3 } from 'three';
import { checkKind } from '../engine/errors.js';
import { makeCollider, shapeOf } from './colliders.js';

export class VRMSpringBoneJoint {
  bone;
  child;
  center;
  settings;
  initialLocalChildPosition;
  #sent;
  #groups;
  #groupsOf;

  /** `groupsOf()` returns the collider groups of its spring. */
  constructor(joint, nodes, groupsOf) {
    if (!Array.isArray(nodes) || typeof groupsOf !== 'function')
      throw new TypeError('a VRMSpringBoneJoint is made by the loader: springs cannot be added at run time');
    this.bone = nodes[joint.node] ?? null;
    this.child = nodes[joint.tail] ?? null;
    this.center = nodes[joint.center] ?? null;
    this.initialLocalChildPosition = new Vector3(...joint.tailLocal);
    this.#groupsOf = groupsOf;
    const { stiffness, gravityPower, dragForce, hitRadius } = joint;
    this.settings = { stiffness, gravityPower, gravityDir: new Vector3(...joint.gravityDir), dragForce, hitRadius };
    this.#sent = this.#numbers();
  }

  /** Frozen, so that push() throws: groups cannot be added at run time. */
  get colliderGroups() {
    return (this.#groups ??= Object.freeze(this.#groupsOf()));
  }
  set colliderGroups(groups) {
    this.#groups = groups;
  }

  #numbers() {
    const { stiffness, gravityPower, gravityDir, dragForce, hitRadius } = this.settings;
    checkKind('settings.gravityDir', gravityDir, 'isVector3', 'a Vector3');
    return [stiffness, gravityPower, gravityDir.x, gravityDir.y, gravityDir.z, dragForce, hitRadius];
  }

  /** Sends changed settings to the avatar; `isForced`: all settings that were ever changed. */
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

const textOf = ({ kind, numbers }) => `${kind},${numbers}`;

export class VRMSpringBoneManager {
  #hosted;
  #nodes;
  #facts; // { colliders, groups, springs } of the file
  #advance;
  #joints = null; // created on first use, like colliders and groups
  #colliders = null;
  #sentShapes = []; // by collider, as text
  #groups = null;
  #sentTo = null;

  /** `advance(seconds)` advances the avatar. */
  constructor(hosted, nodes, facts, advance) {
    if (typeof advance !== 'function')
      throw new TypeError('a VRMSpringBoneManager is made by the loader: use vrm.springBoneManager');
    this.#hosted = hosted;
    this.#nodes = nodes;
    this.#facts = facts;
    this.#advance = advance;
  }

  get joints() {
    // The rig has gravity for an avatar that faces +Z; here avatars of 0.x face -Z.
    const { springJoints, facing } = this.#hosted.rig;
    const faced = ({ gravityDir: [x, y, z], ...joint }) => ({ ...joint, gravityDir: [x * facing, y, z * facing] });
    this.#joints ??= springJoints.map(
      (joint) => new VRMSpringBoneJoint(faced(joint), this.#nodes, () => this.#groupsOf(joint.spring)),
    );
    return new Set(this.#joints);
  }

  get springBones() {
    return this.joints;
  }

  get colliders() {
    if (this.#colliders === null) {
      this.#colliders = this.#facts.colliders.map((collider) =>
        makeCollider(collider, this.#nodes[collider.node] ?? null),
      );
      this.#sentShapes = this.#colliders.map((collider) => textOf(shapeOf(collider)));
    }
    return [...this.#colliders];
  }

  /** Sends changed shapes to the rig, and so to all clones. */
  #sendShapes() {
    this.#colliders.forEach((collider, index) => {
      const { kind, numbers } = shapeOf(collider),
        text = textOf({ kind, numbers });
      if (this.#sentShapes[index] === text) return;
      if (this.#facts.colliders[index].node >= 0 && !this.#hosted.rig._setCollider(index, kind, numbers))
        throw new RangeError(`colliders[${index}]: a collider keeps its kind`);
      this.#sentShapes[index] = text;
      const [ox, oy, oz, tx, ty, tz, nx, ny, nz, radius] = numbers; // for clones that read them later
      Object.assign(this.#facts.colliders[index], {
        offset: [ox, oy, oz],
        tail: [tx, ty, tz],
        normal: [nx, ny, nz],
        radius,
      });
    });
  }

  get #allGroups() {
    const { colliders } = this;
    return (this.#groups ??= this.#facts.groups.map(({ name, colliders: list }) => ({
      name,
      colliders: list.map((index) => colliders[index]),
    })));
  }

  get colliderGroups() {
    return [...this.#allGroups];
  }

  #groupsOf(spring) {
    const groups = this.#allGroups;
    return (this.#facts.springs[spring]?.groups ?? []).map((index) => groups[index]);
  }

  reset() {
    this.#hosted.living.resetSprings();
  }

  /** Resets springs to the rest state of the file. */
  setInitState() {
    this.reset();
  }

  /** Sends changed settings before a step. */
  _send() {
    if (this.#colliders !== null) this.#sendShapes();
    if (this.#joints === null) return;
    const { avatar } = this.#hosted,
      isForced = this.#sentTo !== null && this.#sentTo !== avatar;
    for (let i = 0; i < this.#joints.length; i++) this.#joints[i]._send(avatar, i, isForced);
    this.#sentTo = avatar;
  }

  _copy(source) {
    if (source.#joints === null) return;
    const from = source.#joints;
    [...this.joints].forEach((joint, i) => joint._copy(from[i]));
  }

  /** Advances springs alone by `delta` seconds. VRM.update() does this too. */
  update(delta) {
    this.#advance(delta);
  }
}

export class VRMNodeConstraintManager {
  #facts;
  #nodes;
  #show;
  #constraints = null; // created on first use

  constructor(rig, nodes, show) {
    if (typeof show !== 'function')
      throw new TypeError('a VRMNodeConstraintManager is made by the loader: use vrm.nodeConstraintManager');
    this.#facts = rig.constraints;
    this.#nodes = nodes;
    this.#show = show;
  }

  get constraints() {
    this.#constraints ??= new Set(
      this.#facts.map(({ node, source, type, weight }) =>
        Object.freeze({ destination: this.#nodes[node] ?? null, source: this.#nodes[source] ?? null, type, weight }),
      ),
    );
    return this.#constraints;
  }

  /** No-op: the rest state is that of the file. */
  setInitState() {}

  /** Applies constraints with their present sources. VRM.update() does this too. */
  update() {
    this.#show();
  }
}
