// SPDX-License-Identifier: MIT
// One motion, one fit: what the package plays is what `vrm convert-motion --avatar` writes, for every format. And every door to
// the library shows the same pose: C, C++, Python, C#, Rust, Node, <vrm-avatar>, the command and MCP.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { doors, hasLibraries, writeList } from '../doors/doors.mjs';
import { openPage, whyNoChromium } from './browser.mjs';
import { clipDistance, filesBelow, load, packageFolder, sceneBytes, scratch, sourceFolder } from './support.mjs';

const { Actor, Clip, FaceMap, Live, Model, Motion, Rig, Sim, Tracker, Vmc, motionParts } = await load();
const folder = scratch();
const file = (name) => join(folder, name);
const vrm = (...args) => execFileSync(process.env.VRM, args);

for (const kind of ['hero', '1.0', '0.x']) writeFileSync(file(`${kind}.vrm`), sceneBytes(kind));
for (const kind of ['fbx', 'fbx-text', 'fbx-old', 'vmd', 'vmd-fk']) writeFileSync(file(kind), sceneBytes(kind));
writeFileSync(file('clip.vrma'), sceneBytes('clip'));
vrm('convert-motion', '-q', file('clip.vrma'), '-o', file('clip.bvh'));
vrm('bake', '-q', file('1.0.vrm'), '--animation', file('clip.vrma'), '-o', file('person.glb'));
const seeds = ['capture/smpl.npz', 'capture/points.npy', 'capture/landmarks.jsonl', 'vmd/pose.vpd'];
for (const seed of seeds) writeFileSync(file(basename(seed)), readFileSync(join(sourceFolder, 'fuzz/seeds', seed)));
const motions = [
  'fbx',
  'fbx-text',
  'fbx-old',
  'vmd',
  'vmd-fk',
  'clip.bvh',
  'person.glb',
  ...seeds.map((seed) => basename(seed)),
];

const fits = [
  [{}, []],
  [{ feet: 'hold', rootMotion: 'remove' }, ['--feet', 'hold', '--remove-root-motion']],
];

for (const motion of motions)
  test(`${motion} plays in the package as the command writes it`, async () => {
    for (const avatar of ['hero', '0.x']) {
      const model = await Model.load(readFileSync(file(`${avatar}.vrm`))),
        rig = new Rig(model);
      const loaded = await Motion.load(readFileSync(file(motion)));
      for (const [options, words] of fits) {
        vrm('convert-motion', '-q', file(motion), '--avatar', file(`${avatar}.vrm`), ...words, '-o', file('fit.vrma'));
        const written = await Clip.load(readFileSync(file('fit.vrma'))),
          clip = loaded.clip(rig, options);
        const once = await Clip.load(readFileSync(file(motion)), { rig, ...options });
        assert.equal(clipDistance(clip, once), 0, 'Clip.load() is Motion.load() and clip()');
        assert.equal(clipDistance(clip, written), 0, avatar);
        for (const owner of [written, clip, once]) owner.dispose();
      }
      for (const owner of [loaded, rig, model]) owner.dispose();
    }
  });

test('the avatar of the file itself plays its own nodes', async () => {
  const model = await Model.load(readFileSync(file('1.0.vrm'))),
    rig = new Rig(model);
  const own = await Clip.load(readFileSync(file('person.glb')), { rig });
  assert.equal(own.kind, 'nodes');
  for (const owner of [own, rig, model]) owner.dispose();
});

test('the lines of hello.md play a motion', async () => {
  const guide = readFileSync(join(sourceFolder, 'docs/guide/hello.md'), 'utf8');
  const names = { 'avatar.vrm': 'hero.vrm', 'walk.fbx': 'fbx', 'wave.vrma': 'clip.vrma' };
  globalThis.fetch = async (url) => new Response(readFileSync(file(names[url])));
  globalThis.samples = new Float32Array(16000);
  const program = async (number) => {
    const lines = guide.split('```js\n')[number].split('```')[0];
    const imported = lines.replace("from 'libvrm'", `from '${pathToFileURL(join(packageFolder, 'index.js'))}'`);
    writeFileSync(file(`hello_${number}.mjs`), `${imported}\nexport { actor };\n`);
    return (await import(pathToFileURL(file(`hello_${number}.mjs`)))).actor;
  };
  const actor = await program(1);
  assert.ok(Math.abs(actor.time - 1 / 60) < 1e-6 && actor.avatar.palettes.length > 0);
  assert.ok((await program(2)).layer(2));
});

