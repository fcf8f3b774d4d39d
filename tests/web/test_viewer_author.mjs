// SPDX-License-Identifier: MIT
// The viewer makes avatars: springs that are proposed and taken, colliders, figures without VRM, and changes that a
// crash of the tab left. By mouse and keyboard; what is saved equals what the command writes.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { whyNoChromium } from './browser.mjs';
import { chair, changedGlb, figureOf } from './figures.mjs';
import { sceneBytes, scratch, sourceFolder } from './support.mjs';
import { dropFile, edited, openViewer, waitForFile, waitUntil } from './viewer_page.mjs';

const folder = scratch();
const viewerModule = (name) => import(pathToFileURL(join(sourceFolder, 'web/viewer', name)));

/** What a command of ours writes for a file. */
function written(bytes, command, ...args) {
  const from = join(folder, 'in.vrm'),
    to = join(folder, 'out.vrm');
  writeFileSync(from, bytes);
  execFileSync(process.env.VRM, [command, from, ...args, '-q', '-o', to, '--force'], { stdio: 'pipe' });
  return readFileSync(to);
}

const skip = (await whyNoChromium()) ?? false;
const session = skip
  ? null
  : await openViewer({ fragment: 'panel=springs&isPlaying=0&pose=a', viewport: { width: 1280, height: 800 } });
const page = session?.page;
test.after(() => session?.close());
page?.setDefaultTimeout(120000);

const inPage = (run, argument) => page.evaluate(`(${run})(window.viewer, ${JSON.stringify(argument ?? null)})`);
/** The file as it would be saved now. */
const saved = async () =>
  Buffer.from(
    await inPage(async (app) => {
      const bytes = await app.document.save();
      let text = '';
      for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode(...bytes.subarray(i, i + 32768));
      return btoa(text);
    }),
    'base64',
  );
const tab = (id) => page.click(`[data-panel="${id}"]`);
const key = (name) => `[data-key="${name}"]`;
const open = async (name, bytes, panel) => {
  await dropFile(page, name, bytes);
  await waitForFile(page, name);
  await tab(panel);
};
/** Waits until that many changes are made and validated. */
const changes = (n) =>
  page.waitForFunction((count) => viewer.document.changes.length === count && viewer.findings !== null, n, {
    polling: 50,
  });

/** What axe-core calls serious or critical. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
async function problems() {
  await page.evaluate(`window.axe ?? (() => { ${axe} })()`);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}

/** Checks a panel in both themes and languages. */
async function isAccessible() {
  for (const [theme, language] of [
    ['dark', 'ja'],
    ['light', 'en'],
  ]) {
    await inPage(
      (app, [name, words]) => [app.state.set('theme', name), app.state.set('language', words)],
      [theme, language],
    );
    assert.deepEqual(await problems(), [], `${theme}, ${language}`);
    const text = await page.textContent('#panel-body');
    assert.doesNotMatch(text, /⟦|undefined|NaN/);
  }
}

// ---- Springs ----

const bare = await edited((edit) => edit.remove('/extensions/VRMC_springBone'));

/** Pixels of lines in front of the avatar. */
const lineCount = () =>
  inPage((app) => (app.view.draw(0), app.view.stage.lines.reduce((n, { numbers }) => n + numbers.length, 0)));

//
test('springs are proposed, drawn, chosen by mouse and keyboard, taken and taken back', { skip }, async () => {
  await open('bare.vrm', bare, 'springs');
  const before = await saved(),
    plain = await lineCount();
  assert.match(await page.textContent('#panel-body'), /no springs/);
  await page.click(key('springs-propose'));
  await page.waitForSelector(key('sway-apply'));
  assert.ok((await lineCount()) > plain + 1000, 'chains and colliders are drawn');
  assert.match(await page.textContent('#panel-body'), /Hair: 13 of 13.*Fringe_1.*joints on head · by name/s);
  await isAccessible();
  // All hair is left out, one lock is taken again; skirts are heavy.
  await page.click(key('sway-kind-hair'));
  assert.match(await page.textContent('#panel-body'), /Hair: 0 of 13/);
  const [lock] = await inPage((app) => app.sway.chains.find(({ name }) => name === 'Back_1').nodes);
  await page.focus(key(`sway-take-${lock}`));
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.selectOption(key('sway-kind'), 'tail');
  await page.selectOption(key('sway-feel'), 'stiff');
  const chains = await inPage((app) => app.sway.chains.filter(({ isTaken }) => isTaken));
  assert.deepEqual(
    chains.filter(({ name }) => name === 'Back_1').map(({ kind, feel }) => [kind, feel]),
    [['tail', 'stiff']],
  );
  await page.click(key('sway-apply'));
  await changes(1);
  const after = await saved();
  assert.ok(
    after.equals(
      written(
        bare,
        ...['springs', '--propose', '--without', 'hair', '--with', 'Back_1', '--kind', 'Back_1=tail'],
        ...['--feel', 'Back_1=stiff'],
      ),
    ),
    'the bytes of vrm springs',
  );
  assert.equal(await inPage((app) => app.items.springs.length), chains.length);
  assert.equal(await inPage((app) => app.sway.isOpen), false);
  await page.keyboard.press('Control+z');
  await changes(0);
  assert.ok((await saved()).equals(before));
  await page.keyboard.press('Control+y');
  await changes(1);
  assert.ok((await saved()).equals(after));
});

