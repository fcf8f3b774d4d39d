// SPDX-License-Identifier: MIT
/// <reference lib="esnext.disposable" />
/**
 * A canvas with avatars on it, drawn by the library's own renderer through WebGL 2: MToon, unlit and
 * PBR surfaces, the same pictures as `vrm render`.
 *
 * ```js
 * import { Stage } from 'libvrm/stage';
 * const stage = await Stage.create(document.querySelector('canvas'));
 * const shown = await stage.load(bytes);
 * const actor = await shown.createActor(); // plays motion, speaks, looks around
 * stage.frame(shown, { shot: 'bust' });
 * stage.step(1 / 60);
 * stage.draw();
 * ```
 */
import type {
  Actor,
  ActorOptions,
  Avatar,
  Bytes,
  Face,
  FaceOptions,
  MemoryOwner,
  LoadOptions,
  Model,
  Numbers,
  Report,
  Rig,
  Sim,
  SimOptions,
} from './index.js';

/** How to create a stage. */
export interface StageOptions {
  /** Antialiasing samples: 1, 2, 4 or 8; clamped to the limit of WebGL. Default 4. */
  samples?: number;
  /** Outlines narrower than this many pixels are left out, so that distant crowds are drawn faster. Default 0: all are
   * drawn. */
  minOutline?: number;
  /** Red, green, blue, alpha as CSS has them, 0 to 1. Default transparent. */
  background?: Numbers;
  /** A directional light. */
  light?: Light;
  /** Light from above, linear. Default 0.1 each. */
  sky?: Numbers;
  /** Light from below, linear. Default 0.1 each. */
  ground?: Numbers;
  /** How the stage's sim is created. */
  sim?: Omit<SimOptions, 'outputs'>;
  /** Keep the picture in the canvas after it was shown, as WebGL's option of this name. Default false. */
  preserveDrawingBuffer?: boolean;
  /** As WebGL has it. Default "default". */
  powerPreference?: 'default' | 'high-performance' | 'low-power';
}

/** A directional light. */
export interface Light {
  /** Direction to the light, any length. Default 1 1 1. */
  from: Numbers;
  /** Linear; a surface that faces light of colour 1 shows its base colour. Default 0.9 each. */
  color: Numbers;
}

/** A camera: a plain value. To move the stage's camera, set it to another one. */
export interface Camera {
  /** Position in the world, metres. */
  eye: Numbers;
  /** The point that the camera looks at, metres. */
  target: Numbers;
  /** Direction that is up in the picture. */
  up: Numbers;
  /** Vertical field of view, degrees; 0: orthographic. */
  fov: number;
  /** Orthographic: metres from bottom to top. */
  height: number;
  /** Near clip plane, metres. */
  near: number;
  /** Far clip plane, metres. */
  far: number;
}

/** How to look at an avatar. */
export interface ShotOptions {
  /** The whole avatar, head and shoulders, or chin to hair. Default "full". */
  shot?: 'full' | 'bust' | 'face';
  /** Angle of the camera around the avatar, degrees: 0 is in front, 90 at the avatar's left. Default 0. */
  yaw?: number;
  /** Elevation of the camera, degrees, -89 to 89. Default 0. */
  pitch?: number;
  /** Vertical field of view, degrees, 1 to 150. Default 30. */
  fov?: number;
  /** Free space at each edge, as a fraction of the picture, 0 to 0.4. Default 0.04. */
  margin?: number;
  /** Width / height. Default that of the canvas. */
  aspect?: number;
}

/** How to take a picture. */
export interface PictureOptions {
  /** Pixels. Default that of the canvas. */
  width?: number;
  /** Pixels. Default that of the canvas. */
  height?: number;
}

/** Debug overlays, drawn as lines. */
export type Overlay = 'bones' | 'springs' | 'colliders' | 'normals' | 'firstPerson';

/** Lines of your own, one pixel wide, drawn after everything else. */
export interface LineSet {
  /** Ten numbers for each line: from x y z, to x y z in the world, then red, green, blue, alpha,
   * linear. */
  numbers: Float32Array;
  /** Nothing hides them. Default false. */
  inFront?: boolean;
}

/** Counts of the last frame, and of objects that exist now. */
export interface RenderStats {
  /** Of the last frame. */ readonly drawCalls: number;
  /** Of the last frame; each instance counts. */ readonly triangles: number;
  /** Of the last frame: palettes, weights, lines. */ readonly uploadedBytes: number;
  /** Buffers and textures that exist now. */ readonly gpuBytes: number;
  /** Shader programs compiled so far. */ readonly programs: number;
  /** Textures that exist now. */ readonly textures: number;
  /** Buffers that exist now. */ readonly buffers: number;
}

/** How a stage shows surfaces: 'lit' with their materials; 'base' base colour; 'shade' MToon's shade colour; 'light' lit
 * areas; 'normals' world normals; 'uv' a checkerboard in texture coordinates; 'weights' the influence of a joint on each
 * vertex; 'density' texels of the base texture per metre, from blue (256) over green (1448) to red (8192). */
export type StageMode = 'lit' | 'base' | 'shade' | 'light' | 'normals' | 'uv' | 'weights' | 'density';

