// SPDX-License-Identifier: MIT
// <vrm-avatar>: an avatar as an element of a page; see element.d.ts.
import { Clip } from './engine/clip.js';
import { VrmError, checkObject, wrong } from './engine/errors.js';
import { Lip } from './engine/lip.js';
import { boneNames, restPose } from './engine/rig.js';
import { Speech } from './engine/speech.js';
import { borrow, fetchBytes, followPointer, join, leave, pointer, wake } from './engine/studio.js';

const sheetText = `
  :host { display: inline-block; position: relative; width: 300px; height: 400px; overflow: hidden; }
  :host([hidden]) { display: none; }
  canvas, img, p { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; box-sizing: border-box; }
  img { object-fit: contain; }
  p { display: grid; place-items: center; padding: 1em; text-align: center; }
  button { position: absolute; right: 8px; bottom: 8px; min-width: 32px; min-height: 32px; padding: 4px; border: 1px solid #fff; border-radius: 6px;
    background: #222; color: #fff; cursor: pointer; }
  button::before { content: ''; display: block; width: 0; height: 14px; margin: auto; box-sizing: border-box; border: 0 solid transparent; }
  button.pauses::before { border-left: 14px double; }
  button.plays::before { border-width: 7px 0 7px 12px; border-left-color: currentColor; }
  button:focus-visible { outline: 3px solid #fff; box-shadow: 0 0 0 6px #222; }
  [hidden] { display: none; }`;

const sheets = new WeakMap(); // by document; the elements of a document share one

function sheetsOf(home) {
  const Sheet = home.defaultView?.CSSStyleSheet;
  if (!Sheet) return []; // no document: nothing is drawn
  if (!sheets.has(home)) {
    const sheet = new Sheet();
    sheet.replaceSync(sheetText);
    sheets.set(home, sheet);
  }
  return [sheets.get(home)];
}

const shots = ['full', 'bust', 'face'];
const settleTime = 1500; // milliseconds that a change stays visible while nothing else moves
const headShare = 0.35; // share of the gaze that the head turns, instead of the eyes
const headMost = 20; // degrees
const degrees = Math.PI / 180;

/** "happy", "happy 0.5", "happy 0.5, surprised 0.3" as weights; null for none. */
function emotionOf(text) {
  const parts = (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length === 0) return null;
  return Object.fromEntries(
    parts.map((part) => {
      const [, name, weight] = /^(.*?)(?:\s+([\d.]+))?$/s.exec(part);
      return [name, Math.min(1, Number(weight ?? 1) || 0)];
    }),
  );
}

/** "bust", "bust 20", "bust 20 -5" as options of Stage.frame(). */
function cameraOf(text) {
  const [shot = '', yaw = 0, pitch = 0] = (text ?? '').trim().split(/\s+/);
  const number = (value, most) => Math.max(-most, Math.min(most, Number(value) || 0));
  return { shot: shots.includes(shot) ? shot : 'bust', yaw: number(yaw, 360), pitch: number(pitch, 89) };
}

/** "off" or an amount. */
function idleOf(text) {
  if (text === null || text === '') return 1;
  if (text === 'off') return 0;
  const amount = Number(text);
  return Number.isFinite(amount) ? Math.max(0, Math.min(2, amount)) : 1;
}

const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a) => a.map((value) => value / (Math.hypot(...a) || 1));

/** The rotation `a` followed by the rotation `b`. */
const turned = ([ax, ay, az, aw], [bx, by, bz, bw]) => [
  bw * ax + bx * aw + by * az - bz * ay,
  bw * ay - bx * az + by * aw + bz * ax,
  bw * az + bx * ay - by * ax + bz * aw,
  bw * aw - bx * ax - by * ay - bz * az,
];

/** Whether a track or media element has ended; a media element may play again. */
const isStreamed = (source) => source instanceof ReadableStream || source?.[Symbol.asyncIterator] !== undefined;
const isEnded = (target) => target.readyState === 'ended' || target.ended === true;

/** Properties that reflect attributes. */
const reflected = {
  src: 'src',
  animation: 'animation',
  expression: 'expression',
  lookAt: 'look-at',
  idle: 'idle',
  audio: 'audio',
  camera: 'camera',
  poster: 'poster',
  alt: 'alt',
  loading: 'loading',
};

const Base = globalThis.HTMLElement ?? class {}; // a server may import this file too

