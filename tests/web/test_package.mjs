// SPDX-License-Identifier: MIT
// The package as it is published: what is in it, its types, its examples, and that a bundler takes it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import test from 'node:test';
import { openPage, whyNoChromium } from './browser.mjs';
import { installed, npmFolder } from './installed.mjs';
import { filesBelow, load, packageFolder, sceneBytes, scenePath, sourceFolder } from './support.mjs';

const require = createRequire(import.meta.url);

/** Path of a file of a package from npm; null when it is not installed. */
const program = (name, file) => (npmFolder(name) ? join(npmFolder(name), file) : null);

/** libvrm/three needs three.js, which is found beside the tests, not beside the built package. */
const hasThree = program('three', 'package.json') !== null;

const listed = [
  'LICENSE',
  'README.md',
  'dev/README.md',
  'dev/element.jsx',
  'dev/index.jsx',
  'dev/stage.jsx',
  'dev/three.jsx',
  'dev/worker.jsx',
  'element.d.ts',
  'element.js',
  'element.min.js',
  'element/agent.js',
  'element/agent_messages.js',
  'element/agent_mp3.js',
  'element/agent_text.js',
  'element/attributes.js',
  'element/camera_controls.js',
  'element/gaze.js',
  'element/motions.js',
  'element/orbit.js',
  'element/picture.js',
  'element/shell.js',
  'element/tracker.js',
  'element/vectors.js',
  'element/voice.js',
  'engine/actor.js',
  'engine/author.js',
  'engine/clip.js',
  'engine/decode.js',
  'engine/download.js',
  'engine/errors.js',
  'engine/face.js',
  'engine/gl.js',
  'engine/handle.js',
  'engine/hosted_avatar.js',
  'engine/images.js',
  'engine/info.js',
  'engine/lip.js',
  'engine/lip_samples.js',
  'engine/lip_worklet.js',
  'engine/live.js',
  'engine/meshopt.js',
  'engine/model.js',
  'engine/module.js',
  'engine/motion_edits.js',
  'engine/owner.js',
  'engine/playback.js',
  'engine/points.js',
  'engine/recorder.js',
  'engine/rig.js',
  'engine/sim.js',
  'engine/sound.js',
  'engine/speech.js',
  'engine/speech_marks.js',
  'engine/speech_stream.js',
  'engine/studio.js',
  'engine/tools.js',
  'engine/turn.js',
  'engine/worker_main.js',
  'index.d.ts',
  'index.js',
  'jsx/attributes.d.ts',
  'jsx/preact.d.ts',
  'jsx/react-18.d.ts',
  'jsx/react.d.ts',
  'jsx/solid.d.ts',
  'package.json',
  'stage.d.ts',
  'stage.js',
  'three.d.ts',
  'three.js',
  'three/animation.js',
  'three/avatar.js',
  'three/binds.js',
  'three/colliders.js',
  'three/constants.js',
  'three/expressions.js',
  'three/first_person.js',
  'three/gltf_accessors.js',
  'three/gltf_animations.js',
  'three/gltf_geometry.js',
  'three/gltf_materials.js',
  'three/gltf_scene.js',
  'three/helpers.js',
  'three/humanoid.js',
  'three/light.js',
  'three/loader.js',
  'three/look_at.js',
  'three/meta.js',
  'three/mtoon.js',
  'three/mtoon_loader.js',
  'three/nodes.js',
  'three/parts.js',
  'three/port.js',
  'three/shaders.js',
  'three/side_files.js',
  'three/springs.js',
  'three/utils.js',
  'three/vrm.js',
  'three/vrm_loader.js',
  'wasm/libvrm-face.wasm',
  'wasm/libvrm-live.wasm',
  'wasm/libvrm-render.wasm',
  'wasm/libvrm-rules.txt',
  'wasm/libvrm-tools.wasm',
  'wasm/libvrm.wasm',
  'worker.d.ts',
  'worker.js',
];

const { home, files } = installed();

/** Packages of the tests that a user of libvrm/three would have installed too. */
const peers = ['three', '@types/three'].map((name) => [name, program(name, '')]);
const hasPeers = peers.every(([, place]) => place !== null);
if (hasPeers) {
  mkdirSync(join(home, 'node_modules/@types'), { recursive: true });
  for (const [name, place] of peers) symlinkSync(place, join(home, 'node_modules', name), 'dir');
}

test('npm pack takes these files and no others', () => {
  assert.deepEqual(files.sort(), listed);
});

