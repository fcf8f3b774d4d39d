// SPDX-License-Identifier: MIT
// The material sweeps (scenes/sweep.h), one property each, drawn by us and by three-vrm from the same
// camera and in the same light, compared by SSIM. Those that the requests of the vrm-conformance suite
// can describe are drawn a second time by `vrm serve`, as the suite has adapters draw them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Adapter } from './adapter.mjs';
import { compareTwo, drawOurs, heading, meanOf, openStudioOrSkip, report } from './compare.mjs';
import { usual } from './picture.mjs';
import { decodePng } from './png.mjs';
import { scene, scratch, Verdict } from './support.mjs';

const verdict = new Verdict();

/** Where three-vrm does something else than the specification says; docs/reference/spec-notes.md has more. */
const encoded = 'the shading shift texture is read as sRGB';
const uneven = 'light from around is not equalized';
const half = 'outlines by the screen are half as wide';
const mirror = 'metals and glosses mirror no light from around';
const elsewhere = {
  'shift-texture-0.5': encoded,
  'shift-texture-1.0': encoded,
  'shift-texture--1.0': encoded,
  'gi-0.5': uneven,
  'gi-1.0': uneven,
  'outline-screen-0.01': half,
  'outline-screen-0.03': half,
  'pbr-rough': mirror,
  'pbr-glossy': mirror,
  'pbr-metal': mirror,
};

const folder = scratch();
scene('sweep', folder);
const studio = await openStudioOrSkip();
const shots = JSON.parse(readFileSync(join(folder, 'shots.json'), 'utf8'));
const ours = drawOurs(shots),
  theirs = await studio.draw(shots);
await studio.close();
const rows = shots.map(({ name }, i) => compareTwo(name, ours[i], theirs[i]));

console.log(heading);
for (const row of rows) report(row, elsewhere[row.name]);
const same = rows.filter(({ name }) => !elsewhere[name]);
const other = rows.filter(({ name }) => elsewhere[name]);
console.log(`${same.length} sweeps where three-vrm follows the specification: mean SSIM ${meanOf(same).toFixed(4)}`);
console.log(`${other.length} where it does not: ${meanOf(other).toFixed(4)}`);

verdict.claim(meanOf(same) >= 0.99, `the mean SSIM of the sweeps is ${meanOf(same)}`);
for (const row of same) {
  verdict.claim(row.ssim >= 0.95, `${row.name} has SSIM ${row.ssim.toFixed(4)}`);
  verdict.claim(row.difference < 2, `${row.name} differs by ${row.difference.toFixed(2)} on average`);
}
for (const row of other) verdict.claim(row.ssim < 0.998 || row.difference > 0.5, `three-vrm differs in ${row.name}`);
verdict.claim(other.length === Object.keys(elsewhere).length, 'every row that three-vrm differs in exists');

// ---- The adapter ----

/** No light from a side, no time, the camera of others: what `set_lighting` and `render` can say. */
const isAskable = ({ sky, ground, time, firstPerson }) =>
  sky.every((c, i) => c === ground[i]) && time === 0 && !firstPerson;

async function drawByAdapter(adapter, shot) {
  const { session_id } = await adapter.call('load_vrm', { path: shot.file });
  const { lightFrom, light, up } = usual,
    output_path = join(folder, 'adapter.png');
  await adapter.call('set_camera', { session_id, position: shot.eye, target: shot.target, up, fov_degrees: shot.fov });
  await adapter.call('set_lighting', {
    session_id,
    directional: { dir: lightFrom.map((x) => -x), color: light, intensity: 1 },
    ambient: { color: shot.sky, intensity: 1 },
  });
  await adapter.call('set_post_processing', { session_id, tone_mapping: 'None', exposure: 1 });
  await adapter.call('render', {
    session_id,
    width: shot.width,
    height: shot.height,
    output_path,
    color_space: 'Srgb',
    msaa: 4,
    output_type: 'Color',
  });
  await adapter.call('dispose', { session_id });
  return decodePng(readFileSync(output_path));
}

/** In front of the suite's background, as three.js blends: encoded values. Ours are blended in linear light. */
function onMagenta({ width, height, rgba }) {
  const out = new Uint8Array(rgba.length);
  for (let i = 0; i < rgba.length; i += 4) {
    const alpha = rgba[i + 3] / 255;
    for (const [c, behind] of [255, 0, 255].entries())
      out[i + c] = Math.round(rgba[i + c] * alpha + behind * (1 - alpha));
    out[i + 3] = 255;
  }
  return { width, height, rgba: out };
}

const adapter = new Adapter(folder),
  adapted = [];
for (const [i, shot] of shots.entries())
  if (isAskable(shot))
    adapted.push(compareTwo(`serve-${shot.name}`, await drawByAdapter(adapter, shot), onMagenta(theirs[i])));
verdict.claim((await adapter.end()) === 0, 'the adapter ends with its input');
const alike = adapted.filter(({ name }) => !elsewhere[name.slice(6)]);
const worst = alike.reduce((a, b) => (a.ssim < b.ssim ? a : b));
console.log(
  `by vrm serve: ${adapted.length} sweeps, ${alike.length} where three-vrm follows the specification: ` +
    `mean SSIM ${meanOf(alike).toFixed(4)}, least ${worst.ssim.toFixed(4)} (${worst.name})`,
);
for (const row of adapted.filter(({ name }) => elsewhere[name.slice(6)])) report(row, elsewhere[row.name.slice(6)]);
verdict.claim(adapted.length >= 75, `${adapted.length} sweeps were drawn by the adapter`);
verdict.claim(meanOf(alike) >= 0.97, `the mean SSIM of the adapter's sweeps is ${meanOf(alike)}`);
for (const row of alike) verdict.claim(row.ssim >= 0.92, `${row.name} has SSIM ${row.ssim.toFixed(4)}`);
verdict.end();
