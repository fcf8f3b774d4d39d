// SPDX-License-Identifier: MIT
// The bones: raw ones, which are the file's nodes, and normalized ones, which stand unrotated in the
// T-pose and are what poses and animations are written for.
import { Object3D, Quaternion, Vector3 } from 'three';
import { checkNumbers, checkObject } from '../engine/errors.js';
import { boneNames, boneParent, poseLength } from '../engine/rig.js';
import { undrawn } from './port.js';

const hipsAt = poseLength - 3;
const vector = new Vector3(), rotation = new Quaternion();

/** Bones as nodes, and poses relative to how they stood at first. */
class Bones {
  humanBones;
  restPose;

  constructor(humanBones, restPose) {
    this.humanBones = humanBones;
    this.restPose = restPose ?? this.getAbsolutePose();
  }

  getAbsolutePose() {
    return Object.fromEntries(Object.entries(this.humanBones).map(([bone, { node }]) =>
      [bone, { position: node.position.toArray(), rotation: node.quaternion.toArray() }]));
  }

  getPose() {
    return Object.fromEntries(Object.entries(this.humanBones).map(([bone, { node }]) => {
      const rest = this.restPose[bone];
      rotation.fromArray(rest.rotation).invert().premultiply(node.quaternion);
      return [bone, { position: vector.fromArray(rest.position).negate().add(node.position).toArray(), rotation: rotation.toArray() }];
    }));
  }

  setPose(pose) {
    const states = Object.entries(checkObject('pose', pose)).filter(([bone]) => this.get(bone) !== undefined);
    for (const [bone, state] of states) {
      if (state?.position) checkNumbers(`pose.${bone}.position`, state.position, 3);
      if (state?.rotation) checkNumbers(`pose.${bone}.rotation`, state.rotation, 4);
    }
    for (const [bone, state] of states) {
      const { node } = this.humanBones[bone], rest = this.restPose[bone];
      if (state?.position) node.position.fromArray(state.position).add(vector.fromArray(rest.position));
      if (state?.rotation) node.quaternion.fromArray(state.rotation).multiply(rotation.fromArray(rest.rotation));
    }
  }

  /** The bone of a name, or undefined. */
  get(name) {
    return typeof name === 'string' && Object.hasOwn(this.humanBones, name) ? this.humanBones[name] : undefined;
  }

  resetPose() {
    for (const [bone, { position, rotation: turn }] of Object.entries(this.restPose)) {
      this.humanBones[bone].node.position.fromArray(position);
      this.humanBones[bone].node.quaternion.fromArray(turn);
    }
  }
}

/** Nodes that stand unrotated where the bones are at rest, each below the next bone that is there. */
function makeNormalized(rig, nodes) {
  const root = Object.assign(new Object3D(), { name: 'VRMHumanoidRig' });
  const rest = rig.restModel(), bones = {};
  for (const bone of boneNames) {
    const node = rig.bones[bone];
    if (node === undefined || !nodes[node]) continue;
    const normalized = Object.assign(undrawn(new Object3D()), { name: `Normalized_${nodes[node].name}` });
    normalized.position.fromArray(rest, node * 10);
    let parent = boneParent(bone);
    while (parent !== null && !bones[parent]) parent = boneParent(parent);
    if (parent !== null) normalized.position.sub(vector.fromArray(rest, rig.bones[parent] * 10));
    (parent === null ? root : bones[parent].node).add(normalized);
    bones[bone] = { node: normalized };
  }
  return { root, bones };
}

export class VRMHumanoid {
  autoUpdateHumanBones;
  normalizedHumanBonesRoot;
  #raw;
  #normalized;
  #written; // places in the pose, quaternions, and the hips

  /** A clone has the rest poses of its source, which need not stand at rest itself. */
  constructor(rig, nodes, { autoUpdateHumanBones = true, rawRestPose, normalizedRestPose } = {}) {
    this.autoUpdateHumanBones = autoUpdateHumanBones;
    const entries = Object.entries(rig.bones).filter(([, node]) => nodes[node]);
    this.#raw = new Bones(Object.fromEntries(entries.map(([bone, node]) => [bone, { node: nodes[node] }])), rawRestPose);
    const { root, bones } = makeNormalized(rig, nodes);
    this.#normalized = new Bones(bones, normalizedRestPose);
    this.normalizedHumanBonesRoot = root;
    this.#written = Object.entries(bones).map(([bone, { node }]) => ({ at: boneNames.indexOf(bone) * 4, quaternion: node.quaternion }));
  }

  /** The normalized bones as a pose of engine/puppet.js. */
  _writePose(pose) {
    for (const { at, quaternion: q } of this.#written) {
      pose[at] = q.x;
      pose[at + 1] = q.y;
      pose[at + 2] = q.z;
      pose[at + 3] = q.w;
    }
    const hips = this.#normalized.humanBones.hips?.node;
    if (!hips) return;
    const rest = this.#normalized.restPose.hips.position;
    pose[hipsAt] = hips.position.x - rest[0];
    pose[hipsAt + 1] = hips.position.y - rest[1];
    pose[hipsAt + 2] = hips.position.z - rest[2];
  }

  get humanBones() { return this.#raw.humanBones; }
  get rawHumanBones() { return this.#raw.humanBones; }
  get normalizedHumanBones() { return this.#normalized.humanBones; }
  get restPose() { return this.#raw.restPose; }
  get rawRestPose() { return this.#raw.restPose; }
  get normalizedRestPose() { return this.#normalized.restPose; }

  getAbsolutePose() { return this.#raw.getAbsolutePose(); }
  getRawAbsolutePose() { return this.#raw.getAbsolutePose(); }
  getNormalizedAbsolutePose() { return this.#normalized.getAbsolutePose(); }
  getPose() { return this.#raw.getPose(); }
  getRawPose() { return this.#raw.getPose(); }
  getNormalizedPose() { return this.#normalized.getPose(); }
  setPose(pose) { this.#raw.setPose(pose); }
  setRawPose(pose) { this.#raw.setPose(pose); }
  setNormalizedPose(pose) { this.#normalized.setPose(pose); }
  resetPose() { this.#raw.resetPose(); }
  resetRawPose() { this.#raw.resetPose(); }
  resetNormalizedPose() { this.#normalized.resetPose(); }
  getBone(name) { return this.#raw.get(name); }
  getRawBone(name) { return this.#raw.get(name); }
  getNormalizedBone(name) { return this.#normalized.get(name); }
  getBoneNode(name) { return this.#raw.get(name)?.node ?? null; }
  getRawBoneNode(name) { return this.#raw.get(name)?.node ?? null; }
  getNormalizedBoneNode(name) { return this.#normalized.get(name)?.node ?? null; }
  /** VRM.update() does it all. */
  update() {}
}
