// SPDX-License-Identifier: MIT
/// <reference lib="esnext.disposable" />
/**
 * libvrm in scenes of three.js: a loader, a plugin of GLTFLoader, and an avatar with the names that users of
 * three-vrm know. Posing, look-at, expressions, constraints and springs are computed by the library and
 * written into the nodes, morph influences and materials of the scene.
 *
 * ```js
 * import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
 * import { VRMLoaderPlugin, VRMUtils } from 'libvrm/three';
 * const loader = new GLTFLoader();
 * loader.register((parser) => new VRMLoaderPlugin(parser));
 * const { vrm } = (await loader.loadAsync('avatar.vrm')).userData;
 * VRMUtils.rotateVRM0(vrm);
 * scene.add(vrm.scene);
 * vrm.expressionManager.setValue('happy', 1);
 * vrm.update(1 / 60);
 * ```
 *
 * three.js 0.157 or later is a peer dependency.
 */
import type {
  AnimationClip,
  Camera,
  Color,
  Euler,
  Group,
  LineSegments,
  Loader,
  LoadingManager,
  Material,
  Mesh,
  Object3D,
  Quaternion,
  ShaderMaterial,
  Texture,
  Vector2,
  Vector3,
} from 'three';
import type { GLTF, GLTFLoaderPlugin, GLTFParser } from 'three/addons/loaders/GLTFLoader.js';
import type { Avatar, BoneName, Clip, Face, FaceOptions, LoadOptions, Player, Report, Rig } from './index.js';

// ---- Loading ----

/** How to load; see {@link VRMLoaderPlugin}. */
export interface VRMLoaderPluginOptions {
  /** Normalized bones move raw ones in each update. Default true. */
  autoUpdateHumanBones?: boolean;
  /** `mtoon`: toon materials are {@link MToonMaterial}, for WebGLRenderer. `plain`: the materials that GLTFLoader
   * creates without VRM, for WebGPURenderer. Default `mtoon`. */
  materials?: 'mtoon' | 'plain';
  /** A plugin that makes toon materials instead, such as three-vrm's MToonMaterialLoaderPlugin. */
  mtoonMaterialPlugin?: GLTFLoaderPlugin;
  /** A plugin that prepares materials of 0.x for it, such as three-vrm's. */
  materialsV0CompatPlugin?: GLTFLoaderPlugin;
  /** A plugin for the emission of older files, such as three-vrm's. */
  materialsHDREmissiveMultiplierPlugin?: GLTFLoaderPlugin;
  /** Draws bones, gaze, springs, colliders and constraints here: gets a {@link VRMDebugHelper}. */
  helperRoot?: Object3D;
  /** Called after the avatar was made; see {@link VRMLookAtLoaderPlugin}. */
  expressionPlugin?: GLTFLoaderPlugin;
  /** Called after the avatar was made. */
  firstPersonPlugin?: GLTFLoaderPlugin;
  /** Called after the avatar was made. */
  humanoidPlugin?: GLTFLoaderPlugin;
  /** Called after the avatar was made; it may replace `gltf.userData.vrmLookAt`. */
  lookAtPlugin?: GLTFLoaderPlugin;
  /** Waits for the thumbnail, and refuses licences. */
  metaPlugin?: GLTFLoaderPlugin;
  /** Called after the avatar was made. */
  springBonePlugin?: GLTFLoaderPlugin;
  /** Called after the avatar was made. */
  nodeConstraintPlugin?: GLTFLoaderPlugin;
  /** Springs run in steps of this many to the second; 0: one step for each update. Default 60. */
  springRate?: number;
  /** With springRate 0: longer updates are split, seconds. Default 1/30. */
  maxStep?: number;
  /** Gives the avatar a living face, {@link VRM.face}; true for its defaults. Fetches another file. Default false. */
  face?: boolean | FaceOptions;
  /** Limits and strictness of loading. */
  load?: LoadOptions;
}

/**
 * The plugin of GLTFLoader: `loader.register((parser) => new VRMLoaderPlugin(parser))`. The avatar is
 * `gltf.userData.vrm`; null for a file without one. A file that cannot be used makes the loader reject
 * with a VrmError that has the report.
 */
export class VRMLoaderPlugin implements GLTFLoaderPlugin {
  constructor(parser: GLTFParser, options?: VRMLoaderPluginOptions);
  /** Name of the plugin. */
  readonly name: string;
  /** The parser of the loader. */
  readonly parser: GLTFParser;
  /** Plugin of the options, or the default one. */
  readonly expressionPlugin: GLTFLoaderPlugin;
  /** Plugin of the options, or the default one. */
  readonly firstPersonPlugin: GLTFLoaderPlugin;
  /** Plugin of the options, or the default one. */
  readonly humanoidPlugin: GLTFLoaderPlugin;
  /** Plugin of the options, or the default one. */
  readonly lookAtPlugin: GLTFLoaderPlugin;
  /** Plugin of the options, or the default one. */
  readonly metaPlugin: VRMMetaLoaderPlugin;
  /** Plugin of the options, or the default one. */
  readonly springBonePlugin: GLTFLoaderPlugin;
  /** Plugin of the options, or the default one. */
  readonly nodeConstraintPlugin: GLTFLoaderPlugin;
  /** Plugin of the options. */
  readonly mtoonMaterialPlugin?: GLTFLoaderPlugin;
  /** Plugin of the options. */
  readonly materialsV0CompatPlugin?: GLTFLoaderPlugin;
  /** Plugin of the options. */
  readonly materialsHDREmissiveMultiplierPlugin?: GLTFLoaderPlugin;
  /** Called by the loader: loads the VRM parts. */
  beforeRoot(): Promise<void>;
  /** Called by the loader: makes the avatar. */
  afterRoot(gltf: GLTF): Promise<void>;
}

