// SPDX-License-Identifier: MIT
// The viewer in the hands of somebody in a hurry: two things at once, files that come while a dialog is
// open, windows without room, names that no file can have.
import assert from 'node:assert/strict';
import test from 'node:test';
import { whyNoChromium } from './browser.mjs';
import { sceneBytes } from './support.mjs';
import { dropFile, edited, openViewer, renamed, waitForFile } from './viewer_page.mjs';

const skip = (await whyNoChromium()) ?? false;
const events = { response: null };
let clipBytes = sceneBytes('hero-clip');
const files = { 'a.vrm': sceneBytes('hero'), 'b.vrm': sceneBytes('hero') };
const session = skip
  ? null
  : await openViewer({
      viewport: { width: 900, height: 640 },
      places: {
        'session.json': Buffer.from(
          JSON.stringify({
            files: [
              { name: 'a.vrm', url: 'files/0', size: 1 },
              { name: 'walk.vrma', url: 'files/1', size: 1 },
              { name: 'b.vrm', url: 'files/2', size: 1 },
            ],
            events: 'events',
            version: '0',
          }),
        ),
        'files/0': (request, response) => response.writeHead(200).end(files['a.vrm']),
        'files/1': (request, response) => response.writeHead(200).end(clipBytes),
        'files/2': (request, response) => response.writeHead(200).end(files['b.vrm']),
        events: (request, response) => {
          events.response = response.writeHead(200, { 'content-type': 'text/event-stream' });
          events.response.write(':\n\n');
        },
      },
    });
const page = session?.page;
test.after(() => {
  events.response?.end();
  return session?.close();
});
page?.setDefaultTimeout(120000);

const inPage = (run, argument) => page.evaluate(`(${run})(window.viewer, ${JSON.stringify(argument ?? null)})`);
const send = (name, data) => events.response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
const bone = '/nodes/3/name';
const rename = (name, isVisible = false) => ({ label: `named ${name}`, edits: [[bone, name]], isVisible });
const closeDialogs = () =>
  page.evaluate(() => document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close()));

/** What the document says, and what its list of changes would make. */
const named = () =>
  inPage((app) => ({
    is: app.document.json.nodes[3].name,
    changes: app.document.changes.map(({ edits }) => edits[0][1]),
  }));

test('a session with two avatars opens side by side', { skip }, async () => {
  await page.waitForFunction(() => window.viewer.second && document.querySelector('#panel-body .compared'));
  assert.equal(await page.locator('dialog[open]').count(), 0);
  await inPage((app) => {
    app.state.set('isPlaying', false);
    app.state.set('look', 'off');
    app.view.quality.isFixed = true;
  });
  assert.deepEqual(await inPage((app) => [app.document.name, app.second.name, app.view.cast.others.length]), [
    'a.vrm',
    'b.vrm',
    1,
  ]);
});

test('a visible change and a new export of the first file leave the second one beside it', { skip }, async () => {
  assert.ok(await page.evaluate((change) => window.viewer.change(change), rename('Beside', true)));
  assert.deepEqual(await inPage((app) => [app.view.cast.others.length, app.view.cast.others[0]?.isOther]), [1, true]);
  await inPage((app) => app.document.noteSaved());
  files['a.vrm'] = await renamed('First Again');
  send('changed', { index: 0 });
  await page.waitForFunction(
    () =>
      window.viewer.document.meta.name === 'First Again' &&
      window.viewer.findings !== null &&
      window.viewer.view.cast.others.length === 1,
  );
  assert.equal(await inPage((app) => app.second?.name), 'b.vrm');
});

test('a new export of the second file is shown in its place', { skip }, async () => {
  files['b.vrm'] = await renamed('Second Again');
  send('changed', { index: 2 });
  await page.waitForFunction(
    () => window.viewer.second?.meta.name === 'Second Again' && window.viewer.view.cast.others.length === 1,
  );
  assert.equal(await inPage((app) => app.document.meta.name), 'First Again');
});

