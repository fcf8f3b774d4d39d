// SPDX-License-Identifier: MIT
// usage: node split.mjs COMPILER OUT_FOLDER OBJECT...
// Links the objects of web/ and splits the result into files that share memory and function table:
//
//   libvrm.wasm          what every page needs, and the data of all files
//   libvrm-render.wasm   functions that only drawing needs
//   libvrm-tools.wasm    functions that only the tools need
//   libvrm-face.wasm     functions that only faces and lips need
//
// The linker decides who needs what: the objects are linked with the exports of the runtime alone, with
// those of each part besides, and with all. A function that garbage collection keeps in the first link,
// or in those of two parts, stays in the first file. binaryen's wasm-split moves the rest.
// Static functions of the same name are told apart by -funique-internal-linkage-names.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const [compiler, out, ...objects] = process.argv.slice(2);
if (!objects.length) {
  console.error('usage: node split.mjs COMPILER OUT_FOLDER OBJECT...');
  process.exit(2);
}
const scratch = mkdtempSync(join(tmpdir(), 'vrm-web-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const at = (name) => join(scratch, name);
const run = (program, args) => execFileSync(program, args, { stdio: 'inherit' });

const features = ['simd', 'bulk-memory', 'sign-ext', 'nontrapping-float-to-int', 'mutable-globals']
  .map((name) => `--enable-${name}`);

// ---- Linking ----

/** Initial memory: data and stack. The linker fails when it is too small; engine/module.js has the same number. */
const MEMORY = 2 ** 20;

/** Links objects; returns the names of the functions that are kept, from the linker's map. */
function link(name, chosen) {
  run(compiler, [
    '--target=wasm32-wasi', '-mexec-model=reactor', '-o', at(`${name}.wasm`), ...chosen, '-lm',
    '-Wl,--gc-sections', '-Wl,--import-memory', `-Wl,--initial-memory=${MEMORY}`, '-Wl,--max-memory=2147483648',
    '-Wl,--export-table', '-Wl,--growable-table', '-Wl,--stack-first', '-Wl,-z,stack-size=262144', '-Wl,-O2',
    '-Wl,--fatal-warnings', `-Wl,-Map=${at(`${name}.map`)}`,
  ]);
  const names = [];
  let isCode = false;
  for (const line of readFileSync(at(`${name}.map`), 'utf8').split('\n')) {
    // Address, offset, size; then an output section, an input section or, with the largest indent, a symbol.
    const [, indent, text] = /^ *(?:[0-9a-f]+|-) +[0-9a-f]+ +[0-9a-f]+( +)(.*)$/.exec(line) ?? [];
    if (text === undefined) continue;
    if (indent.length < 8) isCode = text === 'CODE';
    else if (isCode && indent.length >= 16) names.push(text);
  }
  if (names.length === 0) throw new Error(`${name}.map names no function: has the linker another format?`);
  return new Set(names);
}

/** Whether an object is of a part alone. */
const parts = {
  render: (object) => object.includes('/render/') || basename(object).startsWith('render.'),
  tools: (object) => basename(object).startsWith('tools.'),
  face: (object) => object.includes('/wasm/face.'),
};
const names = Object.keys(parts);
const without = (...left) => objects.filter((object) => !left.some((part) => parts[part](object)));

const ofRuntime = link('runtime', without(...names));
const ofPart = Object.fromEntries(names.map((part) => [part, link(part, without(...names.filter((name) => name !== part)))]));
const ofAll = link('all', objects);

// ---- Splitting ----

/** A name as binaryen writes it: all but the characters of identifiers in hexadecimal. */
const escaped = (name) => name.replace(/[^0-9A-Za-z!#$%&'*+\-./:<=>?@\\^_`|~]/g,
  (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** Moves functions that only `part` needs from the file `input` to one of their own. */
function split(input, part, primary, ...options) {
  const others = names.filter((name) => name !== part).map((name) => ofPart[name]);
  const moved = [...ofAll].filter((name) => ofPart[part].has(name) && !ofRuntime.has(name) && !others.some((other) => other.has(name)));
  writeFileSync(at(`${part}.names`), moved.map(escaped).join('\n'));
  run('wasm-split', [at(input), ...options, ...features, `--split-funcs=@${at(`${part}.names`)}`, '--import-namespace=libvrm',
    `--placeholder-namespace=${part}`, `--export-prefix=${part}.`, '-o1', at(primary), '-o2', at(`${part}.cut.wasm`)]);
}

split('all.wasm', 'render', 'first.wasm', '-g'); // keeps the names, for the next split
split('first.wasm', 'tools', 'second.wasm', '-g');
split('second.wasm', 'face', 'runtime.cut.wasm');

// ---- Files ----

/** The lowest kilobyte is the end of the stack, which nothing reaches: no pointer is so small. */
function optimized(part) {
  run('wasm-opt', [at(`${part}.cut.wasm`), ...features, '--strip-debug', '--strip-target-features', '--strip-producers',
    '--low-memory-unused', '--dealign', '-Oz', '-o', at(`${part}.small.wasm`)]);
  return readFileSync(at(`${part}.small.wasm`));
}

/** The module with a custom section "vrm" at its end. */
function marked(module, body) {
  const name = Buffer.from('\x03vrm');
  return Buffer.concat([module, Buffer.from([0, name.length + body.length]), name, body]);
}

// Numbers of functions and addresses of data are those of this link: each file ends with its number, by which the package
// refuses a file of another link that a cache has kept.
const files = { runtime: 'libvrm.wasm', render: 'libvrm-render.wasm', tools: 'libvrm-tools.wasm', face: 'libvrm-face.wasm' };
const modules = Object.keys(files).map(optimized);
const build = createHash('sha256');
for (const module of modules) build.update(module);
const number = build.digest().subarray(0, 4);

mkdirSync(out, { recursive: true });
Object.values(files).forEach((file, i) => writeFileSync(join(out, file), marked(modules[i], number)));
