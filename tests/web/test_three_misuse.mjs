// SPDX-License-Identifier: MIT
// libvrm/three in the hands of a page that does everything wrong: wrong types for every method, use after
// dispose, numbers that are none, files that are broken, lives that end in any order.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { filesBelow, load, packageFolder, sceneBytes, sourceFolder } from './support.mjs';

globalThis.self ??= globalThis;
globalThis.ProgressEvent ??= class extends Event {}; // FileLoader's, which broken files lead to
const warnings = [];
console.warn = (text) => warnings.push(String(text));
console.error = () => {}; // GLTFLoader's remarks about broken files

const THREE = await import('three').catch(() => null);
const skip = THREE ? false : 'three is not installed (tools/deps.sh check)';
const { parse } = skip ? {} : await import('./three_compare.mjs');
const ours = skip ? null : await load('three.js');
const { memorySize } = await load();

const buffer = (bytes) => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
const open = async (kind, options) =>
  (await parse(buffer(sceneBytes(kind)), (parser) => new ours.VRMLoaderPlugin(parser, options))).userData.vrm;

// ---- Wrong types ----

const wrongValues = () => [
  undefined,
  null,
  5,
  -1,
  1e9,
  NaN,
  Infinity,
  'x',
  '',
  true,
  Symbol('s'),
  10n,
  {},
  [],
  [1],
  [NaN, 0, 0],
  () => 1,
  new Date(),
  new Uint8Array(3),
  Object.create(null),
];

/** Methods of an object's own classes, not of three.js's. */
function methodsOf(object) {
  const names = new Set();
  for (
    let at = object;
    at && ![Object.prototype, THREE.Object3D.prototype].includes(at);
    at = Object.getPrototypeOf(at)
  )
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (typeof value === 'function' && name !== 'constructor' && !name.startsWith('_')) names.add(name);
  return names;
}

