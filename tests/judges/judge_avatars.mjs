// SPDX-License-Identifier: MIT
// Whole avatars drawn by us and by three-vrm, compared by SSIM: those made in code, and those of the
// corpus. Where edges are smoothed, a browser takes the mean of encoded colours and we the mean of
// light, which makes thin dark outlines fainter; so both draw at twice the size without smoothing, and
// the mean of light is taken of both. Then avatars of 0.x before and after `vrm migrate`, drawn by us both times: they must look
// the same.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compareShots, compareTwo, drawOurs, heading, meanOf, openStudioOrSkip, report } from './compare.mjs';
import { halve } from './png.mjs';
import { corpus, scene, scratch, Verdict, vrm } from './support.mjs';

const verdict = new Verdict();
const folder = scratch();
const studio = await openStudioOrSkip({ samples: 1 });

const SIZE = 512,
  FOV = 30;

/** The whole avatar from the front. */
async function frame(file, name) {
  const { min, max } = await studio.bounds(file);
  const middle = min.map((v, i) => (v + max[i]) / 2);
  const half = 0.53 * Math.max(max[1] - min[1], max[0] - min[0]);
  const distance = half / Math.tan((FOV * Math.PI) / 360) + (max[2] - min[2]) / 2;
  const far = distance * 4,
    near = distance / 50;
  const light = { sky: [0.1, 0.1, 0.1], ground: [0.1, 0.1, 0.1], light: [0.8, 0.8, 0.8] };
  return {
    name,
    file,
    width: SIZE,
    height: SIZE,
    samples: 1,
    fov: FOV,
    near,
    far,
    target: middle,
    eye: [middle[0], middle[1], middle[2] + distance],
    ...light,
  };
}

const avatars = [];
for (const kind of ['hero', 'hero-0.x', '1.0', '0.x']) {
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
// The bundled avatar's face with expressions and gaze, and what it sees of itself.
const hero = shots[0];
const face = { ...hero, eye: [0, 1.32, 1], target: [0, 1.32, 0], fov: 20, near: 0.1, far: 5 };
shots.splice(
  1,
  0,
  { ...face, name: 'made-hero, happy', expressions: { happy: 1 } },
  { ...face, name: 'made-hero, surprised and blinking', expressions: { surprised: 0.6, blink: 0.5 } },
  { ...face, name: 'made-hero, says oh', expressions: { oh: 1 } },
  { ...face, name: 'made-hero, looks aside', lookAt: [1, 1.5, 1] },
  { ...hero, name: 'made-hero, first person', firstPerson: true },
);

/** False when a material is left to the glTF shader: the specification says nothing of its light. */
function isToon(file) {
  const bytes = readFileSync(file);
  const json = JSON.parse(bytes.toString('utf8', 20, 20 + bytes.readUInt32LE(12)));
  return json.materials.every(
    ({ extensions: e }, i) =>
      e?.VRMC_materials_mtoon ||
      e?.KHR_materials_unlit ||
      json.extensions.VRM?.materialProperties?.[i]?.shader === 'VRM/MToon',
  );
}

const avatarRows = await compareShots(studio, shots, halve);
console.log(heading);
for (const row of avatarRows) report(row);
const toon = avatarRows.filter((_, i) => isToon(shots[i].file));
const other = avatarRows.filter((row) => !toon.includes(row));
console.log(`${avatarRows.length} avatars: mean SSIM ${meanOf(avatarRows).toFixed(4)}`);
console.log(`  ${toon.length} of MToon and unlit surfaces: ${meanOf(toon).toFixed(4)}`);
if (other.length > 0) console.log(`  ${other.length} with surfaces of plain glTF: ${meanOf(other).toFixed(4)}`);
verdict.claim(meanOf(avatarRows) >= 0.95, `the mean SSIM of avatars is ${meanOf(avatarRows)}`);
verdict.claim(meanOf(toon) >= 0.98, `the mean SSIM of toon avatars is ${meanOf(toon)}`);
// three-vrm reads 0.x's mask of the outline's width from green, as 1.0 has it; 0.x has it in red (docs/reference/spec-notes.md, C-122).
const explained = ['vrm0-100Avatars_001_Crimson_voxel'];
for (const row of toon.filter(({ name }) => !explained.includes(name)))
  verdict.claim(row.ssim >= 0.95, `${row.name} has SSIM ${row.ssim.toFixed(4)}`);
await studio.close();

/* ---- Migrated avatars: ours before and after ---- */

const old = shots.filter(({ name }) => name.startsWith('vrm0') || /^made-.*0.x$/.test(name));
const pairs = old.flatMap((shot) => {
  const file = join(folder, `migrated-${shot.name}.vrm`);
  vrm('migrate', '-q', shot.file, '-o', file);
  return [shot, { ...shot, file }];
});
const pictures = drawOurs(pairs);
console.log('before and after migrating to 1.0');
old.forEach(({ name }, i) => {
  const row = compareTwo(`migrated ${name}`, pictures[2 * i], pictures[2 * i + 1]);
  report(row);
  verdict.claim(row.ssim >= 0.99, `${name} looks the same when migrated: ${row.ssim.toFixed(4)}`);
});
verdict.end();
