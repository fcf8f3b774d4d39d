// SPDX-License-Identifier: MIT
// Where the camera goes: named views of the actors, between the controls that cover a part of the stage.
import { sub } from './vectors.js';

export const allowsMotion = () => !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Moves a camera so that its picture lies between what covers the top and the bottom of a stage of that height. */
function between({ eye, target, fov }, height, covered) {
  if (!(height > 0)) return { eye, target, fov };
  const [above, below] = covered.map((size, i) => Math.min(height * (i ? 0.6 : 0.2), size));
  const factor = height / (height - above - below);
  const far = target.map((x, i) => x + (eye[i] - x) * factor);
  const drop = ((below - above) / 2 / height) * 2 * Math.hypot(...sub(far, target)) * Math.tan((fov * Math.PI) / 360);
  return { eye: [far[0], far[1] - drop, far[2]], target: [target[0], target[1] - drop, target[2]], fov };
}

/** Moves a camera back, and up, until all rows of actors are in the picture. */
function wider({ eye, target, fov }, others) {
  const rows = others.some((other) => other.isOther) ? 1 : Math.sqrt(others.length + 1);
  const factor = Math.max(1.35, 1 + rows * 0.45), middle = [0, target[1], 0];
  return { eye: eye.map((x, i) => middle[i] + (x - target[i]) * factor + (i === 1 ? rows * 0.25 : 0)), target: middle, fov };
}

/** A named view of the actor. */
export function frame(app, shot, { isSmooth = allowsMotion(), yaw = 0, pitch = shot === 'full' ? 4 : 0 } = {}) {
  const { stage, camera, cast, size } = app.view, { actor, others } = cast;
  if (!actor) return;
  const isFirst = shot === 'firstPerson';
  actor.avatar.setView(isFirst ? 'firstPerson' : 'thirdPerson');
  if (isFirst) stage.frameFirstPerson(actor);
  else stage.frame(actor, { shot, yaw, pitch });
  const place = isFirst ? stage.camera : between(stage.camera, size[1], app.covered());
  camera.goTo(others.length && !isFirst ? wider(place, others) : place, isSmooth && !isFirst);
}

/** Keeps a camera that looks through the avatar's eyes there. */
export function follow(app) {
  const { stage, camera, actor } = app.view;
  if (app.state.get('shot') !== 'firstPerson' || !actor || camera.isFree) return;
  stage.frameFirstPerson(actor);
  camera.goTo(stage.camera, false);
}

/** Moves the camera so that a point is in the middle, at the distance or nearer. */
export function lookAtPoint(camera, point, distance = Math.min(camera.distance, 1.2)) {
  const eye = point.map((x, i) => x - camera.forward[i] * distance);
  camera.goTo({ eye, target: point, fov: camera.fov }, allowsMotion());
  camera.isFree = true;
}
