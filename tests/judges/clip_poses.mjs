// SPDX-License-Identifier: MIT
// Plays a VRM animation with three-vrm-animation and with `vrm trace`, and compares the poses. What
// three-vrm-animation does otherwise than the specification is set right here; judge_clip.mjs names it.
import { AnimationMixer, Group, InterpolateDiscrete, LoopOnce, Quaternion, Vector3 } from 'three';
import { openInThree, vrm } from './support.mjs';

const { VRMLoaderPlugin, VRMUtils, VRMHumanBoneParentMap } = await import('@pixiv/three-vrm');
const { VRMAnimationLoaderPlugin, VRMLookAtQuaternionProxy, createVRMAnimationClip } =
  await import('@pixiv/three-vrm-animation');

export async function openAvatar(path) {
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
export async function openClip(path) {
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

export const limits = { rotation: 1e-4, hips: 1e-4, weight: 1e-5, gaze: 1e-2 }; // radians, metres, degrees

/** Up to 120 frames spread over a clip. Returns how many, and the largest difference of each channel. */
export async function comparePoses(avatarPath, clipPath, clip) {
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
  return { count: frames.length, worst };
}
