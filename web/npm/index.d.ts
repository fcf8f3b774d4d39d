// SPDX-License-Identifier: MIT
/// <reference lib="esnext.disposable" />
/**
 * libvrm in JavaScript: VRM avatars of every dialect, loaded, checked, posed and animated by the C
 * library compiled to WebAssembly.
 *
 * ```js
 * import { Model, Rig, Sim } from 'libvrm';
 * const model = await Model.load(bytes);
 * const rig = new Rig(model);
 * const sim = new Sim();
 * const avatar = sim.add(rig);
 * avatar.setExpression('happy', 1);
 * sim.step(1 / 60);
 * avatar.worlds; // Float32Array: a world matrix for each node
 * ```
 *
 * Objects own memory that the garbage collector does not see: call `dispose()`, or declare them
 * with `using`. One that is forgotten is freed some time after the collector finds it, with a
 * warning while `warnings` of {@link init} is on. Every member of a disposed object throws.
 *
 * Arguments of the wrong type throw a TypeError that names the argument.
 */

/** Numbers in order: an array, a typed array or any array-like object. */
export type Numbers = ArrayLike<number>;

/** The bytes of a file. */
export type Bytes = ArrayBuffer | ArrayBufferView;

// ---- Starting ----

/** How the module is started; see {@link init}. */
export interface InitOptions {
  /**
   * Where the files of `wasm/` are: the address of a folder, or a function from a file's name to
   * its address, bytes, compiled module or response. Default: beside this package, which works in
   * Node, in browsers and with bundlers that know `new URL(name, import.meta.url)`.
   */
  wasm?: string | URL | ((name: string) => WasmSource | Promise<WasmSource>);
  /** Maximum memory of the module in bytes, at most 2 GiB. Default 2 GiB. */
  maximumMemory?: number;
  /** Warn on the console about objects that were not disposed. Default: true unless
   * `process.env.NODE_ENV` is "production". */
  warnings?: boolean;
}

/** Forms in which a file of `wasm/` can be given. */
export type WasmSource = string | URL | Bytes | WebAssembly.Module | Response;

/**
 * Starts the module. Asynchronous functions start it with the defaults; call this first for other options, or to use
 * `new Sim()` before anything was loaded. Calling it again has no effect and returns the same promise.
 */
export function init(options?: InitOptions): Promise<void>;

/** Fetches the second module (validate, migrate, normalize, optimize, edit, save, bake, record, motion capture)
 * ahead of its first use. */
export function loadTools(): Promise<void>;

/** Returns the memory of the module in bytes. It never shrinks; freed memory is reused. */
export function memorySize(): number;

/** Returns the version of libvrm as "0.2.0"; "0.2.0-dev" between releases; "" before the module was started. */
export function version(): string;

// ---- Errors and findings ----

/** `error`: the file cannot be used as intended. `warning`: a rule is broken, but programs can still use the file.
 * `info`: allowed, but unusual. `hint`: a possible improvement. */
export type Severity = 'error' | 'warning' | 'info' | 'hint';

/** One finding about the content of a file. */
export interface Finding {
  /** Stable name, such as "SPRING_CENTER_NOT_ANCESTOR"; docs/reference/rules.md of the repository lists all of them. */
  readonly code: string;
  /** How serious it is. */
  readonly severity: Severity;
  /** JSON pointer into the document; "" is the root. */
  readonly pointer: string;
  /** One human-readable sentence; the code if the file of sentences cannot be fetched within five seconds. */
  readonly message: string;
  /** Byte offset: in the file for findings about the container, otherwise in its JSON text; null if the finding has no
   * position. */
  readonly byteOffset: number | null;
}

/** All findings of one operation. */
export interface Report {
  /** Findings in the order in which they were added. */
  readonly findings: readonly Finding[];
  /** Findings of severity `error`, kept or not. */
  readonly errors: number;
  /** Findings of severity `warning`, kept or not. */
  readonly warnings: number;
  /** Findings of severity `info`, kept or not. */
  readonly infos: number;
  /** Findings of severity `hint`, kept or not. */
  readonly hints: number;
  /** True when there were more findings than are kept. */
  readonly isTruncated: boolean;
}

/** Result of a validation. */
export interface Validation extends Report {
  /** The dialect of the file; null if it is not an avatar. */
  readonly dialect: Dialect | null;
}

/** Why something failed. `memory`: no memory left within {@link InitOptions.maximumMemory}; the
 * module stays usable. `module`: a `.wasm` file could not be fetched or compiled. `cancelled`: by
 * an AbortSignal. */
export type ErrorCode =
  | 'definition'
  | 'memory'
  | 'io'
  | 'container'
  | 'json'
  | 'invalid'
  | 'unsupported'
  | 'limit'
  | 'argument'
  | 'module'
  | 'cancelled';

/** The error of all functions here, except TypeError and RangeError for wrong arguments. */
export class VrmError extends Error {
  /** Always "VrmError". */
  readonly name: 'VrmError';
  /** Kind of failure. */
  readonly code: ErrorCode;
  /** Findings about the file; empty if the failure is not about a file. */
  readonly report: Report;
}

/** An object that owns memory of the module. */
export abstract class MemoryOwner {
  /** Frees it. A second call has no effect. */
  dispose(): void;
  /** The same, for `using`. */
  [Symbol.dispose](): void;
  /** True once it was disposed. */
  readonly isDisposed: boolean;
}

// ---- Models ----

/** The dialects of VRM. */
export type Dialect = '0.x' | '1.0-draft' | '1.0-beta' | '1.0';

/** Limits on the resources that a file may use; beyond them loading rejects with code `limit`. */
export interface Limits {
  /** Size of the file and of each side file, in bytes. Default 1 GiB. */
  fileBytes?: number;
  /** Bytes that base64, mesh decompression and the like may produce in total. Default 1 GiB. */
  decodedBytes?: number;
  /** Nesting of arrays and objects. Default 128. */
  jsonDepth?: number;
  /** Values in the JSON text, keys included. Default 67108864. */
  jsonValues?: number;
  /** Entries of any one array of the document. Default 4194304. */
  elements?: number;
}

/** How to load; see {@link Model.load}. */
export interface LoadOptions {
  /** Refuse a file that would otherwise be loaded with a part disabled. Default false. */
  isStrict?: boolean;
  /** Side files of a `.gltf`, by the URI that the document has for them, decoded. */
  files?: Record<string, Bytes> | Map<string, Bytes>;
  /** Limits on the resources that the file may use. */
  limits?: Limits;
  /** Findings kept in {@link Model.report}. Default 10000. */
  maxFindings?: number;
  /** Decompresses buffer views (EXT_meshopt_compression) of a GLB: `MeshoptDecoder` of meshoptimizer, or
   * three.js's copy of it. Without one such files are refused. Not in a worker, where none can be sent. */
  meshoptDecoder?: MeshoptDecoder;
}

/** The members of meshoptimizer's `MeshoptDecoder` that are used. */
export interface MeshoptDecoder {
  /** Resolves when the decoder can be called. */
  readonly ready: Promise<unknown>;
  /** Decompresses one buffer view into `target`; throws when it is malformed. */
  decodeGltfBuffer(
    target: Uint8Array,
    count: number,
    size: number,
    source: Uint8Array,
    mode: string,
    filter?: string,
  ): void;
}

/** Authors and licence of the avatar, in the terms of VRM 1.0. For 0.x and the draft the members have the strictest
 * interpretation of the file. Absent strings are "". */
export interface Meta {
  /** Name of the avatar. */
  readonly name: string;
  /** Version of the avatar, in its authors' own scheme. */
  readonly version: string;
  /** The first one is the main author. */
  readonly authors: readonly string[];
  /** Copyright holders, as free text. */
  readonly copyrightInformation: string;
  /** How to reach the authors. */
  readonly contactInformation: string;
  /** What it was made from. */
  readonly references: readonly string[];
  /** Licences of third-party parts. */
  readonly thirdPartyLicenses: string;
  /** Index of the thumbnail among the images; -1 if there is none. */
  readonly thumbnailImage: number;
  /** The licence's own page. */
  readonly licenseUrl: string;
  /** Who may use the avatar. */
  readonly avatarPermission: 'onlyAuthor' | 'onlySeparatelyLicensedPerson' | 'everyone';
  /** Whether use in works that show excessive violence is allowed. */
  readonly allowExcessivelyViolentUsage: boolean;
  /** Whether use in works with excessive sexual content is allowed. */
  readonly allowExcessivelySexualUsage: boolean;
  /** Who may use it commercially. */
  readonly commercialUsage: 'personalNonProfit' | 'personalProfit' | 'corporation';
  /** Whether use for political or religious purposes is allowed. */
  readonly allowPoliticalOrReligiousUsage: boolean;
  /** Whether use for antisocial purposes or expressions of hate is allowed. */
  readonly allowAntisocialOrHateUsage: boolean;
  /** Whether the author must be named. */
  readonly creditNotation: 'required' | 'unnecessary';
  /** Whether the unchanged file may be redistributed. */
  readonly allowRedistribution: boolean;
  /** Whether it may be changed. */
  readonly modification: 'prohibited' | 'allowModification' | 'allowModificationRedistribution';
  /** URL of another licence. */
  readonly otherLicenseUrl: string;
  /** licenseName of 0.x and license of the draft; null for 1.0 and beta. */
  readonly licenseName: string | null;
  /** 0.x and draft: otherPermissionUrl. */
  readonly otherPermissionUrl: string;
}

/** Number of elements in a file, counted as `vrm info` does (docs/reference/cli.md). */
export interface Counts {
  /** Nodes of the document. */ readonly nodes: number;
  /** Meshes. */ readonly meshes: number;
  /** Primitives of all meshes. */ readonly primitives: number;
  /** Vertices, each accessor once. */ readonly vertices: number;
  /** Triangles as drawn. */ readonly triangles: number;
  /** Morph targets of all meshes. */ readonly morphTargets: number;
  /** Materials. */ readonly materials: number;
  /** Textures. */ readonly textures: number;
  /** Images. */ readonly images: number;
  /** Skins. */ readonly skins: number;
  /** Bones of the humanoid that the file names. */ readonly humanBones: number;
  /** Expressions, or blend shape groups, that the file defines. */ readonly expressions: number;
  /** Spring chains. */ readonly springs: number;
  /** Joints of all spring chains. */ readonly springJoints: number;
  /** Collider shapes. */ readonly colliders: number;
  /** Collider groups. */ readonly colliderGroups: number;
  /** Nodes with a constraint. */ readonly constraints: number;
  /** glTF animations. */ readonly animations: number;
}

/** An expression as the file defines it. */
export interface ModelExpression {
  /** The preset's 1.0 name, or the custom one. */
  readonly name: string;
  /** False for a custom one. */
  readonly isPreset: boolean;
  /** Shows fully or not at all. */
  readonly isBinary: boolean;
  /** How it overrides blinking. */
  readonly overrideBlink: 'none' | 'block' | 'blend';
  /** How it overrides gaze expressions. */
  readonly overrideLookAt: 'none' | 'block' | 'blend';
  /** How it overrides mouth expressions. */
  readonly overrideMouth: 'none' | 'block' | 'blend';
}

/** How far the eyes turn in one direction. */
export interface RangeMap {
  /** Degrees of gaze at which the output is full. */
  readonly inputMaxValue: number;
  /** Degrees for bones, weight for expressions. */
  readonly outputScale: number;
}

/** Gaze control of an avatar. */
export interface LookAtInfo {
  /** By eye bones or by expressions. */
  readonly type: 'bone' | 'expression';
  /** Where the eyes are, in the head node's axes. */
  readonly offsetFromHead: readonly [number, number, number];
  /** Towards the nose. */
  readonly horizontalInner: RangeMap;
  /** Away from the nose. */
  readonly horizontalOuter: RangeMap;
  /** Down. */
  readonly verticalDown: RangeMap;
  /** Up. */
  readonly verticalUp: RangeMap;
}

/** What a VRM animation drives. */
export interface AnimationInfo {
  /** specVersion as written. */
  readonly specVersion: string;
  /** Nodes of the animation's own skeleton by bone. */
  readonly bones: Readonly<Partial<Record<BoneName, number>>>;
  /** Names of the expressions it sets. */
  readonly expressions: readonly string[];
  /** Whether it sets the gaze. */
  readonly hasLookAt: boolean;
}

/** Facts about a file. */
export interface Info {
  /** null for glTF without VRM and for VRM animations. */
  readonly dialect: Dialect | null;
  /** specVersion of the VRM extension as written; "" when absent. */
  readonly specVersion: string;
  /** The program that wrote it; "" when it does not say. */
  readonly generator: string;
  /** Name of the avatar; "" if it has none. */
  readonly name: string;
  /** Authors of the avatar. */
  readonly authors: readonly string[];
  /** URL of the licence; "" if there is none. */
  readonly licenseUrl: string;
  /** Number of elements of each kind. */
  readonly counts: Counts;
  /** +1: faces +Z. -1: faces -Z in the file, as 0.x does. */
  readonly facing: 1 | -1;
  /** Nodes by bone. */
  readonly bones: Readonly<Partial<Record<BoneName, number>>>;
  /** Presets in the order of the specification, then custom ones. */
  readonly expressions: readonly ModelExpression[];
  /** null without gaze control. */
  readonly lookAt: LookAtInfo | null;
  /** The node whose descendants the first-person camera does not draw; -1 if there is none. */
  readonly firstPersonNode: number;
  /** null if it is not a VRM animation. */
  readonly animation: AnimationInfo | null;
  /** As the document lists them. */
  readonly extensionsUsed: readonly string[];
  /** Bytes of the JSON text. */
  readonly jsonBytes: number;
  /** Bytes of the BIN chunk. */
  readonly binBytes: number;
}

