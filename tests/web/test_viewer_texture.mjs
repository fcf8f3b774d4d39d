// SPDX-License-Identifier: MIT
// The texture window: full size, channels, UV lines, saved and replaced. R-606.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test from 'node:test';
import { decodePng } from '../judges/png.mjs';
import { whyNoChromium } from './browser.mjs';
import { load, sceneBytes } from './support.mjs';
import { dropFile, openViewer, waitForFile } from './viewer_page.mjs';

const skip = (await whyNoChromium()) ?? false;
const session = skip
  ? null
  : await openViewer({ fragment: 'isPlaying=0&pose=a', viewport: { width: 1280, height: 800 } });
const page = session?.page;
page?.setDefaultTimeout(120000);
test.after(() => session?.close());
const inPage = (run, argument) => page.evaluate(`(${run})(window.viewer, ${JSON.stringify(argument ?? null)})`);

const image = 2; // the eyes
const open = async () => {
  await inPage((app, index) => {
    app.state.set('panel', 'materials');
    app.state.set('selection', `/images/${index}`);
  }, image);
  await page.click(`[data-key="open-image-${image}"]`);
};
/** A picture of one colour as a file. */
const picture = (type, color, side) =>
  page.evaluate(
    async ([mime, fill, size]) => {
      const canvas = new OffscreenCanvas(size, size),
        context = canvas.getContext('2d');
      context.fillStyle = fill;
      context.fillRect(0, 0, size, size);
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: mime })).arrayBuffer())];
    },
    [type, color, side],
  );
const imageSize = () => inPage((app, index) => app.document.model.image(index).bytes.length, image);

test('a texture is seen at any size, by channels, with the triangles over it', { skip }, async () => {
  await open();
  const width = () => page.$eval('.texture-sheet', (sheet) => Math.round(sheet.getBoundingClientRect().width));
  const fitted = await width();
  assert.ok(fitted > 300, `${fitted}`);
  await page.click('[data-key="zoom-full"]');
  assert.equal(await width(), 256);
  await page.click('[data-key="zoom-in"]');
  assert.equal(await width(), 384);
  await page.focus('.texture-frame');
  await page.keyboard.press('-');
  assert.equal(await width(), 256);
  for (let i = 0; i < 4; i++) await page.keyboard.press('+');
  await page.waitForTimeout(200);
  const frame = await page.locator('.texture-frame').boundingBox(),
    scrolled = () => page.$eval('.texture-frame', (element) => element.scrollTop);
  const before = await scrolled();
  await page.mouse.move(frame.x + 200, frame.y + 300);
  await page.mouse.down();
  await page.mouse.move(frame.x + 200, frame.y + 200, { steps: 4 });
  await page.mouse.up();
  assert.ok((await scrolled()) > before, 'it is dragged');
  await page.click('[data-key="zoom-fit"]');
  assert.equal(await width(), fitted);
  // A channel is grey.
  await page.click('[data-key="channel-g"]');
  assert.equal(await page.getAttribute('[data-key="channel-g"]', 'aria-pressed'), 'true');
  const { rgba } = decodePng(await page.locator('.texture-sheet').screenshot());
  let colored = 0;
  for (let i = 0; i < rgba.length; i += 4) if (Math.abs(rgba[i] - rgba[i + 2]) > 2) colored++;
  assert.ok(colored < rgba.length / 400, `${colored} pixels with a colour`);
  await page.click('[data-key="channel-all"]');
  await page.click('[data-key="uv-lines"]');
  await page.waitForFunction(() => Number(document.querySelector('.uv-lines').dataset.count) > 0);
  const lines = Number(await page.getAttribute('.uv-lines', 'data-count'));
  const edges = await inPage((app, index) => {
    const using = app.items.materialsUsing('images', index);
    let count = 0;
    for (const { primitives } of app.items.meshes)
      for (const { material, indices } of primitives)
        if (using.has(material)) {
          const order = app.document.model.readIntegers(indices),
            known = new Set();
          for (let i = 0; i < order.length; i++) {
            const [a, b] = [order[i], order[i % 3 === 2 ? i - 2 : i + 1]];
            known.add(`${Math.min(a, b)} ${Math.max(a, b)}`);
          }
          count += known.size;
        }
    return count;
  }, image);
  assert.equal(lines, edges);
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('[data-key="texture-save"]')]);
  assert.equal(file.suggestedFilename(), 'Eyes.png');
  assert.equal(readFileSync(await file.path()).length, await imageSize());
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('dialog[open]').count(), 0);
});

