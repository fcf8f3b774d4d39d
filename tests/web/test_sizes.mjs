// SPDX-License-Identifier: MIT
// What a page downloads. A change that makes these files smaller lowers the limits; one that makes
// them larger must say why.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { packageFolder } from './support.mjs';

const sizeOf = (name) => {
  const bytes = readFileSync(join(packageFolder, 'wasm', name));
  return { raw: bytes.length / 1000, gzip: gzipSync(bytes, { level: 9 }).length / 1000 };
};

// kB of 1000 bytes, and with gzip. The order of functions is chosen by what is alike, so that small changes elsewhere move the second
// by some hundred bytes.
const limits = [
  ['libvrm.wasm', 266.3, 118.6],
  ['libvrm-render.wasm', 66.8, 32.3],
  ['libvrm-tools.wasm', 271.8, 120.4],
  ['libvrm-texts.wasm', 48.8, 16.1],
  ['libvrm-unpack.wasm', 7.8, 3.5],
  ['libvrm.bin', 85.1, 85.2],
  ['libvrm-render.bin', 23.9, 24.0],
  ['libvrm-tools.bin', 88.8, 88.9],
  ['libvrm-texts.bin', 12.6, 12.7],
];

for (const [name, mostRaw, mostGzip] of limits) {
  const { raw, gzip } = sizeOf(name);
  test(`${name}: ${raw.toFixed(1)} kB, ${gzip.toFixed(1)} kB with gzip`, () => {
    assert.ok(raw <= mostRaw, `${raw} kB is more than ${mostRaw} kB`);
    assert.ok(gzip <= mostGzip, `${gzip} kB with gzip is more than ${mostGzip} kB`);
  });
}

// What a page may take (docs/web.md, "Sizes"): 320 kB and 125 with gzip; with the renderer 420 and 160; with everything 620 and 220,
// which the packed files alone reach.
const sumOf = (...names) => names.map(sizeOf).reduce((sum, { raw, gzip }) => ({ raw: sum.raw + raw, gzip: sum.gzip + gzip }), { raw: 0, gzip: 0 });

test('a page stays within the goals', () => {
  for (const names of [['libvrm.wasm', 'libvrm-render.wasm'], ['libvrm.bin', 'libvrm-render.bin', 'libvrm-unpack.wasm']]) {
    const page = sumOf(...names.filter((name) => !name.includes('render'))), drawing = sumOf(...names);
    assert.ok(page.raw <= 320 && page.gzip <= 125, names[0]);
    assert.ok(drawing.raw <= 420 && drawing.gzip <= 160, names[0]);
  }
});

test('everything together stays within its goal', () => {
  const { raw, gzip } = sumOf('libvrm.bin', 'libvrm-render.bin', 'libvrm-tools.bin', 'libvrm-texts.bin', 'libvrm-unpack.wasm');
  assert.ok(raw <= 620 && gzip <= 220, `${raw} kB, ${gzip} kB with gzip`);
});
