// SPDX-License-Identifier: MIT
// What a page downloads. The limits are there to notice an accident, such as a part of the tools that slips into the
// first file; they are no goals.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { packageFolder } from './support.mjs';

/** kB of 1000 bytes with gzip, level 9. */
const size = (...names) => names.reduce((sum, name) =>
  sum + gzipSync(readFileSync(join(packageFolder, 'wasm', name)), { level: 9 }).length / 1000, 0);

const compressed = (name) => gzipSync(readFileSync(join(packageFolder, name)), { level: 9 }).length / 1000;
const page = size('libvrm.wasm'), drawing = size('libvrm.wasm', 'libvrm-render.wasm');

test(`libvrm.wasm: ${page.toFixed(1)} kB with gzip`, () => assert.ok(page <= 160));
test(`with the renderer: ${drawing.toFixed(1)} kB with gzip`, () => assert.ok(drawing <= 196));
test(`a living face: ${size('libvrm-face.wasm').toFixed(1)} kB with gzip`, () => assert.ok(size('libvrm-face.wasm') <= 40));

const element = compressed('element.min.js') + drawing + size('libvrm-face.wasm');
test(`the element in one file: ${compressed('element.min.js').toFixed(1)} kB with gzip`, () => assert.ok(compressed('element.min.js') <= 40));
test(`a page with the element: ${element.toFixed(1)} kB with gzip, as the README says`, () => {
  const [, said] = /(\d+) kB with `libvrm\/element`/.exec(readFileSync(join(packageFolder, 'README.md'), 'utf8'));
  assert.ok(Math.abs(said - element) < 0.05 * element, `${said} kB in the README`);
});
test(`for information: the tools ${size('libvrm-tools.wasm').toFixed(1)} kB, the sentences of rules ${size('libvrm-rules.json').toFixed(1)} kB with gzip`, () => {});