/** The same; the avatar is `gltf.userData.vrmCore` as well. */
export class VRMCoreLoaderPlugin extends VRMLoaderPlugin {}

/** How to load; see {@link VRMLoader}. */
export interface VRMLoaderOptions extends Pick<
  VRMLoaderPluginOptions,
  'autoUpdateHumanBones' | 'materials' | 'springRate' | 'maxStep' | 'face' | 'load'
> {
  /** Files that a document may name: those below its own `folder`, or `any`. Request headers and credentials go to the
   * document's origin only. Default `folder`. */
  sideFiles?: 'folder' | 'any';
  /** Documents that name more side files are refused. Default 256. */
  maxSideFiles?: number;
}

/** Result of {@link VRMLoader}: the same as that of GLTFLoader for the file. */
export interface VRMLoaderResult {
  /** The scene that the file begins with. */
  scene: Group;
  /** All scenes. */
  scenes: Group[];
  /** Animations that the file holds besides the avatar. */
  animations: AnimationClip[];
  /** Cameras that the file holds. */
  cameras: Camera[];
  /** The `asset` of the file. */
  asset: { version?: string; generator?: string; copyright?: string; [member: string]: unknown };
  /** The document, and the elements from which objects were created: `{ nodes, meshes, primitives, materials, textures
   * }`. */
  parser: { json: Record<string, unknown>; associations: Map<object, Record<string, number>> };
  /** The avatar, null for a file without one, and its parts (`vrmMeta`, `vrmHumanoid`, ...); extras and unknown extensions of the document. */
  userData: { vrm: VRM | null; [member: string]: unknown };
}

/**
 * Loads avatars without GLTFLoader: `const { vrm } = (await new VRMLoader().loadAsync('avatar.vrm')).userData`.
 * The scene is the one that GLTFLoader with {@link VRMLoaderPlugin} makes, in less time. Rejects with a VrmError
 * that has the report. Draco, KTX2, AVIF, EXT_mesh_gpu_instancing, and materials by extensions of metallic-roughness
 * other than KHR_materials_emissive_strength are left to GLTFLoader.
 */
export class VRMLoader extends Loader<VRMLoaderResult> {
  constructor(manager?: LoadingManager, options?: VRMLoaderOptions);
  /** A decoder for EXT_meshopt_compression: MeshoptDecoder of meshoptimizer, or three.js's copy of it. */
  setMeshoptDecoder(meshoptDecoder: object): this;
  /** Fetches and loads a .vrm, .glb or .gltf. */
  load(
    url: string,
    onLoad: (result: VRMLoaderResult) => void,
    onProgress?: (event: ProgressEvent) => void,
    onError?: (error: unknown) => void,
  ): void;
  /** Parses bytes, the text of a .gltf, or its parsed document. `path` is the folder of the files that it refers to. */
  parse(
    data: ArrayBuffer | ArrayBufferView | string | object,
    path: string,
    onLoad: (result: VRMLoaderResult) => void,
    onError?: (error: unknown) => void,
  ): void;
  /** The same as a promise. */
  parseAsync(data: ArrayBuffer | ArrayBufferView | string | object, path?: string): Promise<VRMLoaderResult>;
}

// ---- The avatar ----

/** meta of a VRM 1.0 file as it is written. */
export interface VRM1Meta {
  /** Distinguishes it from 0.x. */
  metaVersion: '1';
  /** Of the avatar. */
  name?: string;
  /** Who made it. */
  authors?: string[];
  /** The licence's own page. */
  licenseUrl?: string;
  /** The thumbnail, made when it is first read; undefined without one, and in Node. */
  readonly thumbnailImage?: HTMLImageElement;
  /** All other members of the specification. */
  [member: string]: unknown;
}

/** meta of a VRM 0.x file as it is written. */
export interface VRM0Meta {
  /** Distinguishes it from 1.0. */
  metaVersion: '0';
  /** The thumbnail, made when it is first read; undefined without one, and in Node. */
  readonly texture?: Texture;
  /** Of the avatar. */
  title?: string;
  /** Who made it. */
  author?: string;
  /** All other members of the specification. */
  [member: string]: unknown;
}

/** meta of either dialect. */
export type VRMMeta = VRM1Meta | VRM0Meta;

/** An avatar in a scene. `dispose()` it when it is no longer needed. */
export class VRM {
  private constructor();
  /** The scene that the loader made, to be added to yours; 0.x avatars face -Z in it. */
  readonly scene: Group;
  /** Authors and licence, in the terms of its own dialect. */
  meta: VRMMeta;
  /** The humanoid. */
  readonly humanoid: VRMHumanoid;
  /** The expressions. */
  readonly expressionManager: VRMExpressionManager;
  /** The gaze; undefined without gaze control. One of your own class has its update(delta) called by {@link update}. */
  lookAt?: VRMLookAt;
  /** First-person view. */
  readonly firstPerson: VRMFirstPerson;
  /** The springs; it has no joints if the avatar has no springs. */
  readonly springBoneManager: VRMSpringBoneManager;
  /** The constraints; undefined if there are none. */
  readonly nodeConstraintManager?: VRMNodeConstraintManager;
  /** Its materials. */
  readonly materials: Material[];
  /** What loading found in the file. */
  readonly report: Report;
  /** The rig, shared by all clones. */
  readonly rig: Rig;
  /** The avatar of the library, for everything that three-vrm has no name for, such as wind and spring weights.
   * {@link update} sets its pose, expressions, gaze and nodes where the page has changed them. An Actor that plays it
   * is stepped before {@link update}. Another one after VRMCrowd.add() and remove(). */
  readonly avatar: Avatar;
  /** Whether each update reads transforms that the page has set on nodes. If false, only pose, expressions, gaze and
   * the transform of the scene are read, which is faster. Default true. */
  readsNodes: boolean;
  /** Clips that play over the pose, advanced by {@link update}. They replace the bones, expressions and gaze that they
   * move. */
  players: Player[];
  /** Its living face if the loader has the option `face`; otherwise null. {@link update} steps it. It sets expressions
   * and gaze; a larger weight that the page sets takes precedence, and the target of `lookAt` is the face's target. */
  readonly face: Face | null;
  /** Advances the avatar by `delta` seconds: pose, look-at, expressions, constraints, springs, materials. */
  update(delta: number): void;
  /** Creates another avatar of the same file, in the same pose. It shares rig, geometries, textures, and all materials
   * that neither expressions nor time change. Springs begin at rest. Its gaze is a plain VRMLookAt. */
  clone(): VRM;
  /** Frees the avatar, removes its scene from its parent, and frees GPU resources that no clone uses. */
  dispose(): void;
  /** True once it was disposed. */
  readonly isDisposed: boolean;
}