/** The bytes of an image. */
export interface ImageBytes {
  /** The encoded picture, copied. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Detected from the first bytes: "image/png", "image/jpeg", "image/webp"; otherwise as the file states, or "". */
  readonly mimeType: string;
  /** Name in the document; "" if it has none. */
  readonly name: string;
}

/** A texture of a surface. */
export interface SurfaceTexture {
  /** Index of the texture. */ readonly texture: number;
  /** Which set of texture coordinates. */ readonly texCoord: number;
  /** KHR_texture_transform: offset. */ readonly offset: readonly [number, number];
  /** KHR_texture_transform: scale. */ readonly scale: readonly [number, number];
  /** KHR_texture_transform: rotation, radians. */ readonly rotation: number;
}

/** The texture slots of a surface. */
export type TextureSlot =
  | 'baseColor'
  | 'metallicRoughness'
  | 'normal'
  | 'occlusion'
  | 'emissive'
  | 'shadeMultiply'
  | 'shadingShift'
  | 'rimMultiply'
  | 'outlineWidth'
  | 'uvAnimationMask'
  | 'matcap';

/** The values of VRMC_materials_mtoon 1.0; those of 0.x are converted. */
export interface Mtoon {
  /** Linear. */ readonly shadeColorFactor: readonly [number, number, number];
  /** -1 to 1. */ readonly shadingShiftFactor: number;
  /** Scale of the shading shift texture. */ readonly shadingShiftTextureScale: number;
  /** 0 to 1. */ readonly shadingToonyFactor: number;
  /** 0 to 1. */ readonly giEqualizationFactor: number;
  /** Linear. */ readonly matcapFactor: readonly [number, number, number];
  /** Linear. */ readonly parametricRimColorFactor: readonly [number, number, number];
  /** Exponent. */ readonly parametricRimFresnelPowerFactor: number;
  /** 0 to 1. */ readonly parametricRimLiftFactor: number;
  /** 0 to 1. */ readonly rimLightingMixFactor: number;
  /** What the width is measured in. */
  readonly outlineWidthMode: 'none' | 'worldCoordinates' | 'screenCoordinates';
  /** Metres, or part of the screen's height. */ readonly outlineWidthFactor: number;
  /** Linear. */ readonly outlineColorFactor: readonly [number, number, number];
  /** 0 to 1. */ readonly outlineLightingMixFactor: number;
  /** Per second. */ readonly uvAnimationScrollXSpeedFactor: number;
  /** Per second. */ readonly uvAnimationScrollYSpeedFactor: number;
  /** Radians per second. */ readonly uvAnimationRotationSpeedFactor: number;
  /** Order among blended surfaces. */ readonly renderQueueOffsetNumber: number;
  /** Blended, and also writes depth. */ readonly transparentWithZWrite: boolean;
}

/** How to draw a material: the glTF material with the changes of the VRM extensions of its dialect. */
export interface Surface {
  /** How it is shaded. */ readonly kind: 'pbr' | 'unlit' | 'mtoon';
  /** glTF's alpha mode. */ readonly alphaMode: 'opaque' | 'mask' | 'blend';
  /** With alpha mode mask. */ readonly alphaCutoff: number;
  /** Both sides are seen. */ readonly isDoubleSided: boolean;
  /** Linear. */ readonly baseColorFactor: readonly [number, number, number, number];
  /** Linear, without its strength. */ readonly emissiveFactor: readonly [number, number, number];
  /** KHR_materials_emissive_strength; else 1. */ readonly emissiveStrength: number;
  /** Of the normal texture. */ readonly normalScale: number;
  /** MToon, and the unlit shaders of 0.x. */ readonly ignoresVertexColors: boolean;
  /** The textures that it has, by slot. */
  readonly textures: Readonly<Partial<Record<TextureSlot, SurfaceTexture>>>;
  /** null unless kind is `mtoon`. */ readonly mtoon: Mtoon | null;
}

/** How to validate. */
export interface ValidateOptions {
  /** Do not check vertex, index, animation and image bytes. Default false. */
  skipData?: boolean;
  /** Side files of a `.gltf`, for {@link validate}; a model has its own. */
  files?: Record<string, Bytes> | Map<string, Bytes>;
  /** Findings kept. Default 10000. */
  maxFindings?: number;
}

/** Tolerances of {@link Model.diff}. */
export interface DiffOptions {
  /** Largest difference of positions that counts as equal, metres. Default 0.0001. */
  distance?: number;
  /** The same for directions, degrees. Default 0.1. */
  angle?: number;
  /** The same for other numbers; relative for numbers above 1. Default 0.0001. */
  value?: number;
}

/** One difference of meaning; docs/guide/diff.md lists the parts. */
export interface Difference {
  /** Which part of the avatar. */
  part:
    | 'meta'
    | 'humanoid'
    | 'expressions'
    | 'lookAt'
    | 'firstPerson'
    | 'springs'
    | 'colliders'
    | 'constraints'
    | 'materials'
    | 'meshes'
    | 'nodes'
    | 'animations';
  /** Added: only the other model has it. */
  kind: 'changed' | 'added' | 'removed';
  /** Name of the bone, expression, node or material that differs; "" for meta and look-at. */
  subject: string;
  /** The member that differs; "" if the subject as a whole was added or removed. */
  member: string;
  /** The value in this model as text; "" where there is none. */
  before: string;
  /** The value in the other model. */
  after: string;
}

/** How to migrate. */
export interface MigrateOptions {
  /** Which dialect. Default "1.0". */
  to?: '1.0' | '0.x';
  /** Name for an avatar that has none; 1.0 requires one. Default "untitled". */
  name?: string;
  /** Author for an avatar that has none. Default "unknown". */
  author?: string;
}

/** How to normalize. */
export interface NormalizeOptions {
  /** Keep the axes of bones, spring joints and constrained nodes, as 1.0 allows. Default false. */
  keepAxes?: boolean;
  /** Bake scales and nothing else. Default false. */
  scaleOnly?: boolean;
}

/** How to optimize. The defaults are lossless; docs/reference/optimize.md describes each pass. */
export interface OptimizeOptions {
  /** Remove unreferenced accessors, images, textures, samplers, materials, meshes and skins. Default true. */
  removesUnused?: boolean;
  /** Merge duplicate accessors, images, samplers, textures, materials and skins. Default true. */
  mergesEqual?: boolean;
  /** Store morph targets as sparse accessors, with only the vertices that they move, and omit attributes that are zero
   * everywhere. Default true. */
  storesMorphsSparse?: boolean;
  /** Remove vertices that no triangle uses, merge duplicates, order vertices by use and store indices in 16 bits where
   * they fit. Default true. */
  compactsVertices?: boolean;
  /** Join primitives of a mesh that have the same material. Default true. */
  joinsPrimitives?: boolean;
  /** Remove morph targets that no expression, animation or rest weight uses; targets with names of ARKit's shapes stay.
   * Breaks programs that set these morph targets by name. Default false. */
  dropsUnboundMorphs?: boolean;
  /** Remove nodes that neither show nor move anything. Breaks programs that look these nodes up by name. Default
   * false. */
  dropsIdleNodes?: boolean;
  /** Remove normals and tangents from morph targets: shading follows the shape at rest. Default
   * false. */
  dropsMorphNormals?: boolean;
  /** Store all accessors as plain data, for readers without sparse accessors; turns
   * storesMorphsSparse off. Default false. */
  storesDense?: boolean;
  /** Store normals and tangents in 8 bits, texture coordinates and weights of joints in 16 (KHR_mesh_quantization);
   * slightly lossy. Default false. */
  quantizes?: boolean;
  /** Remove joints that nothing moves; their skin weights go to the nearest bone above. Breaks programs that look these
   * nodes up by name. Default false. */
  foldsBones?: boolean;
  /** Join the meshes of several nodes into one, with one skin and all their morph targets, and join primitives that
   * share a material; transparent ones keep their order. Default false. */
  joinsMeshes?: boolean;
  /** Remove joints from springs until at most this many are left; the sway changes by at most 2 % of the avatar's
   * height. In 0.x the nodes themselves are removed. Default 0: all joints stay. */
  maxSpringJoints?: number;
  /** Simplify meshes until all of them together have at most this many triangles, or `maxError` is reached (finding
   * OPTIMIZE_TRIANGLES_KEPT). Triangles that morph targets move stay. Default 0: all triangles stay. */
  maxTriangles?: number;
  /** How far `maxTriangles` may move a surface, as a fraction of the longest side of the largest mesh. Default 0.01. */
  maxError?: number;
}

/** Size and complexity of a file. */
export interface Weight {
  /** The JSON text and all buffers. */ readonly bytes: number;
  /** Of these, the JSON text; images in data: URIs are part of it. */ readonly jsonBytes: number;
  /** Attributes of vertices. */ readonly vertexBytes: number;
  /** Indices of triangles. */ readonly indexBytes: number;
  /** Morph targets. */ readonly morphBytes: number;
  /** Encoded images. */ readonly pictureBytes: number;
  /** Accessors of animations and skins. */ readonly otherBytes: number;
  /** Of all primitives; vertices that several share count once. */ readonly vertices: number;
  /** Of all primitives that nodes show. */ readonly triangles: number;
  /** Primitives that nodes show. */ readonly drawCalls: number;
  /** Of all meshes. */ readonly morphTargets: number;
  /** Entries of `images`. */ readonly images: number;
  /** Entries of `materials`. */ readonly materials: number;
  /** Entries of `nodes`. */ readonly nodes: number;
  /** Nodes that show a mesh. */ readonly meshes: number;
  /** Of these, with a skin. */ readonly skinnedMeshes: number;
}

/** What {@link Model.optimize} did and found. */
export interface Optimization extends Report {
  /** The model before all passes. */
  readonly before: Weight;
  /** The model after all passes. */
  readonly after: Weight;
  /** The model after each pass, in this order. Elements that a pass leaves unused count until `elements` removes
   * them. */
  readonly passes: Readonly<Record<'vertices' | 'morphs' | 'elements' | 'primitives', Weight>>;
}

/** How to save. */
export interface SaveOptions {
  /** Write an edited avatar even if it has errors. Default false: reject with its errors. */
  allowErrors?: boolean;
}

/** Changes to a model, all or nothing; see {@link Model.edit}. Pointers are JSON pointers. */
export interface Edit {
  /** Sets a value; "-" as the last part of the pointer appends to an array. Missing objects on the path are created. */
  set(pointer: string, value: unknown): void;
  /** Inserts before the element that the pointer names. */
  insert(pointer: string, value: unknown): void;
  /** Removes a member or element. No-op if there is none. */
  remove(pointer: string): void;
  /** Appends to an array of the document ("nodes", "materials", ...) and returns the index. */
  add(array: string, value: unknown): number;
  /** Adds a picture (PNG, JPEG or WebP) and returns its index among the images. */
  addImage(bytes: Bytes, name?: string): number;
  /** Sets the picture of the avatar, PNG or JPEG, in any dialect. */
  setThumbnail(bytes: Bytes): void;
  /** Sets members of a 1.0 avatar's meta by their names in {@link Meta}; undefined removes one. */
  setMeta(members: Partial<Record<Exclude<keyof Meta, 'thumbnailImage'>, unknown>>): void;
}

/** A morph target that an expression moves, as VRM 1.0 writes it. */
export interface MorphTargetBind {
  /** Node with a mesh. */ readonly node: number;
  /** Morph target of the mesh. */ readonly index: number;
  /** Weight at full expression, 0..1. */ readonly weight: number;
}

/** How complete the expressions of an avatar are; see {@link Model.expressionFacts}. */
export interface ExpressionFacts {
  /** Presets that the avatar has. */
  readonly presets: readonly string[];
  /** Presets that bind a colour, a texture, or a morph target with a weight other than 0. */
  readonly effective: readonly string[];
  /** Presets that applications use: all but neutral, and those of the gaze only if expressions move the eyes. */
  readonly expected: readonly string[];
  /** Number of ARKit's 52 shapes that have an expression. */
  readonly shapeCount: number;
  /** Number of the 52 among the proposals. */
  readonly proposedShapeCount: number;
  /** Expressions that the names of morph targets imply, whether or not the avatar has them: presets, then ARKit's
   * shapes. */
  readonly proposals: readonly {
    /** Name of the preset, or of the shape. */ readonly name: string;
    /** It is a preset. */ readonly isPreset: boolean;
    /** What it moves. */ readonly morphTargetBinds: readonly MorphTargetBind[];
  }[];
}

/** The mirror image of an expression; see {@link Model.mirrorExpression}. */
export interface MirroredExpression {
  /** Its name: blinkRight for blinkLeft. */
  readonly name: string;
  /** Morph targets that have no counterpart on the other side. If there is one, nothing was mirrored. */
  readonly unmatched: readonly { readonly node: number; readonly index: number }[];
  /** What it moves. */
  readonly morphTargetBinds: readonly MorphTargetBind[];
  /** The material of each colour that the expression changes, in their order. */
  readonly colorMaterials: readonly number[];
  /** The material of each texture transform that the expression changes, in their order. */
  readonly textureMaterials: readonly number[];
}