//
test('proposed springs sway at once', { skip }, async () => {
  const tips = () =>
    inPage((app) => {
      const { avatar } = app.view.shown;
      return app.items.springs.map(
        ({ joints }) => [...avatar.worlds.slice(joints.at(-1).node * 12 + 3, joints.at(-1).node * 12 + 4)][0],
      );
    });
  const still = await tips();
  await inPage((app) => {
    app.state.set('wind', 2);
    for (let i = 0; i < 30; i++) app.view.draw(1 / 30);
    app.state.set('wind', 0);
  });
  const blown = await tips();
  assert.ok(
    blown.some((x, i) => Math.abs(x - still[i]) > 0.005),
    `${still} and ${blown}`,
  );
});

//
test('a click on the avatar finds a proposed chain; presets, options and Cancel', { skip }, async () => {
  await page.click(key('springs-propose'));
  await page.waitForSelector(key('sway-apply'));
  const count = await inPage((app) => app.sway.chains.length);
  await page.click(key('sway-replaces'));
  await page.waitForFunction((n) => viewer.sway.chains.length > n, count);
  assert.equal(
    await inPage((app) => app.sway.pointerAt({ joint: app.sway.chains[0].nodes[1] })),
    await inPage((app) => `/nodes/${app.sway.chains[0].nodes[0]}`),
  );
  await page.click(key('sway-feel-heavy'));
  assert.ok(await inPage((app) => app.sway.chains.every(({ feel }) => feel === 'heavy')));
  await page.click(key('sway-hasColliders'));
  await page.waitForFunction(() => viewer.sway.result.colliders.length === 0);
  await page.click(key('sway-cancel'));
  assert.equal(await inPage((app) => app.sway.isOpen), false);
  assert.equal(await inPage((app) => app.document.changes.length), 1);
  await page.waitForSelector(key('springs-propose'));
});

test('springs of 0.x are proposed after migrating, and another file ends a proposal', { skip }, async () => {
  await open('old.vrm', sceneBytes('0.x'), 'springs');
  await page.click(key('springs-migrate'));
  await changes(1);
  await page.click(key('springs-propose'));
  await page.waitForSelector(key('sway-apply'));
  await open('bare.vrm', bare, 'springs');
  assert.equal(await inPage((app) => app.sway.isOpen), false);
});

// ---- Colliders ----

