// SPDX-License-Identifier: MIT
// Creates a VRM from the library's model and the scene that a loader created from the same file.
import { FaceMap } from '../engine/face.js';
import { Rig } from '../engine/rig.js';
import { VrmError } from '../engine/errors.js';
import { completeTargets } from './gltf_geometry.js';
import { metaOf, Thumbnail } from './meta.js';
import { addOutlines } from './mtoon_loader.js';
import { headRestOf, VRM, withAnimated } from './vrm.js';
import { textureProperties } from './port.js';

/** The node hierarchy of a model, with rig, facts and surfaces of its avatar. `rig` is null for files without an
 * avatar. Disposes the model. `hasFace` measures the face and requires that libvrm-face.wasm is loaded. */
export function avatarOf(model, json, hasFace = false) {
  try {
    const rig = new Rig(model)._warnAs(null); // no warning: the loader may fail before there is a VRM
    try {
      const { parents } = rig;
      if (rig.dialect === null) {
        rig.dispose();
        return { parents, rig: null };
      }
      const { lookAt, expressions, firstPersonNode } = model._character;
      const picture = model.meta?.thumbnailImage ?? -1,
        thumbnail = new Thumbnail(picture >= 0 ? model.image(picture) : null);
      const facts = {
        meta: metaOf(json, thumbnail),
        thumbnail,
        report: model.report,
        expressions,
        firstPersonNode,
        lookAt: {
          offsetFromHead: lookAt?.offsetFromHead ?? [0, 0, 0],
          headRest: headRestOf(rig),
          facing: rig.facing,
          ranges: lookAt,
        },
        colliders: rig.springJoints.length > 0 ? model._colliders : { colliders: [], groups: [], springs: [] },
      };
      const { surfaces } = model,
        faceMap = hasFace ? FaceMap._of(model, rig)._warnAs(null) : null;
      return { parents, rig, facts, surfaces, faceMap };
    } catch (error) {
      rig.dispose();
      throw error;
    }
  } finally {
    model.dispose();
  }
}

/** Frees the result of avatarOf() if no avatar was created from it. */
export function discard(read) {
  read?.rig?.dispose();
  read?.faceMap?.dispose();
}

/** Creates the avatar of a scene. `store` has the transforms of its light nodes. The parts are stored in gltf.userData
 * too, by the names of three-vrm. */
export function makeAvatar(
  gltf,
  { rig, facts, store, faceMap },
  { springRate, maxStep, autoUpdateHumanBones = true, face = false },
) {
  const simOptions = { ...(springRate !== undefined && { springRate }), ...(maxStep !== undefined && { maxStep }) };
  const family = {
    rig,
    facts,
    uses: 0,
    faceCount: 0,
    faceMap,
    faceOptions: face === true ? {} : face,
    autoUpdateHumanBones,
    simOptions,
  };
  const vrm = new VRM(family, { ...bodyOf(gltf, rig), store });
  const {
    meta,
    humanoid,
    expressionManager,
    lookAt,
    firstPerson,
    springBoneManager,
    nodeConstraintManager,
    materials,
  } = vrm;
  Object.assign(gltf.userData, {
    vrmMeta: meta,
    vrmHumanoid: humanoid,
    vrmExpressionManager: expressionManager,
    vrmLookAt: lookAt ?? null,
    vrmFirstPerson: firstPerson,
    vrmSpringBoneManager: springBoneManager ?? null,
    vrmNodeConstraintManager: nodeConstraintManager ?? null,
    vrmMToonMaterials: materials.filter(({ isMToonMaterial }) => isMToonMaterial),
  });
  return vrm;
}

/** Finds nodes, meshes and materials of the file in GLTFLoader's scene. */
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
  for (const mesh of meshes.flat()) mesh.frustumCulled = false; // bounds are those of the rest pose
  for (const { geometry } of meshes.flat()) completeTargets(geometry);
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

/** Clones textures that expressions transform; images stay shared. */
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