/** The same, by the name of three-vrm-core. */
export const VRMCore: typeof VRM;
/** The same, by the name of three-vrm-core. */
export type VRMCore = VRM;

/** Avatars that are updated together, which costs less than one by one: clones of one file are computed
 * several at a time. */
export class VRMCrowd {
  constructor(options?: {
    /** As {@link VRMLoaderPluginOptions.springRate}. */ springRate?: number;
    /** As {@link VRMLoaderPluginOptions.maxStep}. */ maxStep?: number;
  });
  /** Its members. */
  readonly vrms: readonly VRM[];
  /** Adds an avatar; do not call its own update() then. Springs begin at rest. */
  add(vrm: VRM): this;
  /** Removes an avatar. */
  remove(vrm: VRM): this;
  /** Updates all of them. */
  update(delta: number): void;
  /** Removes all avatars. */
  dispose(): void;
  /** True once it was disposed. */
  readonly isDisposed: boolean;
  /** For `using`. */
  [Symbol.dispose](): void;
}

/** Local transforms of bones, relative to rest. */
export type VRMPose = {
  [bone in BoneName]?: { position?: [number, number, number]; rotation?: [number, number, number, number] };
};

/** Local transform of one bone, relative to rest. */
export type VRMPoseTransform = NonNullable<VRMPose[BoneName]>;

/** A bone. */
export interface VRMHumanBone {
  /** The node that is rotated. */
  node: Object3D;
}

/** Bones by name. */
export type VRMHumanBones = { [bone in BoneName]?: VRMHumanBone };

/** The bones: raw ones are the file's nodes, normalized ones stand unrotated in the T-pose. */
export class VRMHumanoid {
  private constructor();
  /** Normalized bones move raw ones in each update. If false, move the raw bones yourself. */
  autoUpdateHumanBones: boolean;
  /** The same as rawHumanBones. */
  readonly humanBones: VRMHumanBones;
  /** Nodes of the file. */
  readonly rawHumanBones: VRMHumanBones;
  /** Nodes to pose. */
  readonly normalizedHumanBones: VRMHumanBones;
  /** Parent of the normalized bones. */
  readonly normalizedHumanBonesRoot: Object3D;
  /** The same as rawRestPose. */
  readonly restPose: VRMPose;
  /** Local transforms of the raw bones as they were loaded. */
  readonly rawRestPose: VRMPose;
  /** Local transforms of the normalized bones at rest. */
  readonly normalizedRestPose: VRMPose;
  /** The same as getRawAbsolutePose(). */
  getAbsolutePose(): VRMPose;
  /** Local transforms of the raw bones. */
  getRawAbsolutePose(): VRMPose;
  /** Local transforms of the normalized bones. */
  getNormalizedAbsolutePose(): VRMPose;
  /** The same as getRawPose(). */
  getPose(): VRMPose;
  /** Raw bones relative to rest. */
  getRawPose(): VRMPose;
  /** Normalized bones relative to rest. */
  getNormalizedPose(): VRMPose;
  /** The same as setRawPose(). */
  setPose(pose: VRMPose): void;
  /** Sets raw bones; acts while autoUpdateHumanBones is false. */
  setRawPose(pose: VRMPose): void;
  /** Sets normalized bones. */
  setNormalizedPose(pose: VRMPose): void;
  /** The same as resetRawPose(). */
  resetPose(): void;
  /** Resets raw bones to rest. */
  resetRawPose(): void;
  /** Resets normalized bones to rest. */
  resetNormalizedPose(): void;
  /** The same as getRawBone(). */
  getBone(name: BoneName): VRMHumanBone | undefined;
  /** A raw bone. */
  getRawBone(name: BoneName): VRMHumanBone | undefined;
  /** A normalized bone. */
  getNormalizedBone(name: BoneName): VRMHumanBone | undefined;
  /** The same as getRawBoneNode(). */
  getBoneNode(name: BoneName): Object3D | null;
  /** Node of a raw bone; null when the avatar lacks it. */
  getRawBoneNode(name: BoneName): Object3D | null;
  /** Node of a normalized bone; null when the avatar lacks it. */
  getNormalizedBoneNode(name: BoneName): Object3D | null;
  /** Applies the present pose. {@link VRM.update} does this too. */
  update(): void;
}

