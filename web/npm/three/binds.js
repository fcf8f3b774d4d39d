// SPDX-License-Identifier: MIT
// Binds of expressions that a page creates: morph targets, colours, textures. A bind adds to the
// current value. The next update first subtracts all additions, unless the page has written the
// value since.
import { Color, Vector2 } from 'three';
import { checkIndex, checkKind, checkNumber, wrong } from '../engine/errors.js';
import { colorProperties, textureProperties } from './port.js';

const sums = new WeakMap(); // by object, by member: { base, left }, the value without and with the additions of binds

function sumsOf(object) {
  if (!sums.has(object)) sums.set(object, new Map());
  return sums.get(object);
}

function addTo(object, member, amount) {
  const known = sumsOf(object).get(member),
    found = object[member];
  object[member] = found + amount;
  sumsOf(object).set(member, { base: known?.left === found ? known.base : found, left: object[member] });
}

function takeBack(object, member) {
  const known = sumsOf(object).get(member);
  if (known && object[member] === known.left) object[member] = known.base;
  sumsOf(object).delete(member);
}

/** Morph targets of the primitives of a mesh. */
export class VRMExpressionMorphTargetBind {
  primitives;
  index;
  weight;

  constructor({ primitives, index, weight } = {}) {
    if (!Array.isArray(primitives)) throw wrong('primitives', 'an array of meshes', primitives);
    for (const mesh of primitives) checkKind('primitives', mesh, 'isMesh', 'an array of meshes');
    this.primitives = primitives;
    this.index = checkIndex('index', index, 2 ** 31);
    this.weight = checkNumber('weight', weight);
  }

  get #influences() {
    return this.primitives
      .map(({ morphTargetInfluences }) => morphTargetInfluences)
      .filter((influences) => influences?.[this.index] !== undefined);
  }

  applyWeight(weight) {
    for (const influences of this.#influences) addTo(influences, this.index, this.weight * weight);
  }

  clearAppliedWeight() {
    for (const influences of this.#influences) takeBack(influences, this.index);
  }
}

/** A colour of a material, and the alpha of its base colour. */
export class VRMExpressionMaterialColorBind {
  material;
  type;
  targetValue;
  targetAlpha;
  #name;
  #delta = new Color(0, 0, 0);
  #alphaDelta = 0;

  constructor({ material, type, targetValue, targetAlpha = 1 } = {}) {
    this.material = checkKind('material', material, 'isMaterial', 'a Material');
    if (!Object.hasOwn(colorProperties, type))
      throw wrong('type', `one of ${Object.keys(colorProperties).join(', ')}`, type);
    this.type = type;
    this.targetValue = checkKind('targetValue', targetValue, 'isColor', 'a Color');
    this.targetAlpha = checkNumber('targetAlpha', targetAlpha);
    this.#name = colorProperties[type];
    const from = material[this.#name];
    if (from?.isColor) this.#delta.setRGB(targetValue.r - from.r, targetValue.g - from.g, targetValue.b - from.b);
    if (type === 'color') this.#alphaDelta = targetAlpha - material.opacity;
  }

  applyWeight(weight) {
    const color = this.material[this.#name];
    if (color?.isColor) for (const member of ['r', 'g', 'b']) addTo(color, member, this.#delta[member] * weight);
    if (this.#alphaDelta !== 0) addTo(this.material, 'opacity', this.#alphaDelta * weight);
  }

  clearAppliedWeight() {
    const color = this.material[this.#name];
    if (color?.isColor) for (const member of ['r', 'g', 'b']) takeBack(color, member);
    if (this.#alphaDelta !== 0) takeBack(this.material, 'opacity');
  }
}

/** Offset and scale of all textures of a material. */
export class VRMExpressionTextureTransformBind {
  material;
  scale;
  offset;
  #parts = []; // [vector of a texture, amount]

  constructor({ material, scale, offset } = {}) {
    this.material = checkKind('material', material, 'isMaterial', 'a Material');
    this.scale = checkKind('scale', scale, 'isVector2', 'a Vector2');
    this.offset = checkKind('offset', offset, 'isVector2', 'a Vector2');
    for (const name of new Set(Object.values(textureProperties).flat())) {
      const shared = name === 'matcapTexture' ? null : material[name]; // a matcap has no texture coordinates
      if (!shared?.isTexture) continue;
      const texture = (material[name] = shared.clone()); // other materials keep their texture; the image is shared
      texture.needsUpdate = shared.version > 0;
      this.#parts.push(
        [texture.offset, new Vector2().subVectors(offset, texture.offset)],
        [texture.repeat, new Vector2().subVectors(scale, texture.repeat)],
      );
    }
  }

  applyWeight(weight) {
    for (const [vector, delta] of this.#parts) for (const axis of ['x', 'y']) addTo(vector, axis, delta[axis] * weight);
  }

  clearAppliedWeight() {
    for (const [vector] of this.#parts) for (const axis of ['x', 'y']) takeBack(vector, axis);
  }
}
