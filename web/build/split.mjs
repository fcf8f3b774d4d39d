// SPDX-License-Identifier: MIT
// usage: node split.mjs COMPILER OUT_FOLDER OBJECT...
// Links the objects of web/ and splits the result into files that share memory and function table:
//
//   libvrm.wasm          what every page needs
//   libvrm-render.wasm   functions and tables that only drawing needs
//   libvrm-tools.wasm    those that only the tools need
//   libvrm-face.wasm     those that only actors, faces and lips need
//   libvrm-live.wasm     those that only trackers need
//
// The linker decides who needs what: the objects are linked with the exports of the runtime alone, with
// those of each part besides, and with all. A function that garbage collection keeps in the first link,
// or in those of two parts, stays in the first file. binaryen's wasm-split moves the rest. Constant
// tables go the same way: their bytes are cut out of the first file, and written into memory when their
// part is instantiated. So do strings: the linker leaves them in sections of their own (-O0), since strings that
// it merges could not be cut out.
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

const features = ['simd', 'bulk-memory', 'sign-ext', 'nontrapping-float-to-int', 'mutable-globals'].map(
  (name) => `--enable-${name}`,
);

// ---- Linking ----

/** Initial memory: data and stack. The linker fails when it is too small; engine/module.js has the same number. */
const MEMORY = 2 ** 20;

/** Links objects; returns what is kept, from the linker's map: the names of functions, and constant tables by object and
 * section, in order of address. */
function link(name, chosen) {
  run(compiler, [
    '--target=wasm32-wasi',
    '-mexec-model=reactor',
    '-o',
    at(`${name}.wasm`),
    ...chosen,
    '-lm',
    '-Wl,--gc-sections',
    '-Wl,--import-memory',
    `-Wl,--initial-memory=${MEMORY}`,
    '-Wl,--max-memory=2147483648',
    '-Wl,--export-table',
    '-Wl,--growable-table',
    '-Wl,--stack-first',
    '-Wl,-z,stack-size=262144',
    '-Wl,-O0',
    '-Wl,--fatal-warnings',
    `-Wl,-Map=${at(`${name}.map`)}`,
  ]);
  const functions = [],
    tables = new Map();
  let section = '';
  for (const line of readFileSync(at(`${name}.map`), 'utf8').split('\n')) {
    // Address, offset, size; then an output section, an input section or, with the largest indent, a symbol.
    const [, address, size, indent, text] = /^ *([0-9a-f]+|-) +[0-9a-f]+ +([0-9a-f]+)( +)(.*)$/.exec(line) ?? [];
    if (text === undefined) continue;
    if (indent.length < 8) section = text;
    else if (section === 'CODE' && indent.length >= 16) functions.push(text);
    else if (section === '.rodata' && indent.length < 16)
      tables.set(text, { address: parseInt(address, 16), size: parseInt(size, 16) });
  }
  if (functions.length === 0 || tables.size === 0)
    throw new Error(`${name}.map names no function or no table: has the linker another format?`);
  return { functions: new Set(functions), tables };
}

/** Whether an object is of a part alone. */
const parts = {
  render: (object) => object.includes('/render/') || basename(object).startsWith('render.'),
  tools: (object) =>
    ['tools', 'motion', 'points', 'author', 'expressions'].some((name) => object.includes(`/wasm/${name}.`)),
  face: (object) => object.includes('/wasm/face.') || object.includes('/wasm/actor.'),
  live: (object) => object.includes('/wasm/live.'),
};
const names = Object.keys(parts);
const without = (...left) => objects.filter((object) => !left.some((part) => parts[part](object)));

const ofRuntime = link('runtime', without(...names));
const ofPart = Object.fromEntries(
  names.map((part) => [part, link(part, without(...names.filter((name) => name !== part)))]),
);
const ofAll = link('all', objects);

// ---- Splitting ----

