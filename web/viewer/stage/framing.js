// SPDX-License-Identifier: MIT
// Named camera views of the avatars, within the part of the stage that no control covers.
import { origin, sub } from './vectors.js';

export const allowsMotion = () => !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Moves a camera so that its picture is centred between the covered top and bottom of a stage of a height. */
function between({ eye, target, fov }, height, covered, up = [0, 1, 0]) {
  if (!(height > 0)) return { eye, target, fov };
  const [above, below] = covered.map((size, i) => Math.min(height * (i ? 0.6 : 0.2), size));
  const factor = height / (height - above - below);
  const far = target.map((x, i) => x + (eye[i] - x) * factor);
  const drop = ((below - above) / 2 / height) * 2 * Math.hypot(...sub(far, target)) * Math.tan((fov * Math.PI) / 360);
  const down = (point) => point.map((x, i) => x - up[i] * drop);
  return { eye: down(far), target: down(target), fov };
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

/** Directions of the camera, degrees. */
const sides = { front: [0, 0], back: [180, 0], left: [90, 0], right: [-90, 0], top: [0, 90] };
export const sideNames = Object.keys(sides);

/** The avatar from one of its sides. Links keep the camera. */
export function frameSide(app, side, { isSmooth = allowsMotion() } = {}) {
  const { stage, camera, cast, size } = app.view,
    { shown, others } = cast;
  if (!shown) return;
  const [yaw, pitch] = sides[side];
  if (app.state.get('shot') === 'firstPerson') app.state.set('shot', 'full');
  shown.avatar.setView('thirdPerson');
  stage.frame(shown, { shot: app.state.get('shot'), yaw, pitch: Math.min(pitch, 89) });
  const { target, fov } = stage.camera,
    distance = Math.hypot(...sub(stage.camera.eye, target));
  const eye = pitch === 90 ? [target[0], target[1] + distance, target[2]] : stage.camera.eye;
  const all = others.length ? wider({ eye, target, fov }, others, size) : { eye, target, fov };
  const up = pitch === 90 ? [0, 0, -1] : undefined;
  camera.goTo({ ...between(all, size[1], app.covered(), up), angles: { yaw, pitch } }, isSmooth);
  camera.isFree = true; // it stays when the window changes
  app.view.followed = null;
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
