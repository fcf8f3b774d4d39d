// SPDX-License-Identifier: MIT
// Inputs of the face: a weight for each expression, an occasional blink, a short mouth motion. The
// runtime applies overrides.
const vowels = ['aa', 'ih', 'ou', 'ee', 'oh'];

export class Face {
  wishes = new Map(); // by name; an expression without an entry is left to clips and blinking
  isBlinkingAlone = true;
  #time = 0;
  #blinkAt = 2;
  #speechUntil = 0;

  wish(name, weight) {
    if (weight > 0) this.wishes.set(name, weight);
    else this.wishes.delete(name);
  }

  clear() {
    this.wishes.clear();
    this.#speechUntil = 0;
  }

  blink() {
    this.#blinkAt = this.#time;
  }

  /** Moves the mouth for so many seconds. */
  speak(seconds = 2.5) {
    this.#speechUntil = this.#time + seconds;
  }

  advance(seconds, isAlive) {
    this.#time += seconds;
    if (isAlive && this.isBlinkingAlone && this.#time > this.#blinkAt + 0.3) this.#blinkAt = this.#time + 2.2 + ((this.#time * 7.31) % 3);
  }

  /** Weights of this moment, by name. */
  weights() {
    const weights = new Map(this.wishes);
    const since = this.#time - this.#blinkAt;
    if (since >= 0 && since < 0.24 && !this.wishes.has('blink')) weights.set('blink', Math.sin((since / 0.24) * Math.PI));
    if (this.#time < this.#speechUntil) {
      const beat = this.#time * 7, vowel = vowels[Math.floor(beat) % 5];
      weights.set(vowel, Math.max(weights.get(vowel) ?? 0, 0.9 * Math.sin((beat % 1) * Math.PI)));
    }
    return weights;
  }
}
