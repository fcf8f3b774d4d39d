// SPDX-License-Identifier: MIT
// Blender opens what we write, by the glTF importer that comes with it: avatars that `vrm create`,
// `vrm springs --propose` and `vrm expressions` make of figures, `vrm migrate`, `vrm optimize` for
// platforms, `vrm bake`, and the skeletons of `vrm convert-motion -o OUT.glb`. Bones, meshes, morph
// targets, materials and pictures are those of the file, the box and what morph targets move are
// those of three.js, the height is that of `vrm info`, and every humanoid bone stands where
// `vrm trace` has it, at rest and while a motion plays.
//
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Box3 } from 'three';
import { corpus, openInThree, scene, scratch, skip, Verdict, vrm } from './support.mjs';

if (!process.env.VRM_SCENE) skip('no program that writes scenes');
if (spawnSync('sh', ['-c', 'command -v blender']).status !== 0) skip('Blender is not installed');

const LIMITS = { rest: 1e-4, motion: 1e-3, box: 1e-3, morph: 1e-4 }; // metres
const MOMENTS = 7;
const folder = scratch(),
  verdict = new Verdict(),
  worst = { rest: 0, motion: 0, box: 0, morph: 0 };
const at = (name) => join(folder, name);
const facts = (path) => JSON.parse(vrm('info', '--json', path));

// ---- Figures ----

function readGlb(path) {
  const bytes = readFileSync(path);
  const length = bytes.readUInt32LE(12);
  return { json: JSON.parse(bytes.subarray(20, 20 + length)), rest: bytes.subarray(20 + length) };
}

function writeGlb(path, { json, rest }) {
  const text = Buffer.from(JSON.stringify(json));
  const padded = Buffer.alloc((text.length + 3) & ~3, ' ');
  text.copy(padded);
  const head = Buffer.alloc(20);
  [0x46546c67, 2, 20 + padded.length + rest.length, padded.length, 0x4e4f534a].forEach((value, i) =>
    head.writeUInt32LE(value, 4 * i),
  );
  writeFileSync(path, Buffer.concat([head, padded, rest]));
}

/** Writes a figure: an avatar without its VRM parts. */
function strip(source, path, change = () => {}) {
  const { json, rest } = readGlb(source);
  change(json, facts(source).humanBones);
  const isVrm = (name) => name.startsWith('VRM');
  for (const owner of [json, ...json.nodes, ...(json.materials ?? [])])
    for (const name of Object.keys(owner.extensions ?? {})) if (isVrm(name)) delete owner.extensions[name];
  for (const member of ['extensionsUsed', 'extensionsRequired']) {
    json[member] = json[member]?.filter((name) => !isVrm(name));
    if (!json[member]?.length) delete json[member];
  }
  writeGlb(path, { json, rest });
}

/** Arms down by 55 degrees, turned by 50 degrees, in centimetres. */
function stand(json, bones) {
  const turn = (axis, degrees) => {
    const half = (degrees * Math.PI) / 360;
    return [0, 1, 2].map((i) => (i === axis ? Math.sin(half) : 0)).concat(Math.cos(half));
  };
  json.nodes[bones.leftUpperArm].rotation = turn(2, -55);
  json.nodes[bones.rightUpperArm].rotation = turn(2, 55);
  json.nodes.push({
    name: 'centimetres',
    rotation: turn(1, 50),
    scale: [100, 100, 100],
    children: json.scenes[0].nodes,
  });
  json.scenes[0].nodes = [json.nodes.length - 1];
}

/** Files of generated figures, and of the avatars of the corpus. */
function makeFigures() {
  const avatars = [
    ['hero', []],
    ['1.0', [], stand],
    ['typical', ['--rotated']],
    ['vroid', [], stand],
  ].map(([kind, options, change]) => {
    scene(kind, at(`${kind}.vrm`), ...options);
    return [at(`${kind}.vrm`), change];
  });
  if (process.env.VRM_CORPUS)
    avatars.push(...[...corpus('vrm0', '.vrm'), ...corpus('vrm1', '.vrm')].map((path) => [path]));
  return avatars.map(([avatar, change]) => {
    const figure = at(`${basename(avatar, '.vrm')}-figure.glb`);
    strip(avatar, figure, change);
    return figure;
  });
}

// ---- What a file has ----

const indexTypes = { 5121: Uint8Array, 5123: Uint16Array, 5125: Uint32Array };