test('a clip that is exported again plays on where it was', { skip }, async () => {
  await inPage((app) => {
    app.motion.select(0);
    app.motion.seek(0.4);
  });
  const before = await inPage((app) => app.motion.clips.length);
  clipBytes = Buffer.concat([clipBytes]);
  await page.waitForFunction(() => window.viewer.view.cast.all.every(({ shown }) => window.viewer.face.actorOf(shown)));
  await inPage((app) => {
    app.motion.apply(0); // each actor plays the clip
    const { clip } = app.motion.clips[0],
      { _handle: handle } = clip;
    app.oldClip = clip;
    app.uses = { retain: 0, release: 0 };
    for (const name of ['retain', 'release']) {
      const own = handle[name];
      handle[name] = (...given) => {
        app.uses[name]++;
        return own.apply(handle, given);
      };
    }
  });
  send('changed', { index: 1 });
  await page.waitForFunction(() => window.viewer.motion.clips[0].clip !== window.viewer.oldClip);
  assert.deepEqual(
    await inPage((app) => [app.motion.clips.length, app.motion.current, app.motion.clip === app.motion.clips[0].clip]),
    [before, 0, true],
  );
  assert.ok(Math.abs((await inPage((app) => app.motion.position)) - 0.4) < 0.01);
  const { isDisposed, actors, uses } = await inPage((app) => ({
    isDisposed: app.oldClip.isDisposed,
    actors: app.view.cast.all.length,
    uses: app.uses,
  }));
  assert.ok(isDisposed, 'the old clip is freed');
  assert.deepEqual(uses, { retain: 0, release: 1 + actors }, 'no actor keeps the old clip');
});

test(
  'a crowd ends a comparison, a comparison ends a crowd, and a visible change keeps the crowd',
  { skip },
  async () => {
    await inPage((app) => app.state.set('crowd', 10));
    assert.deepEqual(await inPage((app) => [app.second, app.view.cast.others.length]), [null, 9]);
    assert.ok(await page.evaluate((change) => window.viewer.change(change), rename('InCrowd', true)));
    assert.equal(await inPage((app) => app.view.cast.others.length), 9, 'the crowd that the button shows');
    send('vmc', { root: { translation: [0.5, 0, 0], rotation: [0, 0, 0, 1] } });
    await page.waitForFunction(() => window.viewer.motion.live !== null);
    const places = await inPage((app) => {
      app.motion.apply(1 / 60);
      app.view.stage.step(1 / 60);
      const at = app.items.info.bones.hips * 12;
      return [app.view.shown, ...app.view.cast.others.map(({ shown }) => shown)].map(
        ({ avatar }) => `${avatar.worlds[at + 3].toFixed(1)} ${avatar.worlds[at + 11].toFixed(1)}`,
      );
    });
    assert.equal(new Set(places).size, 10, `a performer's root does not put them all in one place: ${places}`);
    await inPage((app) => app.state.set('crowd', 1));
    const moved = await inPage((app) => {
      app.motion.apply(1 / 60);
      app.view.stage.step(1 / 60);
      return app.view.shown.avatar.worlds[app.items.info.bones.hips * 12 + 3];
    });
    assert.ok(moved > 0.3, `${moved}`);
    send('bye', {});
    await page.waitForFunction(() => window.viewer.motion.live === null);
    const back = await inPage((app) => {
      app.motion.select(-1);
      app.motion.apply(1 / 60);
      app.view.stage.step(1 / 60);
      return app.view.shown.avatar.worlds[app.items.info.bones.hips * 12 + 3];
    });
    assert.ok(Math.abs(back) < 0.2, `after the performer has gone the avatar is where it was: ${back}`);
  },
);

test('undo, redo and changes that are asked for at once are made one after the other', { skip }, async () => {
  const changes = ['One', 'Two', 'Three'].map((name) => rename(name));
  await page.evaluate((list) => Promise.all(list.map((change) => window.viewer.change(change))), changes);
  assert.deepEqual((await named()).changes.slice(-3), ['One', 'Two', 'Three']);
  assert.equal((await named()).is, 'Three');
  await inPage((app) => Promise.all([app.undo(), app.undo()]));
  const after = await named();
  assert.equal(after.changes.at(-1), 'One');
  assert.equal(after.is, 'One', 'the document is what its changes make');
  await inPage((app) => Promise.all([app.redo(), app.redo(), app.undo()]));
  assert.equal((await named()).is, (await named()).changes.at(-1));
});

