// SPDX-License-Identifier: MIT
// What a person expects of the viewer without thinking of it: keys that do what they do elsewhere, controls that leave the
// avatar in sight, licences in words, a camera that stays with the avatar.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { whyNoChromium } from './browser.mjs';
import { load, random, sceneBytes, sourceFolder } from './support.mjs';
import { dropFile, edited, openViewer, waitForFile } from './viewer_page.mjs';

const folder = join(sourceFolder, 'web/viewer');
const licence = await import(pathToFileURL(join(folder, 'core/licence.js')));
const { allWords } = await import(pathToFileURL(join(folder, 'core/words.js')));

/** Meta of 0.x as the package gives it. */
const oldMeta = (members) => ({
  avatarPermission: 'everyone',
  commercialUsage: 'personalProfit',
  allowExcessivelyViolentUsage: true,
  allowExcessivelySexualUsage: false,
  licenseName: 'Other',
  licenseUrl: '',
  otherLicenseUrl: '',
  otherPermissionUrl: '',
  ...members,
});
const saysOf = (meta, dialect = '0.x') =>
  Object.fromEntries(licence.termsOf(meta, dialect).rows.map(({ topic, says }) => [topic, says]));
const hub = (conditions) => `https://hub.vroid.com/license?${new URLSearchParams({ version: '1', ...conditions })}`;

test('each licence that 0.x can name says what it says, and where it is', () => {
  const wanted = {
    Redistribution_Prohibited: ['no', undefined, undefined, 'yes'],
    CC0: ['yes', 'share', 'unnecessary', 'yes'],
    CC_BY: ['yes', 'share', 'required', 'yes'],
    CC_BY_NC: ['yes', 'share', 'required', 'no'],
    CC_BY_SA: ['yes', 'shareAlike', 'required', 'yes'],
    CC_BY_NC_SA: ['yes', 'shareAlike', 'required', 'no'],
    CC_BY_ND: ['yes', 'own', 'required', 'yes'],
    CC_BY_NC_ND: ['yes', 'own', 'required', 'no'],
    Other: [undefined, undefined, undefined, 'yes'],
  };
  assert.deepEqual(Object.keys(wanted), licence.licenceNames);
  const words = readFileSync(join(sourceFolder, 'src/base/words.def'), 'utf8');
  for (const [licenseName, [passOn, change, credit, money]] of Object.entries(wanted)) {
    assert.ok(words.includes(`"${licenseName}"`), licenseName);
    const meta = oldMeta({ licenseName }),
      says = saysOf(meta);
    assert.deepEqual([says.passOn, says.change, says.credit, says.money], [passOn, change, credit, money], licenseName);
    const links = licence.termLinks(meta);
    assert.equal(links.length, licenseName.startsWith('CC') ? 1 : 0, licenseName);
    if (links.length)
      assert.equal(
        links[0].url,
        `https://creativecommons.org/${licenseName === 'CC0' ? 'publicdomain/zero/1.0' : `licenses/${licenseName.slice(3).toLowerCase().replaceAll('_', '-')}/4.0`}/`,
      );
  }
});

test('an address of VRoid Hub is read into the list; of two statements the stricter one counts', () => {
  const whole = {
    characterization_allowed_user: 'everyone',
    violent_expression: 'disallow',
    sexual_expression: 'disallow',
    corporate_commercial_use: 'allow',
    personal_commercial_use: 'profit',
    modification: 'allow',
    redistribution: 'disallow',
    credit: 'necessary',
  };
  assert.deepEqual(saysOf(oldMeta({ otherPermissionUrl: hub(whole), otherLicenseUrl: hub(whole) })), {
    wear: 'everyone',
    money: 'companies',
    violent: 'no',
    sexual: 'no',
    passOn: 'no',
    change: 'yes',
    credit: 'required',
  });
  assert.deepEqual(
    licence.termLinks(oldMeta({ otherPermissionUrl: hub(whole), otherLicenseUrl: hub(whole) })).map(({ text }) => text),
    ['VRoid Hub'],
    'once',
  );
  assert.equal(
    saysOf(oldMeta({ otherLicenseUrl: hub({ ...whole, corporate_commercial_use: 'disallow' }) })).money,
    'persons',
  );
  assert.equal(
    saysOf(oldMeta({ commercialUsage: 'personalNonProfit', otherLicenseUrl: hub(whole) })).money,
    'no',
    'the file itself forbids it',
  );
  assert.equal(
    saysOf(oldMeta({ otherLicenseUrl: hub({ redistribution: 'default', modification: 'constructor' }) })).passOn,
    undefined,
  );
  assert.equal(licence.readHubAddress('https://example.org/license?redistribution=allow'), null);
  assert.equal(licence.readHubAddress('https://hub.vroid.com.example.org/license?redistribution=allow'), null);
  // Whatever is written: no statement is freer than any of its sources.
  const roll = random(33),
    pick = (list) => list[roll(list.length)];
  const values = {
    characterization_allowed_user: ['everyone', 'author', 'default'],
    personal_commercial_use: ['profit', 'nonprofit', 'disallow', 'default', '%'],
    corporate_commercial_use: ['allow', 'disallow', 'default'],
    redistribution: ['allow', 'disallow', 'default', '\u0000'],
    modification: ['allow', 'disallow', 'default'],
    credit: ['necessary', 'unnecessary', 'default'],
    violent_expression: ['allow', 'disallow'],
    sexual_expression: ['allow', 'disallow'],
  };
  const order = { no: 0, ask: 1, yes: 2 };
  for (let i = 0; i < 2000; i++) {
    const address = hub(Object.fromEntries(Object.entries(values).map(([name, list]) => [name, pick(list)])));
    const own = oldMeta({
      licenseName: pick(licence.licenceNames),
      commercialUsage: pick(['personalProfit', 'personalNonProfit']),
      avatarPermission: pick(['everyone', 'onlyAuthor', 'onlySeparatelyLicensedPerson']),
    });
    const mark = (meta) => Object.fromEntries(licence.termsOf(meta, '0.x').rows.map((row) => [row.topic, row.mark]));
    const both = mark({ ...own, otherPermissionUrl: address });
    for (const [topic, strict] of Object.entries(mark(own))) {
      assert.ok(
        order[both[topic]] <= order[strict] || topic === 'change',
        `${topic}: ${both[topic]} where the file alone says ${strict}`,
      );
      assert.ok(both[topic] in order, `${topic}: ${both[topic]}`);
    }
  }
});

