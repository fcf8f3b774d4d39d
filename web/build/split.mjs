// SPDX-License-Identifier: MIT
// usage: node split.mjs COMPILER OUT_FOLDER OBJECT...
// Links the objects of web/ and cuts the result in files that share memory and function table:
//
//   libvrm.wasm          what runtime needs
//   libvrm-render.wasm   what drawing needs beyond that
//   libvrm-tools.wasm    everything else
//   libvrm-texts.wasm    no code: the sentences of the table of rules, and those that only loading writes, which
//                        are empty strings until this file has written them to their places
//
// Who needs what is the linker's own answer: the objects are linked with the exports of the runtime
// alone, with those of the renderer, with those of the tools, and with all. What garbage collection
// keeps in the first link belongs to the first file, and so does what both others need. Functions are then cut by
// binaryen's wasm-split; what JavaScript calls of a file, or has for it, that file exports and imports itself. Data is cut here: each
// piece keeps its address, and lies in the file that needs it. Static functions are distinguished by
// -funique-internal-linkage-names, sentences by not merging strings between objects; names of members, which are many and
// equal, are merged (wasm_names.mjs). Of the table of rules each file has the entries whose codes its sources name.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  dataModule, dataSegments, exportsOf, functionIndices, functionNames, importsOf, memoryPages, tableOf, withCustom, withData, withExports,
  withImports, withTable,
} from './wasm_binary.mjs';
import { withChoices } from './wasm_choices.mjs';
import { sharedName, withSharedNames } from './wasm_names.mjs';
import { withSimilarNear } from './wasm_order.mjs';
import { withSplats } from './wasm_splats.mjs';

const [compiler, out, ...given] = process.argv.slice(2);
if (!given.length) {
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

/** The objects, with names of members that exist once in all of them. */
const objects = given.map((object) => {
  const copy = at(join('objects', resolve(object)));
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, withSharedNames(readFileSync(object)));
  return copy;
});

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

/** Lines of a link's map, without the names that objects share: whichever object is first has them. */
const ownLines = (name) => readFileSync(at(`${name}.map`), 'utf8').split('\n').filter((line) => sharedName(line) === undefined);

/** Pieces of data in a link: where, how long, and which section of which object; of names that objects share the section alone. */
function dataPieces(name) {
  const pieces = [];
  let isData = false;
  for (const line of readFileSync(at(`${name}.map`), 'utf8').split('\n')) {
    const [, address, size, indent, text] = /^ *([0-9a-f]+|-) +[0-9a-f]+ +([0-9a-f]+)( +)?(.*)$/.exec(line) ?? [];
    if (text === undefined) continue;
    if (indent.length < 8) isData = address !== '-' && text.startsWith('.'); // an output section
    else if (isData && indent.length < 16) pieces.push({ address: parseInt(address, 16), size: parseInt(size, 16), text: sharedName(text) ?? text });
  }
  return pieces;
}

const runtimeLink = link('runtime', objects.filter((object) => !isRender(object) && !isTools(object)));
const renderLink = link('render', objects.filter((object) => !isTools(object)));
const toolsLink = link('tools', objects.filter((object) => !isRender(object)));

