// SPDX-License-Identifier: MIT
// A camera that orbits a point: angles, distance, easing, and conversion between world and picture.
import { add, cross, dot, length, mix, normalize, scale, sub } from './vectors.js';

const degrees = Math.PI / 180;
const easeMs = 250;
const behind = 10; // metres: the eye of a parallel view stands so far behind its place, to see all of the avatar

export class OrbitCamera {
  target = [0, 1, 0];
  yaw = 0; // degrees; 0: in front
  pitch = 0;
  distance = 4;
  fov = 30;
  isOrtho = false; // parallel lines stay parallel; the size is that of a perspective at the target
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
    return [Math.cos(this.yaw * degrees), 0, -Math.sin(this.yaw * degrees)];
  }
  get up() {
    return cross(this.right, this.forward);
  }

  /** Metres from bottom to top of the picture, at the target. */
  get metres() {
    return 2 * this.distance * Math.tan((this.fov * degrees) / 2);
  }

  /** A point from which all surfaces are seen from the same side as in the picture. */
  get viewpoint() {
    return this.isOrtho ? sub(this.target, scale(this.forward, 1e4)) : this.eye;
  }

  /** The camera for the stage. */
  toStage() {
    const { target, up, isOrtho } = this;
    return {
      eye: isOrtho ? sub(this.eye, scale(this.forward, behind)) : this.eye,
      target,
      up,
      fov: isOrtho ? 0 : this.fov,
      height: isOrtho ? this.metres : 0,
      near: isOrtho ? 0.01 : Math.max(0.01, this.distance * 0.02),
      far: this.distance * 4 + 60,
    };
  }

  /** Moves to a camera of the stage, at once or within a quarter of a second. `angles`: its yaw and pitch, where the
   * eye does not say them: straight above. */
  goTo({ eye, target, fov, angles }, isSmooth) {
    const way = sub(target, eye),
      distance = length(way);
    const goal = {
      target: [...target],
      distance,
      fov,
      yaw: Math.atan2(-way[0], -way[2]) / degrees,
      pitch: Math.asin(Math.max(-1, Math.min(1, -way[1] / distance))) / degrees,
      ...angles,
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
    const size = this.metres;
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
    if (this.isOrtho) {
      const size = height / this.metres;
      return { x: width / 2 + dot(way, this.right) * size, y: height / 2 - dot(way, this.up) * size, z: z + behind };
    }
    const f = height / 2 / Math.tan((this.fov * degrees) / 2);
    return { x: width / 2 + (dot(way, this.right) * f) / z, y: height / 2 - (dot(way, this.up) * f) / z, z };
  }

  /** The ray through a pixel: where it begins, its direction, and the distance of the target along it. */
  ray(x, y, width, height) {
    return {
      origin: this.isOrtho ? this.#beginning(x, y, width, height) : this.eye,
      direction: this.#direction(x, y, width, height),
      distance: this.distance + (this.isOrtho ? behind : 0),
    };
  }

  #beginning(x, y, width, height) {
    const size = this.metres / height;
    const place = sub(this.eye, scale(this.forward, behind));
    return add(place, add(scale(this.right, (x - width / 2) * size), scale(this.up, (height / 2 - y) * size)));
  }

  #direction(x, y, width, height) {
    if (this.isOrtho) return this.forward;
    const f = height / 2 / Math.tan((this.fov * degrees) / 2);
    return normalize(
      add(add(scale(this.forward, f), scale(this.right, x - width / 2)), scale(this.up, height / 2 - y)),
    );
  }
}

const clampPitch = (pitch) => Math.max(-90, Math.min(90, pitch));
const clampDistance = (distance) => Math.max(0.05, Math.min(200, distance));
