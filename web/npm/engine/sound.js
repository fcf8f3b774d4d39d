// SPDX-License-Identifier: MIT
// Sound of a page: heard as it comes (a microphone, a media element), or played from a file, with a face that moves its
// lips to it.
import { VrmError, checkBytes, checkObject, wrong } from './errors.js';
import { Face } from './face.js';
import { Lip } from './lip.js';
import { runInWorklet } from './lip_samples.js';

// ---- Contexts ----

let shared = null;

/** The page's one context, made when sound is first wanted. */
function sharedContext() {
  if (typeof AudioContext !== 'function') throw new VrmError('unsupported', 'there is no AudioContext here');
  if (shared === null || shared.state === 'closed') shared = new AudioContext();
  return shared;
}

const wait = (milliseconds) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Browsers hold sound back until the user has done something; resume() then waits without an answer. */
async function running(context) {
  if (context.state !== 'running') await Promise.race([context.resume(), wait(300)]);
  if (context.state !== 'running')
    throw new DOMException(
      'the browser plays no sound before the user has clicked or typed in the page',
      'NotAllowedError',
    );
}

// ---- Samples of a node ----

const withWorklet = new WeakMap(); // by context: the promise of its module

/** The function's own text is the module; where a policy forbids addresses of blobs, the file of the package. */
async function addModule(context) {
  const address = URL.createObjectURL(new Blob([`(${runInWorklet})()`], { type: 'text/javascript' }));
  try {
    await context.audioWorklet.addModule(address);
  } catch {
    await context.audioWorklet.addModule(new URL('./lip_worklet.js', import.meta.url));
  } finally {
    URL.revokeObjectURL(address);
  }
}

function loadWorklet(context) {
  if (!withWorklet.has(context)) withWorklet.set(context, addModule(context));
  return withWorklet.get(context);
}

const mono = { channelCount: 1, channelCountMode: 'explicit', channelInterpretation: 'speakers' };

/** The page may have disconnected a node of its own. */
function disconnect(node, from) {
  try {
    node.disconnect(from);
  } catch {} // it is what was wanted
}

/** Calls `heard` with the samples of a node, mixed into one channel; resolves with how to stop it. */
async function tap(context, node, heard) {
  try {
    await loadWorklet(context);
  } catch {
    return poll(context, node, heard); // no worklet in a page without https, or under a strict policy
  }
  const ear = new AudioWorkletNode(context, 'libvrm-samples', mono);
  ear.port.onmessage = ({ data }) => heard(data);
  node.connect(ear);
  ear.connect(context.destination); // its output is silence; what leads nowhere may not run
  return () => {
    ear.port.onmessage = null;
    ear.port.postMessage('over');
    disconnect(node, ear);
    ear.disconnect();
  };
}

/** The same by looking at the last samples again and again. A page that is busy for longer than they last misses some. */
function poll(context, node, heard) {
  const analyser = Object.assign(new AnalyserNode(context, mono), { fftSize: 16384 });
  const samples = new Float32Array(analyser.fftSize);
  node.connect(analyser);
  let seen = context.currentTime;
  const timer = setInterval(() => {
    const now = context.currentTime,
      count = Math.min(samples.length, Math.round((now - seen) * context.sampleRate));
    if (count <= 0) return;
    seen = now;
    analyser.getFloatTimeDomainData(samples);
    heard(samples.slice(samples.length - count));
  }, 20);
  return () => {
    clearInterval(timer);
    disconnect(node, analyser);
  };
}

// ---- Frames for a face ----

// By face: all that would move its lips. The last that began does; sound that is played goes before sound that is heard.
const speakers = new WeakMap();

const enter = (face, speaker) =>
  speakers.set(
    face,
    [...(speakers.get(face) ?? []), speaker].sort((a, b) => Number(b.isLive) - Number(a.isLive)),
  );
const leave = (face, speaker) =>
  speakers.set(
    face,
    speakers.get(face).filter((other) => other !== speaker),
  );
const hasTurn = (face, speaker) => speakers.get(face).at(-1) === speaker;

/** Gives frames to a face as they come. */
class LiveEar {
  isLive = true;
  #face;

  constructor(face) {
    this.#face = face;
    enter(face, this);
  }

