// SPDX-License-Identifier: MIT
// Joins still images that the browser has encoded into an animation: PNG files into one APNG (Portable
// Network Graphics, third edition), WebP files into one animated WebP (RFC 9649). Pixels are not encoded
// here; both loop for ever.

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function crc(bytes) {
  let c = 0xffffffff;
  for (const byte of bytes) c = crcTable[(c ^ byte) & 0xff] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

const ascii = (text) => Uint8Array.from(text, (c) => c.charCodeAt(0));
const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function join(...parts) {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

const isSame = (a, b) => a.length === b.length && a.every((value, i) => value === b[i]);

// ---- PNG ----

export const pngSignature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

function pngChunks(file) {
  if (!isSame(file.subarray(0, 8), pngSignature)) throw new Error('not a PNG file');
  const view = viewOf(file),
    chunks = [];
  for (let at = 8; at + 12 <= file.length;) {
    const size = view.getUint32(at);
    if (at + 12 + size > file.length) break;
    chunks.push({
      type: String.fromCharCode(...file.subarray(at + 4, at + 8)),
      data: file.subarray(at + 8, at + 8 + size),
    });
    at += 12 + size;
  }
  return chunks;
}

export function pngChunk(type, data) {
  const body = join(ascii(type), data),
    out = new Uint8Array(body.length + 8),
    view = viewOf(out);
  view.setUint32(0, data.length);
  out.set(body, 4);
  view.setUint32(4 + body.length, crc(body));
  return out;
}

const word = (value) => Uint8Array.of(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
const half = (value) => Uint8Array.of((value >>> 8) & 255, value & 255);

/** Joins PNG files of the same size and kind into one APNG, as parts for a Blob. */
export function animatedPng(files, framesPerSecond) {
  let header = null,
    sequence = 0;
  const parts = [];
  files.forEach((file, index) => {
    const chunks = pngChunks(file),
      own = chunks.find(({ type }) => type === 'IHDR').data;
    if (!header) {
      header = own;
      parts.push(
        pngSignature,
        pngChunk('IHDR', header),
        pngChunk('acTL', join(word(files.length), word(0))),
        pngChunk('sRGB', Uint8Array.of(0)),
      );
    } else if (!isSame(header, own)) throw new Error('frames differ in size or kind');
    parts.push(
      pngChunk(
        'fcTL',
        join(
          word(sequence++),
          header.subarray(0, 8),
          word(0),
          word(0),
          half(1),
          half(framesPerSecond),
          Uint8Array.of(0, 0),
        ),
      ),
    );
    for (const { type, data } of chunks)
      if (type === 'IDAT')
        parts.push(index === 0 ? pngChunk('IDAT', data) : pngChunk('fdAT', join(word(sequence++), data)));
  });
  parts.push(pngChunk('IEND', new Uint8Array()));
  return parts;
}

// ---- WebP ----

function webpChunks(file) {
  const view = viewOf(file),
    chunks = [];
  if (file.length < 12 || view.getUint32(0) !== 0x52494646 || view.getUint32(8) !== 0x57454250)
    throw new Error('not a WebP file');
  for (let at = 12; at + 8 <= file.length;) {
    const size = view.getUint32(at + 4, true);
    if (at + 8 + size > file.length) break;
    chunks.push({
      type: String.fromCharCode(...file.subarray(at, at + 4)),
      data: file.subarray(at + 8, at + 8 + size),
    });
    at += 8 + size + (size & 1);
  }
  return chunks;
}

const little = (value, count) => Uint8Array.from({ length: count }, (_, i) => Math.floor(value / 2 ** (8 * i)) & 255);
const webpChunk = (type, data) => join(ascii(type), little(data.length, 4), data, new Uint8Array(data.length & 1));

/** Joins WebP files of the same size into one animated WebP, as parts for a Blob. */
export function animatedWebp(files, framesPerSecond, width, height) {
  const at = (frame) => Math.round((frame * 1000) / framesPerSecond);
  const frames = files.map((file, i) => {
    const picture = webpChunks(file).filter(({ type }) => type === 'ALPH' || type === 'VP8 ' || type === 'VP8L');
    if (picture.length === 0) throw new Error('a frame without a picture');
    const head = join(
      little(0, 6),
      little(width - 1, 3),
      little(height - 1, 3),
      little(at(i + 1) - at(i), 3),
      Uint8Array.of(2),
    ); // overwrite, do not blend
    return webpChunk('ANMF', join(head, ...picture.map(({ type, data }) => webpChunk(type, data))));
  });
  const first = [
    webpChunk('VP8X', join(Uint8Array.of(0x12, 0, 0, 0), little(width - 1, 3), little(height - 1, 3))),
    webpChunk('ANIM', little(0, 6)),
  ];
  const size = [...first, ...frames].reduce((sum, part) => sum + part.length, 4);
  return [ascii('RIFF'), little(size, 4), ascii('WEBP'), ...first, ...frames];
}
