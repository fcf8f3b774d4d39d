// SPDX-License-Identifier: MIT
// libvrm/three: against three-vrm over motions, and what it promises by itself. test_three_page.mjs has
// what needs a browser.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { compressed, corpus, hooks, load, packageFolder, sceneBytes, scenePath, sourceFolder } from './support.mjs';

globalThis.self ??= globalThis;
console.warn = () => {}; // three-vrm's remarks about what it does not support

const installed = await import('three').then(() => import('@pixiv/three-vrm')).catch(() => null);
const skip = installed ? false : 'three and three-vrm are not installed (tools/deps.sh check)';
const THREE = skip ? null : await import('three');
const { compareMotion, limits, parse } = skip ? {} : await import('./three_compare.mjs');
const ours = skip ? null : await load('three.js');

const buffer = (bytes) => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
const open = async (bytes, options) =>
  (await parse(buffer(bytes), (parser) => new ours.VRMLoaderPlugin(parser, options))).userData.vrm;

const folder = join(sourceFolder, 'tests/vectors/motions');
const motions = readdirSync(folder)
  .sort()
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));

function claim(channels, label) {
  for (const [channel, difference, where] of channels)
    assert.ok(difference <= limits[channel], `${label}: ${channel} of ${where} differs by ${difference}`);
}

for (const kind of ['0.x', '1.0-beta', '1.0', 'typical', 'springs', 'hero', 'hero-0.x'])
  test(`${kind} moves as in three-vrm`, { skip }, async () => {
    for (const motion of motions)
      claim(
        await compareMotion(buffer(sceneBytes(kind)), motion, ours, installed, { frames: 90 }),
        `${kind}, ${motion.name}`,
      );
  });

const turn = (angle, x, y) => {
  const s = Math.sin(angle / 2) / Math.hypot(x, y);
  return [x * s, y * s, 0, Math.cos(angle / 2)];
};
const samples = (frames, curve) => Array.from({ length: frames }, (_, f) => curve(f)).flat();
const sway = (frames) => ({
  name: 'sway',
  frames,
  dt: 1 / 60,
  tracks: [
    {
      target: 'root',
      property: 'translation',
      samples: samples(frames, (f) => [0.2 * Math.sin(0.05 * f), 0.02 * Math.sin(0.11 * f), 0.1 * Math.sin(0.03 * f)]),
    },
    { target: 'root', property: 'rotation', samples: samples(frames, (f) => turn(0.6 * Math.sin(0.02 * f), 0, 1)) },
    {
      target: 'bone',
      name: 'head',
      property: 'rotation',
      samples: samples(frames, (f) => turn(0.5 * Math.sin(0.07 * f), 0.4, 1)),
    },
  ],
});

for (const kind of ['springs', '1.0', '1.0-beta'])
  test(`springs of ${kind} sway as in three-vrm`, { skip }, async () => {
    claim(await compareMotion(buffer(sceneBytes(kind)), sway(150), ours, installed, { hasSprings: true }), kind);
  });

// ---- Releases of three.js ----

for (const release of ['three-170', 'three-157'])
  test(
    `hero moves as in three-vrm with ${release}`,
    {
      skip:
        skip ||
        (await import(release).then(
          () => false,
          () => `${release} is not installed`,
        )),
    },
    () => {
      const child = `
      globalThis.self ??= globalThis;
      console.warn = () => {};
      import { readFileSync } from 'node:fs';
      const { compareMotion, limits } = await import(process.argv[1]);
      const bytes = readFileSync(process.argv[3]), script = JSON.parse(readFileSync(process.argv[4]));
      const channels = await compareMotion(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), script,
        await import(process.argv[2]), await import('@pixiv/three-vrm'), { frames: 30 });
      const { REVISION } = await import('three');
      console.log(JSON.stringify({ REVISION, channels, limits }));`;
      const address = (path) => pathToFileURL(path).href;
      const { REVISION, channels } = JSON.parse(
        execFileSync(
          process.execPath,
          [
            '--import',
            hooks(release),
            '--input-type=module',
            '-e',
            child,
            address(join(sourceFolder, 'tests/web/three_compare.mjs')),
            address(join(packageFolder, 'three.js')),
            scenePath('hero'),
            join(folder, 'body.json'),
          ],
          { encoding: 'utf8', cwd: sourceFolder, stdio: ['ignore', 'pipe', 'ignore'] },
        ),
      );
      assert.equal(REVISION, release.slice(6));
      assert.ok(channels.length >= 4);
      claim(channels, release);
    },
  );

