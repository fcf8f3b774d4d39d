// SPDX-License-Identifier: MIT
// What the avatar of an element plays: a motion in a loop, and at times one that plays once over it. The host is the
// element:
//
//   actor               of the avatar; null without one
//   isReady, ready()    whether there is an avatar; resolves when there is
//   changed()           the loop has begun or ended
//   wake()              draws again for a while
//   tell(event)         fires an event
//   fail(error)         tells an error
import { Clip } from '../engine/clip.js';
import { fetchBytes } from '../engine/download.js';
import { VrmError, checkBoolean, checkBytes, checkNumber, checkObject, wrong } from '../engine/errors.js';
import { animationsOf } from './attributes.js';

const usualFade = 0.25; // seconds
const recentMost = 2; // clips of addresses that are kept: the one that plays and the one that fades out

/** The options of play(), checked. */
function wishOf(options) {
  checkObject('options', options);
  const { once = false, loop = !once, fade = usualFade, speed = 1, bones } = options;
  for (const [name, value] of Object.entries({ once, loop })) checkBoolean(`options.${name}`, value);
  for (const [name, value] of Object.entries({ fade, speed })) checkNumber(`options.${name}`, value);
  if (once && loop) throw new TypeError('options.loop must not be true together with options.once');
  return { once, loop, fade, speed, bones };
}

async function bytesOf(source, signal) {
  if (source instanceof Blob) return source.arrayBuffer();
  if (typeof source !== 'string' && !(source instanceof URL)) return source;
  return fetchBytes(new URL(source, document.baseURI).href, signal);
}

export class Motions {
  #host;
  #text = ''; // of the attribute `animations`
  #sources = new Map(); // by name, of setAnimation()
  #clips = new Map(); // promises of clips by use and name, for the present avatar
  #recent = []; // keys of #clips that are addresses, newest last
  #loading = { loop: null, once: null }; // AbortControllers
  #loopBegun = Promise.resolve();
  #loop = null; // track of the loop: { name, clip, layer, rate, time, isOver, settle }
  #once = null; // track of what plays once

  constructor(host) {
    this.#host = host;
  }

  // ---- Names ----

  /** Takes the attribute `animations`. */
  set names(text) {
    const before = this.#named;
    this.#text = text ?? '';
    const now = this.#named;
    for (const [name, source] of before) if (now.get(name) !== source) this.#forget(name);
  }

  get names() {
    return [...this.#named.keys()];
  }

  get #named() {
    return new Map([...animationsOf(this.#text), ...this.#sources]);
  }

  /** The source of a name; else the name, which is an address. */
  sourceOf(name) {
    return this.#named.get(name) ?? name;
  }

  setSource(name, source) {
    if (typeof name !== 'string' || name === '') throw wrong('name', 'a text that is not empty', name);
    const isAddress = typeof source === 'string' || source instanceof URL || source instanceof Blob;
    if (source !== null && !isAddress && !(source instanceof Clip)) checkBytes('source', source);
    this.#forget(name);
    if (source === null) this.#sources.delete(name);
    else this.#sources.set(name, source);
  }

  // ---- Clips ----

  /** The clip of a name or an address. A loop and what plays over it need clips of their own: an actor has one layer
   * for each clip. */
  #clipOf(use, name, signal) {
    const named = this.#named,
      source = named.get(name) ?? name,
      key = `${use} ${name}`;
    if (source instanceof Clip) return source;
    if (!named.has(name) && !/[./:]/.test(name)) {
      const list = named.size > 0 ? [...named.keys()].join(', ') : 'none';
      throw new VrmError('invalid', `there is no animation "${name}": the element has ${list}`);
    }
    if (!this.#clips.has(key)) {
      const { rig } = this.#host.actor;
      const loading = bytesOf(source, named.has(name) ? undefined : signal).then((bytes) => Clip.load(bytes, { rig }));
      this.#clips.set(key, loading);
      loading.catch(() => {
        if (this.#clips.get(key) === loading) this.#clips.delete(key); // the next call tries again
      });
    }
    if (!named.has(name)) this.#keep(key);
    return this.#clips.get(key);
  }

  #keep(key) {
    this.#recent = [...this.#recent.filter((other) => other !== key), key];
    while (this.#recent.length > recentMost) this.#drop(this.#recent.shift());
  }

  #forget(name) {
    for (const use of ['loop', 'once']) this.#drop(`${use} ${name}`);
  }

  #drop(key) {
    const loading = this.#clips.get(key);
    if (!loading) return;
    this.#clips.delete(key);
    const { actor } = this.#host;
    loading.then(
      (clip) => {
        if (actor && !actor.isDisposed) actor.forget(clip);
        clip.dispose();
      },
      () => {},
    );
  }

  // ---- Play ----

  /** Whether a loop plays, or has ended and holds its last pose. */
  get hasLoop() {
    return this.#loop !== null;
  }

  /** Resolves when the last loop that was asked for has begun, or will not begin: it replaces what plays before. */
  get loopBegun() {
    return this.#loopBegun;
  }

  get isPlayingOnce() {
    return this.#once !== null;
  }

  get #current() {
    return this.#once ?? this.#loop;
  }

  /** Plays the attribute `animation`; null ends the loop. */
  async loop(name) {
    try {
      if (name) await this.#start('loop', name, wishOf({}));
      else this.#end('loop', usualFade);
    } catch (error) {
      this.#host.fail(error);
    }
  }

