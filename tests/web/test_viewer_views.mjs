// SPDX-License-Identifier: MIT
// What of the avatar the viewer shows and from where: meshes and materials hidden by eyes, kinds of surfaces, sides,
// parallel projection, background, light by dragging..
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test from 'node:test';
import { decodePng } from '../judges/png.mjs';
import { whyNoChromium } from './browser.mjs';
import { sceneBytes } from './support.mjs';
import { dropFile, edited, openViewer, waitForFile } from './viewer_page.mjs';

const skip = (await whyNoChromium()) ?? false;
const session = skip
  ? null
  : await openViewer({ fragment: 'isPlaying=0&pose=a', viewport: { width: 1280, height: 800 } });
const page = session?.page;
page?.setDefaultTimeout(120000);
test.after(() => session?.close());

const inPage = (run, argument) => page.evaluate(`(${run})(window.viewer, ${JSON.stringify(argument ?? null)})`);

/** Mean colour of the avatar's pixels, 0 to 255, and how many there are. */
const drawn = () =>
  inPage((app) => {
    app.view.draw(0);
    const { data } = app.view.stage.readPixels({ width: 200, height: 200 }),
      sum = [0, 0, 0];
    let count = 0;
    for (let i = 0; i < data.length; i += 4)
      if (data[i + 3] > 250) {
        count++;
        for (let c = 0; c < 3; c++) sum[c] += data[i + c];
      }
    return { count, mean: sum.map((x) => x / count) };
  });

/** The middle of a bone on the page. */
const placeOf = (bone) =>
  inPage((app, name) => {
    const box = app.view.canvas.getBoundingClientRect(),
      { worlds } = app.view.shown.avatar,
      i = app.items.info.bones[name] * 12;
    const { x, y } = app.view.project([3, 7, 11].map((at) => worlds[i + at]));
    return [box.left + x, box.top + y];
  }, bone);

test(
  'an eye hides a mesh, H what is selected, Shift+H shows all again; nothing of the file changes',
  { skip },
  async () => {
    const before = await drawn();
    await page.click('[data-key="group:meshes"]');
    const eyes = page.locator('[data-key^="mesh:"] .eye');
    assert.equal(
      await eyes.count(),
      await inPage((app) => app.items.nodes.filter(({ mesh }) => mesh !== undefined).length),
    );
    const name = await page.locator('[data-key^="mesh:"] .eye').first().getAttribute('aria-label');
    await eyes.first().click();
    const without = await drawn();
    assert.ok(without.count < before.count * 0.9, `${without.count} of ${before.count} pixels`);
    assert.notEqual(await eyes.first().getAttribute('aria-label'), name, 'the eye now shows it again');
    assert.equal(await inPage((app) => app.state.get('selection')), null, 'the row is not chosen');
    assert.match(await page.textContent('.tree-hidden'), /1/);
    await page.click('[data-key="group:materials"]');
    await page.click('[data-key="/materials/0"]');
    await page.keyboard.press('h'); // in the tree: of the row
    assert.equal(await inPage((app) => app.hidden.has('materials', 0)), true);
    await page.focus('#picture');
    await page.keyboard.press('h'); // of the selection
    assert.equal(await inPage((app) => app.hidden.has('materials', 0)), false);
    await page.keyboard.press('Shift+H');
    assert.equal(await inPage((app) => app.hidden.count), 0);
    assert.equal(await page.isVisible('.tree-hidden'), false);
    await page.keyboard.press('Escape'); // the outline of the selection
    assert.equal((await drawn()).count, before.count);
    assert.equal(await inPage((app) => app.document.isChanged), false);
  },
);

test(
  'what is hidden is not hit by the pointer, stays hidden after a change, and is shown in another file',
  { skip },
  async () => {
    await dropFile(page, 'nova.vrm', sceneBytes('hero'));
    await waitForFile(page, 'nova.vrm');
    const [x, y] = await placeOf('chest');
    const hit = () => inPage((app, at) => app.find(...at)?.hit.node ?? null, [x, y]);
    const first = await hit();
    await inPage((app, node) => app.hidden.toggle('nodes', node), first);
    assert.notEqual(await hit(), first);
    const count = (await drawn()).count;
    await page.evaluate(() =>
      window.viewer.change({ label: 'scale', edits: [['/nodes/0/name', 'renamed']], isVisible: true }),
    );
    assert.equal(await inPage((app, node) => app.hidden.has('nodes', node), first), true);
    assert.equal((await drawn()).count, count);
    await dropFile(page, 'other.vrm', await edited((edit) => edit.setMeta({ name: 'Other' })));
    await waitForFile(page, 'other.vrm');
    assert.equal(await inPage((app) => app.hidden.count), 0);
  },
);

