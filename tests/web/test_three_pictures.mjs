// SPDX-License-Identifier: MIT
// Single pixels that the specification decides, by libvrm/stage, by libvrm/three with GLTFLoader and by VRMLoader, with the newest three.js
// and the oldest that package.json allows. test_pictures.mjs compares whole pictures of many more.
import assert from 'node:assert/strict';
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import test from 'node:test';
import { AvatarFile, cube, png, quad } from './avatar_file.mjs';
import { openPage, whyNoChromium } from './browser.mjs';

const require = createRequire(import.meta.url);
const place = (release) =>
  require.resolve
    .paths(release)
    .map((folder) => join(folder, release))
    .find((folder) => existsSync(folder));
const releases = ['three', 'three-157'];
const skip = releases.every(place)
  ? ((await whyNoChromium()) ?? false)
  : 'three is not installed (tools/deps.sh check)';

/** Draws files by stage, plugin and VRMLoader. Of each way: the pixels that a shot names (`at`). */
async function draw(shots, release) {
  const imports = { three: '/three/build/three.module.js', 'three/addons/': '/three/examples/jsm/' };
  const places = Object.fromEntries(shots.map(({ file }, i) => [`/files/${i}.vrm`, file]));
  const { page, complaints, close } = await openPage(
    {
      '/three/': realpathSync(place(release)),
      ...places,
      '/page.html': Buffer.from(`<!doctype html><script type="importmap">${JSON.stringify({ imports })}</script>`),
    },
    '/page.html',
    { isSwiftShader: true },
  );
  const pictures = await page.evaluate(
    async (list) => {
      const THREE = await import('three'),
        { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js');
      const { VRMLoader, VRMLoaderPlugin } = await import('/libvrm/three.js'),
        { Stage } = await import('/libvrm/stage.js');
      const size = 64,
        canvas = () => Object.assign(document.createElement('canvas'), { width: size, height: size });
      const renderer = new THREE.WebGLRenderer({
        canvas: canvas(),
        antialias: false,
        alpha: true,
        preserveDrawingBuffer: true,
      });
      const stage = await Stage.create(canvas(), {
        background: [0, 0, 0, 1],
        samples: 1,
        sky: [0.1, 0.1, 0.1],
        ground: [0.1, 0.1, 0.1],
      });
      const out = [];
      /** What pages do to the materials of an avatar, whichever library made them. */
      const changes = {
        none: () => {},
        fade: (material) => Object.assign(material, { transparent: true, opacity: 0.5, needsUpdate: true }),
        cut: (material) => Object.assign(material, { alphaTest: 0.8, needsUpdate: true }),
        clip: (material) =>
          Object.assign(material, { clippingPlanes: [new THREE.Plane(new THREE.Vector3(1, 0, 0), 0)] }),
        normals: (material) => Object.assign(material, { debugMode: 'normal' }),
      };
      renderer.localClippingEnabled = true;
      for (const [
        i,
        { eye = [0, 0, 3], light = [0, 0, 1], expressions = {}, at = [[32, 32]], change = 'none' },
      ] of list.entries()) {
        const address = `/files/${i}.vrm`,
          bytes = await (await fetch(address)).arrayBuffer(),
          seen = {};
        stage.light = { from: light, color: [1, 1, 1] };
        const actor = await stage.load(bytes);
        for (const [name, weight] of Object.entries(expressions)) actor.avatar.setExpression(name, weight);
        stage.step(0);
        stage.camera = { ...stage.camera, eye, target: [0, 0, 0], up: [0, 1, 0], fov: 30, near: 0.1, far: 20 };
        seen.stage = Uint8Array.from(stage.readPixels().data);
        actor.dispose();
        const gltfLoader = new GLTFLoader();
        gltfLoader.register((parser) => new VRMLoaderPlugin(parser));
        for (const [name, loader] of Object.entries({ plugin: gltfLoader, loader: new VRMLoader() })) {
          renderer.setClearColor(0, 1);
          const camera = new THREE.PerspectiveCamera(30, 1, 0.1, 20),
            scene = new THREE.Scene(),
            sun = new THREE.DirectionalLight(0xffffff, Math.PI);
          camera.position.set(...eye);
          camera.lookAt(0, 0, 0);
          sun.position.set(...light);
          const { vrm } = (await loader.loadAsync(address)).userData;
          scene.add(sun, new THREE.AmbientLight(0xffffff, 0.1 * Math.PI), vrm.scene);
          for (const [expression, weight] of Object.entries(expressions))
            vrm.expressionManager.setValue(expression, weight);
          vrm.update(0);
          if (change !== 'none') renderer.render(scene, camera); // as it was; then the page changes its mind
          vrm.materials.forEach(changes[change]);
          renderer.render(scene, camera);
          const gl = renderer.getContext(),
            read = new Uint8Array(size * size * 4),
            picture = new Uint8Array(size * size * 4);
          gl.readPixels(0, 0, size, size, gl.RGBA, gl.UNSIGNED_BYTE, read);
          for (let y = 0; y < size; y++)
            picture.set(read.subarray(y * size * 4, (y + 1) * size * 4), (size - 1 - y) * size * 4);
          seen[name] = picture;
          vrm.dispose();
        }
        out.push(
          Object.fromEntries(
            Object.entries(seen).map(([way, picture]) => [
              way,
              at.map(([x, y]) => [...picture.subarray((y * size + x) * 4, (y * size + x) * 4 + 3)]),
            ]),
          ),
        );
      }
      return out;
    },
    shots.map(({ file, ...rest }) => rest),
  );
  await close();
  assert.deepEqual(complaints, []);
  return pictures;
}

const fileOf = (fill) => {
  const file = new AvatarFile();
  fill(file);
  return file.bytes();
};

/** What is not as it was expected, in words. */
function wrongOf(expected, pictures, ways) {
  const wrong = [];
  expected.forEach(([{ name }, points], i) => {
    for (const way of ways)
      for (const [k, [px, py, want]] of points.entries()) {
        const seen = pictures[i][way][k];
        const isRight =
          typeof want === 'function' ? want(seen) : want.every((value, c) => Math.abs(value - seen[c]) <= 2);
        if (!isRight) wrong.push(`${name}, ${way} at ${px},${py}: ${seen}, not ${want}`);
      }
  });
  return wrong;
}

/** A shot of one mesh. */
const shotOf = (name, mesh, mtoon, members = {}, shot = {}) => ({
  name,
  file: fileOf((file) =>
    file.mesh(file.mtoon(mtoon, typeof members === 'function' ? members(file) : members), mesh, shot.node),
  ),
  ...shot,
  node: undefined,
});

const bent = (scale, more) => (file) => ({
  normalTexture: { index: file.texture(png([204, 128, 230])), ...(scale !== undefined && { scale }) },
  ...more,
});
const red = [1, 0, 0, 1];

for (const release of releases)
  test(
    `vertex colours, backs, outlines, order and morph targets are drawn as the specification says, with ${release}`,
    { skip },
    async () => {
      const gray = (value) => [value, value, value],
        lit = { shadingToonyFactor: 0, shadeColorFactor: [0, 0, 0], giEqualizationFactor: 1 };
      const white = { ...lit, shadeColorFactor: [1, 1, 1] },
        x = { light: [1, 0, 0] };
      const expected = [
        [shotOf('red vertices', quad({ color: red }), white), [[32, 32, [255, 255, 255]]]],
        [
          shotOf('a mask and vertices of alpha 0', quad({ color: [0, 0, 0, 0] }), white, { alphaMode: 'MASK' }),
          [[32, 32, [255, 255, 255]]],
        ],
        [
          shotOf('a normal map from behind', quad(), lit, bent(undefined, { doubleSided: true }), {
            ...x,
            eye: [0, 0, -3],
          }),
          [[32, 32, gray(149)]],
        ],
        [
          shotOf(
            'a normal map from behind, without normals',
            quad({ hasNormals: false }),
            lit,
            bent(undefined, { doubleSided: true }),
            { ...x, eye: [0, 0, -3] },
          ),
          [[32, 32, gray(149)]],
        ],
        [shotOf('a normal map of scale -1', quad(), lit, bent(-1), x), [[32, 32, gray(149)]]],
        [shotOf('a normal map of scale 1', quad(), lit, bent(1), x), [[32, 32, gray(243)]]],
        [
          shotOf(
            'a blended surface with an outline',
            cube(),
            {
              ...white,
              outlineWidthMode: 'worldCoordinates',
              outlineWidthFactor: 0.1,
              outlineColorFactor: [1, 0, 0],
              outlineLightingMixFactor: 0,
            },
            { alphaMode: 'BLEND', color: [1, 1, 1, 0.999] },
          ),
          [
            [32, 32, [255, 255, 255]],
            [14, 32, [255, 0, 0]],
          ],
        ],
        [
          shotOf(
            'an outline without normals',
            cube({ hasNormals: false }),
            {
              ...lit,
              outlineWidthMode: 'worldCoordinates',
              outlineWidthFactor: 0.1,
              outlineColorFactor: [1, 1, 1],
              outlineLightingMixFactor: 1,
            },
            {},
            x,
          ),
          [
            [14, 32, gray(89)],
            [49, 32, gray(255)],
          ],
        ],
        [
          {
            name: 'a near unlit surface over a toon one',
            file: fileOf((file) => {
              file.mesh(file.mtoon(white, { color: [1, 0, 0, 0.5], alphaMode: 'BLEND' }), quad({ z: -0.2 }));
              file.mesh(file.unlit({ color: [0, 1, 0, 0.5], alphaMode: 'BLEND' }), quad({ z: 0.2 }));
            }),
          },
          [[32, 32, ([r, g]) => g > r]],
        ],
        [
          {
            name: 'a near toon surface that writes depth before an unlit one',
            file: fileOf((file) => {
              file.mesh(file.unlit({ color: [1, 0, 0, 0.5], alphaMode: 'BLEND' }), quad({ z: -0.2 }));
              file.mesh(
                file.mtoon({ ...white, transparentWithZWrite: true }, { color: [0, 1, 0, 0.5], alphaMode: 'BLEND' }),
                quad({ z: 0.2 }),
              );
            }),
          },
          [[32, 32, ([r, g]) => r === 0 && g > 100]],
        ],
        ...[
          [{ POSITION: [0.01, 0, 0] }, { NORMAL: [0, 0.1, 0] }],
          [{ NORMAL: [0.1, 0, 0] }, { NORMAL: [0, 0.1, 0] }],
        ].map((targets) => [
          {
            name: `a morph target without positions (${Object.keys(targets[0])})`,
            expressions: { x: 1 },
            file: fileOf((file) => {
              const node = file.mesh(
                file.mtoon({ ...lit, shadeColorFactor: [1, 0, 0] }, { color: [1, 0, 0, 1] }),
                quad({ size: 0.4, targets }),
              );
              file.json.extensions.VRMC_vrm.expressions = {
                custom: { x: { morphTargetBinds: [{ node, index: 1, weight: 1 }] } },
              };
            }),
          },
          [
            [32, 32, [255, 0, 0]],
            [18, 32, [0, 0, 0]],
          ],
        ]),
      ];
      const pictures = await draw(
        expected.map(([shot, points]) => ({ ...shot, at: points.map(([px, py]) => [px, py]) })),
        release,
      );
      assert.deepEqual(wrongOf(expected, pictures, ['stage', 'plugin', 'loader']), []);
    },
  );

for (const release of releases)
  test(`pages fade, cut and clip toon surfaces as all others, with ${release}`, { skip }, async () => {
    const white = { shadeColorFactor: [1, 1, 1] },
      edge = {
        ...white,
        outlineWidthMode: 'worldCoordinates',
        outlineWidthFactor: 0.1,
        outlineColorFactor: [1, 0, 0],
        outlineLightingMixFactor: 0,
      };
    const half = { color: [1, 1, 1, 0.6] },
      black = [0, 0, 0],
      gray = [128, 128, 128],
      bright = [255, 255, 255];
    const expected = [
      [shotOf('opaque, faded', quad(), white, {}, { change: 'fade' }), [[32, 32, gray]]],
      [
        shotOf('masked, faded', quad(), white, { ...half, alphaMode: 'MASK', alphaCutoff: 0.4 }, { change: 'fade' }),
        [[32, 32, gray]],
      ],
      [
        shotOf(
          'masked, faded below its cutoff',
          quad(),
          white,
          { ...half, alphaMode: 'MASK', alphaCutoff: 0.55 },
          { change: 'fade' },
        ),
        [[32, 32, black]],
      ],
      [shotOf('an outline, faded', cube(), edge, {}, { change: 'fade' }), [[14, 32, [128, 0, 0]]]],
      [
        shotOf('masked, cut', quad(), white, { ...half, alphaMode: 'MASK', alphaCutoff: 0.4 }, { change: 'cut' }),
        [[32, 32, black]],
      ],
      [shotOf('blended, cut', quad(), white, { ...half, alphaMode: 'BLEND' }, { change: 'cut' }), [[32, 32, black]]],
      [shotOf('opaque, cut', quad(), white, {}, { change: 'cut' }), [[32, 32, bright]]],
      [
        shotOf('clipped', quad(), white, {}, { change: 'clip' }),
        [
          [24, 32, black],
          [40, 32, bright],
        ],
      ],
      [
        shotOf('an outline, clipped', cube(), edge, {}, { change: 'clip' }),
        [
          [14, 32, black],
          [49, 32, [255, 0, 0]],
        ],
      ],
      [
        shotOf('normals', quad(), white, { ...half, alphaMode: 'BLEND' }, { change: 'normals' }),
        [[32, 32, [128, 128, 255]]],
      ],
    ];
    const pictures = await draw(
      expected.map(([shot, points]) => ({ ...shot, at: points.map(([px, py]) => [px, py]) })),
      release,
    );
    assert.deepEqual(wrongOf(expected, pictures, ['plugin', 'loader']), []);
  });
