// SPDX-License-Identifier: MIT
// What the avatar of an element says: one speech at a time, and a media element of the page whose sound moves its lips.
// The host is the element:
//
//   actor, face         actor and face of the avatar; null without one
//   isReady, ready()    whether there is an avatar; resolves when there is
//   wake()              draws again for a while
//   tell(event)         fires an event
//   fail(error)         tells an error
import { checkObject, wrong } from '../engine/errors.js';
import { Lip } from '../engine/lip.js';
import { Speech } from '../engine/speech.js';

/** Whether a source arrives in pieces. */
const isStreamed = (source) => source instanceof ReadableStream || source?.[Symbol.asyncIterator] !== undefined;

/** Whether a track or media element has ended; a media element may play again. */
const isEnded = (target) => target.readyState === 'ended' || target.ended === true;

export class Voice {
  #host;
  #speech = null; // current speech: { stop }
  #hushes = 0; // calls of hush(); a speech that was waiting compares it
  #ear = null; // listener to a media element of the page: { stop }
  #heard = null; // that media element, while Lip.listen() waits

  constructor(host) {
    this.#host = host;
  }

  get isSpeaking() {
    return this.#speech !== null;
  }

  /** Whether the mouth may move. */
  get isActive() {
    return this.#speech !== null || this.#ear !== null;
  }

  // ---- A media element of the page ----

  /** Moves the lips whenever a media element plays. */
  async hear(media) {
    this.deafen();
    this.#heard = media;
    const { face } = this.#host;
    try {
      const listener = await Lip.listen(media, { face });
      if (this.#host.face !== face || this.#heard !== media) listener.stop();
      else this.#ear = listener;
    } catch (error) {
      this.#host.fail(error);
    }
  }

  deafen() {
    this.#ear?.stop();
    this.#ear = this.#heard = null;
  }

  // ---- Speech ----

  async say(source, options) {
    checkObject('options', options);
    const { signal, sampleRate, marks, onStart, onGap } = options;
    if (signal !== undefined && !(signal instanceof AbortSignal))
      throw wrong('options.signal', 'an AbortSignal', signal);
    const hushes = this.#hushes;
    if (!this.#host.isReady) await this.#host.ready();
    signal?.throwIfAborted();
    if (hushes !== this.#hushes) return false;
    this.#speech?.stop();
    const { face } = this.#host,
      isLive = source instanceof HTMLMediaElement || source instanceof MediaStream;
    const mine = {
      isOver: false,
      stop: () => {
        mine.isOver = true;
      },
    };
    this.#speech = mine;
    const end = () => mine.stop();
    signal?.addEventListener('abort', end, { once: true });
    try {
      if (isLive) return await this.#follow(source, face, mine);
      return await (isStreamed(source)
        ? this.#speakStream(source, { sampleRate, onGap }, face, mine, onStart)
        : this.#speak(source, face, mine, { signal, marks, onStart }));
    } finally {
      signal?.removeEventListener('abort', end);
      if (this.#speech === mine) this.#speech = null;
    }
  }

  hush() {
    this.#hushes++;
    this.#speech?.stop();
  }

  /** The avatar is gone: ends what is said, but not what waits for the next avatar. */
  leave() {
    this.#speech?.stop();
    this.#speech = null;
    this.deafen();
  }

  /** Frames of a mouth without sound, for some seconds. */
  async mime(frames, seconds, begun) {
    this.#speech?.stop();
    const { actor } = this.#host,
      until = actor.time + seconds,
      { onStart, end } = this.#told(begun);
    actor.speak(frames);
    onStart();
    const mine = {};
    const isWhole = await new Promise((resolve) => {
      mine.stop = () => resolve(false);
      mine.step = () => actor.time >= until && resolve(true);
      this.#speech = mine;
    });
    if (!isWhole && !actor.isDisposed) actor.speak([]);
    if (this.#speech === mine) this.#speech = null;
    end();
    return isWhole;
  }

  /** After the actor's step. */
  step() {
    this.#speech?.step?.();
  }

  async #speak(source, face, mine, { signal, marks, onStart: begun }) {
    const isAddress = typeof source === 'string';
    const speech =
      source instanceof Speech
        ? source
        : await Speech.load(isAddress ? new URL(source, document.baseURI) : source, { signal });
    if (mine.isOver || this.#host.face !== face) return false;
    const { onStart, end } = this.#told(begun);
    const played = speech.play({ face, marks, onStart });
    mine.stop = () => {
      mine.isOver = true;
      speech.stop();
    };
    try {
      return (await played) && !mine.isOver;
    } finally {
      end();
    }
  }

  /** Speech that arrives while it plays. */
  async #speakStream(source, options, face, mine, begun) {
    const over = new AbortController(),
      { onStart, end } = this.#told(begun);
    mine.stop = () => {
      mine.isOver = true;
      over.abort();
    };
    try {
      return await Speech.playStream(source, { ...options, face, signal: over.signal, onStart });
    } finally {
      end();
    }
  }

  /** Tells the page of the beginning of a speech, and of its end if it has begun. */
  #told(begun) {
    let hasBegun = false;
    const onStart = () => {
      hasBegun = true;
      begun?.();
      this.#host.wake();
      this.#host.tell(new Event('speechstart'));
    };
    const end = () => {
      if (hasBegun) this.#host.tell(new Event('speechend'));
    };
    return { onStart, end };
  }

  /** Moves the lips to a live source until it ends or is stopped. */
  async #follow(source, face, mine) {
    const isStream = source instanceof MediaStream,
      targets = isStream ? source.getAudioTracks() : [source];
    const before = targets.map((target) => !isStream && isEnded(target)),
      over = new AbortController();
    const isOver = () => targets.every((target, i) => isEnded(target) && !before[i]);
    let timer = 0;
    const listener = await Lip.listen(source, { face });
    if (mine.isOver || this.#host.face !== face) {
      listener.stop();
      return false;
    }
    const { onStart, end } = this.#told();
    onStart();
    const isWhole = await new Promise((resolve) => {
      mine.stop = () => {
        mine.isOver = true;
        resolve(false);
      };
      for (const target of targets) target.addEventListener('ended', () => resolve(true), { signal: over.signal });
      if (isStream) timer = setInterval(() => isOver() && resolve(true), 200); // stopping a track fires no event
      if (isOver()) resolve(true); // it may have ended while Lip.listen() waited
    });
    over.abort();
    clearInterval(timer);
    listener.stop();
    end();
    return isWhole;
  }
}
