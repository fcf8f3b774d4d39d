// SPDX-License-Identifier: MIT
// The worker, in Node and in chromium.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { openPage, serve, whyNoChromium } from './browser.mjs';
import { corpus, load, packageFolder, sceneBytes } from './support.mjs';

const { Model } = await load();
const { VrmWorker } = await load('worker.js');
const code = (wanted) => (error) => error.name === 'VrmError' && error.code === wanted;

test('a model in a worker says what one here says', async () => {
  const worker = await VrmWorker.create();
  const bytes = sceneBytes('hero-0.x');
  const here = await Model.load(bytes),
    there = await worker.load(bytes);
  assert.deepEqual(there.info, here.info);
  assert.deepEqual(there.meta, here.meta);
  assert.deepEqual(await there.json(), here.json);
  assert.deepEqual(await there.image(0), here.image(0));
  assert.deepEqual(await there.validate(), await here.validate());
  assert.deepEqual(await worker.validate(bytes), await here.validate());
  const stages = [];
  assert.deepEqual(await there.migrate({ onProgress: ({ stage }) => stages.push(stage) }), await here.migrate());
  assert.deepEqual(stages, ['started']);
  assert.equal(there.info.dialect, '1.0');
  assert.deepEqual(
    await there.optimize({ dropsUnboundMorphs: true }),
    await here.optimize({ dropsUnboundMorphs: true }),
  );
  assert.deepEqual(await there.save(), await here.save());
  await assert.rejects(there.thumbnail(), code('unsupported'));
  there.dispose();
  await assert.rejects(there.save(), /was disposed/);
  here.dispose();
  worker.terminate();
});

test('transferred bytes are gone here', async () => {
  const worker = await VrmWorker.create();
  const bytes = Uint8Array.from(sceneBytes('1.0'));
  const model = await worker.load(bytes, { transfer: true });
  assert.equal(bytes.length, 0);
  assert.equal(model.info.dialect, '1.0');
  worker.terminate();
});

test('errors come over as they are', async () => {
  const worker = await VrmWorker.create();
  await assert.rejects(
    worker.load(new Uint8Array(3)),
    (error) => code('container')(error) && error.report.findings.length === 1,
  );
  await assert.rejects(worker.load('text'), TypeError);
  await assert.rejects(worker.load(new Uint8Array(3), { isStrict: 'yes' }), /^TypeError: options.isStrict/);
  await assert.rejects(worker.load(new Uint8Array(3), { onProgress: 1 }), TypeError);
  worker.terminate();
  await assert.rejects(worker.load(new Uint8Array(3)), code('cancelled'));
});

test('a job is cancelled: before it begins, while it waits, and at the end', async () => {
  const worker = await VrmWorker.create();
  const bytes = sceneBytes('vroid');
  await assert.rejects(worker.load(bytes, { signal: AbortSignal.abort() }), code('cancelled'));
  const first = worker.validate(bytes);
  const controller = new AbortController();
  const waiting = worker.load(bytes, { signal: controller.signal });
  controller.abort();
  await assert.rejects(waiting, code('cancelled'));
  assert.equal((await first).dialect, '1.0');
  assert.equal((await worker.load(bytes)).info.dialect, '1.0', 'the worker goes on');
  const running = worker.validate(bytes);
  worker.terminate();
  await assert.rejects(running, code('cancelled'));
});

const noBrowser = await whyNoChromium();
test(
  'in chromium: loads, validates and draws a thumbnail while the page stays free',
  { skip: noBrowser ?? false },
  async () => {
    const { page, complaints, close } = await openPage({
      '/vroid.vrm': sceneBytes('vroid'),
      '/hero.vrm': sceneBytes('hero'),
    });
    const result = await page.evaluate(async () => {
      const { VrmWorker } = await import('/libvrm/worker.js');
      const worker = await VrmWorker.create();
      const bytes = await (await fetch('/vroid.vrm')).arrayBuffer();
      let blocked = 0;
      const observer = new PerformanceObserver((list) =>
        list.getEntries().forEach(({ duration }) => (blocked = Math.max(blocked, duration))),
      );
      observer.observe({ entryTypes: ['longtask'] });
      const model = await worker.load(bytes, { transfer: true });
      const { errors } = await model.validate();
      const hero = await worker.load(await (await fetch('/hero.vrm')).arrayBuffer());
      const blob = await hero.thumbnail({ width: 64, height: 64, shot: 'face', background: [1, 1, 1, 1] });
      const bitmap = await createImageBitmap(blob);
      worker.terminate();
      return { bytes: bytes.byteLength, errors, type: blob.type, width: bitmap.width, blocked, name: hero.info.name };
    });
    await close();
    assert.deepEqual(
      { ...result, blocked: 0 },
      { bytes: 0, errors: 0, type: 'image/png', width: 64, blocked: 0, name: 'Vesna' },
    );
    assert.deepEqual(complaints, []);
  },
);