test(
  'kinds of surfaces are chosen by the card, by M, and by the address; the legend leads back',
  { skip },
  async () => {
    await page.click('[data-key="view"]');
    assert.equal(await page.getAttribute('[data-key="view"]', 'aria-expanded'), 'true');
    const means = {};
    for (const mode of ['lit', 'base', 'shade', 'light', 'normals', 'uv', 'density']) {
      await page.click(`[data-key="mode-${mode}"]`);
      assert.equal(await page.getAttribute(`[data-key="mode-${mode}"]`, 'aria-pressed'), 'true');
      means[mode] = (await drawn()).mean.map(Math.round).join();
    }
    assert.equal(new Set(Object.values(means)).size, 7, JSON.stringify(means));
    assert.match(await page.textContent('#legend'), /1448/);
    await page.waitForFunction(() => location.hash.includes('mode=density'));
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#view').count(), 0);
    await page.click('[data-key="legend-end"]');
    assert.equal(await inPage((app) => app.state.get('mode')), 'lit');
    assert.equal(await page.isVisible('#legend'), false);
    await page.focus('#picture');
    await page.keyboard.press('m');
    assert.equal(await inPage((app) => app.state.get('mode')), 'base');
    await page.click('[data-key="legend-end"]');
  },
);

test('weights are those of the joint that is clicked', { skip }, async () => {
  await inPage((app) => app.state.set('mode', 'weights'));
  assert.equal(await inPage((app) => app.view.stage.modeNode), null);
  const grey = await drawn();
  const [x, y] = await placeOf('head');
  await page.mouse.click(x, y - 20);
  const node = await inPage((app) => app.view.stage.modeNode);
  assert.equal(node, await inPage((app) => app.items.info.bones.head));
  assert.match(
    await page.textContent('#legend'),
    new RegExp(await inPage((app) => app.items.nodeName(app.view.stage.modeNode))),
  );
  const shown = await drawn();
  assert.ok(
    shown.mean[0] - shown.mean[1] > grey.mean[0] - grey.mean[1] + 10,
    `red: ${shown.mean}, before ${grey.mean}`,
  );
  await inPage((app) => {
    app.state.set('mode', 'lit');
    app.state.set('selection', null);
  });
});

test(
  'the avatar is seen from its sides by the card and the number pad; orthographic has no vanishing point',
  { skip },
  async () => {
    await page.click('[data-key="view"]');
    for (const [side, wanted] of [
      ['back', [180, 0]],
      ['left', [90, 0]],
      ['top', [0, 90]],
      ['front', [0, 0]],
    ]) {
      await page.click(`[data-key="side-${side}"]`);
      assert.deepEqual(
        await inPage((app) => [app.view.camera.yaw, app.view.camera.pitch].map((x) => (Math.round(x) + 360) % 360)),
        wanted,
        side,
      );
      const box = await page.$eval('#stage', (element) => element.getBoundingClientRect().toJSON());
      const [x, y] = await placeOf('hips');
      assert.ok(
        x > box.left + box.width * 0.3 && x < box.right - box.width * 0.3 && y > box.top && y < box.bottom,
        side,
      );
    }
    await page.keyboard.press('Escape');
    await page.focus('#picture');
    await page.keyboard.press('Numpad7');
    assert.equal(await inPage((app) => app.view.camera.pitch), 90);
    await page.keyboard.press('Numpad1');
    const width = (z) =>
      inPage((app, depth) => app.view.project([0.5, 1, depth]).x - app.view.project([-0.5, 1, depth]).x, z);
    assert.ok((await width(1)) > (await width(-1)) * 1.2);
    const before = await width(0);
    await page.keyboard.press('Numpad5');
    assert.equal(await inPage((app) => app.state.get('isOrtho')), true);
    await inPage((app) => app.view.draw(0));
    assert.ok(Math.abs((await width(1)) - (await width(-1))) < 1e-6);
    assert.ok(Math.abs((await width(0)) - before) < before * 0.1, 'the avatar is as large as before');
    // What lies under the pointer is found where it is drawn.
    for (const [bone, wanted] of [
      ['head', /head/],
      ['leftFoot', /left(Foot|LowerLeg|Toes)/],
      ['rightHand', /right/],
    ]) {
      const at = await placeOf(bone);
      const joint = await inPage((app, [x, y]) => {
        const hit = app.view.pick(x, y);
        return hit && app.items.itemFor(hit, 'body');
      }, at);
      assert.match(joint ?? '', wanted, bone);
    }
    await page.waitForFunction(() => location.hash.includes('isOrtho=1'));
    await page.keyboard.press('Numpad5');
    await page.keyboard.press('1');
  },
);