/** A name as binaryen writes it: all but the characters of identifiers in hexadecimal. */
const escaped = (name) =>
  name.replace(
    /[^0-9A-Za-z!#$%&'*+\-./:<=>?@\\^_`|~]/g,
    (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );

/** Of all functions or tables those that only `part` needs. */
function onlyOf(part, kind, all) {
  const others = [ofRuntime, ...names.filter((name) => name !== part).map((name) => ofPart[name])];
  return [...all].filter((name) => ofPart[part][kind].has(name) && !others.some((other) => other[kind].has(name)));
}

/** A number of a module and the place after it. */
function unleb(module, place) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = module[place++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return [value, place];
  }
}

/** The place of address 0 in a module with one segment of data, if its memory were in the file as a whole. */
function placeOfMemory(module) {
  for (let place = 8; place < module.length;) {
    const id = module[place],
      [size, body] = unleb(module, place + 1);
    place = body + size;
    if (id !== 11) continue;
    const [count, first] = unleb(module, body),
      [address, end] = unleb(module, first + 2),
      [length, bytes] = unleb(module, end + 1);
    if (
      count !== 1 ||
      module[first] !== 0 ||
      module[first + 1] !== 0x41 ||
      module[end] !== 0x0b ||
      bytes + length !== place
    )
      throw new Error('all.wasm has other data than one segment');
    return bytes - address;
  }
  throw new Error('all.wasm has no data');
}

/** Takes the tables of a part out of the module of all: [{ address, bytes }]. Those that follow each other are one. */
function cutTables(module, memory, part) {
  const order = [...ofAll.tables.keys()],
    runs = [];
  let last = -2;
  for (const name of onlyOf(part, 'tables', order)) {
    const { address, size } = ofAll.tables.get(name),
      index = order.indexOf(name);
    if (index === last + 1) runs.at(-1).end = address + size;
    else runs.push({ address, end: address + size });
    last = index;
  }
  return runs.map(({ address, end }) => {
    const place = module.subarray(memory + address, memory + end),
      bytes = Buffer.from(place);
    place.fill(0);
    return { address, bytes };
  });
}

const whole = readFileSync(at('all.wasm')),
  memory = placeOfMemory(whole);
const tablesOf = Object.fromEntries(names.map((part) => [part, cutTables(whole, memory, part)]));
writeFileSync(at('all.wasm'), whole);

/** Moves functions that only `part` needs from the file `input` to one of their own. */
function split(input, part, primary, ...options) {
  const moved = onlyOf(part, 'functions', ofAll.functions);
  writeFileSync(at(`${part}.names`), moved.map(escaped).join('\n'));
  run('wasm-split', [
    at(input),
    ...options,
    ...features,
    `--split-funcs=@${at(`${part}.names`)}`,
    '--import-namespace=libvrm',
    `--placeholder-namespace=${part}`,
    `--export-prefix=${part}.`,
    '-o1',
    at(primary),
    '-o2',
    at(`${part}.cut.wasm`),
  ]);
}

split('all.wasm', 'render', 'first.wasm', '-g'); // keeps the names, for the next split
split('first.wasm', 'tools', 'second.wasm', '-g');
split('second.wasm', 'face', 'third.wasm', '-g');
split('third.wasm', 'live', 'runtime.cut.wasm');

// ---- Files ----

/** The lowest kilobyte is the end of the stack, which nothing reaches: no pointer is so small. */
function optimized(part) {
  run('wasm-opt', [
    at(`${part}.cut.wasm`),
    ...features,
    '--strip-debug',
    '--strip-target-features',
    '--strip-producers',
    '--low-memory-unused',
    '--zero-filled-memory',
    '--dealign',
    '-Oz',
    '-o',
    at(`${part}.small.wasm`),
  ]);
  return readFileSync(at(`${part}.small.wasm`));
}

/** A number in the form of WebAssembly, 7 bits in a byte. */
function leb(value, isSigned = false) {
  const bytes = [];
  for (;;) {
    const low = value & 127;
    value >>>= 7; // none is negative
    if (value === 0 && !(isSigned && low & 64)) return Buffer.from([...bytes, low]);
    bytes.push(low | 128);
  }
}

/** A module without data, with these tables as its data. */
function withTables(module, tables) {
  if (tables.length === 0) return module;
  const segments = tables.flatMap(({ address, bytes }) => [
    Buffer.from([0, 0x41]),
    leb(address, true),
    Buffer.from([0x0b]),
    leb(bytes.length),
    bytes,
  ]);
  const body = Buffer.concat([leb(tables.length), ...segments]);
  return Buffer.concat([module, Buffer.from([11]), leb(body.length), body]);
}

/** The module with a custom section "vrm" at its end. */
function marked(module, body) {
  const name = Buffer.from('\x03vrm');
  return Buffer.concat([module, Buffer.from([0, name.length + body.length]), name, body]);
}

// Numbers of functions and addresses of data are those of this link: each file ends with its number, by which the package
// refuses a file of another link that a cache has kept.
const files = {
  runtime: 'libvrm.wasm',
  render: 'libvrm-render.wasm',
  tools: 'libvrm-tools.wasm',
  face: 'libvrm-face.wasm',
  live: 'libvrm-live.wasm',
};
const modules = Object.keys(files).map((part) => withTables(optimized(part), tablesOf[part] ?? []));
const build = createHash('sha256');
for (const module of modules) build.update(module);
const number = build.digest().subarray(0, 4);

mkdirSync(out, { recursive: true });
Object.values(files).forEach((file, i) => writeFileSync(join(out, file), marked(modules[i], number)));
