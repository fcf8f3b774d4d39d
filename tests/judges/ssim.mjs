// SPDX-License-Identifier: MIT
// How alike two pictures are: SSIM (Wang, Bovik, Sheikh, Simoncelli 2004) of the luma on mid-grey,
// windows of 11x11 weighted by a Gaussian of 1.5 pixels. 1 is equal, 0 is unrelated.

const RADIUS = 5;
const weights = Float64Array.from({ length: 2 * RADIUS + 1 }, (_, i) => Math.exp(-((i - RADIUS) ** 2) / 4.5));
const total = weights.reduce((a, b) => a + b);
weights.forEach((w, i) => {
  weights[i] = w / total;
});

/** Luma on mid-grey, 0 to 255. */
export function luma({ width, height, rgba }) {
  const values = new Float64Array(width * height);
  for (let i = 0; i < values.length; i++) {
    const alpha = rgba[4 * i + 3] / 255;
    const y = 0.299 * rgba[4 * i] + 0.587 * rgba[4 * i + 1] + 0.114 * rgba[4 * i + 2];
    values[i] = 128 + (y - 128) * alpha;
  }
  return values;
}

/** The picture under the window, for every place where the window fits. */
function blur(values, width, height) {
  const w = width - 2 * RADIUS,
    h = height - 2 * RADIUS;
  const rows = new Float64Array(w * height),
    out = new Float64Array(w * h);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < w; x++) {
      let sum = 0;
      for (let k = 0; k < weights.length; k++) sum += weights[k] * values[y * width + x + k];
      rows[y * w + x] = sum;
    }
  }
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      let sum = 0;
      for (let k = 0; k < weights.length; k++) sum += weights[k] * rows[(y + k) * w + x];
      out[y * w + x] = sum;
    }
  }
  return out;
}

/** What SSIM takes of one picture: its luma, and means of it and of its square under the window. Kept, as
 * one picture is often compared with many. */
const known = new WeakMap();
function measure(picture) {
  if (!known.has(picture)) {
    const { width, height } = picture,
      values = luma(picture);
    known.set(picture, {
      values,
      mean: blur(values, width, height),
      square: blur(products(values, values), width, height),
    });
  }
  return known.get(picture);
}

function products(a, b) {
  const values = new Float64Array(a.length);
  for (let i = 0; i < values.length; i++) values[i] = a[i] * b[i];
  return values;
}

/** 1 where one of two pictures shows something. */
function coverOf(one, other) {
  const values = new Float64Array(one.width * one.height);
  for (let i = 0; i < values.length; i++) values[i] = one.rgba[4 * i + 3] > 0 || other.rgba[4 * i + 3] > 0 ? 1 : 0;
  return values;
}

/** Mean SSIM of two pictures of one size, over the windows in which one of them shows something. */
export function ssim(one, other) {
  const { width, height } = one;
  if (other.width !== width || other.height !== height) throw new Error('pictures of two sizes');
  const a = measure(one),
    b = measure(other);
  const product = blur(products(a.values, b.values), width, height);
  const cover = blur(coverOf(one, other), width, height);
  const c1 = (0.01 * 255) ** 2,
    c2 = (0.03 * 255) ** 2;
  let sum = 0,
    count = 0;
  for (let i = 0; i < product.length; i++) {
    if (cover[i] < 1e-9) continue;
    const ma = a.mean[i],
      mb = b.mean[i];
    const va = a.square[i] - ma * ma,
      vb = b.square[i] - mb * mb,
      cov = product[i] - ma * mb;
    count++;
    sum += ((2 * ma * mb + c1) * (2 * cov + c2)) / ((ma * ma + mb * mb + c1) * (va + vb + c2));
  }
  return count > 0 ? sum / count : 1;
}

/** Mean absolute difference of colours on mid-grey, 0 to 255. SSIM does not see hue; this does. */
export function difference(one, other) {
  let sum = 0;
  for (let i = 0; i < one.rgba.length; i += 4) {
    const a = one.rgba[i + 3] / 255,
      b = other.rgba[i + 3] / 255;
    for (let c = 0; c < 3; c++) sum += Math.abs((one.rgba[i + c] - 128) * a - (other.rgba[i + c] - 128) * b);
  }
  return sum / ((one.rgba.length * 3) / 4);
}