//
test('a collider is moved on the stage by pointer and keys, and by sliders, with undo', { skip }, async () => {
  await open('nova.vrm', sceneBytes('1.0'), 'springs');
  const before = await saved(),
    place = () => inPage((app) => app.document.json.extensions.VRMC_springBone.colliders[0].shape);
  const start = await place();
  await page.click(key('collider-/extensions/VRMC_springBone/colliders/0'));
  await page.waitForSelector(`${key('collider-handle')}:not([hidden])`);
  await isAccessible();
  const { x, y, width, height } = await page.locator(key('collider-handle')).boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 30, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await changes(1);
  const [kind] = Object.keys(start),
    dragged = await place();
  assert.ok(Math.hypot(...dragged[kind].offset.map((v, i) => v - (start[kind].offset ?? [0, 0, 0])[i])) > 0.02);
  assert.equal('tail' in dragged[kind], kind === 'capsule');
  await page.focus(key('collider-handle'));
  await page.keyboard.press('ArrowUp');
  await changes(2);
  await page.$eval(key('collider-radius'), (input) => {
    input.value = 0.2;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await changes(3);
  assert.equal((await place())[kind].radius, 0.2);
  for (let n = 2; n >= 0; n--) {
    await page.click(key('bar-undo'));
    await changes(n);
  }
  assert.ok((await saved()).equals(before));
});

//
test('controls of a collider that are moved before a change is made change the present shape', { skip }, async () => {
  await open('nova.vrm', sceneBytes('1.0'), 'springs');
  await inPage((app) => app.state.set('selection', '/extensions/VRMC_springBone/colliders/0'));
  await page.waitForSelector(`${key('collider-handle')}:not([hidden])`);
  const moved = await inPage(async (app) => {
    const { colliderAt } = await import('./core/colliders.js');
    const at = () => colliderAt(app.document.json, app.state.get('selection')).offset,
      move = (i, value) => {
        const input = document.querySelector(`[data-key="collider-offset-${i}"]`);
        input.value = value;
        for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
      };
    const isDone = () =>
      new Promise((resolve) => {
        const end = app.on('edits-done', () => (end(), resolve()));
      });
    move(0, 0.1);
    move(1, 0.12);
    await isDone();
    const first = at(),
      handle = document.querySelector('[data-key="collider-handle"]');
    const press = (name) => handle.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
    press('ArrowUp');
    await isDone();
    const second = at();
    press('ArrowUp');
    press('ArrowUp');
    await isDone();
    return { first, second, third: at() };
  });
  assert.deepEqual(moved.first.slice(0, 2), [0.1, 0.12]);
  for (const [i, x] of moved.third.entries()) {
    const once = moved.second[i] - moved.first[i];
    assert.ok(Math.abs(x - moved.second[i] - 2 * once) < 1e-4, JSON.stringify(moved));
  }
});

//
test(
  'a collider that was let go stays there, and can be dragged again before the change is made',
  { skip },
  async () => {
    await open('nova.vrm', sceneBytes('1.0'), 'springs');
    await inPage((app) => app.state.set('selection', '/extensions/VRMC_springBone/colliders/0'));
    await page.waitForSelector(`${key('collider-handle')}:not([hidden])`);
    await page.evaluate(() => {
      const { document } = window.viewer,
        change = document.change;
      window.held = [];
      document.change = async (made) => {
        await new Promise((release) => window.held.push(release));
        return change.call(document, made);
      };
    });
    const place = () => inPage((app) => app.document.json.extensions.VRMC_springBone.colliders[0].shape),
      spot = async () => {
        await inPage((app) => app.view.draw(0));
        const { x, y, width, height } = await page.locator(key('collider-handle')).boundingBox();
        return [x + width / 2, y + height / 2];
      };
    const drag = async () => {
      const [x, y] = await spot();
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 30, y, { steps: 3 });
      await page.mouse.up();
      await page.mouse.move(x + 80, y); // it was let go
      const [now] = await spot();
      assert.ok(Math.abs(now - x - 30) < 4, `${x} to ${now}`);
    };
    const [kind] = Object.keys(await place()),
      { offset: start = [0, 0, 0] } = (await place())[kind];
    await drag();
    await drag();
    for (let made = 1; made <= 2; made++) {
      await page.waitForFunction((count) => window.held.length === count, made);
      await page.evaluate(() => window.held.at(-1)());
    }
    await page.waitForFunction(() => !viewer.isEditing && viewer.findings !== null);
    const far = Math.hypot(...(await place())[kind].offset.map((x, i) => x - start[i]));
    await inPage(async (app) => {
      delete app.document.change;
      await app.undo();
    });
    const left = Math.hypot(...((await place())[kind].offset ?? [0, 0, 0]).map((x, i) => x - start[i]));
    assert.ok(far > 0.02 && (left === 0 || Math.abs(far - 2 * left) < 1e-3), `${far} and ${left}`);
  },
);

test('a collider that is held when another file opens is not moved there', { skip }, async () => {
  await open('nova.vrm', sceneBytes('1.0'), 'springs');
  await page.click(key('collider-/extensions/VRMC_springBone/colliders/0'));
  await page.waitForSelector(`${key('collider-handle')}:not([hidden])`);
  const { x, y, width, height } = await page.locator(key('collider-handle')).boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 30, y + height / 2, { steps: 4 });
  await dropFile(page, 'next.vrm', sceneBytes('1.0'));
  await waitForFile(page, 'next.vrm');
  await page.mouse.move(x + width / 2 + 40, y + height / 2);
  await page.mouse.up();
  await inPage((app) => app.change({ label: 'behind it', meta: { name: 'Next' } }));
  assert.deepEqual(await inPage((app) => app.document.changes.map(({ label }) => label)), ['behind it']);
});

