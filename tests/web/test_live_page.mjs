// SPDX-License-Identifier: MIT
// The page of `vrm live` in chromium, with a server whose avatar the test moves (tests/view/live_page_server.c): she
// moves, the background is transparent, a reload and a lost server recover, and nothing grows.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, unlinkSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import test from 'node:test';
import { decodePng } from '../judges/png.mjs';
import { LLVMPIPE, launchChromium } from '../judges/chromium.mjs';
import { whyNoChromium } from './browser.mjs';
import { packageFolder, random, scenePath, scratch } from './support.mjs';
import { makePage } from '../../web/build/page.mjs';
import { RecordReader } from '../../web/live/poses.js';

const program = process.env.VRM_LIVE_PAGE_SERVER;
const skip = (await whyNoChromium()) ?? (program ? false : 'this build has no libmicrohttpd');
const limit = { skip, timeout: 300000 };
const work = scratch(),
  folder = join(work, 'page');
const seconds = Number(process.env.VRM_LIVE_SECONDS ?? 60); // of the test of memory

// ---- Records ----

const record = (kind, ...parts) => {
  const body = Buffer.concat(parts),
    head = Buffer.alloc(8);
  head.writeUInt32LE(body.length + 8, 0);
  head.writeUInt32LE(kind, 4);
  return Buffer.concat([head, body]);
};
const floats = (...values) => Buffer.from(Float32Array.from(values).buffer);
const words = (...values) => Buffer.from(Uint32Array.from(values).buffer);
const avatarRecord = record(1, Buffer.from('{"version":1,"nodes":9}  '.padEnd(28)));
const stateRecord = (time) =>
  record(
    2,
    Buffer.from(Float64Array.from([time, 1e12]).buffer),
    words(2, 2),
    floats(0, 1, 2, 0, 0, 0, 1, 1, 1, 1),
    floats(0.25, 0.5),
    words((3 << 24) | 4),
    floats(7, 8, 9, 0, 0, 0, 1),
    words((4 << 24) | 8),
    floats(2, 2, 2),
  );
const cameraRecord = record(3, Buffer.from('{"shot":"face"} '));
const stream = Buffer.concat([avatarRecord, stateRecord(1), record(0), cameraRecord, stateRecord(2), stateRecord(3)]);

test('records are read from chunks of any size, and only the newest state is kept', () => {
  for (const size of [1, 2, 3, 7, 8, 100, stream.length]) {
    const reader = new RecordReader();
    let avatar = null,
      camera = null,
      state = null,
      states = 0;
    for (let at = 0; at < stream.length; at += size) {
      const taken = reader.take(stream.subarray(at, at + size));
      avatar = taken.avatar ?? avatar;
      camera = taken.camera ?? camera;
      state = taken.state ?? state;
      states += taken.state !== null;
    }
    assert.deepEqual(avatar, { version: 1, nodes: 9 });
    assert.deepEqual(camera, { shot: 'face' });
    assert.equal(states, size === stream.length ? 1 : 3);
    assert.equal(state.time, 3);
    assert.equal(state.clock, 1e12);
    assert.deepEqual([...state.root], [0, 1, 2, 0, 0, 0, 1, 1, 1, 1]);
    assert.deepEqual([...state.weights], [0.25, 0.5]);
    assert.deepEqual(
      state.nodes.map(({ node, translation, rotation, scale }) => [
        node,
        ...[translation, rotation, scale].map((x) => x && [...x]),
      ]),
      [
        [4, [7, 8, 9], [0, 0, 0, 1], null],
        [8, null, null, [2, 2, 2]],
      ],
    );
  }
});

test('a stream with a flipped bit is read or refused, and takes no more memory than it is long', () => {
  for (let bit = 0; bit < stream.length * 8; bit++) {
    const bytes = Uint8Array.from(stream);
    bytes[bit >> 3] ^= 1 << (bit & 7);
    try {
      const { state } = new RecordReader().take(bytes);
      const size = state ? state.weights.length + state.nodes.length : 0;
      assert.ok(size < stream.length);
    } catch (error) {
      assert.ok(/record|state|JSON|encoded|Unexpected|position/.test(error.message), error.message);
    }
  }
  const next = random(5);
  for (let round = 0; round < 2000; round++) {
    const bytes = Uint8Array.from({ length: next(200) }, () => next(256) & next(256));
    try {
      new RecordReader().take(bytes);
    } catch (error) {
      assert.ok(error instanceof Error);
    }
  }
});

