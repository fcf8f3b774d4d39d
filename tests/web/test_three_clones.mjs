// SPDX-License-Identifier: MIT
// Clones of libvrm/three are made of light nodes. To a page they are what the original is: the same places,
// matrices and skeletons, whatever it does to them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { corpus, load, packageFolder, sceneBytes, scenePath, sourceFolder } from './support.mjs';

globalThis.self ??= globalThis;
console.warn = () => {};
const THREE = await import('three').catch(() => null);
const skip = THREE ? false : 'three is not installed (tools/deps.sh check)';
const { parse } = skip ? {} : await import('./three_compare.mjs');
const ours = skip ? null : await load('three.js');
const { Player } = await load();

const buffer = (bytes) => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
const open = async (kind, options) =>
  (await parse(buffer(sceneBytes(kind)), (parser) => new ours.VRMLoaderPlugin(parser, options))).userData.vrm;
const near = (a, b, limit, label) => assert.ok(Math.abs(a - b) <= limit, `${label}: ${a} and ${b}`);

const objectsOf = ({ scene }) => {
  const list = [];
  scene.traverse((object) => list.push(object));
  return list;
};

/** Everything that a renderer or a page reads of two scenes. */
function assertSame(a, b, label) {
  for (const { scene } of [a, b]) scene.updateMatrixWorld();
  const [mine, others] = [objectsOf(a), objectsOf(b)];
  assert.deepEqual(
    others.map(({ name, type }) => `${type} ${name}`),
    mine.map(({ name, type }) => `${type} ${name}`),
    label,
  );
  mine.forEach((object, i) => {
    const other = others[i],
      where = `${label}: ${object.name}`;
    object.matrixWorld.elements.forEach((value, k) =>
      near(value, other.matrixWorld.elements[k], 2e-5, `${where} matrixWorld ${k}`),
    );
    if (!object.skeleton) return;
    for (const { skeleton } of [object, other]) skeleton.update();
    object.skeleton.boneMatrices.forEach((value, k) =>
      near(value, other.skeleton.boneMatrices[k], 5e-5, `${where} bone matrix ${k}`),
    );
  });
}

/** And their places, which makes nodes live. */
function assertSamePlaces(a, b, label) {
  const others = objectsOf(b);
  objectsOf(a).forEach((object, i) => {
    for (const key of ['position', 'quaternion', 'scale'])
      object[key]
        .toArray()
        .forEach((value, k) => near(value, others[i][key].toArray()[k], 1e-6, `${label}: ${object.name}.${key}`));
    if (object.name.startsWith('VRMExpression')) return;
    const turn = new THREE.Quaternion().setFromEuler(others[i].rotation);
    near(Math.abs(turn.dot(object.quaternion)), 1, 1e-5, `${label}: ${object.name}.rotation`);
    assert.deepEqual(others[i].userData, object.userData);
    assert.ok(others[i] instanceof THREE.Object3D && others[i].isObject3D);
    assert.equal(others[i].constructor, object.constructor);
    assert.equal(others[i].layers.mask, object.layers.mask);
  });
  assert.equal(new Set(others.map(({ uuid }) => uuid)).size, others.length);
  assert.equal(new Set(others.map(({ id }) => id)).size, others.length);
}

function drive(vrm, f) {
  vrm.scene.position.set(0.2 * Math.sin(f / 7), 0, 0.1 * f);
  vrm.scene.rotation.y = f / 20;
  vrm.humanoid.getNormalizedBoneNode('head').rotation.y = Math.sin(f / 5);
  vrm.humanoid.getNormalizedBoneNode('hips').position.y += 0.001;
  vrm.humanoid.getNormalizedBoneNode('leftUpperArm').quaternion.set(0, 0, Math.sin(f / 20), Math.cos(f / 20));
  vrm.expressionManager.setValue('aa', (f % 10) / 10);
  if (vrm.lookAt) vrm.lookAt.yaw = f;
}

