// SPDX-License-Identifier: MIT
// element.min.js fetches the parts that few pages use from beside itself.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openPage, whyNoChromium } from './browser.mjs';
import { sceneBytes } from './support.mjs';

const skip = (await whyNoChromium()) ?? false;

test('element.min.js moves the camera, follows a tracker and answers messages', { skip }, async () => {
  const session = await openPage(
    {
      '/hero.vrm': sceneBytes('hero'),
      '/favicon.ico': Buffer.alloc(0),
      '/one.html': Buffer.from(
        `<!doctype html><title>A page</title><script type="module" src="/libvrm/element.min.js"></script>
        <vrm-avatar src="/hero.vrm" camera-controls style="width: 64px; height: 64px"></vrm-avatar>`,
      ),
    },
    '/one.html',
  );
  const { page: tab } = session;
  await tab.waitForFunction(() => document.querySelector('vrm-avatar').isShown);
  const seen = await tab.evaluate(async () => {
    const element = document.querySelector('vrm-avatar');
    return [
      await element.track({ shapes: { jawOpen: 1 }, head: { yaw: 20 } }),
      (await element.send({ type: 'say', text: 'Hello', id: 1 })).type,
    ];
  });
  assert.deepEqual(seen, [true, 'ok']);
  await tab.evaluate(() => document.querySelector('vrm-avatar').focus());
  const yaw = () => tab.evaluate(() => document.querySelector('vrm-avatar').orbit.yaw);
  while ((await yaw()) === 0) await tab.keyboard.press('ArrowRight'); // the part may not be there yet
  assert.equal((await yaw()) % 15, 0);
  assert.deepEqual(session.complaints, []);
  await session.close();
});