  async play(name, options) {
    const wish = wishOf(options);
    if (name !== null && typeof name !== 'string')
      throw wrong('name', 'the name or address of a motion, or null', name);
    if (!this.#host.isReady) await this.#host.ready();
    if (name === null) {
      for (const use of ['once', 'loop']) this.#end(use, wish.fade);
      return true;
    }
    const use = wish.once ? 'once' : 'loop',
      track = await this.#start(use, name, wish);
    if (track === null) return false;
    return wish.loop ? true : track.settled;
  }

  /** Resolves with the track, or with null if something else was asked for meanwhile. */
  #start(use, name, wish) {
    const turn = use === 'once' ? this.#loopBegun : null, // a loop that begins later would replace it
      starting = this.#startAfter(turn, use, name, wish);
    if (use === 'loop') this.#loopBegun = starting.catch(() => {});
    return starting;
  }

  async #startAfter(turn, use, name, wish) {
    this.#loading[use]?.abort();
    const { signal } = (this.#loading[use] = new AbortController());
    try {
      const clip = await this.#clipOf(use, name, signal);
      await turn;
      if (signal.aborted) return null; // the avatar may be gone by now
      return this.#begin(use, name, clip, wish);
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  #begin(use, name, clip, { loop, fade, speed, bones }) {
    const { actor } = this.#host;
    let layer;
    if (use === 'once') {
      const before = this.#once;
      layer = actor.play(clip, { atEnd: 'stops', fadeIn: fade, fadeOut: fade, speed, bones });
      if (before?.layer === layer) actor.setClipTime(layer, speed < 0 ? clip.duration : 0);
      else if (before) actor.stop(before.layer, fade);
      this.#over('once', false);
    } else {
      layer = actor.crossFade(clip, { atEnd: loop ? 'loops' : 'holds', fadeIn: fade, speed, bones });
      this.#over('loop', false);
      this.#over('once', false); // a new loop replaces all layers
    }
    const track = { name, clip, layer, rate: speed, time: actor.layer(layer).time, isOver: false };
    track.settled = new Promise((resolve) => {
      track.settle = resolve;
    });
    if (use === 'once') this.#once = track;
    else this.#loop = track;
    this.#host.changed();
    this.#host.wake();
    return track;
  }

  /** Forgets a track; its promise resolves with `isWhole`. */
  #over(use, isWhole) {
    const track = use === 'once' ? this.#once : this.#loop;
    track?.settle(isWhole);
    if (use === 'once') this.#once = null;
    else this.#loop = null;
  }

  #end(use, fade) {
    this.#loading[use]?.abort();
    const track = use === 'once' ? this.#once : this.#loop;
    if (!track) return;
    this.#host.actor.stop(track.layer, fade);
    this.#over(use, false);
    this.#host.changed();
    this.#host.wake();
  }

  // ---- Time ----

  get name() {
    return this.#current?.name ?? '';
  }

  get duration() {
    return this.#current?.clip.duration ?? 0;
  }

  get time() {
    return this.#current ? (this.#host.actor.layer(this.#current.layer)?.time ?? 0) : 0;
  }

  set time(seconds) {
    checkNumber('currentTime', seconds);
    const track = this.#current;
    if (!track) return;
    const { actor } = this.#host;
    actor.setClipTime(track.layer, Math.max(0, Math.min(seconds, track.clip.duration)));
    track.time = this.time; // the end of a loop is its beginning
    track.isOver = false;
    this.#host.wake();
  }

  get rate() {
    return this.#current?.rate ?? 1;
  }

  set rate(value) {
    checkNumber('playbackRate', value);
    if (!this.#current) return;
    this.#current.rate = value;
    this.#host.changed();
    this.#host.wake();
  }

  /** Sets the speeds. A loop stands still for people who want less motion; what plays once was asked for and ends. */
  setSpeeds(isCalm) {
    const { actor } = this.#host;
    if (this.#loop) actor.setSpeed(this.#loop.layer, isCalm ? 0 : this.#loop.rate);
    if (this.#once) actor.setSpeed(this.#once.layer, this.#once.rate);
  }

  /** After the actor's step: tells what has looped or ended. The events of the actor are left to the page. */
  step() {
    for (const use of ['loop', 'once']) {
      const track = use === 'once' ? this.#once : this.#loop;
      if (!track || track.isOver) continue;
      const state = this.#host.actor.layer(track.layer),
        detail = { name: track.name };
      if (state === null || state.hasEnded) {
        track.isOver = true;
        track.settle(true);
        if (state === null) this.#over(use, true); // removed: it played once, or the page has stopped its layer
        this.#host.changed();
        this.#host.tell(new CustomEvent('ended', { detail }));
      } else {
        const hasLooped = track.rate < 0 ? state.time > track.time : state.time < track.time;
        track.time = state.time;
        if (hasLooped) this.#host.tell(new CustomEvent('looped', { detail }));
      }
    }
  }

  /** The avatar is gone. */
  leave() {
    for (const use of ['once', 'loop']) {
      this.#loading[use]?.abort();
      this.#over(use, false);
    }
    this.#recent = [];
    for (const key of [...this.#clips.keys()]) this.#drop(key);
  }
}