/** An expression: an object in the scene, so that AnimationMixer can move its weight. */
export class VRMExpression extends Object3D {
  constructor(expressionName: string);
  /** The preset's 1.0 name, or the custom one. */
  readonly expressionName: string;
  /** 0 to 1. */
  weight: number;
  /** Shows fully or not at all. This and the overrides can be changed at any time; of an expression of the file for all clones at once. */
  isBinary: boolean;
  /** How blinking is overridden while it shows. */
  overrideBlink: VRMExpressionOverrideType;
  /** How gaze expressions are overridden while it shows. */
  overrideLookAt: VRMExpressionOverrideType;
  /** How mouth shapes are overridden while it shows. */
  overrideMouth: VRMExpressionOverrideType;
  /** Binds that you have added; those of the file are compiled into the rig. */
  readonly binds: readonly VRMExpressionBind[];
  /** Adds a bind. */
  addBind(bind: VRMExpressionBind): void;
  /** Removes one of {@link binds}. */
  deleteBind(bind: VRMExpressionBind): void;
  /** Called by updates: applies {@link binds}. */
  applyWeight(options?: { multiplier?: number }): void;
  /** Called by updates: removes the effect of {@link binds}. */
  clearAppliedWeight(): void;
  /** The weight, 0 or 1 for a binary one. */
  readonly outputWeight: number;
  /** How much it reduces blinking. */
  readonly overrideBlinkAmount: number;
  /** How much it reduces gaze expressions. */
  readonly overrideLookAtAmount: number;
  /** How much it reduces mouth shapes. */
  readonly overrideMouthAmount: number;
}

/** Something that an expression moves. */
export interface VRMExpressionBind {
  /** Adds its value, scaled by a weight of 0 to 1. */
  applyWeight(weight: number): void;
  /** Removes the value that was added. */
  clearAppliedWeight(): void;
}

/** A morph target of meshes. */
export class VRMExpressionMorphTargetBind implements VRMExpressionBind {
  constructor(bind: { primitives: Mesh[]; index: number; weight: number });
  /** The meshes. */
  readonly primitives: Mesh[];
  /** Index of the morph target. */
  readonly index: number;
  /** Its weight at full expression. */
  readonly weight: number;
  /** Adds its value, scaled by a weight of 0 to 1. */
  applyWeight(weight: number): void;
  /** Removes the value that was added. */
  clearAppliedWeight(): void;
}

/** A colour of a material. */
export class VRMExpressionMaterialColorBind implements VRMExpressionBind {
  constructor(bind: {
    material: Material;
    type: VRMExpressionMaterialColorType;
    targetValue: Color;
    targetAlpha?: number;
  });
  /** The material. */
  readonly material: Material;
  /** Which of its colours. */
  readonly type: VRMExpressionMaterialColorType;
  /** The colour at full expression. */
  readonly targetValue: Color;
  /** The opacity at full expression; for type `color`. */
  readonly targetAlpha: number;
  /** Adds its value, scaled by a weight of 0 to 1. */
  applyWeight(weight: number): void;
  /** Removes the value that was added. */
  clearAppliedWeight(): void;
}

/** Offset and scale of all textures of a material. */
export class VRMExpressionTextureTransformBind implements VRMExpressionBind {
  constructor(bind: { material: Material; scale: Vector2; offset: Vector2 });
  /** The material. */
  readonly material: Material;
  /** The scale at full expression. */
  readonly scale: Vector2;
  /** The offset at full expression. */
  readonly offset: Vector2;
  /** Adds its value, scaled by a weight of 0 to 1. */
  applyWeight(weight: number): void;
  /** Removes the value that was added. */
  clearAppliedWeight(): void;
}

/** The expressions. */
export class VRMExpressionManager {
  private constructor();
  /** All of them. */
  readonly expressions: VRMExpression[];
  /** By name. */
  readonly expressionMap: { [name: string]: VRMExpression };
  /** Presets by name. */
  readonly presetExpressionMap: { [name: string]: VRMExpression };
  /** Custom ones by name. */
  readonly customExpressionMap: { [name: string]: VRMExpression };
  /** Those that overrideBlink acts on. The lists can be changed at any time; one that is in several counts in the first of mouth, blink, gaze. */
  blinkExpressionNames: string[];
  /** Those that overrideLookAt acts on. */
  lookAtExpressionNames: string[];
  /** Those that overrideMouth acts on. */
  mouthExpressionNames: string[];
  /** Returns an expression by name; null if the avatar does not have it. */
  getExpression(name: string): VRMExpression | null;
  /** Returns the weight of one; null if the avatar does not have it. */
  getValue(name: string): number | null;
  /** Sets the weight of one, 0 to 1. No effect when the avatar does not have it. */
  setValue(name: string, weight: number): void;
  /** Sets all weights to 0. */
  resetValues(): void;
  /** For keyframe tracks over `vrm.scene`; null when the avatar does not have it. */
  getExpressionTrackName(name: string): string | null;
  /** Adds one of your own: `new VRMExpression(name)` with binds. */
  registerExpression(expression: VRMExpression): void;
  /** Removes one. */
  unregisterExpression(expression: VRMExpression): void;
  /** Applies the present weights. {@link VRM.update} does this too. */
  update(): void;
}

/** Turns the eyes. */
export interface VRMLookAtApplier {
  /** Degrees to the left and down. */
  applyYawPitch(yaw: number, pitch: number): void;
  /** The same as an Euler. */
  lookAt(euler: Euler): void;
}

/** Degrees of the gaze to degrees of an eye, or to the weight of an expression. Read only: compiled into the rig. */
export class VRMLookAtRangeMap {
  constructor(inputMaxValue: number, outputScale: number);
  /** Degrees of the gaze at which the output is full. */
  readonly inputMaxValue: number;
  /** The full output. */
  readonly outputScale: number;
  /** Returns the output for an angle. */
  map(value: number): number;
}

