// SPDX-License-Identifier: MIT
// VRMLoader of libvrm/three: the scenes of GLTFLoader with VRMLoaderPlugin, without GLTFLoader.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { compressed, corpus, hooks, load, packageFolder, sceneBytes, scenePath, sourceFolder } from './support.mjs';
import { differences, factsOf, isKnown } from './three_scene.mjs';

globalThis.self ??= globalThis;
globalThis.createImageBitmap ??= async () => ({ width: 2, height: 2, close() {} }); // pictures are compared in the page
globalThis.ProgressEvent ??= class extends Event {}; // of FileLoader
console.warn = () => {};

const installed = await import('three').catch(() => null);
const skip = installed ? false : 'three is not installed (tools/deps.sh check)';
const { GLTFLoader } = skip ? {} : await import('three/addons/loaders/GLTFLoader.js');
const ours = skip ? null : await load('three.js');

const buffer = (bytes) => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);

function byPlugin(bytes, options = {}) {
  const loader = new GLTFLoader();
  loader.register((parser) => new ours.VRMLoaderPlugin(parser, options));
  return loader.parseAsync(buffer(bytes), '');
}

const byLoader = (bytes, options = {}) => new ours.VRMLoader(undefined, options).parseAsync(buffer(bytes));

/** Frames in which everything moves; what they leave in the nodes. */
function moved({ scene, userData: { vrm } }) {
  if (!vrm) return null;
  vrm.humanoid.getNormalizedBoneNode('head')?.rotation.set(0.2, 0.5, 0);
  vrm.scene.position.set(0.3, 0, 0.1);
  for (const { expressionName } of vrm.expressionManager.expressions.slice(0, 4))
    vrm.expressionManager.setValue(expressionName, 0.6);
  for (let f = 0; f < 4; f++) vrm.update(1 / 60);
  scene.updateMatrixWorld(true);
  const matrices = [],
    weights = [],
    materials = [];
  scene.traverse((object) => {
    matrices.push(...object.matrixWorld.elements);
    weights.push(...(object.morphTargetInfluences ?? []));
    for (const { color, map } of object.material ? [object.material].flat() : [])
      materials.push(...(color?.toArray() ?? []), ...(map?.offset.toArray() ?? []));
  });
  return { matrices, weights, materials };
}

async function compare(bytes, label, options) {
  const [expected, seen] = [await byPlugin(bytes, options), await byLoader(bytes, options)];
  assert.deepEqual(
    differences(factsOf(expected), factsOf(seen)).filter((each) => !isKnown(each)),
    [],
    label,
  );
  assert.deepEqual(differences(moved(expected), moved(seen)), [], `${label}, after updates`);
  for (const { userData } of [expected, seen]) userData.vrm?.dispose();
  return seen;
}

for (const kind of ['0.x', '1.0-beta', '1.0', 'typical', 'hero', 'hero-0.x'])
  test(`the scene of ${kind} is that of GLTFLoader`, { skip }, () => compare(sceneBytes(kind), kind));

test('plain materials are those of GLTFLoader', { skip }, () =>
  compare(sceneBytes('1.0'), '1.0', { materials: 'plain' }),
);