// ---- Files ----

test(
  'every avatar of the corpus that three-vrm opens moves as there',
  { skip: skip || (corpus('.vrm') ? false : 'VRM_CORPUS is not set') },
  async () => {
    const [motion] = motions.filter(({ name }) => name === 'body');
    let compared = 0,
      skipped = 0;
    for (const path of corpus('.vrm')) {
      const bytes = readFileSync(path),
        label = basename(path);
      const theirs = await parse(buffer(bytes), (parser) => new installed.VRMLoaderPlugin(parser)).catch(() => null);
      const avatar = await open(bytes).catch((error) => error);
      if (avatar instanceof Error) {
        assert.ok(!theirs?.userData.vrm, `${label}: three-vrm opens it, but here: ${avatar}`);
        assert.ok(avatar.report === undefined || avatar.report.findings.length > 0, `${label}: no reason is given`);
        skipped++;
        continue;
      }
      if (avatar === null) {
        assert.ok(!theirs?.userData.vrm, `${label}: three-vrm finds an avatar`);
        continue;
      }
      avatar.update(1 / 60);
      avatar.dispose();
      if (!theirs?.userData.vrm) continue;
      claim(await compareMotion(buffer(bytes), motion, ours, installed, { frames: 4 }), label);
      compared++;
    }
    assert.ok(compared > skipped, `${compared} compared, ${skipped} cannot be opened`);
  },
);

test('a file that cannot be used rejects with the report', { skip }, async () => {
  const bytes = sceneBytes('1.0');
  const size = bytes.readUInt32LE(12),
    json = JSON.parse(bytes.toString('utf8', 20, 20 + size));
  json.extensions.VRMC_vrm.humanoid.humanBones = 7;
  const text = Buffer.from(JSON.stringify(json).padEnd(Math.ceil(size / 4) * 4));
  assert.ok(text.length <= size);
  text.copy(bytes, 20);
  bytes.fill(0x20, 20 + text.length, 20 + size);
  await assert.rejects(open(bytes, { load: { isStrict: true } }), (error) => {
    assert.equal(error.name, 'VrmError');
    assert.ok(error.report.findings.length > 0);
    return true;
  });
});

test(
  'a compressed file moves as the plain one, by the decoder that the page gave the loader',
  {
    skip:
      skip ||
      (await import('meshoptimizer').then(
        () => false,
        () => 'meshoptimizer is not installed',
      )),
  },
  async () => {
    const { MeshoptDecoder } = await import('meshoptimizer');
    const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js');
    const loader = new GLTFLoader();
    loader.setMeshoptDecoder(MeshoptDecoder);
    loader.register(() => ({ name: 'NO_IMAGES', loadTexture: async () => new THREE.Texture() }));
    loader.register((parser) => new ours.VRMLoaderPlugin(parser));
    const plain = await open(sceneBytes('1.0'));
    const { vrm } = (await loader.parseAsync(buffer(await compressed(sceneBytes('1.0'))), '')).userData;
    for (const each of [plain, vrm]) {
      for (let f = 0; f < 5; f++) {
        each.humanoid.getNormalizedBoneNode('head').rotation.y = f / 5;
        each.update(1 / 60);
      }
    }
    assert.deepEqual([...vrm.avatar.locals], [...plain.avatar.locals]);
    for (const each of [plain, vrm]) each.dispose();
  },
);

