// SPDX-License-Identifier: MIT
// Messages of an agent to <vrm-avatar>: their form, what they do, answers and events, and messages of a parent frame.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { whyNoChromium } from './browser.mjs';
import { loaded, openElement, page, painted } from './element_page.mjs';
import { load, sceneBytes, sourceFolder } from './support.mjs';

const skip = (await whyNoChromium()) ?? false;
const { readMessage } = await load('element/agent_messages.js');
const { marksOf, readText, visemesOf } = await load('element/agent_text.js');
const { Agent } = await load('element/agent.js');
const { Actor, Clip, Model, Rig, Sim, loadFace } = await load();

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

/** An agent without an element; `shared` is a clip of its page. */
async function withAgent(use) {
  await loadFace();
  const model = await Model.load(sceneBytes('hero')),
    rig = new Rig(model),
    sim = new Sim(),
    actor = await Actor.create(sim.add(rig)),
    shared = await Clip.load(sceneBytes('hero-clip'), { rig }),
    motions = { shared, first: sceneBytes('hero-clip'), second: sceneBytes('hero-clip') };
  const events = [],
    agent = new Agent({
      actor,
      engine: { Clip },
      motionOf: (name) => motions[name],
      loopBegun: async () => {},
      wake() {},
      voice: { hush() {} },
    });
  const play = (motion, layer, members) =>
    agent.send({ type: 'play', motion, layer, id: layer, atEnd: 'loops', ...members }, (event) => events.push(event));
  const run = (seconds) => {
    for (let i = 0; i < seconds * 30; i++) {
      actor.step(1 / 30);
      sim.step(1 / 30);
      agent.step();
    }
  };
  try {
    await use({ agent, actor, events, play, run });
  } finally {
    agent.leave();
    for (const owner of [actor, shared, sim, rig, model]) owner.dispose();
  }
}

const layersOf = async (agent) => (await agent.send({ type: 'state', id: 's' }, () => {})).layers;
const full = Array.from({ length: 16 }, (_, i) => `l${i}`);

//
test('a layer takes any number of motions while the earlier ones fade', async () => {
  for (const [one, other] of [
    ['first', 'second'],
    ['shared', 'first'],
  ])
    await withAgent(async ({ agent, play, run }) => {
      for (let i = 0; i < 40; i++) {
        const answer = await play(i % 2 === 0 ? one : other, 'body', { id: i, fade: 2 });
        assert.equal(answer.type, 'ok', `${one}, play ${i}: ${answer.message}`);
        run((i % 3) / 30);
      }
      run(5);
      assert.equal((await layersOf(agent)).length, 1);
      assert.equal((await layersOf(agent))[0].weight, 1);
    });
});

//
test('a motion that is played with other bones again and again replaces itself while it fades', async () => {
  await withAgent(async ({ agent, play, run }) => {
    const bones = ['hips', 'spine', 'chest', 'neck', 'leftUpperArm', 'rightUpperArm'];
    for (let i = 0; i < 40; i++) {
      const answer = await play('first', 'body', { id: i, fade: 2, bones: ['head', bones[i % bones.length]] });
      assert.equal(answer.type, 'ok', `play ${i}: ${answer.message}`);
      run(1 / 30);
    }
    run(5);
    assert.equal((await layersOf(agent)).length, 1);
  });
});

//
test('one of 16 layers takes another motion, at once; a seventeenth is refused', async () => {
  for (const other of ['second', 'shared'])
    await withAgent(async ({ agent, events, play, run }) => {
      for (const layer of full) assert.equal((await play('first', layer, {})).type, 'ok');
      run(1);
      assert.equal((await play(other, 'l3', { id: 'new', bones: ['head'], fade: 5 })).type, 'ok');
      const layers = await layersOf(agent);
      assert.deepEqual(layers.map(({ layer }) => layer).sort(), [...full].sort());
      assert.equal(layers.find(({ layer }) => layer === 'l3').weight, 1);
      assert.equal((await play(other, 'more', {})).code, 'limit');
      await new Promise((resolve) => setTimeout(resolve, 10));
      assert.deepEqual(
        events.filter(({ type }) => type === 'finished').map(({ id, reason }) => [id, reason]),
        [['l3', 'replaced']],
      );
      run(1);
      assert.equal((await layersOf(agent)).length, 16);
    });
});