// ---- The main thread ----

/** Longest time in ms for which the main thread works without a pause on one file: calls and answers. The
 * least of rounds, as other programs may interrupt one. */
async function longestSlice(worker, bytes) {
  const { Worker } = await import('node:worker_threads');
  const { emit } = Worker.prototype;
  let least = Infinity;
  for (let round = 0; round < 5; round++) {
    let longest = 0;
    const timed = (run) => {
      const start = performance.now();
      const value = run();
      longest = Math.max(longest, performance.now() - start);
      return value;
    };
    Worker.prototype.emit = function timedEmit(...args) {
      return timed(() => emit.apply(this, args));
    };
    try {
      const own = new Uint8Array(bytes);
      const model = await timed(() => worker.load(own, { transfer: true }));
      await timed(() => model.validate());
      await timed(() => model.save());
      model.dispose();
    } finally {
      Worker.prototype.emit = emit;
    }
    least = Math.min(least, longest);
  }
  return least;
}

test(
  'in chromium: a package of another origin has a worker, and one whose script is missing says so',
  { skip: noBrowser ?? false },
  async () => {
    const foreign = await serve(
      {
        '/broken/engine/worker_main.js': (_, response) => response.writeHead(404).end(),
        '/broken/': packageFolder,
        '/libvrm/': packageFolder,
      },
      { 'access-control-allow-origin': '*' },
    );
    const { page, close } = await openPage({ '/hero.vrm': sceneBytes('hero') });
    const [errors, failure] = await page.evaluate(async (origin) => {
      const { VrmWorker } = await import(`${origin}/libvrm/worker.js`),
        broken = await import(`${origin}/broken/worker.js`);
      const worker = await VrmWorker.create();
      const model = await worker.load(await (await fetch('/hero.vrm')).arrayBuffer());
      return [
        (await model.validate()).errors,
        await broken.VrmWorker.create().catch(({ code, message }) => `${code}: ${message}`),
      ];
    }, foreign.origin);
    await close();
    foreign.close();
    assert.equal(errors, 0);
    assert.equal(failure, 'module: the worker failed: its script could not be loaded');
  },
);

//
test(
  'in chromium: a Web Worker that has a `process` of Node answers',
  { skip: noBrowser ?? false, timeout: 120000 },
  async () => {
    const script = readFileSync(join(packageFolder, 'engine/worker_main.js'), 'utf8').replace(
      /^let port = /m,
      "globalThis.process = { versions: { node: '20.0.0' } };\n$&",
    );
    const { page, close } = await openPage({
      '/mixed/engine/worker_main.js': Buffer.from(script),
      '/mixed/': packageFolder,
      '/hero.vrm': sceneBytes('hero'),
    });
    const errors = await page.evaluate(async () => {
      const { VrmWorker } = await import('/mixed/worker.js'),
        worker = await VrmWorker.create(),
        model = await worker.load(await (await fetch('/hero.vrm')).arrayBuffer());
      return (await model.validate()).errors;
    });
    await close();
    assert.equal(errors, 0);
  },
);

test('the main thread has less than a frame of work while a worker loads, validates and saves', async () => {
  const worker = await VrmWorker.create();
  const files = [['vroid', sceneBytes('vroid')]];
  const largest = corpus('.vrm')
    ?.map((path) => [path, statSync(path).size])
    .sort(([, a], [, b]) => b - a)[0];
  if (largest) files.push([largest[0], readFileSync(largest[0])]);
  for (const [name, bytes] of files) {
    const longest = await longestSlice(worker, bytes);
    assert.ok(longest < 16, `${name}, ${(bytes.length / 1e6).toFixed(1)} MB: ${longest.toFixed(1)} ms`);
  }
  worker.terminate();
});

// ---- Misuse ----

test('what cannot be sent is refused, and the worker goes on', async () => {
  const worker = await VrmWorker.create();
  const bytes = sceneBytes('1.0');
  await assert.rejects(worker.load(bytes, { limits: () => {} }), /^TypeError: load: .*cannot be sent/);
  await assert.rejects(
    worker.load(new Uint8Array(new SharedArrayBuffer(8)), { transfer: true }),
    /^TypeError: load: .*cannot be sent/,
  );
  for (const signal of [5, {}, null, 'x']) await assert.rejects(worker.load(bytes, { signal }), /options\.signal/);
  await assert.rejects(VrmWorker.create({ wasm: 'no address' }), /^TypeError: options\.wasm/);
  assert.equal((await worker.load(bytes)).info.dialect, '1.0');
  worker.terminate();
});

