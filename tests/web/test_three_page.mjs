// SPDX-License-Identifier: MIT
// libvrm/three in chromium, with three.js as it is now, an older release and the oldest that package.json allows: pages written for
// three-vrm, the comparison with it, and pictures beside our own renderer.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import test from 'node:test';
import { openPage, whyNoChromium } from './browser.mjs';
import { sceneBytes, sourceFolder } from './support.mjs';

const require = createRequire(import.meta.url);
const place = (name) => {
  const found = require.resolve
    .paths(name)
    .map((folder) => join(folder, name))
    .find((folder) => existsSync(folder));
  return found ? realpathSync(found) : null;
};
const releases = ['three', 'three-170', 'three-157'];
const packages = [...releases, '@pixiv/three-vrm', '@pixiv/three-vrm-animation'];
const skip = packages.some((name) => place(name) === null)
  ? 'three and three-vrm are not installed (tools/deps.sh check)'
  : ((await whyNoChromium()) ?? false);

/** A GLB as a .gltf with files beside it: its buffer, a picture, and one that is none. */
function beside(bytes) {
  const size = bytes.readUInt32LE(12),
    json = JSON.parse(bytes.toString('utf8', 20, 20 + size));
  json.buffers[0].uri = 'numbers%20and%20all.bin';
  json.images = [...(json.images ?? []), { uri: 'dot.png' }, { uri: 'broken.png' }];
  const at = json.images.length;
  json.textures = [...(json.textures ?? []), { source: at - 2 }, { source: at - 1 }];
  Object.assign(json.materials[0], {
    emissiveTexture: { index: json.textures.length - 2 },
    normalTexture: { index: json.textures.length - 1 },
    extensions: {},
  });
  return {
    '/files/avatar.gltf': Buffer.from(JSON.stringify(json)),
    '/files/numbers and all.bin': bytes.subarray(28 + size),
    '/files/broken.png': Buffer.from('no picture'),
    '/files/gone.vrm': (request, response) => response.writeHead(404).end(),
    '/files/dot.png': Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  };
}

/** A page in which the names of three-vrm mean it, or libvrm/three. */
function open(release, isOurs) {
  const imports = {
    three: '/three/build/three.module.js',
    'three/webgpu': '/three/build/three.webgpu.js',
    'three/addons/': '/three/examples/jsm/',
    'libvrm/three': '/libvrm/three.js',
    '@pixiv/three-vrm': isOurs ? '/libvrm/three.js' : '/three-vrm/lib/three-vrm.module.js',
    '@pixiv/three-vrm-animation': isOurs
      ? '/libvrm/three.js'
      : '/three-vrm-animation/lib/three-vrm-animation.module.js',
  };
  return openPage(
    {
      '/three/': place(release),
      '/three-vrm/': place('@pixiv/three-vrm'),
      '/three-vrm-animation/': place('@pixiv/three-vrm-animation'),
      '/tests/': join(sourceFolder, 'tests'),
      '/avatar.vrm': sceneBytes('1.0'),
      '/hero.vrm': sceneBytes('hero'),
      '/motion.vrma': sceneBytes('hero-clip'),
      ...beside(sceneBytes('1.0')),
      '/page.html': Buffer.from(
        `<!doctype html><canvas width="64" height="64"></canvas><script type="importmap">${JSON.stringify({ imports })}</script>`,
      ),
    },
    '/page.html',
  );
}

const all = ['basic', 'expressions', 'lookAt', 'springs', 'vrma', 'firstPerson'];
const use = (page, usages) =>
  page.evaluate(async (names) => {
    const usage = await import('/tests/web/three_usage.js');
    const seen = {};
    for (const name of names) seen[name] = await usage[name]();
    usage.end();
    return seen;
  }, usages);

/** Numbers within a limit of each other, however they are nested. */
function alike(a, b, limit, where) {
  if (typeof a === 'number') assert.ok(Math.abs(a - b) <= limit, `${where}: ${a} and ${b}`);
  else if (a !== null && typeof a === 'object')
    for (const key of Object.keys(a)) alike(a[key], b[key], limit, `${where}.${key}`);
  else assert.equal(a, b, where);
}

test('pages for three-vrm work with libvrm/three', { skip }, async () => {
  const [theirs, ours] = [await open('three', false), await open('three', true)];
  const [expected, seen] = [await use(theirs.page, all), await use(ours.page, all)];
  await theirs.close();
  await ours.close();
  assert.deepEqual(ours.complaints, []);
  assert.ok(seen.basic.covered > 0.05, 'the avatar is seen');
  assert.ok(seen.firstPerson.first < seen.firstPerson.third, 'without the head less is seen');
  alike(seen.basic.covered, expected.basic.covered, 0.02, 'covered');
  alike(seen.basic.neck, expected.basic.neck, 1e-4, 'neck');
  for (const name of ['expressions', 'springs', 'vrma']) alike(seen[name], expected[name], 0.01, name);
  alike(seen.firstPerson, expected.firstPerson, 0.03, 'firstPerson');
  alike(seen.lookAt, expected.lookAt, 0.5, 'lookAt'); // theirs is that of the head one frame before
});