/** A file: an avatar, a VRM animation, or any glTF. */
export class Model extends MemoryOwner {
  /**
   * Loads GLB or glTF text. The bytes are copied, those of large files piece by piece: they must stay as they are until
   * this resolves. Rejects with a {@link VrmError} that has the report if the file cannot be used; otherwise the
   * findings are in {@link report}.
   */
  static load(bytes: Bytes, options?: LoadOptions): Promise<Model>;
  /** Findings of loading, and later of editing. */
  readonly report: Report;
  /** Measurements of the fit; null if {@link Motion.animation} did not make the model. */
  readonly fit: FitReport | null;
  /** What is in the file. Changes when the model is edited. */
  readonly info: Info;
  /** Authors and licence; null if the file has none. */
  readonly meta: Meta | null;
  /** The document as JSON.parse() gives it, for parts that this interface does not cover. A copy: to change the
   * document, use {@link edit}. */
  readonly json: any;
  /** How to draw each material, in any dialect: for renderers of your own. */
  readonly surfaces: readonly Surface[];
  /** Returns the bytes of an image; null if there is no such image or it is not in the file. */
  image(index: number): ImageBytes | null;
  /** Returns all numbers of an accessor as floats, whatever its layout; normalized ones are in -1..1. */
  readFloats(accessor: number): Float32Array;
  /** Returns all numbers of an accessor of unsigned integers: indices, joints. */
  readIntegers(accessor: number): Uint32Array;
  /** Returns the triangles of a primitive that the first-person camera draws, as a list of indices, for nodes that are
   * split ({@link MeshNode.isSplitInFirstPerson}). */
  firstPersonIndices(node: number, primitive: number): Uint32Array;
  /** Compares with another model by meaning. Order, spelling and dialect do not count; to compare an old avatar with a
   * 1.0 avatar, migrate it first. Pictures are compared by their bytes. `total` counts also differences beyond the
   * 10000 that are listed. */
  diff(other: Model, options?: DiffOptions): Promise<{ total: number; differences: Difference[] }>;
  /** Validates the model as it would be saved now. */
  validate(options?: ValidateOptions): Promise<Validation>;
  /** Migrates the avatar to another dialect; it moves and looks the same. On failure nothing changes. Resolves with the
   * findings: every decision that was made. */
  migrate(options?: MigrateOptions): Promise<Report>;
  /** Bakes rotations and scales of nodes into the meshes. On failure nothing changes. */
  normalize(options?: NormalizeOptions): Promise<Report>;
  /** Makes the file smaller and cheaper to render, lossless by default. On failure nothing changes; a model in which
   * nothing can be saved keeps every byte (finding `OPTIMIZE_ALREADY`). Rigs and clips that were built from the model
   * do not change. */
  optimize(options?: OptimizeOptions): Promise<Optimization>;
  /** Returns presets that are missing or have no effect, and expressions that the names of morph targets imply. */
  expressionFacts(): Promise<ExpressionFacts>;
  /** Makes the mirror image of an expression; the model does not change. `to` is its name; default: that of the other
   * side, or the same name if it has no side. Counterparts of morph targets are found by their names, otherwise by the
   * vertices that they move. Rejects with code `argument` if there is no such expression. */
  mirrorExpression(name: string, to?: string): Promise<MirroredExpression>;
  /** Changes the document: calls `change` with an {@link Edit}. The changes are applied when it returns; none is
   * applied if it throws. It must not be asynchronous. Rigs and clips that were built from the model do not change. */
  edit(change: (edit: Edit) => void): Promise<Report>;
  /** Returns the file; the loaded bytes if nothing was edited. */
  save(options?: SaveOptions): Promise<Uint8Array<ArrayBuffer>>;
}

/** Validates a file without loading it as a model: also files that cannot be loaded at all. */
export function validate(bytes: Bytes, options?: ValidateOptions): Promise<Validation>;

// ---- Rigs ----

/** Bones of the humanoid, by their names in VRM 1.0. */
export type BoneName =
  | 'hips'
  | 'spine'
  | 'chest'
  | 'upperChest'
  | 'neck'
  | 'head'
  | 'leftEye'
  | 'rightEye'
  | 'jaw'
  | 'leftUpperLeg'
  | 'leftLowerLeg'
  | 'leftFoot'
  | 'leftToes'
  | 'rightUpperLeg'
  | 'rightLowerLeg'
  | 'rightFoot'
  | 'rightToes'
  | 'leftShoulder'
  | 'leftUpperArm'
  | 'leftLowerArm'
  | 'leftHand'
  | 'rightShoulder'
  | 'rightUpperArm'
  | 'rightLowerArm'
  | 'rightHand'
  | 'leftThumbMetacarpal'
  | 'leftThumbProximal'
  | 'leftThumbDistal'
  | 'leftIndexProximal'
  | 'leftIndexIntermediate'
  | 'leftIndexDistal'
  | 'leftMiddleProximal'
  | 'leftMiddleIntermediate'
  | 'leftMiddleDistal'
  | 'leftRingProximal'
  | 'leftRingIntermediate'
  | 'leftRingDistal'
  | 'leftLittleProximal'
  | 'leftLittleIntermediate'
  | 'leftLittleDistal'
  | 'rightThumbMetacarpal'
  | 'rightThumbProximal'
  | 'rightThumbDistal'
  | 'rightIndexProximal'
  | 'rightIndexIntermediate'
  | 'rightIndexDistal'
  | 'rightMiddleProximal'
  | 'rightMiddleIntermediate'
  | 'rightMiddleDistal'
  | 'rightRingProximal'
  | 'rightRingIntermediate'
  | 'rightRingDistal'
  | 'rightLittleProximal'
  | 'rightLittleIntermediate'
  | 'rightLittleDistal';

/** Bones in the order of poses, parents before children. Filled when the module starts. */
export const boneNames: readonly BoneName[];

/** Names of the preset expressions in VRM 1.0. Filled when the module starts. */
export const expressionPresets: readonly string[];

/** The humanoid parent of a bone by the specification; null for hips. */
export function boneParent(bone: BoneName): BoneName | null;

/** Whether VRM 1.0 requires the bone. */
export function isBoneRequired(bone: BoneName): boolean;

/** An expression of a rig. */
export interface RigExpression {
  /** The preset's 1.0 name, or the custom one. */ readonly name: string;
  /** False for a custom one. */ readonly isPreset: boolean;
  /** Shows fully or not at all. */ readonly isBinary: boolean;
  /** The group in which other expressions override it. */
  readonly category: 'none' | 'mouth' | 'blink' | 'lookAt';
}

/** A value of a material that expressions change; its present value has the same index in
 * {@link Avatar.materialValues}. */
export interface MaterialValue {
  /** Index of the material. */ readonly material: number;
  /** `color`: r g b a, linear. `texture`: offset x y, scale x y. */ readonly kind: 'color' | 'texture';
  /** For a colour: color, emissionColor, shadeColor, matcapColor, rimColor or outlineColor. For a
   * texture its slot: baseColor, metallicRoughness, normal, occlusion, emissive, shadeMultiply,
   * shadingShift, rimMultiply, outlineWidth or uvAnimationMask. */
  readonly target: string;
  /** The file's value, used while all expressions are 0. Emission without its strength. */
  readonly base: readonly [number, number, number, number];
}

/** A node that shows a mesh. */
export interface MeshNode {
  /** Index of the node. */ readonly node: number;
  /** Index of the mesh. */ readonly mesh: number;
  /** Index of the skin; -1: rigid. */ readonly skin: number;
  /** Morph targets of the mesh. */ readonly morphCount: number;
  /** Place of its weights in {@link Avatar.morphs}. */ readonly firstMorph: number;
  /** First-person setting of the file. */
  readonly firstPerson: 'auto' | 'both' | 'thirdPersonOnly' | 'firstPersonOnly';
  /** The first-person camera draws {@link Model.firstPersonIndices}. */
  readonly isSplitInFirstPerson: boolean;
}

/** A skin of a rig. */
export interface RigSkin {
  /** Place of its first matrix in {@link Avatar.palettes}. */ readonly firstJoint: number;
  /** Nodes; -1 where the file's index was no node. */ readonly joints: readonly number[];
}

/** A node constraint of a rig. */
export interface RigConstraint {
  /** The node that is turned. */ readonly node: number;
  /** The node that it follows. */ readonly source: number;
  /** Its kind. */ readonly type: 'roll' | 'aim' | 'rotation';
  /** 0 to 1. */ readonly weight: number;
}

/** How a spring joint sways. */
export interface SpringSettings {
  /** Force towards the rest direction. */ stiffness: number;
  /** Strength of gravity; the force is gravityPower times gravityDir. */ gravityPower: number;
  /** Direction of gravity in the world; a rig has that of an avatar that faces +Z. */ gravityDir: Numbers;
  /** Fraction of the motion lost in a step, 0 to 1. */ dragForce: number;
  /** Metres, at scale 1. */ hitRadius: number;
}

/** A spring joint that can rotate: every joint of a spring except the last. */
export interface SpringJoint extends Readonly<SpringSettings> {
  /** Number of the spring. */ readonly spring: number;
  /** Number of the joint in the spring. */ readonly joint: number;
  /** The node that turns. */ readonly node: number;
  /** The node that it points at; -1: a point without a node. */ readonly tail: number;
  /** Node in whose space inertia is measured; -1: world. */ readonly center: number;
  /** Colliders that it is tested against. */ readonly colliderCount: number;
  /** False if the joint is too short to have a direction, or disabled as invalid. */ readonly moves: boolean;
  /** The tail at rest, in the node's space. */
  readonly tailLocal: readonly [number, number, number];
}

/** How to build a rig. */
export interface RigOptions {
  /** overrideLookAt also damps eyes that are turned by bones, as UniVRM does. Default false. */
  overrideDampsEyeBones?: boolean;
}

/**
 * A model compiled for running. Immutable; any number of avatars share it, and the model may be
 * disposed afterwards. Dispose it after its avatars.
 */
export class Rig extends MemoryOwner {
  /** Compiles a model. Any model is accepted: one without VRM parts becomes a hierarchy with skins. */
  constructor(model: Model, options?: RigOptions);
  /** Findings of building: constraints that depend on each other in a cycle. */
  readonly report: Report;
  /** null without VRM. */
  readonly dialect: Dialect | null;
  /** +1: faces +Z. -1: faces -Z in the file. */
  readonly facing: 1 | -1;
  /** Nodes of the document. All node numbers are those of the file. */
  readonly nodeCount: number;
  /** Parent of each node; -1: a root. */
  readonly parents: readonly number[];
  /** Nodes by bone. */
  readonly bones: Readonly<Partial<Record<BoneName, number>>>;
  /** Expressions: presets, then custom ones. */
  readonly expressions: readonly RigExpression[];
  /** Returns the index of an expression by name; -1 if the avatar does not have it. */
  expressionIndex(name: string): number;
  /** Material values that expressions move. */
  readonly materialValues: readonly MaterialValue[];
  /** Nodes that show meshes, in node order. */
  readonly meshNodes: readonly MeshNode[];
  /** Skins. */
  readonly skins: readonly RigSkin[];
  /** Morph weights of all mesh nodes together. */
  readonly morphCount: number;
  /** Joint matrices of all skins together. */
  readonly paletteCount: number;
  /** In the order in which they run. */
  readonly constraints: readonly RigConstraint[];
  /** Spring chains, those that cannot move included. */
  readonly springCount: number;
  /** Joints in the order of the file. */
  readonly springJoints: readonly SpringJoint[];
  /** How the gaze works; null without gaze control. */
  readonly lookAt: 'bone' | 'expression' | null;
  /** Height of the hips at rest above the model's origin, metres; 0 without hips. */
  readonly hipsHeight: number;
  /** Rest transforms relative to the parent, ten numbers for each node as {@link Avatar.locals}.
   * A copy. */
  rest(): Float32Array;
  /** Rest transforms in model space. A copy. */
  restModel(): Float32Array;
  /** Inverse bind matrices of a skin, twelve numbers for each joint as {@link Avatar.worlds}. A
   * copy. */
  inverseBinds(skin: number): Float32Array;
  /** The pose that brings the limbs into the T-pose. */
  tPose(): Float32Array;
  /** Computes a pose from local transforms, ten numbers for each node. */
  readPose(locals: Numbers): Float32Array;
  /** Normalized rotation of a bone to the node's local rotation. */
  boneLocal(bone: BoneName, normalized: Numbers): [number, number, number, number];
  /** The inverse: local rotation of the node to the normalized rotation of the bone. */
  boneNormalized(bone: BoneName, local: Numbers): [number, number, number, number];
}

// ---- Poses ----

/**
 * Numbers of a pose: a rotation x y z w for each bone in the order of {@link boneNames}, then the offset of the hips
 * from rest in metres. Each rotation turns the bone away from its rest pose, relative to its parent bone, in the axes
 * of an avatar that faces +Z; so a pose fits every avatar.
 */
export const poseLength: number;

/** The T-pose. */
export function restPose(): Float32Array;
/** Arms 45 degrees below the T-pose. */
export function aPose(): Float32Array;
/** Standing at ease and breathing; repeats after 8 seconds. */
export function idlePose(seconds: number): Float32Array;

// ---- Sims and avatars ----

/** Outputs of a step. Outputs that are not requested cost nothing. */
export type Output = 'locals' | 'worlds' | 'palettes' | 'face' | 'springs';

/** Parts of a step that can be switched off for an avatar. */
export type StepPart = 'lookAt' | 'expressions' | 'constraints' | 'springs';

/** How to create a sim. */
export interface SimOptions {
  /** Spring steps per second, 10 to 1000; they do not depend on the frame rate, so springs sway alike at every frame
   * rate. 0: one step for each frame. Default 60. */
  springRate?: number;
  /** Longest spring step if the spring rate is 0, seconds; longer frames are split. Default 1/30. */
  maxStep?: number;
  /** Outputs of steps. Default locals, worlds, palettes and face. */
  outputs?: readonly Output[];
  /** Leave 0.x avatars facing -Z. Default false: they are turned to face +Z. */
  keepsVrm0Facing?: boolean;
  /** Avatars to reserve for. Default 1. */
  capacity?: number;
}

/**
 * Any number of avatars over any number of rigs. A step does, in the specification's order: pose and
 * node transforms, look-at, expressions, node constraints, spring bones, outputs. The same inputs
 * give the same bits on every machine.
 */
