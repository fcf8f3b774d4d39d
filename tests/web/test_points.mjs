// SPDX-License-Identifier: MIT
// Live landmarks through the JavaScript interface, in Node: results of MediaPipe Tasks as their types have them, what is
// tracked of them, what is refused, and memory. The rotations themselves are judged by bindings/python/tests/test_points.py.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fresh, load, packageFolder, sceneBytes, sourceFolder } from './support.mjs';

const libvrm = await load();
const { Clip, Face, FaceMap, Model, Motion, Points, Recorder, Rig, Sim, boneNames, idlePose, memorySize } = libvrm;

const text = readFileSync(join(sourceFolder, 'web/examples/landmarks.jsonl'), 'utf8'),
  pictures = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const model = await Model.load(sceneBytes('hero')),
  rig = new Rig(model),
  sim = new Sim();

/** Neither smoothed nor eased in. */
const sharp = { minCutoff: 10000, easeIn: 0 };

/** Points for one test. */
async function withPoints(use, options = sharp) {
  const points = await Points.create(options);
  try {
    await use(points);
  } finally {
    points.dispose();
  }
}

const rotation = (pose, bone) =>
  Array.from(pose.subarray(boneNames.indexOf(bone) * 4, boneNames.indexOf(bone) * 4 + 4));

/** Degrees from one rotation to another. */
function degrees(a, b) {
  const dot = Math.abs(a.reduce((sum, value, i) => sum + value * b[i], 0));
  return (Math.acos(Math.min(dot, 1)) * 360) / Math.PI;
}

/** 21 landmarks of a hand whose fingers point along x. */
const hand = (sign) =>
  Array.from({ length: 21 }, (_, i) => {
    const finger = Math.floor((i - 1) / 4),
      joint = (i - 1) % 4;
    return i === 0 ? { x: 0, y: 0, z: 0 } : { x: sign * (0.05 + 0.03 * joint), y: 0, z: 0.02 * finger - 0.04 };
  });

test('the tools are fetched with the first points', async () => {
  const asked = [],
    copy = await fresh();
  await copy.init({
    wasm: (name) => {
      asked.push(name);
      return readFileSync(`${packageFolder}/wasm/${name}`);
    },
  });
  const points = await copy.Points.create();
  assert.deepEqual(asked.toSorted(), ['libvrm-rules.txt', 'libvrm-tools.wasm', 'libvrm.wasm']);
  points.dispose();
});

//
test('a person moves the bones that are seen', () =>
  withPoints((points) => {
    const { pose, bones, hasFace, expressions, shapes } = points.solve(pictures[0], 1000);
    assert.equal(pose.length, 55 * 4 + 3);
    for (const bone of ['hips', 'head', 'leftHand', 'rightToes']) assert.ok(bones.includes(bone), bone);
    assert.ok(!bones.includes('leftIndexDistal') && !bones.includes('leftEye'));
    assert.ok(hasFace);
    assert.ok(Math.abs(shapes[17] - 0.2) < 1e-6, 'jawOpen');
    assert.ok(expressions.happy > 0.1 && expressions.blinkLeft < 0.1);
  }));

//
test('live landmarks turn bones as recorded ones do', async () => {
  const motion = await Motion.load(new TextEncoder().encode(text)),
    clip = motion.clip();
  await withPoints((points) => {
    for (const [i, picture] of pictures.entries()) {
      const { pose } = points.solve(picture, picture.timestamp_ms);
      const recorded = clip.sample(Math.min(picture.timestamp_ms / 1000, clip.duration)).pose;
      for (const bone of ['hips', 'chest', 'leftUpperArm', 'leftLowerArm', 'rightUpperArm'])
        assert.ok(degrees(rotation(pose, bone), rotation(recorded, bone)) < 3, `${bone} of picture ${i}`);
    }
  });
  for (const owner of [clip, motion]) owner.dispose();
});

test('results of one task and of holistic tracking are the same person', () =>
  withPoints(async (points) => {
    const { worldLandmarks } = pictures[3].pose,
      { pose } = points.solve(pictures[3], 0);
    for (const result of [
      { worldLandmarks, landmarks: [] },
      { poseWorldLandmarks: worldLandmarks, poseLandmarks: [] },
    ])
      await withPoints((other) => {
        const same = other.solve(result, 0);
        assert.deepEqual(rotation(same.pose, 'leftUpperArm'), rotation(pose, 'leftUpperArm'));
        assert.equal(same.hasFace, false);
      });
  }));

test('hands belong to the nearer wrist of the picture, else to the word', () =>
  withPoints((points) => {
    const landmarks = Array.from({ length: 33 }, () => ({ x: 0.5, y: 0.5, z: 0 }));
    landmarks[15] = { x: 0.8, y: 0.5, z: 0 };
    landmarks[16] = { x: 0.2, y: 0.5, z: 0 };
    const { worldLandmarks } = pictures[0].pose,
      hands = {
        worldLandmarks: [hand(1)],
        landmarks: [Array(21).fill({ x: 0.79, y: 0.5, z: 0 })],
        handedness: [[{ categoryName: 'Right' }]], // swapped, as in a picture that is not mirrored
      };
    const byWrist = points.solve({ pose: { worldLandmarks: worldLandmarks, landmarks: [landmarks] }, hands }, 0);
    assert.ok(byWrist.bones.includes('leftIndexDistal') && !byWrist.bones.includes('rightIndexDistal'));
    const byWord = points.solve({ hands }, 100);
    assert.ok(byWord.bones.includes('rightIndexDistal') && !byWord.bones.includes('leftIndexDistal'));
  }));

