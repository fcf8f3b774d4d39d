// SPDX-License-Identifier: MIT
// How pages use three-vrm, after its documentation: load, expressions, gaze, springs, VRM animation,
// first person. The imports are three-vrm's; test_three_page.mjs lets them mean it or libvrm/three, and
// both must do. Each function returns what the page would see.
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { VRMLoaderPlugin, VRMUtils } from '@pixiv/three-vrm';
import { VRMAnimationLoaderPlugin, VRMLookAtQuaternionProxy, createVRMAnimationClip } from '@pixiv/three-vrm-animation';

const canvas = document.querySelector('canvas');
const renderer = new THREE.WebGLRenderer({ canvas, preserveDrawingBuffer: true });
const camera = new THREE.PerspectiveCamera(30, canvas.width / canvas.height, 0.1, 20);
camera.position.set(0, 1, 4);
camera.lookAt(0, 0.8, 0);

function makeScene() {
  const scene = new THREE.Scene();
  const light = new THREE.DirectionalLight(0xffffff, Math.PI);
  light.position.set(1, 1, 1).normalize();
  scene.add(light);
  return scene;
}

async function loadAvatar(scene, address = '/avatar.vrm') {
  const loader = new GLTFLoader();
  loader.crossOrigin = 'anonymous';
  loader.register((parser) => new VRMLoaderPlugin(parser, { autoUpdateHumanBones: true }));
  const gltf = await loader.loadAsync(address);
  const { vrm } = gltf.userData;
  VRMUtils.removeUnnecessaryVertices(gltf.scene);
  VRMUtils.combineSkeletons(gltf.scene);
  VRMUtils.combineMorphs(vrm);
  vrm.scene.traverse((object) => {
    object.frustumCulled = false;
  });
  VRMUtils.rotateVRM0(vrm);
  scene.add(vrm.scene);
  return vrm;
}

function run(scene, vrm, frames, each = () => {}) {
  for (let f = 0; f < frames; f++) {
    each(f / 60);
    vrm.update(1 / 60);
  }
  scene.updateMatrixWorld(true);
}

/** The part of the picture that is not background. */
function covered(scene) {
  renderer.render(scene, camera);
  const gl = renderer.getContext(),
    pixels = new Uint8Array(canvas.width * canvas.height * 4);
  gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  let count = 0;
  for (let i = 0; i < pixels.length; i += 4) if (pixels[i] + pixels[i + 1] + pixels[i + 2] > 0) count++;
  return count / (canvas.width * canvas.height);
}

let first = null; // stays, so that the programs of its materials do

export async function basic() {
  const scene = makeScene(),
    vrm = await loadAvatar(scene);
  first = vrm;
  run(scene, vrm, 10, (time) => {
    const s = 0.25 * Math.PI * Math.sin(Math.PI * time);
    vrm.humanoid.getNormalizedBoneNode('neck').rotation.y = s;
    vrm.humanoid.getNormalizedBoneNode('leftUpperArm').rotation.z = s;
    vrm.humanoid.getNormalizedBoneNode('rightUpperArm').rotation.x = s;
  });
  const seen = {
    meta: vrm.meta.metaVersion,
    neck: vrm.humanoid.getRawBoneNode('neck').quaternion.y,
    covered: covered(scene),
  };
  scene.remove(vrm.scene);
  return seen;
}

export function end() {
  VRMUtils.deepDispose(first.scene);
}

export async function expressions() {
  const scene = makeScene(),
    vrm = await loadAvatar(scene);
  const mixer = new THREE.AnimationMixer(vrm.scene);
  const track = new THREE.NumberKeyframeTrack(
    vrm.expressionManager.getExpressionTrackName('blink'),
    [0, 0.5, 1],
    [0, 1, 0],
  );
  mixer.clipAction(new THREE.AnimationClip('blink', 1, [track])).play();
  vrm.expressionManager.setValue('aa', 0.5);
  run(scene, vrm, 15, () => mixer.update(1 / 60));
  const seen = {
    aa: vrm.expressionManager.getValue('aa'),
    blink: vrm.expressionManager.getValue('blink'),
    none: vrm.expressionManager.getValue('no such'),
  };
  VRMUtils.deepDispose(vrm.scene);
  return seen;
}

export async function lookAt() {
  const scene = makeScene(),
    vrm = await loadAvatar(scene);
  const target = new THREE.Object3D();
  camera.add(target);
  scene.add(camera);
  vrm.lookAt.target = target;
  target.position.set(1, 0.3, 0);
  scene.updateMatrixWorld(true);
  run(scene, vrm, 5);
  const seen = { yaw: vrm.lookAt.yaw, pitch: vrm.lookAt.pitch };
  VRMUtils.deepDispose(vrm.scene);
  return seen;
}

export async function springs() {
  const scene = makeScene(),
    vrm = await loadAvatar(scene);
  const [joint] = vrm.springBoneManager.joints;
  run(scene, vrm, 60, (time) => {
    vrm.scene.position.x = 0.3 * Math.sin(8 * time);
  });
  const swung = joint.bone.quaternion.toArray();
  for (const each of vrm.springBoneManager.joints) each.settings.stiffness *= 2;
  vrm.springBoneManager.reset();
  run(scene, vrm, 1);
  const seen = {
    moved: swung.some((value, i) => Math.abs(value - joint.bone.quaternion.toArray()[i]) > 1e-3),
    joints: vrm.springBoneManager.joints.size,
  };
  VRMUtils.deepDispose(vrm.scene);
  return seen;
}

export async function vrma() {
  const scene = makeScene(),
    vrm = await loadAvatar(scene);
  const loader = new GLTFLoader();
  loader.register((parser) => new VRMAnimationLoaderPlugin(parser));
  const gltf = await loader.loadAsync('/motion.vrma');
  const proxy = new VRMLookAtQuaternionProxy(vrm.lookAt);
  proxy.name = 'lookAtQuaternionProxy';
  vrm.scene.add(proxy);
  const clip = createVRMAnimationClip(gltf.userData.vrmAnimations[0], vrm);
  const mixer = new THREE.AnimationMixer(vrm.scene);
  mixer.clipAction(clip).play();
  run(scene, vrm, 40, () => mixer.update(1 / 60));
  const seen = { duration: clip.duration, arm: vrm.humanoid.getRawBoneNode('rightUpperArm').quaternion.toArray() };
  VRMUtils.deepDispose(vrm.scene);
  return seen;
}

export async function firstPerson() {
  const scene = makeScene(),
    vrm = await loadAvatar(scene);
  vrm.firstPerson.setup();
  camera.layers.enable(vrm.firstPerson.thirdPersonOnlyLayer);
  run(scene, vrm, 1);
  const third = covered(scene);
  camera.layers.disable(vrm.firstPerson.thirdPersonOnlyLayer);
  camera.layers.enable(vrm.firstPerson.firstPersonOnlyLayer);
  run(scene, vrm, 1);
  const first = covered(scene);
  camera.layers.disable(vrm.firstPerson.firstPersonOnlyLayer);
  VRMUtils.deepDispose(vrm.scene);
  return { third, first };
}