for (const release of ['three-170', 'three-157'])
  test(
    `with ${release} too`,
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
      globalThis.createImageBitmap ??= async () => ({ width: 2, height: 2, close() {} });
      globalThis.ProgressEvent ??= class extends Event {};
      console.warn = () => {};
      import { readFileSync } from 'node:fs';
      const [library, compare, path] = process.argv.slice(1);
      const { VRMLoader, VRMLoaderPlugin } = await import(library), { differences, factsOf } = await import(compare);
      const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js'), { REVISION } = await import('three');
      const bytes = new Uint8Array(readFileSync(path)).buffer, loader = new GLTFLoader();
      loader.register((parser) => new VRMLoaderPlugin(parser));
      const [a, b] = [await loader.parseAsync(bytes.slice(0), ''), await new VRMLoader().parseAsync(bytes)];
      const found = differences(factsOf(a), factsOf(b));
      for (const { userData } of [a, b]) userData.vrm.update(1 / 60);
      console.log(JSON.stringify({ REVISION, found }));`;
      const address = (path) => pathToFileURL(path).href;
      const { REVISION, found } = JSON.parse(
        execFileSync(
          process.execPath,
          [
            '--import',
            hooks(release),
            '--input-type=module',
            '-e',
            child,
            address(join(packageFolder, 'three.js')),
            address(join(sourceFolder, 'tests/web/three_scene.mjs')),
            scenePath('1.0'),
          ],
          { encoding: 'utf8', cwd: sourceFolder, stdio: ['ignore', 'pipe', 'ignore'] },
        ),
      );
      assert.equal(REVISION, release.slice(6));
      assert.deepEqual(found, []);
    },
  );

// ---- Documents made for it ----

/** A document and its numbers as a GLB. `parts` are typed arrays, each a buffer view. */
function glb(json, parts) {
  const views = [],
    pieces = [];
  let at = 0;
  for (const part of parts) {
    const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    views.push({ buffer: 0, byteOffset: at, byteLength: bytes.length });
    pieces.push(bytes, Buffer.alloc(-bytes.length & 3));
    at += (bytes.length + 3) & ~3;
  }
  const whole = {
    asset: { version: '2.0' },
    ...json,
    buffers: [{ byteLength: at }],
    bufferViews: views.map((view, i) => ({ ...view, ...json.bufferViews?.[i] })),
  };
  const text = Buffer.from(JSON.stringify(whole)),
    padded = Buffer.concat([text, Buffer.alloc(-text.length & 3, 0x20)]);
  const words = (...values) => Buffer.from(Uint32Array.from(values).buffer);
  return Buffer.concat([
    words(0x46546c67, 2, 28 + padded.length + at, padded.length, 0x4e4f534a),
    padded,
    words(at, 0x004e4942),
    ...pieces,
  ]);
}

const corners = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 1);
const bounds = { min: [0, 0, 0], max: [1, 2, 1] };

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Everything that a document may hold and avatars seldom do. */
const zoo = () =>
  glb(
    {
      scene: 1,
      scenes: [
        { name: 'first', nodes: [9], extras: { a: 1 } },
        { name: 'same', nodes: [0, 5, 6, 7, 8, 10], extensions: { EXT_other: {} } },
      ],
      extensionsUsed: [
        'KHR_lights_punctual',
        'KHR_texture_transform',
        'KHR_materials_unlit',
        'KHR_materials_emissive_strength',
        'EXT_other',
      ],
      extensions: {
        KHR_lights_punctual: {
          lights: [
            { type: 'spot', range: 4, color: [1, 0.5, 0], spot: { innerConeAngle: 0.1 } },
            { type: 'directional', intensity: 3, name: 'same' },
            { type: 'point' },
          ],
        },
        EXT_other: { b: 2 },
      },
      cameras: [
        { type: 'perspective', perspective: { yfov: 0.5, znear: 0.1 }, name: 'eye' },
        { type: 'orthographic', orthographic: { xmag: 2, ymag: 1, znear: 0, zfar: 9 } },
      ],
      nodes: [
        { name: 'same', children: [1, 2, 3, 4], mesh: 0, skin: 0, weights: [0.5, 0.25] },
        { name: 'same', translation: [1, 2, 3], rotation: [0, 0.6, 0, 0.8], scale: [1, 2, 3] },
        { matrix: [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 2, 0, 4, 5, 6, 1], extras: { c: [1] } },
        { name: 'a.b[c]', mesh: 1, extensions: { EXT_other: { d: 3 } } },
        { mesh: 1, camera: 0 },
        { mesh: 2 },
        { name: 'lit', extensions: { KHR_lights_punctual: { light: 0 } } },
        { extensions: { KHR_lights_punctual: { light: 1 } } },
        { camera: 1, extensions: { KHR_lights_punctual: { light: 2 } } },
        { name: 'other' },
        { mesh: 3 },
      ],
      skins: [{ joints: [1, 3], inverseBindMatrices: 8 }, { joints: [1] }],
      meshes: [
        {
          name: 'same',
          weights: [0.1, 0.2],
          extras: { targetNames: ['x', 'y'] },
          primitives: [
            {
              attributes: { POSITION: 0, NORMAL: 0, JOINTS_0: 6, WEIGHTS_0: 7 },
              indices: 1,
              material: 0,
              targets: [{ POSITION: 2 }, { NORMAL: 0 }],
            },
            {
              attributes: { WEIGHTS_0: 7, POSITION: 0, JOINTS_0: 6 },
              mode: 5,
              targets: [{ POSITION: 2 }, { POSITION: 0 }],
            },
          ],
        },
        {
          primitives: [
            {
              attributes: { POSITION: 0, COLOR_0: 4, TEXCOORD_0: 5, _OWN: 3 },
              mode: 6,
              material: 1,
              extensions: { EXT_other: {} },
            },
          ],
        },
        {
          name: 'rest',
          primitives: [0, 1, 2, 3].map((mode) => ({
            attributes: { POSITION: 0 },
            mode,
            material: mode > 1 ? 1 : undefined,
          })),
        },
        {
          primitives: [
            {
              attributes: { POSITION: 0, TANGENT: 4, TEXCOORD_0: 5, NORMAL: 0 },
              indices: 1,
              material: 2,
              extras: { e: 1 },
            },
          ],
        },
      ],
      materials: [
        {
          name: 'm',
          doubleSided: true,
          alphaMode: 'MASK',
          pbrMetallicRoughness: {
            baseColorFactor: [1, 0.5, 0.25, 0.5],
            metallicFactor: 0.5,
            baseColorTexture: { index: 0, texCoord: 1 },
          },
          emissiveFactor: [0.5, 1, 0],
          extensions: { KHR_materials_emissive_strength: { emissiveStrength: 3 }, EXT_other: { f: 1 } },
          extras: { g: 2 },
        },
        {
          alphaMode: 'BLEND',
          pbrMetallicRoughness: {
            baseColorFactor: [0, 1, 1, 1],
            baseColorTexture: {
              index: 1,
              extensions: { KHR_texture_transform: { offset: [0.5, 0.25], scale: [2, 3], rotation: 0.7 } },
            },
          },
          extensions: { KHR_materials_unlit: {} },
        },
        {
          normalTexture: { index: 1, scale: 0.5 },
          occlusionTexture: { index: 2, strength: 0.25, extensions: { KHR_texture_transform: { texCoord: 1 } } },
          emissiveTexture: { index: 1 },
          pbrMetallicRoughness: { metallicRoughnessTexture: { index: 1 } },
        },
      ],
      samplers: [{ magFilter: 9728, minFilter: 9729, wrapS: 33071, wrapT: 33648 }],
      textures: [{ source: 0 }, { source: 0, sampler: 0, name: 'named' }, { source: 1 }],
      images: [
        { bufferView: 11, mimeType: 'image/png', name: 'dot' },
        { bufferView: 12, mimeType: 'image/png', extras: { h: 1 } },
      ],
      accessors: [
        { bufferView: 0, componentType: 5126, type: 'VEC3', count: 5, ...bounds },
        { bufferView: 1, componentType: 5123, type: 'SCALAR', count: 6 },
        {
          componentType: 5126,
          type: 'VEC3',
          count: 5,
          min: [0, 0, 0],
          max: [3, 0, 0],
          sparse: { count: 2, indices: { bufferView: 2, componentType: 5121 }, values: { bufferView: 3 } },
        },
        { componentType: 5126, type: 'SCALAR', count: 5 },
        { bufferView: 4, componentType: 5121, normalized: true, type: 'VEC4', count: 5, byteOffset: 8 },
        { bufferView: 4, componentType: 5123, normalized: true, type: 'VEC2', count: 5 },
        { bufferView: 5, componentType: 5121, type: 'VEC4', count: 5 },
        { bufferView: 6, componentType: 5126, type: 'VEC4', count: 5 },
        { bufferView: 7, componentType: 5126, type: 'MAT4', count: 2 },
        { bufferView: 8, componentType: 5126, type: 'SCALAR', count: 3, min: [0], max: [2] },
        { bufferView: 9, componentType: 5126, type: 'VEC4', count: 9 },
        { bufferView: 10, componentType: 5120, normalized: true, type: 'SCALAR', count: 6 },
        { bufferView: 0, componentType: 5126, type: 'VEC3', count: 3 },
      ],
      bufferViews: [{}, {}, {}, {}, { byteStride: 12 }],
      animations: [
        {
          name: 'all',
          extras: { i: 1 },
          samplers: [
            { input: 9, output: 10, interpolation: 'CUBICSPLINE' },
            { input: 9, output: 11 },
            { input: 9, output: 12, interpolation: 'STEP' },
          ],
          channels: [
            { sampler: 0, target: { node: 1, path: 'rotation' } },
            { sampler: 1, target: { node: 0, path: 'weights' } },
            { sampler: 2, target: { node: 2, path: 'scale' } },
            { sampler: 2, target: { path: 'scale' } },
          ],
        },
        { channels: [], samplers: [] },
      ],
    },
    [
      corners,
      Uint16Array.of(0, 1, 2, 2, 1, 3),
      Uint8Array.of(1, 4),
      Float32Array.of(3, 0, 0, 0, -2, 0),
      Uint16Array.from({ length: 30 }, (_, i) => i * 2000),
      Uint8Array.from({ length: 20 }, (_, i) => i % 2),
      Float32Array.from({ length: 20 }, (_, i) => (i % 4) / 3),
      Float32Array.from({ length: 32 }, (_, i) => i / 7),
      Float32Array.of(0, 1, 2),
      Float32Array.from({ length: 36 }, (_, i) => Math.sin(i)),
      Int8Array.of(0, 127, -127, 64, 1, 2),
      dot,
      dot,
    ],
  );

test('a document with everything that avatars seldom have is the scene of GLTFLoader', { skip }, async () => {
  const { scenes, animations, cameras } = await compare(zoo(), 'zoo');
  assert.deepEqual([scenes.length, animations.length, cameras.length], [2, 2, 2]);
});

/** The document of a GLB, changed. */
function edited(bytes, change) {
  const size = bytes.readUInt32LE(12),
    json = JSON.parse(bytes.toString('utf8', 20, 20 + size));
  change(json);
  const text = Buffer.from(JSON.stringify(json)),
    padded = Buffer.concat([text, Buffer.alloc(-text.length & 3, 0x20)]);
  const head = Buffer.from(bytes.subarray(0, 20)),
    rest = bytes.subarray(20 + size);
  head.writeUInt32LE(20 + padded.length + rest.length, 8);
  head.writeUInt32LE(padded.length, 12);
  return Buffer.concat([head, padded, rest]);
}

test('a picture that is a colour and a mask is both, by either loader', { skip }, async () => {
  const bytes = edited(sceneBytes('hero'), ({ materials }) => {
    for (const { extensions, pbrMetallicRoughness } of materials) {
      const toon = extensions?.VRMC_materials_mtoon;
      if (toon && pbrMetallicRoughness?.baseColorTexture)
        toon.outlineWidthMultiplyTexture = { index: pbrMetallicRoughness.baseColorTexture.index };
    }
  });
  for (const open of [byPlugin, byLoader]) {
    const { vrm } = (await open(bytes)).userData;
    const both = vrm.materials.filter((material) => material.outlineWidthMultiplyTexture);
    assert.ok(both.length > 0);
    for (const { map, outlineWidthMultiplyTexture } of both)
      assert.deepEqual([map.colorSpace, outlineWidthMultiplyTexture.colorSpace], ['srgb', '']);
    vrm.dispose();
  }
});

// ---- Files ----

/** What is left to GLTFLoader. */
const isOutOfReach = (json) =>
  (json.extensionsUsed ?? []).some((name) =>
    /^KHR_materials_(?!unlit|emissive_strength)|draco|instancing|variants|basisu|avif/.test(name),
  );

test(
  'every file of the corpus becomes the same scene, or is refused with a reason',
  { skip: skip || (corpus('.vrm') ? false : 'VRM_CORPUS is not set') },
  async () => {
    const counts = { compared: 0, refused: 0 };
    for (const path of corpus('.vrm', '.glb')) {
      const bytes = readFileSync(path),
        gltf = await byLoader(bytes).catch((error) => error);
      gltf.userData?.vrm?.dispose();
      if (gltf instanceof Error) {
        assert.equal(gltf.name, 'VrmError', `${path}: ${gltf.stack}`);
        counts.refused++;
      } else if (!path.includes('broken') && !isOutOfReach(gltf.parser.json)) {
        await compare(bytes, path);
        counts.compared++;
      }
    }
    assert.ok(counts.compared > counts.refused, JSON.stringify(counts));
  },
);

test('a broken document is a VrmError, and leaves nothing behind', { skip }, async () => {
  const { memorySize } = await load();
  const breaks = [
    (json) => {
      json.nodes[3] = null;
    },
    (json) => {
      json.nodes[0].children = [0];
    },
    (json) => {
      json.nodes[1].children = [0];
    },
    (json) => {
      json.meshes[0].primitives[0].attributes.POSITION = 999;
    },
    (json) => {
      json.accessors[0].count = 2 ** 40;
    },
    (json) => {
      json.accessors[0].componentType = 1;
    },
    (json) => {
      delete json.accessors[0].bufferView;
      json.accessors[0].count = 2 ** 28;
    },
    (json) => {
      json.bufferViews[0].byteLength = 2 ** 31;
    },
    (json) => {
      json.materials = [7];
    },
    (json) => {
      json.meshes[0].primitives = 7;
    },
    (json) => {
      json.skins[0].joints = [0, 1e9];
    },
    (json) => {
      json.scenes = 'none';
    },
    (json) => {
      json.textures = [{ source: 99 }];
    },
    (json) => {
      json.nodes[0].mesh = 99;
    },
    (json) => {
      json.images = [null];
    },
    (json) => {
      json.accessors[0].sparse = { count: 1 };
    },
    (json) => {
      json.buffers.push({ uri: '%zz.bin', byteLength: 4 });
    },
    (json) => {
      json.meshes[0].primitives[0].attributes = null;
    },
    (json) => {
      json.scenes[0].nodes = [0, 0];
    },
  ];
  const sources = [sceneBytes('1.0'), zoo()];
  const round = async () => {
    for (const bytes of sources)
      for (const change of breaks) {
        const result = await byLoader(edited(bytes, change)).catch((error) => error);
        if (result instanceof Error) assert.equal(result.name, 'VrmError', `${change}: ${result.stack}`);
        else result.userData.vrm?.dispose();
      }
  };
  await round();
  const before = memorySize();
  for (let i = 0; i < 3; i++) await round();
  assert.equal(memorySize(), before);
  (await byLoader(sources[0])).userData.vrm.dispose();
});

test('what is no address is an error each time', { skip }, async () => {
  const { VRMLoader } = await load('three.js');
  const json = { asset: { version: '2.0' }, buffers: [{ uri: 'http://[/a.bin', byteLength: 4 }] };
  for (let i = 0; i < 2; i++) {
    await assert.rejects(new VRMLoader().loadAsync('http://['), TypeError);
    await assert.rejects(
      new VRMLoader().parseAsync(JSON.stringify(json)),
      (error) => error.name === 'VrmError' && error.code === 'io',
    );
  }
});

test('text, views of bytes and objects are taken as GLTFLoader takes them', { skip }, async () => {
  const json = { asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ name: 'one' }] };
  for (const data of [JSON.stringify(json), json, new TextEncoder().encode(JSON.stringify(json))]) {
    const gltf = await new ours.VRMLoader().parseAsync(data);
    assert.equal(gltf.scene.children[0].name, 'one');
    assert.equal(gltf.userData.vrm, null);
  }
  const bytes = sceneBytes('1.0'),
    before = Buffer.from(bytes);
  const { vrm } = (await new ours.VRMLoader().parseAsync(bytes)).userData; // a view of a larger buffer
  assert.ok(before.equals(bytes), 'what was handed over is as it was');
  vrm.dispose();
  await new Promise((resolve, reject) =>
    new ours.VRMLoader().parse(
      buffer(bytes),
      '',
      (gltf) => {
        gltf.userData.vrm.dispose();
        resolve();
      },
      reject,
    ),
  );
  for (const wrong of [7, null, undefined, true])
    await assert.rejects(new ours.VRMLoader().parseAsync(wrong), { name: 'TypeError', message: /data/ });
  assert.throws(() => new ours.VRMLoader(undefined, 7), { name: 'TypeError', message: /options/ });
  assert.throws(() => new ours.VRMLoader().load(7), { name: 'TypeError', message: /url/ });
  assert.throws(() => new ours.VRMLoader().setMeshoptDecoder({}), { name: 'TypeError', message: /meshoptDecoder/ });
  await assert.rejects(new ours.VRMLoader().parseAsync(new Uint8Array(7)), { name: 'VrmError' });
});

test('geometry has a limit', { skip }, async () => {
  await assert.rejects(byLoader(sceneBytes('hero'), { load: { limits: { decodedBytes: 100000 } } }), {
    name: 'VrmError',
    code: 'limit',
  });
});

test(
  'compressed views are those of the plain file',
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
    const gltf = await new ours.VRMLoader()
      .setMeshoptDecoder(MeshoptDecoder)
      .parseAsync(await compressed(sceneBytes('1.0')));
    const plain = await byLoader(sceneBytes('1.0'));
    const geometry = ({ objects }) => objects.map((object) => object.geometry);
    assert.deepEqual(differences(geometry(factsOf(plain)), geometry(factsOf(gltf))), []);
    for (const { userData } of [gltf, plain]) userData.vrm.dispose();
  },
);

test('an avatar of VRMLoader is cloned, dressed and disposed like any other', { skip }, async () => {
  const { memorySize } = await load(),
    bytes = sceneBytes('1.0');
  const round = async () => {
    const { vrm } = (await byLoader(bytes)).userData,
      copy = vrm.clone();
    for (const each of [vrm, copy]) each.update(1 / 60);
    ours.VRMUtils.combineSkeletons(vrm.scene);
    ours.VRMUtils.removeUnnecessaryVertices(vrm.scene);
    vrm.firstPerson.setup();
    vrm.dispose();
    copy.update(1 / 60);
    copy.dispose();
  };
  await round();
  const before = memorySize();
  for (let i = 0; i < 30; i++) await round();
  assert.equal(memorySize(), before);
});