test('a file without an avatar loads without one', { skip }, async () => {
  const text = new TextEncoder().encode(
    JSON.stringify({ asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{}] }),
  );
  assert.equal(await open(text), null);
});

// ---- The body ----

const near = (a, b, limit = 1e-5) => assert.ok(Math.abs(a - b) < limit, `${a} and ${b}`);

test('raw bones are the page’s own while autoUpdateHumanBones is false', { skip }, async () => {
  const vrm = await open(sceneBytes('1.0'), { autoUpdateHumanBones: false });
  const head = vrm.humanoid.getRawBoneNode('head');
  head.rotation.y = 0.5;
  vrm.humanoid.getNormalizedBoneNode('neck').rotation.y = 1;
  vrm.update(1 / 60);
  near(head.rotation.y, 0.5);
  near(vrm.humanoid.getRawBoneNode('neck').rotation.y, 0);
  const locals = vrm.avatar.locals,
    node = vrm.rig.bones.head * 10;
  near(locals[node + 4], Math.sin(0.25));
  vrm.humanoid.autoUpdateHumanBones = true;
  vrm.update(1 / 60);
  near(vrm.humanoid.getRawBoneNode('neck').quaternion.y, Math.sin(0.5));
  near(head.quaternion.y, 0);
  vrm.dispose();
});

test('Euler angles of driven nodes follow their quaternions, and stay as they were set', { skip }, async () => {
  const vrm = await open(sceneBytes('1.0'));
  const normalized = vrm.humanoid.getNormalizedBoneNode('head'),
    raw = vrm.humanoid.getRawBoneNode('head');
  const kept = raw.rotation;
  normalized.rotation.set(0.1, 0.4, 0.2);
  vrm.update(1 / 60);
  for (const axis of ['x', 'y', 'z']) near(kept[axis], normalized.rotation[axis]);
  assert.equal(raw.rotation, kept);
  near(new THREE.Euler().copy(kept).y, 0.4);
  near(new THREE.Quaternion().setFromEuler(kept).w, raw.quaternion.w);
  vrm.humanoid.autoUpdateHumanBones = false;
  raw.rotation.set(0, 2.5, 0);
  vrm.update(1 / 60);
  assert.equal(raw.rotation.y, 2.5);
  near(raw.quaternion.y, Math.sin(1.25));
  vrm.dispose();
});

test(
  'what the page does to nodes is seen: scale of a bone, place of the scene, a node of its own',
  { skip },
  async () => {
    const vrm = await open(sceneBytes('hero'));
    vrm.humanoid.getRawBoneNode('head').scale.setScalar(1.5);
    vrm.scene.position.set(1, 2, 3);
    vrm.update(1 / 60);
    const { locals } = vrm.avatar,
      head = vrm.rig.bones.head * 10;
    assert.deepEqual([...locals.slice(head + 7, head + 10)], [1.5, 1.5, 1.5]);
    assert.deepEqual([...vrm.avatar.root().slice(0, 3)], [1, 2, 3]);
    near(vrm.humanoid.getRawBoneNode('head').scale.x, 1.5);
    vrm.dispose();
  },
);

test('poses are set, read and reset as in three-vrm', { skip }, async () => {
  const bytes = buffer(sceneBytes('hero'));
  const vrm = await open(sceneBytes('hero'));
  const theirs = (await parse(bytes, (parser) => new installed.VRMLoaderPlugin(parser))).userData.vrm;
  const pose = {
    hips: { position: [0.1, 0.2, 0.3], rotation: [0, 0.6, 0, 0.8] },
    leftUpperArm: { rotation: [0.6, 0, 0, 0.8] },
  };
  const flat = (all) =>
    Object.keys(all)
      .sort()
      .flatMap((bone) => [...all[bone].position, ...all[bone].rotation]);
  const same = (a, b) => flat(a).forEach((value, i) => near(value, flat(b)[i]));
  for (const name of ['setNormalizedPose', 'setRawPose']) {
    vrm.humanoid[name](pose);
    theirs.humanoid[name](pose);
    for (const get of ['getNormalizedPose', 'getRawPose', 'getNormalizedAbsolutePose', 'getRawAbsolutePose'])
      same(vrm.humanoid[get](), theirs.humanoid[get]());
  }
  for (const reset of ['resetNormalizedPose', 'resetRawPose']) {
    vrm.humanoid[reset]();
    theirs.humanoid[reset]();
  }
  same(vrm.humanoid.getRawAbsolutePose(), theirs.humanoid.getRawAbsolutePose());
  vrm.dispose();
});

