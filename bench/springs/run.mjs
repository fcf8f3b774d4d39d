// SPDX-License-Identifier: MIT
// usage: run.mjs OURS THRIFTY CONTRACTED WASM SCENE
// Spring bones in the standard scene: 150 nodes, 20 chains of 5 joints (80 pairs), 12 colliders, 6 of
// them for each chain, hips and head in motion. Nanoseconds per pair and step of the whole frame.
// Theirs: the same inputs, then springBoneManager.update(), without the matrices of the rest.
// The environment variable VRM_BENCH_NODE names another Node for the wasm program.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

globalThis.self ??= globalThis;
const { Texture } = await import('three');
const { GLTFLoader } = await import('three/examples/jsm/loaders/GLTFLoader.js');
const { VRMLoaderPlugin } = await import('@pixiv/three-vrm');

const [ours, thrifty, contracted, wasm, scene] = process.argv.slice(2).map((path) => resolve(path));
const runWasm = join(dirname(fileURLToPath(import.meta.url)), '../../tools/run_wasm.mjs');
const folder = mkdtempSync(join(tmpdir(), 'vrm-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const avatar = join(folder, 'springs.vrm');
execFileSync(scene, ['springs', avatar], { stdio: 'ignore' });
console.warn = () => {};

const PAIRS = 80;
// Additions, multiplications, divisions and roots of src/runtime, counted in the source: a pair (the
// last of a chain turns nothing below it), a sphere's and a capsule's test, of which 27 % are made,
// how far a chain is from either, which is asked for 88 %, a body node (17 of the 50 carry springs or
// colliders), a sphere, a capsule, the start of a chain. Hits come on top.
const FLOPS =
  PAIRS * 169 -
  20 * 32 +
  0.27 * 20 * 4 * (4 * 10 + 2 * 24) +
  20 * (0.88 * (4 * 12 + 2 * 26) + 8) +
  17 * 65 +
  8 * 37 +
  4 * 76 +
  20 * 36;
const COUNTS = [1, 10, 100, 1000, 10000];

function time(program, ...words) {
  const text = execFileSync(program, words.map(String), {
    cwd: folder, // a WASI program finds files below its working folder only
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return new Map(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(' ').map(Number)),
  );
}

async function timeThree(count) {
  const bytes = readFileSync(avatar);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const crowd = [];
  for (let i = 0; i < count; i++) {
    const loader = new GLTFLoader();
    loader.register(() => ({ name: 'NO_IMAGES', loadTexture: async () => new Texture() }));
    loader.register((parser) => new VRMLoaderPlugin(parser));
    const { vrm } = (await loader.parseAsync(buffer, '')).userData;
    const [hips, head] = ['hips', 'head'].map((name) => vrm.humanoid.getRawBoneNode(name));
    crowd.push({ springs: vrm.springBoneManager, hips, head, rest: hips.position.clone() });
  }
  const frames = Math.max(2, Math.ceil(300 / count));
  let best = Infinity;
  for (let round = 0, frame = 0; round < 20; round++) {
    const start = process.hrtime.bigint();
    for (let f = 0; f < frames; f++, frame++) {
      crowd.forEach(({ springs, hips, head, rest }, i) => {
        const t = (2 * Math.PI * ((frame + 37 * i) % 256)) / 256;
        hips.position.set(rest.x + 0.3 * Math.sin(3 * t), rest.y, rest.z + 0.2 * Math.sin(2 * t));
        const a = 0.4 * Math.sin(t),
          b = 0.3 * Math.sin(4 * t);
        hips.quaternion.set(0, Math.sin(a), 0, Math.cos(a));
        head.quaternion.set(0, Math.sin(b), 0, Math.cos(b));
        springs.update(1 / 60);
      });
    }
    best = Math.min(best, Number(process.hrtime.bigint() - start) / frames / count / PAIRS);
  }
  return best;
}

const [gflops, copy] = time(ours, avatar, 'peak').entries().next().value;
const one = time(ours, avatar, 'ours', 1, ...COUNTS);
const three = new Map();
for (const count of [1, 10, 100]) three.set(count, await timeThree(count));
const again = time(ours, avatar, 'ours', 1, ...COUNTS);
for (const [count, ns] of again) one.set(count, Math.min(ns, one.get(count)));
const two = time(ours, avatar, 'ours', 2, ...COUNTS);
const plain = time(ours, avatar, 'plain', 1, 100, 1000);
const spared = time(thrifty, avatar, 'plain', 1, 100, 1000);
const fused = time(contracted, avatar, 'ours', 1, 1, 1000);
const node = process.env.VRM_BENCH_NODE ?? process.execPath;
const nodeVersion = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
const inWasm = time(node, '--no-warnings', runWasm, wasm, 'springs.vrm', 'ours', 1, 1, 100, 1000);

const cell = (value, width, digits = 1) => (value?.toFixed(digits) ?? '-').padStart(width);
console.log(
  `machine: ${gflops} GFLOP/s of multiply and add, ${copy} GB/s of copying; ` +
    `an avatar's frame is ${(FLOPS / 1000).toFixed(1)} kflop`,
);
console.log(`ns per pair and step; wasm in Node ${nodeVersion}`);
console.log(
  `${'avatars'.padStart(8)} ${'libvrm'.padStart(7)} ${'2 workers'.padStart(9)} ${'wasm'.padStart(7)} ` +
    `${'plain C'.padStart(9)} ${'thrifty C'.padStart(9)} ${'three-vrm'.padStart(9)} ${'of peak'.padStart(7)}`,
);
const rows = ['avatars,libvrm_ns,two_workers_ns,wasm_ns,plain_ns,thrifty_ns,three_vrm_ns,of_peak'];
for (const count of COUNTS) {
  const share = FLOPS / PAIRS / one.get(count) / gflops;
  console.log(
    `${cell(count, 8, 0)} ${cell(one.get(count), 7)} ${cell(two.get(count), 9)} ` +
      `${cell(inWasm.get(count), 7)} ${cell(plain.get(count), 9)} ${cell(spared.get(count), 9)} ` +
      `${cell(three.get(count), 9)} ${cell(share, 7, 2)}`,
  );
  rows.push(
    [count, one, two, inWasm, plain, spared, three]
      .map((m) => (typeof m === 'number' ? m : (m.get(count) ?? '')))
      .join() + `,${share.toFixed(3)}`,
  );
}
const price = (count) => ((one.get(count) / fused.get(count) - 1) * 100).toFixed(1);
console.log(`equal bits cost ${price(1)} % alone, ${price(1000)} % in a crowd (against fused operations)`);
console.log(`one core at 60 Hz: ${Math.floor(1e9 / 60 / (one.get(10000) * PAIRS))} avatars`);
console.log('three-vrm is measured up to 100 avatars; its cost per avatar grows from there');
writeFileSync(join(process.env.VRM_BENCH_RESULTS ?? '.', 'springs.csv'), rows.join('\n') + '\n');

const ratio = (name, value) => console.log(`ratio ${name} ${value.toFixed(2)}`);
ratio('springs.single.vs-three-vrm', three.get(1) / one.get(1));
ratio('springs.crowd.vs-three-vrm', three.get(100) / one.get(1000));
ratio('springs.single.vs-plain-c', plain.get(1) / one.get(1));
ratio('springs.crowd.vs-plain-c', plain.get(1000) / one.get(1000));
ratio('springs.single.vs-thrifty-c', spared.get(1) / one.get(1));
ratio('springs.crowd.vs-thrifty-c', spared.get(1000) / one.get(1000));
ratio('springs.crowd.of-peak', FLOPS / PAIRS / one.get(1000) / gflops);
ratio('springs.two-workers', one.get(1000) / two.get(1000));
ratio('springs.single.wasm-of-native', one.get(1) / inWasm.get(1));
ratio('springs.wasm-of-native', one.get(1000) / inWasm.get(1000));
