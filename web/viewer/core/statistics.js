// SPDX-License-Identifier: MIT
// Numbers about a file: what platforms count, and which part of it takes how many bytes.
import { gpuBytes, sizeOf } from './pictures.js';

/** Everything that a limit can be set on. Joints are counted as VRoid Hub counts bones: nodes that
 * skins refer to. */
export function measure({ model, size }) {
  const json = model.json, { counts } = model.info;
  let textureMemory = 0, textureSize = 0;
  (json.images ?? []).forEach((_, i) => {
    const image = model.image(i), shape = image && sizeOf(image.bytes);
    if (!shape) return;
    textureMemory += gpuBytes(shape);
    textureSize = Math.max(textureSize, shape.width, shape.height);
  });
  const nodes = json.nodes ?? [];
  return {
    triangles: counts.triangles, vertices: counts.vertices, meshes: counts.meshes, primitives: counts.primitives, materials: counts.materials,
    skinnedMeshes: nodes.filter((node) => node.mesh !== undefined && node.skin !== undefined).length,
    textures: counts.textures, textureMemory, textureSize, nodes: counts.nodes, bones: new Set((json.skins ?? []).flatMap((skin) => skin.joints ?? [])).size,
    morphTargets: counts.morphTargets, springs: counts.springs, springJoints: counts.springJoints, colliders: counts.colliders, fileSize: size,
  };
}

/** Bytes of the file by what they hold; a view that two parts use counts for the first. */
export function partsOf({ model, size }) {
  const json = model.json, parts = { images: 0, vertices: 0, morphs: 0, indices: 0, animations: 0, skins: 0, json: model.info.jsonBytes, rest: 0 };
  const taken = new Set();
  const take = (part, view) => {
    if (view === undefined || taken.has(view)) return;
    taken.add(view);
    parts[part] += json.bufferViews?.[view]?.byteLength ?? 0;
  };
  const takeAccessor = (part, accessor) => {
    const { bufferView, sparse } = json.accessors?.[accessor] ?? {};
    take(part, bufferView);
    take(part, sparse?.indices?.bufferView);
    take(part, sparse?.values?.bufferView);
  };
  for (const image of json.images ?? []) take('images', image.bufferView);
  for (const mesh of json.meshes ?? [])
    for (const primitive of mesh.primitives ?? []) {
      takeAccessor('indices', primitive.indices);
      Object.values(primitive.attributes ?? {}).forEach((accessor) => takeAccessor('vertices', accessor));
      for (const target of primitive.targets ?? []) Object.values(target).forEach((accessor) => takeAccessor('morphs', accessor));
    }
  for (const skin of json.skins ?? []) takeAccessor('skins', skin.inverseBindMatrices);
  for (const animation of json.animations ?? []) for (const { input, output } of animation.samplers ?? []) [input, output].forEach((accessor) => takeAccessor('animations', accessor));
  const known = Object.values(parts).reduce((sum, part) => sum + part, 0);
  parts.rest = Math.max(0, size - known);
  return parts;
}
