// SPDX-License-Identifier: MIT
// Faces and lips through the JavaScript interface, in Node: what they take and refuse, that they cost nothing before
// they are used, and that they drive avatars of the library, of the stage and of three.js.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { Object3D } from 'three';
import { openPage, whyNoChromium } from './browser.mjs';
import { hashesOfFace } from './golden.mjs';
import { fresh, load, packageFolder, sceneBytes, sourceFolder } from './support.mjs';

const libvrm = await load();
const {
  Face,
  FaceMap,
  Lip,
  SpeechMarks,
  Model,
  Rig,
  Sim,
  Speech,
  faceShape,
  faceShapes,
  idlePose,
  init,
  loadFace,
  memorySize,
  viseme,
  visemes,
  vowels,
} = libvrm;

test('nothing of it is there before it is asked for, and the file is fetched once', async () => {
  const asked = [],
    copy = await fresh();
  await copy.init({
    wasm: (name) => {
      asked.push(name);
      return readFileSync(`${packageFolder}/wasm/${name}`);
    },
  });
  const model = await copy.Model.load(sceneBytes('hero')),
    rig = new copy.Rig(model);
  assert.deepEqual(asked, ['libvrm.wasm']);
  assert.throws(() => copy.faceShape('jawOpen'), /await loadFace\(\) first/);
  const [face, lip] = await Promise.all([copy.Face.create(model, rig), copy.Lip.create()]);
  assert.deepEqual(asked, ['libvrm.wasm', 'libvrm-face.wasm']);
  for (const owner of [face, lip, rig, model]) owner.dispose();
});

await init();
await loadFace();
const model = await Model.load(sceneBytes('hero')),
  rig = new Rig(model),
  sim = new Sim(),
  avatar = sim.add(rig);
const map = await FaceMap.create(model, rig);
const weight = (face, name) => face.weights[rig.expressionIndex(name)];

// ---- Golden ----

const golden = readFileSync(join(sourceFolder, 'tests/golden/face.txt'), 'utf8').trim().split('\n');
const goldenOf = (dialect) =>
  golden.filter((line) => line.startsWith(`face ${dialect} `)).map((line) => line.slice(`face ${dialect} `.length));

for (const [dialect, kind] of [
  ['1.0', 'hero'],
  ['0.x', 'hero-0.x'],
])
  test(`the golden hashes of a face in Node, ${dialect}`, async () => {
    assert.deepEqual(await hashesOfFace(libvrm, sceneBytes(kind)), goldenOf(dialect));
  });

test('the golden hashes of a face in chromium', { skip: (await whyNoChromium()) ?? false }, async () => {
  const { page, complaints, close } = await openPage({
    '/hero.vrm': sceneBytes('hero'),
    '/golden.mjs': readFileSync(new URL('golden.mjs', import.meta.url)),
  });
  const hashes = await page.evaluate(async () => {
    const { hashesOfFace: run } = await import('/golden.mjs');
    return run(await import('/libvrm/index.js'), await (await fetch('/hero.vrm')).arrayBuffer());
  });
  await close();
  assert.deepEqual(hashes, goldenOf('1.0'));
  assert.deepEqual(complaints, []);
});

test('names of shapes, visemes and vowels, in the usual spellings', () => {
  assert.equal(faceShapes.length, 52);
  assert.equal(visemes.length, 15);
  assert.deepEqual([...vowels], ['aa', 'ih', 'ou', 'ee', 'oh']);
  for (const name of ['eyeBlinkLeft', 'EyeBlinkLeft', 'eyeBlink_L']) assert.equal(faceShape(name), 'eyeBlinkLeft');
  assert.equal(faceShape('nose'), null);
  assert.equal(viseme('viseme_PP'), 'PP');
  assert.equal(viseme('no'), null);
});

test('a map says what a face can do', () => {
  assert.equal(map.tracking, 'presets');
  assert.ok(map.presets.includes('happy') && map.effectivePresets.includes('blink'));
  assert.ok(map.hasVowels && map.hasBlink && map.hasGaze);
  assert.ok(map.isEffective('aa'));
  assert.equal(map.expressionIndex('joy'), rig.expressionIndex('happy'));
  assert.equal(map.expressionIndex('nobody'), -1);
  assert.equal(map.overlap('happy', 'happy'), 1);
  assert.equal(map.overlap('happy', 'nobody'), 0);
});