/** The applier of an avatar: `vrm.lookAt.applier`. */
declare abstract class AvatarApplier implements VRMLookAtApplier {
  /** The humanoid. */
  readonly humanoid: VRMHumanoid;
  /** Towards the nose. */
  readonly rangeMapHorizontalInner: VRMLookAtRangeMap;
  /** Away from the nose. */
  readonly rangeMapHorizontalOuter: VRMLookAtRangeMap;
  /** Down. */
  readonly rangeMapVerticalDown: VRMLookAtRangeMap;
  /** Up. */
  readonly rangeMapVerticalUp: VRMLookAtRangeMap;
  /** Sets the gaze, degrees to the left and down. Takes effect at once. */
  applyYawPitch(yaw: number, pitch: number): void;
  /** The same as an Euler. */
  lookAt(euler: Euler): void;
}

/** By the bones of the eyes. */
export class VRMLookAtBoneApplier extends AvatarApplier {
  private constructor();
  /** Of the file. */
  static readonly type: 'bone';
}

/** By expressions. */
export class VRMLookAtExpressionApplier extends AvatarApplier {
  private constructor();
  /** Of the file. */
  static readonly type: 'expression';
}

/** Where the avatar looks. Extend it for a gaze of your own: `vrm.lookAt = new Mine(vrm.humanoid, vrm.lookAt.applier)`. */
export class VRMLookAt {
  constructor(humanoid: VRMHumanoid, applier: VRMLookAtApplier);
  /** Turns the eyes. */
  applier: VRMLookAtApplier;
  /** Degrees to the left, for classes that extend this one. */
  protected _yaw: number;
  /** Degrees down, for classes that extend this one. */
  protected _pitch: number;
  /** Whether the angles were set and are not applied yet. */
  protected _needsUpdate: boolean;
  /** Copies target, offset and applier of another gaze of the same avatar. */
  copy(source: VRMLookAt): this;
  /** Another gaze with the same applier. */
  clone(): VRMLookAt;
  /** Order of the angles. */
  static readonly EULER_ORDER: 'YXZ';
  /** What it follows while {@link autoUpdate} is true. */
  target: Object3D | null;
  /** Follow the target. Default true. */
  autoUpdate: boolean;
  /** The humanoid. */
  readonly humanoid: VRMHumanoid;
  /** Where the eyes are, in the head node's axes. Changing it has no effect on the gaze. */
  readonly offsetFromHeadBone: Vector3;
  /** Where the face looks in the file: +Z, or -Z for 0.x. */
  readonly faceFront: Vector3;
  /** Degrees to the left. */
  yaw: number;
  /** Degrees down. */
  pitch: number;
  /** Both as radians. */
  readonly euler: Euler;
  /** Both as radians. */
  getEuler(target: Euler): Euler;
  /** Resets the gaze to straight ahead. */
  reset(): void;
  /** Sets the angles so that it looks at a point in world space from the present pose of the head. */
  lookAt(position: Vector3): void;
  /** Where the eyes are in the world. */
  getLookAtWorldPosition(target: Vector3): Vector3;
  /** Rotation of the head node in the world. */
  getLookAtWorldQuaternion(target: Quaternion): Quaternion;
  /** From the head node's axes to those in which the face looks along +Z. */
  getFaceFrontQuaternion(target: Quaternion): Quaternion;
  /** The direction in which it looks. */
  getLookAtWorldDirection(target: Vector3): Vector3;
  /** Looks at the target from the present pose of the head. {@link VRM.update} does this too. */
  update(delta: number): void;
}

/** An object whose rotation is the gaze, for AnimationMixer. */
export class VRMLookAtQuaternionProxy extends Object3D {
  constructor(lookAt: VRMLookAt);
  /** What it turns. */
  readonly vrmLookAt: VRMLookAt;
}

/** First-person view. */
export class VRMFirstPerson {
  private constructor();
  /** 9. */
  static readonly DEFAULT_FIRSTPERSON_ONLY_LAYER: number;
  /** 10. */
  static readonly DEFAULT_THIRDPERSON_ONLY_LAYER: number;
  /** The humanoid. */
  readonly humanoid: VRMHumanoid;
  /** First-person setting of each mesh, as in the file. */
  readonly meshAnnotations: readonly { meshes: Mesh[]; type: VRMFirstPersonMeshAnnotationType }[];
  /** Layer of objects that only the first-person camera draws. */
  readonly firstPersonOnlyLayer: number;
  /** Layer of objects that only third-person cameras draw. */
  readonly thirdPersonOnlyLayer: number;
  /** Assigns meshes to the layers, and creates those without the head. Enable one of the layers on each camera. A
   * second call has no effect. */
  setup(layers?: { firstPersonOnlyLayer?: number; thirdPersonOnlyLayer?: number }): void;
}

/** The shape of a collider. */
export abstract class VRMSpringBoneColliderShape {
  /** Which class it is. */
  abstract get type(): string;
}

/** A sphere. */
export class VRMSpringBoneColliderShapeSphere extends VRMSpringBoneColliderShape {
  constructor(shape?: { offset?: Vector3; radius?: number; inside?: boolean });
  /** Which class it is. */
  get type(): 'sphere';
  /** In the node's space. */
  offset: Vector3;
  /** Metres. */
  radius: number;
  /** Joints stay inside. */
  inside: boolean;
}

/** A capsule. */
export class VRMSpringBoneColliderShapeCapsule extends VRMSpringBoneColliderShape {
  constructor(shape?: { offset?: Vector3; tail?: Vector3; radius?: number; inside?: boolean });
  /** Which class it is. */
  get type(): 'capsule';
  /** One end, in the node's space. */
  offset: Vector3;
  /** The other end. */
  tail: Vector3;
  /** Metres. */
  radius: number;
  /** Joints stay inside. */
  inside: boolean;
}

/** A plane. */
export class VRMSpringBoneColliderShapePlane extends VRMSpringBoneColliderShape {
  constructor(shape?: { offset?: Vector3; normal?: Vector3 });
  /** Which class it is. */
  get type(): 'plane';
  /** A point of it, in the node's space. */
  offset: Vector3;
  /** The side on which joints stay. */
  normal: Vector3;
}

