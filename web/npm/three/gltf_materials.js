// SPDX-License-Identifier: MIT
// Textures and materials of a glTF document, like those of GLTFLoader: metallic-roughness, unlit, and toon
// surfaces with the code of VRMLoaderPlugin.
import {
  ClampToEdgeWrapping,
  DoubleSide,
  LinearFilter,
  LinearMipmapLinearFilter,
  LinearMipmapNearestFilter,
  LineBasicMaterial,
  Material,
  MeshBasicMaterial,
  MeshStandardMaterial,
  MirroredRepeatWrapping,
  NearestFilter,
  NearestMipmapLinearFilter,
  NearestMipmapNearestFilter,
  NoColorSpace,
  PointsMaterial,
  RepeatWrapping,
  SRGBColorSpace,
  Texture,
} from 'three';
import { decodePicture } from '../engine/images.js';
import { elementOf } from './gltf_accessors.js';
import { keepExtras } from './gltf_geometry.js';
import { isOldUnlit, ownMaterialOf, ownTexturesOf, placed, showEmission } from './mtoon_loader.js';

const filters = {
  9728: NearestFilter,
  9729: LinearFilter,
  9984: NearestMipmapNearestFilter,
  9985: LinearMipmapNearestFilter,
  9986: NearestMipmapLinearFilter,
  9987: LinearMipmapLinearFilter,
};
const wrappings = { 33071: ClampToEdgeWrapping, 33648: MirroredRepeatWrapping, 10497: RepeatWrapping };

const known = new Set([
  'VRMC_vrm',
  'KHR_materials_unlit',
  'KHR_texture_transform',
  'KHR_mesh_quantization',
  'KHR_materials_emissive_strength',
  'KHR_lights_punctual',
  'EXT_texture_webp',
  'EXT_meshopt_compression',
  'KHR_meshopt_compression',
]);

/** Stores extensions that are not supported here, for the page. */
export function keepExtensions(object, { extensions }) {
  for (const [name, value] of Object.entries(extensions ?? {}))
    if (!known.has(name) && name !== '__proto__') (object.userData.gltfExtensions ??= {})[name] = value;
}

// ---- Textures ----

/** The MIME type of an image by its URI. */
function mimeTypeOf(uri) {
  if (/\.jpe?g($|\?)|^data:image\/jpeg/i.test(uri)) return 'image/jpeg';
  return /\.webp($|\?)|^data:image\/webp/i.test(uri) ? 'image/webp' : 'image/png';
}

export class Textures {
  #document;
  #pictures = new Map(); // promises by index of the image
  #textures = new Map(); // by image, sampler and colour space
  #uses = []; // { material, name, texture, image }

  constructor(document) {
    this.#document = document;
  }

  /** Returns null without an image. */
  #make(index, colorSpace) {
    const { json } = this.#document,
      entry = elementOf(json, 'textures', index);
    const image = entry.extensions?.EXT_texture_webp?.source ?? entry.source;
    const source = json.images?.[image];
    if (source === null || typeof source !== 'object') return null;
    const key = `${image}:${entry.sampler}:${colorSpace}`;
    if (this.#textures.has(key)) return this.#textures.get(key);
    if (!this.#pictures.has(image)) this.#pictures.set(image, this.#document.picture(image, decodePicture));
    const sampler = json.samplers?.[entry.sampler] ?? {};
    const shared = [...this.#textures.values()].find((made) => made.image === image);
    const texture = shared ? shared.texture.clone() : new Texture();
    texture.flipY = false;
    texture.name =
      entry.name ||
      source.name ||
      (typeof source.uri === 'string' && !source.uri.startsWith('data:image/') ? source.uri : '');
    texture.magFilter = filters[sampler.magFilter] ?? LinearFilter;
    texture.minFilter = filters[sampler.minFilter] ?? LinearMipmapLinearFilter;
    texture.wrapS = wrappings[sampler.wrapS] ?? RepeatWrapping;
    texture.wrapT = wrappings[sampler.wrapT] ?? RepeatWrapping;
    texture.generateMipmaps = texture.minFilter !== NearestFilter && texture.minFilter !== LinearFilter;
    texture.colorSpace = colorSpace;
    keepExtras(texture, source);
    texture.userData.mimeType = source.mimeType || mimeTypeOf(String(source.uri));
    this.#document.associations.set(texture, { textures: index });
    const made = { texture, image };
    this.#textures.set(key, made);
    return made;
  }

  /** Sets a texture of a material; `place` may replace it by a clone. */
  assign(material, name, index, colorSpace, place) {
    const made = this.#make(index, colorSpace ?? NoColorSpace);
    if (made === null) return;
    const { texture, image } = made;
    material[name] = place(texture);
    if (material[name] !== texture)
      this.#document.associations.set(material[name], this.#document.associations.get(texture));
    this.#uses.push({ material, name, texture: material[name], image });
  }

  /** Waits for the images. Removes textures whose image cannot be decoded. */
  async finish() {
    await Promise.all(
      [...this.#pictures].map(async ([image, promise]) => {
        const picture = await promise;
        if (picture === undefined) return; // no decoder here
        const uses = this.#uses.filter((use) => use.image === image);
        if (picture === null) for (const { material, name } of uses) material[name] = null;
        else
          for (const texture of new Set(uses.map((use) => use.texture))) {
            texture.source.data = picture; // textures of one image share one source
            texture.needsUpdate = true;
          }
      }),
    );
  }
}

/** The texture with the transform and texture coordinates of a material. */
function transformed(texture, { texCoord, extensions }) {
  const transform = extensions?.KHR_texture_transform;
  const channel = transform?.texCoord ?? texCoord ?? 0;
  const { offset, rotation, scale } = transform ?? {};
  if (channel === 0 && !offset && rotation === undefined && !scale) return texture;
  const copy = texture.clone();
  copy.channel = channel;
  if (offset) copy.offset.fromArray(offset);
  if (scale) copy.repeat.fromArray(scale);
  if (rotation === undefined) return copy;
  copy.rotation = rotation;
  const { x, y } = copy.repeat,
    c = Math.cos(rotation),
    s = Math.sin(rotation);
  copy.matrix.set(x * c, y * s, copy.offset.x, -x * s, y * c, copy.offset.y, 0, 0, 1); // glTF's corner of rotation
  copy.matrixAutoUpdate = false;
  return copy;
}

// ---- Materials ----

export class Materials {
  #document;
  #textures;
  #surfaces; // by material; null: as the glTF material says
  #dialect;
  #made = new Map(); // by material and attributes of the geometry