test('emotions ease in, wait for each other, and end', () => {
  const face = new Face(map, { blinks: false, attention: 'steady' });
  assert.equal(face.emote('happy'), true);
  face.step(0.05);
  assert.ok(weight(face, 'happy') > 0 && weight(face, 'happy') < 1);
  face.step(1);
  assert.equal(weight(face, 'happy'), 1);
  assert.equal(face.emote('nobody'), false);
  assert.equal(face.emote('joy', { intensity: 0.5 }), true); // as 0.x calls it
  face.step(1);
  assert.ok(Math.abs(weight(face, 'happy') - 0.5) < 1e-3);
  assert.equal(face.emote({ sad: 0.5, angry: 0.25 }, { hold: 0.5, queued: true }), true);
  face.emote(null);
  face.step(2);
  assert.ok(face.weights.every((value) => value === 0));
  face.dispose();
});

test('the same calls give the same weights, in any steps; another seed gives others', () => {
  const run = (seed, rate) => {
    const face = new Face(map, { seed }),
      seen = [];
    face.emote('happy', { hold: 3 });
    for (let i = 1; i <= 20 * rate; i++) {
      face.step(1 / rate);
      if (i % (rate / 4) === 0) seen.push(...face.weights);
    }
    face.dispose();
    return seen;
  };
  assert.deepEqual(run(7, 64), run(7, 64));
  assert.deepEqual(run(7, 64), run(7, 32));
  assert.notDeepEqual(run(7, 64), run(8, 64));
});

test('a face moves its avatar: expressions, gaze, idle motion', () => {
  const face = new Face(map, { blinks: false, attention: 'steady' }),
    at = rig.bones.head * 12;
  const input = (name) => avatar.expressionInputs[rig.expressionIndex(name)];
  const run = () => {
    for (let i = 0; i < 60; i++) {
      face.step(1 / 60);
      face.apply(avatar);
      sim.step(1 / 60);
    }
  };
  face.emote('happy');
  face.lookAlong(10, 5);
  run();
  assert.equal(input('happy'), 1);
  // While she speaks, an emotion that has the lips yields (docs/reference/face.md).
  face.setVowels({ oh: 0.5 });
  run();
  assert.ok(Math.abs(input('happy') - 0.4) < 1e-6, String(input('happy')));
  assert.ok(input('oh') > 0);
  assert.ok(Math.abs(avatar.gaze[0] - 10) < 0.01 && Math.abs(avatar.gaze[1] - 5) < 0.01, String(avatar.gaze));
  const rest = idlePose(0),
    moved = face.addIdle(idlePose(0));
  assert.notDeepEqual([...moved], [...rest]);
  avatar.setPose(rest);
  sim.step(0);
  const before = avatar.worlds.slice(at, at + 12);
  avatar.setPose(rest);
  face.applyIdle(avatar);
  sim.step(0);
  assert.notDeepEqual([...avatar.worlds.slice(at, at + 12)], [...before]);
  face.dispose();
});

test('face tracking by list and by name', () => {
  const face = new Face(map, { blinks: false, attention: 'steady' });
  face.track({ eyeBlinkLeft: 1, EyeBlinkRight: 1, headYaw: 0.2 });
  for (let i = 0; i < 60; i++) face.step(1 / 60);
  const blink = weight(face, 'blink') + weight(face, 'blinkLeft') + weight(face, 'blinkRight');
  assert.ok(blink >= 0.99, String(face.weights));
  face.track(new Float32Array(52));
  face.trackOff();
  for (let i = 0; i < 120; i++) face.step(1 / 60);
  assert.ok(face.weights.every((value) => value === 0));
  face.dispose();
});

// ---- Lips ----

