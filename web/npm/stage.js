// SPDX-License-Identifier: MIT
// A canvas with avatars, drawn by the library's renderer; see stage.d.ts.
import {
  checkBytes,
  checkName,
  checkNumber,
  checkNumbers,
  checkObject,
  failure,
  VrmError,
  wrong,
} from './engine/errors.js';
import { Actor } from './engine/actor.js';
import { Face, FaceMap, loadFace } from './engine/face.js';
import { Context } from './engine/gl.js';
import { decodeImages } from './engine/images.js';
import { Model } from './engine/model.js';
import {
  check,
  constants,
  floatWord,
  heap,
  loadPart,
  readJson,
  release,
  take,
  vrm,
  withReport,
  word,
} from './engine/module.js';
import { MemoryOwner } from './engine/owner.js';
import { Rig } from './engine/rig.js';
import { Sim } from './engine/sim.js';
import { othersTurn } from './engine/turn.js';

const construct = Symbol('construct');
const degrees = Math.PI / 180;

/** Shared by all avatars of one file: the model in GPU memory, and its framing. */
class Look {
  drawable = 0;
  uses = 0;
  faceMap = null; // created for the first face
  hidden = { nodes: [], materials: [] };
  materials = null; // model whose materials are drawn instead of its own
  ownsModel; // a model of the page is owned only after loading has succeeded

  constructor(model, rig, ownsModel) {
    this.model = model;
    this.rig = rig;
    this.ownsModel = ownsModel;
    check('Stage.load', vrm.framing_create(model._address, rig._address));
    this.framing = word(0);
  }

  /** Resolves with the report when everything is in GPU memory. Calls `onMade` earlier, as soon as there is something
   * to free. */
  async upload(inner, images, onMade) {
    const { context, renderer } = inner;
    const isWanted = () => inner.context === context && inner.looks.has(this);
    try {
      const report = this.#make(context, renderer, images);
      const pending = context.takePending();
      onMade?.();
      await context.finishUploads(pending, isWanted);
      return report;
    } finally {
      for (const image of images) image?.close();
    }
  }

  #make(context, renderer, images) {
    context.use();
    context.images = images;
    try {
      const { value, report } = withReport((address) => ({
        result: vrm.drawable_create(renderer, this.model._address, this.rig._address, 0, address),
        drawable: word(0),
      }));
      check('Stage.load', value.result, report);
      this.drawable = value.drawable;
      if (this.materials) check('Stage', vrm.drawable_set_materials(this.drawable, this.materials._address));
      this.hide(this.hidden);
      return report;
    } finally {
      context.images = [];
    }
  }

  /** Draws with the materials of another state of the model, and owns that model then. Returns false if that is
   * impossible. */
  setMaterials(model) {
    const result = vrm.drawable_set_materials(this.drawable, model._address);
    if (result === constants.results.unsupported) return false;
    check('StageAvatar.setMaterials', result);
    this.materials?.dispose();
    this.materials = model;
    return true;
  }

  /** Leaves meshes of nodes, and materials, out of the picture. */
  hide(hidden) {
    this.hidden = hidden;
    if (this.drawable === 0) return;
    vrm.drawable_show_all(this.drawable);
    for (const node of hidden.nodes) vrm.drawable_hide(this.drawable, node, -1);
    for (const material of hidden.materials) vrm.drawable_hide(this.drawable, -1, material);
  }

  forget() {
    if (this.drawable !== 0) vrm.drawable_destroy(this.drawable);
    this.drawable = 0;
  }

  free() {
    this.forget();
    vrm.framing_destroy(this.framing);
    this.faceMap?.dispose();
    this.materials?.dispose();
    this.rig.dispose();
    if (this.ownsModel) this.model.dispose();
  }
}

export class StageAvatar {
  #stage;
  #look;
  #face = null;
  #actor = null;
  isVisible = true;
  overlays = [];

  constructor(key, stage, look, report) {
    if (key !== construct) throw new TypeError('a StageAvatar is made by Stage.load()');
    this.#stage = stage;
    this.#look = look;
    this.report = report;
    this.avatar = stage.sim.add(look.rig);
    look.uses++;
  }