test('every statement has words in both languages; no cross stands before a negation', () => {
  const words = allWords();
  for (const key of Object.keys(words).filter((name) => name.startsWith('may.'))) {
    const [english] = words[key];
    if (key.endsWith('.no')) assert.doesNotMatch(english, /\b(no|not|never)\b/i, key);
  }
  for (const dialect of ['0.x', '1.0'])
    for (const licenseName of licence.licenceNames)
      for (const { topic, says } of licence.termsOf(
        oldMeta({
          licenseName,
          modification: 'prohibited',
          creditNotation: 'required',
          otherLicenseUrl: hub({ personal_commercial_use: 'nonprofit' }),
        }),
        dialect,
      ).rows)
        assert.ok(words[`may.${topic}.${says}`], `may.${topic}.${says}`);
});

test('texts that are addresses are links, others are not; "undefined" is nothing', () => {
  for (const [text, url] of [
    ['https://a.example/x?y=1', 'https://a.example/x?y=1'],
    ['www.polygonalmind.com', 'https://www.polygonalmind.com'],
    ['info@polygonalmind.com', 'mailto:info@polygonalmind.com'],
    ['@anaz_azkian(Twitter)', null],
    ['javascript:alert(1)', null],
    ['https://a.example/ and more', null],
    ['data:text/html,x', null],
    ['', null],
  ])
    assert.equal(licence.addressOf(text), url, text);
  assert.deepEqual(['undefined', ' Undefined ', 'null', '', 'undefined behaviour'].map(licence.isSaid), [
    false,
    false,
    false,
    false,
    true,
  ]);
});

const skip = (await whyNoChromium()) ?? false;
const session = skip ? null : await openViewer({ fragment: 'isPlaying=0', viewport: { width: 1366, height: 768 } });
const page = session?.page;
test.after(() => session?.close());
page?.setDefaultTimeout(120000);

const inPage = (run, argument) => page.evaluate(`(${run})(window.viewer, ${JSON.stringify(argument ?? null)})`);
const open = async (name, bytes) => {
  await dropFile(page, name, bytes);
  await waitForFile(page, name);
  await inPage((app) => {
    app.state.set('isPlaying', false);
    app.state.set('look', 'off');
  });
};
const size = async (width, height) => {
  await page.setViewportSize({ width, height });
  await page.waitForTimeout(200);
};

test(
  'the light is set beside its button: the avatar is in sight, not darkened, and can be turned meanwhile',
  { skip },
  async () => {
    await open('nova.vrm', sceneBytes('hero'));
    await page.click('[data-key="light"]');
    assert.equal(await page.locator(':modal').count(), 0);
    assert.equal(await page.getAttribute('[data-key="light"]', 'aria-expanded'), 'true');
    const boxes = await page.evaluate(() =>
      [...['#light', '#stage-tools', '#stage']].map((name) => {
        const { x, y, width, height } = document.querySelector(name).getBoundingClientRect();
        return { x, y, width, height };
      }),
    );
    assert.ok(
      boxes[0].y + boxes[0].height <= boxes[1].y && boxes[0].y + boxes[0].height > boxes[1].y - 40,
      `at the toolbar: ${JSON.stringify(boxes)}`,
    );
    const head = await inPage((app) => {
      const box = app.view.canvas.getBoundingClientRect(),
        { worlds } = app.view.shown.avatar,
        i = app.items.info.bones.head;
      const p = app.view.project([3, 7, 11].map((at) => worlds[i * 12 + at]));
      return [box.left + p.x, box.top + p.y];
    });
    assert.equal(
      await page.evaluate(([x, y]) => document.elementFromPoint(x, y).id, head),
      'picture',
      'nothing lies over the head',
    );
    await page.keyboard.press('ArrowRight');
    assert.ok((await inPage((app) => app.state.get('light'))) > 1);
    const yaw = await inPage((app) => app.view.camera.yaw);
    await page.mouse.move(...head);
    await page.mouse.down();
    await page.mouse.move(head[0] + 60, head[1], { steps: 3 });
    await page.mouse.up();
    assert.notEqual(await inPage((app) => app.view.camera.yaw), yaw);
    assert.equal(await page.isVisible('#light'), true, 'it stays open');
    await page.fill('[data-key="light-yaw-number"]', '-90');
    await page.keyboard.press('Enter');
    assert.equal(await inPage((app) => app.state.get('lightYaw')), -90);
    await page.click('[data-key="bar-theme"]');
    assert.equal(await page.isVisible('#light'), true);
    await page.click('[data-key="bar-theme"]');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#light').count(), 0);
    await inPage((app) => {
      app.state.set('light', 1);
      app.state.set('lightYaw', 45);
      app.view.frame('full', { isSmooth: false });
    });
  },
);

