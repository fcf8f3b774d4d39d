// SPDX-License-Identifier: MIT
// A face tracker moves <vrm-avatar>: shapes, head and gaze in all their forms, mirrored, lost and ended.
import assert from 'node:assert/strict';
import test from 'node:test';
import { whyNoChromium } from './browser.mjs';
import { loaded, openElement, page, painted } from './element_page.mjs';
import { load, sceneBytes } from './support.mjs';

const skip = (await whyNoChromium()) ?? false;
const { Tracker } = await load('element/tracker.js');
const { faceShape, faceShapes, loadFace, boneNames, restPose } = await load();
await loadFace();

/** What a tracker gives to a face and to a pose, after it has settled. */
function given(tracked, { bones = { neck: 1, head: 2 } } = {}) {
  const tracker = new Tracker({ faceShape, faceShapes }),
    calls = [],
    face = { track: (shapes) => calls.push(shapes), trackOff: () => calls.push(null) };
  let pose = null;
  tracker.give(face, tracked);
  for (let i = 0; i < 45; i++) tracker.step({ face, lookAlong: (...angles) => calls.push(angles) }, 0.02);
  tracker.turnHead({ rig: { bones }, addPose: (added) => (pose = added) }, restPose, boneNames);
  const bone = (name) => (pose ? [...pose.slice(boneNames.indexOf(name) * 4, boneNames.indexOf(name) * 4 + 4)] : null);
  return { calls, neck: bone('neck'), head: bone('head'), tracker, face };
}

/** The angle of a rotation about Y in degrees, of one that is about Y alone. */
const yawOf = ([x, y, z, w]) => {
  assert.ok(Math.abs(x) + Math.abs(z) < 1e-3, `about Y alone: ${x}, ${z}`);
  return (2 * Math.atan2(y, w) * 180) / Math.PI;
};
const near = (a, b, most, what) => assert.ok(Math.abs(a - b) <= most, `${what}: ${a}, not ${b}`);

test('a head is a quaternion, degrees or a matrix, and neck and head share it', () => {
  const half = (15 * Math.PI) / 180,
    s = 2 * Math.sin(2 * half),
    c = 2 * Math.cos(2 * half); // a matrix that doubles, too
  const heads = [
    { yaw: 30 },
    [0, Math.sin(half), 0, Math.cos(half)],
    [0, -2 * Math.sin(half), 0, -2 * Math.cos(half)],
    [c, 0, -s, 0, 0, 2, 0, 0, s, 0, c, 0, 5, 6, 7, 1],
  ];
  for (const head of heads) {
    const { neck, head: top } = given({ head });
    near(yawOf(neck), 12, 0.05, 'neck');
    near(yawOf(top), 18, 0.05, 'head');
  }
  near(yawOf(given({ head: { yaw: 30 } }, { bones: { head: 2 } }).head), 30, 0.05, 'without a neck');
  near(yawOf(given({ head: { yaw: 30 }, mirrors: true }).head), -18, 0.05, 'mirrored');
  near(yawOf(given({ head: { yaw: 170 } }).head), 42, 0.05, 'no more than 70 degrees');
  const down = given({ head: { pitch: 20 } }).head;
  assert.ok(down[0] > 0.05, 'down turns about +X');
  assert.equal(given({ shapes: {} }).head, null, 'without a head nothing is turned');
});

test('matrices of every rotation give that rotation', () => {
  for (const [x, y, z, w] of [
    [0.9, 0.1, 0.2, 0.1],
    [0.1, 0.9, -0.2, 0.1],
    [0.1, 0.2, 0.9, -0.1],
    [0.1, 0.2, -0.1, 0.9],
  ].map((q) => q.map((value) => value / Math.hypot(...q)))) {
    const matrix = [
      [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0],
      [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0],
      [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0],
      [0, 0, 0, 1],
    ].flat();
    const [a, b] = [given({ head: matrix }).head, given({ head: [x, y, z, w] }).head];
    a.forEach((value, i) => near(value, b[i], 1e-4, `quaternion ${x} ${y} ${z} ${w}`));
  }
});

test('shapes come by name, in order or from MediaPipe; mirrored ones change sides; a gaze replaces theirs', () => {
  const list = faceShapes.map((name) => (name === 'eyeBlinkLeft' ? 1 : 0));
  for (const shapes of [
    { EyeBlink_L: 1 },
    [
      { categoryName: '_neutral', score: 0.1 },
      { categoryName: 'eyeBlinkLeft', score: 1 },
    ],
  ])
    assert.deepEqual(given({ shapes }).calls[0], { eyeBlinkLeft: 1 });
  const all = given({ shapes: Float32Array.from(list) }).calls[0];
  assert.deepEqual([Object.keys(all).length, all.eyeBlinkLeft, all.eyeBlinkRight], [52, 1, 0]);
  assert.deepEqual(given({ shapes: { eyeBlinkLeft: 1, jawLeft: 0.5, jawOpen: 0.2 }, mirrors: true }).calls[0], {
    eyeBlinkRight: 1,
    jawRight: 0.5,
    jawOpen: 0.2,
  });
  const eyes = given({ shapes: {}, gaze: { yaw: 17.5, pitch: -12.5 } }).calls[0];
  near(eyes.eyeLookOutLeft, 0.5, 1e-9, 'the left eye outwards');
  near(eyes.eyeLookInRight, 0.5, 1e-9, 'the right one inwards');
  near(eyes.eyeLookUpLeft, 0.5, 1e-9, 'up');
  assert.deepEqual(given({ gaze: [10, 5] }).calls[0], [10, 5], 'without shapes the actor looks');
});