// ---- Face and view ----

test('looking at a point sets the angles of three-vrm', { skip }, async () => {
  for (const kind of ['hero', 'hero-0.x']) {
    const vrm = await open(sceneBytes(kind));
    const theirs = (await parse(buffer(sceneBytes(kind)), (parser) => new installed.VRMLoaderPlugin(parser))).userData
      .vrm;
    for (const each of [vrm, theirs]) {
      each.humanoid.getNormalizedBoneNode('neck').rotation.y = 0.3;
      each.update(0);
      each.scene.updateMatrixWorld(true);
      each.lookAt.lookAt(new THREE.Vector3(0.4, 1.7, kind === 'hero' ? 2 : -2));
    }
    near(vrm.lookAt.yaw, theirs.lookAt.yaw, 1e-2);
    near(vrm.lookAt.pitch, theirs.lookAt.pitch, 1e-2);
    const [a, b] = [vrm, theirs].map((each) => each.lookAt.getLookAtWorldPosition(new THREE.Vector3()));
    near(a.distanceTo(b), 0, 1e-4);
    vrm.update(0);
    near(vrm.avatar.gaze[0], vrm.lookAt.yaw, 1e-3);
    vrm.lookAt.reset();
    assert.equal(vrm.lookAt.yaw, 0);
    vrm.dispose();
  }
});

test('first person hides what the library hides, and makes layers', { skip }, async () => {
  const { Model } = await load();
  const { indicesWithoutHead } = await load('three/first_person.js');
  for (const kind of ['hero', '1.0']) {
    const bytes = sceneBytes(kind),
      model = await Model.load(bytes);
    const vrm = await open(bytes);
    const head = vrm.humanoid.getRawBoneNode('head');
    vrm.rig.meshNodes.forEach(({ node, isSplitInFirstPerson }, i) => {
      if (!isSplitInFirstPerson) return;
      vrm.firstPerson.meshAnnotations[i].meshes.forEach((mesh, primitive) =>
        assert.deepEqual(
          indicesWithoutHead(mesh, head),
          [...model.firstPersonIndices(node, primitive)],
          `node ${node}`,
        ),
      );
    });
    vrm.firstPerson.setup();
    const layers = new Set();
    vrm.scene.traverse((object) => object.isMesh && layers.add(object.layers.mask));
    assert.ok(layers.has(1 << 10), 'something is for others only');
    vrm.dispose();
    model.dispose();
  }
});

// ---- Springs ----

test('springs are reset, and their settings change at any time', { skip }, async () => {
  const vrm = await open(sceneBytes('springs'));
  const swing = () => {
    for (let f = 0; f < 60; f++) {
      vrm.scene.position.x = 0.3 * Math.sin(f / 5);
      vrm.update(1 / 60);
    }
  };
  const [joint] = vrm.springBoneManager.joints;
  const rest = joint.bone.quaternion.clone();
  swing();
  assert.ok(joint.bone.quaternion.angleTo(rest) > 1e-3);
  for (const { settings } of vrm.springBoneManager.joints)
    Object.assign(settings, { stiffness: 1000, gravityPower: 0 });
  vrm.springBoneManager.reset();
  swing();
  near(joint.bone.quaternion.angleTo(rest), 0, 1e-2);
  for (const { settings } of vrm.springBoneManager.joints) {
    settings.stiffness = 0;
    settings.gravityPower = 1;
    settings.gravityDir.set(1, 0, 0);
  }
  swing();
  assert.ok(joint.bone.quaternion.angleTo(rest) > 0.1);
  vrm.dispose();
});