test('a collider whose numbers are none is shown as a reader takes it', async () => {
  const { colliderAt } = await viewerModule('core/colliders.js');
  const shape = { capsule: { offset: 'here', tail: [1, 2], radius: '1' } },
    json = { extensions: { VRMC_springBone: { colliders: [{ node: 0, shape }] } } };
  const { offset, tail, radius } = colliderAt(json, '/extensions/VRMC_springBone/colliders/0');
  assert.deepEqual([offset, tail, radius], [[0, 0, 0], [0, 0, 0], 0]);
});

// ---- Other files ----

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
); // a PNG of one pixel

test('a picture that is read while another file opens does not become its thumbnail', { skip }, async () => {
  await open('nova.vrm', sceneBytes('hero'), 'overview');
  await page.evaluate(() => {
    const { arrayBuffer } = File.prototype;
    window.held = new Promise((release) => {
      File.prototype.arrayBuffer = async function () {
        if (this.name !== 'slow.png') return arrayBuffer.call(this);
        await new Promise((go) => (window.release = go));
        const read = await arrayBuffer.call(this);
        setTimeout(release);
        return read;
      };
    });
  });
  const choosing = page.waitForEvent('filechooser');
  await page.click(key('thumbnail-choose'));
  await (await choosing).setFiles({ name: 'slow.png', mimeType: 'image/png', buffer: dot });
  await page.waitForFunction(() => window.release);
  await dropFile(page, 'next.vrm', sceneBytes('hero'));
  await waitForFile(page, 'next.vrm');
  await page.evaluate(() => (window.release(), window.held));
  await inPage((app) => app.change({ label: 'behind it', meta: { name: 'Next' } }));
  assert.deepEqual(await inPage((app) => app.document.changes.map(({ label }) => label)), ['behind it']);
});

test('motion that is read while another file opens is fitted to that one', { skip }, async () => {
  const seen = await inPage(async (app) => {
    const { openClip } = await import('./parts/intake.js');
    const rigs = [],
      disposed = [];
    app.desk.open = (name) => ({
      name,
      clip: async (rig) => {
        rigs.push(rig);
        const n = rigs.length,
          { bytes } = app.document;
        if (n === 1) await app.open('second.vrm', bytes.length, async () => bytes);
        return { dispose: () => disposed.push(n) };
      },
    });
    await openClip(app, 'slow.bvh', async () => null, { isSelected: false });
    delete app.desk.open;
    app.motion.clips.pop();
    return [rigs.length, rigs[1] === app.view.shown.rig, rigs[0] === rigs[1], disposed];
  });
  assert.deepEqual(seen, [2, true, false, [1]]);
});

// ---- Figures ----

const figure = figureOf(sceneBytes('hero'));

/** Where a node is on the page. */
const placeOf = (node) =>
  inPage((app, i) => {
    const { worlds } = app.view.shown.avatar,
      box = app.view.canvas.getBoundingClientRect(),
      { x, y } = app.view.project([worlds[i * 12 + 3], worlds[i * 12 + 7], worlds[i * 12 + 11]]);
    return [x + box.left, y + box.top];
  }, node);
const nodeOf = (bone) => inPage((app, name) => app.figure.bones[name]?.node ?? null, bone);
const looked = () => page.waitForFunction(() => viewer.figure.facts !== null);

//
test('a figure without VRM becomes an avatar, with the bytes of vrm create; undo and redo', { skip }, async () => {
  await open('figure.glb', figure, 'overview');
  await page.click(key('overview-setup'));
  await page.waitForSelector(key('figure-make'));
  const before = await saved();
  assert.match(await page.textContent('#panel-body'), /Trunk and head: 9 of 9.*hips.*Hips.*by name.*m high/s);
  assert.ok((await lineCount()) > 500, 'joints and bones are drawn');
  await isAccessible();
  await page.fill(key('figure-name'), 'Nova');
  await page.fill(key('figure-authors'), 'Ada, Åsa');
  await page.click(key('figure-make'));
  await changes(1);
  const after = await saved();
  assert.ok(
    after.equals(written(figure, 'create', '--compact', ...['--title', 'Nova', '--author', 'Ada', '--author', 'Åsa'])),
    'the bytes of vrm create',
  );
  assert.match(await page.textContent('#panel-body'), /is an avatar now/);
  for (const panel of ['overview', 'springs', 'expressions', 'optimize', 'findings'])
    assert.equal(await page.locator(key(`setup-${panel}`)).count(), 1, `the panel leads on to ${panel}`);
  assert.match(await page.textContent('.facts'), /VRM 1\.0/);
  await isAccessible();
  await page.keyboard.press('Control+z');
  await changes(0);
  assert.ok((await saved()).equals(before));
  await page.waitForSelector(key('figure-make'));
  await page.keyboard.press('Control+y');
  await changes(1);
  assert.ok((await saved()).equals(after));
  await page.click(key('setup-springs'));
  await page.click(key('springs-propose'));
  await page.click(key('sway-apply'));
  await changes(2);
  const sprung = await saved();
  assert.ok(
    sprung.equals(written(after, 'springs', '--propose')),
    'a figure becomes an avatar with springs in the page',
  );
  // Later changes begin with the file as it is now; what is undone below is made again.
  await inPage((app) => app.change({ label: 'name', meta: { name: 'Vesna' } }));
  await changes(3);
  for (const [press, n, wanted] of [
    ['Control+z', 2, sprung],
    ['Control+z', 1, after],
    ['Control+z', 0, before],
    ['Control+y', 1, after],
    ['Control+y', 2, sprung],
  ]) {
    await page.keyboard.press(press);
    await changes(n);
    assert.ok((await saved()).equals(wanted), `${press} to ${n}`);
  }
});

