// SPDX-License-Identifier: MIT
// The stage on the page: one loop that moves, steps and draws; the camera; the size and quality of the
// picture; the actors that are shown.
import { Stage } from '../libvrm/stage.js';
import { OrbitCamera } from './camera.js';
import { Geometry } from './geometry.js';
import { sub } from './vectors.js';

const allowsMotion = () => !matchMedia('(prefers-reduced-motion: reduce)').matches;
const maxPixelRatio = 2;

/** Levels of quality from best to cheapest: share of the screen's width and height, samples for each pixel. */
const qualities = [[1, 4], [1, 2], [0.75, 2], [0.6, 1], [0.45, 1]];

/** Without a graphics card a sample costs as much as a pixel, and another number of samples compiles all
 * shaders again: so it is always 1. Pictures and recordings choose their own number. */
const softwareQualities = [[1, 1], [0.75, 1], [0.6, 1], [0.45, 1]];

/** A level down after so many frames in a row below 22 per second, and up after 4 s at 60: quick to
 * help, slow to try again, so that the picture does not alternate. */
const slowFrame = { ms: 45, count: 12 }, fastFrame = { ms: 20, count: 240 };

const isSoftware = (name) => /swiftshader|llvm ?pipe|software|basic render/i.test(name);

export class View {
  actor = null;
  others = []; // clones, and a second file in a comparison
  geometry = null;
  camera = new OrbitCamera();
  quality = 0;
  frameMs = 16; // a moving average
  times = { step: 0, draw: 0 };
  isQualityFixed = false;
  isPaused = false; // something else draws: a recording
  #app;
  #last = 0;
  #isDirty = true;
  #slow = 0; // frames in a row that were slow,
  #fast = 0; // and fast
  #size = [0, 0];
  #qualities = qualities;
  #waiting = []; // for the next picture
  #hasDrawn = false;

  constructor(app, canvas) {
    this.#app = app;
    this.canvas = canvas;
  }

