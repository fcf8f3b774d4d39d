// SPDX-License-Identifier: MIT
// MToon surfaces, and unlit surfaces of 0.x, as materials of three.js.
import { BackSide, DoubleSide, FrontSide, MeshBasicMaterial, NoColorSpace, SRGBColorSpace } from 'three';
import { checkObject } from '../engine/errors.js';
import { MToonMaterial } from './mtoon.js';

/** Property and colour space of each slot. */
const textureSlots = {
  baseColor: ['map', SRGBColorSpace],
  normal: ['normalMap'],
  emissive: ['emissiveMap', SRGBColorSpace],
  shadeMultiply: ['shadeMultiplyTexture', SRGBColorSpace],
  shadingShift: ['shadingShiftTexture'],
  rimMultiply: ['rimMultiplyTexture', SRGBColorSpace],
  outlineWidth: ['outlineWidthMultiplyTexture'],
  uvAnimationMask: ['uvAnimationMaskTexture'],
  matcap: ['matcapTexture', SRGBColorSpace],
};

/** A toon material without its textures. `Type` may be another class with the same properties. */
function toonMaterialOf(name, surface, dialect, Type = MToonMaterial) {
  const { mtoon, alphaMode } = surface;
  const material = new Type();
  material.name = name;
  for (const [member, value] of Object.entries(mtoon)) {
    if (Array.isArray(value)) material[member]?.setRGB(...value);
    else if (member in material) material[member] = value;
  }
  const [r, g, b, a] = surface.baseColorFactor;
  material.color.setRGB(r, g, b);
  material.opacity = a;
  material.emissive.setRGB(...surface.emissiveFactor);
  material.emissiveIntensity = surface.emissiveStrength;
  material.normalScale.setScalar(surface.normalScale);
  material.side = surface.isDoubleSided ? DoubleSide : FrontSide;
  material.masksAreRed = dialect === '0.x';
  if (alphaMode === 'mask') material.alphaTest = surface.alphaCutoff;
  material.transparent = alphaMode === 'blend';
  material.depthWrite = alphaMode !== 'blend' || mtoon.transparentWithZWrite;
  material.userData.renderOrder = renderOrderOf(surface);
  return material;
}

/** The unlit shaders of 0.x ignore vertex colours, even if a loader finds some. */
class OldUnlitMaterial extends MeshBasicMaterial {
  get vertexColors() {
    return false;
  }

  set vertexColors(_) {}
}

/** Whether a surface is an unlit one of 0.x, which ignores vertex colours: glTF has no such material. */
export const isOldUnlit = (surface) => surface?.kind === 'unlit' && surface.ignoresVertexColors;

function oldUnlitMaterialOf(name, { baseColorFactor: [r, g, b, a], isDoubleSided, alphaMode, alphaCutoff }) {
  const material = new OldUnlitMaterial();
  material.name = name;
  material.color.setRGB(r, g, b);
  material.opacity = a;
  material.side = isDoubleSided ? DoubleSide : FrontSide;
  if (alphaMode === 'mask') material.alphaTest = alphaCutoff;
  material.transparent = alphaMode === 'blend';
  material.depthWrite = alphaMode !== 'blend';
  return material;
}

/** The material of a toon surface or an unlit one of 0.x, without textures. */
export const ownMaterialOf = (name, surface, dialect, Type) =>
  isOldUnlit(surface) ? oldUnlitMaterialOf(name, surface) : toonMaterialOf(name, surface, dialect, Type);

/** Sets the emission of VRM: with the multiplier of old files, and converted to linear where they differ. */
export function showEmission(material, { emissiveFactor, emissiveStrength }) {
  material.emissive?.setRGB(...emissiveFactor);
  material.emissiveIntensity = emissiveStrength;
}

/** Property, colour space and description of each texture of such a surface. */
export function ownTexturesOf(surface) {
  const isShown = (slot) => (isOldUnlit(surface) ? slot === 'baseColor' : textureSlots[slot]);
  return Object.entries(surface.textures)
    .filter(([slot]) => isShown(slot))
    .map(([slot, info]) => {
      const [name, colorSpace] = textureSlots[slot];
      return { name, colorSpace, info };
    });
}

