// SPDX-License-Identifier: MIT
// What `vrm convert-motion` writes, played by three-vrm-animation 3.5.5.
//
//   BVH      three.js reads the same text with its own BVHLoader: on an avatar whose bones are not
//            rotated at rest, every bone stands in the world as the joint does there
//   clips    every clip at hand, converted with the default tolerance: normalized rotations within
//            0.1 degrees, hips within 0.5 mm, weights within 0.002 of the clip itself; and written
//            as BVH, read by BVHLoader: bones stand in the world within 0.02 degrees
//   scripts  a motion script, with and without an avatar, and a trace of it: the avatar stands as
//            vrm trace says
//
// The Khronos validator finds nothing wrong in any of them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AnimationMixer, Group, InterpolateDiscrete, LoopOnce, Quaternion, Vector3 } from 'three';
import { BVHLoader } from 'three/examples/jsm/loaders/BVHLoader.js';
import { khronos } from './khronos.mjs';
import { openInThree, scene, scratch, skip, Verdict, vrm } from './support.mjs';

if (!process.env.VRM_SCENE) skip('no program that writes scenes');
console.warn = () => {};
globalThis.self ??= globalThis;

const folder = scratch();
const verdict = new Verdict();
const { VRMLoaderPlugin } = await import('@pixiv/three-vrm');
const { VRMAnimationLoaderPlugin, createVRMAnimationClip } = await import('@pixiv/three-vrm-animation');
const worst = {};
const rad = Math.PI / 180;

function see(kind, difference, limit, where) {
  worst[kind] = Math.max(worst[kind] ?? 0, difference);
  if (!(difference <= limit)) verdict.claim(false, `${where}: ${kind} differs by ${difference}`);
}

const angle = (a, b) => {
  const turn = a.clone().normalize().invert().multiply(b.clone().normalize());
  return 2 * Math.atan2(Math.hypot(turn.x, turn.y, turn.z), Math.abs(turn.w));
};

const avatarPath = join(folder, 'avatar.vrm');
scene('1.0', avatarPath, '--constraints', '0');

/** An avatar with a clip on it, to be put at a moment. */
async function play(clipPath) {
  const gltf = await openInThree(avatarPath, [(parser) => new VRMLoaderPlugin(parser)]);
  const avatar = gltf.userData.vrm;
  const root = new Group();
  root.add(avatar.scene);
  const file = await openInThree(clipPath, [(parser) => new VRMAnimationLoaderPlugin(parser)]);
  const animation = file.userData.vrmAnimations[0];
  // step-weights: three-vrm-animation blends STEP keys of expressions
  const { channels, samplers } = file.parser.json.animations[0];
  const { expressions = {} } = file.parser.json.extensions.VRMC_vrm_animation;
  for (const kind of ['preset', 'custom'])
    for (const [name, { node }] of Object.entries(expressions[kind] ?? {})) {
      const channel = channels.find(({ target }) => target.node === node);
      if (channel && samplers[channel.sampler].interpolation === 'STEP')
        animation.expressionTracks[kind].get(name).setInterpolation(InterpolateDiscrete);
    }
  const clip = createVRMAnimationClip(animation, avatar);
  const mixer = new AnimationMixer(avatar.scene);
  const action = mixer.clipAction(clip);
  action.setLoop(LoopOnce);
  action.clampWhenFinished = true;
  action.play();
  return {
    avatar,
    duration: clip.duration,
    at(time) {
      mixer.setTime(time);
      root.updateMatrixWorld(true);
      avatar.humanoid.update();
      root.updateMatrixWorld(true);
    },
  };
}

async function convert(label, ...args) {
  const out = join(folder, `out${(convert.count = (convert.count ?? 0) + 1)}.vrma`);
  const { keys, sourceKeys } = JSON.parse(vrm('convert-motion', '--json', ...args, '-o', out));
  // An extension that the validator does not know is reported as info, here as everywhere.
  const bad = (await khronos(out)).filter(({ severity }) => severity === 'error' || severity === 'warning');
  verdict.claim(bad.length === 0, `${label}: the Khronos validator says ${JSON.stringify(bad)}`);
  return { out, keys, sourceKeys };
}

/** The bones of a BVH, and what moves them. */
function playBvh(text) {
  const { skeleton, clip } = new BVHLoader().parse(text);
  const mixer = new AnimationMixer(skeleton.bones[0]);
  const action = mixer.clipAction(clip);
  action.setLoop(LoopOnce);
  action.clampWhenFinished = true;
  action.play();
  return { skeleton, mixer };
}

// ---- BVH ----

