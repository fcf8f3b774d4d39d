// SPDX-License-Identifier: MIT
// usage: run.mjs VRM SCENE [PLUGIN_FOLDER]
// CPU time of a frame of the bundled avatar at 720p and 1080p, of all processes that it takes: `vrm live --raw` into a
// pipe, `vrmsrc` into a pipe, the page of `vrm live` with its server, and a page with three-vrm, the latter two in
// headless chromium. Nobody has a graphics card: Mesa's llvmpipe draws for the first two, SwiftShader in the browser.
// "idle" stands and breathes; "moved" gets a recorded greeting as packets of VMC (vrmsrc: as a motion).
// Then the delay from a packet to the picture; VRM_BENCH_ROUNDS=0 measures this alone.
import { execFileSync, spawn } from 'node:child_process';
import dgram from 'node:dgram';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { launchChromium, whyNoChromium } from '../../tests/judges/chromium.mjs';
import { makePage } from '../../web/build/page.mjs';
import { bundle } from '../web/page.mjs';
import { cpuOf } from './cpu.mjs';
import { delays, quantile } from './delay.mjs';
import { theirs } from './peer.mjs';

const [vrm, scene, plugins] = process.argv.slice(2);
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const SIZES = [
  [1280, 720],
  [1920, 1080],
];
const MOTIONS = ['idle', 'moved'];
const ROUNDS = Number(process.env.VRM_BENCH_ROUNDS ?? 2),
  FPS = 30,
  WARM = 4, // frames before the measured ones
  FRAMES = 30,
  SERVER_FPS = 60,
  PAGE_FRAMES = 20;

const why = await whyNoChromium();
if (why) {
  console.log(`skipped: ${why}`);
  process.exit(0);
}
execFileSync(join(root, 'tools/build_preset'), ['web'], { stdio: ['ignore', 'ignore', 'inherit'] });
const folder = mkdtempSync(join(tmpdir(), 'vrm-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const path = (name) => join(folder, name);
const avatar = path('avatar-1.0.vrm');
execFileSync(scene, ['hero', avatar], { stdio: 'ignore' });
execFileSync(scene, ['hero-clip', path('greeting.vrma')], { stdio: 'ignore' });
execFileSync(join(root, 'tools/record_greeting'), [vrm, folder], { stdio: 'ignore' });
makePage(path('page'), join(root, 'build-web/web/libvrm'));
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Milliseconds of CPU for each of FRAMES pictures of a program that writes them to its output as fast as it can. */
async function ofProgram(program, args, bytes, more = {}) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], ...more });
  let got = 0,
    before = null;
  for await (const chunk of child.stdout) {
    got += chunk.length;
    if (before === null && got >= WARM * bytes) before = { seconds: cpuOf(child.pid), frames: got / bytes };
    if (got < (WARM + FRAMES) * bytes) continue;
    const ms = ((cpuOf(child.pid) - before.seconds) * 1000) / (got / bytes - before.frames);
    child.kill();
    return ms;
  }
  throw new Error(`${program} wrote ${got} bytes, no ${WARM + FRAMES} pictures`);
}

function ofRaw([width, height], motion) {
  const args = ['live', avatar, '-q', '--raw', 'rgba', '--size', `${width}x${height}`, '--fps', String(FPS)];
  if (motion === 'moved') args.push('--replay', path('greeting.packets'));
  return ofProgram(vrm, [...args, '--no-wait', '--seconds', '60'], width * height * 4);
}

function ofSource([width, height], motion) {
  const caps = `video/x-raw,format=RGBA,width=${width},height=${height},framerate=${FPS}/1`;
  const moves = motion === 'moved' ? `animation=${path('greeting.vrma')} loop=true` : '';
  const line = `vrmsrc location=${avatar} face=true ${moves} ! ${caps} ! fdsink fd=1 sync=false`;
  const env = { ...process.env, GST_PLUGIN_PATH: plugins, GST_REGISTRY: path('registry.bin') };
  return ofProgram('gst-launch-1.0', ['-q', ...line.split(' ').filter(Boolean)], width * height * 4, { env });
}

/** A page in chromium: CPU of the browser for each frame that it draws. Besides those that the browser asks for, the page
 * draws frames one after another by `draw`, because a browser without a graphics card shows few. `server` sends poses at a
 * rate of its own, whatever the page draws: its CPU is for each of these. */