test(
  'Ctrl+Z in a field takes back letters; elsewhere a change. Ctrl+S and Ctrl+O are the page’s',
  { skip },
  async () => {
    await page.evaluate(() => window.viewer.change({ label: 'name', meta: { name: 'Kept' } }));
    for (const [key, panel] of [
      ['tree-search', 'overview'],
      ['findings-filter', 'findings'],
    ]) {
      await inPage((app, id) => {
        app.findings = [{ code: 'ROTATION_NON_UNIT', severity: 'error', pointer: '/nodes/3/rotation', message: 'x' }];
        app.state.set('panel', id);
        app.emit('findings');
      }, panel);
      await page.focus(`[data-key="${key}"]`);
      await page.keyboard.type('abc');
      await page.keyboard.press('Control+z');
      assert.notEqual(await page.inputValue(`[data-key="${key}"]`), 'abc', key);
      assert.equal(await inPage((app) => app.document.changes.length), 1, 'the avatar is as it was');
      await page.fill(`[data-key="${key}"]`, '');
    }
    await page.focus('[data-key="tree-search"]');
    await page.keyboard.press('Control+s');
    await page.waitForSelector('[data-key="save-name"]');
    await page.keyboard.press('Control+s'); // nor does the browser's own come now
    assert.equal(await page.locator('dialog[open]').count(), 1);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !document.querySelector('dialog[open]')); // which keeps the page's keys off
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Control+o');
    await chooser;
    assert.deepEqual(
      await page.evaluate(() =>
        ['s', 'o'].map((key) => {
          const event = new KeyboardEvent('keydown', { key, ctrlKey: true, cancelable: true, bubbles: true });
          document.body.dispatchEvent(event);
          document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close());
          return event.defaultPrevented;
        }),
      ),
      [true, true],
    );
    await page.focus('#picture');
    await page.keyboard.press('Control+z');
    await page.waitForFunction(() => window.viewer.document.changes.length === 0);
  },
);

test('a slider that moves faster than changes are made loses no step', { skip }, async () => {
  await inPage((app) => {
    app.state.set('panel', 'springs');
    app.state.set('selection', '/extensions/VRMC_springBone/springs/0');
  });
  const value = () => inPage((app) => app.document.json.extensions.VRMC_springBone.springs[0].joints[0].stiffness);
  const before = await value();
  await page.evaluate(() => {
    const { document } = window.viewer,
      change = document.change;
    window.held = [];
    document.change = async (made) => {
      await new Promise((release) => window.held.push(release));
      return change.call(document, made);
    };
  });
  await page.focus('[data-key="spring-stiffness"]');
  for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowRight');
  for (let made = 1; made <= 3; made++) {
    await page.waitForFunction((count) => window.held.length === count, made);
    await page.evaluate(() => window.held.at(-1)());
    if (made > 1) continue;
    await page.waitForFunction(() => window.held.length === 2); // the first is made, the second waits
    await page.keyboard.press('ArrowRight');
  }
  await page.waitForFunction(() => !window.viewer.hasEditsWaiting && window.viewer.document.changes.length > 0);
  await page.waitForFunction(
    (goal) =>
      Math.abs(window.viewer.document.json.extensions.VRMC_springBone.springs[0].joints[0].stiffness - goal) < 1e-6,
    before + 0.03,
  );
  await inPage(async (app) => {
    delete app.document.change;
    while (app.document.changes.length > 0) await app.undo();
  });
  assert.equal(await value(), before);
});