/** False in jsdom, which pages use for tests. happy-dom has these classes, but no canvas context. */
const isDrawn = ['matchMedia', 'IntersectionObserver', 'ResizeObserver'].every(
  (name) => typeof globalThis[name] === 'function',
);

let seeds = 0; // elements of a page do not blink in unison

export class VrmAvatarElement extends Base {
  static observedAttributes = [
    'src',
    'animation',
    'expression',
    'look-at',
    'idle',
    'audio',
    'camera',
    'poster',
    'alt',
    'paused',
    'controls',
    'loading',
  ];

  #parts = null; // elements of the shadow root
  #seed = seeds++;
  #isSeen = false;
  #observers = [];
  #life = null; // AbortController of the current src
  #loan = null; // { shown, stage, release }
  #actor = null;
  #waiting = []; // calls of say() and emote() that wait for the avatar
  #state = 'empty'; // empty, loading, ready, failed
  #size = [0, 0];
  #isFramed = false;
  #isPainted = false;
  #view = null; // the camera
  #restlessUntil = 0;
  #layer = 0; // layer of the actor that plays the animation; 0: none
  #clips = []; // clips of animations, newest last
  #motion = null; // AbortController of the animation that is loading
  #speech = null; // current speech: { stop }
  #hushes = 0; // calls of hush(); a speech that was waiting compares it
  #ear = null; // listener to a media element of the page: { stop }
  #head = [0, 0]; // degrees: left, up
  #calm = null; // MediaQueryList
  #ratio = 0; // devicePixelRatio at the current size

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = sheetsOf(this.ownerDocument);
    const make = (name, part, members = {}) => Object.assign(document.createElement(name), { ...members, part });
    const canvas = make('canvas', 'canvas', { width: 1, height: 1 });
    canvas.setAttribute('role', 'img');
    const poster = make('img', 'poster', { hidden: true, decoding: 'async' });
    const message = make('p', 'message', { hidden: true });
    const button = make('button', 'toggle', { type: 'button', hidden: true });
    button.addEventListener('click', () => {
      this.paused = !this.paused;
    });
    poster.addEventListener('error', () => this.#show());
    root.append(canvas, poster, message, button);
    this.#parts = { canvas, poster, message, button, context: isDrawn ? canvas.getContext('2d') : null };
  }

  // ---- Life ----

  connectedCallback() {
    for (const name of [...Object.keys(reflected), 'paused', 'controls']) this.#upgrade(name);
    if (!this.#parts.context) return; // no canvas here: the element stays empty
    this.#calm = matchMedia('(prefers-reduced-motion: reduce)');
    this.#calm.addEventListener('change', this.#changed);
    const seen = new IntersectionObserver((entries) => {
      this.#isSeen = entries.at(-1).isIntersecting;
      if (this.#isSeen) this.#wake();
      this.#loadIfDue();
    });
    const resized = new ResizeObserver(() => this.#resize());
    seen.observe(this);
    try {
      resized.observe(this, { box: 'device-pixel-content-box' }); // also fires on zoom and on another screen
    } catch {
      resized.observe(this); // Safari: each frame checks the ratio
    }
    this.#observers = [seen, resized];
    this.#show();
    this.#loadIfDue();
  }

  disconnectedCallback() {
    queueMicrotask(() => {
      // a move within the page keeps the avatar
      if (this.isConnected) return;
      this.#unload();
      this.#state = 'empty';
    });
    for (const observer of this.#observers) observer.disconnect();
    this.#observers = [];
    this.#calm?.removeEventListener('change', this.#changed);
    this.#isSeen = false;
  }

  /** Style sheets belong to a document: after a move to another one, such as that of a frame, they are set again. */
  adoptedCallback() {
    this.shadowRoot.adoptedStyleSheets = sheetsOf(this.ownerDocument);
  }

  /** A property that was set before the element was defined hides the accessor; this sets it again. */
  #upgrade(name) {
    if (!Object.hasOwn(this, name)) return;
    const value = this[name];
    delete this[name];
    this[name] = value;
  }

  attributeChangedCallback(name, before, after) {
    const isRetry = name === 'src' && this.#state === 'failed'; // the same address again retries, as for <img>
    if ((before === after && !isRetry) || !this.#parts) return;
    if (name === 'src') this.#changeSource();
    if (name === 'loading') this.#loadIfDue();
    if (name === 'animation') this.#loadAnimation();
    if (name === 'expression') this.#express();
    if (name === 'audio') this.#hear();
    if (name === 'camera') this.#isFramed = false;
    if (name === 'idle') this.#calmDown();
    if (name === 'look-at' && after === 'pointer') followPointer();
    if (['poster', 'alt', 'controls', 'paused'].includes(name)) this.#show();
    this.#wake();
  }

  #changed = () => {
    this.#face?.setBlinks(!this.#isCalm);
    this.#face?.setAttention(this.#isCalm ? 'steady' : 'auto');
    this.#calmDown();
    this.#wake();
  };

  /** Applies the attribute `idle`. Animations stand still if the user prefers reduced motion. */
  #calmDown() {
    const isStill = this.#isCalm || this.#layer !== 0; // no idle motion while an animation plays
    this.#face?.setIdle(isStill ? 0 : idleOf(this.getAttribute('idle')));
    this.#actor?.setSpeed(this.#layer, this.#isCalm ? 0 : 1);
  }

  get #face() {
    return this.#actor?.face ?? null;
  }

  get #isCalm() {
    return this.#calm?.matches ?? false;
  }

