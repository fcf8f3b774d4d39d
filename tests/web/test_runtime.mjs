// SPDX-License-Identifier: MIT
// Rigs, sims and clips through the JavaScript interface: the golden hash in Node and in chromium, the
// vectors of tests/vectors, springs and crowds.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { Quaternion } from 'three';
import { motionOf, valueAt } from '../judges/motion.mjs';
import { openPage, whyNoChromium } from './browser.mjs';
import { hashOfGreeting } from './golden.mjs';
import { load, sceneBytes, sourceFolder } from './support.mjs';

const libvrm = await load();
const { Baker, Clip, Model, Motion, Player, Recorder, Rig, Sim, aPose, boneNames, idlePose, poseLength, restPose } =
  libvrm;

// ---- Golden ----

const expected = /^motion (.*)$/m.exec(readFileSync(join(sourceFolder, 'tests/golden/hero.txt'), 'utf8'))[1];

test('the golden hash in Node', async () => {
  assert.equal(await hashOfGreeting(libvrm, sceneBytes('hero'), sceneBytes('hero-clip')), expected);
});

const noBrowser = await whyNoChromium();
test('the golden hash in chromium', { skip: noBrowser ?? false }, async () => {
  const { page, complaints, close } = await openPage({
    '/hero.vrm': sceneBytes('hero'),
    '/clip.vrma': sceneBytes('hero-clip'),
    '/golden.mjs': readFileSync(new URL('golden.mjs', import.meta.url)),
  });
  const hash = await page.evaluate(async () => {
    const bytes = async (path) => (await fetch(path)).arrayBuffer();
    const { hashOfGreeting } = await import('/golden.mjs');
    return hashOfGreeting(await import('/libvrm/index.js'), await bytes('/hero.vrm'), await bytes('/clip.vrma'));
  });
  await close();
  assert.equal(hash, expected);
  assert.deepEqual(complaints, []);
});

// ---- Vectors ----

const vectors = join(sourceFolder, 'tests/vectors');
const names = (ending) =>
  readdirSync(vectors)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length));

function drive(avatar, motion, frame) {
  const root = { translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] };
  for (const track of motion.tracks) {
    const value = valueAt(motion, track, frame);
    if (track.target === 'root') root[track.property] = value;
    else if (track.target === 'bone' && track.property === 'rotation') avatar.setBone(track.name, value);
    else if (track.target === 'bone') avatar.setHips(value);
    else if (track.target === 'expression') avatar.setExpression(track.name, value[0]);
    else if (track.property === 'position') avatar.lookAt(value);
    else avatar.lookAlong(...value);
  }
  avatar.setRoot(root.translation, root.rotation, root.scale);
}

/** World positions, and rotations multiplied down the hierarchy. */
function worldOf(avatar, node) {
  const [locals, worlds, root] = [avatar.locals, avatar.worlds, avatar.root()];
  const rotation = new Quaternion();
  for (let n = node; n >= 0; n = avatar.rig.parents[n])
    rotation.premultiply(new Quaternion(...locals.subarray(n * 10 + 3, n * 10 + 7)));
  rotation.premultiply(new Quaternion(...root.subarray(3, 7)));
  const at = (row) => worlds[node * 12 + row * 4 + 3];
  return [at(0), at(1), at(2), ...rotation.toArray()];
}

const near = (actual, wanted, within, what) => {
  assert.equal(actual.length, wanted.length, what);
  actual.forEach((value, i) =>
    assert.ok(Math.abs(value - wanted[i]) <= within, `${what}[${i}]: ${value}, not ${wanted[i]}`),
  );
};

/** Quaternions may come with either sign. */
function nearRotation(actual, wanted, what) {
  const dot = actual.reduce((sum, value, i) => sum + value * wanted[i], 0);
  near(
    actual.map((value) => value * Math.sign(dot)),
    wanted,
    5e-6,
    what,
  );
}

