// SPDX-License-Identifier: MIT
// Primitives of a glTF document as geometries of three.js, like those of GLTFLoader.
import { Box3, BufferAttribute, BufferGeometry, Sphere, Vector3 } from 'three';
import { VrmError } from '../engine/errors.js';
import { elementOf, invalid, scaleOf } from './gltf_accessors.js';

const names = {
  POSITION: 'position',
  NORMAL: 'normal',
  TANGENT: 'tangent',
  TEXCOORD_0: 'uv',
  TEXCOORD_1: 'uv1',
  TEXCOORD_2: 'uv2',
  TEXCOORD_3: 'uv3',
  COLOR_0: 'color',
  WEIGHTS_0: 'skinWeight',
  JOINTS_0: 'skinIndex',
};
const morphNames = { POSITION: 'position', NORMAL: 'normal', COLOR_0: 'color' };

const isNumbers = (list) => Array.isArray(list) && list.length >= 3 && list.every((value) => typeof value === 'number');

/** Stores the extras of an element as three.js does. */
export function keepExtras(object, { extras }) {
  if (extras === null || typeof extras !== 'object') return;
  for (const [name, value] of Object.entries(extras)) if (name !== '__proto__') object.userData[name] = value; // sets the prototype
}

/** Completes relative morph targets with zeros. GLTFLoader uses the base attribute where a target lacks one, which
 * would add it twice; and WebGLRenderer throws if no target has positions. */
export function completeTargets(geometry) {
  const { attributes, morphAttributes, morphTargetsRelative } = geometry,
    lists = Object.entries(morphAttributes);
  if (!morphTargetsRelative || lists.length === 0) return;
  const zeros = (key) =>
    new BufferAttribute(new Float32Array(attributes[key].count * attributes[key].itemSize), attributes[key].itemSize);
  for (const [key, list] of lists) {
    if (!attributes[key] || list.every((attribute) => attribute !== attributes[key] && attribute !== undefined))
      continue;
    const zero = zeros(key);
    morphAttributes[key] = list.map((attribute) =>
      attribute === attributes[key] || attribute === undefined ? zero : attribute,
    );
  }
  if (morphAttributes.position) return;
  const zero = zeros('position');
  morphAttributes.position = lists[0][1].map(() => zero);
}

/** Names and accessors in a fixed order. */
function keyOf(attributes) {
  const list = Object.keys(attributes ?? {}).sort();
  for (let i = 0; i < list.length; i++) list[i] = `${list[i]}:${attributes[list[i]]}`;
  return list.join();
}

export class Geometries {
  #accessors;
  #made = new Map(); // by accessors: primitives often share their vertices
  #normalized = new WeakSet();

  constructor(accessors) {
    this.#accessors = accessors;
  }

