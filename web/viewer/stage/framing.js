// SPDX-License-Identifier: MIT
// Named camera views of the avatars, within the part of the stage that no control covers.
import { origin, sub } from './vectors.js';

export const allowsMotion = () => !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Moves a camera so that its picture is centred between the covered top and bottom of a stage of a height. */
function between({ eye, target, fov }, height, covered) {
  if (!(height > 0)) return { eye, target, fov };
  const [above, below] = covered.map((size, i) => Math.min(height * (i ? 0.6 : 0.2), size));
  const factor = height / (height - above - below);
  const far = target.map((x, i) => x + (eye[i] - x) * factor);
  const drop = ((below - above) / 2 / height) * 2 * Math.hypot(...sub(far, target)) * Math.tan((fov * Math.PI) / 360);
  return { eye: [far[0], far[1] - drop, far[2]], target: [target[0], target[1] - drop, target[2]], fov };
}

const pairWidth = 2.2; // metres between two avatars side by side, with hanging arms

/** Moves a camera back and up until all rows of avatars are visible. */
function wider({ eye, target, fov }, others, [width, height]) {
  const isPair = others.some((other) => other.isOther),
    rows = isPair ? 1 : Math.sqrt(others.length + 1);
  const seen = 2 * Math.hypot(...sub(eye, target)) * Math.tan((fov * Math.PI) / 360) * (width / height || 1);
  const factor = Math.max(1.35, 1 + rows * 0.45, isPair ? pairWidth / seen : 0),
    middle = [0, target[1], 0];
  return {
    eye: eye.map((x, i) => middle[i] + (x - target[i]) * factor + (i === 1 ? rows * 0.25 : 0)),
    target: middle,
    fov,
  };
}

/** A named view of the avatar. */
export function frame(app, shot, { isSmooth = allowsMotion(), yaw = 0, pitch = shot === 'full' ? 4 : 0 } = {}) {
  const { stage, camera, cast, size } = app.view,
    { shown, others } = cast;
  if (!shown) return;
  const isFirst = shot === 'firstPerson';
  shown.avatar.setView(isFirst ? 'firstPerson' : 'thirdPerson');
  if (isFirst) stage.frameFirstPerson(shown);
  else stage.frame(shown, { shot, yaw, pitch });
  const all = others.length && !isFirst ? wider(stage.camera, others, size) : stage.camera;
  camera.goTo(isFirst ? all : between(all, size[1], app.covered()), isSmooth && !isFirst);
  app.view.followed = null; // at the avatar's present position
}

const slack = [0.05, 0.2, 0.05]; // metres that the hips may sway, and rise, before the camera follows

/** The position of the hips relative to the avatar's position. */
function hipsOf({ shown, cast }) {
  const { hips } = shown.rig.bones;
  return hips === undefined ? null : sub(origin(shown.avatar.worlds, hips), cast.all[0].place);
}

/** Updates a first-person camera; any other camera follows an avatar that walks, sits down or jumps. */
export function follow(app) {
  const { view, state } = app,
    { stage, camera, shown } = view;
  if (!shown) return;
  if (state.get('shot') === 'firstPerson' && !camera.isFree) {
    stage.frameFirstPerson(shown);
    camera.goTo(stage.camera, false);
    return;
  }
  const now = hipsOf(view),
    known = view.followed;
  if (!now || !state.get('follows') || known?.shown !== shown) {
    view.followed = now && { shown, at: now };
    return;
  }
  const way = sub(now, known.at).map((x, i) => Math.sign(x) * Math.max(0, Math.abs(x) - slack[i]));
  if (way.every((x) => x === 0)) return;
  known.at = known.at.map((x, i) => x + way[i]);
  camera.shift(way);
}

/** Moves the camera so that a point is centred, at the distance or nearer. */
export function lookAtPoint(camera, point, distance = Math.min(camera.distance, 1.2)) {
  const eye = point.map((x, i) => x - camera.forward[i] * distance);
  camera.goTo({ eye, target: point, fov: camera.fov }, allowsMotion());
  camera.isFree = true;
}
