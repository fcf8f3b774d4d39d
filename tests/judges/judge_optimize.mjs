// SPDX-License-Identifier: MIT
// Optimized avatars beside their originals: vrm diff says that they mean the same, optimizing them
// once more changes no byte, the Khronos validator finds nothing new, three-vrm opens
// them with the same bones, expressions, springs and colliders, pictures from two sides and of a
// face are equal bit by bit, and so are traces of a motion.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import validator from 'gltf-validator';
import { corpus, openInThreeVrm, scene, scratch, skip, Verdict, vrm } from './support.mjs';

if (!process.env.VRM_SCENE) skip('no program that writes scenes');

const folder = scratch();
const verdict = new Verdict();
const motion = join(dirname(fileURLToPath(import.meta.url)), '..', 'vectors', 'motions', 'face.json');
console.warn = () => {}; // three-vrm's remarks about what it does not support

const sources = ['0.x', '1.0-draft', '1.0-beta', '1.0'].map((kind) => {
  const path = join(folder, `${kind}.vrm`);
  scene(kind, path, '--divided');
  return path;
});
if (process.env.VRM_CORPUS) sources.push(...corpus('vrm0', '.vrm'), ...corpus('vrm1', '.vrm'));

/** Issues by code. Triangles without area show as such once their equal vertices are one. */
async function issuesOf(path) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(path)),
    { maxIssues: 0 });
  const counts = new Map();
  for (const { code } of report.issues.messages) counts.set(code, (counts.get(code) ?? 0) + 1);
  counts.delete('ACCESSOR_INDEX_TRIANGLE_DEGENERATE');
  return counts;
}

/** From two sides, and the face with the first expressions that the file has. */
function viewsOf(path) {
  const { expressions = [] } = JSON.parse(vrm('info', '--json', path));
  const face = expressions.slice(0, 3).flatMap((name) => ['--expression', `${name}=0.6`]);
  return [['--orbit', '30,10'], ['--orbit', '200,0'], ['--camera', 'face', ...face]];
}

/** A hash of each picture; null where nothing can be drawn. */
function pictures(path, views) {
  try {
    return views.map((words) => {
      const output = join(folder, 'picture.png');
      vrm('render', '-q', '--size', '96', ...words, path, '-o', output);
      return createHash('sha256').update(readFileSync(output)).digest('hex');
    });
  } catch (error) {
    if (error.status === 3) return null;
    throw error;
  }
}

/** The lines of a trace but the first, which names the file. */
const trace = (path) => vrm('trace', path, motion).split('\n').slice(1).join('\n');

function seen(avatar) {
  return JSON.stringify({
    bones: Object.keys(avatar.humanoid.humanBones).sort(),
    expressions: (avatar.expressionManager?.expressions ?? [])
      .map((e) => [e.expressionName, e.children.length]).sort(),
    joints: [...avatar.springBoneManager?.joints ?? []].length,
    colliders: avatar.springBoneManager?.colliders.length ?? 0,
  });
}

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
  for (const [code, count] of await issuesOf(output))
    verdict.claim(count <= (before.get(code) ?? 0), `${name}: gltf-validator finds ${code} anew`);
  verdict.claim(trace(output) === trace(source), `${name}: moves as before`);
  const views = viewsOf(source);
  const shown = pictures(source, views);
  if (shown) {
    drawn += shown.length;
    verdict.claim(pictures(output, views).join() === shown.join(), `${name}: looks as before`);
  }
  // A bone that no vertex hangs on is no joint any more, which the validator mentions.
  const folded = join(folder, `folded-${name}`);
  vrm('optimize', '-q', '--fold-bones', source, '-o', folded);
  for (const [code, count] of await issuesOf(folded))
    verdict.claim(count <= (before.get(code) ?? 0) || code === 'NODE_EMPTY', `${name}: gltf-validator finds ${code} in folded bones`);
  const old = await openInThreeVrm(source).catch(() => null);
  if (!old?.humanoid) continue; // a file that three-vrm itself does not open
  for (const path of [output, folded]) {
    const avatar = await openInThreeVrm(path);
    verdict.claim(seen(avatar) === seen(old), `${basename(path)}: three-vrm sees ${seen(avatar)}, not ${seen(old)}`);
  }
}
console.log(`${sources.length} files, ${drawn} pictures, ${bytes[0]} to ${bytes[1]} bytes`);
verdict.end();
