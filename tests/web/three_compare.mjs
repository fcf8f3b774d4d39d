// SPDX-License-Identifier: MIT
// The same avatar in libvrm/three and in three-vrm, driven by the same motion, compared after every
// frame: bones, gaze, morph weights, materials, constraints and springs. Runs in Node and in a page.
// What three-vrm does otherwise than the specification is set right or left out by name
// (../judges/judge_runtime.mjs, ../judges/judge_springs.mjs and docs/reference/spec-notes.md list it).
import { Group, Quaternion, Texture, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { motionOf } from '../judges/motion.mjs';
import { angle, colorOf, drive, hasCurves, setRight, singleMaterials, update, Worst } from '../judges/three_vrm.mjs';

export const limits = {
  position: 1e-4,
  rotation: 1e-4,
  eye: 1e-4,
  constraint: 1e-4,
  look: 1e-2,
  spring: 1e-3,
  morph: 1e-5,
  material: 1e-5,
};

export function parse(bytes, plugin) {
  const loader = new GLTFLoader();
  loader.register(() => ({ name: 'NO_IMAGES', loadTexture: async () => new Texture() }));
  loader.register(plugin);
  return loader.parseAsync(bytes.slice(0), '');
}

async function openOurs(bytes, { VRMLoaderPlugin, VRMUtils }) {
  const gltf = await parse(bytes, (parser) => new VRMLoaderPlugin(parser, { springRate: 0, maxStep: 1 }));
  const avatar = gltf.userData.vrm,
    root = new Group();
  root.add(avatar.scene);
  VRMUtils.rotateVRM0(avatar);
  return { gltf, avatar, root, isVrm0: avatar.meta.metaVersion === '0', materials: singleMaterials(gltf) };
}

async function openTheirs(bytes, { VRMLoaderPlugin, VRMUtils }) {
  const theirs = setRight(await parse(bytes, (parser) => new VRMLoaderPlugin(parser)), VRMUtils);
  // three-vrm measures bones from this frame's head to the last frame's tail.
  for (const joint of theirs.avatar.springBoneManager?.joints ?? []) {
    const length = joint._initialLocalChildPosition.length();
    joint._calcWorldSpaceBoneLength = function lengthAtRest() {
      this._worldSpaceBoneLength = length;
    };
  }
  return { ...theirs, materials: singleMaterials(theirs.gltf) };
}

const nodesOf = ({ gltf }) => {
  const nodes = new Map();
  gltf.scene.traverse((object) => {
    const index = gltf.parser.associations.get(object)?.nodes;
    if (index !== undefined) nodes.set(index, object);
  });
  return nodes;
};

function compareFrame(ours, theirs, worst, { hasGaze, hasSprings }) {
  ours.root.updateMatrixWorld(true);
  theirs.root.updateMatrixWorld(true);
  const at = (node) => node.getWorldPosition(new Vector3());
  const turn = (node) => node.getWorldQuaternion(new Quaternion());
  for (const name of Object.keys(ours.avatar.humanoid.humanBones)) {
    const mine = ours.avatar.humanoid.getRawBoneNode(name),
      other = theirs.avatar.humanoid.getRawBoneNode(name);
    if (!other) {
      worst.see('bone', Infinity, name);
      continue;
    }
    worst.see('position', at(mine).distanceTo(at(other)), name);
    worst.see('rotation', angle(turn(mine).toArray(), turn(other)), name);
  }
  for (const { node } of ours.avatar.rig.constraints)
    worst.see(
      'constraint',
      angle(ours.nodes.get(node).quaternion.toArray(), theirs.nodes.get(node).quaternion),
      `node ${node}`,
    );
  if (hasSprings)
    for (const { node, moves } of ours.avatar.rig.springJoints)
      if (moves)
        worst.see(
          'spring',
          angle(ours.nodes.get(node).quaternion.toArray(), theirs.nodes.get(node).quaternion),
          `node ${node}`,
        );
  if (hasGaze && ours.avatar.lookAt) {
    worst.see('look', Math.abs(ours.avatar.lookAt.yaw - theirs.avatar.lookAt.yaw), 'yaw');
    worst.see('look', Math.abs(ours.avatar.lookAt.pitch - theirs.avatar.lookAt.pitch), 'pitch');
  }
  for (const [node, object] of ours.nodes) {
    if (!object.morphTargetInfluences) continue;
    const other = theirs.nodes.get(node).morphTargetInfluences;
    object.morphTargetInfluences.forEach((weight, i) =>
      worst.see('morph', Math.abs(weight - other[i]), `node ${node} target ${i}`),
    );
  }
  if (ours.isVrm0) return; // v0-colours
  for (const { material, kind, target } of ours.avatar.rig.materialValues) {
    const mine = ours.materials.get(material),
      other = theirs.materials.get(material);
    if (!mine || !other) continue;
    const read = colorOf[kind === 'color' ? target : 'textureTransform'];
    if (kind === 'texture' && target !== 'baseColor') continue;
    const [a, b] = [read(mine), read(other)];
    a?.forEach((value, k) => b && worst.see('material', Math.abs(value - b[k]), `${material} ${target}`));
  }
}

/** Runs one motion; returns the channels as [name, difference, where]. */
export async function compareMotion(bytes, script, libvrm, threeVrm, { hasSprings = false, frames = Infinity } = {}) {
  const motion = motionOf(script);
  const hasGaze = motion.tracks.some(({ target }) => target === 'lookAt');
  const ours = await openOurs(bytes, libvrm);
  if (hasGaze && hasCurves(ours.gltf.parser.json)) {
    ours.avatar.dispose();
    return []; // no-curve
  }
  const theirs = await openTheirs(bytes, threeVrm);
  for (const each of [ours, theirs]) each.nodes = nodesOf(each);
  ours.avatar.update(0);
  if (!hasSprings) ours.avatar.avatar.setParts(['lookAt', 'expressions', 'constraints']);
  const worst = new Worst(),
    { springBoneManager } = theirs.avatar;
  for (let f = 0; f < Math.min(motion.frames, frames); f++) {
    const dt = f === 0 ? 0 : motion.times[f] - motion.times[f - 1];
    drive(ours, motion, f);
    drive(theirs, motion, f);
    if (hasSprings && f === 0) ours.avatar.springBoneManager?.reset();
    ours.avatar.update(dt);
    update(theirs, dt);
    if (hasSprings && f === 0) springBoneManager?.reset();
    if (hasSprings && f > 0) springBoneManager?.update(dt);
    compareFrame(ours, theirs, worst, { hasGaze, hasSprings });
  }
  ours.avatar.dispose();
  return [...worst].map(([channel, { difference, where }]) => [channel, difference, where]);
}
