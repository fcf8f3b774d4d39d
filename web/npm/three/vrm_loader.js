// SPDX-License-Identifier: MIT
// Loads avatars without GLTFLoader: the library reads the file, and the scene is built synchronously.
import { FileLoader, Loader, LoaderUtils } from 'three';
import { checkBytes, checkIndex, checkObject, VrmError, wrong } from '../engine/errors.js';
import { loadFace } from '../engine/face.js';
import { checkDecoder, glbParts, withoutCompression } from '../engine/meshopt.js';
import { Model } from '../engine/model.js';
import { Accessors } from './gltf_accessors.js';
import { avatarOf, discard, makeAvatar } from './avatar.js';
import { SceneMaker } from './gltf_scene.js';
import { fileName } from './loader.js';
import { refusalOf, sideFilesOf } from './side_files.js';

const encoder = new TextEncoder(),
  decoder = new TextDecoder();

/** The bytes of the data that a page may pass. */
function bytesOf(data) {
  if (typeof data === 'string') return encoder.encode(data);
  const tag = Object.prototype.toString.call(data);
  if (tag === '[object Object]') return encoder.encode(JSON.stringify(data));
  return checkBytes('data', data);
}

/** Document and binary chunk; null for invalid JSON, which Model.load() refuses with its position. */
function partsOf(bytes) {
  const parts = glbParts(bytes);
  if (parts !== null) return parts;
  try {
    return { json: JSON.parse(decoder.decode(bytes)), body: null };
  } catch {
    return null;
  }
}

const listOf = (value) => (Array.isArray(value) ? value : []);
const isData = (uri) => uri.startsWith('data:');

export class VRMLoader extends Loader {
  #options;
  #meshopt;

  constructor(manager, options = {}) {
    super(manager);
    checkObject('options', options);
    const { sideFiles = 'folder', maxSideFiles = 256 } = options;
    if (sideFiles !== 'folder' && sideFiles !== 'any') throw wrong('options.sideFiles', "'folder' or 'any'", sideFiles);
    checkIndex('options.maxSideFiles', maxSideFiles, 2 ** 31);
    this.#options = { ...options, sideFiles, maxSideFiles };
    this.#meshopt = checkDecoder('options.load.meshoptDecoder', options.load?.meshoptDecoder);
  }

  setMeshoptDecoder(meshoptDecoder) {
    this.#meshopt = checkDecoder('meshoptDecoder', meshoptDecoder);
    return this;
  }

