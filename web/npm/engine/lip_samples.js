// SPDX-License-Identifier: MIT
// Runs in the audio thread: sends its input to the page, 512 samples at a time. sound.js loads the text of
// the function from a blob address, or lip_worklet.js where a policy forbids that. lip_worklet.js is a copy
// of this file, because Parcel breaks pages in which one file is both imported and an address.
export function runInWorklet() {
  const length = 512;
  registerProcessor(
    'libvrm-samples',
    class extends AudioWorkletProcessor {
      #block = new Float32Array(length);
      #count = 0;
      #isOver = false;

      constructor() {
        super();
        this.port.onmessage = () => {
          this.#isOver = true;
        };
      }

      process([[samples]]) {
        if (!samples) return !this.#isOver; // no source is connected
        for (const sample of samples) {
          this.#block[this.#count++] = sample;
          if (this.#count < length) continue;
          this.port.postMessage(this.#block, [this.#block.buffer]);
          this.#block = new Float32Array(length);
          this.#count = 0;
        }
        return !this.#isOver;
      }
    },
  );
}

if (typeof registerProcessor === 'function') runInWorklet();