test('a file that is dropped while a change is being shown is the one on the stage', { skip }, async () => {
  await page.evaluate(
    (change) => {
      window.pending = window.viewer.change(change);
    },
    rename('Late', true),
  );
  await dropFile(page, 'other.vrm', sceneBytes('hero-0.x'));
  await waitForFile(page, 'other.vrm');
  await page.evaluate(() => window.pending);
  assert.deepEqual(await inPage((app) => [app.document.info.dialect, app.view.shown.model.info.dialect]), [
    '0.x',
    '0.x',
  ]);
});

test('a dialog about a file closes when another file takes its place', { skip }, async () => {
  await dropFile(page, 'first.vrm', sceneBytes('hero'));
  await waitForFile(page, 'first.vrm');
  for (const key of ['bar-save', 'edit-meta']) {
    await inPage((app) => {
      app.state.set('panel', 'overview');
      app.state.set('isPanelOpen', true);
    });
    await page.click(`[data-key="${key}"]`);
    assert.equal(await page.locator('dialog[open]').count(), 1);
    await dropFile(page, `${key}.vrm`, sceneBytes('hero'));
    await waitForFile(page, `${key}.vrm`);
    assert.equal(
      await page.locator('dialog[open]').count(),
      0,
      `${key} would change or save ${key}.vrm as if it were the file before`,
    );
  }
});

test('a copy always gets a name that a file can have', { skip }, async () => {
  for (const [typed, wanted] of [
    ['', /^edit-meta\.vrm$/],
    ['  ..  ', /^edit-meta\.vrm$/],
    ['a/b\\c:d*?"<>|\u0007.vrm', /^a_b_c_d_+\.vrm$/],
    ['no ending', /^no ending\.vrm$/],
    [`${'x'.repeat(400)}.vrm`, /^x{50,196}\.vrm$/],
    ['CON', /^_CON\.vrm$/],
    ['\u202egnp.vrm', /^gnp\.vrm$/],
    ['かな絵文字😀.vrm', /^かな絵文字😀\.vrm$/],
  ]) {
    await page.click('[data-key="bar-save"]');
    await page.fill('[data-key="save-name"]', typed);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-key="save-download"]')]);
    assert.match(download.suggestedFilename(), wanted, JSON.stringify(typed));
    await page.waitForSelector('.save-result p');
    await closeDialogs();
  }
});

test('a migration that fails leaves nothing behind, and the file can be saved as it is', { skip }, async () => {
  await dropFile(page, 'plain.vrm', sceneBytes('hero'));
  await waitForFile(page, 'plain.vrm');
  await inPage((app) => {
    // as a file behaves that cannot be migrated
    const { saveWith } = app.document;
    app.document.saveWith = async function (changes) {
      if (changes.some(({ migrate }) => migrate)) throw new Error('not possible');
      return saveWith.call(this, changes);
    };
  });
  await page.click('[data-key="bar-save"]');
  await page.selectOption('[data-key="save-format"]', '0.x');
  await page.check('[data-key="save-normalize"]');
  await page.click('[data-key="save-download"]');
  await page.waitForSelector('.save-result .bad');
  assert.match(await page.textContent('.save-result'), /not possible/);
  assert.deepEqual(await inPage((app) => app.document.changes.length), 0);
  await page.selectOption('[data-key="save-format"]', 'keep');
  await page.uncheck('[data-key="save-normalize"]');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-key="save-download"]')]);
  assert.match(download.suggestedFilename(), /^plain\.vrm$/);
  await page.waitForSelector('.save-result .good');
  await closeDialogs();
});

test('springs are changed, kept and migrated: the saved file has them', { skip }, async () => {
  await page.evaluate(() =>
    window.viewer.change({
      label: 'stiffer',
      edits: window.viewer.document.json.extensions.VRMC_springBone.springs.flatMap(({ joints }, i) =>
        joints.map((_, k) => [`/extensions/VRMC_springBone/springs/${i}/joints/${k}/stiffness`, 3.25]),
      ),
    }),
  );
  await inPage((app) => app.undo());
  await inPage((app) => app.redo());
  assert.ok(await page.evaluate(() => window.viewer.change({ label: 'migrated', migrate: '0.x', isVisible: true })));
  const groups = await inPage((app) =>
    app.document.json.extensions.VRM.secondaryAnimation.boneGroups.map(({ stiffiness }) => stiffiness),
  );
  assert.ok(groups.length > 0 && groups.every((value) => Math.abs(value - 3.25) < 1e-4), JSON.stringify(groups));
  await inPage((app) => app.undo());
  assert.equal(await inPage((app) => app.document.info.dialect), '1.0');
});

