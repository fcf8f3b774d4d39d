// SPDX-License-Identifier: MIT
// VRM animations against three-vrm-animation 3.5.5: every clip on every avatar, up to 120 frames
// spread over each clip. Rotations agree within 1e-4 rad, hips within 1e-4 m, weights within 1e-5, the
// gaze within 0.01 degrees.
//
// Where three-vrm-animation leaves the specification it is set right here, by name:
//   parent-bone      the rest rotation of the parent *bone* stands for that of the parent node: clips
//                    with rotated nodes between two bones are not compared
//   missing-bones    what a clip says of a bone that the avatar lacks is dropped, not carried by its
//                    children: bones below such a one are not compared
//   v0-eyes, look-at only yaw and pitch are compared, not the eyes: judge_runtime does that
//   look-presets     it plays lookUp and the like: expressions of a gaze are not compared
//   unmoved-weights  an expression whose node has no channel is left alone, not at its rest weight,
//                    which is 0 in every file here: the same
//   step-weights     expressions with STEP keys are blended: their tracks are made discrete again
//   hips-underground it scales by a negative height where an avatar's hips rest below the ground: such
//                    hips are not compared
//   loop-end         a mixer that loops begins again at the last key: here it stays there
//   few-keys         slerp in three.js blends keys nearer than 0.1 rad or so in a straight line with
//                    an error of its own, below 1e-5 rad
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { scene, scratch, skip, Verdict, vrm } from './support.mjs';

if (!process.env.VRM_SCENE) skip('no program that writes scenes');
console.warn = () => {};

const folder = scratch();
const verdict = new Verdict();
const { comparePoses, limits, openAvatar, openClip } = await import('./clip_poses.mjs');

let pairs = 0,
  frameCount = 0;
const worstOfAll = { rotation: 0, hips: 0, weight: 0, gaze: 0 };

async function compare(avatarPath, label, clipPath, clip) {
  const { count, worst } = await comparePoses(avatarPath, clipPath, clip);
  pairs++;
  frameCount += count;
  for (const [channel, { difference, where }] of Object.entries(worst)) {
    worstOfAll[channel] = Math.max(worstOfAll[channel], difference);
    verdict.claim(difference <= limits[channel], `${label}: ${channel} of ${where} differs by ${difference}`);
  }
}

/** Motion of another program that was written for this avatar has no bones that it lacks: nothing is left out. */
async function compareFitted(avatarPath, label) {
  const motions = process.env.VRM_CORPUS ? join(process.env.VRM_CORPUS, 'motion-import/rocketbox') : undefined;
  if (!motions) return;
  const path = join(folder, 'fitted.vrma');
  vrm('convert-motion', '-q', join(motions, 'f_run_injured.max.fbx'), '--avatar', avatarPath, '-o', path);
  const clip = await openClip(path),
    { avatar } = await openAvatar(avatarPath);
  const missing = clip.movedBones.filter((name) => !avatar.humanoid.getRawBoneNode(name));
  verdict.claim(missing.length === 0, `${label}: the avatar lacks ${missing}, which a motion for it has`);
  await compare(avatarPath, `${label}, fitted`, path, clip);
}

const avatars = [],
  clips = [];
for (const kind of ['0.x', '1.0-beta', '1.0', 'typical']) {
  avatars.push([join(folder, `${kind}.vrm`), `scene ${kind}`]);
  scene(kind, avatars.at(-1)[0], '--constraints', '0');
}
for (const option of [[], ['--rotated']]) {
  clips.push(join(folder, `clip${option.length}.vrma`));
  scene('clip', clips.at(-1), ...option);
}
const corpus = process.env.VRM_CORPUS;
for (const dialect of corpus ? ['vrm0', 'vrm1'] : [])
  for (const name of readdirSync(join(corpus, dialect))
    .filter((n) => n.endsWith('.vrm'))
    .sort())
    avatars.push([join(corpus, dialect, name), `${dialect}/${name}`]);
if (corpus)
  for (const name of readdirSync(join(corpus, 'vrma'))
    .filter((n) => n.endsWith('.vrma'))
    .sort())
    clips.push(join(corpus, 'vrma', name));

const opened = [];
for (const path of clips) {
  const clip = await openClip(path);
  if (clip.hasTurnedBetween) console.log(`left out, nodes between bones are turned: ${path}`);
  else opened.push([path, clip]);
}
for (const [path, label] of avatars) {
  try {
    await openAvatar(path);
  } catch (error) {
    console.log(`left out, three-vrm cannot open it: ${label}: ${error.message}`);
    continue;
  }
  for (const [clipPath, clip] of opened) await compare(path, `${label}, ${clipPath.split('/').at(-1)}`, clipPath, clip);
  await compareFitted(path, label);
}
console.log(`${pairs} pairs, ${frameCount} frames; largest differences: ${JSON.stringify(worstOfAll)}`);
verdict.end();
