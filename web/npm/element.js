// SPDX-License-Identifier: MIT
// <vrm-avatar>: an avatar as an element of a page; see element.d.ts.
import { Clip } from './engine/clip.js';
import { fetchBytes } from './engine/download.js';
import { VrmError } from './engine/errors.js';
import { faceShape, faceShapes } from './engine/face.js';
import { boneNames, restPose } from './engine/rig.js';
import { Speech } from './engine/speech.js';
import { SpeechMarks } from './engine/speech_marks.js';
import { borrow, followPointer, join, leave, wake } from './engine/studio.js';
import { cameraOf, emotionOf, idleOf } from './element/attributes.js';
import { Gaze } from './element/gaze.js';
import { Motions } from './element/motions.js';
import { Orbit, anglesOf, viewFrom } from './element/orbit.js';
import { copied, encoded, pictureOptions, pictureSize } from './element/picture.js';
import { Shell, sheetsOf } from './element/shell.js';
import { Voice } from './element/voice.js';

const settleTime = 1500; // milliseconds that a change stays visible while nothing else moves

/** Properties that reflect attributes. */
const reflected = {
  src: 'src',
  animation: 'animation',
  animations: 'animations',
  expression: 'expression',
  lookAt: 'look-at',
  idle: 'idle',
  audio: 'audio',
  camera: 'camera',
  poster: 'poster',
  alt: 'alt',
  loading: 'loading',
  messagesFrom: 'messages-from',
};

/** Properties that are true if there is an attribute. */
const switches = { paused: 'paused', controls: 'controls', cameraControls: 'camera-controls' };

const Base = globalThis.HTMLElement ?? class {}; // a server may import this file too

/** False in jsdom, which pages use for tests. happy-dom has these classes, but no canvas context. */
const isDrawn = ['matchMedia', 'IntersectionObserver', 'ResizeObserver'].every(
  (name) => typeof globalThis[name] === 'function',
);

let trackers = null; // promise of the module
let agents = null;

let seeds = 0; // elements of a page do not blink in unison

export class VrmAvatarElement extends Base {
  static observedAttributes = [
    'src',
    'animation',
    'animations',
    'expression',
    'look-at',
    'idle',
    'audio',
    'camera',
    'poster',
    'alt',
    'paused',
    'controls',
    'camera-controls',
    'loading',
    'messages-from',
  ];

  #shell = null; // the shadow root
  #context = null; // 2D, of the canvas; null where nothing is drawn
  #seed = seeds++;
  #isSeen = false;
  #observers = [];
  #life = null; // AbortController of the current src
  #loan = null; // { shown, stage, release }
  #actor = null;
  #waiting = []; // calls of say() and emote() that wait for the avatar
  #state = 'empty'; // empty, loading, ready, failed
  #size = [0, 0];
  #isFramed = false; // the orbit has a view of the present size and attribute
  #isPainted = false;
  #paintedView = 0; // revision of the orbit that was painted
  #orbit = new Orbit();
  #hasView = false; // the orbit was framed for this avatar
  #uncontrol = null; // ends the user's control of the camera
  #restlessUntil = 0;
  #gaze = new Gaze();
  #voice;
  #motions;
  #agent = null; // of the page, since its first call of send()
  #view = null; // camera of a message, instead of the attribute `camera`
  #target; // gaze of a message, instead of the attribute `look-at`; undefined: none
  #parent = null; // AbortController of listening to the parent frame
  #tracker = null; // of the page, since its first call of track()
  #calm = null; // MediaQueryList
  #ratio = 0; // devicePixelRatio at the current size

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = sheetsOf(this.ownerDocument);
    const shell = new Shell(root);
    shell.button.addEventListener('click', () => {
      this.paused = !this.paused;
    });
    shell.poster.addEventListener('error', () => this.#show());
    root.addEventListener('slotchange', () => this.#show());
    this.#shell = shell;
    this.#context = isDrawn ? shell.canvas.getContext('2d') : null;
    const element = this;
    const host = {
      get actor() {
        return element.#actor;
      },
      get face() {
        return element.#face;
      },
      get isReady() {
        return element.isLoaded;
      },
      ready: () => this.#untilReady(),
      changed: () => this.#calmDown(),
      wake: () => this.#wake(),
      tell: (event) => this.#tell(event),
      fail: (error) => this.#tellError(error),
    };
    this.#voice = new Voice(host);
    this.#motions = new Motions(host);
  }

  // ---- Life ----

  connectedCallback() {
    for (const name of [...Object.keys(reflected), ...Object.keys(switches), 'orbit']) this.#upgrade(name);
    if (!this.#context) return; // no canvas here: the element stays empty
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
    this.#hearParent();
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
    this.#parent?.abort();
    this.#calm?.removeEventListener('change', this.#changed);
    this.#isSeen = false;
  }

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
    if ((before === after && !isRetry) || !this.#shell) return;
    if (name === 'src') this.#changeSource();
    if (name === 'loading') this.#loadIfDue();
    if (name === 'animation') this.#move();
    if (name === 'animations') this.#motions.names = after;
    if (name === 'expression') this.#express();
    if (name === 'audio') this.#hear();
    if (name === 'camera') this.#frameBy(null);
    if (name === 'look-at') this.#target = undefined;
    if (name === 'messages-from') this.#hearParent();
    if (name === 'camera-controls') this.#control();
    if (name === 'idle') this.#calmDown();
    if (name === 'look-at' && after === 'pointer') followPointer();
    if (['poster', 'alt', 'controls', 'camera-controls', 'paused'].includes(name)) this.#show();
    this.#wake();
  }

  #changed = () => {
    this.#face?.setBlinks(!this.#isCalm);
    this.#face?.setAttention(this.#isCalm ? 'steady' : 'auto');
    this.#calmDown();
    this.#wake();
  };

  /** Applies the attribute `idle`: no idle motion while a loop plays. Loops stand still if the user prefers reduced
   * motion. */
  #calmDown() {
    const isStill = this.#isCalm || this.#motions.hasLoop;
    this.#face?.setIdle(isStill ? 0 : idleOf(this.getAttribute('idle')));
    if (this.#actor) this.#motions.setSpeeds(this.#isCalm);
  }

  get #face() {
    return this.#actor?.face ?? null;
  }

