// SPDX-License-Identifier: MIT
// A file of 50 MB in the viewer: no turn of the page copies it as a whole, and changes that wait for each other are
// made one on the result of the other..
import assert from 'node:assert/strict';
import test from 'node:test';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { whyNoChromium } from './browser.mjs';
import { sceneBytes, sourceFolder } from './support.mjs';
import { dropFile, openViewer, waitForFile, waitUntil } from './viewer_page.mjs';

const core = (name) => import(pathToFileURL(join(sourceFolder, 'web/viewer/core', name)));
const { replaceImages } = await core('glb.js');
const { writePng } = await core('png.js');

/** A PNG of noise, which nothing can compress. */
async function noise(side) {
  const data = new Uint8Array(side * side * 4);
  for (let i = 0, x = 1; i < data.length; i++) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    data[i] = i % 4 === 3 ? 255 - (i & 1) : x >>> 24;
  }
  return writePng({ width: side, height: side, data, isOpaque: false });
}

/** Runs in the page: notes the most bytes that one turn of it copies. */
function watchCopies() {
  window.most = { bytes: 0, by: '' };
  let turn = null;
  window.thisTurn = () => {
    if (!turn) scheduler.postTask(() => (turn = null), { priority: 'user-blocking' }); // before all that waits for a turn
    return (turn ??= { bytes: 0, calls: [] });
  };
  const note = (by, bytes) => {
    const { calls } = window.thisTurn();
    turn.bytes += bytes;
    if (bytes > 1e6) calls.push(`${by} ${new Error().stack}`);
    if (turn.bytes > window.most.bytes) window.most = { bytes: turn.bytes, by: calls.join('\n') };
  };
  const bytesIn = (value, isMoved = () => false) => {
    let sum = 0;
    const queue = [value];
    while (queue.length) {
      const next = queue.pop();
      if (typeof next === 'string') sum += next.length;
      if (typeof next !== 'object' || next === null || next instanceof Blob) continue;
      const buffer = ArrayBuffer.isView(next) ? next.buffer : next;
      if (buffer instanceof ArrayBuffer) sum += isMoved(buffer) ? 0 : next.byteLength;
      else queue.push(...Object.values(next));
    }
    return sum;
  };
  const wrap = (owner, name, size) => {
    const original = owner[name];
    owner[name] = function (...args) {
      note(name, size(this, ...args));
      return original.apply(this, args);
    };
  };
  const arrays = Object.getPrototypeOf(Uint8Array.prototype);
  wrap(arrays, 'slice', (array, from = 0, to = array.length) => (to - from) * array.BYTES_PER_ELEMENT);
  wrap(arrays, 'set', (_, given) => given.byteLength ?? 0);
  wrap(IDBObjectStore.prototype, 'put', (_, value) => bytesIn(value));
  wrap(Worker.prototype, 'postMessage', (_, value, transfer) =>
    bytesIn(value, (buffer) => Array.isArray(transfer) && transfer.includes(buffer)),
  );
  window.Blob = class extends Blob {
    constructor(parts = [], options = {}) {
      note('Blob', bytesIn(parts));
      super(parts, options);
    }
  };
}

const skip = (await whyNoChromium()) ?? false;
const image = await noise(2048),
  large = await replaceImages(
    sceneBytes('hero'),
    [1, 2, 3].map((index) => ({ image: index, bytes: image, mimeType: 'image/png' })),
  ),
  mostAtOnce = 1.3 * image.length; // the largest picture, and what is beside it
let session, page;
const inPage = (run, arg) => page.evaluate(`(${run})(window.viewer, ${JSON.stringify(arg)})`);
const isIdle = () => page.waitForFunction(() => window.viewer.findings !== null, null, { polling: 100 });

test.before(async () => {
  if (skip) return;
  session = await openViewer({
    query: 'file=large.vrm',
    places: { 'large.vrm': large, 'noise.png': await noise(256) },
    script: watchCopies,
  });
  ({ page } = session);
  await isIdle();
  await inPage((app) => app.state.set('isPlaying', false));
});
test.after(() => session?.close());

