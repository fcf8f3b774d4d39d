// SPDX-License-Identifier: MIT
// Avatars whose materials share pictures (vrm optimize --atlas) beside their originals: pictures
// from four sides look the same (filters mix other neighbours at the edges of a picture, so they are
// not equal bit by bit), the Khronos validator finds nothing new, three-vrm sees as many bones and
// expressions, and a second run changes nothing.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { avatars, claimNoNewIssues, folder, issuesOf, pictures, seen, sides, sweep } from './optimized.mjs';
import { encodePng, sheet } from './png.mjs';
import { ssim } from './ssim.mjs';
import { openInThreeVrm, scene, Verdict, vrm } from './support.mjs';

const LEAST = 0.99;
const verdict = new Verdict();
const sources = avatars(['hero', 'hero-0.x', '0.x', '1.0']);
// The same with outlines of one colour and eyelashes seen from one side: skin, boots and gold share
// pictures then, and so do eyes and lines. Rim lights and widths of outlines differ.
const TOON = 'extensions/VRMC_materials_mtoon',
  PROPERTIES = '/extensions/VRM/materialProperties';
const alike = {
  hero: [
    'set /materials/2/doubleSided false',
    `remove /materials/9/${TOON}/matcapTexture`,
    ...[7, 9].map((i) => `set /materials/${i}/${TOON}/outlineColorFactor [0.35,0.11,0.09]`),
  ],
  'hero-0.x': [
    'set /materials/2/doubleSided false',
    `set ${PROPERTIES}/2/floatProperties/_CullMode 2`,
    `remove ${PROPERTIES}/9/textureProperties/_SphereAdd`,
    ...[7, 9].map((i) => `set ${PROPERTIES}/${i}/vectorProperties/_OutlineColor [0.6262,0.3656,0.3318,1]`),
  ],
};
for (const [kind, edits] of Object.entries(alike)) {
  const path = join(folder, `${kind}-alike.vrm`),
    list = join(folder, 'edits');
  writeFileSync(list, `${edits.join('\n')}\n`);
  scene(kind, path, '--edit', list);
  sources.push(path);
}
sources.push(...sweep());
// Sides of pages that are no power of two and meshes without tangents are remarks.
const errorsAndWarnings = { worst: 1 };

const sum = { materials: [0, 0], drawCalls: [0, 0], changed: 0, least: 1, mean: 0, count: 0 };
for (const source of sources) {
  const name = basename(source);
  const output = join(folder, `atlas-${name}`),
    plain = join(folder, `plain-${name}`);
  vrm('optimize', '-q', source, '-o', plain);
  const { before, after } = JSON.parse(vrm('optimize', '--json', '-q', source, '--atlas', '-o', output));
  for (const key of ['materials', 'drawCalls']) {
    sum[key][0] += before[key];
    sum[key][1] += after[key];
  }
  const again = join(folder, `again-${name}`);
  vrm('optimize', '-q', output, '--atlas', '-o', again);
  verdict.claim(readFileSync(again).equals(readFileSync(output)), `${name}: a second run changes nothing`);

  await claimNoNewIssues(verdict, output, await issuesOf(source, errorsAndWarnings), name, errorsAndWarnings);
  if (readFileSync(plain).equals(readFileSync(output))) continue; // no material was merged

  sum.changed++;
  const views = sides(source);
  const shown = pictures(source, views, '256'),
    now = pictures(output, views, '256');
  for (let i = 0; shown && i < shown.length; i++) {
    const likeness = ssim(shown[i], now[i]);
    sum.least = Math.min(sum.least, likeness);
    sum.mean += likeness;
    sum.count++;
    if (process.env.VRM_ATLAS_LOOK)
      writeFileSync(join(process.env.VRM_ATLAS_LOOK, `${name}-${i}.png`), encodePng(sheet([shown[i], now[i]], 2)));
    verdict.claim(likeness >= LEAST, `${name}, view ${i}: SSIM ${likeness.toFixed(4)}`);
  }
  console.log(
    `${name}: ${before.materials} to ${after.materials} materials, ` +
      `${before.drawCalls} to ${after.drawCalls} draw calls, ${before.bytes} to ${after.bytes} bytes`,
  );
  const opened = await openInThreeVrm(source).catch(() => null);
  if (opened?.humanoid) {
    const avatar = await openInThreeVrm(output);
    verdict.claim(seen(avatar) === seen(opened), `${name}: three-vrm sees ${seen(avatar)}`);
  }
}
verdict.claim(sum.changed >= 3, `materials of ${sum.changed} files share pictures`);
console.log(
  `${sources.length} files, ${sum.changed} changed: ${sum.materials.join(' to ')} materials, ` +
    `${sum.drawCalls.join(' to ')} draw calls; SSIM of ${sum.count} pictures: ` +
    `mean ${(sum.mean / sum.count).toFixed(4)}, least ${sum.least.toFixed(4)}`,
);
verdict.end();
