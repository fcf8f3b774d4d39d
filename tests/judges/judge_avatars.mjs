// SPDX-License-Identifier: MIT
// Whole avatars drawn by us and by three-vrm, compared by SSIM: those made in code, and those of the
// corpus. Then avatars of 0.x before and after `vrm migrate`, drawn by us both times: they must look
// the same.
import { basename, join } from 'node:path';
import { compareShots, compareTwo, drawOurs, heading, meanOf, skipWithoutRenderers, tell } from './compare.mjs';
import { openStudio } from './picture.mjs';
import { corpus, scene, scratch, Verdict, vrm } from './support.mjs';

await skipWithoutRenderers();
const verdict = new Verdict();
const folder = scratch();
const studio = await openStudio();

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
const avatarRows = await compareShots(studio, shots);
console.log(heading);
for (const row of avatarRows) tell(row);
console.log(`${avatarRows.length} avatars: mean SSIM ${meanOf(avatarRows).toFixed(4)}`);
verdict.claim(meanOf(avatarRows) >= 0.95, `the mean SSIM of avatars is ${meanOf(avatarRows)}`);
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
  tell(row);
  verdict.claim(row.ssim >= 0.99, `${name} looks the same when migrated: ${row.ssim.toFixed(4)}`);
});
verdict.end();
