// SPDX-License-Identifier: MIT
// The avatars made in code are what most tests stand on. The Khronos validator finds no error in
// any of them, and three-vrm opens those of the dialects it knows with the same bones, expressions
// and spring joints that `vrm info` counts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import validator from 'gltf-validator';
import { openInThreeVrm, scene, scratch, skip, Verdict, vrm } from './support.mjs';

if (!process.env.VRM_SCENE) skip('no program that writes scenes');

const folder = scratch();
const verdict = new Verdict();
console.warn = () => {}; // three-vrm's remarks about what it does not support

async function claimValid(path, name) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(path)));
  const errors = report.issues.messages.filter((message) => message.severity === 0);
  verdict.claim(
    report.issues.numErrors === 0,
    `gltf-validator finds no error in ${name}: ${JSON.stringify(errors.slice(0, 3))}`,
  );
}

const kinds = ['0.x', '1.0-draft', '1.0-beta', '1.0', 'springs', 'typical', 'rich', 'vroid', 'clip'];
for (const kind of kinds) {
  const path = join(folder, `${kind}.vrm`);
  scene(kind, path);

  await claimValid(path, kind);

  if (kind === '1.0-draft' || kind === 'clip') continue; // three-vrm reads neither as an avatar
  const ours = JSON.parse(vrm('info', '--json', path)).counts;
  const theirs = await openInThreeVrm(path);
  const bones = Object.keys(theirs.humanoid.humanBones).length;
  verdict.claim(bones === ours.humanBones, `${kind}: ${bones} human bones, not ${ours.humanBones}`);
  const expressions = theirs.expressionManager.expressions.length;
  verdict.claim(expressions === ours.expressions, `${kind}: ${expressions} expressions, not ${ours.expressions}`);
}

const sweeps = scratch();
scene('sweep', sweeps);
for (const name of readdirSync(sweeps).filter((file) => file.endsWith('.vrm')))
  await claimValid(join(sweeps, name), name);
verdict.end();