for (const release of releases.slice(1))
  test(`it draws with ${release}`, { skip }, async () => {
    const { page, complaints, close } = await open(release, true);
    const { basic } = await use(page, ['basic']);
    await close();
    assert.deepEqual(complaints, []);
    assert.ok(basic.covered > 0.05, 'the avatar is seen');
  });

test('an avatar moves in a page as in three-vrm', { skip }, async () => {
  const { page, complaints, close } = await open('three', true);
  const motion = JSON.parse(readFileSync(join(sourceFolder, 'tests/vectors/motions/body.json'), 'utf8'));
  const { channels, limits } = await page.evaluate(async (script) => {
    const { compareMotion, limits } = await import('/tests/web/three_compare.mjs');
    const bytes = await (await fetch('/avatar.vrm')).arrayBuffer();
    const channels = await compareMotion(
      bytes,
      script,
      await import('libvrm/three'),
      await import('/three-vrm/lib/three-vrm.module.js'),
      { frames: 30 },
    );
    return { channels, limits };
  }, motion);
  await close();
  assert.deepEqual(
    complaints.filter((text) => !text.includes('Multiple instances')),
    [],
  );
  assert.ok(channels.length >= 4);
  for (const [channel, difference, where] of channels)
    assert.ok(difference <= limits[channel], `${channel} of ${where}: ${difference}`);
});

