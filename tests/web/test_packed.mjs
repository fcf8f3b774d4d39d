// SPDX-License-Identifier: MIT
// Packed files (web/packed): the modules come out as they went in, whatever the parts in which they arrive, and what is not such a
// file ends in an error.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { openPage, whyNoChromium } from './browser.mjs';
import { fresh, load, packageFolder, random, sceneBytes, scratch, sourceFolder } from './support.mjs';

const { packer } = await import(pathToFileURL(join(sourceFolder, 'web/build/pack.mjs')));
const { unpacked } = await load('engine/unpack.js');

const file = (name) => readFileSync(join(packageFolder, 'wasm', name));
const unpack = new WebAssembly.Module(file('libvrm-unpack.wasm'));
const pack = packer(readFileSync(join(packageFolder, '../libvrm-pack.wasm')));
const result = (...parts) => unpacked(parts, async () => unpack);
const parts = ['libvrm', 'libvrm-render', 'libvrm-tools', 'libvrm-texts'];

function cut(bytes, pick, most) {
  const list = [];
  for (let at = 0; at < bytes.length;) {
    const end = Math.min(bytes.length, at + 1 + pick(most));
    list.push(bytes.subarray(at, end));
    at = end;
  }
  return list;
}

test('packed files are the plain ones', async () => {
  for (const name of parts) {
    assert.equal(Buffer.compare(await result(file(`${name}.bin`)), file(`${name}.wasm`)), 0, name);
    assert.equal(Buffer.compare(pack(file(`${name}.wasm`)), file(`${name}.bin`)), 0, `${name}: the same each time`);
  }
});

test('in whatever parts they arrive', async () => {
  const pick = random(5), packed = file('libvrm-render.bin'), expected = file('libvrm-render.wasm');
  for (const most of [1, 3, 17, 100, 5000, 20000]) assert.equal(Buffer.compare(await result(...cut(packed, pick, most)), expected), 0, `parts of up to ${most} bytes`);
  assert.equal(Buffer.compare(await result(new ArrayBuffer(0), packed.subarray(0, 4), new Uint8Array(0), packed.subarray(4)), expected), 0, 'empty parts');
  assert.equal(Buffer.compare(await result(...cut(expected, pick, 900)), expected), 0, 'a plain file in parts');
  assert.equal((await result()).length, 0);
});

test('whatever is packed comes out again', async () => {
  const pick = random(11), module = file('libvrm-texts.wasm');
  const head = [0, 97, 115, 109, 1, 0, 0, 0], code = (...bytes) => [...head, 10, bytes.length, ...bytes];
  const inputs = {
    nothing: [], 'one byte': [7], zeros: new Uint8Array(70000), 'every byte': Array.from({ length: 70000 }, (_, i) => i), noise: Array.from({ length: 30000 }, () => pick(256)),
    text: Buffer.from('A sentence, and the same sentence. '.repeat(500)), head, 'a section without end': [...head, 11, 255, 255, 255, 255, 15, 1, 2, 3], 'a section of nothing': [...head, 1, 0, 10, 0, 11, 0],
    'code that ends early': code(2, 5, 0), 'a body of size 0': code(3, 0, 0, 0, 11), 'variables without end': code(1, 9, 255, 255, 255, 255, 15, 1, 127),
    'a table of labels': code(1, 8, 0, 14, 255, 255, 255, 255, 15, 0), 'numbers without end': code(1, 12, 0, 65, ...Array(10).fill(255)), 'a prefix at the end': code(1, 3, 0, 0xfd),
    'random code': code(1, 90, 0, ...Array.from({ length: 90 }, () => pick(256))), 'a module with other bytes': module.map((byte) => (pick(50) === 0 ? pick(256) : byte)),
    'code of random instructions': [...head, 10, ...[0x80 | 80000 & 127, 0x80 | 80000 >> 7 & 127, 80000 >> 14], 1, ...[0x80 | 79990 & 127, 0x80 | 79990 >> 7 & 127, 79990 >> 14], 0, ...Array.from({ length: 79995 }, () => pick(256))],
  };
  for (const [name, input] of Object.entries(inputs)) {
    const bytes = Uint8Array.from(input), packed = pack(bytes);
    assert.equal(Buffer.compare(await result(packed), bytes), 0, name);
    assert.ok(packed.length < bytes.length * 1.05 + 400, `${name}: ${packed.length} of ${bytes.length}`);
  }
});

