// SPDX-License-Identifier: MIT
// What the tests of the npm package share: the package as it was built, and files to load.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Folder of the built package: the first argument. */
export const packageFolder = resolve(process.argv[2] ?? 'build-web/web/libvrm');

/** The package, or one of its other entries. */
export const load = (entry = 'index.js') => import(pathToFileURL(join(packageFolder, entry)));

export const sourceFolder = process.env.VRM_SOURCE ?? resolve('.');

/** An empty folder, which is removed when the program ends. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), 'vrm-web-test-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The package once more, not started. */
export async function fresh(entry = 'index.js') {
  const folder = join(scratch(), 'libvrm');
  cpSync(packageFolder, folder, { recursive: true });
  return import(pathToFileURL(join(folder, entry)));
}

/** A function of whole numbers below its argument, the same in each run. */
export function random(seed) {
  return (count) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * count);
  };
}

const made = scratch();

/** Path of an avatar made in code: a KIND of vrm_scene. */
export function scenePath(kind, ...options) {
  const path = join(made, `${[kind, ...options].join('_')}.vrm`);
  if (!existsSync(path)) execFileSync(process.env.VRM_SCENE, [kind, path, ...options]);
  return path;
}

export const sceneBytes = (...args) => readFileSync(scenePath(...args));

/** What a command of ours prints as JSON. */
export const vrmJson = (...args) =>
  JSON.parse(execFileSync(process.env.VRM, args, { encoding: 'utf8', maxBuffer: 1 << 28 }));

/** Files below a folder whose names end so, sorted. */
export function filesBelow(folder, ...endings) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .sort()
    .map((name) => join(folder, name));
}

/** Files of the corpus; null without one. */
export const corpus = (...endings) => (process.env.VRM_CORPUS ? filesBelow(process.env.VRM_CORPUS, ...endings) : null);

/** A GLB whose views are compressed with EXT_meshopt_compression. */
export async function compressed(bytes) {
  const { MeshoptEncoder } = await import('meshoptimizer');
  await MeshoptEncoder.ready;
  const size = bytes.readUInt32LE(12),
    json = JSON.parse(bytes.toString('utf8', 20, 20 + size)),
    bin = bytes.subarray(28 + size);
  const parts = [];
  let at = 0;
  json.bufferViews = json.bufferViews.map((view) => {
    const start = view.byteOffset ?? 0,
      isWhole = view.byteLength % 4 === 0;
    const data = Buffer.from(bin.subarray(start, start + view.byteLength));
    const packed = isWhole ? MeshoptEncoder.encodeGltfBuffer(data, data.length / 4, 4, 'ATTRIBUTES') : data;
    const place = at;
    parts.push(packed, Buffer.alloc(-packed.length & 3));
    at += (packed.length + 3) & ~3;
    if (!isWhole) return { ...view, byteOffset: place };
    const EXT_meshopt_compression = {
      buffer: 0,
      byteOffset: place,
      byteLength: packed.length,
      byteStride: 4,
      count: data.length / 4,
      mode: 'ATTRIBUTES',
    };
    return { ...view, buffer: 1, extensions: { EXT_meshopt_compression } };
  });
  json.buffers = [
    { byteLength: at },
    { byteLength: bin.length, extensions: { EXT_meshopt_compression: { fallback: true } } },
  ];
  json.extensionsUsed = [...(json.extensionsUsed ?? []), 'EXT_meshopt_compression'];
  json.extensionsRequired = ['EXT_meshopt_compression'];
  const text = Buffer.from(JSON.stringify(json)),
    padded = Buffer.concat([text, Buffer.alloc(-text.length & 3, 0x20)]);
  const words = (...values) => Buffer.from(Uint32Array.from(values).buffer);
  return Buffer.concat([
    words(0x46546c67, 2, 28 + padded.length + at, padded.length, 0x4e4f534a),
    padded,
    words(at, 0x004e4942),
    ...parts,
  ]);
}

/** Hooks by which a process means another release by `three`. */
export const hooks = (release) =>
  `data:text/javascript,${encodeURIComponent(`
  import { register } from 'node:module';
  register('data:text/javascript,' + encodeURIComponent(\`export const resolve = (name, context, next) =>
    next(name === 'three' || name.startsWith('three/') ? name.replace('three', '${release}') : name, context)\`));`)}`;

/** Takes all memory of the module of `Model` but about `left` bytes. */
export async function fillMemory(Model, left) {
  const owners = [];
  for (let size = 16e6; size >= left; size /= 2) {
    const json = new Uint8Array(Math.floor(size)).fill(0x20); // a document that is mostly white space
    json.set(new TextEncoder().encode('{"asset":{"version":"2.0"}}'));
    try {
      for (;;) owners.push(await Model.load(json));
    } catch (error) {
      assert.equal(error.code, 'memory', String(error));
    }
  }
  return owners;
}

/** The largest difference of two clips over their length. */
export function clipDistance(a, b) {
  assert.ok(Math.abs(a.duration - b.duration) < 1e-6, `${a.duration} and ${b.duration} seconds`);
  let most = 0;
  for (let i = 0; i <= 20; i++) {
    const one = a.sample((i / 20) * a.duration),
      other = b.sample((i / 20) * a.duration);
    assert.deepEqual(one.bones, other.bones);
    one.pose.forEach((number, k) => {
      most = Math.max(most, Math.abs(number - other.pose[k]));
    });
  }
  return most;
}
