// SPDX-License-Identifier: MIT
// VMD and PMX as src/motion/mmd reads them: the walks of scenes/ (legs by IK, by turns, by both) on
// its skeleton, and, where there is a corpus, every VMD of it on its model.
//
//   keys   mmd-parser 1.0.4 reads the same bones, morphs, frames, values and curves
//   poses  babylon-mmd 1.3.0 (its runtime in JavaScript, without physics) puts every bone of the
//          model within 0.5 degrees and 0.5 mm of ours in every frame
//
// babylon-mmd imports files without their extension, which Node does not find: esbuild makes one
// module of it.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { Parser } from 'mmd-parser';
import { scene, scratch, skip, Verdict } from './support.mjs';

if (!process.env.VRM_WRITE_MMD || !process.env.VRM_SCENE) skip('no programs that write keys and motion of MMD');
const folder = scratch();
const verdict = new Verdict();
const here = dirname(fileURLToPath(import.meta.url));
const METRES = 0.08;

// ---- babylon-mmd ----

async function bundle() {
  const entry = `
    export { NullEngine } from '@babylonjs/core/Engines/nullEngine';
    export { Scene } from '@babylonjs/core/scene';
    export { LoadAssetContainerAsync } from '@babylonjs/core/Loading/sceneLoader';
    export { MmdRuntime } from 'babylon-mmd/esm/Runtime/mmdRuntime';
    export { VmdLoader } from 'babylon-mmd/esm/Loader/vmdLoader';
    import 'babylon-mmd/esm/Runtime/Animation/mmdRuntimeModelAnimation';
    import 'babylon-mmd/esm/Loader/pmxLoader';`;
  const outfile = join(folder, 'babylon-mmd.mjs');
  buildSync({
    stdin: { contents: entry, resolveDir: here },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    logLevel: 'error',
  });
  globalThis.self ??= globalThis;
  globalThis.XMLHttpRequest ??= class {};
  return import(outfile);
}

/** Without what babylon prints. */
async function quietly(run) {
  const { log, warn } = console;
  console.log = console.warn = () => {};
  try {
    return await run();
  } finally {
    Object.assign(console, { log, warn });
  }
}

const babylon = await bundle();

async function open(modelPath) {
  const world = new babylon.Scene(new babylon.NullEngine());
  const container = await babylon.LoadAssetContainerAsync(new Uint8Array(readFileSync(modelPath)), world, {
    pluginExtension: '.pmx',
    name: 'model.pmx',
    pluginOptions: { mmdmodel: { materialBuilder: null, loggingEnabled: false } },
  });
  const figure = new babylon.MmdRuntime(world).createMmdModel(container.rootNodes[0], {
    materialProxyConstructor: null,
  });
  return { figure, loader: new babylon.VmdLoader(world) };
}

async function play({ figure, loader }, path) {
  const bytes = readFileSync(path);
  const animation = await loader.loadFromBufferAsync(
    'motion',
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
  );
  figure.setRuntimeAnimation(figure.createRuntimeAnimation(animation));
}

/** The matrix of a bone, row by row, as columns of the rotation, and the position. */
function boneAt(bone) {
  const m = bone.worldMatrix;
  return { x: [m[0], m[1], m[2]], y: [m[4], m[5], m[6]], z: [m[8], m[9], m[10]], position: [m[12], m[13], m[14]] };
}

// ---- Comparing ----

const worst = { degrees: 0, metres: 0 };
let keyCount = 0,
  poseCount = 0;

const rotate = ([x, y, z, w], v) => {
  const t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])];
  return [
    v[0] + w * t[0] + y * t[2] - z * t[1],
    v[1] + w * t[1] + z * t[0] - x * t[2],
    v[2] + w * t[2] + x * t[1] - y * t[0],
  ];
};

/** The angle between a rotation and the columns of another, by the length of the differences. */
function degrees(q, { x, y, z }) {
  const axes = [
    [x, [1, 0, 0]],
    [y, [0, 1, 0]],
    [z, [0, 0, 1]],
  ];
  const square = axes.reduce((sum, [is, unit]) => {
    const at = rotate(q, unit);
    return sum + (at[0] - is[0]) ** 2 + (at[1] - is[1]) ** 2 + (at[2] - is[2]) ** 2;
  }, 0);
  return (2 * Math.asin(Math.min(1, Math.sqrt(square / 8))) * 180) / Math.PI;
}

const byName = (tracks) => new Map(tracks.map(([name, ...keys]) => [name, keys.map((key) => key.map(Math.fround))]));

function grouped(keys, nameOf, valueOf) {
  const tracks = new Map();
  for (const key of keys) {
    const name = nameOf(key);
    if (!tracks.has(name)) tracks.set(name, []);
    tracks.get(name).push(valueOf(key).map(Math.fround));
  }
  for (const list of tracks.values()) list.sort((a, b) => a[0] - b[0]); // stable
  return tracks;
}

