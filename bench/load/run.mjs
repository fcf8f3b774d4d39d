// SPDX-License-Identifier: MIT
// usage: run.mjs OURS SCENE
// Loading beside three.js GLTFLoader, file by file in one run: JSON, accessors, meshes, materials,
// nodes, and on our side the avatar as well, which three.js leaves to a plugin; every picture is left
// alone on both sides. OURS is bench_load_ours, SCENE the program that
// writes the avatars made in code; with VRM_CORPUS set, files of others are measured too.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

globalThis.self ??= globalThis;
const { Texture } = await import('three');
const { GLTFLoader } = await import('three/examples/jsm/loaders/GLTFLoader.js');

const [ours, scene] = process.argv.slice(2);
const rounds = 40;
console.warn = () => {}; // three.js warns about every unknown extension: that is not what is measured

function loader() {
  const loader = new GLTFLoader();
  loader.register(() => ({ name: 'NO_IMAGES', loadTexture: async () => new Texture() }));
  return loader;
}

/** The least time of one load in microseconds. */
async function threeTime(path) {
  const bytes = readFileSync(path);
  let least = Infinity;
  for (let i = 0; i < rounds; i++) {
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const start = process.hrtime.bigint();
    await loader().parseAsync(buffer, '');
    least = Math.min(least, Number(process.hrtime.bigint() - start) / 1000);
  }
  return least;
}

function ourFigures(path) {
  return JSON.parse(execFileSync(ours, [String(rounds), path], { encoding: 'utf8' }));
}

function files(folder) {
  const made = ['typical', 'rich', 'clip'].map((kind) => {
    const path = join(folder, `scene ${kind}.vrm`);
    execFileSync(scene, [kind, path], { stdio: 'ignore' });
    return path;
  });
  const root = process.env.VRM_CORPUS;
  const found = ['vrm0', 'vrm1', 'vrma'].flatMap((name) => {
    if (!root) return [];
    return readdirSync(join(root, name))
      .filter((file) => /\.(vrm|vrma)$/.test(file))
      .sort()
      .map((file) => join(root, name, file));
  });
  return [...made, ...found];
}

const folder = mkdtempSync(join(tmpdir(), 'vrm-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const rows = [];
console.log(
  `${'file'.padEnd(44)} ${'kB'.padStart(6)} ${'json'.padStart(5)} ${'ours us'.padStart(8)} ` +
    `${'three us'.padStart(9)} ${'ratio'.padStart(6)} ${'allocs'.padStart(6)} ${'peak/file'.padStart(9)} ${'-tree'.padStart(6)}`,
);
for (const path of files(folder)) {
  // In turns, so that a busy machine is so for both.
  const first = ourFigures(path);
  const theirs = await threeTime(path);
  const second = ourFigures(path);
  const row = { name: basename(path), ...first, us: Math.min(first.us, second.us), theirs };
  row.ratio = theirs / row.us;
  row.peak = row.peakBytes / row.bytes;
  row.besides = (row.peakBytes - row.treeBytes) / row.bytes;
  rows.push(row);
  console.log(
    `${row.name.slice(0, 44).padEnd(44)} ${(row.bytes / 1000).toFixed(0).padStart(6)} ` +
      `${(row.jsonBytes / 1000).toFixed(0).padStart(5)} ${row.us.toFixed(1).padStart(8)} ` +
      `${theirs.toFixed(0).padStart(9)} ${row.ratio.toFixed(1).padStart(6)} ${String(row.allocations).padStart(6)} ` +
      `${row.peak.toFixed(2).padStart(9)} ${row.besides.toFixed(2).padStart(6)}`,
  );
}
const geometric = Math.exp(rows.reduce((sum, row) => sum + Math.log(row.ratio), 0) / rows.length);
const worst = Math.max(...rows.map((row) => row.allocations));
console.log(
  `\nallocations per load: at most ${worst}; peak memory without the JSON tree: at most ` +
    `${Math.max(...rows.map((row) => row.besides)).toFixed(2)} x the file`,
);
console.log(`ratio load.vs-three ${geometric.toFixed(1)}`);
const csv = [
  'file,bytes,json_bytes,ours_us,three_us,ratio,allocations,peak_bytes,tree_bytes,tree_peak_bytes',
  ...rows.map((row) =>
    [
      row.name,
      row.bytes,
      row.jsonBytes,
      row.us,
      row.theirs.toFixed(1),
      row.ratio.toFixed(2),
      row.allocations,
      row.peakBytes,
      row.treeBytes,
      row.treePeakBytes,
    ].join(','),
  ),
];
writeFileSync(join(process.env.VRM_BENCH_RESULTS ?? '.', 'load.csv'), csv.join('\n') + '\n');
