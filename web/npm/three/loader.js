// SPDX-License-Identifier: MIT
// The plugin of GLTFLoader. GLTFLoader builds the scene; the library loads the same bytes and provides the
// VRM parts.
import { Model } from '../engine/model.js';
import { checkObject } from '../engine/errors.js';
import { compressionOf, glb, plainGlb } from '../engine/meshopt.js';
import { loadFace } from '../engine/face.js';
import { avatarOf, discard, makeAvatar } from './avatar.js';
import {
  VRMDebugHelper,
  VRMHumanoidHelper,
  VRMLookAtHelper,
  VRMNodeConstraintHelper,
  VRMSpringBoneColliderHelper,
  VRMSpringBoneJointHelper,
} from './helpers.js';
import { isOldUnlit, loadOwnMaterial, MToonMaterialLoaderPlugin, showEmission } from './mtoon_loader.js';
import { prepareNodes } from './nodes.js';
import {
  VRMExpressionLoaderPlugin,
  VRMFirstPersonLoaderPlugin,
  VRMHumanoidLoaderPlugin,
  VRMLookAtLoaderPlugin,
  VRMMetaLoaderPlugin,
  VRMNodeConstraintLoaderPlugin,
  VRMSpringBoneLoaderPlugin,
} from './parts.js';

const encoder = new TextEncoder();

/** The document with its compressed views decompressed by GLTFLoader, if the page gave it a decoder. */
async function decompressed(parser) {
  const views = await Promise.all(
    parser.json.bufferViews.map(async (_, i) => new Uint8Array(await parser.getDependency('bufferView', i))),
  );
  return { bytes: plainGlb(parser.json, views), files: undefined };
}