//
test('a mirror image swaps sides', () =>
  withPoints((points) =>
    withPoints(
      (mirror) => {
        const plain = points.solve(pictures[0], 0).pose,
          [x, y, z, w] = rotation(plain, 'leftLowerArm'),
          other = rotation(mirror.solve(pictures[0], 0).pose, 'rightLowerArm');
        assert.ok(degrees([x, -y, -z, w], other) < 0.1);
      },
      { ...sharp, mirrors: true },
    ),
  ));

//
test('a lost person eases to the idle pose, also without pictures', () =>
  withPoints((points) => {
    const seen = points.solve(pictures[0], 0).pose;
    assert.ok(degrees(rotation(points.solve({}, 300).pose, 'leftUpperArm'), rotation(seen, 'leftUpperArm')) < 0.01);
    let now = 300;
    while (now < 4000) points.solve(null, (now += 20));
    const { pose, bones, shapes } = points.result;
    assert.ok(degrees(rotation(pose, 'leftUpperArm'), rotation(idlePose(4), 'leftUpperArm')) < 0.1);
    assert.deepEqual(bones, []);
    assert.ok(shapes.every((value) => value === 0));
    points.solve(pictures[0], now + 20);
    points.reset();
    assert.deepEqual(points.result.bones, []);
  }));

//
test('points move an avatar, its face, and a recorder', async () => {
  const avatar = sim.add(rig),
    recorder = await Recorder.create(rig),
    faceMap = await FaceMap.create(model, rig),
    face = new Face(faceMap);
  await withPoints(
    (points) => {
      for (const [i, picture] of pictures.entries()) {
        const { pose, shapes, gaze } = points.solve(picture, picture.timestamp_ms);
        if (i % 2 === 0) {
          points.apply(avatar);
        } else {
          avatar.setPose(pose);
          avatar.lookAlong(...gaze);
          face.track(shapes);
        }
        sim.step(1 / 12);
        recorder.addFrame(i / 12, avatar);
      }
    },
    { hipsHeight: rig.hipsHeight },
  );
  const animation = recorder.finish(),
    clip = new Clip(animation);
  assert.ok(Math.abs(clip.duration - 23 / 12) < 1e-3);
  for (const owner of [clip, animation, recorder, face, faceMap, avatar]) owner.dispose();
});

//
test('what makes no sense is refused or not seen', async () => {
  await assert.rejects(Points.create({ mirrors: 1 }), /options.mirrors must be true or false/);
  await assert.rejects(Points.create({ beta: NaN }), /options.beta must be a finite number/);
  await assert.rejects(Points.create({ hold: -1 }), /options.hold must not be below 0/);
  await assert.rejects(Points.create({ minVisibility: 2 }), RangeError);
  assert.throws(() => new Points(), /Points.create/);
  await withPoints((points) => {
    assert.throws(() => points.solve('picture', 0), /result must be/);
    assert.throws(() => points.solve(undefined, 0), /result must be/);
    assert.throws(() => points.solve({}, '0'), /timestamp must be a number/);
    assert.throws(() => points.solve({}, 0, { aspect: NaN }), /options.aspect/);
    assert.throws(() => points.apply({}), /avatar must be an Avatar/);
    let time = 0;
    const before = points.solve(pictures[0], 0);
    assert.deepEqual(points.solve(pictures[5], NaN), before);
    assert.deepEqual(points.solve(pictures[5], 0), before);
    for (const result of [
      { pose: { worldLandmarks: [[]] } },
      { pose: { worldLandmarks: 'none' } },
      { worldLandmarks: [Array(33).fill(null)] },
      { worldLandmarks: [Array(33).fill({ x: 'a' })] },
      { worldLandmarks: [Array(33).fill({ x: Infinity, y: 0, z: 0 })] },
      { hands: { worldLandmarks: [hand(1)] } },
      { hands: { worldLandmarks: 7 } },
      { face: { faceBlendshapes: [{ categories: [{ categoryName: '_neutral', score: 1 }, null] }] } },
      { face: { facialTransformationMatrixes: [{ data: Array(16).fill(NaN) }] } },
      { face: { facialTransformationMatrixes: [{ data: [1] }] } },
    ])
      assert.deepEqual(points.solve(result, (time += 20)).bones, [], JSON.stringify(result));
  });
});

test('solving takes no memory', () =>
  withPoints((points) => {
    points.solve(pictures[0], 0);
    const size = memorySize();
    for (let i = 1; i < 3000; i++) points.solve(pictures[i % pictures.length], i * 33);
    assert.equal(memorySize(), size);
    points.dispose();
    assert.throws(() => points.solve({}, 1), /disposed/);
  }));
