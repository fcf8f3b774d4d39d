// SPDX-License-Identifier: MIT
// Messages of an agent to <vrm-avatar>: VrmAvatarElement.send(); fetched on demand. The same messages as `vrm live
// --control` takes. The host is the element:
//
//   actor, voice, name      of the avatar
//   loopBegun()             resolves when the loop of the attribute `animation` has begun
//   motionOf(name)          a motion of the attribute `animations`; else the name, as an address
//   look(target)            "camera", a point, { along } or null
//   setView(view)           { shot, yaw, pitch, fov } or { eye, target, fov }
//   wake()                  draws again for a while
//   engine                  { Clip, Speech, SpeechMarks, fetchBytes }: with the state of the rest of the element
import { Refusal, defaults, readMessage } from './agent_messages.js';
import { marksOf, readText, visemesOf } from './agent_text.js';

const saysMost = 16;
const waitingMost = 256;
const layersMost = 16;
const streamMost = 600; // seconds that wait in a stream
const speechMost = 3600; // seconds

const addressOf = (text) => new URL(text, document.baseURI);

/** Runs what fetches and reads; its errors become answers. */
async function orRefuse(code, run) {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(error.code === 'memory' ? 'memory' : error.code === 'io' ? 'file' : code, error.message);
  }
}

/** Bytes of a chunk. */
function bytesOf(data) {
  if (typeof data !== 'string')
    return ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data);
  try {
    return Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  } catch {
    throw new Refusal('value', 'chunk.data must be base64');
  }
}

/** Pieces that come later, for who takes them one by one. `onDry` hears that one is waited for (true), and that it has
 * come; not of the first one. */
class Pipe {
  #pieces = [];
  #wake = null;
  #begin;
  isEnded = false;
  onDry = null;
  hasBegun = new Promise((resolve) => {
    this.#begin = resolve;
  }); // the first piece has come, or the end

  push(piece) {
    this.#begin();
    this.#pieces.push(piece);
    this.#wake?.();
  }