/** What the language itself says where nobody has looked at a value. */
const unchecked = /Cannot (read|convert|mix|destructure|set)|is not (a function|iterable|defined)|undefined \(/;

test('wrong types are refused by name or have no effect', { skip }, async () => {
  const vrm = await open('hero');
  const parts = {
    vrm,
    humanoid: vrm.humanoid,
    expressionManager: vrm.expressionManager,
    lookAt: vrm.lookAt,
    firstPerson: vrm.firstPerson,
    springBoneManager: vrm.springBoneManager,
    crowd: new ours.VRMCrowd(),
    VRMUtils: ours.VRMUtils,
  };
  const attempts = [];
  for (const [part, object] of Object.entries(parts))
    for (const method of methodsOf(object))
      if (!['dispose', 'clone'].includes(method))
        for (const value of wrongValues())
          for (const args of [[value], [value, value], ['head', value]])
            attempts.push([`${part}.${method}`, () => object[method](...args)]);
  for (const value of wrongValues())
    for (const make of [
      () => new ours.VRMCrowd(value).dispose(),
      () => new ours.VRMLoaderPlugin({}, value),
      () => new ours.VRM(value, value),
      () => ours.createVRMAnimationClip(value, vrm),
      () => new ours.VRMLookAtQuaternionProxy(value),
    ])
      attempts.push([String(make), make]);
  for (const [label, run] of attempts)
    try {
      run();
    } catch (error) {
      assert.doesNotMatch(error.message, unchecked, label);
    }
  vrm.update(1 / 60);
  vrm.dispose();
  parts.crowd.dispose();
});

const wrongStates = {
  'a bone’s place': [
    (vrm) => {
      vrm.humanoid.getRawBoneNode('head').position.x = NaN;
    },
    /node "Head".*translation\[0\]/,
  ],
  'a normalized bone': [
    (vrm) => {
      vrm.humanoid.getNormalizedBoneNode('head').rotation.x = NaN;
    },
    /bone head/,
  ],
  'the scene’s place': [
    (vrm) => {
      vrm.scene.position.x = NaN;
    },
    /the scene.*translation\[0\]/,
  ],
  'the gaze’s target': [
    (vrm) => {
      vrm.lookAt.target = 5;
    },
    /lookAt\.target must be an Object3D/,
  ],
  'the target’s place': [
    (vrm) => {
      vrm.lookAt.target = new THREE.Object3D();
      vrm.lookAt.target.position.y = NaN;
    },
    /lookAt\.target\.position\.y/,
  ],
  'a joint’s stiffness': [
    (vrm) => {
      [...vrm.springBoneManager.joints][0].settings.stiffness = 'x';
    },
    /settings\.stiffness/,
  ],
  'a joint’s gravity': [
    (vrm) => {
      [...vrm.springBoneManager.joints][0].settings.gravityDir = undefined;
    },
    /settings\.gravityDir/,
  ],
  'a player': [
    (vrm) => {
      vrm.players.push(5);
    },
    /players/,
  ],
};

test('values that an update cannot take are named, and what is right again goes on', { skip }, async () => {
  for (const [label, [spoil, message]] of Object.entries(wrongStates)) {
    const vrm = await open('hero');
    spoil(vrm);
    assert.throws(() => vrm.update(1 / 60), message, label);
    vrm.humanoid.getRawBoneNode('head').position.set(0, 0.1, 0);
    vrm.humanoid.resetNormalizedPose();
    vrm.humanoid.getNormalizedBoneNode('head').rotation.set(0, 0, 0);
    vrm.scene.position.set(0, 0, 0);
    vrm.lookAt.target = null;
    vrm.players = [];
    for (const { settings } of vrm.springBoneManager.joints)
      Object.assign(settings, { stiffness: 1, gravityDir: new THREE.Vector3(0, -1, 0) });
    vrm.update(1 / 60);
    vrm.dispose();
  }
  const vrm = await open('hero');
  assert.throws(
    () => vrm.humanoid.setNormalizedPose({ hips: { position: [1, 2, 3] }, head: { rotation: [1] } }),
    /pose\.head\.rotation/,
  );
  assert.deepEqual(vrm.humanoid.getNormalizedPose().hips.position, [0, 0, 0], 'a pose that is wrong changes nothing');
  assert.throws(() => vrm.firstPerson.setup({ firstPersonOnlyLayer: 32 }), /firstPersonOnlyLayer/);
  vrm.dispose();
});

const sound = (vrm) => vrm.avatar.locals.every(Number.isFinite);

test('times that no frame takes, and scales of nothing, leave numbers that are numbers', { skip }, async () => {
  const scaled =
    (find, ...scale) =>
    (vrm) =>
      find(vrm).scale.set(...scale);
  const scene = (vrm) => vrm.scene,
    bone = (name) => (vrm) => vrm.humanoid.getRawBoneNode(name);
  const changes = [
    ...[0, -1, -1e9, 1e9, 3e38, 1e-40].map((dt) => (vrm) => vrm.update(dt)),
    scaled(scene, 0, 0, 0),
    scaled(scene, 0, 1, 1),
    scaled(scene, -1, 1, 1),
    scaled(scene, 1e-30, 1e-30, 1e-30),
    scaled(bone('head'), 0, 0, 0),
    scaled(bone('hips'), 0, 1, 0),
    (vrm) => vrm.scene.traverse((object) => object.scale.setScalar(0)),
    (vrm) => vrm.scene.quaternion.set(0, 0, 0, 0),
    (vrm) => vrm.scene.position.set(1e30, 0, 0),
    (vrm) => vrm.humanoid.getNormalizedBoneNode('head').quaternion.set(0, 0, 0, 0),
    (vrm) => {
      vrm.lookAt.target = vrm.humanoid.getRawBoneNode('head');
    },
  ];
  const vrm = await open('hero');
  for (const dt of [NaN, Infinity, -Infinity, 1e39])
    assert.throws(() => vrm.update(dt), { name: 'TypeError', message: /delta/ });
  for (const change of changes) {
    const copy = vrm.clone(),
      crowd = new ours.VRMCrowd();
    change(copy);
    for (let f = 0; f < 3; f++) copy.update(1 / 60);
    assert.ok(sound(copy), String(change));
    crowd.add(copy);
    crowd.update(1 / 60);
    assert.ok(sound(copy), `${change}, in a crowd`);
    crowd.dispose();
    copy.scene.traverse((object) => object.scale.set(1, 1, 1));
    copy.scene.position.set(0, 0, 0);
    copy.scene.quaternion.set(0, 0, 0, 1);
    copy.humanoid.resetNormalizedPose();
    copy.lookAt.target = null;
    copy.springBoneManager.reset();
    for (let f = 0; f < 30; f++) copy.update(1 / 60);
    assert.ok(sound(copy), `${change}, undone`);
    copy.dispose();
  }
  vrm.dispose();
});

test('two copies of the package work beside each other, and refuse what is the other’s', { skip }, async () => {
  // Beside the built package, so that both find three.js at the same place.
  const other = join(packageFolder, '..', `copy-${process.pid}`),
    folders = ['engine', 'three', 'wasm', 'index.js', 'three.js', 'stage.js', 'worker.js', 'package.json'];
  for (const name of folders) cpSync(join(packageFolder, name), join(other, name), { recursive: true });
  try {
    const theirs = await import(pathToFileURL(join(other, 'three.js'))),
      { Player } = await import(pathToFileURL(join(other, 'index.js')));
    assert.notEqual(theirs.VRM, ours.VRM);
    const mine = await open('1.0'),
      foreign = (await new theirs.VRMLoader().parseAsync(sceneBytes('1.0'))).userData.vrm;
    mine.humanoid.getRawBoneNode('head').add(foreign.scene); // light nodes of one below those of the other
    foreign.scene.position.set(0, 1, 0);
    for (const vrm of [mine, foreign]) vrm.update(1 / 60);
    mine.scene.updateMatrixWorld(true);
    const place = foreign.humanoid.getRawBoneNode('hips').getWorldPosition(new THREE.Vector3());
    assert.ok(place.y > 1.5 && Number.isFinite(place.x), `${place.toArray()}`);
    const crowd = new ours.VRMCrowd();
    assert.throws(() => crowd.add(foreign), { name: 'TypeError', message: /vrm must be a VRM/ });
    assert.throws(
      () => {
        mine.players = [Object.create(Player.prototype)];
      },
      { name: 'TypeError', message: /players/ },
    );
    foreign.lookAt && (foreign.lookAt.target = mine.humanoid.getRawBoneNode('head'));
    mine.dispose();
    foreign.update(1 / 60);
    foreign.dispose();
    crowd.dispose();
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
});

// ---- Lives ----

test('a page that goes on with updates after deepDispose() does not stop', { skip }, async () => {
  const vrm = await open('hero'),
    crowd = new ours.VRMCrowd(),
    member = await open('1.0');
  crowd.add(member);
  for (const each of [vrm, member]) ours.VRMUtils.deepDispose(each.scene);
  for (const each of [vrm, member]) {
    each.update(1 / 60);
    each.humanoid.update();
    each.expressionManager.setValue('happy', 1);
    each.expressionManager.update();
    each.springBoneManager.update(1 / 60);
    assert.ok(each.isDisposed);
    assert.throws(() => each.clone(), /this VRM was disposed/);
  }
  crowd.update(1 / 60);
  crowd.dispose();
});

test('every part of a disposed avatar says so, and a disposed crowd', { skip }, async () => {
  const vrm = await open('hero'),
    other = await open('1.0');
  vrm.dispose();
  vrm.dispose();
  for (const use of [
    () => vrm.update(0),
    () => vrm.clone(),
    () => vrm.avatar,
    () => vrm.firstPerson.setup(),
    () => vrm.springBoneManager.reset(),
    () => vrm.springBoneManager.setInitState(),
  ])
    assert.throws(use, /this VRM was disposed/);
  const crowd = new ours.VRMCrowd().add(other);
  crowd.dispose();
  crowd.dispose();
  assert.ok(crowd.isDisposed);
  for (const use of [() => crowd.update(0), () => crowd.add(other)]) assert.throws(use, /this VRMCrowd was disposed/);
  other.update(0);
  const again = new ours.VRMCrowd().add(other);
  other.dispose();
  assert.equal(again.vrms.length, 0);
  again[Symbol.dispose ?? Symbol.for('Symbol.dispose')]();
});

test('clones of clones end in any order', { skip }, async () => {
  const rounds = 12;
  let random = 1;
  const next = (count) => (random = (random * 48271) % 2147483647) % count;
  for (let round = 0; round < rounds; round++) {
    const alive = [await open('1.0')];
    for (let step = 0; step < 12 || alive.length > 0; step++) {
      const vrm = alive[next(alive.length)];
      if (step < 12 && next(3) > 0) alive.push(vrm.clone());
      else if (step >= 12 || alive.length > 1) alive.splice(alive.indexOf(vrm), 1)[0].dispose();
      for (const each of alive) each.update(1 / 60);
    }
  }
});

test('a scene that another library clones, with the gaze’s proxy in it, is a scene', { skip }, async () => {
  const { clone } = await import('three/addons/utils/SkeletonUtils.js');
  const vrm = await open('hero');
  vrm.scene.add(new ours.VRMLookAtQuaternionProxy(vrm.lookAt));
  vrm.humanoid.getNormalizedBoneNode('leftUpperArm').rotation.z = 1;
  vrm.update(1 / 60);
  const copy = clone(vrm.scene),
    name = vrm.humanoid.getRawBoneNode('leftUpperArm').name;
  const arm = copy.getObjectByName(name);
  assert.ok(arm.quaternion.angleTo(vrm.humanoid.getRawBoneNode('leftUpperArm').quaternion) < 1e-3);
  arm.rotation.z = 0.5;
  assert.ok(Math.abs(arm.quaternion.z - Math.sin(0.25)) < 1e-6);
  vrm.dispose();
});

/** Collects what is forgotten, and waits for what the registry says. */
async function collect(until) {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--expose-gc');
  const gc = (await import('node:vm')).runInNewContext('gc');
  for (let i = 0; i < 40 && !until(); i++) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test('what is forgotten is freed, and the warning names what the page has', { skip }, async () => {
  warnings.length = 0;
  await (async () => {
    (await open('1.0')).update(0);
  })();
  await (async () => {
    new ours.VRMCrowd();
  })();
  const said = () => warnings.filter((text) => text.startsWith('libvrm'));
  await collect(() => said().length >= 2);
  assert.deepEqual(said().sort(), [
    'libvrm: a VRM was not disposed; call dispose() when it is no longer needed',
    'libvrm: a VRMCrowd was not disposed; call dispose() when it is no longer needed',
  ]);
});

test('a loader that fails after the rig was made leaves nothing behind and warns of nothing', { skip }, async () => {
  warnings.length = 0;
  const fail = (name) => async () => {
    throw new Error(name);
  };
  const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js');
  const attempt = (options, plugin) => {
    const loader = new GLTFLoader();
    loader.register((parser) => new ours.VRMLoaderPlugin(parser, options));
    loader.register(() => ({ name: 'FAILS', ...plugin }));
    return loader.parseAsync(buffer(sceneBytes('1.0')), '');
  };
  const round = async () => {
    await assert.rejects(
      attempt({}, { loadTexture: async () => new THREE.Texture(), createNodeMesh: fail('mesh') }),
      /mesh/,
    );
    await assert.rejects(
      attempt(
        { mtoonMaterialPlugin: { name: 'X', afterRoot: fail('after') } },
        { loadTexture: async () => new THREE.Texture() },
      ),
      /after/,
    );
  };
  for (let i = 0; i < 10; i++) await round();
  let isLate = false;
  setTimeout(() => (isLate = true), 60);
  await collect(() => isLate);
  const before = memorySize();
  for (let i = 0; i < 10; i++) await round();
  assert.equal(memorySize(), before);
  assert.deepEqual(
    warnings.filter((text) => text.startsWith('libvrm')),
    [],
  );
});

// ---- Files ----

/** Our modules as stacks name them, wherever the checkout lies and whatever it is called. */
const ourPlace = pathToFileURL(realpathSync(packageFolder)).href;
const isThrownByUs = ({ stack }) => (/at .*\n?/.exec(stack ?? '')?.[0] ?? '').includes(ourPlace);

test('where an error was thrown is told by the folder of the package, not by a word in its path', { skip }, () => {
  const thrown = (path) =>
    isThrownByUs({ stack: `TypeError: x\n    at load (${path}/three/loader.js:1:2)\n    at ${ourPlace}/three.js:3:4` });
  assert.ok(thrown(ourPlace));
  assert.ok(!thrown('file:///srv/libvrm/build-npm/node_modules'));
});

/** GLTFLoader waits for ever for a side file that Node cannot fetch. */
const late = () =>
  new Promise((_, reject) => {
    setTimeout(reject, 500, new Error('it takes too long'));
  });

test('broken files end in errors that are ours or GLTFLoader’s', { skip }, async () => {
  const seeds = filesBelow(join(sourceFolder, 'fuzz/seeds'), '').filter((path) =>
    /gltf|model|container|pipeline|motion|validate|json/.test(path),
  );
  let loaded = 0,
    refused = 0;
  for (const path of seeds) {
    let bytes;
    try {
      bytes = buffer(readFileSync(path));
    } catch {
      continue; // a folder
    }
    const ways = [
      () => parse(bytes, (parser) => new ours.VRMLoaderPlugin(parser)),
      () => parse(bytes, (parser) => new ours.VRMAnimationLoaderPlugin(parser)),
      () => new ours.VRMLoader().parseAsync(bytes),
    ];
    for (const open of ways)
      try {
        const { userData } = await Promise.race([open(), late()]);
        userData.vrm?.update(1 / 60);
        userData.vrm?.clone().dispose();
        userData.vrm?.dispose();
        for (const animation of userData.vrmAnimations ?? []) animation.dispose();
        loaded++;
      } catch (error) {
        refused++;
        assert.ok(error.name === 'VrmError' || !isThrownByUs(error), `${path}: ${error.stack}`);
      }
  }
  assert.ok(loaded > 10 && refused > 10, `${loaded} loaded, ${refused} refused`);
});

test('members of a file that are of the wrong kind end in errors that are ours or GLTFLoader’s', { skip }, async () => {
  const whole = sceneBytes('1.0'),
    size = whole.readUInt32LE(12);
  const text = whole.toString('utf8', 20, 20 + size),
    bin = whole.subarray(20 + size);
  const rebuilt = (json) => {
    const body = Buffer.from(JSON.stringify(json)),
      padded = Buffer.concat([body, Buffer.alloc(-body.length & 3, 0x20)]);
    const head = Buffer.alloc(20);
    [0x46546c67, 2, 20 + padded.length + bin.length, padded.length, 0x4e4f534a].forEach((value, i) =>
      head.writeUInt32LE(value, i * 4),
    );
    return buffer(Buffer.concat([head, padded, bin]));
  };
  const extensions = JSON.parse(text).extensions;
  const paths = [];
  (function walk(value, path) {
    paths.push(path);
    if (value !== null && typeof value === 'object' && path.length < 5)
      for (const key of Object.keys(value).slice(0, 2)) walk(value[key], [...path, key]);
  })(extensions, ['extensions']);
  for (const path of paths.slice(1))
    for (const value of [null, 7, 'x', [], {}]) {
      const json = JSON.parse(text);
      const parent = path.slice(0, -1).reduce((at, key) => at[key], json);
      parent[path.at(-1)] = value;
      for (const open of [
        (file) => parse(file, (parser) => new ours.VRMLoaderPlugin(parser)),
        (file) => new ours.VRMLoader().parseAsync(file),
      ])
        try {
          const { vrm } = (await open(rebuilt(json))).userData;
          vrm?.update(1 / 60);
          vrm?.dispose();
        } catch (error) {
          assert.ok(
            error.name === 'VrmError' || !isThrownByUs(error),
            `${path.join('/')} = ${JSON.stringify(value)}: ${error.stack}`,
          );
        }
    }
});
