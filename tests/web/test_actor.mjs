// SPDX-License-Identifier: MIT
// Actors through the JavaScript interface, in Node: the bits of C, layers, events, a face that speaks, jumps, what is
// refused, and the end of what an actor uses.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { hashesOfActor } from './golden.mjs';
import { fresh, load, packageFolder, sceneBytes, sourceFolder } from './support.mjs';

const libvrm = await load();
const { Actor, Clip, FaceMap, Model, Recorder, Rig, Sim, memorySize } = libvrm;

const golden = readFileSync(join(sourceFolder, 'tests/golden/actor.txt'), 'utf8').trim().split('\n');

test('the golden hashes of an actor', async () => {
  const hashes = await hashesOfActor(libvrm, sceneBytes('hero'), sceneBytes('hero-clip'));
  assert.deepEqual(
    hashes,
    golden.map((line) => line.slice('actor '.length)),
  );
});

test('the file of actors is fetched with the first of them', async () => {
  const asked = [],
    copy = await fresh();
  await copy.init({
    wasm: (name) => {
      asked.push(name);
      return readFileSync(`${packageFolder}/wasm/${name}`);
    },
  });
  const model = await copy.Model.load(sceneBytes('hero')),
    rig = new copy.Rig(model),
    sim = new copy.Sim(),
    actor = await copy.Actor.create(sim.add(rig));
  assert.deepEqual(asked, ['libvrm.wasm', 'libvrm-face.wasm']);
  assert.equal(actor.face, null);
  for (const owner of [actor, sim, rig, model]) owner.dispose();
});

const model = await Model.load(sceneBytes('hero')),
  rig = new Rig(model),
  sim = new Sim(),
  faceMap = await FaceMap.create(model, rig),
  clip = await Clip.load(sceneBytes('hero-clip'));

/** An actor of an avatar of its own, for one test. */
async function withActor(use, options = { faceMap, face: { attention: 'steady', idle: 0 } }) {
  const avatar = sim.add(rig),
    actor = await Actor.create(avatar, options);
  try {
    await use(actor, avatar);
  } finally {
    actor.dispose();
    avatar.dispose();
  }
}

function run(actor, seconds, rate = 60) {
  for (let i = 0; i < seconds * rate; i++) {
    actor.step(1 / rate);
    sim.step(1 / rate);
  }
}

test('a layer fades in, is the same when it is asked for again, and stops', () =>
  withActor((actor) => {
    const layer = actor.play(clip, { weight: 0.5, fadeIn: 0.5 });
    run(actor, 0.25);
    const half = actor.layer(layer);
    assert.ok(half.weight > 0 && half.weight < 0.5, String(half.weight));
    assert.ok(Math.abs(half.time - 0.25) < 1e-4);
    assert.equal(actor.play(clip, { weight: 0.5, fadeIn: 0.5 }), layer);
    run(actor, 0.5);
    assert.equal(actor.layer(layer).weight, 0.5);
    assert.equal(actor.setSpeed(layer, 2), true);
    assert.equal(actor.setClipTime(layer, 0.1), true);
    assert.equal(actor.setWeight(layer, 0.25, 0), true);
    run(actor, 0.1);
    assert.ok(Math.abs(actor.layer(layer).time - 0.3) < 1e-4, String(actor.layer(layer).time));
    assert.equal(actor.layer(layer).weight, 0.25);
    assert.equal(actor.layer(layer).speed, 2);
    assert.equal(actor.stop(layer, 0.1), true);
    run(actor, 0.5);
    assert.equal(actor.layer(layer), null);
    assert.equal(actor.stop(layer), false);
    const kinds = actor.events().map(({ kind, layer: of, count }) => [kind, of, count]);
    assert.deepEqual(
      kinds.filter(([kind]) => kind !== 'blinked'),
      [['stopped', layer, 1]],
    );
    assert.deepEqual(actor.events(), []);
  }));