test('texts of the tools are not in the file that every page fetches', () => {
  const text = (name) => readFileSync(join(packageFolder, 'wasm', name), 'latin1');
  for (const words of ['Say which nodes they are', 'No human figure', 'armsOffDegrees']) {
    assert.equal(text('libvrm-tools.wasm').split(words).length - 1, 1, words);
    assert.equal(text('libvrm.wasm').includes(words), false, words);
  }
});

test('no module is both imported and an address, which Parcel cannot bundle', () => {
  const sources = files
    .filter((path) => path.endsWith('.js') && path !== 'element.min.js')
    .map((path) => readFileSync(join(packageFolder, path), 'utf8'));
  const names = (pattern) =>
    new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => basename(name))));
  const imported = names(/from '(\.[^']+)'/g),
    addresses = names(/new URL\('(\.[^']+)', import\.meta\.url\)/g);
  assert.ok(imported.size > 10 && addresses.size > 5, `${imported.size} imports, ${addresses.size} addresses`);
  assert.deepEqual(
    [...addresses].filter((name) => imported.has(name)),
    [],
  );
});

test('the package needs nothing at run time', () => {
  const {
    dependencies,
    peerDependenciesMeta = {},
    peerDependencies = {},
  } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  assert.equal(dependencies, undefined);
  for (const name of Object.keys(peerDependencies)) assert.equal(peerDependenciesMeta[name]?.optional, true, name);
});