  constructor(document, textures, surfaces, dialect) {
    this.#document = document;
    this.#textures = textures;
    this.#surfaces = surfaces;
    this.#dialect = dialect;
  }

  /** The material of a mesh, which also depends on the attributes of the geometry. */
  get(index, mesh) {
    const { tangent, color, normal } = mesh.geometry.attributes;
    const kind = mesh.isPoints ? 'points' : mesh.isLine ? 'line' : 'mesh';
    const key = `${index} ${kind} ${tangent === undefined} ${color === undefined} ${normal === undefined}`;
    if (!this.#made.has(key)) {
      const material = this.#ofKind(
        kind,
        index === undefined ? new MeshStandardMaterial({ metalness: 1, roughness: 1 }) : this.#make(index),
      );
      if (color !== undefined) material.vertexColors = true;
      if (normal === undefined) material.flatShading = true;
      if (tangent === undefined && material.normalScale) material.normalScale.y *= -1;
      if (index !== undefined) this.#document.associations.set(material, { materials: index });
      this.#made.set(key, material);
    }
    return this.#made.get(key);
  }

  #ofKind(kind, material) {
    if (kind === 'mesh') return material;
    const other = kind === 'points' ? new PointsMaterial({ sizeAttenuation: false }) : new LineBasicMaterial();
    Material.prototype.copy.call(other, material);
    if (material.color) other.color.copy(material.color);
    if (material.map) other.map = material.map;
    return other;
  }

  #make(index) {
    const entry = elementOf(this.#document.json, 'materials', index),
      surface = this.#surfaces[index];
    return surface?.kind === 'mtoon' || isOldUnlit(surface) ? this.#own(entry, surface) : this.#plain(entry, surface);
  }

  #own(entry, surface) {
    const material = ownMaterialOf(entry.name ?? '', surface, this.#dialect);
    for (const { name, info, colorSpace } of ownTexturesOf(surface))
      this.#textures.assign(material, name, info.texture, colorSpace, (texture) => {
        const own = info.texCoord > 0 ? Object.assign(texture.clone(), { channel: info.texCoord }) : texture;
        return placed(own, info);
      });
    material.updateProgram?.();
    return material;
  }

  #plain(entry, surface) {
    const {
      pbrMetallicRoughness: pbr = {},
      extensions = {},
      normalTexture,
      occlusionTexture,
      emissiveTexture,
      emissiveFactor,
      alphaMode,
    } = entry;
    const isUnlit = Boolean(extensions.KHR_materials_unlit);
    const material = isUnlit ? new MeshBasicMaterial() : new MeshStandardMaterial();
    const assign = (name, info, colorSpace) =>
      info && this.#textures.assign(material, name, info.index, colorSpace, (texture) => transformed(texture, info));
    if (Array.isArray(pbr.baseColorFactor)) {
      material.color.setRGB(...pbr.baseColorFactor.slice(0, 3));
      material.opacity = pbr.baseColorFactor[3];
    }
    assign('map', pbr.baseColorTexture, SRGBColorSpace);
    if (!isUnlit) {
      material.metalness = pbr.metallicFactor ?? 1;
      material.roughness = pbr.roughnessFactor ?? 1;
      assign('metalnessMap', pbr.metallicRoughnessTexture);
      assign('roughnessMap', pbr.metallicRoughnessTexture);
      assign('normalMap', normalTexture);
      if (normalTexture?.scale !== undefined) material.normalScale.setScalar(normalTexture.scale);
      assign('aoMap', occlusionTexture);
      if (occlusionTexture?.strength !== undefined) material.aoMapIntensity = occlusionTexture.strength;
      if (Array.isArray(emissiveFactor)) material.emissive.setRGB(...emissiveFactor);
      material.emissiveIntensity = extensions.KHR_materials_emissive_strength?.emissiveStrength ?? 1;
      if (surface) showEmission(material, surface);
      assign('emissiveMap', emissiveTexture, SRGBColorSpace);
    }
    if (entry.doubleSided === true) material.side = DoubleSide;
    material.transparent = alphaMode === 'BLEND';
    material.depthWrite = alphaMode !== 'BLEND';
    if (alphaMode === 'MASK') material.alphaTest = entry.alphaCutoff ?? 0.5;
    if (entry.name) material.name = entry.name;
    keepExtras(material, entry);
    keepExtensions(material, entry);
    return material;
  }
}
