// SPDX-License-Identifier: MIT
// Optimized avatars beside their originals: vrm diff says that they mean the same, optimizing them
// once more changes no byte, the Khronos validator finds nothing new, three-vrm opens
// them with the same bones, expressions, springs and colliders, pictures from four sides and of six
// expressions are equal bit by bit, and so are traces of every motion.
//
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { avatars, claimNoNewIssues, faces, folder, issuesOf, pictures, seen, traces } from './optimized.mjs';
import { openInThreeVrm, Verdict, vrm } from './support.mjs';

const verdict = new Verdict();
const motionFolder = join(dirname(fileURLToPath(import.meta.url)), '..', 'vectors', 'motions');
const motions = readdirSync(motionFolder).map((file) => join(motionFolder, file));
const around = ['30,10', '120,-10', '200,0', '290,30'].map((orbit) => ['--orbit', orbit]);
const sources = avatars(['0.x', '1.0-draft', '1.0-beta', '1.0'], '--divided');

let drawn = 0;
let bytes = [0, 0];
for (const source of sources) {
  const name = basename(source);
  const output = join(folder, `optimized-${name}`);
  vrm('optimize', '-q', source, '-o', output);
  bytes = [bytes[0] + readFileSync(source).length, bytes[1] + readFileSync(output).length];

  verdict.claim(JSON.parse(vrm('diff', '--json', source, output)).equal, `${name}: means the same`);
  const again = join(folder, 'again.vrm');
  vrm('optimize', '-q', output, '-o', again);
  verdict.claim(readFileSync(again).equals(readFileSync(output)), `${name}: stays as it is`);
  const before = await issuesOf(source);
  await claimNoNewIssues(verdict, output, before, name);
  verdict.claim(traces(output, motions) === traces(source, motions), `${name}: moves as before`);
  const views = [...around, ...faces(source, 6)];
  const shown = pictures(source, views, '96');
  if (shown) {
    drawn += shown.length;
    pictures(output, views, '96').forEach((picture, i) =>
      verdict.claim(
        Buffer.compare(picture.rgba, shown[i].rgba) === 0,
        `${name}: looks as before, ${views[i].join(' ')}`,
      ),
    );
  }
  // A bone that no vertex hangs on is no joint any more, which the validator mentions.
  const folded = join(folder, `folded-${name}`);
  vrm('optimize', '-q', '--fold-bones', source, '-o', folded);
  await claimNoNewIssues(verdict, folded, before, `${name} with folded bones`, { ignored: ['NODE_EMPTY'] });
  const old = await openInThreeVrm(source).catch(() => null);
  if (!old?.humanoid) continue; // a file that three-vrm itself does not open
  for (const path of [output, folded]) {
    const avatar = await openInThreeVrm(path);
    verdict.claim(seen(avatar) === seen(old), `${basename(path)}: three-vrm sees ${seen(avatar)}, not ${seen(old)}`);
  }
}
console.log(`${sources.length} files, ${drawn} pictures, ${bytes[0]} to ${bytes[1]} bytes`);
verdict.end();
