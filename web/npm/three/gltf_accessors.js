// SPDX-License-Identifier: MIT
// Accessors of a glTF document as attributes of three.js. The document is untrusted: an accessor out of range
// is an error with its index, and the total size is limited.
import { BufferAttribute } from 'three';
import { VrmError } from '../engine/errors.js';

const kinds = {
  5120: Int8Array,
  5121: Uint8Array,
  5122: Int16Array,
  5123: Uint16Array,
  5125: Uint32Array,
  5126: Float32Array,
};
const sizes = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 };

export const invalid = (why) => new VrmError('invalid', `VRMLoader: ${why}`);

/** An element of a list of the document. */
export function elementOf(json, list, index) {
  const element = Array.isArray(json[list]) ? json[list][index] : undefined;
  if (element === null || typeof element !== 'object') throw invalid(`/${list}/${index} does not exist`);
  return element;
}

/** The maximum of a normalized integer type. */
const unitOf = (Kind) =>
  ({ Int8Array: 1 / 127, Uint8Array: 1 / 255, Int16Array: 1 / 32767, Uint16Array: 1 / 65535 })[Kind.name] ?? 1;

/** The factor from stored integers to values. */
export const scaleOf = ({ normalized, componentType }) => (normalized === true ? unitOf(kinds[componentType]) : 1);

export class Accessors {
  json;
  #buffers; // Uint8Array by buffer
  #bytesLeft;
  #isShared = []; // by buffer
  #copies = new Map(); // by buffer or by view: copies that attributes are views of
  #attributes = new Map();

  constructor(json, buffers, bytesLeft) {
    this.json = json;
    this.#buffers = buffers;
    this.#bytesLeft = bytesLeft;
  }

  #spend(bytes) {
    this.#bytesLeft -= bytes;
    if (!(this.#bytesLeft >= 0))
      throw new VrmError('limit', 'VRMLoader: the geometry takes more than options.load.limits.decodedBytes');
  }

  /** The bytes of a view, not copied. */
  bytesOf(index) {
    const { buffer, byteOffset = 0, byteLength } = elementOf(this.json, 'bufferViews', index);
    const bytes = this.#buffers[buffer];
    const isInside =
      Number.isInteger(byteOffset) &&
      byteOffset >= 0 &&
      Number.isInteger(byteLength) &&
      byteLength >= 0 &&
      byteOffset + byteLength <= bytes?.length;
    if (!isInside) throw invalid(`/bufferViews/${index} is not inside its buffer`);
    return bytes.subarray(byteOffset, byteOffset + byteLength);
  }

  /** Whether a buffer is mostly accessors: one copy of it then serves all attributes. */
  #isMostlyNumbers(buffer) {
    const { images, bufferViews } = this.json;
    let pictures = 0;
    for (const image of Array.isArray(images) ? images : []) {
      const view = bufferViews[image?.bufferView];
      if (view?.buffer === buffer) pictures += view.byteLength;
    }
    return pictures * 4 <= this.#buffers[buffer].length;
  }

  #copy(key, bytes) {
    if (!this.#copies.has(key)) {
      this.#spend(bytes.length);
      this.#copies.set(key, new Uint8Array(bytes).buffer); // not slice(): Buffer.slice() of Node does not copy
    }
    return this.#copies.get(key);
  }

  /** The bytes of a view in a copy, so that attributes neither keep the images of a file in memory nor change it. */
  #view(index) {
    const bytes = this.bytesOf(index),
      { buffer, byteOffset = 0 } = this.json.bufferViews[index];
    if (this.#isShared[buffer] === undefined) this.#isShared[buffer] = this.#isMostlyNumbers(buffer);
    if (this.#isShared[buffer])
      return { data: this.#copy(`buffer ${buffer}`, this.#buffers[buffer]), start: byteOffset, size: bytes.length };
    return { data: this.#copy(`view ${index}`, bytes), start: 0, size: bytes.length };
  }

  /** Reads numbers of a view, `stride` bytes from item to item. */
  #read(Kind, view, byteOffset, count, size, stride) {
    const width = Kind.BYTES_PER_ELEMENT,
      item = width * size;
    if (!Number.isInteger(byteOffset) || byteOffset < 0)
      throw invalid(`/bufferViews/${view} has no place ${byteOffset}`);
    if (stride === undefined || stride === item) {
      const { data, start, size: length } = this.#view(view),
        at = start + byteOffset;
      if (byteOffset + count * item > length) throw invalid(`/bufferViews/${view} is too short for its accessors`);
      return at % width === 0 ? new Kind(data, at, count * size) : new Kind(data.slice(at, at + count * item));
    }
    const bytes = this.bytesOf(view);
    if (
      !Number.isInteger(stride) ||
      stride < item ||
      (count > 0 && byteOffset + (count - 1) * stride + item > bytes.length)
    )
      throw invalid(`/bufferViews/${view} is too short for its accessors`);
    this.#spend(count * item);
    const packed = new Uint8Array(count * item);
    for (let i = 0, from = byteOffset; i < count; i++, from += stride)
      for (let b = 0; b < item; b++) packed[i * item + b] = bytes[from + b];
    return new Kind(packed.buffer);
  }

  #make(index) {
    const accessor = elementOf(this.json, 'accessors', index);
    const { bufferView, byteOffset = 0, componentType, type, count, normalized, sparse } = accessor;
    const Kind = kinds[componentType],
      size = sizes[type];
    if (!Kind || !size || !Number.isInteger(count) || count < 0)
      throw invalid(`/accessors/${index} has no sound type or count`);
    let array;
    if (bufferView === undefined) {
      this.#spend(count * size * Kind.BYTES_PER_ELEMENT);
      array = new Kind(count * size);
    } else
      array = this.#read(
        Kind,
        bufferView,
        byteOffset,
        count,
        size,
        elementOf(this.json, 'bufferViews', bufferView).byteStride,
      );
    if (sparse) array = this.#replace(array, index, sparse, Kind, size);
    return new BufferAttribute(array, size, normalized === true);
  }

  /** Applies a sparse accessor to a copy. */
  #replace(array, index, { count, indices, values }, Kind, size) {
    const Index = kinds[indices?.componentType];
    if (!Index || !values || !Number.isInteger(count) || count < 0)
      throw invalid(`/accessors/${index}/sparse is not sound`);
    this.#spend(array.byteLength);
    const copy = array.slice();
    const places = this.#read(Index, indices.bufferView, indices.byteOffset ?? 0, count, 1);
    const items = this.#read(Kind, values.bufferView, values.byteOffset ?? 0, count, size);
    for (let i = 0; i < count; i++)
      for (let c = 0; c < size; c++)
        if (places[i] * size < copy.length) copy[places[i] * size + c] = items[i * size + c];
    return copy;
  }

  /** The attribute of an accessor; always the same object. */
  attribute(index) {
    if (!this.#attributes.has(index)) this.#attributes.set(index, this.#make(index));
    return this.#attributes.get(index);
  }

  /** The values of an accessor, with normalization applied. */
  numbers(index) {
    const { array } = this.attribute(index),
      scale = scaleOf(elementOf(this.json, 'accessors', index));
    return scale === 1 ? array : Float32Array.from(array, (value) => value * scale);
  }
}
