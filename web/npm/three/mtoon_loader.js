// SPDX-License-Identifier: MIT
// Toon surfaces of a file as materials of three.js.
import { DoubleSide, FrontSide, NoColorSpace, SRGBColorSpace } from 'three';
import { MToonMaterial } from './mtoon.js';

/** Property and colour space of each slot. */
const textureSlots = {
  baseColor: ['map', SRGBColorSpace], normal: ['normalMap'], emissive: ['emissiveMap', SRGBColorSpace],
  shadeMultiply: ['shadeMultiplyTexture', SRGBColorSpace], shadingShift: ['shadingShiftTexture'],
  rimMultiply: ['rimMultiplyTexture', SRGBColorSpace], outlineWidth: ['outlineWidthMultiplyTexture'],
  uvAnimationMask: ['uvAnimationMaskTexture'], matcap: ['matcapTexture', SRGBColorSpace],
};

/** A toon surface without its textures. */
export function toonMaterialOf(name, surface, dialect) {
  const { mtoon, alphaMode } = surface;
  const material = new MToonMaterial();
  material.name = name;
  for (const [member, value] of Object.entries(mtoon)) {
    if (Array.isArray(value)) material[member].setRGB(...value);
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
  material.alphaMode = alphaMode;
  material.alphaCutoff = surface.alphaCutoff;
  if (alphaMode === 'mask') material.alphaTest = surface.alphaCutoff;
  material.transparent = alphaMode === 'blend';
  material.depthWrite = alphaMode !== 'blend' || mtoon.transparentWithZWrite;
  material.userData.renderOrder = renderOrderOf(surface);
  return material;
}

/** Property, colour space and description of each texture of a toon surface. */
export function toonTexturesOf(surface) {
  return Object.entries(surface.textures).filter(([slot]) => textureSlots[slot]).map(([slot, info]) => {
    const [name, colorSpace] = textureSlots[slot];
    return { name, colorSpace, info };
  });
}

/** The same with textures, by GLTFLoader. */
export async function loadMToonMaterial(parser, index, surface, dialect) {
  const material = toonMaterialOf(parser.json.materials[index].name ?? '', surface, dialect);
  await Promise.all(toonTexturesOf(surface).map(async ({ name, colorSpace, info }) => {
    await parser.assignTexture(material, name, { index: info.texture, texCoord: info.texCoord }, colorSpace);
    // The loader's texture is that of all materials: as a colour elsewhere it would be decoded here too.
    if (material[name] && !colorSpace) material[name] = Object.assign(material[name].clone(), { colorSpace: NoColorSpace });
    if (material[name]) material[name] = placed(material[name], info);
  }));
  material.updateProgram();
  parser.associations.set(material, { materials: index });
  return material;
}

/** A texture with a transform is one of its own; the picture stays shared. */
export function placed(texture, { offset, scale, rotation }) {
  if (offset[0] === 0 && offset[1] === 0 && scale[0] === 1 && scale[1] === 1 && rotation === 0) return texture;
  const copy = texture.clone();
  copy.needsUpdate = texture.version > 0;
  copy.offset.set(...offset);
  copy.repeat.set(...scale);
  copy.rotation = rotation;
  return copy;
}

/** Blended surfaces are drawn in the order of the file: first those that hide what is behind them. */
function renderOrderOf({ alphaMode, mtoon }) {
  if (alphaMode !== 'blend') return 0;
  return (mtoon.transparentWithZWrite ? 0 : 19) + mtoon.renderQueueOffsetNumber;
}

/** Gives meshes with toon materials their place in the order and their outlines. */
export function addOutlines(meshes, parser) {
  const outlines = new Map();
  for (const mesh of meshes) {
    const { material, geometry } = mesh;
    if (!material?.isMToonMaterial || material.userData.renderOrder === undefined) continue;
    mesh.renderOrder = material.userData.renderOrder;
    if (material.outlineWidthMode === 'none' || !(material.outlineWidthFactor > 0)) continue;
    if (!outlines.has(material)) {
      outlines.set(material, material.makeOutline());
      parser.associations.set(outlines.get(material), parser.associations.get(material));
    }
    mesh.material = [material, outlines.get(material)];
    if (geometry.groups.length > 0) continue;
    const count = geometry.index ? geometry.index.count : geometry.getAttribute('position').count;
    geometry.addGroup(0, count, 0);
    geometry.addGroup(0, count, 1);
  }
}
