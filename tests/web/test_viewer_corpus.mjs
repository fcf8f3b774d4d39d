// SPDX-License-Identifier: MIT
// Avatars in the viewer: each opens without a word on the console, and its canvas shows what
// `vrm render` draws from the same camera. A sample in `make check`; all of the corpus with
// VRM_VIEWER_ALL=1 (`make check-viewer`).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import test from 'node:test';
import { decodePng } from '../judges/png.mjs';
import { ssim } from '../judges/ssim.mjs';
import { whyNoChromium } from './browser.mjs';
import { corpus, scenePath, scratch } from './support.mjs';
import { dropFile, openViewer, waitForFile } from './viewer_page.mjs';

const isAll = Boolean(process.env.VRM_VIEWER_ALL);
const real = (corpus('.vrm') ?? []).filter((path) => /\/vrm[01]\//.test(path));
const sample = ['SampleBot.vrm', 'VRMC_materials_mtoon_UV_Animation_Test.vrm', 'Godette_vrm_v4.vrm'];
const files = [
  scenePath('hero'),
  ...(isAll ? [scenePath('hero-0.x'), scenePath('hero-1.0-beta'), scenePath('hero-1.0-draft')] : []),
  ...real.filter((path) => isAll || sample.includes(basename(path))),
];
const skip = (await whyNoChromium()) ?? false;
const session = skip
  ? null
  : await openViewer({ fragment: 'isPlaying=0&pose=a', viewport: { width: 900, height: 600 } });
const page = session?.page;
page?.setDefaultTimeout(120000);
test.after(() => session?.close());
const size = 256;

test('there is a corpus', { skip: real.length ? false : 'VRM_CORPUS is not set: avatars made in code only' }, () => {});

for (const path of files)
  test(`${basename(path)} opens, is silent, and looks as vrm render draws it`, { skip }, async () => {
    const said = session.complaints.length;
    await dropFile(page, basename(path), readFileSync(path));
    await waitForFile(page, basename(path));
    assert.deepEqual(session.complaints.slice(said), []);
    const file = join(scratch(), 'native.png');
    execFileSync(process.env.VRM, [
      'render',
      '-q',
      path,
      '-o',
      file,
      '--size',
      `${size}x${size}`,
      '--camera',
      'full',
      '--pose',
      'a',
      '--background',
      '#ffffff',
    ]);
    const native = decodePng(readFileSync(file));
    const drawn = await page.evaluate((pixels) => {
      const { view, motion, state } = window.viewer,
        { stage, shown } = view;
      state.set('pose', 'a');
      state.set('look', 'off');
      shown.avatar.resetSprings();
      for (let i = 0; i < 120; i++) {
        motion.apply(1 / 60);
        stage.step(1 / 60);
      }
      stage.frame(shown, { shot: 'full', aspect: 1 });
      stage.lines = [];
      stage.time = 0; // textures that move stand where they begin
      const { background, samples, minOutline } = stage;
      Object.assign(stage, { background: [1, 1, 1, 1], samples: 4, minOutline: 0 }); // as pictures are saved
      const picture = stage.readPixels({ width: pixels, height: pixels });
      Object.assign(stage, { background, samples, minOutline });
      return picture.data;
    }, size);
    const likeness = ssim({ width: size, height: size, rgba: Uint8Array.from(drawn) }, native);
    assert.ok(likeness >= 0.97, `SSIM ${likeness.toFixed(4)}`);
  });

test('many files in a row leave memory flat', { skip: skip || !isAll }, async () => {
  const bytes = readFileSync(scenePath('hero'));
  const memory = () => page.evaluate(async () => (await import('./libvrm/index.js')).memorySize());
  const round = async (i) => {
    await dropFile(page, `round${i}.vrm`, bytes);
    await waitForFile(page, `round${i}.vrm`);
  };
  for (let i = 0; i < 5; i++) await round(i);
  const early = await memory(),
    textures = await page.evaluate(() => window.viewer.view.stage.stats.textures);
  for (let i = 5; i < 50; i++) await round(i);
  assert.ok((await memory()) <= early * 1.1, `${early} and ${await memory()} bytes`);
  assert.equal(await page.evaluate(() => window.viewer.view.stage.stats.textures), textures);
});

test('nothing was said on the console', { skip }, () => {
  assert.deepEqual(session.complaints, []);
});
