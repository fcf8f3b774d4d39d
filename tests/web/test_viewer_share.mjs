// SPDX-License-Identifier: MIT
// The viewer's address and what it gives away: files of the query, frames without controls, links and code to copy, and
// one HTML file, which is opened from the disk.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { LLVMPIPE, launchChromium } from '../judges/chromium.mjs';
import { serve, whyNoChromium } from './browser.mjs';
import { load, packageFolder, sceneBytes, scratch } from './support.mjs';
import { dropFile, openViewer, policy, renamed, waitForFile } from './viewer_page.mjs';

const skip = (await whyNoChromium()) ?? false;
const folder = scratch();

/** The viewer with a query; `places` are files beside the page. */
const open = (query, options = {}) =>
  openViewer({ query, fragment: 'isPlaying=0', viewport: { width: 960, height: 640 }, ...options });

const copied = (page, key) => page.locator(`[data-key="${key}"]`).textContent();

/** Saves the page that the dialog offers; resolves with its path. */
async function savePage(page, name) {
  const waiting = page.waitForEvent('download');
  await page.click('[data-key="share-write"]');
  const download = await waiting,
    path = join(folder, name);
  assert.match(download.suggestedFilename(), /\.html$/);
  await download.saveAs(path);
  return path;
}

test('?file opens a file of the same server, with face and camera of the query', { skip }, async () => {
  const { page, close, complaints } = await open(
    'file=friend.vrm&expression=happy%200.5&camera=bust%2030%2010&theme=dark',
    { places: { 'friend.vrm': sceneBytes('hero') } },
  );
  const seen = await page.evaluate(() => {
    const { document, face, view, state, isGreeting, fileUrl } = window.viewer;
    return {
      name: document.name,
      isGreeting,
      file: new URL(fileUrl).pathname,
      happy: face.wishes.get('happy'),
      yaw: view.camera.yaw,
      pitch: view.camera.pitch,
      shot: state.get('shot'),
      theme: window.document.documentElement.dataset.theme,
      kept: localStorage.getItem('vrm-viewer-theme'),
    };
  });
  assert.deepEqual(
    { ...seen, yaw: Math.round(seen.yaw), pitch: Math.round(seen.pitch) },
    {
      name: 'friend.vrm',
      isGreeting: false,
      file: '/v/friend.vrm',
      happy: 0.5,
      yaw: 30,
      pitch: 10,
      shot: 'bust',
      theme: 'dark',
      kept: null,
    },
  );
  await page.waitForFunction(() => location.hash.includes('camera=') && location.search === '?file=friend.vrm');
  await dropFile(page, 'other.vrm', await renamed('Other'));
  await waitForFile(page, 'other.vrm');
  await page.evaluate(() => window.viewer.state.set('panel', 'body'));
  await page.waitForFunction(() => location.search === ''); // the address no longer names what is shown
  assert.deepEqual(complaints, []);
  await close();
});

test('a file that is not there, or no address at all, is answered with a sentence', { skip }, async () => {
  const { page, close } = await open('file=missing.vrm');
  await page.waitForSelector('.failure');
  assert.match(await page.locator('.failure').textContent(), /missing\.vrm.*404/s);
  assert.equal(await page.evaluate(() => window.viewer.isGreeting), true); // and the bundled avatar is behind it
  await close();
  for (const bad of [
    'javascript:alert(1)',
    'data:model/gltf-binary;base64,AAAA',
    'https://me:secret@example.org/a.vrm',
  ]) {
    const other = await open(`file=${encodeURIComponent(bad)}`);
    await other.page.waitForSelector('[role="alert"]');
    assert.match(await other.page.locator('[role="alert"]').textContent(), /is not an address/);
    await other.close();
  }
});

test('?file of another server is opened only after a question', { skip }, async () => {
  const asked = [];
  const answer = (request, response) => {
    asked.push(request.url);
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end(sceneBytes('hero'));
  };
  const server = await serve({ '/far.vrm': answer });
  const headers = {
    'content-security-policy': policy.replace("connect-src 'self'", `connect-src 'self' ${server.origin}`),
  };
  const query = `file=${encodeURIComponent(`${server.origin}/far.vrm`)}`;
  const { page, close, complaints } = await open(query, { headers, isWaiting: false });
  await page.waitForSelector('[data-key="link-leave"]', { timeout: 240000 });
  assert.match(await page.locator('dialog').textContent(), /127\.0\.0\.1/);
  await page.click('[data-key="link-leave"]');
  await page.waitForSelector('html[data-ready]');
  assert.equal(await page.evaluate(() => window.viewer.isGreeting), true);
  assert.deepEqual(asked, []);
  await page.reload();
  await page.click('[data-key="link-open"]');
  await waitForFile(page, 'far.vrm');
  assert.deepEqual(asked, ['/far.vrm']);
  assert.deepEqual(complaints, []);
  await close();
  server.close();
});

