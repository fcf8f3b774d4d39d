// SPDX-License-Identifier: MIT
// Migrated avatars, judged by others: the Khronos validator finds no error that the source did not
// have, and three-vrm opens them as VRM 1.0 with the bones, expressions, springs and colliders that
// `vrm info` counts in the migrated file, and with bones where it shows those of the source. The same
// for the way down to 0.x.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import validator from 'gltf-validator';
import { Vector3 } from 'three';
import { corpus, openInThreeVrm, scene, scratch, skip, Verdict, vrm } from './support.mjs';

if (!process.env.VRM_SCENE) skip('no program that writes scenes');

const folder = scratch();
const verdict = new Verdict();
console.warn = () => {}; // three-vrm's remarks about what it does not support

const sources = ['0.x', '1.0-draft', '1.0-beta'].map((kind) => {
  const path = join(folder, `${kind}.vrm`);
  scene(kind, path);
  return path;
});
if (process.env.VRM_CORPUS) sources.push(...corpus('vrm0', '.vrm'));

async function errorsOf(path) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(path)), { maxIssues: 0 });
  return report.issues.messages.filter((message) => message.severity === 0);
}

/** Where each human bone is at rest, facing +Z. */
function bonePlaces(avatar) {
  avatar.scene.updateMatrixWorld(true);
  const isTurned = avatar.meta.metaVersion === '0';
  return Object.fromEntries(
    Object.entries(avatar.humanoid.humanBones).map(([name, bone]) => {
      const place = bone.node.getWorldPosition(new Vector3());
      return [name, isTurned ? new Vector3(-place.x, place.y, -place.z) : place];
    }),
  );
}

for (const source of sources) {
  const name = basename(source);
  const output = join(folder, `migrated-${name}`);
  vrm('migrate', '-q', source, '-o', output);

  const before = new Set((await errorsOf(source)).map((error) => error.code));
  const errors = (await errorsOf(output)).filter((error) => !before.has(error.code));
  verdict.claim(
    errors.length === 0,
    `gltf-validator finds no new error in ${name}: ${JSON.stringify(errors.slice(0, 3))}`,
  );

  const counts = JSON.parse(vrm('info', '--json', output)).counts;
  const avatar = await openInThreeVrm(output);
  verdict.claim(avatar?.meta.metaVersion === '1', `${name}: three-vrm reads 1.0`);
  const seen = {
    humanBones: Object.keys(avatar.humanoid.humanBones).length,
    expressions: avatar.expressionManager?.expressions.length ?? 0,
    springJoints: avatar.springBoneManager?.joints.size ?? 0,
    colliders: avatar.springBoneManager?.colliders.length ?? 0,
  };
  const ours = {
    humanBones: counts.humanBones,
    expressions: counts.expressions,
    springJoints: counts.springJoints - counts.springs, // the last of a chain is no joint there
    colliders: seen.colliders && counts.colliders, // it knows only those that a chain uses
  };
  verdict.claim(
    JSON.stringify(seen) === JSON.stringify(ours),
    `${name}: three-vrm sees ${JSON.stringify(seen)}, not ${JSON.stringify(ours)}`,
  );

  if (name === '1.0-draft.vrm') continue; // three-vrm does not read the draft
  const places = bonePlaces(avatar);
  for (const [bone, place] of Object.entries(bonePlaces(await openInThreeVrm(source)))) {
    verdict.claim(places[bone]?.distanceTo(place) < 1e-5, `${name}: ${bone} is where it was`);
  }
}
// ---- Down to 0.x ----

const newer = ['1.0', '1.0-beta'].map((kind) => {
  const path = join(folder, `${kind}-rotated.vrm`);
  scene(kind, path, '--rotated');
  return path;
});
if (process.env.VRM_CORPUS) newer.push(...corpus('vrm1', '.vrm'));

for (const source of newer) {
  const name = basename(source);
  const output = join(folder, `old-${name}`);
  vrm('migrate', '-q', '--to', '0.x', source, '-o', output);

  const before = new Set((await errorsOf(source)).map((error) => error.code));
  const errors = (await errorsOf(output)).filter((error) => !before.has(error.code));
  verdict.claim(
    errors.length === 0,
    `gltf-validator finds no new error in 0.x ${name}: ${JSON.stringify(errors.slice(0, 3))}`,
  );

  const avatar = await openInThreeVrm(output);
  verdict.claim(avatar?.meta.metaVersion === '0', `${name}: three-vrm reads 0.x`);
  const counts = JSON.parse(vrm('info', '--json', output)).counts;
  verdict.claim(
    Object.keys(avatar.humanoid.humanBones).length === counts.humanBones,
    `${name}: three-vrm sees ${counts.humanBones} bones`,
  );
  verdict.claim(
    (avatar.expressionManager?.expressions.length ?? 0) === counts.expressions,
    `${name}: three-vrm sees ${counts.expressions} expressions`,
  );

  const old = await openInThreeVrm(source).catch(() => null);
  if (!old) continue; // a file that three-vrm itself does not open
  const places = bonePlaces(avatar);
  for (const [bone, place] of Object.entries(bonePlaces(old))) {
    verdict.claim(places[bone]?.distanceTo(place) < 1e-5, `0.x ${name}: ${bone} is where it was`);
  }
}
verdict.end();
