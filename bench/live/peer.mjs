// SPDX-License-Identifier: MIT
// The smallest page that shows an avatar with three-vrm on a transparent background, as a browser source does:
// window.drawn counts what was drawn. "moved" turns head and arms and sets the mouth before each frame, as a page
// does that listens to a tracker.
export const theirs = `
  import { DirectionalLight, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
  import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
  import { VRMLoaderPlugin } from '@pixiv/three-vrm';
  const canvas = document.querySelector('canvas');
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  renderer.setSize(innerWidth, innerHeight);
  const camera = new PerspectiveCamera(30, innerWidth / innerHeight, 0.1, 20);
  camera.position.set(0, 0.737, 3.12); // as our page has it for "full": as large a picture of her
  const scene = new Scene();
  scene.add(new DirectionalLight(0xffffff, Math.PI));
  const loader = new GLTFLoader();
  loader.register((parser) => new VRMLoaderPlugin(parser));
  const { vrm } = (await loader.loadAsync('/avatar.vrm')).userData;
  scene.add(vrm.scene);
  const bone = (name) => vrm.humanoid.getNormalizedBoneNode(name);
  const moved = location.search === '?moved';
  let before = performance.now();
  window.drawn = 0;
  window.draw = (now) => {
    const t = now / 1000;
    bone('spine').rotation.y = 0.05 * Math.sin(t);
    if (moved) {
      bone('head').rotation.y = 0.5 * Math.sin(3 * t);
      bone('leftUpperArm').rotation.z = Math.sin(2 * t);
      bone('rightUpperArm').rotation.z = -Math.sin(2 * t);
      vrm.expressionManager.setValue('aa', 0.5 + 0.5 * Math.sin(5 * t));
      vrm.expressionManager.setValue('happy', 0.5);
    }
    vrm.update(Math.min(0.1, (now - before) / 1000));
    before = now;
    renderer.render(scene, camera);
  };
  function frame(now) {
    requestAnimationFrame(frame);
    window.draw(now);
    window.drawn++;
  }
  requestAnimationFrame(frame);`;
