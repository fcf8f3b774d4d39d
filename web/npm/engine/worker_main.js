// SPDX-License-Identifier: MIT
// Runs in the worker: executes jobs one after the other. worker.js is the other end.
import { VrmError } from './errors.js';
import { Model } from './model.js';
import { init } from './module.js';
import { aPose, idlePose } from './rig.js';
import { validate } from './tools.js';
import { Stage } from '../stage.js';

let port = globalThis;

const models = new Map();
const waiting = new Set(); // jobs without an answer yet
const cancelled = new Set();
const changes = new Set(['migrate', 'normalize', 'optimize']); // worker.js is told of them even if cancelled
let nextModel = 1;
let queue = Promise.resolve();

function handle(message) {
  if (message.cancel === undefined) {
    waiting.add(message.id);
    queue = queue.then(() => answer(message));
  } else if (waiting.has(message.cancel)) {
    cancelled.add(message.cancel);
  }
}

// No dynamic import and no top-level await: bundlers turn this file into one plain script. Web Workers of Electron and
// Deno have a `process`, too.
if (globalThis.process?.versions?.node && typeof WorkerGlobalScope === 'undefined') {
  const threads = 'node:worker_threads'; // as a variable: bundlers have no such module for browsers
  import(/* @vite-ignore */ /* webpackIgnore: true */ threads).then(({ parentPort }) => {
    port = parentPort;
    port.on('message', handle);
  });
} else {
  port.onmessage = ({ data }) => handle(data);
}

/** Runs a job and sends its result. */
async function answer({ id, method, args }) {
  const progress = (stage, fraction) => {
    if (cancelled.has(id)) throw new VrmError('cancelled', `${method}: cancelled`);
    port.postMessage({ id, stage, fraction });
  };
  try {
    progress('started', 0);
    const { value, transfer = [] } = await jobs[method](args, progress);
    if (cancelled.has(id) && !changes.has(method)) {
      if (value?.model !== undefined) drop(value.model);
      throw new VrmError('cancelled', `${method}: cancelled`);
    }
    port.postMessage({ id, value }, transfer);
  } catch (error) {
    port.postMessage({
      id,
      error: { name: error.name, message: error.message, code: error.code, report: error.report },
    });
  }
  waiting.delete(id);
  cancelled.delete(id);
}

function drop(model) {
  models.get(model)?.dispose();
  models.delete(model);
}

function find(model) {
  const found = models.get(model);
  if (!found) throw new Error('this RemoteModel was disposed');
  return found;
}

/** Facts of a model that worker.js caches. */
const facts = (model) => ({ info: model.info, meta: model.meta, report: model.report });

/** Runs a change of a model; the answer has its new facts. */
async function change(model, run) {
  const report = await run(find(model));
  return { value: { result: report, ...facts(find(model)) } };
}

const jobs = {
  async start({ options }) {
    await init(options);
    return { value: null };
  },

  async load({ bytes, options }, progress) {
    const model = await Model.load(bytes, options);
    try {
      progress('loaded', 0.9);
      const value = { model: nextModel++, ...facts(model) };
      models.set(value.model, model);
      return { value };
    } catch (error) {
      model.dispose();
      throw error;
    }
  },

  async validate({ bytes, options }) {
    return { value: await validate(bytes, options) };
  },

  async dispose({ model }) {
    drop(model);
    return { value: null };
  },

  async json({ model }) {
    return { value: find(model).json };
  },

  async image({ model, index }) {
    const value = find(model).image(index);
    return { value, transfer: value ? [value.bytes.buffer] : [] };
  },

  async validateModel({ model, options }) {
    return { value: await find(model).validate(options) };
  },

  migrate: ({ model, options }) => change(model, (target) => target.migrate(options)),
  normalize: ({ model, options }) => change(model, (target) => target.normalize(options)),
  optimize: ({ model, options }) => change(model, (target) => target.optimize(options)),

  async save({ model, options }) {
    const value = await find(model).save(options);
    return { value, transfer: [value.buffer] };
  },

  async thumbnail({ model, options }, progress) {
    if (typeof OffscreenCanvas !== 'function')
      throw new VrmError('unsupported', 'RemoteModel.thumbnail: there is no OffscreenCanvas here');
    const {
      width = 512,
      height = 512,
      pose = 'a',
      expressions = {},
      shot,
      yaw,
      pitch,
      fov,
      margin,
      type,
      quality,
      ...look
    } = options;
    const bytes = await find(model).save();
    const stage = await Stage.create(new OffscreenCanvas(width, height), look);
    try {
      const actor = await stage.load(bytes);
      progress('loaded', 0.6);
      if (pose === 'a') actor.avatar.setPose(aPose());
      else if (pose === 'idle') actor.avatar.setPose(idlePose(0));
      for (const [name, weight] of Object.entries(expressions)) actor.avatar.setExpression(name, weight);
      for (let i = 0; i < 60; i++) stage.step(1 / 60); // until hair and clothes hang
      stage.frame(
        actor,
        Object.fromEntries(
          Object.entries({ shot, yaw, pitch, fov, margin }).filter(([, value]) => value !== undefined),
        ),
      );
      progress('drawing', 0.8);
      return { value: await stage.screenshot({ width, height, type, quality }) };
    } finally {
      stage.dispose();
    }
  },
};