  /** Throws for invalid addresses. FileLoader would throw too, but only after it has registered the request, and
   * further requests for the address would wait for ever. */
  #checkAddress(url) {
    return new Request(this.manager.resolveURL(url)).url;
  }

  #fileLoader(isTrusted = true) {
    const loader = new FileLoader(this.manager).setResponseType('arraybuffer');
    if (!isTrusted) return loader;
    return loader
      .setRequestHeader(this.requestHeader)
      .setWithCredentials(this.withCredentials || this.crossOrigin === 'use-credentials');
  }

  /** The folder of a file, for its references. */
  #folderOf(url) {
    if (this.resourcePath !== '') return this.resourcePath;
    const base = LoaderUtils.extractUrlBase(url);
    return this.path === '' ? base : LoaderUtils.resolveURL(base, this.path);
  }

  load(url, onLoad, onProgress, onError) {
    if (typeof url !== 'string' && !(url instanceof URL)) throw wrong('url', 'an address', url);
    const address = String(url);
    this.manager.itemStart(address); // also while the scene is built
    const fail = (error) => {
      if (onError) onError(error);
      else console.error(error);
      this.manager.itemError(address);
      this.manager.itemEnd(address);
    };
    try {
      this.#checkAddress(this.path + address);
    } catch (error) {
      fail(error);
      return;
    }
    this.#fileLoader()
      .setPath(this.path)
      .load(
        address,
        (data) => {
          this.parseAsync(data, this.#folderOf(address))
            .then((gltf) => {
              onLoad?.(gltf);
              this.manager.itemEnd(address);
            })
            .catch(fail);
        },
        onProgress,
        fail,
      );
  }

  parse(data, path, onLoad, onError) {
    this.parseAsync(data, path).then(onLoad, onError ?? ((error) => console.error(error)));
  }

  async parseAsync(data, path = '') {
    const { load = {}, face = false } = this.#options,
      most = load.limits?.decodedBytes || 2 ** 30;
    let bytes = bytesOf(data);
    if (this.#meshopt) bytes = await withoutCompression(bytes, this.#meshopt, most);
    const { json, body } = partsOf(bytes) ?? {};
    const { maxSideFiles } = this.#options,
      sideFiles = sideFilesOf(json).size;
    if (sideFiles > maxSideFiles)
      throw new VrmError(
        'limit',
        `VRMLoader: the document names ${sideFiles} side files; options.maxSideFiles is ${maxSideFiles}`,
      );
    const { buffers, files } = await this.#buffers(listOf(json?.buffers), body, path, load.files);
    if (face) await loadFace();
    const model = await Model.load(bytes, { ...load, ...(files && { files }) });
    const read = avatarOf(model, json, Boolean(face));
    try {
      return await this.#make(json, new Accessors(json, buffers, most), read, path);
    } catch (error) {
      discard(read);
      if (error instanceof VrmError) throw error;
      throw new VrmError('invalid', `VRMLoader: the document is not sound: ${error.message}`, model.report, {
        cause: error,
      });
    }
  }

  async #make(json, accessors, read, path) {
    const { rig, parents, surfaces = [] } = read,
      hasToon = this.#options.materials !== 'plain';
    const maker = new SceneMaker(json, {
      accessors,
      parents,
      dialect: rig?.dialect ?? null,
      surfaces: hasToon ? surfaces : [],
      pictureOf: (index, decode) => this.#picture(json.images[index], accessors, path, decode),
    });
    const gltf = await maker.make();
    gltf.parser = { json, associations: maker.associations };
    const vrm = rig ? makeAvatar(gltf, { ...read, store: maker.store }, this.#options) : null;
    gltf.userData.vrm = vrm;
    try {
      for (const scene of gltf.scenes) scene.updateMatrixWorld();
    } catch (error) {
      vrm?.dispose();
      throw error;
    }
    return gltf;
  }

  // ---- What a .gltf refers to ----

  /** Fetches a side file or data URI. Request headers and credentials are sent only to the document's own origin. */
  async #fetch(uri, path) {
    try {
      if (isData(uri)) return new Uint8Array(await this.#fileLoader(false).loadAsync(uri));
      const why = this.#options.sideFiles === 'any' ? null : refusalOf(uri, path);
      if (why !== null) throw new Error(`${why} (options.sideFiles 'any' fetches it)`);
      const address = LoaderUtils.resolveURL(uri, path);
      const isOwn = new URL(this.#checkAddress(address)).origin === new URL(new Request(path || '.').url).origin;
      return new Uint8Array(await this.#fileLoader(isOwn).loadAsync(address));
    } catch (error) {
      throw new VrmError(
        'io',
        `VRMLoader: ${isData(uri) ? 'a data URI' : uri} could not be had: ${error.message}`,
        undefined,
        { cause: error },
      );
    }
  }

  /** Bytes of all buffers, and the side files by name. */
  async #buffers(list, body, path, given) {
    const files = given instanceof Map ? new Map(given) : new Map(Object.entries(given ?? {}));
    const buffers = await Promise.all(
      list.map(async (buffer, index) => {
        const uri = buffer?.uri;
        if (typeof uri !== 'string') return index === 0 ? body : null;
        if (isData(uri)) return this.#fetch(uri, path);
        const name = fileName(uri);
        if (!files.has(name)) files.set(name, await this.#fetch(uri, path));
        return checkBytes(`options.load.files[${JSON.stringify(name)}]`, files.get(name));
      }),
    );
    return { buffers, files: files.size > 0 ? files : undefined };
  }

  /** Returns null if it cannot be decoded, undefined without a decoder. */
  async #picture({ bufferView, uri, mimeType = '' }, accessors, path, decode) {
    if (typeof createImageBitmap !== 'function') return undefined;
    try {
      return await decode(
        typeof uri === 'string' ? await this.#fetch(uri, path) : accessors.bytesOf(bufferView),
        mimeType,
      );
    } catch {
      return null;
    }
  }
}
