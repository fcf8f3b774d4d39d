// SPDX-License-Identifier: MIT
// The plugin of GLTFLoader: what the loader makes of the document stays, the VRM parts come from the
// library, which loads the same bytes.
import { Model } from '../engine/model.js';
import { Rig } from '../engine/rig.js';
import { checkObject, VrmError } from '../engine/errors.js';
import { compressionOf, glb, plainGlb } from '../engine/meshopt.js';
import { addOutlines, loadMToonMaterial } from './mtoon_loader.js';
import { prepareNodes } from './nodes.js';
import { headRestOf, VRM, withAnimated } from './vrm.js';
import { textureProperties } from './port.js';

const encoder = new TextEncoder();

/** The document without compressed views, which GLTFLoader decompresses where the page gave it a decoder. */
async function decompressed(parser) {
  const views = await Promise.all(parser.json.bufferViews.map(async (_, i) => new Uint8Array(await parser.getDependency('bufferView', i))));
  return { bytes: plainGlb(parser.json, views), files: undefined };
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
      files.set(decodeURIComponent(uri), new Uint8Array(await parser.getDependency('buffer', i)));
  }
  return { bytes: encoder.encode(JSON.stringify(parser.json)), files };
}

/** Loads what a parser has as a Model. */
export async function loadModel(parser, options) {
  const { bytes, files } = await sourceOf(parser);
  return Model.load(bytes, { ...options, ...(files ? { files } : {}) });
}

/** meta in the words of the file's own dialect. */
function metaOf({ extensions = {} }) {
  if (extensions.VRMC_vrm) return { metaVersion: '1', ...extensions.VRMC_vrm.meta };
  const { texture, ...meta } = extensions.VRM?.meta ?? {};
  return { metaVersion: '0', ...meta };
}

export class VRMLoaderPlugin {
  parser;
  name = 'VRMC_vrm';
  #options;
  #helpers; // plugins for materials that the page brought along
  #loaded = null; // { rig, facts, surfaces, dialect } between the two hooks

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
    if (json.extensions?.VRMC_vrm || json.extensions?.VRM) this.#loaded = await this.#load(json);
    if (this.#loaded) this.#loaded.store = prepareNodes(this.parser);
    for (const helper of this.#helpers) await helper.beforeRoot?.();
  }

  async #load(json) {
    const model = await loadModel(this.parser, this.#options.load);
    try {
      const rig = new Rig(model)._warnAs(null); // the loader may fail before there is a VRM
      if (rig.dialect === null) {
        rig.dispose();
        return null;
      }
      const { lookAt, expressions, firstPersonNode } = model._character;
      const facts = {
        meta: metaOf(json), report: model.report, expressions, firstPersonNode,
        lookAt: { offsetFromHead: lookAt?.offsetFromHead ?? [0, 0, 0], headRest: headRestOf(rig), facing: rig.facing },
      };
      return { rig, facts, surfaces: model.surfaces };
    } finally {
      model.dispose();
    }
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
      gltf.userData.vrm = loaded ? this.#make(gltf, loaded) : null;
    } catch (error) {
      loaded?.rig.dispose();
      throw error;
    }
  }

  #make(gltf, { rig, facts, store }) {
    const { springRate, maxStep, autoUpdateHumanBones = true } = this.#options;
    const simOptions = { ...(springRate !== undefined && { springRate }), ...(maxStep !== undefined && { maxStep }) };
    const family = { rig, facts, uses: 0, autoUpdateHumanBones, simOptions };
    return new VRM(family, { ...bodyOf(gltf, rig), store });
  }
}

/** Finds nodes, meshes and materials of the file in what GLTFLoader has made of it. */
function bodyOf({ scene, parser }, rig) {
  if (!scene) throw new VrmError('unsupported', 'VRMLoaderPlugin: the file has no scene');
  const nodes = new Array(rig.nodeCount);
  scene.traverse((object) => {
    const index = parser.associations.get(object)?.nodes;
    if (index !== undefined && nodes[index] === undefined) nodes[index] = object;
  });
  const meshes = rig.meshNodes.map(({ node }) => {
    const object = nodes[node];
    if (!object) return [];
    if (object.isMesh) return [object];
    return object.children.filter((child) => child.isMesh && parser.associations.get(child)?.nodes === undefined);
  });
  for (const mesh of meshes.flat()) mesh.frustumCulled = false; // its bounds are those of the rest pose
  addOutlines(meshes.flat(), parser);
  const materials = [];
  for (const mesh of meshes.flat())
    for (const material of [mesh.material].flat()) {
      const index = parser.associations.get(material)?.materials;
      if (index === undefined) continue;
      materials[index] ??= [];
      if (!materials[index].includes(material)) materials[index].push(material);
    }
  const body = { scene, nodes, meshes, materials: Array.from(materials, (list) => list ?? []), ownMaterials: [] };
  ownTextures(body, rig);
  return withAnimated(body);
}

/** Textures that an expression moves are the material's own; the picture stays shared. */
function ownTextures({ materials }, rig) {
  const moved = rig.materialValues.filter(({ kind }) => kind === 'texture');
  for (const { material, target } of moved)
    for (const each of materials[material] ?? [])
      for (const name of textureProperties[target]) {
        const texture = each[name];
        if (!texture?.isTexture) continue;
        each[name] = texture.clone();
        each[name].needsUpdate = texture.version > 0;
      }
}

