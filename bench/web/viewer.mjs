// SPDX-License-Identifier: MIT
// The viewer beside the smallest page with three-vrm, in the same chromium: what it downloads besides
// the avatar and how long it takes to the first picture; frames with 1 and with 30 avatars; and the
// longest that the viewer keeps the main thread busy while it opens an avatar of 20 MB.
import { randomFillSync } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { launchChromium, whyNoChromium } from '../../tests/judges/chromium.mjs';
import { encodePng } from '../../tests/judges/png.mjs';
import { makePage } from '../../web/build/page.mjs';
import { bundle } from './page.mjs';

const size = 512,
  rounds = 3;

const oursMany = (libvrm) => `
  import { idlePose, init } from '${libvrm}/index.js';
  import { Stage } from '${libvrm}/stage.js';
  await init({ wasm: '/wasm/' });
  const stage = await Stage.create(document.querySelector('canvas'));
  const first = await stage.load(await (await fetch('/avatar.vrm')).arrayBuffer());
  window.measure = (count, frames, samples) => {
    stage.samples = samples;
    stage.minOutline = samples > 1 ? 0.2 : 0.5; // as the viewer has it
    while (stage.avatars.length < count) first.clone();
    stage.avatars.forEach(({ avatar }, i) => avatar.setRoot([(i % 6) * 0.7 - (count > 1 ? 1.75 : 0), 0, -Math.floor(i / 6) * 0.7]));
    stage.camera = { eye: [0, 0.85, count > 1 ? 6 : 3.9], target: [0, 0.85, 0], up: [0, 1, 0], fov: 30, height: 0, near: 0.1, far: 20 };
    const gl = document.querySelector('canvas').getContext('webgl2'), pixel = new Uint8Array(4);
    const times = [];
    for (let i = -1; i < frames; i++) {
      const start = performance.now();
      stage.avatars.forEach(({ avatar }, k) => avatar.setPose(idlePose(i / 60 + k)));
      stage.step(1 / 60);
      stage.draw();
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      if (i >= 0) times.push(performance.now() - start);
    }
    return times;
  };
  window.ready = true;`;

const theirsMany = `
  import { DirectionalLight, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
  import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
  import { VRMLoaderPlugin } from '@pixiv/three-vrm';
  const renderer = new WebGLRenderer({ canvas: document.querySelector('canvas'), antialias: true, alpha: true });
  const camera = new PerspectiveCamera(30, 1, 0.1, 20);
  const scene = new Scene();
  scene.add(new DirectionalLight(0xffffff, Math.PI));
  const loader = new GLTFLoader();
  loader.register((parser) => new VRMLoaderPlugin(parser));
  const bytes = await (await fetch('/avatar.vrm')).arrayBuffer();
  const vrms = [];
  window.measure = async (count, frames) => {
    while (vrms.length < count) {
      const { vrm } = (await loader.parseAsync(bytes.slice(0), '')).userData;
      vrms.push(vrm);
      scene.add(vrm.scene);
    }
    vrms.forEach((vrm, i) => vrm.scene.position.set((i % 6) * 0.7 - (count > 1 ? 1.75 : 0), 0, -Math.floor(i / 6) * 0.7));
    camera.position.set(0, 0.85, count > 1 ? 6 : 3.9);
    const gl = renderer.getContext(), pixel = new Uint8Array(4);
    const times = [];
    for (let i = -1; i < frames; i++) {
      const start = performance.now();
      vrms.forEach((vrm, k) => {
        vrm.humanoid.getNormalizedBoneNode('spine').rotation.y = 0.05 * Math.sin(i / 60 + k);
        vrm.update(1 / 60);
      });
      renderer.render(scene, camera);
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      if (i >= 0) times.push(performance.now() - start);
    }
    return times;
  };
  window.ready = true;`;