export class Sim extends MemoryOwner {
  /** The module must have been started: by {@link Model.load}, or {@link init}. */
  constructor(options?: SimOptions);
  /** Avatars in it, in the order in which they were added. */
  readonly avatars: readonly Avatar[];
  /** Adds an avatar in its rest pose at the origin. */
  add(rig: Rig): Avatar;
  /** Advances all avatars by `seconds`; 0 computes a frame in which springs do not move. */
  step(seconds: number): void;
  /** Removes all avatars, and frees the sim. */
  dispose(): void;
}

/** The playback state of a clip: a plain value that you may copy and change. To seek, set `time`. */
export class Player {
  /** From the beginning at full weight and normal speed, looping. */
  constructor(clip: Clip, options?: Partial<Omit<Player, 'clip' | 'advance' | 'hasEnded'>>);
  /** What is played. */
  clip: Clip;
  /** Seconds. */
  time: number;
  /** 1 as recorded, negative backwards. */
  speed: number;
  /** 0 to 1; see {@link Avatar.play}. */
  weight: number;
  /** Starts again after the end; otherwise stays at the end. */
  loops: boolean;
  /** Adds the clip's difference from its first key. */
  isAdditive: boolean;
  /** Advances by `seconds` times the speed. */
  advance(seconds: number): void;
  /** True if a player that does not loop has reached its end. */
  readonly hasEnded: boolean;
}

/**
 * An avatar in a sim. Inputs stay until they are changed, and the next step uses them. `dispose()` removes it from its
 * sim.
 *
 * Outputs are views of the module's memory, without a copy: valid until the next step, or until anything is loaded or
 * created, which may move memory; read the member again instead of keeping what it returned. Before the first step they
 * show the rest state. A member whose output is not in {@link SimOptions.outputs} is null.
 */
export class Avatar extends MemoryOwner {
  /** The sim that it is in. */
  readonly sim: Sim;
  /** What it was made from. */
  readonly rig: Rig;

  // Inputs: where things are
  /** Places the avatar in the world. Rotation x y z w, default none; scale, default 1 1 1. */
  setRoot(translation: Numbers, rotation?: Numbers, scale?: Numbers): void;
  /** Like {@link setRoot}, but hair and clothes move along and keep their shape and present sway. */
  teleport(translation: Numbers, rotation?: Numbers, scale?: Numbers): void;
  /** Parent transform of the root nodes: the root as it was set, times the turn by 180 degrees of a 0.x avatar. Ten
   * numbers as in {@link locals}. */
  root(): Float32Array;
  /** Sets the local transform of a node. */
  setNode(node: number, translation: Numbers, rotation: Numbers, scale: Numbers): void;
  /** Sets the local rotation of a node. */
  setRotation(node: number, rotation: Numbers): void;
  /** Sets the local translation of a node. */
  setTranslation(node: number, translation: Numbers): void;
  /** Sets all nodes at once: ten numbers each as in {@link locals}. */
  setNodes(locals: Numbers): void;
  /** Sets the normalized rotation of one bone. A bone that the avatar lacks turns its children. */
  setBone(bone: BoneName, rotation: Numbers): void;
  /** Sets the offset of the hips from their rest position, metres. */
  setHips(offset: Numbers): void;
  /** Sets all bones and the hips at once; see {@link poseLength}. */
  setPose(pose: Numbers): void;
  /** Adds a small motion to the pose that was set or played: turns each bone further by its rotation in `pose`, in the
   * axes of its parent bone, and moves the hips. Call it once after each change of the pose; otherwise it
   * accumulates. */
  addPose(pose: Numbers): void;
  /** Resets all nodes to rest. */
  resetPose(): void;

  // Inputs: face and view
  /** Sets the weight of an expression, 0 to 1, by name or index. Returns false if the avatar does not have it. */
  setExpression(expression: string | number, weight: number): boolean;
  /** Sets the weight of one morph target, numbered as {@link morphs}; expressions add to it. */
  setMorph(morph: number, weight: number): void;
  /** Sets all morph weights at once. */
  setMorphs(weights: Numbers): void;
  /** Resets all morph weights to the file's. */
  resetMorphs(): void;
  /** Looks at a point in world space; the angles are recomputed in each step. Returns false if the avatar has no gaze
   * control. */
  lookAt(target: Numbers): boolean;
  /** Looks in a direction relative to the head, degrees: left and down are positive. Returns false if the avatar has no
   * gaze control. */
  lookAlong(yaw: number, pitch: number): boolean;
  /** Turns the gaze off: eyes and look expressions keep your inputs. This is the initial state. */
  lookOff(): void;
  /** Sets the camera that the avatar is drawn for: any camera, or the one in the avatar's head. Takes effect at once on
   * {@link visibility}. */
  setView(view: 'thirdPerson' | 'firstPerson'): void;
  /** Sets the parts of a step that run for this avatar. Default all. */
  setParts(parts: readonly StepPart[]): void;
  /** Sets the inputs to the blend of the players, at most 16. Each value that a player moves starts at rest and is
   * interpolated towards each player in turn by its weight. Bones, expressions and a gaze that the avatar lacks are
   * ignored. */
  play(players: Player | readonly Player[]): void;

  // Inputs: springs
  /** Resets all joints to rest under the pose of the next step, without motion. */
  resetSprings(): void;
  /** Pauses or resumes springs. While paused, joints keep their local rotations. */
  pauseSprings(isPaused: boolean): void;
  /** Sets the cost of springs, for avatars that are far away: `half` computes every second step, `still` none. */
  setSpringDetail(detail: 'full' | 'half' | 'still'): void;
  /** Sets whether stiffness, gravity and forces are multiplied by the avatar's scale. Default false. */
  setSpringScaling(isOn: boolean): void;
  /** Sets the wind: a force that is added to the gravity of all joints, in world space. */
  setForce(force: Numbers): void;
  /** Sets the force on one spring, in addition to the avatar's. */
  setSpringForce(spring: number, force: Numbers): void;
  /** Sets how much of a spring's sway is applied to the output, 0 to 1. */
  setSpringWeight(spring: number, weight: number): void;
  /** Changes how one joint ({@link Rig.springJoints}) sways, for this avatar alone. */
  setJointSettings(joint: number, settings: SpringSettings): void;

  // Outputs
  /** Local transforms, ten numbers for each node: translation x y z, rotation x y z w, scale x y z.
   * Needs output `locals`. */
  readonly locals: Float32Array | null;
  /** World matrices, twelve numbers for each node: three rows of four; row r gives component r of
   * the result. Needs output `worlds`. */
  readonly worlds: Float32Array | null;
  /** Joint matrices (world * inverse bind) of all skins, twelve numbers each. Needs output
   * `palettes`. */
  readonly palettes: Float32Array | null;
  /** Weights of the expressions as applied, after overrides. Needs output `face`. */
  readonly expressionWeights: Float32Array | null;
  /** Weights of the expressions as requested. Needs output `face`. */
  readonly expressionInputs: Float32Array | null;
  /** Morph weights of all mesh nodes ({@link Rig.meshNodes} says where each begins). Needs output
   * `face`. */
  readonly morphs: Float32Array | null;
  /** Four numbers for each of {@link Rig.materialValues}. Needs output `face`. */
  readonly materialValues: Float32Array | null;
  /** Local rotations, four numbers for each of {@link Rig.springJoints}. Needs output `springs`. */
  readonly springRotations: Float32Array | null;
  /** Direction of the gaze, degrees: yaw, pitch; zero while looking is off. */
  readonly gaze: readonly [number, number];
  /** Returns how to draw a node with a mesh in the avatar's view. */
  visibility(node: number): 'hidden' | 'visible' | 'withoutHead';
}

// ---- Clips ----

/** How to build a clip. */
export interface ClipOptions {
  /** Which glTF animation of the file. Default 0. */
  animation?: number;
}

/** How to load a motion. Only `files` applies to VRM animations. */
export interface MotionOptions {
  /** Animation to use if the file has several: its name, or "#2" for the second. Default: the first that moves. */
  take?: string;
  /** The PMX model that a VMD was made for. */
  model?: Bytes;
  /** Metres in one unit of the file. Default 0: as the file says, or guessed. */
  metres?: number;
  /** The pose that rotations are measured from. Default "guess". */
  rest?: 'guess' | 'tPose' | 'corrected' | 'firstFrame' | 'bind';
  /** A motion file of the same rig that has the rest pose. */
  restFile?: Bytes;
  /** Keep the position where the motion begins; otherwise it begins above the origin. Default false. */
  keepsStart?: boolean;
  /** Layout of joint positions (.npy). Default "guess": by the number of joints. */
  points?: 'guess' | 'humanml3d' | 'smpl24' | 'mediapipe' | 'coco';
  /** Frames per second of a file that does not state them (.npz, .npy). Default 0: as usual for the
   * format. */
  sourceFps?: number;
  /** Bones by the names of joints, used before names are guessed; null: the joint is not a bone. */
  names?: Readonly<Record<string, BoneName | null>> | ReadonlyMap<string, BoneName | null>;
  /** Expressions by the names of morphs, used before names are guessed: a preset, or one of the
   * avatar's own. */
  morphs?: Readonly<Record<string, string>> | ReadonlyMap<string, string>;
  /** Side files of a .gltf, by the names that it has for them. */
  files?: LoadOptions['files'];
}

/** How a motion is fitted to an avatar. */
export interface FitOptions {
  /** Name of the clip. Default: that of the take. */
  name?: string;
  /** Whether feet are held in place during contacts. Default "auto": clear contacts of captured motion; "hold": all
   * contacts of any motion; "free": none. */
  feet?: 'auto' | 'hold' | 'free';
  /** Whether hands on the ground, together, or on hips or thighs are held. As `feet`. */
  hands?: 'auto' | 'hold' | 'free';
  /** Whether knees on the ground are held. As `feet`. */
  knees?: 'auto' | 'hold' | 'free';
  /** Height of the seat that the avatar sits on (metres above the ground), 0.05 to 2. Default 0: the seat of the
   * motion, scaled with the legs. */
  seatHeight?: number;
  /** Root motion: stays in the hips ("keep", the default), is removed ("remove"), or moves to the
   * root node of {@link Motion.animation} ("root"). */
  rootMotion?: 'keep' | 'remove' | 'root';
  /** Trim to one cycle and close the loop. Default false. */
  loops?: boolean;
  /** Frames per second at which the motion is sampled. Default 0: those of the file. */
  fps?: number;
  /** Keys are left out where interpolation stays within these errors. */
  tolerances?: Tolerances;
}

/** Measurements of a motion that {@link Motion.clip} or {@link Motion.animation} has fitted. Lengths in metres, angles in degrees. */
export interface FitReport {
  /** Whether the motion was fitted. If false, it was not changed, and the members after the keys are 0. */
  readonly isFitted: boolean;
  /** Frames that were sampled; 0 for a clip of nodes, as the keys are. */
  readonly frames: number;
  /** Keys of all channels before some were left out. */
  readonly sourceKeys: number;
  /** Keys of all channels that the clip has. */
  readonly keptKeys: number;
  /** Contacts of heels and balls with the ground. */
  readonly contacts: number;
  /** Whether feet are held at their contacts. */
  readonly holdsFeet: boolean;
  /** Fraction of time with at least one contact, 0 to 1. */
  readonly planted: number;
  /** Leg length of the avatar divided by that of the motion's skeleton. */
  readonly scale: number;
  /** Speed of a walk in place, metres a second; 0 if the motion travels. */
  readonly treadmillSpeed: number;
  /** Largest foot slide during a contact. */
  readonly slideMax: number;
  /** The same with free feet. */
  readonly slideMaxFree: number;
  /** Largest depth of a sole below the ground. */
  readonly depth: number;
  /** The same with free feet. */
  readonly depthFree: number;
  /** Largest lowering of the hips so that the legs reach the ground. */
  readonly hipsLowered: number;
  /** Largest difference of a leg bone's direction from the motion. */
  readonly jointError: number;
  /** Largest rotation of a bone from the last frame to the first, before the loop was closed. */
  readonly loopGap: number;
  /** The same in the clip. */
  readonly loopClosed: number;
  /** Contacts of a hand with the ground. */
  readonly handsGround: number;
  /** Contacts of one hand with the other. */
  readonly handsTogether: number;
  /** Contacts of a hand with hips or thigh. */
  readonly handsBody: number;
  /** Contacts of a knee with the ground. */
  readonly kneesGround: number;
  /** Number of times that the person sits on a seat. */
  readonly seats: number;
  /** Largest distance by which a hand was moved. */
  readonly handsMoved: number;
  /** Largest distance of a hand from a contact that is out of its reach. */
  readonly handsMissed: number;
  /** Mean height of the seats above the ground; 0 if there is none. */
  readonly seatHeight: number;
}

/** How to load and fit motion in one call. */
export interface CaptureOptions extends MotionOptions, FitOptions {
  /** Rig of the avatar that the motion is fitted to. Default: not fitted. */
  rig?: Rig;
}

/** A motion of any format: VRM animation, BVH, FBX, VMD, SMPL, joint positions, or glTF with a human skeleton or with
 * an avatar's own nodes. The format is detected from the content. */