  async start() {
    this.stage = await Stage.create(this.canvas, { samples: 4, preserveDrawingBuffer: true });
    if (isSoftware(this.stage.rendererName)) this.#qualities = softwareQualities;
    const resize = () => {
      const { width, height } = this.canvas.getBoundingClientRect();
      this.#size = [width, height];
      this.#applyQuality();
    };
    new ResizeObserver(resize).observe(this.canvas);
    resize();
    this.canvas.addEventListener('webglcontextrestored', () => this.invalidate());
    requestAnimationFrame((now) => this.#frame(now));
  }

  get size() { return this.#size; }

  #applyQuality() {
    const [share, samples] = this.#qualities[this.quality];
    const ratio = Math.min(maxPixelRatio, devicePixelRatio) * share;
    const width = Math.max(1, Math.round(this.#size[0] * ratio)), height = Math.max(1, Math.round(this.#size[1] * ratio));
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    this.stage.samples = samples;
    this.#isDirty = true;
  }

  /** Draws the next frame even where nothing moves. */
  invalidate() {
    this.#isDirty = true;
  }

  /** Loads a file onto the stage in place of what is there. */
  async show(bytes, options) {
    const actor = await this.stage.load(bytes, options);
    this.clear();
    this.actor = actor;
    this.geometry = new Geometry(actor);
    this.stage.step(0);
    this.invalidate();
    return actor;
  }

  /** Draws with the materials of another state of the file; false when it has to be built again. */
  setMaterials(model) {
    const isTaken = this.actor !== null && this.actor.setMaterials(model);
    if (isTaken) this.invalidate();
    return isTaken;
  }

  clear() {
    this.removeOthers();
    this.actor?.dispose();
    this.actor = null;
    this.geometry = null;
    this.invalidate();
  }

  removeOthers() {
    for (const { actor } of this.others) actor.dispose();
    this.others = [];
    this.actor?.avatar.setRoot([0, 0, 0]);
  }

  /** Shows clones behind and beside the actor. */
  setCrowd(count) {
    this.removeOthers();
    if (!this.actor) return;
    const side = Math.ceil(Math.sqrt(count));
    const place = (i) => [((i % side) - (side - 1) / 2) * 0.9, 0, -Math.floor(i / side) * 0.9];
    this.actor.avatar.setRoot(place(0));
    for (let i = 1; i < count; i++) {
      const actor = this.actor.clone();
      actor.avatar.setRoot(place(i));
      this.others.push({ actor, delay: (i * 0.37) % 8, isOther: false });
    }
    this.invalidate();
  }

  /** Shows a second file at the side of the first. */
  async showBeside(bytes, options) {
    const actor = await this.stage.load(bytes, options);
    this.removeOthers();
    this.actor.avatar.setRoot([-0.55, 0, 0]);
    actor.avatar.setRoot([0.55, 0, 0]);
    this.others = [{ actor, delay: 0, isOther: true }];
    this.stage.step(0);
    this.invalidate();
    return actor;
  }

  /** A named view of the actor. */
  frame(shot = this.#app.state.get('shot'), { isSmooth = allowsMotion(), yaw = 0, pitch = shot === 'full' ? 4 : 0 } = {}) {
    if (!this.actor) return;
    const isFirst = shot === 'firstPerson';
    this.actor.avatar.setView(isFirst ? 'firstPerson' : 'thirdPerson');
    if (isFirst) this.stage.frameFirstPerson(this.actor);
    else this.stage.frame(this.actor, { shot, yaw, pitch });
    const place = isFirst ? this.stage.camera : this.#aboveTools(this.stage.camera);
    this.camera.goTo(this.others.length && !isFirst ? this.#wider(place) : place, isSmooth && !isFirst);
    this.invalidate();
  }

  /** Moves a camera so that its picture lies between the controls that cover the top and the bottom of the stage. */
  #aboveTools({ eye, target, fov }) {
    const height = this.#size[1], [above, below] = this.#app.covered().map((size, i) => Math.min(height * (i ? 0.6 : 0.2), size));
    const factor = height / (height - above - below);
    const far = target.map((x, i) => x + (eye[i] - x) * factor);
    const drop = ((below - above) / 2 / height) * 2 * Math.hypot(...sub(far, target)) * Math.tan((fov * Math.PI) / 360);
    return { eye: [far[0], far[1] - drop, far[2]], target: [target[0], target[1] - drop, target[2]], fov };
  }

  /** Moves a camera back, and up, until all rows of actors are in the picture. */
  #wider({ eye, target, fov }) {
    const rows = this.others.some((other) => other.isOther) ? 1 : Math.sqrt(this.others.length + 1);
    const factor = Math.max(1.35, 1 + rows * 0.45), middle = [0, target[1], 0];
    return { eye: eye.map((x, i) => middle[i] + (x - target[i]) * factor + (i === 1 ? rows * 0.25 : 0)), target: middle, fov };
  }

  /** Moves the camera so that a point is in the middle, at the distance or nearer. */
  lookAtPoint(point, distance = Math.min(this.camera.distance, 1.2)) {
    const eye = point.map((x, i) => x - this.camera.forward[i] * distance);
    this.camera.goTo({ eye, target: point, fov: this.camera.fov }, allowsMotion());
    this.camera.isFree = true;
    this.invalidate();
  }

  /** What is at a point of the page, as Geometry.pick() says it; null: nothing is shown. */
  pick(x, y) {
    if (!this.geometry || !this.actor) return null;
    const box = this.canvas.getBoundingClientRect();
    const direction = this.camera.ray(x - box.left, y - box.top, box.width, box.height);
    return this.geometry.pick(this.camera.eye, direction);
  }

  project(point) {
    return this.camera.project(point, ...this.#size);
  }

  /** The point of the world that the eyes follow when the pointer is there: between camera and avatar. */
  pointerTarget(x, y) {
    const box = this.canvas.getBoundingClientRect();
    const direction = this.camera.ray(x - box.left, y - box.top, box.width, box.height);
    return this.camera.eye.map((e, i) => e + direction[i] * this.camera.distance * 0.6);
  }

  #frame(now) {
    requestAnimationFrame((next) => this.#frame(next));
    const elapsed = this.#last ? (now - this.#last) / 1000 : 0;
    this.#last = now;
    if (this.isPaused) return;
    const { state } = this.#app;
    const isMoving = this.camera.advance(now), isPlaying = state.get('isPlaying') && this.actor !== null;
    if (state.get('isTurning') && elapsed > 0 && allowsMotion()) this.camera.yaw += Math.min(0.1, elapsed) * 24;
    else if (!isMoving && !isPlaying && !this.#isDirty) return;
    if (!this.actor && !this.#hasDrawn) return; // nothing to see yet
    this.#isDirty = false;
    this.draw(isPlaying ? Math.min(0.1, elapsed) * state.get('speed') : 0);
    if (isPlaying) this.#watchQuality(elapsed * 1000);
  }

  /** One frame: inputs, a step of so many seconds, marks, the picture. */
  draw(seconds) {
    const app = this.#app, start = performance.now();
    if (this.actor) {
      app.motion.apply(seconds);
      this.stage.step(Math.max(0, seconds));
    }
    const stepped = performance.now();
    if (app.state.get('shot') === 'firstPerson' && this.actor && !this.camera.isFree) {
      this.stage.frameFirstPerson(this.actor);
      this.camera.goTo(this.stage.camera, false);
    }
    this.stage.camera = this.camera.toStage();
    app.marks.update();
    this.stage.draw();
    if (!this.#hasDrawn) performance.mark('first-picture');
    this.#hasDrawn = true;
    for (const resolve of this.#waiting.splice(0)) resolve();
    this.times = { step: stepped - start, draw: performance.now() - stepped };
    app.emit('frame', this.times);
  }

  /** Resolves after the next picture; a page that is hidden draws none, and does not wait long. */
  pictured() {
    this.invalidate();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      setTimeout(resolve, document.hidden || this.isPaused ? 50 : 5000);
    });
  }

  /** Goes to cheaper pictures where frames take long, and back where there is time. */
  #watchQuality(ms) {
    if (ms > 400) return; // the page was hidden, or something was loaded
    this.frameMs += (ms - this.frameMs) * 0.1;
    this.#slow = ms > slowFrame.ms ? this.#slow + 1 : 0;
    this.#fast = ms < fastFrame.ms ? this.#fast + 1 : 0;
    if (this.isQualityFixed) return;
    if (this.#slow > slowFrame.count && this.quality < this.#qualities.length - 1) this.quality++;
    else if (this.#fast > fastFrame.count && this.quality > 0) this.quality--;
    else return;
    this.#slow = this.#fast = 0;
    this.#applyQuality();
  }
}
