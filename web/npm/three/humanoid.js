// SPDX-License-Identifier: MIT
// Raw bones are the nodes of the file. Normalized bones have no rotation in the T-pose; poses and animations
// apply to them.
import { Object3D, Quaternion, Vector3 } from 'three';
import { checkNumbers, checkObject } from '../engine/errors.js';
import { boneNames, boneParent, poseLength } from '../engine/rig.js';
import { hang, lightClassOf, NodeStore } from './light.js';

const hipsAt = poseLength - 3;
const vector = new Vector3(),
  position = new Vector3(),
  rotation = new Quaternion();

/** Bones as nodes, and poses relative to the initial transforms. */
class Bones {
  restPose;
  #names;
  #nodeOf;
  #all = null; // created on first use

  constructor(names, nodeOf, restPose) {
    this.#names = names;
    this.#nodeOf = nodeOf;
    this.restPose = restPose;
  }

  get humanBones() {
    this.#all ??= Object.fromEntries(this.#names.map((bone) => [bone, { node: this.#nodeOf(bone) }]));
    return this.#all;
  }

  getAbsolutePose() {
    return Object.fromEntries(
      this.#names.map((bone) => {
        const node = this.#nodeOf(bone);
        return [bone, { position: node.position.toArray(), rotation: node.quaternion.toArray() }];
      }),
    );
  }

  getPose() {
    return Object.fromEntries(
      this.#names.map((bone) => {
        const rest = this.restPose[bone],
          node = this.#nodeOf(bone);
        rotation.fromArray(rest.rotation).invert().premultiply(node.quaternion);
        return [
          bone,
          {
            position: vector.fromArray(rest.position).negate().add(node.position).toArray(),
            rotation: rotation.toArray(),
          },
        ];
      }),
    );
  }

  setPose(pose) {
    const states = Object.entries(checkObject('pose', pose)).filter(([bone]) => this.getNode(bone) !== null);
    for (const [bone, state] of states) {
      if (state?.position) checkNumbers(`pose.${bone}.position`, state.position, 3);
      if (state?.rotation) checkNumbers(`pose.${bone}.rotation`, state.rotation, 4);
    }
    for (const [bone, state] of states) {
      const node = this.#nodeOf(bone),
        rest = this.restPose[bone];
      if (state?.position) node.position.fromArray(state.position).add(vector.fromArray(rest.position));
      if (state?.rotation) node.quaternion.fromArray(state.rotation).multiply(rotation.fromArray(rest.rotation));
    }
  }

  get(name) {
    return this.getNode(name) === null ? undefined : this.humanBones[name];
  }

  getNode(name) {
    return (typeof name === 'string' ? this.#nodeOf(name) : undefined) ?? null;
  }

  resetPose() {
    for (const [bone, { position, rotation: turn }] of Object.entries(this.restPose)) {
      const node = this.#nodeOf(bone);
      node.position.fromArray(position);
      node.quaternion.fromArray(turn);
    }
  }
}

const LightObject = lightClassOf(Object3D);

/** Normalized bones: unrotated nodes at the rest positions of the bones, each below the nearest ancestor bone that
 * exists. A node's index in the store is the number of its bone; the root comes last. */
class NormalizedBones {
  root;
  nodes = []; // by number of the bone
  names = [];
  restPose;
  #store = new NodeStore(boneNames.length + 1);
  #live = [];
  #revision = 0;