// ---- Animations ----

const openClip = async () =>
  (await parse(buffer(sceneBytes('hero-clip')), (parser) => new ours.VRMAnimationLoaderPlugin(parser))).userData
    .vrmAnimations[0];

test('an Actor moves an avatar as a player does', { skip }, async () => {
  const { Actor, Player } = await load();
  for (const kind of ['hero', 'hero-0.x']) {
    const animation = await openClip();
    const acted = await open(sceneBytes(kind)),
      played = await open(sceneBytes(kind));
    acted.update(0);
    const actor = await Actor.create(acted.avatar, { stance: 'rest' });
    actor.play(animation.clip, { fadeIn: 0 });
    played.players = [new Player(animation.clip)];
    for (let frame = 0; frame < 30; frame++) {
      actor.step(1 / 30);
      for (const vrm of [acted, played]) vrm.update(1 / 30);
      for (const bone of Object.keys(acted.humanoid.humanBones)) {
        if (bone.endsWith('Eye')) continue; // the gaze moves them
        const [a, b] = [acted, played].map(({ humanoid }) => humanoid.getRawBoneNode(bone));
        near(a.quaternion.angleTo(b.quaternion), 0, 2e-3);
        near(a.position.distanceTo(b.position), 0, 1e-4);
      }
    }
    for (const each of [actor, acted, played, animation]) each.dispose();
  }
});

test('a page turns bones over an Actor by vrm.avatar, and replaces its pose for one update', { skip }, async () => {
  const { Actor } = await load();
  const vrm = await open(sceneBytes('hero')),
    { humanoid } = vrm,
    head = humanoid.getRawBoneNode('head'),
    arm = humanoid.getRawBoneNode('leftUpperArm');
  vrm.update(0);
  const actor = await Actor.create(vrm.avatar, { stance: 'a' });
  const update = (between = () => {}) => {
    actor.step(1 / 60);
    between();
    vrm.update(1 / 60);
    return [head, arm].map(({ quaternion }) => quaternion.clone());
  };
  const [headRest, armRest] = ['head', 'leftUpperArm'].map((bone) =>
    new THREE.Quaternion().fromArray(humanoid.rawRestPose[bone].rotation),
  );
  const [, lowered] = update();
  assert.ok(lowered.angleTo(armRest) > 0.5, 'the stance of the actor');
  const turn = [0, Math.sin(0.2), 0, Math.cos(0.2)];
  const [turned, beside] = update(() => vrm.avatar.setBone('head', turn));
  near(turned.angleTo(headRest), 0.4, 1e-3);
  near(beside.angleTo(lowered), 0, 1e-3);
  near(update()[0].angleTo(headRest), 0, 1e-3);
  const [own, other] = update(() => humanoid.getNormalizedBoneNode('head').quaternion.fromArray(turn));
  near(own.angleTo(headRest), 0.4, 1e-3);
  near(other.angleTo(armRest), 0, 1e-3);
  near(update()[1].angleTo(lowered), 0, 1e-3);
  for (const each of [actor, vrm]) each.dispose();
});