test('presses of an arrow key on a slider are one change; a typed number is one too', { skip }, async () => {
  await inPage((app) => {
    app.state.set('panel', 'springs');
    app.state.set('selection', '/extensions/VRMC_springBone/springs/0');
  });
  const value = () => inPage((app) => app.document.json.extensions.VRMC_springBone.springs[0].joints[0].stiffness);
  const before = await value();
  await page.focus('[data-key="spring-stiffness"]');
  await page.evaluate(() => {
    const now = performance.now();
    performance.now = () => now;
  }); // however slow the machine is
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
  await page.waitForFunction(
    (was) =>
      Math.abs(window.viewer.document.json.extensions.VRMC_springBone.springs[0].joints[0].stiffness - was - 0.05) <
      1e-6,
    before,
  );
  assert.equal(await inPage((app) => app.document.changes.length), 1);
  await page.evaluate(() => {
    const now = performance.now() + 1100;
    performance.now = () => now;
  });
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => window.viewer.document.changes.length === 2);
  await page.fill('[data-key="spring-dragForce-number"]', '7');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.viewer.document.changes.length === 3);
  assert.equal(
    await inPage((app) => app.document.json.extensions.VRMC_springBone.springs[0].joints[0].dragForce),
    1,
    'no more than there can be',
  );
  await page.keyboard.press('Control+z'); // the field has the focus, and no letters of its own
  await page.waitForFunction(() => window.viewer.document.changes.length === 2);
  await inPage(async (app) => {
    await app.undo();
    await app.undo();
  });
  assert.equal(await value(), before);
  // Another control, or one after a saved copy, begins a change of its own.
  await page.evaluate(async () => {
    const change = (path, value) => window.viewer.change({ label: path, series: path, edits: [[path, value]] });
    await change('/nodes/3/name', 'a');
    await change('/nodes/4/name', 'b');
    await change('/nodes/4/name', 'c');
    window.viewer.document.noteSaved();
    await change('/nodes/4/name', 'd');
    delete performance.now;
  });
  assert.deepEqual(await inPage((app) => app.document.changes.map(({ edits }) => edits[0][1])), ['a', 'c', 'd']);
  for (let i = 0; i < 3; i++) await inPage((app) => app.undo());
});

// R-696
test(
  'a slider that is held stays while other changes are made; the panel follows when it is let go',
  { skip },
  async () => {
    await open('held.vrm', sceneBytes('hero'));
    await inPage((app) => {
      app.state.set('panel', 'springs');
      app.state.set('selection', '/extensions/VRMC_springBone/springs/0');
    });
    const slider = page.locator('[data-key="spring-stiffness"]');
    await slider.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await slider.boundingBox();
    const change = (name) => page.evaluate((to) => window.viewer.change({ label: to, meta: { name: to } }), name),
      isThere = () => page.evaluate(() => window.slider.isConnected);
    await page.evaluate(() => {
      window.slider = document.querySelector('[data-key="spring-stiffness"]');
    });
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await change('First');
    assert.equal(await isThere(), true);
    await page.mouse.move(x + width + 20, y + height / 2, { steps: 3 });
    await page.mouse.up();
    await page.waitForFunction(() => window.viewer.document.changes.length === 2 && !window.slider.isConnected);
    const [stiffness, most] = await page.evaluate(() => {
      window.slider = document.querySelector('[data-key="spring-stiffness"]');
      const [joint] = window.viewer.document.json.extensions.VRMC_springBone.springs[0].joints;
      return [joint.stiffness, Number(window.slider.max)];
    });
    assert.equal(stiffness, most);
    // It is pressed, but not moved: no change of its own comes.
    await page.mouse.move(x + width - 4, y + height / 2);
    await page.mouse.down();
    await change('Second');
    assert.equal(await isThere(), true);
    await page.mouse.up();
    await page.waitForFunction(() => !window.slider.isConnected);
  },
);

test('the selected row of the tree folds and unfolds by click, Enter and Space', { skip }, async () => {
  const row = '#tree [data-key="group:meta"]',
    isOpen = async () => (await page.getAttribute(row, 'aria-expanded')) === 'true';
  await page.click(row); // it is selected from now on
  const first = await isOpen(),
    seen = [];
  await page.click(row);
  seen.push(await isOpen());
  for (const name of ['Enter', 'Space']) {
    await page.focus(row);
    await page.keyboard.press(name);
    seen.push(await isOpen());
  }
  assert.deepEqual(seen, [!first, first, !first]);
});

// R-698
test('undo takes back what was made again last, of the avatar or of motion and poses', { skip }, async () => {
  const [undone, ...counts] = await inPage(async (app) => {
    const undone = [],
      count = () => app.document.changes.length,
      before = count();
    app.history.add({ undo: () => undone.push('motion'), redo: () => {} });
    await app.change({ label: 'name', meta: { name: 'Again' } });
    const counts = [];
    for (const step of ['undo', 'undo', 'redo', 'redo', 'undo', 'undo']) {
      await app[step]();
      counts.push(count() - before);
    }
    return [undone, ...counts];
  });
  assert.deepEqual(counts, [0, 0, 0, 1, 0, 0]);
  assert.deepEqual(undone, ['motion', 'motion']);
});