for (const kind of ['1.0', '0.x', 'hero', 'typical', 'springs'])
  test(`a clone of ${kind} moves as a second file does, and a clone of it`, { skip }, async () => {
    const [vrm, plain] = [await open(kind), await open(kind)];
    const copy = vrm.clone(),
      second = copy.clone();
    assertSame(plain, copy, `${kind}, new`);
    for (let f = 0; f < 40; f++) {
      for (const each of [plain, copy, second]) {
        drive(each, f);
        each.update(1 / 60);
      }
      if (f % 13 === 5) for (const each of [copy, second]) assertSame(plain, each, `${kind}, frame ${f}`);
    }
    assert.deepEqual([...copy.avatar.locals], [...plain.avatar.locals]);
    assertSamePlaces(plain, copy, kind);
    for (const each of [plain, copy, second]) each.update(1 / 60);
    assertSame(plain, copy, `${kind}, live`);
    assertSame(plain, second, `${kind}, of a clone`);
    assert.deepEqual([...copy.avatar.locals], [...plain.avatar.locals], 'looking at a node does not move it');
    for (const each of [vrm, plain, copy, second]) each.dispose();
  });

test(
  'what a page did to the original’s nodes is the clone’s too, and what it does to the clone’s is not the original’s',
  { skip },
  async () => {
    const vrm = await open('hero', { springRate: 0 });
    const tail = vrm.scene.getObjectByName(vrm.springBoneManager ? [...vrm.springBoneManager.joints][0].bone.name : '');
    vrm.humanoid.getRawBoneNode('head').scale.setScalar(1.5);
    vrm.humanoid.getNormalizedBoneNode('leftUpperArm').rotation.z = 1;
    vrm.update(1 / 60);
    tail.scale.y = 2; // after the update: it was not taken yet
    const copy = vrm.clone(),
      third = copy.clone();
    for (const each of [vrm, copy, third]) each.springBoneManager.reset();
    for (const each of [vrm, copy, third]) each.update(0);
    const head = vrm.rig.bones.head * 10;
    for (const each of [vrm, copy, third])
      assert.deepEqual([...each.avatar.locals.slice(head + 7, head + 10)], [1.5, 1.5, 1.5]);
    assert.deepEqual([...copy.avatar.locals], [...vrm.avatar.locals]);
    assert.deepEqual([...third.avatar.locals], [...vrm.avatar.locals]);
    copy.humanoid.getRawBoneNode('head').scale.setScalar(1);
    copy.humanoid.getNormalizedBoneNode('leftUpperArm').rotation.z = 0;
    for (const each of [vrm, copy]) each.update(1 / 60);
    assert.equal(copy.avatar.locals[head + 7], 1);
    assert.equal(vrm.avatar.locals[head + 7], 1.5);
    near(vrm.humanoid.getNormalizedBoneNode('leftUpperArm').rotation.z, 1, 1e-6, 'the original’s pose');
    for (const each of [vrm, copy, third]) each.dispose();
  },
);

test('things hang on the bones of a clone, and rays hit it', { skip }, async () => {
  const vrm = await open('hero'),
    copy = vrm.clone();
  copy.scene.position.set(3, 0, 0);
  const hat = new THREE.Mesh(new THREE.BoxGeometry(0.1, 0.1, 0.1), new THREE.MeshBasicMaterial());
  hat.position.y = 0.3;
  copy.humanoid.getRawBoneNode('head').add(hat);
  copy.humanoid.getNormalizedBoneNode('spine').rotation.z = 0.5;
  copy.update(1 / 60);
  const at = hat.getWorldPosition(new THREE.Vector3());
  const head = copy.humanoid.getRawBoneNode('head').getWorldPosition(new THREE.Vector3());
  near(at.distanceTo(head), 0.3, 1e-5, 'the hat');
  assert.ok(Math.abs(at.x - 3) > 0.1 && Math.abs(at.x - 3) < 1);
  copy.scene.updateMatrixWorld();
  const hits = new THREE.Raycaster(new THREE.Vector3(at.x, at.y, 5), new THREE.Vector3(0, 0, -1)).intersectObject(
    copy.scene,
    true,
  );
  assert.ok(hits.some(({ object }) => object === hat));
  const body = new THREE.Raycaster(new THREE.Vector3(3, 1, 5), new THREE.Vector3(0, 0, -1)).intersectObject(
    copy.scene,
    true,
  );
  assert.ok(body.some(({ object }) => object.isSkinnedMesh));
  const free = copy.humanoid.getRawBoneNode('rightHand');
  free.remove(...free.children);
  const group = new THREE.Group();
  group.position.set(9, 9, 9);
  group.attach(free);
  near(free.getWorldPosition(new THREE.Vector3()).x, 3, 1, 'a bone that is moved elsewhere stays where it is');
  vrm.dispose();
  copy.dispose();
});

