// SPDX-License-Identifier: MIT
// `vrm view` and the viewer together, in chromium: the server's own policy and headers, files that are
// opened, changed on disk and saved, and motion that comes by the VMC protocol.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import dgram from 'node:dgram';
import { copyFileSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { LLVMPIPE, launchChromium } from '../judges/chromium.mjs';
import { whyNoChromium } from './browser.mjs';
import { packageFolder, scenePath, scratch, vrmJson } from './support.mjs';
import { waitForFile } from './viewer_page.mjs';
import { hasBundler, makePage as putTogether } from '../../web/build/page.mjs';

const skip = (await whyNoChromium()) ?? false;
const work = scratch();
const folder = join(work, 'page');

/** The page as `make web` puts it together. */
function makePage() {
  putTogether(folder, packageFolder);
  copyFileSync(scenePath('hero'), join(folder, 'bundled.vrm'));
  copyFileSync(scenePath('hero-clip'), join(folder, 'bundled.vrma'));
}

const servers = new Set();

/** Starts the server. VRM_PAGE_INSIDE=1 takes the page that the program carries. */
async function start(...files) {
  const page = process.env.VRM_PAGE_INSIDE ? [] : ['--page', folder];
  const child = spawn(process.env.VRM, ['view', '--no-open', '--json', '--vmc', '0', ...page, ...files]);
  servers.add(child);
  const ended = new Promise((resolve) =>
    child.on('close', (code) => {
      servers.delete(child);
      resolve(code);
    }),
  );
  let said = '';
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (bytes) => {
      said += bytes;
      if (said.includes('\n')) resolve();
    });
    child.stderr.on('data', (bytes) => {
      said += bytes;
    });
    ended.then(() => reject(new Error(said)));
  });
  return {
    ...JSON.parse(said.split('\n').find((line) => line.startsWith('{'))),
    stop: () => {
      child.kill('SIGINT');
      return ended;
    },
  };
}

if (!skip) makePage();
const browser = skip ? null : await launchChromium(LLVMPIPE);
test.after(async () => {
  for (const server of servers) server.kill(); // of a test that failed
  await browser?.close();
});

/** A tab at rest: nothing is drawn that nobody asked for. What it says as an error on the console is an
 * error here. */
async function openTab(url) {
  const page = await browser.newPage({ viewport: { width: 640, height: 480 }, reducedMotion: 'reduce' });
  page.complaints = [];
  page.on('pageerror', (error) => page.complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && page.complaints.push(message.text()));
  page.setDefaultTimeout(120000);
  await page.goto(`${url}#isPlaying=0&pose=t`);
  await page.waitForSelector('html[data-ready]', { timeout: 90000 });
  return page;
}

/** What VRM_SHOTS=FOLDER keeps for people to look at. */
async function keepPicture(page, name) {
  if (process.env.VRM_SHOTS) await page.screenshot({ path: join(process.env.VRM_SHOTS, name), timeout: 60000 });
}

const limit = { skip, timeout: 240000 };

test('without a file the bundled avatar greets', limit, async () => {
  const server = await start();
  const page = await openTab(server.url);
  assert.match(await page.textContent('.greeting'), /Drop a \.vrm file here/);
  const asked = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname.split('/').slice(2).join('/')),
  );
  if (hasBundler())
    assert.ok(
      asked.filter((name) => name.endsWith('.js') && !name.startsWith('libvrm/')).length === 1,
      `one file of scripts: ${asked}`,
    );
  assert.deepEqual(page.complaints, []);
  await keepPicture(page, 'view-greeting.png');
  await page.close();
  assert.equal(await server.stop(), 0);
});

test('a file is opened, shown again when it changes, moved by VMC, saved elsewhere', limit, async () => {
  const file = join(work, 'nova.vrm');
  copyFileSync(scenePath('1.0'), file);
  const server = await start(file);
  const page = await openTab(server.url);
  await waitForFile(page, 'nova.vrm');
  const name = () => page.evaluate(() => window.viewer.document.model.meta.name);
  assert.equal(await name(), vrmJson('info', '--json', file).name);

  // Exported again: written beside and renamed.
  const edited = join(work, 'edited.vrm');
  execFileSync(process.env.VRM, ['meta', '-q', file, '--set', 'name=Nova', '-o', edited]);
  renameSync(edited, file);
  await page.waitForFunction(
    () => window.viewer.document?.model.meta.name === 'Nova' && window.viewer.findings !== null,
    null,
    { timeout: 60000, polling: 100 },
  );

  // A performer turns the head by a right angle.
  const turned = () =>
    page.evaluate(() => {
      const { avatar, rig } = window.viewer.view.shown;
      const at = rig.bones.head * 12;
      return avatar.worlds[at + 2]; // x of the head's z axis
    });
  assert.ok(Math.abs(await turned()) < 0.1, 'the head looks ahead');
  const socket = dgram.createSocket('udp4');
  const sending = setInterval(() => {
    for (const bytes of [
      bone('Head', [0, Math.SQRT1_2, 0, Math.SQRT1_2]),
      expression('Joy', 1),
      osc('/VMC/Ext/Blend/Apply', ''),
    ])
      socket.send(bytes, server.vmcPort, '127.0.0.1');
  }, 100);
  await page.waitForFunction(
    () => {
      const { avatar, rig } = window.viewer.view.shown;
      return Math.abs(avatar.worlds[rig.bones.head * 12 + 2]) > 0.9;
    },
    null,
    { timeout: 60000, polling: 100 },
  );
  const happiness = () =>
    page.evaluate(() => {
      const { avatar, rig } = window.viewer.view.shown;
      return avatar.expressionInputs[rig.expressionIndex('happy')];
    });
  assert.equal(await happiness(), 1);
  await keepPicture(page, 'view-live.png');
  clearInterval(sending);
  socket.close();

  // Saving is a download; the file on disk is only read.
  const onDisk = readFileSync(file);
  const { mtimeMs } = statSync(file);
  await page.click('[data-key="bar-save"]');
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click('[data-key="save-download"]')]);
  const path = join(work, 'saved.vrm');
  await saved.saveAs(path);
  assert.equal(vrmJson('diff', '--json', file, path).equal, true, 'what was saved means the same');
  assert.equal(await server.stop(), 0);
  await page.waitForFunction(() => window.viewer.motion.live === null, null, { polling: 100 }); // the viewer got the event
  await page.waitForFunction(
    () => {
      const { avatar, rig } = window.viewer.view.shown;
      return avatar.expressionInputs[rig.expressionIndex('happy')] === 0; // nobody smiles any more
    },
    null,
    { polling: 100 },
  );
  assert.equal(statSync(file).mtimeMs, mtimeMs);
  assert.deepEqual(readFileSync(file), onDisk);
  assert.deepEqual(page.complaints, []);
  await page.close();
});

/** An OSC message. */
function osc(address, types, ...values) {
  const text = (s) => Buffer.concat([Buffer.from(s), Buffer.alloc(4 - (s.length % 4))]);
  return Buffer.concat([
    text(address),
    text(`,${types}`),
    ...values.map((value) => {
      if (typeof value === 'string') return text(value);
      const bytes = Buffer.alloc(4);
      bytes.writeFloatBE(value);
      return bytes;
    }),
  ]);
}
function bone(name, rotation) {
  return osc('/VMC/Ext/Bone/Pos', 'sfffffff', name, 0, 0, 0, ...rotation);
}
function expression(name, weight) {
  return osc('/VMC/Ext/Blend/Val', 'sf', name, weight);
}
