// SPDX-License-Identifier: MIT
// The measures that pictures are compared by, on pictures whose answer is known; and the PNG files
// they travel in.
import { deflateSync } from 'node:zlib';
import { decodePng, encodePng, halve, sheet } from './png.mjs';
import { difference, ssim } from './ssim.mjs';
import { Verdict } from './support.mjs';

const verdict = new Verdict();
const SIZE = 64;

const paint = (color) => {
  const rgba = new Uint8Array(4 * SIZE * SIZE);
  for (let y = 0; y < SIZE; y++) for (let x = 0; x < SIZE; x++) rgba.set(color(x, y), 4 * (y * SIZE + x));
  return { width: SIZE, height: SIZE, rgba };
};
const grey = (value) => [value, value, value, 255];
let seed = 1;
const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;

const flat = (value) => paint(() => grey(value));
const wave = (shift) => paint((x) => grey(128 + 100 * Math.sin((x + shift) / 3)));
const noise = () => paint(() => grey(255 * random()));
const near = (a, b, within) => Math.abs(a - b) <= within;

verdict.claim(ssim(wave(0), wave(0)) === 1, 'equal pictures have SSIM 1');
// Without variance only the term of the means is left: (2ab + c1) / (a^2 + b^2 + c1).
const c1 = (0.01 * 255) ** 2;
verdict.claim(
  near(ssim(flat(100), flat(200)), (2 * 100 * 200 + c1) / (100 ** 2 + 200 ** 2 + c1), 1e-9),
  'flat pictures compare by their means alone',
);
verdict.claim(near(ssim(noise(), noise()), 0, 0.02), 'noise is unrelated to noise');
verdict.claim(ssim(wave(0), wave(3 * Math.PI)) < -0.5, 'a wave and its opposite are opposite');
const close = ssim(wave(0), wave(0.5)),
  far = ssim(wave(0), wave(2));
verdict.claim(close > 0.95 && close < 1 && far < close - 0.1, 'SSIM falls with the shift');
const little = ssim(
  flat(128),
  paint(() => grey(124 + 8 * random())),
);
const much = ssim(
  wave(0),
  paint((x) => grey(128 + 100 * Math.sin(x / 3) * random())),
);
verdict.claim(little > much, 'SSIM falls with noise');
verdict.claim(
  near(
    ssim(
      flat(128),
      paint(() => [255, 0, 0, 0]),
    ),
    1,
    1e-9,
  ),
  'what is transparent has no colour',
);
const half = (color) => paint((x) => (x < SIZE / 2 ? color : [0, 0, 0, 0]));
verdict.claim(
  ssim(half(grey(100)), half(grey(200))) < ssim(flat(100), flat(200)),
  'empty ground does not lift the mean',
);
verdict.claim(near(difference(flat(10), flat(13)), 3, 1e-9), 'the mean difference is in units of colour');

const colored = paint((x, y) => [x * 4, y * 4, (x * y) & 255, 255 - x]);
verdict.claim(Buffer.compare(decodePng(encodePng(colored)).rgba, colored.rgba) === 0, 'PNG files come back');
verdict.claim(sheet([colored, colored, colored], 2).height === 2 * (SIZE + 2) + 2, 'a sheet has rows');

const checks = halve(paint((x, y) => grey((x + y) % 2 === 0 ? 255 : 0)));
verdict.claim(
  checks.width === SIZE / 2 && checks.rgba.every((v, i) => v === (i % 4 === 3 ? 255 : 188)),
  'half of the light is 188 in sRGB',
);

// Every filter of PNG, over RGB, by a writer of its own.
function filtered(kind) {
  const step = 3,
    stride = step * SIZE,
    rows = [];
  const at = (y, i) => (y < 0 || i < 0 ? 0 : colored.rgba[4 * (y * SIZE + Math.floor(i / step)) + (i % step)]);
  for (let y = 0; y < SIZE; y++) {
    rows.push(kind);
    for (let i = 0; i < stride; i++) {
      const a = at(y, i - step),
        b = at(y - 1, i),
        c = at(y - 1, i - step);
      const best = [a, b, c].sort((p, q) => Math.abs(a + b - c - p) - Math.abs(a + b - c - q))[0];
      rows.push((at(y, i) - [0, a, b, (a + b) >> 1, best][kind]) & 255);
    }
  }
  const whole = encodePng(colored),
    header = Buffer.from(whole.subarray(8, 33));
  header[17] = 2;
  const data = deflateSync(Buffer.from(rows)),
    size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  return Buffer.concat([whole.subarray(0, 8), header, size, Buffer.from('IDAT'), data, Buffer.alloc(4)]);
}
for (let kind = 0; kind < 5; kind++) {
  const { rgba } = decodePng(filtered(kind));
  verdict.claim(
    rgba.every((v, i) => v === (i % 4 === 3 ? 255 : colored.rgba[i])),
    `PNG filter ${kind} is undone`,
  );
}
verdict.end();
