// SPDX-License-Identifier: MIT
// Runs slow operations in a worker; see worker.d.ts.
import { VrmError, checkBytes, checkObject, whyMoved, wrong } from './engine/errors.js';

const construct = Symbol('construct');

/** Restores an error of the worker. */
function rebuilt({ name, message, code, report }) {
  if (name === 'VrmError') return new VrmError(code, message, report);
  if (name === 'TypeError') return new TypeError(message);
  if (name === 'RangeError') return new RangeError(message);
  return new Error(message);
}

function addressOf(wasm) {
  try {
    return new URL(wasm, globalThis.location?.href).href;
  } catch {
    throw new TypeError(`options.wasm must be an address, not ${JSON.stringify(wasm)}`);
  }
}

/** Starts a worker from another origin, such as a CDN: browsers refuse that for scripts, but allow a local script to
 * import them. */
function openForeign(address) {
  const script = URL.createObjectURL(
    new Blob([`import ${JSON.stringify(String(address))};`], { type: 'text/javascript' }),
  );
  return new Worker(script, { type: 'module' });
}

async function openThread() {
  const main = './engine/worker_main.js',
    here = import.meta.url; // as a variable: bundlers must not see it
  if (typeof Worker === 'function') {
    try {
      return new Worker(new URL('./engine/worker_main.js', import.meta.url), { type: 'module' });
    } catch (error) {
      if (error.name !== 'SecurityError') throw error;
      return openForeign(new URL(main, here));
    }
  }
  const threads = 'node:worker_threads';
  const { Worker: Thread } = await import(/* @vite-ignore */ /* webpackIgnore: true */ threads);
  return new Thread(new URL(main, here), { execArgv: [] }); // not the options of the program
}

const forgotten = new FinalizationRegistry(({ worker, model }) => worker._forget(model));

export class VrmWorker {
  #thread;
  #jobs = new Map();
  #late = new Map(); // handlers for answers of jobs that were cancelled while they ran
  #nextId = 1;
  #isTerminated = false;

  static async create(options = {}) {
    checkObject('options', options);
    const { wasm, ...rest } = options;
    if (wasm !== undefined && typeof wasm !== 'string' && !(wasm instanceof URL))
      throw wrong('options.wasm', 'an address', wasm);
    const given = wasm === undefined ? rest : { ...rest, wasm: addressOf(wasm) };
    const worker = new VrmWorker(construct, await openThread());
    try {
      await worker._run('start', { options: given }, {});
    } catch (error) {
      worker.terminate();
      throw error;
    }
    return worker;
  }

