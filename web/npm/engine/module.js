// SPDX-License-Identifier: MIT
// The WebAssembly module: fetching, starting, memory. Everything else goes through `vrm`, which has
// the module's functions, and the helpers below it.
//
// The files come from one link (web/build/split.mjs) and share memory and function table:
//   libvrm.wasm          what every page needs
//   libvrm-render.wasm   drawing, fetched by libvrm/stage
//   libvrm-tools.wasm    validate, migrate, normalize, optimize, edit, save, bake, record, motion capture
//   libvrm-face.wasm     actors, living faces, lips from sound
//   libvrm-live.wasm     trackers
// libvrm-rules.txt has the sentences of the validator's rules. It is fetched with the tools, or when a loaded file
// has findings.
import { VrmError, checkNumber, checkObject, failure, lostReport, whyMoved, wrong } from './errors.js';
import { inPieces, othersTurn, pieceSize } from './turn.js';

/** The functions of the module, by the names of web/wasm/. Empty before the start; functions of a part throw until
 * loadPart() has loaded its file. */
export const vrm = {};

/** Names and numbers from C: bones, presets, enumerations. */
export const constants = {};

/** WebGL functions for the renderer by name, and `image`; filled by engine/gl.js. */
export const glFunctions = {};

/** Functions that C calls while one of its own runs, by name: `settle`, set by engine/actor.js. */
export const hostCalls = {};

export const settings = { warnings: true };

const encoder = new TextEncoder();
const decoder = new TextDecoder();

// Literal and one by one: bundlers find the files of a module by this form.
const files = {
  'libvrm.wasm': new URL('../wasm/libvrm.wasm', import.meta.url),
  'libvrm-render.wasm': new URL('../wasm/libvrm-render.wasm', import.meta.url),
  'libvrm-tools.wasm': new URL('../wasm/libvrm-tools.wasm', import.meta.url),
  'libvrm-face.wasm': new URL('../wasm/libvrm-face.wasm', import.meta.url),
  'libvrm-live.wasm': new URL('../wasm/libvrm-live.wasm', import.meta.url),
  'libvrm-rules.txt': new URL('../wasm/libvrm-rules.txt', import.meta.url),
};

let memory = null;
let exported = null;
let starting = null;
let source = null;
let build = 0; // build number of the file that was started
let out = 0; // address of the words, in which functions return more than a number
let hostFiles = null; // side files while a model loads

let bytesView = new Uint8Array(0);
let wordsView = new Uint32Array(0);
let floatsView = new Float32Array(0);

// ---- Starting ----

export function isStarted() {
  return exported !== null;
}

export function requireStarted(what) {
  if (exported === null) throw new Error(`${what}: the module is not started; await init() or Model.load() first`);
}

let again = {}; // options of a start that failed because a file was missing

export function init(options = again) {
  checkObject('options', options);
  starting ??= start(options).catch((error) => {
    starting = null; // the next call may try again
    again = error.code === 'module' ? options : {};
    throw error;
  });
  return starting;
}

/** Bundlers replace `process.env.NODE_ENV` by its value; pages without one have no `process`. */
function isProduction() {
  try {
    return process.env.NODE_ENV === 'production';
  } catch {
    return false;
  }
}

const initialPages = 16; // pages of memory: MEMORY of web/build/split.mjs

async function start({ wasm, maximumMemory = 2 ** 31, warnings }) {
  checkNumber('options.maximumMemory', maximumMemory);
  if (wasm && typeof wasm !== 'string' && typeof wasm !== 'function' && !(wasm instanceof URL))
    throw wrong('options.wasm', 'an address or a function', wasm);
  if (warnings !== undefined) settings.warnings = Boolean(warnings);
  else settings.warnings = !isProduction();
  const maximum = Math.min(32768, Math.floor(maximumMemory / 65536));
  if (maximum < initialPages)
    throw new RangeError(`options.maximumMemory must be at least ${initialPages * 65536}, not ${maximumMemory}`);
  source = wasm ?? ((name) => files[name]);
  const module = await compile('libvrm.wasm');
  const number = buildOf(module);
  if (number === undefined || WebAssembly.Module.imports(module).some(({ module: from }) => from === 'libvrm'))
    throw new VrmError('module', 'libvrm.wasm is of another version of this package, or another file');
  memory = new WebAssembly.Memory({ initial: initialPages, maximum });
  const instance = await WebAssembly.instantiate(module, importsOf(module));
  exported = instance.exports;
  build = number;
  exported._initialize();
  Object.assign(vrm, exported);
  out = vrm.out();
  Object.assign(constants, readJson('init', vrm.constants()));
  for (const listener of startListeners) listener();
}

