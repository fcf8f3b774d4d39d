// SPDX-License-Identifier: MIT
// Our pictures beside those of three-vrm in chromium, from the same camera and in the same light,
// compared by SSIM (ssim.mjs). First the material sweeps, one property each; then whole avatars:
// those made in code, and those of the corpus. Migrated avatars must look like their source, drawn by
// us both times. With VRM_PICTURES=FOLDER in the environment the pairs are written there to be looked
// at: ours, theirs.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { whyNoChromium } from './chromium.mjs';
import { openStudio } from './picture.mjs';
import { encodePng, sheet } from './png.mjs';
import { difference, ssim } from './ssim.mjs';
import { corpus, scene, scratch, skip, Verdict, vrm } from './support.mjs';

const why = await whyNoChromium();
if (why) skip(why);
if (!process.env.VRM_DRAW_SHOTS) skip('no program that draws');

const folder = scratch();
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

/* ---- Drawing ---- */

function drawOurs(shots) {
  const list = join(folder, 'list.json'), out = join(folder, 'pixels');
  writeFileSync(list, JSON.stringify(shots));
  try {
    execFileSync(process.env.VRM_DRAW_SHOTS, [list, out], { stdio: ['ignore', 'pipe', 'inherit'] });
  } catch (error) {
    if (error.status === 77) skip(error.stdout.toString().trim());
    throw error;
  }
  const pixels = readFileSync(out);
  let at = 0;
  return shots.map(({ width, height }) => {
    const rgba = pixels.subarray(at, (at += 4 * width * height));
    return { width, height, rgba };
  });
}

function keep(name, pictures) {
  const place = process.env.VRM_PICTURES;
  if (!place) return;
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, `${name}.png`), encodePng(sheet(pictures, pictures.length)));
}

const studio = await openStudio();

async function compare(shots) {
  const ours = drawOurs(shots), theirs = await studio.draw(shots);
  return shots.map(({ name }, i) => {
    keep(name, [ours[i], theirs[i]]);
    return { name, ssim: ssim(ours[i], theirs[i]), difference: difference(ours[i], theirs[i]) };
  });
}

const mean = (rows) => rows.reduce((sum, row) => sum + row.ssim, 0) / rows.length;

function tell(row) {
  const reason = elsewhere[row.name] ? `  (${elsewhere[row.name]})` : '';
  console.log(`  ${row.name.padEnd(36)} ${row.ssim.toFixed(4)}  ${row.difference.toFixed(2).padStart(6)}${reason}`);
}

/* ---- Sweeps ---- */

const sweeps = scratch();
scene('sweep', sweeps);
const rows = await compare(JSON.parse(readFileSync(join(sweeps, 'shots.json'), 'utf8')));
console.log('material sweeps                          SSIM   mean difference of colours, 0 to 255');
rows.forEach(tell);
const same = rows.filter(({ name }) => !elsewhere[name]);
console.log(`${same.length} sweeps: mean SSIM ${mean(same).toFixed(4)}; ` +
  `${rows.length - same.length} where three-vrm differs: ${mean(rows.filter(({ name }) => elsewhere[name])).toFixed(4)}`);
verdict.claim(mean(same) >= 0.98, `the mean SSIM of the sweeps is ${mean(same)}`);
for (const row of same) {
  verdict.claim(row.ssim >= 0.95, `${row.name} has SSIM ${row.ssim.toFixed(4)}`);
  verdict.claim(row.difference < 4, `${row.name} differs by ${row.difference.toFixed(2)} on average`);
}
for (const name of Object.keys(elsewhere)) {
  const row = rows.find((r) => r.name === name);
  verdict.claim(row && (row.ssim < 0.995 || row.difference > 0.5), `three-vrm differs in ${name}`);
}

/* ---- Avatars ---- */

const SIZE = 256, FOV = 30;

/** The whole avatar from the front. */
async function frame(file, name) {
  const { min, max } = await studio.bounds(file);
  const middle = min.map((v, i) => (v + max[i]) / 2);
  const half = 0.53 * Math.max(max[1] - min[1], max[0] - min[0]);
  const distance = half / Math.tan((FOV * Math.PI) / 360) + (max[2] - min[2]) / 2;
  const far = distance * 4, near = distance / 50;
  const light = { sky: [0.1, 0.1, 0.1], ground: [0.1, 0.1, 0.1], light: [0.8, 0.8, 0.8] };
  return { name, file, width: SIZE, height: SIZE, fov: FOV, near, far, target: middle,
    eye: [middle[0], middle[1], middle[2] + distance], ...light };
}

const avatars = [];
for (const kind of ['1.0', '0.x']) {
  const file = join(folder, `made-${kind}.vrm`);
  scene(kind, file);
  avatars.push([file, `made-${kind}`]);
}
if (process.env.VRM_CORPUS)
  for (const dialect of ['vrm1', 'vrm0'])
    for (const file of corpus(dialect, '.vrm')) avatars.push([file, `${dialect}-${basename(file, '.vrm')}`]);
else console.log('the avatars of the corpus are left out: VRM_CORPUS is not set');

const shots = [];
for (const [file, name] of avatars) {
  try {
    shots.push(await frame(file, name));
  } catch (error) {
    console.log(`three-vrm cannot open ${name}: ${String(error).split('\n')[0]}`);
  }
}
const avatarRows = await compare(shots);
console.log('avatars');
avatarRows.forEach(tell);
console.log(`${avatarRows.length} avatars: mean SSIM ${mean(avatarRows).toFixed(4)}`);
verdict.claim(mean(avatarRows) >= 0.95, `the mean SSIM of avatars is ${mean(avatarRows)}`);
await studio.close();

/* ---- Migrated avatars: ours before and after ---- */

const old = shots.filter(({ name }) => name.startsWith('vrm0') || name === 'made-0.x');
const pairs = old.flatMap((shot) => {
  const file = join(folder, `migrated-${shot.name}.vrm`);
  vrm('migrate', '-q', shot.file, '-o', file);
  return [shot, { ...shot, file }];
});
const pictures = drawOurs(pairs);
console.log('migrated to 1.0, before and after');
old.forEach(({ name }, i) => {
  const before = pictures[2 * i], after = pictures[2 * i + 1];
  keep(`migrated-${name}`, [before, after]);
  const row = { name, ssim: ssim(before, after), difference: difference(before, after) };
  tell(row);
  verdict.claim(row.ssim >= 0.99, `${name} looks the same when migrated: ${row.ssim.toFixed(4)}`);
});
verdict.end();