/** The same with textures of GLTFLoader. */
export async function loadOwnMaterial(
  parser,
  index,
  surface,
  dialect,
  { materialType, debugMode = 'none', renderOrderOffset = 0 } = {},
) {
  const material = ownMaterialOf(parser.json.materials[index].name ?? '', surface, dialect, materialType);
  if (!isOldUnlit(surface)) {
    if (debugMode !== 'none') material.debugMode = debugMode;
    material.userData.renderOrder += renderOrderOffset;
  }
  await Promise.all(
    ownTexturesOf(surface).map(async ({ name, colorSpace, info }) => {
      await parser.assignTexture(material, name, { index: info.texture, texCoord: info.texCoord }, colorSpace);
      // GLTFLoader shares the texture between materials: the colour space of another use would apply here too.
      if (material[name] && !colorSpace)
        material[name] = Object.assign(material[name].clone(), { colorSpace: NoColorSpace });
      if (material[name]) material[name] = placed(material[name], info);
    }),
  );
  material.updateProgram?.();
  parser.associations.set(material, { materials: index });
  return material;
}

/** By the name of three-vrm, an option of VRMLoaderPlugin: toon materials of another class, such as three-vrm's
 * MToonNodeMaterial for WebGPURenderer. */
export class MToonMaterialLoaderPlugin {
  static EXTENSION_NAME = 'VRMC_materials_mtoon';
  parser;
  materialType;
  renderOrderOffset;
  debugMode;

  constructor(parser, options = {}) {
    const { materialType = MToonMaterial, renderOrderOffset = 0, debugMode = 'none' } = checkObject('options', options);
    this.parser = parser;
    Object.assign(this, { materialType, renderOrderOffset, debugMode });
  }

  get name() {
    return MToonMaterialLoaderPlugin.EXTENSION_NAME;
  }
}

/** Clones a texture that has a transform; the image stays shared. */
export function placed(texture, { offset, scale, rotation }) {
  if (offset[0] === 0 && offset[1] === 0 && scale[0] === 1 && scale[1] === 1 && rotation === 0) return texture;
  const copy = texture.clone();
  copy.needsUpdate = texture.version > 0;
  copy.offset.set(...offset);
  copy.repeat.set(...scale);
  copy.rotation = rotation;
  return copy;
}

/* Blended surfaces that write depth come first, then those that do not, each by the renderQueueOffsetNumber of the
 * file. Surfaces without MToon have offset 0. */
const blendOrder = 19;

function renderOrderOf({ alphaMode, mtoon }) {
  if (alphaMode !== 'blend') return 0;
  return (mtoon.transparentWithZWrite ? 0 : blendOrder) + mtoon.renderQueueOffsetNumber;
}

/** The second pass of a toon material. */
function outlineOf(material) {
  if (material.makeOutline) return material.makeOutline();
  return Object.assign(material.clone(), { name: `${material.name} (Outline)`, isOutline: true, side: BackSide });
}

const hasOutline = ({ outlineWidthMode, outlineWidthFactor }) => outlineWidthMode !== 'none' && outlineWidthFactor > 0;

/** Draws a mesh in two passes. For surfaces that write no depth the outline comes first, or it would cover them. */
function addPasses(mesh, outline) {
  const { geometry, material } = mesh,
    isBehind = material.transparent && !material.depthWrite;
  const order = isBehind ? [1, 0] : [0, 1];
  mesh.material = [material, outline];
  if (geometry.groups.length === 0) {
    const count = geometry.index ? geometry.index.count : geometry.getAttribute('position').count;
    for (const pass of order) geometry.addGroup(0, count, pass);
  } else if (geometry.groups[0].materialIndex !== order[0]) mesh.material.reverse(); // a shared geometry
  if (geometry.hasAttribute('normal')) return;
  geometry.computeVertexNormals(); // the outline needs normals; the surface stays flat
}

/** Sets the render order of blended meshes, and adds outlines to toon surfaces. */
export function addOutlines(meshes, parser) {
  const outlines = new Map();
  const isOurs = ({ material }) => material?.isMToonMaterial && material.userData.renderOrder !== undefined;
  if (!meshes.some(isOurs)) return;
  for (const mesh of meshes) {
    const { material } = mesh;
    if (!isOurs(mesh)) {
      if (material?.transparent) mesh.renderOrder = blendOrder;
      continue;
    }
    mesh.renderOrder = material.userData.renderOrder;
    if (!hasOutline(material)) continue;
    if (!outlines.has(material)) {
      outlines.set(material, outlineOf(material));
      parser.associations.set(outlines.get(material), parser.associations.get(material));
    }
    addPasses(mesh, outlines.get(material));
  }
}
