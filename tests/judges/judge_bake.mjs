// SPDX-License-Identifier: MIT
// Baked files in three.js, which knows nothing of VRM: its AnimationMixer replays them.
//
//   scripts  a bake with no tolerance against vrm trace, which three-vrm judges: bones in the world,
//            spring joints, eyes, constraints, morph weights, in every frame
//   clips    a bake with the default tolerance against one with none: every node and every morph
//            weight, in every frame, within the tolerance
//   own      a bake of an animation in the avatar's own file, nodes and morph weights, against the
//            mixer playing that animation itself; expressions come on top
//
// The Khronos validator finds no error in a baked file that the avatar itself does not have.
//
// Where three.js leaves glTF it is set right here, by name:
//   joint-mesh       it does not animate the weights of a mesh whose node is a joint too: those are
//                    not compared
//   one-name         it finds what a track moves by name, and two nodes that show one mesh of several
//                    primitives have the same names below them: tracks are bound to the objects
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

/** Every track of the first animation to the object that its channel names. */
function bindTracks(gltf, nodes) {
  const { tracks } = gltf.animations[0],
    objects = [];
  for (const { target } of gltf.parser.json.animations[0].channels) {
    if (target.path !== 'weights') objects.push(nodes[target.node]);
    else nodes[target.node].traverse((o) => o.morphTargetInfluences && objects.push(o));
  }
  if (objects.length !== tracks.length) return; // joint-mesh
  tracks.forEach((track, i) => (track.name = objects[i].uuid + track.name.replace(/^[^.]*/, '')));
}

/** A baked file and how to put it at a moment. */
async function open(path) {
  const gltf = await openInThree(path);
  const nodes = [];
  for (const [object, { nodes: index } = {}] of gltf.parser.associations)
    if (index !== undefined && object.isObject3D) nodes[index] = object;
  bindTracks(gltf, nodes);
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
  const exact = await open(exactPath),
    baked = await open(bakedPath);
  verdict.claim(Math.abs(exact.duration - baked.duration) < 1e-5, `${label}: the length is kept`);
  for (let f = 0; f < frames; f++) {
    const time = frames > 1 ? (exact.duration * f) / (frames - 1) : 0;
    exact.at(time);
    baked.at(time);
    exact.nodes.forEach((node, i) => {
      const other = baked.nodes[i],
        where = () => `${label}, node ${i} in ${f}`;
      see('node rotation', angle(node.quaternion, other.quaternion), tolerance.degrees * rad, where);
      see('node translation', node.position.distanceTo(other.position), tolerance.metres, where);
      for (const axis of 'xyz')
        // each for itself
        see('node scale', Math.abs(node.scale[axis] - other.scale[axis]), tolerance.metres, where);
      const weights = weightsOf(node),
        others = weightsOf(other);
      weights.forEach((w, k) => see('weight', Math.abs(w - others[k]), tolerance.weight, where));
    });
  }
}

// ---- The trace ----

const thumbs = { ThumbProximal: 'ThumbMetacarpal', ThumbIntermediate: 'ThumbProximal' };

function readGlb(path) {
  const bytes = readFileSync(path),
    size = bytes.readUInt32LE(12);
  return { json: JSON.parse(bytes.subarray(20, 20 + size).toString('utf8')), bin: bytes.subarray(28 + size) };
}

