// SPDX-License-Identifier: MIT
// The camera of <vrm-avatar>: moved by pointer, wheel, touch and keys in chromium, read and set by the page.
import assert from 'node:assert/strict';
import test from 'node:test';
import { whyNoChromium } from './browser.mjs';
import { complaintsOf, loaded, openElement, page, painted } from './element_page.mjs';
import { load, sceneBytes } from './support.mjs';

const skip = (await whyNoChromium()) ?? false;
const { Orbit } = await load('element/orbit.js');

const near = (a, b, most, what) => assert.ok(Math.abs(a - b) <= most, `${what}: ${a}, not ${b}`);

// ---- The orbit alone ----

/** As Stage.frame() gives it for an avatar of 4 m around (width and height and depth), 2 m away. */
const base = () => ({ eye: [0, 1, 2], target: [0, 1, 0], up: [0, 1, 0], fov: 30, height: 0, near: 0.1, far: 10 });

function orbitOf() {
  const orbit = new Orbit();
  orbit.rest({ yaw: 0, pitch: 0 });
  orbit.frame(base());
  return orbit;
}

test('a camera that was never moved is the framed one', () => {
  const orbit = orbitOf();
  assert.deepEqual(orbit.viewOf(), base());
  orbit.set({ yaw: 10 }, true);
  orbit.set(null, true);
  assert.deepEqual(orbit.viewOf(), base());
});

test('the camera goes around its target at its distance, and nearer by the zoom', () => {
  const orbit = orbitOf();
  orbit.set({ yaw: 90 }, true);
  let { eye, target } = orbit.viewOf();
  [2, 1, 0].forEach((value, i) => near(eye[i], value, 1e-9, 'to the avatar’s left'));
  orbit.set({ yaw: 0, pitch: 30, zoom: 2 }, true);
  ({ eye, target } = orbit.viewOf());
  near(eye[1], 1.5, 1e-9, 'half the distance, half a metre above');
  near(Math.hypot(...eye.map((value, i) => value - target[i])), 1, 1e-9, 'distance');
  orbit.set({ pitch: 0, zoom: 1, pan: [0, 0.5] }, true);
  near(orbit.viewOf().target[1], 1 + 2 * Math.tan(Math.PI / 12), 1e-9, 'up by half of the picture');
});

test('the camera stays within its limits, and near and far enclose the avatar', () => {
  const orbit = orbitOf();
  orbit.set({ yaw: 270, pitch: 200, zoom: 1000, pan: [9, -9] }, true);
  const { yaw, pitch, zoom, pan } = orbit.state;
  assert.deepEqual([yaw, pitch, pan], [-90, 85, [1, -1]]);
  assert.ok(zoom > 1 && zoom <= 8, `zoom ${zoom}`);
  const { near: front, far, eye, target } = orbit.viewOf();
  const distance = Math.hypot(...eye.map((value, i) => value - target[i]));
  assert.ok(front > 0 && front < distance && far > distance, `${front} < ${distance} < ${far}`);
  assert.ok(!orbit.turn(0, 1) && !orbit.scale(2), 'at the limit nothing moves');
  assert.ok(orbit.scale(0.5));
});

test('the camera eases to where it goes, the short way around, and goes at once for less motion', () => {
  const orbit = orbitOf();
  orbit.set({ yaw: 170 }, true);
  orbit.set({ yaw: -170 }, false);
  orbit.step(0.05, false);
  const { eye } = orbit.viewOf(),
    angle = (Math.atan2(eye[0], eye[2]) * 180) / Math.PI;
  assert.ok(Math.abs(angle) > 170.1 && Math.abs(angle) <= 180, `${angle} degrees`);
  for (let i = 0; i < 200; i++) orbit.step(0.02, false);
  near((Math.atan2(orbit.viewOf().eye[0], orbit.viewOf().eye[2]) * 180) / Math.PI, -170, 1e-6, 'at the end');
  orbit.set({ yaw: 0 }, false);
  orbit.step(0, true);
  near(orbit.viewOf().eye[0], 0, 1e-9, 'at once');
});

test('what is no camera is refused by name', () => {
  const orbit = orbitOf();
  for (const [state, name] of [
    [5, 'orbit'],
    [{ yaw: '5' }, 'orbit.yaw'],
    [{ zoom: NaN }, 'orbit.zoom'],
    [{ pan: [1] }, 'orbit.pan'],
  ])
    assert.throws(() => orbit.set(state, true), { name: 'TypeError', message: new RegExp(`^${name} `) });
  assert.deepEqual(orbit.state, { yaw: 0, pitch: 0, zoom: 1, pan: [0, 0] });
});

// ---- In a page ----

