// SPDX-License-Identifier: MIT
// Baked files in three.js, which knows nothing of VRM: its AnimationMixer replays them.
//
//   scripts  a bake with no tolerance against vrm trace, which three-vrm judges: bones in the world,
//            spring joints, eyes, constraints, morph weights, in every frame
//   clips    a bake with the default tolerance against one with none: every node and every morph
//            weight, in every frame, within the tolerance
//
// The Khronos validator finds no error in a baked file that the avatar itself does not have.
//
// Where three.js leaves glTF it is set right here, by name:
//   joint-mesh       it does not animate the weights of a mesh whose node is a joint too: those are
//                    not compared
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AnimationMixer, LoopOnce, Quaternion, Vector3 } from 'three';
import { khronos } from './khronos.mjs';
import { openInThree, scene, scratch, skip, Verdict, vrm } from './support.mjs';

if (!process.env.VRM_SCENE) skip('no program that writes scenes');
console.warn = () => {};

const folder = scratch();
const verdict = new Verdict();
const tolerance = { degrees: 0.1, metres: 0.0005, weight: 0.002 };
const rad = Math.PI / 180;
const worst = {};

function see(kind, difference, limit, where) {
  worst[kind] = Math.max(worst[kind] ?? 0, difference);
  if (!(difference <= limit)) verdict.claim(false, `${where()}: ${kind} differs by ${difference}`);
}

const angle = (a, b) => {
  const turn = a.clone().normalize().invert().multiply(b.clone().normalize());
  return 2 * Math.atan2(Math.hypot(turn.x, turn.y, turn.z), Math.abs(turn.w));
};

/** A baked file and how to put it at a moment. */
async function open(path) {
  const gltf = await openInThree(path);
  const nodes = [];
  for (const [object, { nodes: index } = {}] of gltf.parser.associations)
    if (index !== undefined && object.isObject3D) nodes[index] = object;
  const mixer = new AnimationMixer(gltf.scene);
  const action = mixer.clipAction(gltf.animations[0]);
  action.setLoop(LoopOnce);
  action.clampWhenFinished = true;
  action.play();
  return { nodes, gltf, duration: gltf.animations[0].duration, at: (time) => mixer.setTime(time) };
}

function weightsOf(node) {
  if (node.isBone) return [];
  let found = node.morphTargetInfluences;
  node.traverse((child) => {
    if (!found && child.parent === node) found = child.morphTargetInfluences;
  });
  return found ?? [];
}

// ---- The tolerance ----

async function compareBakes(label, exactPath, bakedPath, frames) {
  const exact = await open(exactPath), baked = await open(bakedPath);
  verdict.claim(Math.abs(exact.duration - baked.duration) < 1e-5, `${label}: the length is kept`);
  for (let f = 0; f < frames; f++) {
    const time = frames > 1 ? (exact.duration * f) / (frames - 1) : 0;
    exact.at(time);
    baked.at(time);
    exact.nodes.forEach((node, i) => {
      const other = baked.nodes[i], where = () => `${label}, node ${i} in ${f}`;
      see('node rotation', angle(node.quaternion, other.quaternion), tolerance.degrees * rad, where);
      see('node translation', node.position.distanceTo(other.position), tolerance.metres, where);
      see('node scale', node.scale.distanceTo(other.scale), tolerance.metres, where);
      const weights = weightsOf(node), others = weightsOf(other);
      weights.forEach((w, k) => see('weight', Math.abs(w - others[k]), tolerance.weight, where));
    });
  }
}

// ---- The trace ----

const thumbs = { ThumbProximal: 'ThumbMetacarpal', ThumbIntermediate: 'ThumbProximal' };

/** The node of each bone, by the name of 1.0. */
function boneNodes(path) {
  const bytes = readFileSync(path);
  const json = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString('utf8'));
  const nodes = new Map();
  const renamed = (bone) => bone.replace(/Thumb(Proximal|Intermediate)$/, (tail) => thumbs[tail]);
  const bones = json.extensions?.VRMC_vrm?.humanoid?.humanBones ?? {};
  const isOld = 'leftThumbIntermediate' in bones; // the draft of 2019
  for (const [name, { node }] of Object.entries(bones)) nodes.set(isOld ? renamed(name) : name, node);
  for (const { bone, node } of json.extensions?.VRM?.humanoid?.humanBones ?? [])
    nodes.set(renamed(bone), node);
  return nodes;
}