  constructor(key, thread) {
    if (key !== construct) throw new TypeError('a VrmWorker is made by VrmWorker.create()');
    this.#thread = thread;
    const failed = (reason) => {
      // the worker has died: later jobs would wait for ever
      if (this.#isTerminated) return;
      this.#isTerminated = true;
      thread.terminate();
      this.#endAll(new VrmError('module', `the worker failed: ${reason}`));
    };
    if (typeof thread.on === 'function') {
      thread.on('message', (message) => this.#receive(message));
      thread.on('error', (error) => failed(error?.message ?? error));
      thread.on('exit', () => failed('its thread ended'));
      thread.unref(); // an idle worker does not keep the program alive
    } else {
      thread.onmessage = ({ data }) => this.#receive(data);
      thread.onerror = ({ message }) => failed(message ?? `its script could not be loaded${whyMoved(import.meta.url)}`);
    }
  }

  get isTerminated() {
    return this.#isTerminated;
  }

  async load(bytes, options = {}) {
    const data = checkBytes('bytes', bytes);
    checkObject('options', options);
    if (options.meshoptDecoder !== undefined)
      throw new TypeError('options.meshoptDecoder must be undefined: no decoder can be sent to a worker');
    const { signal, onProgress, transfer, ...given } = options;
    const value = await this._run(
      'load',
      { bytes: data, options: given },
      { signal, onProgress, transfer: transfer ? [data.buffer] : [], onLate: ({ model }) => this._forget(model) },
    );
    return new RemoteModel(construct, this, value);
  }

  async validate(bytes, options = {}) {
    const data = checkBytes('bytes', bytes);
    checkObject('options', options);
    const { signal, onProgress, transfer, ...given } = options;
    return this._run(
      'validate',
      { bytes: data, options: given },
      { signal, onProgress, transfer: transfer ? [data.buffer] : [] },
    );
  }

  terminate() {
    if (this.#isTerminated) return;
    this.#isTerminated = true;
    this.#thread.terminate();
    this.#endAll(new VrmError('cancelled', 'the worker was terminated'));
  }

  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
    this.terminate();
  }

  /** Sends a job. The promise settles with its answer, or when the signal aborts. `onLate` receives the answer of a job
   * that was aborted too late. */
  _run(method, args, { signal, onProgress, onLate, transfer = [] }) {
    if (this.#isTerminated) return Promise.reject(new VrmError('cancelled', `${method}: the worker was terminated`));
    if (onProgress !== undefined && typeof onProgress !== 'function')
      throw wrong('options.onProgress', 'a function', onProgress);
    if (signal !== undefined && typeof signal?.addEventListener !== 'function')
      throw wrong('options.signal', 'an AbortSignal', signal);
    if (signal?.aborted) return Promise.reject(new VrmError('cancelled', `${method}: cancelled`));
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#thread.postMessage({ cancel: id });
        this.#end(id);
        if (onLate) this.#late.set(id, onLate);
        reject(new VrmError('cancelled', `${method}: cancelled`, undefined, { cause: signal.reason }));
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#jobs.set(id, { resolve, reject, onProgress, done: () => signal?.removeEventListener('abort', onAbort) });
      this.#thread.ref?.();
      try {
        this.#thread.postMessage({ id, method, args }, transfer);
      } catch (error) {
        this.#end(id);
        reject(
          new TypeError(`${method}: what was given cannot be sent to a worker: ${error.message}`, { cause: error }),
        );
      }
    });
  }

  _forget(model) {
    if (!this.#isTerminated) this._run('dispose', { model }, {}).catch(() => {});
  }

  #end(id) {
    const job = this.#jobs.get(id);
    this.#jobs.delete(id);
    job?.done();
    if (this.#jobs.size === 0) this.#thread.unref?.();
    return job;
  }

  #endAll(error) {
    for (const id of [...this.#jobs.keys()]) this.#end(id).reject(error);
  }

  #receive({ id, value, error, stage, fraction }) {
    if (stage !== undefined) {
      this.#jobs.get(id)?.onProgress?.({ stage, fraction });
      return;
    }
    const job = this.#end(id);
    if (!job) {
      // cancelled meanwhile
      if (value) this.#late.get(id)?.(value);
      this.#late.delete(id);
      return;
    }
    if (error) job.reject(rebuilt(error));
    else job.resolve(value);
  }
}

export class RemoteModel {
  #worker;
  #model;
  #isDisposed = false;
  info;
  meta;
  report;

  constructor(key, worker, { model, ...facts }) {
    if (key !== construct) throw new TypeError('a RemoteModel is made by VrmWorker.load()');
    this.#worker = worker;
    this.#model = model;
    Object.assign(this, facts);
    forgotten.register(this, { worker, model }, this);
  }

  get isDisposed() {
    return this.#isDisposed || this.#worker.isTerminated;
  }

  async #run(method, args = {}, options = {}, onLate = undefined) {
    if (this.isDisposed) throw new Error('this RemoteModel was disposed');
    checkObject('options', options);
    const { signal, onProgress, ...given } = options;
    return this.#worker._run(method, { model: this.#model, options: given, ...args }, { signal, onProgress, onLate });
  }

  async #change(method, options) {
    const take = ({ result, ...facts }) => {
      Object.assign(this, facts);
      return result;
    };
    return take(await this.#run(method, {}, options, take)); // a change that was cancelled too late has been made
  }

  json(options) {
    return this.#run('json', {}, options);
  }
  image(index, options) {
    return this.#run('image', { index }, options);
  }
  validate(options) {
    return this.#run('validateModel', {}, options);
  }
  migrate(options) {
    return this.#change('migrate', options);
  }
  normalize(options) {
    return this.#change('normalize', options);
  }
  optimize(options) {
    return this.#change('optimize', options);
  }
  save(options) {
    return this.#run('save', {}, options);
  }
  thumbnail(options) {
    return this.#run('thumbnail', {}, options);
  }

  dispose() {
    if (this.isDisposed) return;
    this.#isDisposed = true;
    forgotten.unregister(this);
    this.#worker._forget(this.#model);
  }

  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
    this.dispose();
  }
}