test('?ui=none shows the avatar and nothing else, and the pointer still turns it', { skip }, async () => {
  const { page, close, complaints } = await open('ui=none');
  for (const id of ['bar', 'tree', 'side', 'timeline', 'motion', 'stage-tools', 'notice'])
    assert.equal(await page.isVisible(`#${id}`), false, id);
  assert.deepEqual(await page.locator('#stage').boundingBox(), { x: 0, y: 0, width: 960, height: 640 });
  await page.keyboard.press('o'); // no shortcut of the page: no file dialog
  await page.mouse.move(480, 320);
  await page.mouse.down();
  await page.mouse.move(560, 320, { steps: 4 });
  await page.mouse.up();
  assert.ok(await page.evaluate(() => Math.abs(window.viewer.view.camera.yaw) > 10));
  assert.equal(await page.evaluate(() => window.viewer.state.get('selection')), null);
  assert.deepEqual(complaints, []);
  await close();
});

let session = null, // of the tests below; the pages above are gone by then
  page = null;
const asked = []; // of another server, by the page of the tests below

// R-756
test('the link of the dialog shows the same file, motion, view and light', { skip }, async () => {
  const far = await serve({
    '/far.vrm': (request, response) => {
      asked.push(request.url);
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end(sceneBytes('hero'));
    },
  });
  test.after(() => far.close());
  session = await open('file=friend.vrm&motion=walk.vrma', {
    headers: { 'content-security-policy': policy.replace("connect-src 'self'", `connect-src 'self' ${far.origin}`) },
    places: {
      'friend.vrm': sceneBytes('hero'),
      'walk.vrma': sceneBytes('hero-clip'),
      'away.vrm': (_, response) => response.writeHead(302, { location: `${far.origin}/far.vrm` }).end(),
    },
  });
  ({ page } = session);
  assert.equal(await page.evaluate(() => window.viewer.desk.current.name), 'walk.vrma');
  await page.evaluate(() => {
    window.viewer.face.wish('angry', 0.5);
    window.viewer.state.set('panel', 'springs');
    window.viewer.state.set('light', 1.5);
    window.viewer.state.set('lightYaw', -120);
    window.viewer.state.set('lightColor', '#ffb27a');
    window.viewer.state.set('background', '#112233');
    window.viewer.view.camera.setNumbers([40, 5, 3, 0, 1, 0]);
  });
  await page.keyboard.press('e');
  const link = await copied(page, 'share-link');
  assert.match(link, /index\.html\?file=friend\.vrm&motion=walk\.vrma#/);
  const other = await session.page.context().newPage();
  await other.goto(link);
  await other.waitForSelector('html[data-ready]', { timeout: 240000 });
  const seen = await other.evaluate(() => {
    const { desk, face, state, view, document } = window.viewer;
    const { style } = window.document.getElementById('stage');
    return [
      [document.name, desk.current.name, face.wishes.get('angry'), state.get('panel'), view.camera.numbers()],
      [
        style.getPropertyValue('--backdrop'),
        Number(view.stage.light.from[0].toFixed(2)),
        view.stage.light.color[2] < 0.5,
      ],
    ];
  });
  assert.deepEqual(seen, [
    ['friend.vrm', 'walk.vrma', 0.5, 'springs', [40, 5, 3, 0, 1, 0]],
    ['#112233', -0.71, true],
  ]);
  const hash = await page.evaluate(async () => {
    const { writeFragment } = await import('./core/fragment.js');
    window.viewer.state.set('background', 'picture'); // the user's own: no link has it
    writeFragment(window.viewer);
    window.viewer.state.set('background', 'theme');
    return location.hash;
  });
  assert.match(hash, /light=1\.5/);
  assert.doesNotMatch(hash, /background/);
  await other.close();
  assert.match(
    await copied(page, 'share-frame'),
    /<iframe src="[^"]*\?file=friend\.vrm&amp;motion=walk\.vrma&amp;ui=none#/,
  );
  await page.keyboard.press('Escape');
});

