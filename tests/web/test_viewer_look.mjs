// SPDX-License-Identifier: MIT
// The viewer for everybody: axe-core on each panel in both themes and languages and on a phone, focus,
// names, and that nothing is wider than the window.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import test from 'node:test';
import { decodePng, encodePng } from '../judges/png.mjs';
import { difference, ssim } from '../judges/ssim.mjs';
import { whyNoChromium } from './browser.mjs';
import { figureOf } from './figures.mjs';
import { sceneBytes, sourceFolder } from './support.mjs';
import { dropFile, openViewer, waitForFile } from './viewer_page.mjs';

const skip = (await whyNoChromium()) ?? false;
const panels = [
  'overview',
  'expressions',
  'body',
  'motion',
  'springs',
  'materials',
  'firstPerson',
  'findings',
  'statistics',
  'optimize',
];
/** What is chosen in a panel, so that its details are seen. */
const selections = {
  expressions: '/extensions/VRMC_vrm/expressions/preset/happy',
  body: '/extensions/VRMC_vrm/humanoid/humanBones/head',
  springs: '/extensions/VRMC_springBone/springs/0',
  materials: '/materials/0',
};
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const session = skip
  ? null
  : await openViewer({
      fragment: 'isPlaying=0&pose=a',
      viewport: { width: 1280, height: 800 },
      deviceScaleFactor: 1,
      isSwiftShader: true,
    });
const page = session?.page;
page?.setDefaultTimeout(120000);
test.after(() => session?.close());

/** Chooses the bundled motion, with edits of each kind, or none; the panel and the timeline then show it. */
async function chooseMotion(isChosen) {
  if (!isChosen) return page.evaluate(() => window.viewer.state.set('pose', 'a'));
  await page.evaluate(() => window.viewer.motion.select(0));
  await page.waitForFunction(() => window.viewer.desk.current?.facts);
  await page.evaluate(async () => {
    const { desk } = window.viewer,
      { name, bytes } = desk.current;
    if (desk.current.isEdited) return;
    const id = await desk.add(name, bytes);
    const layer = { id, name, part: 'arms', weight: 0.5, offset: 1, fade: 0.5, isAdditive: true, extends: false };
    desk.change({ from: 0.5, to: 3.5, mirrors: true, joins: [{ id, name }], layers: [layer] });
  });
  await page.waitForFunction(() => window.viewer.desk.isApplied);
}

/** What axe-core calls serious or critical. */
async function problems() {
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`)
          .join(' | ')}`,
    );
}

const isAll = Boolean(process.env.VRM_VIEWER_ALL); // `make check-viewer`: every panel in both themes

for (const [theme, chosen] of [
  ['light', panels],
  ['dark', isAll ? panels : ['overview', 'expressions', 'motion', 'statistics']],
])
  test(`axe-core finds nothing serious on ${chosen.length} panels, ${theme}`, { skip }, async () => {
    await page.evaluate(`(() => { ${axe} })()`); // as a program of the browser: the page's policy refuses inline scripts
    await page.evaluate((name) => {
      window.viewer.state.set('theme', name);
      window.viewer.state.set('language', name === 'dark' ? 'ja' : 'en');
    }, theme);
    for (const id of chosen) {
      await page.click(`[data-panel="${id}"]`);
      await page.evaluate((pointer) => window.viewer.state.set('selection', pointer), selections[id] ?? null);
      await chooseMotion(id === 'motion');
      assert.deepEqual(await problems(), [], id);
    }
  });

/** A picture a third as large each way: where boxes and marks are. */
function reduced({ width, height, rgba }) {
  const w = Math.floor(width / 3),
    h = Math.floor(height / 3),
    out = Buffer.alloc(w * h * 4, 255);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++)
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let k = 0; k < 9; k++) sum += rgba[((y * 3 + Math.floor(k / 3)) * width + x * 3 + (k % 3)) * 4 + c];
        out[(y * w + x) * 4 + c] = Math.round(sum / 9);
      }
  return { width: w, height: h, rgba: out };
}

// Letters differ from machine to machine, so they are not drawn; where they stand is kept, and that
// only fits the fonts with which the pictures were made.
const goldenFolder = join(sourceFolder, 'tests/web/panels'),
  sampleWidth = 'width.json';