/** A collider, below its node. Change offset, tail, normal and radius of its shape at any time: the next update takes them, for all
 * clones. Its kind stays. */
export class VRMSpringBoneCollider extends Object3D {
  constructor(shape?: VRMSpringBoneColliderShape);
  /** What it is. */
  readonly shape: VRMSpringBoneColliderShape;
}

/** Colliders that springs name together. */
export interface VRMSpringBoneColliderGroup {
  /** Its members. */
  colliders: VRMSpringBoneCollider[];
  /** Name in the file. */
  name?: string;
}

/** A joint of a spring. */
export class VRMSpringBoneJoint {
  private constructor();
  /** The node that turns. */
  readonly bone: Object3D | null;
  /** The node that it points at; null: a point that no node marks. */
  readonly child: Object3D | null;
  /** Node in whose space inertia is measured; null: world. */
  readonly center: Object3D | null;
  /** The tail at rest, in the node's space. */
  readonly initialLocalChildPosition: Vector3;
  /** Colliders of its spring. Changes of the list have no effect. */
  colliderGroups: VRMSpringBoneColliderGroup[];
  /** How it sways: change members at any time. */
  readonly settings: {
    stiffness: number;
    gravityPower: number;
    gravityDir: Vector3;
    dragForce: number;
    hitRadius: number;
  };
}

/** The springs. */
export class VRMSpringBoneManager {
  private constructor();
  /** All joints except the last of each spring. */
  readonly joints: Set<VRMSpringBoneJoint>;
  /** The same. */
  readonly springBones: Set<VRMSpringBoneJoint>;
  /** All colliders of the file; their shapes can be changed. */
  readonly colliders: VRMSpringBoneCollider[];
  /** All groups of colliders of the file. */
  readonly colliderGroups: VRMSpringBoneColliderGroup[];
  /** Resets all joints to rest, without motion, in the next update. */
  reset(): void;
  /** The same: the rest state is the file's. */
  setInitState(): void;
  /** Advances only the springs, by `delta` seconds. {@link VRM.update} does this too. */
  update(delta: number): void;
}

/** The constraints. */
export class VRMNodeConstraintManager {
  private constructor();
  /** All of them, read only. */
  readonly constraints: Set<{
    readonly destination: Object3D | null;
    readonly source: Object3D | null;
    readonly type: 'roll' | 'aim' | 'rotation';
    readonly weight: number;
  }>;
  /** No effect: the rest state is the file's. */
  setInitState(): void;
  /** Applies the constraints to the present pose. {@link VRM.update} does this too. */
  update(): void;
}

// ---- Animations ----

/** An animation of a `.vrma`: `new Player(animation.clip)`, or {@link createVRMAnimationClip}. */
export class VRMAnimation {
  private constructor();
  /** The motion. */
  readonly clip: Clip;
  /** Seconds. */
  readonly duration: number;
  /** Frees the clip. */
  dispose(): void;
}

/** The plugin of GLTFLoader for `.vrma`: `gltf.userData.vrmAnimations` is an array of VRMAnimation. */
export class VRMAnimationLoaderPlugin implements GLTFLoaderPlugin {
  constructor(parser: GLTFParser);
  /** Name of the plugin. */
  readonly name: string;
  /** The parser of the loader. */
  readonly parser: GLTFParser;
  /** Called by the loader. */
  afterRoot(gltf: GLTF): Promise<void>;
}

/** A clip for `new AnimationMixer(vrm.scene)`: normalized bones, expressions, gaze. */
export function createVRMAnimationClip(animation: VRMAnimation, vrm: VRM): AnimationClip;

// ---- Materials ----

/** MToon 1.0 for WebGLRenderer. Colours are linear; properties have the names of the specification. */
export class MToonMaterial extends ShaderMaterial {
  constructor(parameters?: object);
  /** Always true. */
  readonly isMToonMaterial: true;
  /** Base colour. */
  color: Color;
  /** Base colour texture. */
  map: Texture | null;
  /** Emission. */
  emissive: Color;
  /** Strength of the emission. */
  emissiveIntensity: number;
  /** Emission texture. */
  emissiveMap: Texture | null;
  /** Normal texture. */
  normalMap: Texture | null;
  /** Its scale: x. */
  normalScale: Vector2;
  /** Colour in shade. */
  shadeColorFactor: Color;
  /** Texture in shade. */
  shadeMultiplyTexture: Texture | null;
  /** Moves the border of the shade, -1 to 1. */
  shadingShiftFactor: number;
  /** Texture that moves it. */
  shadingShiftTexture: Texture | null;
  /** How much the texture moves it. */
  shadingShiftTextureScale: number;
  /** Sharpness of the border, 0 to 1. */
  shadingToonyFactor: number;
  /** giEqualizationFactor: how uniform ambient light is, 0 to 1. */
  giEqualizationFactor: number;
  /** Colour of the matcap. */
  matcapFactor: Color;
  /** The matcap. */
  matcapTexture: Texture | null;
  /** Colour of the rim. */
  parametricRimColorFactor: Color;
  /** Width of the rim. */
  parametricRimFresnelPowerFactor: number;
  /** Lifts the rim. */
  parametricRimLiftFactor: number;
  /** Scales rim and matcap. */
  rimMultiplyTexture: Texture | null;
  /** How much lighting affects the rim, 0 to 1. */
  rimLightingMixFactor: number;
  /** What the outline's width is measured in. */
  outlineWidthMode: MToonMaterialOutlineWidthMode;
  /** Metres, or part of the picture's height. */
  outlineWidthFactor: number;
  /** Scales the width. */
  outlineWidthMultiplyTexture: Texture | null;
  /** Colour of the outline. */
  outlineColorFactor: Color;
  /** How much lighting affects the outline, 0 to 1. */
  outlineLightingMixFactor: number;
  /** Scales the motion of texture coordinates. */
  uvAnimationMaskTexture: Texture | null;
  /** Per second. */
  uvAnimationScrollXSpeedFactor: number;
  /** Per second. */
  uvAnimationScrollYSpeedFactor: number;
  /** Radians per second. */
  uvAnimationRotationSpeedFactor: number;
  /** Vertex colours are not used, as the specification says. Default true. */
  ignoreVertexColor: boolean;
  /** Shows normals, the lit fraction or texture coordinates instead of the surface. Default `none`. */
  debugMode: MToonMaterialDebugMode;
  /** Whether masks of width and motion are read from red, as in 0.x. */
  masksAreRed: boolean;
  /** The second pass, which draws the outline. */
  readonly isOutline: boolean;
  /** Whether texture coordinates move by themselves. */
  readonly isAnimated: boolean;
  /** Advances the texture animation by `delta` seconds. {@link VRM.update} does this. */
  update(delta: number): void;
  /** Selects the shader program for its present textures and modes. Drawing does this. */
  updateProgram(): void;
  /** A material for the outline. */
  makeOutline(): MToonMaterial;
}

