// SPDX-License-Identifier: MIT
// From what a file says of an avatar, and the scene that a loader made of it, to a VRM.
import { Rig } from '../engine/rig.js';
import { VrmError } from '../engine/errors.js';
import { addOutlines } from './mtoon_loader.js';
import { headRestOf, VRM, withAnimated } from './vrm.js';
import { textureProperties } from './port.js';

/** meta in the words of the file's own dialect. */
function metaOf({ extensions = {} }) {
  if (extensions.VRMC_vrm) return { metaVersion: '1', ...extensions.VRMC_vrm.meta };
  const { texture, ...meta } = extensions.VRM?.meta ?? {};
  return { metaVersion: '0', ...meta };
}

/** The tree of nodes of a model, which is disposed; and of its avatar rig, facts and surfaces. Without one `rig` is null. */
export function avatarOf(model, json) {
  try {
    const rig = new Rig(model)._warnAs(null); // the loader may fail before there is a VRM
    try {
      const { parents } = rig;
      if (rig.dialect === null) {
        rig.dispose();
        return { parents, rig: null };
      }
      const { lookAt, expressions, firstPersonNode } = model._character;
      const facts = {
        meta: metaOf(json), report: model.report, expressions, firstPersonNode,
        lookAt: { offsetFromHead: lookAt?.offsetFromHead ?? [0, 0, 0], headRest: headRestOf(rig), facing: rig.facing },
      };
      return { parents, rig, facts, surfaces: model.surfaces };
    } catch (error) {
      rig.dispose();
      throw error;
    }
  } finally {
    model.dispose();
  }
}

/** The avatar of a scene; `store` has the places of its light nodes. */
export function makeAvatar(gltf, { rig, facts, store }, { springRate, maxStep, autoUpdateHumanBones = true }) {
  const simOptions = { ...(springRate !== undefined && { springRate }), ...(maxStep !== undefined && { maxStep }) };
  const family = { rig, facts, uses: 0, autoUpdateHumanBones, simOptions };
  return new VRM(family, { ...bodyOf(gltf, rig), store });
}

/** Finds nodes, meshes and materials of the file in what GLTFLoader has made of it. */
function bodyOf({ scene, parser }, rig) {
  if (!scene) throw new VrmError('unsupported', 'the file has no scene');
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
