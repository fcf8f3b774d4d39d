// SPDX-License-Identifier: MIT
// Motions through the JavaScript interface: maps of joints and morphs, edits, measurements. Edits play as `vrm convert-motion`
// writes them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { clipDistance, load, packageFolder, sceneBytes, scratch, sourceFolder } from './support.mjs';

const { Clip, Model, Motion, Rig, boneNames, motionParts } = await load();
const folder = scratch();
const file = (name) => join(folder, name);
const vrm = (...args) => execFileSync(process.env.VRM, args);
for (const kind of ['fbx', 'vmd', 'clip', 'hero']) writeFileSync(file(kind), sceneBytes(kind));

const walk = await Motion.load(sceneBytes('fbx'));
const gesture = await Motion.load(sceneBytes('clip'));

/** The same of two motions as they are. */
function between(a, b) {
  const clips = [a, b].map((motion) => motion.clip(undefined, { feet: 'free' })),
    most = clipDistance(...clips);
  for (const clip of clips) clip.dispose();
  return most;
}

/** Rotation of a bone at a moment. */
const rotation = (motion, bone, seconds) => {
  const clip = motion.clip(undefined, { feet: 'free' }),
    at = boneNames.indexOf(bone) * 4,
    { pose } = clip.sample(seconds);
  clip.dispose();
  return [...pose.subarray(at, at + 4)];
};

// ---- Parts of the body ----

test('command, viewer and types have the names of the table of parts', async () => {
  assert.equal(motionParts.length, 11);
  const help = execFileSync(process.env.VRM, ['convert-motion', '--help'], { encoding: 'utf8' });
  assert.ok(help.replace(/\s+/g, ' ').includes(`Parts: ${motionParts.join(', ')}.`));
  const { layerParts } = await import(join(sourceFolder, 'web/viewer/core/motion_settings.js'));
  assert.deepEqual(layerParts, motionParts);
  const [, names] = /type MotionPartName =([^;]*);/.exec(readFileSync(join(packageFolder, 'index.d.ts'), 'utf8'));
  assert.deepEqual(
    [...names.matchAll(/'([^']*)'/g)].map(([, name]) => name),
    motionParts,
  );
});

// ---- Edits ----

/** Edits by both ways. `--layer` and `--join` take the gesture. */
const edits = [
  ['cut', (m) => m.cut(0.2, 0.7), ['--from', '0.2', '--to', '0.7']],
  ['cut to the end', (m) => m.cut(0.3), ['--from', '0.3']],
  ['trimRest', (m) => m.trimRest(), ['--trim-rest']],
  ['speed', (m) => m.speed(2), ['--speed', '2']],
  ['reverse', (m) => m.reverse(), ['--reverse']],
  ['mirror', (m) => m.mirror(), ['--mirror']],
  ['smooth', (m) => m.smooth({ maxDegrees: 3 }), ['--smooth', '3']],
  ['join', (m) => m.join(gesture, { blend: 0.2 }), ['--join', file('clip'), '--blend', '0.2']],
  ['layer', (m) => m.layer(gesture), ['--layer', file('clip')]],
  [
    'layer with settings',
    (m) => m.layer(gesture, { part: 'upper-body', weight: 0.5, offset: 0.1, fadeIn: 0.2, fadeOut: 0.2 }),
    ['--layer', file('clip'), '--layer-as', 'part=upper-body,weight=0.5,offset=0.1,fade=0.2'],
  ],
  [
    'additive layer',
    (m) => m.layer(gesture, { isAdditive: true, extends: true }),
    ['--layer', file('clip'), '--layer-as', 'additive,extend'],
  ],
];

//
for (const [name, edit, words] of edits)
  test(`${name} plays as the command writes it`, async () => {
    for (const kind of ['fbx', 'vmd', 'clip']) {
      vrm('convert-motion', '-q', file(kind), ...words, '-o', file('edited.vrma'));
      const source = await Motion.load(sceneBytes(kind)),
        edited = edit(source),
        clip = edited.clip(),
        written = await Clip.load(readFileSync(file('edited.vrma')));
      assert.equal(clipDistance(clip, written), 0, kind);
      assert.equal(edited.kind, source.kind, kind);
      for (const owner of [clip, edited, source, written]) owner.dispose();
    }
  });