const places = {
  '/small.vrm': skip ? null : sceneBytes('hero'),
  '/one.html': page(
    `<vrm-avatar src="/small.vrm" alt="Vesna" idle="off" camera-controls style="display: block; width: 200px; height: 200px"></vrm-avatar>
    <a href="#end">after</a><div style="height: 3000px"></div><p id="end">The end</p>`,
    '<meta name="viewport" content="width=device-width">',
  ),
};

/** What the user has moved: the camera, how often the page was told, and how far the page has scrolled. */
const stateOf = (tab) =>
  tab.evaluate(() => {
    const { orbit } = document.querySelector('vrm-avatar');
    return { ...orbit, changes: window.changes, scrolled: window.scrollY };
  });

async function opened(options) {
  const session = await openElement(places, '/one.html', options);
  await session.page.evaluate(() => {
    window.changes = 0;
    document.querySelector('vrm-avatar').addEventListener('camerachange', () => {
      window.changes++;
    });
  });
  await loaded(session);
  await painted(session);
  const box = await session.page.evaluate(() => {
    const { x, y, width, height } = document.querySelector('vrm-avatar').getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2, width, height };
  });
  return { ...session, box };
}

/** The picture after some frames. It stays in the page. */
const pictureOf = (tab) =>
  tab.evaluateHandle(async () => {
    for (let i = 0; i < 3; i++)
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
    const canvas = document.querySelector('vrm-avatar').shadowRoot.querySelector('canvas');
    return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  });

/** How many values of the picture differ from a picture before. */
const apartFrom = async (tab, before) =>
  tab.evaluate(
    ([last, seen]) => seen.filter((value, i) => Math.abs(value - last[i]) > 24).length,
    [before, await pictureOf(tab)],
  );

test('pointer, wheel and keys move the camera, and the page is told', { skip }, async () => {
  const session = await opened({ reducedMotion: 'reduce' }),
    { page: tab, box } = session;
  const start = await pictureOf(tab);
  assert.deepEqual(await stateOf(tab), { yaw: 0, pitch: 0, zoom: 1, pan: [0, 0], changes: 0, scrolled: 0 });

  // A wheel over an element without focus scrolls the page.
  await tab.mouse.move(box.x, box.y);
  await tab.mouse.wheel(0, 100);
  await tab.waitForFunction(() => window.scrollY > 50);
  assert.equal((await stateOf(tab)).zoom, 1);
  await tab.evaluate(() => window.scrollTo(0, 0));

  // A drag to the right turns the avatar to the right: the camera goes to the left.
  await tab.mouse.down();
  await tab.mouse.move(box.x + 50, box.y + 20, { steps: 5 });
  await tab.mouse.up();
  const dragged = await stateOf(tab);
  near(dragged.yaw, -45, 1, 'a quarter of the height');
  near(dragged.pitch, 18, 1, 'down: the camera goes up');
  assert.ok(dragged.changes > 0);
  const changed = await apartFrom(tab, start);
  assert.ok(changed > 2000, `the picture has changed by ${changed}`);
  await tab.mouse.move(box.x, box.y); // without a button nothing moves
  assert.deepEqual(await stateOf(tab), dragged);

  // The drag has given it the focus: the wheel zooms.
  await tab.mouse.wheel(0, -100);
  await tab.waitForFunction((before) => window.changes > before, dragged.changes);
  const zoomed = await stateOf(tab);
  assert.ok(zoomed.zoom > 1.1 && zoomed.scrolled === 0, JSON.stringify(zoomed));

  await tab.keyboard.press('Home');
  assert.deepEqual(
    { ...(await stateOf(tab)), changes: 0 },
    { yaw: 0, pitch: 0, zoom: 1, pan: [0, 0], changes: 0, scrolled: 0 },
  );
  const same = await apartFrom(tab, start);
  assert.ok(same < changed / 5, `the picture of the beginning, but for hair: ${same}, not ${changed}`);
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowUp', '+', 'Shift+ArrowUp'])
    await tab.keyboard.press(key);
  const keyed = await stateOf(tab);
  near(keyed.yaw, 15, 1e-6, 'yaw');
  near(keyed.pitch, 15, 1e-6, 'pitch');
  near(keyed.zoom, 1.2, 1e-6, 'zoom');
  near(keyed.pan[1], 0.1 / 1.2, 1e-6, 'pan');
  assert.equal(keyed.scrolled, 0);
  await tab.keyboard.press('Control+ArrowUp'); // a key of the browser
  assert.deepEqual(await stateOf(tab), keyed);

  // The page reads and sets it; out of the limits it is brought back.
  const { changes } = keyed;
  await tab.evaluate(() => {
    document.querySelector('vrm-avatar').orbit = { yaw: 30, pitch: 300 };
  });
  const set = await stateOf(tab);
  assert.deepEqual([set.yaw, set.pitch, set.changes], [30, 85, changes]);
  await tab.evaluate(() => {
    document.querySelector('vrm-avatar').style.width = '240px';
  });
  await pictureOf(tab);
  assert.equal((await stateOf(tab)).yaw, 30, 'another size keeps it');
  await tab.evaluate(() => {
    document.querySelector('vrm-avatar').camera = 'face 10';
  });
  const shot = await stateOf(tab);
  assert.deepEqual([shot.yaw, shot.pitch, shot.zoom], [10, 0, 1]);
  assert.deepEqual(session.complaints, []);
  await session.close();
});