const types = {
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.html': 'text/html',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** A server of files in memory, compressed but for avatars; counts what it sends of the rest. Like any web
 * server it says when a file was changed, so that a worker does not fetch again what the page has. */
async function serve(files) {
  const packed = new Map(
    Object.entries(files).map(([path, bytes]) => [path, path.endsWith('.vrm') ? bytes : gzipSync(bytes, { level: 9 })]),
  );
  const counter = { sent: 0, requests: 0 };
  const server = createServer((request, response) => {
    const body = packed.get(request.url);
    if (!body) return response.writeHead(404).end();
    const isAvatar = request.url.endsWith('.vrm');
    if (!isAvatar) {
      counter.sent += body.length;
      counter.requests++;
    }
    response
      .writeHead(200, {
        'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT',
        'content-type': types[extname(request.url)] ?? 'application/octet-stream',
        ...(isAvatar ? {} : { 'content-encoding': 'gzip' }),
      })
      .end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { counter, origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

function folderFiles(folder, prefix) {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .map((path) => [`${prefix}${path.slice(folder.length + 1)}`, readFileSync(path)]),
  );
}

const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];

/** Milliseconds of a frame with 1 and with 30 avatars, of both pages in the same chromium: rounds of the
 * one and of the other take turns, as other programs may slow a part of the time. */
async function measureFrames(files) {
  const html = (name) =>
    Buffer.from(
      `<!doctype html><canvas width=${size} height=${size}></canvas><script type=module src=/${name}.js></script>`,
    );
  const server = await serve({ ...files, '/ours.html': html('ours'), '/theirs.html': html('theirs') });
  const browser = await launchChromium(),
    pages = {},
    times = {};
  for (const name of ['ours', 'theirs']) {
    pages[name] = await browser.newPage();
    await pages[name].goto(`${server.origin}/${name}.html`);
    await pages[name].waitForFunction(() => window.ready, null, { timeout: 120000 });
  }
  for (const [what, count, frames, samples] of [
    ['one', 1, 8, 4],
    ['plain', 1, 8, 1],
    ['many', 30, 2, 4],
    ['manyPlain', 30, 2, 1],
  ]) {
    const all = { ours: [], theirs: [] };
    for (let round = 0; round < rounds; round++)
      for (const name of ['ours', 'theirs']) {
        await pages[name].bringToFront();
        all[name].push(
          ...(await pages[name].evaluate(([n, f, s]) => window.measure(n, f, s), [count, frames, samples])),
        );
      }
    times[what] = { ours: median(all.ours), theirs: median(all.theirs) };
  }
  await browser.close();
  server.close();
  return times;
}

/** The bundled avatar with pictures of noise, which do not compress: 20 MB, as large ones are. */
async function largeAvatar(libvrm, avatar) {
  const { Model } = await import(join(libvrm, 'index.js'));
  const model = await Model.load(avatar);
  const side = 1280,
    rgba = Buffer.alloc(side * side * 4);
  await model.edit((edit) => {
    for (let i = 0; i < 3; i++) {
      randomFillSync(rgba);
      edit.set(`/textures/${i}/source`, edit.addImage(encodePng({ width: side, height: side, rgba })));
    }
  });
  const bytes = await model.save();
  model.dispose();
  return bytes;
}

/** The most CPU time of one task of the page's main thread, ms: other programs do not lengthen that. */
function busiestTask({ traceEvents }) {
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}:${tid}`),
  );
  return Math.max(
    0,
    ...traceEvents
      .filter(({ name, pid, tid, tdur }) => name.endsWith('RunTask') && tdur && main.has(`${pid}:${tid}`))
      .map(({ tdur }) => tdur / 1000),
  );
}

/** The viewer: bytes, time to the first picture, longest task while a large avatar is opened. */
async function measureViewer(libvrm, avatar, large) {
  const folder = mkdtempSync(join(tmpdir(), 'vrm-bench-page-'));
  makePage(folder, libvrm);
  const server = await serve({ ...folderFiles(folder, '/'), '/bundled.vrm': avatar, '/large.vrm': large });
  rmSync(folder, { recursive: true });
  const browser = await launchChromium();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      if (!list.getEntriesByName('first-picture').length) return;
      document.querySelector('canvas').getContext('webgl2').finish(); // as the smallest page is measured
      window.shown = performance.now();
    }).observe({ type: 'mark' });
  });
  await page.goto(`${server.origin}/index.html`);
  await page.waitForFunction(() => window.shown, null, { timeout: 120000 });
  const first = await page.evaluate(() => window.shown),
    { sent, requests } = server.counter;
  await page.waitForSelector('html[data-ready]');
  await browser.startTracing(page, { categories: ['toplevel'] });
  const longest = await page.evaluate(async () => {
    window.viewer.state.set('isPlaying', false); // drawing without a graphics card is a long task by itself
    await new Promise((resolve) => setTimeout(resolve, 1500));
    window.viewer.view.stage.readPixels({ width: 1, height: 1 }); // what is queued is drawn before anything is measured
    await new Promise((resolve) => setTimeout(resolve)); // waiting for it is a long task, which ends here
    const tasks = [];
    const observer = new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: 'longtask' });
    const bytes = new Uint8Array(await (await fetch('large.vrm')).arrayBuffer());
    await window.viewer.open('large.vrm', bytes.length, async () => bytes);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    return { tasks, bytes: bytes.length };
  });
  const busiest = busiestTask(JSON.parse((await browser.stopTracing()).toString()));
  await browser.close();
  server.close();
  return { first, sent, requests, busiest, ...longest };
}

export async function run({ libvrm, modules, scene }) {
  const why = await whyNoChromium();
  if (why) {
    console.log(`viewer: skipped: ${why}`);
    return [];
  }
  const avatar = readFileSync(scene('hero'));
  const options = { modules, root: join(modules, '..') };
  const wasm = Object.fromEntries(
    ['libvrm.wasm', 'libvrm-render.wasm'].map((name) => [`/wasm/${name}`, readFileSync(join(libvrm, 'wasm', name))]),
  );
  const { one, plain, many, manyPlain } = await measureFrames({
    '/ours.js': await bundle(oursMany(libvrm), options),
    '/theirs.js': await bundle(theirsMany, options),
    ...wasm,
    '/avatar.vrm': avatar,
  });
  const viewer = await measureViewer(libvrm, avatar, await largeAvatar(libvrm, avatar));
  const longest = Math.max(0, ...viewer.tasks);
  const line = (name, a, b = '') =>
    console.log(`${name.padEnd(36)} ${String(a).padStart(9)} ${String(b).padStart(10)}`);
  line('frames', 'ours', 'theirs');
  line('ms for a frame, 1 avatar', one.ours.toFixed(1), one.theirs.toFixed(1));
  line('the same, 1 sample as the viewer has', plain.ours.toFixed(1), plain.theirs.toFixed(1));
  line('ms for a frame, 30 avatars', many.ours.toFixed(1), many.theirs.toFixed(1));
  line('the same, 1 sample as the viewer has', manyPlain.ours.toFixed(1), manyPlain.theirs.toFixed(1));
  line('the viewer: kB with gzip', (viewer.sent / 1000).toFixed(1));
  line('the viewer: requests', viewer.requests);
  line('the viewer: ms to first picture', viewer.first.toFixed(0));
  line(`opening ${(viewer.bytes / 1e6).toFixed(1)} MB: longest task, ms`, longest.toFixed(0));
  line('of CPU time, the most of one task, ms', viewer.busiest.toFixed(0));
  console.log(`ratio web.frame-1.vs-three-vrm ${(one.theirs / one.ours).toFixed(2)}`);
  console.log(`ratio web.frame-1-viewer.vs-three-vrm ${(plain.theirs / plain.ours).toFixed(2)}`);
  console.log(`ratio web.frame-30.vs-three-vrm ${(many.theirs / many.ours).toFixed(2)}`);
  console.log(`ratio web.frame-30-viewer.vs-three-vrm ${(manyPlain.theirs / manyPlain.ours).toFixed(2)}`);
  return [
    ['viewer', 'frame with 1 avatar', one.ours.toFixed(2), one.theirs.toFixed(2), 'ms'],
    ['viewer', 'frame with 1 avatar as the viewer draws it', plain.ours.toFixed(2), plain.theirs.toFixed(2), 'ms'],
    ['viewer', 'frame with 30 avatars', many.ours.toFixed(2), many.theirs.toFixed(2), 'ms'],
    [
      'viewer',
      'frame with 30 avatars as the viewer draws them',
      manyPlain.ours.toFixed(2),
      manyPlain.theirs.toFixed(2),
      'ms',
    ],
    ['viewer', 'bytes with gzip', viewer.sent, '', 'bytes'],
    ['viewer', 'to first picture', viewer.first.toFixed(1), '', 'ms'],
    ['viewer', 'longest task while opening 20 MB', longest.toFixed(1), '', 'ms'],
    ['viewer', 'most CPU time of a task while opening 20 MB', viewer.busiest.toFixed(1), '', 'ms'],
  ];
}