function compareFrame(avatar, header, frame) {
  const { rig } = avatar;
  const localRotation = (node) => [...avatar.locals.subarray(node * 10 + 3, node * 10 + 7)];
  header.bones.forEach((bone, i) => {
    const actual = worldOf(avatar, rig.bones[bone]);
    near(actual.slice(0, 3), frame.bone.slice(i * 7, i * 7 + 3), 5e-6, bone);
    nearRotation(actual.slice(3), frame.bone.slice(i * 7 + 3, i * 7 + 7), bone);
  });
  header.eyes.forEach((eye, i) => nearRotation(localRotation(rig.bones[eye]), frame.eye.slice(i * 4, i * 4 + 4), eye));
  if (frame.look) near([...avatar.gaze], frame.look, 1e-4, 'gaze');
  header.expressions.forEach((name, i) => {
    const index = rig.expressionIndex(name);
    near(
      [avatar.expressionInputs[index], avatar.expressionWeights[index]],
      frame.expression.slice(i * 2, i * 2 + 2),
      5e-6,
      name,
    );
  });
  if (frame.morph) near([...avatar.morphs], frame.morph, 5e-6, 'morphs');
  header.constraints.forEach(({ node }, i) =>
    nearRotation(localRotation(node), frame.constraint.slice(i * 4, i * 4 + 4), `constraint of ${node}`),
  );
  if (frame.material) near([...avatar.materialValues], frame.material, 5e-6, 'materials');
}