// R-758
test('names of expressions may have commas, quotes and numbers', { skip }, async () => {
  const wishes = [
    ['oh, no', 0.5],
    ['say "a", b\\', 1],
    ['Fun 2', 0.25],
    ['", ', 0.5],
    ['happy', 1],
  ];
  const [text, read] = await page.evaluate(async (pairs) => {
    const { weightsOf, weightsText } = await import('./core/address.js');
    return [weightsText(pairs), weightsOf(weightsText(pairs))];
  }, wishes);
  assert.deepEqual(read, wishes);
  const { emotionOf } = await load('element/attributes.js');
  assert.deepEqual(emotionOf(text), Object.fromEntries(wishes));
  assert.deepEqual(emotionOf('"half, happy 0.5'), { '"half': 1, happy: 0.5 });
  const { page: other, close } = await open(`expression=${encodeURIComponent('"oh, no" 0.5, happy')}`);
  const seen = await other.evaluate(() => [...window.viewer.face.wishes]);
  assert.deepEqual(seen, [
    ['oh, no', 0.5],
    ['happy', 1],
  ]);
  await close();
});

test('a page fetches addresses of web servers, and knows which are its own', { skip }, async () => {
  const seen = await page.evaluate(async () => {
    const { urlOf, isOfThisServer } = await import('./core/address.js');
    const none = [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:model/gltf-binary;base64,AAAA',
      'blob:http://127.0.0.1/1',
      'file:///etc/passwd',
      'ftp://example.org/a.vrm',
      'https://me@example.org/a.vrm',
      'http://[',
    ];
    const { port } = location;
    const others = [
      '//example.org/a.vrm',
      '\\\\example.org\\a.vrm',
      '/\t/example.org/a.vrm',
      'https://127.0.0.1/a.vrm',
      `http://127.0.0.1:${port}.example.org/a.vrm`,
      `http://localhost:${port}/a.vrm`,
    ];
    const own = ['a.vrm', '../../a.vrm', '/a.vrm', `http://127.0.0.1:${port}/a.vrm`];
    return [
      none.filter((text) => urlOf(text)),
      others.filter((text) => urlOf(text) && isOfThisServer(urlOf(text))),
      own.filter((text) => !isOfThisServer(urlOf(text))),
    ];
  });
  assert.deepEqual(seen, [[], [], []]);
});

test('a file of this server that leads to another one is not read there', { skip }, async () => {
  const name = await page.evaluate(async () => {
    const { openLinked } = await import('./parts/linked.js');
    await openLinked(window.viewer, new URL('away.vrm', location.href));
    return window.viewer.document.name;
  });
  assert.equal(name, 'friend.vrm');
  assert.match(await page.textContent('.failure'), /away\.vrm did not answer, or sends the page to another server/);
  assert.deepEqual(asked, []);
  await page.keyboard.press('Escape');
  session.complaints.length = 0; // the browser names the redirect
});

test('without an address the dialog says so, and takes one', { skip }, async () => {
  await page.evaluate(() => (window.viewer.fileUrl = null));
  await page.click('[data-key="bar-share"]');
  assert.match(await page.locator('dialog .share').textContent(), /on this computer only/);
  assert.doesNotMatch(await copied(page, 'share-link'), /file=/);
  await page.fill('[data-key="share-address"]', 'https://example.org/a b.vrm?x=1&y="');
  assert.match(await copied(page, 'share-link'), /\?file=https:\/\/example\.org\/a%2520b\.vrm/);
  assert.match(await copied(page, 'share-element'), /src="https:\/\/example\.org\/a b\.vrm\?x=1&amp;y=&quot;"/);
  await page.fill('[data-key="share-address"]', 'javascript:alert(1)');
  assert.match(await page.locator('dialog .share').textContent(), /javascript:alert\(1\) is not an address/);
  for (const key of ['share-link', 'share-frame', 'share-element'])
    assert.doesNotMatch(await copied(page, key), /javascript:/);
  await page.keyboard.press('Escape');
});