const joints = [
  ['Hips', null, [0, 0, 0], 'hips'],
  ['Spine', 0, [0, 11, 0], 'spine'],
  ['Spine1', 1, [0, 13, 0], 'chest'],
  ['Spine2', 2, [0, 12, 0], 'upperChest'],
  ['Neck', 3, [0, 12, 0], 'neck'],
  ['Head', 4, [0, 9, 1], 'head'],
  ['LeftShoulder', 3, [3, 9, 0], 'leftShoulder'],
  ['LeftArm', 6, [11, 0, 0], 'leftUpperArm'],
  ['LeftForeArm', 7, [25, 0, 0], 'leftLowerArm'],
  ['LeftHand', 8, [24, 0, 0], 'leftHand'],
  ['RightShoulder', 3, [-3, 9, 0], 'rightShoulder'],
  ['RightArm', 10, [-11, 0, 0], 'rightUpperArm'],
  ['RightForeArm', 11, [-25, 0, 0], 'rightLowerArm'],
  ['RightHand', 12, [-24, 0, 0], 'rightHand'],
  ['LHipJoint', 0, [0, 0, 0], null],
  ['LeftUpLeg', 14, [9, -4, 0], 'leftUpperLeg'],
  ['LeftLeg', 15, [0, -41, 0], 'leftLowerLeg'],
  ['LeftFoot', 16, [0, -42, 0], 'leftFoot'],
  ['RightUpLeg', 0, [-9, -4, 0], 'rightUpperLeg'],
  ['RightLeg', 18, [0, -41, 0], 'rightLowerLeg'],
  ['RightFoot', 19, [0, -42, 0], 'rightFoot'],
];

/** Text with every joint turning, in the given order of axes. */
function writeBvh(order, frames) {
  const channels = [...order].map((axis) => `${axis}rotation`).join(' ');
  const put = (index, indent) => {
    const [name, parent, offset] = joints[index];
    const children = joints.flatMap(([, p], i) => (p === index ? [put(i, `${indent}  `)] : []));
    const end = children.length
      ? children.join('')
      : `${indent}  End Site\n${indent}  {\n${indent}    OFFSET 0 -1 0\n${indent}  }\n`;
    const places = parent === null ? '6 Xposition Yposition Zposition' : '3';
    return (
      `${indent}${parent === null ? 'ROOT' : 'JOINT'} ${name}\n${indent}{\n${indent}  OFFSET ${offset.join(' ')}\n` +
      `${indent}  CHANNELS ${places} ${channels}\n${end}${indent}}\n`
    );
  };
  const depthFirst = [];
  const visit = (i) => {
    depthFirst.push(i);
    joints.forEach(([, p], k) => p === i && visit(k));
  };
  visit(0);
  const rows = [];
  for (let f = 0; f < frames; f++) {
    const row = [5 * Math.sin(f / 9), 90 + 2 * Math.sin(f / 5), f / 3];
    for (const i of depthFirst) for (let c = 0; c < 3; c++) row.push(40 * Math.sin(f / (7 + c) + i * 1.7 + c));
    rows.push(row.map((v) => v.toFixed(5)).join(' '));
  }
  return `HIERARCHY\n${put(0, '')}MOTION\nFrames: ${frames}\nFrame Time: 0.0333333\n${rows.join('\n')}\n`;
}

for (const order of ['ZXY', 'XYZ', 'YZX']) {
  const text = writeBvh(order, 60),
    path = join(folder, `${order}.bvh`);
  writeFileSync(path, text);
  const { out } = await convert(`BVH ${order}`, path, '--tolerance', '0,0,0');
  const ours = await play(out);
  const { skeleton, mixer } = playBvh(text);
  const start = new Vector3();
  for (let f = 0; f < 60; f++) {
    mixer.setTime(f * 0.0333333);
    skeleton.bones[0].updateMatrixWorld(true);
    ours.at(f * 0.0333333);
    for (const [name, , , bone] of joints) {
      if (!bone) continue;
      const theirs = skeleton.bones.find((b) => b.name === name).getWorldQuaternion(new Quaternion());
      const node = ours.avatar.humanoid.getRawBoneNode(bone);
      see('BVH rotation', angle(node.getWorldQuaternion(new Quaternion()), theirs), 1e-3, `${order} ${bone} in ${f}`);
    }
    // The skeleton's hips rest 87 high (feet and a centimetre below), the avatar's as it does.
    const hips = ours.avatar.humanoid.getRawBoneNode('hips').getWorldPosition(new Vector3());
    const place = skeleton.bones[0].position.clone();
    if (f === 0) start.set(place.x, 0, place.z);
    const scaled = place.sub(start).multiplyScalar(ours.avatar.humanoid.normalizedRestPose.hips.position[1] / 88);
    see('BVH hips', hips.distanceTo(scaled), 1e-4, `${order} hips in ${f}`);
  }
  verdict.claim(true, '');
}

// ---- Clips ----

