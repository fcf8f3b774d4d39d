// SPDX-License-Identifier: MIT
// Where the avatar of an element looks: its eyes follow a target, and its head a little.
import { boneNames, restPose } from '../engine/rig.js';
import { pointer } from '../engine/studio.js';
import { cross, minus, turned, unit } from './vectors.js';

const headShare = 0.35; // share of the gaze that the head turns, instead of the eyes
const headMost = 20; // degrees
const easing = 0.2; // seconds: time constant of the head
const degrees = Math.PI / 180;

/** The target of the gaze in world space: a point, or half way between camera and avatar, under the pointer. */
function targetOf(mode, view, element) {
  const { eye, target, up, fov } = view;
  if (Array.isArray(mode)) return mode;
  if (mode !== 'pointer' && mode !== 'camera') return null;
  if (mode === 'camera' || pointer.at === null) return [...eye];
  const { left, top, width, height } = element.getBoundingClientRect();
  const forward = minus(target, eye),
    depth = Math.hypot(...forward) / 2;
  const ahead = unit(forward),
    right = unit(cross(ahead, up)),
    above = cross(right, ahead);
  const reach = (depth * Math.tan((fov * degrees) / 2)) / (height / 2 || 1);
  const x = (pointer.at[0] - left - width / 2) * reach,
    y = (top + height / 2 - pointer.at[1]) * reach;
  return [0, 1, 2].map((i) => eye[i] + ahead[i] * depth + right[i] * x + above[i] * y);
}

/** Rotation of the head towards a point, in degrees to the left and up. */
function headAngles(avatar, point) {
  const node = avatar.rig.bones.head,
    { worlds } = avatar;
  if (node === undefined || !worlds) return [0, 0];
  const at = node * 12,
    [x, y, z] = minus(point, [worlds[at + 3], worlds[at + 7], worlds[at + 11]]);
  const clamped = (angle) => Math.max(-headMost, Math.min(headMost, (angle / degrees) * headShare));
  return [clamped(Math.atan2(x, z)), clamped(Math.atan2(y, Math.hypot(x, z)))];
}

export class Gaze {
  #head = [0, 0]; // degrees: left, up

  /** Before the actor's step. `mode`: the attribute `look-at`, a point, or a direction { along } in degrees. `view`: the camera; null before the first picture.
   * `isTracked`: a tracker turns the head. People who want less motion get a gaze at the camera, if the page asks for it, without the head. */
  look(actor, { mode, view, isCalm, isTracked, element, seconds }) {
    const target = view && !isCalm ? targetOf(mode, view, element) : null;
    if (target) actor.lookAt(target);
    else if (mode?.along) actor.lookAlong(...mode.along);
    else if (Array.isArray(mode)) actor.lookAt(mode);
    else if (mode === 'camera' && view) actor.lookAt(view.eye);
    else actor.lookFree();
    const wanted = target && !isTracked ? headAngles(actor.avatar, target) : [0, 0],
      share = 1 - Math.exp(-seconds / easing);
    for (let i = 0; i < 2; i++) this.#head[i] += (wanted[i] - this.#head[i]) * share;
  }

  /** After the actor's step: adds the rotation of the head to its pose. */
  turnHead(avatar) {
    const [left, up] = this.#head.map((angle) => (angle * degrees) / 2);
    if (Math.abs(left) + Math.abs(up) < 1e-5) return;
    const pose = restPose();
    pose.set(
      turned([-Math.sin(up), 0, 0, Math.cos(up)], [0, Math.sin(left), 0, Math.cos(left)]),
      boneNames.indexOf('head') * 4,
    );
    avatar.addPose(pose);
  }
}
