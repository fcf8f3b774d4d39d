// SPDX-License-Identifier: MIT
// The viewer with a server behind it: files of a session, reloading, live motion; by a server made
// here, and by `vrm view` itself where it was built.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { LLVMPIPE, launchChromium } from '../judges/chromium.mjs';
import { whyNoChromium } from './browser.mjs';
import { packageFolder, sceneBytes, scenePath, scratch, sourceFolder } from './support.mjs';
import { openViewer, renamed, waitForFile } from './viewer_page.mjs';

const skip = (await whyNoChromium()) ?? false;

test(
  'a session opens its files, reloads what changes, and moves by what a performer sends',
  { skip },
  async (context) => {
    let file = sceneBytes('hero'),
      events = null;
    const session = await openViewer({
      viewport: { width: 900, height: 600 },
      places: {
        'session.json': Buffer.from(
          JSON.stringify({
            files: [
              { name: 'a.vrm', url: 'files/0', size: file.length },
              { name: 'b.vrma', url: 'files/1', size: 1 },
            ],
            events: 'events',
            version: '0',
          }),
        ),
        'files/0': (request, response) => response.writeHead(200).end(file),
        'files/1': sceneBytes('hero-clip'),
        events: (request, response) => {
          events = response.writeHead(200, { 'content-type': 'text/event-stream' });
          events.write(':\n\n');
        },
      },
    });
    context.after(() => session.close());
    const { page } = session;
    const send = (name, data) => events.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    await waitForFile(page, 'a.vrm');
    assert.equal(await page.isVisible('.greeting'), false);
    assert.equal(await page.evaluate(() => window.viewer.motion.clips.length), 1, 'the clip is there');

    await page.evaluate(() => {
      window.viewer.view.camera.orbit(40, 0);
      window.viewer.face.wish('happy', 0.5);
      window.viewer.state.set('panel', 'springs');
    });
    const before = await page.evaluate(() => window.viewer.view.camera.numbers());
    file = await renamed('Second Export');
    send('changed', { index: 0 });
    await page.waitForFunction(
      () => window.viewer.document.meta.name === 'Second Export' && window.viewer.findings !== null,
    );
    assert.deepEqual(await page.evaluate(() => window.viewer.view.camera.numbers()), before, 'the camera stays');
    assert.equal(await page.evaluate(() => window.viewer.face.wishes.get('happy')), 0.5, 'the face stays');

    send('vmc', {
      bones: { leftUpperArm: [0, 0, -0.7071, 0.7071], nonsense: [1], hips: 'x' },
      expressions: { blink: 1, aa: 'loud' },
      root: { translation: [0.5, 0, 0], rotation: [0, 0, 0, 1] },
    });
    await page.waitForFunction(() => window.viewer.motion.live !== null);
    const moved = await page.evaluate(() => {
      const app = window.viewer;
      app.face.clear();
      app.motion.apply(1 / 60);
      app.view.stage.step(1 / 60);
      const { worlds, expressionInputs } = app.view.shown.avatar,
        at = (bone) => app.items.info.bones[bone] * 12;
      return {
        x: worlds[at('hips') + 3],
        blink: expressionInputs[app.items.rig.expressionIndex('blink')],
        drop: worlds[at('leftUpperArm') + 7] - worlds[at('leftHand') + 7],
      };
    });
    assert.ok(Math.abs(moved.x - 0.5) < 0.1, JSON.stringify(moved));
    assert.equal(moved.blink, 1);
    assert.ok(moved.drop > 0.2, `the arm hangs: ${moved.drop}`);
    send('bye', {});
    await page.waitForFunction(() => window.viewer.motion.live === null);
    events.end();
    assert.deepEqual(session.complaints, []);
  },
);

/** Why `vrm view` cannot serve here; false when it can. */
function whyNoView() {
  try {
    execFileSync(process.env.VRM, ['view', '--help'], { stdio: 'ignore' });
    return false;
  } catch {
    return 'this vrm has no view';
  }
}

test(
  'vrm view serves the page: the file opens, and again when it is exported again',
  { skip: skip || whyNoView() },
  async (context) => {
    const folder = scratch(),
      pageFolder = join(folder, 'page'),
      avatar = join(folder, 'mine.vrm');
    mkdirSync(pageFolder);
    cpSync(join(sourceFolder, 'web/viewer'), pageFolder, { recursive: true });
    cpSync(packageFolder, join(pageFolder, 'libvrm'), { recursive: true });
    copyFileSync(scenePath('hero'), avatar);
    const server = spawn(process.env.VRM, ['view', avatar, '--no-open', '--json', '--page', pageFolder]);
    context.after(() => server.kill('SIGINT'));
    const line = await new Promise((resolve, reject) => {
      let text = '',
        said = '';
      server.stdout.on('data', (part) => {
        text += part;
        if (text.includes('}')) resolve(text);
      });
      server.stderr.on('data', (part) => {
        said += part;
      });
      server.on('exit', (code) => reject(new Error(`vrm view ended with ${code}: ${said}`)));
    }).catch((error) => error);
    if (line instanceof Error) {
      if (/libmicrohttpd/.test(line.message)) return context.skip('vrm view was built without libmicrohttpd');
      throw line;
    }
    const browser = await launchChromium(LLVMPIPE);
    context.after(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 900, height: 600 }, reducedMotion: 'reduce' });
    page.setDefaultTimeout(120000);
    const complaints = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(JSON.parse(line).url);
    await page.waitForSelector('html[data-ready]', { timeout: 120000 });
    await waitForFile(page, 'mine.vrm');
    await page.evaluate(() => window.viewer.state.set('isPlaying', false));
    writeFileSync(avatar, await renamed('Exported Again'));
    await page.waitForFunction(() => window.viewer.document.meta.name === 'Exported Again', null, { timeout: 60000 });
    assert.deepEqual(complaints, []);
  },
);