// ---- The page ----

const servers = new Set();

/** Starts a server; `tell` gives it a line (live_page_server.c lists them). */
async function start(file = scenePath('1.0'), ...more) {
  const child = spawn(program, [file, folder, ...more.map(String)], { stdio: ['pipe', 'pipe', 'inherit'] });
  servers.add(child);
  const ended = new Promise((resolve) => child.on('close', resolve)).then(() => servers.delete(child));
  const [line] = await Promise.race([
    new Promise((resolve) => createInterface(child.stdout).once('line', (text) => resolve([text]))),
    ended.then(() => assert.fail('the server ended')),
  ]);
  return {
    ...JSON.parse(line),
    signal: (name) => child.kill(name),
    tell: (text) => child.stdin.write(`${text}\n`),
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

if (!skip) makePage(folder, packageFolder);
const browser = skip ? null : await launchChromium(LLVMPIPE);
test.after(async () => {
  for (const server of servers) server.kill();
  await browser?.close();
});

async function openTab(url, viewport = { width: 160, height: 200 }) {
  const page = await browser.newPage({ viewport });
  page.setDefaultTimeout(120000);
  page.complaints = [];
  page.on('pageerror', (error) => page.complaints.push(String(error)));
  page.on(
    'console',
    (message) => ['error', 'warning'].includes(message.type()) && page.complaints.push(message.text()),
  );
  await page.goto(url);
  await hasStates(page, 2);
  return page;
}

/** Waits until so many more states are on the canvas. */
const hasStates = (page, count) =>
  page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        const end = live.states + wanted;
        const look = () => (live.states >= end ? resolve() : requestAnimationFrame(look));
        look();
      }),
    count,
  );

/** Chromium says in the console that a server is lost; a page cannot keep it from that. */
const isLost = (text) => /Failed to load resource|ERR_CONNECTION|ERR_INCOMPLETE/.test(text);

const picture = async (page) => decodePng(await page.screenshot({ omitBackground: true, timeout: 60000 }));
const pixel = ({ rgba, width }, x, y) => [...rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];

/** Part of the pixels that differ. */
function difference(a, b) {
  let count = 0;
  for (let i = 0; i < a.rgba.length; i += 4)
    count += [0, 1, 2, 3].some((channel) => Math.abs(a.rgba[i + channel] - b.rgba[i + channel]) > 16);
  return (count * 4) / a.rgba.length;
}

/** World position of a bone on the page. */
const place = (page, bone) =>
  page.evaluate((name) => {
    const { avatar, rig } = live.shown,
      at = rig.bones[name] * 12;
    return [3, 7, 11].map((i) => avatar.worlds[at + i]);
  }, bone);

/** Waits until a function of the page is true. */
const becomes = (page, isSo, argument) => page.waitForFunction(isSo, argument, { polling: 50, timeout: 60000 });

test('she moves when the pose changes, on a transparent background', limit, async () => {
  const server = await start();
  const page = await openTab(server.url + '#camera=full');
  const before = await picture(page),
    handBefore = await place(page, 'leftHand');
  for (const [x, y] of [
    [0, 0],
    [159, 0],
    [0, 199],
    [159, 199],
  ])
    assert.equal(pixel(before, x, y)[3], 0, 'the corners are transparent');
  assert.equal(pixel(before, 80, 100)[3], 255, 'she is in the middle');
  server.tell('bone leftUpperArm 0 0 0.7071068 0.7071068');
  server.tell('expression happy 0.75');
  await becomes(
    page,
    (x) => Math.abs(live.shown.avatar.worlds[live.shown.rig.bones.leftHand * 12 + 3] - x) > 0.1,
    handBefore[0],
  );
  const after = await picture(page);
  assert.ok(difference(before, after) > 0.005, `pixels moved: ${difference(before, after)}`);
  await becomes(page, () => live.shown.avatar.expressionInputs[live.shown.rig.expressionIndex('happy')] === 0.75);
  server.tell('root 0 0 -30');
  await becomes(page, () => Math.abs(live.shown.avatar.root()[2] + 30) < 1e-6);
  assert.deepEqual(page.complaints, []);
  if (process.env.VRM_SHOTS) await page.screenshot({ path: join(process.env.VRM_SHOTS, 'live-page.png') });
  await page.close();
  await server.stop();
});

