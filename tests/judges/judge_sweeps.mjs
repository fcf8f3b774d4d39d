// SPDX-License-Identifier: MIT
// The material sweeps (scenes/sweep.h), one property each, drawn by us and by three-vrm from the same
// camera and in the same light, compared by SSIM.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareShots, heading, meanOf, openStudioOrSkip, tell } from './compare.mjs';
import { scene, scratch, Verdict } from './support.mjs';

const verdict = new Verdict();

/** Where three-vrm does something else than the specification says; docs/spec-notes.md has more. */
const encoded = 'the shading shift texture is read as sRGB';
const uneven = 'light from around is not equalized';
const half = 'outlines by the screen are half as wide';
const mirror = 'metals and glosses mirror no light from around';
const elsewhere = {
  'shift-texture-0.5': encoded, 'shift-texture-1.0': encoded, 'shift-texture--1.0': encoded,
  'gi-0.5': uneven, 'gi-1.0': uneven,
  'outline-screen-0.01': half, 'outline-screen-0.03': half,
  'pbr-rough': mirror, 'pbr-glossy': mirror, 'pbr-metal': mirror,
};

const folder = scratch();
scene('sweep', folder);
const studio = await openStudioOrSkip();
const rows = await compareShots(studio, JSON.parse(readFileSync(join(folder, 'shots.json'), 'utf8')));
await studio.close();

console.log(heading);
for (const row of rows) tell(row, elsewhere[row.name]);
const same = rows.filter(({ name }) => !elsewhere[name]);
const other = rows.filter(({ name }) => elsewhere[name]);
console.log(`${same.length} sweeps where three-vrm follows the specification: mean SSIM ${meanOf(same).toFixed(4)}`);
console.log(`${other.length} where it does not: ${meanOf(other).toFixed(4)}`);

verdict.claim(meanOf(same) >= 0.99, `the mean SSIM of the sweeps is ${meanOf(same)}`);
for (const row of same) {
  verdict.claim(row.ssim >= 0.95, `${row.name} has SSIM ${row.ssim.toFixed(4)}`);
  verdict.claim(row.difference < 2, `${row.name} differs by ${row.difference.toFixed(2)} on average`);
}
for (const row of other)
  verdict.claim(row.ssim < 0.998 || row.difference > 0.5, `three-vrm differs in ${row.name}`);
verdict.claim(other.length === Object.keys(elsewhere).length, 'every row that three-vrm differs in exists');
verdict.end();