export class Motion extends MemoryOwner {
  private constructor();
  /** Loads a motion. */
  static load(bytes: string | Bytes, options?: MotionOptions): Promise<Motion>;
  /** Findings of loading. */
  readonly report: Report;
  /** `animation`: a VRM animation; `capture`: a human skeleton of another program; both play on every
   * avatar. `nodes`: plays on avatars of its own file. */
  readonly kind: 'animation' | 'capture' | 'nodes';
  /** "VRM animation", "BVH", "FBX", "VMD", "VPD", "SMPL", "joint positions", "MediaPipe" or
   * "glTF". */
  readonly format: string;
  /** Seconds. */
  readonly duration: number;
  /** Seconds between frames, or between the keys of the densest track; 0: only a pose. */
  readonly frameTime: number;
  /** Names of the animations in the file; "" for one without. */
  readonly takes: readonly string[];
  /** Index of the one that was loaded. */
  readonly take: number;
  /** Names of the bones that it moves. */
  readonly bones: readonly string[];
  /** Whether it moves the gaze. */
  readonly hasGaze: boolean;
  /** Number of expressions that it sets. */
  readonly expressionCount: number;
  /** How certain the rest pose is, 0 to 1. */
  readonly restConfidence: number;
  /** Makes a clip, fitted to the avatar of `rig`; without `rig`, for any avatar. Throws for nodes of another file. */
  clip(rig?: Rig, options?: FitOptions): Clip;
  /** Makes a VRM animation that plays as the clip does, to save as `.vrma`. Its {@link Model.fit} has
   * the measurements. `writesSkeleton`: a plain glTF skeleton instead, to save as `.glb` for programs without VRM,
   * with the proportions of `rig`, or without one with those of the motion; it has no face. Default false. */
  animation(rig?: Rig, options?: FitOptions & { writesSkeleton?: boolean }): Model;

  // Edits: each leaves this motion unchanged and makes a new one, to be disposed as well. They throw for motions of
  // nodes, and a RangeError for numbers out of range.

  /** Report of the edit that made this motion; null if there is none. */
  readonly edit: TrimReport | SmoothReport | JoinReport | null;
  /** Returns the time of a frame in seconds, for {@link cut}. Frames are the samples of edits: 0 is the first, 2.5 lies
   * between two. */
  timeOfFrame(frame: number): number;
  /** The part between two times, seconds; `to` is the end by default. Positions stay where they are. */
  cut(from?: number, to?: number): Motion;
  /** Without the T-pose at its beginning and its end: frames in which arms, legs and spine are all
   * within `degrees` of it, above 0 and at most 90. Default 12. */
  trimRest(degrees?: number): Motion & { readonly edit: TrimReport };
  /** `factor` times as fast, 0.001 to 1000. */
  speed(factor: number): Motion;
  /** Backwards. */
  reverse(): Motion;
  /** With left and right swapped: bones, position, turning, gaze, and expressions with a side. */
  mirror(): Motion;
  /** Without spikes and jitter: removes spikes, then filters rotations and the position of the hips
   * with a zero-phase low-pass. */
  smooth(options?: SmoothOptions): Motion & { readonly edit: SmoothReport };
  /** Followed by another motion, which continues at the position and in the direction in which this
   * one ends. */
  join(second: Motion, options?: JoinOptions): Motion & { readonly edit: JoinReport };
  /** With another motion layered over it. */
  layer(over: Motion, options?: MotionLayerOptions): Motion;
}

/** What {@link Motion.trimRest} removed, seconds. */
export interface TrimReport {
  /** From the beginning. */
  readonly leading: number;
  /** From the end. */
  readonly trailing: number;
}

/** How to smooth a motion. */
export interface SmoothOptions {
  /** Cutoff frequency, 0.1 to 1000 Hz: faster motion is damped. Default 6. */
  cutoff?: number;
  /** Largest change of a bone by the filter, degrees. Default 5. */
  maxDegrees?: number;
  /** Largest change of the position of the hips. Default 0.02. */
  maxMetres?: number;
  /** Filter only; keep spikes. Default false. */
  keepsSpikes?: boolean;
}

/** What {@link Motion.smooth} changed, spikes excluded. */
export interface SmoothReport {
  /** Number of spikes removed: bones and hips position. */
  readonly spikes: number;
  /** Largest change of a bone by the filter. */
  readonly largestDegrees: number;
  /** Mean change of the bones that move. */
  readonly meanDegrees: number;
  /** The bone that changed most; null if none changed. */
  readonly bone: BoneName | null;
  /** Largest change of the position of the hips by the filter. */
  readonly largestMetres: number;
}

/** How to join two motions. */
export interface JoinOptions {
  /** Length of the cross-fade, seconds; limited by the shorter motion. Default 0.3. */
  blend?: number;
  /** Maximum time to skip at the beginning of the second so that the steps match, if both walk at the seam; seconds.
   * Default 1.2. */
  phase?: number;
}

/** What {@link Motion.join} did at the seam, seconds. */
export interface JoinReport {
  /** Time of the result at which the cross-fade begins. */
  readonly start: number;
  /** Length of the cross-fade. */
  readonly blend: number;
  /** Time skipped at the beginning of the second motion. */
  readonly skipped: number;
  /** Both walk at the seam; the steps were matched. */
  readonly bothWalk: boolean;
}

/** A part of a body and its face by name: {@link motionParts}. */
export type MotionPartName =
  | 'all'
  | 'upper-body'
  | 'lower-body'
  | 'arms'
  | 'left-arm'
  | 'right-arm'
  | 'hands'
  | 'legs'
  | 'spine'
  | 'head'
  | 'face';

/** Several parts together, as in "arms+head". */
export type MotionPartNames = MotionPartName | `${MotionPartName}+${string}`;

/** The names of all parts of a body, in order. Filled when the module has started. */
export const motionParts: readonly MotionPartName[];

/** Parts of a body and its face. */
export interface MotionPart {
  /** Names of bones. Default none. */
  bones?: readonly BoneName[];
  /** The position of the hips. Default false. */
  position?: boolean;
  /** All expressions. Default false. */
  expressions?: boolean;
  /** The gaze. Default false. */
  gaze?: boolean;
}

/** How to put a motion over another. */
export interface MotionLayerOptions {
  /** Parts that the layer may move, if its motion animates them. Default "all". */
  part?: MotionPartNames | MotionPart;
  /** 0 to 1. Default 1. */
  weight?: number;
  /** Time of the base at which the layer begins, seconds. Default 0. */
  offset?: number;
  /** Fade at its beginning, seconds. Default 0. */
  fadeIn?: number;
  /** Fade at its end, seconds. Default 0: it keeps its last values after its end. */
  fadeOut?: number;
  /** Adds the difference of the layer from its first frame. Default false. */
  isAdditive?: boolean;
  /** The result ends with the longer of the two. Default false: with the base. */
  extends?: boolean;
}

/** Values of a VRM animation at one time, for any avatar. */
export interface ClipSample {
  /** Bones that the clip does not move have the identity; the hips' offset is in metres of the
   * clip's own skeleton. See {@link poseLength}. */
  readonly pose: Float32Array;
  /** Names of the bones that it turns. */
  readonly bones: readonly BoneName[];
  /** Whether the pose's hips offset counts. */
  readonly movesHips: boolean;
  /** Yaw and pitch in degrees; null when it does not set the gaze. */
  readonly gaze: readonly [number, number] | null;
}

/** Motion compiled for playing. Immutable; any number of avatars share it. */
export class Clip extends MemoryOwner {
  /** Loads motion of any format as {@link Motion.load} does and makes a clip of it, fitted to the avatar of `rig` if
   * given. With `animation`, plays the nodes of a glTF file as they are. */
  static load(bytes: Bytes, options?: ClipOptions & LoadOptions & CaptureOptions): Promise<Clip>;
  /** The same for captured human motion only; `bytes` may be text. */
  static fromCapture(bytes: string | Bytes, options?: CaptureOptions): Promise<Clip>;
  /** Compiles an animation of a model, which may be disposed afterwards. */
  constructor(model: Model, options?: ClipOptions);
  /** Findings of building. */
  readonly report: Report;
  /** Measurements of the fit; null if {@link Motion.clip} did not make the clip. */
  readonly fit: FitReport | null;
  /** `humanoid`: a VRM animation, fits every avatar. `nodes`: fits avatars of its own file. */
  readonly kind: 'humanoid' | 'nodes';
  /** Name of the glTF animation; "" if it has none. */
  readonly name: string;
  /** Time of the last key, seconds. */
  readonly duration: number;
  /** Height of the hips at rest in the clip's own skeleton, metres. */
  readonly hipsHeight: number;
  /** Names of the expressions that it sets. */
  readonly expressions: readonly string[];
  /** Samples a VRM animation at a time in seconds. A clip of nodes gives a sample that moves nothing. */
  sample(seconds: number): ClipSample;
  /** Returns the weight of an expression of {@link expressions} at a time. */
  sampleExpression(expression: number, seconds: number): number;
  /** Samples a clip of nodes into local transforms, ten numbers for each node. Returns false if the clip is a VRM
   * animation or from another file. */
  sampleNodes(seconds: number, locals: Float32Array): boolean;
  /** Converts a hips offset of the clip to an avatar: scales it by the ratio of the two hip heights. */
  fitHips(rig: Rig, offset: Numbers): [number, number, number];
}

/** Returns captured motion as a VRM animation: a model that can be saved as `.vrma`. */
export function captureToModel(bytes: string | Bytes, options?: CaptureOptions): Promise<Model>;

// ---- Living faces ----

/** Names of the 52 shapes of face tracking (ARKit), in the order of {@link Face.track}. Filled by
 * {@link loadFace}. */
export const faceShapes: readonly string[];

/** Names of the 15 visemes of speech engines. Filled by {@link loadFace}. */
export const visemes: readonly string[];

/** Names of the five vowels. Filled by {@link loadFace}. */
export const vowels: readonly string[];

/** Fetches the file of faces and lips ahead of its first use. */
export function loadFace(): Promise<void>;

/** Returns the shape of {@link faceShapes} with a name in any usual spelling ("eyeBlinkLeft", "EyeBlinkLeft",
 * "eyeBlink_L"); null for others. After {@link loadFace}. */
export function faceShape(name: string): string | null;

/** Returns the viseme of {@link visemes} with a name ("PP", "viseme_PP"); null for others. After {@link loadFace}. */
export function viseme(name: string): string | null;

/** A model's face, compiled for animation: which channels exist, which have an effect, and how much they overlap.
 * Immutable; any number of faces share it. */
export class FaceMap extends MemoryOwner {
  private constructor();
  /** Measures a model's face; fetches the file of faces on first use. `rig` is the model's own. Model
   * and rig may be disposed afterwards. */
  static create(model: Model, rig: Rig): Promise<FaceMap>;
  /** How face tracking reaches the model. `presets`: through vowels, blinks and emotions. `partial`: some of the 52
   * shapes have their own expression. `perfectSync`: all have. `morphs`: morph targets with the shapes' names, without
   * expressions. */
  readonly tracking: 'none' | 'presets' | 'partial' | 'perfectSync' | 'morphs';
  /** Shapes that have an expression of their own. */
  readonly shapeCount: number;
  /** Shapes that have only a morph target of their name. */
  readonly shapeMorphCount: number;
  /** Presets of the model. */
  readonly presets: readonly string[];
  /** Presets that have an effect. */
  readonly effectivePresets: readonly string[];
  /** At least one vowel has an effect. */
  readonly hasVowels: boolean;
  /** Blinking has an effect. */
  readonly hasBlink: boolean;
  /** The visemes of speech engines have expressions of their own. */
  readonly hasVisemes: boolean;
  /** Look-at has an effect. */
  readonly hasGaze: boolean;
  /** Indices of expressions by shape, for shapes with an expression of their own. */
  readonly shapes: Readonly<Record<string, number>>;
  /** Returns the index of an expression by its name, or by a 0.x name ("joy", "A", "blink_l"); -1 if the avatar does
   * not have it. */
  expressionIndex(name: string): number;
  /** Returns whether an expression has an effect. By name or index. */
  isEffective(expression: string | number): boolean;
  /** Returns the fraction of expression `b`'s effect that expression `a` already has, 0 to 1. By name or index; 0 for
   * names that the avatar lacks. */
  overlap(a: string | number, b: string | number): number;
}

/** How the gaze moves by itself. `auto`: talking while speech is heard, else listening. `listening`: small saccades,
 * mostly at the target. `talking`: larger ones, often away from the target. `steady`: no motion of its own. */
export type Attention = 'auto' | 'listening' | 'talking' | 'steady';

/** How a face behaves. */
export interface FaceOptions {
  /** Seed of blinks, saccades and idle motion, an integer. Default 0. */
  seed?: number;
  /** Blinks by itself. Default true. */
  blinks?: boolean;
  /** Mean seconds from one blink to the next, 0.5 to 60. Default: as measured on people. */
  blinkInterval?: number;
  /** How the gaze moves by itself. Default "auto". */
  attention?: Attention;
  /** Amount of breathing, weight shift and sway of the head, 0 to 2. Default 1. */
  idle?: number;
}

/** Strength and timing of an emotion. */
export interface EmoteOptions {
  /** Multiplies the weights, 0 to 1. Default 1. */
  intensity?: number;
  /** Seconds until it shows fully. Default 0.25. */
  easeIn?: number;
  /** Seconds until it is gone. Default 0.4. */
  easeOut?: number;
  /** Seconds between the two. Default Infinity: until the next emotion. */
  hold?: number;
  /** Starts when the hold of earlier emotions has ended; an infinite hold ends at once. Default false: starts now and
   * empties the queue. */
  queued?: boolean;
}

/**
 * The face of one avatar: emotions, mouth, blinks, gaze, tracking and a little idle motion, mixed into the avatar's
 * expressions and gaze. In each frame: `face.step(seconds); face.apply(avatar)`, then the sim's step. `libvrm/stage`
 * and `libvrm/three` do this for the faces that they create.
 */