//
test('a motion that fades out gives its place', async () => {
  for (const layer of ['l6', 'more'])
    await withAgent(async ({ agent, play, run }) => {
      for (const name of full) await play('first', name, {});
      await agent.send({ type: 'stop', layer: 'l6', fade: 60 }, () => {});
      run(1);
      assert.equal((await play('second', layer, {})).type, 'ok');
      run(1);
      assert.equal((await layersOf(agent)).length, 16);
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

const mp3 = readFileSync(join(sourceFolder, 'tests/web/voice.mp3')); // 2 s at 24000 Hz, from `vrm_scene speech` by LAME
const places = {
  '/sound.mp3': mp3,
  '/noise.mp3': Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * i) % 251)),
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

test('MP3 in pieces is decoded as a whole, wherever it is cut', { skip, timeout: 300000 }, async () => {
  const session = await opened();
  const seen = await session.page.evaluate(async () => {
    const { Mp3Pieces } = await import('/libvrm/element/agent_mp3.js');
    const fetched = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());
    const bytes = await fetched('/sound.mp3');
    const decode = async (parts) => {
      const reader = new Mp3Pieces(),
        samples = [];
      for (const [i, part] of parts.entries()) {
        const buffer = await reader.add(part, i === parts.length - 1);
        if (buffer) samples.push(...buffer.getChannelData(0));
      }
      return { samples, rate: reader.rate };
    };
    const cut = (all, size) =>
      Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.subarray(i * size, (i + 1) * size));
    const whole = await decode([bytes]),
      power = (list) => list.reduce((sum, value) => sum + value * value, 0);
    const differences = {};
    for (const size of [1, 61, 700, 4000]) {
      const { samples } = await decode(cut(bytes, size));
      differences[size] = [
        samples.length - whole.samples.length,
        power(samples.map((value, i) => value - (whole.samples[i] ?? 0))) / power(whole.samples),
      ];
    }
    // The browser's own decoder, which drops the silence of the encoder at the beginning.
    const own = await new OfflineAudioContext(1, 1, 24000).decodeAudioData(bytes.slice().buffer);
    const samples = own.getChannelData(0);
    let best = 1;
    for (let shift = 0; shift < 3000; shift++) {
      let error = 0;
      for (let i = 4000; i < 40000; i += 7) error += (samples[i] - whole.samples[i + shift]) ** 2;
      best = Math.min(best, error / samples.reduce((sum, value, i) => sum + (i % 7 ? 0 : value * value), 0));
    }
    const tag = new Uint8Array(10 + 3000); // ID3v2
    tag.set([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 23, 56]);
    const tagged = await decode(cut(new Uint8Array([...tag, ...bytes, ...tag]), 500));
    const damaged = bytes.slice();
    damaged.fill(0x55, 3000, 3400);
    const mended = await decode(cut(damaged, 333));
    const refused = [];
    const long = new Uint8Array((1 << 20) + 100);
    await decode([long]).catch((error) => refused.push(error.message));
    const other = bytes.slice();
    for (let i = 4000; i + 4 < other.length; i++) if (other[i] === 0xff && other[i + 1] === 0xf3) other[i + 2] ^= 0x0c; // another sample rate
    await decode([bytes.subarray(0, 4000), other.subarray(4000)]).catch((error) => refused.push(error.message));
    return {
      rate: whole.rate,
      seconds: whole.samples.length / whole.rate,
      loud: power(whole.samples) / whole.samples.length,
      differences,
      best,
      tagged: tagged.samples.length - whole.samples.length,
      mended: mended.samples.length / whole.samples.length,
      noise: (await decode([await fetched('/noise.mp3')])).samples.length,
      refused,
    };
  });
  assert.equal(seen.rate, 24000);
  assert.ok(Math.abs(seen.seconds - 2.06) < 0.05 && seen.loud > 1e-3, JSON.stringify(seen));
  for (const [size, [longer, difference]] of Object.entries(seen.differences))
    assert.ok(longer === 0 && difference < 1e-6, `pieces of ${size} bytes: ${longer} samples, ${difference}`);
  assert.ok(seen.best < 1e-3, `not what the browser decodes: ${seen.best}`);
  assert.deepEqual([seen.tagged, seen.noise], [0, 0]);
  assert.ok(seen.mended > 0.8 && seen.mended < 1, `${seen.mended} of the sound after damage`);
  assert.deepEqual(seen.refused, ['there is no MP3 in the first MiB', 'the sample rate changes']);
  await session.close();
});

