// SPDX-License-Identifier: MIT
// A page with nothing but an avatar on a canvas: what it downloads besides the avatar, with gzip, and
// how long it takes to the first picture in chromium, beside the smallest page with three-vrm. Both
// are bundled and minified by esbuild; both read the same file from a server on this machine, where
// bytes take no time.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { launchChromium, whyNoChromium } from '../../tests/judges/chromium.mjs';

const ours = (libvrm) => `
  import { init } from '${libvrm}/index.js';
  import { Stage } from '${libvrm}/stage.js';
  await init({ wasm: '/wasm/' });
  const stage = await Stage.create(document.querySelector('canvas'));
  const actor = await stage.load(await (await fetch('/avatar.vrm')).arrayBuffer());
  stage.step(1 / 60);
  stage.frame(actor);
  stage.draw();
  document.querySelector('canvas').getContext('webgl2').finish();
  window.shown = performance.now();`;

const theirs = `
  import { DirectionalLight, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
  import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
  import { VRMLoaderPlugin } from '@pixiv/three-vrm';
  const canvas = document.querySelector('canvas');
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  const camera = new PerspectiveCamera(30, 1, 0.1, 20);
  camera.position.set(0, 0.85, 3.9);
  const scene = new Scene();
  scene.add(new DirectionalLight(0xffffff, Math.PI));
  const loader = new GLTFLoader();
  loader.register((parser) => new VRMLoaderPlugin(parser));
  const gltf = await loader.loadAsync('/avatar.vrm');
  scene.add(gltf.scene);
  gltf.userData.vrm.update(1 / 60);
  renderer.render(scene, camera);
  renderer.getContext().finish();
  window.shown = performance.now();`;

export async function bundle(source, { modules, root }) {
  const { build } = await import('esbuild');
  const result = await build({
    stdin: { contents: source, resolveDir: root },
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
    nodePaths: [modules],
    logLevel: 'error',
    target: 'es2022',
  });
  return Buffer.from(result.outputFiles[0].contents);
}

const types = { '.js': 'text/javascript', '.wasm': 'application/wasm' };

/** Least time to the first picture over fresh browsers, and bytes that the server sent but for the avatar. */
export async function measure(files, avatar) {
  const smallest = (bytes, compressed) => (compressed.length < bytes.length ? compressed : bytes);
  const bodies = Object.fromEntries(
    Object.entries(files).map(([path, bytes]) => [path, smallest(bytes, gzipSync(bytes, { level: 9 }))]),
  );
  let least = Infinity,
    sent = 0;
  for (let round = 0; round < 3; round++) {
    sent = 0;
    const server = createServer((request, response) => {
      const type = types[extname(request.url)] ?? 'text/html';
      if (request.url === '/avatar.vrm') response.end(avatar);
      else if (request.url === '/')
        response
          .writeHead(200, { 'content-type': type })
          .end('<!doctype html><canvas width=512 height=512></canvas><script type=module src=/page.js></script>');
      else if (bodies[request.url]) {
        const body = bodies[request.url];
        sent += body.length;
        response
          .writeHead(200, {
            'content-type': type,
            ...(body === files[request.url] ? {} : { 'content-encoding': 'gzip' }),
          })
          .end(body);
      } else response.writeHead(404).end();
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const browser = await launchChromium();
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => window.shown, null, { timeout: 120000 });
    least = Math.min(least, await page.evaluate(() => window.shown));
    await browser.close();
    server.close();
  }
  const brotli = Object.values(files).reduce(
    (sum, bytes) => sum + smallest(bytes, brotliCompressSync(bytes)).length,
    0,
  );
  return { least, sent, brotli };
}

export async function run({ libvrm, modules, scene }) {
  const why = await whyNoChromium();
  if (why) {
    console.log(`page: skipped: ${why}`);
    return [];
  }
  const avatar = readFileSync(scene('hero'));
  const root = join(modules, '..');
  const files = { '/page.js': await bundle(ours(libvrm), { modules, root }) };
  for (const name of ['libvrm.wasm', 'libvrm-render.wasm'])
    files[`/wasm/${name}`] = readFileSync(join(libvrm, 'wasm', name));
  const we = await measure(files, avatar);
  const they = await measure({ '/page.js': await bundle(theirs, { modules, root }) }, avatar);
  const line = (name, ...cells) =>
    console.log(`${name.padEnd(24)} ${cells.map((cell) => cell.padStart(10)).join(' ')}`);
  console.log();
  line('page with an avatar', 'ours', 'theirs');
  line('kB with gzip', ...[we, they].map(({ sent }) => (sent / 1000).toFixed(1)));
  line('kB with brotli', ...[we, they].map(({ brotli }) => (brotli / 1000).toFixed(1)));
  line('ms to first picture', ...[we, they].map(({ least }) => least.toFixed(0)));
  console.log(`ratio web.page-bytes.vs-three-vrm ${(they.sent / we.sent).toFixed(2)}`);
  console.log(`ratio web.page-start.vs-three-vrm ${(they.least / we.least).toFixed(2)}`);
  const row = (name, a, b, unit) => [
    'page',
    name,
    unit === 'ms' ? a.toFixed(1) : a,
    unit === 'ms' ? b.toFixed(1) : b,
    unit,
  ];
  return [
    row('bytes with gzip', we.sent, they.sent, 'bytes'),
    row('bytes with brotli', we.brotli, they.brotli, 'bytes'),
    row('to first picture', we.least, they.least, 'ms'),
  ];
}