const isUpdating = Boolean(process.env.VRM_UPDATE_GOLDEN);
const widthOfText = () =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d');
    canvas.font = getComputedStyle(document.body).font;
    return canvas.measureText('The quick brown fox 0123 全身・上半身').width;
  });

/** Compares a picture of an element with the one that is kept; adds a line to `unlike` where they differ. */
async function compareWithGolden(locator, name, unlike) {
  await page.waitForTimeout(100);
  const now = reduced(decodePng(await locator.screenshot())),
    path = join(goldenFolder, `${name}.png`);
  if (isUpdating) return writeFileSync(path, encodePng(now));
  const before = decodePng(readFileSync(path)),
    isSize = before.width === now.width && before.height === now.height;
  const likeness = isSize ? ssim(now, before) : 0,
    apart = isSize ? difference(now, before) : 255;
  if (likeness < 0.99 || apart > 0.5)
    unlike.push(`${name}: SSIM ${likeness.toFixed(3)}, mean difference ${apart.toFixed(1)}`);
}

/** Hides letters; returns false with other fonts than those of the pictures. */
async function hideLetters() {
  const width = await widthOfText(),
    known = join(goldenFolder, sampleWidth);
  if (isUpdating) {
    mkdirSync(goldenFolder, { recursive: true });
    writeFileSync(known, `${JSON.stringify({ width })}\n`);
  } else if (Math.abs(JSON.parse(readFileSync(known, 'utf8')).width - width) > 0.5) return false;
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { color: transparent !important; caret-color: transparent !important; } #picture, #marks, img.thumbnail, .presets .pose > :first-child, .cost { visibility: hidden; } ::-webkit-scrollbar { display: none; }',
    );
    document.adoptedStyleSheets = [sheet];
  });
  return true;
}

test('panels, dialogs and the phone look as they did, in both themes', { skip }, async (context) => {
  if (!(await hideLetters())) return context.skip('other fonts than those of the pictures');
  const unlike = [];
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      window.viewer.state.set('theme', name);
      window.viewer.state.set('language', 'en');
    }, theme);
    for (const id of panels) {
      await page.evaluate(
        ([name, pointer]) => {
          window.viewer.state.set('panel', name);
          window.viewer.state.set('selection', pointer);
          document.querySelector('#panel-body').scrollTop = 0;
        },
        [id, selections[id] ?? null],
      );
      await chooseMotion(id === 'motion');
      await compareWithGolden(page.locator('#side .panel'), `${id}-${theme}`, unlike);
      if (id === 'motion') await compareWithGolden(page.locator('#timeline'), `timeline-${theme}`, unlike);
      if (id === 'expressions') {
        await page.click('[data-key="expressions-edit"]');
        await page.waitForSelector('[data-key="preset-happy"]');
        await page.mouse.move(0, 0);
        await page.evaluate(() => (document.querySelector('#panel-body').scrollTop = 0));
        await compareWithGolden(page.locator('#side .panel'), `expressions-edit-${theme}`, unlike);
        await page.click('[data-key="expressions-edit"]');
      }
    }
    await page.evaluate(() => window.viewer.state.set('panel', 'overview'));
    for (const key of ['bar-save', 'bar-help', 'picture', 'edit-meta']) {
      await page.click(`[data-key="${key}"]`);
      await page.evaluate(() => document.activeElement.blur());
      await compareWithGolden(page.locator('dialog[open]'), `dialog-${key}-${theme}`, unlike);
      await page.keyboard.press('Escape');
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => {
      window.viewer.state.set('selection', null);
      window.viewer.state.set('panel', 'body');
      window.viewer.state.set('isTreeOpen', false);
    });
    await compareWithGolden(page.locator('body'), `phone-${theme}`, unlike);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate(() => window.viewer.state.set('isTreeOpen', true));
  }
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
    window.viewer.state.set('theme', 'light');
  });
  assert.deepEqual(unlike, [], 'look at them; VRM_UPDATE_GOLDEN=1 takes them as they are');
});

test('dialogs have no serious problem either, and close by Escape', { skip }, async () => {
  for (const key of ['bar-save', 'bar-share', 'bar-help', 'picture', 'light']) {
    await page.click(`[data-key="${key}"]`);
    assert.deepEqual(await problems(), [], key);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('dialog[open]').count(), 0, key);
  }
});

