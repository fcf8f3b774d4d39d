// SPDX-License-Identifier: MIT
// Avatars that `vrm create` and `vrm springs --propose` make of figures, judged by others: the
// Khronos validator finds no error that the figure did not have, and three-vrm opens them with the
// bones, expressions, gaze and springs that the command names, standing in the T-pose, facing +Z.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import validator from 'gltf-validator';
import { Vector3 } from 'three';
import { corpus, openInThreeVrm, scene, scratch, skip, Verdict, vrm } from './support.mjs';

if (!process.env.VRM_SCENE) skip('no program that writes scenes');

const folder = scratch();
const verdict = new Verdict();
console.warn = () => {}; // three-vrm's remarks about what it does not support

const sources = ['hero', 'hero-0.x', '1.0'].map((kind) => {
  const path = join(folder, `${kind}.vrm`);
  scene(kind, path, ...(kind === '1.0' ? ['--rotated'] : []));
  return path;
});
if (process.env.VRM_CORPUS) sources.push(...corpus('vrm0', '.vrm'), ...corpus('vrm1', '.vrm'));

async function errorsOf(path) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(path)), { maxIssues: 0 });
  return report.issues.messages.filter((message) => message.severity === 0);
}

const place = (avatar, bone) => avatar.humanoid.getRawBoneNode(bone).getWorldPosition(new Vector3());

/** Degrees between the direction of one bone to another and a direction. */
function off(avatar, from, to, direction) {
  const there = place(avatar, to).sub(place(avatar, from));
  return (there.angleTo(direction) * 180) / Math.PI;
}

function create(figure, output, ...options) {
  try {
    return JSON.parse(vrm('create', '--json', figure, '-o', output, ...options));
  } catch {
    return null; // a file to try shaders: bones that move no mesh
  }
}

/** Two commands from a figure to an avatar with springs, face and licence in a size that a platform takes. R-661 */
async function checkTwoCommands(figure) {
  const [avatar, finished] = ['avatar.vrm', 'finished.vrm'].map((name) => join(folder, name));
  vrm('create', '-q', figure, '-o', avatar, '--springs', '--title', 'Nova', '--set', 'commercialUsage=personalProfit');
  vrm('optimize', '-q', avatar, '--for', 'vrchat-pc-poor', '-o', finished);
  vrm('validate', '-q', '--policy', 'vrchat-pc-poor', finished);
  const errors = await errorsOf(finished);
  verdict.claim(errors.length === 0, `gltf-validator: finished: ${JSON.stringify(errors.slice(0, 3))}`);
  const seen = await openInThreeVrm(finished);
  verdict.claim(seen.springBoneManager?.joints.size > 0, 'finished: three-vrm sees springs');
  verdict.claim(!!seen.expressionManager?.getExpression('happy'), 'finished: three-vrm sees happy');
  verdict.claim(seen.meta.name === 'Nova', `finished: is called ${seen.meta.name}`);
  verdict.claim(seen.meta.commercialUsage === 'personalProfit', `finished: profit is ${seen.meta.commercialUsage}`);
}

/** MToon on request: every material but those that the command names. R-677 */
async function checkToon(name, figure, known) {
  const output = join(folder, `toon-${name}.vrm`);
  const made = create(figure, output, '--mtoon');
  const errors = (await errorsOf(output)).filter((error) => !known.has(error.code));
  verdict.claim(errors.length === 0, `gltf-validator: ${name}, toon: ${JSON.stringify(errors.slice(0, 3))}`);
  const isKept = made.findings.some(({ code }) => code === 'CREATE_MATERIAL_KEPT');
  const others = (await openInThreeVrm(output)).materials.filter((material) => !material.isMToonMaterial);
  verdict.claim(isKept || others.length === 0, `${name}: three-vrm sees ${others.length} materials without MToon`);
  return made.mtoon;
}

let count = 0,
  toons = 0;
for (const source of sources) {
  const name = basename(source, '.vrm');
  const figure = join(folder, `${name}.glb`);
  const output = join(folder, `new-${name}.vrm`);
  vrm('bake', '-q', '--seconds', '0.2', source, '-o', figure);
  const made = create(figure, output);
  if (!made) continue;
  count++;
  if (name === 'hero') await checkTwoCommands(figure);
  const chains = JSON.parse(vrm('springs', '--json', '--propose', output, '--in-place'));

  const before = new Set((await errorsOf(figure)).map((error) => error.code));
  const errors = (await errorsOf(output)).filter((error) => !before.has(error.code));
  verdict.claim(errors.length === 0, `gltf-validator: ${name}: ${JSON.stringify(errors.slice(0, 3))}`);

  toons += await checkToon(name, figure, before);

  const avatar = await openInThreeVrm(output);
  avatar.scene.updateMatrixWorld(true);
  const bones = Object.keys(avatar.humanoid.humanBones).sort().join();
  const wanted = made.bones
    .map(({ bone }) => bone)
    .sort()
    .join();
  verdict.claim(bones === wanted, `${name}: three-vrm sees the bones ${bones}, not ${wanted}`);
  const expressions = avatar.expressionManager?.expressions.length ?? 0;
  verdict.claim(expressions === made.expressions, `${name}: ${expressions} expressions, not ${made.expressions}`);
  if (expressions > 0)
    // without any, three-vrm has no gaze
    verdict.claim(!!avatar.lookAt === made.lookAt, `${name}: gaze ${made.lookAt}`);
  const joints = chains.springs.reduce((sum, spring) => sum + spring.joints.length - 1, 0);
  verdict.claim((avatar.springBoneManager?.joints.size ?? 0) === joints, `${name}: ${joints} joints of springs`);
  for (const side of ['left', 'right']) {
    const out = new Vector3(side === 'left' ? 1 : -1, 0, 0);
    const arm = off(avatar, `${side}UpperArm`, `${side}LowerArm`, out);
    verdict.claim(arm < 11, `${name}: the ${side} arm is ${arm.toFixed(1)} degrees off the T-pose`);
    const leg = off(avatar, `${side}UpperLeg`, `${side}Foot`, new Vector3(0, -1, 0));
    verdict.claim(leg < 31, `${name}: the ${side} leg is ${leg.toFixed(1)} degrees off the T-pose`);
  }
  const old = create(figure, join(folder, `old-${name}.vrm`), '--to', '0.x');
  const older = await openInThreeVrm(join(folder, `old-${name}.vrm`));
  verdict.claim(old.dialect === '0.x' && older.meta.metaVersion === '0', `${name}: three-vrm reads it as 0.x`);
}
verdict.claim(count >= (process.env.VRM_CORPUS ? 5 : 3), `${count} figures`);
verdict.claim(toons > 0, `${toons} materials became MToon`);
verdict.end();