test('the code of the element is a page that shows the avatar', { skip }, async () => {
  await page.click('[data-key="bar-share"]');
  await page.fill('[data-key="share-address"]', 'friend.vrm');
  const code = (await copied(page, 'share-element'))
    .replace('node_modules/libvrm/', '/libvrm/')
    .replace(/animation="[^"]*\/walk\.vrma"/, 'animation="walk.vrma"');
  await page.keyboard.press('Escape');
  const server = await serve({
    '/libvrm/': packageFolder,
    '/friend.vrm': sceneBytes('hero'),
    '/walk.vrma': sceneBytes('hero-clip'),
    '/favicon.ico': Buffer.alloc(0),
    '/page.html': Buffer.from(`<!doctype html><title>A page</title>${code}`),
  });
  const other = await page.context().newPage();
  await other.goto(`${server.origin}/page.html`);
  await other.waitForFunction(() => document.querySelector('vrm-avatar').isShown, null, { timeout: 240000 });
  const seen = await other.evaluate(() => {
    const element = document.querySelector('vrm-avatar');
    return [Math.round(element.orbit.yaw), element.expression, element.alt, element.getAttribute('animation')];
  });
  assert.deepEqual(seen, [40, 'angry 0.5', await page.evaluate(() => window.viewer.document.meta.name), 'walk.vrma']);
  await other.close();
  server.close();
});

/** Opens a saved page from the disk, in a browser without a network. */
async function openFromDisk(path) {
  const browser = await launchChromium(LLVMPIPE);
  const context = await browser.newContext({ viewport: { width: 320, height: 480 }, offline: true });
  const tab = await context.newPage(),
    said = [],
    requests = [];
  tab.on('pageerror', (error) => said.push(String(error)));
  tab.on('console', (message) => message.type() === 'error' && said.push(message.text()));
  tab.on('request', (request) => /^(https?|file):/.test(request.url()) && requests.push(request.url()));
  await tab.goto(pathToFileURL(path).href);
  await tab.waitForFunction(() => document.querySelector('vrm-avatar').isShown, null, { timeout: 240000 });
  return { tab, said, requests, close: () => browser.close() };
}

/** Colours in a picture of the page: a page without an avatar has only its background. */
const shades = (tab) =>
  tab.evaluate(async () => {
    const blob = await document.querySelector('vrm-avatar').toBlob({ width: 64, height: 96 });
    const image = await createImageBitmap(blob),
      canvas = new OffscreenCanvas(64, 96).getContext('2d');
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(0, 0, 64, 96);
    return new Set(Array.from({ length: data.length / 4 }, (_, i) => data.slice(i * 4, i * 4 + 4).join())).size;
  });

test('one HTML file shows the avatar from the disk, without a server or a network', { skip }, async () => {
  await page.click('[data-key="bar-share"]');
  await page.uncheck('[data-key="share-motion"]');
  const path = await savePage(page, 'still.html');
  assert.match(await page.locator('dialog [role="status"]').first().textContent(), /saved: /);
  await page.keyboard.press('Escape');
  const { tab, said, requests, close } = await openFromDisk(path);
  assert.ok((await shades(tab)) > 100);
  await tab.keyboard.press('Tab');
  const yaw = () => tab.evaluate(() => document.querySelector('vrm-avatar').orbit.yaw);
  const before = await yaw();
  assert.equal(Math.round(before), 40);
  for (let i = 0; i < 50 && (await yaw()) === before; i++) {
    await tab.keyboard.press('ArrowRight'); // the part that moves the camera is in the page too
    await tab.waitForTimeout(100);
  }
  assert.notEqual(await yaw(), before);
  assert.deepEqual(said, []);
  assert.deepEqual(requests, [pathToFileURL(path).href]);
  await close();
});

test('one HTML file has changes, motion and a name that is no markup', { skip }, async () => {
  const name = `A <b>"bold"</b> & '</script>' <!-- \u2028 --></iframe> name`;
  await dropFile(page, 'bold.vrm', await renamed(name));
  await waitForFile(page, 'bold.vrm');
  await page.evaluate(() => window.viewer.change({ label: 'contact', meta: { contactInformation: 'me@example.org' } }));
  await page.click('[data-key="bar-share"]');
  assert.equal(await page.isChecked('[data-key="share-motion"]'), true);
  const read = (code) =>
    page.evaluate(
      (html) => {
        const { body, head } = new DOMParser().parseFromString(html, 'text/html');
        return [...head.children, ...body.children].map(({ localName, title, attributes }) => [
          localName,
          title || (attributes.alt?.value ?? ''),
        ]);
      },
      code.replaceAll(/ style="[^"]*"/g, ''),
    ); // which the policy of the page forbids
  assert.deepEqual(await read(await copied(page, 'share-frame')), [['iframe', name]]);
  assert.deepEqual(await read(await copied(page, 'share-element')), [
    ['script', ''],
    ['vrm-avatar', name],
  ]);
  const path = await savePage(page, 'moving.html');
  await page.keyboard.press('Escape');
  const { tab, said, close } = await openFromDisk(path);
  assert.equal(await tab.title(), name);
  assert.match(await tab.locator('footer').textContent(), /<b>/);
  await tab.waitForFunction(() => document.querySelector('vrm-avatar').duration > 0);
  assert.equal(
    await tab.evaluate(() => document.querySelector('vrm-avatar').model.meta.contactInformation),
    'me@example.org',
  );
  assert.deepEqual(said, []);
  await close();
});