/** A URI of a document as a file name; the document is untrusted. */
export function fileName(uri) {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** The bytes of the parser, and the side files of a .gltf. */
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

/** Loads the bytes of a parser as a Model. */
export async function loadModel(parser, options) {
  const { bytes, files } = await sourceOf(parser);
  return Model.load(bytes, { ...options, ...(files ? { files } : {}) });
}

/** Plugins of parts by name of their option. */
const partPlugins = {
  expressionPlugin: VRMExpressionLoaderPlugin,
  firstPersonPlugin: VRMFirstPersonLoaderPlugin,
  humanoidPlugin: VRMHumanoidLoaderPlugin,
  lookAtPlugin: VRMLookAtLoaderPlugin,
  metaPlugin: VRMMetaLoaderPlugin,
  springBonePlugin: VRMSpringBoneLoaderPlugin,
  nodeConstraintPlugin: VRMNodeConstraintLoaderPlugin,
};

export class VRMLoaderPlugin {
  parser;
  name = 'VRMC_vrm';
  expressionPlugin;
  firstPersonPlugin;
  humanoidPlugin;
  lookAtPlugin;
  metaPlugin;
  springBonePlugin;
  nodeConstraintPlugin;
  mtoonMaterialPlugin;
  materialsV0CompatPlugin;
  materialsHDREmissiveMultiplierPlugin;
  #options;
  #toonOptions; // options of our plugin for toon materials, if the page has created one
  #helpers; // material plugins of the page
  #loaded = null; // the result of avatarOf(), and `store`, between the two hooks

  constructor(parser, options = {}) {
    checkObject('options', options);
    this.parser = parser;
    this.#options = options;
    const { mtoonMaterialPlugin, materialsV0CompatPlugin, materialsHDREmissiveMultiplierPlugin } = options;
    Object.assign(this, { mtoonMaterialPlugin, materialsV0CompatPlugin, materialsHDREmissiveMultiplierPlugin });
    this.#toonOptions = mtoonMaterialPlugin instanceof MToonMaterialLoaderPlugin ? mtoonMaterialPlugin : null;
    this.#helpers = [
      materialsV0CompatPlugin,
      materialsHDREmissiveMultiplierPlugin,
      this.#toonOptions ? null : mtoonMaterialPlugin,
    ].filter(Boolean);
    for (const [name, Plugin] of Object.entries(partPlugins)) this[name] = options[name] ?? new Plugin(parser);
  }

  get #hasOwnMaterials() {
    return (!this.mtoonMaterialPlugin || this.#toonOptions !== null) && this.#options.materials !== 'plain';
  }

  async beforeRoot() {
    const { json } = this.parser;
    if (json.extensions?.VRMC_vrm || json.extensions?.VRM) {
      const { face = false, load } = this.#options;
      if (face) await loadFace();
      const read = avatarOf(await loadModel(this.parser, load), json, Boolean(face));
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

  async extendMaterialParams(index, parameters) {
    await Promise.all(this.#helpers.map((helper) => helper.extendMaterialParams?.(index, parameters)));
    const surface = this.#loaded?.surfaces[index];
    if (this.#hasOwnMaterials && surface?.kind === 'pbr') showEmission(parameters, surface); // replaces GLTFLoader's
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
    if (!this.#hasOwnMaterials || !(surface?.kind === 'mtoon' || isOldUnlit(surface))) return null;
    return loadOwnMaterial(this.parser, index, surface, this.#loaded.rig.dialect, this.#toonOptions ?? {});
  }

  // ---- The avatar ----

  async afterRoot(gltf) {
    const loaded = this.#loaded;
    this.#loaded = null;
    let vrm = null;
    try {
      for (const helper of this.#helpers) await helper.afterRoot?.(gltf);
      const { autoUpdateHumanBones = this.humanoidPlugin.autoUpdateHumanBones } = this.#options;
      if (loaded) vrm = makeAvatar(gltf, loaded, { ...this.#options, autoUpdateHumanBones });
      gltf.userData.vrm = vrm;
      for (const name of Object.keys(partPlugins)) await this[name].afterRoot?.(gltf);
    } catch (error) {
      vrm?.dispose();
      discard(loaded);
      throw error;
    }
    if (vrm === null) return;
    // Parts that plugins of the page have replaced.
    vrm.meta = gltf.userData.vrmMeta;
    if (gltf.userData.vrmLookAt) vrm.lookAt = gltf.userData.vrmLookAt;
    vrm.scene.updateMatrixWorld(); // light nodes need matrices before the first frame
    this.#addHelpers(vrm);
  }

  #addHelpers(vrm) {
    const { humanoidPlugin, lookAtPlugin, springBonePlugin, nodeConstraintPlugin } = this;
    const { humanoid, lookAt, springBoneManager, nodeConstraintManager } = vrm;
    this.#options.helperRoot?.add(new VRMDebugHelper(vrm));
    humanoidPlugin.helperRoot?.add(new VRMHumanoidHelper(humanoid));
    if (lookAt) lookAtPlugin.helperRoot?.add(new VRMLookAtHelper(lookAt));
    const { jointHelperRoot, colliderHelperRoot } = springBonePlugin; // joints and colliders are created on first use
    if (jointHelperRoot)
      for (const joint of springBoneManager?.joints ?? []) jointHelperRoot.add(new VRMSpringBoneJointHelper(joint));
    if (colliderHelperRoot)
      for (const collider of springBoneManager?.colliders ?? [])
        colliderHelperRoot.add(new VRMSpringBoneColliderHelper(collider));
    if (nodeConstraintPlugin.helperRoot)
      for (const constraint of nodeConstraintManager?.constraints ?? [])
        nodeConstraintPlugin.helperRoot.add(new VRMNodeConstraintHelper(constraint));
  }
}

/** By the name of three-vrm-core: the avatar is in gltf.userData.vrmCore as well. */
export class VRMCoreLoaderPlugin extends VRMLoaderPlugin {
  async afterRoot(gltf) {
    await super.afterRoot(gltf);
    if (gltf.userData.vrm) gltf.userData.vrmCore = gltf.userData.vrm;
  }
}
