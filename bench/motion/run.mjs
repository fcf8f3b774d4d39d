// SPDX-License-Identifier: MIT
// usage: run.mjs OURS SCENE
// OURS is bench_motion_ours, SCENE writes files where there is no corpus (VRM_CORPUS). One module
// for each format.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { raceFbx } from './fbx.mjs';
import { raceVmd } from './vmd.mjs';

const [ours, scene] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'vrm-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
await raceFbx({ ours, scene, folder });
await raceVmd({ ours, scene, folder });