/** A buzz through three resonances, four times a second and a little higher each time: syllables of one vowel. */
function vowel(formants, seconds, rate) {
  const samples = new Float32Array(seconds * rate);
  const stages = formants.map((frequency) => {
    const r = Math.exp((-Math.PI * 100) / rate);
    return { a: 2 * r * Math.cos((2 * Math.PI * frequency) / rate), b: -r * r, last: [0, 0] };
  });
  let phase = 0;
  for (let i = 0; i < samples.length; i++) {
    const time = i / rate,
      loudness = 0.5 - 0.5 * Math.cos(2 * Math.PI * 4 * time);
    phase += (110 + 30 * time) / rate;
    let value = phase >= 1 ? 0.03 * loudness : 0;
    phase %= 1;
    for (const stage of stages) {
      value += stage.a * stage.last[0] + stage.b * stage.last[1];
      stage.last = [value, stage.last[0]];
    }
    samples[i] = value;
  }
  const most = samples.reduce((sum, value) => Math.max(sum, Math.abs(value)), 0);
  return samples.map((value) => (value / most) * 0.5);
}

test('lips: silence is closed, a vowel opens the mouth, and the cut into blocks does not matter', async () => {
  const silent = await Lip.read(new Float32Array(16000));
  assert.ok(
    silent.length >= 99 &&
      silent.every(({ isSpeech, vowels: values }) => !isSpeech && values.every((value) => value === 0)),
  );
  const sound = vowel([730, 1090, 2440], 1, 16000),
    frames = await Lip.read(sound);
  const open = frames.filter((frame) => frame.isSpeech && frame.vowels.reduce((sum, value) => sum + value) > 0.3);
  assert.ok(open.length > 30, `${open.length} frames`);
  const lip = await Lip.create({ sampleRate: 16000 }),
    cut = [];
  for (let at = 0, size = 1; at < sound.length; at += size, size = 1 + ((size * 7) % 5003))
    cut.push(...lip.feed(sound.subarray(at, at + size)));
  cut.push(...lip.finish());
  assert.deepEqual(cut, frames);
  assert.equal(lip.calibrate(new Float32Array(16000)), false);
  lip.dispose();
  const other = await Lip.read(vowel([730, 1090, 2440], 1, 48000), { sampleRate: 48000 });
  assert.ok(Math.abs(other.length - frames.length) <= 2);
});

test('speech marks: text, bytes and objects become frames that a face hears', async () => {
  const events = [
    { audioOffset: 1000000, visemeId: 21 },
    { audioOffset: 2000000, visemeId: 2 },
    { audioOffset: 5000000, visemeId: 0 },
  ];
  const text = JSON.stringify(events),
    marks = await SpeechMarks.read(events);
  assert.deepEqual([marks.format, marks.duration, marks.count], ['Azure visemes', 0.5, 3]);
  assert.equal(marks.frames.length, 51);
  assert.ok(Math.abs(marks.frames[25].vowels[0] - 0.8) < 1e-6 && marks.frames[10].closed === 1);
  assert.deepEqual((await SpeechMarks.read(text)).frames, marks.frames);
  assert.deepEqual((await SpeechMarks.read(new TextEncoder().encode(text).buffer)).frames, marks.frames);
  const later = await SpeechMarks.read(text, { offset: 0.1, opening: 0.4 });
  assert.ok(Math.abs(later.frames[35].vowels[0] - 0.4) < 1e-6 && later.duration === 0.6);
  await assert.rejects(
    SpeechMarks.read('{}'),
    ({ code, report }) => code === 'invalid' && report.findings.length === 1,
  );
  await assert.rejects(SpeechMarks.read('[1,'), ({ code }) => code === 'json');
  await assert.rejects(SpeechMarks.read(text, { opening: 2 }), RangeError);
  await assert.rejects(SpeechMarks.read(7), TypeError);
  assert.throws(() => new SpeechMarks(), TypeError);
});

