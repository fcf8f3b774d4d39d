// SPDX-License-Identifier: MIT
// Pictures of <vrm-avatar> and what lies over it: toBlob(), slots, and the event for the first picture.
import assert from 'node:assert/strict';
import test from 'node:test';
import { whyNoChromium } from './browser.mjs';
import { complaintsOf, loaded, openElement, page, painted } from './element_page.mjs';
import { sceneBytes } from './support.mjs';

const skip = (await whyNoChromium()) ?? false;
const square = 'style="display: block; width: 120px; height: 120px"';
const places = {
  '/hero.vrm': skip ? null : sceneBytes('hero'),
  '/nothing.vrm': (request, response) => response.writeHead(404).end(),
  '/one.html': page(`<vrm-avatar src="/hero.vrm" alt="Vesna" look-at="camera" ${square}></vrm-avatar>`),
  '/slots.html': page(
    `<vrm-avatar alt="Vesna" camera-controls ${square}>
      <button id="over" style="position: absolute; left: 0; top: 0; width: 40px; height: 40px">Hi</button>
      <p id="poster" slot="poster">Wait</p>
      <p id="message" slot="message">It could not be loaded</p>
    </vrm-avatar>`,
  ),
};

/** Functions for the page: the pixels of a file, and those of the canvas. */
function helpers() {
  window.decode = async (blob) => {
    const image = await createImageBitmap(blob, { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
    const { width, height } = image,
      canvas = new OffscreenCanvas(width, height),
      context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return { width, height, data: context.getImageData(0, 0, width, height).data };
  };
  window.seen = () => {
    const canvas = document.querySelector('vrm-avatar').shadowRoot.querySelector('canvas');
    return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  };
  /** How many values differ by more than `most`. */
  window.apart = (a, b, most) => a.filter((value, i) => Math.abs(value - b[i]) > most).length;
}

test('toBlob() gives exactly the present frame, of a moving avatar too', { skip }, async () => {
  const session = await openElement(places, '/one.html'),
    { page: tab } = session;
  await tab.evaluate(helpers);
  await loaded(session);
  await painted(session);
  const seen = await tab.evaluate(async () => {
    const element = document.querySelector('vrm-avatar'),
      rounds = [];
    for (let i = 0; i < 5; i++) {
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
      const now = window.seen(),
        blob = await element.toBlob(),
        { data, width, height } = await window.decode(blob);
      rounds.push([blob.type, width, height, window.apart(now, data, 0)]);
    }
    return rounds;
  });
  for (const round of seen) assert.deepEqual(round, ['image/png', 120, 120, 0]);

  const others = await tab.evaluate(async () => {
    const element = document.querySelector('vrm-avatar');
    element.paused = true;
    for (let i = 0; i < 3; i++)
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
    const now = window.seen(),
      read = async (options) => {
        const blob = await element.toBlob(options),
          { width, height, data } = await window.decode(blob);
        return { type: blob.type, width, height, corner: [...data.slice(0, 4)], data };
      };
    // Twice the size, scaled down again, is nearly the picture on the screen: the same pose and camera.
    const large = await createImageBitmap(await element.toBlob({ width: 240 })),
      canvas = new OffscreenCanvas(120, 120),
      context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(large, 0, 0, 120, 120);
    const small = context.getImageData(0, 0, 120, 120).data;
    const jpeg = await read({ type: 'image/jpeg', quality: 0.9 }),
      red = await read({ background: 'rgb(255 0 0)' }),
      wide = await read({ width: 300, height: 100 });
    element.orbit = { yaw: 90 };
    const turned = await read({});
    return {
      size: [large.width, large.height],
      apart: window.apart(now, small, 64) / now.length,
      jpeg: [jpeg.type, jpeg.corner],
      red: red.corner,
      own: [...now.slice(0, 4)],
      wide: [wide.width, wide.height, wide.corner, wide.data.some((value) => value > 0)],
      turned: window.apart(now, turned.data, 24),
    };
  });
  assert.deepEqual(others.size, [240, 240]);
  assert.ok(others.apart < 0.02, `${others.apart} of the values differ`);
  assert.deepEqual(others.jpeg, ['image/jpeg', [255, 255, 255, 255]]);
  assert.deepEqual(
    [others.red, others.own],
    [
      [255, 0, 0, 255],
      [0, 0, 0, 0],
    ],
  );
  assert.deepEqual(others.wide, [300, 100, [0, 0, 0, 0], true]);
  assert.ok(others.turned > 2000, `a camera that was just set is in the picture: ${others.turned}`);

  const refused = await tab.evaluate(async () => {
    const element = document.querySelector('vrm-avatar');
    const why = (options) =>
      element.toBlob(options).then(String, ({ name, code, message }) => `${code ?? name}: ${message}`);
    const list = [];
    for (const options of [
      { type: 'image/x-none' },
      { width: 0 },
      { height: 5000 },
      { width: 1.5 },
      { background: 'no color' },
      5,
    ])
      list.push(await why(options));
    element.style.display = 'none';
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
    list.push(await why({}));
    const hidden = await element.toBlob({ width: 60, height: 80 });
    return { list, hidden: (await createImageBitmap(hidden)).height };
  });
  assert.deepEqual(
    refused.list.map((line) => line.split(/[:,]/)[0]),
    ['unsupported', 'RangeError', 'RangeError', 'RangeError', 'TypeError', 'TypeError', 'RangeError'],
  );
  assert.match(refused.list[0], /writes no image\/x-none/);
  assert.match(refused.list[6], /give options.width and options.height/);
  assert.equal(refused.hidden, 80);
  assert.deepEqual(session.complaints, []);
  await session.close();
});

test(
  'when `shown` comes, the first picture is there and the poster gone; again for another src',
  { skip },
  async () => {
    const session = await openElement(places, '/slots.html'),
      { page: tab } = session;
    await tab.evaluate(helpers);
    const seen = await tab.evaluate(async () => {
      const element = document.querySelector('vrm-avatar'),
        events = [];
      for (const name of ['load', 'shown'])
        element.addEventListener(name, () => {
          const isThere =
            !element.shadowRoot.querySelector('canvas').hidden && window.seen().some((value) => value > 0);
          events.push([
            name,
            element.isLoaded,
            element.isShown,
            isThere,
            document.querySelector('#poster').offsetWidth > 0,
          ]);
        });
      for (const src of ['/hero.vrm', '/hero.vrm?again']) {
        const isShown = new Promise((resolve) => {
          element.addEventListener('shown', resolve, { once: true });
        });
        element.src = src;
        await isShown;
      }
      return events;
    });
    const once = [
      ['load', true, false, false, true],
      ['shown', true, true, true, false],
    ];
    assert.deepEqual(seen, [...once, ...once]);
    assert.deepEqual(session.complaints, []);
    await session.close();
  },
);

test('children lie over the avatar and are used; poster and message are the page’s own', { skip }, async () => {
  const session = await openElement(places, '/slots.html'),
    { page: tab } = session;
  const shown = () =>
    tab.evaluate(() => ['over', 'poster', 'message'].map((id) => document.querySelector(`#${id}`).offsetWidth > 0));
  assert.deepEqual(await shown(), [true, true, false], 'before');
  const bad = await tab.evaluate(
    () =>
      new Promise((resolve) => {
        const element = document.querySelector('vrm-avatar');
        element.addEventListener(
          'error',
          (event) => {
            event.preventDefault();
            resolve(element.shadowRoot.querySelector('canvas').hidden);
          },
          { once: true },
        );
        element.src = '/nothing.vrm';
      }),
  );
  assert.equal(bad, true);
  assert.deepEqual(await shown(), [true, true, true], 'after a failure');
  assert.deepEqual(await complaintsOf(session), []);
  await tab.evaluate(() => {
    window.clicks = 0;
    document.querySelector('#over').addEventListener('click', () => {
      window.clicks++;
    });
    document.querySelector('vrm-avatar').src = '/hero.vrm';
  });
  await loaded(session);
  await painted(session);
  assert.deepEqual(await shown(), [true, false, false], 'the avatar');
  const { x, y } = await tab.evaluate(() => document.querySelector('vrm-avatar').getBoundingClientRect());
  await tab.mouse.click(x + 20, y + 20);
  assert.equal(await tab.evaluate(() => window.clicks), 1);
  await tab.mouse.move(x + 80, y + 80); // beside the button the camera is below
  await tab.mouse.down();
  await tab.mouse.move(x + 100, y + 80, { steps: 3 });
  await tab.mouse.up();
  assert.ok((await tab.evaluate(() => document.querySelector('vrm-avatar').orbit.yaw)) < -10);
  assert.deepEqual(await complaintsOf(session), []);
  assert.deepEqual(
    session.complaints.filter((line) => !line.includes('404')),
    [],
  );
  await session.close();
});
