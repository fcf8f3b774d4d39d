// SPDX-License-Identifier: MIT
// usage: run.mjs OURS SCENE
// Migrating 0.x avatars from bytes to bytes, beside reading and writing the same bytes with
// @gltf-transform/core, the least that a tool built on it does. It keeps no VRM extension and turns
// nothing, so it has less to do. OURS is bench_migrate_ours, SCENE the program that writes the
// avatars made in code; with VRM_CORPUS set, files of others are measured too.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Logger, NodeIO } from '@gltf-transform/core';

const [ours, scene] = process.argv.slice(2);

/** The least time of one round trip in microseconds. */
async function theirTime(path, rounds) {
  const bytes = new Uint8Array(readFileSync(path));
  const io = new NodeIO().setLogger(new Logger(Logger.Verbosity.SILENT));
  let least = Infinity;
  for (let i = 0; i < rounds; i++) {
    const start = process.hrtime.bigint();
    await io.writeBinary(await io.readBinary(bytes));
    least = Math.min(least, Number(process.hrtime.bigint() - start) / 1000);
  }
  return least;
}

function ourFigures(path, rounds) {
  return JSON.parse(execFileSync(ours, [String(rounds), path], { encoding: 'utf8' }));
}

function files(folder) {
  const made = [
    ['scene', []],
    ['large scene', ['--sides', '256', '--morphs', '200']],
  ].map(([name, options]) => {
    const path = join(folder, `${name}.vrm`);
    execFileSync(scene, ['0.x', path, ...options], { stdio: 'ignore' });
    return path;
  });
  const root = process.env.VRM_CORPUS;
  const found = !root
    ? []
    : readdirSync(join(root, 'vrm0'))
        .filter((file) => file.endsWith('.vrm'))
        .sort()
        .map((file) => join(root, 'vrm0', file));
  return [...made, ...found];
}

const folder = mkdtempSync(join(tmpdir(), 'vrm-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const rows = [];
console.log(
  `${'file'.padEnd(40)} ${'kB'.padStart(6)} ${'ours us'.padStart(9)} ${'MB/s'.padStart(6)} ` +
    `${'theirs us'.padStart(10)} ${'ratio'.padStart(6)} ${'peak/file'.padStart(9)}`,
);
for (const path of files(folder)) {
  // In turns, so that a busy machine is so for both.
  const rounds = readFileSync(path).length > 1e7 ? 5 : 20;
  const first = ourFigures(path, rounds);
  const theirs = await theirTime(path, rounds);
  const second = ourFigures(path, rounds);
  const row = { name: basename(path), ...first, us: Math.min(first.us, second.us), theirs };
  row.ratio = theirs / row.us;
  rows.push(row);
  console.log(
    `${row.name.slice(0, 40).padEnd(40)} ${(row.bytes / 1000).toFixed(0).padStart(6)} ` +
      `${row.us.toFixed(1).padStart(9)} ${(row.bytes / row.us).toFixed(0).padStart(6)} ` +
      `${theirs.toFixed(0).padStart(10)} ${row.ratio.toFixed(1).padStart(6)} ` +
      `${(row.peakBytes / row.bytes).toFixed(2).padStart(9)}`,
  );
}
const geometric = Math.exp(rows.reduce((sum, row) => sum + Math.log(row.ratio), 0) / rows.length);
console.log(`ratio migrate.vs-gltf-transform ${geometric.toFixed(1)}`);
const csv = [
  'file,bytes,saved_bytes,ours_us,theirs_us,ratio,peak_bytes',
  ...rows.map((row) =>
    [row.name, row.bytes, row.saved, row.us, row.theirs.toFixed(1), row.ratio.toFixed(2), row.peakBytes].join(','),
  ),
];
writeFileSync(join(process.env.VRM_BENCH_RESULTS ?? '.', 'migrate.csv'), csv.join('\n') + '\n');