test('speech: soft sound and channels in opposite phase move the lips as loud sound does', async () => {
  class AudioBuffer {
    // of a browser
    sampleRate = 16000;
    constructor(...channels) {
      Object.assign(this, { channels, numberOfChannels: channels.length, duration: channels[0].length / 16000 });
    }
    getChannelData(channel) {
      return this.channels[channel];
    }
  }
  Object.assign(globalThis, { AudioBuffer, OfflineAudioContext: class {} });
  const sound = vowel([730, 1090, 2440], 3, 16000),
    scaled = (factor) => sound.map((value) => value * factor);
  const framesOf = async (...channels) => (await Speech.load(new AudioBuffer(...channels))).frames(),
    vowelsOf = async (...channels) =>
      (await framesOf(...channels)).map(({ vowels: values }) => values.indexOf(Math.max(...values)));
  const openIn = async (...channels) => {
    const frames = await framesOf(...channels);
    return (
      frames.filter(({ vowels: values }) => values.reduce((sum, value) => sum + value) > 0.05).length / frames.length
    );
  };
  const loud = await openIn(sound);
  assert.ok(loud > 0.3, `${loud}`);
  for (const decibels of [-12, -24, -30, -36]) {
    const soft = await openIn(scaled(10 ** (decibels / 20)));
    assert.ok(Math.abs(soft - loud) < 0.07, `${decibels} dB: open in ${soft}, not ${loud}`); // a loud sound is heard further down
  }
  assert.equal(await openIn(sound, scaled(-1)), loud);
  // a loud channel for a subwoofer is not the voice. R-501: beyond full scale nothing is clipped.
  const rumble = sound.map((_, i) => 0.9 * Math.sin((2 * Math.PI * 30 * i) / 16000)),
    silence = new Float32Array(sound.length);
  const beside = await openIn(silence, silence, sound, rumble, silence, silence);
  assert.ok(Math.abs(beside - loud) < 0.07, `beside rumble: open in ${beside}, not ${loud}`);
  const peak = sound.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  assert.deepEqual(await vowelsOf(scaled(32 / peak)), await vowelsOf(scaled(1 / peak)));
  assert.equal(await openIn(new Float32Array(48000)), 0);
  delete globalThis.AudioBuffer;
  delete globalThis.OfflineAudioContext;
});

//
test('speech that arrives in pieces moves the lips as the whole does', async () => {
  const { StreamTrack } = await import(pathToFileURL(join(packageFolder, 'engine/speech_stream.js')));
  const sound = vowel([730, 1090, 2440], 2, 16000),
    whole = await Lip.read(sound);
  const framesOf = async (lengths, gapAt, gap) => {
    const lip = await Lip.create(),
      track = new StreamTrack(lip);
    let at = 0;
    for (let i = 0; at < sound.length; i++) {
      const end = at + lengths[i % lengths.length];
      if (gapAt > at && gapAt <= end) {
        track.add(sound.subarray(at, gapAt));
        track.addSilence(gap);
        at = gapAt;
      }
      track.add(sound.subarray(at, end));
      track.analyse(at / 16000 + 0.5);
      at = end;
    }
    track.finish();
    track.analyse(Infinity);
    lip.dispose();
    return track.frames;
  };
  for (const lengths of [[1600], [1, 7001, 350], [32000]]) assert.deepEqual(await framesOf(lengths), whole);
  for (const gap of [0.3, 1, 7.5]) {
    const frames = await framesOf([1600], 16000, gap),
      later = frames.filter(({ time }) => time > 1 + gap + 0.3),
      opening = ({ vowels: values }) => values.reduce((sum, value) => sum + value);
    assert.ok(
      frames.every(({ time }, i) => i === 0 || time > frames[i - 1].time),
      'times do not grow',
    );
    assert.ok(Math.abs(frames.at(-1).time - whole.at(-1).time - gap) < 0.02, `${frames.at(-1).time} after ${gap}`);
    assert.ok(later.some((frame) => opening(frame) > 0.3) && later.length > 50);
    assert.ok(opening(frames.findLast(({ time }) => time < 1 + gap - 0.05)) < 0.1, 'open at the end of a pause');
  }
});

test('a face hears frames at their own times, and closes its mouth afterwards', async () => {
  const frames = await Lip.read(vowel([730, 1090, 2440], 1, 16000)),
    face = new Face(map, { blinks: false });
  const opening = () => vowels.reduce((sum, name) => sum + weight(face, name), 0);
  face.beginSound();
  face.hear(frames);
  let most = 0,
    talked = false;
  for (let i = 0; i < 64; i++) {
    face.step(1 / 64);
    most = Math.max(most, opening());
    talked ||= face.isTalking;
  }
  assert.ok(most > 0.3 && talked, String(most));
  for (let i = 0; i < 80; i++) face.step(1 / 64);
  assert.equal(opening(), 0);
  assert.throws(() => face.hear(frames), RangeError); // these are past
  face.beginSound();
  face.hear(frames);
  face.dispose();
});