test('the keyboard reaches it, the focus is seen, and screen readers hear what the keys do', { skip }, async () => {
  const session = await opened(),
    { page: tab } = session;
  await tab.keyboard.press('Tab');
  assert.equal(await tab.evaluate(() => document.activeElement.shadowRoot?.activeElement?.localName), 'canvas');
  const look = () =>
    tab.evaluate(() => {
      const root = document.querySelector('vrm-avatar').shadowRoot;
      return [
        getComputedStyle(root.querySelector('canvas')).outlineStyle,
        getComputedStyle(root.querySelector('i')).position,
      ];
    });
  assert.deepEqual(await look(), ['solid', 'absolute']);
  const devtools = await tab.context().newCDPSession(tab);
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  const told = nodes.find(({ role }) => role?.value === 'application');
  assert.equal(told?.name?.value, 'Vesna');
  assert.match(told?.description?.value ?? '', /Arrow keys turn the camera/);
  assert.deepEqual(await complaintsOf(session), []);
  await tab.keyboard.press('Tab'); // and leads on
  assert.equal(await tab.evaluate(() => document.activeElement.localName), 'a');

  // In another language; decorative ones get a name, too.
  await tab.evaluate(() => {
    const element = document.querySelector('vrm-avatar');
    element.alt = '';
    element.innerHTML = '<span slot="help">Pfeiltasten drehen</span>';
    element.focus();
  });
  const { nodes: later } = await devtools.send('Accessibility.getFullAXTree');
  const again = later.find(({ role }) => role?.value === 'application');
  assert.deepEqual([again?.name?.value, again?.description?.value], ['Avatar', 'Pfeiltasten drehen']);
  assert.deepEqual(await complaintsOf(session), []);

  // Without the attribute it is a picture again.
  await tab.evaluate(() => {
    document.querySelector('vrm-avatar').cameraControls = false;
  });
  assert.equal(
    await tab.evaluate(() => document.querySelector('vrm-avatar').shadowRoot.querySelector('canvas').tabIndex),
    -1,
  );
  await session.close();
});

test('fingers: sideways turns, up and down scrolls the page, two zoom', { skip }, async () => {
  const session = await opened({ hasTouch: true, isMobile: true, viewport: { width: 400, height: 400 } }),
    { page: tab, box } = session;
  const devtools = await tab.context().newCDPSession(tab);
  const touch = (type, ...points) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const swipe = async (dx, dy) => {
    await touch('touchStart', [box.x, box.y]);
    for (let i = 1; i <= 10; i++) await touch('touchMove', [box.x + (dx * i) / 10, box.y + (dy * i) / 10]);
    await touch('touchEnd');
  };
  await swipe(60, 0);
  await tab.waitForFunction(() => window.changes > 0);
  const turned = await stateOf(tab);
  assert.ok(turned.yaw < -20 && turned.scrolled === 0, JSON.stringify(turned));

  await swipe(0, -80);
  await tab.waitForFunction(() => window.scrollY > 20);
  const scrolled = await stateOf(tab);
  assert.deepEqual([scrolled.yaw, scrolled.pitch], [turned.yaw, turned.pitch], 'a finger that scrolls does not turn');
  await tab.evaluate(() => window.scrollTo(0, 0));

  await touch('touchStart', [box.x - 10, box.y], [box.x + 10, box.y]);
  for (let i = 1; i <= 10; i++) await touch('touchMove', [box.x - 10 - 3 * i, box.y], [box.x + 10 + 3 * i, box.y]);
  await touch('touchEnd');
  await tab.waitForFunction(() => document.querySelector('vrm-avatar').orbit.zoom > 1.2);
  assert.equal(await tab.evaluate(() => window.visualViewport.scale), 1, 'the page is not zoomed');
  assert.deepEqual(session.complaints, []);
  await session.close();
});

test('a camera that is set before the avatar has loaded is there with the first picture', { skip }, async () => {
  const session = await openElement(
    {
      ...places,
      '/early.html': page(
        `<vrm-avatar src="/small.vrm" camera="face" style="width: 64px; height: 64px"></vrm-avatar>
        <script>document.querySelector('vrm-avatar').orbit = { yaw: 40, zoom: 1 }</script>`,
      ),
    },
    '/early.html',
  );
  await loaded(session);
  await painted(session);
  near((await session.page.evaluate(() => document.querySelector('vrm-avatar').orbit)).yaw, 40, 1e-9, 'yaw');
  assert.deepEqual(session.complaints, []);
  await session.close();
});
