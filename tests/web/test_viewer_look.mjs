// SPDX-License-Identifier: MIT
// The viewer for everybody: axe-core on each panel in both themes and languages and on a phone, focus,
// names, and that nothing is wider than the window.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test from 'node:test';
import { whyNoChromium } from './browser.mjs';
import { openViewer } from './viewer_page.mjs';

const skip = (await whyNoChromium()) ?? false;
const panels = ['overview', 'expressions', 'body', 'springs', 'materials', 'firstPerson', 'findings', 'statistics'];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const session = skip ? null : await openViewer({ fragment: 'isPlaying=0&pose=a', viewport: { width: 1280, height: 800 } });
const page = session?.page;
page?.setDefaultTimeout(90000);
test.after(() => session?.close());

/** What axe-core calls serious or critical. */
async function problems() {
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`).join(' | ')}`);
}

const isAll = Boolean(process.env.VRM_VIEWER_ALL); // `make check-viewer`: every panel in both themes

for (const [theme, chosen] of [['light', panels], ['dark', isAll ? panels : ['overview', 'expressions', 'statistics']]])
  test(`axe-core finds nothing serious on ${chosen.length} panels, ${theme}`, { skip }, async () => {
    await page.evaluate(`(() => { ${axe} })()`); // as a program of the browser: the page's policy refuses inline scripts
    await page.evaluate((name) => { window.viewer.state.set('theme', name); window.viewer.state.set('language', name === 'dark' ? 'ja' : 'en'); }, theme);
    for (const id of chosen) {
      await page.click(`[data-panel="${id}"]`);
      const selection = { expressions: '/extensions/VRMC_vrm/expressions/preset/happy', body: '/extensions/VRMC_vrm/humanoid/humanBones/head', springs: '/extensions/VRMC_springBone/springs/0', materials: '/materials/0' }[id] ?? null;
      await page.evaluate((pointer) => window.viewer.state.set('selection', pointer), selection);
      assert.deepEqual(await problems(), [], id);
    }
  });

test('dialogs have no serious problem either, and close by Escape', { skip }, async () => {
  for (const key of ['bar-save', 'bar-help', 'picture', 'light']) {
    await page.click(`[data-key="${key}"]`);
    assert.deepEqual(await problems(), [], key);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('dialog[open]').count(), 0, key);
  }
});

test('every control is reached by Tab and has a name', { skip }, async () => {
  await page.evaluate(() => { window.viewer.state.set('selection', null); window.viewer.state.set('panel', 'overview'); document.querySelector('#bar button').focus(); });
  const seen = [];
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const element = document.activeElement;
      return element === document.body ? null : element.getAttribute('aria-label') || element.labels?.[0]?.textContent || element.textContent.trim() || element.id;
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
    await page.evaluate((name) => { window.viewer.state.set('panel', name); window.viewer.state.set('isPanelOpen', true); window.viewer.state.set('isTreeOpen', false); }, id);
    await page.waitForTimeout(200);
    const box = await (await page.$('#side .panel')).boundingBox();
    assert.ok(box.x >= 0 && box.width <= 390 && box.y > 200, JSON.stringify(box));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), id);
    const wide = await page.$$eval('#panel-body *', (all) => all.filter((element) => element.scrollWidth > 390).map((element) => element.outerHTML.slice(0, 80)));
    assert.deepEqual(wide, [], id);
  }
  assert.deepEqual(await problems(), []);
  await page.click('[data-key="panel-close"]');
  assert.equal(await page.isVisible('#panel-body'), false);
});

test('nothing was said on the console', { skip }, () => {
  assert.deepEqual(session.complaints, []);
});