//
test('a bone is chosen in the list and by a click on the figure, and taken back', { skip }, async () => {
  await open('figure.glb', figure, 'setup');
  await looked();
  const [chest, upperChest] = [await nodeOf('chest'), await nodeOf('upperChest')];
  await page.click(key('figure-chest'));
  await page.mouse.click(...(await placeOf(upperChest)));
  await page.waitForFunction(
    (node) => viewer.figure.bones.chest?.by === 'choice' && viewer.figure.bones.chest.node === node,
    upperChest,
  );
  assert.match(await page.textContent(key('figure-chest')), /UpperChest.*chosen/);
  await page.keyboard.press('Control+z');
  await page.waitForFunction(
    (node) => viewer.figure.bones.chest?.node === node && viewer.figure.bones.chest.by === 'name',
    chest,
  );
  const clickable = await inPage((app) => {
    const box = app.view.canvas.getBoundingClientRect(),
      joints = new Set(app.view.shown.rig.skins.flatMap(({ joints: own }) => [...own])),
      found = new Set();
    for (let x = 0; x < box.width; x += 12)
      for (let y = 0; y < box.height; y += 12) found.add(app.find(box.left + x, box.top + y)?.pointer ?? null);
    return [...found].filter((pointer) => pointer && !joints.has(Number(pointer.slice(7))));
  });
  assert.deepEqual(clickable, [], 'a click finds joints only');
  // A click on a joint shows the bone that it is; the list takes it away by the keyboard.
  await page.keyboard.press('Escape');
  await page.mouse.click(...(await placeOf(await nodeOf('head'))));
  await page.waitForSelector(`${key('figure-head')}[aria-expanded="true"]`);
  await page.focus(key('figure-node'));
  await page.keyboard.press('Home');
  await page.waitForFunction(() => viewer.figure.facts.missing.includes('head'));
  assert.match(await page.textContent('#panel-body'), /Bones that are missing/);
  assert.equal(await page.isDisabled(key('figure-make')), true);
  await isAccessible();
  await page.click(key('missing-head'));
  await page.click(key('figure-find'));
  await page.waitForFunction(() => viewer.figure.facts.isPossible);
  await page.click(key('figure-keepsPose'));
  await page.waitForFunction(() => viewer.figure.options.keepsPose && viewer.figure.facts.isPossible);
});

/** A figure with its arms down. */
const atEase = changedGlb(figure, ({ nodes }) => {
  for (const [name, side] of [
    ['LeftUpperArm', -1],
    ['RightUpperArm', 1],
  ])
    nodes.find((node) => node.name === name).rotation = [0, 0, side * Math.sin(0.35), Math.cos(0.35)];
});

/** The rotation of a node in a GLB. */
const rotationOf = (bytes, node) =>
  JSON.parse(bytes.toString('utf8', 20, 20 + bytes.readUInt32LE(12))).nodes[node].rotation ?? [0, 0, 0, 1];

