// SPDX-License-Identifier: MIT
// The editor of expressions in the viewer's Face panel, with pointer and keyboard, in both languages and themes.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { whyNoChromium } from './browser.mjs';
import { complaintsOf } from './element_page.mjs';
import { load, sceneBytes } from './support.mjs';
import { dropFile, edited, openViewer, waitForFile } from './viewer_page.mjs';

const skip = (await whyNoChromium()) ?? false;
const session = skip
  ? null
  : await openViewer({ fragment: 'isPlaying=0&panel=expressions', viewport: { width: 1280, height: 900 } });
const page = session?.page;
test.after(() => session?.close());
page?.setDefaultTimeout(60000);

const inPage = (run, argument) => page.evaluate(`(${run})(window.viewer, ${JSON.stringify(argument ?? null)})`);
const expressions = () => inPage((app) => app.document.json.extensions.VRMC_vrm.expressions);
const labels = () => inPage((app) => app.document.changes.map(({ label }) => label));
const by = (key) => `[data-key="${key}"]`;
const settled = () =>
  inPage(async (app) => {
    await app.change({ label: '', edits: [] }); // behind all changes before it
    await app.undo();
  });

/** Waits until the document has so many changes and shows them. */
const waitForChanges = (count) =>
  page.waitForFunction((n) => window.viewer.document.changes.length === n && window.viewer.findings !== null, count);
const made = async () => (await labels()).length;

async function openEditor() {
  await dropFile(page, 'hero.vrm', sceneBytes('hero'));
  await waitForFile(page, 'hero.vrm');
  if ((await page.getAttribute(by('expressions-edit'), 'aria-pressed')) !== 'true')
    await page.click(by('expressions-edit'));
  await page.waitForSelector(by('preset-happy'));
}

async function choose(name) {
  const key = by(`name-${name}`);
  if (!(await page.$(`li[aria-current] ${key}`))) await page.click(key);
  await page.waitForSelector(by('expression-rename'));
}

/** A picture of the page for people, where VRM_SHOTS names a folder. */
async function shoot(name) {
  if (process.env.VRM_SHOTS) writeFileSync(join(process.env.VRM_SHOTS, `${name}.png`), await page.screenshot());
}

test('facts and mirror images of a model', async () => {
  const { Model } = await load();
  const model = await Model.load(sceneBytes('hero'));
  const facts = await model.expressionFacts();
  assert.deepEqual(
    facts.expected.filter((name) => !facts.effective.includes(name)),
    [],
  );
  assert.ok(!facts.expected.includes('neutral') && !facts.expected.includes('lookUp'));
  assert.ok(facts.proposals.some(({ name, isPreset }) => name === 'aa' && isPreset));
  const left = model.json.extensions.VRMC_vrm.expressions.preset.blinkLeft.morphTargetBinds,
    right = model.json.extensions.VRMC_vrm.expressions.preset.blinkRight.morphTargetBinds;
  const mirrored = await model.mirrorExpression('blinkLeft');
  assert.equal(mirrored.name, 'blinkRight');
  assert.deepEqual(
    mirrored.morphTargetBinds.map(({ node, index }) => [node, index]),
    right.map(({ node, index }) => [node, index]),
  );
  assert.deepEqual(mirrored.unmatched, []);
  assert.equal((await model.mirrorExpression('blinkLeft', 'wink')).name, 'wink');
  await assert.rejects(model.mirrorExpression('nobody'), { code: 'argument' });
  await assert.rejects(model.mirrorExpression(3), TypeError);
  assert.deepEqual(model.json.extensions.VRMC_vrm.expressions.preset.blinkLeft.morphTargetBinds, left);
  await model.edit((edit) => edit.remove(`/meshes/${model.json.nodes[left[0].node].mesh}/extras/targetNames`));
  assert.equal((await model.mirrorExpression('blinkLeft')).morphTargetBinds[0].index, right[0].index);
  model.dispose();
});

