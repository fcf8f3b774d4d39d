// SPDX-License-Identifier: MIT
/**
 * `<vrm-avatar>`: an avatar as an element of a page that breathes, blinks and speaks. Importing this file defines it;
 * no build step is needed:
 *
 * ```html
 * <script type="module" src="node_modules/libvrm/element.js"></script>
 * <vrm-avatar src="avatar.vrm" look-at="pointer" alt="Vesna"></vrm-avatar>
 * ```
 *
 * All elements of a page share one WebGL context; elements of the same file share its memory. Elements that are not
 * visible are not drawn. A removed element frees its memory; if it is inserted again, it loads again.
 *
 * CSS sets its size, 300 by 400 pixels by default; its background is transparent. Parts for CSS (`::part()`):
 * `canvas`, `poster`, `message`, `overlay`, `toggle`.
 *
 * Children lie over the avatar. Slots: `poster` is shown until the avatar is, or if it cannot be loaded; `message` if
 * it cannot be loaded; `help` is the text with which screen readers explain the keys of `camera-controls`.
 */
import type {
  Actor,
  BoneName,
  Bytes,
  Clip,
  EmoteOptions,
  Face,
  Model,
  Speech,
  SpeechMarks,
  SpeechPiece,
} from './index.js';

/** Events of the element itself. None bubbles. */
export interface VrmAvatarEvents {
  /** The avatar has loaded; its first picture follows (`shown`). */
  load: Event;
  /** The first picture of the avatar is in the canvas and the poster is gone: `toBlob()` and CSS transitions may begin.
   * Once for each `src`. */
  shown: Event;
  /** The avatar, an animation or a sound could not be loaded; `error` is usually a VrmError with a report. Without an
   * avatar the poster is shown, or the text of `alt`. It is logged to the console unless a listener calls
   * `preventDefault()`. */
  error: ErrorEvent;
  /** More bytes of the avatar were received. */
  progress: ProgressEvent;
  /** The browser does not play `audio` because the user has not yet clicked or typed in the page: call
   * {@link VrmAvatarElement.say} after that. */
  blocked: Event;
  /** Speech begins. */
  speechstart: Event;
  /** Speech has ended or was stopped. */
  speechend: Event;
  /** A motion has looped; `detail.name` is its name. */
  looped: CustomEvent<{ readonly name: string }>;
  /** A motion that plays once, or without a loop, has reached its end; `detail.name` is its name. */
  ended: CustomEvent<{ readonly name: string }>;
  /** An action of a message has begun or ended: {@link VrmAvatarElement.send}. */
  message: MessageEvent<AgentEvent>;
  /** The user has moved the camera: {@link VrmAvatarElement.orbit}. */
  camerachange: Event;
}

/** All events, including the standard ones. */
export interface VrmAvatarEventMap extends Omit<HTMLElementEventMap, keyof VrmAvatarEvents>, VrmAvatarEvents {}

/** Position of the camera relative to the avatar. */
export interface AvatarOrbit {
  /** Degrees around the avatar, -180 to 180; above 0 to its left. 0: in front of it. */
  yaw: number;
  /** Degrees above its front, -85 to 85. */
  pitch: number;
  /** Magnification relative to the shot of the attribute `camera`, 0.5 to 8; limited where the camera would come too
   * near. */
  zoom: number;
  /** How far the camera is moved to the right and up, in heights of the shot, -1 to 1. */
  pan: [number, number];
}

/** How {@link VrmAvatarElement.play} plays a motion. */
export interface AvatarPlayOptions {
  /** Plays once over the present motion, then returns to it. Default false. */
  once?: boolean;
  /** Starts again at its end; if false, stays there. Default true, without `once`. */
  loop?: boolean;
  /** Seconds in which it blends in, and with `once` out. Default 0.25. */
  fade?: number;
  /** 1 as recorded, negative backwards. Default 1. */
  speed?: number;
  /** Bones that it may move; the hips include their position. Default all. */
  bones?: readonly BoneName[];
}

/** A frame of a face tracker. Parts whose members are missing or null are moved by the avatar itself. */
export interface TrackedFace {
  /** Weights of ARKit's 52 shapes: by name in any usual spelling, in the order of `faceShapes`, or as MediaPipe's
   * `faceBlendshapes[0].categories`. */
  shapes?:
    | Readonly<Record<string, number>>
    | ArrayLike<number>
    | ArrayLike<{ readonly categoryName: string; readonly score: number }>
    | null;
  /** Rotation of the head from looking straight ahead, with +X to the person's left, +Y up and +Z ahead: a quaternion
   * (x, y, z, w), a 4x4 matrix in order of columns (the `data` of MediaPipe's `facialTransformationMatrixes[0]`), or
   * degrees: `yaw` to the left, `pitch` down, `roll` towards the right shoulder. Neck and head turn by 70 degrees at
   * most. */
  head?: ArrayLike<number> | { readonly yaw?: number; readonly pitch?: number; readonly roll?: number } | null;
  /** Direction of the eyes relative to the head, degrees to the left and down, instead of the `eyeLook` shapes. */
  gaze?: readonly [yaw: number, pitch: number] | { readonly yaw: number; readonly pitch: number } | null;
  /** The avatar moves as a mirror image of the person. Default false. */
  mirrors?: boolean;
}