/** The node of each bone, by the name of 1.0. */
function boneNodes(path) {
  const { json } = readGlb(path);
  const nodes = new Map();
  const renamed = (bone) => bone.replace(/Thumb(Proximal|Intermediate)$/, (tail) => thumbs[tail]);
  const bones = json.extensions?.VRMC_vrm?.humanoid?.humanBones ?? {};
  const isOld = 'leftThumbIntermediate' in bones; // the draft of 2019
  for (const [name, { node }] of Object.entries(bones)) nodes.set(isOld ? renamed(name) : name, node);
  for (const { bone, node } of json.extensions?.VRM?.humanoid?.humanBones ?? []) nodes.set(renamed(bone), node);
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

// ---- The file's own animation ----

function writeGlb(path, json, bin) {
  const text = Buffer.from(JSON.stringify(json));
  const chunk = (type, data, filler) => {
    const size = Math.ceil(data.length / 4) * 4,
      head = Buffer.alloc(8);
    head.writeUInt32LE(size, 0);
    head.write(type, 4, 'latin1');
    return [head, data, Buffer.alloc(size - data.length, filler)];
  };
  const body = Buffer.concat([...chunk('JSON', text, ' '), ...chunk('BIN\0', bin, 0)]);
  const head = Buffer.alloc(12);
  head.write('glTF', 0, 'latin1');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(12 + body.length, 8);
  writeFileSync(path, Buffer.concat([head, body]));
}

/** The avatar with an animation: weights of every mesh that has targets, of a second node that shows
 * the first of these, and that node's own transform; each kind of interpolation in turn. */
function animate(path, out) {
  const { json, bin } = readGlb(path);
  const times = [0, 0.41, 0.52, 1.27, 2];
  const kinds = ['LINEAR', 'CUBICSPLINE', 'STEP'];
  const parts = [bin.subarray(0, json.buffers[0].byteLength)];
  let size = parts[0].length;
  const add = (type, width, values, bounds) => {
    const gap = (4 - (size % 4)) % 4;
    parts.push(Buffer.alloc(gap), Buffer.from(Float32Array.from(values).buffer));
    json.bufferViews.push({ buffer: 0, byteOffset: size + gap, byteLength: 4 * values.length });
    size += gap + 4 * values.length;
    json.accessors.push({
      bufferView: json.bufferViews.length - 1,
      componentType: 5126,
      type,
      count: values.length / width,
      ...bounds,
    });
    return json.accessors.length - 1;
  };
  const input = add('SCALAR', 1, times, { min: [0], max: [2] });
  const animation = { name: 'own', channels: [], samplers: [] };
  const channel = (node, target, type, width, numbers) => {
    const kind = kinds[animation.channels.length % 3],
      values = [];
    times.forEach((t, k) => {
      const one = (slope) => Array.from({ length: numbers }, (_, i) => slope * Math.sin(1.7 * k + 0.9 * i));
      if (kind === 'CUBICSPLINE') values.push(...one(0.4), ...one(0.5), ...one(-0.3));
      else values.push(...one(0.5));
      if (target !== 'rotation') return;
      const at = values.length - (kind === 'CUBICSPLINE' ? 8 : 4);
      const length = Math.hypot(...values.slice(at, at + 4));
      for (let c = 0; c < 4; c++) values[at + c] /= length;
    });
    animation.channels.push({ sampler: animation.samplers.length, target: { node, path: target } });
    animation.samplers.push({ input, output: add(type, width, values), interpolation: kind });
  };
  const targets = (node) => json.meshes[node.mesh]?.primitives[0].targets?.length ?? 0;
  const shown = json.nodes.flatMap((node, i) => (targets(node) > 0 ? [i] : []));
  if (shown.length === 0) return null;
  const { mesh, skin } = json.nodes[shown[0]];
  const second = json.nodes.push({ name: 'second', mesh, ...(skin === undefined ? {} : { skin }) }) - 1;
  json.scenes[json.scene ?? 0].nodes.push(second);
  for (const node of [...shown, second]) channel(node, 'weights', 'SCALAR', 1, targets(json.nodes[node]));
  channel(second, 'rotation', 'VEC4', 4, 4);
  channel(second, 'translation', 'VEC3', 3, 3);
  channel(second, 'scale', 'VEC3', 3, 3);
  json.animations = [animation, ...(json.animations ?? [])];
  json.buffers[0].byteLength = size;
  writeGlb(out, json, Buffer.concat(parts));
  return { json, shown: [...shown, second], second };
}

/** What an expression of weight 1 adds to a weight. */
function added(json, name, node, target) {
  const binds = json.extensions?.VRMC_vrm?.expressions?.preset?.[name]?.morphTargetBinds ?? [];
  return binds.reduce((sum, b) => sum + (b.node === node && b.index === target ? b.weight : 0), 0);
}

async function compareOwn(label, ownPath, own, bakedPath, expression) {
  const source = await open(ownPath),
    baked = await open(bakedPath);
  let most = 0;
  for (let f = 0; f <= 60; f++) {
    source.at(f / 30);
    baked.at(f / 30);
    const where = () => `${label} in ${f}`;
    for (const node of own.shown) {
      const ours = weightsOf(baked.nodes[node]);
      weightsOf(source.nodes[node]).forEach((weight, k) => {
        const more = expression ? added(own.json, expression, node, k) : 0;
        see('own weight', Math.abs(ours[k] - weight - more), 1e-5, where);
        most = Math.max(most, Math.abs(weight));
      });
    }
    const [a, b] = [source.nodes[own.second], baked.nodes[own.second]];
    see('own rotation', angle(a.quaternion, b.quaternion), 1e-4, where);
    see('own translation', a.position.distanceTo(b.position), 1e-5, where);
    see('own scale', a.scale.distanceTo(b.scale), 1e-5, where);
  }
  verdict.claim(most > 0.4, `${label}: its weights move`);
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
  all.tracks.push({
    target: 'expression',
    name: 'wow1',
    property: 'weight', // materials, all kinds
    components: [{ wave: { amplitude: 0.5, offset: 0.5 } }],
  });
  const path = join(folder, 'all.json');
  writeFileSync(path, JSON.stringify(all));
  return path;
}

const errorsOf = async (path) =>
  new Set(((await khronos(path)) ?? []).filter((i) => i.severity === 'error').map((i) => i.code));

async function bake(avatar, label, old, ...options) {
  const out = join(folder, `baked${(bake.count = (bake.count ?? 0) + 1)}.glb`);
  vrm('bake', '-q', avatar, ...options, '-o', out);
  for (const code of await errorsOf(out)) verdict.claim(old.has(code), `${label}: ${code} is new in the baked file`);
  verdict.claim(true, '');
  return out;
}

const avatars = [],
  clips = [];
for (const kind of ['0.x', '1.0-draft', '1.0-beta', '1.0', 'typical']) {
  avatars.push([join(folder, `${kind}.vrm`), `scene ${kind}`]);
  scene(kind, avatars.at(-1)[0]);
}
clips.push(join(folder, 'clip.vrma'));
scene('clip', clips[0]);
const corpus = process.env.VRM_CORPUS;
for (const dialect of corpus ? ['vrm0', 'vrm1'] : [])
  for (const name of readdirSync(join(corpus, dialect))
    .filter((n) => n.endsWith('.vrm'))
    .sort())
    avatars.push([join(corpus, dialect, name), `${dialect}/${name}`]);
if (corpus)
  for (const name of readdirSync(join(corpus, 'vrma'))
    .filter((n) => n.endsWith('.vrma'))
    .sort())
    clips.push(join(corpus, 'vrma', name));

const motion = writeMotion();
let pairs = 0,
  owns = 0;
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
  const ownPath = join(folder, 'own.glb');
  const own = index < 5 || index % 6 === 0 ? animate(path, ownPath) : null;
  if (own) {
    const options = ['--animation', ownPath, '--fps', '30'];
    const whole = await bake(ownPath, `${label}, own`, old, ...options, '--tolerance', '0,0,0');
    await compareOwn(`${label}, own`, ownPath, own, whole);
    await compareBakes(`${label}, own`, whole, await bake(ownPath, label, old, ...options), 61);
    if (own.json.extensions?.VRMC_vrm?.expressions?.preset?.happy)
      await compareOwn(
        `${label}, own and happy`,
        ownPath,
        own,
        await bake(ownPath, label, old, ...options, '--expression', 'happy=1', '--tolerance', '0,0,0'),
        'happy',
      );
    owns++;
  }
  // Each clip meets every scene; avatars of the corpus take turns.
  for (const [c, clip] of clips.entries()) {
    if (index >= 5 && c !== 1 + (index % (clips.length - 1))) continue;
    const options = ['--animation', clip, '--fps', '30'];
    const bakes = [
      await bake(path, label, old, ...options, '--tolerance', '0,0,0'),
      await bake(path, label, old, ...options),
    ];
    const { duration } = await open(bakes[0]);
    await compareBakes(`${label}, ${clip.split('/').at(-1)}`, ...bakes, Math.ceil(duration * 30 - 1e-3) + 1);
    pairs++;
  }
}
console.log(
  `${avatars.length} avatars, ${pairs} with clips, ${owns} with animations of their own; largest differences: ${JSON.stringify(worst)}`,
);
verdict.end();