const clips = [join(folder, 'clip.vrma')];
scene('clip', clips[0]);
const corpus = process.env.VRM_CORPUS;
if (corpus)
  for (const name of readdirSync(join(corpus, 'vrma'))
    .filter((n) => n.endsWith('.vrma'))
    .sort())
    clips.push(join(corpus, 'vrma', name));
let kept = 0,
  given = 0;
for (const path of clips) {
  const label = path.split('/').at(-1);
  const { out, keys, sourceKeys } = await convert(label, path, '--fps', '60');
  const original = await play(path),
    converted = await play(out);
  const bvhPath = join(folder, 'out.bvh');
  vrm('convert-motion', '-q', path, '--fps', '60', '-o', bvhPath);
  const bvh = playBvh(readFileSync(bvhPath, 'utf8'));
  [kept, given] = [kept + keys, given + sourceKeys];
  // Keys of the clip itself need not be frames: linear at 60 frames a second is not its spline.
  const { duration } = original,
    steps = Math.max(1, Math.ceil(duration * 60 - 1e-3));
  verdict.claim(Math.abs(duration - converted.duration) < 1e-4, `${label}: the length is kept`);
  for (let f = 0; f <= steps; f++) {
    const time = (duration * f) / steps;
    original.at(time);
    converted.at(time);
    const a = original.avatar,
      b = converted.avatar,
      where = `${label} in ${f}`;
    for (const name of Object.keys(a.humanoid.normalizedHumanBones)) {
      if (name.endsWith('Eye')) continue;
      const from = a.humanoid.getNormalizedBoneNode(name),
        to = b.humanoid.getNormalizedBoneNode(name);
      see('clip rotation', angle(from.quaternion, to.quaternion), 0.1 * rad, `${where} ${name}`);
      if (name === 'hips') see('clip hips', from.position.distanceTo(to.position), 0.0006, where);
    }
    bvh.mixer.setTime(time);
    bvh.skeleton.bones[0].updateMatrixWorld(true);
    for (const bone of bvh.skeleton.bones) {
      const node = a.humanoid.getNormalizedBoneNode(bone.name);
      if (node && !bone.name.endsWith('Eye'))
        see(
          'written BVH rotation',
          angle(node.getWorldQuaternion(new Quaternion()), bone.getWorldQuaternion(new Quaternion())),
          0.02 * rad,
          `${where} ${bone.name}`,
        );
    }
    for (const { expressionName } of a.expressionManager.expressions)
      if (!expressionName.startsWith('look'))
        // forbidden in VRM animations, and not written
        see(
          'clip weight',
          Math.abs(
            Math.min(1, Math.max(0, a.expressionManager.getValue(expressionName))) -
              b.expressionManager.getValue(expressionName),
          ),
          0.0021,
          `${where} ${expressionName}`,
        );
  }
}

// ---- Scripts ----

const motion = JSON.parse(
  readFileSync(join(dirname(fileURLToPath(import.meta.url)), '..', 'vectors', 'motions', 'body.json'), 'utf8'),
);
motion.tracks = motion.tracks.filter(({ target }) => target === 'bone' || target === 'root');
const script = join(folder, 'script.json'),
  trace = join(folder, 'trace.jsonl');
writeFileSync(script, JSON.stringify(motion));
vrm('trace', avatarPath, script, '-o', trace);
const [first, ...lines] = readFileSync(trace, 'utf8').trimEnd().split('\n');
const header = JSON.parse(first);
for (const [kind, ...args] of [
  ['alone', script],
  ['on the avatar', script, '--avatar', avatarPath],
  ['trace', trace],
]) {
  const { out } = await convert(`script, ${kind}`, ...args, '--tolerance', '0,0,0');
  const three = await play(out);
  for (const line of lines) {
    const frame = JSON.parse(line);
    three.at(frame.t);
    header.bones.forEach((name, i) => {
      const node = three.avatar.humanoid.getRawBoneNode(name);
      if (name.endsWith('Eye') || !node) return;
      const ours = frame.bone.slice(7 * i, 7 * i + 7);
      see(
        'script rotation',
        angle(node.getWorldQuaternion(new Quaternion()), new Quaternion(...ours.slice(3))),
        1e-3,
        `${kind} ${name} in ${frame.f}`,
      );
      // Alone, lengths are those of a person: hips are scaled to the avatar.
      if (name === 'hips' && kind !== 'alone')
        see(
          'script hips',
          node.getWorldPosition(new Vector3()).distanceTo(new Vector3(...ours)),
          1e-4,
          `${kind} in ${frame.f}`,
        );
    });
  }
  verdict.claim(true, '');
}
console.log(`${clips.length} clips, ${kept} of ${given} keys; largest differences: ${JSON.stringify(worst)}`);
verdict.end();