test('another picture takes its place: seen at once, undone and redone, and in the saved file', { skip }, async () => {
  await open();
  const before = await imageSize(),
    shown = await page.getAttribute('.texture-sheet img', 'src');
  const choose = async (name, mimeType, bytes) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.click('[data-key="texture-replace"]')]);
    await chooser.setFiles({ name, mimeType, buffer: Buffer.from(bytes) });
  };
  await choose('none.png', 'image/png', Buffer.from('this is no picture'));
  await page.waitForFunction(() => /none\.png/.test(document.querySelector('#notice').textContent));
  assert.equal(await inPage((app) => app.document.isChanged), false);
  // Not a format of core glTF: it becomes PNG.
  await choose('red.webp', 'image/webp', await picture('image/webp', '#ff0000', 64));
  await page.waitForFunction(() => window.viewer.document.changes.length === 1 && window.viewer.findings !== null);
  assert.notEqual(await page.getAttribute('.texture-sheet img', 'src'), shown);
  assert.match(await page.textContent('.texture-window [role="status"]'), /64 × 64 px, PNG/);
  await page.keyboard.press('Escape');
  const after = await imageSize();
  assert.ok(after < before);
  assert.equal(await inPage((app) => app.findings.filter(({ severity }) => severity === 'error').length), 0);
  const { Model } = await load(),
    bytes = await page.evaluate(async () => new Uint8Array(await window.viewer.document.save()));
  const saved = await Model.load(Uint8Array.from(Object.values(bytes)));
  assert.equal(saved.image(image).bytes.length, after);
  assert.equal(saved.image(image).mimeType, 'image/png');
  assert.equal(saved.json.images.length, await inPage((app) => app.items.json.images.length), 'no further image');
  saved.dispose();
  assert.ok(Object.keys(bytes).length < sceneBytes('hero').length, 'the old picture is gone from the file');
  await page.focus('#picture');
  await page.keyboard.press('Control+z');
  await page.waitForFunction(() => window.viewer.document.changes.length === 0);
  assert.equal(await imageSize(), before);
  await page.keyboard.press('Control+y');
  await page.waitForFunction(() => window.viewer.document.changes.length === 1);
  assert.equal(await imageSize(), after);
  await page.keyboard.press('Control+z');
  await page.waitForFunction(() => window.viewer.document.changes.length === 0);
});

test('axe-core finds nothing serious in the window, in both themes and languages', { skip }, async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(`(() => { ${axe} })()`);
  for (const look of [
    ['light', 'en'],
    ['dark', 'ja'],
  ]) {
    await inPage((app, [theme, language]) => {
      app.state.set('theme', theme);
      app.state.set('language', language);
    }, look);
    await open();
    const found = await page.evaluate(async () =>
      (await window.axe.run(document, { resultTypes: ['violations'] })).violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`),
    );
    assert.deepEqual(found, [], look.join());
    await page.keyboard.press('Escape');
  }
});

test('a picture is saved by what it is, not by what the file calls it', { skip }, async () => {
  const save = async (bytes) => {
    const waiting = page.waitForEvent('download');
    await page.evaluate(async (list) => {
      const { saveImage } = await import('./parts/texture_window.js'),
        { formatOf } = await import('./core/pictures.js'),
        content = Uint8Array.from(list),
        image = () => ({ bytes: content, mimeType: 'text/html', name: 'a/../b' });
      saveImage({ document: { model: { image } } }, 0, formatOf(content));
    }, bytes);
    return (await waiting).suggestedFilename();
  };
  assert.equal(await save([...Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]), 'a_.._b.bin');
  assert.equal(await save([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0]), 'a_.._b.jpg');
});

test('a file that is opened meanwhile closes the window', { skip }, async () => {
  await open();
  await dropFile(page, 'other.vrm', sceneBytes('hero'));
  await waitForFile(page, 'other.vrm');
  assert.equal(await page.locator('dialog[open]').count(), 0);
});

test('nothing was said on the console', { skip }, () => assert.deepEqual(session.complaints, []));