/** Notes the longest task of the page, and the longest picture. Without a graphics card the page also waits until a
 * picture is drawn. And a browser that is watched by playwright keeps pictures that the page drops as base64: one such
 * garbage collection takes more than 100 ms, which nobody else sees. */
const watchTasks = () =>
  page.evaluate(() => {
    const longest = (window.longest = { task: 0, picture: 0 });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest.task = Math.max(longest.task, duration);
    }).observe({ entryTypes: ['longtask'] });
    window.viewer.on('frame', ({ step, draw }) => (longest.picture = Math.max(longest.picture, step + draw)));
  });

const longestSince = () =>
  page.evaluate(() => {
    const { task, picture } = window.longest;
    Object.assign(window.longest, { task: 0, picture: 0 });
    return `${task < 50 ? 'below 50' : Math.round(task)} ms, the longest picture ${Math.round(picture)} ms`;
  });

//
test(
  'no turn copies a file of 50 MB: opening, panels, each kind of change, undo, redo, drafts',
  { skip },
  async (context) => {
    assert.ok(large.length > 40e6 && mostAtOnce < large.length / 2, `${large.length} ${mostAtOnce}`);
    assert.equal(await inPage((app) => app.document.name), 'large.vrm');
    const check = async (what) => {
      await isIdle();
      const { bytes, by } = await page.evaluate(() => window.most);
      assert.ok(bytes > 1e6 && bytes < mostAtOnce, `${what}: ${bytes} bytes by ${by}`);
      if (what !== 'open') context.diagnostic(`${what}: longest task ${await longestSince()}`);
    };
    await check('open');
    await watchTasks();
    for (const panel of ['expressions', 'springs', 'materials', 'statistics', 'optimize', 'overview']) {
      await inPage((app, id) => app.state.set('panel', id), panel);
      await inPage((app) => app.view.pictured());
      await check(panel);
    }
    await inPage((app) => app.state.set('panel', 'materials'));
    const changes = {
      meta: (app) => app.change({ label: 'name', meta: { name: 'Large' } }),
      springs: (app) => {
        const [spring] = app.items.springs;
        return app.change({ label: 'spring', edits: app.items.springEdits(spring, spring.joints, 'stiffness', 2) });
      },
      material: (app) =>
        app.change({ label: 'colour', isMaterial: true, edits: [['/materials/0/emissiveFactor', [0, 0.1, 0]]] }),
      expression: (app) =>
        app.change({ label: 'new', isVisible: true, edits: [['/extensions/VRMC_vrm/expressions/custom/mine', {}]] }),
      picture: async (app) => {
        const bytes = new Uint8Array(await (await fetch('noise.png')).arrayBuffer());
        return app.change({ label: 'picture', isVisible: true, images: [{ image: 4, bytes, mimeType: 'image/png' }] });
      },
      proposal: async (app) => {
        await app.sway.open({ replaces: true });
        return app.sway.apply();
      },
      undo: (app) => app.undo(),
      redo: (app) => app.redo(),
    };
    for (const [name, change] of Object.entries(changes)) {
      assert.ok(await inPage(change), name);
      await check(name);
    }
    await waitUntil(page, async () => {
      const { storedDrafts } = await import('./core/draft_store.js');
      return (await storedDrafts()).some(({ changes }) => changes.length === 6);
    });
    await check('draft');
  },
);

//
test('changes that are made again take a turn each', { skip }, async () => {
  const counts = await inPage(async (app) => {
    const { Model } = await import('./libvrm/index.js'),
      { edit } = Model.prototype,
      turns = [];
    Model.prototype.edit = function (...args) {
      turns.push(window.thisTurn());
      return edit.apply(this, args);
    };
    await app.undo();
    Model.prototype.edit = edit;
    await app.redo();
    return [turns.length, new Set(turns).size];
  });
  assert.deepEqual(counts, [4, 4]); // meta, springs, material, expression
});

