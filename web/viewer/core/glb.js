// SPDX-License-Identifier: MIT
// GLB (glTF 2.0, 4.4): other pictures in one, where the rest stays as it is; and one of a .gltf with its side files.

import { formatOf } from './pictures.js';
import { copyParts } from './turn.js';

const magic = 0x46546c67,
  jsonType = 0x4e4f534a,
  binaryType = 0x004e4942;
const webp = 'EXT_texture_webp';
const padded = (size) => (size + 3) & ~3;

export const isGlb = (bytes) =>
  bytes.byteLength >= 20 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === magic;

/** The document and the binary part of a GLB. */
export function readGlb(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    size = view.getUint32(12, true),
    at = 20 + size;
  const hasBinary = bytes.byteLength >= at + 8 && view.getUint32(at + 4, true) === binaryType;
  return {
    json: JSON.parse(new TextDecoder().decode(bytes.subarray(20, at))),
    binary: hasBinary ? bytes.subarray(at + 8, at + 8 + view.getUint32(at, true)) : new Uint8Array(0),
  };
}

/** A GLB of a document and parts of bytes, each at a multiple of 4. */
export async function writeGlb(json, parts) {
  const text = new TextEncoder().encode(JSON.stringify(json)),
    size = parts.reduce((sum, part) => sum + padded(part.byteLength), 0);
  const out = new Uint8Array(28 + padded(text.length) + size),
    view = new DataView(out.buffer);
  const words = [magic, 2, out.length, padded(text.length), jsonType];
  words.forEach((word, i) => view.setUint32(4 * i, word, true));
  out.fill(0x20, 20, 20 + padded(text.length)).set(text, 20);
  let at = 20 + padded(text.length);
  view.setUint32(at, size, true);
  view.setUint32(at + 4, binaryType, true);
  at += 8;
  const placed = [];
  for (const part of parts) {
    placed.push([at, part]);
    at += padded(part.byteLength);
  }
  await copyParts(out, placed);
  return out;
}

/** Gives an image a view of its own if others share it; returns the index of its view. */
function ownView(json, index) {
  const image = json.images[index],
    isShared = json.images.some((other, i) => i !== index && other.bufferView === image.bufferView);
  if (image.bufferView === undefined || isShared) image.bufferView = json.bufferViews.push({ buffer: 0 }) - 1;
  delete image.uri;
  return image.bufferView;
}

/** Says in the textures of an image whether it is WebP, which core glTF does not have. */
function nameFormat(json, index, isWebp) {
  for (const texture of json.textures ?? []) {
    const { [webp]: own, ...others } = texture.extensions ?? {};
    if (own?.source !== index && texture.source !== index) continue;
    delete texture.extensions;
    delete texture.source;
    if (!isWebp) texture.source = index;
    const extensions = isWebp ? { ...others, [webp]: { source: index } } : others;
    if (Object.keys(extensions).length) texture.extensions = extensions;
  }
  const isUsed = (json.textures ?? []).some(({ extensions }) => extensions?.[webp]);
  for (const list of ['extensionsUsed', 'extensionsRequired']) {
    const names = (json[list] ?? []).filter((name) => name !== webp).concat(isUsed ? [webp] : []);
    if (names.length) json[list] = names;
    else delete json[list];
  }
}

/** A GLB with other pictures: a list of { image, bytes, mimeType }. All data must be in its binary part. */
export async function replaceImages(bytes, images) {
  const { json, binary } = readGlb(bytes),
    contents = new Map(); // by view
  json.bufferViews ??= [];
  for (const { image, bytes: content, mimeType } of images) {
    contents.set(ownView(json, image), content);
    json.images[image].mimeType = mimeType;
    nameFormat(json, image, mimeType === 'image/webp');
  }
  const parts = [];
  let at = 0;
  json.bufferViews.forEach((view, i) => {
    const { byteOffset = 0, byteLength } = view;
    const part = contents.get(i) ?? binary.subarray(byteOffset, byteOffset + byteLength);
    parts.push(part);
    Object.assign(view, { byteOffset: at, byteLength: part.byteLength });
    at += padded(part.byteLength);
  });
  json.buffers = [{ ...json.buffers?.[0], byteLength: at }];
  return writeGlb(json, parts);
}

/** The bytes of an address: a side file by its name, or base64; null for others. */
function bytesAt(uri, files) {
  const [, text] = /^data:[^,]*;base64,(.*)$/s.exec(uri) ?? [];
  if (text !== undefined) return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return files?.[uri] ?? files?.[decoded(uri)] ?? null;
}

function decoded(uri) {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** A GLB of a .gltf and its side files; throws if a buffer is missing. Pictures that are missing stay addresses. */
export async function embedFiles(text, files) {
  const json = JSON.parse(new TextDecoder().decode(text)),
    parts = [],
    starts = [];
  let size = 0;
  const add = (part) => {
    parts.push(part);
    size += padded(part.byteLength);
    return size - padded(part.byteLength);
  };
  for (const { uri, byteLength } of json.buffers ?? []) {
    const content = uri === undefined ? null : bytesAt(uri, files);
    if (!content) throw new Error(`${uri}: the file is missing`);
    starts.push(add(content.subarray(0, byteLength)));
  }
  json.bufferViews ??= [];
  for (const view of json.bufferViews) {
    view.byteOffset = (view.byteOffset ?? 0) + starts[view.buffer];
    view.buffer = 0;
  }
  for (const image of json.images ?? []) {
    const content = image.uri === undefined ? null : bytesAt(image.uri, files);
    if (!content) continue;
    image.mimeType ??= typeOf(content, image.uri);
    image.bufferView =
      json.bufferViews.push({ buffer: 0, byteOffset: add(content), byteLength: content.byteLength }) - 1;
    delete image.uri;
  }
  if (size) json.buffers = [{ byteLength: size }];
  else delete json.buffers;
  if (json.bufferViews.length === 0) delete json.bufferViews;
  return writeGlb(json, parts);
}

const typeOf = (content, uri) => `image/${formatOf(content) ?? uri.split('.').pop().toLowerCase()}`;