test('a face follows a microphone through a stop, and a sound that is played through a jump', async () => {
  const face = new Face(map, { blinks: false });
  const frame = (time, value) => ({ time, vowels: [value, 0, 0, 0, 0], loudness: 1, closed: 0, isSpeech: true });
  const listen = (first, count, value) => {
    for (let i = first; i < first + count; i++) {
      face.hearLive([frame(i * 0.02, value), frame(i * 0.02 + 0.01, value)]);
      face.step(0.02);
    }
  };
  listen(0, 50, 0.8);
  assert.ok(Math.abs(weight(face, 'aa') - 0.8) < 0.01);
  face.hearLive(Array.from({ length: 300 }, (_, i) => frame(1 + i * 0.01, 0))); // the page stopped for 3 s
  listen(200, 50, 0.8);
  assert.ok(Math.abs(weight(face, 'aa') - 0.8) < 0.01);
  face.beginSound();
  face.hear(Array.from({ length: 150 }, (_, i) => frame(i * 0.01, i < 100 ? 0 : 0.6)));
  face.step(0.2);
  assert.ok(weight(face, 'aa') < 0.01);
  face.syncSound(1.2);
  face.step(0.1);
  assert.ok(Math.abs(weight(face, 'aa') - 0.6) < 0.01);
  assert.throws(() => face.syncSound(NaN));
  assert.throws(() => face.hearLive([frame(1, 0), frame(1, 0)]), RangeError);
  face.dispose();
});

for (const [policy, isByFile] of [
  ["script-src 'self' 'wasm-unsafe-eval' blob: 'unsafe-inline'", false],
  ["script-src 'self' 'wasm-unsafe-eval' 'unsafe-inline'", true],
])
  test(
    `a worklet starts ${isByFile ? 'from the file of the package where blobs are forbidden' : 'without a file'}`,
    { skip: (await whyNoChromium()) ?? false },
    async () => {
      const { page, close } = await openPage({}, '/blank.html', { headers: { 'content-security-policy': policy } });
      const seen = await page.evaluate(async () => {
        const { Lip: Ear } = await import('/libvrm/index.js');
        const Plain = AudioWorkletNode;
        let made = 0,
          refused = 0;
        const { addModule } = Worklet.prototype;
        Worklet.prototype.addModule = function counted(address) {
          return addModule.call(this, address).catch((error) => {
            refused++;
            throw error;
          });
        };
        window.AudioWorkletNode = class extends Plain {
          constructor(...args) {
            super(...args);
            made++;
          }
        };
        const context = new AudioContext(),
          tone = new OscillatorNode(context, { frequency: 200 });
        let heard;
        const isHeard = new Promise((resolve) => {
          heard = resolve;
        });
        const listener = await Ear.listen(tone, { onFrames: heard });
        tone.start();
        const frames = await isHeard;
        listener.stop();
        return { made, refused, frames: frames.length > 0, isStopped: listener.isStopped };
      });
      await close();
      assert.deepEqual(seen, { made: 1, refused: isByFile ? 1 : 0, frames: true, isStopped: true });
    },
  );

// ---- Refusals, and the end ----

test('wrong arguments are named; what was disposed throws', async () => {
  const face = new Face(map),
    lip = await Lip.create();
  const refusals = [
    ['map', () => new Face({})],
    ['options', () => new Face(map, 7)],
    ['options.seed', () => new Face(map, { seed: -1 })],
    ['options.blinks', () => new Face(map, { blinks: 1 })],
    ['options.attention', () => new Face(map, { attention: 'deep' })],
    ['emotion', () => face.emote(7)],
    ['emotion["happy"]', () => face.emote({ happy: 'much' })],
    ['options.queued', () => face.emote('happy', { queued: 1 })],
    ['values', () => face.setVowels([1, 2])],
    ['values', () => face.setVowels({ ah: 1 })],
    ['values[0]', () => face.setVowels([NaN, 0, 0, 0, 0])],
    ['frames', () => face.hear(7)],
    ['frames[0].time', () => face.hear([{}])],
    ['target', () => face.lookAt([1])],
    ['attention', () => face.setAttention('x')],
    ['shapes', () => face.track([1])],
    ['shapes', () => face.track(null)],
    ['seconds', () => face.step(NaN)],
    ['avatar', () => face.apply({})],
    ['pose', () => face.addIdle([1])],
    ['samples', () => lip.feed([1])],
    ['options.sampleRate', () => Lip.create({ sampleRate: 'high' })],
    ['model', () => FaceMap.create({}, rig)],
    ['rig', () => FaceMap.create(model, {})],
    ['source', () => Lip.listen({})],
  ];
  for (const [name, call] of refusals)
    await assert.rejects(
      async () => call(),
      (error) => error instanceof TypeError && error.message.startsWith(name),
      `${name}: ${call}`,
    );
  for (const call of [
    () => new Face(map, { idle: 3 }),
    () => new Face(map, { blinkInterval: 0 }),
    () => face.emote('happy', { intensity: 2 }),
    () => face.emote('happy', { easeIn: -1 }),
  ])
    assert.throws(call, RangeError);
  await assert.rejects(Lip.create({ sampleRate: 100 }), RangeError);
  const otherModel = await Model.load(sceneBytes('1.0')),
    otherRig = new Rig(otherModel),
    other = sim.add(otherRig);
  assert.throws(() => face.apply(other), TypeError);
  await assert.rejects(FaceMap.create(model, otherRig), { code: 'argument' });
  for (const owner of [other, otherRig, otherModel, face, lip]) owner.dispose();
  for (const call of [
    () => face.step(1),
    () => face.weights,
    () => face.emote('happy'),
    () => lip.feed(new Float32Array(1)),
  ])
    assert.throws(call, /was disposed/);
});

