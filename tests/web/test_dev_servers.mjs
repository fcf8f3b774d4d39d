// SPDX-License-Identifier: MIT
// The package in the development servers of bundlers, which arrange packages in other ways than their builds do: each serves a page
// that was written without any setting, and chromium opens it.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { LLVMPIPE, launchChromium, whyNoChromium } from '../judges/chromium.mjs';
import { installed, npmFolder } from './installed.mjs';
import { packageFolder, sceneBytes } from './support.mjs';

const skip = (await whyNoChromium()) ?? (npmFolder('three') ? false : 'three is not installed (tools/deps.sh check)');
const browser = skip ? null : await launchChromium([...LLVMPIPE, '--autoplay-policy=no-user-gesture-required']);
after(() => browser?.close());

const { home } = installed();
if (!skip) symlinkSync(npmFolder('three'), join(home, 'node_modules/three'), 'dir');

const avatar = sceneBytes('hero');

/** Every entry of the package, and every file that is fetched later: parts of the module, the worker, the audio worklet. */
const script = `
  import * as THREE from 'three';
  import { Face, Lip, Model, Rig } from 'libvrm';
  import { VrmWorker } from 'libvrm/worker';
  import { Stage } from 'libvrm/stage';
  import { VrmAvatarElement } from 'libvrm/element';
  import { VRMLoader } from 'libvrm/three';
  async function run() {
    const bytes = await (await fetch('/avatar.vrm')).arrayBuffer(), model = await Model.load(bytes);
    const worker = await VrmWorker.create(), remote = await worker.load(bytes);
    const element = document.querySelector('vrm-avatar');
    if (!element.isLoaded) await new Promise((resolve, reject) => { element.onload = resolve; element.onerror = ({ message }) => reject(new Error(message)); });
    const stage = await Stage.create(document.createElement('canvas'));
    stage.dispose();
    (await Lip.listen(new AudioContext().createMediaStreamDestination().stream)).stop();
    const rig = new Rig(model), face = await Face.create(model, rig), { scene, userData } = await new VRMLoader().loadAsync('/avatar.vrm');
    window.kept = [model, remote, worker, rig, face, userData.vrm]; // the garbage collector warns about what it finds
    return {
      name: model.info.name, errors: (await model.validate()).errors, errorsOfWorker: (await remote.validate()).errors,
      emotes: face.emote('happy'), isElement: element instanceof VrmAvatarElement,
      isOfThree: scene instanceof THREE.Object3D,
    };
  }
  run().then((seen) => { window.seen = seen; }, (error) => { window.seen = String(error); });`;

/** A project of its own, as servers keep what they make beside the packages. */
function page(name, html = '<script type="module" src="/main.js"></script>') {
  const place = join(home, name);
  mkdirSync(join(place, 'public'), { recursive: true });
  cpSync(join(home, 'node_modules'), join(place, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  writeFileSync(join(place, 'public/avatar.vrm'), avatar);
  writeFileSync(
    join(place, 'index.html'),
    `<!doctype html><html><head><link rel="icon" href="data:,"></head><body><vrm-avatar src="/avatar.vrm" style="width: 40px; height: 40px"></vrm-avatar>${html}</body></html>`,
  );
  writeFileSync(join(place, 'main.js'), script);
  writeFileSync(join(place, 'package.json'), '{"private":true,"type":"module"}');
  return place;
}

/** What the script says; the servers may load a page again when they have found more packages. */
async function open(origin) {
  const tab = await browser.newPage(),
    complaints = [];
  tab.setDefaultTimeout(120000);
  tab.on('pageerror', (error) => complaints.push(String(error)));
  tab.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  await tab.goto(origin);
  const seen = await (await tab.waitForFunction(() => window.seen, null, { timeout: 120000 })).jsonValue();
  await tab.close();
  return { seen, complaints };
}

const whole = { name: 'Vesna', errors: 0, errorsOfWorker: 0, emotes: true, isElement: true, isOfThree: true };
const quiet = {
  info() {},
  warn() {},
  warnOnce() {},
  error() {},
  clearScreen() {},
  hasErrorLogged: () => false,
  hasWarned: false,
};

async function startVite(name, place, options = {}) {
  const { createServer } = await import(pathToFileURL(join(npmFolder(name), 'dist/node/index.js')));
  const server = await createServer({
    root: place,
    configFile: false,
    customLogger: quiet,
    server: { port: 0, host: '127.0.0.1', hmr: false, watch: null },
    ...options,
  });
  await server.listen();
  return { origin: `http://127.0.0.1:${server.httpServer.address().port}/`, close: () => server.close() };
}

const missing = (name) => (npmFolder(name) ? skip : `${name} is not installed (tools/deps.sh check)`);

//
for (const name of ['vite', 'vite-7', 'vite-8'])
  test(`the development server of ${name} serves every part of the package`, { skip: missing(name) }, async () => {
    const server = await startVite(name, page(name));
    try {
      assert.deepEqual(await open(server.origin), { seen: whole, complaints: [] });
    } finally {
      await server.close();
    }
  });

test(
  'the development server of rsbuild serves every part of the package',
  { skip: missing('@rsbuild/core') },
  async () => {
    const { createRsbuild } = await import(pathToFileURL(join(npmFolder('@rsbuild/core'), 'dist/index.js')));
    const place = page('rsbuild', '');
    const bundler = await createRsbuild({
      cwd: place,
      config: {
        source: { entry: { index: './main.js' } },
        html: { template: './index.html' },
        server: { host: '127.0.0.1', printUrls: false },
        dev: { hmr: false, liveReload: false },
        logLevel: 'error',
      },
    });
    const { port, server } = await bundler.startDevServer();
    try {
      assert.deepEqual(await open(`http://127.0.0.1:${port}/`), { seen: whole, complaints: [] });
    } finally {
      await server.close();
    }
  },
);

//
test(
  'where vite has been told to bundle the package, the error says what to write',
  { skip: missing('vite') },
  async () => {
    const place = page('included');
    writeFileSync(
      join(place, 'main.js'),
      `
    import { Model } from 'libvrm';
    Model.load(new ArrayBuffer(0)).catch((error) => { window.seen = error.message; });`,
    );
    const server = await startVite('vite', place, { resolve: { conditions: ['module'] } });
    try {
      const { seen } = await open(server.origin);
      assert.match(
        seen,
        /^libvrm\.wasm could not be loaded from .*an HTML page.*optimizeDeps: \{ exclude: \['libvrm'\] \}/,
      );
    } finally {
      await server.close();
    }
  },
);

//
test('where vite keeps a linked package back, the error says what to write', { skip: missing('vite') }, async () => {
  const place = page('linked'),
    folder = join(place, 'node_modules/libvrm');
  rmSync(folder, { recursive: true });
  symlinkSync(packageFolder, folder, 'dir'); // as `npm install folder` does
  writeFileSync(
    join(place, 'main.js'),
    `
    import { Model } from 'libvrm';
    Model.load(new ArrayBuffer(0)).catch((error) => { window.seen = error.message; });`,
  );
  const server = await startVite('vite', place);
  try {
    const { seen } = await open(server.origin);
    assert.match(
      seen,
      /^libvrm\.wasm could not be loaded from .*403 Forbidden; .*server\.fs\.allow in vite\.config\.js/,
    );
  } finally {
    await server.close();
  }
});
