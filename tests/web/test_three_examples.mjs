// SPDX-License-Identifier: MIT
// The official examples of three-vrm and three-vrm-animation, as their authors wrote them, with nothing changed but the import map:
// the names of three-vrm mean libvrm/three. They are in the corpus. With VRM_PICTURES=FOLDER in the environment their pictures are kept.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, relative } from 'node:path';
import test from 'node:test';
import { openPage, whyNoChromium } from './browser.mjs';
import { filesBelow, sceneBytes } from './support.mjs';

const require = createRequire(import.meta.url);
const place = (name) => {
  const found = require.resolve
    .paths(name)
    .map((folder) => join(folder, name))
    .find((folder) => existsSync(folder));
  return found ? realpathSync(found) : null;
};
const folder = process.env.VRM_CORPUS ? join(process.env.VRM_CORPUS, 'three-vrm-examples') : null;
const whyNot = async () => {
  if (!folder || !existsSync(folder)) return 'no corpus with examples of three-vrm (VRM_CORPUS)';
  if (!place('three') || !place('three-170') || !place('@pixiv/three-vrm'))
    return 'three and three-vrm are not installed (tools/deps.sh check)';
  return whyNoChromium();
};
const skip = (await whyNot()) ?? false;

const imports = {
  three: '/three/build/three.module.js',
  'three/webgpu': '/three/build/three.webgpu.js',
  'three/addons/': '/three/examples/jsm/',
  '@pixiv/three-vrm': '/libvrm/three.js',
  '@pixiv/three-vrm-animation': '/libvrm/three.js',
  '@pixiv/three-vrm/nodes': '/three-vrm/lib/nodes/index.module.js',
};

/** The page of an example with another import map. MToonNodeMaterial of three-vrm 3.5 needs names that newer three.js has not: those examples
 * have 0.170. One that has three.js for WebGPU under both names keeps that. */
function pageOf(path) {
  const html = readFileSync(path, 'utf8');
  const isWebGpu = html.includes('"three/webgpu"'),
    map = isWebGpu ? { ...imports, three: imports['three/webgpu'], 'three/tsl': imports['three/webgpu'] } : imports;
  const changed = html.replace(
    /<script type="importmap">[\s\S]*?<\/script>/,
    `<script type="importmap">${JSON.stringify({ imports: map })}</script>`,
  );
  assert.notEqual(changed, html, 'it has an import map');
  return Buffer.from(changed);
}

/** What a picture of a page has: the share that is not its background, and how many colours of 512. */
const contentsOf = (page, bytes) =>
  page.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
    const { width, height } = bitmap,
      context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, width, height),
      colors = new Set();
    let covered = 0,
      count = 0;
    for (let y = Math.round(height * 0.1); y < height * 0.9; y++)
      for (let x = Math.round(width * 0.35); x < width * 0.65; x++, count++) {
        const at = (y * width + x) * 4;
        if (Math.max(data[at], data[at + 1], data[at + 2]) > 60) covered++;
        colors.add(((data[at] >> 5) << 6) | ((data[at + 1] >> 5) << 3) | (data[at + 2] >> 5));
      }
    return { covered: covered / count, colors: colors.size };
  }, bytes.toString('base64'));

/** What an example must do beyond being drawn. */
const checks = {
  'meta.html': async (page) => {
    assert.match(await page.evaluate(() => document.getElementById('meta').innerText), /metaVersion : 1/);
    assert.ok(
      (await page.evaluate(async () => {
        await document.getElementById('thumbnail').decode();
        return document.getElementById('thumbnail').naturalWidth;
      })) > 0,
      'the thumbnail is seen',
    );
  },
  'materials-debug.html': (page) => page.keyboard.press('Space'), // normals as colours
  'firstperson.html': (page) => page.keyboard.press('Space'),
  'lookat.html': (page) => page.mouse.move(20, 20),
};

const examples = skip
  ? []
  : ['three-vrm', 'three-vrm-animation']
      .flatMap((part) => filesBelow(join(folder, part, 'examples'), '.html').map((path) => [part, path]))
      .filter(([, path]) => readFileSync(path, 'utf8').includes('importmap'));

test('official examples of three-vrm are found', { skip }, () => {
  assert.ok(examples.length >= 16, `${examples.length} examples`);
});

for (const [part, path] of examples)
  test(
    `${part}: ${relative(join(folder, part, 'examples'), path)} runs by a change of the import`,
    { skip },
    async () => {
      const home = join(folder, part, 'examples'),
        name = relative(home, path);
      const below = name.includes('/') ? `${name.slice(0, name.lastIndexOf('/'))}/` : '';
      const { page, complaints, close } = await openPage(
        {
          '/three/': place(path.includes('webgpu') ? 'three-170' : 'three'),
          '/three-vrm/': place('@pixiv/three-vrm'),
          [`/examples/${name}`]: pageOf(path),
          '/examples/models/VRM1_Constraint_Twist_Sample.vrm': sceneBytes('hero'),
          '/examples/models/test.vrma': sceneBytes('hero-clip'),
          ...(below && { [`/examples/${below}`]: join(home, below) }),
          '/favicon.ico': Buffer.alloc(0),
        },
        `/examples/${name}`,
        { viewport: name === 'meta.html' ? { width: 960, height: 720 } : { width: 320, height: 240 } },
      ); // its text covers a small page
      let seen = { covered: 0, colors: 0 },
        bytes;
      for (
        let tries = 0;
        tries < 40 && !(seen.covered > 0.03 && seen.colors > 20) && complaints.length === 0;
        tries++
      ) {
        await page.mouse.move(160 + (tries % 2), 120); // where mouse.html puts the hips
        await page.waitForTimeout(500);
        bytes = await page.screenshot();
        seen = await contentsOf(page, bytes);
      }
      await checks[basename(path)]?.(page);
      await page.waitForTimeout(500); // frames that follow
      if (process.env.VRM_PICTURES) {
        mkdirSync(process.env.VRM_PICTURES, { recursive: true });
        writeFileSync(
          join(process.env.VRM_PICTURES, `${part}_${name.replaceAll('/', '_')}.png`),
          await page.screenshot(),
        );
      }
      await close();
      assert.deepEqual(
        complaints.filter((text) => !/WebGPU|renderAsync/.test(text)),
        [],
      );
      assert.ok(seen.covered > 0.03 && seen.colors > 20, `the avatar is seen: ${JSON.stringify(seen)}`);
    },
  );
