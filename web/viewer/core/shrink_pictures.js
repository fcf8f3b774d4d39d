// SPDX-License-Identifier: MIT
// Smaller pictures for a GLB, in a worker: halved until no side is above a limit, and encoded again. A picture stays
// if that makes it no smaller. Colours below transparent pixels stay, because opaque materials show them.
import { readGlb, replaceImages } from './glb.js';
import { slotsOf } from './items.js';
import { formatOf, sizeOf } from './pictures.js';
import { writePng } from './png.js';
import { thumbnailOf } from './statistics.js';

const types = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' };

/** Straight RGBA of an image, through WebGL: a 2D canvas would multiply colours by alpha. */
class Reader {
  #gl = new OffscreenCanvas(1, 1).getContext('webgl2');

  async read(bytes, type) {
    const gl = this.#gl;
    const bitmap = await createImageBitmap(new Blob([bytes], { type }), {
      premultiplyAlpha: 'none',
      colorSpaceConversion: 'none',
    });
    const { width, height } = bitmap,
      data = new Uint8Array(width * height * 4);
    const [texture, frame] = [gl.createTexture(), gl.createFramebuffer()];
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, data);
    gl.deleteFramebuffer(frame);
    gl.deleteTexture(texture);
    bitmap.close();
    return { width, height, data };
  }
}

/** Half as large each way. Colours count by their alpha; where all are transparent, equally. */
function halved({ width, height, data }) {
  const w = Math.max(1, width >> 1),
    h = Math.max(1, height >> 1),
    out = new Uint8Array(w * h * 4);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const right = Math.min(width - 1, 2 * x + 1),
        below = Math.min(height - 1, 2 * y + 1);
      const four = [2 * y * width + 2 * x, 2 * y * width + right, below * width + 2 * x, below * width + right];
      let alpha = 0;
      for (const at of four) alpha += data[at * 4 + 3];
      const to = (y * w + x) * 4;
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (const at of four) sum += data[at * 4 + c] * (alpha ? data[at * 4 + 3] : 1);
        out[to + c] = Math.round(sum / (alpha || 4));
      }
      out[to + 3] = Math.round(alpha / 4);
    }
  return { width: w, height: h, data: out };
}

function isOpaque({ data }) {
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 255) return false;
  return true;
}

async function encode(pixels, format, quality) {
  if (format === 'png') return writePng(pixels);
  const canvas = new OffscreenCanvas(pixels.width, pixels.height);
  canvas
    .getContext('2d')
    .putImageData(new ImageData(new Uint8ClampedArray(pixels.data.buffer), pixels.width, pixels.height), 0, 0);
  const blob = await canvas.convertToBlob({ type: types[format], quality });
  return blob.type === types[format] ? new Uint8Array(await blob.arrayBuffer()) : null;
}

/** Images whose numbers are directions: nothing may be lost in them. */
function normalMaps({ materials = [], textures = [] }) {
  const slots = materials.flatMap(slotsOf).filter(({ slot }) => slot === 'normalTexture');
  return new Set(slots.map(({ texture }) => textures[texture]?.source));
}

/** The format to write: a picture with transparency, or of directions, becomes PNG. */
function formatFor(format, wanted, isExact) {
  if (isExact) return 'png';
  return wanted === 'keep' ? format : wanted;
}

/** { bytes, count }: the GLB, and how many of its pictures are smaller now. `maxSide`: pixels, 0 for all; `format`:
 * keep, webp or jpeg; `quality`: 0 to 1. */
export async function shrinkPictures(glb, { maxSide, format: wanted, quality }) {
  const { json, binary } = readGlb(glb),
    exact = normalMaps(json),
    thumbnail = thumbnailOf(json),
    made = [];
  const reader = new Reader();
  for (const [image, { bufferView }] of (json.images ?? []).entries()) {
    const { byteOffset = 0, byteLength = 0 } = json.bufferViews?.[bufferView] ?? {};
    const bytes = binary.subarray(byteOffset, byteOffset + byteLength);
    const format = formatOf(bytes),
      size = image !== thumbnail && types[format] && sizeOf(bytes);
    if (!size || (wanted === 'keep' && !(Math.max(size.width, size.height) > maxSide && maxSide))) continue;
    let pixels = await reader.read(bytes, types[format]);
    while (maxSide && Math.max(pixels.width, pixels.height) > maxSide) pixels = halved(pixels);
    pixels.isOpaque = isOpaque(pixels);
    const kind = formatFor(format, wanted, !pixels.isOpaque || exact.has(image));
    const next = await encode(pixels, kind, quality);
    if (next && next.length < bytes.length) made.push({ image, bytes: next, mimeType: types[kind] });
  }
  return { bytes: made.length ? await replaceImages(glb, made) : glb, count: made.length };
}
