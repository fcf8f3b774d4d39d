// SPDX-License-Identifier: MIT
// Motions of <vrm-avatar> by name: in loops, once over a loop, their times and events.
import assert from 'node:assert/strict';
import test from 'node:test';
import { whyNoChromium } from './browser.mjs';
import { loaded, openElement, page, painted } from './element_page.mjs';
import { load, sceneBytes } from './support.mjs';

const skip = (await whyNoChromium()) ?? false;
const { animationsOf } = await load('element/attributes.js');

test('the attribute `animations` is a list of names and addresses', () => {
  assert.deepEqual(animationsOf('wave wave.vrma, dance moves/dance 1,2.fbx,\n nod data:a,b'), [
    ['wave', 'wave.vrma'],
    ['dance', 'moves/dance 1,2.fbx'],
    ['nod', 'data:a,b'],
  ]);
  for (const text of [null, '', ' ', ',', 'wave']) assert.deepEqual(animationsOf(text), [], String(text));
});

const places = {
  '/hero.vrm': skip ? null : sceneBytes('hero'),
  '/wave.vrma': skip ? null : sceneBytes('clip'),
  '/other.vrma': skip ? null : sceneBytes('hero-clip'),
  '/walk.fbx': skip ? null : sceneBytes('fbx'),
  '/slow.fbx': (request, response) => setTimeout(() => response.end(places['/walk.fbx']), 800),
  '/nothing.vrma': (request, response) => response.writeHead(404).end(),
  '/one.html': page(
    `<vrm-avatar src="/hero.vrm" alt="Vesna" idle="off" camera="full" animation="walk"
      animations="walk /walk.fbx, wave /wave.vrma, gone /nothing.vrma" style="display: block; width: 64px; height: 64px"></vrm-avatar>`,
  ),
};

/** Functions for the page. */
function helpers() {
  const element = document.querySelector('vrm-avatar');
  window.element = element;
  window.told = [];
  for (const name of ['looped', 'ended'])
    element.addEventListener(name, (event) => window.told.push(`${name} ${event.detail.name}`));
  window.until = async (is) => {
    while (!is())
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
  };
  window.frames = async (count) => {
    for (let i = 0; i < count; i++)
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
  };
  window.hand = () => {
    const { avatar, rig } = element.actor,
      at = rig.bones.rightHand * 12;
    return [3, 7, 11].map((i) => avatar.worlds[at + i]);
  };
  window.apart = (a, b) => Math.hypot(...a.map((value, i) => value - b[i]));
}

async function opened(options) {
  const session = await openElement(places, '/one.html', options);
  await session.page.evaluate(helpers);
  await loaded(session);
  await painted(session);
  await session.page.evaluate(() => window.until(() => window.element.animationName === 'walk'));
  return session;
}