//
test('the T-pose is corrected by rings, keys and sliders, with undo, and goes into the avatar', { skip }, async () => {
  await open('figure.glb', atEase, 'setup');
  await looked();
  const [arm, hand] = [await nodeOf('leftUpperArm'), await nodeOf('leftHand')],
    turns = () => inPage((app) => app.figure.options.boneTurns),
    drawnAt = (node) =>
      inPage((app, i) => (app.view.draw(0), [...app.view.shown.avatar.worlds.slice(i * 12, i * 12 + 12)]), node);
  const asInFile = await drawnAt(hand);
  assert.equal(await page.isVisible(key('ring-2')), false);
  await page.click(key('figure-turn'));
  await page.waitForFunction(() => viewer.figure.isPosing);
  const straight = await drawnAt(hand);
  assert.ok(straight[7] > asInFile[7] + 0.1, 'the arms are raised into the T-pose');
  // A click on a joint chooses its bone, and does not say which node a bone is.
  await page.click(key('figure-head'));
  await page.mouse.click(...(await placeOf(arm)));
  await page.waitForSelector(`${key('figure-leftUpperArm')}[aria-expanded="true"]`);
  assert.deepEqual(await inPage((app) => app.figure.options.bones), {});
  await isAccessible();
  // The handle of the ring about Z, a quarter of a turn.
  await page.waitForSelector(`${key('ring-2')}:not([hidden])`);
  const box = await page.locator(key('ring-2')).boundingBox(),
    middle = await placeOf(arm),
    from = [box.x + box.width / 2 - middle[0], box.y + box.height / 2 - middle[1]],
    at = (degrees) => {
      const angle = (-degrees * Math.PI) / 180; // counterclockwise on the screen
      return [
        middle[0] + from[0] * Math.cos(angle) - from[1] * Math.sin(angle),
        middle[1] + from[0] * Math.sin(angle) + from[1] * Math.cos(angle),
      ];
    };
  await page.mouse.move(...at(0));
  await page.mouse.down();
  for (let i = 1; i <= 6; i++) await page.mouse.move(...at(i * 5));
  await page.mouse.up();
  const dragged = (await turns()).leftUpperArm;
  assert.ok(Math.abs(dragged[2] - 30) < 3, `${dragged}`);
  assert.ok((await drawnAt(hand))[7] > straight[7] + 0.1, 'the hand is raised');
  assert.match(await page.textContent(key('figure-leftUpperArm')), /corrected/);
  // Keys: a ring by its letter; then a slider of another bone.
  await page.focus('#picture');
  await page.keyboard.press('y');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.key), 'ring-1');
  await page.keyboard.press('ArrowRight');
  const turned = await turns();
  assert.notDeepEqual(turned.leftUpperArm, dragged);
  await page.click(key('figure-head'));
  await page.focus(key('turn-0'));
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => viewer.figure.options.boneTurns.head?.[0] === 1);
  await page.keyboard.press('Control+z');
  await page.waitForFunction(() => !viewer.figure.options.boneTurns.head);
  await page.keyboard.press('Control+z');
  assert.deepEqual(await turns(), { leftUpperArm: dragged });
  await page.keyboard.press('Control+z');
  assert.deepEqual(await turns(), {});
  for (const [i, x] of (await drawnAt(hand)).entries()) assert.ok(Math.abs(x - straight[i]) < 1e-5, 'as before');
  for (let i = 0; i < 2; i++) await page.keyboard.press('Control+y');
  assert.deepEqual(await turns(), turned);
  // The avatar rests as the stage showed it; the other panels show the figure as its file has it.
  const shown = await drawnAt(hand),
    locals = await inPage((app) =>
      Object.values(app.figure.bones).map(({ node }) => [
        node,
        [...app.view.shown.avatar.locals.slice(node * 10 + 3, node * 10 + 7)],
      ]),
    );
  await tab('overview');
  for (const [i, x] of (await drawnAt(hand)).entries()) assert.ok(Math.abs(x - asInFile[i]) < 1e-5, 'as in the file');
  await tab('setup');
  for (const [i, x] of (await drawnAt(hand)).entries()) assert.ok(Math.abs(x - shown[i]) < 1e-5, 'the T-pose again');
  await page.click(key('figure-make'));
  await changes(1);
  const after = await saved();
  assert.ok(
    after.equals(
      written(atEase, 'create', '--compact', '--title', 'figure', '--turn', `leftUpperArm=${turned.leftUpperArm}`),
    ),
    'the bytes of vrm create',
  );
  for (const [node, local] of locals) {
    const made = rotationOf(after, node);
    assert.ok(Math.abs(made.reduce((sum, x, i) => sum + x * local[i], 0)) > 1 - 1e-6, `${node}: ${made} for ${local}`);
  }
  await page.keyboard.press('Control+z');
  await changes(0);
  await looked();
  await page.click(key('figure-unturn'));
  assert.deepEqual(await turns(), {});
  await page.click(key('figure-choose'));
  assert.equal(await inPage((app) => app.figure.isPosing), false);
});

