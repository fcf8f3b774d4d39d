// SPDX-License-Identifier: MIT
// What a page downloads. A change that makes these files smaller lowers the limits; one that makes
// them larger must say why.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { packageFolder } from './support.mjs';

const size = (name) => {
  const bytes = readFileSync(join(packageFolder, 'wasm', name));
  return { raw: bytes.length / 1000, gzip: gzipSync(bytes, { level: 9 }).length / 1000 };
};
const sum = (...parts) => ({
  raw: parts.reduce((total, part) => total + part.raw, 0),
  gzip: parts.reduce((total, part) => total + part.gzip, 0),
});

const [runtime, render, tools, texts] = ['libvrm', 'libvrm-render', 'libvrm-tools', 'libvrm-texts'].map((name) => size(`${name}.wasm`));

// kB of 1000 bytes.
const limits = [
  ['runtime', runtime, 310.5, 137.6],
  ['runtime and renderer', sum(runtime, render), 414.5, 189],
  ['all together', sum(runtime, render, tools, texts), 786.5, 355],
];

for (const [what, { raw, gzip }, mostRaw, mostGzip] of limits)
  test(`${what}: ${raw.toFixed(1)} kB, ${gzip.toFixed(1)} kB with gzip`, () => {
    assert.ok(raw <= mostRaw, `${raw} kB is more than ${mostRaw} kB`);
    assert.ok(gzip <= mostGzip, `${gzip} kB with gzip is more than ${mostGzip} kB`);
  });
