// SPDX-License-Identifier: MIT
// Two scenes of one file, made by different loaders, member by member. Runs in Node and in a page.

const ignored = new Set([
  'uuid',
  'id',
  'version',
  'parent',
  'children',
  'uniforms',
  'defines',
  'vertexShader',
  'fragmentShader',
  '_listeners',
]);

/** Numbers of objects in the order in which they are first seen: who shares what with whom. */
function counter() {
  const seen = new Map();
  return (object) => {
    if (!seen.has(object)) seen.set(object, seen.size);
    return seen.get(object);
  };
}

function textureFacts(texture) {
  const {
    name,
    channel,
    colorSpace,
    flipY,
    generateMipmaps,
    magFilter,
    minFilter,
    wrapS,
    wrapT,
    rotation,
    matrixAutoUpdate,
    userData,
    image,
    version,
  } = texture;
  return {
    name,
    channel,
    colorSpace,
    flipY,
    generateMipmaps,
    magFilter,
    minFilter,
    wrapS,
    wrapT,
    rotation,
    matrixAutoUpdate,
    userData,
    offset: texture.offset.toArray(),
    repeat: texture.repeat.toArray(),
    matrix: matrixAutoUpdate ? null : texture.matrix.toArray(),
    size: [image?.width ?? null, image?.height ?? null],
    isUploaded: version > 0,
  };
}

function materialFacts(material, share) {
  const facts = { share: share(material) };
  for (const [key, value] of Object.entries(material)) {
    if (ignored.has(key) || key.startsWith('_') || typeof value === 'function') continue;
    if (value?.isTexture) facts[key] = { ...textureFacts(value), share: share(value.source) };
    else if (value?.isColor || value?.isVector2 || value?.isEuler) facts[key] = value.toArray();
    else facts[key] = value;
  }
  return facts;
}

const attributeFacts = (attribute) => {
  const { count, itemSize, normalized } = attribute,
    values = new Float64Array(count * itemSize);
  for (let i = 0; i < count; i++)
    for (let c = 0; c < itemSize; c++) values[i * itemSize + c] = attribute.getComponent(i, c);
  return { count, itemSize, normalized, values };
};

function geometryFacts(geometry, share) {
  const each = (list) =>
    Object.fromEntries(
      Object.entries(list)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, one]) => [name, Array.isArray(one) ? one.map(attributeFacts) : attributeFacts(one)]),
    );
  // GLTFLoader has the base where a relative target lacks something; what is absent is zero (three_pictures has the picture of it).
  const zero = (attribute, key) =>
    geometry.morphTargetsRelative && attribute === geometry.attributes[key]
      ? new Float64Array(attribute.count * attribute.itemSize)
      : null;
  const morphs = Object.fromEntries(
    Object.entries(geometry.morphAttributes)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, list]) => [
        key,
        list.map((one) => {
          const facts = attributeFacts(one),
            values = zero(one, key);
          return values ? { ...facts, normalized: false, values } : facts;
        }),
      ]),
  );
  const { index, groups, morphTargetsRelative, userData, boundingBox, boundingSphere } = geometry;
  return {
    share: share(geometry),
    attributes: each(geometry.attributes),
    index: index && attributeFacts(index).values,
    morphs,
    groups,
    morphTargetsRelative,
    userData,
    box: boundingBox && [...boundingBox.min.toArray(), ...boundingBox.max.toArray()],
    sphere: boundingSphere && [...boundingSphere.center.toArray(), boundingSphere.radius],
  };
}

function objectFacts(object, share) {
  const { name, type, visible, frustumCulled, renderOrder, userData, castShadow, receiveShadow, layers, children } =
    object;
  const facts = {
    name,
    type,
    visible,
    frustumCulled,
    renderOrder,
    userData,
    castShadow,
    receiveShadow,
    layers: layers.mask,
    children: children.length,
    position: object.position.toArray(),
    quaternion: object.quaternion.toArray(),
    scale: object.scale.toArray(),
    world: object.matrixWorld.toArray(),
  };
  if (object.geometry) {
    facts.geometry = geometryFacts(object.geometry, share);
    facts.materials = [object.material].flat().map((material) => materialFacts(material, share));
    facts.morphs = { influences: object.morphTargetInfluences, names: object.morphTargetDictionary };
  }
  if (object.skeleton) {
    const { bones, boneInverses } = object.skeleton;
    facts.skeleton = {
      share: share(object.skeleton),
      bones: bones.map((bone) => bone.name),
      inverses: boneInverses.flatMap((matrix) => matrix.toArray()),
      bind: object.bindMatrix.toArray(),
      mode: object.bindMode,
    };
  }
  for (const key of [
    'fov',
    'near',
    'far',
    'aspect',
    'intensity',
    'distance',
    'angle',
    'penumbra',
    'left',
    'right',
    'top',
    'bottom',
  ])
    if (object[key] !== undefined) facts[key] = object[key];
  if (object.isLight) facts.color = object.color.toArray();
  return facts;
}

function clipFacts({ name, duration, tracks }) {
  return {
    name,
    duration,
    tracks: tracks.map((track) => {
      const interpolant = track.createInterpolant(),
        middle = (track.times[0] + track.times.at(-1)) / 2;
      return {
        name: track.name.replace(/^[0-9a-f-]{36}/, 'uuid'),
        type: track.ValueTypeName,
        times: Array.from(track.times),
        values: Array.from(track.values),
        middle: Array.from(interpolant.evaluate(middle)),
      };
    }),
  };
}

/** Everything that a page can see of what a loader made. */
export function factsOf(gltf) {
  const share = counter(),
    objects = [];
  for (const scene of gltf.scenes) scene.traverse((object) => objects.push(objectFacts(object, share)));
  const { vrm } = gltf.userData;
  const userData = Object.fromEntries(Object.entries(gltf.userData).filter(([name]) => !name.startsWith('vrm'))); // its parts are there too
  return {
    scene: gltf.scenes.indexOf(gltf.scene),
    scenes: gltf.scenes.length,
    objects,
    clips: gltf.animations.map(clipFacts),
    cameras: gltf.cameras.length,
    asset: gltf.asset,
    userData,
    hasVrm: Boolean(vrm),
  };
}

/** GLTFLoader has one texture for a picture that is a colour in one place and numbers in another, and decodes
 * both as a colour. The specification has numbers as they are stored. */
export const isKnown = (difference) => /(Map|Texture)\.colorSpace: srgb and $/.test(difference);

/** Places at which two values differ; numbers within `limit` are alike. */
export function differences(a, b, where = '', limit = 1e-5, found = []) {
  if (found.length > 20) return found;
  if (typeof a === 'number' && typeof b === 'number') {
    if (!(Math.abs(a - b) <= limit * Math.max(1, Math.abs(a)) || (Number.isNaN(a) && Number.isNaN(b)) || a === b))
      found.push(`${where}: ${a} and ${b}`);
  } else if (a !== null && b !== null && typeof a === 'object' && typeof b === 'object') {
    if (ArrayBuffer.isView(a) || Array.isArray(a)) {
      if (a.length !== b.length) found.push(`${where}: ${a.length} and ${b.length} elements`);
      else
        for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) differences(a[i], b[i], `${where}[${i}]`, limit, found);
    } else
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
        differences(a[key], b[key], `${where}.${key}`, limit, found);
  } else if (a !== b) found.push(`${where}: ${String(a)} and ${String(b)}`);
  return found;
}
