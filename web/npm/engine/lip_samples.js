// SPDX-License-Identifier: MIT
// What runs beside the sound: gives the samples that it hears to the page, 512 at a time. sound.js starts the text of
// the function from an address of its own making; where a policy forbids that, lip_worklet.js. That is a copy of this
// file: Parcel breaks a page in which one file is both imported and an address.
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
        if (!samples) return !this.#isOver; // nothing is connected now
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