test('matrices that a page sets itself are used', { skip }, async () => {
  const vrm = await open('1.0'),
    copy = vrm.clone();
  for (const each of [vrm, copy]) {
    const arm = each.humanoid.getRawBoneNode('leftUpperArm');
    arm.matrixAutoUpdate = false;
    arm.matrix.makeTranslation(1, 2, 3);
    const hand = each.humanoid.getRawBoneNode('rightHand');
    void hand.matrix;
    each.update(1 / 60);
    each.scene.updateMatrixWorld();
    hand.matrixWorldAutoUpdate = false;
    hand.matrixWorld.makeTranslation(4, 5, 6);
  }
  assertSame(vrm, copy, 'matrices');
  assert.deepEqual([...copy.humanoid.getRawBoneNode('rightHand').matrixWorld.elements].slice(12, 15), [4, 5, 6]);
  const [a, b] = [vrm, copy].map((each) => each.humanoid.getRawBoneNode('head'));
  for (const each of [vrm, copy]) {
    each.humanoid.getNormalizedBoneNode('head').rotation.x = 1;
    each.update(1 / 60);
    each.scene.updateMatrixWorld();
  }
  a.matrix.elements.forEach((value, i) => near(value, b.matrix.elements[i], 1e-6, 'matrix'));
  vrm.dispose();
  copy.dispose();
});

test(
  'AnimationMixer moves the bones, the normalized bones and the expressions of a clone by their names',
  { skip },
  async () => {
    const animation = (
      await parse(buffer(sceneBytes('hero-clip')), (parser) => new ours.VRMAnimationLoaderPlugin(parser))
    ).userData.vrmAnimations[0];
    const vrm = await open('hero'),
      clip = ours.createVRMAnimationClip(animation, vrm),
      copy = vrm.clone();
    const played = vrm.clone();
    const mixers = [vrm, copy].map((each) => {
      const mixer = new THREE.AnimationMixer(each.scene);
      mixer.clipAction(clip).play();
      return mixer;
    });
    const player = new Player(animation.clip, { speed: 0 });
    played.players = [player];
    for (let time = 0; time < animation.duration; time += animation.duration / 5) {
      for (const mixer of mixers) mixer.setTime(time);
      player.time = time;
      for (const each of [vrm, copy, played]) each.update(0);
      if (vrm.lookAt) copy.lookAt.yaw = vrm.lookAt.yaw;
    }
    const bone = vrm.rig.bones.leftUpperArm * 10;
    for (let i = 3; i < 7; i++) {
      near(copy.avatar.locals[bone + i], vrm.avatar.locals[bone + i], 1e-5, 'mixer');
      near(copy.avatar.locals[bone + i], played.avatar.locals[bone + i], 2e-3, 'player');
    }
    const raw = copy.humanoid.getRawBoneNode('head');
    copy.humanoid.autoUpdateHumanBones = false;
    const own = new THREE.AnimationMixer(copy.scene);
    own
      .clipAction(
        new THREE.AnimationClip('turn', 1, [
          new THREE.QuaternionKeyframeTrack(`${raw.name}.quaternion`, [0, 1], [0, 0, 0, 1, 0, 1, 0, 0]),
        ]),
      )
      .play();
    own.setTime(0.5);
    copy.update(0);
    near(copy.avatar.locals[vrm.rig.bones.head * 10 + 4], Math.SQRT1_2, 1e-5, 'a raw bone');
    for (const each of [vrm, copy, played, animation]) each.dispose();
  },
);

test('a clone is cloned, copied and written as JSON by three.js itself', { skip }, async () => {
  const { clone } = await import('three/addons/utils/SkeletonUtils.js');
  const vrm = await open('hero'),
    copy = vrm.clone();
  copy.humanoid.getNormalizedBoneNode('head').rotation.y = 1;
  copy.update(1 / 60);
  const scene = clone(copy.scene);
  assertSame(copy, { scene }, 'SkeletonUtils.clone()');
  const bone = scene.getObjectByName(vrm.humanoid.getRawBoneNode('head').name);
  assert.equal(Object.getPrototypeOf(bone), THREE.Bone.prototype);
  const json = copy.scene.toJSON();
  assert.ok(JSON.stringify(json).includes(bone.name));
  vrm.dispose();
  copy.dispose();
});

