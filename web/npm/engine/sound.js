// SPDX-License-Identifier: MIT
// Sound that a page hears as it comes (a microphone, a media element), with faces that move their lips to it.
import { VrmError, checkObject, wrong } from './errors.js';
import { Face } from './face.js';
import { runInWorklet } from './lip_samples.js';

// ---- Contexts ----

let shared = null;

/** The page's one context, made when sound is first wanted. */
export function sharedContext() {
  if (typeof AudioContext !== 'function') throw new VrmError('unsupported', 'there is no AudioContext here');
  if (shared === null || shared.state === 'closed') shared = new AudioContext();
  return shared;
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
export function facesOf({ face }) {
  const faces = face === undefined ? [] : Array.isArray(face) ? face : [face];
  for (const one of faces) if (!(one instanceof Face)) throw wrong('options.face', 'a Face or an array of them', one);
  return faces;
}

/** One listener for each of the faces that are there now. */
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

/** `createLip` makes what analyses samples of a rate. */
export async function listen(source, options, createLip) {
  checkObject('options', options);
  const { onFrames } = options,
    faces = facesOf(options);
  if (onFrames !== undefined && typeof onFrames !== 'function') throw wrong('options.onFrames', 'a function', onFrames);
  const { node, context } = nodeOf(source, options);
  const lip = await createLip(context.sampleRate);
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
