// SPDX-License-Identifier: MIT
// The plain glTF skeletons of `vrm convert-motion -o OUT.glb`, played by programs that know nothing of
// VRM. Every bone stands in the world as that of an avatar on which three-vrm plays the same motion,
// written as a VRM animation.
//
//   three.js     at nine moments of each motion
//   Babylon.js   the same, with its null engine
//
// The Khronos validator finds nothing wrong in them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { AnimationMixer, Group, LoopOnce, Vector3 } from 'three';
import { khronos } from './khronos.mjs';
import { corpus, openInThree, scene, scratch, skip, Verdict, vrm } from './support.mjs';

if (!process.env.VRM_SCENE) skip('no program that writes scenes');
console.warn = () => {};
globalThis.self ??= globalThis;
const { VRMLoaderPlugin } = await import('@pixiv/three-vrm');
const { VRMAnimationLoaderPlugin, createVRMAnimationClip } = await import('@pixiv/three-vrm-animation');

const folder = scratch(),
  verdict = new Verdict(),
  worst = {};
const at = (name) => join(folder, name);
const LIMIT = 1e-5; // metres
const MOMENTS = 9;
scene('1.0', at('avatar.vrm'), '--constraints', '0');
scene('hero-clip', at('clip.vrma'));

function start(root, clip) {
  const mixer = new AnimationMixer(root);
  const action = mixer.clipAction(clip);
  action.setLoop(LoopOnce);
  action.clampWhenFinished = true;
  action.play();
  return mixer;
}

// ---- The avatar, as three-vrm plays it ----

/** The place of each bone at some moments of a VRM animation. */
async function expected(path, bones) {
  const gltf = await openInThree(at('avatar.vrm'), [(parser) => new VRMLoaderPlugin(parser)]);
  const avatar = gltf.userData.vrm;
  const root = new Group();
  root.add(avatar.scene);
  const file = await openInThree(path, [(parser) => new VRMAnimationLoaderPlugin(parser)]);
  const clip = createVRMAnimationClip(file.userData.vrmAnimations[0], avatar);
  const mixer = start(avatar.scene, clip);
  const times = Array.from({ length: MOMENTS }, (_, i) => (clip.duration * i) / (MOMENTS - 1));
  const places = times.map((time) => {
    mixer.setTime(time);
    root.updateMatrixWorld(true);
    avatar.humanoid.update();
    root.updateMatrixWorld(true);
    const place = (bone) => avatar.humanoid.getRawBoneNode(bone)?.getWorldPosition(new Vector3());
    return Object.fromEntries(bones.map((bone) => [bone, place(bone)]));
  });
  return { times, places };
}

// ---- The readers: places of bones at some moments ----

const readers = {};

readers['three.js'] = async (path, bones, times) => {
  const gltf = await openInThree(path);
  const mixer = start(gltf.scene, gltf.animations[0]);
  return times.map((time) => {
    mixer.setTime(time);
    gltf.scene.updateMatrixWorld(true);
    return Object.fromEntries(
      bones.map((bone) => [bone, gltf.scene.getObjectByName(bone).getWorldPosition(new Vector3())]),
    );
  });
};

const require = createRequire(import.meta.url);
globalThis.XMLHttpRequest ??= class {};
const BABYLON = (globalThis.BABYLON = require('babylonjs'));
require('babylonjs-loaders');
BABYLON.Logger.LogLevels = BABYLON.Logger.NoneLogLevel;
readers['Babylon.js'] = async (path, bones, times) => {
  const engine = new BABYLON.NullEngine();
  const world = new BABYLON.Scene(engine);
  world.useRightHandedSystem = true;
  const url = `data:model/gltf-binary;base64,${readFileSync(path).toString('base64')}`;
  const { animationGroups, transformNodes } = await BABYLON.SceneLoader.ImportMeshAsync(
    '',
    '',
    url,
    world,
    undefined,
    '.glb',
  );
  const [group] = animationGroups;
  group.play(false);
  group.pause();
  const perSecond = group.targetedAnimations[0].animation.framePerSecond;
  const found = times.map((time) => {
    group.goToFrame(Math.min(group.to, time * perSecond));
    const place = (bone) => {
      const node = transformNodes.find(({ name }) => name === bone);
      const path = [];
      for (let one = node; one; one = one.parent) path.unshift(one);
      for (const one of path) one.computeWorldMatrix(true);
      return new Vector3(...node.getAbsolutePosition().asArray());
    };
    return Object.fromEntries(bones.map((bone) => [bone, place(bone)]));
  });
  engine.dispose();
  return found;
};

// ---- The verdict ----

/** Writes a motion in both forms, and compares. */
async function judge(motion) {
  const name = basename(motion);
  for (const out of ['out.vrma', 'out.glb'])
    vrm('convert-motion', motion, '-q', '--avatar', at('avatar.vrm'), '-o', at(out));
  const bad = (await khronos(at('out.glb'))).filter(({ severity }) => severity === 'error' || severity === 'warning');
  verdict.claim(bad.length === 0, `${name}: the Khronos validator says ${JSON.stringify(bad)}`);
  const bytes = readFileSync(at('out.glb'));
  const json = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)));
  const bones = json.skins[0].joints.map((joint) => json.nodes[joint].name).filter((bone) => bone !== 'root');
  verdict.claim(!json.extensionsUsed && json.skins.length === 1 && bones.length >= 15, `${name} is a plain skeleton`);
  const { times, places } = await expected(at('out.vrma'), bones);
  for (const [reader, open] of Object.entries(readers)) {
    const found = await open(at('out.glb'), bones, times);
    found.forEach((moment, m) => {
      for (const bone of bones) {
        if (!places[m][bone]) continue; // the avatar lacks it
        const distance = moment[bone].distanceTo(places[m][bone]);
        worst[reader] = Math.max(worst[reader] ?? 0, distance);
        if (!(distance <= LIMIT))
          verdict.claim(false, `${reader}, ${name}: ${bone} is ${distance} m off at ${times[m].toFixed(3)} s`);
      }
    });
  }
}

const motions = [at('clip.vrma'), ...corpus('', '.vrma'), ...corpus('motion-import/rocketbox', '.max.fbx')];
for (const motion of motions) await judge(motion);
for (const [reader, distance] of Object.entries(worst))
  console.log(`${reader}: ${motions.length} motions, at most ${(distance * 1e6).toFixed(1)} micrometres off`);
verdict.end();
