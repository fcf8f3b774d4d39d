// SPDX-License-Identifier: MIT
// Decompresses buffer views (EXT_meshopt_compression) with a decoder of the page, before the library loads
// the document.
import { VrmError, wrong } from './errors.js';

const encoder = new TextEncoder(),
  decoder = new TextDecoder();
const names = ['EXT_meshopt_compression', 'KHR_meshopt_compression'];
const padded = (size) => (size + 3) & ~3;

/** The extension that compresses a view. */
export const compressionOf = (view) => names.find((name) => view?.extensions?.[name]);

/** Joins JSON and binary chunk into a GLB. */
export function glb(json, body) {
  const text = encoder.encode(json);
  const size = 12 + 8 + padded(text.length) + (body ? 8 + padded(body.byteLength) : 0);
  const bytes = new Uint8Array(size),
    view = new DataView(bytes.buffer);
  const words = (at, ...values) => values.forEach((value, i) => view.setUint32(at + i * 4, value, true));
  words(0, 0x46546c67, 2, size);
  words(12, padded(text.length), 0x4e4f534a);
  bytes.fill(0x20, 20, 20 + padded(text.length)).set(text, 20);
  if (body) {
    const at = 20 + padded(text.length);
    words(at, padded(body.byteLength), 0x004e4942);
    bytes.set(new Uint8Array(body), at + 8);
  }
  return bytes;
}

/** The document with all compressed views decompressed into one buffer. */
export function plainGlb(json, views) {
  let size = 0;
  const bufferViews = json.bufferViews.map(({ extensions, ...rest }, i) => {
    const view = { ...rest, buffer: 0, byteOffset: size, byteLength: views[i].length };
    size += padded(views[i].length);
    return view;
  });
  const body = new Uint8Array(size);
  bufferViews.forEach(({ byteOffset }, i) => body.set(views[i], byteOffset));
  const without = (list) => list?.filter((name) => !names.includes(name));
  const plain = {
    ...json,
    bufferViews,
    buffers: [{ byteLength: size }],
    extensionsUsed: without(json.extensionsUsed),
    extensionsRequired: without(json.extensionsRequired),
  };
  if (plain.extensionsRequired?.length === 0) delete plain.extensionsRequired;
  if (plain.extensionsUsed?.length === 0) delete plain.extensionsUsed;
  return glb(JSON.stringify(plain), body.buffer);
}

/** JSON and binary chunk of a GLB; null for other bytes, which loading refuses with an error. */
export function glbParts(bytes) {
  if (bytes.length < 20) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const size = view.getUint32(12, true);
  if (view.getUint32(0, true) !== 0x46546c67 || view.getUint32(16, true) !== 0x4e4f534a || size > bytes.length - 20)
    return null;
  let json;
  try {
    json = JSON.parse(decoder.decode(bytes.subarray(20, 20 + size)));
  } catch {
    return null;
  }
  const at = 20 + padded(size);
  return {
    json,
    body: at + 8 <= bytes.length ? bytes.subarray(at + 8, at + 8 + view.getUint32(at, true)) : bytes.subarray(0, 0),
  };
}

export function checkDecoder(name, value) {
  if (value !== undefined && typeof value?.decodeGltfBuffer !== 'function')
    throw wrong(name, 'a decoder with decodeGltfBuffer(), as MeshoptDecoder', value);
  return value;
}

/** Decompresses the views of a file; returns a file without compressed views unchanged. `most` limits the bytes of all
 * views together. */
export async function withoutCompression(bytes, meshopt, most) {
  const { json, body } = glbParts(bytes) ?? {};
  if (!Array.isArray(json?.bufferViews) || !json.bufferViews.some(compressionOf)) return bytes;
  await meshopt.ready;
  let total = 0;
  const views = json.bufferViews.map((view, i) => {
    const fail = (why, code = 'invalid') => {
      throw new VrmError(code, `Model.load: buffer view ${i} cannot be decompressed: ${why}`);
    };
    const packed = view.extensions?.[compressionOf(view)];
    const { buffer, byteOffset = 0, byteLength, byteStride, count, mode, filter = 'NONE' } = packed ?? view;
    const size = packed ? count * byteStride : byteLength;
    if (
      buffer !== 0 ||
      ![byteOffset, byteLength, size].every((value) => Number.isInteger(value) && value >= 0) ||
      byteOffset + byteLength > body.length
    )
      fail('its bytes are not in the file');
    total += size;
    if (total > most) fail(`more than ${most} bytes in all`, 'limit');
    const source = body.subarray(byteOffset, byteOffset + byteLength);
    if (!packed) return source;
    const target = new Uint8Array(size);
    try {
      meshopt.decodeGltfBuffer(target, count, byteStride, source, mode, filter);
    } catch (error) {
      fail(error.message);
    }
    return target;
  });
  return plainGlb(json, views);
}