// ---- Every door ----

/** FNV-1a of the bytes of arrays. */
function hash(...arrays) {
  let state = 2166136261;
  for (const array of arrays)
    for (const byte of new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
      state = Math.imul(state ^ byte, 16777619);
  return (state >>> 0).toString(16).padStart(8, '0');
}

/** Recorded packets in Node, as in door.c. */
async function playPackets(avatarPath, path, own) {
  const model = own(await Model.load(readFileSync(avatarPath))),
    rig = own(new Rig(model)),
    sim = own(new Sim()),
    avatar = sim.add(rig),
    actor = own(await Actor.create(avatar, { faceMap: own(await FaceMap.create(model, rig)) })),
    live = own(await Live.create(rig)),
    lines = readFileSync(path, 'utf8').trim().split('\n').slice(1),
    packets = lines.map((line) => JSON.parse(line)),
    names = [],
    senders = [],
    hashes = [];
  for (let frame = 0, last = 0; frame <= last + 180; frame++) {
    const time = frame / 60;
    while (packets.length && packets[0].t <= time) {
      const { t, from, data } = packets.shift();
      last = frame;
      if (!names.includes(from)) {
        names.push(from);
        senders.push(own(from === 'vmc' ? await Vmc.create() : await Tracker.create(from)));
        live.addSource();
      }
      const source = names.indexOf(from);
      senders[source].receive(Buffer.from(data, 'base64'));
      if (from !== 'vmc') senders[source].observe(live, source, t);
    }
    const vmc = names.indexOf('vmc');
    if (vmc >= 0) senders[vmc].observe(live, vmc, time);
    live.step(time);
    live.track(actor.face);
    actor.step(1 / 60);
    live.apply(avatar, { hasFace: true });
    sim.step(1 / 60);
    if (frame % 15 === 0) hashes.push(hash(avatar.worlds, avatar.expressionWeights));
  }
  return hashes.join(' ');
}

/** door.c in Node. */
async function playHere([avatarPath, path, pmx, part]) {
  const owners = [];
  const own = (owner) => owners[owners.push(owner) - 1];
  try {
    if (path.endsWith('.packets')) return await playPackets(avatarPath, path, own);
    const rig = own(new Rig(own(await Model.load(readFileSync(avatarPath)))));
    const motion = own(await Motion.load(readFileSync(path), pmx ? { model: readFileSync(pmx) } : {}));
    const clip = own(motion.clip(rig)),
      sim = own(new Sim()),
      avatar = sim.add(rig);
    const actor = own(await Actor.create(avatar, { stance: 'rest' }));
    actor.play(clip, { fadeIn: 0, ...(part && { part }) });
    const times = [0, 0.25, 0.5, 1, 2, 4].filter((time) => time === 0 || time < clip.duration);
    return times
      .map((time) => {
        actor.seek(time);
        sim.step(0);
        return hash(avatar.worlds, avatar.expressionWeights);
      })
      .join(' ');
  } catch {
    return 'refused';
  } finally {
    for (const owner of owners.reverse()) owner.dispose();
  }
}

/** The same in the page, by an element. `counts`: how many times each motion has. */
async function playInElements(rows, counts) {
  const places = Object.fromEntries(
    rows.flatMap(([...paths], i) => paths.map((path, k) => [`/${i}/${k}`, readFileSync(path)])),
  );
  const { page, close } = await openPage(places);
  const shown = [];
  await page.evaluate(() => import('./libvrm/element.js'));
  for (const i of rows.keys())
    shown.push(
      await page.evaluate(
        async ([row, times]) => {
          const element = Object.assign(document.createElement('vrm-avatar'), { src: `/${row}/0`, idle: 'off' });
          const loaded = new Promise((resolve) => {
            element.addEventListener('load', resolve, { once: true });
          });
          document.body.append(element);
          await loaded;
          const { actor } = element,
            { avatar, face } = actor;
          const failed = new Promise((resolve) => {
            element.addEventListener('error', (event) => resolve(event.preventDefault() ?? true), { once: true });
          });
          element.animation = `/${row}/1`;
          const turn = () => new Promise((resolve) => setTimeout(() => resolve(false), 20));
          let isRefused = false;
          while (!isRefused && actor.layer(1) === null) isRefused = await Promise.race([failed, turn()]);
          const poses = [];
          actor.setStance('rest');
          face.setBlinks(false);
          face.lookOff();
          actor.step(1); // it has faded in
          for (const time of isRefused ? [] : times) {
            actor.setClipTime(1, time);
            actor.seek(actor.time);
            avatar.sim.step(0);
            poses.push([[...avatar.worlds], [...avatar.expressionWeights]]);
          }
          element.remove();
          return poses;
        },
        [i, [0, 0.25, 0.5, 1, 2, 4].slice(0, counts[i])],
      ),
    );
  await close();
  const hashes = (poses) => poses.map((arrays) => hash(...arrays.map((array) => Float32Array.from(array)))).join(' ');
  return shown.map((poses) => hashes(poses) || 'refused');
}

/** Fails with the motions that one door shows otherwise than C. */
function compare(rows, shown, expected) {
  assert.equal(shown.length, rows.length);
  const wrong = rows.filter((row, i) => shown[i] !== expected[i]);
  assert.deepEqual(
    wrong.map(([avatar, motion]) => `${basename(motion)} on ${basename(avatar)}`),
    [],
  );
}

/** What `vrm convert-motion --avatar` writes for each row. */
function convertAll(rows, into) {
  mkdirSync(into);
  return rows.map(([avatar, motion, model], i) => {
    const output = join(into, `${i}.vrma`);
    vrm('convert-motion', '-q', motion, '--avatar', avatar, ...(model ? ['--model', model] : []), '-o', output);
    return output;
  });
}

/** The same by the tool of MCP, in one session. */
function convertByMcp(rows, into) {
  mkdirSync(into);
  const outputs = rows.map((row, i) => join(into, `${i}.vrma`));
  const requests = rows.map(([avatar, motion, model], i) => ({
    jsonrpc: '2.0',
    id: i,
    method: 'tools/call',
    params: {
      name: 'convert-motion',
      arguments: { file: motion, avatar, ...(model && { model }), output: outputs[i] },
    },
  }));
  const folders = new Set(rows.flat().filter(Boolean).map(dirname)).add(into);
  const input = requests.map((request) => `${JSON.stringify(request)}\n`).join('');
  const { stdout, stderr } = spawnSync(process.env.VRM, ['serve', '--mcp', ...folders], { input, encoding: 'utf8' });
  assert.ok(outputs.every(existsSync), stdout + stderr);
  return outputs;
}

/** `rows` play everywhere as in C; `converted` are those that the command and MCP fit too. */
async function checkDoors(t, rows, converted, work, inElements = false) {
  mkdirSync(work);
  const list = writeList(join(work, 'list'), rows);
  const expected = await doors.C.play(work, list);
  assert.ok(expected.some((line) => line !== 'refused'));
  await t.test('Node', async () => {
    const shown = [];
    for (const row of rows) shown.push(await playHere(row));
    compare(rows, shown, expected);
  });
  await t.test('<vrm-avatar>', { skip: inElements ? noChromium : 'made motions suffice' }, async () => {
    const counts = expected.map((line) => line.split(' ').length);
    compare(rows, await playInElements(rows, counts), expected);
  });
  for (const [name, { lacks, play }] of Object.entries(doors).slice(1))
    await t.test(name, { skip: lacks ?? false }, async () => compare(rows, await play(work, list), expected));
  // VRM animations play unchanged; --avatar asks the command to fit them nevertheless.
  const isFitted = (row, i) => converted.includes(row) && expected[i] !== 'refused' && !row[1].endsWith('.vrma');
  const some = rows.filter(isFitted);
  const files = convertAll(some, join(work, 'command'));
  await t.test('the command', async () => {
    const pairs = some.map(([avatar], i) => [avatar, files[i]]);
    const played = await doors.C.play(work, writeList(join(work, 'converted'), pairs));
    compare(
      some,
      played,
      some.map((row) => expected[rows.indexOf(row)]),
    );
  });
  await t.test('MCP', () => {
    const byMcp = convertByMcp(some, join(work, 'mcp'));
    compare(
      some,
      byMcp.map((path) => hash(readFileSync(path))),
      files.map((path) => hash(readFileSync(path))),
    );
  });
}

const noChromium = (await whyNoChromium()) ?? false;
const noLibraries = hasLibraries ? false : 'the build has no shared libraries';

test('every door shows the same pose of made motions', { skip: noLibraries }, async (t) => {
  const rows = ['hero', '0.x'].flatMap((avatar) =>
    [...motions, 'clip.vrma'].map((motion) => [file(`${avatar}.vrm`), file(motion)]),
  );
  const own = [file('1.0.vrm'), file('person.glb')], // its own nodes
    none = [file('1.0.vrm'), file('hero.vrm')]; // no motion
  await checkDoors(t, [...rows, own, none], rows, file('made'), true);
});

/** `rows` play in each language as in C; `lacking`: doors that do not play them. */
async function checkLanguages(t, rows, work, lacking = []) {
  mkdirSync(work);
  const list = writeList(join(work, 'list'), rows),
    expected = await doors.C.play(work, list);
  assert.ok(!expected.includes('refused'));
  await t.test('Node', async () => {
    const shown = [];
    for (const row of rows) shown.push(await playHere(row));
    compare(rows, shown, expected);
  });
  for (const [name, { lacks, play }] of Object.entries(doors).slice(1))
    if (!lacking.includes(name))
      await t.test(name, { skip: lacks ?? false }, async () => compare(rows, await play(work, list), expected));
  return expected;
}

test('every door moves the same bones of each part of the body', { skip: noLibraries }, async (t) => {
  const parts = [...motionParts, 'left-arm+head', 'face+legs+hands'],
    rows = parts.map((part) => [file('hero.vrm'), file('clip.vrma'), '', part]),
    shown = await checkLanguages(t, rows, file('parts'));
  assert.ok(new Set(shown).size > 4, 'parts differ');
});

test('every door shows the same pose of packets of trackers', { skip: noLibraries }, async (t) => {
  const folder = file('recordings');
  mkdirSync(folder);
  execFileSync('/usr/bin/python3', [join(sourceFolder, 'tests/trackers/recordings.py'), folder]);
  const recordings = filesBelow(folder, '.packets'),
    rows = ['hero', '0.x'].flatMap((avatar) => recordings.map((path) => [file(`${avatar}.vrm`), path]));
  assert.equal(recordings.length, 8);
  const shown = await checkLanguages(t, rows, file('packets'), ['C++']); // which has the functions of C
  for (const line of shown) assert.ok(new Set(line.split(' ')).size > 8, 'the avatar moves');
});

const noCorpus = process.env.VRM_CORPUS ? noLibraries : 'VRM_CORPUS is not set';

test('every door shows the same pose of motions of the corpus', { skip: noCorpus }, async (t) => {
  const folder = process.env.VRM_CORPUS,
    avatar = file('hero.vrm');
  const captured = filesBelow(join(folder, 'motion-import'), '.fbx', '.bvh').filter((path) => !path.includes('broken'));
  const dances = filesBelow(join(folder, 'motion-import'), '.vmd').map((path) => [
    avatar,
    path,
    filesBelow(dirname(path), '.pmx')[0],
  ]);
  const rows = [
    ...filesBelow(join(folder, 'vrma'), '.vrma').map((path) => [avatar, path]),
    ...captured.map((path) => [avatar, path]),
    ...dances,
  ];
  await checkDoors(t, rows, rows, file('corpus'));
});