test('a clone is drawn as its original', { skip }, async () => {
  const { page, complaints, close } = await open('three', true);
  const { covered, worst } = await page.evaluate(async () => {
    const THREE = await import('three');
    const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js');
    const { VRMLoaderPlugin } = await import('libvrm/three');
    const renderer = new THREE.WebGLRenderer({
      canvas: document.querySelector('canvas'),
      alpha: true,
      preserveDrawingBuffer: true,
    });
    const camera = new THREE.PerspectiveCamera(30, 1, 0.1, 20),
      scene = new THREE.Scene();
    camera.position.set(0, 1.2, 1.6);
    scene.add(new THREE.DirectionalLight(0xffffff, Math.PI));
    const loader = new GLTFLoader();
    loader.register((parser) => new VRMLoaderPlugin(parser));
    const { vrm } = (await loader.loadAsync('/hero.vrm')).userData,
      copy = vrm.clone();
    const [original, cloned] = [vrm, copy].map((each) => {
      each.humanoid.getNormalizedBoneNode('leftUpperArm').rotation.z = -1;
      each.humanoid.getNormalizedBoneNode('head').rotation.y = 0.5;
      each.expressionManager.setValue('aa', 1);
      scene.add(each.scene);
      each.update(1 / 60);
      renderer.render(scene, camera);
      each.scene.removeFromParent();
      const gl = renderer.getContext(),
        pixels = new Uint8Array(64 * 64 * 4);
      gl.readPixels(0, 0, 64, 64, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
      return pixels;
    });
    copy.dispose();
    vrm.dispose();
    return {
      covered: original.filter((value, i) => i % 4 === 3 && value > 0).length / 4096,
      worst: Math.max(...original.map((value, i) => Math.abs(value - cloned[i]))),
    };
  });
  await close();
  assert.deepEqual(complaints, []);
  assert.ok(covered > 0.1, 'something is drawn');
  assert.ok(worst <= 2, `a pixel differs by ${worst}`);
});

/** The same shot by our renderer and by three.js with our material: both as RGBA from the top. One sample for each
 * pixel: without a graphics card ours draws larger instead of taking several. */
const shoot = (page, avatar) =>
  page.evaluate(async (address) => {
    const THREE = await import('three');
    const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js');
    const { VRMLoaderPlugin, VRMUtils } = await import('libvrm/three');
    const { Stage } = await import('/libvrm/stage.js');
    const size = 256,
      canvas = () => Object.assign(document.createElement('canvas'), { width: size, height: size });
    const stage = await Stage.create(canvas(), { background: [1, 1, 1, 1], samples: 1 });
    const actor = await stage.load(await (await fetch(address)).arrayBuffer());
    stage.step(0);
    stage.frame(actor, { shot: 'bust', yaw: 20 });
    const { eye, target, fov, near, far } = stage.camera;
    const ours = stage.readPixels();

    const renderer = new THREE.WebGLRenderer({ canvas: canvas(), antialias: false, preserveDrawingBuffer: true });
    renderer.setClearColor(0xffffff);
    const camera = new THREE.PerspectiveCamera(fov, 1, near, far);
    camera.position.set(...eye);
    camera.lookAt(...target);
    const scene = new THREE.Scene(),
      light = new THREE.DirectionalLight(0xffffff, 0.9 * Math.PI);
    light.position.set(1, 1, 1);
    scene.add(light, new THREE.AmbientLight(0xffffff, 0.1 * Math.PI));
    const loader = new GLTFLoader();
    loader.register((parser) => new VRMLoaderPlugin(parser));
    const { vrm } = (await loader.loadAsync(address)).userData;
    VRMUtils.rotateVRM0(vrm);
    scene.add(vrm.scene);
    vrm.update(0);
    renderer.render(scene, camera);
    const gl = renderer.getContext(),
      read = new Uint8Array(size * size * 4),
      theirs = new Uint8Array(size * size * 4);
    gl.readPixels(0, 0, size, size, gl.RGBA, gl.UNSIGNED_BYTE, read);
    for (let y = 0; y < size; y++)
      theirs.set(read.subarray(y * size * 4, (y + 1) * size * 4), (size - 1 - y) * size * 4);
    return { size, ours: ours.data, theirs };
  }, avatar);

test('toon materials look as in our own renderer', { skip }, async () => {
  const { page, complaints, close } = await open('three', true);
  const { size, ours, theirs } = await shoot(page, '/hero.vrm');
  await close();
  assert.deepEqual(complaints, []);
  let sum = 0,
    far = 0;
  for (let i = 0; i < ours.length; i += 4) {
    const difference = Math.max(...[0, 1, 2].map((k) => Math.abs(ours[i + k] - theirs[i + k])));
    sum += difference;
    if (difference > 24) far++;
  }
  assert.ok(sum / (size * size) < 0.2, `the mean difference is ${sum / (size * size)} of 255`);
  assert.ok(far / (size * size) < 0.002, `${far} of ${size * size} pixels differ`); // at edges
});

/** The hero by one renderer and one kind of material, as RGBA from the top on white. */
const draw = (page, rendererName, materials) =>
  page.evaluate(
    async ([name, kind]) => {
      const THREE = await import('three');
      const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js');
      const ours = await import('libvrm/three'),
        theirs = await import('/three-vrm/lib/three-vrm.module.js');
      const size = 160,
        canvas = Object.assign(document.createElement('canvas'), { width: size, height: size });
      const { WebGPURenderer } = name === 'webgpu' ? await import('three/webgpu') : {};
      const renderer = WebGPURenderer
        ? new WebGPURenderer({ canvas, antialias: true, forceWebGL: !navigator.gpu })
        : new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
      await renderer.init?.();
      renderer.setClearColor(0xffffff);
      const loader = new GLTFLoader();
      loader.register((parser) => {
        if (kind === 'theirs') return new theirs.VRMLoaderPlugin(parser);
        if (kind === 'plain') return new ours.VRMLoaderPlugin(parser, { materials: 'plain' });
        return new ours.VRMLoaderPlugin(parser, { mtoonMaterialPlugin: new theirs.MToonMaterialLoaderPlugin(parser) });
      });
      const { vrm } = (await loader.loadAsync('/hero.vrm')).userData;
      const light = new THREE.DirectionalLight(0xffffff, Math.PI),
        scene = new THREE.Scene();
      light.position.set(1, 1, 1);
      scene.add(light, vrm.scene);
      vrm.expressionManager.setValue('happy', 1);
      vrm.update(1 / 60);
      const camera = new THREE.PerspectiveCamera(30, 1, 0.1, 20);
      camera.position.set(0, 1.3, 1.6);
      camera.lookAt(0, 1.3, 0);
      renderer.render(scene, camera);
      const flat = Object.assign(document.createElement('canvas'), { width: size, height: size }).getContext('2d');
      flat.drawImage(canvas, 0, 0);
      const types = new Set(vrm.materials.map(({ type }) => type));
      return { size, types: [...types], pixels: flat.getImageData(0, 0, size, size).data };
    },
    [rendererName, materials],
  );

/** How much of a picture is not white, and how many colours of 512 it has. */
function contents({ size, pixels }) {
  let covered = 0;
  const colors = new Set();
  for (let i = 0; i < pixels.length; i += 4) {
    if (Math.min(pixels[i], pixels[i + 1], pixels[i + 2]) < 250) covered++;
    colors.add(((pixels[i] >> 5) << 6) | ((pixels[i + 1] >> 5) << 3) | (pixels[i + 2] >> 5));
  }
  return { covered: covered / (size * size), colors: colors.size };
}

test('the material plugin of three-vrm draws our avatar as three-vrm does', { skip }, async () => {
  const { page, complaints, close } = await open('three', true);
  const mine = await draw(page, 'webgl', 'plugin'),
    other = await draw(page, 'webgl', 'theirs');
  await close();
  assert.deepEqual(
    complaints.filter((text) => !text.includes('Multiple instances')),
    [],
  );
  assert.ok(mine.types.length === other.types.length && contents(mine).covered > 0.1);
  let far = 0;
  for (let i = 0; i < mine.pixels.length; i += 4)
    if ([0, 1, 2].some((k) => Math.abs(mine.pixels[i + k] - other.pixels[i + k]) > 24)) far++;
  assert.ok(far / (mine.size * mine.size) < 0.01, `${far} of ${mine.size * mine.size} pixels differ`);
});

test('WebGPURenderer draws an avatar with plain materials', { skip }, async () => {
  const { page, complaints, close } = await open('three', true);
  const plain = await draw(page, 'webgpu', 'plain'),
    reference = await draw(page, 'webgl', 'plain');
  await close();
  assert.deepEqual(
    complaints.filter((text) => !/Multiple instances|WebGPU/.test(text)),
    [],
  );
  const seen = contents(plain),
    expected = contents(reference);
  assert.ok(seen.covered > 0.1 && seen.colors > 8, JSON.stringify(seen));
  alike(seen.covered, expected.covered, 0.02, 'covered');
});

test('VRMLoader shows what GLTFLoader and the plugin show', { skip }, async () => {
  const { page, complaints, close } = await open('three', true);
  const seen = await page.evaluate(async () => {
    const THREE = await import('three');
    const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js');
    const { VRMLoader, VRMLoaderPlugin } = await import('libvrm/three');
    const { differences, factsOf, isKnown } = await import('/tests/web/three_scene.mjs');
    const size = 96,
      canvas = Object.assign(document.createElement('canvas'), { width: size, height: size });
    const renderer = new THREE.WebGLRenderer({ canvas, preserveDrawingBuffer: true });
    renderer.setClearColor(0xffffff);
    const camera = new THREE.PerspectiveCamera(30, 1, 0.1, 20),
      light = new THREE.DirectionalLight(0xffffff, Math.PI),
      scene = new THREE.Scene();
    camera.position.set(0, 1.2, 2.2);
    light.position.set(1, 1, 1);
    scene.add(light);
    const shot = ({ vrm }) => {
      scene.add(vrm.scene);
      vrm.update(1 / 60);
      renderer.render(scene, camera);
      vrm.scene.removeFromParent();
      const gl = renderer.getContext(),
        pixels = new Uint8Array(size * size * 4);
      gl.readPixels(0, 0, size, size, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
      return pixels;
    };
    const results = {};
    for (const [path, name] of [
      ['/', 'hero.vrm'],
      ['/', 'avatar.vrm'],
      ['/files/', 'avatar.gltf'],
    ]) {
      const events = [],
        manager = new THREE.LoadingManager(
          () => events.push('load'),
          undefined,
          (url) => events.push(`error ${url}`),
        );
      const plugin = new GLTFLoader();
      plugin.register((parser) => new VRMLoaderPlugin(parser));
      const loaded = [
        await plugin
          .setPath(path)
          .loadAsync(name)
          .catch((error) => error),
        await new VRMLoader(manager).setPath(path).loadAsync(name),
      ];
      const facts = loaded.map(factsOf);
      const [a, b] = name === 'hero.vrm' ? loaded.map(({ userData }) => shot(userData)) : [[0], [0]];
      results[name] = {
        events,
        differences: differences(...facts).filter((each) => !isKnown(each)),
        textures: facts[1].objects.flatMap(({ materials = [] }) => materials).filter(({ map }) => map?.size[0] > 0)
          .length,
        covered: a.filter((value, i) => i % 4 === 0 && value < 250).length / (size * size),
        worst: Math.max(...a.map((value, i) => Math.abs(value - b[i]))),
      };
      for (const { userData } of loaded) userData.vrm.dispose();
    }
    const failed = [];
    for (const url of ['/files/gone.vrm', '/files/dot.png'])
      failed.push(
        await new VRMLoader().loadAsync(url).then(
          () => 'loaded',
          (error) => `${error.constructor.name} ${error.code ?? ''}`,
        ),
      );
    return { results, failed };
  });
  await close();
  for (const [name, { events, differences, textures, covered, worst }] of Object.entries(seen.results)) {
    assert.deepEqual(differences, [], name);
    assert.deepEqual(
      events.filter((event) => event === 'load'),
      ['load'],
      name,
    );
    assert.ok(worst <= 1, `${name}: a pixel differs by ${worst}`);
    assert.ok(
      name !== 'hero.vrm' || (textures > 0 && covered > 0.05),
      `${name}: ${textures} pictures, ${covered} covered`,
    );
  }
  assert.deepEqual(seen.failed, ['HttpError ', 'VrmError container']);
  assert.deepEqual(
    complaints.filter((text) => !/404|Couldn't load texture/.test(text)),
    [],
  );
});