test('a program ends although what it gave a worker could not be sent', async () => {
  const { execFileSync } = await import('node:child_process');
  const { join } = await import('node:path');
  const { pathToFileURL } = await import('node:url');
  const program = `const { VrmWorker } = await import(${JSON.stringify(pathToFileURL(join(packageFolder, 'worker.js')).href)});
    const worker = await VrmWorker.create();
    await worker.load(new Uint8Array(8), { limits: () => {} }).catch((error) => console.log(error.name));`;
  assert.equal(
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', timeout: 20000 }),
    'TypeError\n',
  );
});

/** A worker, and the thread of Node that it is. */
async function createWithThread() {
  const { Worker } = await import('node:worker_threads'),
    { on } = Worker.prototype,
    threads = [];
  Worker.prototype.on = function remember(...args) {
    threads.push(this);
    return on.apply(this, args);
  };
  const worker = await VrmWorker.create();
  Worker.prototype.on = on;
  return { worker, thread: threads[0] };
}

test('a worker that died refuses what comes later', async () => {
  const { worker, thread } = await createWithThread();
  const running = worker.validate(sceneBytes('vroid'));
  thread.emit('error', new Error('out of memory'));
  await assert.rejects(running, /the worker failed: out of memory/);
  assert.ok(worker.isTerminated);
  await assert.rejects(worker.load(sceneBytes('1.0')), code('cancelled'));
});

test('a load that is cancelled at its last stage leaves no model in the worker', async () => {
  const worker = await VrmWorker.create();
  const bytes = sceneBytes('hero-0.x'); // has findings whose sentences are fetched: the cancel comes in meanwhile
  for (const stage of ['started', 'loaded']) {
    const controller = new AbortController();
    const onProgress = (progress) => progress.stage === stage && controller.abort();
    await assert.rejects(worker.load(bytes, { signal: controller.signal, onProgress }), code('cancelled'));
  }
  assert.equal((await worker.load(bytes)).info.dialect, '0.x');
  worker.terminate();
});

test('a load that ended before it was cancelled leaves no model in the worker', async () => {
  const { Worker } = await import('node:worker_threads'),
    { postMessage } = Worker.prototype,
    sent = [];
  Worker.prototype.postMessage = function remember(message, ...rest) {
    sent.push(message);
    return postMessage.call(this, message, ...rest);
  };
  try {
    const worker = await VrmWorker.create(),
      controller = new AbortController();
    const loading = worker.load(sceneBytes('1.0'), { signal: controller.signal });
    for (const end = Date.now() + 1000; Date.now() < end;); // its answer is here, and not read yet
    controller.abort();
    await assert.rejects(loading, code('cancelled'));
    for (let i = 0; i < 100 && !sent.some(({ method }) => method === 'dispose'); i++)
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
    assert.deepEqual(
      sent.map(({ method, cancel }) => method ?? (cancel && 'cancel')),
      ['start', 'load', 'cancel', 'dispose'],
    );
    worker.terminate();
  } finally {
    Worker.prototype.postMessage = postMessage;
  }
});

test('a thread that ends by itself ends its jobs', async () => {
  const { worker, thread } = await createWithThread();
  const running = worker.validate(sceneBytes('vroid'));
  thread.emit('exit', 1);
  await assert.rejects(running, (error) => code('module')(error) && /ended/.test(error.message));
  await assert.rejects(worker.load(sceneBytes('1.0')), code('cancelled'));
});

test('after a migration that was cancelled, info is that of the model in the worker', async () => {
  const worker = await VrmWorker.create(),
    bytes = sceneBytes('hero-0.x');
  const dialects = new Set(),
    pause = (ms) =>
      new Promise((resolve) => {
        setTimeout(resolve, ms);
      });
  for (const abort of ['before', 'started', 0, 1, 2, 4, 8]) {
    const model = await worker.load(bytes),
      controller = new AbortController();
    if (abort === 'before') controller.abort();
    const onProgress = ({ stage }) => stage === abort && controller.abort();
    const migrated = model.migrate({ signal: controller.signal, onProgress }).then(
      () => true,
      (error) => assert.ok(code('cancelled')(error)),
    );
    if (typeof abort === 'number') await pause(abort);
    controller.abort();
    await migrated;
    const { extensions } = await model.json(),
      isMigrated = extensions.VRMC_vrm !== undefined;
    assert.equal(model.info.dialect, isMigrated ? '1.0' : '0.x', `cancelled at ${abort}`);
    assert.equal(model.info.extensionsUsed.includes('VRMC_vrm'), isMigrated);
    dialects.add(model.info.dialect);
    model.dispose();
  }
  assert.equal(dialects.size, 2, 'some were migrated, some were not');
  worker.terminate();
});
