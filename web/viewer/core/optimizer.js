// SPDX-License-Identifier: MIT
// Makes the open file smaller in a worker, shows the result beside it, and takes it as a change or discards it. Emits
// 'optimizer'.
import { loadPlatforms } from './platforms.js';
import { othersTurn } from './turn.js';
import { t } from './words.js';

/** Choices to begin with; what a choice does not name is as in `lossless`. */
export const presets = {
  lossless: {
    dropsUnboundMorphs: false,
    dropsIdleNodes: false,
    dropsMorphNormals: false,
    quantizes: false,
    foldsBones: false,
    joinsMeshes: false,
    triangles: 100, // percent that stay
    springJoints: 100,
    maxSide: 0, // pixels; 0: any
    format: 'keep',
    quality: 85,
  },
  smaller: { dropsUnboundMorphs: true, maxSide: 2048 },
  platforms: { dropsUnboundMorphs: true, dropsIdleNodes: true, foldsBones: true, joinsMeshes: true, maxSide: 1024 },
  web: { dropsUnboundMorphs: true, quantizes: true, maxSide: 2048, format: 'webp' },
};

const waitMs = 400; // after the last change of an option
const pieceSize = 4 << 20; // bytes

export class Optimizer {
  wish = presets.lossless;
  preset = 'lossless';
  result = null; // of the last run: { bytes, before, after, findings, pictures, wish }
  error = null;
  isRunning = false;
  platforms = [];
  #app;
  #worker = null;
  #runs = 0; // that began or were ended
  #timer = 0;
  #isTaking = false;
  #document = null; // that the newest run is of
  #model = null; // of the document that the result is of

  constructor(app) {
    this.#app = app;
    app.on('document', () => app.document.model !== this.#model && this.#follow());
  }

  /** After a change of the file: the result is out of date; a run that was asked for begins again. */
  #follow() {
    const isWanted = (this.#timer !== 0 || this.isRunning) && this.#document === this.#app.document;
    this.discard();
    if (isWanted) this.#runSoon();
  }

  /** Changes options; after a first run, runs again. */
  choose(changes, preset = null) {
    this.wish = { ...this.wish, ...changes };
    this.preset = preset;
    if (this.result || this.isRunning || preset) this.#runSoon();
    this.#app.emit('optimizer');
  }

  choosePreset(name) {
    this.choose({ ...presets.lossless, ...presets[name] }, name);
  }

  #runSoon() {
    this.#forgetTimer();
    this.#document = this.#app.document;
    this.#timer = setTimeout(() => this.run(), waitMs);
  }

  /** Runs with the present options; a run under way is cancelled. */
  async run() {
    this.#forgetTimer();
    this.#end();
    const { document } = this.#app,
      { wish } = this,
      turn = this.#runs;
    if (!document) return;
    this.#document = document;
    Object.assign(this, { isRunning: true, error: null });
    this.#app.emit('optimizer');
    try {
      const platforms = (this.platforms = await loadPlatforms());
      const bytes = document.isChanged ? await document.save() : document.bytes;
      if (turn !== this.#runs || wish !== this.wish || document !== this.#app.document) return;
      this.#model = document.model;
      this.#start({ ...jobOf(wish, document.info.counts), bytes, files: document.files, platforms }, wish);
    } catch (error) {
      if (turn === this.#runs) this.#finish({ error: error.message });
    }
  }

  /** Sends a copy of the bytes in pieces: copying 50 MB at once would block the page. */
  async #send(worker, { bytes, ...job }) {
    for (let at = 0; at < bytes.length && worker === this.#worker; at += pieceSize) {
      const piece = bytes.slice(at, at + pieceSize);
      worker.postMessage({ piece }, [piece.buffer]);
      await othersTurn();
    }
    worker.postMessage({ job });
  }

  #start(job, wish) {
    const worker = new Worker(new URL('optimize_worker.js', import.meta.url), { type: 'module' });
    this.#worker = worker;
    worker.onmessage = ({ data }) => {
      if (worker !== this.#worker) return;
      this.#finish(data.result ? { result: { ...data.result, wish } } : data);
    };
    worker.onerror = ({ message }) => worker === this.#worker && this.#finish({ error: message || t('optimizeDied') });
    this.#send(worker, job);
  }

  #forgetTimer() {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  #end() {
    this.#runs++;
    this.#worker?.terminate();
    this.#worker = null;
  }

  async #finish({ result = null, error = null }) {
    this.#end();
    Object.assign(this, { isRunning: false, error, result });
    this.#app.emit('optimizer');
    if (result) await this.#show(result);
  }

  /** Puts the result on the stage, at the place of the open avatar. */
  async #show(result) {
    const { state, view } = this.#app;
    try {
      this.#app.endComparison();
      state.set('crowd', 1);
      await view.cast.showOver(result.bytes, () => this.result === result);
    } catch (error) {
      if (this.result === result) this.error = error.message;
    }
    this.#app.emit('optimizer');
  }

  /** Makes the result the open file; this can be undone. */
  async take() {
    if (this.#isTaking) return;
    const { bytes } = this.result;
    const percent = Math.round((100 * bytes.length) / this.#app.document.size);
    this.#isTaking = true;
    const isTaken = await this.#app.change({
      label: t('optimizedTo', { percent }),
      bytes,
      isVisible: true,
      of: this.#model,
    });
    this.#isTaking = false;
    if (isTaken) this.discard();
  }

  discard() {
    this.#forgetTimer();
    this.#end();
    const { view } = this.#app;
    Object.assign(this, { isRunning: false, error: null, result: null });
    if (view.cast?.over) view.cast.dropOver();
    this.#app.emit('optimizer');
  }
}

/** Options of optimize() and of the pictures. */
function jobOf(wish, counts) {
  const { triangles, springJoints, maxSide, format, quality, ...options } = wish;
  const share = (percent, count) => (percent < 100 ? Math.max(1, Math.round((count * percent) / 100)) : 0);
  return {
    options: {
      ...options,
      maxTriangles: share(triangles, counts.triangles),
      maxSpringJoints: share(springJoints, counts.springJoints),
    },
    pictures: { maxSide, format, quality: quality / 100 },
  };
}