test('a stream of MP3 moves the mouth, and gaps are told', { skip, timeout: 300000 }, async () => {
  const session = await opened();
  const seen = await session.page.evaluate(async () => {
    const { element, event, until, weight, told } = window,
      send = (message) => element.send(message),
      once = new Uint8Array(await (await fetch('/sound.mp3')).arrayBuffer()),
      bytes = new Uint8Array(
        Array(8)
          .fill([...once])
          .flat(),
      ); // 16 s: a busy machine draws few frames
    await send({ type: 'say', id: 1, stream: 'mp3', text: '[happy]' });
    const answers = [];
    for (let i = 0; i < bytes.length; i += 1000)
      answers.push(
        (await send({ type: 'chunk', of: 1, id: i, data: bytes.slice(i, i + 1000), end: i + 1000 >= bytes.length }))
          .type,
      );
    await event('begun', 1);
    let open = 0;
    await until(() => {
      open = Math.max(open, weight('aa'), weight('oh'), weight('ee'));
      return told.some(({ type }) => type === 'spoken');
    });
    const mp3 = told.splice(0).map(({ type, what }) => what ?? type);
    const tagged = weight('happy');

    await send({ type: 'say', id: 2, stream: 'pcm', sampleRate: 8000 });
    await send({ type: 'chunk', of: 2, data: new Int16Array(2400) });
    const lost = await event('lost', 2);
    await send({ type: 'chunk', of: 2, data: new Int16Array(2400), end: true });
    await event('spoken', 2);
    const pcm = told.splice(0).map(({ type }) => type);

    await send({ type: 'say', id: 3, stream: 'text', pace: 50 });
    await send({ type: 'chunk', of: 3, text: 'Hello ' });
    await event('lost', 3);
    await send({ type: 'chunk', of: 3, text: '[sad]you', end: true });
    await event('spoken', 3);
    const text = told.splice(0).map(({ type }) => type);

    await send({ type: 'say', id: 4, stream: 'pcm' });
    await send({ type: 'chunk', of: 4, end: true }); // nothing
    await event('spoken', 4);
    const nothing = told.splice(0).map(({ type }) => type);

    await send({ type: 'say', id: 5, stream: 'mp3' });
    const noise = await send({ type: 'chunk', of: 5, id: 'n', data: new Uint8Array((1 << 20) + 100) });
    await send({ type: 'stop' });
    const cut = await event('spoken', 5);
    await send({ type: 'say', id: 6, text: 'One that goes on for a while' });
    const twice = await send({ type: 'say', id: 6, text: 'two', queued: true });
    return { answers, open, mp3, tagged, lost, pcm, text, nothing, noise, cut, twice };
  });
  assert.ok(seen.answers.length === 68 && seen.answers.every((type) => type === 'ok'), seen.answers.join());
  assert.ok(seen.open > 0.3 && seen.tagged > 0.2, `the mouth ${seen.open}, the emotion ${seen.tagged}`);
  assert.deepEqual(seen.mp3, ['begun', 'spoken']);
  assert.deepEqual([seen.lost.what, seen.lost.time > 0], ['sound', true]);
  for (const events of [seen.pcm, seen.text]) assert.deepEqual(events, ['begun', 'lost', 'found', 'spoken']);
  assert.deepEqual(seen.nothing, ['begun', 'spoken']);
  assert.deepEqual([seen.noise.code, seen.cut.cut, seen.twice.code], ['sound', true, 'state']);
  assert.deepEqual(session.complaints, []);
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
    await send({ type: 'play', id: 'q2', motion: 'wave', atEnd: 'loops' });
    const continued = await event('finished', 'q');
    await send({ type: 'play', id: 'r', motion: '/wave.vrma', atEnd: 'loops' });
    const replaced = await event('finished', 'q2');
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
      continued,
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
    [seen.continued.reason, seen.replaced.reason, seen.stopped.reason, seen.held.reason, seen.again.reason],
    ['replaced', 'replaced', 'stopped', 'ended', 'ended'],
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

test('messages of hostile and clumsy clients are answered', { skip, timeout: 300000 }, async () => {
  const session = await opened();
  await loaded(session);
  const seen = await session.page.evaluate(async () => {
    const { element, event, told } = window,
      send = (message) => element.send(message),
      cycle = { of: 'nothing' };
    cycle.self = cycle;
    const codes = [];
    await send({ type: 'say', id: 's', stream: 'pcm' });
    await send({ type: 'say', id: 't', stream: 'text', queued: true });
    for (const message of [
      { type: 'look', at: new Array(3) },
      { type: 'look', along: [NaN, 0] },
      { type: 'pose', bones: { head: [0, 0, 0, ,] } }, // eslint-disable-line no-sparse-arrays
      { type: 'pose', hips: [1e300, 0, 0] },
      { type: 'pose', expressions: JSON.parse('{"__proto__": 1}') },
      JSON.parse('{"type": "say", "text": "a", "__proto__": {"queued": true}}'),
      { type: 'say', text: 'a', id: 10n },
      { type: 'say', text: 'a', id: 2 ** 53 },
      { type: 'say', text: 'a'.repeat(65536), pace: 1 },
      { type: 'say', visemes: new Array(3) },
      { type: 'say', visemes: cycle },
      { type: 'say', visemes: [[1e300, 'aa']] },
      { type: 'chunk', of: 's', data: 'AAA' + String.fromCharCode(0xd800) },
      { type: 'chunk', of: 's', data: 'A' },
      { type: 'chunk', of: 't', data: 'AAAA' },
      { type: 'chunk', of: 's', data: new Uint8Array(4800), text: '[grumpy]', end: true },
      { type: 'camera', eye: [0, 0, 1], target: [0, 0, NaN] },
      { type: 'emote', emotion: 'happy', hold: Infinity },
    ])
      codes.push((await send(message)).code ?? 'ok');
    await send({ type: 'chunk', of: 's', end: true });
    const refused = await event('spoken', 's'); // without the sound of the chunk that was refused
    await send({ type: 'stop' });
    const many = await Promise.all(Array.from({ length: 2000 }, (_, i) => send({ type: 'say', id: i, text: 'Hello' })));
    const kept = await Promise.all(Array.from({ length: 200 }, () => send({ type: 'say', id: 'same', text: 'Hello' })));
    await send({ type: 'stop' });
    const { avatar } = element.actor;
    return {
      codes,
      seconds: refused.seconds,
      many: [many.length, many.filter(({ type }) => type === 'ok').length, new Set(many.map(({ id }) => id)).size],
      others: [...new Set(many.map(({ code }) => code ?? 'ok'))],
      kept: kept.every(({ type }) => type === 'ok'),
      isFinite: [...avatar.worlds, ...avatar.gaze].every(Number.isFinite),
      state: (await send({ type: 'state', id: 'x' })).type,
      told: told.length < 10000,
    };
  });
  assert.deepEqual(
    seen.codes,
    (
      'value value value value avatar member value value limit ' +
      'value sound value value value missing avatar value value'
    ).split(' '),
  );
  assert.ok(seen.seconds < 0.1, `${seen.seconds} s of a chunk that was refused`);
  assert.deepEqual(seen.many, [2000, 256, 2000]);
  assert.deepEqual([seen.others, seen.kept, seen.isFinite, seen.state], [['ok', 'limit'], true, true, 'ok']);
  assert.deepEqual(session.complaints, []);
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
