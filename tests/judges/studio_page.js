// SPDX-License-Identifier: MIT
// Runs in the browser: three-vrm draws the shots of picture.mjs, which says what a shot is. Pixels
// go back as they stand in the canvas: rows from the bottom, colour times alpha.
import {
  AnimationMixer,
  Bone,
  Box3,
  BoxGeometry,
  Color,
  DirectionalLight,
  Float32BufferAttribute,
  HemisphereLight,
  MeshBasicMaterial,
  Object3D,
  PerspectiveCamera,
  Scene,
  Skeleton,
  SkinnedMesh,
  Uint16BufferAttribute,
  Vector3,
  WebGLRenderer,
} from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { VRMLoaderPlugin, VRMUtils } from '@pixiv/three-vrm';

const canvas = document.querySelector('canvas');
const antialias = new URLSearchParams(location.search).get('samples') !== '1';
const renderer = new WebGLRenderer({ canvas, antialias, alpha: true, preserveDrawingBuffer: true });
renderer.setPixelRatio(1);
const gl = renderer.getContext();

const materialsOf = (root) => {
  const materials = new Set();
  root.traverse((object) => [object.material].flat().forEach((m) => m && materials.add(m)));
  return materials;
};

/** Opens a file; the scene stays until the next one is opened. */
async function open(url) {
  const bytes = await (await fetch(url)).arrayBuffer();
  const loader = new GLTFLoader();
  loader.register((parser) => new VRMLoaderPlugin(parser));
  const gltf = await loader.parseAsync(bytes, '');
  const vrm = gltf.userData.vrm;
  if (vrm) VRMUtils.rotateVRM0(vrm);
  const root = vrm?.scene ?? gltf.scene;
  root.traverse((object) => {
    object.frustumCulled = false;
  });
  vrm?.firstPerson?.setup();
  const mixer = !vrm && gltf.animations.length > 0 ? new AnimationMixer(root) : null; // a baked file
  mixer?.clipAction(gltf.animations[0]).play();
  return { vrm, root, mixer, seconds: 0 };
}

// three divides what a surface reflects by pi; a light of strength pi shows a white surface white.
function lights(shot) {
  const sun = new DirectionalLight(new Color().fromArray(shot.light), Math.PI);
  sun.position.fromArray(shot.lightFrom);
  const sky = new HemisphereLight(new Color().fromArray(shot.sky), new Color().fromArray(shot.ground), Math.PI);
  return [sun, sky];
}

function pose(opened, shot) {
  const { vrm, root } = opened;
  if (vrm) {
    for (const expression of vrm.expressionManager?.expressions ?? []) expression.weight = 0;
    for (const [name, weight] of Object.entries(shot.expressions)) vrm.expressionManager.setValue(name, weight);
    for (const [name, turn] of Object.entries(shot.pose))
      vrm.humanoid.getNormalizedBoneNode(name)?.quaternion.fromArray(turn);
    vrm.humanoid.update();
    if (shot.lookAt) {
      const target = new Object3D();
      target.position.fromArray(shot.lookAt);
      target.updateMatrixWorld();
      vrm.lookAt.target = target;
      root.updateMatrixWorld(true);
      vrm.lookAt.update(0);
    }
    vrm.expressionManager?.update();
    vrm.nodeConstraintManager?.update();
    root.updateMatrixWorld(true);
    vrm.springBoneManager?.reset();
  }
  opened.mixer?.setTime(shot.time);
  for (const material of materialsOf(root)) material.update?.(shot.time - opened.seconds);
  opened.seconds = shot.time;
}

function takePicture(opened, shot) {
  const scene = new Scene();
  scene.add(opened.root, ...lights(shot));
  const camera = new PerspectiveCamera(shot.fov, shot.width / shot.height, shot.near, shot.far);
  camera.up.fromArray(shot.up);
  camera.position.fromArray(shot.eye);
  camera.lookAt(new Vector3().fromArray(shot.target));
  const first = opened.vrm?.firstPerson;
  if (first) camera.layers.enable(shot.firstPerson ? first.firstPersonOnlyLayer : first.thirdPersonOnlyLayer);
  scene.updateMatrixWorld(true);
  renderer.setSize(shot.width, shot.height, false);
  renderer.setClearColor(0, 0);
  return { draw: () => renderer.render(scene, camera) };
}

let opened, openedFrom;

async function reopen(url) {
  if (openedFrom === url) return;
  // Materials stay: their shaders serve the files to come.
  opened?.root.traverse((object) => object.geometry?.dispose());
  opened = await open(url);
  openedFrom = url;
}

/** The pixels of one shot. */
async function draw(shot) {
  await reopen(shot.url);
  pose(opened, shot);
  takePicture(opened, shot).draw();
  const pixels = new Uint8Array(4 * shot.width * shot.height);
  gl.readPixels(0, 0, shot.width, shot.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return pixels;
}

/** Draws all shots and sends each picture to the server. */
window.drawAll = async (shots) => {
  for (const [i, shot] of shots.entries()) await fetch(`/picture/${i}`, { method: 'POST', body: await draw(shot) });
};

/** The box around a file at rest. */
window.boundsOf = async (url) => {
  await reopen(url);
  opened.root.updateMatrixWorld(true);
  const box = new Box3().setFromObject(opened.root, true);
  return { min: box.min.toArray(), max: box.max.toArray() };
};

/** Least milliseconds from an opened and posed file to the bytes of its picture. */
window.timeShot = async (shot, frames) => {
  await reopen(shot.url);
  pose(opened, shot);
  const picture = takePicture(opened, shot);
  const pixels = new Uint8Array(4 * shot.width * shot.height);
  let least = Infinity;
  for (let f = 0; f < frames; f++) {
    const start = performance.now();
    picture.draw();
    gl.readPixels(0, 0, shot.width, shot.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    least = Math.min(least, performance.now() - start);
  }
  return least;
};

/** Whether this browser draws skinned meshes at all: chromium.mjs says where it does not. */
window.canSkin = () => {
  const geometry = new BoxGeometry(),
    count = geometry.attributes.position.count;
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(new Uint16Array(4 * count), 4));
  const weights = Float32Array.from({ length: 4 * count }, (_, i) => (i % 4 === 0 ? 1 : 0));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
  const mesh = new SkinnedMesh(geometry, new MeshBasicMaterial()),
    bone = new Bone();
  mesh.add(bone);
  mesh.bind(new Skeleton([bone]));
  const scene = new Scene(),
    camera = new PerspectiveCamera(30, 1, 0.1, 10),
    pixel = new Uint8Array(4);
  scene.add(mesh);
  camera.position.z = 3;
  renderer.setSize(8, 8, false);
  renderer.render(scene, camera);
  gl.readPixels(4, 4, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  return pixel[3] === 255;
};

window.isReady = true;