//
test('no turn copies it when a copy is downloaded, or one HTML file is written', { skip }, async () => {
  for (const [open, write] of [
    ['Control+s', 'save-download'],
    ['e', 'share-write'],
  ]) {
    await page.focus('#picture');
    await page.keyboard.press(open);
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 300000 }),
      page.click(`[data-key="${write}"]`),
    ]);
    assert.equal(await download.failure(), null);
    const { bytes, by } = await page.evaluate(() => window.most);
    assert.ok(bytes < mostAtOnce, `${write}: ${bytes} bytes by ${by}`);
    await page.keyboard.press('Escape');
  }
});

//
test('two sliders that are released before the first change is made both count', { skip }, async () => {
  await dropFile(page, 'hero.vrm', sceneBytes('hero'));
  await waitForFile(page, 'hero.vrm');
  const weights = await inPage(async (app) => {
    const { changeExpressions } = await import('./panels/expression_editor.js'),
      { definitionOf, morphed } = await import('./core/expression_edits.js');
    const [{ node }] = app.view.shown.rig.meshNodes.filter(({ morphCount }) => morphCount > 1);
    const release = (index) =>
      changeExpressions(app, `${index}`, (json) => morphed(json, 'happy', { node, index }, 0.25 + index / 4));
    const made = await Promise.all([release(0), release(1)]);
    const binds = definitionOf(app.document.json, 'happy').morphTargetBinds.filter((bind) => bind.node === node);
    return [...made, ...[0, 1].map((index) => binds.find((bind) => bind.index === index)?.weight)];
  });
  assert.deepEqual(weights, [true, true, 0.25, 0.5]);
});

//
test('what was computed for an older state is not taken over newer changes', { skip }, async () => {
  await isIdle();
  await inPage((app) => void app.optimizer.run());
  await page.waitForFunction(() => window.viewer.optimizer.result && !window.viewer.optimizer.isRunning, null, {
    polling: 100,
  });
  await inPage((app) => app.sway.open({ replaces: true }));
  const [isLate, isOptimized, isSwaying, name, complaints] = await inPage(async (app) => {
    const said = [];
    const unwatch = app.on('complaint', (text) => said.push(text));
    const late = app.change({ label: 'late', meta: { name: 'Late' } });
    const results = await Promise.all([late, app.optimizer.take(), app.sway.apply()]);
    unwatch();
    return [results[0], app.document.changes.some(({ bytes }) => bytes), results[2], app.document.meta.name, said];
  });
  assert.deepEqual([isLate, isOptimized, isSwaying, name], [true, false, false, 'Late']);
  assert.equal(complaints.length, 2);
  assert.match(complaints[0], /changed meanwhile/);
});

//
test('an optimization that is cancelled before its file is written does not begin', { skip }, async () => {
  await isIdle();
  const [isRunning, workers] = await inPage(async (app) => {
    const { Worker } = window;
    let workers = 0;
    window.Worker = class extends Worker {
      constructor(...args) {
        super(...args);
        workers++;
      }
    };
    const run = app.optimizer.run();
    app.optimizer.discard();
    await run;
    window.Worker = Worker;
    return [app.optimizer.isRunning, workers];
  });
  assert.deepEqual([isRunning, workers], [false, 0]);
});

//
test('proposed springs that were refused follow the file, and can be applied then', { skip }, async () => {
  await isIdle();
  const first = await inPage(async (app) => {
    await app.sway.open({ replaces: true });
    window.isProposed = false;
    const end = app.on('sway', () => (end(), (window.isProposed = true)));
    return Promise.all([app.change({ label: 'late', meta: { name: 'Later' } }), app.sway.apply()]);
  });
  assert.deepEqual(first, [true, false]);
  await page.waitForFunction(() => window.isProposed && window.viewer.sway.isOpen);
  assert.deepEqual(await inPage(async (app) => [await app.sway.apply(), app.sway.isOpen]), [true, false]);
});