test('its version is the library’s', async () => {
  const { init, version } = await load();
  await init();
  assert.equal(JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')).version, version());
});

test('index.d.ts declares what index.js exports, and every member says what it is', async () => {
  for (const entry of ['index', 'stage', 'element', 'worker', ...(hasThree ? ['three'] : [])]) {
    const types = readFileSync(join(packageFolder, `${entry}.d.ts`), 'utf8');
    const declared = [...types.matchAll(/^export (?:declare )?(?:abstract )?(?:class|function|const) (\w+)/gm)].map(
      ([, name]) => name,
    );
    assert.deepEqual([...new Set(declared)].sort(), Object.keys(await load(`${entry}.js`)).sort(), entry);
    const lines = types.split('\n');
    lines.forEach((line, i) => {
      const isMember =
        /^ {2}(?:readonly |static |get )?[\w[.\]]+\??(?:\(|:)/.test(line) && !line.includes('constructor');
      const isTop = /^export (?!type \{|\{)/.test(line);
      if (isMember || isTop) assert.match(lines[i - 1], /\*\/\s*$/, `${entry}.d.ts:${i + 1} has no comment: ${line}`);
    });
  }
});

const examples = readdirSync(join(sourceFolder, 'web/examples'));

const tsc = program('typescript', 'bin/tsc');

const textOf = (path) => readFileSync(join(sourceFolder, path), 'utf8');
const guide = [...textOf('docs/guide/web.md').matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);
const [, readmeOfThree] = textOf('web/npm/README.md').match(
  /<script type="module">\n(\s+import \* as THREE.*?)<\/script>/s,
);
const threeOfGuide = `import type { Camera, Clock, Scene } from 'three'; declare const scene: Scene, camera: Camera, clock: Clock;\n`;

test(
  'tsc --strict takes the examples and the types',
  { skip: tsc ? false : 'typescript is not installed (tools/deps.sh check)' },
  () => {
    const place = join(home, 'typed');
    cpSync(join(sourceFolder, 'web/examples'), place, { recursive: true });
    // As much of Node as the example needs.
    writeFileSync(
      join(place, 'node.d.ts'),
      "declare module 'node:fs/promises' { export function readFile(path: string): Promise<Uint8Array>; export function writeFile(path: string, data: Uint8Array): Promise<void>; }\ndeclare const process: { argv: string[] };\n",
    );
    writeFileSync(
      join(place, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          allowJs: true,
          checkJs: true,
          target: 'esnext',
          module: 'nodenext',
          types: [],
          lib: ['esnext', 'dom', 'dom.iterable', 'esnext.disposable'],
          skipLibCheck: false,
        },
        files: [
          ...filesBelow(place, '.js', '.d.ts'),
          ...(hasPeers ? [join(home, 'node_modules/libvrm/three.d.ts')] : []),
        ].filter((path) => hasPeers || !path.includes('three')),
      }),
    );
    const run = () =>
      execFileSync(process.execPath, [tsc, '-p', place], { cwd: home, encoding: 'utf8', stdio: 'pipe' });
    try {
      run();
    } catch (error) {
      assert.fail(error.stdout);
    }
  },
);

test(
  'tsc --strict takes a page of es2022 with every kind of use',
  { skip: tsc && hasPeers ? false : 'typescript, three or its types are not installed (tools/deps.sh check)' },
  () => {
    const place = join(home, 'page');
    mkdirSync(place, { recursive: true });
    writeFileSync(
      join(place, 'page.ts'),
      `
    import type { Object3D } from 'three';
    import { Model, MemoryOwner } from 'libvrm';
    import { Face, Lip, Speech, type FaceMap, type LipFrame } from 'libvrm';
    import { VrmAvatarElement } from 'libvrm/element';
    import { Stage } from 'libvrm/stage';
    import { VrmWorker } from 'libvrm/worker';
    import {
      VRM, VRMExpression, VRMExpressionMorphTargetBind, VRMExpressionPresetName, VRMHumanBoneName, VRMLoader, VRMLookAt, VRMLookAtLoaderPlugin, VRMLoaderPlugin, VRMUtils,
      type VRMCore, type VRMHumanBone, type VRMLookAtApplier, type VRMMeta,
    } from 'libvrm/three';
    import type { VRMHumanoid } from 'libvrm/three';
    import { GLTFLoader, type GLTF } from 'three/addons/loaders/GLTFLoader.js';

    const rig: { [mixamo: string]: VRMHumanBoneName } = { mixamorigHips: VRMHumanBoneName.Hips, mixamorigHead: 'head' };
    class Smooth extends VRMLookAt {
      damped = 0;
      constructor(humanoid: VRMHumanoid, applier: VRMLookAtApplier) { super(humanoid, applier); }
      override update(delta: number): void {
        this.damped += (this._yaw - this.damped) * delta;
        this.applier.applyYawPitch(this.damped, this._pitch);
        this._needsUpdate = false;
      }
    }
    class SmoothPlugin extends VRMLookAtLoaderPlugin {
      override get name(): string { return 'SmoothPlugin'; }
      override async afterRoot(gltf: GLTF): Promise<void> {
        await super.afterRoot(gltf);
        const humanoid = gltf.userData.vrmHumanoid as VRMHumanoid | null, lookAt = gltf.userData.vrmLookAt as VRMLookAt | null;
        if (humanoid && lookAt) gltf.userData.vrmLookAt = new Smooth(humanoid, lookAt.applier).copy(lookAt);
      }
    }
    export async function speak(vrm: VRM, map: FaceMap, element: VrmAvatarElement): Promise<boolean> {
      const face: Face = vrm.face ?? new Face(map, { seed: 7, attention: 'listening' }), tag = document.createElement('vrm-avatar');
      face.emote({ happy: 0.5 }, { hold: 2, queued: true });
      face.track({ jawOpen: 1 });
      const frames: LipFrame[] = await Lip.read(new Float32Array(16000), { sampleRate: 48000 });
      face.hear(frames);
      using listener = await Lip.listen(await navigator.mediaDevices.getUserMedia({ audio: true }), { face, onFrames: (all) => console.log(all[0]?.loudness, listener.isStopped) });
      tag.addEventListener('error', ({ error, message }) => console.log(error, message));
      tag.addEventListener('progress', ({ loaded, total }) => console.log(loaded / total));
      tag.lookAt = 'pointer';
      await tag.say(new Blob([]), { signal: AbortSignal.timeout(1000) });
      await element.say((await fetch('/speech')).body!, { sampleRate: 24000 });
      tag.addEventListener('ended', ({ detail }) => console.log(detail.name));
      tag.orbit = { yaw: tag.orbit.yaw + 5 };
      tag.orbitTo(null);
      tag.setAnimation('wave', new Blob([]));
      if (await tag.play('wave', { once: true, bones: ['rightHand'] })) tag.currentTime = tag.duration;
      await tag.track({ shapes: [{ categoryName: 'jawOpen', score: 1 }], head: new Float32Array(16), gaze: [1, 2] });
      await tag.track(null);
      const answer = await tag.send({ type: 'say', text: 'Hello', id: 1 });
      if (answer.type === 'error') console.log(answer.code, answer.message);
      tag.addEventListener('message', ({ data }) => console.log(data.type, data.time));
      (await tag.toBlob({ type: 'image/webp', width: 512 })).size;
      await Speech.playStream([new Int16Array(8)], { face, sampleRate: 16000 });
      return (await element.emote('happy 0.5')) && (await Speech.load('a.mp3')).play({ face });
    }
    export async function main(bytes: ArrayBuffer, scene: Object3D): Promise<Blob> {
      const model = await Model.load(bytes), owner: MemoryOwner = model;
      const file = new Blob([await model.save()]);
      owner.dispose();
      const loader = new GLTFLoader();
      loader.register((parser) => new VRMLoaderPlugin(parser, { lookAtPlugin: new SmoothPlugin(parser), helperRoot: scene }));
      loader.register((parser) => { const plugin = new VRMLoaderPlugin(parser); plugin.metaPlugin.needThumbnailImage = true; return plugin; });
      const vrm = (await new VRMLoader(undefined, { sideFiles: 'any', face: { idle: 0.5 } }).loadAsync('a.vrm')).userData.vrm as VRM, core: VRMCore = vrm;
      const meta: VRMMeta = core.meta, hips: VRMHumanBone | undefined = vrm.humanoid.getRawBone(rig.mixamorigHips ?? 'hips');
      if (meta.metaVersion === '1' && meta.thumbnailImage) document.body.append(meta.thumbnailImage);
      if (vrm.lookAt) vrm.lookAt = new Smooth(vrm.humanoid, vrm.lookAt.applier);
      const jaw = new VRMExpression('jawOpen');
      jaw.addBind(new VRMExpressionMorphTargetBind({ primitives: [], index: 0, weight: 1 }));
      vrm.expressionManager.registerExpression(jaw);
      vrm.expressionManager.setValue(VRMExpressionPresetName.Happy, hips ? 1 : 0);
      vrm.springBoneManager?.colliderGroups.forEach((group) => group.colliders.forEach((collider) => { if ('radius' in collider.shape) collider.shape.radius = 1; }));
      VRMUtils.rotateVRM0(vrm);
      (await Stage.create(document.createElement('canvas'))).dispose();
      (await VrmWorker.create()).terminate();
      return file;
    }`,
    );
    // The samples with three.js, as they are printed; R-726.
    const samples = { 'guide.ts': guide.find((code) => code.includes('libvrm/three')), 'readme.ts': readmeOfThree };
    for (const [name, code] of Object.entries(samples)) {
      const given = code.includes("from 'three'") ? '' : threeOfGuide;
      writeFileSync(join(place, name), `${given}${code}\nexport {};\n`);
    }
    writeFileSync(
      join(place, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          target: 'es2022',
          module: 'esnext',
          moduleResolution: 'bundler',
          types: [],
          lib: ['es2022', 'dom'],
          skipLibCheck: false,
          noImplicitOverride: true,
        },
        files: ['page.ts', ...Object.keys(samples)],
      }),
    );
    try {
      execFileSync(process.execPath, [tsc, '-p', place], { cwd: home, encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      assert.fail(error.stdout);
    }
  },
);

// As much of the types of each framework as ours use, in the form in which it exports them.
const jsx = `namespace JSX { type Element = unknown; interface IntrinsicElements { div: HTMLAttributes<HTMLDivElement> } }`;
const refOfPreact = 'export type Ref<T> = ((element: T | null) => void) | { current: T | null } | null;';
const ofPreact =
  'interface HTMLAttributes<T> { class?: string; key?: unknown; ref?: (element: T | null) => void; src?: number; children?: unknown; onLoad?: (event: T) => void; onload?: (event: T) => void; onClick?: (event: T) => void }';
const frameworks = {
  react: {
    version: '19.0.0',
    'index.d.ts': `export type Key = string | number; export type ReactNode = unknown; export type Ref<T> = ((element: T | null) => void) | { current: T | null };
      export interface CSSProperties { width?: string }
      export interface ClassAttributes<T> { key?: Key; ref?: Ref<T> }
      export interface HTMLAttributes<T> { className?: string; style?: CSSProperties; children?: ReactNode; onLoad?: (event: T) => void; onError?: (event: T) => void; onProgress?: (event: T) => void; onEnded?: (event: T) => void; onClick?: (event: T) => void }
      export type DetailedHTMLProps<E extends HTMLAttributes<T>, T> = ClassAttributes<T> & E;
      export ${jsx}`,
    'jsx-runtime.d.ts': `import type { JSX as OfReact } from './index.js'; export namespace JSX { type Element = OfReact.Element; interface IntrinsicElements extends OfReact.IntrinsicElements {} } export function jsx(): unknown; export function jsxs(): unknown;`,
  },
  preact: {
    version: '10.0.0',
    'index.d.ts': `import { JSXInternal } from './jsx.js'; export import JSX = JSXInternal; ${refOfPreact}`,
    'jsx.d.ts': `export namespace JSXInternal { type Element = unknown;
      ${ofPreact}
      interface IntrinsicElements { div: HTMLAttributes<HTMLDivElement>; section: HTMLAttributes<HTMLElement> } }`,
    'jsx-runtime.d.ts': `export { JSXInternal as JSX } from './jsx.js'; export function jsx(): unknown; export function jsxs(): unknown;`,
  },
  'preact-11': {
    name: 'preact',
    version: '11.0.0',
    'index.d.ts': `import { JSXInternal } from './jsx.js'; export import JSX = JSXInternal; export * from './dom.js'; ${refOfPreact}`,
    'dom.d.ts': `export ${ofPreact}`,
    'jsx.d.ts': `import type * as preact from './index.js'; export namespace JSXInternal { type Element = unknown;
      interface IntrinsicElements { div: preact.HTMLAttributes<HTMLDivElement>; section: preact.HTMLAttributes<HTMLElement> } }`,
    'jsx-runtime.d.ts': `export { JSXInternal as JSX } from './jsx.js'; export function jsx(): unknown; export function jsxs(): unknown;`,
  },
  'solid-js': {
    version: '1.9.0',
    'index.d.ts': "import type { JSX } from './jsx.js'; export type { JSX };",
    'jsx.d.ts': `export namespace JSX { type Element = unknown;
      interface HTMLAttributes<T> { class?: string; ref?: T | ((element: T) => void); children?: unknown; onClick?: (event: Event) => void }
      interface IntrinsicElements { div: HTMLAttributes<HTMLDivElement> } }`,
    'jsx-runtime.d.ts': `export type { JSX } from './jsx.js'; export declare function jsx(): unknown; export declare function jsxs(): unknown;`,
  },
};

/** Compiles JSX for a framework; throws with what tsc says. */
function compile(framework, types, text) {
  const { name: packageName = framework, version, ...sources } = frameworks[framework],
    place = join(home, `jsx-${types}-${framework}`),
    folder = join(place, 'node_modules', packageName);
  mkdirSync(folder, { recursive: true });
  const exported = Object.fromEntries(
    ['.', './jsx-runtime'].map((name) => [name, { types: name === '.' ? './index.d.ts' : './jsx-runtime.d.ts' }]),
  );
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: packageName, version, exports: exported }));
  for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, name), source);
  cpSync(join(home, 'node_modules/libvrm'), join(place, 'node_modules/libvrm'), { recursive: true });
  writeFileSync(join(place, 'page.tsx'), `import type {} from 'libvrm/jsx/${types}';\n${text}`);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    jsx: 'react-jsx',
    jsxImportSource: packageName,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
    lib: ['es2022', 'dom', 'esnext.disposable'],
  };
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['page.tsx'] }));
  execFileSync(process.execPath, [tsc, '-p', place], { cwd: home, encoding: 'utf8', stdio: 'pipe' });
}