test('meta takes emoji, right-to-left text and 100 kB, and the page keeps its shape', { skip }, async () => {
  const long = 'あ'.repeat(33000);
  for (const name of ['😀👩‍👩‍👧 \u001b <b>&amp;', 'שלום \u202e evil', long]) {
    await page.evaluate((text) => window.viewer.change({ label: 'meta', meta: { name: text } }), name);
    assert.equal(await inPage((app) => app.document.meta.name), name);
    const wide = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide[0] <= wide[1], `${wide}`);
    await page.click('[data-key="edit-meta"]');
    assert.ok(
      await page.evaluate(() => {
        const box = document.querySelector('dialog[open]').getBoundingClientRect();
        return box.right <= innerWidth && box.bottom <= innerHeight;
      }),
    );
    await closeDialogs();
  }
  await inPage((app) => app.document.noteSaved());
});

test(
  'a second recording waits for the first; a video ends its stream; a file may come meanwhile',
  { skip },
  async () => {
    const record = { kind: 'png', width: 64, height: 64, seconds: 0.5, rate: 10, isTransparent: false };
    const told = await page.evaluate(async (options) => {
      const { recordAnimation } = await import('./parts/recording.js'),
        said = [];
      window.viewer.on('complaint', (text) => said.push(text));
      const first = recordAnimation(window.viewer, options),
        second = recordAnimation(window.viewer, options);
      const isSecondRefused = await Promise.race([second.then(() => true), first.then(() => false)]);
      const isPaused = window.viewer.view.isPaused;
      await Promise.all([first, second]);
      return { isSecondRefused, isPaused, after: window.viewer.view.isPaused, said };
    }, record);
    assert.deepEqual([told.isSecondRefused, told.isPaused, told.after], [true, true, false]);
    assert.equal(told.said.length, 1);
    const states = await page.evaluate(async () => {
      const { startVideo, stopVideo, isRecordingVideo } = await import('./parts/recording.js'),
        { canvas } = window.viewer.view;
      const capture = canvas.captureStream,
        streams = [];
      canvas.captureStream = (...rate) => {
        streams.push(capture.apply(canvas, rate));
        return streams.at(-1);
      };
      startVideo(window.viewer);
      startVideo(window.viewer); // a second time: nothing happens
      await new Promise((resolve) => setTimeout(resolve, 700));
      stopVideo();
      for (let i = 0; i < 100 && isRecordingVideo(); i++) await new Promise((resolve) => setTimeout(resolve, 50));
      canvas.captureStream = capture;
      return [streams.length, ...streams.flatMap((stream) => stream.getTracks().map(({ readyState }) => readyState))];
    });
    assert.deepEqual(states, [1, 'ended']);
  },
);

test('a file without a face takes the place of one whose face is shown', { skip }, async () => {
  await inPage((app) => {
    app.state.set('panel', 'expressions');
    app.state.set('isPanelOpen', true);
  });
  await dropFile(page, 'faceless.vrm', await edited((edit) => edit.remove('/extensions/VRMC_vrm/expressions')));
  await waitForFile(page, 'faceless.vrm');
  assert.equal(await inPage((app) => app.view.shown.avatar.expressionWeights.length), 0);
  assert.deepEqual(session.complaints, []);
});