function indicesOf(json, bin, { indices, attributes }) {
  if (indices === undefined) return Array.from({ length: json.accessors[attributes.POSITION].count }, (_, i) => i);
  const { bufferView, byteOffset = 0, componentType, count } = json.accessors[indices];
  const Type = indexTypes[componentType];
  const begin = (json.bufferViews[bufferView].byteOffset ?? 0) + byteOffset;
  return new Type(new Uint8Array(bin.subarray(begin, begin + count * Type.BYTES_PER_ELEMENT)).buffer);
}

/** Vertices that triangles use, and triangles. Blender keeps neither those that use a vertex twice nor
 * a second one of the same vertices. */
function sizeOf(json, bin, primitive) {
  const indices = indicesOf(json, bin, primitive);
  const triangles = new Set();
  for (let i = 0; i < indices.length; i += 3) {
    const corners = [...indices.slice(i, i + 3)];
    if (new Set(corners).size === 3) triangles.add(corners.sort((a, b) => a - b).join());
  }
  return { vertices: new Set(indices).size, triangles: triangles.size };
}

/** Bones are the nodes from joints of a skin up to the lowest node above all of them. */
function bonesOf({ nodes, skins = [] }) {
  const parents = new Map(nodes.flatMap(({ children = [] }, i) => children.map((child) => [child, i])));
  const pathTo = (node) => {
    const path = [];
    for (let one = node; one !== undefined; one = parents.get(one)) path.unshift(one);
    return path;
  };
  const bones = new Set();
  for (const { joints, skeleton } of skins) {
    const paths = [...joints, ...(skeleton === undefined ? [] : [skeleton])].map(pathTo);
    const isShared = (depth) => paths.every((path) => path.length > depth && path[depth] === paths[0][depth]);
    let shared = 0;
    while (isShared(shared)) shared++;
    if (joints.includes(paths[0][shared - 1])) shared--;
    for (const path of paths.slice(0, joints.length)) for (const node of path.slice(shared)) bones.add(node);
  }
  return bones;
}

/** Pictures of the material properties that Blender has: of an unlit material its base colour. */
function picturesOf({ textures = [] }, { pbrMetallicRoughness: surface = {}, extensions = {}, ...material }) {
  const lit = [
    surface.metallicRoughnessTexture,
    material.normalTexture,
    material.occlusionTexture,
    material.emissiveTexture,
  ];
  const infos = [surface.baseColorTexture, ...(extensions.KHR_materials_unlit ? [] : lit)];
  return infos.filter((info) => info).map(({ index }) => textures[index].source);
}

function contents(path) {
  const { json, rest } = readGlb(path);
  const shown = json.nodes.filter(({ mesh }) => mesh !== undefined).map(({ mesh }) => json.meshes[mesh]);
  const materials = new Set(shown.flatMap(({ primitives }) => primitives.map(({ material }) => material)));
  materials.delete(undefined);
  const pictures = new Set([...materials].flatMap((index) => picturesOf(json, json.materials[index])));
  return {
    bones: bonesOf(json).size,
    meshes: shown.map(({ primitives, extras }) => {
      const sizes = primitives.map((primitive) => sizeOf(json, rest.subarray(8), primitive));
      const sum = (what) => sizes.reduce((all, size) => all + size[what], 0);
      const count = primitives[0].targets?.length ?? 0;
      const targets = Array.from({ length: count }, (_, i) => extras?.targetNames?.[i] ?? `target_${i}`);
      return { vertices: sum('vertices'), triangles: sum('triangles'), targets };
    }),
    materials: materials.size,
    pictures: pictures.size,
  };
}

// ---- The files that Blender opens ----

const jobs = [];

/** Frames of what `vrm trace` says: places of the humanoid bones. */
function traced(avatar, motion) {
  const [head, ...frames] = vrm('trace', avatar, motion)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return frames.map(({ t, bone }) => ({
    time: t,
    places: Object.fromEntries(head.bones.map((name, i) => [name, bone.slice(7 * i, 7 * i + 3)])),
  }));
}

/** Names of nodes by those of bones. */
function nodeNames(path, { humanBones }) {
  const { nodes } = readGlb(path).json;
  return Object.fromEntries(Object.entries(humanBones).map(([bone, node]) => [bone, nodes[node].name]));
}

/** Names of the bones of a skeleton. */
function jointNames(path) {
  const { nodes, skins } = readGlb(path).json;
  return skins[0].joints.map((joint) => nodes[joint].name).filter((name) => name !== 'root');
}

function add(path, job) {
  const copy = `${path}.glb`; // Blender goes by the ending
  copyFileSync(path, copy);
  jobs.push({ name: basename(path), path: copy, ...job });
}

