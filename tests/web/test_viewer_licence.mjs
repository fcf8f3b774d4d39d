// SPDX-License-Identifier: MIT
// The licence as a form: each choice is explained, and beside it stands how others read it. R-605.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { whyNoChromium } from './browser.mjs';
import { load, sceneBytes, sourceFolder } from './support.mjs';
import { dropFile, openViewer, waitForFile } from './viewer_page.mjs';

const core = (name) => import(pathToFileURL(join(sourceFolder, 'web/viewer/core', name)));
const { notesOf, readForm, whoMay } = await core('licence_view.js');

const own = {
  name: 'A',
  authors: ['B'],
  licenseUrl: 'https://vrm.dev/licenses/1.0/',
  avatarPermission: 'everyone',
  commercialUsage: 'personalProfit',
  allowRedistribution: false,
  modification: 'allowModification',
};
const marks = (meta, dialect = '1.0') =>
  Object.fromEntries(
    whoMay(meta, dialect).map(({ does, marks: { permitted, anyone, company } }) => [
      does,
      [permitted, anyone, company].join(),
    ]),
  );

test('who may do what follows from wearing, money, changing and passing on', () => {
  assert.deepEqual(marks(own), {
    wear: 'yes,yes,no',
    earn: 'yes,yes,no',
    change: 'yes,yes,yes',
    publish: 'no,no,no',
    passOn: 'no,no,no',
  });
  assert.equal(marks({ ...own, avatarPermission: 'onlySeparatelyLicensedPerson' }).earn, 'yes,no,no');
  assert.equal(marks({ ...own, avatarPermission: 'onlyAuthor', commercialUsage: 'corporation' }).earn, 'no,no,no');
  assert.equal(marks({ ...own, commercialUsage: 'corporation' }).wear, 'yes,yes,yes');
  assert.equal(marks({ ...own, modification: 'allowModificationRedistribution' }).publish, 'yes,yes,yes');
  const old = { avatarPermission: 'everyone', commercialUsage: 'personalProfit', licenseName: 'Other' };
  assert.equal(marks(old, '0.x').change, 'unsaid,unsaid,unsaid');
  assert.equal(marks({ ...old, licenseName: 'CC_BY_SA' }, '0.x').publish, 'yes,yes,yes');
});

test('what is missing or contradicts itself is told', () => {
  assert.deepEqual(notesOf(own, '1.0'), []);
  assert.deepEqual(notesOf({ ...own, authors: [], licenseUrl: '' }, '1.0'), ['author', 'licencePage']);
  assert.deepEqual(notesOf({ ...own, modification: 'allowModificationRedistribution' }, '1.0'), ['publish']);
  assert.deepEqual(notesOf({ ...own, allowRedistribution: true, avatarPermission: 'onlyAuthor' }, '1.0'), [
    'onlyAuthor',
  ]);
  const old = readForm(
    { title: 'A', author: 'B', allowedUserName: 'OnlyAuthor', commercialUssageName: 'Allow', licenseName: 'CC0' },
    {},
    '0.x',
  );
  assert.deepEqual(notesOf(old, '0.x'), ['onlyAuthor', 'stricter']);
  assert.equal(old.avatarPermission, 'onlyAuthor');
});

const skip = (await whyNoChromium()) ?? false;
const session = skip
  ? null
  : await openViewer({ fragment: 'isPlaying=0&pose=a', viewport: { width: 1280, height: 800 } });
const page = session?.page;
page?.setDefaultTimeout(120000);
test.after(() => session?.close());
const inPage = (run, argument) => page.evaluate(`(${run})(window.viewer, ${JSON.stringify(argument ?? null)})`);
const mark = (does, who) => page.getAttribute(`[data-does="${does}"] [data-who="${who}"]`, 'data-mark');
const whyOf = (member) =>
  page.$eval(
    `dialog [data-member="${member}"]`,
    (input) => document.getElementById(input.getAttribute('aria-describedby')).textContent,
  );

