// SPDX-License-Identifier: MIT
import { Clip, Player } from '../node_modules/libvrm/index.js';
import { Stage } from '../node_modules/libvrm/stage.js';

const canvas = document.querySelector('canvas');
if (!canvas) throw new Error('no canvas');
const fetched = async (/** @type {string} */ address) => (await fetch(address)).arrayBuffer();

const stage = await Stage.create(canvas, { background: [0.93, 0.94, 0.96, 1] });
const shown = await stage.load(await fetched('avatar.vrm'));
const player = new Player(await Clip.load(await fetched('motion.vrma')));

let last = performance.now(),
  frames = 0;
requestAnimationFrame(function draw(now) {
  const seconds = Math.min((now - last) / 1000, 0.1);
  last = now;
  canvas.width = canvas.clientWidth * devicePixelRatio;
  canvas.height = canvas.clientHeight * devicePixelRatio;
  player.advance(seconds);
  shown.avatar.play(player);
  stage.step(seconds);
  stage.frame(shown, { margin: 0.15 });
  stage.draw();
  document.body.dataset.frames = String(++frames);
  document.body.dataset.seen = String(shown.avatar.worlds?.reduce((sum, value) => sum + value, 0));
  requestAnimationFrame(draw);
});
