// SPDX-License-Identifier: MIT
// <vrm-avatar> in pages of strict sites, and beside servers that refuse or break off.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openPage, serve, whyNoChromium } from './browser.mjs';
import { sceneBytes } from './support.mjs';

const skip = (await whyNoChromium()) ?? false;

/** A page without scripts and styles of its own, which a strict policy forbids. */
const places = {
  '/avatar.vrm': skip ? null : sceneBytes('1.0'),
  '/page.html': Buffer.from(
    `<!doctype html><title>A page</title><link rel="icon" href="data:,"><script type="module" src="/libvrm/element.js"></script>
    <vrm-avatar src="/avatar.vrm" alt="Vesna" camera-controls controls></vrm-avatar>`,
  ),
  '/short': (request, response) => {
    response.writeHead(200, { 'content-length': 1000 }).write('glTF');
    setTimeout(() => response.destroy(), 50);
  },
};

const shown = (page) => page.waitForFunction(() => document.querySelector('vrm-avatar').isShown);

//
test('the strictest policy that allows WebAssembly, with Trusted Types, lets the element be', { skip }, async () => {
  const policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'";
  const { page, complaints, close } = await openPage(places, '/page.html', {
    headers: { 'content-security-policy': policy },
  });
  await shown(page);
  assert.match(
    await page.evaluate(() => document.querySelector('vrm-avatar').shadowRoot.querySelector('#help').textContent),
    /^Arrow keys turn the camera/,
  );
  assert.deepEqual(complaints, []);
  await close();
});

//
test('what another server refuses, and what breaks off, is named by its address', { skip }, async () => {
  const other = await serve({ '/': (request, response) => response.end('no header of CORS') });
  const { page, origin, close } = await openPage(places, '/page.html');
  await shown(page);
  const short = `${origin}/short`,
    foreign = `${other.origin}/file`;
  const seen = await page.evaluate(
    async ([cut, refused]) => {
      const element = document.querySelector('vrm-avatar'),
        { Speech } = await import('/libvrm/index.js'),
        told = new Promise((resolve) => {
          element.addEventListener('error', (event) => (event.preventDefault(), resolve(event.error)));
        });
      const errorOf = (promise) => promise.catch((error) => error),
        motions = [await errorOf(element.play(refused)), await errorOf(element.play(cut))],
        sounds = [await errorOf(element.say(refused)), await errorOf(Speech.load(cut))],
        answer = await element.send({ type: 'play', motion: refused, id: 1 });
      element.src = refused;
      const plain = ({ code, message }) => [code, message.split(': ')[0]];
      return { errors: [...motions, ...sounds, await told].map(plain), answer: plain(answer) };
    },
    [short, foreign],
  );
  assert.deepEqual(
    seen.errors,
    [foreign, short, foreign, short, foreign].map((address) => ['io', address]),
  );
  assert.deepEqual(seen.answer, ['file', foreign]);
  await close();
  other.close();
});
