// SPDX-License-Identifier: MIT
// usage: run.mjs OURS SCENE
// Optimizing avatars from bytes to bytes, beside dedup, prune and sparse of gltf-transform on the same
// bytes. It keeps no VRM extension, packs no vertices and joins nothing, so it has less to do.
// OURS is bench_optimize_ours, SCENE the program that writes the avatars made in code; with
// VRM_CORPUS set, files of others are measured too.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Logger, NodeIO } from '@gltf-transform/core';
import { dedup, prune, sparse } from '@gltf-transform/functions';

const [ours, scene] = process.argv.slice(2);

/** The least time in microseconds, and the bytes that are left. */
async function theirFigures(path, rounds) {
  const bytes = new Uint8Array(readFileSync(path));
  const io = new NodeIO().setLogger(new Logger(Logger.Verbosity.SILENT));
  let least = Infinity;
  let saved = 0;
  for (let i = 0; i < rounds; i++) {
    const start = process.hrtime.bigint();
    const document = await io.readBinary(bytes);
    await document.transform(dedup(), prune(), sparse());
    saved = (await io.writeBinary(document)).length;
    least = Math.min(least, Number(process.hrtime.bigint() - start) / 1000);
  }
  return { least, saved };
}

function ourFigures(path, rounds) {
  return JSON.parse(execFileSync(ours, [String(rounds), path], { encoding: 'utf8' }));
}

function files(folder) {
  const made = [
    ['scene', ['1.0']],
    ['large scene', ['0.x', '--sides', '256', '--morphs', '200']],
    ['hero', ['hero']],
  ].map(([name, [kind, ...options]]) => {
    const path = join(folder, `${name}.vrm`);
    execFileSync(scene, [kind, path, ...options], { stdio: 'ignore' });
    return path;
  });
  const root = process.env.VRM_CORPUS;
  const found = !root
    ? []
    : ['vrm0', 'vrm1'].flatMap((part) =>
        readdirSync(join(root, part))
          .filter((file) => file.endsWith('.vrm'))
          .sort()
          .map((file) => join(root, part, file)),
      );
  return [...made, ...found];
}

const folder = mkdtempSync(join(tmpdir(), 'vrm-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const rows = [];
console.log(
  `${'file'.padEnd(40)} ${'kB'.padStart(6)} ${'ours us'.padStart(9)} ${'MB/s'.padStart(6)} ` +
    `${'theirs us'.padStart(10)} ${'ratio'.padStart(6)} ${'peak/file'.padStart(9)} ` +
    `${'left %'.padStart(7)} ${'theirs %'.padStart(8)}`,
);
for (const path of files(folder)) {
  // In turns, so that a busy machine is so for both.
  const rounds = readFileSync(path).length > 1e7 ? 5 : 20;
  const first = ourFigures(path, rounds);
  const figures = await theirFigures(path, rounds).catch(() => null);
  if (!figures) continue; // an extension that the file requires and the peer does not have
  const { least: theirs, saved: theirSaved } = figures;
  const second = ourFigures(path, rounds);
  const row = { name: basename(path), ...first, us: Math.min(first.us, second.us), theirs, theirSaved };
  row.ratio = theirs / row.us;
  rows.push(row);
  console.log(
    `${row.name.slice(0, 40).padEnd(40)} ${(row.bytes / 1000).toFixed(0).padStart(6)} ` +
      `${row.us.toFixed(1).padStart(9)} ${(row.bytes / row.us).toFixed(0).padStart(6)} ` +
      `${theirs.toFixed(0).padStart(10)} ${row.ratio.toFixed(1).padStart(6)} ` +
      `${(row.peakBytes / row.bytes).toFixed(2).padStart(9)} ` +
      `${((100 * row.saved) / row.bytes).toFixed(1).padStart(7)} ` +
      `${((100 * theirSaved) / row.bytes).toFixed(1).padStart(8)}`,
  );
}
const geometric = Math.exp(rows.reduce((sum, row) => sum + Math.log(row.ratio), 0) / rows.length);
console.log(`ratio optimize.vs-gltf-transform ${geometric.toFixed(1)}`);
const csv = [
  'file,bytes,saved_bytes,their_bytes,ours_us,theirs_us,ratio,peak_bytes',
  ...rows.map((row) =>
    [
      row.name,
      row.bytes,
      row.saved,
      row.theirSaved,
      row.us,
      row.theirs.toFixed(1),
      row.ratio.toFixed(2),
      row.peakBytes,
    ].join(','),
  ),
];
writeFileSync(join(process.env.VRM_BENCH_RESULTS ?? '.', 'optimize.csv'), csv.join('\n') + '\n');