const startListeners = [];

/** Calls `listener` when the module has started. */
export function onStart(listener) {
  startListeners.push(listener);
}

/** The build number at the end of a file. */
function buildOf(module) {
  const [section] = WebAssembly.Module.customSections(module, 'vrm');
  return section?.byteLength === 4 ? new Uint32Array(section)[0] : undefined;
}

const environment = {
  // Calls of wasi-libc. There are no files, arguments or clocks: each returns "not supported".
  wasi_snapshot_preview1: new Proxy(
    {},
    {
      get: (_, name) =>
        name === 'proc_exit'
          ? (status) => {
              throw new WebAssembly.RuntimeError(`libvrm ended with status ${status}`);
            }
          : () => 52,
    },
  ),
  host: {
    readFile: (path, length) => readHostFile(text(path, length)),
    image: (index) => glFunctions.image(index),
    settle: (actor, time) => hostCalls.settle(actor, time),
    // Decodes names in VMD files: code page 932 as on Windows.
    shiftJis: (...bytes) => new TextDecoder('shift_jis').decode(new Uint8Array(bytes)).codePointAt(0),
  },
};

function notLoaded() {
  throw new WebAssembly.RuntimeError('a function of libvrm is called whose file is not loaded');
}

function importsOf(module) {
  const imports = { env: { memory }, libvrm: exported ?? {} };
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (kind !== 'function' || from === 'libvrm') continue;
    imports[from] ??= {};
    if (from === 'gl') imports.gl[name] = (...args) => glFunctions[name](...args);
    else imports[from][name] = environment[from]?.[name] ?? notLoaded; // throws until loadPart() replaces it
  }
  return imports;
}

// ---- The parts that come later ----

const parts = new Map();

export function loadPart(part) {
  if (!parts.has(part)) {
    const loading = init().then(async () => {
      const name = `libvrm-${part}.wasm`,
        module = await compile(name);
      if (buildOf(module) !== build)
        // a file of another build would call the wrong functions
        throw new VrmError('module', `${name} is of another build than libvrm.wasm; has a cache kept one of them?`);
      await WebAssembly.instantiate(module, importsOf(module));
    });
    loading.catch(() => parts.delete(part));
    parts.set(part, loading);
  }
  return parts.get(part);
}

const longestWait = 5000; // milliseconds
let sentences = null; // sentences by code of the rule
let rules = null; // the request for the sentences, and the wait for it

async function fetchRules() {
  const name = 'libvrm-rules.txt';
  try {
    const given = await (typeof source === 'function' ? source(name) : new URL(name, folder(source)));
    const read = JSON.parse(decoder.decode(await bytesOf(given)));
    if (typeof read !== 'object' || read === null) throw new Error('it is no object');
    sentences = new Map(Object.entries(read));
  } catch (error) {
    rules = null; // the next finding tries again
    throw error;
  }
}

/** Resolves with whether the sentences are loaded. A slow server delays a page only once, by at most `longestWait`:
 * findings have codes instead then. Sentences that arrive later are used from then on. */
function loadRules() {
  if (rules === null) {
    const loading = init().then(fetchRules);
    rules = {
      wait: new Promise((resolve) => {
        const timer = setTimeout(resolve, longestWait, false);
        loading
          .then(
            () => true,
            () => false,
          )
          .then(resolve)
          .finally(() => clearTimeout(timer));
      }),
    };
  }
  return rules.wait;
}

/** Loads libvrm-tools.wasm and the sentences of the rules. */
export const loadTools = () => Promise.all([loadPart('tools'), loadRules()]).then(() => {});

// ---- Fetching ----

