// SPDX-License-Identifier: MIT
// Trackers through the JavaScript interface, in Node: packets by UDP as docs/guide/live.md has it, observations of a page's
// own, what is refused, and memory. test_doors.mjs compares the poses of recorded packets with those of C.
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { fresh, load, packageFolder, sceneBytes, scratch, sourceFolder } from './support.mjs';

const libvrm = await load();
const { Actor, FaceMap, Live, Model, Rig, Sim, Tracker, Vmc, boneNames, faceShapes, memorySize } = libvrm;

const model = await Model.load(sceneBytes('hero')),
  rig = new Rig(model),
  sim = new Sim();

/** A face of VTube Studio; null: nobody is seen. */
function packet(time, turn, jaw) {
  const found = {
    Rotation: { x: 0, y: turn ?? 0, z: 0 },
    Position: { x: 0, y: 0, z: 0 },
    EyeLeft: { x: 0, y: 0, z: 0 },
    EyeRight: { x: 0, y: 0, z: 0 },
    BlendShapes: [{ k: 'JawOpen', v: jaw }],
  };
  return Buffer.from(
    JSON.stringify({ Timestamp: 1700000000000 + time * 1000, Hotkey: -1, FaceFound: turn !== null, ...found }),
  );
}

const unsmoothed = { minCutoff: 10000 },
  turned = [0, Math.sin(0.2), 0, Math.cos(0.2)];

/** A mixer for one test. */
async function withLive(use, options = { easeIn: 0 }) {
  const live = await Live.create(rig, options);
  try {
    await use(live);
  } finally {
    live.dispose();
  }
}

const rotation = (pose, bone) => [...pose.subarray(boneNames.indexOf(bone) * 4, boneNames.indexOf(bone) * 4 + 4)];
const assertNear = (found, expected, limit = 1e-5) =>
  found.forEach((number, i) => assert.ok(Math.abs(number - expected[i]) <= limit, `${found}, not ${expected}`));

test('the file of trackers is fetched with the first of them', async () => {
  const asked = [],
    copy = await fresh();
  await copy.init({
    wasm: (name) => {
      asked.push(name);
      return readFileSync(`${packageFolder}/wasm/${name}`);
    },
  });
  const tracker = await copy.Tracker.create('mocopi');
  assert.deepEqual(asked, ['libvrm.wasm', 'libvrm-live.wasm']);
  tracker.dispose();
});

test('packets move the head and the mouth, and what is lost eases out', () =>
  withLive(async (live) => {
    const tracker = await Tracker.create('vtubestudio'),
      source = live.addSource(unsmoothed);
    assert.deepEqual([tracker.kind, tracker.port, tracker.phonePort], ['vtubestudio', 21412, 21412]);
    assert.match(Buffer.from(tracker.request(4000)).toString(), /\[4000\]/);
    assert.equal(tracker.receive(Buffer.from('nonsense')), false);
    assert.equal(tracker.observe(live, source, 1), false);
    assert.equal(tracker.receive(packet(0, 20, 0.5)), true);
    assert.equal(tracker.observe(live, source, 1), true);
    assert.equal(tracker.observe(live, source, 1), false, 'nothing new');
    assert.equal(live.step(1), true);
    assert.equal(live.step(0.5), false, 'time does not go back');
    const { bones, shapes, weights, pose } = live.shown;
    assert.deepEqual(bones, ['neck', 'head']);
    assert.equal(weights.head, 1);
    assert.equal(weights.body, 0);
    assert.ok(Math.abs(shapes[17] - 0.5) < 1e-6, 'jawOpen');
    assert.ok(rotation(pose, 'head')[3] < 0.999, 'the head turns');
    assert.equal(tracker.receive(packet(0.1, null, 0)), true);
    assert.equal(tracker.observe(live, source, 1.1), false, 'nobody is seen');
    const { frames, lost, refusedPackets, isFound } = tracker.stats;
    assert.deepEqual([frames, lost, refusedPackets, isFound], [1, 1, 1, false]);
    live.step(1.4);
    assert.equal(live.shown.weights.head, 1, 'held');
    live.step(2);
    const { head } = live.shown.weights;
    assert.ok(head > 0 && head < 1, 'eases out');
    live.step(4);
    assert.deepEqual(live.shown.bones, []);
    const { last, observed, refused } = live.source(source);
    assert.deepEqual([observed, refused, last], [1, 0, 1]);
    tracker.dispose();
  }));