test('a loop says so, and one that plays once ends', () =>
  withActor((actor) => {
    const once = actor.play(clip, { atEnd: 'holds', bones: ['head'] }),
      loop = actor.play(clip, { speed: 2 });
    run(actor, clip.duration + 0.1);
    const events = actor.events();
    const of = (layer) => events.filter((event) => event.layer === layer).map(({ kind }) => kind);
    assert.deepEqual(of(once), ['ended']);
    assert.deepEqual(of(loop), ['looped', 'looped']);
    assert.equal(actor.layer(once).hasEnded, true);
  }));

test('root motion goes on in a loop', () =>
  withActor(async (actor, avatar) => {
    const recorder = await Recorder.create(rig);
    for (let frame = 0; frame <= 30; frame++) {
      avatar.setHips([0, 0, frame / 30]);
      sim.step(0);
      recorder.addFrame(frame / 30, avatar);
    }
    const file = recorder.finish(),
      walk = new Clip(file);
    actor.setRoot([1, 2, 3]);
    const plain = actor.play(walk, { fadeIn: 0 });
    run(actor, 2.5);
    assert.equal(actor.root()[2], 3);
    assert.notEqual(actor.crossFade(walk, { fadeIn: 0, appliesRootMotion: true }), plain);
    run(actor, 2.5);
    [1, 2, 5.5, 0, 0, 0, 1, 1, 1, 1].forEach((number, i) =>
      assert.ok(Math.abs(actor.root()[i] - number) < 1e-3, String(actor.root())),
    );
    assert.throws(() => actor.setRoot([NaN, 0, 0]), TypeError);
    assert.throws(() => actor.setRoot([0, 0, 0], [0, 0, 0, 0]), RangeError);
    for (const owner of [walk, file, recorder]) owner.dispose();
  }));

test('one layer instead of the others', () =>
  withActor((actor) => {
    const first = actor.play(clip, { bones: ['head'] }),
      second = actor.crossFade(clip, { fadeIn: 0.1 });
    assert.notEqual(first, second);
    run(actor, 0.2);
    assert.equal(actor.layer(first), null);
    assert.equal(actor.layer(second).weight, 1);
  }));

test('frame rates and jumps give the same pose', () =>
  withActor(async (slow, avatar) => {
    await withActor(async (fast, other) => {
      for (const actor of [slow, fast]) {
        actor.play(clip, { fadeIn: 0.5, begin: 0.2 });
        actor.emote('happy', { time: 0.3 });
        actor.speak(frames, { time: 0.5 });
      }
      run(slow, 1, 24);
      run(fast, 1, 120);
      fast.seek(0.1);
      fast.seek(1);
      slow.seek(1);
      sim.step(0);
      const [a, b] = [avatar, other].map(({ worlds }) => Array.from(worlds));
      assert.deepEqual(a, b);
      assert.deepEqual(Array.from(slow.face.weights), Array.from(fast.face.weights));
      assert.equal(slow.time, fast.time);
    });
  }));

const frames = Array.from({ length: 100 }, (_, i) => ({
  time: i / 100,
  vowels: [i < 80 ? 0.8 : 0, 0, 0, 0, 0],
  loudness: 0.5,
  closed: 0,
  isSpeech: i < 80,
}));
const weightOf = (actor, name) => actor.face.weights[rig.expressionIndex(name)];

test('it speaks while it plays, shows emotions at their times, and blinks', () =>
  withActor(
    (actor) => {
      actor.play(clip, { hasExpressions: false });
      actor.speak(frames, { time: 0.5 });
      actor.speak(frames, { time: 0.5 }); // once more is once
      assert.equal(actor.emote('happy', { time: 2, easeIn: 0 }), true);
      assert.equal(actor.emote('nobody'), false);
      run(actor, 0.9);
      assert.ok(weightOf(actor, 'aa') > 0.5, String(weightOf(actor, 'aa')));
      assert.equal(weightOf(actor, 'happy'), 0);
      run(actor, 1.5);
      assert.equal(weightOf(actor, 'happy'), 1);
      run(actor, 10);
      const kinds = new Set(actor.events().map(({ kind }) => kind));
      for (const kind of ['speechBegan', 'speechEnded', 'blinked']) assert.ok(kinds.has(kind), kind);
    },
    { faceMap },
  ));

