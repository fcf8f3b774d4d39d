// SPDX-License-Identifier: MIT
// Writes PNG files of pixels as they are. A canvas would lose the colours below transparent pixels, which opaque
// materials show.
import { pngChunk, pngSignature } from './animation.js';

const paeth = (a, b, c) => {
  const p = a + b - c,
    [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
};
const predictors = [() => 0, (a) => a, (_, b) => b, (a, b) => (a + b) >> 1, paeth];

/** Each row with the filter whose differences are smallest. */
function filtered(pixels, width, height, channels) {
  const stride = width * channels,
    out = new Uint8Array((stride + 1) * height),
    tried = predictors.map(() => new Uint8Array(stride));
  for (let y = 0; y < height; y++) {
    const at = y * stride;
    let best = 0,
      least = Infinity;
    predictors.forEach((predict, kind) => {
      const row = tried[kind];
      let sum = 0;
      for (let x = 0; x < stride; x++) {
        const a = x >= channels ? pixels[at + x - channels] : 0,
          b = y > 0 ? pixels[at + x - stride] : 0,
          c = x >= channels && y > 0 ? pixels[at + x - stride - channels] : 0;
        row[x] = pixels[at + x] - predict(a, b, c);
        sum += row[x] < 128 ? row[x] : 256 - row[x];
      }
      if (sum < least) [best, least] = [kind, sum];
    });
    out[y * (stride + 1)] = best;
    out.set(tried[best], y * (stride + 1) + 1);
  }
  return out;
}

/** A PNG of RGBA pixels; without alpha where all are opaque. */
export async function writePng({ width, height, data, isOpaque }) {
  const channels = isOpaque ? 3 : 4;
  let pixels = data;
  if (isOpaque) {
    pixels = new Uint8Array(width * height * 3);
    for (let i = 0, k = 0; i < data.length; i += 4) {
      pixels[k++] = data[i];
      pixels[k++] = data[i + 1];
      pixels[k++] = data[i + 2];
    }
  }
  const head = new Uint8Array(13),
    view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  head.set([8, isOpaque ? 2 : 6, 0, 0, 0], 8);
  const packed = new Blob([filtered(pixels, width, height, channels)])
    .stream()
    .pipeThrough(new CompressionStream('deflate'));
  const body = new Uint8Array(await new Response(packed).arrayBuffer());
  const parts = [pngSignature, pngChunk('IHDR', head), pngChunk('IDAT', body), pngChunk('IEND', new Uint8Array(0))];
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