async function ofPage([width, height], url, drawn, draw, server = () => 0) {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.goto(url);
    const frames = () => page.evaluate(drawn);
    for (let tries = 0; (await frames()) < 2; tries++) {
      if (tries > 600) throw new Error(`${url} draws nothing`);
      await sleep(100);
    }
    let count = await page.evaluate(draw, WARM);
    // Of this process and all that it has started, which are the browser and the server.
    const spent = () => {
      const { user, system } = process.cpuUsage();
      return cpuOf(process.pid) - (user + system) / 1e6 - server();
    };
    const before = { page: spent(), server: server(), frames: await frames(), at: performance.now() };
    count = await page.evaluate(draw, PAGE_FRAMES);
    count += (await frames()) - before.frames;
    const seconds = (performance.now() - before.at) / 1000;
    if (process.env.VRM_SHOTS)
      await page.screenshot({ path: join(process.env.VRM_SHOTS, `${url.length}-${width}.png`) });
    return {
      page: ((spent() - before.page) * 1000) / count,
      server: ((server() - before.server) * 1000) / (seconds * SERVER_FPS),
    };
  } finally {
    await browser.close();
  }
}

/** In the page of `vrm live`: draws frames, and lets the stream bring poses between them. */
async function drawOurs(count) {
  const { stage } = globalThis.live,
    gl = stage.canvas.getContext('webgl2');
  for (let i = 0; i < count; i++) {
    stage.step(1 / 60);
    stage.draw();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); // returns when the picture is drawn
    await new Promise((resolve) => setTimeout(resolve));
  }
  return count;
}