// R-694
test('changes that are made while another file is read are asked about; the answer counts once', { skip }, async () => {
  await open('first.vrm', sceneBytes('hero'));
  const begin = () =>
    page.evaluate(() => {
      const { viewer } = window;
      const read = async () => {
        if (!viewer.document.isChanged) viewer.change({ label: 'meanwhile', meta: { name: 'Meanwhile' } });
        return new Uint8Array(await (await fetch('bundled.vrm')).arrayBuffer());
      };
      window.opening = viewer.open('second.vrm', 0, read, { isAsking: true });
    });
  await begin();
  await page.click('[data-key="unsaved-keep"]');
  assert.equal(await page.evaluate(() => window.opening), false);
  assert.deepEqual(await inPage((app) => [app.document.name, app.document.meta.name]), ['first.vrm', 'Meanwhile']);
  await begin();
  await page.click('[data-key="unsaved-discard"]');
  assert.equal(await page.evaluate(() => window.opening), true);
  assert.deepEqual(await inPage((app) => [app.document.name, app.document.isChanged]), ['second.vrm', false]);
});

test('permissions are edited, in 1.0 and in 0.x with its own members; the saved file has them', { skip }, async () => {
  const { Model, validate } = await load();
  const cases = {
    '1.0': [
      sceneBytes('hero'),
      {
        avatarPermission: 'onlySeparatelyLicensedPerson',
        commercialUsage: 'personalProfit',
        allowExcessivelyViolentUsage: false,
        allowExcessivelySexualUsage: true,
        allowPoliticalOrReligiousUsage: true,
        allowAntisocialOrHateUsage: true,
        allowRedistribution: false,
        modification: 'allowModification',
        creditNotation: 'required',
        otherLicenseUrl: 'https://a.example/terms',
        thirdPartyLicenses: 'Hair: CC0\nShoes: MIT',
        authors: ['A', 'B'],
        references: ['https://b.example'],
      },
    ],
    '0.x': [
      sceneBytes('hero-0.x'),
      {
        allowedUserName: 'ExplicitlyLicensedPerson',
        commercialUssageName: 'Disallow',
        violentUssageName: 'Disallow',
        sexualUssageName: 'Allow',
        licenseName: 'CC_BY_NC_ND',
        otherPermissionUrl: 'https://a.example/terms',
        author: 'A',
      },
    ],
  };
  for (const [dialect, [bytes, wanted]] of Object.entries(cases)) {
    await open(`terms-${dialect}.vrm`, bytes);
    await inPage((app) => app.state.set('panel', 'overview'));
    const place = dialect === '1.0' ? 'VRMC_vrm' : 'VRM';
    const members = new Set();
    await page.click('[data-key="edit-meta"]');
    for (const member of await page.$$eval('dialog [data-member]', (all) => all.map(({ dataset }) => dataset.member)))
      members.add(member);
    for (const [member, value] of Object.entries(wanted)) {
      const field = `dialog [data-member="${member}"]`;
      if ((await page.$eval(field, ({ tagName }) => tagName)) === 'SELECT')
        await page.selectOption(field, String(value));
      else await page.fill(field, Array.isArray(value) ? value.join('\n') : value);
    }
    await page.click('[data-key="meta-apply"]');
    await page.waitForFunction(() => window.viewer.document.changes.length === 1 && window.viewer.findings !== null);
    const saved = await inPage((app) => app.document.save());
    const model = await Model.load(saved),
      meta = model.json.extensions[place].meta;
    for (const [member, value] of Object.entries(wanted))
      assert.deepEqual(meta[member], value, `${dialect}: ${member}`);
    model.dispose();
    assert.equal((await validate(saved)).errors, 0, dialect);
    // Every member that the schema has for people is in the form.
    const schema =
      dialect === '1.0'
        ? [
            'name',
            'version',
            'authors',
            'copyrightInformation',
            'contactInformation',
            'references',
            'thirdPartyLicenses',
            'licenseUrl',
            ...Object.keys(wanted),
          ]
        : ['title', 'version', 'author', 'contactInformation', 'reference', 'otherLicenseUrl', ...Object.keys(wanted)];
    assert.deepEqual([...members].sort(), [...new Set(schema)].sort(), dialect);
    const rows = await page.$$eval('.licence [data-term]', (all) =>
      Object.fromEntries(all.map(({ dataset }) => [dataset.term, dataset.says])),
    );
    assert.equal(rows.wear, 'onlySeparatelyLicensedPerson');
    assert.equal(rows.change, 'own');
    assert.equal(rows.money, dialect === '1.0' ? 'persons' : 'no');
  }
  // What is not said stays so unless it is chosen, and a text that is emptied goes.
  await open(
    'unsaid.vrm',
    await edited((edit) => {
      edit.remove('/extensions/VRMC_vrm/meta/creditNotation');
      edit.set('/extensions/VRMC_vrm/meta/contactInformation', 'x');
    }),
  );
  await page.click('[data-key="edit-meta"]');
  assert.equal(await page.inputValue('dialog [data-member="creditNotation"]'), '');
  await page.fill('dialog [data-member="contactInformation"]', '');
  await page.click('[data-key="meta-apply"]');
  await page.waitForFunction(() => window.viewer.document.changes.length === 1);
  await page.waitForFunction(() => document.activeElement.dataset.key === 'edit-meta');
  assert.deepEqual(
    await inPage(({ document: { json } }) =>
      ['creditNotation', 'contactInformation'].map((name) => name in json.extensions.VRMC_vrm.meta),
    ),
    [false, false],
  );
});