async function compile(name) {
  let from = '';
  try {
    const given = await (typeof source === 'function' ? source(name) : new URL(name, folder(source)));
    if (typeof given === 'string' || given instanceof URL) from = ` from ${given}`;
    if (given instanceof WebAssembly.Module) return given;
    if (isResponse(given)) return await compiledResponse(given);
    if (isAddress(given) && !isFile(given)) return await compiledResponse(await fetch(addressOf(given)));
    return await WebAssembly.compile(await bytesOf(given));
  } catch (error) {
    throw new VrmError(
      'module',
      `${name} could not be loaded${from}: ${error?.message ?? error}${whyMoved(import.meta.url)}`,
      undefined,
      { cause: error },
    );
  }
}

function folder(address) {
  const base = globalThis.document?.baseURI ?? globalThis.location?.href ?? 'file:///';
  const url = new URL(address, base);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

const isAddress = (given) => typeof given === 'string' || given instanceof URL;
const isResponse = (given) => typeof Response === 'function' && given instanceof Response;
const addressOf = (given) => new URL(given, globalThis.location?.href);

/** Whether Node reads the address as a file. */
const isFile = (given) =>
  isAddress(given) && addressOf(given).protocol === 'file:' && Boolean(globalThis.process?.versions?.node);

async function checked(response) {
  if (response.ok) return response;
  response.body?.cancel().catch(() => {}); // releases the connection
  throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
}

/** The bytes of an address, a response, or bytes themselves. */
async function bytesOf(given) {
  if (given instanceof ArrayBuffer || ArrayBuffer.isView(given)) return given;
  if (isFile(given)) {
    const fs = 'node:fs/promises'; // as a variable: bundlers have no such module for browsers
    const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ fs);
    return readFile(addressOf(given));
  }
  if (!isAddress(given) && !isResponse(given)) throw wrong('wasm', 'an address, bytes, a module or a response', given);
  return (await checked(isResponse(given) ? given : await fetch(addressOf(given)))).arrayBuffer();
}

async function compiledResponse(response) {
  await checked(response);
  const type = response.headers.get('content-type') ?? ''; // a parameter prevents streaming compilation
  if (type === 'application/wasm' && WebAssembly.compileStreaming) return WebAssembly.compileStreaming(response);
  const bytes = await response.arrayBuffer();
  if (new Uint8Array(bytes)[0] === 0x3c) throw new Error('the server answered with an HTML page'); // for a missing file
  return WebAssembly.compile(bytes);
}

// ---- Memory ----
// Memory that grows gets a new buffer: views of the old one are replaced.

export function memorySize() {
  return memory === null ? 0 : memory.buffer.byteLength;
}

export function heap() {
  if (bytesView.buffer !== memory.buffer) bytesView = new Uint8Array(memory.buffer);
  return bytesView;
}

export function floatHeap() {
  if (floatsView.buffer !== memory.buffer) floatsView = new Float32Array(memory.buffer);
  return floatsView;
}

function words() {
  if (wordsView.buffer !== memory.buffer) wordsView = new Uint32Array(memory.buffer);
  return wordsView;
}

/** Word `index` of the last call's results, as an integer or as a float. */
export const word = (index) => words()[(out >> 2) + index];
export const floatWord = (index) => floatHeap()[(out >> 2) + index];

/** The address of the words, for answers of JavaScript to C. */
export const wordsAddress = () => out;

/** A view of floats; null for address 0. */
export function floatsAt(address, count) {
  return address === 0 ? null : new Float32Array(memory.buffer, address, count);
}

/** Allocates memory; throws a VrmError if there is none. */
export function take(size, what) {
  const address = vrm.alloc(Math.max(size, 1)) >>> 0;
  if (address === 0) throw failure(what, 'memory');
  return address;
}

export function release(address) {
  vrm.free(address);
}

/** Copies an output, which is a view of this memory, before memory grows. */
const apart = (array) => (array.buffer === memory.buffer ? array.slice() : array);

/** Allocates a copy of bytes. */
export function takeBytes(bytes, what) {
  const given = apart(bytes),
    address = take(given.length, what);
  heap().set(given, address);
  return address;
}

/** The same for a whole file. */
export async function takeFile(bytes, what) {
  const given = apart(bytes),
    address = take(given.length, what);
  try {
    await inPieces(given.length, (at, end) => heap().set(given.subarray(at, end), address + at));
  } catch (error) {
    release(address); // the bytes were transferred meanwhile
    throw error;
  }
  return address;
}

