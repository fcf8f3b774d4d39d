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

// kB of 1000 bytes, and with gzip.
const limits = [
  ['libvrm.wasm', 293.6, 131.3],
  ['libvrm-render.wasm', 74, 36.4],
  ['libvrm-tools.wasm', 312.9, 136.2],
  ['libvrm-texts.wasm', 40.5, 12.2],
];

for (const [name, mostRaw, mostGzip] of limits) {
  const { raw, gzip } = sizeOf(name);
  test(`${name}: ${raw.toFixed(1)} kB, ${gzip.toFixed(1)} kB with gzip`, () => {
    assert.ok(raw <= mostRaw, `${raw} kB is more than ${mostRaw} kB`);
    assert.ok(gzip <= mostGzip, `${gzip} kB with gzip is more than ${mostGzip} kB`);
  });
}