test('motions play by name, in loops, with their times; what is asked for wrongly is said', { skip }, async () => {
  const session = await opened(),
    { page: tab } = session;
  const seen = await tab.evaluate(async () => {
    const { element, told, until, frames, hand, apart } = window;
    const names = element.animationNames,
      hasBegun = await element.play('wave', { speed: 2 });
    const begun = [hasBegun, element.animationName, element.duration, element.playbackRate];
    await until(() => told.includes('looped wave'));
    await until(() => element.currentTime > 0.2);
    element.pause();
    await frames(3);
    const time = element.currentTime,
      before = hand();
    await frames(3);
    const paused = [element.paused, element.currentTime === time, apart(before, hand())];
    element.currentTime = 1; // shows at once, while time stands still
    await frames(3);
    const sought = [element.currentTime, apart(before, hand()) > 0.01];
    element.currentTime = 99;
    const clamped = element.currentTime;
    element.playbackRate = -1;
    await element.play();
    const isOn = !element.paused;
    await until(() => element.currentTime < 1.9 && element.currentTime > 1);
    // To its end, and it stays there.
    told.length = 0;
    const isWhole = await element.play('wave', { loop: false, speed: 4, fade: 0.1 }),
      held = [isWhole, element.animationName, element.currentTime, told.includes('ended wave')];
    const isEnded = await element.play(null, { fade: 0 });
    const none = [isEnded, element.animationName, element.duration, element.currentTime, element.playbackRate];
    return { names, begun, paused, sought, clamped, isOn, held, none };
  });
  assert.deepEqual(seen, {
    names: ['walk', 'wave', 'gone'],
    begun: [true, 'wave', 2, 2],
    paused: [true, true, 0],
    sought: [1, true],
    clamped: 0, // the end of a loop is its beginning
    isOn: true,
    held: [true, 'wave', 2, true],
    none: [true, '', 0, 0, 1],
  });
  const refused = await tab.evaluate(async () => {
    const { element } = window,
      list = [];
    for (const call of [
      ['dance'],
      ['gone'],
      ['/nothing.vrma'],
      [5],
      ['wave', { once: 1 }],
      ['wave', { once: true, loop: true }],
      ['wave', { fade: 'x' }],
      ['wave', { speed: 1e9 }],
    ])
      list.push(await element.play(...call).then(String, ({ name, code, message }) => `${code ?? name}: ${message}`));
    try {
      element.setAnimation('', null);
    } catch (error) {
      list.push(error.name);
    }
    try {
      element.setAnimation('a', 5);
    } catch (error) {
      list.push(error.name);
    }
    return list;
  });
  assert.match(refused[0], /^invalid: there is no animation "dance": the element has walk, wave, gone$/);
  assert.deepEqual(
    refused.map((line) => line.split(':')[0]),
    ['invalid', 'io', 'io', 'TypeError', 'TypeError', 'TypeError', 'TypeError', 'RangeError', 'TypeError', 'TypeError'],
  );
  // By bytes, files and clips; a name that is set again plays the new motion.
  const sources = await tab.evaluate(async () => {
    const { element } = window,
      { Clip } = await import('/libvrm/index.js'),
      bytes = await (await fetch('/wave.vrma')).arrayBuffer(),
      clip = await Clip.load(bytes, { rig: element.actor.rig }),
      durations = [];
    for (const source of [bytes, new Blob([bytes]), clip, '/other.vrma', new URL('/walk.fbx', location.href)]) {
      element.setAnimation('mine', source);
      await element.play('mine');
      durations.push(Math.round(element.duration * 100));
    }
    element.setAnimation('mine', null);
    const why = await element.play('mine').catch(({ code }) => code);
    clip.dispose(); // the page's own
    return { durations, why, names: element.animationNames };
  });
  assert.deepEqual(sources.durations.slice(0, 3), [200, 200, 200]);
  assert.equal(new Set(sources.durations).size, 3, String(sources.durations));
  assert.deepEqual([sources.why, sources.names], ['invalid', ['walk', 'wave', 'gone']]);
  assert.deepEqual(
    session.complaints.filter((line) => !line.includes('404')),
    [],
  );
  await session.close();
});

