// SPDX-License-Identifier: MIT
// Avatars with joined meshes (vrm optimize --join-meshes) beside their originals: the Khronos
// validator finds nothing new, three-vrm opens them with the same bones, expressions, springs and
// colliders, pictures from two sides and of a face look the same, and traces of a motion are equal.
//
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { avatars, claimNoNewIssues, folder, issuesOf, pictures, seen, traces } from './optimized.mjs';
import { ssim } from './ssim.mjs';
import { openInThreeVrm, Verdict, vrm } from './support.mjs';

const verdict = new Verdict();
const motions = [join(dirname(fileURLToPath(import.meta.url)), '..', 'vectors', 'motions', 'face.json')];
const sources = avatars(['0.x', '1.0-beta', '1.0', 'hero', 'hero-0.x']);
const emptyNodes = { ignored: ['NODE_EMPTY'] }; // a node without its mesh may be empty

/** From two sides, and the face with the first expressions that the file has. */
function viewsOf(path) {
  const { expressions = [] } = JSON.parse(vrm('info', '--json', path));
  const face = expressions.slice(0, 4).flatMap((name) => ['--expression', `${name}=0.6`]);
  return [
    ['--orbit', '30,10'],
    ['--orbit', '200,0'],
    ['--camera', 'face', ...face],
  ];
}

/** Two binds of equal targets become one, so that only whether there are some is compared. */
const known = (avatar) => seen(avatar, (binds) => binds.length > 0);

let least = 1,
  drawn = 0;
const calls = [0, 0],
  meshes = [0, 0];
for (const source of sources) {
  const name = basename(source),
    output = join(folder, `joined-${name}`);
  const { before, after } = JSON.parse(
    vrm('optimize', '--json', '--skip', 'pictures', '--join-meshes', source, '-o', output),
  );
  ((calls[0] += before.drawCalls), (calls[1] += after.drawCalls));
  ((meshes[0] += before.meshes), (meshes[1] += after.meshes));
  verdict.claim(after.triangles === before.triangles, `${name}: keeps its triangles`);

  await claimNoNewIssues(verdict, output, await issuesOf(source, emptyNodes), name, emptyNodes);
  verdict.claim(traces(output, motions) === traces(source, motions), `${name}: moves as before`);
  const views = viewsOf(source),
    shown = pictures(source, views, '160');
  const now = shown && pictures(output, views, '160');
  for (let i = 0; shown && i < views.length; i++) {
    const likeness = ssim(shown[i], now[i]);
    least = Math.min(least, likeness);
    drawn++;
    verdict.claim(likeness >= 0.9995, `${name}: ${views[i].slice(0, 2).join(' ')} has SSIM ${likeness.toFixed(4)}`);
  }
  const old = await openInThreeVrm(source).catch(() => null);
  if (!old?.humanoid) continue; // a file that three-vrm itself does not open
  const avatar = await openInThreeVrm(output);
  verdict.claim(known(avatar) === known(old), `${name}: three-vrm sees ${known(avatar)}, not ${known(old)}`);
}
verdict.claim(calls[1] < calls[0] && meshes[1] < meshes[0], 'there are fewer draw calls and meshes');
console.log(
  `${sources.length} files: ${calls.join(' to ')} draw calls, ${meshes.join(' to ')} meshes; ` +
    `${drawn} pictures, least SSIM ${least.toFixed(5)}`,
);
verdict.end();
