// SPDX-License-Identifier: MIT
// Size and GPU memory of an encoded image, from its first bytes.

const signatures = {
  png: [0, 0x89504e47],
  webp: [8, 0x57454250],
  ktx2: [0, 0xab4b5458],
  avif: [8, 0x61766966],
  gif: [0, 0x47494638],
};

/** "png", "jpeg", "webp", "ktx2", "avif" or "gif"; null for others. */
export function formatOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 12) return null;
  if (view.getUint16(0) === 0xffd8) return 'jpeg';
  return Object.keys(signatures).find((name) => view.getUint32(signatures[name][0]) === signatures[name][1]) ?? null;
}

/** { width, height } of PNG, JPEG or WebP; null for others. */
export function sizeOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (view.getUint32(0) === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) };
    if (view.getUint16(0) === 0xffd8) return jpegSize(view);
    if (view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250) return webpSize(view);
  } catch {
    /* truncated */
  }
  return null;
}

function jpegSize(view) {
  for (let at = 2; at + 9 < view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return null;
    const kind = view.getUint8(at + 1);
    const isFrame = kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc;
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

function webpSize(view) {
  const kind = view.getUint32(12);
  if (kind === 0x56503858)
    return { width: 1 + (view.getUint32(24, true) & 0xffffff), height: 1 + (view.getUint32(27, true) & 0xffffff) };
  if (kind === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

/** Four bytes per pixel, and a third more for mipmaps. */
export const gpuBytes = ({ width, height }) => Math.round((width * height * 4 * 4) / 3);
