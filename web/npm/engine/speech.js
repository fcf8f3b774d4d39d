// SPDX-License-Identifier: MIT
// A sound that is loaded as a whole: a page plays it, and faces move their lips to it.
import { VrmError, checkBytes, checkObject, wrong } from './errors.js';
import { Lip } from './lip.js';
import { Ears, enter, facesOf, hasTurn, leave, sharedContext } from './sound.js';
import { SpeechMarks } from './speech_marks.js';

const construct = Symbol('construct');

const wait = (milliseconds) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Browsers block sound before a user gesture; resume() then stays pending. */
async function running(context) {
  if (context.state !== 'running') await Promise.race([context.resume(), wait(300)]);
  if (context.state !== 'running')
    throw new DOMException(
      'the browser plays no sound before the user has clicked or typed in the page',
      'NotAllowedError',
    );
}

const tickTime = 100; // milliseconds between two readings of the clock
const ahead = 1.2; // seconds that frames are fed ahead

async function soundBytes(source, signal) {
  if (source instanceof Blob) return source.arrayBuffer();
  if (typeof source !== 'string' && !(source instanceof URL)) return checkBytes('source', source).slice().buffer;
  const response = await fetch(source, { signal });
  if (!response.ok) throw new VrmError('io', `${response.url}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

async function decoded(bytes) {
  try {
    return await new OfflineAudioContext(1, 1, 48000).decodeAudioData(bytes);
  } catch (error) {
    throw new VrmError('invalid', `the sound cannot be decoded: ${error.message}`, undefined, { cause: error });
  }
}

const calibrationTime = 20; // seconds of a sound that calibrate the lips, while the page waits

const powerOf = (samples) => samples.reduce((sum, value) => sum + value * value, 0);

/** The mean of all channels. If they cancel each other out, or most are silent, the mean is far softer than the loudest
 * channel, which is used instead; the command does the same. */
function mixed(buffer) {
  const { numberOfChannels } = buffer,
    channels = Array.from({ length: numberOfChannels }, (_, channel) => buffer.getChannelData(channel));
  if (numberOfChannels === 1) return channels[0].slice();
  const mix = channels[0].map((_, i) => channels.reduce((sum, samples) => sum + samples[i], 0) / numberOfChannels);
  const powers = channels.map(powerOf),
    most = Math.max(...powers);
  return powerOf(mix) < most / 16 ? channels[powers.indexOf(most)].slice() : mix;
}

/** The loudest part of a sound. */
function loudestPart(samples, length) {
  let best = samples.subarray(0, length),
    most = -1;
  for (let begin = 0; begin < samples.length; begin += length) {
    const part = samples.subarray(begin, begin + length),
      power = powerOf(part);
    if (power > most) [best, most] = [part, power];
  }
  return best;
}

/** A Lip that is calibrated to the voice of a whole sound. */
async function lipFor(samples, sampleRate) {
  const lip = await Lip.create({ sampleRate });
  lip.calibrate(loudestPart(samples, Math.ceil(calibrationTime * sampleRate))); // no-op without speech
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
    const latency = context.outputLatency || context.baseLatency || 0;
    const position = () => context.currentTime - start - latency;
    const track = options.face ? (marks ? new MarksTrack(marks) : new Track(lip, this.#samples)) : null,
      mouths = new Ears(faces, (face) => new Mouth(face, track));
    const follow = () => {
      track?.analyse(position() + ahead);
      const now = position(); // one time for all faces: the clock runs on between two readings
      for (const mouth of mouths.now) mouth.follow(now);
    };
    follow();
    const timer = setInterval(follow, tickTime);
    return new Promise((resolve) => {
      this.#playing = (isWhole) => {
        this.#playing = null;
        clearInterval(timer);
        node.onended = null;
        if (!isWhole) node.stop();
        node.disconnect();
        mouths.close();
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