test('what the page sets after the step of an actor wins', () =>
  withActor((actor, avatar) => {
    actor.step(1 / 60);
    avatar.setExpression('happy', 0.5);
    avatar.addPose(Float32Array.from(libvrm.restPose()));
    sim.step(1 / 60);
    assert.equal(avatar.expressionInputs[rig.expressionIndex('happy')], 0.5);
  }));

test('stances, and the gaze', () =>
  withActor((actor, avatar) => {
    const hand = (stance) => {
      actor.setStance(stance);
      actor.step(0);
      sim.step(0);
      return avatar.worlds[rig.bones.rightHand * 12 + 7];
    };
    assert.ok(hand('t') > hand('a') && hand('a') > hand('idle'));
    actor.lookAlong(10, 5);
    run(actor, 0.5);
    assert.ok(Math.abs(avatar.gaze[0] - 10) < 0.1, String(avatar.gaze));
    actor.lookFree();
    run(actor, 0.5);
    assert.ok(Math.abs(avatar.gaze[0]) < 0.1, String(avatar.gaze));
  }));

test('several are settled together', () =>
  withActor(async (first) => {
    await withActor((second) => {
      const before = sim.avatars.length;
      Actor.settleAll([first, second], 0.5);
      Actor.settleAll([]);
      assert.equal(sim.avatars.length, before);
      assert.throws(() => first.settle(61), RangeError);
    });
  }));

test('a step to a time is a step', () =>
  withActor((stepped) =>
    withActor((moved) => {
      for (const actor of [stepped, moved]) actor.play(clip);
      for (let frame = 1; frame <= 32; frame++) {
        stepped.step(1 / 64);
        moved.stepTo(frame / 64);
        sim.step(1 / 64);
      }
      assert.equal(moved.time, 0.5);
      assert.deepEqual(Array.from(moved.avatar.locals), Array.from(stepped.avatar.locals));
    }),
  ));

//
test('springs settle under what the page sets', () =>
  withActor(async (actor, avatar) => {
    await withActor((other) => {
      const times = [];
      actor.step(0.25);
      actor.settle(0.5, (given, time) => {
        assert.equal(given, actor);
        times.push(time);
        avatar.setExpression('happy', 0.5);
      });
      assert.equal(times.length, 31);
      [times[0] + 0.25, times[30] - 0.25].forEach((gap) => assert.ok(Math.abs(gap) < 1e-6, String(times)));
      assert.equal(avatar.expressionInputs[rig.expressionIndex('happy')], 0.5);
      const given = [];
      Actor.settleAll([actor, other], 0, (each) => given.push(each));
      assert.deepEqual(given, [actor, other]);
    });
  }));

test('what a page throws while springs settle comes out, and its objects may end there', () =>
  withActor(async (actor) => {
    let calls = 0;
    const fail = () => {
      calls++;
      throw new TypeError('mine');
    };
    assert.throws(() => actor.settle(0.5, fail), /mine/);
    assert.equal(calls, 1);
    actor.settle(0.1, () => actor.settle(0)); // one in the other
    assert.throws(() => actor.settle(1, 7), /inputs must be a function/);
    assert.throws(() => actor.settle(61, () => {}), RangeError);
    const ownSim = new Sim(),
      own = await Actor.create(ownSim.add(rig));
    let left = 20;
    own.settle(0.5, () => {
      left--;
      if (left === 5) own.dispose();
      if (left === 0) ownSim.dispose();
    });
    assert.equal(left, 20 - 31);
  }));

