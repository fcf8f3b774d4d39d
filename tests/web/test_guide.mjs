// SPDX-License-Identifier: MIT
// The programs of docs/guide/web.md and of the element's reference, as printed, in pages that have what they name.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { openPage, whyNoChromium } from './browser.mjs';
import { installed, npmFolder } from './installed.mjs';
import { sceneBytes, sourceFolder } from './support.mjs';

const skip = (await whyNoChromium()) ?? false;

/** The blocks of a document in a language. */
function blocks(document, language) {
  const text = readFileSync(join(sourceFolder, 'docs', document), 'utf8');
  return [...text.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, code]) => code);
}

const printed = [...blocks('guide/web.md', 'js'), ...blocks('reference/web.md', 'js')];
const pages = blocks('guide/web.md', 'html');
const program = (part) => printed.find((code) => code.includes(part));

const speech = sceneBytes('speech');
const places = {
  '/avatar.vrm': sceneBytes('1.0'),
  '/avatar.png': Buffer.alloc(0),
  '/walk.fbx': sceneBytes('fbx'),
  '/wave.vrma': sceneBytes('clip'),
  '/bow.vrma': sceneBytes('clip'),
  '/hello.mp3': readFileSync(new URL('voice.mp3', import.meta.url)),
  '/hello.wav': speech,
  '/speech': speech.subarray(44),
  '/favicon.ico': Buffer.alloc(0),
  '/node_modules/three/': npmFolder('three'),
};

const entries = ['element', 'stage', 'three', 'worker'].map((name) => [`libvrm/${name}`, `/libvrm/${name}.js`]);
const imports = { libvrm: '/libvrm/index.js', three: '/node_modules/three/build/three.module.js' };
const map = JSON.stringify({ imports: { ...imports, ...Object.fromEntries(entries) } });

/** Runs a program in a page with `body`; `given` makes what it names. Resolves when its last line has run. */
async function run(code, { given = '', body = '' }) {
  const script = `${given}\n{\n${code.replace(/^import .*$/gm, '')}}\nwindow.isDone = true;`;
  const all = [...`${given}\n${code}`.matchAll(/^import .*$/gm)].map(([line]) => line);
  const html = `<!doctype html><title>A page</title><script type="importmap">${map}</script>${body}
    <script type="module">${all.join('\n')}\n${script.replace(/^import .*$/gm, '')}</script>`;
  const session = await openPage({ ...places, '/page.html': Buffer.from(html) }, '/page.html', {
    flags: ['--autoplay-policy=no-user-gesture-required'],
  });
  session.page.on('pageerror', () => session.page.evaluate(() => (window.isDone = true)));
  await session.page.waitForFunction(() => window.isDone);
  await session.close();
  assert.deepEqual(session.complaints, []);
}

const element = `<script type="module" src="/libvrm/element.js"></script>
  <vrm-avatar src="/avatar.vrm" style="width: 64px; height: 64px"></vrm-avatar><audio src="/hello.mp3"></audio>`;
const avatar = "const avatar = document.querySelector('vrm-avatar'); await customElements.whenDefined('vrm-avatar');";
const sounds = `const silence = () => new AudioContext().createMediaStreamDestination().stream, stream = silence();
  navigator.mediaDevices.getUserMedia = async () => (setTimeout(() => stream.getTracks()[0].stop(), 300), stream);`;
/** What VOICEVOX answers for one vowel. */
const query = { accent_phrases: [{ moras: [{ text: 'ア', vowel: 'a', vowel_length: 0.2 }] }] };

const bytesOf = 'const bytesOf = async (name) => (await fetch(name)).arrayBuffer();';

//
for (const [what, part, page] of [
  [
    'what the element does',
    'avatar.say(document',
    {
      body: element,
      given: `import { Clip } from 'libvrm'; ${bytesOf} ${avatar} ${sounds} const bytes = await bytesOf('wave.vrma');
        avatar.addEventListener('speechend', () => document.querySelector('audio').play(), { once: true });`,
    },
  ],
  [
    'faces and lips',
    'SpeechMarks.read(query)',
    {
      given: `import { Model, Rig, Sim } from 'libvrm'; ${bytesOf} ${sounds}
        const model = await Model.load(await bytesOf('avatar.vrm')), rig = new Rig(model), sim = new Sim(), avatar = sim.add(rig);
        const seconds = 1 / 60, query = ${JSON.stringify(query)};`,
    },
  ],
  [
    'three.js',
    "from 'libvrm/three'",
    {
      given: `import * as THREE from 'three'; const scene = new THREE.Scene(), camera = new THREE.Object3D(), clock = { getDelta: () => 1 / 60 };`,
    },
  ],
  [
    'an actor without drawing',
    'actor.emote',
    { given: `${bytesOf} const bytes = await bytesOf('avatar.vrm'), fbxBytes = await bytesOf('walk.fbx');` },
  ],
  [
    'a worker',
    'VrmWorker',
    {
      given: `${bytesOf} const bytes = await bytesOf('avatar.vrm'), { signal } = new AbortController(), onProgress = () => {};`,
    },
  ],
  ['motions by name', 'avatar.currentTime', { body: element, given: avatar }],
  ['messages of an agent', "type: 'emote'", { body: element, given: avatar }],
])
  test(`the printed program runs: ${what}`, { skip }, () => run(program(part), page));

for (const [i, done] of [
  "document.querySelector('vrm-avatar').isShown",
  "document.querySelector('canvas').getContext('webgl2').drawingBufferWidth === 60 && window.drawn > 3",
].entries())
  test(`the printed page shows an avatar: ${i + 1}`, { skip }, async () => {
    const { page, complaints, close } = await openPage(
      {
        ...places,
        '/page.html': Buffer.from(
          `<!doctype html>${pages[i]}`
            .replaceAll('node_modules/libvrm/', 'libvrm/')
            .replace('width="600" height="800"', 'width="60" height="80"') // drawn without a graphics card
            .replace('stage.draw()', 'window.drawn = (window.drawn ?? 0) + 1; $&'),
        ),
      },
      '/page.html',
    );
    await page.waitForFunction(done);
    await close();
    assert.deepEqual(complaints, []);
  });

test('the printed program runs: Node', () => {
  const { home } = installed();
  writeFileSync(join(home, 'avatar.vrm'), places['/avatar.vrm']);
  writeFileSync(join(home, 'program.js'), program('node:fs/promises'));
  assert.match(execFileSync(process.execPath, ['program.js'], { cwd: home, encoding: 'utf8' }), /^\d+ to \d+ bytes$/m);
  assert.ok(existsSync(join(home, 'nova.vrm')));
});
