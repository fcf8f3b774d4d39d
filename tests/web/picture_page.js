// SPDX-License-Identifier: MIT
// Runs in the browser: draws a case of test_pictures.mjs by libvrm/stage, and by libvrm/three with GLTFLoader
// and with VRMLoader, all with one camera and one light. Pixels: straight alpha, rows from the top.
import {
  Color,
  DirectionalLight,
  HemisphereLight,
  PerspectiveCamera,
  Scene,
  SRGBColorSpace,
  Vector3,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { VRMLoader, VRMLoaderPlugin, VRMUtils } from 'libvrm/three';
import { Stage } from '/libvrm/stage.js';

const SIZE = 64;
const canvas = () => Object.assign(document.createElement('canvas'), { width: SIZE, height: SIZE });
const stage = await Stage.create(canvas(), { samples: 1 });
const renderer = new WebGLRenderer({ canvas: canvas(), antialias: false, alpha: true, preserveDrawingBuffer: true });

async function drawByStage(bytes, shot) {
  Object.assign(stage, {
    background: shot.background,
    light: { from: shot.lightFrom, color: shot.light },
    sky: shot.sky,
    ground: shot.ground,
    time: shot.time,
    camera: {
      ...stage.camera,
      eye: shot.eye,
      target: shot.target,
      up: shot.up,
      fov: shot.fov,
      near: shot.near,
      far: shot.far,
    },
  });
  const actor = await stage.load(bytes.slice(0));
  try {
    for (const [name, weight] of Object.entries(shot.expressions)) actor.avatar.setExpression(name, weight);
    actor.avatar.setView(shot.firstPerson ? 'firstPerson' : 'thirdPerson');
    stage.step(0);
    return stage.readPixels().data;
  } finally {
    actor.dispose();
  }
}

const opened = []; // not disposed of: their shaders serve the files to come

/** three.js blends encoded colours in a canvas, linear ones in a texture that is encoded. */
const target = new WebGLRenderTarget(SIZE, SIZE);
target.texture.colorSpace = SRGBColorSpace;

function readThree(isBlended) {
  const read = new Uint8Array(4 * SIZE * SIZE),
    out = new Uint8ClampedArray(4 * SIZE * SIZE);
  if (isBlended) renderer.readRenderTargetPixels(target, 0, 0, SIZE, SIZE, read);
  else {
    const gl = renderer.getContext();
    gl.readPixels(0, 0, SIZE, SIZE, gl.RGBA, gl.UNSIGNED_BYTE, read);
  }
  const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4),
    encoded = (c) => (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055);
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++) {
      const from = 4 * ((SIZE - 1 - y) * SIZE + x),
        to = 4 * (y * SIZE + x),
        alpha = read[from + 3] / 255;
      for (let c = 0; c < 3 && alpha > 0; c++)
        out[to + c] = isBlended ? 255 * encoded(linear(read[from + c] / 255) / alpha) : read[from + c] / alpha;
      out[to + 3] = read[from + 3];
    }
  return out;
}

async function drawByThree(bytes, shot, load) {
  const gltf = await load(bytes.slice(0)),
    { vrm } = gltf.userData;
  VRMUtils.rotateVRM0(vrm);
  vrm.scene.traverse((object) => {
    object.frustumCulled = false;
  });
  vrm.firstPerson?.setup();
  for (const [name, weight] of Object.entries(shot.expressions)) vrm.expressionManager.setValue(name, weight);
  vrm.update(shot.time);
  const scene = new Scene(),
    sun = new DirectionalLight(new Color().fromArray(shot.light), Math.PI);
  sun.position.fromArray(shot.lightFrom);
  scene.add(
    vrm.scene,
    sun,
    new HemisphereLight(new Color().fromArray(shot.sky), new Color().fromArray(shot.ground), Math.PI),
  );
  const camera = new PerspectiveCamera(shot.fov, 1, shot.near, shot.far);
  camera.position.fromArray(shot.eye);
  camera.lookAt(new Vector3().fromArray(shot.target));
  if (vrm.firstPerson)
    camera.layers.enable(
      shot.firstPerson ? vrm.firstPerson.firstPersonOnlyLayer : vrm.firstPerson.thirdPersonOnlyLayer,
    );
  const [r, g, b, a] = shot.background;
  renderer.setClearColor(new Color(r, g, b), a);
  renderer.setRenderTarget(shot.isBlended ? target : null);
  renderer.render(scene, camera);
  const pixels = readThree(shot.isBlended);
  opened.push(vrm);
  vrm.scene.traverse((object) => object.geometry?.dispose());
  return pixels;
}

const ways = {
  stage: drawByStage,
  plugin: (bytes, shot) =>
    drawByThree(bytes, shot, (data) => {
      const loader = new GLTFLoader();
      loader.register((parser) => new VRMLoaderPlugin(parser));
      return loader.parseAsync(data, '');
    }),
  loader: (bytes, shot) => drawByThree(bytes, shot, (data) => new VRMLoader().parseAsync(data, '')),
};

const text = (pixels) => {
  let binary = '';
  for (let i = 0; i < pixels.length; i += 4096) binary += String.fromCharCode(...pixels.subarray(i, i + 4096));
  return btoa(binary);
};

/** Pictures of some cases, each { stage, plugin, loader }: base64, or { error }. */
window.drawAll = async (shots) => {
  const drawn = [];
  for (const shot of shots) {
    const bytes = await (await fetch(shot.url)).arrayBuffer(),
      row = {};
    for (const [name, draw] of Object.entries(ways)) {
      try {
        row[name] = text(await draw(bytes, shot));
      } catch (error) {
        row[name] = { error: String(error) };
      }
    }
    drawn.push(row);
  }
  return drawn;
};
window.isReady = true;