  close() {
    leave(this.#face, this);
  }

  hear(frames) {
    if (!this.#face.isDisposed && hasTurn(this.#face, this)) this.#face.hearLive(frames);
  }
}

/** The faces that `options.face` names: one, or an array, whose faces may come and go while the sound lasts. */
function facesOf({ face }) {
  const faces = face === undefined ? [] : Array.isArray(face) ? face : [face];
  for (const one of faces) if (!(one instanceof Face)) throw wrong('options.face', 'a Face or an array of them', one);
  return faces;
}

/** One listener for each of the faces that are there now. */
class Ears {
  #faces;
  #make;
  #ears = new Map(); // by face

  constructor(faces, make) {
    this.#faces = faces;
    this.#make = make;
  }

  get now() {
    for (const face of this.#faces)
      if (!this.#ears.has(face) && !face.isDisposed) this.#ears.set(face, this.#make(face));
    for (const [face, ear] of this.#ears) {
      if (this.#faces.includes(face) && !face.isDisposed) continue;
      ear.close();
      this.#ears.delete(face);
    }
    return [...this.#ears.values()];
  }

  close() {
    for (const ear of this.#ears.values()) ear.close();
    this.#ears.clear();
  }
}

// ---- Listening ----

const ofElement = new WeakMap(); // a media element has one source for ever

/** The node of a source, and its context. */
function nodeOf(source, options) {
  if (typeof AudioNode === 'function' && source instanceof AudioNode) return { node: source, context: source.context };
  if (typeof HTMLMediaElement === 'function' && source instanceof HTMLMediaElement) {
    if (!ofElement.has(source)) {
      const context = options.context ?? sharedContext(),
        node = context.createMediaElementSource(source);
      node.connect(context.destination);
      source.addEventListener('play', () => context.resume().catch(() => {})); // it would be silent while its context waits
      ofElement.set(source, { node, context });
    }
    return ofElement.get(source);
  }
  if (typeof MediaStream === 'function' && source instanceof MediaStream) {
    const context = options.context ?? sharedContext();
    return { node: context.createMediaStreamSource(source), context };
  }
  throw wrong('source', 'a MediaStream, a media element or an AudioNode', source);
}

const construct = Symbol('construct');

export class LipListener {
  #stop;
  lip;
  context;
  isStopped = false;

  constructor(key, lip, context, stop) {
    if (key !== construct) throw new TypeError('a LipListener is made by Lip.listen()');
    this.lip = lip;
    this.context = context;
    this.#stop = stop;
  }

  stop() {
    if (this.isStopped) return;
    this.isStopped = true;
    this.#stop();
    this.lip.dispose();
  }

  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
    this.stop();
  }
}

export async function listen(source, options = {}) {
  checkObject('options', options);
  const { onFrames } = options,
    faces = facesOf(options);
  if (onFrames !== undefined && typeof onFrames !== 'function') throw wrong('options.onFrames', 'a function', onFrames);
  const { node, context } = nodeOf(source, options);
  const lip = await Lip.create({ sampleRate: context.sampleRate });
  const ears = new Ears(faces, (face) => new LiveEar(face));
  ears.now; // they have their turn from now on
  context.resume().catch(() => {}); // it may have to wait for the user
  try {
    const stop = await tap(context, node, (samples) => {
      if (lip.isDisposed) return;
      const frames = lip.feed(samples);
      if (frames.length === 0) return;
      for (const ear of ears.now) ear.hear(frames);
      onFrames?.(frames);
    });
    return new LipListener(construct, lip, context, () => {
      stop();
      ears.close();
    });
  } catch (error) {
    ears.close();
    lip.dispose();
    throw error;
  }
}

// ---- Speech: sound that is there as a whole ----

const tickTime = 100; // milliseconds from one look at the clock to the next
const ahead = 1.2; // seconds of frames that the face is given before they are due

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

const calibrationTime = 20; // seconds of a sound that calibrate the lips: the page waits meanwhile

const powerOf = (samples) => samples.reduce((sum, value) => sum + value * value, 0);

/**
 * The mean of the channels. Of channels that cancel each other out, or of which most are silent, it is far softer than
 * the loudest, which then stands for all; as in the command.
 */
function mixed(buffer) {
  const { numberOfChannels } = buffer,
    channels = Array.from({ length: numberOfChannels }, (_, channel) => buffer.getChannelData(channel));
  if (numberOfChannels === 1) return channels[0].slice();
  const mix = channels[0].map((_, i) => channels.reduce((sum, samples) => sum + samples[i], 0) / numberOfChannels);
  const powers = channels.map(powerOf),
    most = Math.max(...powers);
  return powerOf(mix) < most / 16 ? channels[powers.indexOf(most)].slice() : mix;
}

/** The part of a sound that has most of its power. */
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

/** Lips for a sound that is there as a whole: they know how loud its voice is, and whose it is. */
async function lipFor(samples, sampleRate) {
  const lip = await Lip.create({ sampleRate });
  lip.calibrate(loudestPart(samples, Math.ceil(calibrationTime * sampleRate))); // without effect where nobody speaks
  return lip;
}

export class Speech {
  #buffer;
  #samples;
  #playing = null; // how to stop what is being played
  #turn = 0; // counts what begins or ends playing

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
    const { onStart, context = sharedContext(), destination = context.destination } = options,
      faces = facesOf(options);
    if (onStart !== undefined && typeof onStart !== 'function') throw wrong('options.onStart', 'a function', onStart);
    this.stop();
    const turn = this.#turn;
    await running(context);
    const lip = options.face ? await lipFor(this.#samples, this.#buffer.sampleRate) : null;
    if (turn !== this.#turn) {
      // it was stopped meanwhile, or has begun anew
      lip?.dispose();
      return false;
    }
    const node = new AudioBufferSourceNode(context, { buffer: this.#buffer });
    node.connect(destination);
    const start = context.currentTime;
    node.start(start);
    const latency = context.outputLatency || context.baseLatency || 0;
    const position = () => context.currentTime - start - latency;
    const track = lip ? new Track(lip, this.#samples) : null,
      mouths = new Ears(faces, (face) => new Mouth(face, track));
    const follow = () => {
      track?.analyse(position() + ahead);
      for (const mouth of mouths.now) mouth.follow(position());
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

/** Gives the frames of a track to a face, whose clock follows the sound. */
class Mouth {
  isLive = false;
  #face;
  #track;
  #told = -1; // how many frames the face has; -1: the sound has not begun for it

  constructor(face, track) {
    this.#face = face;
    this.#track = track;
    enter(face, this);
  }

  /** The sound is at `position` seconds now. */
  follow(position) {
    const face = this.#face,
      { frames } = this.#track;
    if (face.isDisposed) return;
    if (!hasTurn(face, this)) {
      this.#told = -1; // begins anew when it has
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