  get model() {
    return this.#look.model;
  }
  get rig() {
    return this.#look.rig;
  }
  get isDisposed() {
    return this.avatar.isDisposed;
  }
  get actor() {
    return this.#actor;
  }
  get face() {
    return this.#actor?.face ?? this.#face;
  }
  get _look() {
    return this.#look;
  }

  async createActor(options = {}) {
    const faceMap = await this.#faceMap();
    this.#actor = this.#keep(new Actor(this.avatar, { faceMap, ...options }));
    return this.#actor;
  }

  async createFace(options = {}) {
    this.#face = this.#keep(new Face(await this.#faceMap(), options));
    return this.#face;
  }

  async #faceMap() {
    await loadFace();
    if (this.isDisposed) throw new Error('this StageAvatar was disposed');
    const look = this.#look;
    look.faceMap ??= FaceMap._of(look.model, look.rig)._warnAs('Stage');
    return look.faceMap;
  }

  /** Replaces the actor or face of the avatar. */
  #keep(mover) {
    this.#drop();
    this.#stage._movers.add(mover._warnAs('Stage'));
    return mover;
  }

  #drop() {
    for (const mover of [this.#actor, this.#face]) {
      if (mover === null) continue;
      this.#stage._movers.delete(mover);
      mover.dispose();
    }
    this.#actor = this.#face = null;
  }

  /** Sets the inputs of the avatar for the next step of the sim. */
  _advance(seconds) {
    if (this.#actor !== null && !this.#actor.isDisposed) this.#actor.step(seconds);
    if (this.#face === null || this.#face.isDisposed) return;
    this.#face.step(seconds);
    this.#face.apply(this.avatar);
  }

  clone() {
    return this.#stage._clone(this);
  }

  setMaterials(model) {
    if (!(model instanceof Model)) throw wrong('model', 'a Model', model);
    if (this.isDisposed) throw new VrmError('disposed', 'StageAvatar.setMaterials: the avatar was disposed');
    return this.#stage._setMaterials(this.#look, model);
  }

  hide(options = {}) {
    checkObject('options', options);
    if (this.isDisposed) throw new VrmError('disposed', 'StageAvatar.hide: the avatar was disposed');
    const list = (name) => (options[name] ?? []).map((index, i) => checkNumber(`options.${name}[${i}]`, index));
    this.#look.hide({ nodes: list('nodes'), materials: list('materials') });
  }

  dispose() {
    if (this.isDisposed) return;
    this.#drop();
    this.avatar.dispose();
    this.#stage._leave(this);
  }

  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
    this.dispose();
  }
}

const cameraDefaults = () => ({
  eye: [0, 1, 3],
  target: [0, 1, 0],
  up: [0, 1, 0],
  fov: 30,
  height: 0,
  near: 0.1,
  far: 100,
});

export class Stage extends MemoryOwner {
  #inner; // members that freeing needs, without a reference to this object
  #avatars = new Set();
  canvas;
  sim;
  camera = cameraDefaults();
  background = [0, 0, 0, 0];
  light = { from: [1, 1, 1], color: [0.9, 0.9, 0.9] };
  sky = [0.1, 0.1, 0.1];
  ground = [0.1, 0.1, 0.1];
  samples = 4;
  minOutline = 0;
  time = 0;
  lines = [];
  mode = 'lit';
  modeNode = null;

  static async create(canvas, options = {}) {
    if (typeof canvas?.getContext !== 'function') throw wrong('canvas', 'a canvas', canvas);
    checkObject('options', options);
    await loadPart('render');
    return new Stage(construct, canvas, options);
  }