test('what a tracker gives wrongly is refused by name, and changes nothing', () => {
  for (const [tracked, name] of [
    [undefined, 'tracked'],
    [5, 'tracked'],
    [{ shapes: 5 }, 'tracked.shapes'],
    [{ shapes: [1, 2] }, 'tracked.shapes'],
    [{ shapes: { jawOpen: 'x' } }, 'tracked.shapes.jawOpen'],
    [{ head: [1, 2, 3] }, 'tracked.head'],
    [{ head: [0, 0, 0, 0] }, 'tracked.head'],
    [{ head: Array(16).fill(0) }, 'tracked.head'],
    [{ head: [NaN, 0, 0, 1] }, 'tracked.head'],
    [{ head: { yaw: Infinity } }, 'tracked.head.yaw'],
    [{ gaze: [1] }, 'tracked.gaze'],
    [{ gaze: { yaw: 1 } }, 'tracked.gaze.pitch'],
    [{ mirrors: 1 }, 'tracked.mirrors'],
  ])
    assert.throws(
      () => given(tracked),
      (error) => error instanceof TypeError && error.message.startsWith(name),
      JSON.stringify(tracked),
    );
});

test('a tracker that falls silent is lost: the face is let go and the head eases back', () => {
  const { tracker, face, calls } = given({ shapes: { jawOpen: 1 }, head: { yaw: 30 } });
  assert.ok(tracker.isActive && tracker.hasHead && !calls.includes(null));
  const angle = () => {
    let pose = null;
    tracker.turnHead({ rig: { bones: { head: 2 } }, addPose: (added) => (pose = added) }, restPose, boneNames);
    return pose ? yawOf([...pose.slice(boneNames.indexOf('head') * 4, boneNames.indexOf('head') * 4 + 4)]) : 0;
  };
  near(angle(), 30, 0.1, 'before');
  for (let i = 0; i < 20; i++) tracker.step({ face }, 0.01);
  assert.ok(calls.at(-1) === null && !tracker.hasHead);
  assert.ok(angle() > 5 && angle() < 30, `it eases: ${angle()}`);
  for (let i = 0; i < 300; i++) tracker.step({ face }, 0.02);
  assert.ok(angle() < 0.1 && !tracker.isActive);
  assert.equal(calls.filter((call) => call === null).length, 1);
});

test('in a page: mouth, eyes and head follow the tracker and come back', { skip }, async () => {
  const session = await openElement(
    {
      '/hero.vrm': sceneBytes('hero'),
      '/one.html': page(
        `<vrm-avatar src="/hero.vrm" alt="Vesna" idle="off" look-at="pointer" style="display: block; width: 64px; height: 64px"></vrm-avatar>`,
      ),
    },
    '/one.html',
  );
  const { page: tab } = session;
  assert.equal(await tab.evaluate(() => document.createElement('vrm-avatar').track({ shapes: {} })), false);
  await loaded(session);
  await painted(session);
  const seen = await tab.evaluate(async () => {
    const element = document.querySelector('vrm-avatar'),
      { face, actor } = element;
    face.setBlinks(false);
    face.setAttention('steady');
    const state = () => {
      const { avatar, rig } = actor,
        at = rig.bones.head * 12;
      return { aa: face.weights[rig.expressionIndex('aa')], head: avatar.worlds[at + 2], yaw: avatar.gaze[0] };
    };
    const run = async (seconds, each) => {
      const until = face.time + seconds;
      while (face.time < until) {
        if (each) await each();
        await new Promise((resolve) => {
          requestAnimationFrame(resolve);
        });
      }
      return state();
    };
    const before = await run(0.3);
    const tracked = await run(0.8, () =>
      element.track({ shapes: { jawOpen: 1, eyeLookOutLeft: 1, eyeLookInRight: 1 }, head: { yaw: 40 } }),
    );
    const mirrored = await run(0.8, () =>
      element.track({ shapes: { eyeLookOutLeft: 1, eyeLookInRight: 1 }, head: { yaw: 40 }, mirrors: true }),
    );
    const gaze = await run(0.8, () => element.track({ shapes: {}, gaze: [20, 0] }));
    await element.track(null);
    const after = await run(1.5);
    await run(0.8, () => element.track({ shapes: { jawOpen: 1 }, head: { yaw: 40 } }));
    const lost = await run(3);
    const why = await element.track(5).catch(({ name }) => name);
    return { before, tracked, mirrored, gaze, after, lost, why };
  });
  assert.ok(Math.abs(seen.before.head) < 0.1 && seen.before.aa < 0.05, JSON.stringify(seen.before));
  assert.ok(seen.tracked.aa > 0.3 && seen.tracked.head > 0.4 && seen.tracked.yaw > 20, JSON.stringify(seen.tracked));
  assert.ok(seen.mirrored.head < -0.4 && seen.mirrored.yaw < -20, JSON.stringify(seen.mirrored));
  near(seen.gaze.yaw, 20, 1, 'the gaze of the tracker');
  for (const state of [seen.after, seen.lost])
    assert.ok(state.aa < 0.05 && Math.abs(state.head) < 0.1, JSON.stringify(state));
  assert.equal(seen.why, 'TypeError');
  assert.deepEqual(session.complaints, []);
  await session.close();
});
