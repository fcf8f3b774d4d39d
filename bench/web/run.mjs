// SPDX-License-Identifier: MIT
// usage: run.mjs SCENE [PART...]
// Builds the npm package and measures it beside its peers, one part after the other: each part is a
// module here whose run() prints its table and ratios and returns rows for the CSV.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [scene, ...chosen] = process.argv.slice(2);
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
execFileSync(join(root, 'tools/build_preset'), ['web'], { stdio: ['ignore', 'ignore', 'inherit'] });

const folder = mkdtempSync(join(tmpdir(), 'vrm-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const context = {
  libvrm: join(root, 'build-web/web/libvrm'),
  modules: join(root, 'build-npm/node_modules'),
  /** Path of an avatar made in code. */
  scene(kind) {
    const path = join(folder, `${kind}.vrm`);
    execFileSync(scene, [kind, path], { stdio: 'ignore' });
    return path;
  },
};

const rows = [];
const parts = chosen.length > 0 ? chosen : ['load', 'three', 'page', 'viewer'];
for (const part of parts) rows.push(...(await (await import(`./${part}.mjs`)).run(context)));
writeFileSync(
  join(process.env.VRM_BENCH_RESULTS ?? '.', 'web.csv'),
  `${['part,what,ours,theirs,unit', ...rows.map((row) => row.join(','))].join('\n')}\n`,
);