/** An avatar at rest. */
function addAvatar(path) {
  const known = facts(path),
    frames = traced(path, at('still.json'));
  if (known.dialect === '0.x')
    // it faces -Z in its file, and +Z in a trace
    for (const place of frames.flatMap(({ places }) => Object.values(places)))
      [place[0], place[2]] = [-place[0], -place[2]];
  add(path, { kind: 'rest', facts: known, names: nodeNames(path, known), frames });
}

/** A file with an animation, which plays on an avatar as `vrm trace` plays it there. */
function addMoving(path, avatar, motion, names) {
  const frames = traced(avatar, motion);
  const some = Array.from({ length: MOMENTS }, (_, i) => frames[Math.floor((i * (frames.length - 1)) / (MOMENTS - 1))]);
  add(path, { kind: 'motion', facts: facts(path), names, frames: some });
}

writeFileSync(at('still.json'), JSON.stringify({ format: 'vrm-motion', version: 1, frames: 1, dt: 0, tracks: [] }));

// ---- What the commands write ----

/** Avatars of a figure, by one command after the other; null where it is none. */
function finish(figure) {
  const name = basename(figure, '-figure.glb');
  const [created, sways, speaks] = ['created', 'springs', 'expressions'].map((what) => at(`${name}-${what}.vrm`));
  try {
    vrm('create', '-q', figure, '-o', created);
  } catch {
    return null; // a file to try shaders: bones that move no mesh
  }
  vrm('springs', '-q', '--propose', created, '-o', sways);
  const changes = facts(sways).expressions.includes('happy') ? ['--copy', 'happy=smile'] : ['--add', 'smile'];
  vrm('expressions', '-q', sways, ...changes, '-o', speaks);
  return [created, sways, speaks];
}

function optimized(avatar, name, ...options) {
  const path = at(`${name}-optimized.vrm`);
  vrm('optimize', '-q', avatar, ...options, '-o', path);
  return path;
}

const figures = makeFigures();
let count = 0;
for (const figure of figures) {
  const avatars = finish(figure);
  if (!avatars) continue;
  count++;
  avatars.forEach(addAvatar);
  addAvatar(optimized(avatars[2], basename(figure, '-figure.glb')));
}
verdict.claim(count >= 4, `${count} figures`);
vrm('create', '-q', figures[0], '--to', '0.x', '-o', at('old.vrm'));
addAvatar(at('old.vrm'));

const hero = at('hero-expressions.vrm');
for (const platform of ['vrchat-pc-poor', 'vket', 'hyperfy-5'])
  addAvatar(optimized(hero, platform, '--for', platform, '--force')); // what was reached
addAvatar(optimized(hero, 'joined', '--quantize', '--join-meshes', '--atlas', '--fold-bones', '--drop-nodes'));
vrm('migrate', '-q', at('old.vrm'), '-o', at('migrated.vrm'));
addAvatar(at('migrated.vrm'));

// Blender 3.4 says that it cannot decompress; another round does it for Blender.
const packed = optimized(hero, 'packed', '--meshopt', '--quantize');
const refused = jobs.length;
addAvatar(packed);
addAvatar(optimized(packed, 'unpacked', '--dense'));

// Between keys Blender blends the numbers of a rotation, so it gets 120 frames a second.
const ALL_FRAMES = ['--fps', '120', '--tolerance', '0'];
scene('hero-clip', at('clip.vrma'));
scene('1.0', at('dancer.vrm'), '--constraints', '0');
const motions = [at('clip.vrma')];
if (process.env.VRM_CORPUS) motions.push(...corpus('', '.vrma'), ...corpus('motion-import/rocketbox', '.max.fbx'));
for (const motion of motions) {
  const name = basename(motion);
  const [played, skeleton] = [at(`${name}.vrma`), at(`${name}-skeleton.glb`)];
  for (const out of [played, skeleton])
    vrm('convert-motion', motion, '-q', '--avatar', at('dancer.vrm'), ...ALL_FRAMES, '-o', out);
  const joints = jointNames(skeleton);
  verdict.claim(joints.length >= 15, `${name}: ${joints.length} bones`);
  addMoving(skeleton, at('dancer.vrm'), played, Object.fromEntries(joints.map((bone) => [bone, bone])));
}
scene('hero', at('sparse.vrm'), '--compact');
vrm('bake', '-q', at('sparse.vrm'), '--animation', at('clip.vrma'), ...ALL_FRAMES, '-o', at('bake.glb'));
addMoving(at('bake.glb'), at('sparse.vrm'), at('clip.vrma'), nodeNames(at('sparse.vrm'), facts(at('sparse.vrm'))));

// ---- The verdict ----