test('an edit leaves its motion as it is, and its lengths are those that were asked for', async () => {
  const before = walk.duration,
    twin = await Motion.load(sceneBytes('fbx')),
    lengths = [walk.cut(0.2, 0.7), walk.speed(2), walk.reverse(), walk.cut(0.5, 0.5)].map((motion) => {
      const { duration } = motion;
      motion.dispose();
      return duration;
    });
  [0.5, before / 2, before, 0].forEach((length, i) => assert.ok(Math.abs(lengths[i] - length) < 1e-9, `edit ${i}`));
  assert.equal(between(walk, twin), 0);
  twin.dispose();
});

test('frames have times', () => {
  for (const frame of [0, 1, 2.5])
    assert.ok(Math.abs(walk.timeOfFrame(frame) - frame * walk.frameTime) < 1e-6, String(walk.timeOfFrame(frame)));
});

test('mirroring and reversing twice give the motion again, and a mirror swaps the sides', () => {
  for (const name of ['mirror', 'reverse']) {
    const once = walk[name](),
      twice = once[name](),
      none = walk.cut();
    assert.ok(between(none, once) > 0.01, name);
    assert.ok(between(none, twice) < 1e-4, name);
    for (const motion of [once, twice, none]) motion.dispose();
  }
  const mirrored = walk.mirror(),
    [x, y, z, w] = rotation(walk, 'leftUpperLeg', 0.25);
  rotation(mirrored, 'rightUpperLeg', 0.25).forEach((number, i) =>
    assert.ok(Math.abs(number - [x, -y, -z, w][i]) < 0.005, `${number} of ${[x, y, z, w]}`),
  );
  mirrored.dispose();
});

test('a layer moves the bones that it may', () => {
  const parts = [
    ['lower-body', 'hips'],
    [{ bones: ['leftUpperLeg'] }, 'leftUpperLeg'],
    [{}, null],
  ];
  const other = walk.mirror();
  for (const [part, moved] of parts) {
    const layered = walk.layer(other, { part });
    for (const bone of ['leftUpperLeg', 'hips']) {
      const expected = moved === bone || part === 'lower-body' ? other : walk;
      rotation(layered, bone, 0.25).forEach((number, i) =>
        assert.ok(Math.abs(number - rotation(expected, bone, 0.25)[i]) < 0.005, `${JSON.stringify(part)}: ${bone}`),
      );
    }
    layered.dispose();
  }
  other.dispose();
});

test('edits that measure tell what they did', () => {
  const trimmed = walk.trimRest(),
    smooth = walk.smooth({ maxDegrees: 2, keepsSpikes: true }),
    joined = walk.join(gesture, { blend: 0.2, phase: 0 }),
    cut = walk.cut(0.2);
  assert.ok(trimmed.edit.leading >= 0 && trimmed.edit.trailing >= 0);
  assert.ok(
    Math.abs(walk.duration - trimmed.duration - trimmed.edit.leading - trimmed.edit.trailing) < 1e-6,
    JSON.stringify(trimmed.edit),
  );
  assert.equal(smooth.edit.spikes, 0);
  assert.ok(smooth.edit.largestDegrees <= 2.001 && smooth.edit.meanDegrees <= smooth.edit.largestDegrees);
  assert.ok(smooth.edit.largestMetres >= 0 && smooth.edit.largestMetres <= 0.0201);
  assert.ok(smooth.edit.bone === null || boneNames.includes(smooth.edit.bone));
  assert.deepEqual([joined.edit.skipped, joined.edit.bothWalk], [0, false]);
  assert.ok(Math.abs(joined.edit.blend - 0.2) < 0.02, JSON.stringify(joined.edit));
  assert.ok(Math.abs(joined.edit.start + gesture.duration - joined.duration) < 1e-6, JSON.stringify(joined.edit));
  assert.equal(cut.edit, null);
  for (const motion of [trimmed, smooth, joined, cut]) motion.dispose();
});