// R-699
test('texts and permissions that were refused stay in the form; Apply waits for its change', { skip }, async () => {
  await page.click('[data-key="edit-meta"]');
  await page.fill('dialog [data-member="contactInformation"]', 'typed');
  await page.evaluate(() => {
    const { document: doc } = window.viewer;
    doc.change = async () => {
      window.wasDisabled = document.querySelector('[data-key="meta-apply"]').disabled;
      delete doc.change;
      throw new Error('refused');
    };
  });
  await page.click('[data-key="meta-apply"]');
  await page.waitForFunction(() => window.wasDisabled !== undefined && !window.viewer.isEditing);
  assert.equal(await page.evaluate(() => window.wasDisabled), true);
  assert.equal(await page.inputValue('dialog[open] [data-member="contactInformation"]'), 'typed');
  await page.click('[data-key="meta-apply"]');
  await page.waitForFunction(() => !document.querySelector('dialog[open]'));
  assert.equal(await inPage(({ document: { json } }) => json.extensions.VRMC_vrm.meta.contactInformation), 'typed');
});

test('0.x in words: a known licence with its link, links for addresses, no "undefined"', { skip }, async () => {
  const { Model } = await load(),
    model = await Model.load(sceneBytes('hero-0.x'));
  await model.edit((edit) => {
    for (const [member, value] of Object.entries({
      licenseName: 'CC_BY',
      version: 'undefined',
      reference: 'https://b.example/work',
      contactInformation: 'info@b.example',
      otherPermissionUrl: 'undefined',
      otherLicenseUrl: '',
      title: 'undefined',
    }))
      edit.set(`/extensions/VRM/meta/${member}`, value);
  });
  await open('words.vrm', await model.save({ allowErrors: true }));
  model.dispose();
  await inPage((app) => app.state.set('panel', 'overview'));
  const text = await page.textContent('#panel-body');
  assert.doesNotMatch(text, /undefined|CC_BY/);
  assert.equal(await page.textContent('.avatar-name'), 'words.vrm');
  assert.deepEqual(
    await page.$$eval('#panel-body a', (all) => all.map((link) => [link.textContent, link.getAttribute('href')])),
    [
      ['CC BY 4.0', 'https://creativecommons.org/licenses/by/4.0/'],
      ['info@b.example', 'mailto:info@b.example'],
      ['b.example/work', 'https://b.example/work'],
    ],
  );
  assert.match(text, /Passing the file on.*Changing it and passing it on.*The author must be named/s);
});

test('two files: names below the avatars, a list at the side, rows that light both up', { skip }, async () => {
  await open('first.vrm', sceneBytes('hero'));
  await size(1440, 900);
  const chooser = page.waitForEvent('filechooser');
  await page.click('[data-key="bar-compare"]');
  const other = await edited((edit) => {
    edit.set('/extensions/VRMC_vrm/expressions/preset/happy/isBinary', true);
    edit.set('/materials/2/pbrMetallicRoughness/baseColorFactor', [1, 0, 0, 1]);
    edit.set('/extensions/VRMC_vrm/expressions/custom', {
      '': {},
      Extra: { morphTargetBinds: [{ node: 156, index: 0, weight: 1 }] },
    });
  });
  await (await chooser).setFiles({ name: 'second.vrm', mimeType: 'model/gltf-binary', buffer: Buffer.from(other) });
  await page.waitForSelector('.difference');
  assert.equal(await page.locator('dialog[open], :modal').count(), 0);
  await inPage((app) => app.view.draw(0));
  const tags = await page.$$eval('.name-tag', (all) =>
    all.map((tag) => {
      const box = tag.getBoundingClientRect();
      return { text: tag.textContent, x: box.x + box.width / 2, y: box.y, bottom: box.bottom };
    }),
  );
  assert.deepEqual(
    tags.map(({ text }) => text),
    ['first.vrm', 'second.vrm'],
  );
  const feet = await inPage((app) => {
    const box = app.view.canvas.getBoundingClientRect();
    return app.view.cast.all.map(({ place }) => {
      const p = app.view.project(place);
      return [box.left + p.x, box.top + p.y];
    });
  });
  const tools = await page.$eval('#stage-tools', (element) => element.getBoundingClientRect().top);
  tags.forEach((tag, i) =>
    assert.ok(
      Math.abs(tag.x - feet[i][0]) < 3 && tag.y >= feet[i][1] - 4 && tag.bottom <= tools,
      `${JSON.stringify(tag)} below ${feet[i]}, above ${tools}`,
    ),
  );
  assert.match(await page.textContent('#panel-body'), /\(no name\)/, 'an expression without a name has words');
  const lit = async () =>
    inPage((app) => {
      // lines over each half of the stage
      app.view.draw(0);
      const sides = [0, 0];
      for (const { numbers } of app.view.stage.lines)
        for (let i = 0; i < numbers.length; i += 10) sides[numbers[i] < 0 ? 0 : 1]++;
      return sides;
    });
  assert.deepEqual(await lit(), [0, 0]);
  const row = (text) => page.locator('.difference', { hasText: text });
  await row('isBinary').hover();
  assert.ok(
    (await lit()).every((count) => count > 20),
    'pointing lights up both',
  );
  await row('Lines').first().locator('button').click();
  await page.mouse.move(5, 5);
  assert.equal(await inPage((app) => app.state.get('selection')), '/materials/2');
  assert.ok(
    (await lit()).every((count) => count > 20),
    'a click keeps it',
  );
  assert.equal(
    await page.locator('#tree [aria-selected="true"]').getAttribute('data-key'),
    '/materials/2',
    'and leads to it in the tree',
  );
  await row('Extra').first().locator('button').click();
  await page.mouse.move(5, 5);
  const [left, right] = await lit();
  assert.ok(left === 0 && right > 20, `what only the second has is lit there: ${left}, ${right}`);
  await page.keyboard.press('Escape');
  assert.deepEqual(await lit(), [0, 0]);
  // A change of the first file is compared again.
  const count = await page.locator('.difference').count();
  await page.evaluate(() => window.viewer.change({ label: 'name', meta: { name: 'Different now' } }));
  await page.waitForFunction((was) => document.querySelectorAll('.difference').length === was + 1, count);
  await page.click('[data-key="compare-end"]');
  assert.equal(await page.locator('.name-tag').count(), 0);
  assert.equal(await page.locator('[data-panel="compare"]').count(), 0);
  assert.equal(await inPage((app) => app.state.get('panel')), 'overview');
});