  constructor(rig, nodes, source) {
    this.root = new LightObject(this.#store, boneNames.length, 'VRMHumanoidRig');
    const rest = rig.restModel();
    boneNames.forEach((bone, number) => {
      const node = rig.bones[bone];
      if (node === undefined || !nodes[node]) return;
      const normalized = new LightObject(this.#store, number, `Normalized_${nodes[node].name}`);
      vector.fromArray(rest, node * 10);
      let parent = boneParent(bone);
      while (parent !== null && !this.nodes[boneNames.indexOf(parent)]) parent = boneParent(parent);
      if (parent !== null) vector.sub(position.fromArray(rest, rig.bones[parent] * 10));
      vector.toArray(this.#store.locals, number * 10);
      hang(parent === null ? this.root : this.nodes[boneNames.indexOf(parent)], normalized);
      this.nodes[number] = normalized;
      this.names.push(bone);
    });
    this.restPose =
      source?.restPose ??
      Object.fromEntries(
        this.names.map((bone) => [
          bone,
          {
            position: Array.from(
              this.#store.locals.subarray(boneNames.indexOf(bone) * 10, boneNames.indexOf(bone) * 10 + 3),
            ),
            rotation: [0, 0, 0, 1],
          },
        ]),
      );
    if (source) this.#copy(source);
  }

  /** Copies the transforms of another avatar. */
  #copy(source) {
    const { locals } = this.#store;
    locals.set(source.#store.locals);
    for (const number of source.#living) {
      const { position: p, quaternion, scale } = source.nodes[number];
      p.toArray(locals, number * 10);
      quaternion.toArray(locals, number * 10 + 3);
      scale.toArray(locals, number * 10 + 7);
    }
  }

  /** Numbers of the bones that the page has accessed: only these can have moved. */
  get #living() {
    const { revision, isLive } = this.#store;
    if (this.#revision !== revision)
      this.#live = boneNames.map((_, number) => number).filter((number) => this.nodes[number] && isLive[number] === 1);
    this.#revision = revision;
    return this.#live;
  }

  /** Writes the complete initial pose, for HostedAvatar. */
  writeAll(pose) {
    const { locals } = this.#store;
    this.nodes.forEach((_, number) => pose.set(locals.subarray(number * 10 + 3, number * 10 + 7), number * 4));
    if (this.nodes[0]) this.#writeHips(pose, vector.fromArray(locals));
  }

  /** Writes the bones that may have changed since. */
  write(pose) {
    const { nodes } = this;
    for (const number of this.#living) {
      const q = nodes[number].quaternion,
        at = number * 4;
      pose[at] = q.x;
      pose[at + 1] = q.y;
      pose[at + 2] = q.z;
      pose[at + 3] = q.w;
      if (number === 0) this.#writeHips(pose, nodes[0].position);
    }
  }

  #writeHips(pose, { x, y, z }) {
    const rest = this.restPose.hips.position;
    pose[hipsAt] = x - rest[0];
    pose[hipsAt + 1] = y - rest[1];
    pose[hipsAt + 2] = z - rest[2];
  }
}

export class VRMHumanoid {
  autoUpdateHumanBones;
  normalizedHumanBonesRoot;
  _show = null; // updates the scene with the present pose
  #raw;
  #normalized;
  #normalizedNodes;

  /** A clone has the rest poses of its source, whose present pose may differ. */
  constructor(rig, nodes, family, source, restOf) {
    this.autoUpdateHumanBones = (source ?? family).autoUpdateHumanBones;
    const { bones } = rig,
      normalized = new NormalizedBones(rig, nodes, source && source.#normalizedNodes);
    this.#normalizedNodes = normalized;
    const rawOf = (bone) => (Object.hasOwn(bones, bone) ? nodes[bones[bone]] : undefined);
    const names = Object.keys(bones).filter(rawOf);
    this.#raw = new Bones(
      names,
      rawOf,
      source?.rawRestPose ??
        Object.fromEntries(
          names.map((bone) => {
            const [x, y, z, qx, qy, qz, qw] = restOf(bones[bone]);
            return [bone, { position: [x, y, z], rotation: [qx, qy, qz, qw] }];
          }),
        ),
    );
    this.#normalized = new Bones(
      normalized.names,
      (bone) => normalized.nodes[boneNames.indexOf(bone)],
      normalized.restPose,
    );
    this.normalizedHumanBonesRoot = normalized.root;
  }

  /** Writes the normalized bones as a pose for HostedAvatar: _startPose() all of them, _writePose() those that may have
   * moved. */
  _startPose(pose) {
    this.#normalizedNodes.writeAll(pose);
  }
  _writePose(pose) {
    this.#normalizedNodes.write(pose);
  }

  get humanBones() {
    return this.#raw.humanBones;
  }
  get rawHumanBones() {
    return this.#raw.humanBones;
  }
  get normalizedHumanBones() {
    return this.#normalized.humanBones;
  }
  get restPose() {
    return this.#raw.restPose;
  }
  get rawRestPose() {
    return this.#raw.restPose;
  }
  get normalizedRestPose() {
    return this.#normalized.restPose;
  }

  getAbsolutePose() {
    return this.#raw.getAbsolutePose();
  }
  getRawAbsolutePose() {
    return this.#raw.getAbsolutePose();
  }
  getNormalizedAbsolutePose() {
    return this.#normalized.getAbsolutePose();
  }
  getPose() {
    return this.#raw.getPose();
  }
  getRawPose() {
    return this.#raw.getPose();
  }
  getNormalizedPose() {
    return this.#normalized.getPose();
  }
  setPose(pose) {
    this.#raw.setPose(pose);
  }
  setRawPose(pose) {
    this.#raw.setPose(pose);
  }
  setNormalizedPose(pose) {
    this.#normalized.setPose(pose);
  }
  resetPose() {
    this.#raw.resetPose();
  }
  resetRawPose() {
    this.#raw.resetPose();
  }
  resetNormalizedPose() {
    this.#normalized.resetPose();
  }
  getBone(name) {
    return this.#raw.get(name);
  }
  getRawBone(name) {
    return this.#raw.get(name);
  }
  getNormalizedBone(name) {
    return this.#normalized.get(name);
  }
  getBoneNode(name) {
    return this.#raw.getNode(name);
  }
  getRawBoneNode(name) {
    return this.#raw.getNode(name);
  }
  getNormalizedBoneNode(name) {
    return this.#normalized.getNode(name);
  }

  /** Shows the present pose. VRM.update() does this too. */
  update() {
    this._show?.();
  }
}