  constructor(key, canvas, options) {
    if (key !== construct) throw new TypeError('a Stage is made by Stage.create()');
    super('Stage');
    const gl = canvas.getContext('webgl2', {
      alpha: true,
      antialias: false,
      depth: false,
      stencil: false,
      premultipliedAlpha: true,
      preserveDrawingBuffer: options.preserveDrawingBuffer ?? false,
      powerPreference: options.powerPreference ?? 'default',
    });
    if (!gl) throw new VrmError('unsupported', 'Stage.create: the canvas has no WebGL 2');
    this.canvas = canvas;
    this.sim = new Sim({ ...options.sim, outputs: ['locals', 'worlds', 'palettes', 'face'] });
    for (const name of ['background', 'light', 'sky', 'ground', 'samples', 'minOutline'])
      if (options[name] !== undefined) this[name] = options[name];
    const inner = {
      gl,
      context: null,
      renderer: 0,
      looks: new Set(),
      movers: new Set(),
      sim: this.sim,
      isLost: false,
      turn: 0,
      deafen: listen(canvas, () => inner),
    };
    this.#inner = inner;
    try {
      openRenderer(inner);
    } catch (error) {
      freeAll(inner);
      throw error;
    }
    this._own(() => freeAll(inner));
  }

  get #open() {
    this._check();
    this.#inner.context.use();
    return this.#inner;
  }

  /** Actors and faces, freed with the stage. */
  get _movers() {
    return this.#inner.movers;
  }

  get avatars() {
    return [...this.#avatars];
  }
  get isContextLost() {
    return isLost(this.#inner);
  }
  get rendererName() {
    return this.#inner.context.name;
  }
  get stats() {
    return readJson('Stage.stats', vrm.renderer_facts(this.#open.renderer));
  }

  async load(source, options = {}) {
    checkObject('options', options);
    const isModel = source instanceof Model;
    if (!isModel) checkBytes('source', source);
    this._check();
    const { signal } = options;
    let model = null,
      look = null;
    try {
      model = isModel ? source : await Model.load(source, options);
      await othersTurn();
      signal?.throwIfAborted();
      const images = await decodeImages(model, signal);
      signal?.throwIfAborted();
      this._check();
      look = new Look(model, new Rig(model), !isModel);
      const inner = this.#inner;
      const report = await look.upload(inner, images, () => inner.looks.add(look));
      this._check();
      signal?.throwIfAborted();
      const shown = new StageAvatar(construct, this, look, report);
      look.ownsModel = true;
      this.#avatars.add(shown);
      return shown;
    } catch (error) {
      if (look !== null) this.#abandon(look);
      else if (!isModel) model?.dispose();
      if (signal?.aborted) throw new VrmError('cancelled', 'Stage.load: cancelled', undefined, { cause: error });
      throw error;
    }
  }

  /** Frees the parts of a load that failed; dispose() of the stage has freed them already. */
  #abandon(look) {
    if (this.isDisposed) return;
    this.#inner.context.use();
    this.#inner.looks.delete(look);
    look.free();
  }

  _clone(shown) {
    const copy = new StageAvatar(construct, this, shown._look, shown.report);
    this.#avatars.add(copy);
    return copy;
  }

  _setMaterials(look, model) {
    return !isLost(this.#open) && look.drawable !== 0 && look.setMaterials(model);
  }

  _leave(shown) {
    this.#avatars.delete(shown);
    const look = shown._look;
    if (--look.uses > 0 || this.isDisposed) return;
    this.#inner.context.use();
    this.#inner.looks.delete(look);
    look.free();
  }

  frame(shown, options = {}) {
    this.#checkAvatar(shown);
    checkObject('options', options);
    const {
      shot = 'full',
      yaw = 0,
      pitch = 0,
      fov = 30,
      margin = 0.04,
      aspect = this.canvas.width / this.canvas.height,
    } = options;
    const id = shown.avatar._id;
    const numbers = Object.entries({ aspect, fov, yaw, pitch, margin }).map(([name, value]) =>
      checkNumber(`options.${name}`, value),
    );
    vrm.framing_viewpoint(
      shown._look.framing,
      this.sim._address,
      ...id,
      checkName('options.shot', shot, constants.shots),
      ...numbers,
    );
    this.#takeViewpoint(fov);
  }

  frameFirstPerson(shown, options = {}) {
    this.#checkAvatar(shown);
    checkObject('options', options);
    const { yaw = 0, pitch = 0, fov = 60, aspect = this.canvas.width / this.canvas.height } = options;
    const numbers = Object.entries({ aspect, fov, yaw, pitch }).map(([name, value]) =>
      checkNumber(`options.${name}`, value),
    );
    vrm.framing_first_person(shown._look.framing, this.sim._address, ...shown.avatar._id, ...numbers);
    this.#takeViewpoint(fov);
  }

  #takeViewpoint(fov) {
    const vector = (place) => [floatWord(place), floatWord(place + 1), floatWord(place + 2)];
    this.camera = {
      eye: vector(0),
      target: vector(3),
      up: vector(6),
      fov,
      height: 0,
      near: floatWord(9),
      far: floatWord(10),
    };
  }

  step(seconds) {
    this._check();
    checkNumber('seconds', seconds);
    for (const shown of this.#avatars) shown._advance(seconds);
    this.sim.step(seconds);
    this.time += seconds;
  }

  draw(options = {}) {
    if (isLost(this.#open)) return;
    checkObject('options', options);
    const { width = this.canvas.width, height = this.canvas.height } = options;
    this.#render(width, height);
    check('Stage.draw', vrm.render_present(this.#inner.renderer, width, height));
  }

  readPixels(options = {}) {
    checkObject('options', options);
    const { width = this.canvas.width, height = this.canvas.height } = options;
    if (isLost(this.#open)) throw new VrmError('unsupported', 'Stage.readPixels: the WebGL context is lost');
    this.#render(checkNumber('options.width', width), checkNumber('options.height', height));
    const size = width * height * 4;
    const address = take(size, 'Stage.readPixels');
    try {
      check('Stage.readPixels', vrm.render_read(this.#inner.renderer, address, size));
      return { width, height, data: new Uint8ClampedArray(heap().slice(address, address + size).buffer) };
    } finally {
      release(address);
    }
  }

  async screenshot(options = {}) {
    const { width, height, data } = this.readPixels(options);
    const { type = 'image/png', quality } = options;
    const image = new ImageData(data, width, height);
    if (typeof OffscreenCanvas === 'function') {
      const copy = new OffscreenCanvas(width, height);
      copy.getContext('2d').putImageData(image, 0, 0);
      return copy.convertToBlob({ type, quality });
    }
    const copy = Object.assign(document.createElement('canvas'), { width, height });
    copy.getContext('2d').putImageData(image, 0, 0);
    return new Promise((resolve, reject) =>
      copy.toBlob((blob) => (blob ? resolve(blob) : reject(failure('Stage.screenshot', 'memory'))), type, quality),
    );
  }

  #render(width, height) {
    const { renderer, looks } = this.#inner;
    const { eye, target, up, fov, height: metres, near, far } = this.camera;
    const list = (name, value, count) => Array.from(checkNumbers(name, value, count));
    vrm.frame_begin(
      width,
      height,
      checkNumber('samples', this.samples),
      ...list('background', this.background, 4),
      this.time,
      checkNumber('minOutline', this.minOutline),
    );
    vrm.frame_light(...list('light.from', this.light.from, 3), ...list('light.color', this.light.color, 3));
    vrm.frame_ambient(...list('sky', this.sky, 3), ...list('ground', this.ground, 3));
    vrm.frame_camera(
      ...list('camera.eye', eye, 3),
      ...list('camera.target', target, 3),
      ...list('camera.up', up, 3),
      checkNumber('camera.fov', fov) * degrees,
      checkNumber('camera.height', metres),
      checkNumber('camera.near', near),
      checkNumber('camera.far', far),
    );
    vrm.frame_mode(checkName('mode', this.mode, constants.modes), checkNumber('modeNode', this.modeNode ?? -1));
    check('Stage.draw', vrm.render_begin(renderer));
    for (const look of looks) this.#drawLook(renderer, look);
    for (const shown of this.#avatars) this.#drawOverlays(renderer, shown);
    this.lines.forEach((set, i) => this.#drawLines(renderer, set, i));
    check('Stage.draw', vrm.render_end(renderer));
  }

  #drawLook(renderer, look) {
    const drawn = [...this.#avatars].filter((shown) => shown.isVisible && shown._look === look);
    if (drawn.length === 0 || look.drawable === 0) return;
    const address = take(drawn.length * 8, 'Stage.draw');
    try {
      new Uint32Array(heap().buffer, address, drawn.length * 2).set(drawn.flatMap(({ avatar }) => avatar._id));
      check('Stage.draw', vrm.render_draw(renderer, look.drawable, this.sim._address, address, drawn.length));
    } finally {
      release(address);
    }
  }

  #drawOverlays(renderer, shown) {
    if (!shown.isVisible || shown.overlays.length === 0) return;
    const which = shown.overlays.reduce(
      (sum, name, i) => sum | checkName(`overlays[${i}]`, name, constants.overlays),
      0,
    );
    check(
      'Stage.draw',
      vrm.render_overlay(renderer, shown.model._address, this.sim._address, ...shown.avatar._id, which),
    );
  }

  #drawLines(renderer, set, i) {
    checkObject(`lines[${i}]`, set);
    const numbers = set.numbers;
    if (!(numbers instanceof Float32Array) || numbers.length % 10 !== 0)
      throw wrong(`lines[${i}].numbers`, 'a Float32Array with ten numbers for each line', numbers);
    if (numbers.length === 0) return;
    const address = take(numbers.length * 4, 'Stage.draw');
    try {
      new Float32Array(heap().buffer, address, numbers.length).set(numbers);
      check('Stage.draw', vrm.render_lines(renderer, address, numbers.length / 10, set.inFront ? 1 : 0));
    } finally {
      release(address);
    }
  }

  #checkAvatar(shown) {
    this._check();
    if (!(shown instanceof StageAvatar) || !this.#avatars.has(shown))
      throw wrong('avatar', 'a StageAvatar of this stage', shown);
  }
}

// ---- The renderer's own life ----

/** True from the loss of the context, which precedes its event, until everything is restored. */
const isLost = ({ isLost: isTold, gl }) => isTold || gl.isContextLost();

function openRenderer(inner) {
  inner.context = new Context(inner.gl);
  inner.context.use();
  const { value, report } = withReport((address) => ({ result: vrm.renderer_create(address), renderer: word(0) }));
  check('Stage.create', value.result, report);
  inner.renderer = value.renderer;
}

function closeRenderer(inner) {
  if (inner.context === null) return;
  inner.context.use();
  for (const look of inner.looks) look.forget();
  vrm.renderer_destroy(inner.renderer);
  inner.renderer = 0;
  inner.context.release();
}

function freeAll(inner) {
  inner.turn++;
  inner.deafen();
  closeRenderer(inner);
  for (const mover of inner.movers) mover.dispose();
  inner.movers.clear();
  inner.sim.dispose();
  for (const look of inner.looks) look.free();
  inner.looks.clear(); // stops a load that is in progress
}

/** Listens to loss and restoration of the context. Returns a function that stops listening. */
function listen(canvas, inner) {
  const listeners = {
    webglcontextlost(event) {
      event.preventDefault(); // without this the browser never restores the context
      inner().isLost = true;
      inner().turn++;
    },
    webglcontextrestored: () => restore(inner()),
  };
  for (const [name, listener] of Object.entries(listeners)) canvas.addEventListener?.(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) canvas.removeEventListener?.(name, listener);
  };
}

/** Creates everything again after the browser has restored the context. Ends early if the context is lost again or the
 * stage disposed meanwhile: `turn` has changed then. */
async function restore(inner) {
  const turn = ++inner.turn,
    isCurrent = () => inner.turn === turn;
  try {
    inner.context.forget();
    closeRenderer(inner);
    openRenderer(inner);
    for (const look of [...inner.looks]) {
      const images = await decodeImages(look.model);
      if (isCurrent() && inner.looks.has(look)) await look.upload(inner, images);
      else for (const image of images) image?.close();
      if (!isCurrent()) return;
    }
    inner.isLost = false;
  } catch (error) {
    if (isCurrent())
      console.warn(`libvrm: what was drawn could not be made again after the WebGL context was lost: ${error.message}`);
  }
}