test('the source of the highest priority is followed, for each part', () =>
  withLive((live) => {
    const other = turned.map((number, i) => (i === 1 ? -number : number)),
      face = live.addSource({ priorities: { head: 2, body: -1 }, ...unsmoothed }),
      body = live.addSource({ priorities: 1, ...unsmoothed });
    for (const [source, turn] of [
      [face, turned],
      [body, other],
    ])
      assert.ok(live.observe(source, { bones: { head: turn, leftUpperArm: turn } }, 1));
    live.step(1);
    assertNear(rotation(live.shown.pose, 'head'), turned);
    assertNear(rotation(live.shown.pose, 'leftUpperArm'), other);
    for (let i = 1; i <= 60; i++) {
      live.observe(body, { bones: { head: other } }, 1 + i / 30);
      live.step(1 + i / 30);
    }
    assertNear(rotation(live.shown.pose, 'head'), other, 1e-3);
  }));

test('observations of a page reach the avatar and its face', () =>
  withLive(async (live) => {
    const avatar = sim.add(rig),
      source = live.addSource(unsmoothed),
      seen = {
        bones: { head: turned },
        hips: [0, -0.1, 0],
        root: { position: [1, 0, 2] },
        shapes: { jawOpen: 0.8 },
        expressions: { happy: 0.5 },
        gaze: [5, -5],
        senderTime: 100,
      };
    assert.ok(live.observe(source, seen, 1));
    assert.equal(live.observe(source, { ...seen, senderTime: 99.9 }, 1.01), false, 'older');
    live.step(1);
    live.apply(avatar);
    sim.step(0);
    const weight = (name) => avatar.expressionWeights[rig.expressionIndex(name)];
    assert.equal(weight('happy'), 0.5);
    assert.ok(weight('aa') > 0.3, 'the mouth opens');
    assertNear([...live.shown.gaze], [5, -5], 1e-3);
    assertNear([...live.shown.pose.slice(-3)], [0, -0.1, 0]);
    live.calibrate();
    live.observe(source, { bones: { head: turned } }, 1.1);
    live.step(1.1);
    assertNear(rotation(live.shown.pose, 'head'), [0, 0, 0, 1], 1e-3);
    live.uncalibrate();
    live.setMirrors(true);
    avatar.dispose();
  }));

test('a face is tracked below an actor', () =>
  withLive(async (live) => {
    const avatar = sim.add(rig),
      actor = await Actor.create(avatar, { faceMap: await FaceMap.create(model, rig) }),
      source = live.addSource();
    for (let i = 0; i < 60; i++) {
      live.observe(source, { shapes: { jawOpen: 0.7 } }, i / 60);
      live.step(i / 60);
      live.track(actor.face);
      actor.step(1 / 60);
      live.apply(avatar, { hasFace: true });
      sim.step(1 / 60);
    }
    assert.ok(avatar.expressionWeights[rig.expressionIndex('aa')] > 0.3);
    assert.equal(faceShapes.length, 52);
    actor.dispose();
    avatar.dispose();
  }));

