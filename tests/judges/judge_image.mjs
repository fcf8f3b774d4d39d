// SPDX-License-Identifier: MIT
// Chromium's own decoders open the animations that the writer makes: frames, times, repetitions, and
// the pixels of every frame (a square 8 wide at x = 4 * frame, y = 10, on grey or on nothing).
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium, whyNoChromium } from './chromium.mjs';
import { scratch, skip, Verdict } from './support.mjs';

if (!process.env.VRM_WRITE_SAMPLES) skip('built without libvrm_render');
const why = await whyNoChromium();
if (why) skip(why);

const FRAMES = 12;
const folder = scratch();
execFileSync(process.env.VRM_WRITE_SAMPLES, ['animations', folder]);

/* Runs in the browser: what it sees of one file. Places: inside the square of that frame, and where
 * the square of the frame before stood alone. */
async function look({ base64, type, frames }) {
  const data = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const decoder = new ImageDecoder({ data, type });
  await decoder.tracks.ready;
  await decoder.completed;
  const track = decoder.tracks.selectedTrack;
  const seen = { count: track.frameCount, repeats: track.repetitionCount, frames: [] };
  const canvas = new OffscreenCanvas(64, 40);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  for (let i = 0; i < Math.min(frames, seen.count); i++) {
    const { image } = await decoder.decode({ frameIndex: i });
    context.clearRect(0, 0, 64, 40);
    context.drawImage(image, 0, 0);
    const at = (x, y) => [...context.getImageData(x, y, 1, 1).data];
    const before = Math.max(0, i * 4 - 4);
    seen.frames.push({
      duration: image.duration,
      square: at(i * 4 + 5, 14),
      ground: at(before + 60 - i * 4, 5),
      left: i > 0 ? at(before + 1, 14) : at(40, 30),
    });
    image.close();
  }
  return seen;
}

const verdict = new Verdict();
const near = (a, b) => a.every((value, i) => Math.abs(value - b[i]) <= 2);
const browser = await launchChromium();
try {
  const page = await browser.newPage();
  // ImageDecoder wants a secure page; nothing leaves the browser.
  await page.route('https://pictures.test/', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('https://pictures.test/');
  for (const ground of ['opaque', 'clear'])
    for (const [extension, type] of [
      ['png', 'image/png'],
      ['gif', 'image/gif'],
      ['webp', 'image/webp'],
    ]) {
      const name = `${ground}.${extension}`;
      const base64 = readFileSync(join(folder, name)).toString('base64');
      const seen = await page.evaluate(look, { base64, type, frames: FRAMES });
      verdict.claim(seen.count === FRAMES, `${name}: ${seen.count} of ${FRAMES} frames`);
      verdict.claim(
        seen.repeats === null || seen.repeats === Infinity || seen.repeats === -1,
        `${name}: repeats ${seen.repeats}`,
      );
      const total = seen.frames.reduce((sum, frame) => sum + frame.duration, 0) / 1000;
      verdict.claim(Math.abs(total - 400) < 1, `${name}: ${total} ms in all`);
      const empty = ground === 'opaque' ? [128, 128, 128, 255] : [0, 0, 0, 0];
      seen.frames.forEach((frame, i) => {
        verdict.claim(near(frame.square, [240, 64, 32, 255]), `${name}: frame ${i} shows the square, ${frame.square}`);
        verdict.claim(near(frame.ground, empty), `${name}: frame ${i} shows the ground, ${frame.ground}`);
        verdict.claim(near(frame.left, empty), `${name}: frame ${i} left nothing behind, ${frame.left}`);
      });
    }
} finally {
  await browser.close();
}
verdict.end();
