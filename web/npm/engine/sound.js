// SPDX-License-Identifier: MIT
// Live sound (a microphone, a media element) that moves the lips of faces.
import { VrmError, checkObject, wrong } from './errors.js';
import { Face } from './face.js';
import { runInWorklet } from './lip_samples.js';

// ---- Contexts ----

let shared = null;

/** The AudioContext of the page, created on first use. */
export function sharedContext() {
  if (typeof AudioContext !== 'function') throw new VrmError('unsupported', 'there is no AudioContext here');
  if (shared === null || shared.state === 'closed') shared = new AudioContext();
  return shared;
}

// ---- Samples of a node ----

const withWorklet = new WeakMap(); // by context: the promise of its worklet module

/** Loads the worklet from the text of its function; where a policy forbids blob addresses, from the file of the
 * package. */
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

/** Disconnects a node that the page may have disconnected already. */
function disconnect(node, from) {
  try {
    node.disconnect(from);
  } catch {} // already disconnected
}

/** Calls `heard` with the samples of a node, mixed to mono. Resolves with a function that stops it. */
async function tap(context, node, heard) {
  try {
    await loadWorklet(context);
  } catch {
    return poll(context, node, heard); // no worklets without https, or under a strict policy
  }
  const ear = new AudioWorkletNode(context, 'libvrm-samples', mono);
  ear.port.onmessage = ({ data }) => heard(data);
  node.connect(ear);
  ear.connect(context.destination); // the output is silent, but nodes without a destination may not run
  return () => {
    ear.port.onmessage = null;
    ear.port.postMessage('over');
    disconnect(node, ear);
    ear.disconnect();
  };
}

/** The same by polling an AnalyserNode. Misses samples if the page is busy for longer than its buffer. */
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

// By face: all sources that could move its lips, sorted; the last one does. Playback precedes live sound, later starts
// precede earlier ones.
const speakers = new WeakMap();

export const enter = (face, speaker) =>
  speakers.set(
    face,
    [...(speakers.get(face) ?? []), speaker].sort((a, b) => Number(b.isLive) - Number(a.isLive)),
  );
export const leave = (face, speaker) =>
  speakers.set(
    face,
    speakers.get(face).filter((other) => other !== speaker),
  );
export const hasTurn = (face, speaker) => speakers.get(face).at(-1) === speaker;

/** Feeds frames to a face as they arrive. */
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

/** The faces of `options.face`: one, or an array that may change while the sound lasts. */
export function facesOf({ face }) {
  const faces = face === undefined ? [] : Array.isArray(face) ? face : [face];
  for (const one of faces) if (!(one instanceof Face)) throw wrong('options.face', 'a Face or an array of them', one);
  return faces;
}

/** One feed for each of the present faces. */
export class Ears {
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

const ofElement = new WeakMap(); // a media element can have only one source node

/** The audio node of a source, and its context. */
function nodeOf(source, options) {
  if (typeof AudioNode === 'function' && source instanceof AudioNode) return { node: source, context: source.context };
  if (typeof HTMLMediaElement === 'function' && source instanceof HTMLMediaElement) {
    if (!ofElement.has(source)) {
      const context = options.context ?? sharedContext(),
        node = context.createMediaElementSource(source);
      node.connect(context.destination);
      source.addEventListener('play', () => context.resume().catch(() => {})); // a suspended context mutes it
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

/** `createLip` creates a Lip for a sample rate. */
export async function listen(source, options, createLip) {
  checkObject('options', options);
  const { onFrames } = options,
    faces = facesOf(options);
  if (onFrames !== undefined && typeof onFrames !== 'function') throw wrong('options.onFrames', 'a function', onFrames);
  const { node, context } = nodeOf(source, options);
  const lip = await createLip(context.sampleRate);
  const ears = new Ears(faces, (face) => new LiveEar(face));
  ears.now; // registers the faces at once
  context.resume().catch(() => {}); // may wait for a user gesture
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