  get(primitive) {
    const { indices, attributes, mode, targets } = primitive;
    const key = `${indices} ${mode} ${keyOf(attributes)} ${Array.isArray(targets) ? targets.map(keyOf) : ''}`;
    if (!this.#made.has(key)) this.#made.set(key, this.#make(primitive));
    return this.#made.get(key);
  }

  #make(primitive) {
    const { indices, attributes, mode, targets, extensions } = primitive;
    if (extensions?.KHR_draco_mesh_compression)
      throw new VrmError('unsupported', 'VRMLoader: Draco is left to GLTFLoader and VRMLoaderPlugin');
    if (attributes === null || typeof attributes !== 'object') throw invalid('a primitive has no attributes');
    const geometry = new BufferGeometry();
    for (const [name, accessor] of Object.entries(attributes)) {
      const own = Object.hasOwn(names, name) ? names[name] : name.toLowerCase();
      if (own !== '__proto__') geometry.setAttribute(own, this.#accessors.attribute(accessor)); // sets a prototype
    }
    if (indices !== undefined) geometry.setIndex(this.#accessors.attribute(indices));
    if (geometry.attributes.position === undefined) throw invalid('a primitive has no POSITION');
    keepExtras(geometry, primitive);
    this.#bound(geometry, primitive);
    if (Array.isArray(targets)) this.#addTargets(geometry, targets);
    if (mode === 5 || mode === 6) geometry.setIndex(trianglesOf(geometry, mode === 6));
    return geometry;
  }

  #addTargets(geometry, targets) {
    for (const [name, key] of Object.entries(morphNames)) {
      if (!targets.some((target) => target?.[name] !== undefined)) continue;
      geometry.morphAttributes[key] = targets.map((target) =>
        target?.[name] === undefined ? geometry.attributes[key] : this.#accessors.attribute(target[name]),
      );
      geometry.morphTargetsRelative = true;
    }
    completeTargets(geometry);
  }

  /** Bounds from min and max of the accessors, without reading vertices. */
  #bound(geometry, { attributes, targets }) {
    const limitsOf = (index) => {
      const accessor = elementOf(this.#accessors.json, 'accessors', index),
        { min, max } = accessor;
      return isNumbers(min) && isNumbers(max) ? { min, max, scale: scaleOf(accessor) } : null;
    };
    const place = limitsOf(attributes.POSITION);
    if (place === null) return;
    const box = new Box3(
      new Vector3().fromArray(place.min).multiplyScalar(place.scale),
      new Vector3().fromArray(place.max).multiplyScalar(place.scale),
    );
    const most = new Vector3(),
      moved = new Vector3();
    for (const target of Array.isArray(targets) ? targets : []) {
      const limits = target?.POSITION === undefined ? null : limitsOf(target.POSITION);
      if (limits === null) continue;
      for (let c = 0; c < 3; c++)
        moved.setComponent(c, Math.max(Math.abs(limits.min[c]), Math.abs(limits.max[c])) * limits.scale);
      most.max(moved);
    }
    geometry.boundingBox = box.expandByVector(most);
    geometry.boundingSphere = new Sphere(box.getCenter(new Vector3()), box.min.distanceTo(box.max) / 2);
  }

  /** Normalizes joint weights like SkinnedMesh.normalizeSkinWeights(); once per attribute. */
  normalizeWeights(mesh) {
    const { skinWeight } = mesh.geometry.attributes;
    if (this.#normalized.has(skinWeight)) return;
    this.#normalized.add(skinWeight);
    const { array, itemSize, normalized } = skinWeight;
    const whole = normalized ? wholes[array.constructor.name] : array instanceof Float32Array ? 1 : undefined;
    if (itemSize !== 4 || whole === undefined) {
      mesh.normalizeSkinWeights();
      return;
    }
    for (let at = 0; at < array.length; at += 4)
      if (array[at] + array[at + 1] + array[at + 2] + array[at + 3] !== whole) scaleWeights(array, at, whole);
  }
}

/** The sum of normalized weights by type. */
const wholes = { Uint8Array: 255, Uint16Array: 65535 };

/** Normalizes four weights with the arithmetic of three.js; without any, the first joint gets all. */
function scaleWeights(array, at, whole) {
  const weights = [0, 1, 2, 3].map((i) => array[at + i] / whole);
  const scale = 1 / (Math.abs(weights[0]) + Math.abs(weights[1]) + Math.abs(weights[2]) + Math.abs(weights[3]));
  for (let i = 0; i < 4; i++) {
    const weight = scale === Infinity ? (i === 0 ? 1 : 0) : weights[i] * scale;
    array[at + i] = whole === 1 ? weight : Math.round(weight * whole);
  }
}

/** The indices of a strip or a fan as triangles. */
function trianglesOf({ index, attributes }, isFan) {
  const count = index ? index.count : attributes.position.count,
    at = (i) => (index ? index.getX(i) : i);
  const list = [];
  for (let i = 0; i + 2 < count; i++) {
    if (isFan) list.push(at(0), at(i + 1), at(i + 2));
    else if (i % 2 === 0) list.push(at(i), at(i + 1), at(i + 2));
    else list.push(at(i + 2), at(i + 1), at(i));
  }
  return new BufferAttribute(attributes.position.count > 65535 ? Uint32Array.from(list) : Uint16Array.from(list), 1);
}
