// SPDX-License-Identifier: MIT
// Speech that arrives in pieces while it plays, as speech engines send it.
import { decoded, mixed } from './decode.js';
import { VrmError, checkBytes, checkNumber, checkObject, wrong } from './errors.js';
import { Lip } from './lip.js';
import { follow, heardPosition, running } from './playback.js';
import { facesOf, sharedContext } from './sound.js';

const lead = 0.15; // seconds from the arrival of a piece to its sound, if nothing plays
const mostAhead = 10; // seconds that pieces are taken ahead of the sound
const defaultRate = 48000; // samples a second of decoded files
const longestSilence = 1; // seconds of a gap that the lips hear; the rest is skipped

// ---- Pieces ----

/** An iterator over the pieces. Not every browser iterates over a ReadableStream. */
function piecesOf(source) {
  if (typeof ReadableStream === 'function' && source instanceof ReadableStream) {
    const reader = source.getReader();
    return { next: () => reader.read(), return: () => reader.cancel() };
  }
  const iterate = source?.[Symbol.asyncIterator] ?? source?.[Symbol.iterator];
  if (!iterate) throw wrong('chunks', 'a ReadableStream or an iterable', source);
  return iterate.call(source);
}

const fileStarts = ['RIFF', 'OggS', 'fLaC', 'ID3'];

/** 16-bit little-endian samples in bytes that may be cut anywhere. */
class RawSamples {
  #odd = []; // the first byte of a sample whose second one is in the next piece
  #isFirst = true;

  read(bytes) {
    const all = this.#odd.length > 0 ? Uint8Array.of(...this.#odd, ...bytes) : bytes,
      count = all.length >> 1,
      view = new DataView(all.buffer, all.byteOffset, all.length);
    if (this.#isFirst && fileStarts.some((start) => [...start].every((c, i) => c.charCodeAt(0) === all[i])))
      throw new VrmError('invalid', 'with sampleRate, bytes are raw 16-bit samples; this is a file of sound');
    this.#isFirst &&= all.length === 0;
    this.#odd = [...all.subarray(2 * count)];
    return Float32Array.from({ length: count }, (_, i) => view.getInt16(2 * i, true) / 32768);
  }
}

/** Turns pieces into buffers of one sample rate. */
class PieceReader {
  #sampleRate;
  #isRaw;
  #raw = new RawSamples();

  constructor(sampleRate) {
    this.#isRaw = sampleRate !== undefined;
    this.#sampleRate = sampleRate ?? defaultRate;
  }