test('camera, background and size are those of the address and the window', limit, async () => {
  const server = await start();
  const page = await openTab(`${server.url}?camera=full&background=rgb(10,20,30)`);
  assert.deepEqual(pixel(await picture(page), 0, 0), [10, 20, 30, 255]);
  const eye = () => page.evaluate(() => live.stage.camera.eye);
  const full = await eye();
  await page.evaluate(() => {
    location.hash = 'camera=face 90&background=no such colour';
  });
  await becomes(page, (x) => live.stage.camera.eye[0] > x + 0.2, full[0]);
  const near = await eye();
  assert.ok(Math.hypot(near[0], near[2]) < Math.hypot(full[0], full[2]), `nearer: ${near} than ${full}`);
  assert.equal(pixel(await picture(page), 0, 0)[3], 0, 'a colour that is none leaves it transparent');
  await page.setViewportSize({ width: 240, height: 100 });
  await becomes(page, () => live.stage.canvas.width === 240 && live.stage.canvas.height === 100);
  assert.deepEqual(page.complaints, []);
  await page.close();
  await server.stop();
});

test('a camera of the stream replaces that of the address, until a server without one', limit, async () => {
  const key = join(work, 'camera-key');
  const server = await start(scenePath('1.0'), key);
  const page = await openTab(`${server.url}#camera=full`);
  const eye = () => page.evaluate(() => live.stage.camera.eye);
  const full = await eye();
  server.tell('camera {"shot":"face","yaw":90,"pitch":0,"fov":20}');
  await becomes(page, (x) => live.stage.camera.eye[0] > x + 0.2 && live.stage.camera.fov === 20, full[0]);
  server.tell('camera {"eye":[1,1.5,3],"target":[0,1,0],"fov":40}');
  await becomes(page, () => {
    const { eye, target, fov } = live.stage.camera;
    return JSON.stringify([eye, target, fov]) === '[[1,1.5,3],[0,1,0],40]';
  });
  const far = await picture(page);
  assert.ok(
    far.rgba.some((value, i) => i % 4 === 3 && value === 255),
    'she is in the picture',
  );
  await page.reload();
  await hasStates(page, 2);
  assert.deepEqual(await eye(), [1, 1.5, 3], 'a page that is opened later has it, too');
  await server.stop('SIGKILL');
  await becomes(page, () => !live.isConnected);
  const second = await start(scenePath('1.0'), key, server.port);
  await becomes(
    page,
    ([x, y, z]) => Math.hypot(...live.stage.camera.eye.map((value, i) => value - [x, y, z][i])) < 0.05,
    full,
  );
  assert.ok(page.complaints.every(isLost), page.complaints.join('\n'));
  await page.close();
  await second.stop();
});

test('every dialect stands on the page as the server has it', limit, async () => {
  for (const kind of ['0.x', '1.0']) {
    const server = await start(scenePath(kind));
    server.tell('bone head 0 0.6 0 0.8');
    const page = await openTab(server.url);
    // the head's z axis in the world: turned to the left by the same angle, whatever the file's axes are
    await becomes(page, () => {
      const { avatar, rig } = live.shown,
        at = rig.bones.head * 12;
      return Math.abs(avatar.worlds[at + 2] * rig.facing - 0.96) < 1e-3;
    });
    assert.deepEqual(page.complaints, []);
    await page.close();
    await server.stop();
  }
});

test('a reload and a restarted server recover, with another avatar too', limit, async () => {
  const file = join(work, 'changing.vrm'),
    key = join(work, 'key');
  copyFileSync(scenePath('1.0'), file);
  const first = await start(file, key);
  const page = await openTab(first.url);
  await page.reload();
  await hasStates(page, 2);
  assert.deepEqual(page.complaints, []);

  await first.stop('SIGKILL');
  await becomes(page, () => !live.isConnected);
  const shown = await picture(page);
  assert.equal(pixel(shown, 80, 150)[3], 255, 'she stays while the server is lost');
  const second = await start(file, key, first.port);
  assert.equal(second.url, first.url);
  second.tell('expression happy 1');
  await becomes(
    page,
    () => live.isConnected && live.shown.avatar.expressionInputs[live.shown.rig.expressionIndex('happy')] === 1,
  );
  await second.stop();

  await becomes(page, () => !live.isConnected);
  const nodes = await page.evaluate(() => live.shown.rig.nodeCount);
  copyFileSync(scenePath('hero'), file);
  const third = await start(file, key, first.port);
  await becomes(page, (count) => live.isConnected && live.shown.rig.nodeCount !== count, nodes);
  await hasStates(page, 2);
  assert.equal(await page.evaluate(() => live.stage.avatars.length), 1, 'the first avatar was removed');

  // Deleted while the server runs: the page that shows it goes on, another one waits until it is there again.
  unlinkSync(file);
  await hasStates(page, 4);
  await page.reload();
  await page.waitForFunction(() => /changing.vrm is not there any more/.test(document.querySelector('p').textContent));
  copyFileSync(scenePath('hero'), file);
  await hasStates(page, 2);
  await becomes(page, () => document.querySelector('p').hidden);

  // Exported again while the server runs: its states are of the file that it has loaded.
  copyFileSync(scenePath('1.0'), file);
  await page.reload();
  await page.waitForFunction(() => /exported again/.test(document.querySelector('p').textContent));
  assert.ok(page.complaints.every(isLost), page.complaints.join('\n'));
  await page.close();
  await third.stop();
});

