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
import { AnimationMixer, Group, InterpolateDiscrete, LoopOnce, Quaternion, Vector3 } from 'three';
import { openInThree, scene, scratch, skip, Verdict, vrm } from './support.mjs';

if (!process.env.VRM_SCENE) skip('no program that writes scenes');
console.warn = () => {};

const folder = scratch();
const verdict = new Verdict();
const { VRMLoaderPlugin, VRMUtils, VRMHumanBoneParentMap } = await import('@pixiv/three-vrm');
const { VRMAnimationLoaderPlugin, VRMLookAtQuaternionProxy, createVRMAnimationClip } =
  await import('@pixiv/three-vrm-animation');

async function openAvatar(path) {
  const gltf = await openInThree(path, [(parser) => new VRMLoaderPlugin(parser)]);
  const avatar = gltf.userData.vrm;
  if (!avatar) throw new Error('no avatar');
  const root = new Group();
  root.add(avatar.scene);
  if (avatar.meta.metaVersion === '0') VRMUtils.rotateVRM0(avatar);
  if (avatar.lookAt) {
    const proxy = new VRMLookAtQuaternionProxy(avatar.lookAt);
    proxy.name = 'gaze';
    avatar.scene.add(proxy);
  }
  return { avatar, root };
}

/** The animation and what its file says of it. */
async function openClip(path) {
  const gltf = await openInThree(path, [(parser) => new VRMAnimationLoaderPlugin(parser)]);
  const json = gltf.parser.json;
  const extension = json.extensions.VRMC_vrm_animation;
  const bones = extension.humanoid?.humanBones ?? {};
  const parents = new Map();
  json.nodes.forEach((node, i) => node.children?.forEach((child) => parents.set(child, i)));
  const boneNodes = new Set(Object.values(bones).map(({ node }) => node));
  const isPlain = (node) => !node.rotation || Math.abs(node.rotation[3]) > 1 - 1e-9;
  let hasTurnedBetween = false;
  for (const [name, { node }] of Object.entries(bones)) {
    if (name === 'hips') continue;
    for (let n = parents.get(node); n !== undefined && !boneNodes.has(n); n = parents.get(n))
      if (!isPlain(json.nodes[n])) hasTurnedBetween = true;
  }
  const animation = gltf.userData.vrmAnimations[0];
  const { channels, samplers } = json.animations[0];
  for (const kind of ['preset', 'custom'])
    for (const [name, { node }] of Object.entries(extension.expressions?.[kind] ?? {})) {
      const channel = channels.find(({ target }) => target.node === node);
      if (channel && samplers[channel.sampler].interpolation === 'STEP')
        animation.expressionTracks[kind].get(name).setInterpolation(InterpolateDiscrete);
    }
  const moved = new Set(channels.map(({ target }) => target.node));
  const movedBones = Object.keys(bones).filter((name) => moved.has(bones[name].node));
  return { animation, hasTurnedBetween, movedBones, hasGaze: moved.has(extension.lookAt?.node) };
}

/** Bones that would carry, or hang below, one that the clip turns and the avatar lacks. */
function bonesOffBy(avatar, movedBones) {
  const missing = movedBones.filter((name) => !avatar.humanoid.getRawBoneNode(name));
  return (name) => {
    for (let b = name; b; b = VRMHumanBoneParentMap[b]) if (missing.includes(b)) return true;
    return false;
  };
}

function update({ avatar, root }) {
  root.updateMatrixWorld(true);
  avatar.humanoid.update();
  avatar.expressionManager?.update();
  root.updateMatrixWorld(true);
}

const angle = (a, b) => {
  const turn = new Quaternion(...a).normalize().premultiply(b.clone().normalize().invert());
  return 2 * Math.atan2(Math.hypot(turn.x, turn.y, turn.z), Math.abs(turn.w));
};

const limits = { rotation: 1e-4, hips: 1e-4, weight: 1e-5, gaze: 1e-2 };
let pairs = 0,
  frameCount = 0;
const worstOfAll = { rotation: 0, hips: 0, weight: 0, gaze: 0 };

async function compare(avatarPath, label, clipPath, clip) {
  const [first, ...lines] = vrm('trace', avatarPath, clipPath).trimEnd().split('\n');
  const header = JSON.parse(first);
  const stride = Math.ceil(lines.length / 120);
  const frames = lines.filter((_, f) => f % stride === 0 || f === lines.length - 1).map((line) => JSON.parse(line));
  const three = await openAvatar(avatarPath);
  const { avatar } = three;
  const isOff = bonesOffBy(avatar, clip.movedBones);
  const mixer = new AnimationMixer(avatar.scene);
  const action = mixer.clipAction(createVRMAnimationClip(clip.animation, avatar));
  action.setLoop(LoopOnce);
  action.clampWhenFinished = true;
  action.play();
  const worst = {};
  const see = (channel, difference, where) => {
    if (!(difference <= (worst[channel]?.difference ?? -1))) worst[channel] = { difference, where };
  };
  frames.forEach((frame) => {
    const { f } = frame;
    mixer.setTime(frame.t);
    update(three);
    header.bones.forEach((name, i) => {
      const node = avatar.humanoid.getRawBoneNode(name);
      if (isOff(name) || name.endsWith('Eye') || !node) return;
      const ours = frame.bone.slice(7 * i, 7 * i + 7);
      see('rotation', angle(ours.slice(3), node.getWorldQuaternion(new Quaternion())), `${name} in ${f}`);
      if (name === 'hips' && avatar.humanoid.normalizedRestPose.hips.position[1] > 0.01)
        see('hips', node.getWorldPosition(new Vector3()).distanceTo(new Vector3(...ours)), `${f}`);
    });
    header.expressions.forEach((name, i) => {
      if (/^look(Up|Down|Left|Right)$/.test(name)) return;
      const theirs = avatar.expressionManager?.getValue(name) ?? 0;
      see('weight', Math.abs(frame.expression[2 * i] - Math.min(1, Math.max(0, theirs))), name);
    });
    if (frame.look && clip.hasGaze) {
      see('gaze', Math.abs(frame.look[0] - avatar.lookAt.yaw), `yaw in ${f}`);
      see('gaze', Math.abs(frame.look[1] - avatar.lookAt.pitch), `pitch in ${f}`);
    }
  });
  pairs++;
  frameCount += frames.length;
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