/** An avatar on a stage. */
export class StageAvatar {
  private constructor();
  /** Its inputs and outputs; the stage's sim steps it. */
  readonly avatar: Avatar;
  /** The file. Editing it does not change what is drawn. */
  readonly model: Model;
  /** What the avatar was made from. */
  readonly rig: Rig;
  /** Findings of preparing it for drawing, such as images that cannot be decoded. */
  readonly report: Report;
  /** Whether it is drawn. Default true. */
  isVisible: boolean;
  /** Lines drawn over it. Default none. */
  overlays: readonly Overlay[];
  /**
   * Draws this avatar and its clones with the materials of another state of the same file: colours, numbers,
   * transparency and drawing order, at once and without an upload. `model` has the same textures, images and meshes; it
   * then belongs to the avatar, as that of {@link Stage.load} does. Returns false, without effect, if it needs
   * something that is not on the graphics card (a texture that had no effect before, another shader), or if a value
   * that expressions move differs; load the file again for these.
   */
  setMaterials(model: Model): boolean;
  /** Hides the meshes of these nodes and the surfaces of these materials, for all avatars of the same file. Each call
   * replaces the one before; without options everything is drawn. */
  hide(options?: { nodes?: readonly number[]; materials?: readonly number[] }): void;
  /** Its actor; null until {@link createActor}. {@link Stage.step} steps it, which replaces inputs that the page set
   * before. For inputs of your own, step by hand: `actor.step(seconds)`, your inputs, `stage.sim.step(seconds)`. */
  readonly actor: Actor | null;
  /** Creates an actor with a living face; fetches the file of faces and actors on first use. It replaces an earlier
   * actor or face, and is disposed with the avatar. */
  createActor(options?: Omit<ActorOptions, 'faceMap'>): Promise<Actor>;
  /** The face of its actor, or its living face; null until {@link createActor} or {@link createFace}. */
  readonly face: Face | null;
  /** Creates a living face without an actor, for pages that set the pose themselves. {@link Stage.step} steps and
   * applies it, which replaces expressions that the page set: use {@link Face.emote}. Idle motion is added by
   * {@link Face.addIdle} to the pose that the page sets. */
  createFace(options?: FaceOptions): Promise<Face>;
  /** Creates another avatar of the same file; it shares everything except pose, actor and face. */
  clone(): StageAvatar;
  /** Removes it from the stage. The file is freed with its last avatar. */
  dispose(): void;
  /** The same, for `using`. */
  [Symbol.dispose](): void;
  /** True once it was disposed, or its stage was. */
  readonly isDisposed: boolean;
}

/** A canvas with avatars on it. */
export class Stage extends MemoryOwner {
  private constructor();
  /** Creates a stage. Rejects with code `unsupported` if the canvas has no WebGL 2. Do not use the context for anything
   * else. */
  static create(canvas: HTMLCanvasElement | OffscreenCanvas, options?: StageOptions): Promise<Stage>;
  /** The canvas. Its width and height are those of the picture and may be set at any time. */
  readonly canvas: HTMLCanvasElement | OffscreenCanvas;
  /** Runs the avatars. */
  readonly sim: Sim;
  /** Avatars, in the order in which they were loaded. */
  readonly avatars: readonly StageAvatar[];
  /** The camera. */
  camera: Camera;
  /** Red, green, blue, alpha as CSS has them. */
  background: Numbers;
  /** The directional light. */
  light: Light;
  /** Light from above, linear. */
  sky: Numbers;
  /** Light from below, linear. */
  ground: Numbers;
  /** Samples for each pixel. */
  samples: number;
  /** Outlines narrower than this many pixels are left out. */
  minOutline: number;
  /** Seconds, for textures that move; advanced by {@link step}. */
  time: number;
  /** How surfaces are shown. Default 'lit'. */
  mode: StageMode;
  /** Node whose weights mode 'weights' shows: grey for 0, else from blue (low) to red (1). Default null: none. */
  modeNode: number | null;
  /** Lines drawn besides the avatars: a grid, a mark. Default none. */
  lines: readonly LineSet[];
  /** Name of the graphics driver, as the browser reports it. */
  readonly rendererName: string;
  /** Counts of the renderer. */
  readonly stats: RenderStats;
  /** True while the WebGL context is lost. Drawing then does nothing, and resumes by itself when the context is
   * restored. */
  readonly isContextLost: boolean;
  /** Loads a file, or takes over a model; decodes its pictures and uploads it. With a `signal` it
   * can be cancelled between the parts of the work. A model that was given belongs to the stage
   * when it resolves. */
  load(source: Bytes | Model, options?: LoadOptions & { signal?: AbortSignal }): Promise<StageAvatar>;
  /** Moves the camera so that the avatar, in its present pose, fills the picture. */
  frame(avatar: StageAvatar, options?: ShotOptions): void;
  /** Moves the camera to the avatar's eyes. Use it with `shown.avatar.setView('firstPerson')`. */
  frameFirstPerson(avatar: StageAvatar, options?: Omit<ShotOptions, 'shot' | 'margin'>): void;
  /** Advances actors, faces, the sim and the time by `seconds`. */
  step(seconds: number): void;
  /** Draws all avatars into the canvas, or a smaller picture into its lower left corner. */
  draw(options?: PictureOptions): void;
  /** Returns a picture of any size as pixels: red, green, blue, alpha, not premultiplied, the top row first. */
  readPixels(options?: PictureOptions): { width: number; height: number; data: Uint8ClampedArray };
  /** Returns a picture of any size as a file. */
  screenshot(options?: PictureOptions & { type?: string; quality?: number }): Promise<Blob>;
}
