// SPDX-License-Identifier: MIT
// The runtime against three-vrm 3.5.5: the same avatar, the same motion, every frame. Rotations
// agree within 1e-4 rad, positions within 1e-4 m, weights within 1e-5.
//
// Where three-vrm leaves the specification it is set right here, by name:
//   last-frame       its update computes the gaze before the head's matrix of this frame is known:
//                    the stages are called one by one, with matrices refreshed in between
//   swap-vertical    its bone gaze takes the map for up when looking down: the two are swapped back
//   own-category     an override of an expression's own category acts: it is taken out
//   bind-per-primitive  colour and UV binds act once for every primitive with the material:
//                    materials that several primitives show are not compared
//   first-gaze       the gaze at rest is applied once, over look weights that the host set: it gets a
//                    frame for that beforehand
//   no-curve         the curves of 0.x range maps are ignored: the gaze of a file with curves that
//                    are not straight is not compared
//   v0-colours       colours of 0.x are made linear by a power of 2.2 instead of sRGB's curve, or
//                    not at all (binds): materials of 0.x are not compared
//   missing-texture  binds of a texture transform act on textures that are loaded only: a material
//                    without a base colour texture has no transform to compare
// and springs are left out on both sides: they have their own judge.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Quaternion, Vector3 } from 'three';
import { motionOf } from './motion.mjs';
import { openInThree, scene, scratch, skip, Verdict, vrm } from './support.mjs';
import { angle, colorOf, drive, setRight, singleMaterials, update, Worst } from './three_vrm.mjs';

if (!process.env.VRM_SCENE) skip('no program that writes scenes');
console.warn = () => {}; // three-vrm's remarks about what it does not support

const folder = scratch();
const verdict = new Verdict();
const { VRMLoaderPlugin, VRMUtils } = await import('@pixiv/three-vrm');
const motions = join(dirname(fileURLToPath(import.meta.url)), '..', 'vectors', 'motions');

/** An avatar in three-vrm, with its departures set right. */
const open = async (path) => setRight(await openInThree(path, [(parser) => new VRMLoaderPlugin(parser)]), VRMUtils);

function compareBones(header, frame, { avatar }, worst) {
  header.bones.forEach((name, i) => {
    const node = avatar.humanoid.getRawBoneNode(name);
    if (!node) return worst.see('bone', Infinity, name);
    const ours = frame.bone.slice(7 * i, 7 * i + 7);
    const position = node.getWorldPosition(new Vector3());
    const rotation = node.getWorldQuaternion(new Quaternion());
    worst.see('position', position.distanceTo(new Vector3(...ours.slice(0, 3))), name);
    worst.see('rotation', angle(ours.slice(3), rotation), name);
  });
  header.eyes.forEach((name, i) => {
    const node = avatar.humanoid.getRawBoneNode(name);
    worst.see('eye', angle(frame.eye.slice(4 * i, 4 * i + 4), node.quaternion), name);
  });
}

function compareFace(header, frame, three, worst) {
  const manager = three.avatar.expressionManager;
  header.expressions.forEach((name, i) => {
    const theirs = manager?.getExpression(name);
    if (!theirs) return worst.see('expression', Infinity, name);
    worst.see('expression', Math.abs(frame.expression[2 * i] - theirs.weight), name);
  });
  let at = 0;
  for (const { node, count } of header.morphs) {
    const meshes = [];
    three.nodes[node].traverse((object) => {
      const isOwn = object === three.nodes[node] || object.parent === three.nodes[node];
      if (object.isMesh && isOwn && object.morphTargetInfluences) meshes.push(object);
    });
    for (const mesh of meshes)
      for (let m = 0; m < count; m++)
        worst.see('morph', Math.abs(frame.morph[at + m] - mesh.morphTargetInfluences[m]), `node ${node} target ${m}`);
    at += count;
  }
}

function compareConstraints(header, frame, three, worst) {
  header.constraints.forEach(({ node }, i) => {
    const ours = frame.constraint.slice(4 * i, 4 * i + 4);
    worst.see('constraint', angle(ours, three.nodes[node].quaternion), `node ${node}`);
  });
}

function compareMaterials(header, frame, three, worst) {
  header.materials.forEach(({ material, kind }, i) => {
    const theirs = three.materials.get(material);
    if (!theirs) return;
    const values = colorOf[kind](theirs);
    values?.forEach((value, k) =>
      worst.see('material', Math.abs(frame.material[4 * i + k] - value), `${material} ${kind}`),
    );
  });
}

const limits = { position: 1e-4, rotation: 1e-4, eye: 1e-4, constraint: 1e-4, look: 1e-2 };

async function compare(path, label, motionPath) {
  const motion = motionOf(JSON.parse(readFileSync(motionPath, 'utf8')));
  const gazes = motion.tracks.some((track) => track.target === 'lookAt');
  const lines = vrm('trace', path, motionPath)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const [header, ...frames] = lines;
  const three = await open(path);
  if (three.hasCurves && gazes) return;
  three.nodes = await Promise.all(
    three.gltf.parser.json.nodes.map((_, i) => three.gltf.parser.getDependency('node', i)),
  );
  three.materials = singleMaterials(three.gltf);
  const worst = new Worst();
  frames.forEach((frame, f) => {
    drive(three, motion, f);
    update(three, frame.dt);
    compareBones(header, frame, three, worst);
    if (frame.expression || frame.morph) compareFace(header, frame, three, worst);
    if (frame.constraint) compareConstraints(header, frame, three, worst);
    if (frame.material && !three.isVrm0) compareMaterials(header, frame, three, worst);
    if (frame.look && three.avatar.lookAt && gazes) {
      worst.see('look', Math.abs(frame.look[0] - three.avatar.lookAt.yaw), 'yaw');
      worst.see('look', Math.abs(frame.look[1] - three.avatar.lookAt.pitch), 'pitch');
    }
  });
  for (const [channel, { difference, where }] of worst)
    verdict.claim(
      difference <= (limits[channel] ?? 1e-5),
      `${label}, ${motion.name}: ${channel} of ${where} differs by ${difference}`,
    );
}

const files = [];
for (const kind of ['0.x', '1.0-beta', '1.0', 'typical', 'springs']) {
  const path = join(folder, `${kind}.vrm`);
  scene(kind, path);
  files.push([path, `scene ${kind}`]);
}
const root = process.env.VRM_CORPUS;
for (const dialect of root ? ['vrm0', 'vrm1'] : [])
  for (const name of readdirSync(join(root, dialect))
    .filter((n) => n.endsWith('.vrm'))
    .sort())
    files.push([join(root, dialect, name), `${dialect}/${name}`]);

for (const [path, label] of files) {
  try {
    await open(path);
  } catch (error) {
    console.log(`left out, three-vrm cannot open it: ${label}: ${error.message}`);
    continue;
  }
  for (const name of readdirSync(motions).sort()) await compare(path, label, join(motions, name));
}
verdict.end();
