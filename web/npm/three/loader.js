// SPDX-License-Identifier: MIT
// The plugin of GLTFLoader: what the loader makes of the document stays, the VRM parts come from the
// library, which loads the same bytes.
import { Model } from '../engine/model.js';
import { checkObject } from '../engine/errors.js';
import { compressionOf, glb, plainGlb } from '../engine/meshopt.js';
import { avatarOf, makeAvatar } from './avatar.js';
import { loadMToonMaterial } from './mtoon_loader.js';
import { prepareNodes } from './nodes.js';

const encoder = new TextEncoder();

/** The document without compressed views, which GLTFLoader decompresses where the page gave it a decoder. */
async function decompressed(parser) {
  const views = await Promise.all(parser.json.bufferViews.map(async (_, i) => new Uint8Array(await parser.getDependency('bufferView', i))));
  return { bytes: plainGlb(parser.json, views), files: undefined };
}

/** A URI of a document as the name of a file; the document is untrusted. */
export function fileName(uri) {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** The bytes that the parser was made from, and side files of a .gltf. */
async function sourceOf(parser) {
  if (parser.json.bufferViews?.some(compressionOf)) return decompressed(parser);
  const binary = parser.extensions.KHR_binary_glTF;
  if (binary) return { bytes: glb(binary.content ?? JSON.stringify(parser.json), binary.body), files: undefined };
  const files = new Map();
  const buffers = parser.json.buffers ?? [];
  for (let i = 0; i < buffers.length; i++) {
    const { uri } = buffers[i];
    if (typeof uri === 'string' && !uri.startsWith('data:'))
      files.set(fileName(uri), new Uint8Array(await parser.getDependency('buffer', i)));
  }
  return { bytes: encoder.encode(JSON.stringify(parser.json)), files };
}

/** Loads what a parser has as a Model. */
export async function loadModel(parser, options) {
  const { bytes, files } = await sourceOf(parser);
  return Model.load(bytes, { ...options, ...(files ? { files } : {}) });
}

export class VRMLoaderPlugin {
  parser;
  name = 'VRMC_vrm';
  #options;
  #helpers; // plugins for materials that the page brought along
  #loaded = null; // what avatarOf() gives, and `store`, between the two hooks

  constructor(parser, options = {}) {
    checkObject('options', options);
    this.parser = parser;
    this.#options = options;
    const { mtoonMaterialPlugin, materialsV0CompatPlugin, materialsHDREmissiveMultiplierPlugin } = options;
    this.#helpers = [materialsV0CompatPlugin, materialsHDREmissiveMultiplierPlugin, mtoonMaterialPlugin].filter(Boolean);
  }

  get #hasOwnMaterials() {
    return !this.#options.mtoonMaterialPlugin && this.#options.materials !== 'plain';
  }

  async beforeRoot() {
    const { json } = this.parser;
    if (json.extensions?.VRMC_vrm || json.extensions?.VRM) {
      const read = avatarOf(await loadModel(this.parser, this.#options.load), json);
      if (read.rig) this.#loaded = { ...read, store: prepareNodes(this.parser) };
    }
    for (const helper of this.#helpers) await helper.beforeRoot?.();
  }

  // ---- Materials ----

  getMaterialType(index) {
    for (const helper of this.#helpers) {
      const type = helper.getMaterialType?.(index);
      if (type) return type;
    }
    return null;
  }

  extendMaterialParams(index, parameters) {
    return Promise.all(this.#helpers.map((helper) => helper.extendMaterialParams?.(index, parameters)));
  }

  loadMesh(index) {
    for (const helper of this.#helpers) {
      const mesh = helper.loadMesh?.(index);
      if (mesh) return mesh;
    }
    return null;
  }

  loadMaterial(index) {
    const surface = this.#loaded?.surfaces[index];
    if (!this.#hasOwnMaterials || surface?.kind !== 'mtoon') return null;
    return loadMToonMaterial(this.parser, index, surface, this.#loaded.rig.dialect);
  }

  // ---- The avatar ----

  async afterRoot(gltf) {
    const loaded = this.#loaded;
    this.#loaded = null;
    try {
      for (const helper of this.#helpers) await helper.afterRoot?.(gltf);
      gltf.userData.vrm = loaded ? makeAvatar(gltf, loaded, this.#options) : null;
    } catch (error) {
      loaded?.rig.dispose();
      throw error;
    }
  }
}