test('names that are HTML are shown as they are, and an address that runs is no link', { skip }, async () => {
  const name = '<img src=x onerror="window.pwned = true"><b data-injected>';
  await dropFile(
    page,
    'html.vrm',
    await edited((edit) => {
      edit.setMeta({ name, authors: [name], otherLicenseUrl: 'javascript:window.pwned=true' });
      for (const place of ['/nodes/3', '/meshes/0', '/materials/0', '/extensions/VRMC_springBone/springs/0'])
        edit.set(`${place}/name`, name);
      for (let i = 0; i < 40; i++) edit.set(`/nodes/${i}/name`, `${name} ${'長い名前'.repeat(50)}`);
      edit.set('/nodes/3/rotation', [0, 0, 0, 2]);
      edit.set('/extensions/VRMC_vrm/expressions/custom', { [name]: {}, constructor: {} });
    }),
  );
  await waitForFile(page, 'html.vrm');
  for (const panel of [
    'overview',
    'expressions',
    'body',
    'springs',
    'materials',
    'firstPerson',
    'findings',
    'statistics',
  ]) {
    await inPage((app, id) => app.state.set('panel', id), panel);
    await inPage((app) =>
      app.state.set(
        'selection',
        app.state.get('panel') === 'springs' ? '/extensions/VRMC_springBone/springs/0' : '/materials/0',
      ),
    );
    assert.deepEqual(
      await page.evaluate(() => [
        window.pwned ?? false,
        document.querySelectorAll('[data-injected], img[src="x"], a[href^="javascript"]').length,
      ]),
      [false, 0],
      panel,
    );
  }
  await inPage((app) => {
    app.state.set('selection', null);
    app.state.set('panel', 'springs');
    app.state.set('isPanelOpen', true);
  });
  await page.waitForSelector('[data-key^="collider-"]', { state: 'attached' });
  assert.ok(await page.$eval('#panel-body', (element) => element.scrollWidth <= element.clientWidth + 1), 'its width');
});

test(
  'a window without room draws nothing wrong, and the avatar is there when there is room again',
  { skip },
  async () => {
    await page.setViewportSize({ width: 200, height: 100 });
    await inPage((app) => {
      app.view.frame('full', { isSmooth: false });
      app.view.draw(0);
    });
    await page.setViewportSize({ width: 900, height: 640 });
    await page.waitForFunction(() => window.viewer.view.size[1] > 300);
    assert.ok(await inPage((app) => app.view.camera.eye.every(Number.isFinite)));
    await inPage((app) => {
      app.view.frame('full', { isSmooth: false });
      app.view.draw(0);
    });
    assert.ok(
      await inPage(
        (app) =>
          app.view.stage.readPixels({ width: 48, height: 48 }).data.filter((x, i) => i % 4 === 3 && x > 200).length >
          100,
      ),
    );
  },
);

test('theme and language change while a file is being opened', { skip }, async () => {
  await dropFile(page, 'mid.vrm', sceneBytes('hero'));
  await inPage((app) => {
    app.state.set('language', 'ja');
    app.state.set('theme', 'dark');
  });
  await waitForFile(page, 'mid.vrm');
  await inPage((app) => {
    app.state.set('language', 'en');
    app.state.set('theme', 'light');
  });
  assert.equal(await page.textContent('h1'), 'mid.vrm');
  assert.equal(await page.getAttribute('html', 'lang'), 'en');
});

test('a drop that cannot be read, or has nothing in it, says so', { skip }, async () => {
  for (const kind of ['unreadable', 'empty']) {
    await page.evaluate((which) => {
      window.heard = '';
      window.viewer.on('complaint', (text) => {
        window.heard = text;
      });
      const entry =
        which === 'empty'
          ? { isFile: false, createReader: () => ({ readEntries: (done) => done([]) }) }
          : {
              isFile: true,
              fullPath: '/gone.vrm',
              file: (done, fail) => fail(new DOMException('it is gone', 'NotFoundError')),
            };
      const event = new Event('drop', { cancelable: true });
      Object.defineProperty(event, 'dataTransfer', {
        value: { types: ['Files'], items: [{ webkitGetAsEntry: () => entry }], files: [] },
      });
      window.dispatchEvent(event);
    }, kind);
    await page.waitForFunction(() => window.heard !== '', null, { timeout: 5000 });
  }
});

test('the browser asks before changes are lost with the page', { skip }, async () => {
  const isHeld = () =>
    page.evaluate(() => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    });
  assert.equal(await isHeld(), false, 'nothing to lose');
  await page.evaluate((change) => window.viewer.change(change), rename('Unsaved'));
  assert.equal(await isHeld(), true);
  await inPage((app) => app.undo());
  assert.equal(await isHeld(), false);
});

test('nothing was said on the console', { skip }, () => assert.deepEqual(session.complaints, []));
