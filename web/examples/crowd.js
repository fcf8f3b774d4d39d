// SPDX-License-Identifier: MIT
import { Clip, Player } from '../node_modules/libvrm/index.js';
import { Stage } from '../node_modules/libvrm/stage.js';

const canvas = document.querySelector('canvas');
if (!canvas) throw new Error('no canvas');
const fetched = async (/** @type {string} */ address) => (await fetch(address)).arrayBuffer();

const stage = await Stage.create(canvas, { samples: 1, background: [0.2, 0.22, 0.25, 1] });
const first = await stage.load(await fetched('avatar.vrm'));
const clip = await Clip.load(await fetched('motion.vrma'));
const count = Number(new URLSearchParams(location.search).get('count') ?? 100);
const crowd = [first, ...Array.from({ length: count - 1 }, () => first.clone())].map(({ avatar }, i) => {
  avatar.setRoot([(i % 10) - 4.5, 0, -Math.floor(i / 10)]);
  avatar.lookAt([0, 1.5, 5]);
  return { avatar, player: new Player(clip, { time: i * 0.37 }) };
});
stage.camera = { eye: [0, 2.5, 6], target: [0, 1, -2], up: [0, 1, 0], fov: 40, height: 0, near: 0.1, far: 50 };

let last = performance.now(),
  frames = 0;
requestAnimationFrame(function draw(now) {
  const seconds = Math.min((now - last) / 1000, 0.1);
  last = now;
  for (const { avatar, player } of crowd) {
    player.advance(seconds);
    avatar.play(player);
  }
  stage.step(seconds);
  stage.draw();
  document.body.dataset.frames = String(++frames);
  document.body.dataset.seen = String(first.avatar.worlds?.reduce((sum, value) => sum + value, 0));
  requestAnimationFrame(draw);
});
