// SPDX-License-Identifier: MIT
// usage: run.mjs OURS
// Validating beside Khronos's validator: every file of the corpus (VRM_CORPUS), one after the other,
// in memory, in one thread; ours also checks the VRM extensions. Then files of growing size, made
// here, to see whether time grows as they do. OURS is bench_validate_ours.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import validator from 'gltf-validator';

const [ours] = process.argv.slice(2);
const rounds = 5;
const folder = mkdtempSync(join(tmpdir(), 'vrm-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.on('uncaughtException', () => {}); // on some broken files it throws past its promise
const csv = ['group,files,bytes,ours_us,khronos_us,ratio'];

/** The least time of one validation in microseconds; null when the validator gives up. */
async function khronosTime(path) {
  const bytes = new Uint8Array(readFileSync(path));
  const sides = new Map();
  const side = async (uri) => {
    const name = resolve(dirname(path), decodeURIComponent(uri));
    if (!sides.has(name)) sides.set(name, new Uint8Array(readFileSync(name)));
    return sides.get(name);
  };
  let least = Infinity;
  for (let i = 0; i < rounds; i++) {
    const start = process.hrtime.bigint();
    const options = { uri: basename(path), externalResourceFunction: side };
    const done = await Promise.race([
      validator.validateBytes(bytes, options).then(
        () => true,
        () => false,
      ),
      new Promise((over) => setTimeout(() => over(false), 20000)),
    ]);
    if (!done) return null;
    least = Math.min(least, Number(process.hrtime.bigint() - start) / 1000);
  }
  return least;
}

const ourTimes = (paths) =>
  execFileSync(ours, [String(rounds)], { input: paths.join('\n') + '\n', encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number);

async function race(paths) {
  const first = ourTimes(paths);
  const theirs = [];
  for (const path of paths) theirs.push(await khronosTime(path));
  const second = ourTimes(paths); // in turns, so that a busy machine is so for both
  return paths.map((path, i) => ({
    path,
    bytes: readFileSync(path).length,
    ours: Math.min(first[i], second[i]),
    theirs: theirs[i],
  }));
}

function print(name, rows) {
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  const ratio = sum('theirs') / sum('ours');
  console.log(
    `${name.padEnd(28)} ${String(rows.length).padStart(5)} ${(sum('bytes') / 1000).toFixed(0).padStart(8)} ` +
      `${(sum('ours') / 1000).toFixed(2).padStart(9)} ${(sum('theirs') / 1000).toFixed(1).padStart(11)} ${ratio.toFixed(1).padStart(7)}`,
  );
  csv.push(
    [name, rows.length, sum('bytes'), sum('ours').toFixed(1), sum('theirs').toFixed(1), ratio.toFixed(2)].join(','),
  );
  return ratio;
}

// ---- The corpus ----

const root = process.env.VRM_CORPUS;
console.log(
  `${'files'.padEnd(28)} ${'count'.padStart(5)} ${'kB'.padStart(8)} ${'ours ms'.padStart(9)} ${'khronos ms'.padStart(11)} ${'ratio'.padStart(7)}`,
);
if (root) {
  const groups = ['gltf', 'vrm0', 'vrm1', 'vrma', 'vrmext', 'broken'];
  const all = [];
  for (const group of groups) {
    const paths = readdirSync(join(root, group), { recursive: true })
      .filter((name) => /\.(gltf|glb|vrm|vrma)$/.test(name))
      .sort()
      .map((name) => join(root, group, name));
    const rows = (await race(paths)).filter((row) => row.theirs !== null);
    print(relative(root, join(root, group)), rows);
    all.push(...rows);
  }
  console.log(`ratio validate.vs-gltf-validator ${print('all', all).toFixed(1)}`);
} else {
  console.log('VRM_CORPUS is not set: no real files');
}

// ---- Growing files ----

/** A GLB of `count` nodes, each with a mesh of its own: a triangle fan of 64 vertices. */
function grow(count) {
  const vertices = 64;
  const bin = new Float32Array(count * vertices * 6);
  for (let i = 0; i < count * vertices; i++) {
    bin[(i - (i % vertices)) * 6 + (i % vertices) * 3] = i % vertices;
    bin[(i - (i % vertices)) * 6 + vertices * 3 + (i % vertices) * 3 + 2] = 1;
  }
  const range = [...Array(count).keys()];
  const view = (i) => ({ buffer: 0, byteOffset: i * vertices * 12, byteLength: vertices * 12, target: 34962 });
  const accessor = { componentType: 5126, type: 'VEC3', count: vertices };
  const json = JSON.stringify({
    asset: { version: '2.0' },
    scenes: [{ nodes: range }],
    nodes: range.map((i) => ({ name: `node ${i}`, mesh: i, translation: [i, 0.5, 0.25] })),
    meshes: range.map((i) => ({ primitives: [{ mode: 6, attributes: { POSITION: i * 2, NORMAL: i * 2 + 1 } }] })),
    accessors: range.flatMap((i) => [
      { bufferView: i * 2, ...accessor, min: [0, 0, 0], max: [vertices - 1, 0, 0] },
      { bufferView: i * 2 + 1, ...accessor },
    ]),
    bufferViews: range.flatMap((i) => [view(i * 2), view(i * 2 + 1)]),
    buffers: [{ byteLength: bin.byteLength }],
  });
  const text = Buffer.from(json.padEnd(Math.ceil(json.length / 4) * 4));
  const head = Buffer.alloc(20),
    binHead = Buffer.alloc(8);
  [0x46546c67, 2, 28 + text.length + bin.byteLength, text.length, 0x4e4f534a].forEach((word, i) =>
    head.writeUInt32LE(word, i * 4),
  );
  [bin.byteLength, 0x004e4942].forEach((word, i) => binHead.writeUInt32LE(word, i * 4));
  return Buffer.concat([head, text, binHead, Buffer.from(bin.buffer)]);
}

console.log(
  `\n${'growing file'.padEnd(16)} ${'MB'.padStart(8)} ${'ours ms'.padStart(9)} ${'ns/byte'.padStart(8)} ${'khronos ms'.padStart(11)} ${'ratio'.padStart(7)}`,
);
const speeds = [];
for (const count of [10, 100, 1000, 10000, 40000]) {
  const path = join(folder, `grown-${count}.glb`);
  writeFileSync(path, grow(count));
  const [row] =
    count <= 10000
      ? await race([path])
      : [{ bytes: readFileSync(path).length, ours: ourTimes([path])[0], theirs: null }];
  const speed = (row.ours * 1000) / row.bytes;
  if (count >= 100) speeds.push(speed);
  console.log(
    `${`${count} meshes`.padEnd(16)} ${(row.bytes / 1e6).toFixed(2).padStart(8)} ${(row.ours / 1000).toFixed(2).padStart(9)} ` +
      `${speed.toFixed(2).padStart(8)} ${(row.theirs === null ? '-' : (row.theirs / 1000).toFixed(1)).padStart(11)} ` +
      `${(row.theirs === null ? '-' : (row.theirs / row.ours).toFixed(1)).padStart(7)}`,
  );
  csv.push(
    [
      `grown ${count}`,
      1,
      row.bytes,
      row.ours,
      row.theirs?.toFixed(1) ?? '',
      row.theirs ? (row.theirs / row.ours).toFixed(2) : '',
    ].join(','),
  );
}
console.log(
  `largest ns/byte over least, from 100 meshes on: ${(Math.max(...speeds) / Math.min(...speeds)).toFixed(2)}`,
);
writeFileSync(join(process.env.VRM_BENCH_RESULTS ?? '.', 'validate.csv'), csv.join('\n') + '\n');