/** Objects of which a link keeps something. */
const keptIn = (name) => new Set(ownLines(name).map((line) => / (\/\S+\.obj):\(/.exec(line)?.[1]));

// Objects of the first file first, so that its data lies together: each piece of its own takes bytes.
const [ofFirst, ofSecond] = ['runtime', 'render'].map(keptIn);
const rank = (object) => [ofFirst, ofSecond].findIndex((kept) => kept.has(object)) >>> 0; // in none: the last
const all = link('all', [...objects].sort((a, b) => rank(a) - rank(b)));

// ---- Functions ----

/** A name as binaryen writes it: all but the characters of identifiers in hexadecimal. */
const escaped = (name) => name.replace(/[^0-9A-Za-z!#$%&'*+\-./:<=>?@\\^_`|~]/g,
  (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** Cuts `names` out of the input. What JavaScript calls of them is an export of their own file. */
function split(input, names, part, primary, secondary) {
  const bytes = readFileSync(at(input)), isCut = new Set(names);
  const nameOf = new Map([...functionIndices(bytes)].map(([name, index]) => [index, name]));
  const isOfPart = ({ kind, index }) => kind === 0 && isCut.has(nameOf.get(index));
  const exports = exportsOf(bytes);
  writeFileSync(at(input), withExports(bytes, exports.filter((one) => !isOfPart(one))));
  writeFileSync(at(`${part}.names`), names.map(escaped).join('\n'));
  execFileSync('wasm-split', [at(input), '-g', ...features, `--split-funcs=@${at(`${part}.names`)}`,
    '--import-namespace=libvrm', `--placeholder-namespace=${part}`, `--export-prefix=${part}.`,
    '-o1', at(primary), '-o2', at(secondary)], { stdio: 'inherit' });
  const cut = readFileSync(at(secondary)), indices = functionIndices(cut);
  writeFileSync(at(secondary), withExports(cut, exports.filter(isOfPart).map(({ name, kind, index }) => ({
    name, kind, index: indices.get(nameOf.get(index)),
  }))));
}

const ofRuntime = new Set(functionNames(runtimeLink));
const ofRender = new Set(functionNames(renderLink)), ofTools = new Set(functionNames(toolsLink));
const namesOf = (isIn, isOut) => functionNames(all).filter((name) => isIn.has(name) && !isOut.has(name) && !ofRuntime.has(name));

split('all.wasm', namesOf(ofTools, ofRender), 'tools', 'both.wasm', 'cut-tools.wasm');
split('both.wasm', namesOf(ofRender, ofTools), 'render', 'cut-runtime.wasm', 'cut-render.wasm');

// ---- What the first file has for the others ----

const first = readFileSync(at('cut-runtime.wasm'));
const firstImports = importsOf(first).filter(({ kind }) => kind === 0);
const importOf = (index) => firstImports[index] ?? {};

/** Functions of JavaScript's that the first file imports for others, by the names under which these have them. */
const passed = new Map(exportsOf(first).filter(({ kind, index }) => kind === 0 && index < firstImports.length)
  .map(({ name, index }) => [name, importOf(index)]));

// The others import them themselves.
for (const part of ['render', 'tools']) {
  const bytes = readFileSync(at(`cut-${part}.wasm`));
  writeFileSync(at(`cut-${part}.wasm`), withImports(bytes, importsOf(bytes).map((one) => {
    const { module, name } = (one.module === 'libvrm' && passed.get(one.name)) || one;
    return { ...one, module, name };
  })));
}

// For functions of other files wasm-split leaves imports in the table that would only throw: those places are empty until the file
// is there.
{
  const isOfOthers = ({ index }) => ['render', 'tools'].includes(importOf(index).module);
  const bytes = withTable(first, tableOf(first).filter((entry) => !isOfOthers(entry)));
  writeFileSync(at('cut-runtime.wasm'), withExports(bytes, exportsOf(first).filter(({ name }) => !passed.has(name))));
}

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

/** Sources of a link, and the headers that they include, by path; others than the library's and the renderer's are not found. */
function sourcesOf(name) {
  const waiting = [], sources = new Map();
  for (const line of ownLines(name)) waiting.push(/__\/((?:src|render)\/[^:(]+\.c)\.obj:/.exec(line)?.[1]);
  while (waiting.length > 0) {
    const path = waiting.pop();
    if (path === undefined || sources.has(path)) continue;
    sources.set(path, readFileSync(join(root, path), 'utf8'));
    for (const [, header] of sources.get(path).matchAll(/^#include "([^"]+)"/gm))
      waiting.push([`src/${header}`, header].find((place) => /^(src|render)\//.test(place) && existsSync(join(root, place))));
  }
  return sources;
}

const isTable = (path) => /^src\/base\/(report\.[ch]|rules(\/.*)?\.def)$/.test(path);

/** Codes of rules that a link's sources name: VRMI_RULE_CODE, CODE as a macro's argument, or "CODE". */
function rulesNamed(name) {
  const named = new Set();
  for (const [path, text] of sourcesOf(name)) {
    if (isTable(path)) continue;
    for (const [, code] of text.matchAll(/(?<![A-Za-z0-9_])(?:VRMI_RULE_)?([A-Z][A-Z0-9_]*)/g)) if (allRules.has(code)) named.add(code);
    for (const [, code] of text.matchAll(/VRMI_RULE_(\w+)/g))
      if (!allRules.has(code) && code !== 'COUNT') throw new Error(`${path}: there is no rule ${code}`);
  }
  return named;
}

/** A rule that is found in another way than by its code would be missing from the files that need it. */
function checkSpelling(name) {
  for (const [path, text] of sourcesOf(name))
    if (!isTable(path) && /VRMI_RULE_\s*##|\(vrmi_RuleId\)|VRMI_RULE_\w+\s*[-+]|base\/rules/.test(text))
      throw new Error(`${path} computes rules; split.mjs must know which of them a page needs without the tools`);
}

const pieceOf = (name) => {
  const piece = dataPieces('all').find(({ text }) => text.includes(`/src/base/report.c.obj:(.rodata.${name}`));
  if (!piece) throw new Error(`report.c has no ${name}`);
  return piece;
};

/** The strings of report.c that lie one after the other, and the table of their offsets, as pieces for each rule. */
function stringsOf(name, tableName) {
  const { address, size } = pieceOf(name), table = pieceOf(tableName);
  const offsets = Array.from({ length: table.size / 2 }, (_, i) => bytesAt(table.address + 2 * i, 2).readUInt16LE());
  return {
    all: [address, table.address],
    strings: offsets.map((offset, i) => ({ address: address + offset, size: (offsets[i + 1] ?? size) - offset })),
    entries: offsets.map((_, i) => ({ address: table.address + 2 * i, size: 2 })),
  };
}

const codesOfRules = stringsOf('codes', 'code_offsets'), textsOfRules = stringsOf('texts', 'text_offsets');
const severities = pieceOf('severities');
const rules = codesOfRules.strings.map(({ address }) => textAt(address));
const unlike = rules.find((code) => !/^[A-Z][A-Z0-9_]+$/.test(code));
if (unlike !== undefined || severities.size !== rules.length)
  throw new Error(`the tables of rules are not as they were: ${JSON.stringify(unlike)}`);
const allRules = new Set(rules);
const rulesOf = { runtime: rulesNamed('runtime'), render: rulesNamed('render'), tools: rulesNamed('tools') };
checkSpelling('render');

/** Rules that no source here names are those of programs: policies of the command, graphics cards. No file has them. */
const isOfPrograms = (code) => !rulesOf.render.has(code) && !rulesOf.tools.has(code);
const strange = [...allRules].find((code) => isOfPrograms(code) && !/^(POLICY|GPU)_/.test(code));
if (strange) throw new Error(`the rule ${strange} is named by no source; is it made in another way?`);
function ownerOfRule(code) {
  if (isOfPrograms(code)) return 'none';
  if (rulesOf.runtime.has(code) || rulesOf.render.has(code) === rulesOf.tools.has(code)) return 'runtime';
  return rulesOf.render.has(code) ? 'render' : 'tools';
}

/** Codes, their offsets and severities go with those who name the rules, sentences and their offsets with the texts. */
const piecesOfRules = rules.flatMap((code, i) => {
  const owner = ownerOfRule(code), textOwner = owner === 'none' ? 'none' : 'texts';
  return [
    { ...codesOfRules.strings[i], owner }, { ...codesOfRules.entries[i], owner }, { address: severities.address + i, size: 1, owner },
    { ...textsOfRules.strings[i], owner: textOwner }, { ...textsOfRules.entries[i], owner: textOwner },
  ];
});
const tablesOfRules = new Set([...codesOfRules.all, ...textsOfRules.all, severities.address]);
const allPieces = [...dataPieces('all').filter(({ address }) => !tablesOfRules.has(address)), ...piecesOfRules];

/** Sentences of the sources that run while a model loads, and at no other time, and what the JSON reader says of what it expected. What
 * they find is found again when these are there (engine/module.js, withWholeReport()). Other strings are names and signatures of files. */
function isOfLoading({ text, address, size }) {
  const [, folder] = /\/src\/(container|gltf|json|model)\/\w+\.c\.obj:\(\.rodata\.\.L\.str/.exec(text) ?? [];
  const isSentence = folder === 'json' ? / / : / .*\.$/s;
  return folder !== undefined && isSentence.test(bytesAt(address, size - 1).toString('latin1'));
}

function ownerOf(piece) {
  const { text, owner } = piece;
  if (owner) return owner;
  if (inRuntime.has(text) && isOfLoading(piece)) return 'texts';
  if (inRuntime.has(text) || inRender.has(text) === inTools.has(text)) return 'runtime';
  return inRender.has(text) ? 'render' : 'tools';
}

/** Runs of bytes that are not zero. Gaps of up to three times the cost of a segment are kept, for gzip makes less of them; but none
 * with bytes of another file, which may be loaded already. */
function runs(address, bytes, isForeign) {
  const list = [];
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] === 0) continue;
    const last = list.at(-1);
    if (last && i - last.end < 24 && !isForeign.subarray(last.end, i).includes(1)) last.end = i + 1;
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

const parts = { runtime: 'libvrm.wasm', render: 'libvrm-render.wasm', tools: 'libvrm-tools.wasm' };

function optimized(part) {
  writeFileSync(at('data.wasm'), withData(readFileSync(at(`cut-${part}.wasm`)), dataOf(part)));
  // The lowest kilobyte is the end of the stack, which nothing reaches: no pointer is so small. Engines do not look at the alignments that
  // loads and stores state; without them gzip finds more that is equal.
  // -Oz comes last: its order of instructions is discarded by passes that follow.
  execFileSync('wasm-opt', [at('data.wasm'), ...features, '--strip-debug', '--strip-target-features', '--strip-producers', '--dealign',
    '--low-memory-unused', '-Oz', '--converge', '-o', at('small.wasm')], { stdio: 'inherit' });
  return withChoices(withSimilarNear(withSplats(readFileSync(at('small.wasm')))));
}

const files = new Map(Object.keys(parts).map((part) => [part, optimized(part)]));

// What the files have of each other goes by the functions' whole names: numbers do.
const between = exportsOf(files.get('runtime')).filter(({ name }) => name.includes('.'));
const numbers = new Map(between.map(({ name }, i) => [name, `.${i.toString(36)}`]));
const renamed = (list) => list.map((one) => ({ ...one, name: numbers.get(one.name) ?? one.name }));

// Numbers of functions and addresses of data are those of this link: each file has its number at the end, by which the package refuses
// one of another link that a cache has kept. libvrm.wasm has the pages of memory that it begins with before it.
const texts = dataModule(dataOf('texts'));
const build = createHash('sha256').update(texts);
for (const bytes of files.values()) build.update(bytes);
const number = build.digest().subarray(0, 4);

mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'libvrm-texts.wasm'), withCustom(texts, 'vrm', number));
for (const [part, file] of Object.entries(parts)) {
  const bytes = files.get(part), pages = Buffer.alloc(part === 'runtime' ? 4 : 0);
  if (part === 'runtime') pages.writeUInt32LE(memoryPages(bytes));
  const linked = withImports(withExports(bytes, renamed(exportsOf(bytes))), renamed(importsOf(bytes)));
  writeFileSync(join(out, file), withCustom(linked, 'vrm', Buffer.concat([pages, number])));
}
