// SPDX-License-Identifier: MIT
// VRM animations as clips of the library, and as clips of three.js for AnimationMixer.
import {
  AnimationClip,
  InterpolateDiscrete,
  InterpolateLinear,
  NumberKeyframeTrack,
  Quaternion,
  QuaternionKeyframeTrack,
  VectorKeyframeTrack,
} from 'three';
import { Clip } from '../engine/clip.js';
import { wrong } from '../engine/errors.js';
import { boneNames, poseLength } from '../engine/rig.js';
import { loadModel } from './loader.js';
import { VRMLookAtQuaternionProxy } from './look_at.js';
import { VRM } from './vrm.js';

const rate = 60; // keys per second for cubic splines, which three.js interpolates linearly

/** An animation of a file: the clip, and the times of the file's keys. */
export class VRMAnimation {
  clip;
  /** Key times of all channels: { bones: Map, hips, expressions: Map, lookAt }, each { times, isStep }. */
  keys;

  constructor(clip, keys) {
    this.clip = clip;
    this.keys = keys;
  }

  get duration() {
    return this.clip.duration;
  }

  dispose() {
    this.clip.dispose();
  }
}

/** The key times of a sampler; evenly spaced times for cubic splines. */
function keysOf(model, sampler, times) {
  if (sampler.interpolation !== 'CUBICSPLINE') {
    if (!times.has(sampler.input)) times.set(sampler.input, Array.from(model.readFloats(sampler.input)));
    return { times: times.get(sampler.input), isStep: sampler.interpolation === 'STEP' };
  }
  if (!times.has(-1 - sampler.input)) {
    const keys = model.readFloats(sampler.input),
      end = keys.at(-1);
    const even = Array.from({ length: Math.ceil(end * rate) }, (_, i) => i / rate);
    times.set(
      -1 - sampler.input,
      [...new Set([...even, ...keys])].sort((a, b) => a - b),
    );
  }
  return { times: times.get(-1 - sampler.input), isStep: false };
}

function readKeys(model, animation) {
  const { json, info } = model;
  const extension = json.extensions.VRMC_vrm_animation;
  const keys = { bones: new Map(), hips: null, expressions: new Map(), lookAt: null };
  const boneOf = new Map(Object.entries(info.animation.bones).map(([bone, node]) => [node, bone]));
  const expressionOf = new Map();
  for (const kind of ['preset', 'custom'])
    for (const [name, entry] of Object.entries(extension.expressions?.[kind] ?? {}))
      expressionOf.set(entry?.node, name);
  const times = new Map();
  const { channels = [], samplers = [] } = json.animations?.[animation] ?? {};
  for (const { sampler, target } of channels) {
    if (!samplers[sampler] || !target) continue;
    const read = () => keysOf(model, samplers[sampler], times);
    const bone = boneOf.get(target.node);
    if (bone && target.path === 'rotation') keys.bones.set(bone, read());
    else if (bone === 'hips' && target.path === 'translation') keys.hips = read();
    else if (expressionOf.has(target.node) && target.path === 'translation')
      keys.expressions.set(expressionOf.get(target.node), read());
    else if (extension.lookAt?.node === target.node && target.path === 'rotation') keys.lookAt = read();
  }
  return keys;
}

/** The plugin of GLTFLoader for `.vrma`: gltf.userData.vrmAnimations. */
export class VRMAnimationLoaderPlugin {
  parser;
  name = 'VRMC_vrm_animation';

  constructor(parser) {
    this.parser = parser;
  }

  async afterRoot(gltf) {
    gltf.userData.vrmAnimations = [];
    if (!this.parser.json.extensions?.VRMC_vrm_animation) return;
    const model = await loadModel(this.parser);
    try {
      const count = model.json.animations?.length ?? 0;
      for (let i = 0; i < count; i++) {
        const keys = readKeys(model, i);
        gltf.userData.vrmAnimations.push(new VRMAnimation(new Clip(model, { animation: i }), keys));
      }
    } catch (error) {
      for (const animation of gltf.userData.vrmAnimations.splice(0)) animation.dispose();
      throw error;
    } finally {
      model.dispose();
    }
  }
}