test('a choice is explained at once, and others see it at once', { skip }, async () => {
  await page.click('[data-key="edit-meta"]');
  await page.selectOption('dialog [data-member="avatarPermission"]', 'everyone');
  assert.match(await whyOf('avatarPermission'), /Whoever has the file/);
  assert.equal(await mark('wear', 'anyone'), 'yes');
  await page.selectOption('dialog [data-member="avatarPermission"]', 'onlySeparatelyLicensedPerson');
  assert.match(await whyOf('avatarPermission'), /buyers/);
  assert.deepEqual([await mark('wear', 'permitted'), await mark('wear', 'anyone')], ['yes', 'no']);
  assert.match(await page.textContent('.meta-seen'), /Wearing it, with the author’s permission/);
  assert.match(await page.textContent('.meta-seen .warning-text'), /how to reach you/);
  await page.fill('dialog [data-member="contactInformation"]', 'mail@example.org');
  assert.equal(await page.locator('.meta-seen .warning-text').count(), 0);
  await page.fill('dialog [data-member="authors"]', '');
  assert.match(await page.textContent('.meta-seen .warning-text'), /author/);
  for (const member of await page.$$eval('dialog select[data-member]', (all) =>
    all.map(({ dataset }) => dataset.member),
  ))
    for (const value of await page.$$eval(`dialog [data-member="${member}"] option`, (all) =>
      all.map((one) => one.value),
    )) {
      await page.selectOption(`dialog [data-member="${member}"]`, value);
      assert.ok((await whyOf(member)).length > 10, `${member} ${value}`);
    }
  await page.keyboard.press('Escape');
  assert.equal(await inPage((app) => app.document.isChanged), false);
});

test('a beginning sets every permission, by the keyboard too; it is one change that is undone', { skip }, async () => {
  const before = await inPage((app) => JSON.stringify(app.document.meta));
  await page.click('[data-key="edit-meta"]');
  await page.focus('[data-key="meta-own"]');
  await page.keyboard.press('Enter');
  for (const does of ['wear', 'earn', 'change', 'publish', 'passOn'])
    assert.equal(await mark(does, 'anyone'), 'no', does);
  await page.click('[data-key="meta-apply"]');
  await page.waitForFunction(() => window.viewer.document.meta.avatarPermission === 'onlyAuthor');
  assert.equal(await inPage((app) => app.document.changes.length), 1);
  assert.equal(await inPage((app) => app.document.meta.modification), 'prohibited');
  await page.focus('#picture');
  await page.keyboard.press('Control+z');
  await page.waitForFunction(() => window.viewer.document.changes.length === 0);
  assert.equal(await inPage((app) => JSON.stringify(app.document.meta)), before);
});

test('0.x has the form of its own members', { skip }, async () => {
  const { Model } = await load(),
    model = await Model.load(sceneBytes('hero'));
  await model.migrate({ to: '0.x' });
  await dropFile(page, 'old.vrm', await model.save({ allowErrors: true }));
  model.dispose();
  await waitForFile(page, 'old.vrm');
  await inPage((app) => app.state.set('panel', 'overview'));
  await page.click('[data-key="edit-meta"]');
  await page.click('[data-key="meta-free"]');
  assert.equal(await page.inputValue('dialog [data-member="licenseName"]'), 'CC0');
  assert.equal(await mark('publish', 'company'), 'yes');
  await page.selectOption('dialog [data-member="allowedUserName"]', 'OnlyAuthor');
  assert.match(await page.textContent('.meta-seen .part'), /stricter/);
  await page.keyboard.press('Escape');
});

test('axe-core finds nothing serious in the form, in both themes and languages, and on a phone', { skip }, async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(`(() => { ${axe} })()`);
  for (const [theme, language, width] of [
    ['light', 'en', 1280],
    ['dark', 'ja', 1280],
    ['light', 'en', 390],
  ]) {
    await page.setViewportSize({ width, height: 800 });
    await inPage(
      (app, [look, words]) => {
        app.state.set('theme', look);
        app.state.set('language', words);
        app.state.set('panel', 'overview');
        app.state.set('isPanelOpen', true);
        app.state.set('isTreeOpen', innerWidth > 900);
      },
      [theme, language],
    );
    await page.click('[data-key="edit-meta"]');
    const found = await page.evaluate(async () =>
      (await window.axe.run(document, { resultTypes: ['violations'] })).violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`),
    );
    assert.deepEqual(found, [], `${theme}, ${width}`);
    assert.ok(
      await page.$eval('dialog[open] .dialog-body', (body) => body.scrollWidth <= body.clientWidth),
      'nothing is cut off',
    );
    await page.keyboard.press('Escape');
  }
});

test('nothing was said on the console', { skip }, () => assert.deepEqual(session.complaints, []));
