// SPDX-License-Identifier: MIT
// Faces that move their lips to a sound while a page plays it.
import { Ears, enter, hasTurn, leave } from './sound.js';

const wait = (milliseconds) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Browsers block sound before a user gesture; resume() then stays pending. */
export async function running(context) {
  if (context.state !== 'running') await Promise.race([context.resume(), wait(300)]);
  if (context.state !== 'running')
    throw new DOMException(
      'the browser plays no sound before the user has clicked or typed in the page',
      'NotAllowedError',
    );
}

const tickTime = 100; // milliseconds between two readings of the clock
const ahead = 1.2; // seconds that frames are fed ahead

/** A function that tells how many seconds of a sound have been heard. `start`: when it began, by the context's clock. */
export function heardPosition(context, start) {
  const latency = context.outputLatency || context.baseLatency || 0;
  return () => context.currentTime - start - latency;
}

/** Moves the lips of `faces` to a track until close() is called. The track has `frames`, and analyse(seconds) adds those
 * up to a time. */
export function follow(track, faces, position) {
  const mouths = new Ears(faces, (face) => new Mouth(face, track));
  const tick = () => {
    track.analyse(position() + ahead);
    const now = position(); // one time for all faces: the clock runs on between two readings
    for (const mouth of mouths.now) mouth.follow(now);
  };
  tick();
  const timer = setInterval(tick, tickTime);
  return {
    update: tick, // when frames have come that are due before the next tick
    close() {
      clearInterval(timer);
      mouths.close();
    },
  };
}

/** Feeds the frames of a track to a face, whose clock follows the sound. */
class Mouth {
  isLive = false;
  #face;
  #track;
  #told = -1; // frames that the face has; -1: the sound has not started for it

  constructor(face, track) {
    this.#face = face;
    this.#track = track;
    enter(face, this);
  }

  /** Feeds the frames up to `position` seconds. */
  follow(position) {
    const face = this.#face,
      { frames } = this.#track;
    if (face.isDisposed) return;
    if (!hasTurn(face, this)) {
      this.#told = -1; // starts again later
      return;
    }
    if (this.#told < 0) {
      face.beginSound();
      this.#told = frames.findIndex(({ time }) => time >= position - 0.1);
      if (this.#told < 0) this.#told = frames.length;
    }
    face.syncSound(position);
    if (this.#told < frames.length) face.hear(frames.slice(this.#told));
    this.#told = frames.length;
  }

  close() {
    if (!this.#face.isDisposed && hasTurn(this.#face, this)) this.#face.setVowels([0, 0, 0, 0, 0]);
    leave(this.#face, this);
  }
}