test('wrong arguments of edits are named', async () => {
  const refused = [
    ['frame', () => walk.timeOfFrame('0')],
    ['from', () => walk.cut('0')],
    ['to', () => walk.cut(0, NaN)],
    ['degrees', () => walk.trimRest(null)],
    ['factor', () => walk.speed()],
    ['options', () => walk.smooth(5)],
    ['options.cutoff', () => walk.smooth({ cutoff: '6' })],
    ['options.keepsSpikes', () => walk.smooth({ keepsSpikes: 1 })],
    ['second', () => walk.join({})],
    ['options.blend', () => walk.join(walk, { blend: 'long' })],
    ['over', () => walk.layer(null)],
    ['options.part', () => walk.layer(walk, { part: 'tail' })],
    ['options.part', () => walk.layer(walk, { part: 7 })],
    ['options.part.bones[0]', () => walk.layer(walk, { part: { bones: ['tail'] } })],
    ['options.part.gaze', () => walk.layer(walk, { part: { gaze: 1 } })],
    ['options.isAdditive', () => walk.layer(walk, { isAdditive: 'yes' })],
  ];
  for (const [name, call] of refused)
    assert.throws(call, (error) => error instanceof TypeError && error.message.startsWith(`${name} must`), name);
  const outOfRange = [
    () => walk.timeOfFrame(-1),
    () => walk.cut(-1),
    () => walk.trimRest(0),
    () => walk.speed(0),
    () => walk.smooth({ cutoff: 0 }),
    () => walk.smooth({ maxDegrees: -1 }),
    () => walk.join(walk, { blend: -1 }),
    () => walk.layer(walk, { weight: 2 }),
  ];
  for (const call of outOfRange) assert.throws(call, RangeError, String(call));
  assert.throws(
    () => walk.cut(walk.duration + 1),
    (error) => error.code === 'invalid',
  );
  const gone = await Motion.load(sceneBytes('clip'));
  gone.dispose();
  assert.throws(() => gone.mirror(), /disposed/);
  assert.throws(() => walk.join(gone), /disposed/);
});

test('motions of nodes are not edited', async () => {
  vrm('bake', '-q', file('hero'), '--animation', file('clip'), '-o', file('baked.glb'));
  const glb = readFileSync(file('baked.glb')),
    size = glb.readUInt32LE(12);
  const json = JSON.parse(glb.toString('utf8', 20, 20 + size)),
    bin = glb.subarray(28 + size);
  for (const [i, node] of json.nodes.entries()) node.name = `part ${i}`; // no human skeleton
  delete json.extensions;
  delete json.extensionsUsed;
  delete json.extensionsRequired;
  json.buffers[0].uri = 'baked.bin';
  const motion = await Motion.load(JSON.stringify(json), { files: { 'baked.bin': bin } });
  assert.equal(motion.kind, 'nodes');
  assert.throws(
    () => motion.mirror(),
    (error) => error.code === 'invalid',
  );
  motion.dispose();
});

// ---- Fit ----

//
test('an animation has the measurements of its fit, as a clip has', async () => {
  const model = await Model.load(sceneBytes('hero')),
    rig = new Rig(model),
    clip = walk.clip(rig),
    animation = walk.animation(rig);
  assert.ok(animation.fit.isFitted && animation.fit.scale > 0.1);
  assert.deepEqual(animation.fit, clip.fit);
  assert.equal(model.fit, null);
  for (const owner of [animation, clip, rig, model]) owner.dispose();
});

//
test('a plain glTF skeleton is that of the command', async () => {
  const model = await Model.load(sceneBytes('hero')),
    rig = new Rig(model),
    skeleton = walk.animation(rig, { writesSkeleton: true });
  vrm('convert-motion', '-q', file('fbx'), '--avatar', file('hero'), '-o', file('walk.glb'));
  assert.ok(Buffer.from(await skeleton.save()).equals(readFileSync(file('walk.glb'))));
  assert.throws(() => walk.animation(rig, { writesSkeleton: 1 }), TypeError);
  for (const owner of [skeleton, rig, model]) owner.dispose();
});

// ---- Maps ----

const joint = (name, offset, children = '') =>
  `JOINT ${name}\n{\nOFFSET ${offset}\nCHANNELS 3 Zrotation Xrotation Yrotation\n${children || 'End Site\n{\nOFFSET 0 5 0\n}\n'}}\n`;

