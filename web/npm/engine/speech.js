// SPDX-License-Identifier: MIT
// A sound that is loaded as a whole: a page plays it, and faces move their lips to it.
import { decoded, mixed, powerOf } from './decode.js';
import { fetchBytes } from './download.js';
import { VrmError, checkBytes, checkObject, wrong } from './errors.js';
import { Lip } from './lip.js';
import { follow, heardPosition, running } from './playback.js';
import { facesOf, sharedContext } from './sound.js';
import { SpeechMarks } from './speech_marks.js';
import { playStream } from './speech_stream.js';

const construct = Symbol('construct');

async function soundBytes(source, signal) {
  if (source instanceof Blob) return source.arrayBuffer();
  if (typeof source !== 'string' && !(source instanceof URL)) return checkBytes('source', source).slice().buffer;
  return fetchBytes(source, signal);
}

const calibrationTime = 20; // seconds of a sound that calibrate the lips, while the page waits

/** The loudest part of a sound. */
function loudestPart(samples, sampleRate) {
  const length = Math.ceil(calibrationTime * sampleRate);
  let best = samples.subarray(0, length),
    most = -1;
  for (let begin = 0; begin < samples.length; begin += length) {
    const part = samples.subarray(begin, begin + length),
      power = powerOf(part, sampleRate);
    if (power > most) [best, most] = [part, power];
  }
  return best;
}

/** A Lip that is calibrated to the voice of a whole sound. */
async function lipFor(samples, sampleRate) {
  const lip = await Lip.create({ sampleRate });
  lip.calibrate(loudestPart(samples, sampleRate)); // no-op without speech
  return lip;
}

export class Speech {
  #buffer;
  #samples;
  #playing = null; // stops the current playback
  #turn = 0; // changes when playback starts or stops

  static async load(source, options = {}) {
    checkObject('options', options);
    if (typeof OfflineAudioContext !== 'function') throw new VrmError('unsupported', 'there is no Web Audio here');
    const buffer = source instanceof AudioBuffer ? source : await decoded(await soundBytes(source, options.signal));
    return new Speech(construct, buffer);
  }

  constructor(key, buffer) {
    if (key !== construct) throw new TypeError('a Speech is made by Speech.load()');
    this.#buffer = buffer;
    this.#samples = mixed(buffer);
  }

  get duration() {
    return this.#buffer.duration;
  }
  get isPlaying() {
    return this.#playing !== null;
  }

  async frames() {
    const lip = await lipFor(this.#samples, this.#buffer.sampleRate);
    try {
      return [...lip.feed(this.#samples), ...lip.finish()];
    } finally {
      lip.dispose();
    }
  }

  stop() {
    this.#turn++;
    this.#playing?.(false);
  }

  static async playStream(chunks, options = {}) {
    return playStream(chunks, options);
  }

  async play(options = {}) {
    checkObject('options', options);
    const { marks, onStart, context = sharedContext(), destination = context.destination } = options,
      faces = facesOf(options);
    if (onStart !== undefined && typeof onStart !== 'function') throw wrong('options.onStart', 'a function', onStart);
    if (marks !== undefined && !(marks instanceof SpeechMarks)) throw wrong('options.marks', 'SpeechMarks', marks);
    this.stop();
    const turn = this.#turn;
    await running(context);
    const lip = options.face && !marks ? await lipFor(this.#samples, this.#buffer.sampleRate) : null;
    if (turn !== this.#turn) {
      // stopped or started again meanwhile
      lip?.dispose();
      return false;
    }
    const node = new AudioBufferSourceNode(context, { buffer: this.#buffer });
    node.connect(destination);
    const start = context.currentTime;
    node.start(start);
    const track = options.face ? (marks ? new MarksTrack(marks) : new Track(lip, this.#samples)) : null,
      mouths = track && follow(track, faces, heardPosition(context, start));
    return new Promise((resolve) => {
      this.#playing = (isWhole) => {
        this.#playing = null;
        node.onended = null;
        if (!isWhole) node.stop();
        node.disconnect();
        mouths?.close();
        lip?.dispose();
        resolve(isWhole);
      };
      node.onended = () => this.#playing?.(true);
      onStart?.();
    });
  }
}

/** The frames of a whole sound, analysed a little ahead. */
class Track {
  frames = [];
  #lip;
  #samples;
  #fed = 0; // samples

  constructor(lip, samples) {
    this.#lip = lip;
    this.#samples = samples;
  }

  analyse(until) {
    const end = Math.min(this.#samples.length, Math.ceil(until * this.#lip.sampleRate));
    if (this.#lip.isDisposed || this.#fed >= this.#samples.length || end <= this.#fed) return;
    this.frames.push(...this.#lip.feed(this.#samples.subarray(this.#fed, end)));
    this.#fed = end;
    if (end === this.#samples.length) this.frames.push(...this.#lip.finish());
  }
}

/** The frames of speech marks, as many as a face can keep. */
class MarksTrack {
  frames = [];
  #all;

  constructor(marks) {
    this.#all = marks.frames;
  }

  analyse(until) {
    while (this.frames.length < this.#all.length && this.#all[this.frames.length].time <= until)
      this.frames.push(this.#all[this.frames.length]);
  }
}
