// SPDX-License-Identifier: MIT
// Follows recorded landmarks, one object of JSON in a line. With a camera, `next` returns what the tasks of
// @mediapipe/tasks-vision find in a picture:
//
//   const next = (now) => ({
//     pose: poseLandmarker.detectForVideo(video, now),
//     hands: handLandmarker.detectForVideo(video, now),
//     face: faceLandmarker.detectForVideo(video, now),
//   });
import { Points } from '../node_modules/libvrm/index.js';
import { Stage } from '../node_modules/libvrm/stage.js';

const canvas = document.querySelector('canvas');
if (!canvas) throw new Error('no canvas');

const text = await (await fetch('landmarks.jsonl')).text(),
  pictures = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line)),
  pictureTime = pictures[1].timestamp_ms - pictures[0].timestamp_ms;
let shownPicture = -1;

/** The newest picture; null while it is the one before. */
function next(/** @type {number} */ now) {
  const number = Math.floor(now / pictureTime);
  if (number === shownPicture) return null;
  shownPicture = number;
  return pictures[number % pictures.length];
}

const stage = await Stage.create(canvas, { background: [0.93, 0.94, 0.96, 1] });
const shown = await stage.load(await (await fetch('avatar.vrm')).arrayBuffer());
const points = await Points.create({ mirrors: true });

let last = performance.now(),
  frames = 0;
requestAnimationFrame(function draw(now) {
  canvas.width = canvas.clientWidth * devicePixelRatio;
  canvas.height = canvas.clientHeight * devicePixelRatio;
  points.solve(next(now), now);
  points.apply(shown.avatar);
  stage.step(Math.min((now - last) / 1000, 0.1));
  last = now;
  stage.frame(shown, { margin: 0.15 });
  stage.draw();
  document.body.dataset.frames = String(++frames);
  document.body.dataset.seen = String(shown.avatar.worlds?.reduce((sum, value) => sum + value, 0));
  requestAnimationFrame(draw);
});