export class Face extends MemoryOwner {
  /** Makes a face with a map of its own; fetches the file of faces on first use. */
  static create(model: Model, rig: Rig, options?: FaceOptions): Promise<Face>;
  /** Makes a face over a map, which may be disposed before it. */
  constructor(map: FaceMap, options?: FaceOptions);
  /** Shows an emotion: the name of an expression (preset, custom, or 0.x such as "joy"), weights by name (8 at most),
   * or null for the face at rest. Blends from the present one. Returns false, without effect, if the avatar lacks one
   * of the expressions, a weight is not within 0 to 1, or the queue (16) is full. */
  emote(emotion: string | Readonly<Record<string, number>> | null, options?: EmoteOptions): boolean;
  /** Sets the mouth by vowel weights, 0 to 1 each: in the order of {@link vowels}, or by name. Of setVowels, setVisemes
   * and hear the last one called drives the mouth. */
  setVowels(values: Numbers | Readonly<Record<string, number>>): void;
  /** The same by the visemes of a speech engine: in the order of {@link visemes}, or by name. */
  setVisemes(values: Numbers | Readonly<Record<string, number>>): void;
  /** Begins a sound: a {@link LipFrame.time} of 0 is from now on the present time of the face. */
  beginSound(): void;
  /** Adds frames of a {@link Lip}, in order of time, at most 2 seconds ahead of the face. The mouth follows them at
   * their own times, and closes 0.2 s after the last one. */
  hear(frames: readonly LipFrame[]): void;
  /** Adds frames of live sound, such as from a microphone; the first of them is shown at the present time. Drift of
   * clocks, lost sound and stops are corrected. Needs no beginSound(). */
  hearLive(frames: readonly LipFrame[]): void;
  /** Sets the present playback time of the sound, seconds. If sound and face differ by more than 0.04 s, stored and
   * later frames are shifted. */
  syncSound(time: number): void;
  /** Blinks now. */
  blink(): void;
  /** Turns automatic blinking on or off. */
  setBlinks(blinks: boolean): void;
  /** Closes the eyes by hand, 0 open to 1 closed, in addition to blinks. */
  setEyes(left: number, right?: number): void;
  /** Looks at a point in the world, with saccades around it. */
  lookAt(target: Numbers): void;
  /** Looks in a direction, degrees as {@link Avatar.lookAlong} takes them, with saccades around it. A
   * new face looks straight ahead. */
  lookAlong(yaw: number, pitch: number): void;
  /** Leaves the gaze to the page: {@link apply} does not touch it. */
  lookOff(): void;
  /** Sets how the gaze moves by itself. */
  setAttention(attention: Attention): void;
  /** Sets the amount of breathing, weight shift and sway, 0 to 2. */
  setIdle(idle: number): void;
  /** Sets the 52 weights of a face tracker: in the order of {@link faceShapes}, or by name in any usual
   * spelling; other names are ignored, shapes that are missing are 0. Tracked blinks, mouth and gaze
   * replace those of the other layers. */
  track(shapes: Numbers | Readonly<Record<string, number>>): void;
  /** Ends tracking: eases back to the other layers. */
  trackOff(): void;
  /** Advances the face. Negative steps count as 0, steps above 10 s as 10. */
  step(seconds: number): void;
  /** Sets the avatar's expressions and gaze. Expressions that the face has never moved stay as they are. */
  apply(avatar: Avatar): void;
  /** Adds breathing, weight shift and sway to the pose that an avatar has now, such as that of {@link Avatar.play}.
   * Call it once after the pose of each frame was set; otherwise it accumulates. */
  applyIdle(avatar: Avatar): void;
  /** Adds breathing, weight shift and the sway of the head to a pose, and returns it. */
  addIdle(pose: Float32Array): Float32Array;
  /** Seconds since the beginning. */
  readonly time: number;
  /** Weights as {@link apply} sets them, one for each expression of the rig. A view; valid until the
   * next step. */
  readonly weights: Float32Array;
  /** The gaze relative to its target or direction, degrees: yaw, pitch. */
  readonly saccade: readonly [number, number];
  /** True while the face talks: because of its attention, or because it hears speech. */
  readonly isTalking: boolean;
}

// ---- Actors ----

/** The pose of an avatar where no layer moves it: standing at ease and breathing, the file's rest pose, the T-pose,
 * or arms 45 degrees below the rest pose. */
export type Stance = 'idle' | 'rest' | 't' | 'a';

/** How to make an actor. */
export interface ActorOptions {
  /** Default "idle". */
  stance?: Stance;
  /** Gives the actor a face that blinks, speaks and shows emotions. May be disposed before the actor. */
  faceMap?: FaceMap;
  /** How the face behaves. */
  face?: Omit<FaceOptions, 'seed'>;
  /** Seed of blinks, saccades and idle motion, an integer. Actors with different seeds do not move in unison. Default
   * 0. */
  seed?: number;
}

/** How a clip is played as a layer. Times are seconds. */
export interface LayerOptions {
  /** At the end of the clip the layer starts again, stays there, or fades out before it and is removed. Default
   * "loops". */
  atEnd?: 'loops' | 'holds' | 'stops';
  /** How much the layer replaces the layers beneath, 0 to 1. Default 1. */
  weight?: number;
  /** Time of the fade from 0 to `weight`. Default 0.25. */
  fadeIn?: number;
  /** Time of the fade at the end of a clip with "stops". Default 0.25. */
  fadeOut?: number;
  /** 1 as recorded; negative plays backwards. Default 1. */
  speed?: number;
  /** Position in the clip to start from: from its beginning, or from its end if `speed` is negative. Default 0. */
  start?: number;
  /** Time of the actor at which it begins. Default: now. */
  begin?: number;
  /** Part of the body that it may move, instead of `bones`. Default all. */
  part?: MotionPartNames | MotionPart;
  /** Bones that it may move; the hips include their position. Default all. */
  bones?: readonly BoneName[];
  /** Plays the expressions of the clip. Default: as `part` says; true without. */
  hasExpressions?: boolean;
  /** Plays the gaze of the clip. Default: as `part` says; true without. */
  hasGaze?: boolean;
  /** Adds the clip's difference from its first key. Default false. */
  isAdditive?: boolean;
  /** Moves the avatar's root, instead of its hips, by the root motion of the clip; a loop keeps travelling:
   * {@link Actor.root}. Default false. */
  appliesRootMotion?: boolean;
}

/** A layer at the actor's present time. */
export interface LayerState {
  /** Position in the clip, seconds. */
  readonly time: number;
  /** Present weight, fades included, 0 to 1. */
  readonly weight: number;
  /** As it was set. */
  readonly speed: number;
  /** The clip has reached its end; never true in a loop. */
  readonly hasEnded: boolean;
}

/** Something that happened in a step of an actor. */
export interface ActorEvent {
  /** A layer started its clip again, reached the end of its clip, or was removed; the eyes began to close for a blink;
   * the mouth began to speak, or has finished. */
  readonly kind: 'looped' | 'ended' | 'stopped' | 'blinked' | 'speechBegan' | 'speechEnded';
  /** The layer; 0 for the face. */
  readonly layer: number;
  /** How often it happened in the step. */
  readonly count: number;
  /** The actor's time at the end of the step, seconds. */
  readonly time: number;
}

/**
 * Animates one avatar: layers of motion, a living face, speech and gaze. In each frame: `actor.step(seconds)`, then the
 * sim's step. A step sets the stance, plays the layers over it in the order in which they were started, and then adds
 * the face, the idle motion and the gaze. Inputs that a page sets between the two steps replace those of the actor for
 * this frame. Repeating a call with the same arguments changes nothing. Inputs are a function of time: steps at any
 * frame rate and {@link Actor.seek} give the same inputs at the same time.
 *
 * ```js
 * const actor = await Actor.create(avatar, { faceMap: await FaceMap.create(model, rig) });
 * actor.play(await Clip.load(walk, { rig }));
 * ```
 */
export class Actor extends MemoryOwner {
  /** Creates an actor for an avatar; fetches the file of faces and actors on first use. */
  static create(avatar: Avatar, options?: ActorOptions): Promise<Actor>;
  /** The same, synchronously: after {@link loadFace}, or with a face map. */
  constructor(avatar: Avatar, options?: ActorOptions);
  /** Settles the springs of several actors of one sim, as {@link settle}. `inputs` is called for each actor before each
   * step. */
  static settleAll(actors: readonly Actor[], seconds?: number, inputs?: (actor: Actor, time: number) => void): void;
  /** The avatar that it plays. */
  readonly avatar: Avatar;
  /** What the avatar was made from. */
  readonly rig: Rig;
  /** Its face, for live inputs: tracking, live sound, vowels, attention, blinks by hand; null without a face map. The
   * actor steps and applies it. */
  readonly face: Face | null;
  /** Changes the pose beneath the layers. */
  setStance(stance: Stance): void;
  /** Starts a layer on top of the others and returns its number. If a layer already plays the clip with the same bones,
   * and is not fading out, it gets the new weight, speed and end instead. The clip may be disposed before the layer.
   * Throws a RangeError if a number is out of range, the clip moves the nodes of another file, or 16 layers play. */
  play(clip: Clip, options?: LayerOptions): number;
  /** Plays a layer instead of all others, which stop when it has faded in. */
  crossFade(clip: Clip, options?: LayerOptions): number;
  /** Fades a layer out and removes it. Default 0.25 s. This function and the setters of a layer return false if the
   * layer was removed. */
  stop(layer: number, fade?: number): boolean;
  /** Removes all layers of a clip at once, and those kept for jumps back. An actor keeps the memory of every clip that
   * it has played until it forgets it. */
  forget(clip: Clip): void;
  /** Changes a layer's weight, eased over `fade` seconds. Default 0.25. */
  setWeight(layer: number, weight: number, fade?: number): boolean;
  /** Changes a layer's speed from now on. */
  setSpeed(layer: number, speed: number): boolean;
  /** Moves a layer to a position in its clip, seconds from the clip's beginning. */
  setClipTime(layer: number, seconds: number): boolean;
  /** Returns the state of a layer; null if it was removed. */
  layer(layer: number): LayerState | null;
  /** Moves the avatar to a root transform at the present time; root motion continues from there. */
  setRoot(translation: Numbers, rotation?: Numbers, scale?: Numbers): void;
  /** The avatar's root as of the last step, jump or {@link setRoot}: translation, rotation, scale. Until the first layer
   * with `appliesRootMotion`, or a call of {@link setRoot}, {@link Avatar.setRoot} alone sets it. */
  root(): Float32Array;
  /** Shows an emotion as {@link Face.emote} does, now or at a time of the actor. Returns false as there, or if the
   * actor has no face or the time has passed. */
  emote(
    emotion: string | Readonly<Record<string, number>> | null,
    options?: EmoteOptions & {
      /** When. Default: now. */
      time?: number;
    },
  ): boolean;
  /** The mouth follows the frames of a sound ({@link Lip.read}, {@link Speech.frames}) that begins now, or at a time of
   * the actor. A sound ends the one before it. Repeating the same array at the same time changes nothing. */
  speak(
    frames: readonly LipFrame[],
    options?: {
      /** When the sound begins. Default: now. */
      time?: number;
    },
  ): void;
  /** Looks at a point in world space. Replaces the gaze of the layers. */
  lookAt(target: Numbers): void;
  /** Looks in a direction, degrees as for {@link Avatar.lookAlong}. Replaces the gaze of the layers. */
  lookAlong(yaw: number, pitch: number): void;
  /** Uses the gaze of the layers; straight ahead if none has one. This is the initial state. */
  lookFree(): void;
  /** Advances the actor by `seconds` and sets the avatar's inputs. */
  step(seconds: number): void;
  /** Advances the actor to a time, 0 or more; springs continue from their present state. Use it to render frames at
   * exact times. */
  stepTo(time: number): void;
  /** Jumps to a time, 0 or more, and sets the avatar's inputs for it. Springs are reset to rest under the pose;
   * {@link settle} lets them fall into place. */
  seek(time: number): void;
  /** Settles springs: replays the last `seconds`, 0 to 60, before the present time. Steps the sim with all of its
   * avatars. Default 1. `inputs` is called before each step, after the actor has set its inputs, to set those of the
   * page; `time` is negative before the actor's beginning. If it throws, the exception is thrown after the last
   * step. */
  settle(seconds?: number, inputs?: (actor: Actor, time: number) => void): void;
  /** Seconds since the beginning. */
  readonly time: number;
  /** Returns the events since the last call, oldest first; at most the last 32. */
  events(): ActorEvent[];
}

// ---- Lips from sound ----

/** The state of the mouth at one time. */
export interface LipFrame {
  /** Time of the sound that it describes, seconds from the first sample. */
  readonly time: number;
  /** Five numbers in the order of {@link vowels}, 0 to 1; their sum is the opening of the mouth. */
  readonly vowels: Numbers;
  /** 0 (silence) to 1 (as loud as this voice gets). */
  readonly loudness: number;
  /** 0 to 1: silence, or lips pressed together as in m, b and p. */
  readonly closed: number;
  /** A voice is heard; false in silence and noise. */
  readonly isSpeech: boolean;
}

/** How to listen to live sound. */
export interface ListenOptions {
  /** A face that moves its lips to the sound. */
  face?: Face | readonly Face[];
  /** Called with new frames. */
  onFrames?: (frames: readonly LipFrame[]) => void;
  /** Audio context of the source. Default: one that the whole package shares. */
  context?: AudioContext;
}

/** Lip sync from sound: vowels, loudness and closed lips, a frame for every 10 ms, at most 60 ms after its sound. Needs
 * neither a voice profile nor a language. */