test('an avatar that must not be passed on says so before its page is saved', { skip }, async () => {
  await page.evaluate(() => window.viewer.change({ label: 'passing on', meta: { allowRedistribution: false } }));
  await page.click('[data-key="bar-share"]');
  assert.match(await page.locator('.warning-text').textContent(), /forbids passing it on/);
  await page.keyboard.press('Escape');
});

test('a link beside changes says that they are not in it', { skip }, async () => {
  await page.click('[data-key="bar-share"]');
  await page.fill('[data-key="share-address"]', 'bold.vrm');
  assert.match(await page.locator('dialog .share').textContent(), /without your changes/);
  await page.keyboard.press('Escape');
});

test('a turntable is one whole turn: it repeats without a seam', { skip }, async () => {
  await page.evaluate(() => window.viewer.state.set('pose', 't'));
  await page.click('[data-key="picture"]');
  await page.fill('[data-key="picture-width"]', '48');
  await page.fill('[data-key="picture-height"]', '64');
  await page.fill('[data-key="record-seconds"]', '0.8');
  await page.selectOption('[data-key="record-rate"]', '10');
  await page.check('[data-key="record-turns"]');
  await page.evaluate(() => {
    const { camera, stage } = window.viewer.view,
      { step } = stage;
    window.turned = { from: camera.yaw, at: [] };
    stage.step = function (seconds) {
      window.turned.at.push(camera.yaw - window.turned.from);
      return step.call(this, seconds);
    };
  });
  const waiting = page.waitForEvent('download');
  await page.click('[data-key="record"]');
  const download = await waiting;
  await download.saveAs(join(folder, 'turn.webp'));
  const { yaws, left } = await page.evaluate(() => {
    delete window.viewer.view.stage.step; // that of its class again
    const { from, at } = window.turned;
    return { yaws: at.filter((yaw) => yaw > 0).map(Math.round), left: window.viewer.view.camera.yaw - from };
  });
  assert.deepEqual(yaws, [45, 90, 135, 180, 225, 270, 315, 360]);
  assert.equal(left, 0, 'the camera is where it was');
  const frames = readFileSync(join(folder, 'turn.webp')).toString('latin1').split('ANMF').length - 1;
  assert.equal(frames, 8);
});

// R-757
test('another file waits for a recording, which would show both', { skip }, async () => {
  await page.click('[data-key="picture"]');
  await page.fill('[data-key="picture-width"]', '48');
  await page.fill('[data-key="picture-height"]', '64');
  await page.fill('[data-key="record-seconds"]', '1');
  await page.selectOption('[data-key="record-rate"]', '30');
  const before = await page.evaluate(() => window.viewer.document.name);
  const waiting = page
    .waitForEvent('download')
    .then((download) =>
      page.evaluate(() => window.viewer.document.name).then((name) => [download.suggestedFilename(), name]),
    );
  await page.click('[data-key="record"]');
  await page.waitForFunction(() => window.viewer.view.isPaused);
  await dropFile(page, 'next.vrm', sceneBytes('hero'));
  const [file, shown] = await waiting;
  assert.match(file, /\.(webp|png)$/);
  assert.equal(shown, before);
  await waitForFile(page, 'next.vrm');
  await page.click('[data-key="picture"]');
  await page.fill('[data-key="record-seconds"]', '20');
  await page.click('[data-key="record"]');
  await page.waitForFunction(() => window.viewer.view.isPaused);
  await dropFile(page, 'last.vrm', sceneBytes('hero'));
  await page.click('[data-key="cancel-progress"]'); // opens it at once
  await waitForFile(page, 'last.vrm');
  assert.equal(await page.evaluate(() => window.viewer.view.isPaused), false);
});

test('nothing was said on the console', { skip }, async () => {
  assert.deepEqual(session.complaints, []);
  await session.close();
});