test('presets are shown with pictures, and a missing one is made', { skip }, async () => {
  await openEditor();
  assert.match(await page.textContent('.panel-body'), /13 of 13 presets work/);
  await page.waitForFunction(() => document.querySelectorAll('.presets .pose img').length === 13);
  await shoot('presets-light');
  await dropFile(
    page,
    'half.vrm',
    await edited((edit) => edit.remove('/extensions/VRMC_vrm/expressions/preset/blinkRight')),
  );
  await waitForFile(page, 'half.vrm');
  await page.waitForSelector('.presets .pose.missing');
  assert.match(await page.getAttribute(by('preset-blinkRight'), 'aria-label'), /missing/);
  await page.click(by('preset-blinkRight'));
  await waitForChanges(1);
  const { blinkLeft, blinkRight } = (await expressions()).preset;
  assert.equal(blinkRight.morphTargetBinds.length, 1);
  assert.notEqual(blinkRight.morphTargetBinds[0].index, blinkLeft.morphTargetBinds[0].index);
  await page.waitForSelector(by('expression-rename')); // it is chosen, and can be edited
});

test(
  'an expression is made, renamed, copied, mirrored and deleted by keyboard; bad names are refused',
  { skip },
  async () => {
    await openEditor();
    await page.focus(by('expression-new'));
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open]');
    assert.ok(await page.isDisabled(by('expression-name-apply')));
    await page.keyboard.type('happy');
    assert.match(await page.textContent('dialog[open]'), /There is an expression happy already/);
    assert.ok(await page.isDisabled(by('expression-name-apply')));
    await page.keyboard.press('Control+A');
    await page.keyboard.type('wink_L');
    await page.keyboard.press('Enter');
    await waitForChanges(1);
    assert.deepEqual((await expressions()).custom.wink_L, {});
    await page.click(by('expression-rename'));
    await page.keyboard.type('wink/~L');
    await page.keyboard.press('Enter');
    await waitForChanges(2);
    assert.deepEqual((await expressions()).custom['wink/~L'], {});
    await choose('blinkLeft');
    await page.click(by('expression-copy'));
    await page.keyboard.press('Control+A');
    await page.keyboard.type('wink_L');
    await page.keyboard.press('Enter');
    await waitForChanges(3);
    await page.waitForSelector(`li[aria-current] ${by('name-wink_L')}`);
    await page.click(by('expression-mirror'));
    await waitForChanges(4);
    const { custom, preset } = await expressions();
    assert.equal(custom.wink_R.morphTargetBinds[0].index, preset.blinkRight.morphTargetBinds[0].index);
    await page.waitForSelector(`li[aria-current] ${by('name-wink_R')}`);
    await page.click(by('expression-delete'));
    await waitForChanges(5);
    assert.equal((await expressions()).custom.wink_R, undefined);
  },
);

// R-574
test('a slider of a morph target acts at once, is one change, and comes back by undo', { skip }, async () => {
  await openEditor();
  await choose('aa');
  const before = (await expressions()).preset.aa;
  const [bind] = before.morphTargetBinds;
  const slider = await page.waitForSelector(`.expression-editor ${by(`morph-own-${bind.node}-${bind.index}`)}`);
  const box = await slider.boundingBox();
  await page.mouse.move(box.x + box.width - 8, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2, { steps: 5 });
  const moving = await inPage((app) => ({ wish: app.face.wishes.get('aa'), changes: app.document.changes.length }));
  assert.deepEqual(moving, { wish: 1, changes: 0 });
  await page.mouse.up();
  await waitForChanges(1);
  const { weight } = (await expressions()).preset.aa.morphTargetBinds[0];
  assert.ok(weight > 0.3 && weight < 0.7, String(weight));
  await page.click(by('morph-all'));
  await page.fill(by('morph-find'), 'grin');
  const grin = await page.waitForSelector('.morph-list input[type="range"]');
  await grin.focus();
  await page.keyboard.press('End');
  await waitForChanges(2);
  assert.equal((await expressions()).preset.aa.morphTargetBinds.length, 2);
  await page.fill(by('morph-find'), '');
  await page.focus('.panel-body');
  await page.keyboard.press('Control+Z');
  await waitForChanges(1);
  await page.keyboard.press('Control+Z');
  await waitForChanges(0);
  assert.deepEqual((await expressions()).preset.aa, before);
});