//
test('materials become MToon on request', { skip }, async () => {
  await open('figure.glb', figure, 'setup');
  await looked();
  await page.click(key('figure-makesMtoon'));
  await page.waitForFunction(() => viewer.figure.facts.mtoonCount === 10);
  assert.match(await page.textContent('#panel-body'), /Materials that become MToon: 10/);
  await page.click(key('figure-make'));
  await changes(1);
  const made = await saved();
  assert.ok(made.equals(written(figure, 'create', '--compact', '--title', 'figure', '--mtoon')));
});

test('choices for a figure are not undone in another file', { skip }, async () => {
  await open('figure.glb', figure, 'setup');
  await looked();
  await inPage((app) => app.figure.set({ keepsPose: true }));
  assert.equal(await inPage((app) => app.canUndo), true);
  await dropFile(page, 'nova.vrm', sceneBytes('hero'));
  await waitForFile(page, 'nova.vrm');
  assert.equal(await inPage((app) => app.canUndo), false);
});

//
test('a chair is refused with what is missing, and avatars have no such panel', { skip }, async () => {
  await open('chair.gltf', chair, 'setup');
  await looked();
  assert.match(await page.textContent('#panel-body'), /No human figure was found.*leftUpperLeg/);
  assert.doesNotMatch(await page.textContent('#panel-body'), /--bone/);
  assert.equal(await page.isDisabled(key('figure-make')), true);
  await isAccessible();
  await dropFile(page, 'nova.vrm', sceneBytes('hero'));
  await waitForFile(page, 'nova.vrm');
  assert.equal(await page.locator('[data-panel="setup"]').count(), 0);
});

// ---- A crash ----

/** Another page of the same browser. */
async function anotherPage(address) {
  const other = await page.context().newPage();
  other.setDefaultTimeout(120000);
  await other.goto(address);
  await other.waitForSelector('html[data-ready]', { timeout: 240000 });
  return other;
}
const bytesOf = async (other) =>
  Buffer.from(
    await other.evaluate(async () => {
      const bytes = await window.viewer.document.save();
      let text = '';
      for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode(...bytes.subarray(i, i + 32768));
      return btoa(text);
    }),
    'base64',
  );
/** Waits until the draft of a page's document has so many changes; 0: until there is none. */
const isKept = (other, n) =>
  waitUntil(
    other,
    async (count) => {
      const { storedDrafts } = await import('./core/draft_store.js'),
        draft = (await storedDrafts()).find(({ name }) => name === viewer.document.name);
      return (draft?.changes.length ?? 0) === count;
    },
    n,
  );
/** A page that was closed may hold the locks of its drafts for a moment. */
const areLocksFree = () =>
  waitUntil(page, async () => {
    const { storedDrafts } = await import('./core/draft_store.js'),
      { held } = await navigator.locks.query(),
      drafts = await storedDrafts();
    return drafts.every(({ id }) => held.every(({ name }) => !name.endsWith(id)));
  });
const rename = (other, name) =>
  other.evaluate(
    (text) => window.viewer.change({ label: `Name: ${text}`, edits: [['/extensions/VRMC_vrm/meta/name', text]] }),
    name,
  );

//
test('changes of a page that crashed are offered again, and can be undone', { skip }, async () => {
  const address = page.url().split('#')[0],
    crashed = await anotherPage(address);
  await dropFile(crashed, 'figure.glb', figure);
  await waitForFile(crashed, 'figure.glb');
  await crashed.click('[data-key="overview-setup"]');
  await crashed.click(key('figure-make'));
  await crashed.waitForFunction(() => viewer.document.changes.length === 1);
  await rename(crashed, 'Nova');
  const wanted = await bytesOf(crashed);
  await isKept(crashed, 2);
  // While that page lives, others do not offer its changes.
  const beside = await anotherPage(address);
  assert.equal(await beside.locator('dialog[open]').count(), 0);
  await beside.close();
  const cdp = await crashed.context().newCDPSession(crashed);
  const gone = new Promise((resolve) => crashed.once('crash', resolve));
  cdp.send('Page.crash').catch(() => {});
  await gone;
  await crashed.close();
  await areLocksFree();
  const again = await anotherPage(address);
  assert.match(await again.textContent('dialog[open]'), /figure\.glb.*Changes: 2.*Name: Nova/s);
  await again.evaluate(`window.axe ?? (() => { ${axe} })()`);
  const { violations } = await again.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  assert.deepEqual(
    violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id),
    [],
  );
  await again.keyboard.press('Enter'); // the first button has the focus
  await again.waitForFunction(() => viewer.document.changes.length === 2 && viewer.findings !== null);
  assert.ok((await bytesOf(again)).equals(wanted), 'the bytes of before the crash');
  await again.keyboard.press('Control+z');
  await again.keyboard.press('Control+z');
  await again.waitForFunction(() => viewer.document.changes.length === 0 && viewer.findings !== null);
  assert.equal(await again.evaluate(() => viewer.document.info.dialect), null);
  await isKept(again, 0);
  await again.close({ runBeforeUnload: false });
});