//
test('proposed springs end with their file, also while they are applied', { skip }, async () => {
  await isIdle();
  const isOpen = await inPage(async (app) => {
    const bytes = new Uint8Array(await (await fetch('bundled.vrm')).arrayBuffer());
    await app.sway.open({ replaces: true });
    app.change = async () => {
      delete app.change;
      await app.open('other.vrm', bytes.length, async () => bytes);
      return false; // as a change of a file that was closed
    };
    await app.sway.apply();
    return app.sway.isOpen;
  });
  assert.equal(isOpen, false);
});

//
test('the button that takes a proposal, pressed twice, takes it once', { skip }, async () => {
  await isIdle();
  const count = await inPage(async (app) => {
    await app.sway.open({ replaces: true });
    const before = app.document.changes.length;
    await Promise.all([app.sway.apply(), app.sway.apply()]);
    return app.document.changes.length - before;
  });
  assert.equal(count, 1);
});

//
test('a file that is opened in the middle of a change is not disturbed by it', { skip }, async () => {
  await isIdle();
  await page.evaluate(() => {
    window.said = [];
    window.viewer.on('complaint', (text) => window.said.push(text));
    const { viewer } = window;
    viewer.document.noteSaved();
    window.unmade = viewer.change({
      label: 'unmade',
      isVisible: true,
      edits: [['/extensions/VRMC_vrm/meta/name', 'Gone']],
    });
  });
  await dropFile(page, 'other.vrm', sceneBytes('hero'));
  await waitForFile(page, 'other.vrm');
  await page.evaluate(() => window.unmade);
  await isIdle();
  assert.deepEqual(await page.evaluate(() => window.said), []);
  assert.deepEqual(await inPage((app) => [app.document.changes.length, app.document.meta.name !== 'Gone']), [0, true]);
});

//
test('a change while an opened file is still being validated does not make the opening fail', { skip }, async () => {
  await isIdle();
  const [isOpen, isMade, name, failures] = await inPage(async (app) => {
    const { loader } = app,
      bytes = new Uint8Array(await (await fetch('bundled.vrm')).arrayBuffer()),
      said = [];
    const unwatch = ['error', 'complaint'].map((event) => app.on(event, (what) => what && said.push(String(what))));
    let isMade = false;
    loader.validate = async (...args) => {
      delete loader.validate;
      const found = await loader.validate(...args);
      isMade = await app.change({ label: 'early', meta: { name: 'Early' } });
      return found;
    };
    const isOpen = await app.open('early.vrm', bytes.length, async () => bytes);
    for (const end of unwatch) end();
    return [isOpen, isMade, app.document.meta.name, said];
  });
  assert.deepEqual([isOpen, isMade, name, failures], [true, true, 'Early', []]);
  await isIdle();
});

//
test('a file that is changed before it could be written for validation says nothing', { skip }, async () => {
  await isIdle();
  const said = await inPage(async (app) => {
    const said = [],
      unwatch = app.on('complaint', (text) => said.push(text)),
      { document } = app;
    document.save = async () => {
      delete document.save;
      await app.change({ label: 'second', meta: { name: 'Second' } });
      throw new Error('this Model was disposed');
    };
    await app.change({ label: 'first', meta: { name: 'First' } });
    await new Promise((resolve) => {
      const end = app.on('findings', () => app.findings && (end(), resolve()));
    });
    unwatch();
    return [...said, document.meta.name];
  });
  assert.deepEqual(said, ['Second']);
});

//
test('changes of an earlier page are made neither over newer ones nor in another file', { skip }, async () => {
  await isIdle();
  const [inOther, behind, name] = await inPage(async (app) => {
    const bytes = new Uint8Array(await (await fetch('bundled.vrm')).arrayBuffer()),
      earlier = [{ label: 'earlier', meta: { name: 'Earlier' } }];
    await app.open('draft.vrm', bytes.length, async () => bytes);
    const inOther = await app.restore(bytes.slice(), earlier);
    await app.change({ label: 'newer', meta: { name: 'Newer' } });
    return [inOther, await app.restore(bytes, earlier), app.document.meta.name];
  });
  assert.deepEqual([inOther, behind, name], [false, false, 'Newer']);
});

test('nothing was said on the console', { skip }, () => assert.deepEqual(session.complaints, []));