test('colours, textures and overrides are set; the file stays valid', { skip }, async () => {
  await openEditor();
  await choose('happy');
  await page.click(by('color-add'));
  await waitForChanges(1);
  await page.selectOption(by('color-type-0'), 'emissionColor');
  await waitForChanges(2);
  await page.$eval(by('color-value-0'), (input) => {
    input.value = '#ff0000';
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await waitForChanges(3);
  await page.click(by('texture-add'));
  await waitForChanges(4);
  await page.fill(by('texture-offset-0-0'), '0.25');
  await page.keyboard.press('Tab');
  await waitForChanges(5);
  await page.selectOption(by('expression-overrideMouth'), 'blend');
  await waitForChanges(6);
  await page.click(by('expression-binary'));
  await waitForChanges(7);
  const { happy } = (await expressions()).preset;
  assert.deepEqual(happy.materialColorBinds, [{ material: 0, type: 'emissionColor', targetValue: [1, 0, 0, 1] }]);
  assert.deepEqual(happy.textureTransformBinds, [{ material: 0, scale: [1, 1], offset: [0.25, 0] }]);
  assert.deepEqual([happy.overrideMouth, happy.isBinary], ['blend', true]);
  const errors = await inPage((app) => app.findings.filter(({ severity }) => severity === 'error').length);
  assert.equal(errors, 0);
  await shoot('editor-light');
  await page.click(by('color-remove-0'));
  await waitForChanges(8);
  assert.equal((await expressions()).preset.happy.materialColorBinds, undefined);
});

// R-695
test('controls that are moved before a change is made change the present binds', { skip }, async () => {
  await openEditor();
  await choose('happy');
  const add = ['color-add', 'texture-add'];
  await inPage(async (app, keys) => {
    const isDone = new Promise((resolve) => {
      const end = app.on('edits-done', () => (end(), resolve()));
    });
    for (const key of [...keys, ...keys]) document.querySelector(`[data-key="${key}"]`).click();
    await isDone;
  }, add);
  await waitForChanges(4);
  await page.waitForSelector(by('color-type-1'));
  await inPage(async (app) => {
    const isDone = new Promise((resolve) => {
      const end = app.on('edits-done', () => (end(), resolve()));
    });
    for (const [key, value] of [
      ['color-type-1', 'emissionColor'],
      ['color-value-1', '#ff0000'],
      ['texture-offset-0-1', '0.25'],
      ['texture-offset-1-1', '0.5'],
    ]) {
      const input = document.querySelector(`[data-key="${key}"]`);
      input.value = value;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    }
    await isDone;
  });
  await waitForChanges(8);
  const { happy } = (await expressions()).preset;
  assert.equal(happy.materialColorBinds.length, 2);
  assert.deepEqual(happy.materialColorBinds[1], { material: 0, type: 'emissionColor', targetValue: [1, 0, 0, 1] });
  assert.deepEqual(
    happy.textureTransformBinds.map(({ offset }) => offset),
    [
      [0, 0],
      [0.25, 0.5],
    ],
  );
  // Of two presses, only the first removes a bind; a copy is of the expression as it is by then.
  await page.click(by('expression-copy'));
  await inPage(async (app) => {
    const isDone = new Promise((resolve) => {
      const end = app.on('edits-done', () => (end(), resolve()));
    });
    for (const key of ['color-remove-0', 'color-remove-0', 'expression-name-apply'])
      document.querySelector(`[data-key="${key}"]`).click();
    await isDone;
  });
  await waitForChanges(10);
  const { custom, preset } = await expressions();
  assert.equal(preset.happy.materialColorBinds.length, 1);
  assert.deepEqual(custom['happy 2'], preset.happy);
});

// R-695
test('two meshes that are annotated before the first change is made are both in the file', { skip }, async () => {
  await openEditor();
  await inPage((app) => app.state.set('panel', 'firstPerson'));
  await page.waitForSelector('.mesh-row select');
  const [chosen, annotations] = await inPage(async (app) => {
    await app.change({ label: 'none', edits: [['/extensions/VRMC_vrm/firstPerson/meshAnnotations', undefined]] });
    const isDone = new Promise((resolve) => {
      const end = app.on('edits-done', () => (end(), resolve()));
    });
    const chosen = [...document.querySelectorAll('.mesh-row select')].slice(0, 2);
    for (const select of chosen) {
      select.value = 'thirdPersonOnly';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    }
    await isDone;
    return [chosen.length, app.document.json.extensions.VRMC_vrm.firstPerson.meshAnnotations];
  });
  assert.equal(chosen, 2);
  assert.deepEqual(
    annotations.map(({ type }) => type),
    ['thirdPersonOnly', 'thirdPersonOnly'],
  );
  await inPage((app) => app.state.set('panel', 'expressions'));
});

test('proposals are shown before they are taken', { skip }, async () => {
  const bytes = await edited((edit) => {
    edit.remove('/extensions/VRMC_vrm/expressions/preset/sad');
    edit.remove('/extensions/VRMC_vrm/expressions/preset/oh');
  });
  await openEditor();
  await dropFile(page, 'less.vrm', bytes);
  await waitForFile(page, 'less.vrm');
  await page.waitForFunction(() =>
    /\(2\)/.test(document.querySelector('[data-key="expression-propose"]')?.textContent),
  );
  await page.click(by('expression-propose'));
  await page.waitForSelector('dialog[open] .proposals');
  await page.uncheck(by('take-sad'));
  await page.click(by('expression-take'));
  await waitForChanges(1);
  const { preset } = await expressions();
  assert.equal(preset.oh.morphTargetBinds.length, 1);
  assert.equal(preset.sad, undefined);
});

test('an expression that cannot be mirrored says why', { skip }, async () => {
  await openEditor();
  await inPage(async (app) => {
    await app.change({
      label: 'names',
      edits: app.document.json.meshes.map((_, i) => [`/meshes/${i}/extras`, { targetNames: [] }]),
      isVisible: true,
    });
    const { mirrorExpression } = app.document.model;
    app.document.model.mirrorExpression = async (...args) => ({
      ...(await mirrorExpression.apply(app.document.model, args)),
      unmatched: [
        { node: app.document.json.extensions.VRMC_vrm.expressions.preset.aa.morphTargetBinds[0].node, index: 5 },
      ],
    });
  });
  await choose('aa');
  await page.click(by('expression-mirror'));
  await page.waitForFunction(() => /cannot be mirrored/.test(document.body.textContent));
  assert.equal(await made(), 1);
});

// R-574, R-760
test('fifty edits of every kind, undone and made again, give equal bytes', { skip }, async () => {
  await openEditor();
  await settled();
  const save = () =>
    inPage(async (app) => [...new Uint8Array(await crypto.subtle.digest('SHA-256', await app.document.save()))]);
  const original = await save();
  const end = await inPage(async (app) => {
    const edits = await import('./core/expression_edits.js');
    const json = () => app.document.json;
    const { springs } = app.items;
    const presets = Object.keys(json().extensions.VRMC_vrm.expressions.preset);
    const [bind] = json().extensions.VRMC_vrm.expressions.preset.aa.morphTargetBinds;
    for (let i = 0; i < 50; i++) {
      const name = presets[i % presets.length];
      const spring = springs[i % springs.length],
        material = `/materials/${i % json().materials.length}`;
      const kinds = [
        () => edits.added(`custom ${i}`, { isBinary: i % 2 === 0 }),
        () => edits.morphed(json(), name, { node: bind.node, index: i % 12 }, (i % 5) / 4),
        () => edits.renamed(json(), `custom ${i - 2}`, `other ${i}`),
        () => edits.membered(name, 'overrideBlink', ['none', 'block', 'blend'][i % 3]),
        () => edits.removed(`other ${i - 2}`),
        () => app.items.springEdits(spring, spring.joints, ['stiffness', 'dragForce'][i % 2], i / 50),
        () => [[`${material}/pbrMetallicRoughness/baseColorFactor`, [i / 50, 0.5, 1, 1]]],
        () => [[`${material}/extensions/VRMC_materials_mtoon/shadeColorFactor`, [0.5, i / 50, 0]]],
        () => [['/extensions/VRMC_vrm/lookAt/offsetFromHeadBone', [0, i / 500, 0]]],
      ];
      const change =
        i % 10 === 9 ? { meta: { name: `Nova ${i}`, allowRedistribution: i % 20 === 9 } } : { edits: kinds[i % 10]() };
      await app.document.change({ label: `${i}`, ...change });
    }
    return app.document.changes.length;
  });
  assert.equal(end, 50);
  const changed = await save();
  await inPage(async (app) => {
    while (await app.document.undo());
  });
  assert.deepEqual(await save(), original);
  await inPage(async (app) => {
    while (await app.document.redo());
  });
  assert.deepEqual(await save(), changed);
});

test('an avatar of 0.x is migrated to be edited; its morph targets move without that', { skip }, async () => {
  await openEditor();
  await dropFile(page, 'old.vrm', sceneBytes('hero-0.x'));
  await waitForFile(page, 'old.vrm');
  await page.waitForSelector(by('migrate-up'));
  assert.equal(await page.$(by('expression-new')), null);
  await page.click(by('expressions-edit'));
  await page.waitForSelector(by('morph-all'));
  if (!(await page.isVisible(by('morph-find')))) await page.click(by('morph-all'));
  await page.fill(by('morph-find'), 'grin');
  const weights = () => inPage((app) => (app.view.draw(0), [...app.view.shown.avatar.morphs]));
  const before = await weights();
  await page.focus('.morph-list input[type="range"]');
  await page.keyboard.press('End');
  const moved = (await weights()).flatMap((weight, i) => (weight === before[i] ? [] : [weight]));
  assert.deepEqual(moved, [1], 'one morph target, as far as it goes');
  assert.equal(await made(), 0, 'the file does not change');
  await page.fill(by('morph-find'), '');
  await page.click(by('face-reset'));
  assert.deepEqual(await weights(), before);
  await page.focus('.morph-list input[type="range"]');
  await page.keyboard.press('End');
  await dropFile(page, 'next.vrm', sceneBytes('hero-0.x'));
  await waitForFile(page, 'next.vrm');
  assert.deepEqual(await weights(), before);
});

test('every word is there in both languages, and axe-core is content', { skip }, async () => {
  await openEditor();
  await choose('happy');
  for (const [theme, language] of [
    ['light', 'en'],
    ['dark', 'ja'],
  ]) {
    await inPage(
      (app, [look, words]) => {
        app.state.set('theme', look);
        app.state.set('language', words);
      },
      [theme, language],
    );
    await page.waitForFunction((name) => document.documentElement.lang === name, language);
    await page.waitForFunction(() => document.querySelectorAll('.presets .pose img').length === 13);
    assert.doesNotMatch(await page.textContent('#side'), /⟦/);
    assert.deepEqual(await complaintsOf(session), []);
    await shoot(`editor-${theme}-${language}`);
  }
});