test(
  '100 clones of a typical figure take less than a fifth of what three-vrm takes for 100 files (docs/reference/web.md)',
  { skip },
  () => {
    const child = `
    globalThis.self ??= globalThis; console.warn = () => {};
    import { readFileSync } from 'node:fs';
    const { parse } = await import(process.argv[1]);
    const { VRMLoaderPlugin } = await import(process.argv[2]);
    const file = readFileSync(process.argv[3]);
    const { vrm } = (await parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.length), (parser) => new VRMLoaderPlugin(parser))).userData;
    vrm.update(1 / 60);
    const used = () => { gc(); gc(); const { heapUsed, external } = process.memoryUsage(); return heapUsed + external; };
    const kept = [], before = used();
    for (let i = 0; i < 100; i++) { kept.push(vrm.clone()); kept.at(-1).update(1 / 60); }
    await new Promise((resolve) => setTimeout(resolve, 50));
    console.log(used() - before);
    process.exit(kept.length === 100 ? 0 : 1);`;
    const address = (path) => pathToFileURL(path).href;
    const bytes = Number(
      execFileSync(
        process.execPath,
        [
          '--expose-gc',
          '--input-type=module',
          '-e',
          child,
          address(join(sourceFolder, 'tests/web/three_compare.mjs')),
          address(join(packageFolder, 'three.js')),
          scenePath('typical'),
        ],
        { encoding: 'utf8', cwd: sourceFolder },
      ),
    );
    assert.ok(bytes < 27e6, `${(bytes / 1e6).toFixed(1)} MB`);
  },
);

// ---- What GLTFLoader makes ----

const isOwn = ({ name }) => name === 'VRMHumanoidRig' || name.startsWith('VRMExpression_');

/** Two loads of a file, with and without the avatar: the same objects with the same members. */
async function assertSameScene(bytes, label, plugin = {}) {
  const bare = await parse(bytes, () => ({ name: 'OTHER', ...plugin })).catch(() => null);
  if (!bare?.scene) return false;
  const gltf = await parse(bytes, (parser) => new ours.VRMLoaderPlugin(parser, { materials: 'plain' })).catch(
    () => null,
  );
  if (!gltf?.userData.vrm) return false;
  const describe = ({ scene, parser }) => {
    const list = [];
    const visit = (object, depth) => {
      if (isOwn(object)) return;
      list.push({
        depth,
        type: object.type,
        class: object.constructor.name,
        name: object.name,
        userData: object.userData,
        node: parser.associations.get(object)?.nodes,
        bones: object.skeleton?.bones.map(({ name }) => name),
        place: [...object.position.toArray(), ...object.quaternion.toArray(), ...object.scale.toArray()].map(
          Math.fround,
        ),
      });
      for (const child of object.children) visit(child, depth + 1);
    };
    visit(scene, 0);
    return list;
  };
  assert.deepEqual(describe(gltf), describe(bare), label);
  gltf.userData.vrm.dispose();
  return true;
}

test('the scene is the one that GLTFLoader makes without the plugin', { skip }, async () => {
  for (const kind of ['1.0', '0.x', '1.0-beta', 'hero', 'hero-0.x', 'typical', 'springs', 'vroid'])
    assert.ok(await assertSameScene(buffer(sceneBytes(kind)), kind));
});

test(
  'and for every avatar of the corpus',
  { skip: skip || (corpus('.vrm') ? false : 'VRM_CORPUS is not set') },
  async () => {
    let compared = 0;
    for (const path of corpus('.vrm')) compared += await assertSameScene(buffer(readFileSync(path)), basename(path));
    assert.ok(compared > 5, `${compared} compared`);
  },
);

test('plain nodes are light, and all are the loader’s where another plugin makes nodes', { skip }, async () => {
  const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js');
  const loaded = async (plugin) => {
    const loader = new GLTFLoader();
    loader.register(() => ({ name: 'NO_IMAGES', loadTexture: async () => new THREE.Texture(), ...plugin }));
    loader.register((parser) => new ours.VRMLoaderPlugin(parser));
    return (await loader.parseAsync(buffer(sceneBytes('hero')), '')).userData.vrm;
  };
  const seen = [];
  const [light, plain] = [await loaded({}), await loaded({ createNodeAttachment: (index) => void seen.push(index) })];
  assert.notEqual(Object.getPrototypeOf(light.humanoid.getRawBoneNode('head')), THREE.Bone.prototype);
  assert.equal(Object.getPrototypeOf(plain.humanoid.getRawBoneNode('head')), THREE.Bone.prototype);
  assert.equal(seen.length, plain.rig.nodeCount);
  for (let f = 0; f < 20; f++)
    for (const each of [light, plain]) {
      drive(each, f);
      each.update(1 / 60);
    }
  assertSame(plain, light, 'light and plain');
  assert.deepEqual([...light.avatar.locals], [...plain.avatar.locals]);
  for (const each of [light, plain]) each.dispose();
});
