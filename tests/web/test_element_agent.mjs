// SPDX-License-Identifier: MIT
// Messages of an agent to <vrm-avatar>: their form, what they do, answers and events, and messages of a parent frame.
import assert from 'node:assert/strict';
import test from 'node:test';
import { whyNoChromium } from './browser.mjs';
import { loaded, openElement, page, painted } from './element_page.mjs';
import { load, sceneBytes } from './support.mjs';

const skip = (await whyNoChromium()) ?? false;
const { readMessage } = await load('element/agent_messages.js');
const { marksOf, readText, visemesOf } = await load('element/agent_text.js');

test('a message that is not of the form is refused with what is wrong', () => {
  for (const [message, code] of [
    [null, 'json'],
    [[], 'json'],
    ['say', 'json'],
    [{}, 'missing'],
    [{ type: 'sing' }, 'type'],
    [{ type: 'toString' }, 'type'],
    [{ type: 'say', words: 'Hello' }, 'member'],
    [{ type: 'say', text: 5 }, 'value'],
    [{ type: 'say', text: 'ä'.repeat(40000) }, 'value'],
    [{ type: 'say', id: '' }, 'value'],
    [{ type: 'say', id: 1.5 }, 'value'],
    [{ type: 'say', sampleRate: 7999 }, 'value'],
    [{ type: 'chunk', data: '' }, 'missing'],
    [{ type: 'emote' }, 'missing'],
    [{ type: 'emote', emotion: { happy: 2 } }, 'value'],
    [{ type: 'look', at: [1, 2] }, 'value'],
    [{ type: 'look', at: [1, 2, NaN] }, 'value'],
    [{ type: 'play' }, 'missing'],
    [{ type: 'play', motion: 'a', atEnd: 'jumps' }, 'value'],
    [{ type: 'pose', bones: { head: [0, 0, 1] } }, 'value'],
    [{ type: 'camera', fov: 0 }, 'value'],
    [{ type: 'state' }, 'missing'],
    [{ type: 'say', vrm: 2 }, 'value'],
  ])
    assert.throws(
      () => readMessage(message),
      (error) => error.code === code && error.message.length > 10,
      JSON.stringify(message),
    );
  assert.deepEqual(readMessage({ type: 'emote', emotion: null, hold: null }), { type: 'emote', emotion: null });
  assert.deepEqual(readMessage({ type: 'look', at: [1, 2, 3], id: 'a', vrm: 1 }), {
    type: 'look',
    at: [1, 2, 3],
    id: 'a',
    vrm: 1,
  });
});

test('words carry tags, and move the mouth by their letters', () => {
  const { words, tags } = readText('[happy:0.6] Hello \\[x] [sad@4.2]you');
  assert.equal(words, ' Hello [x] you');
  assert.deepEqual(tags, [
    { name: 'happy', weight: 0.6, letters: 0, time: null },
    { name: 'sad', weight: 1, letters: 11, time: 4.2 },
  ]);
  for (const text of ['[]', '[happy:2]', '[ : ]']) assert.throws(() => readText(text), { code: 'value' });
  const shapes = visemesOf('Ma, も.', 10);
  assert.deepEqual(
    shapes.map(([, name]) => name),
    ['PP', 'aa', 'sil', 'sil', 'O', 'sil', 'sil'],
  );
  assert.ok(Math.abs(shapes.at(-1)[0] - 1) < 1e-9, `${shapes.at(-1)[0]} s`);
  for (const wrong of [
    [[0, 'XX']],
    [
      [1, 'aa'],
      [0, 'sil'],
    ],
    ['aa'],
  ])
    assert.throws(() => marksOf(wrong), { code: 'value' });
});