async function compareTrace(label, avatarPath, bakedPath, motionPath) {
  const [first, ...lines] = vrm('trace', avatarPath, motionPath).trimEnd().split('\n');
  const header = JSON.parse(first);
  const baked = await open(bakedPath);
  const bones = boneNodes(avatarPath);
  const quat = (list, at) => new Quaternion(...list.slice(at, at + 4));
  const local = (kind, node, list, at, where) => {
    if (baked.nodes[node]) see(kind, angle(baked.nodes[node].quaternion, quat(list, at)), 1e-4, where);
  };
  for (const line of lines) {
    const frame = JSON.parse(line);
    baked.at(frame.t);
    baked.gltf.scene.updateMatrixWorld(true);
    const where = () => `${label} in ${frame.f}`;
    header.bones.forEach((name, i) => {
      const node = baked.nodes[bones.get(name)];
      if (!node) return;
      const ours = frame.bone.slice(7 * i, 7 * i + 7);
      see('bone position', node.getWorldPosition(new Vector3()).distanceTo(new Vector3(...ours)), 1e-4, where);
      see('bone rotation', angle(node.getWorldQuaternion(new Quaternion()), quat(ours, 3)), 1e-4, where);
    });
    header.springJoints.forEach((joint, i) => local('spring', joint.node, frame.spring, 11 * i, where));
    header.constraints.forEach((c, i) => local('constraint', c.node, frame.constraint, 4 * i, where));
    header.eyes.forEach((name, i) => local('eye', bones.get(name.name ?? name), frame.eye, 4 * i, where));
    let at = 0;
    for (const { node, count } of header.morphs) {
      const weights = weightsOf(baked.nodes[node]);
      for (let k = 0; k < count && weights.length > 0; k++)
        see('morph', Math.abs(weights[k] - frame.morph[at + k]), 1e-5, where);
      at += count;
    }
  }
}

// ---- Files ----

const motions = join(dirname(fileURLToPath(import.meta.url)), '..', 'vectors', 'motions');

/** Body, face and gaze at once, beginning as loaded: what trace and bake do alike. */
function writeMotion() {
  const read = (name) => JSON.parse(readFileSync(join(motions, `${name}.json`), 'utf8'));
  const all = { ...read('body'), name: 'all', init: 'load' };
  const hasHead = all.tracks.some(({ name }) => name === 'head');
  all.tracks.push(...read('face').tracks.filter((t) => t.keys || t.components || 'const' in t));
  all.tracks.push(...read('gaze').tracks.filter((t) => t.target === 'lookAt' || !hasHead));
  all.tracks.push({ target: 'expression', name: 'wow1', property: 'weight', // materials, all kinds
    components: [{ wave: { amplitude: 0.5, offset: 0.5 } }] });
  const path = join(folder, 'all.json');
  writeFileSync(path, JSON.stringify(all));
  return path;
}

const errorsOf = async (path) =>
  new Set(((await khronos(path)) ?? []).filter((i) => i.severity === 'error').map((i) => i.code));

async function bake(avatar, label, old, ...options) {
  const out = join(folder, `baked${bake.count = (bake.count ?? 0) + 1}.glb`);
  vrm('bake', '-q', avatar, ...options, '-o', out);
  for (const code of await errorsOf(out))
    verdict.claim(old.has(code), `${label}: ${code} is new in the baked file`);
  verdict.claim(true, '');
  return out;
}

const avatars = [], clips = [];
for (const kind of ['0.x', '1.0-draft', '1.0-beta', '1.0', 'typical']) {
  avatars.push([join(folder, `${kind}.vrm`), `scene ${kind}`]);
  scene(kind, avatars.at(-1)[0]);
}
clips.push(join(folder, 'clip.vrma'));
scene('clip', clips[0]);
const corpus = process.env.VRM_CORPUS;
for (const dialect of corpus ? ['vrm0', 'vrm1'] : [])
  for (const name of readdirSync(join(corpus, dialect)).filter((n) => n.endsWith('.vrm')).sort())
    avatars.push([join(corpus, dialect, name), `${dialect}/${name}`]);
if (corpus)
  for (const name of readdirSync(join(corpus, 'vrma')).filter((n) => n.endsWith('.vrma')).sort())
    clips.push(join(corpus, 'vrma', name));

const motion = writeMotion();
let pairs = 0;
for (const [index, [path, label]] of avatars.entries()) {
  try {
    await openInThree(path);
  } catch (error) {
    console.log(`left out, three.js cannot open it: ${label}: ${error.message}`);
    continue;
  }
  const old = await errorsOf(path);
  const exact = await bake(path, label, old, '--motion', motion, '--tolerance', '0,0,0');
  await compareTrace(label, path, exact, motion);
  await compareBakes(label, exact, await bake(path, label, old, '--motion', motion), 90);
  await bake(path, label, old, '--motion', motion, '--materials');
  // Each clip meets every scene; avatars of the corpus take turns.
  for (const [c, clip] of clips.entries()) {
    if (index >= 5 && c !== 1 + (index % (clips.length - 1))) continue;
    const options = ['--animation', clip, '--fps', '30'];
    const bakes = [await bake(path, label, old, ...options, '--tolerance', '0,0,0'),
      await bake(path, label, old, ...options)];
    const { duration } = await open(bakes[0]);
    await compareBakes(`${label}, ${clip.split('/').at(-1)}`, ...bakes, Math.ceil(duration * 30 - 1e-3) + 1);
    pairs++;
  }
}
console.log(`${avatars.length} avatars, ${pairs} with clips; largest differences: ${JSON.stringify(worst)}`);
verdict.end();