test('a map may be disposed before its faces, and 200 rounds leave memory as it was', async () => {
  const round = async () => {
    const own = await FaceMap.create(model, rig),
      face = new Face(own),
      lip = await Lip.create({ sampleRate: 48000 });
    own.dispose();
    face.beginSound();
    face.hear(lip.feed(new Float32Array(4800)));
    face.step(1);
    face.apply(avatar);
    for (const owner of [face, lip]) owner.dispose();
  };
  for (let i = 0; i < 20; i++) await round();
  const before = memorySize();
  for (let i = 0; i < 200; i++) await round();
  assert.equal(memorySize(), before);
});

// ---- three.js ----

test('libvrm/three: the loader gives a face, update() steps it, the page’s wishes count', async () => {
  const { VRMCrowd, VRMLoader } = await load('three.js');
  const { vrm: plain } = (await new VRMLoader().parseAsync(sceneBytes('1.0'))).userData;
  assert.equal(plain.face, null);
  const { vrm } = (
    await new VRMLoader(undefined, { face: { blinks: false, attention: 'steady', seed: 3 } }).parseAsync(
      sceneBytes('hero'),
    )
  ).userData;
  const index = (name) => vrm.rig.expressionIndex(name),
    input = (name) => vrm.avatar.expressionInputs[index(name)];
  vrm.face.emote('happy', { intensity: 0.5 });
  for (let i = 0; i < 60; i++) vrm.update(1 / 60);
  assert.ok(Math.abs(input('happy') - 0.5) < 1e-3);
  vrm.expressionManager.setValue('happy', 0.75);
  vrm.expressionManager.setValue('sad', 0.25);
  vrm.update(1 / 60);
  assert.deepEqual([input('happy'), input('sad')], [0.75, 0.25]);
  vrm.expressionManager.setValue('happy', 0);
  vrm.expressionManager.setValue('sad', 0);
  vrm.update(1 / 60);
  assert.ok(Math.abs(input('happy') - 0.5) < 1e-3 && input('sad') === 0);
  const target = new Object3D();
  target.position.set(1, 1.4, 1);
  vrm.lookAt.target = target;
  vrm.update(1 / 60);
  assert.ok(vrm.avatar.gaze[0] > 20, String(vrm.avatar.gaze));
  const head = vrm.humanoid.getRawBoneNode('head'),
    before = head.quaternion.toArray();
  for (let i = 0; i < 90; i++) vrm.update(1 / 60);
  assert.notDeepEqual(head.quaternion.toArray(), before, 'the head sways');
  const copy = vrm.clone(),
    crowd = new VRMCrowd();
  assert.ok(copy.face && copy.face !== vrm.face);
  crowd.add(copy);
  crowd.update(1 / 60);
  assert.ok(copy.face.time > 0);
  for (const owner of [crowd, copy, vrm, plain]) owner.dispose();
  assert.ok(vrm.face.isDisposed);
});

test('the end', () => {
  for (const owner of [map, sim, rig, model]) owner.dispose();
});