  /** Whether something moves that people who want less motion get, too. */
  get #isAsked() {
    return [this.#agent, this.#voice, this.#tracker].some((part) => part?.isActive) || this.#motions.isPlayingOnce;
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
      this.#move();
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
    this.#voice.leave();
    this.#agent?.leave();
    this.#motions.leave();
    this.#life?.abort(); // also releases the loan
    this.#life = this.#loan = this.#actor = this.#tracker = this.#agent = null;
    this.#hasView = false;
    this.#isPainted = false;
    const { canvas } = this.#shell;
    this.#context?.clearRect(0, 0, canvas.width, canvas.height);
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
    if (!this.#context) return Promise.reject(new VrmError('unsupported', 'nothing is drawn in this document'));
    if (this.#state === 'failed') return Promise.reject(new VrmError('invalid', 'the avatar could not be loaded'));
    const ready = new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
    });
    this.#loadIfDue();
    return ready;
  }

  async #untilReady() {
    while (this.#state !== 'ready') await this.#ready(); // a listener of `load` may change the src
  }

  // ---- What is shown ----

  get #name() {
    return this.getAttribute('alt') ?? (this.#loan?.shown.model.meta?.name || 'Avatar');
  }

  #show() {
    this.#shell.show({
      state: this.#state,
      isPainted: this.#isPainted,
      name: this.#name,
      source: this.getAttribute('poster'),
      hasControls: this.controls,
      hasCamera: this.cameraControls,
      isPaused: this.paused,
    });
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
        (!this.paused && (!this.#isCalm || this.#isAsked))),
    prepare: (seconds) => {
      this.#orbit.step(seconds, this.#isCalm);
      this.#prepare(this.paused ? 0 : seconds);
    },
    paint: (stage) => this.#paint(stage),
    fail: (error) => this.#fail(error),
    get size() {
      return this.own();
    },
    own: () => this.#size,
  };

  #prepare(seconds) {
    if (devicePixelRatio !== this.#ratio) this.#resize();
    this.#gaze.look(this.#actor, {
      mode: this.#target === undefined ? this.getAttribute('look-at') : this.#target,
      view: this.#hasView ? this.#orbit.viewOf() : null,
      isCalm: this.#isCalm,
      isTracked: this.#tracker?.hasHead ?? false,
      element: this,
      seconds,
    });
    this.#tracker?.step(this.#actor, seconds);
    this.#actor.step(seconds);
    this.#gaze.turnHead(this.#actor.avatar);
    this.#tracker?.turnHead(this.#actor.avatar, restPose, boneNames);
    this.#agent?.step();
    this.#voice.step();
    this.#motions.step();
  }

  /** The shot of the attribute `camera` or of a message. */
  get #shot() {
    const shot = cameraOf(this.getAttribute('camera')),
      view = this.#view;
    if (!view || view.eye) return shot;
    return { ...view, shot: view.shot ?? shot.shot };
  }

  /** The camera at rest, for pictures of some shape. */
  #framed(stage, aspect) {
    stage.frame(this.#loan.shown, { ...this.#shot, aspect });
    const { eye, target, fov } = this.#view ?? {};
    return eye ? viewFrom(stage.camera, eye, target, fov) : stage.camera;
  }

  /** Takes the camera of a message; null: that of the attribute. */
  #frameBy(view) {
    this.#view = view;
    this.#isFramed = false;
    this.#orbit.rest(view?.eye ? anglesOf(view.eye, view.target) : this.#shot);
    this.#wake();
  }

  #frame(stage) {
    const [width, height] = this.#size;
    this.#orbit.frame(this.#framed(stage, width / height));
    this.#isFramed = this.#hasView = true;
  }

  #paint(stage) {
    const { shown } = this.#loan,
      { canvas } = this.#shell,
      context = this.#context,
      [width, height] = this.#size;
    if (!this.#isFramed) this.#frame(stage);
    stage.camera = this.#orbit.viewOf();
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
    this.#paintedView = this.#orbit.revision;
    if (this.#isPainted) return;
    this.#isPainted = true;
    this.#show(); // hides the poster
    this.#tell(new Event('shown'));
  }

  // ---- Camera ----

  /** The attribute `camera-controls`. */
  async #control() {
    this.#uncontrol?.();
    this.#uncontrol = null;
    if (!this.cameraControls) return;
    const { controlCamera } = await import('./element/camera_controls.js');
    if (!this.cameraControls || this.#uncontrol !== null) return;
    this.#uncontrol = controlCamera(this.#shell.canvas, this.#orbit, () => {
      this.#wake();
      this.#tell(new Event('camerachange'));
    });
  }

  get orbit() {
    return this.#orbit.state;
  }
  set orbit(value) {
    this.#orbit.set(value, true);
    this.#wake();
  }

  orbitTo(value) {
    this.#orbit.set(value, false);
    this.#wake();
  }

  /** The canvas takes the focus of an element with `camera-controls`. */
  focus(options) {
    if (this.cameraControls) this.#shell.canvas.focus(options);
    else super.focus(options);
  }

  // ---- Pictures ----

  async toBlob(options = {}) {
    const wish = pictureOptions(options);
    if (!this.isLoaded) await this.#untilReady();
    return encoded(copied(this.#picture(wish), wish.background), wish);
  }

  /** The present picture: the canvas, or ImageData where the canvas has another size or shows an earlier camera. */
  #picture(wish) {
    this.#resize(); // the page may have changed the size since the last frame
    const [width, height] = pictureSize(wish, this.#size),
      { canvas } = this.#shell,
      { stage, shown } = this.#loan;
    const isSeen = this.#isPainted && this.#isFramed && this.#paintedView === this.#orbit.revision;
    if (isSeen && canvas.width === width && canvas.height === height) return canvas;
    if (!this.#isPainted) {
      this.#prepare(0);
      stage.sim.step(0);
    }
    stage.camera = this.#viewFor(stage, width / height);
    shown.isVisible = true;
    try {
      const { data } = stage.readPixels({ width, height });
      return new ImageData(data, width, height);
    } finally {
      shown.isVisible = false;
    }
  }

  /** The camera for a picture of another shape. */
  #viewFor(stage, aspect) {
    const [width, height] = this.#size;
    if (width > 0 && height > 0 && Math.abs((aspect * height) / width - 1) < 0.01) {
      if (!this.#isFramed) this.#frame(stage);
      return this.#orbit.viewOf();
    }
    return this.#orbit.viewOf(this.#framed(stage, aspect));
  }

  // ---- Motion ----

  /** The attribute `animation`. */
  #move() {
    if (this.#state === 'ready') this.#motions.loop(this.getAttribute('animation'));
  }

  async play(name, options = {}) {
    if (name !== undefined) return this.#motions.play(name, options);
    this.paused = false;
    return true;
  }

  pause() {
    this.paused = true;
  }

  setAnimation(name, source) {
    this.#motions.setSource(name, source);
  }

  get animationNames() {
    return this.#motions.names;
  }
  get animationName() {
    return this.#motions.name;
  }
  get duration() {
    return this.#motions.duration;
  }
  get currentTime() {
    return this.#motions.time;
  }
  set currentTime(seconds) {
    this.#motions.time = seconds;
  }
  get playbackRate() {
    return this.#motions.rate;
  }
  set playbackRate(rate) {
    this.#motions.rate = rate;
  }

  // ---- Emotion ----

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
    if (!this.isLoaded) await this.#untilReady();
    const isTaken = this.#actor.emote(typeof emotion === 'string' ? emotionOf(emotion) : (emotion ?? null), options);
    this.#wake();
    return isTaken;
  }

  // ---- Tracking ----

  async track(tracked) {
    trackers ??= import('./element/tracker.js');
    const { Tracker } = await trackers;
    if (!this.isLoaded) return false;
    this.#tracker ??= new Tracker({ faceShape, faceShapes });
    this.#tracker.give(this.#face, tracked);
    this.#wake();
    return true;
  }

  // ---- Messages of an agent ----

  async send(message) {
    return this.#carryOut(message, (data) => this.#tell(new MessageEvent('message', { data })));
  }

  /** Resolves with the answer; `tell` gets the events. */
  async #carryOut(message, tell) {
    try {
      if (!this.isLoaded) await this.#untilReady();
      agents ??= import('./element/agent.js');
      const { Agent } = await agents;
      if (!this.isLoaded) throw new VrmError('cancelled', 'the avatar was removed');
      this.#agent ??= new Agent(this.#agentHost());
    } catch (error) {
      const id = ['string', 'number'].includes(typeof message?.id) ? { id: message.id } : {};
      return { type: 'error', ...id, code: 'avatar', message: error.message };
    }
    return this.#agent.send(message, tell);
  }

  #agentHost() {
    return {
      actor: this.#actor,
      voice: this.#voice,
      name: this.#loan.shown.model.meta?.name ?? '',
      loopBegun: () => this.#motions.loopBegun,
      motionOf: (name) => this.#motions.sourceOf(name),
      look: (target) => {
        this.#target = target;
        this.#wake();
      },
      setView: (view) => this.#frameBy(view),
      wake: () => this.#wake(),
      engine: { Clip, Speech, SpeechMarks, fetchBytes },
    };
  }

  /** The attribute `messages-from`: origins from which the parent frame may send messages. */
  #hearParent() {
    this.#parent?.abort();
    const origins = this.messagesFrom.split(/\s+/).filter((text) => /^[a-z][a-z\d+.-]*:\/\/[^/*]+$/.test(text));
    if (origins.length === 0 || !this.isConnected || window.parent === window) return;
    const { signal } = (this.#parent = new AbortController());
    const hear = async ({ source, origin, data }) => {
      if (source !== window.parent || !origins.includes(origin) || data?.vrm !== 1) return;
      const reply = (answer) => source.postMessage({ ...answer, vrm: 1 }, origin);
      const answer = await this.#carryOut(data, reply);
      if (answer.id !== undefined || answer.type === 'error') reply(answer);
    };
    addEventListener('message', hear, { signal });
  }

  // ---- Speech ----

  /** The attribute `audio`: an address to speak when the avatar is ready, or "#id" of a media element to follow. */
  #hear() {
    this.#voice.deafen();
    const source = this.getAttribute('audio');
    if (!source || this.#state !== 'ready') return;
    if (!source.startsWith('#')) {
      this.say(source).catch((error) => this.#tellAudio(error));
      return;
    }
    const media =
      this.getRootNode().querySelector(`#${CSS.escape(source.slice(1))}`) ?? document.getElementById(source.slice(1));
    if (media instanceof HTMLMediaElement) this.#voice.hear(media);
    else this.#tellError(new TypeError(`audio="${source}" is no audio or video element of the page`));
  }

  #tellAudio(error) {
    if (error.name === 'NotAllowedError') this.#tell(new Event('blocked'));
    else if (error.code !== 'cancelled') this.#tellError(error);
  }

  async say(source, options = {}) {
    return this.#voice.say(source, options);
  }

  hush() {
    this.#voice.hush();
  }

  blink() {
    this.#face?.blink();
    this.#wake();
  }

  // ---- Members ----

  get isLoaded() {
    return this.#state === 'ready';
  }
  get isShown() {
    return this.#isPainted;
  }
  get isSpeaking() {
    return this.#voice.isSpeaking;
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

for (const [name, attribute] of Object.entries(switches))
  Object.defineProperty(VrmAvatarElement.prototype, name, {
    get() {
      return this.hasAttribute(attribute);
    },
    set(value) {
      this.toggleAttribute(attribute, Boolean(value));
    },
    configurable: true,
    enumerable: true,
  });

if (globalThis.customElements && !customElements.get('vrm-avatar'))
  customElements.define('vrm-avatar', VrmAvatarElement);
