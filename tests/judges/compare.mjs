// SPDX-License-Identifier: MIT
// Drawing the same shots with our renderer (tests/render/draw_shots.c) and with three-vrm, and telling
// how alike they are. With VRM_PICTURES=FOLDER in the environment the pairs are written there to be
// looked at: ours, theirs.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { whyNoChromium } from './chromium.mjs';
import { openStudio } from './picture.mjs';
import { encodePng, sheet } from './png.mjs';
import { difference, ssim } from './ssim.mjs';
import { scratch, skip } from './support.mjs';

/** A studio; ends the test as skipped where one of the two cannot draw. */
export async function openStudioOrSkip(options) {
  const why = await whyNoChromium();
  if (why) skip(why);
  if (!process.env.VRM_DRAW_SHOTS) skip('no program that draws');
  try {
    return await openStudio(options);
  } catch (error) {
    if (error.message.includes('SwiftShader')) skip(error.message);
    throw error;
  }
}

const folder = scratch();

/** Our pictures of shots that have all of picture.mjs's fields or leave them at the usual. */
export function drawOurs(shots) {
  const list = join(folder, 'list.json'),
    out = join(folder, 'pixels');
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

/** Two pictures as a row of a table. */
export function compareTwo(name, one, other) {
  const place = process.env.VRM_PICTURES;
  if (place) {
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `${name}.png`), encodePng(sheet([one, other], 2)));
  }
  return { name, ssim: ssim(one, other), difference: difference(one, other) };
}

/** Rows of ours beside theirs, both changed before they are compared. */
export async function compareShots(studio, shots, change = (picture) => picture) {
  const ours = drawOurs(shots),
    theirs = await studio.draw(shots);
  return shots.map(({ name }, i) => compareTwo(name, change(ours[i]), change(theirs[i])));
}

export const meanOf = (rows) => rows.reduce((sum, row) => sum + row.ssim, 0) / rows.length;

export const heading = `  ${'SSIM, and mean difference of colours (0 to 255)'.padStart(52)}`;

export function report(row, reason) {
  console.log(
    `  ${row.name.padEnd(44)} ${row.ssim.toFixed(4)} ${row.difference.toFixed(2).padStart(6)}` +
      (reason ? `  ${reason}` : ''),
  );
}