// ---- Plugins of parts ----

/** Base of the plugins of parts: `afterRoot(gltf)` is called after the avatar was made, with its parts in
 * `gltf.userData` (`vrm`, `vrmMeta`, `vrmHumanoid`, `vrmExpressionManager`, `vrmLookAt`, `vrmFirstPerson`,
 * `vrmSpringBoneManager`, `vrmNodeConstraintManager`). A class that extends one may replace `vrmLookAt` and `vrmMeta`
 * there. */
declare abstract class PartPlugin implements GLTFLoaderPlugin {
  constructor(parser: GLTFParser, options?: { helperRoot?: Object3D });
  /** Of the plugin. */
  get name(): string;
  /** The parser of the loader. */
  readonly parser: GLTFParser;
  /** Object for its debug lines. */
  helperRoot?: Object3D;
  /** Called by VRMLoaderPlugin. */
  afterRoot(gltf: GLTF): Promise<void>;
}

/** An option of {@link VRMLoaderPlugin}. */
export class VRMExpressionLoaderPlugin extends PartPlugin {}

/** An option of {@link VRMLoaderPlugin}. */
export class VRMFirstPersonLoaderPlugin extends PartPlugin {}

/** An option of {@link VRMLoaderPlugin}. */
export class VRMHumanoidLoaderPlugin extends PartPlugin {
  constructor(parser: GLTFParser, options?: { helperRoot?: Object3D; autoUpdateHumanBones?: boolean });
  /** As {@link VRMLoaderPluginOptions.autoUpdateHumanBones}. */
  autoUpdateHumanBones?: boolean;
}

/** An option of {@link VRMLoaderPlugin}. */
export class VRMLookAtLoaderPlugin extends PartPlugin {}

/** An option of {@link VRMLoaderPlugin}. */
export class VRMSpringBoneLoaderPlugin extends PartPlugin {
  constructor(parser: GLTFParser, options?: { jointHelperRoot?: Object3D; colliderHelperRoot?: Object3D });
  /** Name of the extension. */
  static readonly EXTENSION_NAME: 'VRMC_springBone';
  /** Draws joints here. */
  jointHelperRoot?: Object3D;
  /** Draws colliders here. */
  colliderHelperRoot?: Object3D;
}

/** An option of {@link VRMLoaderPlugin}. */
export class VRMNodeConstraintLoaderPlugin extends PartPlugin {
  /** Name of the extension. */
  static readonly EXTENSION_NAME: 'VRMC_node_constraint';
}

/** An option of {@link VRMLoaderPlugin}: the loader waits for the thumbnail, and rejects what is not accepted. */
export class VRMMetaLoaderPlugin extends PartPlugin {
  constructor(
    parser: GLTFParser,
    options?: { needThumbnailImage?: boolean; acceptLicenseUrls?: string[]; acceptV0Meta?: boolean },
  );
  /** Wait until the thumbnail is decoded. Default false. */
  needThumbnailImage: boolean;
  /** Licences of 1.0 that are accepted. Checked only if the option was given. */
  acceptLicenseUrls: string[];
  /** Whether files of 0.x are accepted. Default true. */
  acceptV0Meta: boolean;
}

/** An option of {@link VRMLoaderPlugin}: toon materials of another class, such as three-vrm's MToonNodeMaterial for WebGPURenderer. */
export class MToonMaterialLoaderPlugin implements GLTFLoaderPlugin {
  constructor(
    parser: GLTFParser,
    options?: { materialType?: new () => Material; renderOrderOffset?: number; debugMode?: MToonMaterialDebugMode },
  );
  /** Name of the extension. */
  static readonly EXTENSION_NAME: 'VRMC_materials_mtoon';
  /** Name of the plugin. */
  get name(): string;
  /** The parser of the loader. */
  readonly parser: GLTFParser;
  /** The class; default {@link MToonMaterial}. */
  materialType: new () => Material;
  /** Added to the renderOrder of each mesh. Default 0. */
  renderOrderOffset: number;
  /** Debug mode of all materials. Default `none`. */
  debugMode: MToonMaterialDebugMode;
}

// ---- Lines for debugging ----

/** Lines that are computed in each frame. */
declare abstract class LinesHelper extends LineSegments {
  /** Frees their GPU resources. */
  dispose(): void;
}

/** Draws bones. */
export class VRMHumanoidHelper extends LinesHelper {
  constructor(humanoid: VRMHumanoid);
  /** What it draws. */
  readonly vrmHumanoid: VRMHumanoid;
}