/** A figure whose legs have names that nobody knows. */
const stranger = () => {
  const leg = (side, x) =>
    joint(`${side} one`, `${x} 0 0`, joint(`${side} two`, '0 -45 0', joint(`${side} three`, '0 -45 0')));
  const arm = (side, x) =>
    joint(`${side}Arm`, `${x} 20 0`, joint(`${side}ForeArm`, `${x} 0 0`, joint(`${side}Hand`, `${x} 0 0`)));
  return `HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n${joint(
    'Spine',
    '0 10 0',
    joint('Neck', '0 40 0', joint('Head', '0 10 0')) + arm('Left', 20) + arm('Right', -20),
  )}${leg('gauche', 10)}${leg('droite', -10)}}\nMOTION\nFrames: 2\nFrame Time: 0.5\n${[0, 1]
    .map((frame) => [0, 95, 0, ...Array(3 * 16).fill(frame * 10)].join(' '))
    .join('\n')}\n`;
};

const names = {
  'gauche one': 'leftUpperLeg',
  'gauche two': 'leftLowerLeg',
  'gauche three': 'leftFoot',
  'droite one': 'rightUpperLeg',
  'droite two': 'rightLowerLeg',
  'droite three': 'rightFoot',
  LeftHand: null,
};

//
test('joints are the bones that a map says, as with the file of the command', async () => {
  writeFileSync(file('stranger.bvh'), stranger());
  const lines = Object.entries(names).map(([key, bone]) => `${key} = ${bone ?? '-'}\n`);
  writeFileSync(file('names.txt'), lines.join(''));
  vrm('convert-motion', '-q', file('stranger.bvh'), '--map', file('names.txt'), '-o', file('mapped.vrma'));
  const guessed = await Motion.load(stranger()).catch(() => null),
    written = await Clip.load(readFileSync(file('mapped.vrma')));
  assert.equal(guessed?.bones.includes('leftUpperLeg') ?? false, false);
  for (const given of [names, new Map(Object.entries(names))]) {
    const motion = await Motion.load(stranger(), { names: given }),
      clip = motion.clip(),
      once = await Clip.load(new TextEncoder().encode(stranger()), { names: given });
    for (const bone of Object.values(names)) if (bone) assert.ok(motion.bones.includes(bone), bone);
    assert.equal(motion.bones.includes('leftHand'), false);
    assert.equal(motion.bones.includes('rightHand'), true);
    assert.equal(clipDistance(clip, written), 0);
    assert.equal(clipDistance(once, written), 0);
    for (const owner of [motion, clip, once]) owner.dispose();
  }
  guessed?.dispose();
  written.dispose();
});

test('a file of the same rig gives the rest pose', async () => {
  const rest = new TextEncoder().encode(stranger()),
    motion = await Motion.load(stranger(), { names, restFile: rest });
  assert.ok(motion.report.findings.some(({ code }) => code === 'MOTION_REST_FROM_FILE'));
  motion.dispose();
  const other = new TextEncoder().encode(stranger().replace('gauche two', 'shin'));
  await assert.rejects(
    Motion.load(stranger(), { names, restFile: other }),
    (error) => error.code === 'invalid' && error.report.findings.some(({ code }) => code === 'MOTION_REST_FILE'),
  );
  await assert.rejects(Motion.load(stranger(), { names, restFile: 'rest' }), /options\.restFile must be/);
});

test('morphs are the expressions that a map says', async () => {
  const usual = await Clip.load(sceneBytes('vmd')),
    motion = await Motion.load(sceneBytes('vmd'), { morphs: { あ: 'surprised', 'nobody has this': 'sad' } }),
    clip = motion.clip();
  assert.ok(usual.expressions.includes('aa'), String(usual.expressions));
  assert.ok(clip.expressions.includes('surprised') && !clip.expressions.includes('aa'), String(clip.expressions));
  assert.ok(motion.report.findings.some(({ message }) => message.includes('nobody has this')));
  for (const owner of [usual, motion, clip]) owner.dispose();
});

test('wrong maps are named', async () => {
  const refused = [
    ['options.names', { names: 'Hips' }],
    ['options.names["Hips"]', { names: { Hips: 'tail' } }],
    ['options.morphs["A"]', { morphs: { A: 1 } }],
    ['options.names', { names: { 'a\0b': 'hips' } }],
    ['the key of options.morphs[1]', { morphs: new Map([[1, 'aa']]) }],
  ];
  for (const [name, options] of refused)
    await assert.rejects(
      Motion.load(stranger(), options),
      (error) => error instanceof TypeError && error.message.startsWith(`${name} must`),
    );
});
