// SPDX-License-Identifier: MIT
// usage: run.mjs OURS EDITS SCENE
// OURS is bench_motion_ours, EDITS bench_motion_edits; SCENE writes files where there is no corpus
// (VRM_CORPUS). One module for each format, and one for edits.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { raceEdits } from './edits.mjs';
import { filesOfFbx, raceFbx } from './fbx.mjs';
import { raceModels, writeModels } from './models.mjs';
import { raceVmd } from './vmd.mjs';

const [ours, edits, scene] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'vrm-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const models = writeModels(folder);
raceModels({ ours, paths: models });
raceEdits({ edits, paths: [...models, filesOfFbx({ scene, folder })[0]] });
await raceFbx({ ours, scene, folder });
await raceVmd({ ours, scene, folder });