function compareKeys(where, kind, ours, theirs) {
  verdict.claim(ours.size === theirs.size, `${where}: ${ours.size} ${kind}, not ${theirs.size}`);
  for (const [name, keys] of theirs) {
    const mine = ours.get(name);
    const equal = mine && JSON.stringify(mine) === JSON.stringify(keys);
    keyCount += keys.length;
    if (!equal) verdict.claim(false, `${where}: keys of ${kind} ${name} differ`);
  }
}

/** The curve of channel c begins at the head of row c, as MMD writes over some of row 0. */
const curves = (bytes) => [0, 1, 2, 3].flatMap((c) => [0, 4, 8, 12].map((i) => bytes[16 * c + i]));

function compareWithParser(where, ours, bytes) {
  const parsed = new Parser().parseVmd(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), false);
  compareKeys(
    where,
    'bones',
    byName(ours.bones),
    grouped(
      parsed.motions,
      (key) => key.boneName,
      (key) => [key.frameNum, ...key.position, ...key.rotation, ...curves(key.interpolation)],
    ),
  );
  compareKeys(
    where,
    'morphs',
    byName(ours.morphs),
    grouped(
      parsed.morphs,
      (key) => key.morphName,
      (key) => [key.frameNum, key.weight],
    ),
  );
}

/** Bones to compare. Left out is what babylon-mmd does not move as the file says, and what hangs on
 * it: names that were cut to 15 bytes (it looks for bones with exactly that name), and a bone of a
 * lower layer than its parent, which is placed before its parent is. */
function compared(figure, ours) {
  const order = new Map(figure.sortedRuntimeBones.map((bone, i) => [bone, i]));
  const bones = new Map(figure.runtimeBones.map((bone) => [bone.name, bone]));
  const cut = ours.bones.map(([name]) => name).filter((name) => !bones.has(name));
  const isPassed = (bone) =>
    cut.some((begin) => bone.name.startsWith(begin)) ||
    (bone.parentBone && order.get(bone) < order.get(bone.parentBone));
  return ours.skeleton.map((name) => {
    let above = bones.get(name);
    while (above && !isPassed(above)) above = above.parentBone;
    return above ? null : bones.get(name);
  });
}

function comparePoses(where, figure, ours) {
  const bones = compared(figure, ours);
  verdict.claim(bones.filter(Boolean).length > 0.9 * bones.length, `${where}: too few bones to compare`);
  for (const [frame, pose] of ours.poses.entries()) {
    figure.beforePhysics(frame);
    figure.afterPhysics();
    for (const [i, bone] of bones.entries()) {
      if (!bone) continue;
      const [px, py, pz, ...q] = pose.slice(7 * i, 7 * i + 7);
      const { position, ...axes } = boneAt(bone);
      const angle = degrees(q, axes);
      const metres = METRES * Math.hypot(px - position[0], py - position[1], pz - position[2]);
      poseCount++;
      worst.degrees = Math.max(worst.degrees, angle);
      worst.metres = Math.max(worst.metres, metres);
      if (!(angle <= 0.5 && metres <= 0.0005))
        verdict.claim(false, `${where}: frame ${frame}, ${bone.name}: ` + `${angle} degrees, ${metres} m off`);
    }
  }
}

let fileCount = 0;

async function compare(files, modelPath) {
  const player = await quietly(() => open(modelPath));
  for (const path of files) {
    const where = basename(path);
    const out = join(folder, 'ours.json');
    execFileSync(process.env.VRM_WRITE_MMD, [path, modelPath, out]);
    const ours = JSON.parse(readFileSync(out, 'utf8'));
    compareWithParser(where, ours, readFileSync(path));
    await quietly(() => play(player, path));
    comparePoses(where, player.figure, ours);
    fileCount++;
  }
}

const made = (kind) => {
  const path = join(folder, kind);
  scene(kind, path);
  return path;
};

/** The parsers want the lists that an old file does not have: none of each. */
function completed(path) {
  writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.alloc(16)]));
  return path;
}

await compare([completed(made('vmd')), made('vmd-fk'), made('vmd-mixed')], made('pmx'));
if (process.env.VRM_CORPUS) {
  const gene = join(process.env.VRM_CORPUS, 'motion-import/gene');
  const names = readdirSync(gene).sort();
  const ending = (end) => names.filter((name) => name.endsWith(end)).map((name) => join(gene, name));
  await compare(ending('.vmd'), ending('.pmx')[0]);
}
console.log(
  `${fileCount} files: ${keyCount} keys equal, ${poseCount} bones in frames: at most ` +
    `${worst.degrees.toFixed(4)} degrees and ${(1000 * worst.metres).toFixed(4)} mm off`,
);
verdict.end();