test(
  'a VRM animation moves an avatar through AnimationMixer as three-vrm-animation does, and as our player',
  { skip },
  async () => {
    const { Player } = await load();
    const { VRMAnimationLoaderPlugin, createVRMAnimationClip } = await import('@pixiv/three-vrm-animation');
    for (const kind of ['hero', 'hero-0.x']) {
      const animation = await openClip();
      const vrm = await open(sceneBytes(kind)),
        played = await open(sceneBytes(kind));
      const theirs = (await parse(buffer(sceneBytes(kind)), (parser) => new installed.VRMLoaderPlugin(parser))).userData
        .vrm;
      const theirClip = (await parse(buffer(sceneBytes('hero-clip')), (parser) => new VRMAnimationLoaderPlugin(parser)))
        .userData.vrmAnimations[0];
      const mixers = [
        [vrm, ours.createVRMAnimationClip(animation, vrm)],
        [theirs, createVRMAnimationClip(theirClip, theirs)],
      ].map(([each, clip]) => {
        const mixer = new THREE.AnimationMixer(each.scene);
        mixer.clipAction(clip).play();
        return mixer;
      });
      const player = new Player(animation.clip, { speed: 0 });
      played.players = [player];
      for (let time = 0; time < animation.duration; time += animation.duration / 7) {
        player.time = time;
        for (const mixer of mixers) mixer.setTime(time);
        for (const each of [vrm, theirs, played]) each.update(0);
        for (const bone of Object.keys(vrm.humanoid.humanBones)) {
          if (bone.endsWith('Eye')) continue; // the gaze moves them
          const [a, b, c] = [vrm, theirs, played].map((each) => each.humanoid.getRawBoneNode(bone));
          near(a.quaternion.angleTo(b.quaternion), 0, 2e-3);
          near(a.quaternion.angleTo(c.quaternion), 0, 2e-3);
          near(a.position.distanceTo(c.position), 0, 1e-4);
          near(a.position.distanceTo(b.position), 0, 1e-4);
        }
        for (const { expressionName, weight } of vrm.expressionManager.expressions)
          near(weight, theirs.expressionManager.getValue(expressionName), 1e-3);
      }
      played.players = [];
      played.update(0);
      near(
        played.humanoid
          .getRawBoneNode('leftUpperArm')
          .quaternion.angleTo(new THREE.Quaternion().fromArray(played.humanoid.rawRestPose.leftUpperArm.rotation)),
        0,
        1e-3,
      );
      for (const each of [vrm, played, animation]) each.dispose();
    }
  },
);

// ---- Clones, crowds, life ----

test('clones share geometry and textures, and move by themselves', { skip }, async () => {
  const vrm = await open(sceneBytes('hero'));
  vrm.expressionManager.setValue('happy', 1);
  vrm.update(1 / 60);
  const copy = vrm.clone();
  const meshes = [vrm, copy].map(({ scene }) => {
    const list = [];
    scene.traverse((object) => object.isMesh && list.push(object));
    return list;
  });
  assert.equal(meshes[0].length, meshes[1].length);
  meshes[0].forEach((mesh, i) => {
    assert.equal(mesh.geometry, meshes[1][i].geometry);
    if (mesh.skeleton) assert.notEqual(mesh.skeleton, meshes[1][i].skeleton);
    if (mesh.skeleton) assert.equal(meshes[1][i].skeleton.bones.includes(mesh.skeleton.bones[0]), false);
  });
  copy.expressionManager.setValue('happy', 0);
  copy.humanoid.getNormalizedBoneNode('head').rotation.y = 1;
  copy.update(1 / 60);
  vrm.update(1 / 60);
  const morphs = (list) =>
    list.flatMap(({ morphTargetInfluences }) => morphTargetInfluences ?? []).reduce((sum, weight) => sum + weight, 0);
  assert.ok(morphs(meshes[0]) > 0.5);
  assert.equal(morphs(meshes[1]), 0);
  near(vrm.humanoid.getRawBoneNode('head').rotation.y, 0);
  near(copy.humanoid.getRawBoneNode('head').rotation.y, 1);
  vrm.dispose();
  copy.update(1 / 60); // the rig lives as long as one of them does
  assert.throws(() => vrm.update(1 / 60), /disposed/);
  copy.dispose();
});