test('a clip that was forgotten is gone, also for a jump back', () =>
  withActor(async (actor) => {
    const own = await Clip.load(sceneBytes('hero-clip')),
      layer = actor.play(own, { fadeIn: 0 });
    run(actor, 0.5);
    actor.stop(layer, 0);
    run(actor, 0.5);
    actor.seek(0.2);
    assert.notEqual(actor.layer(layer), null);
    actor.forget(own);
    actor.forget(own);
    own.dispose();
    actor.seek(0.1);
    assert.equal(actor.layer(layer), null);
    assert.throws(() => actor.forget(null), TypeError);
  }));

test('clips and maps that are disposed live as long as an actor uses them', async () => {
  const own = await Clip.load(sceneBytes('hero-clip')),
    map = await FaceMap.create(model, rig),
    avatar = sim.add(rig),
    actor = await Actor.create(avatar, { faceMap: map });
  actor.play(own);
  own.dispose();
  map.dispose();
  run(actor, 0.5);
  const { face } = actor;
  actor.dispose();
  assert.equal(face.isDisposed, true);
  assert.throws(() => actor.step(0), /disposed/);
  avatar.dispose();
});

test('hundreds of layers and sounds, one after the other, leave no memory behind', () =>
  withActor((actor) => {
    const round = () => {
      for (let i = 0; i < 200; i++) {
        actor.crossFade(clip, { fadeIn: 0, begin: actor.time, start: (i % 10) / 10 });
        actor.speak([...frames]);
        actor.step(0.5);
      }
    };
    for (let i = 0; i < 6; i++) round();
    const before = memorySize();
    for (let i = 0; i < 4; i++) round();
    assert.equal(memorySize(), before);
  }));

test('wrong arguments are refused by name', async () => {
  const other = await Model.load(sceneBytes('1.0')),
    otherRig = new Rig(other),
    otherMap = await FaceMap.create(other, otherRig);
  await assert.rejects(Actor.create({}), /avatar must be an Avatar/);
  const avatar = sim.add(rig);
  await assert.rejects(Actor.create(avatar, { faceMap: otherMap }), /options.faceMap/);
  await assert.rejects(Actor.create(avatar, { stance: 'sitting' }), /options.stance/);
  await assert.rejects(Actor.create(avatar, { face: { idle: 3 } }), /options.idle/);
  assert.throws(() => new Actor(), /avatar must be an Avatar/);
  const actor = await Actor.create(avatar);
  for (const [name, wrong] of [
    ['clip', () => actor.play(model)],
    ['options.atEnd', () => actor.play(clip, { atEnd: 'never' })],
    ['options.weight', () => actor.play(clip, { weight: '1' })],
    ['a number', () => actor.play(clip, { weight: 2 })],
    ['options.begin', () => actor.play(clip, { begin: -1 })],
    ['options.bones\\[0\\]', () => actor.play(clip, { bones: ['tail'] })],
    ['options.part must be one of all, upper-body', () => actor.play(clip, { part: 'tail' })],
    ['options.part must be', () => actor.crossFade(clip, { part: 7 })],
    ['give one of them', () => actor.play(clip, { part: 'arms', bones: ['head'] })],
    ['options.isAdditive', () => actor.play(clip, { isAdditive: 1 })],
    ['faceMap', () => actor.speak(frames)],
    ['seconds', () => actor.step(NaN)],
    ['time', () => actor.seek(-1)],
    ['time', () => actor.stepTo(2e9)],
    ['target', () => actor.lookAt([1])],
    ['actors\\[0\\]', () => Actor.settleAll([avatar])],
    ['layer', () => actor.stop('walk')],
  ])
    assert.throws(wrong, new RegExp(name));
  avatar.dispose();
  assert.throws(() => actor.step(0), /this Avatar was disposed/);
  assert.throws(() => actor.play(clip), /this Avatar was disposed/);
  for (const owner of [actor, otherMap, otherRig, other]) owner.dispose();
});
