// SPDX-License-Identifier: MIT
// usage: node split.mjs COMPILER OUT_FOLDER OBJECT...
// Links the objects of web/ and cuts the result in files that share memory and function table:
//
//   libvrm.wasm          what runtime needs
//   libvrm-render.wasm   what drawing needs beyond that
//   libvrm-tools.wasm    everything else
//   libvrm-texts.wasm    no code: the sentences of the table of rules, which are empty strings until
//                        this file has written them to their places
//
// Who needs what is the linker's own answer: the objects are linked with the exports of the runtime
// alone, with those of the renderer, with those of the tools, and with all. What garbage collection
// keeps in the first link belongs to the first file, and so does what both others need. Functions are then cut by
// binaryen's wasm-split, whose stubs throw until the other file is there. Data is cut here: each
// piece keeps its address, and lies in the file that needs it. Static functions and strings are
// distinguished by -funique-internal-linkage-names and by not merging strings between objects. Of the table of
// rules the tools have those that no source of the others names.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataModule, dataSegments, exportNames, functionNames, memoryPages, withCustom, withData, withNames } from './wasm_binary.mjs';

const [compiler, out, ...objects] = process.argv.slice(2);
if (!objects.length) {
  console.error('usage: node split.mjs COMPILER OUT_FOLDER OBJECT...');
  process.exit(2);
}
const scratch = mkdtempSync(join(tmpdir(), 'vrm-web-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const at = (name) => join(scratch, name);
const root = fileURLToPath(new URL('../..', import.meta.url));

const features = ['simd', 'bulk-memory', 'sign-ext', 'nontrapping-float-to-int', 'mutable-globals']
  .map((name) => `--enable-${name}`);

// ---- Linking ----

/** Objects that export, and those of the renderer; all others are taken by need. */
const isRender = (object) => object.includes('/render/') || basename(object).startsWith('render.');
const isTools = (object) => basename(object).startsWith('tools.');

function link(name, chosen) {
  execFileSync(compiler, [
    '--target=wasm32-wasi', '-mexec-model=reactor', '-o', at(`${name}.wasm`), ...chosen, '-lm',
    '-Wl,--gc-sections', '-Wl,--import-memory', '-Wl,--max-memory=2147483648', '-Wl,--export-table', '-Wl,--growable-table',
    '-Wl,--stack-first', '-Wl,-z,stack-size=262144', '-Wl,-O0', '-Wl,--fatal-warnings',
    `-Wl,-Map=${at(`${name}.map`)}`,
  ], { stdio: 'inherit' });
  return readFileSync(at(`${name}.wasm`));
}

/** Pieces of data in a link: where, how long, and which section of which object. */
function dataPieces(name) {
  const pieces = [];
  let isData = false;
  for (const line of readFileSync(at(`${name}.map`), 'utf8').split('\n')) {
    const [, address, size, indent, text] = /^ *([0-9a-f]+|-) +[0-9a-f]+ +([0-9a-f]+)( +)?(.*)$/.exec(line) ?? [];
    if (text === undefined) continue;
    if (indent.length < 8) isData = address !== '-' && text.startsWith('.'); // an output section
    else if (isData && indent.length < 16) pieces.push({ address: parseInt(address, 16), size: parseInt(size, 16), text });
  }
  return pieces;
}

const runtimeLink = link('runtime', objects.filter((object) => !isRender(object) && !isTools(object)));
const renderLink = link('render', objects.filter((object) => !isTools(object)));
const toolsLink = link('tools', objects.filter((object) => !isRender(object)));
const all = link('all', objects);

// ---- Functions ----

/** A name as binaryen writes it: all but the characters of identifiers in hexadecimal. */
const escaped = (name) => name.replace(/[^0-9A-Za-z!#$%&'*+\-./:<=>?@\\^_`|~]/g,
  (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** Cuts `names` out of the input. */
function split(input, names, part, primary, secondary) {
  writeFileSync(at(`${part}.names`), names.map(escaped).join('\n'));
  execFileSync('wasm-split', [at(input), '-g', ...features, `--split-funcs=@${at(`${part}.names`)}`,
    '--import-namespace=libvrm', `--placeholder-namespace=${part}`, `--export-prefix=${part}.`,
    '-o1', at(primary), '-o2', at(secondary)], { stdio: 'inherit' });
}

const ofRuntime = new Set(functionNames(runtimeLink));
const ofRender = new Set(functionNames(renderLink)), ofTools = new Set(functionNames(toolsLink));
const namesOf = (isIn, isOut) => functionNames(all).filter((name) => isIn.has(name) && !isOut.has(name) && !ofRuntime.has(name));

split('all.wasm', namesOf(ofTools, ofRender), 'tools', 'both.wasm', 'cut-tools.wasm');
split('both.wasm', namesOf(ofRender, ofTools), 'render', 'cut-runtime.wasm', 'cut-render.wasm');

// ---- Data ----

const textsOf = (name) => new Set(dataPieces(name).map(({ text }) => text));
const inRuntime = textsOf('runtime'), inRender = textsOf('render'), inTools = textsOf('tools');

/** The bytes of a piece. */
function bytesAt(address, size) {
  const { address: start, bytes } = dataSegments(all).find((segment) => address >= segment.address && address < segment.address + segment.bytes.length);
  return bytes.subarray(address - start, address - start + size);
}

function textAt(address) {
  const bytes = bytesAt(address, 256);
  return bytes.toString('utf8', 0, bytes.indexOf(0));
}

// The strings of src/base/rules/: sentences and places in the specification have spaces, codes have none.
const isOfRules = ({ text }) => /base[\\/]report\.c.*\.L\.str/.test(text);
const isSentence = ({ address, size }) => bytesAt(address, size).includes(0x20);

/** Codes of the rules that the sources of a link name. */
function rulesNamed(name) {
  const sources = new Set(readFileSync(at(`${name}.map`), 'utf8').split('\n').map((line) => /__\/((?:src|render)\/[^:(]+\.c)\.obj:/.exec(line)?.[1]));
  sources.delete(undefined);
  const named = new Set();
  for (const source of sources) {
    const text = readFileSync(join(root, source), 'utf8');
    for (const [, code] of text.matchAll(/VRMI_RULE_(\w+)/g)) named.add(code);
  }
  if (named.size < 100) throw new Error(`${name}: only ${named.size} rules are named; how are rules spelled?`);
  return named;
}

const rulesOutsideTools = rulesNamed('render');
const ownerOfRule = (code) => (rulesOutsideTools.has(code) ? 'runtime' : 'tools');

/** The table of rules, cut in its entries: code, severity, place, text. */
const RULE_SIZE = 16;
function entriesOfRules({ address, size }) {
  return Array.from({ length: size / RULE_SIZE }, (_, i) => {
    const at = address + i * RULE_SIZE;
    return { address: at, size: RULE_SIZE, owner: ownerOfRule(textAt(bytesAt(at, 4).readUInt32LE())) };
  });
}

const allPieces = dataPieces('all').flatMap((piece) => (/\.rodata\.vrmi_rules\)/.test(piece.text) ? entriesOfRules(piece) : [piece]));

function ownerOf(piece) {
  const { text, owner } = piece;
  if (owner) return owner;
  if (isOfRules(piece)) return isSentence(piece) ? 'texts' : ownerOfRule(textAt(piece.address));
  if (inRuntime.has(text) || inRender.has(text) === inTools.has(text)) return 'runtime';
  return inRender.has(text) ? 'render' : 'tools';
}

/** Runs of bytes that are not zero. Gaps of up to twice the cost of a segment are kept, for gzip makes less of them; but none
 * with bytes of another file, which may be loaded already. */
function runs(address, bytes, isForeign) {
  const list = [];
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] === 0) continue;
    const last = list.at(-1);
    if (last && i - last.end < 16 && !isForeign.subarray(last.end, i).includes(1)) last.end = i + 1;
    else list.push({ start: i, end: i + 1 });
  }
  return list.map(({ start, end }) => ({ address: address + start, bytes: bytes.subarray(start, end) }));
}

function dataOf(part) {
  const pieces = allPieces.filter((piece) => ownerOf(piece) !== part);
  return dataSegments(all).flatMap(({ address, bytes }) => {
    const copy = Buffer.from(bytes), isForeign = new Uint8Array(bytes.length);
    for (const piece of pieces) {
      const start = piece.address - address;
      if (start >= copy.length || start + piece.size <= 0) continue;
      copy.fill(0, Math.max(0, start), start + piece.size);
      isForeign.fill(1, Math.max(0, start), start + piece.size);
    }
    const list = runs(address, copy, isForeign);
    for (const run of list)
      if (!run.bytes.equals(bytes.subarray(run.address - address, run.address - address + run.bytes.length)))
        throw new Error(`${part}: data at ${run.address} would overwrite that of another file`);
    return list;
  });
}

// ---- Files ----

mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'libvrm-texts.wasm'), dataModule(dataOf('texts')));
const parts = { runtime: 'libvrm.wasm', render: 'libvrm-render.wasm', tools: 'libvrm-tools.wasm' };

function optimized(part) {
  writeFileSync(at('data.wasm'), withData(readFileSync(at(`cut-${part}.wasm`)), dataOf(part)));
  // The lowest kilobyte is the end of the stack, which nothing reaches: no pointer is so small.
  execFileSync('wasm-opt', [at('data.wasm'), '--low-memory-unused', '-Oz', '--converge', ...features, '--strip-debug',
    '--strip-producers', '-o', at('small.wasm')], { stdio: 'inherit' });
  return readFileSync(at('small.wasm'));
}

const files = new Map(Object.keys(parts).map((part) => [part, optimized(part)]));

// What the files have of each other goes by the functions' whole names: numbers do.
const between = exportNames(files.get('runtime')).filter((name) => name.includes('.'));
const numbers = new Map(between.map((name, i) => [name, `.${i.toString(36)}`]));

for (const [part, file] of Object.entries(parts)) {
  let bytes = withNames(files.get(part), 'libvrm', (name) => numbers.get(name) ?? name);
  if (part === 'runtime') {
    const pages = Buffer.alloc(4);
    pages.writeUInt32LE(memoryPages(bytes));
    bytes = withCustom(bytes, 'vrm.pages', pages);
  }
  writeFileSync(join(out, file), bytes);
}
