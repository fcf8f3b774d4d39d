// SPDX-License-Identifier: MIT
// The camera of an element: a framed view (Stage.frame), and how far page or user have moved it around the avatar.
import { checkNumber, checkNumbers, checkObject } from '../engine/errors.js';

const easing = 0.1; // seconds: time constant
const pitchMost = 85; // degrees
const panMost = 1; // heights of the framed view
const zoomLeast = 0.5;
const zoomMost = 8;
const nearest = 0.1; // of the avatar's size; nearer, the camera would be inside of it
const degrees = Math.PI / 180;

const clamped = (value, least, most) => Math.max(least, Math.min(most, value));

/** An angle as -180 to 180 degrees. */
const wrapped = (angle) => angle - 360 * Math.round(angle / 360);

/** Pivot, distance and size of a view; near and far of Stage.frame() are made from the latter two. */
function measures({ eye, target, far }) {
  const reach = Math.hypot(...eye.map((value, i) => value - target[i]));
  return { reach, size: (far - reach) / 2 };
}

/** A view from a point to another, as large around as a framed one. */
export function viewFrom(framed, eye, target, fov) {
  const { size } = measures(framed),
    { reach } = measures({ ...framed, eye, target });
  return {
    ...framed,
    eye: [...eye],
    target: [...target],
    up: [0, 1, 0],
    fov,
    near: Math.max(reach - size, reach * 0.05),
    far: reach + size * 2,
  };
}

/** The angles at which the camera is seen from its target. */
export function anglesOf(eye, target) {
  const [x, y, z] = eye.map((value, i) => value - target[i]);
  return { yaw: Math.atan2(x, z) / degrees, pitch: Math.atan2(y, Math.hypot(x, z)) / degrees };
}

export class Orbit {
  #base = null; // the framed view, at `rest`
  #rest = { yaw: 0, pitch: 0, zoom: 1, pan: [0, 0] };
  #goal = this.#rest;
  #now = this.#rest;
  #revision = 0;

  /** Where the attribute `camera` has it, in degrees; what has been moved is forgotten. */
  rest({ yaw, pitch }) {
    this.#goal = this.#now = this.#rest = { yaw, pitch, zoom: 1, pan: [0, 0] };
    this.#revision++;
  }

  /** Takes the view that was framed at rest. */
  frame(base) {
    this.#base = base;
    this.#goal = this.#now = this.#limited(this.#goal);
    this.#revision++;
  }

  /** Changes whenever the view does. */
  get revision() {
    return this.#revision;
  }

  /** Where the camera is, or is going. */
  get state() {
    const { yaw, pitch, zoom, pan } = this.#goal;
    return { yaw: wrapped(yaw), pitch, zoom, pan: [...pan] };
  }

  /** The largest zoom. */
  get #most() {
    if (!this.#base) return zoomMost;
    const { reach, size } = measures(this.#base);
    return clamped(reach / (nearest * size), 1, zoomMost);
  }

  #limited(state) {
    if (state === this.#rest) return state;
    const { yaw, pitch, zoom, pan } = state;
    return {
      yaw,
      pitch: clamped(pitch, -pitchMost, pitchMost),
      zoom: clamped(zoom, zoomLeast, this.#most),
      pan: pan.map((value) => clamped(value, -panMost, panMost)),
    };
  }

  /** Goes to a state, members of which may be missing; null is how it was framed. */
  set(state, isAtOnce) {
    if (state === null) {
      this.#goal = this.#rest;
    } else {
      const { yaw, pitch, zoom, pan } = { ...this.#goal, ...checkObject('orbit', state) };
      for (const [name, value] of Object.entries({ yaw, pitch, zoom })) checkNumber(`orbit.${name}`, value);
      checkNumbers('orbit.pan', pan, 2);
      const from = this.#goal.yaw;
      this.#goal = this.#limited({ yaw: from + wrapped(yaw - from), pitch, zoom, pan: [...pan] });
    }
    if (isAtOnce) this.step(0, true);
  }

  // ---- Moved by the user; each returns false if the camera is at its limit ----

  turn(yaw, pitch) {
    const goal = this.#goal;
    return this.#go({ ...goal, yaw: goal.yaw + yaw, pitch: goal.pitch + pitch });
  }

  /** Comes nearer by a factor. */
  scale(factor) {
    return this.#go({ ...this.#goal, zoom: this.#goal.zoom * factor });
  }

  /** Moves by parts of the picture's height, right and up. */
  shift(right, up) {
    const { zoom, pan } = this.#goal;
    return this.#go({ ...this.#goal, pan: [pan[0] + right / zoom, pan[1] + up / zoom] });
  }

  #go(state) {
    const { yaw, pitch, zoom, pan } = this.#goal;
    const next = (this.#goal = this.#limited(state));
    return next.yaw !== yaw || next.pitch !== pitch || next.zoom !== zoom || next.pan.some((v, i) => v !== pan[i]);
  }

  // ---- Frames ----

  /** Comes nearer to the goal; at once if the user prefers reduced motion. */
  step(seconds, isAtOnce) {
    if (this.#now === this.#goal) return;
    const { yaw, pitch, zoom, pan } = this.#now,
      to = this.#goal,
      rest = Math.exp(-seconds / easing);
    this.#revision++;
    const isNear =
      Math.abs(to.yaw - yaw) + Math.abs(to.pitch - pitch) < 0.01 &&
      Math.abs(to.zoom / zoom - 1) + Math.hypot(to.pan[0] - pan[0], to.pan[1] - pan[1]) < 1e-4;
    if (isAtOnce || isNear) {
      this.#now = to;
      return;
    }
    const eased = (from, value) => value + (from - value) * rest;
    this.#now = {
      yaw: eased(yaw, to.yaw),
      pitch: eased(pitch, to.pitch),
      zoom: Math.exp(eased(Math.log(zoom), Math.log(to.zoom))),
      pan: pan.map((value, i) => eased(value, to.pan[i])),
    };
  }

  /** The camera for Stage.camera: `base`, a view framed as the present one, unless it has been moved. */
  viewOf(base = this.#base) {
    const { yaw, pitch, zoom, pan } = this.#now,
      rest = this.#rest;
    if (yaw === rest.yaw && pitch === rest.pitch && zoom === 1 && pan[0] === 0 && pan[1] === 0) return base;
    const { reach, size } = measures(base),
      distance = reach / zoom;
    const [sy, cy] = [Math.sin(yaw * degrees), Math.cos(yaw * degrees)],
      [sp, cp] = [Math.sin(pitch * degrees), Math.cos(pitch * degrees)];
    const right = [cy, 0, -sy],
      up = [-sy * sp, cp, -cy * sp],
      back = [sy * cp, sp, cy * cp];
    const height = 2 * reach * Math.tan((base.fov * degrees) / 2);
    const target = base.target.map((value, i) => value + (right[i] * pan[0] + up[i] * pan[1]) * height);
    return {
      ...base,
      eye: target.map((value, i) => value + back[i] * distance),
      target,
      up,
      near: Math.max(distance - size, distance * 0.05),
      far: distance + size * 2,
    };
  }
}
