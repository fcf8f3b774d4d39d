// SPDX-License-Identifier: MIT
// A camera that orbits a point: angles, distance, easing, and conversion between world and picture.
import { add, cross, dot, length, mix, normalize, scale, sub } from './vectors.js';

const degrees = Math.PI / 180;
const easeMs = 250;

export class OrbitCamera {
  target = [0, 1, 0];
  yaw = 0; // degrees; 0: in front
  pitch = 0;
  distance = 4;
  fov = 30;
  isFree = false; // the user has moved it: it is none of the named shots any more
  #ease = null;

  /** The camera as numbers for a link, and back. */
  numbers() {
    return [this.yaw, this.pitch, this.distance, ...this.target];
  }

  setNumbers([yaw, pitch, distance, ...target]) {
    Object.assign(this, { yaw, pitch: clampPitch(pitch), distance: clampDistance(distance), target, isFree: true });
    this.#ease = null;
  }

  get forward() {
    const { yaw, pitch } = this;
    return [
      -Math.sin(yaw * degrees) * Math.cos(pitch * degrees),
      -Math.sin(pitch * degrees),
      -Math.cos(yaw * degrees) * Math.cos(pitch * degrees),
    ];
  }

  get eye() {
    return sub(this.target, scale(this.forward, this.distance));
  }
  get right() {
    return normalize(cross(this.forward, [0, 1, 0]));
  }
  get up() {
    return cross(this.right, this.forward);
  }

  /** The camera for the stage. */
  toStage() {
    return {
      eye: this.eye,
      target: this.target,
      up: [0, 1, 0],
      fov: this.fov,
      height: 0,
      near: Math.max(0.01, this.distance * 0.02),
      far: this.distance * 4 + 60,
    };
  }

  /** Moves to a camera of the stage, at once or within a quarter of a second. */
  goTo({ eye, target, fov }, isSmooth) {
    const way = sub(target, eye),
      distance = length(way);
    const goal = {
      target: [...target],
      distance,
      fov,
      yaw: Math.atan2(-way[0], -way[2]) / degrees,
      pitch: Math.asin(Math.max(-1, Math.min(1, -way[1] / distance))) / degrees,
    };
    goal.yaw = this.yaw + ((((goal.yaw - this.yaw + 180) % 360) + 360) % 360) - 180; // the shorter direction
    if (!isSmooth) {
      this.#ease = null;
      Object.assign(this, goal);
    } else this.#ease = { from: { ...this, target: [...this.target] }, goal, start: performance.now() };
    this.isFree = false;
  }

  /** Advances the easing; returns true while the camera moves. */
  advance(now) {
    if (!this.#ease) return false;
    const { from, goal, start } = this.#ease;
    const x = Math.min(1, Math.max(0, (now - start) / easeMs)),
      t = x * x * (3 - 2 * x);
    for (const name of ['yaw', 'pitch', 'distance', 'fov']) this[name] = from[name] + (goal[name] - from[name]) * t;
    this.target = mix(from.target, goal.target, t);
    if (x === 1) this.#ease = null;
    return true;
  }

  /** Follows an object that has moved by an offset; the target of the easing moves too. */
  shift(way) {
    this.target = add(this.target, way);
    if (!this.#ease) return;
    for (const place of [this.#ease.from, this.#ease.goal]) place.target = add(place.target, way);
  }

  orbit(yaw, pitch) {
    this.#take();
    this.yaw += yaw;
    this.pitch = clampPitch(this.pitch + pitch);
  }

  /** Pans by fractions of the picture's height. */
  pan(x, y) {
    this.#take();
    const size = 2 * this.distance * Math.tan((this.fov * degrees) / 2);
    this.target = add(this.target, add(scale(this.right, -x * size), scale(this.up, y * size)));
  }

  zoom(factor) {
    this.#take();
    this.distance = clampDistance(this.distance * factor);
  }

  #take() {
    this.#ease = null;
    this.isFree = true;
  }

  /** A point in a picture of a size: x, y in pixels, z metres in front of the camera. */
  project(point, width, height) {
    const way = sub(point, this.eye),
      z = dot(way, this.forward);
    const f = height / 2 / Math.tan((this.fov * degrees) / 2);
    return { x: width / 2 + (dot(way, this.right) * f) / z, y: height / 2 - (dot(way, this.up) * f) / z, z };
  }

  /** The direction of the ray through a pixel. */
  ray(x, y, width, height) {
    const f = height / 2 / Math.tan((this.fov * degrees) / 2);
    return normalize(
      add(add(scale(this.forward, f), scale(this.right, x - width / 2)), scale(this.up, height / 2 - y)),
    );
  }
}

const clampPitch = (pitch) => Math.max(-89, Math.min(89, pitch));
const clampDistance = (distance) => Math.max(0.05, Math.min(200, distance));
