// SPDX-License-Identifier: MIT
// Normalized avatars, judged by others: the Khronos validator finds no error that the source did not
// have, and three-vrm opens them with the same bones, expressions, springs and colliders, bones
// where they were, and no bone turned or scaled.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import validator from 'gltf-validator';
import { Vector3 } from 'three';
import { corpus, openInThreeVrm, scene, scratch, skip, Verdict, vrm } from './support.mjs';

if (!process.env.VRM_SCENE) skip('no program that writes scenes');

const folder = scratch();
const verdict = new Verdict();
console.warn = () => {}; // three-vrm's remarks about what it does not support

// The characters with their root turned and at half size, and bones with axes of their own.
const edits = join(folder, 'edits.txt');
writeFileSync(edits, 'set /nodes/0/scale [0.5,0.5,0.5]\nset /nodes/0/rotation [0,0.6,0,0.8]\n');
const sources = ['0.x', '1.0-beta', '1.0'].map((kind) => {
  const path = join(folder, `${kind}.vrm`);
  const words = kind === '0.x' ? [] : ['--rotated'];
  scene(kind, path, ...words, '--edit', edits);
  return path;
});
if (process.env.VRM_CORPUS) sources.push(...corpus('vrm0', '.vrm'), ...corpus('vrm1', '.vrm'));

async function errorsOf(path) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(path)), { maxIssues: 0 });
  return report.issues.messages.filter((message) => message.severity === 0);
}

function seen(avatar) {
  return JSON.stringify({
    bones: Object.keys(avatar.humanoid.humanBones).sort(),
    expressions: (avatar.expressionManager?.expressions ?? []).map((e) => e.expressionName).sort(),
    // A leaf of 0.x at half size has got an end of its own, which is one joint more.
    joints: [...(avatar.springBoneManager?.joints ?? [])].filter((joint) => !joint.bone.name.endsWith('_end')).length,
    colliders: avatar.springBoneManager?.colliders.length ?? 0,
  });
}

for (const source of sources) {
  const name = basename(source);
  const output = join(folder, `normalized-${name}`);
  vrm('normalize', '-q', source, '-o', output);

  const before = new Set((await errorsOf(source)).map((error) => error.code));
  const errors = (await errorsOf(output)).filter((error) => !before.has(error.code));
  verdict.claim(
    errors.length === 0,
    `gltf-validator finds no new error in ${name}: ${JSON.stringify(errors.slice(0, 3))}`,
  );

  const old = await openInThreeVrm(source).catch(() => null);
  if (!old) continue; // a file that three-vrm itself does not open
  const avatar = await openInThreeVrm(output);
  verdict.claim(seen(avatar) === seen(old), `${name}: three-vrm sees ${seen(avatar)}, not ${seen(old)}`);
  old.scene.updateMatrixWorld(true);
  avatar.scene.updateMatrixWorld(true);
  for (const [bone, { node }] of Object.entries(old.humanoid.humanBones)) {
    const now = avatar.humanoid.humanBones[bone].node;
    const place = node.getWorldPosition(new Vector3());
    verdict.claim(now.getWorldPosition(new Vector3()).distanceTo(place) < 1e-5, `${name}: ${bone} is where it was`);
    verdict.claim(
      now.getWorldScale(new Vector3()).distanceTo(new Vector3(1, 1, 1)) < 1e-5,
      `${name}: ${bone} has no scale`,
    );
  }
}
verdict.end();
