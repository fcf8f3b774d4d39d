// SPDX-License-Identifier: MIT
// <vrm-avatar> in chromium: one script tag, ten on a page, removed and added again, bad addresses, blinks, the pointer,
// speech, and what axe-core says.
import assert from 'node:assert/strict';
import test from 'node:test';
import { whyNoChromium } from './browser.mjs';
import { complaintsOf, loaded, openElement, page, painted } from './element_page.mjs';
import { load, sceneBytes } from './support.mjs';

const skip = (await whyNoChromium()) ?? false;

test('a server may import the file: nothing is defined there', async () => {
  const { VrmAvatarElement } = await load('element.js');
  assert.equal(typeof VrmAvatarElement, 'function');
});

// ---- Sound ----

/** A WAV of one channel: four syllables a second of a buzz and three formants, between silences. */
function speech(seconds, rate = 16000) {
  const count = Math.floor(seconds * rate),
    bytes = Buffer.alloc(44 + count * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(36 + count * 2, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  [
    [16, 16, 4],
    [1, 20, 2],
    [1, 22, 2],
    [rate, 24, 4],
    [rate * 2, 28, 4],
    [2, 32, 2],
    [16, 34, 2],
  ].forEach(([value, at, size]) => bytes.writeUIntLE(value, at, size));
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(count * 2, 40);
  const formants = [
    [730, 90],
    [1090, 110],
    [2440, 170],
  ].map(([frequency, width]) => {
    const r = Math.exp((-Math.PI * width) / rate);
    return { a: 2 * r * Math.cos((2 * Math.PI * frequency) / rate), b: -r * r, y: [0, 0] };
  });
  let phase = 0;
  for (let i = 0; i < count; i++) {
    const time = i / rate,
      isVoiced = time > 0.3 && time < seconds - 0.3;
    phase += (110 + 30 * (time % 1)) / rate;
    let value = isVoiced && phase >= 1 ? 0.5 - 0.5 * Math.cos(2 * Math.PI * 4 * time) : 0;
    phase %= 1;
    for (const formant of formants) {
      value = value + formant.a * formant.y[0] + formant.b * formant.y[1];
      formant.y = [value, formant.y[0]];
    }
    bytes.writeInt16LE(Math.max(-32767, Math.min(32767, Math.round(value * 900))), 44 + i * 2);
  }
  return bytes;
}

// A red square.
const poster = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10" fill="red"/></svg>',
);

const nothing = (request, response) => response.writeHead(404).end();
const small = 'style="width: 96px; height: 96px"';
const places = {
  '/hero.vrm': skip ? null : sceneBytes('hero'),
  '/small.vrm': skip ? null : sceneBytes('1.0'),
  '/motion.vrma': skip ? null : sceneBytes('hero-clip'),
  '/walk.fbx': skip ? null : sceneBytes('fbx'),
  '/nothing.vrm': nothing,
  '/nothing.wav': nothing,
  '/speech.wav': speech(2),
  '/long.wav': speech(3.5),
  '/noise.txt': Buffer.from('this is no sound'),
  '/poster.svg': poster,
  '/one.html': page(
    `<vrm-avatar id="one" src="/hero.vrm" look-at="pointer" camera="face" alt="Vesna" style="width: 128px; height: 128px"></vrm-avatar>`,
  ),
  '/tiny.html': page(
    `<vrm-avatar src="/hero.vrm" camera="face" alt="Vesna" style="width: 48px; height: 48px"></vrm-avatar>`,
  ),
  '/ten.html': page(
    Array.from(
      { length: 10 },
      (_, i) => `<vrm-avatar src="/${i < 5 ? 'hero' : 'small'}.vrm" alt="Avatar ${i}" ${small}></vrm-avatar>`,
    ).join(''),
  ),
  '/bad.html': page(`<vrm-avatar id="bad" alt="Nobody" poster="/poster.svg" ${small}></vrm-avatar>`),
  '/controls.html': page(`<vrm-avatar id="one" src="/small.vrm" alt="Vesna" controls ${small}></vrm-avatar>`),
  '/lazy.html':
    page(`<div style="height: 3000px"></div><vrm-avatar id="one" loading="lazy" src="/small.vrm" alt="Vesna" ${small}></vrm-avatar>
    <script>document.querySelector('vrm-avatar').lookAt = 'camera'</script>`),
  '/far.html': page(
    `<div style="height: 3000px"></div><vrm-avatar id="one" src="/small.vrm" alt="Vesna" ${small}></vrm-avatar>`,
  ),
};

/** Opens one of these pages. */
const open = (name, options) => openElement(places, name, options);

/** Pages that several tests use one after the other, with an avatar that is there. The last one closes it. */
const shared = new Map();

function reuse(name) {
  const start = async () => {
    const session = await open(name);
    await loaded(session);
    await painted(session);
    return session;
  };
  if (!shared.has(name)) shared.set(name, start());
  return shared.get(name);
}

/** The weight of an expression of the first avatar, as it is now. */
const weightOf = ({ page: tab }, name) =>
  tab.evaluate((wanted) => {
    const { face, actor } = document.querySelector('vrm-avatar');
    return face.weights[actor.rig.expressionIndex(wanted)];
  }, name);

// ---- One ----

test('one script tag: an avatar that is drawn, blinks and follows the pointer', { skip }, async () => {
  const session = await reuse('/one.html'),
    { page: tab } = session;
  await tab.waitForFunction(
    () => {
      const { face, actor } = document.querySelector('vrm-avatar');
      return face.weights[actor.rig.expressionIndex('blink')] > 0.5;
    },
    null,
    { timeout: 120000, polling: 10 },
  );
  const gaze = async (x, y) => {
    const time = await tab.evaluate(() => document.querySelector('vrm-avatar').face.time);
    await tab.mouse.move(x, y);
    await tab.waitForFunction((before) => document.querySelector('vrm-avatar').face.time > before + 1, time);
    return tab.evaluate(() => {
      const { avatar, rig } = document.querySelector('vrm-avatar').actor,
        at = rig.bones.head * 12,
        { worlds } = avatar;
      return { yaw: avatar.gaze[0], pitch: avatar.gaze[1], front: [worlds[at + 2], worlds[at + 6]] };
    });
  };
  await tab.evaluate(() => document.querySelector('vrm-avatar').face.setAttention('steady'));
  const left = await gaze(1, 100),
    right = await gaze(590, 100),
    below = await gaze(100, 390),
    above = await gaze(100, 1);
  assert.ok(right.yaw - left.yaw > 8, `the eyes: ${left.yaw} and ${right.yaw} degrees`); // the avatar's left is at the right
  assert.ok(below.pitch - above.pitch > 3, `${above.pitch} and ${below.pitch} degrees`);
  assert.ok(right.front[0] - left.front[0] > 0.05, `the head: ${left.front} and ${right.front}`);
  assert.deepEqual(await complaintsOf(session), []);
  assert.deepEqual(session.complaints, []);
});

test('what is seen changes: pixels when it blinks, and when it feels', { skip }, async () => {
  const { page: tab } = await reuse('/one.html');
  const seen = await tab.evaluate(async () => {
    const element = document.querySelector('vrm-avatar'),
      canvas = element.shadowRoot.querySelector('canvas');
    const { face } = element;
    element.idle = 'off';
    face.setBlinks(false);
    face.setAttention('steady');
    const frames = (count) =>
      new Promise((resolve) => {
        const next = () => (count-- > 0 ? requestAnimationFrame(next) : resolve());
        next();
      });
    const look = async () => {
      const until = face.time + 0.5;
      while (face.time < until) await frames(1);
      return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    };
    const apart = (a, b) => a.reduce((sum, value, i) => sum + (Math.abs(value - b[i]) > 24 ? 1 : 0), 0);
    const first = await look(),
      again = await look();
    face.setEyes(1);
    const closed = await look();
    face.setEyes(0);
    const isTaken = await element.emote('happy', { intensity: 1 }),
      isNot = await element.emote('no such thing');
    const happy = await look();
    await element.emote(null);
    return { still: apart(first, again), blink: apart(first, closed), happy: apart(first, happy), isTaken, isNot };
  });
  assert.ok(seen.isTaken && !seen.isNot);
  assert.ok(seen.blink > 100 && seen.blink > 4 * seen.still, JSON.stringify(seen));
  assert.ok(seen.happy > 100 && seen.happy > 4 * seen.still, JSON.stringify(seen));
});

test('attributes: an expression, an animation, the camera', { skip }, async () => {
  const { page: tab } = await reuse('/one.html');
  await tab.evaluate(() => {
    document.querySelector('vrm-avatar').expression = 'happy 0.5';
  });
  await tab.waitForFunction(
    () => {
      const { face, actor } = document.querySelector('vrm-avatar');
      return Math.abs(face.weights[actor.rig.expressionIndex('happy')] - 0.5) < 0.01;
    },
    null,
    { timeout: 120000 },
  );
  const hand = () =>
    tab.evaluate(() => {
      const { avatar, rig } = document.querySelector('vrm-avatar').actor,
        at = rig.bones.rightHand * 12;
      return [3, 7, 11].map((i) => avatar.worlds[at + i]);
    });
  const before = await hand();
  await tab.evaluate(() => {
    document.querySelector('vrm-avatar').animation = '/motion.vrma';
  });
  await tab.waitForFunction(
    (was) => {
      const { avatar, rig } = document.querySelector('vrm-avatar').actor,
        at = rig.bones.rightHand * 12;
      return Math.hypot(...[3, 7, 11].map((i, place) => avatar.worlds[at + i] - was[place])) > 0.1;
    },
    before,
    { timeout: 120000 },
  );
  // Motion of another program is fitted: one foot is lifted, the other is on the ground.
  await tab.evaluate(() => {
    document.querySelector('vrm-avatar').animation = '/walk.fbx';
  });
  await tab.waitForFunction(
    () => {
      const { avatar, rig } = document.querySelector('vrm-avatar').actor;
      const [left, right] = ['leftFoot', 'rightFoot'].map((bone) => avatar.worlds[rig.bones[bone] * 12 + 7]);
      return Math.abs(left - right) > 0.1;
    },
    null,
    { timeout: 120000 },
  );
  const bad = await tab.evaluate(
    () =>
      new Promise((resolve) => {
        const element = document.querySelector('vrm-avatar');
        element.addEventListener(
          'error',
          (event) => {
            event.preventDefault();
            resolve([event.message, element.isLoaded]);
          },
          { once: true },
        );
        element.animation = '/poster.svg';
      }),
  );
  assert.match(bad[0], /MOTION_UNKNOWN/);
  assert.equal(bad[1], true);
});

/** What the canvas of the first avatar has: its size, and how many pixels are painted. */
const canvasOf = ({ page: tab }) =>
  tab.evaluate(() => {
    const canvas = document.querySelector('vrm-avatar').shadowRoot.querySelector('canvas'),
      { width, height } = canvas;
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
    return { width, height, painted: data.reduce((sum, value, i) => sum + (i % 4 === 3 && value > 0 ? 1 : 0), 0) };
  });

//
test('it is as sharp as the screen when the ratio of pixels changes', { skip }, async () => {
  const session = await reuse('/one.html'),
    { page: tab } = session;
  const devtools = await tab.context().newCDPSession(tab);
  for (const [deviceScaleFactor, width] of [
    [2, 256],
    [1.5, 192],
    [1, 128],
  ]) {
    await devtools.send('Emulation.setDeviceMetricsOverride', {
      width: 600,
      height: 400,
      deviceScaleFactor,
      mobile: false,
    });
    await tab.waitForFunction(
      (wanted) => document.querySelector('vrm-avatar').shadowRoot.querySelector('canvas').width === wanted,
      width,
    );
    assert.ok((await canvasOf(session)).painted > width, `ratio ${deviceScaleFactor}`);
  }
  await devtools.detach(); // or its ratio would stay
});

//
test('a lost context leaves the last picture, draws again, and nothing is said on the console', { skip }, async () => {
  const session = await reuse('/one.html'),
    { page: tab, said } = session,
    before = await canvasOf(session),
    words = said.length;
  await tab.evaluate(async () => {
    const [gl] = window.contexts;
    window.losing = gl.getExtension('WEBGL_lose_context');
    window.losing.loseContext();
    for (let i = 0; i < 5; i++)
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
  });
  const lost = await canvasOf(session);
  assert.ok(lost.painted > before.painted / 2, `${before.painted} pixels before, ${lost.painted} without a context`);
  await tab.evaluate(() => {
    const element = document.querySelector('vrm-avatar'),
      canvas = element.shadowRoot.querySelector('canvas');
    element.style.width = '100px'; // it is drawn at this size when the context is back
    window.isDrawnAgain = () => canvas.width === 100;
    window.losing.restoreContext();
  });
  await tab.waitForFunction(() => window.isDrawnAgain());
  assert.ok((await canvasOf(session)).painted > 100);
  await tab.evaluate(() => {
    document.querySelector('vrm-avatar').style.width = '128px';
  });
  assert.deepEqual(said.slice(words), []);
});

test('one that is moved in the page goes on without loading again', { skip }, async () => {
  const { page: tab, close } = await reuse('/one.html');
  const isSame = await tab.evaluate(async () => {
    const element = document.querySelector('vrm-avatar'),
      { face } = element;
    document.body.append(element);
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    const isThere = element.face === face && element.isLoaded,
      frame = document.createElement('iframe');
    document.body.append(frame);
    frame.contentDocument.body.append(element);
    return (
      isThere &&
      element.face === face &&
      frame.contentWindow.getComputedStyle(element.shadowRoot.querySelector('canvas')).position === 'absolute'
    );
  });
  assert.ok(isSame);
  await close();
});

// ---- Speech ----

test('say() moves the mouth and ends', { skip }, async () => {
  const session = await reuse('/tiny.html'),
    { page: tab } = session;
  // A browser that holds sound back; one without a screen does not. resume() gives no answer then.
  const blocked = await tab.evaluate(async () => {
    const element = document.querySelector('vrm-avatar'),
      { prototype } = BaseAudioContext,
      state = Object.getOwnPropertyDescriptor(prototype, 'state');
    const { resume } = AudioContext.prototype;
    Object.defineProperty(prototype, 'state', { get: () => 'suspended', configurable: true });
    AudioContext.prototype.resume = () => new Promise(() => {});
    const name = await element.say('/speech.wav').then(
      () => 'played',
      (error) => error.name,
    );
    const event = await new Promise((resolve) => {
      element.addEventListener('blocked', ({ type }) => resolve(type), { once: true });
      element.audio = '/speech.wav';
    });
    Object.defineProperty(prototype, 'state', state);
    AudioContext.prototype.resume = resume;
    element.audio = null;
    return [name, event];
  });
  assert.deepEqual(blocked, ['NotAllowedError', 'blocked']);
  assert.ok((await weightOf(session, 'aa')) < 0.05);
  const said = await tab.evaluate(async () => {
    const element = document.querySelector('vrm-avatar'),
      {
        face,
        actor: { rig },
      } = element,
      events = [];
    const vowels = ['aa', 'ih', 'ou', 'ee', 'oh'].map((name) => rig.expressionIndex(name));
    for (const name of ['speechstart', 'speechend']) element.addEventListener(name, () => events.push(name));
    let most = 0;
    const timer = setInterval(() => {
      // a machine at its limits draws no frames while the sound lasts
      element.actor.step(0.03);
      most = Math.max(
        most,
        vowels.reduce((sum, index) => sum + face.weights[index], 0),
      );
    }, 30);
    const isWhole = await element.say('/long.wav');
    clearInterval(timer);
    element.actor.step(1);
    const rest = vowels.reduce((sum, index) => sum + face.weights[index], 0);
    const first = element.say('/speech.wav'),
      second = element.say('/speech.wav');
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
    element.hush();
    const bad = await element.say('/noise.txt').catch(({ code }) => code),
      gone = await element.say('/nothing.wav').catch(({ code }) => code);
    return { isWhole, most, rest, events: events.slice(0, 2), first: await first, second: await second, bad, gone };
  });
  assert.ok(said.most > 0.3, `the mouth opened by ${said.most}`);
  assert.ok(said.rest < 0.05, `the mouth stayed open by ${said.rest}`);
  assert.deepEqual(
    { ...said, most: 0, rest: 0 },
    {
      isWhole: true,
      most: 0,
      rest: 0,
      events: ['speechstart', 'speechend'],
      first: false,
      second: false,
      bad: 'invalid',
      gone: 'io',
    },
  );
});

//
test('say() plays speech that arrives in pieces', { skip }, async () => {
  const session = await reuse('/tiny.html'),
    { page: tab } = session;
  await loaded(session);
  const said = await tab.evaluate(async () => {
    const element = document.querySelector('vrm-avatar'),
      {
        face,
        actor: { rig },
      } = element;
    const vowels = ['aa', 'ih', 'ou', 'ee', 'oh'].map((name) => rig.expressionIndex(name)),
      opening = () => vowels.reduce((sum, index) => sum + face.weights[index], 0),
      pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
    const file = new Uint8Array(await (await fetch('/long.wav')).arrayBuffer()),
      sampleRate = new DataView(file.buffer).getUint32(24, true),
      bytes = file.subarray(44);
    // Bytes of a network: cut anywhere, faster and slower than the sound.
    let isCancelled = false;
    const streamOf = (isEndless) => {
      let at = 0;
      return new ReadableStream({
        async pull(controller) {
          if (at >= bytes.length) {
            if (isEndless) return new Promise(() => {});
            return controller.close();
          }
          if (at > bytes.length / 2 && at < bytes.length / 2 + 9001) await pause(2500); // the sound runs dry
          controller.enqueue(bytes.slice(at, (at += 9001)));
        },
        cancel() {
          isCancelled = true;
        },
      });
    };
    let most = 0;
    const timer = setInterval(() => {
      element.actor.step(0.03);
      most = Math.max(most, opening());
    }, 30);
    const events = [];
    for (const name of ['speechstart', 'speechend']) element.addEventListener(name, () => events.push(name));
    const isWhole = await element.say(streamOf(false), { sampleRate });
    clearInterval(timer);
    element.actor.step(1);
    const rest = opening();
    // Whole files, one after another.
    async function* files() {
      yield new Blob([await (await fetch('/speech.wav')).arrayBuffer()]);
      yield await (await fetch('/speech.wav')).arrayBuffer();
    }
    const start = performance.now(),
      isPlayed = await element.say(files()),
      seconds = (performance.now() - start) / 1000;
    const endless = element.say(streamOf(true), { sampleRate });
    await pause(300);
    element.hush();
    const isEnded = (await endless) === false && isCancelled;
    const codes = [];
    for (const [pieces, options] of [
      [[file], { sampleRate }],
      [[new Uint8Array([1, 2, 3])], {}],
      [[new Float32Array(9)], {}],
      [['text'], { sampleRate }],
      [[new Int16Array(9)], { sampleRate: 100 }],
    ])
      codes.push(
        await element.say(new ReadableStream({ start: (c) => (c.enqueue(pieces[0]), c.close()) }), options).then(
          () => 'played',
          (error) => error.code ?? error.name,
        ),
      );
    return { isWhole, most, rest, events: events.slice(0, 2), isPlayed, seconds, isEnded, codes };
  });
  assert.ok(said.most > 0.3, `the mouth opened by ${said.most}`);
  assert.ok(said.rest < 0.05, `the mouth stayed open by ${said.rest}`);
  assert.ok(said.seconds > 3.5, `two sounds of 2 s took ${said.seconds} s`);
  assert.deepEqual(
    { ...said, most: 0, rest: 0, seconds: 0 },
    {
      isWhole: true,
      most: 0,
      rest: 0,
      events: ['speechstart', 'speechend'],
      isPlayed: true,
      seconds: 0,
      isEnded: true,
      codes: ['invalid', 'invalid', 'TypeError', 'TypeError', 'RangeError'],
    },
  );
});

test('a media element of the page moves the mouth, with and without a worklet', { skip }, async () => {
  for (const hasWorklet of [true, false]) {
    const session = await (hasWorklet ? reuse('/tiny.html') : open('/tiny.html')),
      { page: tab } = session;
    await loaded(session);
    const most = await tab.evaluate(async (keeps) => {
      if (!keeps) Worklet.prototype.addModule = () => Promise.reject(new Error('refused'));
      const element = document.querySelector('vrm-avatar'),
        {
          face,
          actor: { rig },
        } = element;
      const vowels = ['aa', 'ih', 'ou', 'ee', 'oh'].map((name) => rig.expressionIndex(name));
      const media = new Audio('/long.wav'),
        isHeard = new Promise((resolve) => {
          element.addEventListener('speechstart', resolve, { once: true });
        });
      const said = element.say(media);
      await isHeard;
      await media.play();
      let best = 0;
      const timer = setInterval(() => {
        element.actor.step(0.03);
        best = Math.max(
          best,
          vowels.reduce((sum, index) => sum + face.weights[index], 0),
        );
      }, 30);
      const isWhole = await said;
      clearInterval(timer);
      return isWhole ? best : -1;
    }, hasWorklet);
    assert.ok(most > 0.3, `the mouth opened by ${most} ${hasWorklet ? 'with' : 'without'} a worklet`);
    if (!hasWorklet) await session.close();
  }
});

test('what sounds at once: one moves the mouth, and each ends when it is ended', { skip }, async () => {
  const session = await reuse('/tiny.html'),
    { page: tab } = session;
  const ends = await tab.evaluate(async () => {
    const element = document.querySelector('vrm-avatar'),
      { Lip } = await import('/libvrm/index.js');
    const wait = (milliseconds) =>
      new Promise((resolve) => {
        setTimeout(resolve, milliseconds);
      });
    const media = Object.assign(new Audio('/long.wav'), { id: 'voice', loop: true });
    document.body.append(media);
    element.audio = '#voice';
    await media.play();
    const timer = setInterval(() => element.actor.step(0.03), 30);
    const isWhole = await element.say('/speech.wav');
    element.audio = null;
    media.remove();
    media.pause();
    const context = new AudioContext(),
      { stream } = context.createMediaStreamDestination(),
      isHeard = new Promise((resolve) => {
        element.addEventListener('speechstart', resolve, { once: true });
      });
    const followed = element.say(stream);
    await isHeard;
    for (const track of stream.getTracks()) track.stop();
    const isStopped = await Promise.race([followed, wait(5000).then(() => 'nothing')]);
    const again = await Promise.race([element.say(stream), wait(5000).then(() => 'nothing')]);
    const node = context.createGain(),
      listener = await Lip.listen(node);
    node.disconnect();
    listener.stop();
    clearInterval(timer);
    return { isWhole, isStopped, again, isFree: listener.lip.isDisposed };
  });
  assert.deepEqual(ends, { isWhole: true, isStopped: true, again: true, isFree: true });
  assert.deepEqual(
    session.complaints.filter((line) => !line.includes('404')),
    [],
  );
  await session.close();
});

test('what is asked for early waits: of one that is lazy, and of one outside of the page', { skip }, async () => {
  const session = await open('/lazy.html'),
    { page: tab } = session;
  const users = () => tab.evaluate(async () => (await import('/libvrm/engine/studio.js')).census().users);
  await tab.waitForTimeout(500);
  assert.equal(await users(), 0);
  assert.equal(await tab.evaluate(() => document.querySelector('vrm-avatar').getAttribute('look-at')), 'camera');
  assert.equal(await tab.evaluate(() => document.querySelector('vrm-avatar').emote(null)), true);
  assert.equal(
    await tab.evaluate(() => {
      const element = document.querySelector('vrm-avatar'),
        other = element.cloneNode(),
        isThere = new Promise((resolve) => {
          other.addEventListener('load', resolve);
        });
      element.replaceWith(other);
      other.loading = 'eager';
      return isThere.then(() => other.isLoaded);
    }),
    true,
  );
  const early = await tab.evaluate(async () => {
    const element = document.createElement('vrm-avatar'),
      emoted = element.emote(null);
    element.src = '/small.vrm';
    document.body.append(element);
    const isTaken = await emoted,
      { actor } = element;
    element.remove();
    element.src = '/hero.vrm';
    document.body.append(element);
    const isLoaded = element.isLoaded,
      said = element.say('/speech.wav');
    element.hush();
    await element.emote(null);
    const error = await new Promise((resolve) => {
      element.addEventListener(
        'error',
        (event) => {
          event.preventDefault();
          resolve(event);
        },
        { once: true },
      );
      element.expression = 'a, b, c, d, e, f, g, h, i';
    });
    const { isLoaded: isThere, actor: other } = element;
    element.addEventListener('error', (event) => event.preventDefault());
    element.src = '/nothing.vrm';
    return {
      isTaken,
      isLoaded,
      isSaid: await said,
      isOther: other !== actor,
      error: error.error.name,
      isThere,
      why: await element.emote(null).catch(({ code }) => code),
    };
  });
  assert.deepEqual(early, {
    isTaken: true,
    isLoaded: false,
    isSaid: false,
    isOther: true,
    error: 'RangeError',
    isThere: true,
    why: 'io',
  });
  assert.deepEqual(
    session.complaints.filter((line) => !line.includes('404')),
    [],
  );
  await session.close();
});

// ---- Failure ----

//
test(
  'a failure is said on the console unless a listener prevents it, and the same src may be tried again',
  { skip },
  async () => {
    const session = await open('/bad.html'),
      { page: tab, said } = session;
    const attempt = (address, isPrevented) =>
      tab.evaluate(
        ([src, prevents]) =>
          new Promise((resolve) => {
            const element = document.querySelector('vrm-avatar');
            element.addEventListener(
              'error',
              (event) => {
                if (prevents) event.preventDefault();
                resolve(event.message);
              },
              { once: true },
            );
            element.src = src;
          }),
        [address, isPrevented],
      );
    const ours = () => said.filter((line) => line.startsWith('libvrm'));
    for (const src of ['/nothing.vrm', '/poster.svg', 'http://[']) {
      const message = await attempt(src, false);
      assert.equal(ours().at(-1), `libvrm: <vrm-avatar src="${src}">: ${message}`);
    }
    assert.equal(ours().length, 3);
    await attempt('/poster.svg', true);
    await attempt('/poster.svg', true); // the same again
    assert.equal(ours().length, 3);
    await session.close();
  },
);

test('a bad src shows the poster and the text, and says so', { skip }, async () => {
  const session = await open('/bad.html'),
    { page: tab } = session;
  const attempt = (src) =>
    tab.evaluate(
      (address) =>
        new Promise((resolve) => {
          const element = document.querySelector('vrm-avatar');
          element.addEventListener(
            'error',
            (event) => {
              event.preventDefault();
              const { message, error } = event,
                [canvas, image, text] = ['canvas', 'img', 'p'].map((name) => element.shadowRoot.querySelector(name));
              resolve({
                message,
                code: error.code,
                isLoaded: element.isLoaded,
                canvas: canvas.hidden,
                image: [image.hidden, image.alt, image.getAttribute('src')],
                text: text.hidden,
              });
            },
            { once: true },
          );
          element.src = address;
        }),
      src,
    );
  for (const [src, code] of [
    ['/nothing.vrm', 'io'],
    ['/poster.svg', 'container'],
    ['/speech.wav', 'container'],
  ]) {
    const seen = await attempt(src);
    assert.ok(seen.message.length > 10);
    assert.equal(seen.code, code, src);
    assert.deepEqual(
      { ...seen, message: '', code: '' },
      { message: '', code: '', isLoaded: false, canvas: true, image: [false, 'Nobody', '/poster.svg'], text: true },
    );
  }
  assert.equal(
    await tab.evaluate(() =>
      document
        .querySelector('vrm-avatar')
        .say('/speech.wav')
        .catch(({ code }) => code),
    ),
    'invalid',
  );
  assert.deepEqual(await complaintsOf(session), []);
  // Without a poster the text stands there; a good address afterwards is shown.
  const text = await tab.evaluate(
    () =>
      new Promise((resolve) => {
        const element = document.querySelector('vrm-avatar');
        element.poster = null;
        element.addEventListener(
          'error',
          (event) => {
            event.preventDefault();
            resolve(element.shadowRoot.querySelector('p').innerText);
          },
          { once: true },
        );
        element.src = '/nothing.vrm';
      }),
  );
  assert.equal(text, 'Nobody');
  assert.deepEqual(await complaintsOf(session), []);
  const order = await tab.evaluate(
    () =>
      new Promise((resolve) => {
        const element = document.querySelector('vrm-avatar'),
          events = [];
        element.addEventListener('load', () => events.push('load'));
        element.addEventListener('shown', () =>
          resolve([...events, 'shown', element.shadowRoot.querySelector('canvas').hidden]),
        );
        element.src = '/small.vrm';
      }),
  );
  assert.deepEqual(order, ['load', 'shown', false]);
  await painted(session);
  assert.deepEqual(
    session.complaints.filter((line) => !line.includes('404')),
    [],
  );
  await session.close();
});

// ---- Many ----

test('ten on a page: one WebGL context, all drawn, and axe-core is content', { skip }, async () => {
  const session = await open('/ten.html'),
    { page: tab } = session;
  await loaded(session);
  await painted(session);
  assert.equal(await tab.evaluate(() => window.contexts.size), 1);
  const blinking = await tab.evaluate(() =>
    [...document.querySelectorAll('vrm-avatar')].map(({ face }) => face.time > 0),
  );
  assert.deepEqual(blinking, Array(10).fill(true));
  assert.deepEqual(await complaintsOf(session), []);
  assert.deepEqual(session.complaints, []);
  await session.close();
});

test(
  'removed and added again 50 times: memory stays as it was, and the context goes in the end',
  { skip, timeout: 400000 },
  async () => {
    const session = await open('/tiny.html'),
      { page: tab } = session;
    await loaded(session);
    const devtools = await tab.context().newCDPSession(tab);
    const heapSize = async () => {
      for (let i = 0; i < 2; i++) await devtools.send('HeapProfiler.collectGarbage');
      return (await devtools.send('Runtime.getHeapUsage')).usedSize;
    };
    const rounds = (count) =>
      tab.evaluate(async (times) => {
        const { memorySize } = await import('/libvrm/index.js');
        const parent = document.querySelector('main');
        for (let i = 0; i < times; i++) {
          document.querySelector('vrm-avatar').remove();
          await new Promise((resolve) => {
            setTimeout(resolve);
          });
          const element = document.createElement('vrm-avatar');
          element.style.cssText = 'width: 32px; height: 32px';
          element.src = '/small.vrm';
          const isThere = new Promise((resolve, reject) => {
            element.addEventListener('load', resolve, { once: true });
            element.addEventListener('error', reject, { once: true });
          });
          parent.append(element);
          await isThere;
          await new Promise((resolve) => {
            requestAnimationFrame(resolve);
          });
        }
        return memorySize();
      }, count);
    const first = await rounds(10),
      firstHeap = await heapSize();
    const last = await rounds(50),
      lastHeap = await heapSize();
    assert.equal(last, first, 'pages of the module');
    assert.ok(lastHeap - firstHeap < 1e6, `the heap of JavaScript grew from ${firstHeap} to ${lastHeap}`);
    const left = await tab.evaluate(async () => {
      const { census } = await import('/libvrm/engine/studio.js');
      const element = document.querySelector('vrm-avatar'),
        before = census();
      element.remove();
      while (census().isOpen)
        await new Promise((resolve) => {
          setTimeout(resolve, 50);
        });
      const after = census();
      document.querySelector('main').append(element); // and once more, with a context of its own
      await new Promise((resolve) => {
        element.addEventListener('load', resolve, { once: true });
      });
      return { before, after };
    });
    assert.deepEqual([left.before.users, left.before.files, left.before.isOpen], [1, 1, true]);
    assert.deepEqual(left.after, { users: 0, files: 0, members: 0, isOpen: false, isRunning: false });
    await painted(session);
    assert.deepEqual(session.complaints, []);
    await session.close();
  },
);

// ---- Rest ----

/** Until no frames are drawn. */
async function atRest(tab) {
  await tab.evaluate(async () => {
    window.census = (await import('/libvrm/engine/studio.js')).census;
  });
  await tab.waitForFunction(() => !window.census().isRunning);
}

test('it stops when it is not seen, and when it is paused', { skip }, async () => {
  const session = await open('/far.html'),
    { page: tab } = session;
  await loaded(session);
  const time = () => tab.evaluate(() => document.querySelector('vrm-avatar').face.time);
  await tab.waitForTimeout(500);
  assert.equal(await time(), 0);
  assert.equal(await tab.evaluate(async () => (await import('/libvrm/engine/studio.js')).census().isRunning), false);
  await tab.evaluate(() => document.querySelector('vrm-avatar').scrollIntoView());
  await tab.waitForFunction(() => document.querySelector('vrm-avatar').face.time > 0.2, null, { timeout: 120000 });
  await tab.evaluate(() => {
    document.querySelector('vrm-avatar').paused = true;
  });
  await atRest(tab);
  const before = await time();
  await tab.waitForTimeout(300);
  assert.equal(await time(), before);
  await tab.evaluate(() => {
    document.querySelector('vrm-avatar').paused = false;
  });
  await tab.waitForFunction((was) => document.querySelector('vrm-avatar').face.time > was, before, { timeout: 120000 });
  await session.close();
});

test(
  'people who want less motion get less: no blinks, no sway, and no frames where nothing happens',
  { skip },
  async () => {
    const session = await open('/one.html', { reducedMotion: 'reduce' }),
      { page: tab } = session;
    await loaded(session);
    await painted(session);
    await tab.mouse.move(590, 300);
    await atRest(tab);
    const seen = await tab.evaluate(async () => {
      const { face, actor } = document.querySelector('vrm-avatar');
      const { isRunning } = (await import('/libvrm/engine/studio.js')).census();
      return {
        isRunning,
        saccade: face.saccade,
        yaw: actor.avatar.gaze[0],
        blink: face.weights[actor.rig.expressionIndex('blink')],
      };
    });
    assert.equal(seen.isRunning, false);
    assert.ok(Math.abs(seen.yaw) < 5 && seen.blink === 0, JSON.stringify(seen));
    await tab.evaluate(() => document.querySelector('vrm-avatar').emote('happy'));
    await tab.waitForFunction(
      () => {
        const { face, actor } = document.querySelector('vrm-avatar');
        return face.weights[actor.rig.expressionIndex('happy')] > 0.99;
      },
      null,
      { timeout: 120000 },
    );
    await session.close();
  },
);

for (const [where, script] of [
  [
    'jsdom',
    () => {
      delete window.matchMedia;
      delete window.IntersectionObserver;
    },
  ],
  [
    'happy-dom',
    () => {
      HTMLCanvasElement.prototype.getContext = () => null;
    },
  ],
])
  test(`in a document that draws nothing, as of ${where}, the element stays empty`, { skip }, async () => {
    const session = await open('/controls.html', { script });
    const seen = await session.page.evaluate(async () => {
      const element = document.querySelector('vrm-avatar');
      const why = await element.emote('happy').catch(({ code, message }) => `${code}: ${message}`);
      element.expression = 'sad';
      element.src = '/other.vrm';
      element.remove();
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
      return [why, element.isLoaded, element.src];
    });
    assert.deepEqual(seen, ['unsupported: nothing is drawn in this document', false, '/other.vrm']);
    assert.deepEqual(await complaintsOf(session), []);
    await session.close();
  });

test('controls: a button that the keyboard reaches; without them nothing takes the focus', { skip }, async () => {
  const session = await open('/controls.html'),
    { page: tab } = session;
  await loaded(session);
  await painted(session);
  assert.deepEqual(await complaintsOf(session), []);
  const focused = () =>
    tab.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.getAttribute('aria-label') ?? null);
  await tab.keyboard.press('Tab');
  assert.equal(await focused(), 'Pause Vesna');
  await tab.keyboard.press('Enter');
  assert.equal(await focused(), 'Play Vesna');
  assert.equal(
    await tab.evaluate(() => document.querySelector('vrm-avatar').shadowRoot.querySelector('button').textContent),
    '',
    'signs that a font may lack',
  );
  assert.equal(await tab.evaluate(() => document.querySelector('vrm-avatar').paused), true);
  await tab.evaluate(() => {
    document.querySelector('vrm-avatar').controls = false;
  });
  await tab.evaluate(() => document.activeElement?.blur());
  await tab.keyboard.press('Tab');
  assert.equal(await focused(), null);
  await session.close();
});
