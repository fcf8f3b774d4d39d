// SPDX-License-Identifier: MIT
// The bundled avatar before two judges, in every dialect. The Khronos validator says nothing of it
// but what it cannot know about VRM, and three-vrm opens it with all that is in it: bones,
// expressions, gaze, springs, colliders, constraints, first person, MToon.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import validator from 'gltf-validator';
import { openInThreeVrm, scene, scratch, skip, Verdict, vrm } from './support.mjs';

if (!process.env.VRM_SCENE) skip('no program that writes scenes');

const folder = scratch();
const verdict = new Verdict();
console.warn = () => {}; // three-vrm's remarks about what it does not support

// Extensions it does not know, and what only they use; "VRM" has no vendor prefix; the unlit
// fallback that MToon recommends stands beside an extension it does not know.
const unavoidable = new Set([
  'UNSUPPORTED_EXTENSION',
  'UNUSED_OBJECT',
  'INVALID_EXTENSION_NAME_FORMAT',
  'MULTIPLE_EXTENSIONS',
]);

const equal = (kind, what, theirs, ours) => verdict.claim(theirs === ours, `${kind}: ${theirs} ${what}, not ${ours}`);

for (const kind of ['hero', 'hero-expression-gaze', 'hero-1.0-beta', 'hero-0.x', 'hero-1.0-draft']) {
  const path = join(folder, `${kind}.vrm`);
  scene(kind, path);

  const report = await validator.validateBytes(new Uint8Array(readFileSync(path)));
  const found = report.issues.messages.filter((message) => !unavoidable.has(message.code));
  verdict.claim(found.length === 0, `${kind}: gltf-validator says ${JSON.stringify(found.slice(0, 3))}`);

  const ours = JSON.parse(vrm('validate', '--json', path));
  equal(kind, 'findings of ours', ours.findings.length, 0);

  if (kind === 'hero-1.0-draft') continue; // three-vrm does not read it
  const { counts, lookAt } = JSON.parse(vrm('info', '--json', path));
  const avatar = await openInThreeVrm(path);
  equal(kind, 'human bones', Object.keys(avatar.humanoid.humanBones).length, counts.humanBones);
  equal(kind, 'expressions', avatar.expressionManager.expressions.length, counts.expressions);
  equal(kind, 'gaze', avatar.lookAt.applier.constructor.type, lookAt);
  // three-vrm has no joint for the last node of a 1.0 chain; 0.x chains get an end of their own.
  const swaying = avatar.springBoneManager.joints.size;
  equal(kind, 'swaying joints', swaying, counts.springJoints - counts.springs);
  equal(kind, 'constraints', avatar.nodeConstraintManager?.constraints.size ?? 0, counts.constraints);
  const views = new Set(avatar.firstPerson.meshAnnotations.map((annotation) => annotation.type));
  equal(kind, 'kinds of first person', views.size, 4);
  const materials = avatar.materials.filter((material) => material.isMToonMaterial);
  verdict.claim(materials.length >= counts.materials, `${kind}: ${materials.length} MToon materials`);
}
verdict.end();