async function drawTheirs(count) {
  for (let i = 0; i < count; i++) {
    globalThis.draw(performance.now());
    const gl = document.querySelector('canvas').getContext('webgl2');
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return count;
}

/** Sends the recorded packets at their times, again and again. Returns a function that ends it. */
function replayTo(port) {
  const rows = readFileSync(path('greeting.packets'), 'utf8').trim().split('\n').slice(1).map(JSON.parse);
  const packets = rows.map(({ t, data }) => ({ t, data: Buffer.from(data, 'base64') }));
  const socket = dgram.createSocket('udp4'),
    length = packets.at(-1).t + 1 / 30;
  let next = 0,
    begin = performance.now() / 1000;
  const timer = setInterval(() => {
    while (performance.now() / 1000 - begin >= packets[next].t) {
      socket.send(packets[next].data, port, '127.0.0.1');
      if (++next < packets.length) continue;
      next = 0;
      begin += length;
    }
  }, 8);
  return () => {
    clearInterval(timer);
    socket.close();
  };
}

/** A `vrm live` with a page that listens for VMC. */
async function startLive() {
  const child = spawn(vrm, ['live', avatar, '--page', '--no-open', '--page-folder', path('page'), '--from', 'vmc:0']);
  let url = null,
    port = null;
  createInterface({ input: child.stdout }).on('line', (line) => (url ??= line));
  createInterface({ input: child.stderr }).on('line', (line) => (port ??= /UDP port (\d+)/.exec(line)?.[1] ?? null));
  while (url === null || port === null) await sleep(20);
  return { child, url, port: Number(port) };
}

async function ofOurPage(size, motion) {
  const { child, url, port } = await startLive();
  const stop = motion === 'moved' ? replayTo(port) : () => {};
  try {
    return await ofPage(
      size,
      `${url}#camera=full`,
      () => globalThis.live?.frames ?? 0,
      drawOurs,
      () => cpuOf(child.pid),
    );
  } finally {
    stop();
    child.kill();
  }
}

async function serveTheirs() {
  const files = {
    '/page.js': await bundle(theirs, { modules: join(root, 'build-npm/node_modules'), root: join(root, 'build-npm') }),
    '/avatar.vrm': readFileSync(avatar),
    '/': '<!doctype html><body style="margin:0;overflow:hidden"><canvas></canvas><script type=module src=/page.js></script>',
  };
  const server = createServer((request, response) => {
    const name = request.url.split('?')[0];
    const type = { '/': 'text/html', '/page.js': 'text/javascript' }[name] ?? 'model/gltf-binary';
    response.writeHead(files[name] ? 200 : 404, { 'content-type': type }).end(files[name]);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const peer = await serveTheirs();
const ofTheirPage = (size, motion) =>
  ofPage(size, `http://127.0.0.1:${peer.address().port}/?${motion}`, () => globalThis.drawn ?? 0, drawTheirs);

// ---- All of them, in turns; the least of the rounds ----

const ways = {
  'vrm live --raw': ofRaw,
  ...(plugins ? { vrmsrc: ofSource } : {}),
  'page of vrm live': ofOurPage,
  'page with three-vrm': ofTheirPage,
};
const SERVER = 'vrm live for it';
const least = {};
const note =
  (...key) =>
  (ms) =>
    (least[key] = Math.min(least[key] ?? Infinity, ms));
for (let round = 0; round < ROUNDS; round++)
  for (const size of SIZES)
    for (const motion of MOTIONS)
      for (const [name, measure] of Object.entries(ways)) {
        const result = await measure(size, motion);
        note(name, size[1], motion)(result.page ?? result);
        if (result.server > 0) note(SERVER, size[1], motion)(result.server);
        console.error(`${round} ${name} ${size[1]}p ${motion}: ${(result.page ?? result).toFixed(1)} ms`);
      }
peer.close();

function printCosts() {
  const names = Object.keys(ways).flatMap((name) => (name === 'page of vrm live' ? [name, SERVER] : [name]));
  const rows = [];
  console.log(
    `${'CPU for a frame, ms'.padEnd(24)}${'pixels'.padStart(12)}${'idle'.padStart(8)}${'moved'.padStart(8)}${'less'.padStart(7)}`,
  );
  for (const [width, height] of SIZES)
    for (const name of names) {
      const [idle, moved] = MOTIONS.map((motion) => least[[name, height, motion]]);
      const ratio = least[['page with three-vrm', height, 'moved']] / moved;
      rows.push([name, `${width} x ${height}`, idle.toFixed(2), moved.toFixed(2), ratio.toFixed(2)]);
      console.log(
        `${name.padEnd(24)}${`${width}x${height}`.padStart(12)}${idle.toFixed(1).padStart(8)}${moved.toFixed(1).padStart(8)}${ratio.toFixed(1).padStart(7)}`,
      );
    }
  for (const [name, word] of [
    ['vrm live --raw', 'raw'],
    ['page of vrm live', 'page'],
  ])
    for (const [, height] of SIZES)
      console.log(
        `ratio live.${word}-${height}p.vs-three-vrm ${(least[['page with three-vrm', height, 'moved']] / least[[name, height, 'moved']]).toFixed(2)}`,
      );
  writeFileSync(
    join(process.env.VRM_BENCH_RESULTS ?? '.', 'live.csv'),
    `${['what,pixels,idle_ms,moved_ms,less_cpu', ...rows.map((row) => row.join(','))].join('\n')}\n`,
  );
}

// ---- The delay ----

/** Delays with a page that draws a plain colour, and with one that draws the avatar. */
async function printDelays() {
  const { child, url, port } = await startLive();
  const plain = await delays(url, port, { isPlain: true, count: 200 }),
    drawn = await delays(url, port, { isPlain: false, count: 40 });
  child.kill();
  const rows = [
    ['its pose is sent', plain, 'put'],
    ['a reader of the stream has it', plain, 'read'],
    ['the page begins to draw', plain, 'begun'],
    ['a plain colour is drawn', plain, 'drawn'],
    ['the avatar is drawn', drawn, 'drawn'],
  ].map(([what, list, key]) => [what, ...[0.5, 0.9].map((share) => quantile(list, key, share).toFixed(1))]);
  console.log(`\n${'ms from a packet until'.padEnd(40)}${'median'.padStart(8)}${'90 %'.padStart(8)}`);
  for (const [what, median, most] of rows) console.log(`${what.padEnd(40)}${median.padStart(8)}${most.padStart(8)}`);
  writeFileSync(
    join(process.env.VRM_BENCH_RESULTS ?? '.', 'live_delay.csv'),
    `${['until,median_ms,nine_of_ten_ms', ...rows.map((row) => row.join(','))].join('\n')}\n`,
  );
}

if (ROUNDS > 0) printCosts();
await printDelays();
