// SPDX-License-Identifier: MIT
// Images, decoded by the browser. Their size is read from the header and checked against limits
// before decoding.
import { othersTurn } from './turn.js';

const MAX_EDGE = 8192,
  MAX_PIXELS = 64 * 1024 * 1024;
const longestTurn = 8; // milliseconds of copying before the page gets a turn

/** By the first bytes; empty for other formats than PNG, JPEG and WebP. */
export function mimeTypeOf(bytes) {
  const at = (offset, ...values) => values.every((value, i) => bytes[offset + i] === value);
  if (at(0, 0x89, 0x50, 0x4e, 0x47)) return 'image/png';
  if (at(0, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (at(0, 0x52, 0x49, 0x46, 0x46) && at(8, 0x57, 0x45, 0x42, 0x50)) return 'image/webp';
  return '';
}

/** Width and height from the header of a PNG, JPEG or WebP; null for other formats. */
export function pictureSize(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const has = (end) => bytes.length >= end;
  if (has(24) && view.getUint32(0) === 0x89504e47) return [view.getUint32(16), view.getUint32(20)];
  if (has(30) && view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250) return webpSize(view);
  if (has(4) && view.getUint16(0) === 0xffd8) return jpegSize(view);
  return null;
}

function webpSize(view) {
  const small = (offset) => view.getUint16(offset, true) & 0x3fff;
  const large = (offset) => (view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16)) + 1;
  switch (view.getUint32(12)) {
    case 0x56503820:
      return [small(26), small(28)]; // VP8
    case 0x5650384c: {
      // VP8L
      const bits = view.getUint32(21, true);
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    }
    case 0x56503858:
      return [large(24), large(27)]; // VP8X
    default:
      return null;
  }
}

/** Finds the frame header behind any number of other segments. */
function jpegSize(view) {
  let at = 2;
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return [view.getUint16(at + 7), view.getUint16(at + 5)];
    at = nextSegment(view, at);
  }
  return null;
}

/** The end of the JPEG segment that begins at `at`. */
function nextSegment(view, at) {
  const marker = view.getUint8(at + 1);
  if (marker === 0xff) return at + 1; // fill byte
  if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) return at + 2; // marker without a length
  return at + 2 + Math.max(2, view.getUint16(at + 2));
}

/** The file with its EXIF data disabled: browsers rotate images by it, but glTF ignores it, so texture coordinates
 * would not fit. */
function withoutExif(bytes) {
  let copy = bytes;
  for (const at of exifNames(bytes)) {
    if (copy === bytes) copy = bytes.slice();
    copy[at] ^= 0x20; // changes the name of the segment, so that decoders skip it
  }
  return copy;
}

/** Offsets of the names of the EXIF parts of a JPEG or WebP. */
function* exifNames(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isJpeg = view.getUint16(0) === 0xffd8,
    isRiff = view.getUint32(0) === 0x52494646;
  for (
    let at = 2;
    isJpeg && at + 10 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda;
    at = nextSegment(view, at)
  )
    if (bytes[at + 1] === 0xe1 && view.getUint32(at + 4) === 0x45786966) yield at + 4;
  for (
    let at = 12;
    isRiff && at + 8 <= bytes.length;
    at += 8 + view.getUint32(at + 4, true) + (view.getUint32(at + 4, true) & 1)
  )
    if (view.getUint32(at) === 0x45584946) yield at;
}

/** The stored pixels: no colour profile, no premultiplied alpha, no rotation. null if they cannot be decoded. */
export async function decodePicture(bytes, mimeType) {
  const size = pictureSize(bytes);
  if (size === null || size[0] > MAX_EDGE || size[1] > MAX_EDGE || size[0] * size[1] > MAX_PIXELS) return null;
  try {
    return await createImageBitmap(new Blob([withoutExif(bytes)], { type: mimeType }), {
      premultiplyAlpha: 'none',
      colorSpaceConversion: 'none',
    });
  } catch {
    return null;
  }
}

/** The images that textures use, in the order of the document; null for others. Ends early if the model is disposed
 * meanwhile. */
export async function decodeImages(model, signal) {
  const { images = [], textures = [] } = model.json;
  const shown = new Set();
  for (const texture of Array.isArray(textures) ? textures : []) {
    shown.add(texture?.source);
    shown.add(texture?.extensions?.EXT_texture_webp?.source);
  }
  const decoded = [];
  let since = performance.now();
  for (let i = 0; i < (Array.isArray(images) ? images.length : 0); i++) {
    const bytes = shown.has(i) ? model._imageView(i) : null; // a Blob copies them
    decoded.push(bytes === null ? null : decodePicture(bytes, mimeTypeOf(bytes)));
    if (performance.now() - since < longestTurn) continue;
    await othersTurn();
    since = performance.now();
    if (signal?.aborted || model.isDisposed) break;
  }
  const bitmaps = await Promise.all(decoded);
  if (signal?.aborted) bitmaps.forEach((bitmap) => bitmap?.close());
  signal?.throwIfAborted();
  return bitmaps;
}
