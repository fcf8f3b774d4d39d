// SPDX-License-Identifier: MIT
// Avatars with joined meshes (vrm optimize --join-meshes) beside their originals: the Khronos
// validator finds nothing new, three-vrm opens them with the same bones, expressions, springs and
// colliders, pictures from two sides and of a face look the same, and traces of a motion are equal.
//
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import validator from 'gltf-validator';
import { decodePng } from './png.mjs';
import { ssim } from './ssim.mjs';
import { corpus, openInThreeVrm, scene, scratch, skip, Verdict, vrm } from './support.mjs';

if (!process.env.VRM_SCENE) skip('no program that writes scenes');

const folder = scratch();
const verdict = new Verdict();
const motion = join(dirname(fileURLToPath(import.meta.url)), '..', 'vectors', 'motions', 'face.json');
console.warn = () => {}; // three-vrm's remarks about what it does not support

const sources = ['0.x', '1.0-beta', '1.0', 'hero', 'hero-0.x'].map((kind) => {
  const path = join(folder, `${kind}.vrm`);
  scene(kind, path);
  return path;
});
if (process.env.VRM_CORPUS) sources.push(...corpus('vrm0', '.vrm'), ...corpus('vrm1', '.vrm'));

/** Issues by code. A node without its mesh may be empty. */
async function issuesOf(path) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(path)),
    { maxIssues: 0, ignoredIssues: ['NODE_EMPTY', 'ACCESSOR_INDEX_TRIANGLE_DEGENERATE'] });
  const counts = new Map();
  for (const { code } of report.issues.messages) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

/** From two sides, and the face with the first expressions that the file has. */
function viewsOf(path) {
  const { expressions = [] } = JSON.parse(vrm('info', '--json', path));
  const face = expressions.slice(0, 4).flatMap((name) => ['--expression', `${name}=0.6`]);
  return [['--orbit', '30,10'], ['--orbit', '200,0'], ['--camera', 'face', ...face]];
}

/** Null where nothing can be drawn. */
function pictures(path, views) {
  try {
    return views.map((words) => {
      const output = join(folder, 'picture.png');
      vrm('render', '-q', '--size', '160', ...words, path, '-o', output);
      return decodePng(readFileSync(output));
    });
  } catch (error) {
    if (error.status === 3) return null;
    throw error;
  }
}

/** The lines of a trace but the first, which names the file. */
const trace = (path) => vrm('trace', path, motion).split('\n').slice(1).join('\n');

/** Two binds of equal targets become one, so that only whether there are some is compared. */
function seen(avatar) {
  return JSON.stringify({
    bones: Object.keys(avatar.humanoid.humanBones).sort(),
    expressions: (avatar.expressionManager?.expressions ?? [])
      .map((e) => [e.expressionName, e.children.length > 0]).sort(),
    joints: [...avatar.springBoneManager?.joints ?? []].length,
    colliders: avatar.springBoneManager?.colliders.length ?? 0,
  });
}

let least = 1, drawn = 0;
const calls = [0, 0], meshes = [0, 0];
for (const source of sources) {
  const name = basename(source), output = join(folder, `joined-${name}`);
  const { before, after } = JSON.parse(
    vrm('optimize', '--json', '--skip', 'pictures', '--join-meshes', source, '-o', output));
  calls[0] += before.drawCalls, calls[1] += after.drawCalls;
  meshes[0] += before.meshes, meshes[1] += after.meshes;
  verdict.claim(after.triangles === before.triangles, `${name}: keeps its triangles`);

  const issues = await issuesOf(source);
  for (const [code, count] of await issuesOf(output))
    verdict.claim(count <= (issues.get(code) ?? 0), `${name}: gltf-validator finds ${code} anew`);
  verdict.claim(trace(output) === trace(source), `${name}: moves as before`);
  const views = viewsOf(source), shown = pictures(source, views);
  const now = shown && pictures(output, views);
  for (let i = 0; shown && i < views.length; i++) {
    const likeness = ssim(shown[i], now[i]);
    least = Math.min(least, likeness);
    drawn++;
    verdict.claim(likeness >= 0.9995, `${name}: ${views[i].slice(0, 2).join(' ')} has SSIM ${likeness.toFixed(4)}`);
  }
  const old = await openInThreeVrm(source).catch(() => null);
  if (!old?.humanoid) continue; // a file that three-vrm itself does not open
  const avatar = await openInThreeVrm(output);
  verdict.claim(seen(avatar) === seen(old), `${name}: three-vrm sees ${seen(avatar)}, not ${seen(old)}`);
}
verdict.claim(calls[1] < calls[0] && meshes[1] < meshes[0], 'there are fewer draw calls and meshes');
console.log(`${sources.length} files: ${calls.join(' to ')} draw calls, ${meshes.join(' to ')} meshes; ` +
  `${drawn} pictures, least SSIM ${least.toFixed(5)}`);
verdict.end();