test('the background is a colour, a grid or a picture, on the stage and in saved pictures', { skip }, async () => {
  const corner = async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('[data-key="take-picture"]')]);
    const { rgba } = decodePng(readFileSync(await file.path()));
    return [...rgba.subarray(0, 4)];
  };
  const saved = async () => {
    await page.click('[data-key="picture"]');
    return corner();
  };
  await page.click('[data-key="view"]');
  await page.click('[data-key="background-color"]');
  await page.fill('[data-key="background-value"]', '#2040c0');
  assert.deepEqual(await saved(), [0x20, 0x40, 0xc0, 255]);
  const css = () => page.$eval('#stage', (element) => getComputedStyle(element).backgroundColor);
  assert.equal(await css(), 'rgb(32, 64, 192)');
  await page.click('[data-key="background-grid"]');
  assert.deepEqual(await saved(), [255, 255, 255, 255]); // the first field, in the colour of the surface
  const red = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(8, 8),
      context = canvas.getContext('2d');
    context.fillStyle = '#ff0000';
    context.fillRect(0, 0, 8, 8);
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  });
  const take = async (name, content) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.click('[data-key="background-picture"]'),
    ]);
    await chooser.setFiles({ name, mimeType: 'image/png', buffer: content });
  };
  await take('red.png', Buffer.from(red));
  await page.waitForSelector('#stage[data-background="picture"]');
  assert.deepEqual(await saved(), [255, 0, 0, 255]);
  await take('not.png', Buffer.from('no picture'));
  await page.waitForFunction(() => /not\.png/.test(document.querySelector('#notice').textContent));
  await page.click('[data-key="background-theme"]');
  assert.equal(await page.getAttribute('#stage', 'data-background'), 'theme');
  await page.keyboard.press('Escape');
});

test('the light is dragged on its ball, on the stage, and with Alt; presets set all of it', { skip }, async () => {
  const light = () => inPage((app) => [app.state.get('lightYaw'), app.state.get('lightPitch')]);
  const yaw = () => inPage((app) => app.view.camera.yaw);
  await page.click('[data-key="light"]');
  const ball = await page.locator('[data-key="light-ball"]').boundingBox();
  await page.mouse.click(ball.x + ball.width / 2, ball.y + ball.height / 2);
  assert.deepEqual(await light(), [0, 0]);
  await page.mouse.move(ball.x + ball.width / 2, ball.y + ball.height / 2);
  await page.mouse.down();
  await page.mouse.move(ball.x + ball.width / 2, ball.y + ball.height / 4, { steps: 4 });
  await page.mouse.up();
  assert.ok((await light())[1] > 60, `${await light()}`);
  assert.equal(await page.inputValue('[data-key="light-pitch-number"]'), String((await light())[1]));
  const [x, y] = [await placeOf('chest')].flat(),
    camera = await yaw();
  await page.click('[data-key="light-drag"]');
  const drag = async () => {
    const before = await light();
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 80, y + 60, { steps: 4 });
    await page.mouse.up();
    return before;
  };
  const before = await drag();
  assert.ok((await light())[0] > before[0] + 10 && (await light())[1] < before[1]);
  assert.equal(await yaw(), camera, 'the camera stays');
  await page.click('[data-key="light-drag"]');
  await page.keyboard.down('Alt');
  const again = await drag();
  await page.keyboard.up('Alt');
  assert.notDeepEqual(await light(), again);
  assert.equal(await yaw(), camera);
  await page.click('[data-key="light-evening"]');
  assert.equal(await inPage((app) => app.state.get('lightColor')), '#ffb27a');
  assert.ok(await inPage((app) => app.view.stage.light.color[0] > app.view.stage.light.color[2] * 2));
  await page.click('[data-key="light-front"]');
  assert.deepEqual(await light(), [45, 35]);
  await page.keyboard.press('Escape');
});

test('axe-core finds nothing serious in the cards, in both themes and languages', { skip }, async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(`(() => { ${axe} })()`);
  for (const [theme, language] of [
    ['light', 'en'],
    ['dark', 'ja'],
  ]) {
    await inPage(
      (app, [look, words]) => {
        app.state.set('theme', look);
        app.state.set('language', words);
        app.state.set('mode', 'weights');
        app.hidden.set('nodes', [app.items.nodes.findIndex(({ mesh }) => mesh !== undefined)], true);
      },
      [theme, language],
    );
    for (const card of ['view', 'light']) {
      await page.click(`[data-key="${card}"]`);
      const found = await page.evaluate(async () =>
        (await window.axe.run(document, { resultTypes: ['violations'] })).violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`),
      );
      assert.deepEqual(found, [], `${card}, ${theme}`);
    }
    await page.keyboard.press('Escape');
  }
});

test('nothing was said on the console', { skip }, () => assert.deepEqual(session.complaints, []));
