// SPDX-License-Identifier: MIT
// Pictures as { width, height, rgba }: eight bits, straight alpha, rows from the top; and PNG files.
import { deflateSync, inflateSync } from 'node:zlib';

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});
function crc32(bytes) {
  let c = 0xffffffff;
  for (const b of bytes) c = table[(c ^ b) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const size = Buffer.alloc(4),
    crc = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, crc]);
}

export function encodePng({ width, height, rgba }) {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const rows = Buffer.alloc(height * (4 * width + 1));
  for (let y = 0; y < height; y++) {
    const at = y * (4 * width + 1);
    rows[at] = 1; // filter Sub
    for (let x = 0; x < 4 * width; x++)
      rows[at + 1 + x] = rgba[4 * width * y + x] - (x < 4 ? 0 : rgba[4 * width * y + x - 4]);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function unfilter(kind, row, above, step) {
  for (let x = 0; x < row.length; x++) {
    const a = x < step ? 0 : row[x - step],
      b = above[x],
      c = x < step ? 0 : above[x - step];
    const p = a + b - c,
      pa = Math.abs(p - a),
      pb = Math.abs(p - b),
      pc = Math.abs(p - c);
    const paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
    row[x] += [0, a, b, (a + b) >> 1, paeth][kind];
  }
}

/** Reads what renderers write: eight bits, grey, RGB or RGBA, not interlaced. */
export function decodePng(file) {
  if (!file.subarray(0, 8).equals(SIGNATURE)) throw new Error('not a PNG file');
  const data = [];
  let width, height, step;
  for (let at = 8; at < file.length;) {
    const size = file.readUInt32BE(at),
      name = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + size);
    if (name === 'IHDR') {
      [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
      step = { 0: 1, 2: 3, 6: 4 }[body[9]];
      if (body[8] !== 8 || !step || body[12] !== 0) throw new Error('a kind of PNG that is not read here');
    } else if (name === 'IDAT') data.push(body);
    at += size + 12;
  }
  const rows = inflateSync(Buffer.concat(data)),
    stride = step * width + 1;
  const rgba = new Uint8Array(4 * width * height).fill(255);
  let above = new Uint8Array(stride - 1);
  for (let y = 0; y < height; y++) {
    const row = rows.subarray(y * stride + 1, (y + 1) * stride);
    unfilter(rows[y * stride], row, above, step);
    for (let x = 0; x < width; x++)
      for (let c = 0; c < 4; c++)
        if (c < 3 || step === 4) rgba[4 * (y * width + x) + c] = row[step * x + (step === 1 ? 0 : c)];
    above = row;
  }
  return { width, height, rgba };
}

/** Pictures side by side in rows of `columns`, on a grey ground. */
export function sheet(pictures, columns, gap = 2) {
  const w = Math.max(...pictures.map((p) => p.width)) + gap;
  const h = Math.max(...pictures.map((p) => p.height)) + gap;
  const width = w * Math.min(columns, pictures.length) + gap;
  const height = h * Math.ceil(pictures.length / columns) + gap;
  const rgba = new Uint8Array(4 * width * height).fill(255);
  pictures.forEach((picture, i) => {
    const left = gap + w * (i % columns),
      top = gap + h * Math.floor(i / columns);
    for (let y = 0; y < picture.height; y++) {
      for (let x = 0; x < picture.width; x++) {
        const from = 4 * (y * picture.width + x),
          to = 4 * ((top + y) * width + left + x);
        const alpha = picture.rgba[from + 3] / 255;
        for (let c = 0; c < 3; c++) rgba[to + c] = 128 + (picture.rgba[from + c] - 128) * alpha;
      }
    }
  });
  return { width, height, rgba };
}

const decode = Float64Array.from({ length: 256 }, (_, v) =>
  v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4,
);
const encode = (c) => 255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);

/** Half as wide and high; four pixels become one by the mean of their light. */
export function halve({ width, height, rgba }) {
  const w = width >> 1,
    h = height >> 1,
    out = new Uint8Array(4 * w * h);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const light = [0, 0, 0];
      let alpha = 0;
      for (const at of [0, 4, 4 * width, 4 * width + 4]) {
        const from = 8 * (y * width + x) + at,
          a = rgba[from + 3] / 255;
        alpha += a;
        for (let c = 0; c < 3; c++) light[c] += decode[rgba[from + c]] * a;
      }
      const to = 4 * (y * w + x);
      for (let c = 0; c < 3; c++) out[to + c] = alpha > 0 ? Math.round(encode(light[c] / alpha)) : 0;
      out[to + 3] = Math.round((alpha / 4) * 255);
    }
  }
  return { width: w, height: h, rgba: out };
}
