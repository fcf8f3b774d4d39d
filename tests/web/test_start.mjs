// SPDX-License-Identifier: MIT
// How the .wasm files come: servers as they are, failures that say which address, and the next try.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import test from 'node:test';
import { fresh, packageFolder, sceneBytes } from './support.mjs';

/** A server of wasm/ whose `answer(name, response, count)` may answer first, by returning true. */
async function serving(answer, use) {
  const counts = {};
  const server = createServer((request, response) => {
    const name = request.url.split('/').at(-1);
    counts[name] = (counts[name] ?? 0) + 1;
    if (!answer(name, response, counts[name]))
      response.writeHead(200).end(readFileSync(join(packageFolder, 'wasm', name)));
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    await use(`http://127.0.0.1:${server.address().port}/wasm/`, counts);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const withType = (type) => (name, response) => {
  response.writeHead(200, { 'content-type': type }).end(readFileSync(join(packageFolder, 'wasm', name)));
  return true;
};

for (const type of [
  'application/wasm',
  'Application/WASM',
  'application/wasm; charset=utf-8',
  'application/octet-stream',
  'text/html',
])
  test(`a file of type ${type} is taken`, () =>
    serving(withType(type), async (wasm) => {
      const { init, validate } = await fresh();
      await init({ wasm });
      assert.equal((await validate(sceneBytes('1.0'))).errors, 0);
    }));

test('an error names the address, also where a page came instead', () =>
  serving(
    (name, response) => {
      if (name === 'libvrm-tools.wasm') response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
      else if (name === 'libvrm-rules.txt') response.writeHead(404).end();
      else return false;
      return true;
    },
    async (wasm) => {
      const { init, loadTools, VrmError } = await fresh();
      await init({ wasm });
      const error = await loadTools().catch((reason) => reason);
      assert.ok(error instanceof VrmError && error.code === 'module');
      assert.ok(error.message.includes(`${wasm}libvrm-tools.wasm`), error.message);
    },
  ));

test('files of different builds are not mixed, and those of another version are refused', () =>
  serving(
    (name, response, count) => {
      const bytes = readFileSync(
        join(packageFolder, 'wasm', name === 'libvrm.wasm' && count === 1 ? 'libvrm-tools.wasm' : name),
      );
      if (name === 'libvrm-tools.wasm' && count === 1) bytes[bytes.length - 1] ^= 1; // the number of its build
      response.writeHead(200, { 'content-type': 'application/wasm' }).end(bytes);
      return true;
    },
    async (wasm) => {
      const { init, loadTools, validate } = await fresh();
      await assert.rejects(
        init({ wasm }),
        (error) => error.code === 'module' && /libvrm\.wasm .*another/.test(error.message),
      );
      await init({ wasm });
      await assert.rejects(
        loadTools(),
        (error) => error.code === 'module' && /libvrm-tools\.wasm .*another build/.test(error.message),
      );
      assert.equal((await validate(sceneBytes('1.0'))).errors, 0);
    },
  ));

test('options that make no sense are refused, and the next start has none of them', async () => {
  const { Model, init } = await fresh();
  for (const wasm of [5, {}, new Uint8Array(8)])
    await assert.rejects(init({ wasm }), /^TypeError: options\.wasm must be an address or a function/);
  for (const maximumMemory of ['1', NaN])
    await assert.rejects(init({ maximumMemory }), /^TypeError: options\.maximumMemory/);
  await assert.rejects(init({ maximumMemory: 1 }), /^RangeError: options\.maximumMemory/);
  (await Model.load(sceneBytes('1.0'))).dispose();
});

test('what failed is tried again, with the options that were given', () =>
  serving(
    (name, response, count) => {
      if (count > 1) return false;
      response.destroy(); // offline for a moment
      return true;
    },
    async (wasm, counts) => {
      const { Model, init, memorySize } = await fresh();
      const failed = (error) => error.code === 'module' && error.message.includes(wasm);
      await assert.rejects(init({ wasm, maximumMemory: 32 * 1024 * 1024 }), failed);
      const model = await Model.load(sceneBytes('1.0'));
      assert.equal(counts['libvrm.wasm'], 2);
      await assert.rejects(model.validate(), failed);
      assert.equal((await model.validate()).errors, 0);
      await assert.rejects(Model.load(new Uint8Array(64 * 1024 * 1024)), (error) => error.code === 'memory');
      assert.ok(memorySize() <= 32 * 1024 * 1024);
      model.dispose();
    },
  ));

const words = (text) => new TextEncoder().encode(text);
const bare = words('{"asset":{"version":"2.0"},"extensions":{"VRMC_vrm":{"specVersion":"1.0"}}}'); // no humanoid, no meta

test('sentences are fetched once, by the first file that has findings', () =>
  serving(
    () => false,
    async (wasm, counts) => {
      const { Model, init } = await fresh();
      await init({ wasm });
      (await Model.load(sceneBytes('1.0'))).dispose();
      assert.equal(counts['libvrm-rules.txt'], undefined);
      const messageOf = async (bytes) => (await Model.load(bytes).catch((reason) => reason)).report.findings[0].message;
      assert.equal(await messageOf(words('{"asset":{"version":"1.0"}}')), 'This is glTF 1.0; only glTF 2 can be read.');
      assert.equal(await messageOf(words('{"asset" 1}')), "Line 1, column 10: expected ':', found '1'.");
      assert.equal(counts['libvrm-rules.txt'], undefined, 'messages with words of the file are in the module');
      for (let i = 0; i < 2; i++)
        assert.match(await messageOf(bare), /^The avatar has no humanoid: it cannot be posed\./);
      assert.equal(counts['libvrm-rules.txt'], 1);
    },
  ));

test('a file with findings is loaded with the messages that the command has', () =>
  serving(
    () => false,
    async (wasm) => {
      const { Model, init } = await fresh();
      await init({ wasm });
      const json = { asset: { version: '2.0' }, nodes: [{ children: [1] }, { children: [2, 2] }, {}], scene: 7 };
      const { report } = await Model.load(words(JSON.stringify(json)));
      const again = (await Model.load(words(JSON.stringify(json)))).report;
      assert.ok(
        report.findings.some(({ message }) => message === 'Node 2 is a child of this node twice.'),
        JSON.stringify(report),
      );
      assert.deepEqual(report, again);
    },
  ));

test('without the sentences codes have to do', () =>
  serving(
    (name, response) => {
      if (name === 'libvrm-rules.txt') response.writeHead(404).end();
      return name === 'libvrm-rules.txt';
    },
    async (wasm) => {
      const { Model, init, validate } = await fresh();
      await init({ wasm });
      const { report } = await Model.load(bare);
      assert.equal(report.findings[0].message, 'Humanoid missing.');
      const { findings } = await validate(words('{"asset":{"version":"2.0"},"scene":7}'));
      assert.deepEqual(
        findings.map(({ code }) => code),
        ['UNRESOLVED_REFERENCE'],
      );
    },
  ));

test('a server that never sends the sentences holds a file up once, for some seconds', { timeout: 60000 }, (t) =>
  serving(
    (name) => name === 'libvrm-rules.txt',
    async (wasm, counts) => {
      const { Model, init, validate } = await fresh();
      await init({ wasm });
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const codeOf = (load) => load.then(({ findings, report }) => (findings ?? report.findings)[0].code);
      let isOver = false;
      const first = codeOf(Model.load(bare)).finally(() => {
        isOver = true;
      });
      while (counts['libvrm-rules.txt'] === undefined) await new Promise(setImmediate);
      t.mock.timers.tick(4000);
      await new Promise(setImmediate);
      assert.equal(isOver, false);
      t.mock.timers.tick(1000);
      const code = await first;
      assert.equal(await codeOf(Model.load(bare)), code);
      assert.equal(await codeOf(validate(words('{"asset":{"version":"2.0"},"scene":7}'))), 'UNRESOLVED_REFERENCE');
      assert.equal(counts['libvrm-rules.txt'], 1);
    },
  ),
);