test('the tools of the stage take one row, whatever is on; each has its key in its title', { skip }, async () => {
  await inPage((app) => app.state.set('language', 'en'));
  for (const [width, height] of [
    [1440, 900],
    [1366, 768],
    [1280, 800],
    [1200, 800],
  ]) {
    await size(width, height);
    const widths = [];
    for (const overlays of [[], ['bones', 'springs', 'colliders', 'wire', 'grid']]) {
      await inPage((app, list) => app.state.set('overlays', list), overlays);
      assert.ok(
        (await page.$eval('#stage-tools', (element) => element.offsetHeight)) < 40,
        `${width} px, ${overlays.length} on`,
      );
      widths.push(
        await page.$eval('[data-key="overlay-colliders"]', (element) => element.getBoundingClientRect().width),
      );
    }
    assert.equal(widths[0], widths[1], 'a chip that is on is as wide as one that is not');
  }
  await inPage((app) => app.state.set('overlays', []));
  for (const [key, letter] of [
    ['shot-full', '1'],
    ['overlay-bones', 'B'],
    ['overlay-wire', 'W'],
    ['turntable', '5'],
    ['light', 'L'],
  ])
    assert.match(await page.getAttribute(`[data-key="${key}"]`, 'title'), new RegExp(`\\(${letter}\\)$`));
  assert.equal(
    await page.locator('.chips:has([data-key="shot-full"]) [data-key="turntable"]').count(),
    0,
    'a toggle is not among views',
  );
});

test('the face panel shows the face, and the view before it comes back; weights are typed', { skip }, async () => {
  await size(390, 844);
  await open('face.vrm', sceneBytes('hero'));
  await inPage((app) => {
    app.state.set('isTreeOpen', false);
    app.state.set('isPanelOpen', true);
    app.state.set('panel', 'overview');
    app.state.set('shot', 'full');
    app.view.frame('full', { isSmooth: false });
  });
  const tall = () =>
    inPage((app) => {
      const { worlds } = app.view.shown.avatar,
        i = app.items.info.bones.head * 12,
        p = [worlds[i + 3], worlds[i + 7], worlds[i + 11]];
      return Math.abs(app.view.project(p).y - app.view.project([p[0], p[1] + 0.2, p[2]]).y);
    });
  const before = await tall();
  await page.click('[data-panel="expressions"]');
  await page.waitForTimeout(200);
  assert.ok((await tall()) > 2 * before, `20 cm of the head: ${before} and ${await tall()} pixels`);
  await page.fill('[data-key="percent-happy"]', '60');
  await page.keyboard.press('Enter');
  assert.equal(await inPage((app) => app.face.wishes.get('happy')), 0.6);
  assert.equal(await page.inputValue('[data-key="expression-happy"]'), '0.6');
  await page.click('[data-panel="body"]');
  assert.equal(await inPage((app) => app.state.get('shot')), 'full');
  await inPage((app) => {
    app.face.clear();
  });
});

