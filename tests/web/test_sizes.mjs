// SPDX-License-Identifier: MIT
// What a page downloads. The limits are there to notice an accident, such as a part of the tools that slips into the
// first file; they are no goals. The tables of docs/reference/web.md and the README of the package must be near.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { packageFolder, scratch, sourceFolder } from './support.mjs';

/** kB of 1000 bytes with gzip, level 9. */
const compressed = (path) => gzipSync(readFileSync(path), { level: 9 }).length / 1000;
const size = (...names) => names.reduce((sum, name) => sum + compressed(join(packageFolder, 'wasm', name)), 0);

const page = size('libvrm.wasm'),
  drawing = size('libvrm.wasm', 'libvrm-render.wasm');
const face = size('libvrm-face.wasm'),
  element = compressed(join(packageFolder, 'element.min.js'));

test(`libvrm.wasm: ${page.toFixed(1)} kB with gzip`, () => assert.ok(page <= 170));
test(`with the renderer: ${drawing.toFixed(1)} kB with gzip`, () => assert.ok(drawing <= 208));
test(`a living face: ${face.toFixed(1)} kB with gzip`, () => assert.ok(face <= 48));
test(`the element in one file: ${element.toFixed(1)} kB with gzip`, () => assert.ok(element <= 46));

/** Fails unless a document says `said` kB, give or take a tenth and what rounding does to small numbers. */
const near = (said, measured, what) =>
  assert.ok(
    Math.abs(said - measured) <= 0.1 * measured + 1,
    `${what}: ${measured.toFixed(1)} kB, and the document says ${said}`,
  );

test('a page with the element takes what the README says', () => {
  const [, said] = /(\d+) kB with `libvrm\/element`/.exec(readFileSync(join(packageFolder, 'README.md'), 'utf8'));
  near(said, element + drawing + face, 'a page with libvrm/element');
});

/** The numbers of the row of docs/reference/web.md that begins so. */
function row(beginning) {
  const lines = readFileSync(join(sourceFolder, 'docs/reference/web.md'), 'utf8').split('\n');
  const cells = lines.find((line) => line.startsWith(`| ${beginning}`))?.split('|') ?? [];
  return cells
    .map((cell) => cell.trim())
    .filter((cell) => /^\d+$/.test(cell))
    .map(Number);
}

for (const name of [
  'libvrm.wasm',
  'libvrm-render.wasm',
  'libvrm-face.wasm',
  'libvrm-live.wasm',
  'libvrm-tools.wasm',
  'libvrm-rules.txt',
]) {
  test(`the size of ${name} is as documented`, () => {
    const [bytes, gzip] = row(`\`${name}\``);
    near(bytes, readFileSync(join(packageFolder, 'wasm', name)).length / 1000, name);
    near(gzip, size(name), `${name} with gzip`);
  });
}

const work = scratch();

/** The modules that a page whose program is `text` downloads at first, and their size bundled and minified; what it
 * imports on demand comes later. */
function bundle(text) {
  writeFileSync(join(work, 'page.mjs'), text);
  execFileSync(
    'esbuild',
    [
      'page.mjs',
      '--bundle',
      '--minify',
      '--splitting',
      '--format=esm',
      '--external:three',
      '--external:three/*',
      '--outdir=out',
      '--metafile=page.json',
      '--log-level=warning',
    ],
    { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const { outputs } = JSON.parse(readFileSync(join(work, 'page.json'), 'utf8'));
  const first = new Set(['out/page.js']);
  for (const name of first)
    for (const { path, kind } of outputs[name].imports)
      if (kind === 'import-statement' && outputs[path]) first.add(path);
  const modules = [...first]
    .flatMap((name) => Object.keys(outputs[name].inputs))
    .map((name) => join(work, name))
    .filter((path) => path.startsWith(packageFolder));
  return { modules, size: [...first].reduce((sum, name) => sum + compressed(join(work, name)), 0) };
}

const from = (entry) => `from ${JSON.stringify(join(packageFolder, entry))};`;
const pages = [
  ['`Model`, `Rig`, `Sim` of `libvrm`', `export { Model, Rig, Sim } ${from('index.js')}`, page],
  ['`libvrm/stage`', `export * ${from('stage.js')}`, drawing],
  ['`libvrm/element`', `export * ${from('element.js')}`, drawing + face],
  ['`VRMLoader` of `libvrm/three`', `export { VRMLoader } ${from('three.js')}`, page],
];

for (const [beginning, text, wasm] of pages) {
  test(`a page with ${beginning} downloads what is documented`, () => {
    const [modules, ofWasm, sum] = row(beginning),
      { size: measured } = bundle(text);
    near(modules, measured, 'modules');
    near(ofWasm, wasm, '.wasm');
    assert.ok(Math.abs(sum - modules - ofWasm) <= 1, `${modules} and ${ofWasm} are not ${sum}`);
  });
}

test('element.js without a bundler downloads what is documented', () => {
  const { modules } = bundle(`export * ${from('element.js')}`),
    [ofModules, wasm] = row('`element.js` without a bundler');
  near(
    ofModules,
    modules.reduce((sum, path) => sum + compressed(path), 0),
    'modules',
  );
  near(wasm, drawing + face, '.wasm');
  assert.match(
    readFileSync(join(sourceFolder, 'docs/reference/web.md'), 'utf8'),
    new RegExp(`without a bundler, ${modules.length} modules`),
  );
});
