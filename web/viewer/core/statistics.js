// SPDX-License-Identifier: MIT
// Numbers about a file: the limits of platforms, and bytes by part.
import { valueAt } from './items.js';
import { formatOf, gpuBytes, sizeOf } from './pictures.js';

/** All numbers that a policy can limit, except the height, by the names and rules of docs/guide/policy.md; the most
 * important ones first. */
export function measure({ model, size }, items) {
  const {
      json,
      info: { counts },
    } = model,
    nodes = json.nodes ?? [],
    drawn = nodes.filter(({ mesh }) => mesh !== undefined);
  const pictures = measurePictures(model);
  return {
    fileBytes: size,
    triangles: counts.triangles,
    drawCalls: drawn.reduce((sum, { mesh }) => sum + (json.meshes?.[mesh]?.primitives?.length ?? 0), 0),
    materials: counts.materials,
    textureMemory: pictures.memory,
    textureSide: pictures.side,
    texturePixels: pictures.pixels,
    bones: new Set((json.skins ?? []).flatMap((skin) => skin.joints ?? [])).size,
    morphTargets: counts.morphTargets,
    springs: counts.springs,
    springJoints: counts.springJoints,
    colliders: counts.colliders,
    colliderChecks: items && colliderChecks(json, items),
    constraints: counts.constraints,
    vertices: counts.vertices,
    meshes: counts.meshes,
    primitives: counts.primitives,
    skinnedMeshes: drawn.filter(({ skin }) => skin !== undefined).length,
    unskinnedMeshes: drawn.filter(({ skin }) => skin === undefined).length,
    nodes: counts.nodes,
    textures: counts.textures,
    images: counts.images,
    expressions: counts.expressions,
    sparseAccessors: (json.accessors ?? []).filter(({ sparse }) => sparse).length,
  };
}

/** The thumbnail is not drawn, though 0.x lists it among the textures. */
export function thumbnailOf({ extensions = {}, textures = [] }) {
  const { meta } = extensions.VRMC_vrm ?? extensions.VRM ?? {};
  return meta?.thumbnailImage ?? textures[meta?.texture]?.source;
}

function measurePictures(model) {
  const { json } = model,
    sum = { memory: 0, side: 0, pixels: 0 },
    thumbnail = thumbnailOf(json);
  const drawn = new Set(
    (json.textures ?? []).map(({ source, extensions }) => source ?? extensions?.EXT_texture_webp?.source),
  );
  (json.images ?? []).forEach((_, i) => {
    const bytes = model._imageView(i),
      shape = bytes && sizeOf(bytes);
    if (!shape) return;
    if (drawn.has(i) && i !== thumbnail) sum.memory += gpuBytes(shape);
    sum.side = Math.max(sum.side, shape.width, shape.height);
    sum.pixels += shape.width * shape.height;
  });
  return sum;
}

/** Sum over all chains: joints that sway times colliders of the chain's groups; undefined if a group is unknown. */
function colliderChecks(json, items) {
  const groups = json.extensions?.VRMC_springBone?.colliderGroups ?? items.vrm.secondaryAnimation?.colliderGroups ?? [];
  let checks = 0;
  for (const spring of items.springs) {
    if (!spring.isPerJoint && !spring.isShared) return undefined;
    const own = valueAt(json, spring.pointer)?.colliderGroups;
    if (Array.isArray(own))
      checks += spring.joints.length * own.reduce((sum, group) => sum + (groups[group]?.colliders?.length ?? 0), 0);
  }
  return checks;
}

/** Conditions of a platform other than limits: { demand, has, accepts }. */
export function refused({ model }, { dialects, imageFormats, refusedExtensions }) {
  const { json, info } = model,
    list = [];
  const formats = new Set(
    (json.images ?? []).map((_, i) => model._imageView(i)).map((bytes) => (bytes && formatOf(bytes)) ?? '?'),
  );
  const add = (demand, has, accepts) => has.length > 0 && list.push({ demand, has, accepts });
  if (dialects)
    add(
      'dialects',
      [info.dialect ?? '?'].filter((name) => !dialects.names.includes(name)),
      dialects.names,
    );
  if (imageFormats)
    add(
      'imageFormats',
      [...formats].filter((name) => !imageFormats.names.includes(name)),
      imageFormats.names,
    );
  if (refusedExtensions)
    add(
      'refusedExtensions',
      (json.extensionsUsed ?? []).filter((name) => refusedExtensions.names.includes(name)),
      [],
    );
  return list;
}

/** The limits of a platform that numbers are over, by name, and its other demands that are not met. */
export function demandsOver(platform, values, others) {
  const isError = ({ severity = 'error' }) => severity === 'error';
  const limits = Object.entries(platform.limits ?? {}).filter(
    ([key, limit]) => values[key] > limit.max && isError(limit),
  );
  return [...limits.map(([key]) => `stat.${key}`), ...others.map(({ demand }) => `unmet.${demand}`)];
}

/** Bytes of the file by content; a view of two parts counts for the first. */
export function partsOf({ model, size }) {
  const json = model.json,
    parts = {
      images: 0,
      vertices: 0,
      morphs: 0,
      indices: 0,
      animations: 0,
      skins: 0,
      json: model.info.jsonBytes,
      rest: 0,
    };
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
      for (const target of primitive.targets ?? [])
        Object.values(target).forEach((accessor) => takeAccessor('morphs', accessor));
    }
  for (const skin of json.skins ?? []) takeAccessor('skins', skin.inverseBindMatrices);
  for (const animation of json.animations ?? [])
    for (const { input, output } of animation.samplers ?? [])
      [input, output].forEach((accessor) => takeAccessor('animations', accessor));
  const known = Object.values(parts).reduce((sum, part) => sum + part, 0);
  parts.rest = Math.max(0, size - known);
  return parts;
}