export class Lip extends MemoryOwner {
  private constructor();
  /** Creates an analysis for a sample rate of 4000 to 768000; fetches the file of faces on first use. */
  static create(options?: {
    /** Samples per second. Default 16000. */
    sampleRate?: number;
  }): Promise<Lip>;
  /** Returns all frames of a complete sound. */
  static read(
    samples: Float32Array,
    options?: {
      /** Samples per second. Default 16000. */
      sampleRate?: number;
    },
  ): Promise<LipFrame[]>;
  /**
   * Listens to a microphone (`await navigator.mediaDevices.getUserMedia({ audio: true })`), to a media
   * element, which stays audible, or to a node of Web Audio. A media element of another origin needs
   * `crossorigin`. Sound runs once the user has clicked or typed in the page.
   */
  static listen(source: MediaStream | HTMLMediaElement | AudioNode, options?: ListenOptions): Promise<LipListener>;
  /** Samples per second. */
  readonly sampleRate: number;
  /** Feeds mono samples, -1 to 1, and returns the frames that they complete. */
  feed(samples: Float32Array): LipFrame[];
  /** Ends the sound and returns the remaining frames. Samples that are fed later begin a new sound. */
  finish(): LipFrame[];
  /** Calibrates to a voice from a few seconds of its speech. Returns false, without effect, if less than half a second
   * of speech was found. */
  calibrate(samples: Float32Array): boolean;
}

/** A running analysis of live sound, made by {@link Lip.listen}. */
export class LipListener {
  private constructor();
  /** Analyses the sound; {@link Lip.calibrate} may be called at any time. */
  readonly lip: Lip;
  /** Audio context of the sound; "suspended" until the user has clicked or typed in the page. */
  readonly context: BaseAudioContext;
  /** True once it was stopped. */
  readonly isStopped: boolean;
  /** Ends listening, and frees the lip. The microphone stays on until its tracks are stopped. */
  stop(): void;
  /** The same, for `using`. */
  [Symbol.dispose](): void;
}

/** A complete sound, to be played by a page while a face speaks it. Its loudest 20 seconds calibrate the lips
 * ({@link Lip.calibrate}): a soft recording moves them as a loud one does. */
export class Speech {
  private constructor();
  /** Fetches and decodes a sound. Rejects with code `io` when it cannot be fetched, `invalid` when it
   * cannot be decoded. It is decoded as a whole: for hours of sound use a media element and
   * {@link Lip.listen}. */
  static load(
    source: string | URL | Bytes | Blob | AudioBuffer,
    options?: {
      /** Cancels fetching. */
      signal?: AbortSignal;
    },
  ): Promise<Speech>;
  /** Seconds. */
  readonly duration: number;
  /** True while it plays. */
  readonly isPlaying: boolean;
  /** Frames of the mouth for the whole sound. */
  frames(): Promise<LipFrame[]>;
  /** Plays it; a face moves its lips to it. Resolves with true at its end, with false if it was stopped or played
   * again. Rejects with a DOMException `NotAllowedError` while the browser plays no sound because the user has not yet
   * clicked or typed in the page. */
  play(options?: {
    /** Face that speaks it. The page steps the face. */
    face?: Face | readonly Face[];
    /** Speech marks that move the lips instead of the sound. */
    marks?: SpeechMarks;
    /** Called when the sound begins. */
    onStart?: () => void;
    /** Audio context in which it plays. Default: one that the whole package shares. */
    context?: AudioContext;
    /** Node that it is connected to. Default: the context's destination. */
    destination?: AudioNode;
  }): Promise<boolean>;
  /** Ends playing. */
  stop(): void;
  /** Plays speech while it arrives, as speech engines stream it; a face moves its lips to it. A late piece makes a pause.
   * Pieces are taken at most 10 s ahead of the sound. Resolves with true when all was heard, with false when aborted.
   * Rejects as {@link play} does, with what the stream rejects with, and with code `invalid` for a piece that cannot be
   * decoded; what plays then ends. */
  static playStream(
    chunks: ReadableStream<SpeechPiece> | AsyncIterable<SpeechPiece> | Iterable<SpeechPiece>,
    options?: {
      /** Samples per second, 8000 to 96000, of raw mono samples: Float32Array, Int16Array, or bytes of 16-bit
       * little-endian samples, cut anywhere. Without it each piece is a whole file of sound. */
      sampleRate?: number;
      /** Face that speaks it. The page steps the face. */
      face?: Face | readonly Face[];
      /** Ends playing, and cancels the stream. */
      signal?: AbortSignal;
      /** Called when the first piece has come, just before it is heard. */
      onStart?: () => void;
      /** Called with true when the sound has run out before the stream has ended, and with false when it goes on. */
      onGap?: (isSilent: boolean) => void;
      /** Audio context in which it plays. Default: one that the whole package shares. */
      context?: AudioContext;
      /** Node that it is connected to. Default: the context's destination. */
      destination?: AudioNode;
    },
  ): Promise<boolean>;
}

/** A piece of streamed speech. */
export type SpeechPiece = Float32Array | Int16Array | Bytes | Blob | AudioBuffer;

/** Speech marks of a speech engine, as frames for {@link Face.hear}, {@link Actor.speak} and {@link Speech.play}: an
 * audio query of VOICEVOX, visemes of Azure or SAPI, speech marks of Amazon Polly, mouth cues of Rhubarb, or characters
 * of ElevenLabs with times. */
export class SpeechMarks {
  private constructor();
  /** Reads text, bytes, or the result of `JSON.parse()`; the engine is detected from the content. Rejects with code
   * `json` or `invalid` if it is none of them, and `limit` for more than an hour. */
  static read(
    source: string | Bytes | object,
    options?: {
      /** Seconds that are added to all times. Default 0. */
      offset?: number;
      /** Weight of a fully open vowel, 0 to 1. Default 0.8. */
      opening?: number;
    },
  ): Promise<SpeechMarks>;
  /** Which engine wrote them: "VOICEVOX", "Azure visemes", "Azure blend shapes", "SAPI visemes", "Amazon Polly",
   * "Rhubarb" or "ElevenLabs". */
  readonly format: string;
  /** Seconds until the end of the speech. */
  readonly duration: number;
  /** Mouth shapes with a time. */
  readonly count: number;
  /** One every 10 ms. */
  readonly frames: LipFrame[];
  /** Findings of reading. */
  readonly report: Report;
}

// ---- Authoring ----

/** Kind of a chain. */
export type SwayKind = 'hair' | 'ear' | 'tail' | 'skirt' | 'sleeve' | 'ribbon' | 'breast' | 'accessory';
/** How freely a chain moves, relative to the default of its kind. */
export type SwayFeel = 'normal' | 'light' | 'heavy' | 'stiff';

/** A chain that could sway. */
export interface ProposedSpring {
  /** Name of its first node. */
  readonly name: string;
  /** Its kind. */
  readonly kind: SwayKind;
  /** How it moves. */
  readonly feel: SwayFeel;
  /** It is part of the result. Initially false if `isNamed` is false and it has a single joint or hangs on a hand. */
  readonly isTaken: boolean;
  /** Its kind follows from a name; if false, from position and shape. */
  readonly isNamed: boolean;
  /** The bone that it hangs on. */
  readonly bone: BoneName;
  /** Nodes from the root of the chain to its tip. */
  readonly nodes: readonly number[];
  /** A node is added after the last one, where its vertices end. */
  readonly addsTail: boolean;
}

/** A shape that springs do not enter, in the axes of its node (m). */
export interface ProposedCollider {
  /** The node that it moves with. */
  readonly node: number;
  /** Its shape. */
  readonly shape: 'sphere' | 'capsule' | 'insideSphere' | 'insideCapsule' | 'plane';
  /** Its centre, or the beginning of a capsule. */
  readonly offset: readonly [number, number, number];
  /** The end of a capsule. */
  readonly tail: readonly [number, number, number];
  /** The direction of a plane. */
  readonly normal: readonly [number, number, number];
  /** Its radius. */
  readonly radius: number;
}

/** Spring bones for an avatar: finds hair, skirts, ears, tails and the like, and fits colliders to the body, as
 * `vrm springs --propose` does. Dispose it when it is no longer needed. */
export class SpringProposal extends MemoryOwner {
  /** Fetches the tools and proposes springs. Rejects with code `invalid` if the model is not an avatar. */
  static create(
    model: Model,
    options?: {
      /** Replace the springs and colliders of the file. Default false: they are kept, and the nodes that they move are
       * not proposed. */
      replaces?: boolean;
      /** Fit colliders to the body. Default true. */
      hasColliders?: boolean;
      /** Node in whose space inertia is measured: with the hips, walking does not make hair and clothes trail behind.
       * Default -1: world space. */
      center?: number;
    },
  ): Promise<SpringProposal>;
  /** Findings of the proposal. */
  readonly report: Report;
  /** All kinds. */
  readonly kinds: readonly SwayKind[];
  /** All feels. */
  readonly feels: readonly SwayFeel[];
  /** The chains that were found. */
  readonly chains: readonly ProposedSpring[];
  /** Includes a chain in the result or leaves it out; sets its kind and feel. */
  set(index: number, choice: { isTaken?: boolean; kind?: SwayKind; feel?: SwayFeel }): void;
  /** Springs and colliders that {@link apply} writes: the file's own, unless they are replaced, and the included
   * chains. Throws if the model has changed since. */
  readonly result: {
    readonly springCount: number;
    readonly jointCount: number;
    readonly colliders: readonly ProposedCollider[];
  };
  /** Writes springs and colliders to the model, a 1.0 avatar. On failure nothing changes. Throws if the model has
   * changed since. */
  apply(): Report;
}

/** A bone of a figure, and how it was found. */
export interface ProposedBone {
  /** Its node. */
  readonly node: number;
  /** By `options.bones`, by names, or by position and shape. */
  readonly by: 'choice' | 'name' | 'shape';
  /** 0..1: 1 for a choice, less for shapes that fit less well. */
  readonly confidence: number;
  /** Its rotation in the rest pose before `options.boneTurns`, x, y, z, w in the axes of the avatar. All 0 if the figure
   * cannot become an avatar. */
  readonly rest: readonly [number, number, number, number];
}

/** A node that gets another transform in the rest pose of an avatar, from its parent in units of the file. */
export interface PosedNode {
  /** The node. */ readonly node: number;
  /** x, y, z. */ readonly translation: readonly [number, number, number];
  /** A quaternion: x, y, z, w. */ readonly rotation: readonly [number, number, number, number];
  /** Of x, y and z. */ readonly scale: readonly [number, number, number];
}

/** Summary of what {@link AvatarProposal.apply} will do. */
export interface AvatarFacts {
  /** The figure can become an avatar. */
  readonly isPossible: boolean;
  /** Required bones that were not found. */
  readonly missing: readonly BoneName[];
  /** The figure is not in the T-pose and is put into it. */
  readonly makesTPose: boolean;
  /** The figure is turned or moved. */
  readonly turns: boolean;
  /** The eyes can follow a target. */
  readonly hasLookAt: boolean;
  /** Names of the expressions that the avatar gets. */
  readonly expressions: readonly string[];
  /** Largest angle between an arm and the T-pose as the figure stands. */
  readonly armsOffDegrees: number;
  /** Angle by which the figure is turned. */
  readonly turnDegrees: number;
  /** Metres in one unit of the file. */
  readonly metres: number;
  /** Height of the avatar (m). */
  readonly height: number;
  /** Materials that become MToon. */
  readonly mtoonCount: number;
}

/** An avatar made from a figure, which is glTF with a human skeleton but without VRM, as `vrm create --compact` does.
 * Dispose it when it is no longer needed. */
export class AvatarProposal extends MemoryOwner {
  /** Fetches the tools and finds bones, pose and face. A figure that cannot become an avatar still gives a proposal:
   * {@link report} says what is missing. Rejects with code `argument` if `bones` names a node that does not exist, or
   * one node twice. */
  static create(
    model: Model,
    options?: {
      /** Nodes of bones that you know; null: the avatar does not have the bone. */
      bones?: Partial<Record<BoneName, number | null>>;
      /** Find bones by shape alone. Default false. */
      ignoresNames?: boolean;
      /** Use the pose of the file as the T-pose, unchanged. Default false. */
      keepsPose?: boolean;
      /** Metres in one unit of the file. Default 0: automatic, which is 1, or, if the figure would then be smaller than
       * 0.2 m or larger than 5 m, a unit that makes it as tall as a person. */
      metres?: number;
      /** Corrections of the T-pose: turns bones and their descendants by degrees about x, y and z of the avatar, as
       * `vrm create --turn`. */
      boneTurns?: Partial<Record<BoneName, Numbers>>;
      /** Convert materials to MToon, VRM's toon shading, as `vrm create --mtoon` does. Default false. */
      makesMtoon?: boolean;
    },
  ): Promise<AvatarProposal>;
  /** What was found, and why the figure cannot become an avatar. */
  readonly report: Report;
  /** The bones that were found. */
  readonly bones: Readonly<Partial<Record<BoneName, ProposedBone>>>;
  /** The nodes that move into the rest pose, to show it before the avatar is made: see {@link Avatar.setNode}. */
  readonly nodes: readonly PosedNode[];
  /** What {@link apply} will do. */
  readonly facts: AvatarFacts;
  /** Makes the model an avatar of VRM 1.0. Its permissions grant nothing: change them with {@link Edit.setMeta}.
   * Default: "untitled" by "unknown". Throws a {@link VrmError} with code `invalid` if it is not possible. After
   * another failure the model may have changed in part: dispose it. */
  apply(meta?: { name?: string; authors?: readonly string[]; otherLicenseUrl?: string }): Report;
}

// ---- Recording and baking ----

/** Maximum errors when keys are left out. */
export interface Tolerances {
  /** Of rotations. Default 0.1. */ degrees?: number;
  /** Of positions. Default 0.0005. */ metres?: number;
  /** Of weights. Default 0.002. */ weight?: number;
}

