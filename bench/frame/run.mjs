// SPDX-License-Identifier: MIT
// usage: run.mjs OURS SCENE
// One frame without springs and without drawing, beside three-vrm: a typical avatar (150 nodes, 18
// expressions, 40 morphs, 4 constraints) with all its bones posed, hips and root moved, three
// expressions and the gaze changed in every frame. OURS is bench_frame_ours, SCENE writes the avatar.
//
// Measured on both sides: the update (inputs, pose, gaze, expressions, constraints; vrm.update() of
// three-vrm), and all of a frame, with the world matrices of all nodes and the joint matrices too
// (in three.js the renderer makes them: updateMatrixWorld and skeleton.update). The headline ratio
// is update against update, for one avatar: the same work on both sides.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

globalThis.self ??= globalThis;
const { Group, Object3D, Texture } = await import('three');
const { GLTFLoader } = await import('three/examples/jsm/loaders/GLTFLoader.js');
const { VRMHumanBoneName, VRMLoaderPlugin } = await import('@pixiv/three-vrm');

const [ours, scene] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'vrm-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'typical.vrm');
execFileSync(scene, ['typical', path], { stdio: 'ignore' });
console.warn = () => {};

/* ---- three-vrm ---- */

async function openThree(bytes) {
  const loader = new GLTFLoader();
  loader.register(() => ({ name: 'NO_IMAGES', loadTexture: async () => new Texture() }));
  loader.register((parser) => new VRMLoaderPlugin(parser));
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { vrm } = (await loader.parseAsync(buffer, '')).userData;
  const root = new Group();
  root.add(vrm.scene);
  vrm.springBoneManager = undefined;
  vrm.lookAt.target = new Object3D();
  const bones = Object.values(VRMHumanBoneName)
    .map((name) => vrm.humanoid.getNormalizedBoneNode(name))
    .filter((node) => node);
  const skeletons = [];
  root.traverse((object) => object.isSkinnedMesh && skeletons.push(object.skeleton));
  const hips = vrm.humanoid.getNormalizedBoneNode('hips');
  return { vrm, root, bones, hips, rest: hips.position.clone(), skeletons: [...new Set(skeletons)] };
}

function setInputs(three, t) {
  const { vrm, root, bones, hips, rest } = three;
  root.position.set(0, 0, t);
  bones.forEach((node, b) => {
    const half = 0.2 * Math.sin(t + b);
    node.quaternion.set(Math.sin(half), 0, 0, Math.cos(half));
  });
  hips.position.set(rest.x + 0.05 * Math.sin(t), rest.y + 0.02 * Math.cos(t), rest.z);
  vrm.expressionManager.setValue('happy', 0.5 + 0.5 * Math.sin(t));
  vrm.expressionManager.setValue('aa', 0.5 - 0.5 * Math.sin(t));
  vrm.expressionManager.setValue('blink', Math.max(0, Math.sin(t)));
  vrm.lookAt.target.position.set(Math.sin(t), 1.4, 2);
  vrm.lookAt.target.updateMatrixWorld();
}

/** Least nanoseconds per avatar and frame: inputs and update, and with matrices. The crowd grows
 * from one count to the next. A frame of a thousand takes seconds, and the engine has long compiled
 * everything by then: a few rounds of one frame are enough. */
const crowd = [];

async function timeThree(count) {
  const bytes = readFileSync(path);
  while (crowd.length < count) crowd.push(await openThree(bytes));
  const frames = Math.ceil(300 / count),
    rounds = count >= 1000 ? 3 : 12;
  let whole = Infinity,
    update = Infinity;
  for (let round = 0; round < rounds; round++) {
    let all = 0n,
      alone = 0n;
    for (let f = 0; f < frames; f++) {
      const start = process.hrtime.bigint();
      crowd.forEach((three, i) => setInputs(three, 0.1 * (f + i)));
      for (const { vrm } of crowd) vrm.update(1 / 60);
      alone += process.hrtime.bigint() - start;
      for (const { root, skeletons } of crowd) {
        root.updateMatrixWorld();
        for (const skeleton of skeletons) skeleton.update();
      }
      all += process.hrtime.bigint() - start;
    }
    whole = Math.min(whole, Number(all) / (frames * count));
    update = Math.min(update, Number(alone) / (frames * count));
  }
  return { whole, update };
}

/* ---- libvrm ---- */

const MATRICES = 2 + 4,
  FACE = 8; // vrm_Outputs
const LOOK_AT = 1,
  EXPRESSIONS = 2,
  CONSTRAINTS = 4; // vrm_Stages

const timeOurs = (...what) => timeAvatar(path, ...what);

function timeAvatar(avatar, outputs, stages, ...counts) {
  const text = execFileSync(ours, [avatar, outputs, stages, ...counts].map(String), { encoding: 'utf8' });
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [count, set, step] = line.split(' ').map(Number);
      return { count, set, step, whole: set + step };
    });
}

/* ---- The race ---- */

const all = LOOK_AT + EXPRESSIONS + CONSTRAINTS;
const [bare] = timeOurs(0, 0, 1);
const stages = [
  ['inputs', bare.set],
  ['pose', bare.step],
  ['look-at', timeOurs(0, LOOK_AT, 1)[0].step - bare.step],
  ['expressions', timeOurs(FACE, EXPRESSIONS, 1)[0].step - bare.step],
  ['constraints', timeOurs(0, CONSTRAINTS, 1)[0].step - bare.step],
  ['matrices', timeOurs(MATRICES, 0, 1)[0].step - bare.step],
];
console.log('one avatar, ns per stage: ' + stages.map(([name, ns]) => `${name} ${ns.toFixed(0)}`).join(', '));

const unused = [0, 100, 500].map((n) => [n, timeAvatar(`unused:${n}`, FACE, EXPRESSIONS, 1)[0].step]);
console.log(
  'one avatar, ns for pose and expressions with unused expressions besides: ' +
    unused.map(([n, ns]) => `${n}: ${ns.toFixed(0)}`).join(', '),
);

const rows = [];
const cell = (value, width, digits = 0) => (typeof value === 'number' ? value.toFixed(digits) : value).padStart(width);
const line = (...cells) => console.log(cells.map((c, i) => cell(c, i === 0 ? 8 : 16, i > 4 ? 1 : 0)).join(''));
console.log('ns per avatar and frame; update: without matrices; all: with world and joint matrices');
line('avatars', 'our update', 'our all', 'three update', 'three all', 'update/update', 'all/all', 'update/our all');
for (const count of [1, 10, 100, 1000]) {
  const ours = () => [timeOurs(FACE, all, count)[0].whole, timeOurs(MATRICES + FACE, all, count)[0].whole];
  const first = ours();
  const theirs = await timeThree(count);
  const [update, whole] = ours().map((ns, i) => Math.min(ns, first[i]));
  rows.push({ count, update, whole, theirs });
  line(
    count,
    update,
    whole,
    theirs.update,
    theirs.whole,
    theirs.update / update,
    theirs.whole / whole,
    theirs.update / whole,
  );
}
const file = join(process.env.VRM_BENCH_RESULTS ?? '.', 'frame.csv');
writeFileSync(
  file,
  [
    'avatars,ours_update_ns,ours_ns,three_vrm_ns,three_vrm_with_matrices_ns',
    ...rows.map((r) => [r.count, r.update, r.whole, r.theirs.update, r.theirs.whole].map((ns) => ns.toFixed(0)).join()),
  ].join('\n') + '\n',
);
console.log(`ratio frame.vs-three-vrm ${(rows[0].theirs.update / rows[0].update).toFixed(2)}`);
