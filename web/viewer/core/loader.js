// SPDX-License-Identifier: MIT
// Opens a file: a worker reads and tries it first, so that a broken or huge file does not harm the page; then
// it is drawn, and validated in the worker after the first picture. A new file cancels the one before.
import { VrmWorker } from '../libvrm/worker.js';
import { copied, othersTurn } from './turn.js';

export class Loader {
  #worker = null;
  #abort = null;

  constructor(report) {
    this.report = report; // ({ name, size, stage, fraction }) or null when done
  }

  async #open() {
    if (this.#worker?.isTerminated) this.#worker = null;
    this.#worker ??= VrmWorker.create();
    this.#worker = await this.#worker;
    return this.#worker;
  }

  cancel() {
    this.#abort?.abort();
  }

  get isLoading() {
    return this.#abort !== null;
  }

  /** `read` resolves with the bytes; `show` gets bytes and a signal, and puts the avatar on the stage. `isTried` false
   * skips the trial in the worker, for files that are known to be valid. Resolves with the result of show(); null if
   * cancelled. */
  async load(name, size, read, { files, isTried = true }, show) {
    this.cancel();
    const abort = new AbortController(),
      { signal } = abort;
    this.#abort = abort;
    const say = (stage, fraction) => this.#abort === abort && this.report({ name, size, stage, fraction });
    try {
      say('reading', 0.05);
      const bytes = await read(signal);
      signal.throwIfAborted();
      if (isTried) {
        say('parsing', 0.25);
        const worker = await this.#open();
        const copy = await copied(bytes);
        const remote = await worker.load(copy, {
          files,
          transfer: true,
          signal,
          onProgress: ({ fraction }) => say('parsing', 0.25 + fraction * 0.25),
        });
        remote.dispose();
      }
      say('drawing', 0.6);
      await othersTurn();
      const shown = await show(bytes, signal);
      signal.throwIfAborted();
      return shown;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      if (this.#abort === abort) {
        this.#abort = null;
        this.report(null);
      }
    }
  }

  /** The findings of a file, computed in the worker. */
  async validate(bytes, files) {
    const worker = await this.#open();
    return worker.validate(await copied(bytes), { files, transfer: true });
  }
}

/** Readers for load(): of a File, and of an address. */
export const readFile = (file) => async () => new Uint8Array(await file.arrayBuffer());

export const fetchFile = (url, options) => async (signal) => {
  const response = await fetch(url, { signal, cache: 'no-store', ...options });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};