test('what is cut off, longer or damaged is refused', async () => {
  const pick = random(3), module = file('libvrm-texts.wasm').subarray(0, 9000), packed = pack(module);
  for (const size of [16, 17, 300, packed.length - 1]) await assert.rejects(result(packed.subarray(0, size)), /only \d+ of its \d+ bytes came/, `${size} bytes`);
  await assert.rejects(result(packed, new Uint8Array(1)), /longer than it says/);
  let refused = 0;
  for (let round = 0; round < 200; round++) {
    const damaged = Uint8Array.from(packed), at = 8 + pick(packed.length - 8);
    damaged[at] ^= 1 << pick(8);
    const found = await result(damaged).catch((error) => error.message);
    // The last bits, and ranks of bytes that do not occur, have no effect.
    assert.ok(typeof found === 'string' ? /it is damaged|no memory for its sizes/.test(found) : Buffer.compare(found, module) === 0, `byte ${at}`);
    if (typeof found === 'string') refused++;
  }
  assert.ok(refused > 190, `${refused}`);
  const header = (...numbers) => new Uint8Array(Uint32Array.from([0x706d7276, ...numbers]).buffer);
  for (const sizes of [[0, 0], [15, 5], [2 ** 32 - 1, 5], [16, 2 ** 32 - 1], [2 ** 23 + 1, 2 ** 22], [16, 2 ** 22 + 1]]) await assert.rejects(result(header(...sizes, 0)), /no memory for its sizes/, String(sizes));
  await assert.rejects(result(header(16, 2 ** 22, 0)), /it is damaged/, 'four megabytes of nothing end');
});

test('the package works with them', async () => {
  for (const wasm of [undefined, pathToFileURL(join(packageFolder, 'wasm'))]) {
    const { Model, init } = await fresh();
    await init({ wasm, packed: true });
    const model = await Model.load(sceneBytes('1.0'));
    assert.equal((await model.validate()).errors, 0);
    model.dispose();
  }
  const { init } = await fresh();
  await assert.rejects(init({ packed: 'yes' }), /^TypeError: options\.packed must be true or false/);
});

test('files of both kinds go together, and the names are those of the files', async () => {
  const asked = [], { init, validate } = await fresh();
  await init({ packed: true, wasm: (name) => {
    asked.push(name);
    return file(name === 'libvrm-tools.bin' ? 'libvrm-tools.wasm' : name);
  } });
  assert.equal((await validate(sceneBytes('1.0'))).errors, 0);
  assert.deepEqual(asked.sort(), ['libvrm-texts.bin', 'libvrm-tools.bin', 'libvrm-unpack.wasm', 'libvrm.bin']);
});

test('without what unpacks them the error says so, and the next try may have it', async () => {
  let isThere = false;
  const { init, validate } = await fresh();
  const wasm = (name) => {
    if (name === 'libvrm-unpack.wasm' && !isThere) throw new Error('it is not here');
    return file(name);
  };
  await assert.rejects(init({ wasm, packed: true }), (error) => error.code === 'module' && /libvrm-unpack\.wasm could not be loaded: it is not here/.test(error.message));
  isThere = true;
  await init({ wasm, packed: true });
  assert.equal((await validate(sceneBytes('1.0'))).errors, 0);
});

test('an unpacker that is another module, or packed itself, is an error, and the next try may have the right one', async () => {
  const { init, validate } = await fresh();
  let given = file('libvrm.bin');
  const wasm = (name) => (name === 'libvrm-unpack.wasm' ? given : file(name));
  await assert.rejects(init({ wasm, packed: true }), (error) => error.code === 'module' && /it is packed itself/.test(error.message));
  given = file('libvrm.wasm');
  await assert.rejects(init({ wasm, packed: true }), (error) => error.code === 'module');
  given = file('libvrm-unpack.wasm');
  await init({ wasm, packed: true });
  assert.equal((await validate(sceneBytes('1.0'))).errors, 0);
});

test('a server may call them modules, and an error does not hold its connection', async () => {
  const type = { headers: { 'content-type': 'application/wasm' } };
  const { init, validate } = await fresh();
  let isCancelled = false;
  const endless = new ReadableStream({ start: (controller) => controller.enqueue(file('libvrm.bin').subarray(0, 100)), cancel: () => { isCancelled = true; } });
  const failing = (name) => { if (name === 'libvrm-unpack.wasm') throw null; return new Response(endless, type); };
  await assert.rejects(init({ packed: true, wasm: failing }), (error) => error.code === 'module' && /null/.test(error.message));
  await new Promise(setImmediate);
  assert.ok(isCancelled);
  let isReleased = false;
  const missing = new ReadableStream({ cancel: () => { isReleased = true; } });
  await assert.rejects(init({ packed: true, wasm: () => new Response(missing, { status: 404 }) }), (error) => error.code === 'module');
  assert.ok(isReleased);
  const never = (name) => (name === 'libvrm-unpack.wasm' ? new Promise(() => {}) : new WebAssembly.Module(file('libvrm-unpack.wasm')));
  await assert.rejects(init({ packed: true, wasm: never }), /libvrm\.bin is of another version/);
  await init({ packed: true, wasm: (name) => new Response(file(name), type) });
  assert.equal((await validate(sceneBytes('1.0'))).errors, 0);
});