  /** An AudioBuffer, or null for an empty piece. */
  async read(piece) {
    if (piece instanceof AudioBuffer) {
      if (piece.sampleRate === this.#sampleRate) return piece.length > 0 ? piece : null;
      throw new RangeError(`an AudioBuffer of ${piece.sampleRate} samples a second in a stream of ${this.#sampleRate}`);
    }
    if (piece instanceof Blob) return decoded(await piece.arrayBuffer(), this.#sampleRate);
    if (piece instanceof Float32Array || piece instanceof Int16Array) {
      if (!this.#isRaw) throw new TypeError('options.sampleRate is needed for samples');
      return this.#filled(piece instanceof Int16Array ? Float32Array.from(piece, (value) => value / 32768) : piece);
    }
    const bytes = checkBytes('a piece of the stream', piece);
    if (this.#isRaw) return this.#filled(this.#raw.read(bytes));
    return bytes.length > 0 ? decoded(bytes.slice().buffer, this.#sampleRate) : null;
  }

  #filled(samples) {
    if (samples.length === 0) return null;
    const buffer = new AudioBuffer({ length: samples.length, sampleRate: this.#sampleRate });
    buffer.copyToChannel(samples, 0);
    return buffer;
  }
}

// ---- Lips ----

/** Frames of the pieces, by the time of the whole sound. */
export class StreamTrack {
  frames = [];
  #lip;
  #waiting = []; // samples that were not analysed yet
  #taken = 0; // samples, those that wait included
  #analysed = 0; // samples
  #shifts = [{ from: 0, by: 0 }]; // from a time of the Lip on, frames are that much later
  #isOver = false;

  constructor(lip) {
    this.#lip = lip;
  }

  get #last() {
    return this.#shifts.at(-1);
  }

  add(samples) {
    this.#waiting.push(samples);
    this.#taken += samples.length;
  }

  addSilence(seconds) {
    const heard = Math.min(seconds, longestSilence),
      { sampleRate } = this.#lip;
    this.add(new Float32Array(Math.round(heard * sampleRate)));
    if (seconds > heard) this.#shifts.push({ from: this.#taken / sampleRate, by: this.#last.by + seconds - heard });
  }

  finish() {
    this.#isOver = true;
  }

  #keep(frames) {
    for (const frame of frames)
      this.frames.push({ ...frame, time: frame.time + this.#shifts.findLast(({ from }) => frame.time >= from).by });
  }

  analyse(until) {
    const lip = this.#lip;
    if (lip.isDisposed) return;
    while (this.#waiting.length > 0 && this.#analysed / lip.sampleRate + this.#last.by < until) {
      const samples = this.#waiting.shift();
      this.#keep(lip.feed(samples));
      this.#analysed += samples.length;
    }
    if (this.#isOver && this.#waiting.length === 0) {
      this.#isOver = false;
      this.#keep(lip.finish());
    }
  }
}

// ---- Playing ----

/** Sounds one after another, without a gap as long as they come in time. */
class Queue {
  #context;
  #destination;
  #nodes = new Set();
  #next; // when the next one begins, by the context's clock
  onEmpty = null;

  constructor(context, destination) {
    this.#context = context;
    this.#destination = destination;
    this.#next = context.currentTime + lead;
  }

  get next() {
    return this.#next;
  }
  get ahead() {
    return this.#next - this.#context.currentTime;
  }
  get isEmpty() {
    return this.#nodes.size === 0;
  }

  /** Returns the seconds of silence before it. */
  add(buffer) {
    const silence = this.ahead < 0.01 ? lead - this.ahead : 0,
      node = new AudioBufferSourceNode(this.#context, { buffer });
    this.#next += silence;
    node.connect(this.#destination);
    node.start(this.#next);
    node.onended = () => {
      node.disconnect();
      this.#nodes.delete(node);
      if (this.isEmpty) this.onEmpty?.();
    };
    this.#nodes.add(node);
    this.#next += buffer.duration;
    return silence;
  }

  stop() {
    for (const node of this.#nodes) {
      node.onended = null;
      node.stop();
      node.disconnect();
    }
    this.#nodes.clear();
  }
}

const delay = (seconds) =>
  new Promise((resolve) => {
    setTimeout(resolve, 1000 * seconds);
  });

/** Resolves with the last step of an iterator when the signal is aborted. */
const abortOf = (signal) =>
  new Promise((resolve) => {
    const end = () => resolve({ done: true });
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end, { once: true });
  });

/** Adds the pieces to `sound` as they come, and waits until all were heard. Resolves with false when aborted. */
async function playPieces(pieces, reader, sound, signal) {
  const aborted = abortOf(signal);
  for (;;) {
    const { done, value } = await Promise.race([aborted, pieces.next()]);
    if (done) break;
    const buffer = await reader.read(value);
    if (signal?.aborted) break;
    if (buffer !== null) sound.add(buffer);
    while (sound.ahead > mostAhead && !signal?.aborted) await Promise.race([aborted, delay(1)]);
  }
  if (!signal?.aborted) await Promise.race([aborted, sound.finish()]);
  return !signal?.aborted;
}

/** What is heard and seen of the pieces. */
class StreamSound {
  #options;
  #track;
  #queue = null; // before the first piece
  #isSilent = false; // the sound has run out
  #mouths = null;

  constructor(lip, options) {
    this.#track = lip && new StreamTrack(lip);
    this.#options = options;
  }

  get ahead() {
    return this.#queue?.ahead ?? 0;
  }

  #tellGap(isSilent) {
    if (isSilent === this.#isSilent) return;
    this.#isSilent = isSilent;
    this.#options.onGap?.(isSilent);
  }

  #begin() {
    const { context, destination, faces, onStart } = this.#options;
    this.#queue = new Queue(context, destination);
    this.#queue.onEmpty = () => this.#tellGap(true);
    if (this.#track) this.#mouths = follow(this.#track, faces, heardPosition(context, this.#queue.next));
    onStart?.();
  }

  add(buffer) {
    if (this.#queue === null) this.#begin();
    const silence = this.#queue.add(buffer);
    if (silence > 0) this.#track?.addSilence(silence);
    this.#track?.add(mixed(buffer));
    this.#mouths?.update();
    this.#tellGap(false);
  }

  /** Resolves when the last piece was heard. */
  finish() {
    this.#track?.finish();
    return new Promise((resolve) => {
      if (this.#queue === null || this.#queue.isEmpty) resolve();
      else this.#queue.onEmpty = resolve;
    });
  }

  close() {
    this.#queue?.stop();
    this.#mouths?.close();
  }
}

export async function playStream(chunks, options) {
  checkObject('options', options);
  const { sampleRate, onStart, onGap, signal, context = sharedContext(), destination = context.destination } = options,
    faces = facesOf(options);
  if (sampleRate !== undefined) checkNumber('options.sampleRate', sampleRate);
  if (sampleRate < 8000 || sampleRate > 96000)
    throw new RangeError(`options.sampleRate must be 8000 to 96000, not ${sampleRate}`);
  if (onStart !== undefined && typeof onStart !== 'function') throw wrong('options.onStart', 'a function', onStart);
  if (onGap !== undefined && typeof onGap !== 'function') throw wrong('options.onGap', 'a function', onGap);
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw wrong('options.signal', 'an AbortSignal', signal);
  const pieces = piecesOf(chunks);
  let lip = null,
    sound = null;
  try {
    await running(context);
    lip = options.face ? await Lip.create({ sampleRate: sampleRate ?? defaultRate }) : null;
    sound = new StreamSound(lip, { context, destination, faces, onStart, onGap });
    return await playPieces(pieces, new PieceReader(sampleRate), sound, signal);
  } finally {
    sound?.close();
    lip?.dispose();
    Promise.resolve(pieces.return?.()).catch(() => {}); // the rest is not wanted, or there is none
  }
}