/** A clip for AnimationMixer with the root `vrm.scene`: tracks of normalized bones, expressions and gaze. */
export function createVRMAnimationClip(animation, vrm) {
  if (!(animation instanceof VRMAnimation)) throw wrong('animation', 'a VRMAnimation', animation);
  if (!(vrm instanceof VRM)) throw wrong('vrm', 'a VRM', vrm);
  const { clip, keys } = animation;
  const samples = sampler(clip);
  const tracks = [
    ...boneTracks(keys, vrm, samples),
    ...hipsTrack(keys, vrm, clip, samples),
    ...expressionTracks(keys, vrm, clip),
    ...gazeTrack(keys, vrm, samples),
  ];
  return new AnimationClip(clip.name || 'Clip', clip.duration, tracks);
}

const interpolation = (isStep) => (isStep ? InterpolateDiscrete : InterpolateLinear);

/** Samples the clip once per list of times, since most tracks share one list. */
function sampler(clip) {
  const byTimes = new Map();
  return (times) => {
    if (!byTimes.has(times))
      byTimes.set(
        times,
        times.map((time) => clip.sample(time)),
      );
    return byTimes.get(times);
  };
}

/** Sign of x and z: poses of avatars that face -Z are in the axes of the file. */
const facing = (vrm) => (vrm.rig.facing > 0 ? 1 : -1);

function boneTracks(keys, vrm, samples) {
  const sign = facing(vrm),
    tracks = [];
  for (const [bone, { times, isStep }] of keys.bones) {
    const node = vrm.humanoid.getNormalizedBoneNode(bone),
      at = boneNames.indexOf(bone) * 4;
    if (!node) continue;
    const values = samples(times).flatMap(({ pose }) => [
      sign * pose[at],
      pose[at + 1],
      sign * pose[at + 2],
      pose[at + 3],
    ]);
    tracks.push(new QuaternionKeyframeTrack(`${node.name}.quaternion`, times, values, interpolation(isStep)));
  }
  return tracks;
}

function hipsTrack(keys, vrm, clip, samples) {
  const node = vrm.humanoid.getNormalizedBoneNode('hips');
  if (!keys.hips || !node) return [];
  const sign = facing(vrm),
    rest = vrm.humanoid.normalizedRestPose.hips.position;
  const values = samples(keys.hips.times).flatMap(({ pose }) => {
    const [x, y, z] = clip.fitHips(vrm.rig, pose.subarray(poseLength - 3));
    return [rest[0] + sign * x, rest[1] + y, rest[2] + sign * z];
  });
  return [new VectorKeyframeTrack(`${node.name}.position`, keys.hips.times, values, interpolation(keys.hips.isStep))];
}

function expressionTracks(keys, vrm, clip) {
  const tracks = [];
  for (const [name, { times, isStep }] of keys.expressions) {
    const track = vrm.expressionManager.getExpressionTrackName(name),
      index = clip.expressions.indexOf(name);
    if (track === null || index < 0) continue;
    tracks.push(
      new NumberKeyframeTrack(
        track,
        times,
        times.map((time) => clip.sampleExpression(index, time)),
        interpolation(isStep),
      ),
    );
  }
  return tracks;
}

function gazeTrack(keys, vrm, samples) {
  if (!keys.lookAt || !vrm.lookAt) return [];
  let proxy = vrm.scene.children.find((object) => object instanceof VRMLookAtQuaternionProxy);
  if (!proxy) {
    proxy = Object.assign(new VRMLookAtQuaternionProxy(vrm.lookAt), { name: 'VRMLookAtQuaternionProxy' });
    vrm.scene.add(proxy);
  }
  proxy.name ||= 'VRMLookAtQuaternionProxy';
  const turn = new Quaternion(),
    { times, isStep } = keys.lookAt;
  const values = samples(times).flatMap(({ gaze }) => {
    const [yaw, pitch] = (gaze ?? [0, 0]).map((degrees) => (degrees * Math.PI) / 360);
    // Yaw about y, then pitch about x.
    return turn
      .set(0, Math.sin(yaw), 0, Math.cos(yaw))
      .multiply(new Quaternion(Math.sin(pitch), 0, 0, Math.cos(pitch)))
      .toArray();
  });
  return [new QuaternionKeyframeTrack(`${proxy.name}.quaternion`, times, values, interpolation(isStep))];
}