test('a kind of file that was chosen here is left only for one that is there', async (t) => {
  const gone = ['libvrm-texts.bin', 'libvrm-texts.wasm', 'libvrm-render.wasm'];
  Object.defineProperty(globalThis, 'navigator', { value: { connection: { effectiveType: '3g' } }, configurable: true });
  t.after(() => { delete globalThis.navigator; });
  const folder = join(scratch(), 'libvrm');
  cpSync(packageFolder, folder, { recursive: true });
  for (const name of gone) rmSync(join(folder, 'wasm', name));
  const { loadPart, init } = await import(pathToFileURL(join(folder, 'engine/module.js')));
  await init();
  await assert.rejects(loadPart('texts'), /libvrm-texts\.wasm could not be loaded/);
  await loadPart('render'); // packed as before: there is no other
  const other = file('libvrm-tools.wasm');
  other[other.length - 1] ^= 1; // the number of its build
  writeFileSync(join(folder, 'wasm/libvrm-tools.bin'), pack(other));
  await loadPart('tools'); // the plain one, for the packed one is of another build
  writeFileSync(join(folder, 'wasm/libvrm-texts.wasm'), other);
  await assert.rejects(loadPart('texts'), /libvrm-texts\.wasm is of another build than libvrm\.bin/);
});

test('who unpacks lets others work, in large parts and small ones', async () => {
  const packed = file('libvrm-tools.bin');
  for (const list of [[packed], cut(packed, random(1), 1000)]) {
    let turns = 0, isOver = false;
    const turn = () => { turns++; if (!isOver) setImmediate(turn); };
    setImmediate(turn);
    await result(...list);
    isOver = true;
    assert.ok(turns > 2, `${turns} turns`);
  }
  await assert.rejects(result('text'), /^TypeError: its parts are no bytes/);
});

const skip = await whyNoChromium();

test('a page takes them where the connection is slow, and has the same results', { skip: skip ?? false }, async () => {
  const avatar = Buffer.from(sceneBytes('1.0')), results = new Set();
  async function filesOf(connection, wasm, missing) {
    const { page, complaints, close } = await openPage({ '/avatar.vrm': avatar });
    const names = [];
    if (missing) await page.route(missing, (route) => route.fulfill({ status: 404 }));
    page.on('response', (response) => response.ok() && names.push(...(response.url().match(/libvrm[-a-z]*\.(wasm|bin)$/)?.slice(0, 1) ?? [])));
    results.add(await page.evaluate(async ([given, folder]) => {
      Object.defineProperty(navigator, 'connection', { value: given });
      const { Model, Rig, Sim, init } = await import('/libvrm/index.js');
      if (folder) await init({ wasm: folder });
      const model = await Model.load(await (await fetch('/avatar.vrm')).arrayBuffer());
      const { findings } = await model.validate(), sim = new Sim(), avatar = sim.add(new Rig(model));
      for (let i = 0; i < 30; i++) sim.step(1 / 60);
      return JSON.stringify([findings, [...avatar.worlds]]);
    }, [connection, wasm]));
    assert.equal(complaints.length, missing ? 1 : 0, complaints.join());
    await close();
    return names.sort().join();
  }
  const packed = 'libvrm-texts.bin,libvrm-tools.bin,libvrm-unpack.wasm,libvrm.bin', plain = 'libvrm-texts.wasm,libvrm-tools.wasm,libvrm.wasm';
  assert.equal(await filesOf({ effectiveType: '3g', downlink: 1, saveData: false }), packed);
  assert.equal(await filesOf({ effectiveType: '4g', downlink: 9, saveData: true }), packed);
  assert.equal(await filesOf({ effectiveType: '4g', downlink: 1.3, saveData: false }), plain, 'what chromium says before it has measured');
  assert.equal(await filesOf(undefined), plain);
  assert.equal(await filesOf({ effectiveType: '2g' }, '/libvrm/wasm/'), plain, 'a folder that may have plain files only');
  assert.equal(await filesOf({ effectiveType: '2g' }, undefined, '**/libvrm.bin'), 'libvrm-texts.wasm,libvrm-tools.wasm,libvrm-unpack.wasm,libvrm.wasm');
  assert.equal(results.size, 1);
});