// A state waits for the next frame of the page, which may have begun just before it: two frames, whatever a frame takes.
test('a state is in the picture within two frames of the page', limit, async (t) => {
  const server = await start();
  server.tell('idle 1');
  const page = await openTab(server.url, { width: 120, height: 120 });
  const measured = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const waits = [],
          whole = [],
          frames = [],
          gl = live.stage.canvas.getContext('webgl2'),
          one = new Uint8Array(4);
        let last = live.states,
          before = null;
        const look = (now) => {
          if (before !== null) frames.push(now - before);
          before = now;
          if (live.states !== last) {
            last = live.states;
            gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, one); // returns when the picture is drawn
            waits.push(live.lastBegun - live.lastClock);
            whole.push(performance.timeOrigin + performance.now() - live.lastClock);
          }
          if (waits.length < 60) requestAnimationFrame(look);
          else resolve([waits, whole, frames].map((list) => list.sort((a, b) => a - b)));
        };
        requestAnimationFrame(look);
      }),
  );
  const at = (list, share) => list[Math.min(list.length - 1, Math.floor(list.length * share))];
  const [waits, whole, frames] = measured.map((list) => ({
    median: at(list, 0.5),
    p90: at(list, 0.9),
    most: at(list, 1),
  }));
  const text = ({ median, p90, most }) => [median, p90, most].map((ms) => ms.toFixed(1)).join(', ');
  t.diagnostic(`from put to the beginning of the frame: ${text(waits)} ms (median, 90 %, most)`);
  t.diagnostic(`from put to the drawn picture: ${text(whole)} ms; a frame: ${text(frames)} ms`);
  assert.ok(waits.median > -1, 'the clocks of server and page agree');
  assert.ok(waits.median < 2 * frames.median, `waits ${text(waits)} ms, frames ${text(frames)} ms`);
  await page.close();
  await server.stop();
});

test('a server that says nothing for ten seconds is left, and found again', limit, async () => {
  const server = await start();
  const page = await openTab(server.url);
  server.signal('SIGSTOP');
  await becomes(page, () => !live.isConnected);
  server.signal('SIGCONT');
  await becomes(page, () => live.isConnected);
  await hasStates(page, 2);
  assert.ok(page.complaints.every(isLost), page.complaints.join('\n'));
  await page.close();
  await server.stop();
});

test(`memory is flat over ${seconds} seconds`, { ...limit, timeout: 300000 + seconds * 1000 }, async (t) => {
  const server = await start();
  server.tell('idle 1');
  const page = await openTab(server.url, { width: 120, height: 120 });
  const session = await page.context().newCDPSession(page);
  const sizes = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const { buffers, textures, gpuBytes } = await page.evaluate(() => live.stage.stats);
    return { heap: usedSize, buffers, textures, gpuBytes };
  };
  await hasStates(page, 100);
  const before = await sizes(),
    states = await page.evaluate(() => live.states);
  await page.waitForTimeout(seconds * 1000);
  const after = await sizes();
  t.diagnostic(
    `heap ${before.heap} to ${after.heap} bytes in ${(await page.evaluate(() => live.states)) - states} states`,
  );
  assert.ok(after.heap - before.heap < 300e3, `${before.heap} to ${after.heap} bytes`);
  assert.deepEqual({ ...after, heap: 0 }, { ...before, heap: 0 }, 'nothing is left on the graphics card');
  assert.deepEqual(page.complaints, []);
  await page.close();
  await server.stop();
});
