// SPDX-License-Identifier: MIT
/// <reference lib="esnext.disposable" />
/**
 * Loading, validating, migrating and thumbnails off the main thread: a Web Worker in browsers, a worker thread in Node.
 * The same interface as in the package itself, with promises.
 *
 * ```js
 * import { VrmWorker } from 'libvrm/worker';
 * const worker = await VrmWorker.create();
 * const model = await worker.load(bytes, { transfer: true });
 * console.log(model.info.name, (await model.validate()).errors);
 * image.src = URL.createObjectURL(await model.thumbnail({ shot: 'bust' }));
 * ```
 */
import type {
  Bytes,
  ImageBytes,
  Info,
  InitOptions,
  LoadOptions,
  Meta,
  MigrateOptions,
  NormalizeOptions,
  Optimization,
  OptimizeOptions,
  Report,
  SaveOptions,
  ValidateOptions,
  Validation,
} from './index.js';
import type { PictureOptions, ShotOptions, StageOptions } from './stage.js';

/** Progress of a job. */
export interface Progress {
  /** "started", "loaded", "drawing". */
  readonly stage: string;
  /** 0 to 1. */
  readonly fraction: number;
}

/** Options of every job. */
export interface JobOptions {
  /** Cancels the job: its promise rejects with code `cancelled` at once, and the worker drops the job before its next
   * part; the result of a running part is discarded. Migrating and normalizing are a single part: if they were running,
   * their changes are made, and `info` shows them after the next job. */
  signal?: AbortSignal;
  /** Receives the progress of the job. */
  onProgress?: (progress: Progress) => void;
}

/** Options of jobs with bytes. */
export interface TransferOptions extends JobOptions {
  /** Transfer the bytes instead of copying them: the buffer is detached afterwards. Default false. */
  transfer?: boolean;
}

/** How to draw a thumbnail. */
export interface ThumbnailOptions
  extends
    JobOptions,
    PictureOptions,
    Omit<ShotOptions, 'aspect'>,
    Pick<StageOptions, 'background' | 'light' | 'sky' | 'ground' | 'samples'> {
  /** Pose of the avatar. Default "a": arms 45 degrees below the T-pose. */
  pose?: 'a' | 'idle' | 'rest';
  /** Weights of expressions by name. */
  expressions?: Record<string, number>;
  /** MIME type of the file. Default "image/png". */
  type?: string;
  /** Quality of JPEG and WebP, 0 to 1. */
  quality?: number;
}

/** A thread with a module of its own. Jobs run one after the other. */
export class VrmWorker {
  private constructor();
  /** Starts the thread and its module. */
  static create(options?: Omit<InitOptions, 'wasm'> & { wasm?: string | URL }): Promise<VrmWorker>;
  /** Loads a file; it stays in the worker. Rejects as Model.load() does. */
  load(bytes: Bytes, options?: LoadOptions & TransferOptions): Promise<RemoteModel>;
  /** Validates a file. */
  validate(bytes: Bytes, options?: ValidateOptions & TransferOptions): Promise<Validation>;
  /** Ends the thread and everything in it at once; jobs under way reject with code `cancelled`. */
  terminate(): void;
  /** The same, for `using`. */
  [Symbol.dispose](): void;
  /** True once it was terminated. */
  readonly isTerminated: boolean;
}

/** A model in a worker. */
export class RemoteModel {
  private constructor();
  /** What is in the file. */
  readonly info: Info;
  /** Authors and licence. */
  readonly meta: Meta | null;
  /** Findings of loading or of the last change. */
  readonly report: Report;
  /** The document as JSON.parse() gives it. */
  json(options?: JobOptions): Promise<any>;
  /** The bytes of an image; null when there is no such image. */
  image(index: number, options?: JobOptions): Promise<ImageBytes | null>;
  /** Validates the model as it would be saved now. */
  validate(options?: Omit<ValidateOptions, 'files'> & JobOptions): Promise<Validation>;
  /** Migrates it to another dialect. */
  migrate(options?: MigrateOptions & JobOptions): Promise<Report>;
  /** Bakes rotations and scales of nodes into the meshes. */
  normalize(options?: NormalizeOptions & JobOptions): Promise<Report>;
  /** Makes the file smaller and cheaper to render, lossless by default. */
  optimize(options?: OptimizeOptions & JobOptions): Promise<Optimization>;
  /** The file. */
  save(options?: SaveOptions & JobOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** A picture of the avatar as a file. Browsers only: rejects with code `unsupported` elsewhere. */
  thumbnail(options?: ThumbnailOptions): Promise<Blob>;
  /** Frees it in the worker. */
  dispose(): void;
  /** The same, for `using`. */
  [Symbol.dispose](): void;
  /** True once it was disposed, or its worker terminated. */
  readonly isDisposed: boolean;
}