  end() {
    this.#begin();
    this.isEnded = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator]() {
    let isDry = false,
      isFirst = true;
    for (;;) {
      while (this.#pieces.length > 0) {
        if (isDry) this.onDry?.(false);
        isDry = isFirst = false;
        yield this.#pieces.shift();
      }
      if (this.isEnded) return;
      if (!isFirst && !isDry) this.onDry?.(true);
      isDry = !isFirst;
      await new Promise((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

export class Agent {
  #host;
  #actor; // the avatar that this agent moves; another one gets a new agent
  #says = []; // the one that is spoken, then those that wait
  #layers = new Map(); // by name: { name, layer, clip, motion, event, id, isOwn, hasEnded }
  #leaving = new Set(); // tracks of layers that fade out, oldest first
  #pose = null; // the last message
  #look = { at: null };
  #camera = null;
  #last = Promise.resolve(); // messages are carried out in their order
  #waiting = 0;

  constructor(host) {
    this.#host = host;
    this.#actor = host.actor;
  }

  /** Time of the actor; 0 when it is gone. */
  get #time() {
    return this.#actor.isDisposed ? 0 : this.#actor.time;
  }

  /** Resolves with the answer. `tell` gets the events of this message. */
  send(given, tell) {
    if (this.#waiting >= waitingMost)
      return Promise.resolve(this.#answerTo(given, new Refusal('limit', `more than ${waitingMost} messages wait`)));
    this.#waiting++;
    const later = (event) => void answer.then(() => setTimeout(() => tell(event))); // events come after the answer
    const answer = this.#last.then(async () => {
      try {
        const message = readMessage(given);
        return {
          type: 'ok',
          ...(message.id === undefined ? {} : { id: message.id }),
          ...(await this.#run(message, later)),
        };
      } catch (error) {
        return this.#answerTo(given, error);
      } finally {
        this.#waiting--;
      }
    });
    this.#last = answer;
    return answer;
  }

  #answerTo(given, error) {
    const { code, message } =
      error instanceof Refusal ? error : { code: error.code === 'memory' ? 'memory' : 'value', message: error.message };
    const id = ['string', 'number'].includes(typeof given?.id) ? { id: given.id } : {};
    return { type: 'error', ...id, code, message };
  }

  #run(message, tell) {
    const event = (type, members) =>
      tell({ type, ...(message.id === undefined ? {} : { id: message.id }), ...members, time: this.#time });
    return {
      hello: () => this.#hello(message, event),
      say: () => this.#say(message, event),
      chunk: () => this.#chunk(message),
      emote: () => this.#emote(message),
      look: () => this.#lookAt(message),
      play: () => this.#play(message, event),
      stop: () => this.#stop(message),
      pose: () => this.#takePose(message),
      camera: () => this.#view(message),
      calibrate: () => this.#calibrate(),
      state: () => this.#state(),
    }[message.type]();
  }

  #hello({ version }, event) {
    if (version !== 1) throw new Refusal('version', `this avatar speaks version 1 of the protocol, not ${version}`);
    const { rig, face } = this.#actor;
    event('hello', {
      version: 1,
      program: 'vrm-avatar',
      name: this.#host.name,
      expressions: rig.expressions.map(({ name }) => name),
      speaks: face !== null,
    });
  }

  // ---- Speech ----

  #hasExpression(name) {
    const known = {
      joy: 'happy',
      angry: 'angry',
      sorrow: 'sad',
      fun: 'relaxed',
      a: 'aa',
      i: 'ih',
      u: 'ou',
      e: 'ee',
      o: 'oh',
    };
    return name === 'neutral' || [name, known[name]].some((own) => own && this.#actor.rig.expressionIndex(own) >= 0);
  }

  #checkTags(tags) {
    for (const { name } of tags)
      if (!this.#hasExpression(name)) throw new Refusal('avatar', `the avatar has no expression "${name}"`);
  }

  async #say(message, event) {
    const { id, text, sound, visemes, stream, sampleRate, pace, queued } = { ...defaults.say, ...message };
    if (text === undefined && sound === undefined && visemes === undefined && stream === undefined)
      throw new Refusal('missing', 'say needs text, sound, visemes or stream');
    if (stream !== undefined && (sound !== undefined || visemes !== undefined))
      throw new Refusal('missing', 'say.stream excludes sound and visemes');
    if (stream !== undefined && id === undefined) throw new Refusal('missing', 'say.stream needs an id');
    if (!this.#actor.face) throw new Refusal('avatar', 'the avatar has no face');
    if (queued && this.#says.length > saysMost) throw new Refusal('limit', `${saysMost} says wait already`);
    if (queued && id !== undefined && this.#says.some((other) => other.id === id && !other.isCut))
      throw new Refusal('state', 'a say with this id has not ended');
    const { words, tags } = readText(text ?? '');
    this.#checkTags(tags);
    const say = {
      id,
      event,
      tags: [],
      isCut: false,
      begun: 0,
      seconds: undefined,
      pipe: null,
      tail: 0,
      pace,
      sampleRate,
      isText: stream === 'text',
      mp3: null,
    };
    if (stream === 'mp3') {
      const { Mp3Pieces } = await import('./agent_mp3.js');
      say.mp3 = new Mp3Pieces();
    }
    if (stream !== undefined) {
      say.pipe = new Pipe();
      await this.#addChunk(say, words, tags);
    } else {
      const { Speech } = this.#host.engine;
      if (sound !== undefined) say.speech = await orRefuse('sound', () => Speech.load(addressOf(sound)));
      const shapes = visemes ?? (sound === undefined ? this.#lettersOf(words, pace) : undefined);
      if (shapes !== undefined) say.marks = await orRefuse('sound', () => this.#readMarks(shapes));
      say.seconds = say.speech?.duration ?? say.marks.duration;
      const count = [...words].length || 1;
      say.tags = tags.map(({ time, letters, ...tag }) => ({ ...tag, at: time ?? (letters / count) * say.seconds }));
    }
    if (!queued) this.#hush();
    this.#says.push(say);
    if (this.#says.length === 1) this.#pump();
  }

  #lettersOf(words, pace) {
    const shapes = visemesOf(words, pace);
    if (shapes.at(-1)?.[0] > speechMost) throw new Refusal('limit', `a speech has at most ${speechMost} s`);
    return shapes;
  }

  async #readMarks(shapes) {
    const { SpeechMarks, fetchBytes } = this.#host.engine;
    if (typeof shapes === 'string') return SpeechMarks.read(new Uint8Array(await fetchBytes(addressOf(shapes).href)));
    const isList = Array.isArray(shapes) && shapes.every(Array.isArray);
    return SpeechMarks.read(isList ? marksOf(shapes) : shapes);
  }

  /** Speaks all that waits, one after the other. */
  async #pump() {
    while (this.#says.length > 0) {
      const say = this.#says[0];
      try {
        if (!say.isCut) await this.#speak(say);
      } catch (error) {
        say.event('error', { code: 'sound', message: error.message });
        say.isCut = true;
      }
      const seconds = say.begun > 0 ? Math.max(0, this.#time - say.begun) : 0;
      if (say.begun > 0 || say.isCut) say.event('spoken', { cut: say.isCut, seconds });
      this.#says.shift();
    }
  }

  async #speak(say) {
    const { voice } = this.#host;
    const onStart = () => {
      if (say.begun > 0) return;
      say.begun = Math.max(this.#time, 1e-6);
      say.event('begun', { of: 'say', ...(say.seconds === undefined ? {} : { seconds: say.seconds }) });
    };
    const onGap = (isDry) => this.#tellGap(say, isDry);
    if (say.isText) {
      say.pipe.onDry = onGap;
      for await (const { frames, duration } of say.pipe) {
        if (say.isCut || !(await voice.mime(frames, duration, onStart))) break;
      }
    } else if (say.pipe) {
      if (say.mp3) await say.pipe.hasBegun; // and with it the sample rate
      const sampleRate = say.mp3?.rate || say.sampleRate;
      say.isCut = !(await voice.say(say.pipe, { sampleRate, onStart, onGap })) || say.isCut;
    } else if (say.speech) {
      say.isCut = !(await voice.say(say.speech, { marks: say.marks, onStart })) || say.isCut;
    } else {
      say.isCut = !(await voice.mime(say.marks.frames, say.marks.duration, onStart)) || say.isCut;
    }
    if (!say.isCut) onStart(); // a stream without sound has no other beginning
  }

  /** A stream has run out of sound, or goes on. */
  #tellGap(say, isDry) {
    if (say.isCut || say.begun === 0) return;
    say.event(isDry ? 'lost' : 'found', { what: 'sound' });
  }

  async #addChunk(say, words, tags, data, isEnd = false) {
    const { tail } = say;
    if (say.mp3 && (data || isEnd)) {
      const sound = await orRefuse('sound', () => say.mp3.add(data ?? new Uint8Array(0), isEnd));
      if (sound) say.pipe.push(sound);
      say.tail += sound?.duration ?? 0;
    } else if (data) {
      say.pipe.push(data);
      say.tail += data.length / 2 / say.sampleRate;
    }
    if (say.isText && words.trim() !== '') {
      const marks = await this.#readMarks(this.#lettersOf(words, say.pace));
      say.pipe.push(marks);
      say.tail += marks.duration;
    }
    const letter = say.tail > tail ? (say.tail - tail) / ([...words].length || 1) : 1 / say.pace; // seconds
    for (const { name, weight, letters, time } of tags)
      say.tags.push({ name, weight, at: time ?? tail + letters * letter });
  }

  async #chunk({ of, data, text, end = defaults.chunk.end }) {
    const say = this.#says.find((other) => other.id === of && other.pipe);
    if (!say || say.pipe.isEnded || say.isCut)
      throw new Refusal('state', `there is no stream ${JSON.stringify(of)}, or it has ended`);
    if (data !== undefined && say.isText) throw new Refusal('missing', 'a stream of text has no data');
    const heard = say.begun > 0 ? this.#time - say.begun : 0;
    if (say.tail - heard > streamMost) throw new Refusal('limit', `more than ${streamMost} s wait in the stream`);
    if (say.tail > speechMost) throw new Refusal('limit', `a speech has at most ${speechMost} s`);
    const { words, tags } = readText(text ?? '');
    this.#checkTags(tags);
    await this.#addChunk(say, words, tags, data === undefined ? null : bytesOf(data), end);
    if (end) say.pipe.end();
  }

  #hush() {
    for (const say of this.#says) {
      say.isCut = true;
      say.pipe?.end();
    }
    if (this.#says.length > 0) this.#host.voice.hush();
  }

  // ---- Face ----

  #emote({ emotion, ...given }) {
    const options = { ...defaults.emote, ...given };
    delete options.type;
    delete options.id;
    delete options.vrm;
    const names = typeof emotion === 'string' ? [emotion] : Object.keys(emotion ?? {});
    for (const name of names)
      if (!this.#hasExpression(name)) throw new Refusal('avatar', `the avatar has no expression "${name}"`);
    if (!this.#actor.emote(emotion === 'neutral' ? null : emotion, options))
      throw new Refusal('avatar', 'the avatar cannot show this emotion, or 16 wait already');
    this.#host.wake();
  }

  #lookAt({ at, along }) {
    if ((at === undefined) === (along === undefined)) throw new Refusal('missing', 'look takes one of at and along');
    this.#look = along === undefined ? { at } : { along };
    this.#host.look(along === undefined ? at : { along });
  }

  // ---- Motion ----

  async #play(message, event) {
    const asked = { ...defaults.play, ...message },
      { motion, layer: name, fade, atEnd, weight, speed, start, bones } = asked;
    const before = this.#layers.get(name);
    if (!before && this.#layers.size >= layersMost) throw new Refusal('limit', `${layersMost} layers play already`);
    const { Clip, fetchBytes } = this.#host.engine,
      source = this.#host.motionOf(motion);
    const options = {
      atEnd,
      weight,
      fadeIn: fade,
      fadeOut: fade,
      speed,
      start,
      bones,
      hasExpressions: asked.expressions,
      hasGaze: asked.gaze,
      isAdditive: asked.additive,
      appliesRootMotion: asked.rootMotion,
    };
    const isSame = before?.motion === motion;
    const clip = isSame
      ? before.clip
      : await orRefuse('file', async () => {
          if (source instanceof Clip) return source;
          const bytes =
            typeof source === 'string' || source instanceof URL ? await fetchBytes(addressOf(source).href) : source;
          return Clip.load(bytes instanceof Blob ? await bytes.arrayBuffer() : bytes, { rig: this.#actor.rig });
        });
    await this.#host.loopBegun();
    let layer;
    try {
      layer = this.#begin(clip, options, name, before);
    } catch (error) {
      if (!isSame && clip !== source) clip.dispose();
      throw error instanceof Refusal ? error : new Refusal('value', error.message);
    }
    if (isSame && before.layer === layer) {
      if (before.hasEnded) this.#actor.setClipTime(layer, start); // begins again
      if (before.id !== message.id && !before.hasEnded)
        before.event('finished', { layer: name, motion, reason: 'replaced' });
      Object.assign(before, { event, id: message.id, hasEnded: false });
    } else {
      const isOwn = isSame ? before.isOwn : clip !== source;
      if (isSame) before.isOwn = false; // the clip goes on in the new layer
      if (before) this.#finish(name, 'replaced', fade);
      this.#layers.set(name, { name, layer, clip, motion, event, id: message.id, isOwn, hasEnded: false });
    }
    event('begun', { of: 'play', layer: name, seconds: clip.duration });
    this.#host.wake();
  }

  /** What fades out has layers of the actor, which are as many as may play. It gives its place to a motion that begins;
   * where 16 play, the one that is replaced does, and the new one is there at once: it has nothing to fade from. */
  #begin(clip, options, name, before) {
    try {
      return this.#actor.play(clip, options);
    } catch (error) {
      const isFull = this.#layers.size + this.#leaving.size >= layersMost;
      if (!isFull || !(error instanceof RangeError)) throw error;
      if (this.#dropLeaving(name)) return this.#begin(clip, options, name, before);
      if (!before) throw new Refusal('limit', `${layersMost} layers play or fade already`);
      this.#actor.stop(before.layer, 0);
      return this.#actor.play(clip, { ...options, fadeIn: 0 });
    }
  }

  /** Ends the oldest track that fades, of the layer first, with all that fade of its clip; false if there is none whose
   * clip does not play. */
  #dropLeaving(name) {
    const playing = new Set([...this.#layers.values()].map(({ clip }) => clip)),
      tracks = [...this.#leaving].filter(({ clip }) => !playing.has(clip) && !clip.isDisposed),
      oldest = tracks.find((track) => track.name === name) ?? tracks[0];
    if (!oldest) return false;
    this.#actor.forget(oldest.clip);
    for (const track of tracks) if (track.clip === oldest.clip) this.#release(track);
    return true;
  }

  /** Its layer is gone. A clip that is freed ends what else fades of it. */
  #release(track) {
    const { clip, isOwn } = track;
    this.#leaving.delete(track);
    if (!isOwn) return;
    for (const other of this.#leaving) if (other.clip === clip) this.#leaving.delete(other);
    this.#actor.forget(clip);
    clip.dispose();
  }

  /** Ends a layer; its clip is freed when it has faded out. */
  #finish(name, reason, fade = 0) {
    const track = this.#layers.get(name);
    this.#layers.delete(name);
    if (!track.hasEnded) track.event('finished', { layer: name, motion: track.motion, reason });
    if (reason !== 'ended') this.#actor.stop(track.layer, fade);
    this.#leaving.add(track);
  }

  #stop({ what, layer, fade = defaults.stop.fade }) {
    if (layer !== undefined) {
      if ((what ?? 'motion') !== 'motion') throw new Refusal('missing', 'stop.layer goes with what: motion alone');
      if (!this.#layers.has(layer)) throw new Refusal('state', `there is no layer ${JSON.stringify(layer)}`);
      this.#finish(layer, 'stopped', fade);
      return;
    }
    const all = what ?? defaults.stop.what;
    if (all !== 'motion') this.#hush();
    if (all !== 'speech') for (const name of [...this.#layers.keys()]) this.#finish(name, 'stopped', fade);
    this.#host.wake();
  }

  // ---- Pose and camera ----

  #takePose({ stance, bones = {}, hips = null, expressions = {} }) {
    const { rig, avatar } = this.#actor;
    for (const name of Object.keys(bones))
      if (rig.bones[name] === undefined) throw new Refusal('avatar', `the avatar has no bone "${name}"`);
    for (const name of Object.keys(expressions))
      if (rig.expressionIndex(name) < 0) throw new Refusal('avatar', `the avatar has no expression "${name}"`);
    for (const rotation of Object.values(bones))
      if (Math.hypot(...rotation) < 1e-6) throw new Refusal('value', 'pose.bones must not have a rotation of zeros');
    if (stance !== undefined) this.#actor.setStance(stance);
    for (const name of Object.keys(this.#pose?.expressions ?? {}))
      if (!(name in expressions)) avatar.setExpression(name, 0);
    const unit = (rotation) => rotation.map((value) => value / Math.hypot(...rotation));
    this.#pose = {
      bones: Object.fromEntries(Object.entries(bones).map(([name, rotation]) => [name, unit(rotation)])),
      hips,
      expressions,
    };
    this.#host.wake();
  }

  #view({ shot, yaw, pitch, fov, eye, target }) {
    if ((eye === undefined) !== (target === undefined))
      throw new Refusal('missing', 'camera.eye and target go together');
    if (eye !== undefined && [shot, yaw, pitch].some((value) => value !== undefined))
      throw new Refusal('missing', 'camera takes shot, yaw and pitch, or eye and target');
    if (eye !== undefined && Math.hypot(...eye.map((value, i) => value - target[i])) < 1e-6)
      throw new Refusal('value', 'camera.eye and target must differ');
    const usual = { ...defaults.camera, fov: fov ?? defaults.camera.fov };
    this.#camera = eye
      ? { eye, target, fov: usual.fov }
      : { shot: shot ?? this.#camera?.shot, yaw: yaw ?? usual.yaw, pitch: pitch ?? usual.pitch, fov: usual.fov };
    this.#host.setView(this.#camera);
  }

  #calibrate() {
    throw new Refusal('state', 'a page has no trackers of its own: calibrate what you give to track()');
  }

  #state() {
    const { rig, avatar, time, face } = this.#actor,
      [say] = this.#says;
    const weights = face?.weights ?? [];
    return {
      time,
      speaking: say ? (say.id ?? true) : null,
      waiting: Math.max(0, this.#says.length - 1),
      layers: [...this.#layers].flatMap(([layer, track]) => {
        const state = this.#actor.layer(track.layer);
        return state ? [{ layer, motion: track.motion, position: state.time, weight: state.weight }] : [];
      }),
      look: this.#look,
      camera: this.#camera,
      expressions: Object.fromEntries(
        rig.expressions.flatMap(({ name }, i) => (weights[i] > 0 && avatar ? [[name, weights[i]]] : [])),
      ),
    };
  }

  // ---- Frames ----

  /** After the actor's step. */
  step() {
    const actor = this.#actor,
      { avatar } = actor;
    const [say] = this.#says;
    if (say && say.begun > 0 && !say.isCut) {
      const now = actor.time - say.begun,
        due = say.tags.filter(({ at }) => at <= now);
      say.tags = say.tags.filter(({ at }) => at > now);
      for (const { name, weight } of due) actor.emote(name === 'neutral' ? null : { [name]: weight });
    }
    for (const [name, track] of this.#layers) {
      const state = actor.layer(track.layer);
      if (state === null) {
        this.#finish(name, 'ended');
      } else if (state.hasEnded && !track.hasEnded) {
        track.event('finished', { layer: name, motion: track.motion, reason: 'ended' });
        track.hasEnded = true;
      }
    }
    for (const track of this.#leaving) if (actor.layer(track.layer) === null) this.#release(track);
    if (!this.#pose) return;
    for (const [bone, rotation] of Object.entries(this.#pose.bones)) avatar.setBone(bone, rotation);
    if (this.#pose.hips) avatar.setHips(this.#pose.hips);
    for (const [name, weight] of Object.entries(this.#pose.expressions)) avatar.setExpression(name, weight);
  }

  /** Whether something moves that was asked for. */
  get isActive() {
    return this.#says.length > 0 || this.#layers.size > 0 || this.#leaving.size > 0;
  }

  /** The avatar is gone. */
  leave() {
    this.#hush();
    for (const { clip, isOwn } of [...this.#layers.values(), ...this.#leaving]) if (isOwn) clip.dispose();
    this.#layers.clear();
    this.#leaving.clear();
  }
}