test('what plays once plays over the loop and leads back to it', { skip }, async () => {
  const session = await opened(),
    { page: tab } = session;
  const seen = await tab.evaluate(async () => {
    const { element, told, until, hand, apart } = window;
    const waving = element.play('wave', { once: true, speed: 3, fade: 0.1 });
    await until(() => element.animationName === 'wave');
    let most = 0;
    const start = hand();
    await until(() => {
      most = Math.max(most, apart(start, hand()));
      return element.animationName !== 'wave';
    });
    const isWhole = await waving,
      after = [isWhole, told.filter((line) => line.startsWith('ended')), element.animationName];
    const time = element.currentTime;
    await until(() => element.currentTime !== time); // the loop goes on

    // Again while it plays: from its beginning. Another one, or a new loop, ends it.
    const first = element.play('wave', { once: true });
    await until(() => element.animationName === 'wave' && element.currentTime > 0.3);
    const second = element.play('wave', { once: true });
    const isFirstWhole = await first,
      again = element.currentTime;
    const third = element.play('/other.vrma', { once: true, bones: ['head'] });
    const isSecondWhole = await second;
    await until(() => element.animationName === '/other.vrma');
    element.animation = '/wave.vrma';
    const isThirdWhole = await third;
    await until(() => element.animationName === '/wave.vrma');
    element.play('wave', { once: true, speed: 3 }); // of the file that loops
    await until(() => element.animationName === 'wave');
    await until(() => element.animationName === '/wave.vrma');
    const time2 = element.currentTime;
    await until(() => element.currentTime !== time2);
    const gone = element.play('walk', { once: true });
    await until(() => element.animationName === 'walk');
    element.remove();
    return { after, most, again, whole: [isFirstWhole, isSecondWhole, isThirdWhole, await gone] };
  });
  assert.deepEqual(seen.after, [true, ['ended wave'], 'walk']);
  assert.ok(seen.most > 0.1, `the hand moved by ${seen.most} m`);
  assert.ok(seen.again < 0.3, `it began again at ${seen.again} s`);
  assert.deepEqual(seen.whole, [false, false, false, false]);
  assert.deepEqual(session.complaints, []);
  await session.close();
});

//
test('a loop that is still loading does not end what was asked for after it', { skip }, async () => {
  const session = await opened(),
    { page: tab } = session;
  const seen = await tab.evaluate(async () => {
    const { element, until, frames } = window,
      quick = { once: true, speed: 4, fade: 0 },
      finished = [];
    element.addEventListener('message', ({ data }) => data.type === 'finished' && finished.push(data.reason));
    element.addEventListener('error', (event) => event.preventDefault());
    element.animation = '/slow.fbx';
    const overSlow = [await element.play('wave', quick), element.animationName];
    element.animation = '/slow.fbx?again';
    await element.send({ type: 'play', motion: 'wave', atEnd: 'loops' });
    await until(() => element.animationName === '/slow.fbx?again');
    await frames(20);
    element.animation = 'gone'; // fails
    const overNone = await element.play('wave', quick);
    element.animation = '/slow.fbx?third';
    const waiting = element.play('wave', quick);
    element.remove();
    return { overSlow, finished, overNone, isRemovedWhole: await waiting };
  });
  assert.deepEqual(seen, { overSlow: [true, '/slow.fbx'], finished: [], overNone: true, isRemovedWhole: false });
  assert.deepEqual(
    session.complaints.filter((line) => !line.includes('404')),
    [],
  );
  await session.close();
});

test('many motions that play once leave no memory behind', { skip }, async () => {
  const session = await opened(),
    { page: tab } = session;
  const sizes = await tab.evaluate(async () => {
    const { element, frames } = window,
      { memorySize } = await import('/libvrm/index.js'),
      found = [];
    for (let i = 0; i < 60; i++) {
      element.play(i % 2 ? 'wave' : `/other.vrma?${i}`, { once: true, fade: 0 });
      await frames(1);
      if (i >= 30) found.push(memorySize());
    }
    return found;
  });
  assert.equal(Math.max(...sizes), Math.min(...sizes), 'pages of the module');
  assert.deepEqual(session.complaints, []);
  await session.close();
});

test('for less motion a loop stands still, and what plays once plays to its end', { skip }, async () => {
  const session = await opened({ reducedMotion: 'reduce' }),
    { page: tab } = session;
  const seen = await tab.evaluate(async () => {
    const { element, frames, told } = window;
    await frames(5);
    const still = element.currentTime,
      isWhole = await element.play('wave', { once: true, speed: 4 });
    return [still, isWhole, told.join()];
  });
  assert.deepEqual(seen, [0, true, 'ended wave']);
  assert.deepEqual(session.complaints, []);
  await session.close();
});