test('every control is reached by Tab and has a name', { skip }, async () => {
  await page.evaluate(() => {
    window.viewer.state.set('selection', null);
    window.viewer.state.set('panel', 'overview');
    document.querySelector('#bar button').focus();
  });
  const seen = [];
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const element = document.activeElement;
      return element === document.body
        ? null
        : element.getAttribute('aria-label') ||
            element.labels?.[0]?.textContent ||
            element.textContent.trim() ||
            element.id;
    });
    if (name === null) break;
    seen.push(name);
  }
  assert.ok(seen.length > 20, seen.join(', '));
  assert.ok(seen.every(Boolean), seen.join(', '));
});

test('on a phone panels are sheets, and nothing is wider than the window', { skip }, async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const id of panels) {
    await page.evaluate((name) => {
      window.viewer.state.set('panel', name);
      window.viewer.state.set('isPanelOpen', true);
      window.viewer.state.set('isTreeOpen', false);
    }, id);
    await page.waitForTimeout(200);
    const box = await (await page.$('#side .panel')).boundingBox();
    assert.ok(box.x >= 0 && box.width <= 390 && box.y > 200, JSON.stringify(box));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), id);
    const wide = await page.$$eval('#panel-body *', (all) =>
      all.filter((element) => element.scrollWidth > 390).map((element) => element.outerHTML.slice(0, 80)),
    );
    assert.deepEqual(wide, [], id);
  }
  assert.deepEqual(await problems(), []);
  await page.click('[data-key="panel-close"]');
  assert.equal(await page.isVisible('#panel-body'), false);
});

test('on a phone the menu has what the bar has no room for: the list of keys too', { skip }, async () => {
  const plainLook = () =>
    page.evaluate(() => {
      window.viewer.state.set('theme', 'light');
      window.viewer.state.set('language', 'en');
    });
  await plainLook(); // whatever tests before have left
  assert.equal(await page.isVisible('[data-key="bar-help"]'), false);
  for (const [key, wanted] of [
    ['more-keys', 'dialog kbd'],
    ['more-theme', 'html[data-theme="dark"]'],
    ['more-language', 'html[lang="ja"]'],
  ]) {
    await page.click('[data-key="bar-more"]');
    assert.deepEqual(await problems(), [], key);
    await page.click(`[data-key="${key}"]`);
    await page.waitForSelector(wanted);
    if (key !== 'more-keys') continue;
    const box = await page.locator('dialog[open]').boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= 390 && box.height <= 844, JSON.stringify(box));
    await page.keyboard.press('Escape');
  }
  await plainLook();
});

test('nothing was said on the console', { skip }, () => {
  assert.deepEqual(session.complaints, []);
});

test('panels that make avatars look as they did, in both themes', { skip }, async (context) => {
  if (!(await hideLetters())) return context.skip('other fonts than those of the pictures');
  const unlike = [];
  await page.setViewportSize({ width: 1280, height: 800 });
  const look = async (name) => {
    for (const theme of ['light', 'dark']) {
      await page.evaluate((chosen) => window.viewer.state.set('theme', chosen), theme);
      await compareWithGolden(page.locator('#side .panel'), `${name}-${theme}`, unlike);
    }
  };
  await dropFile(page, 'figure.glb', figureOf(sceneBytes('hero')));
  await waitForFile(page, 'figure.glb');
  await page.evaluate(() => {
    window.viewer.state.set('isPanelOpen', true);
    window.viewer.state.set('panel', 'setup');
  });
  await page.waitForFunction(() => window.viewer.figure.facts);
  await page.evaluate(() => window.viewer.figure.pick('head'));
  await look('setup');
  await page.evaluate(() => window.viewer.figure.setPosing(true));
  await look('setup-t-pose');
  await page.evaluate(() => window.viewer.figure.apply());
  await page.evaluate(() => {
    window.viewer.state.set('panel', 'springs');
    return window.viewer.sway.open();
  });
  await look('proposed-springs');
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
    window.viewer.document.noteSaved();
  });
  assert.deepEqual(unlike, [], 'look at them; VRM_UPDATE_GOLDEN=1 takes them as they are');
});