/** A WAV of a second of a loud buzz. */
function buzz(rate = 16000) {
  const bytes = Buffer.alloc(44 + rate * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(36 + rate * 2, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  for (const [value, at, size] of [
    [16, 16, 4],
    [1, 20, 2],
    [1, 22, 2],
    [rate, 24, 4],
    [rate * 2, 28, 4],
    [2, 32, 2],
    [16, 34, 2],
  ])
    bytes.writeUIntLE(value, at, size);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(rate * 2, 40);
  for (let i = 0; i < rate; i++) bytes.writeInt16LE(Math.round(9000 * ((i % 130) / 65 - 1)), 44 + i * 2);
  return bytes;
}

const places = {
  '/hero.vrm': skip ? null : sceneBytes('hero'),
  '/wave.vrma': skip ? null : sceneBytes('clip'),
  '/buzz.wav': buzz(),
  '/nothing.wav': (request, response) => response.writeHead(404).end(),
  '/one.html': page(
    `<vrm-avatar src="/hero.vrm" alt="Vesna" idle="off" animations="wave /wave.vrma" style="display: block; width: 64px; height: 64px"></vrm-avatar>`,
  ),
  '/frame.html': page(
    `<vrm-avatar src="/hero.vrm" alt="Vesna" idle="off" style="display: block; width: 64px; height: 64px"></vrm-avatar>
    <script>document.querySelector('vrm-avatar').setAttribute('messages-from', new URLSearchParams(location.search).get('from'))</script>`,
  ),
  '/parent.html': page('<p>The parent</p>'),
};

function helpers() {
  const element = document.querySelector('vrm-avatar');
  window.element = element;
  window.told = [];
  element.addEventListener('message', ({ data }) => window.told.push(data));
  window.until = async (is) => {
    for (;;) {
      const found = is();
      if (found) return found;
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
    }
  };
  window.event = (type, id) => window.until(() => window.told.find((data) => data.type === type && data.id === id));
  window.weight = (name) => element.face.weights[element.actor.rig.expressionIndex(name)];
}

async function opened() {
  const session = await openElement(places, '/one.html');
  await session.page.evaluate(helpers);
  return session;
}

test('it speaks: words, sounds, visemes and streams, one after the other', { skip, timeout: 300000 }, async () => {
  const session = await opened(),
    { page: tab } = session;
  const seen = await tab.evaluate(async () => {
    const { element, event, until, weight, told } = window,
      send = (message) => element.send(message);
    const first = await send({ type: 'say', id: 'a', text: '[happy:0.8] Aaa, ooo, aaa.' }); // waits for the avatar
    const isOrdered = !told.some(({ type }) => type === 'begun');
    const begun = await event('begun', 'a');
    let open = 0;
    await until(() => {
      open = Math.max(open, weight('aa'));
      return told.some(({ type }) => type === 'spoken');
    });
    const spoken = await event('spoken', 'a'),
      happy = weight('happy');
    // One waits; one that does not wait ends both.
    await send({
      type: 'say',
      id: 1,
      visemes: [
        [0, 'aa'],
        [3, 'sil'],
      ],
    });
    await send({ type: 'say', id: 2, text: 'Hello', queued: true });
    await event('begun', 1);
    const state = await send({ type: 'state', id: 's' });
    const third = await send({ type: 'say', id: 3, sound: '/buzz.wav' });
    const cuts = [(await event('spoken', 1)).cut, (await event('spoken', 2)).cut];
    const sound = await event('begun', 3),
      whole = await event('spoken', 3);
    // Streams of samples and of words.
    await send({ type: 'say', id: 4, stream: 'pcm', sampleRate: 8000 });
    await send({ type: 'chunk', of: 4, text: '[sad]', data: new Int16Array(4000) });
    const chunk = await send({ type: 'chunk', of: 4, data: btoa('\0'.repeat(4001)), id: 'c' });
    await send({ type: 'chunk', of: 4, data: new Uint8Array([0]), end: true });
    const late = await send({ type: 'chunk', of: 4, text: 'x', id: 'l' });
    const pcm = await event('spoken', 4);
    await send({ type: 'say', id: 5, stream: 'text', pace: 50 });
    await send({ type: 'chunk', of: 5, text: 'Hello ' });
    await send({ type: 'chunk', of: 5, text: 'you', end: true });
    const words = await event('spoken', 5);
    await send({ type: 'say', id: 7, stream: 'pcm', sampleRate: 8000 });
    let full = null;
    for (let i = 0; i < 8 && full === null; i++) {
      const { type, code } = await send({ type: 'chunk', of: 7, data: new Uint8Array(16000 * 100), id: 'f' }); // 100 s
      if (type === 'error') full = [i, code];
    }
    await send({ type: 'stop' });
    await event('spoken', 7);
    await send({ type: 'say', id: 6, text: 'A very long sentence that is not said to its end' });
    await event('begun', 6);
    await send({ type: 'stop', what: 'speech' });
    const stopped = await event('spoken', 6);
    const refused = [];
    for (const message of [
      { type: 'say', id: 9 },
      { type: 'say', id: 9, sound: '/nothing.wav' },
      { type: 'say', id: 9, sound: '/one.html' },
      { type: 'say', id: 9, text: '[grumpy] no' },
      { type: 'say', id: 9, visemes: { of: 'nothing' } },
      { type: 'say', id: 9, stream: 'mp3' },
      { type: 'say', stream: 'pcm' },
      { type: 'chunk', of: 99, id: 9 },
      { type: 'hello', version: 2, id: 9 },
      { type: 'nonsense', id: 9 },
    ])
      refused.push((await send(message)).code);
    return {
      first,
      isOrdered,
      begun,
      open,
      happy,
      spoken,
      state,
      third,
      cuts,
      sound,
      whole,
      chunk,
      late,
      pcm,
      words,
      stopped,
      full,
      refused,
    };
  });
  assert.deepEqual([seen.first, seen.isOrdered], [{ type: 'ok', id: 'a' }, true]);
  assert.deepEqual([seen.begun.of, seen.spoken.cut], ['say', false]);
  assert.ok(Math.abs(seen.begun.seconds - 1.6) < 0.5, `${seen.begun.seconds} s`);
  assert.ok(seen.open > 0.3 && seen.happy > 0.2, `the mouth ${seen.open}, the emotion ${seen.happy}`);
  assert.deepEqual([seen.state.speaking, seen.state.waiting, seen.state.id], [1, 1, 's']);
  assert.deepEqual(seen.cuts, [true, true]);
  assert.deepEqual([seen.third.type, Math.round(seen.sound.seconds), seen.whole.cut], ['ok', 1, false]);
  assert.deepEqual([seen.chunk, seen.late.code, seen.pcm.cut], [{ type: 'ok', id: 'c' }, 'state', false]);
  assert.deepEqual([seen.words.cut, seen.stopped.cut, seen.full], [false, true, [7, 'limit']]);
  assert.deepEqual(seen.refused, [
    'missing',
    'file',
    'sound',
    'avatar',
    'sound',
    'sound',
    'missing',
    'state',
    'version',
    'type',
  ]);
  assert.deepEqual(
    session.complaints.filter((line) => !line.includes('404')),
    [],
  );
  await session.close();
});

test('it moves: emotions, gaze, motions on layers, poses and the camera', { skip, timeout: 300000 }, async () => {
  const session = await opened(),
    { page: tab } = session;
  await loaded(session);
  await painted(session);
  const seen = await tab.evaluate(async () => {
    const { element, event, until, weight, told } = window,
      send = (message) => element.send(message),
      { actor } = element;
    await send({ type: 'emote', emotion: { happy: 0.7 } });
    await until(() => Math.abs(weight('happy') - 0.7) < 0.02);
    await send({ type: 'emote', emotion: null });
    await until(() => weight('happy') < 0.02);
    await send({ type: 'look', along: [20, 5] });
    await until(() => Math.abs(actor.avatar.gaze[0] - 20) < 6);
    await send({ type: 'look', at: 'camera' });
    await until(() => Math.abs(actor.avatar.gaze[0]) < 6);
    await send({ type: 'look', at: [2, 1, 2] });
    await until(() => actor.avatar.gaze[0] > 12);

    await send({ type: 'play', id: 'p', motion: 'wave', speed: 4 });
    const begun = await event('begun', 'p'),
      finished = await event('finished', 'p');
    await send({ type: 'play', id: 'q', motion: 'wave', atEnd: 'loops' });
    const state = await send({ type: 'state', id: 's' });
    await send({ type: 'play', id: 'r', motion: '/wave.vrma', atEnd: 'loops' });
    const replaced = await event('finished', 'q');
    await send({ type: 'stop' });
    const stopped = await event('finished', 'r');
    await send({
      type: 'play',
      id: 't',
      motion: 'wave',
      atEnd: 'holds',
      speed: 8,
      layer: 'arms',
      bones: ['rightHand'],
    });
    const held = await event('finished', 't');
    const layers = (await send({ type: 'state', id: 's' })).layers;
    await send({
      type: 'play',
      id: 'u',
      motion: 'wave',
      atEnd: 'stops',
      speed: 8,
      layer: 'arms',
      bones: ['rightHand'],
    }); // again
    const again = await event('finished', 'u');
    await send({ type: 'stop', layer: 'arms' }).catch(() => {});

    await send({ type: 'pose', bones: { head: [0, 0.5, 0, 0.866] }, expressions: { blinkLeft: 1 }, hips: [0, 0.1, 0] });
    const front = () => actor.avatar.worlds[actor.rig.bones.head * 12 + 2];
    await until(() => front() > 0.7);
    const posed = actor.avatar.expressionInputs?.[actor.rig.expressionIndex('blinkLeft')] ?? 1;
    await send({ type: 'pose' });
    await until(() => front() < 0.4);

    await send({ type: 'camera', shot: 'face', yaw: 30, pitch: 5 });
    const shot = element.orbit;
    await send({ type: 'camera', eye: [0, 1, -3], target: [0, 1, 0], fov: 40 });
    const free = element.orbit,
      camera = (await send({ type: 'state', id: 's' })).camera;
    element.camera = 'bust';
    const refused = [];
    for (const message of [
      { type: 'emote', emotion: 'grumpy' },
      { type: 'look', at: [0, 0, 0], along: [0, 0] },
      { type: 'play', motion: '/nothing.wav' },
      { type: 'play', motion: '/buzz.wav' },
      { type: 'play', motion: 'wave', bones: ['tail'] },
      { type: 'stop', layer: 'none' },
      { type: 'stop', layer: 'none', what: 'speech' },
      { type: 'look' },
      { type: 'calibrate' },
      { type: 'pose', bones: { tail: [0, 0, 0, 1] } },
      { type: 'pose', expressions: { grumpy: 1 } },
      { type: 'camera', eye: [0, 0, 0] },
      { type: 'camera', eye: [0, 0, 0], target: [0, 0, 0] },
    ])
      refused.push((await send(message)).code);
    const hello = await send({ type: 'hello', version: 1, id: 'h' }),
      greeting = await event('hello', 'h');
    const removed = send({ type: 'say', id: 'gone', text: 'Not to its end, as the avatar goes' });
    await event('begun', 'gone');
    element.remove();
    const gone = await event('spoken', 'gone');
    return {
      begun,
      finished,
      state,
      replaced,
      stopped,
      held,
      layers,
      again,
      posed,
      shot,
      free,
      camera,
      refused,
      hello,
      greeting,
      gone,
      removed: await removed,
      types: told.length,
    };
  });
  assert.deepEqual(
    [seen.begun.of, seen.begun.layer, seen.begun.seconds, seen.finished.reason],
    ['play', 'body', 2, 'ended'],
  );
  assert.deepEqual(
    seen.state.layers.map(({ layer, motion }) => [layer, motion]),
    [['body', 'wave']],
  );
  assert.deepEqual(
    [seen.replaced.reason, seen.stopped.reason, seen.held.reason, seen.again.reason],
    ['replaced', 'stopped', 'ended', 'ended'],
  );
  assert.deepEqual(
    seen.layers.map(({ layer, position }) => [layer, position]),
    [['arms', 2]],
  );
  assert.equal(seen.posed, 1);
  assert.deepEqual([Math.round(seen.shot.yaw), Math.round(seen.shot.pitch)], [30, 5]);
  assert.equal(Math.round(Math.abs(seen.free.yaw)), 180);
  assert.deepEqual(seen.camera, { eye: [0, 1, -3], target: [0, 1, 0], fov: 40 });
  assert.deepEqual(seen.refused, [
    'avatar',
    'missing',
    'file',
    'file',
    'value',
    'state',
    'missing',
    'missing',
    'state',
    'avatar',
    'avatar',
    'missing',
    'value',
  ]);
  assert.equal(seen.hello.type, 'ok');
  assert.ok(seen.greeting.version === 1 && seen.greeting.expressions.includes('happy') && seen.greeting.speaks);
  assert.deepEqual([seen.removed.type, seen.gone.cut], ['ok', true]);
  assert.deepEqual(
    session.complaints.filter((line) => !line.includes('404')),
    [],
  );
  await session.close();
});

test(
  'a parent frame is heard from the origins that the page allows, and from no others',
  { skip, timeout: 300000 },
  async () => {
    const session = await openElement(places, '/parent.html'),
      { page: tab, origin } = session;
    const ask = (from, patience) =>
      tab.evaluate(
        async ([allowed, port, most]) => {
          const frame = document.createElement('iframe'),
            other = `http://localhost:${port}`;
          frame.src = `${other}/frame.html?from=${encodeURIComponent(allowed)}`;
          document.body.append(frame);
          await new Promise((resolve) => {
            frame.addEventListener('load', resolve, { once: true });
          });
          const heard = [];
          const hear = ({ source, data, origin: where }) => {
            if (source === frame.contentWindow) heard.push({ ...data, where: where === other });
          };
          addEventListener('message', hear);
          const post = (message) => frame.contentWindow.postMessage(message, other);
          const begin = performance.now();
          let hasAnswer = false;
          while (!hasAnswer && performance.now() - begin < most) {
            post({ type: 'state', id: 'x', vrm: 1 }); // until the element is defined
            await new Promise((resolve) => {
              setTimeout(resolve, 500);
            });
            hasAnswer = heard.length > 0;
          }
          heard.length = 0;
          post({ type: 'emote', emotion: 'happy' }); // not for us
          post({ type: 'emote', emotion: 'happy', vrm: 1 }); // without an id: no answer
          post({ type: 'emote', emotion: 'grumpy', vrm: 1 });
          post({ type: 'say', text: 'Hi.', id: 7, vrm: 1 });
          if (hasAnswer)
            while (!heard.some(({ type }) => type === 'spoken'))
              await new Promise((resolve) => setTimeout(resolve, 50));
          removeEventListener('message', hear);
          frame.remove();
          return heard
            .filter(({ id }) => id !== 'x')
            .map(({ type, id, vrm, code, where }) => [type, id ?? code, vrm, where]);
        },
        [from, new URL(origin).port, patience],
      );
    assert.deepEqual(await ask(`https://example.org ${origin}`, 120000), [
      ['error', 'avatar', 1, true],
      ['ok', 7, 1, true],
      ['begun', 7, 1, true],
      ['spoken', 7, 1, true],
    ]);
    assert.deepEqual(await ask('* null https://example.org', 15000), []);
    assert.deepEqual(session.complaints, []);
    await session.close();
  },
);