test('a clone of an avatar that does not stand at rest has its rest pose', { skip }, async () => {
  const vrm = await open(sceneBytes('hero'));
  const rest = structuredClone(vrm.humanoid.rawRestPose);
  vrm.humanoid.getNormalizedBoneNode('leftUpperArm').rotation.z = 1;
  vrm.update(1 / 60);
  const copy = vrm.clone();
  assert.deepEqual(copy.humanoid.rawRestPose, rest);
  assert.deepEqual(copy.humanoid.normalizedRestPose, vrm.humanoid.normalizedRestPose);
  copy.humanoid.resetNormalizedPose();
  copy.update(1 / 60);
  const { leftUpperArm } = copy.humanoid.getRawPose();
  near(Math.abs(leftUpperArm.rotation[3]), 1);
  vrm.dispose();
  copy.dispose();
});

test('a crowd moves its members as they move alone', { skip }, async () => {
  const alone = await open(sceneBytes('hero'));
  const members = Array.from({ length: 5 }, () => alone.clone());
  const crowd = new ours.VRMCrowd();
  members.forEach((vrm) => crowd.add(vrm));
  assert.throws(() => members[0].update(1 / 60), /VRMCrowd/);
  for (let f = 0; f < 30; f++) {
    for (const vrm of [alone, ...members]) {
      vrm.humanoid.getNormalizedBoneNode('head').rotation.y = Math.sin(f / 5);
      vrm.scene.position.x = Math.sin(f / 4);
      vrm.expressionManager.setValue('aa', f / 30);
    }
    crowd.update(1 / 60);
    alone.update(1 / 60);
  }
  const state = (vrm) => [...vrm.avatar.locals];
  for (const vrm of members) assert.deepEqual(state(vrm), state(alone));
  members[0].dispose();
  assert.equal(crowd.vrms.length, 4);
  crowd.dispose();
  members[1].update(1 / 60);
  for (const vrm of [alone, ...members.slice(1)]) vrm.dispose();
});

test('rounds of loading and disposing stay in the same memory', { skip }, async () => {
  const { memorySize } = await load();
  const bytes = sceneBytes('1.0');
  const round = async (i) => {
    const vrm = await open(bytes),
      copy = vrm.clone();
    copy.update(1 / 60);
    if (i % 2) ours.VRMUtils.deepDispose(vrm.scene);
    else vrm.dispose();
    assert.ok(vrm.isDisposed);
    copy.dispose();
  };
  for (let i = 0; i < 5; i++) await round(i);
  const before = memorySize();
  for (let i = 0; i < 40; i++) await round(i);
  assert.equal(memorySize(), before);
});

test('wrong arguments are named', { skip }, async () => {
  const vrm = await open(sceneBytes('1.0'));
  assert.throws(() => vrm.update('1'), /delta/);
  assert.throws(() => {
    vrm.players = 7;
  }, /players/);
  assert.throws(() => ours.createVRMAnimationClip({}, vrm), /animation/);
  assert.throws(() => new ours.VRMCrowd().add({}), /vrm/);
  assert.throws(() => new ours.VRMLoaderPlugin({}, 7), /options/);
  vrm.dispose();
  assert.throws(() => vrm.clone(), /disposed/);
});

test('combined skeletons and fewer vertices draw the same', { skip }, async () => {
  const vrm = await open(sceneBytes('hero'));
  const corner = () => {
    vrm.scene.updateMatrixWorld(true);
    const sum = new THREE.Vector3(),
      at = new THREE.Vector3();
    vrm.scene.traverse((mesh) => {
      if (!mesh.isSkinnedMesh) return;
      mesh.skeleton.update();
      const { index } = mesh.geometry;
      for (let i = 0; i < index.count; i += 97)
        sum.add(
          mesh.applyBoneTransform(
            index.getX(i),
            at.fromBufferAttribute(mesh.geometry.attributes.position, index.getX(i)),
          ),
        );
    });
    return sum;
  };
  vrm.humanoid.getNormalizedBoneNode('head').rotation.y = 0.7;
  vrm.update(0);
  const before = corner();
  ours.VRMUtils.removeUnnecessaryVertices(vrm.scene);
  ours.VRMUtils.combineSkeletons(vrm.scene);
  ours.VRMUtils.combineMorphs(vrm);
  near(corner().distanceTo(before), 0, 1e-3);
  vrm.dispose();
});