/** Draws the gaze. */
export class VRMLookAtHelper extends LinesHelper {
  constructor(lookAt: VRMLookAt);
  /** What it draws. */
  readonly vrmLookAt: VRMLookAt;
}

/** Draws a joint of a spring. */
export class VRMSpringBoneJointHelper extends LinesHelper {
  constructor(joint: VRMSpringBoneJoint);
  /** What it draws. */
  readonly springBone: VRMSpringBoneJoint;
}

/** Draws a collider. */
export class VRMSpringBoneColliderHelper extends LinesHelper {
  constructor(collider: VRMSpringBoneCollider);
  /** What it draws. */
  readonly collider: VRMSpringBoneCollider;
}

/** Draws a constraint. */
export class VRMNodeConstraintHelper extends LinesHelper {
  constructor(constraint: { readonly destination: Object3D | null; readonly source: Object3D | null });
  /** What it draws. */
  readonly constraint: { readonly destination: Object3D | null; readonly source: Object3D | null };
}

/** Draws all of an avatar. */
export class VRMDebugHelper extends Group {
  constructor(vrm: VRM);
  /** Frees the GPU resources of all lines. */
  dispose(): void;
}

// ---- Words of the specification ----

/** Maps a union of words to { Hips: 'hips', ... }. */
type Named<Words extends string> = { readonly [Word in Words as Capitalize<Word>]: Word };

/** Bones by name. */
export const VRMHumanBoneName: Named<BoneName>;
/** The name of a bone. */
export type VRMHumanBoneName = BoneName;
/** All bones, parents first. */
export const VRMHumanBoneList: readonly BoneName[];
/** Parent of each bone; null for the hips. */
export const VRMHumanBoneParentMap: { readonly [bone in BoneName]: BoneName | null };
/** Names of the required bones. */
export type VRMRequiredHumanBoneName =
  | 'hips'
  | 'spine'
  | 'head'
  | 'leftUpperLeg'
  | 'leftLowerLeg'
  | 'leftFoot'
  | 'rightUpperLeg'
  | 'rightLowerLeg'
  | 'rightFoot'
  | 'leftUpperArm'
  | 'leftLowerArm'
  | 'leftHand'
  | 'rightUpperArm'
  | 'rightLowerArm'
  | 'rightHand';
/** Required bones. */
export const VRMRequiredHumanBoneName: Named<VRMRequiredHumanBoneName>;
/** The name of a preset. */
export type VRMExpressionPresetName =
  | 'aa'
  | 'ih'
  | 'ou'
  | 'ee'
  | 'oh'
  | 'blink'
  | 'happy'
  | 'angry'
  | 'sad'
  | 'relaxed'
  | 'lookUp'
  | 'surprised'
  | 'lookDown'
  | 'lookLeft'
  | 'lookRight'
  | 'blinkLeft'
  | 'blinkRight'
  | 'neutral';
/** Presets by name. */
export const VRMExpressionPresetName: Named<VRMExpressionPresetName>;
/** How an expression overrides others. */
export type VRMExpressionOverrideType = 'none' | 'block' | 'blend';
/** How an expression overrides others, by name. */
export const VRMExpressionOverrideType: Named<VRMExpressionOverrideType>;
/** A colour of a material. */
export type VRMExpressionMaterialColorType =
  'color' | 'emissionColor' | 'shadeColor' | 'matcapColor' | 'rimColor' | 'outlineColor';
/** Colours of a material by name. */
export const VRMExpressionMaterialColorType: Named<VRMExpressionMaterialColorType>;
/** Which cameras show a mesh. */
export type VRMFirstPersonMeshAnnotationType = 'auto' | 'both' | 'thirdPersonOnly' | 'firstPersonOnly';
/** Which cameras show a mesh, by name. */
export const VRMFirstPersonMeshAnnotationType: Named<VRMFirstPersonMeshAnnotationType>;
/** What moves the eyes. */
export type VRMLookAtTypeName = 'bone' | 'expression';
/** What moves the eyes, by name. */
export const VRMLookAtTypeName: Named<VRMLookAtTypeName>;
/** What the outline's width is measured in. */
export type MToonMaterialOutlineWidthMode = 'none' | 'worldCoordinates' | 'screenCoordinates';
/** What the outline's width is measured in, by name. */
export const MToonMaterialOutlineWidthMode: Named<MToonMaterialOutlineWidthMode>;
/** Debug view drawn instead of the surface. */
export type MToonMaterialDebugMode = 'none' | 'normal' | 'litShadeRate' | 'uv';
/** Debug view drawn instead of the surface, by name. */
export const MToonMaterialDebugMode: {
  /** The surface itself. */
  readonly None: 'none';
  /** Its normals. */
  readonly Normal: 'normal';
  /** Its lit fraction. */
  readonly LitShadeRate: 'litShadeRate';
  /** Its texture coordinates. */
  readonly UV: 'uv';
};

// ---- Helpers ----

/** Helpers by the names of three-vrm. */
export const VRMUtils: {
  /** Turns a 0.x avatar to face +Z. */
  rotateVRM0(vrm: VRM): void;
  /** Frees the GPU resources of everything below an object, and disposes its avatars. */
  deepDispose(object: Object3D): void;
  /** Merges the skeletons of meshes whose joints agree. Call it before {@link VRM.clone}. */
  combineSkeletons(root: Object3D): void;
  /** Removes vertices that no triangle uses. Call it before {@link VRM.clone}. */
  removeUnnecessaryVertices(root: Object3D): void;
  /** No effect: GLTFLoader shares skeletons already; see combineSkeletons. */
  removeUnnecessaryJoints(root: Object3D, options?: object): void;
  /** No effect: weights that do not change are not written. */
  combineMorphs(vrm: VRM): void;
};