  // ---- Loading ----

  /** With loading="lazy" the avatar loads when it is visible, or when a call waits for it. */
  get #isDue() {
    return this.#isSeen || this.#waiting.length > 0 || this.getAttribute('loading') !== 'lazy';
  }

  #loadIfDue() {
    if (this.#observers.length > 0 && this.#state === 'empty' && this.#isDue) this.#load();
  }

  /** Loads only in a page: attributes of the HTML text are set before connectedCallback(). */
  #changeSource() {
    if (this.#observers.length > 0) {
      if (this.#state !== 'empty' || this.#isDue) this.#load();
    } else if (this.#state !== 'empty') {
      this.#unload();
      this.#state = 'empty';
    }
  }

  async #load() {
    if (this.#state !== 'empty') this.#unload(); // rejects calls that wait for the last avatar
    const src = this.getAttribute('src');
    this.#state = src ? 'loading' : 'empty';
    this.#show();
    if (!src) return;
    const life = (this.#life = new AbortController()),
      { signal } = life;
    try {
      const loan = await borrow(new URL(src, document.baseURI).href, signal, (progress) =>
        this.#tell(new ProgressEvent('progress', { ...progress, lengthComputable: progress.total > 0 })),
      );
      if (signal.aborted) return;
      const actor = await loan.shown.createActor({ seed: this.#seed });
      if (signal.aborted) return;
      this.#loan = loan;
      this.#actor = actor;
      this.#state = 'ready';
      this.#isFramed = false;
      this.#changed();
      this.#express();
      this.#loadAnimation();
      this.#hear();
      this.#resize();
      if (signal.aborted) return; // a listener of `error` changed the src
      join(this.#member);
      for (const { resolve } of this.#waiting.splice(0)) resolve();
      this.#show();
      this.#wake();
      this.#tell(new Event('load'));
    } catch (error) {
      if (signal.aborted) return; // src was changed or removed
      this.#fail(error);
    }
  }

  #unload() {
    leave(this.#member);
    this.#speech?.stop();
    this.#ear?.stop();
    this.#motion?.abort();
    this.#life?.abort(); // also releases the loan
    for (const clip of this.#clips.splice(0)) clip.dispose();
    this.#speech = this.#ear = this.#motion = this.#life = this.#loan = this.#actor = this.#view = null;
    this.#layer = 0;
    this.#isPainted = false;
    const { canvas, context } = this.#parts;
    context?.clearRect(0, 0, canvas.width, canvas.height);
    for (const { reject } of this.#waiting.splice(0)) reject(new VrmError('cancelled', 'the avatar was removed'));
  }

  #fail(error) {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    this.#unload();
    this.#state = 'failed';
    this.#show();
    this.#tellError(error);
  }

  /** Errors go to the console unless a listener calls preventDefault(). */
  #tellError(error) {
    const event = new ErrorEvent('error', { error, message: error.message, cancelable: true });
    if (this.#tell(event)) console.error(`libvrm: <vrm-avatar src=${JSON.stringify(this.src)}>: ${error.message}`);
  }

  #tell(event) {
    return this.dispatchEvent(event);
  }

  /** Resolves when the avatar is ready to speak; for an element that is not ready yet. */
  #ready() {
    if (!this.#parts.context) return Promise.reject(new VrmError('unsupported', 'nothing is drawn in this document'));
    if (this.#state === 'failed') return Promise.reject(new VrmError('invalid', 'the avatar could not be loaded'));
    const ready = new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
    });
    this.#loadIfDue();
    return ready;
  }

  // ---- What is shown ----

  get #name() {
    return this.getAttribute('alt') ?? (this.#loan?.shown.model.meta?.name || 'Avatar');
  }

  #show() {
    const { canvas, poster, message, button } = this.#parts;
    const isReady = this.#state === 'ready',
      isShown = isReady && this.#isPainted,
      name = this.#name,
      source = this.getAttribute('poster');
    const hasPoster =
      source !== null && !(poster.complete && poster.naturalWidth === 0 && poster.getAttribute('src') === source);
    if (source !== null && poster.getAttribute('src') !== source) poster.src = source;
    poster.alt = name;
    poster.hidden = isShown || !hasPoster;
    message.textContent = name;
    message.hidden = isReady || hasPoster || this.#state !== 'failed';
    canvas.hidden = !poster.hidden || !message.hidden;
    canvas.setAttribute('aria-label', name);
    canvas.toggleAttribute('aria-hidden', false);
    if (name === '') canvas.setAttribute('aria-hidden', 'true');
    canvas.setAttribute('aria-busy', String(this.#state === 'loading'));
    button.hidden = !this.hasAttribute('controls') || !isReady;
    button.className = this.paused ? 'plays' : 'pauses'; // drawn by the style sheet: few fonts have these symbols
    button.setAttribute('aria-label', `${this.paused ? 'Play' : 'Pause'} ${name}`.trim());
  }

  #resize() {
    this.#ratio = devicePixelRatio;
    const scale = Math.min(this.#ratio || 1, 2);
    const width = Math.round(this.clientWidth * scale),
      height = Math.round(this.clientHeight * scale);
    if (width === this.#size[0] && height === this.#size[1]) return;
    this.#size = [width, height]; // the canvas keeps its picture until the next frame
    this.#isFramed = false;
    this.#wake();
  }

  /** Draws again for a while, even if nothing else moves. */
  #wake() {
    this.#restlessUntil = performance.now() + settleTime;
    wake();
  }

  // ---- Frames; engine/studio.js calls these ----

  #member = {
    wantsFrames: (now) =>
      this.#isSeen &&
      this.#size[0] > 0 &&
      this.#size[1] > 0 &&
      (!this.#isFramed ||
        !this.#isPainted ||
        now < this.#restlessUntil ||
        (!this.paused && (!this.#isCalm || this.#speech !== null || this.#ear !== null))),
    prepare: (seconds) => this.#prepare(this.paused ? 0 : seconds),
    paint: (stage) => this.#paint(stage),
    fail: (error) => this.#fail(error),
    get size() {
      return this.own();
    },
    own: () => this.#size,
  };

  #prepare(seconds) {
    if (devicePixelRatio !== this.#ratio) this.#resize();
    this.#look(seconds);
    this.#actor.step(seconds);
    this.#turnHead();
  }

  #paint(stage) {
    const { shown } = this.#loan,
      { canvas, context } = this.#parts,
      [width, height] = this.#size;
    if (!this.#isFramed) {
      stage.frame(shown, { ...cameraOf(this.getAttribute('camera')), aspect: width / height });
      this.#view = stage.camera;
      this.#isFramed = true;
    }
    stage.camera = this.#view;
    shown.isVisible = true;
    try {
      stage.draw({ width, height });
    } finally {
      shown.isVisible = false;
    }
    if (stage.isContextLost) {
      // nothing was drawn: keep the last picture
      this.#isFramed = false;
      return;
    }
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    else context.clearRect(0, 0, width, height);
    context.drawImage(stage.canvas, 0, stage.canvas.height - height, width, height, 0, 0, width, height);
    if (this.#isPainted) return;
    this.#isPainted = true;
    this.#show(); // hides the poster
    this.#tell(new Event('shown'));
  }

  // ---- Gaze ----

  #look(seconds) {
    const mode = this.getAttribute('look-at'),
      target = this.#view && !this.#isCalm ? this.#targetOf(mode) : null;
    if (target) this.#actor.lookAt(target);
    else if (mode === 'camera' && this.#view) this.#actor.lookAt(this.#view.eye);
    else this.#actor.lookFree();
    const wanted = target ? this.#headAngles(target) : [0, 0],
      share = 1 - Math.exp(-seconds / 0.2);
    for (let i = 0; i < 2; i++) this.#head[i] += (wanted[i] - this.#head[i]) * share;
  }

  /** The target of the gaze in world space: half way between camera and avatar, under the pointer. */
  #targetOf(mode) {
    const { eye, target, up, fov } = this.#view;
    if (mode !== 'pointer' && mode !== 'camera') return null;
    if (mode === 'camera' || pointer.at === null) return [...eye];
    const { left, top, width, height } = this.getBoundingClientRect();
    const forward = minus(target, eye),
      depth = Math.hypot(...forward) / 2;
    const ahead = unit(forward),
      right = unit(cross(ahead, up)),
      above = cross(right, ahead);
    const reach = (depth * Math.tan((fov * degrees) / 2)) / (height / 2 || 1);
    const x = (pointer.at[0] - left - width / 2) * reach,
      y = (top + height / 2 - pointer.at[1]) * reach;
    return [0, 1, 2].map((i) => eye[i] + ahead[i] * depth + right[i] * x + above[i] * y);
  }

  /** Rotation of the head towards a point, in degrees to the left and up. */
  #headAngles(point) {
    const { avatar } = this.#actor,
      node = avatar.rig.bones.head,
      { worlds } = avatar;
    if (node === undefined || !worlds) return [0, 0];
    const at = node * 12,
      [x, y, z] = minus(point, [worlds[at + 3], worlds[at + 7], worlds[at + 11]]);
    const clamped = (angle) => Math.max(-headMost, Math.min(headMost, (angle / degrees) * headShare));
    return [clamped(Math.atan2(x, z)), clamped(Math.atan2(y, Math.hypot(x, z)))];
  }

  /** Adds the rotation of the head to the actor's pose. */
  #turnHead() {
    const [left, up] = this.#head.map((angle) => (angle * degrees) / 2);
    if (Math.abs(left) + Math.abs(up) < 1e-5) return;
    const pose = restPose();
    pose.set(
      turned([-Math.sin(up), 0, 0, Math.cos(up)], [0, Math.sin(left), 0, Math.cos(left)]),
      boneNames.indexOf('head') * 4,
    );
    this.#actor.avatar.addPose(pose);
  }

  // ---- Motion ----

  async #loadAnimation() {
    this.#motion?.abort();
    const source = this.getAttribute('animation');
    if (this.#state !== 'ready') return;
    if (!source) {
      this.#actor.stop(this.#layer);
      this.#layer = 0;
      this.#calmDown();
      this.#wake();
      return;
    }
    const { signal } = (this.#motion = new AbortController());
    try {
      const bytes = await fetchBytes(new URL(source, document.baseURI).href, signal);
      signal.throwIfAborted(); // the avatar may be gone by now
      const clip = await Clip.load(bytes, { rig: this.#loan.shown.rig });
      try {
        signal.throwIfAborted();
        this.#layer = this.#actor.crossFade(clip);
      } catch (error) {
        clip.dispose();
        throw error;
      }
      this.#keepClip(clip);
      this.#calmDown();
      this.#wake();
    } catch (error) {
      if (!signal.aborted) this.#tellError(error);
    }
  }

  /** Keeps the clip that plays and the one that fades out; frees older ones. */
  #keepClip(clip) {
    this.#clips.push(clip);
    while (this.#clips.length > 2) {
      const old = this.#clips.shift();
      this.#actor.forget(old);
      old.dispose();
    }
  }

  #express() {
    if (this.#state !== 'ready') return;
    const text = this.getAttribute('expression');
    try {
      if (!this.#actor.emote(emotionOf(text)))
        console.warn(`libvrm: <vrm-avatar> has no expression ${JSON.stringify(text)}`);
    } catch (error) {
      // the text names too many expressions
      this.#tellError(error);
    }
  }

  async emote(emotion, options) {
    while (this.#state !== 'ready') await this.#ready(); // a listener of `load` may change the src
    const isTaken = this.#actor.emote(typeof emotion === 'string' ? emotionOf(emotion) : (emotion ?? null), options);
    this.#wake();
    return isTaken;
  }

  // ---- Speech ----

  /** The attribute `audio`: an address to speak when the avatar is ready, or "#id" of a media element to follow. */
  #hear() {
    this.#ear?.stop();
    this.#ear = null;
    const source = this.getAttribute('audio');
    if (!source || this.#state !== 'ready') return;
    if (!source.startsWith('#')) {
      this.say(source).catch((error) => this.#tellAudio(error));
      return;
    }
    const media =
      this.getRootNode().querySelector(`#${CSS.escape(source.slice(1))}`) ?? document.getElementById(source.slice(1));
    if (!(media instanceof HTMLMediaElement)) {
      this.#tellError(new TypeError(`audio="${source}" is no audio or video element of the page`));
      return;
    }
    const face = this.#face;
    Lip.listen(media, { face }).then(
      (listener) => {
        if (this.#face !== face || this.#ear !== null || this.getAttribute('audio') !== source) listener.stop();
        else this.#ear = listener;
      },
      (error) => this.#tellError(error),
    );
  }

  #tellAudio(error) {
    if (error.name === 'NotAllowedError') this.#tell(new Event('blocked'));
    else if (error.code !== 'cancelled') this.#tellError(error);
  }

  async say(source, options = {}) {
    checkObject('options', options);
    const { signal, sampleRate } = options;
    if (signal !== undefined && !(signal instanceof AbortSignal))
      throw wrong('options.signal', 'an AbortSignal', signal);
    const hushes = this.#hushes;
    while (this.#state !== 'ready') await this.#ready();
    signal?.throwIfAborted();
    if (hushes !== this.#hushes) return false;
    this.#speech?.stop();
    const face = this.#face,
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
        ? this.#speakStream(source, sampleRate, face, mine)
        : this.#speak(source, face, mine, signal));
    } finally {
      signal?.removeEventListener('abort', end);
      if (this.#speech === mine) this.#speech = null;
    }
  }

  async #speak(source, face, mine, signal) {
    const speech = await Speech.load(typeof source === 'string' ? new URL(source, document.baseURI) : source, {
      signal,
    });
    if (mine.isOver || this.#face !== face) return false;
    let hasBegun = false;
    const played = speech.play({
      face,
      onStart: () => {
        hasBegun = true;
        this.#wake();
        this.#tell(new Event('speechstart'));
      },
    });
    mine.stop = () => {
      mine.isOver = true;
      speech.stop();
    };
    try {
      return (await played) && !mine.isOver;
    } finally {
      if (hasBegun) this.#tell(new Event('speechend'));
    }
  }

  /** Speech that arrives while it plays. */
  async #speakStream(source, sampleRate, face, mine) {
    const over = new AbortController();
    let hasBegun = false;
    mine.stop = () => {
      mine.isOver = true;
      over.abort();
    };
    try {
      return await Speech.playStream(source, {
        sampleRate,
        face,
        signal: over.signal,
        onStart: () => {
          hasBegun = true;
          this.#wake();
          this.#tell(new Event('speechstart'));
        },
      });
    } finally {
      if (hasBegun) this.#tell(new Event('speechend'));
    }
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
    if (mine.isOver || this.#face !== face) {
      listener.stop();
      return false;
    }
    this.#wake();
    this.#tell(new Event('speechstart'));
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
    this.#tell(new Event('speechend'));
    return isWhole;
  }

  hush() {
    this.#hushes++;
    this.#speech?.stop();
  }

  blink() {
    this.#face?.blink();
    this.#wake();
  }

  // ---- Members ----

  get isLoaded() {
    return this.#state === 'ready';
  }
  get isSpeaking() {
    return this.#speech !== null;
  }
  get actor() {
    return this.#actor;
  }
  get face() {
    return this.#face;
  }
  get model() {
    return this.#loan?.shown.model ?? null;
  }

  get paused() {
    return this.hasAttribute('paused');
  }
  set paused(value) {
    this.toggleAttribute('paused', Boolean(value));
  }
  get controls() {
    return this.hasAttribute('controls');
  }
  set controls(value) {
    this.toggleAttribute('controls', Boolean(value));
  }
}

for (const [name, attribute] of Object.entries(reflected))
  Object.defineProperty(VrmAvatarElement.prototype, name, {
    get() {
      return this.getAttribute(attribute) ?? '';
    },
    set(value) {
      if (value === null || value === undefined) this.removeAttribute(attribute);
      else this.setAttribute(attribute, value);
    },
    configurable: true,
    enumerable: true,
  });

if (globalThis.customElements && !customElements.get('vrm-avatar'))
  customElements.define('vrm-avatar', VrmAvatarElement);