/** How {@link Points} follow a person. */
export interface PointsOptions {
  /** The avatar moves as a mirror image: the person's left hand moves its right one. Default false. */
  mirrors?: boolean;
  /** Lost parts ease to the idle pose, else to the rest pose. Default true. */
  idles?: boolean;
  /** Cutoff of the one-euro filter at rest, Hz, 0.01 to 10000; lower values smooth more and add delay. Default 1.5. */
  minCutoff?: number;
  /** Increase of the cutoff with speed, Hz for each m/s of a landmark. Default 20. */
  beta?: number;
  /** Visibility below which a landmark of the body counts as not seen, 0 to 1. Default 0.5. */
  minVisibility?: number;
  /** Seconds for which a lost part is held. Default 0.5. */
  hold?: number;
  /** Seconds in which a lost part then eases to the idle pose. Default 1. */
  easeOut?: number;
  /** Seconds in which a part that is seen again is blended in. Default 0.25. */
  easeIn?: number;
  /** Height of the avatar's hips, {@link Rig.hipsHeight}, by which their motion is scaled. Default 0: 0.94 m, a
   * person of 1.6 m. */
  hipsHeight?: number;
}

/** A landmark as MediaPipe Tasks has it. */
export interface Landmark {
  /** To the right of the picture: metres, or a fraction of its width. */
  x: number;
  /** Down: metres, or a fraction of its height. */
  y: number;
  /** Away from the camera. */
  z: number;
  /** 0 to 1. Default 1. */
  visibility?: number;
}

/** Landmarks of one picture: a `PoseLandmarkerResult`, a `HolisticLandmarkerResult`, or the results of three tasks in
 * one object. Parts may be left out. Of several people the first is followed. */
export interface LandmarkerResult {
  /** Of a PoseLandmarker. */
  pose?: { landmarks?: Landmark[][]; worldLandmarks?: Landmark[][] };
  /** Of a HandLandmarker, at most two hands. */
  hands?: {
    landmarks?: Landmark[][];
    worldLandmarks?: Landmark[][];
    handedness?: { categoryName: string }[][];
    handednesses?: { categoryName: string }[][];
  };
  /** Of a FaceLandmarker with `outputFaceBlendshapes` and `outputFacialTransformationMatrixes`. */
  face?: {
    faceBlendshapes?: { categories: { categoryName: string; score: number }[] }[];
    facialTransformationMatrixes?: { data: number[] }[];
  };
  /** Of a PoseLandmarkerResult: 33 in the picture. */
  landmarks?: Landmark[][];
  /** Of a PoseLandmarkerResult: 33 in metres. */
  worldLandmarks?: Landmark[][];
  /** Of a HolisticLandmarkerResult: 33 in the picture. */
  poseLandmarks?: Landmark[][];
  /** Of a HolisticLandmarkerResult: 33 in metres. */
  poseWorldLandmarks?: Landmark[][];
  /** Of a HolisticLandmarkerResult: 21 in metres. */
  leftHandWorldLandmarks?: Landmark[][];
  /** Of a HolisticLandmarkerResult: 21 in metres. */
  rightHandWorldLandmarks?: Landmark[][];
  /** Of a FaceLandmarkerResult or a HolisticLandmarkerResult. */
  faceBlendshapes?: { categories: { categoryName: string; score: number }[] }[];
  /** Of a FaceLandmarkerResult. */
  facialTransformationMatrixes?: { data: number[] }[];
}

/** Result of {@link Points} after a picture. */
export interface PointsResult {
  /** For {@link Avatar.setPose}. */
  pose: Float32Array;
  /** Names of the bones that the last picture showed. The others are held or at rest. */
  bones: string[];
  /** The last picture showed a face with blend shapes. */
  hasFace: boolean;
  /** Yaw and pitch in degrees, for {@link Avatar.lookAlong}. */
  gaze: [number, number];
  /** Weights of all presets by their names, for {@link Avatar.setExpression}. */
  expressions: Record<string, number>;
  /** The 52 blend shapes, smoothed, for {@link Face.track}. */
  shapes: Float32Array;
}

/** Follows a person in front of a camera by the landmarks of MediaPipe Tasks: bones, fingers, face and gaze. Smooths
 * them; lost parts are held, then eased. */
export class Points extends MemoryOwner {
  private constructor();
  /** Fetches the tools on first use. */
  static create(options?: PointsOptions): Promise<Points>;
  /**
   * Follows the landmarks of a picture. `null`: there is no new picture, but time passes. The timestamp of the last
   * picture changes nothing; one that goes back, or ahead by more than a second, eases to the new pose.
   * @param timestamp Milliseconds, as for `detectForVideo()`.
   */
  solve(
    result: LandmarkerResult | null,
    timestamp: number,
    options?: {
      /** Width of the picture divided by its height: with it the hips move sideways as the person does. Default 0:
       * unknown. */
      aspect?: number;
    },
  ): PointsResult;
  /** Result of the last picture. */
  readonly result: PointsResult;
  /** Sets the pose of an avatar, scaled to it, and, once a face was seen, presets and gaze. */
  apply(avatar: Avatar): void;
  /** Resets the solver to its state after creation, without easing. */
  reset(): void;
}

/** Parts of an avatar, for which sources of a {@link Live} have priorities. `body`: the hips, with their position, and
 * all bones of no other part. `root`: the position in the world. */
export type LivePart = 'face' | 'gaze' | 'head' | 'body' | 'leftHand' | 'rightHand' | 'root';

/** How a {@link Live} mixes its sources. Times are seconds. */
export interface LiveOptions {
  /** Maximum number of sources, 1 to 64. Default 8. */
  sources?: number;
  /** The avatar moves as a mirror image. Default false. */
  mirrors?: boolean;
  /** Time for which a lost value is held. Default 0.5. */
  hold?: number;
  /** Time in which it then eases to the avatar's own motion. Default 1. */
  easeOut?: number;
  /** Time in which a value that is observed again is blended in. Default 0.25. */
  easeIn?: number;
}

/** A source of a {@link Live}. */
export interface LiveSourceOptions {
  /** Of several sources, the one with the highest priority moves a part; a source with a negative one never does. One
   * number for all parts, or numbers by part, 0 for others. Default 0. */
  priorities?: number | Partial<Record<LivePart, number>>;
  /** Cutoff of the one-euro filter at rest, Hz; from 1000 on nothing is smoothed. Default 1.5. */
  minCutoff?: number;
  /** Increase of the cutoff with speed. Default 20. */
  beta?: number;
}

/** Values that a tracker of your own observes at one time. Absent members were not observed. */
export interface LiveObservation {
  /** Rotations as in a pose: x, y, z, w. */
  bones?: Partial<Record<BoneName, ArrayLike<number>>>;
  /** Offset of the hips from rest, for this avatar, metres. */
  hips?: ArrayLike<number>;
  /** Position and rotation of the avatar in the world. */
  root?: { position?: ArrayLike<number>; rotation?: ArrayLike<number> };
  /** Weights of blend shapes of the face by their names, 0 to 1. */
  shapes?: Record<string, number>;
  /** Weights of the avatar's expressions by their names, 0 to 1. */
  expressions?: Record<string, number>;
  /** Yaw and pitch of the eyes, degrees. */
  gaze?: ArrayLike<number>;
  /** Time of the observation on the sender's own clock, seconds. */
  senderTime?: number;
}

/** The mix of a {@link Live}. */
export interface LiveState {
  /** Over the rest pose, for {@link Avatar.setPose}. */
  pose: Float32Array;
  /** Names of the bones in the mix, including bones that ease out. */
  bones: BoneName[];
  /** Yaw and pitch in degrees. */
  gaze: [number, number];
  /** Weight of each part in the mix, 0 to 1. */
  weights: Record<LivePart, number>;
  /** The 52 blend shapes, in the order of {@link faceShapes}; 0 for shapes that are not in the mix. */
  shapes: Float32Array;
}

/**
 * One avatar moved by any number of sources: trackers of faces, heads, hands and bodies, each with a priority for each
 * part of the body. Observations are smoothed; lost values are held, then eased out. Times are seconds of one clock of
 * the page, such as `performance.now() / 1000`.
 *
 * ```js
 * const live = await Live.create(rig), tracker = await Tracker.create('openseeface'), source = live.addSource();
 * socket.on('message', (packet) => {
 *   if (tracker.receive(packet)) tracker.observe(live, source, performance.now() / 1000);
 * });
 * // In each frame:
 * live.step(performance.now() / 1000);
 * if (actor.face) live.track(actor.face);
 * actor.step(seconds);
 * live.apply(avatar, { hasFace: actor.face !== null });
 * sim.step(seconds);
 * ```
 */
export class Live extends MemoryOwner {
  private constructor();
  /** Creates one for avatars of a rig; fetches the file of trackers on first use. */
  static create(rig: Rig, options?: LiveOptions): Promise<Live>;
  /** The rig of the avatars that it moves. */
  readonly rig: Rig;
  /** Adds a source and returns its number. */
  addSource(options?: LiveSourceOptions): number;
  /** Passes an observation of a source. Returns false, without effect, if the source does not exist or the observation
   * is older than the last one. For packets use {@link Tracker.observe}. */
  observe(source: number, seen: LiveObservation, time: number): boolean;
  /** Makes the present observations the neutral state of some parts. Default face, gaze, head and root. */
  calibrate(parts?: readonly LivePart[]): void;
  /** Undoes {@link calibrate}. Default all parts. */
  uncalibrate(parts?: readonly LivePart[]): void;
  /** Sets whether the avatar moves as a mirror image. Calibration is undone. */
  setMirrors(mirrors: boolean): void;
  /** Computes the mix at a time. Returns false, without effect, for a time before an earlier one. */
  step(time: number): boolean;
  /** Passes the blend shapes to a face, before the step of the actor or the face. */
  track(face: Face): void;
  /** Sets the inputs of an avatar that are in the mix, after the step of its actor. `hasFace`: {@link track} gives the
   * blend shapes to a face of the avatar; otherwise they move its presets. Default false. */
  apply(avatar: Avatar, options?: { hasFace?: boolean }): void;
  /** The mix of the last step. */
  readonly shown: LiveState;
  /** Counts of a source: observations accepted and refused, jumps of its clock; and when the last one arrived, -1 if
   * none did. */
  source(source: number): { observed: number; refused: number; restarts: number; last: number };
}

/** Protocols of trackers. */
export type TrackerKind = 'openseeface' | 'ifacialmocap' | 'vtubestudio' | 'livelink' | 'mocopi' | 'mediapipe';

/** Reads the packets of a tracker. Pages get them over a WebSocket, programs in Node by `node:dgram`. */
export class Tracker extends MemoryOwner {
  private constructor();
  /** Creates one for a protocol; fetches the file of trackers on first use. */
  static create(kind: TrackerKind): Promise<Tracker>;
  /** The protocol. */
  readonly kind: TrackerKind;
  /** UDP port to which such trackers send by default. */
  readonly port: number;
  /** UDP port of a phone that receives {@link request}; 0: it needs no request. */
  readonly phonePort: number;
  /** Seconds after which to repeat the request; 0: it needs none. */
  readonly requestInterval: number;
  /** Reads a packet. Returns false, without effect, if it was refused. */
  receive(packet: Bytes): boolean;
  /** Passes the last motion to a mixer; call it after each packet. Returns false if there was nothing new, nobody is
   * seen, or the observation was refused. */
  observe(live: Live, source: number, time: number): boolean;
  /** The packet that asks a phone to send to `port` of this machine; empty for trackers that need no request. */
  request(port: number): Uint8Array;
  /** Counts of packets, and whether the last one showed a person. */
  readonly stats: {
    packets: number;
    frames: number;
    lost: number;
    late: number;
    others: number;
    refusedPackets: number;
    unknownNames: number;
    isFound: boolean;
  };
}

/** Reads packets of the VMC protocol. */
export class Vmc extends MemoryOwner {
  private constructor();
  /** Creates a receiver; fetches the file of trackers on first use. `hipsHeight`: of the sender's avatar at rest, metres. Default:
   * as high as those of the receiving avatar. */
  static create(options?: { hipsHeight?: number }): Promise<Vmc>;
  /** Reads a packet. Returns false if a part of it was refused; the rest was accepted. */
  receive(packet: Bytes): boolean;
  /** Shows the state to a mixer, once in each frame. Returns false if nothing new came of the avatar, or it was refused. */
  observe(live: Live, source: number, time: number): boolean;
  /** Sets root, pose, expressions and gaze of an avatar, without a mixer. */
  apply(avatar: Avatar): void;
  /** Counts of packets and messages. */
  readonly stats: {
    packets: number;
    messages: number;
    poses: number;
    expressions: number;
    others: number;
    refusedPackets: number;
    refusedMessages: number;
    unknownBones: number;
    droppedExpressions: number;
  };
}

/** Records an avatar as a VRM animation. */
export class Recorder extends MemoryOwner {
  /** Fetches the tools and makes one for avatars of a rig. */
  static create(rig: Rig, options?: { name?: string; tolerances?: Tolerances }): Promise<Recorder>;
  /** Adds the avatar's state after its sim's last step. Times must increase. */
  addFrame(seconds: number, avatar: Avatar): void;
  /** Frames so far. */
  readonly frameCount: number;
  /** Returns the animation so far as a model; recording may continue. */
  finish(): Model;
}

/** Bakes the motion of an avatar into its own file as an ordinary glTF animation. */
export class Baker extends MemoryOwner {
  /** Fetches the tools and makes one for avatars of a rig. */
  static create(
    rig: Rig,
    options?: {
      name?: string;
      tolerances?: Tolerances;
      /** Animate colours and texture transforms through KHR_animation_pointer. Default false. */
      hasMaterials?: boolean;
      /** Keep the VRM extensions. Default false. */
      keepsVrm?: boolean;
    },
  ): Promise<Baker>;
  /** Adds the avatar's state after its sim's last step. Times must increase. */
  addFrame(seconds: number, avatar: Avatar): void;
  /** Frames so far. */
  readonly frameCount: number;
  /** Writes the animation into the model that the rig was built from. On failure nothing changes. */
  finish(model: Model): Report;
}