for (const name of names('.motion.json'))
  test(`vector ${name}`, async () => {
    const model = await Model.load(readFileSync(join(vectors, `${name}.gltf`)));
    const motion = motionOf(JSON.parse(readFileSync(join(vectors, `${name}.motion.json`), 'utf8')));
    const [header, ...frames] = readFileSync(join(vectors, `${name}.trace.jsonl`), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const rig = new Rig(model),
      sim = new Sim();
    const avatar = sim.add(rig);
    assert.equal(frames.length, motion.frames);
    for (const frame of frames) {
      drive(avatar, motion, frame.f);
      sim.step(frame.dt);
      compareFrame(avatar, header, frame);
    }
    for (const owner of [sim, rig, model]) owner.dispose();
  });

for (const name of names('.views.json'))
  test(`vector ${name}`, async () => {
    const model = await Model.load(readFileSync(join(vectors, `${name}.gltf`)));
    const { meshNodes } = JSON.parse(readFileSync(join(vectors, `${name}.views.json`), 'utf8'));
    const rig = new Rig(model),
      sim = new Sim();
    const avatar = sim.add(rig);
    const seen = (node, view) => {
      avatar.setView(view);
      return { hidden: 'none', visible: 'all', withoutHead: 'part' }[avatar.visibility(node)];
    };
    for (const { node, mesh, thirdPerson, firstPerson, triangles } of meshNodes) {
      assert.equal(seen(node, 'thirdPerson'), thirdPerson, `node ${node}`);
      const shown = seen(node, 'firstPerson');
      if (firstPerson !== 'part') {
        assert.equal(shown, firstPerson, `node ${node}`);
        continue;
      }
      const canonical = (list) =>
        list
          .map(([a, b, c]) => {
            // which corner comes first means nothing
            const least = Math.min(a, b, c);
            return (least === a ? [a, b, c] : least === b ? [b, c, a] : [c, a, b]).join();
          })
          .sort();
      model.json.meshes[mesh].primitives.forEach((_, primitive) => {
        const indices = [...model.firstPersonIndices(node, primitive)];
        const list = Array.from({ length: indices.length / 3 }, (_, i) => indices.slice(i * 3, i * 3 + 3));
        assert.deepEqual(canonical(list), canonical(triangles[primitive]), `node ${node}, primitive ${primitive}`);
      });
    }
    for (const owner of [sim, rig, model]) owner.dispose();
  });

// ---- Sims ----

async function heroRig() {
  const model = await Model.load(sceneBytes('hero'));
  const rig = new Rig(model);
  model.dispose();
  return rig;
}

test('an avatar of a crowd has the numbers of one alone, before and after memory has grown', async () => {
  const rig = await heroRig();
  const alone = new Sim(),
    crowd = new Sim();
  const one = alone.add(rig),
    first = crowd.add(rig);
  const run = (frames) => {
    for (let i = 0; i < frames; i++) {
      for (const avatar of [one, first]) {
        avatar.setRoot([Math.sin(i / 5), 0, 0]);
        avatar.setBone('head', [0, Math.sin(i / 7) / 2, 0, 1]);
      }
      alone.step(1 / 60);
      crowd.step(1 / 60);
      assert.deepEqual(first.locals, one.locals);
    }
  };
  run(10);
  const kept = first.locals,
    size = libvrm.memorySize();
  for (let i = 0; i < 200; i++) crowd.add(rig);
  assert.ok(libvrm.memorySize() > size, 'memory has grown');
  assert.equal(kept.length, 0, 'the view from before is over');
  run(10);
  assert.equal(crowd.avatars.length, 201);
  first.dispose();
  assert.equal(crowd.avatars.length, 200);
  for (const owner of [alone, crowd, rig]) owner.dispose();
});

test('springs sway, pause and come to rest', async () => {
  const rig = await heroRig();
  const sim = new Sim({ outputs: ['locals', 'springs'] });
  const avatar = sim.add(rig);
  const step = () => (sim.step(1 / 60), avatar.springRotations.slice());
  const rest = step();
  assert.equal(rest.length, rig.springJoints.length * 4);
  avatar.setForce([3, 0, 0]);
  for (let i = 0; i < 30; i++) step();
  const blown = step();
  assert.notDeepEqual(blown, rest);
  avatar.pauseSprings(true);
  assert.deepEqual(step(), step());
  assert.equal(avatar.worlds, null, 'an output that was not asked for');
  for (const owner of [sim, rig]) owner.dispose();
});

test('poses', async () => {
  const rig = await heroRig();
  const sim = new Sim();
  const avatar = sim.add(rig);
  assert.equal(restPose().length, poseLength);
  const pose = idlePose(1.5);
  avatar.setPose(pose);
  sim.step(0);
  near([...rig.readPose(avatar.locals)], [...pose], 1e-6, 'pose');
  avatar.setPose(aPose());
  sim.step(0);
  const q = aPose()
    .subarray(boneNames.indexOf('leftUpperArm') * 4)
    .subarray(0, 4);
  nearRotation(rig.boneNormalized('leftUpperArm', rig.boneLocal('leftUpperArm', q)), [...q], 'there and back');
  for (const owner of [sim, rig]) owner.dispose();
});

test('a recorded motion plays as it was, and a baked file has it as a glTF animation', async () => {
  const model = await Model.load(sceneBytes('hero'));
  const rig = new Rig(model),
    sim = new Sim();
  const avatar = sim.add(rig);
  const clip = await Clip.load(sceneBytes('hero-clip'));
  const player = new Player(clip, { loops: false });
  const recorder = await Recorder.create(rig, { name: 'again' });
  const baker = await Baker.create(rig, { name: 'baked' });
  const poses = [];
  for (let i = 0; i <= 60; i++) {
    player.time = i / 30;
    avatar.play(player);
    sim.step(1 / 30);
    recorder.addFrame(i / 30, avatar);
    baker.addFrame(i / 30, avatar);
    poses.push(rig.readPose(avatar.locals));
  }
  assert.equal(recorder.frameCount, 61);
  const file = recorder.finish();
  const again = new Clip(file);
  assert.equal(again.kind, 'humanoid');
  assert.equal(again.name, 'again');
  const sample = again.sample(1);
  assert.ok(sample.bones.includes('rightUpperArm'));
  const bone = boneNames.indexOf('rightUpperArm');
  const angle = new Quaternion(...sample.pose.subarray(bone * 4, bone * 4 + 4)).angleTo(
    new Quaternion(...poses[30].subarray(bone * 4, bone * 4 + 4)),
  );
  assert.ok(angle < 0.002, `${angle} rad apart`);
  baker.finish(model);
  assert.equal(model.json.animations[0].name, 'baked');
  const saved = await model.save();
  const nodes = await Clip.load(saved, { rig }); // the avatar's own
  assert.equal(nodes.kind, 'nodes');
  const person = await Clip.load(saved); // for every avatar
  assert.equal(person.kind, 'humanoid');
  person.dispose();
  assert.ok(nodes.sampleNodes(1, rig.rest()));
  for (const owner of [nodes, again, file, baker, recorder, clip, sim, rig, model]) owner.dispose();
});

test('FBX and VMD become clips, by their content', async () => {
  for (const [kind, options] of [
    ['fbx', {}],
    ['fbx-text', {}],
    ['fbx-old', {}],
    ['vmd', {}],
    ['vmd-fk', { model: sceneBytes('pmx') }],
  ]) {
    const clip = await Clip.load(sceneBytes(kind), options);
    assert.equal(clip.kind, 'humanoid', kind);
    assert.ok(clip.duration > 0.5 && clip.sample(0.25).bones.includes('leftUpperLeg'), kind);
    clip.dispose();
  }
  await assert.rejects(Clip.load(sceneBytes('vmd'), { model: new Uint8Array(0) }), (error) => error.code === 'invalid');
  await assert.rejects(Clip.load(sceneBytes('vmd').subarray(0, 40)), (error) => error.code === 'invalid');
});

test('feet of motion of other programs are held on the avatar that is to play it', async () => {
  const model = await Model.load(sceneBytes('hero')),
    rig = new Rig(model);
  const hips = async (options) => {
    const clip = await Clip.load(sceneBytes('vmd'), options);
    const { pose } = clip.sample(0.5),
      height = clip.hipsHeight;
    clip.dispose();
    return { pose: [...pose], height };
  };
  const own = await hips({}),
    free = await hips({ feet: 'free' }),
    held = await hips({ rig });
  assert.notDeepEqual(own.pose, free.pose);
  assert.equal(own.height, free.height);
  assert.ok(
    Math.abs(held.height - rig.restModel()[rig.bones.hips * 10 + 1]) < 1e-5,
    'the skeleton is that of the avatar',
  );
  await assert.rejects(Clip.load(sceneBytes('vmd'), { rig: {} }), /options\.rig must be a Rig/);
  await assert.rejects(Clip.load(sceneBytes('vmd'), { feet: 'tied' }), /options\.feet/);
  rig.dispose();
  model.dispose();
});

test('a motion tells what it is, and its clip and its animation play alike', async () => {
  const model = await Model.load(sceneBytes('hero')),
    rig = new Rig(model);
  const kinds = { fbx: ['capture', 'FBX'], vmd: ['capture', 'VMD'], 'hero-clip': ['animation', 'VRM animation'] };
  for (const [kind, [is, format]] of Object.entries(kinds)) {
    const motion = await Motion.load(sceneBytes(kind));
    assert.deepEqual([motion.kind, motion.format], [is, format]);
    assert.ok(motion.duration > 0.5 && motion.frameTime > 0 && motion.bones.includes('leftUpperLeg'), kind);
    assert.equal(motion.takes.length > motion.take, true);
    for (const options of [{ feet: 'hold' }, { rootMotion: 'remove' }, { loops: true, name: 'round' }]) {
      const clip = motion.clip(rig, options),
        animation = motion.animation(rig, options),
        again = new Clip(animation);
      assert.equal(clip.duration, again.duration);
      for (const share of [0, 0.3, 0.7, 1])
        assert.deepEqual(
          [...clip.sample(share * clip.duration).pose],
          [...again.sample(share * clip.duration).pose],
          kind,
        );
      if (options.name) assert.equal(clip.name, 'round');
      for (const owner of [clip, animation, again]) owner.dispose();
    }
    motion.dispose();
    assert.throws(() => motion.clip(rig), /disposed/);
  }
  assert.throws(() => new Motion(), /Motion\.load/);
  const motion = await Motion.load(sceneBytes('fbx')),
    clip = motion.clip(rig),
    loose = motion.clip(rig, { tolerances: { degrees: 5, metres: 0.1, weight: 0.1 } });
  assert.ok(clip.fit.isFitted && clip.fit.frames > 1 && clip.fit.scale > 0.1, JSON.stringify(clip.fit));
  assert.ok(loose.fit.keptKeys < clip.fit.keptKeys && clip.fit.keptKeys <= clip.fit.sourceKeys);
  assert.throws(() => motion.clip(rig, { tolerances: { degrees: -1 } }), RangeError);
  const own = await Clip.load(sceneBytes('hero-clip'));
  assert.equal(own.fit, null);
  for (const owner of [own, loose, clip, motion]) owner.dispose();
  for (const owner of [rig, model]) owner.dispose();
});

test('motion capture becomes a clip', async () => {
  const joint = (name, offset, children = '') =>
    `JOINT ${name}\n{\nOFFSET ${offset}\nCHANNELS 3 Zrotation Xrotation Yrotation\n${children || 'End Site\n{\nOFFSET 0 5 0\n}\n'}}\n`;
  const leg = (side, x) =>
    joint(`${side}UpLeg`, `${x} 0 0`, joint(`${side}Leg`, '0 -45 0', joint(`${side}Foot`, '0 -45 0')));
  const arm = (side, x) =>
    joint(`${side}Arm`, `${x} 20 0`, joint(`${side}ForeArm`, `${x} 0 0`, joint(`${side}Hand`, `${x} 0 0`)));
  const text = `HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n${joint(
    'Spine',
    '0 10 0',
    joint('Neck', '0 40 0', joint('Head', '0 10 0')) + arm('Left', 20) + arm('Right', -20),
  )}${leg('Left', 10)}${leg('Right', -10)}}\nMOTION\nFrames: 2\nFrame Time: 0.5\n${[0, 1]
    .map((frame) => [0, 95, 0, ...Array(3 * 16).fill(frame * 10)].join(' '))
    .join('\n')}\n`;
  const clip = await Clip.fromCapture(text, { name: 'walk' });
  assert.equal(clip.name, 'walk');
  assert.equal(clip.duration, 0.5);
  assert.ok(clip.sample(0.5).bones.includes('leftLowerArm'));
  clip.dispose();
  await assert.rejects(Clip.fromCapture('no bvh'), (error) => error.code === 'invalid' && error.report.errors > 0);
});