/** Opens all files in one Blender. */
function openInBlender() {
  const script = fileURLToPath(new URL('blender_report.py', import.meta.url));
  const wishes = jobs.map(({ path, frames }) => ({ path, times: frames.map(({ time }) => time) }));
  writeFileSync(at('jobs.json'), JSON.stringify(wishes));
  const options = ['--background', '-noaudio', '--factory-startup', '--python-exit-code', '1'];
  execFileSync('blender', [...options, '--python', script, '--', at('jobs.json'), at('found.json')], {
    stdio: 'pipe',
    maxBuffer: 1 << 26,
  });
  return JSON.parse(readFileSync(at('found.json')));
}

const list = (things) => things.map((thing) => JSON.stringify(thing)).sort();
const same = (some, others) => some.length === others.length && some.every((value, i) => value === others[i]);

function judgeContents({ name, path, facts }, found) {
  const wanted = contents(path);
  verdict.claim(found.bones === wanted.bones, `${name}: ${found.bones} bones, not ${wanted.bones}`);
  const meshes = list(found.meshes);
  verdict.claim(same(meshes, list(wanted.meshes)), `${name}: meshes ${meshes}, not ${list(wanted.meshes)}`);
  verdict.claim(found.materials === wanted.materials, `${name}: ${found.materials} materials, not ${wanted.materials}`);
  verdict.claim(
    found.images.length === wanted.pictures,
    `${name}: ${found.images.length} pictures, not ${wanted.pictures}`,
  );
  for (const [width, height] of found.images)
    verdict.claim(
      facts.pictures.some((picture) => picture.width === width && picture.height === height),
      `${name}: a picture of ${width} x ${height}`,
    );
}

/** How far the morph targets of each name move a vertex at most, as three.js has them. */
function reachesOf(scene) {
  const reaches = {};
  scene.traverse(({ geometry, morphTargetDictionary = {} }) => {
    for (const [name, index] of Object.entries(morphTargetDictionary)) {
      const moves = geometry.morphAttributes.position[index];
      const key = /^\d+$/.test(name) ? `target_${name}` : name;
      for (let i = 0; i < moves.count; i++)
        reaches[key] = Math.max(reaches[key] ?? 0, Math.hypot(moves.getX(i), moves.getY(i), moves.getZ(i)));
    }
  });
  return reaches;
}

function judgeReaches({ name }, found, wanted) {
  for (const target of Object.keys(wanted)) {
    const off = Math.abs(found[target] - wanted[target]);
    worst.morph = Math.max(worst.morph, off);
    verdict.claim(off <= LIMITS.morph, `${name}: ${target} reaches ${found[target]} m, not ${wanted[target]} m`);
  }
}

/** The box of the visible vertices, as three.js has it. */
function judgeBox({ name, facts }, [least, most], scene) {
  const box = new Box3().setFromObject(scene, true);
  const off = Math.max(
    ...box.min.toArray().map((value, i) => Math.abs(value - least[i])),
    ...box.max.toArray().map((value, i) => Math.abs(value - most[i])),
  );
  worst.box = Math.max(worst.box, off);
  verdict.claim(off <= LIMITS.box, `${name}: the box is ${off} m off`);
  const height = most[1] - least[1];
  verdict.claim(Math.abs(height - facts.height) <= LIMITS.box, `${name}: ${height} m high, not ${facts.height} m`);
}

function judgePlaces({ name, frames, kind, names }, moments) {
  const wrong = [];
  frames.forEach(({ time, places }, i) => {
    for (const [bone, node] of Object.entries(names)) {
      const there = moments[i][node];
      const off = there ? Math.hypot(...places[bone].map((value, axis) => value - there[axis])) : Infinity;
      worst[kind] = Math.max(worst[kind], off);
      if (!(off <= LIMITS[kind])) wrong.push(`${bone} is ${off} m off at ${time.toFixed(3)} s`);
    }
  });
  verdict.claim(wrong.length === 0, `${name}: ${wrong.slice(0, 5).join(', ')}`);
}

for (const [i, found] of openInBlender().entries()) {
  const job = jobs[i];
  if (i === refused) {
    verdict.claim(/EXT_meshopt_compression/.test(found.error), `${job.name}: Blender does not say what it lacks`);
    continue;
  }
  verdict.claim(!found.error, `${job.name}: Blender says ${found.error}`);
  if (found.error) continue;
  judgeContents(job, found);
  const { scene } = await openInThree(job.path);
  scene.updateMatrixWorld(true);
  judgeReaches(job, found.reaches, reachesOf(scene));
  if (job.kind === 'rest') judgeBox(job, found.box, scene);
  judgePlaces(job, found.moments);
}
console.log(`${jobs.length} files; at most ${JSON.stringify(worst)} m off`);
verdict.end();