//
test('a draft that begins while another page looks for drafts is not offered there', { skip }, async () => {
  const address = page.url().split('#')[0],
    other = await anotherPage(address);
  const dialogs = await other.evaluate(async () => {
    const { offerDrafts } = await import('./parts/drafts.js'),
      { storedDrafts } = await import('./core/draft_store.js'),
      { locks } = navigator;
    locks.query = async () => {
      const before = await LockManager.prototype.query.call(locks);
      await viewer.change({ label: 'a change', meta: { name: 'New' } });
      while (!(await storedDrafts()).length) await new Promise((resolve) => setTimeout(resolve, 20));
      return before;
    };
    await offerDrafts(viewer);
    delete locks.query;
    return document.querySelectorAll('dialog[open]').length;
  });
  assert.equal(dialogs, 0);
  await other.evaluate(() => viewer.undo());
  await isKept(other, 0);
  await other.close({ runBeforeUnload: false });
});

//
test('what is no draft is removed, and the page opens', { skip }, async () => {
  const address = page.url().split('#')[0],
    other = await anotherPage(address);
  await other.evaluate(async () => {
    const { storeDraft } = await import('./core/draft_store.js'),
      { opener, resultOf } = await import('./core/browser_store.js');
    const database = await opener('vrm-viewer-drafts', [])(),
      put = (draft) => resultOf(database.transaction('drafts', 'readwrite').objectStore('drafts').put(draft));
    await storeDraft({ id: 'old', name: 'old.vrm', at: 5, changes: [{ label: 'old' }] });
    await put({ id: 'none' });
    await put({ id: 'text', name: 5, at: Date.now(), changes: 'text' });
    await put({ id: 'null', name: 'null.vrm', at: Date.now(), changes: [null] });
  });
  await other.reload();
  await other.waitForSelector('html[data-ready]', { timeout: 240000 });
  assert.equal(await other.locator('dialog[open]').count(), 0);
  const left = await other.evaluate(async () => (await import('./core/draft_store.js')).storedDrafts());
  assert.deepEqual(left, []);
  await other.close();
});

//
test('a browser without room for a draft is told of once, and not asked with each change', { skip }, async () => {
  const address = page.url().split('#')[0],
    other = await anotherPage(address);
  await other.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    Object.assign(window, { refused: 0, said: [] });
    viewer.on('complaint', (text) => said.push(text));
    IDBObjectStore.prototype.put = function (value) {
      if (this.name !== 'files') return put.call(this, value);
      refused++;
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
  });
  for (const name of ['one', 'two', 'three']) await rename(other, name);
  await other.waitForFunction(() => refused > 0 && !viewer.isEditing);
  assert.deepEqual(await other.evaluate(() => [refused, viewer.document.changes.length]), [1, 3]);
  assert.match((await other.evaluate(() => said)).join('\n'), /^The browser does not keep .* The disk is full\.$/);
  await other.close({ runBeforeUnload: false });
});

//
test('changes that were saved or discarded are not offered', { skip }, async () => {
  const address = page.url().split('#')[0],
    left = await anotherPage(address);
  assert.equal(await left.locator('dialog[open]').count(), 0, 'all was undone before');
  await rename(left, 'one');
  await isKept(left, 1);
  await left.click('[data-key="bar-save"]');
  await left.click('[data-key="save-download"]');
  await isKept(left, 0);
  assert.equal(await left.evaluate(() => viewer.document.isUnsaved), false);
  // A change while the file is written is not in it.
  await left.click('[data-key="save-download"]');
  await rename(left, 'two');
  await left.waitForSelector('[data-key="save-download"]:enabled');
  assert.equal(await left.evaluate(() => viewer.document.isUnsaved), true);
  await left.keyboard.press('Escape');
  await isKept(left, 2);
  await left.close({ runBeforeUnload: false });
  await areLocksFree();
  const other = await anotherPage(address);
  await other.click(key('draft-discard'));
  await other.waitForFunction(() => !document.querySelector('dialog[open]'));
  await other.close();
  const last = await anotherPage(address);
  assert.equal(await last.locator('dialog[open]').count(), 0);
  await last.close();
});
