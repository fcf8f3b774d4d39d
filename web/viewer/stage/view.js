// SPDX-License-Identifier: MIT
// The stage on the page: one loop that moves, steps and draws, and conversion between points of the page and
// of the world. Content, quality and camera views: cast.js, quality.js, framing.js.
import { Stage } from '../libvrm/stage.js';
import { OrbitCamera } from './camera.js';
import { Cast } from './cast.js';
import { allowsMotion, follow, frame, frameSide, lookAtPoint } from './framing.js';
import { Quality } from './quality.js';

export class View {
  camera = new OrbitCamera();
  cast = null;
  quality = null;
  times = { step: 0, draw: 0 };
  followed = null; // { shown, at }: position of the hips that the camera follows; see framing.js
  split = null; // draws the avatar before and after a change: parts/before_after.js
  isPaused = false; // another loop draws: a recording
  #app;
  #last = 0;
  #isDirty = true;
  #size = [0, 0];
  #waiting = []; // callbacks for the next picture
  #hasDrawn = false;

  constructor(app, canvas) {
    this.#app = app;
    this.canvas = canvas;
  }

  async start() {
    this.stage = await Stage.create(this.canvas, { samples: 4, preserveDrawingBuffer: true });
    this.cast = new Cast(this.stage, () => this.invalidate());
    this.quality = new Quality(this.stage.rendererName);
    const resize = () => {
      const { width, height } = this.canvas.getBoundingClientRect();
      this.#size = [width, height];
      this.#applyQuality();
      if (this.shown && width > 0 && height > 0 && !this.camera.isFree)
        this.frame(undefined, {
          isSmooth: false,
          ...(this.#app.state.get('isTurning') ? { yaw: this.camera.yaw } : {}),
        });
    };
    new ResizeObserver(resize).observe(this.canvas);
    resize();
    this.canvas.addEventListener('webglcontextrestored', () => this.invalidate());
    requestAnimationFrame((now) => this.#frame(now));
  }

  get size() {
    return this.#size;
  }
  get shown() {
    return this.cast?.shown ?? null;
  }

  #applyQuality() {
    const { width, height, samples, minOutline } = this.quality.picture(this.#size);
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    Object.assign(this.stage, { samples, minOutline });
    this.#isDirty = true;
  }

  /** Draws the next frame even if nothing moves. */
  invalidate() {
    this.#isDirty = true;
  }

  // ---- Camera ----

  /** A named view of the avatar. */
  frame(shot = this.#app.state.get('shot'), options) {
    frame(this.#app, shot, options);
    this.invalidate();
  }

  /** The avatar from a side, and from exactly above; in the shot that is chosen. */
  frameSide(side) {
    frameSide(this.#app, side);
    this.invalidate();
  }

  lookAtPoint(point) {
    lookAtPoint(this.camera, point);
    this.invalidate();
  }

  /** The ray from the eye through a point of the page. */
  #ray(x, y) {
    const box = this.canvas.getBoundingClientRect();
    return this.camera.ray(x - box.left, y - box.top, box.width, box.height);
  }

  /** The hit of Geometry.pick() at a point of the page; null without an avatar. */
  pick(x, y) {
    const { origin, direction } = this.#ray(x, y);
    return this.cast?.geometry?.pick(origin, direction) ?? null;
  }

  project(point) {
    return this.camera.project(point, ...this.#size);
  }

  /** The target of the gaze in the world for a pointer position: between camera and avatar. */
  pointerTarget(x, y) {
    const { origin, direction, distance } = this.#ray(x, y);
    return origin.map((from, i) => from + direction[i] * (distance - this.camera.distance * 0.4));
  }

  // ---- The loop ----

  #frame(now) {
    requestAnimationFrame((next) => this.#frame(next));
    const elapsed = this.#last ? (now - this.#last) / 1000 : 0;
    this.#last = now;
    if (this.isPaused) return;
    const { state } = this.#app;
    const isMoving = this.camera.advance(now),
      isPlaying = state.get('isPlaying') && this.shown !== null;
    if (state.get('isTurning') && elapsed > 0 && allowsMotion()) this.camera.yaw += Math.min(0.1, elapsed) * 24;
    else if (!isMoving && !isPlaying && !this.#isDirty) return;
    if (!this.shown && !this.#hasDrawn) return; // nothing to draw yet
    this.#isDirty = false;
    this.draw(isPlaying ? Math.min(0.1, elapsed) * state.get('speed') : 0);
    if (isPlaying && this.quality.watch(elapsed * 1000)) this.#applyQuality();
  }

  /** One frame: inputs, a step of `seconds`, marks, picture. */
  draw(seconds) {
    const app = this.#app,
      start = performance.now();
    if (this.shown) {
      app.motion.apply(seconds);
      this.stage.step(Math.max(0, seconds));
    }
    const stepped = performance.now();
    follow(app);
    this.camera.isOrtho = app.state.get('isOrtho') && app.state.get('shot') !== 'firstPerson';
    this.stage.camera = this.camera.toStage();
    app.marks.update();
    if (this.split && this.cast?.over) this.split.draw();
    else this.stage.draw();
    if (!this.#hasDrawn) performance.mark('first-picture');
    this.#hasDrawn = true;
    for (const resolve of this.#waiting.splice(0)) resolve();
    this.times = { step: stepped - start, draw: performance.now() - stepped, seconds };
    app.emit('frame', this.times);
  }

  /** Resolves after the next picture; soon if the page is hidden, since it draws none. */
  pictured() {
    this.invalidate();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      setTimeout(resolve, document.hidden || this.isPaused ? 50 : 5000);
    });
  }
}
