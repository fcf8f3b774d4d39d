// SPDX-License-Identifier: MIT
// Spring bones beside three-vrm: 600 frames of a moving avatar, every joint's local rotation. Bone
// lengths are taken out of three-vrm's hands, which measures them from this frame's head to the last
// frame's tail; matrices are refreshed before its update. What is left follows the specification on
// both sides.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openInThree, scene, scratch, skip, Verdict, vrm } from './support.mjs';

if (!process.env.VRM_SCENE) skip('no program that writes scenes');
globalThis.self ??= globalThis;
const { VRMLoaderPlugin } = await import('@pixiv/three-vrm');
const folder = scratch();
const verdict = new Verdict();
console.warn = () => {};

const FRAMES = 600,
  DT = 1 / 60;
const turn = (angle, x, y) => {
  const s = Math.sin(angle / 2) / Math.hypot(x, y);
  return [x * s, y * s, 0, Math.cos(angle / 2)];
};
const place = (f) => [0.2 * Math.sin(0.05 * f), 0.02 * Math.sin(0.11 * f), 0.1 * Math.sin(0.03 * f)];
const facing = (f) => turn(0.6 * Math.sin(0.02 * f), 0, 1);
const head = (f) => turn(0.5 * Math.sin(0.07 * f), 0.4, 1);
const samples = (curve) => Array.from({ length: FRAMES }, (_, f) => curve(f)).flat();

const motion = join(folder, 'motion.json');
writeFileSync(
  motion,
  JSON.stringify({
    format: 'vrm-motion',
    version: 1,
    name: 'sway',
    frames: FRAMES,
    dt: DT,
    tracks: [
      { target: 'root', property: 'translation', samples: samples(place) },
      { target: 'root', property: 'rotation', samples: samples(facing) },
      { target: 'bone', name: 'head', property: 'rotation', samples: samples(head) },
    ],
  }),
);

async function traceThree(path) {
  const gltf = await openInThree(path, [(parser) => new VRMLoaderPlugin(parser)]);
  const avatar = gltf.userData.vrm,
    springs = avatar.springBoneManager;
  for (const joint of springs.joints) {
    const length = joint._initialLocalChildPosition.length();
    joint._calcWorldSpaceBoneLength = function () {
      this._worldSpaceBoneLength = length;
    };
  }
  const nodes = new Map([...springs.joints].map((j) => [gltf.parser.associations.get(j.bone).nodes, j]));
  const neck = avatar.humanoid.getNormalizedBoneNode('head');
  const frames = [];
  for (let f = 0; f < FRAMES; f++) {
    avatar.scene.position.set(...place(f));
    avatar.scene.quaternion.set(...facing(f));
    neck.quaternion.set(...head(f));
    avatar.humanoid.update();
    avatar.scene.updateMatrixWorld(true);
    if (f === 0) springs.reset();
    springs.update(DT);
    frames.push(new Map([...nodes].map(([node, j]) => [node, j.bone.quaternion.toArray()])));
  }
  return frames;
}

const angle = (a, b) => {
  const dot = Math.abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]);
  const d = Math.hypot(...a.map((x, i) => x - (a.reduce((s, y, k) => s + y * b[k], 0) < 0 ? -b[i] : b[i])));
  return dot > 0.9 ? 2 * Math.asin(Math.min(1, d / 2)) : 2 * Math.acos(Math.min(1, dot));
};

for (const kind of ['springs', '1.0', '1.0-beta']) {
  const path = join(folder, `${kind}.vrm`);
  scene(kind, path);
  const [header, ...ours] = vrm('trace', path, motion)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const theirs = await traceThree(path);
  const errors = [];
  for (let f = 0; f < FRAMES; f++) {
    header.springJoints.forEach((joint, j) => {
      const their = theirs[f].get(joint.node);
      if (their) errors.push(angle(ours[f].spring.slice(11 * j, 11 * j + 4), their));
    });
  }
  errors.sort((a, b) => a - b);
  const mean = errors.reduce((a, b) => a + b, 0) / errors.length;
  const most = errors.at(-1);
  console.log(`${kind}: mean ${mean.toExponential(2)} rad, greatest ${most.toExponential(2)} rad`);
  verdict.claim(
    errors.length === FRAMES * header.springJoints.length,
    `${kind}: ${errors.length / FRAMES} of ${header.springJoints.length} joints are compared`,
  );
  verdict.claim(mean < 1e-5 && most < 1e-3, `${kind}: rotations differ by up to ${most} rad`);
}
verdict.end();