test('wrong arguments throw and name what is wrong', () =>
  withLive(async (live) => {
    const source = live.addSource(),
      tracker = await Tracker.create('livelink'),
      vmc = await Vmc.create(),
      other = new Rig(await Model.load(sceneBytes('1.0'))),
      stranger = new Sim().add(other);
    const seen = (part) => () => live.observe(source, part, 0);
    for (const [what, call] of [
      ['options.priorities', () => live.addSource({ priorities: { tail: 1 } })],
      ['options.priorities', () => live.addSource({ priorities: 0.5 })],
      ['options.beta', () => live.addSource({ beta: -1 })],
      ['seen.bones', seen({ bones: { tail: turned } })],
      ['seen.bones.head', seen({ bones: { head: [0, 0, 1] } })],
      ['seen.shapes', seen({ shapes: { tail: 1 } })],
      ['seen.shapes.jawOpen', seen({ shapes: { jawOpen: NaN } })],
      ['seen.expressions', seen({ expressions: { tail: 1 } })],
      ['seen.gaze', seen({ gaze: 1 })],
      ['seen.hips\\[1\\]', seen({ hips: [0, NaN, 0] })],
      ['seen.root', seen({ root: 1 })],
      ['seen.senderTime', seen({ senderTime: NaN })],
      ['time', () => live.observe(source, {}, Infinity)],
      ['time', () => live.step('1')],
      ['parts\\[0\\]', () => live.calibrate(['tail'])],
      ['mirrors', () => live.setMirrors(1)],
      ['face', () => live.track(rig)],
      ['avatar', () => live.apply(rig)],
      ['avatar', () => live.apply(stranger)],
      ['packet', () => tracker.receive('text')],
      ['live', () => tracker.observe(rig, source, 0)],
      ['live', () => vmc.observe(null, source, 0)],
      ['avatar', () => vmc.apply(rig)],
      ['Live.create\\(\\)', () => new Live()],
    ])
      assert.throws(call, new RegExp(what), call.toString());
    assert.throws(() => live.source(5), RangeError);
    await assert.rejects(Tracker.create('kinect'), /kind must be one of openseeface, /);
    await assert.rejects(Live.create(rig, { sources: 65 }), RangeError);
    await assert.rejects(Live.create({}), /rig must be a Rig/);
    assert.equal(live.observe(source + 1, {}, 0), false);
    for (const owner of [tracker, vmc, other]) owner.dispose();
    assert.throws(() => tracker.receive(packet(0, 1, 0)), /disposed/);
  }));

test('a mixer outlives its rig, and memory does not grow', async () => {
  const own = new Rig(model),
    live = await Live.create(own);
  own.dispose();
  const source = live.addSource(),
    tracker = await Tracker.create('vtubestudio'),
    run = (from, count) => {
      for (let i = from; i < from + count; i++) {
        tracker.receive(packet(i / 60, 10, 0.5));
        tracker.observe(live, source, i / 60);
        live.observe(source, { expressions: { happy: 1 }, bones: { head: turned } }, i / 60);
        live.step(i / 60);
      }
    };
  run(0, 100);
  const before = memorySize();
  run(100, 2000);
  assert.equal(memorySize(), before);
  live.dispose();
  tracker.dispose();
  assert.throws(() => live.step(100), /disposed/);
});

test('the lines of live.md follow packets of UDP', async () => {
  const guide = readFileSync(join(sourceFolder, 'docs/guide/live.md'), 'utf8'),
    lines = guide.split('```js\n')[1].split('```')[0],
    folder = scratch();
  const probe = createSocket('udp4');
  const port = await new Promise((resolve) => {
    probe.bind(0, '127.0.0.1', () => resolve(probe.address().port));
  });
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  writeFileSync(join(folder, 'avatar.vrm'), sceneBytes('hero'));
  const program = lines
    .replace("from 'libvrm'", `from '${pathToFileURL(join(packageFolder, 'index.js'))}'`)
    .replace("'avatar.vrm'", JSON.stringify(join(folder, 'avatar.vrm')))
    .replace("'openseeface'", "'vtubestudio'")
    .replace('tracker.port', String(port));
  writeFileSync(join(folder, 'live.mjs'), `${program}\nexport { avatar, frames, live, receiver };\n`);
  const { frames, live, receiver } = await import(pathToFileURL(join(folder, 'live.mjs'))),
    sender = createSocket('udp4');
  for (let i = 0; i < 300 && live.shown.weights.head < 1; i++) {
    sender.send(packet(i / 60, 20, 0.5), port, '127.0.0.1');
    await new Promise((resolve) => {
      setTimeout(resolve, 1000 / 60);
    });
  }
  assert.equal(live.shown.weights.head, 1);
  clearInterval(frames);
  receiver.close();
  sender.close();
});
