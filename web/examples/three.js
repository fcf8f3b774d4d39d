// SPDX-License-Identifier: MIT
import {
  AnimationMixer,
  DirectionalLight,
  HemisphereLight,
  Object3D,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { VRMAnimationLoaderPlugin, VRMLoaderPlugin, VRMUtils, createVRMAnimationClip } from 'libvrm/three';

const canvas = document.querySelector('canvas');
if (!canvas) throw new Error('no canvas');
const renderer = new WebGLRenderer({ canvas, antialias: true });
renderer.setClearColor(0xeef0f4);
const camera = new PerspectiveCamera(30, 1, 0.1, 20);
camera.position.set(0, 1.1, 3.2);
camera.lookAt(0, 0.85, 0);
const scene = new Scene();
const light = new DirectionalLight(0xffffff, Math.PI * 0.9);
light.position.set(1, 1, 1);
scene.add(light, new HemisphereLight(0xffffff, 0xffffff, Math.PI * 0.1));

const loader = new GLTFLoader();
loader.register((parser) => new VRMLoaderPlugin(parser));
loader.register((parser) => new VRMAnimationLoaderPlugin(parser));

/** @type {import('libvrm/three').VRM} */
const vrm = (await loader.loadAsync('avatar.vrm')).userData.vrm;
VRMUtils.rotateVRM0(vrm);
scene.add(vrm.scene);

const target = new Object3D();
if (vrm.lookAt) vrm.lookAt.target = target;
scene.add(target);

const mixer = new AnimationMixer(vrm.scene);
/** @type {import('libvrm/three').VRMAnimation[]} */
const animations = (await loader.loadAsync('motion.vrma')).userData.vrmAnimations;
mixer.clipAction(createVRMAnimationClip(animations[0], vrm)).play();

let last = performance.now(),
  frames = 0;
renderer.setAnimationLoop((now) => {
  const seconds = Math.min((now - last) / 1000, 0.1);
  last = now;
  if (canvas.width !== canvas.clientWidth || canvas.height !== canvas.clientHeight) {
    renderer.setSize(canvas.clientWidth, canvas.clientHeight, false);
    camera.aspect = canvas.clientWidth / canvas.clientHeight;
    camera.updateProjectionMatrix();
  }
  target.position.set(Math.sin(now / 700), 1.4, 2);
  mixer.update(seconds);
  vrm.update(seconds);
  renderer.render(scene, camera);
  document.body.dataset.frames = String(++frames);
  document.body.dataset.seen = String(vrm.humanoid.getRawBoneNode('head')?.matrixWorld.elements.join());
});
