// SPDX-License-Identifier: MIT
import { DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { Actor, Clip, FaceMap, Model } from 'libvrm';
import { VRMLoader } from 'libvrm/three';

const canvas = document.querySelector('canvas');
if (!canvas) throw new Error('no canvas');
const renderer = new WebGLRenderer({ canvas, antialias: true });
renderer.setSize(canvas.clientWidth, canvas.clientHeight, false);
renderer.setClearColor(0xeef0f4);
const camera = new PerspectiveCamera(30, canvas.clientWidth / canvas.clientHeight, 0.1, 20);
camera.position.set(0, 1.1, 3.2);
camera.lookAt(0, 0.85, 0);
const scene = new Scene();
const light = new DirectionalLight(0xffffff, Math.PI * 0.9);
light.position.set(1, 1, 1);
scene.add(light, new HemisphereLight(0xffffff, 0xffffff, Math.PI * 0.1));

const fetched = async (/** @type {string} */ address) => (await fetch(address)).arrayBuffer();
const bytes = await fetched('avatar.vrm');
const { vrm } = (await new VRMLoader().parseAsync(bytes, '')).userData;
if (!vrm) throw new Error('a plain glTF');
scene.add(vrm.scene);
vrm.update(0); // sends the pose of vrm.humanoid once; from now on the actor sets the pose

const model = await Model.load(bytes);
const actor = await Actor.create(vrm.avatar, { faceMap: await FaceMap.create(model, vrm.rig) });
model.dispose();
actor.play(await Clip.load(await fetched('motion.vrma'), { rig: vrm.rig })); // or FBX, BVH, VMD, glTF
actor.emote('happy', { time: 2 });
actor.lookAt(camera.position.toArray());

let last = performance.now(),
  frames = 0;
renderer.setAnimationLoop((now) => {
  const seconds = Math.min((now - last) / 1000, 0.1);
  last = now;
  actor.step(seconds); // sets pose, expressions and gaze
  vrm.update(seconds); // computes springs and constraints, and writes the nodes
  renderer.render(scene, camera);
  document.body.dataset.frames = String(++frames);
  document.body.dataset.seen = String(vrm.humanoid.getRawBoneNode('head')?.matrixWorld.elements.join());
});
