// SPDX-License-Identifier: MIT
// What the judges of vrm optimize share: the avatars, and what of them may not change.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import validator from 'gltf-validator';
import { decodePng } from './png.mjs';
import { corpus, scene, scratch, skip, vrm } from './support.mjs';

if (!process.env.VRM_SCENE) skip('no program that writes scenes');
console.warn = () => {}; // three-vrm's remarks about what it does not support

export const folder = scratch();

/** Avatars made in code, each with the same words, and those of the corpus where there is one. */
export function avatars(kinds, ...words) {
  const made = kinds.map((kind) => {
    const path = join(folder, `${kind}.vrm`);
    scene(kind, path, ...words);
    return path;
  });
  return process.env.VRM_CORPUS ? [...made, ...corpus('vrm0', '.vrm'), ...corpus('vrm1', '.vrm')] : made;
}

/** One file for each part of a material that can differ. */
export function sweep() {
  const path = join(folder, 'sweep');
  if (!existsSync(path)) mkdirSync(path);
  scene('sweep', path);
  return readdirSync(path)
    .filter((name) => /\.(vrm|glb)$/.test(name))
    .sort()
    .map((name) => join(path, name));
}

/** Counts of what the Khronos validator finds, by code; 0 errors, 1 warnings, 2 and 3 remarks.
 * Triangles without area show as such once their equal vertices are one. */
export async function issuesOf(path, { ignored = [], worst = 3 } = {}) {
  const { issues } = await validator.validateBytes(new Uint8Array(readFileSync(path)), {
    maxIssues: 0,
    ignoredIssues: ['ACCESSOR_INDEX_TRIANGLE_DEGENERATE', ...ignored],
  });
  const counts = new Map();
  for (const { code, severity } of issues.messages)
    if (severity <= worst) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

/** Claims that the validator finds in a file nothing that it did not find before. */
export async function claimNoNewIssues(verdict, path, before, name, options) {
  for (const [code, count] of await issuesOf(path, options))
    verdict.claim(count <= (before.get(code) ?? 0), `${name}: gltf-validator finds ${code} anew`);
}

const factsOf = (path) => JSON.parse(vrm('info', '--json', path));

/** A camera that depends on the height alone, in shares of which its place is given: the usual ones
 * go by boxes of vertices, which passes change. */
function camera({ height }, eye, target) {
  const metres = (point) => point.map((v) => v * (height || 1.6)).join();
  return [`--eye=${metres(eye)}`, `--target=${metres(target)}`];
}

/** From four sides. */
export function sides(path) {
  const facts = factsOf(path);
  return [0.5, 2.1, 3.5, 5.1].map((angle) =>
    camera(facts, [Math.sin(angle) * 2.6, 0.7, Math.cos(angle) * 2.6], [0, 0.5, 0]),
  );
}

/** The head with each of the first expressions of a file. */
export function faces(path, count) {
  const facts = factsOf(path);
  return (facts.expressions ?? [])
    .slice(0, count)
    .map((name) => [...camera(facts, [0.1, 0.9, 0.9], [0, 0.85, 0]), '--expression', `${name}=0.6`]);
}

/** One picture for each view; null where nothing can be drawn. */
export function pictures(path, views, size) {
  try {
    return views.map((words) => {
      const output = join(folder, 'picture.png');
      vrm('render', '-q', '--size', size, ...words, path, '-o', output);
      return decodePng(readFileSync(output));
    });
  } catch (error) {
    if (error.status === 3) return null;
    throw error;
  }
}

/** The lines of traces but the first of each, which names the file. */
export function traces(path, motions) {
  return motions.map((motion) => vrm('trace', path, motion).split('\n').slice(1).join('\n')).join('\n');
}

/** What three-vrm knows of an avatar. `countOf` makes a value of the binds of an expression. */
export function seen(avatar, countOf = (binds) => binds.length) {
  return JSON.stringify({
    bones: Object.keys(avatar.humanoid.humanBones).sort(),
    expressions: (avatar.expressionManager?.expressions ?? [])
      .map((e) => [e.expressionName, countOf(e.children)])
      .sort(),
    joints: [...(avatar.springBoneManager?.joints ?? [])].length,
    colliders: avatar.springBoneManager?.colliders.length ?? 0,
  });
}