test(
  'a phone: upright all tabs are there, on its side the panel is beside the avatar; fingers find buttons',
  { skip },
  async () => {
    for (const [width, height] of [
      [390, 844],
      [360, 780],
      [844, 390],
      [667, 375],
      [932, 430],
    ]) {
      await size(width, height);
      await inPage((app) => {
        app.state.set('panel', 'body');
        app.state.set('isPanelOpen', true);
        app.state.set('isTreeOpen', false);
      });
      await page.waitForTimeout(250);
      const cut = await page.$$eval('#side .rail button', (all) =>
        all
          .filter((tab) => {
            const box = tab.getBoundingClientRect();
            return box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5 || box.left < -0.5;
          })
          .map((tab) => tab.textContent),
      );
      assert.deepEqual(cut, [], `${width} x ${height}`);
      const small = await page.$$eval('.button, .icon-button, .chip, select', (all) =>
        all
          .filter((control) => control.offsetHeight > 0 && control.offsetHeight < 44)
          .map((control) => control.outerHTML.slice(0, 90)),
      );
      assert.deepEqual(small, [], `${width} x ${height}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      if (width < height) continue;
      const avatar = await inPage((app) => {
        const { worlds } = app.view.shown.avatar,
          i = app.items.info.bones.head * 12;
        return app.view.project([0, 0, 0]).y - app.view.project([worlds[i + 3], worlds[i + 7], worlds[i + 11]]).y;
      });
      assert.ok(avatar > 120, `${width} x ${height}: an avatar of ${avatar} pixels`);
      const [stage, panel] = await page.evaluate(() =>
        ['#stage', '#side .panel'].map((name) => {
          const { left, right } = document.querySelector(name).getBoundingClientRect();
          return [left, right];
        }),
      );
      assert.ok(panel[0] >= stage[1] - 1, 'beside, not over it');
    }
    await size(1366, 768);
    await inPage((app) => app.state.set('isTreeOpen', true));
  },
);

test('materials show what they are painted with; a texture shows its picture and is saved', { skip }, async () => {
  await inPage((app) => {
    app.state.set('panel', 'materials');
    app.state.set('selection', null);
  });
  const swatches = await page.$$eval('.material .swatch', (all) => all.map(({ tagName }) => tagName));
  const textured = await inPage((app) =>
    app.items.materials.map((material) => material.pbrMetallicRoughness?.baseColorTexture !== undefined),
  );
  assert.deepEqual(
    swatches,
    textured.map((has) => (has ? 'IMG' : 'I')),
  );
  await page.click('[data-key="image-0"]');
  await page.waitForSelector('.texture-large img');
  assert.ok((await page.$eval('.texture-large img', (picture) => picture.getBoundingClientRect().width)) > 200);
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('[data-key="save-image-0"]')]);
  assert.match(file.suggestedFilename(), /\.png$/);
  assert.equal(readFileSync(await file.path()).readUInt32BE(0), 0x89504e47);
  await page.click('[data-key="image-0"]');
  assert.equal(await page.locator('.texture-large').count(), 0);
});

test('an expression without a name is called so', { skip }, async () => {
  await open('nameless.vrm', await edited((edit) => edit.set('/extensions/VRMC_vrm/expressions/custom', { '': {} })));
  await inPage((app) => app.state.set('panel', 'expressions'));
  assert.match(await page.textContent('#panel-body'), /\(no name\)/);
  assert.match(await page.textContent('#tree'), /\(no name\)/);
  await inPage((app) => app.state.set('panel', 'overview'));
});

test('the camera goes with an avatar that walks, unless it is told not to', { skip }, async () => {
  await open('walker.vrm', sceneBytes('hero'));
  const walk = (x, y, z) =>
    inPage(
      (app, at) => {
        app.view.shown.avatar.setHips(at);
        app.view.stage.step(1 / 60);
        app.motion.apply = () => {};
        app.view.draw(0);
        const i = app.items.info.bones.hips * 12,
          { worlds } = app.view.shown.avatar;
        return { at: app.view.project([worlds[i + 3], worlds[i + 7], worlds[i + 11]]), size: app.view.size };
      },
      [x, y, z],
    );
  const inside = ({ at, size: [w, h] }) => at.x > w * 0.3 && at.x < w * 0.7 && at.y > h * 0.1 && at.y < h * 0.9;
  await inPage((app) => {
    app.view.frame('full', { isSmooth: false });
    app.view.draw(0);
  });
  for (const place of [
    [0, 0, 0],
    [1.5, 0, 0],
    [3, -0.5, -2],
    [-4, 0, 5],
    [0, 0, 0],
  ])
    assert.ok(inside(await walk(...place)), `${place}`);
  await page.click('[data-key="follow"]');
  assert.equal(inside(await walk(4, 0, 0)), false, 'it stays');
  await page.waitForFunction(() => /follows=0/.test(location.hash));
  await page.click('[data-key="follow"]');
  await inPage((app) => {
    delete app.motion.apply;
    app.view.shown.avatar.resetPose();
    app.view.frame('full', { isSmooth: false });
  });
});

test('findings in Japanese name what they are about', { skip }, async () => {
  await inPage((app) => app.state.set('language', 'ja'));
  await open(
    'broken.vrm',
    await edited((edit) => {
      edit.remove('/extensions/VRMC_vrm/meta/licenseUrl');
      edit.remove('/extensions/VRMC_vrm/humanoid/humanBones/leftHand');
    }),
  );
  await inPage((app) => app.state.set('panel', 'findings'));
  await page.waitForFunction(() =>
    /必須のプロパティ licenseUrl がありません/.test(document.querySelector('#panel-body').textContent),
  );
  assert.match(await page.textContent('#panel-body'), /必須のボーン leftHand が割り当てられていません/);
  await inPage((app) => app.state.set('language', 'en'));
});

test('nothing was said on the console', { skip }, () => assert.deepEqual(session.complaints, []));