/** A message of an agent, as JSON; the reference lists types and members. */
export interface AgentMessage {
  /** What to do. */
  type: 'hello' | 'say' | 'chunk' | 'emote' | 'look' | 'play' | 'stop' | 'pose' | 'camera' | 'calibrate' | 'state';
  /** Comes back in the answer and in events. */
  id?: string | number;
  /** Members of the type. */
  [member: string]: unknown;
}

/** Answer to a message. */
export type AgentAnswer =
  | {
      /** The message was accepted. */
      type: 'ok';
      /** The `id` of the message. */
      id?: string | number;
      /** The answer to "state". */
      [member: string]: unknown;
    }
  | {
      /** The message was refused and has changed nothing. */
      type: 'error';
      /** The `id` of the message. */
      id?: string | number;
      /** A word for programs. */
      code: string;
      /** A sentence for people. */
      message: string;
    };

/** An action of a message has begun or ended. */
export interface AgentEvent {
  /** What happened. */
  type: 'hello' | 'begun' | 'spoken' | 'finished' | 'error';
  /** The `id` of the message. */
  id?: string | number;
  /** Time of the avatar, seconds. */
  time: number;
  /** Members of the type. */
  [member: string]: unknown;
}

/** How to make a picture of the present frame. */
export interface AvatarPictureOptions {
  /** `image/png` (the default), `image/jpeg`, or another type that the browser writes. */
  type?: string;
  /** Quality of a lossy type, 0 to 1. */
  quality?: number;
  /** Pixels, 1 to 4096. Default: those of the element on the screen; with one side given, the other keeps its shape. */
  width?: number;
  /** Pixels, 1 to 4096. */
  height?: number;
  /** A color of CSS. Default "transparent"; "white" for JPEG, which has no transparency. */
  background?: string;
}