/** A copy of a whole file in memory, which stays there. */
export async function fileAt(address, size) {
  if (size > pieceSize) await othersTurn(); // what made the file has had this one
  const file = new Uint8Array(size);
  await inPieces(size, (at, end) => file.set(heap().subarray(address + at, address + end), at));
  return file;
}

/** Passes text to C as terminated UTF-8. `use` gets its address, and its size without the zero. */
export function withText(value, what, use) {
  const bytes = encoder.encode(value);
  const address = take(bytes.length + 1, what);
  try {
    heap().set(bytes, address);
    heap()[address + bytes.length] = 0;
    return use(address, bytes.length);
  } finally {
    release(address);
  }
}

/** The same for text that may be undefined, which is address 0. */
export const withOptionalText = (value, what, use) => (value === undefined ? use(0) : withText(value, what, use));

/** Copies numbers to memory for the duration of a call. */
export function withFloats(numbers, what, use) {
  const given = apart(numbers),
    address = take(given.length * 4, what);
  try {
    floatHeap().set(given, address >> 2);
    return use(address);
  } finally {
    release(address);
  }
}

export function text(address, size) {
  return decoder.decode(heap().subarray(address, address + size));
}

// ---- Results ----

const resultNames = [];

/** The code of a vrm_Result; null for success. */
export function resultCode(result) {
  if (result === 0) return null;
  if (resultNames.length === 0)
    for (const [name, value] of Object.entries(constants.results ?? { memory: 2 })) resultNames[value] = name;
  return resultNames[result] ?? 'invalid';
}

/** Throws the error of a failed call. */
export function check(what, result, report) {
  const code = resultCode(result);
  if (code !== null) throw failure(what, code, report);
}

/** Parses the JSON that a call has returned. */
export function readJson(what, result) {
  check(what, result);
  return JSON.parse(text(word(0), word(1)));
}

// ---- Reports ----

/** A code as words, for findings without a sentence. */
const inWords = (code) => `${code[0]}${code.slice(1).toLowerCase().replaceAll('_', ' ')}.`;

function finished(report) {
  for (const finding of report.findings) {
    finding.message ||= sentences?.get(finding.code) ?? inWords(finding.code);
    Object.freeze(finding);
  }
  Object.freeze(report.findings);
  return Object.freeze(report);
}

/** Creates a report; 0 without memory, and the call runs without one. */
const takeReport = (maxFindings) => (vrm.report_create(maxFindings) === 0 ? word(0) : 0);

/** Reads a report; undefined without memory, so that other results of the call are not lost. */
function readReport(address) {
  if (address === 0 || vrm.report_json(address) !== 0) return undefined;
  return JSON.parse(text(word(0), word(1)));
}

/** Whether all findings have messages. libvrm-rules.txt has the sentences of rules, the module messages with values. */
const isWhole = (report) => !report || sentences !== null || report.findings.every(({ message }) => message !== '');

/** Calls `use` with a report; returns its result and the report. */
function reported(use, maxFindings) {
  const address = takeReport(maxFindings);
  try {
    const value = use(address);
    return { value, report: readReport(address) };
  } finally {
    vrm.report_destroy(address);
  }
}

/** Calls `use` with a report; returns its result and the findings. Missing sentences are fetched for the next time. */
export function withReport(use, maxFindings = 0) {
  const { value, report } = reported(use, maxFindings);
  if (!isWhole(report)) loadRules();
  return { value, report: report ? finished(report) : lostReport };
}

/** The same; waits for the sentences. */
export async function withWholeReport(use, maxFindings = 0) {
  const { value, report } = reported(use, maxFindings);
  if (!isWhole(report)) await loadRules();
  return { value, report: report ? finished(report) : lostReport };
}

// ---- Side files ----

function readHostFile(path) {
  const bytes = hostFiles?.get(path);
  if (!bytes) return 0;
  const address = vrm.alloc(Math.max(bytes.length, 1)) >>> 0;
  if (address === 0) return 0;
  heap().set(bytes, address);
  words()[out >> 2] = bytes.length;
  return address;
}

/** Provides side files while `use` runs. */
export function withFiles(files, use) {
  hostFiles = files;
  try {
    return use();
  } finally {
    hostFiles = null;
  }
}