for (const [types, framework, right, wrong] of [
  [
    'react',
    'react',
    'className="big" key="vesna" ref={(element) => element?.hush()} src="avatar.vrm" lookAt="pointer" paused={false} cameraControls orbit={{ yaw: 5 }} onClick={() => {}} onload={(event) => event.target} onprogress={({ loaded, total }) => loaded / total} onerror={({ message }) => message.length} onended={({ detail }) => detail.name.length} onspeechend={() => {}}',
    ['src={5}', 'onLoad={() => {}}', 'onerror={(event: string) => {}}', 'orbit={5}', 'look-at={5} nonsense="x"'],
  ],
  [
    'react-18',
    'react',
    'class="big" key="vesna" ref={(element) => element?.hush()} src="avatar.vrm" look-at="pointer" camera-controls="" style={{ width: "5px" }}',
    ['src={5}', 'paused={false}', 'lookAt="pointer"', 'className="big"'],
  ],
  ...['preact', 'preact-11'].map((framework) => [
    'preact',
    framework,
    'class="big" ref={(element) => element?.hush()} src="avatar.vrm" lookAt="pointer" cameraControls onClick={() => {}} onload={(event) => event.target} onended={({ detail }) => detail.name.length} oncamerachange={() => {}}',
    ['src={5}', 'onLoad={() => {}}', 'paused="x"', 'onended={(event: string) => {}}'],
  ]),
  [
    'solid',
    'solid-js',
    'class="big" ref={(element) => element.hush()} src="avatar.vrm" look-at="pointer" camera-controls paused={true} prop:orbit={{ yaw: 5 }} prop:lookAt="pointer" on:ended={({ detail }) => detail.name.length} onClick={() => {}}',
    ['src={5}', 'prop:orbit={5}', 'on:ended={(event: string) => {}}', 'lookAt="pointer"'],
  ],
])
  test(
    `tsc --strict knows the element in JSX of ${framework} by libvrm/jsx/${types}`,
    { skip: tsc ? false : 'typescript is not installed (tools/deps.sh check)' },
    () => {
      const attempt = (all) => {
        const lines = all.map(
          (attributes, i) => `export const page${i} = <vrm-avatar ${attributes}><div /></vrm-avatar>;`,
        );
        try {
          compile(framework, types, lines.join('\n'));
          return '';
        } catch ({ stdout }) {
          return stdout;
        }
      };
      const line = `import type {} from 'libvrm/jsx/${types}';`;
      assert.ok(
        readFileSync(join(sourceFolder, 'docs/reference/web.md'), 'utf8').includes(line),
        'the reference says so',
      );
      assert.equal(attempt([right]), '');
      const said = attempt(wrong);
      const lines = new Set(
        [...said.matchAll(/page\.tsx\((\d+),.* TS(?:2322|2559)/g)].map(([, line]) => Number(line) - 2),
      );
      assert.deepEqual(
        [...lines].sort(),
        wrong.map((_, i) => i),
        said,
      );
    },
  );

test('the Node example prints a validation', () => {
  const place = join(home, 'node.js');
  cpSync(join(sourceFolder, 'web/examples/node.js'), place);
  const out = execFileSync(process.execPath, [place, scenePath('hero-0.x')], { cwd: home, encoding: 'utf8' });
  assert.match(out, /Vesna, VRM 0\.x/);
  assert.match(out, /0 errors/);
});

test('the Node examples play an FBX and shrink an avatar', () => {
  for (const name of ['motion.js', 'optimize.js']) cpSync(join(sourceFolder, 'web/examples', name), join(home, name));
  const run = (...args) => execFileSync(process.execPath, args, { cwd: home, encoding: 'utf8' });
  assert.match(run('motion.js', scenePath('hero'), scenePath('fbx'), 'walk.vrma'), /walk\.vrma: \d\.\d\d s, humanoid/);
  const [before, after] = run('optimize.js', scenePath('hero'), 'small.vrm').match(/\d+/g).map(Number);
  assert.ok(after < before * 0.9, `${before} to ${after}`);
});

test('the Node example walks, waves and talks', () => {
  cpSync(join(sourceFolder, 'web/examples/walk_and_talk.js'), join(home, 'walk_and_talk.js'));
  const files = ['hero', 'fbx', 'clip', 'speech'].map((kind) => scenePath(kind));
  const said = execFileSync(process.execPath, ['walk_and_talk.js', ...files], { cwd: home, encoding: 'utf8' });
  for (const kind of ['stopped', 'speechBegan', 'speechEnded'])
    assert.match(said, new RegExp(`^\\d\\.\\d\\d s: ${kind}$`, 'm'));
});

const skip = (await whyNoChromium()) ?? false;
const pages = examples.filter((name) => name.endsWith('.html') && (hasPeers || !name.startsWith('three')));

for (const name of pages)
  test(`the example ${name} shows a moving avatar`, { skip }, async () => {
    const { page, complaints, close } = await openPage(
      {
        '/examples/avatar.vrm': sceneBytes('hero'),
        '/examples/motion.vrma': sceneBytes('hero-clip'),
        '/node_modules/libvrm/': packageFolder,
        '/node_modules/three/': program('three', ''),
        '/examples/': join(sourceFolder, 'web/examples'),
      },
      `/examples/${name}?count=9`,
    );
    await page.waitForFunction(() => document.body.dataset.frames > 3, null, { timeout: 60000 });
    const first = await page.evaluate(() => document.body.dataset.seen);
    await page.waitForFunction((seen) => document.body.dataset.seen !== seen, first, { timeout: 60000 });
    await close();
    assert.deepEqual(complaints, []);
  });

const readmePages = [...readFileSync(join(packageFolder, 'README.md'), 'utf8').matchAll(/```html\n(.*?)```/gs)].map(
  ([, code]) => code,
);
const readme = [...readFileSync(join(packageFolder, 'README.md'), 'utf8').matchAll(/```js\n(.*?)```/gs)].map(
  ([, code]) => code,
);

test(
  'the README’s page shows a moving avatar with three.js',
  { skip: skip || (hasPeers ? false : 'three is not installed (tools/deps.sh check)') },
  async () => {
    const html = readmePages.find((text) => text.includes('importmap'));
    const local = html.replace(/https:\/\/[^"]*?\/npm\/([^@"]+)@[^/]+\//g, '/node_modules/$1/');
    assert.ok(!local.includes('https:'));
    const { page, complaints, close } = await openPage(
      {
        '/avatar.vrm': sceneBytes('hero'),
        '/node_modules/': join(home, 'node_modules'),
        '/favicon.ico': Buffer.alloc(0),
        '/readme.html': Buffer.from(local.replace('scene.add(vrm.scene);', 'scene.add(vrm.scene); window.vrm = vrm;')),
      },
      '/readme.html',
    );
    const turn = () => page.evaluate(() => window.vrm?.humanoid.getRawBoneNode('head').quaternion.y);
    await page.waitForFunction(() => window.vrm !== undefined, null, { timeout: 60000 });
    const first = await turn();
    await page.waitForFunction((before) => window.vrm.humanoid.getRawBoneNode('head').quaternion.y !== before, first, {
      timeout: 60000,
    });
    await close();
    assert.deepEqual(complaints, []);
  },
);

test('the README’s element shows an avatar in chromium', { skip }, async () => {
  const html = readmePages
    .find((text) => text.includes('<vrm-avatar'))
    .replace(/https:\/\/[^"]*?\/npm\/([^@"]+)@[^/]+\//g, '/node_modules/$1/');
  const { page, complaints, close } = await openPage(
    {
      '/avatar.vrm': sceneBytes('1.0'),
      '/avatar.png': Buffer.alloc(0),
      '/node_modules/': join(home, 'node_modules'),
      '/favicon.ico': Buffer.alloc(0),
      '/readme.html': Buffer.from(`<!doctype html>${html}`),
    },
    '/readme.html',
  );
  await page.waitForFunction(() => document.querySelector('vrm-avatar').face?.time > 0.1, null, { timeout: 60000 });
  await close();
  assert.deepEqual(complaints, []);
});

test('the README’s lines print a validation in Node', () => {
  writeFileSync(join(home, 'avatar.vrm'), sceneBytes('0.x'));
  writeFileSync(
    join(home, 'readme.js'),
    readme.find((code) => code.includes('node:fs')),
  );
  const out = execFileSync(process.execPath, ['readme.js'], { cwd: home, encoding: 'utf8' });
  for (const line of out.trim().split('\n'))
    assert.match(line || 'hint A  b', /^(error|warning|info|hint) [A-Z0-9_]+ /);
});

test('the README’s lines show a moving avatar in chromium', { skip }, async () => {
  const lines = readme.find((code) => code.includes('libvrm/stage'));
  const { page, complaints, close } = await openPage(
    {
      '/avatar.vrm': sceneBytes('1.0'),
      '/node_modules/': join(home, 'node_modules'),
      '/readme.html':
        Buffer.from(`<!doctype html><canvas width="100" height="100"></canvas><script type="importmap">{"imports":{
      "libvrm":"/node_modules/libvrm/index.js","libvrm/":"/node_modules/libvrm/","libvrm/stage":"/node_modules/libvrm/stage.js"}}</script>
      <script type="module">${lines}\nwindow.shown = shown;</script>`),
    },
    '/readme.html',
  );
  await page.waitForFunction(() => window.shown?.avatar.worlds.some((value) => value !== 0), null, { timeout: 60000 });
  const seen = () => page.evaluate(() => [...window.shown.avatar.locals].join());
  const first = await seen();
  await page.waitForFunction((before) => [...window.shown.avatar.locals].join() !== before, first, { timeout: 60000 });
  await close();
  assert.deepEqual(complaints, []);
});

const esbuild = program('esbuild', 'lib/main.js');
test(
  'esbuild bundles it, and the bundle runs in a browser',
  { skip: !esbuild ? 'esbuild is not installed (tools/deps.sh check)' : skip },
  async () => {
    writeFileSync(
      join(home, 'page.js'),
      `
    import { Model, Rig, Sim, init } from 'libvrm';
    import { VrmWorker } from 'libvrm/worker';
    import { Stage } from 'libvrm/stage';
    import { VrmAvatarElement } from 'libvrm/element';
    export async function run(address) {
      await init({ wasm: '/files/' });
      const model = await Model.load(await (await fetch(address)).arrayBuffer());
      const sim = new Sim();
      sim.add(new Rig(model));
      sim.step(1 / 60);
      return [model.info.name, (await model.validate()).errors, typeof VrmWorker, typeof Stage, customElements.get('vrm-avatar') === VrmAvatarElement];
    }`,
    );
    const { build } = (await import(esbuild)).default ?? (await import(esbuild));
    const result = await build({
      entryPoints: [join(home, 'page.js')],
      bundle: true,
      format: 'esm',
      minify: true,
      write: false,
      outfile: 'bundle.js',
      absWorkingDir: home,
      logLevel: 'error',
    });
    assert.deepEqual(result.warnings, []);
    const { page, complaints, close } = await openPage({
      '/bundle.js': Buffer.from(result.outputFiles[0].contents),
      '/files/': join(packageFolder, 'wasm'),
      '/hero.vrm': sceneBytes('hero'),
    });
    const seen = await page.evaluate(async () => (await import('/bundle.js')).run('/hero.vrm'));
    await close();
    assert.deepEqual(seen, ['Vesna', 0, 'function', 'function', true]);
    assert.deepEqual(complaints, []);
  },
);

/** A page that needs every file: the main thread's, the worker's, those that are fetched later. One name is imported in
 * vain, as it happens while a page is written. */
function bundled(name) {
  const place = join(home, name);
  mkdirSync(place);
  writeFileSync(join(place, 'index.html'), '<!doctype html><script type="module" src="./main.js"></script>');
  writeFileSync(
    join(place, 'main.js'),
    `
    import { Actor, Face, Model, Rig } from 'libvrm';
    import { VrmWorker } from 'libvrm/worker';
    async function run() {
      const bytes = await (await fetch('/avatar.vrm')).arrayBuffer();
      const model = await Model.load(bytes);
      const worker = await VrmWorker.create();
      const remote = await worker.load(bytes);
      return [model.info.name, (await model.validate()).errors, (await remote.validate()).errors, (await Face.create(model, new Rig(model))).emote('happy')];
    }
    run().then((seen) => { window.seen = seen; }, (error) => { window.seen = String(error); });`,
  );
  return place;
}

/** Whether the bundler has told the package if it builds for production, where nothing warns. */
const knowsMode = (folder) =>
  filesBelow(folder, '.js').every((path) => !/process.env.NODE_ENV ===/.test(readFileSync(path, 'utf8')));

async function runBundle(folder, page) {
  const {
    page: tab,
    complaints,
    close,
  } = await openPage(
    { '/avatar.vrm': sceneBytes('hero'), '/index.html': page, '/favicon.ico': Buffer.alloc(0), '/': folder },
    '/index.html',
  );
  await tab.waitForFunction(() => window.seen, null, { timeout: 60000 });
  const seen = await tab.evaluate(() => window.seen);
  await close();
  assert.deepEqual(seen, ['Vesna', 0, 0, true]);
  assert.deepEqual(complaints, []);
}

const vite = program('vite', 'dist/node/index.js');
test(
  'vite bundles it with all its files',
  { skip: !vite ? 'vite is not installed (tools/deps.sh check)' : skip },
  async () => {
    const { build } = await import(vite),
      place = bundled('vite'),
      warnings = [];
    const customLogger = {
      info() {},
      warn: (text) => warnings.push(text),
      warnOnce: (text) => warnings.push(text),
      error: (text) => warnings.push(text),
      clearScreen() {},
      hasErrorLogged: () => false,
      hasWarned: false,
    };
    await build({
      root: place,
      configFile: false,
      customLogger,
      build: { outDir: 'out', minify: false, target: 'es2022' },
    });
    assert.deepEqual(warnings, []);
    assert.ok(knowsMode(join(place, 'out')));
    await runBundle(join(place, 'out'), readFileSync(join(place, 'out/index.html')));
  },
);

const webpack = program('webpack', 'lib/index.js');
//
for (const mode of ['production', 'development'])
  test(
    `webpack bundles it with all its files for ${mode}`,
    { skip: !webpack ? 'webpack is not installed (tools/deps.sh check)' : skip },
    async () => {
      const place = bundled(`webpack-${mode}`);
      const stats = await new Promise((resolve, reject) => {
        require(webpack)(
          {
            mode,
            context: place,
            entry: './main.js',
            performance: false,
            optimization: { minimize: false },
            output: { path: join(place, 'out'), publicPath: '/', filename: 'main.js' },
          },
          (error, done) => (error ? reject(error) : resolve(done)),
        );
      });
      assert.deepEqual(stats.toJson({ all: false, errors: true, warnings: true }), { errors: [], warnings: [] });
      assert.ok(knowsMode(join(place, 'out')));
      await runBundle(join(place, 'out'), Buffer.from('<!doctype html><script src="/main.js"></script>'));
    },
  );