/** An avatar as an element of a page. Properties of text reflect the attributes of their names; null removes one. */
export class VrmAvatarElement extends HTMLElement {
  /** Address of the avatar, relative to the page. Setting it again after an `error` loads it again. */
  src: string;
  /** A motion that plays in a loop: its name in `animations`, or its address: a VRM animation, or what `Clip.load()`
   * reads. "": it stands and breathes. */
  animation: string;
  /** Motions by name, for `animation` and {@link play}: "wave wave.vrma, dance moves/dance.fbx". Each is fetched when it
   * is first played. */
  animations: string;
  /** An emotion that is shown: "happy", "happy 0.5", "happy 0.5, surprised 0.3". Names with commas are quoted:
   * '"oh, no" 0.5'. "": the face at rest. */
  expression: string;
  /** Attribute `look-at`: target of the gaze, "pointer" or "camera". "": straight ahead. */
  lookAt: string;
  /** Amount of breathing, weight shift and sway, 0 to 2, or "off". Default 1. */
  idle: string;
  /** Speech that plays when the avatar has loaded, or "#id" of an audio or video element whose sound moves the lips
   * whenever it plays. */
  audio: string;
  /** "full", "bust" or "face"; then yaw and pitch of the camera in degrees: "bust 20 5". Default "bust". */
  camera: string;
  /**
   * Attribute `camera-controls`: the user moves the camera. Dragging turns it, a second finger or Shift moves it. The
   * wheel zooms while the element has the focus, and so do two fingers. Arrow keys turn it, with Shift they move it; plus
   * and minus zoom, Home returns. Fires `camerachange`. A finger that goes up or down scrolls the page; CSS
   * `touch-action: none` gives all fingers to the camera.
   */
  cameraControls: boolean;
  /** Position of the camera, or the position that it is moving to. Setting it moves the camera at once; missing members
   * stay. null, or setting the attribute `camera`, returns to that attribute. */
  get orbit(): AvatarOrbit;
  set orbit(orbit: Readonly<Partial<AvatarOrbit>> | null);
  /** Moves the camera smoothly; at once if the user prefers reduced motion. */
  orbitTo(orbit: Readonly<Partial<AvatarOrbit>> | null): void;
  /** Address of a picture to show until the avatar has loaded, or if it cannot be loaded. */
  poster: string;
  /** Alternative text. "": decorative. Without the attribute: the name in the file. */
  alt: string;
  /** Attribute `messages-from`: origins, separated by spaces, from which a page around this frame may send messages as
   * {@link send} takes them, with `vrm: 1`, by `postMessage()`. Default "": none. */
  messagesFrom: string;
  /** "lazy": loads when it is first seen, or asked to speak or to show an emotion. */
  loading: string;
  /** Stops time. */
  paused: boolean;
  /** Shows a button to pause and resume. */
  controls: boolean;
  /** Names of the motions of `animations` and {@link setAnimation}. */
  readonly animationNames: readonly string[];
  /** Name of the motion that plays: the one that plays once, else the loop; "" without one. */
  readonly animationName: string;
  /** Length of this motion, seconds; 0 without one. */
  readonly duration: number;
  /** Position in this motion, seconds. Setting it takes effect at once, even while paused. */
  currentTime: number;
  /** Speed of this motion: 1 as recorded, negative backwards. */
  playbackRate: number;
  /** Whether the avatar has loaded. */
  readonly isLoaded: boolean;
  /** Whether its first picture was drawn (`shown`). */
  readonly isShown: boolean;
  /** Whether the avatar is speaking. */
  readonly isSpeaking: boolean;
  /** The actor that plays the avatar; null before `load`. Layers that a page starts play over the animation. The
   * element sets gaze and idle motion, and steps it. */
  readonly actor: Actor | null;
  /** The face of the actor; null before `load`. */
  readonly face: Face | null;
  /** The file; null before `load`. */
  readonly model: Model | null;
  /**
   * Speaks: plays a sound and moves the lips to it, or moves the lips to a media element or MediaStream that plays by
   * itself. A ReadableStream or async iterable plays while it arrives, as {@link Speech.playStream} does. Ends the present
   * speech. Waits until the avatar has loaded; rejects if it cannot be loaded or is removed before that. Resolves with
   * true at the end, with false if the speech was stopped. Rejects with a DOMException `NotAllowedError` while the browser
   * plays no sound because the user has not yet clicked or typed in the page.
   */
  say(
    source:
      | string
      | URL
      | Bytes
      | Blob
      | AudioBuffer
      | HTMLMediaElement
      | MediaStream
      | ReadableStream<SpeechPiece>
      | AsyncIterable<SpeechPiece>,
    options?: {
      /** Stops the speech. */
      signal?: AbortSignal;
      /** Samples per second of streamed raw samples, as for {@link Speech.playStream}. */
      sampleRate?: number;
      /** Speech marks that move the lips instead of the sound, for files, bytes and AudioBuffers. */
      marks?: SpeechMarks;
    },
  ): Promise<boolean>;
  /** Stops the present speech. */
  hush(): void;
  /** Shows an emotion: in the form of the attribute `expression`, as weights by name, or null for the face at rest.
   * Waits for the avatar as {@link say} does. Resolves with false if the avatar lacks one of the expressions. */
  emote(emotion: string | Readonly<Record<string, number>> | null, options?: EmoteOptions): Promise<boolean>;
  /**
   * Plays a motion: by its name in `animations` or its address. Waits for the avatar as {@link say} does, and while
   * paused. A loop replaces the previous loop, including that of the attribute `animation`, and resolves with true when
   * it has begun. Other motions resolve with true at their end. Resolves with false if another motion replaced it
   * before that, or the avatar was removed. null ends all motion. If the user prefers reduced motion, a loop stands
   * still.
   */
  play(name: string | null, options?: AvatarPlayOptions): Promise<boolean>;
  /** Resumes after {@link pause}. */
  play(): Promise<boolean>;
  /** Pauses, as the attribute `paused` does. */
  pause(): void;
  /** Gives a motion a name: an address, a file, bytes, or a clip for the rig of this avatar, which remains the page's
   * own. null removes the name. */
  setAnimation(name: string, source: string | URL | Blob | Bytes | Clip | null): void;
  /** Returns a picture of exactly the present frame as a file, without the content of slots. A size other than that on
   * the screen is drawn anew, not scaled. Waits for the avatar as {@link say} does. Rejects with code `unsupported` for
   * a type that the browser does not write, or while it has lost its WebGL context. */
  toBlob(options?: AvatarPictureOptions): Promise<Blob>;
  /**
   * Moves face, head and eyes by a face tracker; call it for each of its frames. Tracked shapes replace blinks,
   * mouth and gaze, and take precedence over emotions; the rotation of the head is added to the motion. null, or a
   * second without a call, ends tracking: the avatar eases back to its own motion. Resolves with false, without effect,
   * while there is no avatar.
   */
  track(tracked: TrackedFace | null): Promise<boolean>;
  /** Carries out a message of an agent, in the order in which they are sent. Waits for the avatar as {@link say} does.
   * Never rejects: errors are in the answer. Events come later, as `message` events. */
  send(message: AgentMessage): Promise<AgentAnswer>;
  /** Blinks now. */
  blink(): void;
  /** As for every element. */
  addEventListener<K extends keyof VrmAvatarEventMap>(
    type: K,
    listener: (this: VrmAvatarElement, event: VrmAvatarEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  /** As every element has it. */
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  /** As every element has it. */
  removeEventListener<K extends keyof VrmAvatarEventMap>(
    type: K,
    listener: (this: VrmAvatarElement, event: VrmAvatarEventMap[K]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  /** As every element has it. */
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'vrm-avatar': VrmAvatarElement;
  }
}
