// SPDX-License-Identifier: MIT
// usage: run.mjs VRM SCENE
// A thumbnail of 512x512 pixels, from the start of the process to the PNG on the disk: `vrm render`
// beside three-vrm in headless chromium (peer.mjs), file by file in one run, in turns, the least time
// of each. Both draw without a graphics card: Mesa's llvmpipe and SwiftShader. With VRM_CORPUS set
// avatars of others are measured too.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whyNoChromium } from '../../tests/judges/chromium.mjs';

const [vrm, scene] = process.argv.slice(2);
const peer = join(dirname(fileURLToPath(import.meta.url)), 'peer.mjs');
const rounds = 2;

const why = await whyNoChromium();
if (why) {
  console.log(`not measured: ${why}`);
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), 'vrm-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

function files() {
  const own = join(folder, 'bundled.vrm');
  execFileSync(scene, ['hero', own], { stdio: 'ignore' });
  const names = ['vrm0/Godette_vrm_v4.vrm', 'vrm0/v_sekai_SK_Adult_Female.vrm', 'vrm0/boomboxhead_332.vrm'];
  const found = names.map((name) => join(process.env.VRM_CORPUS ?? '', name));
  return [own, ...found.filter((path) => process.env.VRM_CORPUS && existsSync(path))];
}

/** Milliseconds of a whole process that must leave a PNG behind. */
function time(program, args, out) {
  rmSync(out, { force: true });
  const start = process.hrtime.bigint();
  execFileSync(program, args, { stdio: 'ignore', timeout: 120000 });
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  if (readFileSync(out).toString('latin1', 1, 4) !== 'PNG') throw new Error(`${program} wrote no PNG`);
  return ms;
}

const rows = [];
const out = join(folder, 'out.png');
console.log(
  `${'file'.padEnd(34)} ${'MB'.padStart(6)} ${'ours ms'.padStart(8)} ${'three-vrm ms'.padStart(13)} ${'ratio'.padStart(6)}`,
);
for (const file of files()) {
  const row = { name: basename(file), bytes: statSync(file).size, ours: Infinity, theirs: Infinity };
  for (let i = 0; i < rounds; i++) {
    row.ours = Math.min(row.ours, time(vrm, ['render', '-q', file, '-o', out], out));
    row.theirs = Math.min(row.theirs, time('node', [peer, file, out], out));
    row.ours = Math.min(row.ours, time(vrm, ['render', '-q', file, '-o', out], out));
  }
  row.ratio = row.theirs / row.ours;
  rows.push(row);
  console.log(
    `${row.name.padEnd(34)} ${(row.bytes / 1e6).toFixed(1).padStart(6)} ${row.ours.toFixed(0).padStart(8)} ` +
      `${row.theirs.toFixed(0).padStart(13)} ${row.ratio.toFixed(1).padStart(6)}`,
  );
}
const geometric = Math.exp(rows.reduce((sum, row) => sum + Math.log(row.ratio), 0) / rows.length);
console.log(`ratio thumbnail.vs-three-vrm ${geometric.toFixed(1)}`);
writeFileSync(
  join(process.env.VRM_BENCH_RESULTS ?? '.', 'thumbnail.csv'),
  [
    'file,bytes,ours_ms,three_vrm_ms,ratio',
    ...rows.map((row) =>
      [row.name, row.bytes, row.ours.toFixed(1), row.theirs.toFixed(1), row.ratio.toFixed(2)].join(','),
    ),
  ].join('\n') + '\n',
);
