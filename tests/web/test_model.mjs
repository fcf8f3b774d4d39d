// SPDX-License-Identifier: MIT
// Models through the JavaScript interface, compared with the vrm command on the same files.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { openPage, whyNoChromium } from './browser.mjs';
import {
  compressed,
  corpus,
  filesBelow,
  load,
  sceneBytes,
  scenePath,
  scratch,
  sourceFolder,
  vrmJson,
} from './support.mjs';

const { Model, VrmError, validate } = await load();
const kinds = ['hero', 'hero-0.x', '0.x', '1.0-draft', '1.0-beta', '1.0', 'vroid', 'hero-clip'];

function sameInfo(info, expected) {
  assert.equal(info.dialect, expected.dialect);
  assert.equal(info.specVersion, expected.specVersion ?? '');
  assert.equal(info.generator, expected.generator ?? '');
  assert.deepEqual(info.authors, expected.authors);
  assert.deepEqual(info.counts, expected.counts);
  assert.deepEqual(info.extensionsUsed, expected.extensionsUsed);
  assert.equal(info.lookAt?.type ?? null, expected.lookAt);
  assert.deepEqual(info.bones, expected.humanBones);
  assert.deepEqual(
    info.expressions.map(({ name }) => name),
    expected.expressions,
  );
  assert.equal(info.jsonBytes, expected.jsonBytes);
  assert.equal(info.binBytes, expected.binBytes);
}

const sameFindings = (findings, expected) =>
  assert.deepEqual(
    findings.map(({ code, severity, pointer, message }) => ({ code, severity, pointer, message })),
    expected.map(({ code, severity, pointer, message }) => ({ code, severity, pointer, message })),
  );

for (const kind of kinds)
  test(`${kind} says what vrm info says`, async () => {
    const model = await Model.load(sceneBytes(kind));
    sameInfo(model.info, vrmJson('info', '--json', scenePath(kind)));
    model.dispose();
  });

for (const kind of kinds)
  test(`${kind} is validated as by vrm validate`, async () => {
    const expected = vrmJson('validate', '--json', scenePath(kind));
    const result = await validate(sceneBytes(kind));
    assert.equal(result.dialect, expected.dialect);
    assert.equal(result.errors, expected.errors);
    assert.equal(result.hints, expected.hints);
    sameFindings(result.findings, expected.findings);
  });

test('broken files have the findings that vrm validate has', async () => {
  const seeds = ['container', 'gltf', 'model', 'validate'].flatMap((kind) =>
    filesBelow(join(sourceFolder, 'fuzz/seeds', kind), ''),
  );
  const codes = new Set();
  for (const path of [
    ...seeds,
    ...(corpus('.gltf', '.glb', '.vrm')?.filter((name) => name.includes('/broken/')) ?? []),
  ]) {
    const expected = JSON.parse(
      spawnSync(process.env.VRM, ['validate', '--json', '-'], {
        input: readFileSync(path),
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      }).stdout,
    );
    const result = await validate(readFileSync(path));
    sameFindings(
      result.findings,
      expected.findings.filter(({ code }) => code !== 'MESHOPT_INVALID'),
    ); // found by a decoder that is given
    for (const { code } of result.findings) codes.add(code);
  }
  assert.ok(codes.size > 50, `only ${codes.size} rules`);
});

test('saving gives the same bytes where nothing was edited', async () => {
  const bytes = sceneBytes('hero-0.x');
  const model = await Model.load(bytes);
  assert.equal(Buffer.compare(await model.save(), bytes), 0);
  model.dispose();
});

test('two models differ in what vrm diff says', async () => {
  const [hero, figure, same] = await Promise.all(['hero', '1.0', '1.0'].map((kind) => Model.load(sceneBytes(kind))));
  assert.deepEqual(await figure.diff(same), { total: 0, differences: [] });
  const { stdout } = spawnSync(process.env.VRM, ['diff', '--json', scenePath('1.0'), scenePath('hero')], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const expected = JSON.parse(stdout);
  const { total, differences } = await figure.diff(hero);
  assert.ok(total > 100);
  assert.equal(total, expected.total);
  assert.deepEqual(differences, expected.differences);
  await same.edit((edit) => edit.set('/extensions/VRMC_vrm/meta/name', 'Nova'));
  assert.deepEqual((await figure.diff(same)).differences, [
    { part: 'meta', kind: 'changed', subject: '', member: 'name', before: 'Sample', after: 'Nova' },
  ]);
  await assert.rejects(figure.diff({}), /other/);
  await assert.rejects(figure.diff(same, { distance: 'far' }), /options.distance/);
  for (const model of [hero, figure, same]) model.dispose();
});

test('migrating gives the bytes that vrm migrate writes', async () => {
  const folder = scratch();
  const path = join(folder, 'out.vrm');
  const model = await Model.load(sceneBytes('1.0-beta'));
  await model.migrate();
  assert.equal(model.info.dialect, '1.0');
  execFileSync(process.env.VRM, ['migrate', '-q', scenePath('1.0-beta'), '-o', path]);
  assert.equal(Buffer.compare(await model.save(), readFileSync(path)), 0);
  model.dispose();
});

test('a 0.x avatar becomes a sound 1.0 one, with every decision reported, and back', async () => {
  const model = await Model.load(sceneBytes('hero-0.x'));
  const report = await model.migrate();
  assert.ok(report.findings.some(({ code }) => code === 'MIGRATE_LICENSE'));
  assert.equal((await model.validate()).errors, 0);
  await model.migrate({ to: '0.x' });
  assert.equal(model.info.dialect, '0.x');
  model.dispose();
});

test('normalizing gives the bytes that vrm normalize writes', async () => {
  const path = join(scratch(), 'out.vrm');
  const model = await Model.load(sceneBytes('1.0', '--rotated'));
  await model.normalize();
  execFileSync(process.env.VRM, ['normalize', '-q', scenePath('1.0', '--rotated'), '-o', path]);
  assert.equal(Buffer.compare(await model.save(), readFileSync(path)), 0);
  model.dispose();
});

test('optimizing gives the bytes and the numbers of vrm optimize', async () => {
  const path = join(scratch(), 'out.vrm');
  for (const [kind, options, args] of [
    ['hero', {}, []],
    [
      'hero-0.x',
      { dropsUnboundMorphs: true, dropsIdleNodes: true, dropsMorphNormals: true },
      ['--drop-unbound', '--drop-nodes', '--drop-morph-normals'],
    ],
    ['hero', { storesDense: true }, ['--dense']],
    ['hero', { foldsBones: true, maxSpringJoints: 40 }, ['--fold-bones', '--spring-joints', '40']],
    ['hero', { maxTriangles: 20000 }, ['--triangles', '20000']],
    ['hero', { maxTriangles: 20000, maxError: 0.001 }, ['--triangles', '20000', '--error', '0.001']],
    ['hero', { quantizes: true }, ['--quantize']],
    ['hero-0.x', { joinsMeshes: true }, ['--join-meshes']],
    [
      'hero',
      { removesUnused: false, mergesEqual: false, compactsVertices: false, joinsPrimitives: false },
      ['unused', 'equal', 'vertices', 'join'].flatMap((pass) => ['--skip', pass]),
    ],
    ['hero', { storesMorphsSparse: false }, ['--skip', 'sparse']],
  ]) {
    const model = await Model.load(sceneBytes(kind));
    const { dialect } = model.info,
      done = await model.optimize(options);
    const { before, after, passes } = JSON.parse(
      execFileSync(
        process.env.VRM,
        ['optimize', '--json', '--skip', 'pictures', ...args, scenePath(kind), '-o', path, '--force'],
        { encoding: 'utf8' },
      ),
    );
    assert.deepEqual(
      { before: done.before, after: done.after, passes: done.passes },
      { before, after, passes },
      args.join(' '),
    );
    assert.equal(Buffer.compare(await model.save(), readFileSync(path)), 0, args.join(' '));
    assert.equal(model.info.dialect, dialect);
    model.dispose();
  }
});

test('optimizing loses nothing, and the second time it has nothing to do', async () => {
  const [model, original] = await Promise.all(['hero', 'hero'].map((kind) => Model.load(sceneBytes(kind))));
  const { before, after } = await model.optimize();
  assert.ok(after.bytes < before.bytes && after.morphBytes < before.morphBytes, JSON.stringify({ before, after }));
  assert.deepEqual(await original.diff(model), { total: 0, differences: [] });
  const bytes = await model.save(),
    again = await model.optimize();
  assert.deepEqual(
    again.findings.map(({ code }) => code),
    ['OPTIMIZE_ALREADY'],
  );
  assert.deepEqual(again.after, after);
  assert.deepEqual(model.report.findings, again.findings);
  assert.equal(Buffer.compare(await model.save(), bytes), 0);
  model.dispose();
  original.dispose();
});

test('an edit changes what it names, and nothing when its function throws', async () => {
  const model = await Model.load(sceneBytes('1.0'));
  const before = await model.save();
  await assert.rejects(
    model.edit((edit) => {
      edit.set('/asset/copyright', 'me');
      throw new Error('no');
    }),
    /^Error: no$/,
  );
  assert.equal(Buffer.compare(await model.save(), before), 0);
  await model.edit((edit) => {
    edit.setMeta({ name: 'Nova', contactInformation: undefined });
    edit.set('/asset/copyright', 'me');
    assert.equal(edit.add('materials', { name: 'new' }), model.info.counts.materials);
    assert.equal(edit.addImage(model.image(0)?.bytes ?? png, 'again'), model.info.counts.images);
  });
  assert.equal(model.meta.name, 'Nova');
  assert.equal(model.json.asset.copyright, 'me');
  assert.equal(model.json.materials.at(-1).name, 'new');
  const again = await Model.load(await model.save());
  assert.equal(again.meta.name, 'Nova');
  again.dispose();
  model.dispose();
});

test('an edit is made at once, and outlives its model', async () => {
  const model = await Model.load(sceneBytes('1.0')),
    before = await model.save();
  const rejections = [],
    listen = (error) => rejections.push(error);
  process.on('unhandledRejection', listen);
  await assert.rejects(
    model.edit(async (edit) => {
      edit.setMeta({ name: 'Nova' });
      await null;
      edit.setMeta({ name: 'Vega' });
    }),
    /^TypeError: change must not be asynchronous/,
  );
  await new Promise((resolve) => {
    setTimeout(resolve, 5);
  });
  process.off('unhandledRejection', listen);
  assert.deepEqual(rejections, []);
  assert.equal(Buffer.compare(await model.save(), before), 0);
  await assert.rejects(
    model.edit((edit) => {
      edit.setMeta({ name: 'Nova' });
      model.dispose();
      edit.add('materials', { name: 'x'.repeat(10000) }); // the document is still there
    }),
    /disposed/,
  );
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('saving an edited model with errors rejects with them, unless they are allowed', async () => {
  const model = await Model.load(sceneBytes('1.0'));
  await model.edit((edit) => edit.set('/scene', 99));
  await assert.rejects(
    model.save(),
    (error) => error instanceof VrmError && error.code === 'invalid' && error.report.errors > 0,
  );
  assert.ok((await model.save({ allowErrors: true })).length > 0);
  model.dispose();
});

test('side files of a glTF are read from those given, and only from those', async () => {
  const json = {
    asset: { version: '2.0' },
    buffers: [{ uri: 'a%20b.bin', byteLength: 12 }],
    bufferViews: [{ buffer: 0, byteLength: 12 }],
    accessors: [{ bufferView: 0, componentType: 5126, type: 'VEC3', count: 1 }],
  };
  const bytes = new TextEncoder().encode(JSON.stringify(json));
  const floats = Float32Array.of(1, 2, 3);
  const model = await Model.load(bytes, { files: { 'a b.bin': floats } });
  assert.deepEqual(model.readFloats(0), floats);
  model.dispose();
  const without = await Model.load(bytes);
  assert.throws(() => without.readFloats(0), VrmError);
  assert.ok(without.report.findings.length > 0);
  without.dispose();
});

test('limits hold', async () => {
  await assert.rejects(
    Model.load(sceneBytes('1.0'), { limits: { jsonDepth: 3 } }),
    (error) => error.code === 'limit' && error.report.findings.length > 0,
  );
});

const real = corpus('.vrm', '.glb', '.vrma');
test(
  'every file of the corpus loads and says what vrm info says',
  { skip: real ? false : 'VRM_CORPUS is not set' },
  async () => {
    let loaded = 0;
    for (const path of real) {
      let expected;
      try {
        expected = vrmJson('info', '--json', path);
      } catch {
        await assert.rejects(Model.load(readFileSync(path)), VrmError, path);
        continue;
      }
      const model = await Model.load(readFileSync(path));
      sameInfo(model.info, expected);
      model.dispose();
      loaded++;
    }
    assert.ok(loaded > 0);
  },
);

const noBrowser = real ? await whyNoChromium() : 'VRM_CORPUS is not set';
test(
  'every file of the corpus ends in chromium as in Node, with a step where it is an avatar',
  { skip: noBrowser ?? false },
  async () => {
    const { page, complaints, close } = await openPage({ '/corpus/': process.env.VRM_CORPUS });
    const names = real.map((path) => path.slice(process.env.VRM_CORPUS.length).replace(/^\/+/, ''));
    const there = await page.evaluate(async (paths) => {
      const { Model, Rig, Sim } = await import('/libvrm/index.js');
      const answers = [];
      for (const path of paths) {
        try {
          const bytes = await (
            await fetch(`/corpus/${path.split('/').map(encodeURIComponent).join('/')}`)
          ).arrayBuffer();
          const model = await Model.load(bytes);
          const rig = new Rig(model),
            sim = new Sim();
          const avatar = sim.add(rig);
          sim.step(1 / 60);
          answers.push({
            counts: model.info.counts,
            dialect: model.info.dialect,
            isFinite: avatar.worlds.every(Number.isFinite),
          });
          for (const owner of [sim, rig, model]) owner.dispose();
        } catch (error) {
          answers.push({ code: error.code ?? String(error) });
        }
      }
      return answers;
    }, names);
    await close();
    for (const [i, path] of real.entries()) {
      const here = await Model.load(readFileSync(path)).catch((error) => error);
      if (here instanceof VrmError) assert.deepEqual(there[i], { code: here.code }, path);
      else {
        assert.deepEqual(there[i], { counts: here.info.counts, dialect: here.info.dialect, isFinite: true }, path);
        here.dispose();
      }
    }
    assert.deepEqual(complaints, []);
  },
);

const whyNoMeshopt = await import('meshoptimizer').then(
  () => false,
  () => 'meshoptimizer is not installed',
);

test(
  'a compressed file is read by the decoder that is given, and refused without one',
  { skip: whyNoMeshopt },
  async () => {
    const { MeshoptDecoder: meshoptDecoder } = await import('meshoptimizer');
    const bytes = sceneBytes('1.0'),
      packed = await compressed(bytes);
    const plain = await Model.load(bytes),
      model = await Model.load(packed, { meshoptDecoder });
    assert.deepEqual(model.info.counts, plain.info.counts);
    assert.deepEqual(model.report, plain.report);
    for (let i = 0; i < plain.json.accessors.length; i++) assert.deepEqual(model.readFloats(i), plain.readFloats(i));
    await Model.load(bytes, { meshoptDecoder }).then((same) => same.dispose()); // nothing to decompress
    for (const each of [plain, model]) each.dispose();
    await assert.rejects(
      Model.load(packed),
      (error) => error instanceof VrmError && error.code === 'unsupported' && /meshopt/.test(error.message),
    );
    await assert.rejects(Model.load(packed, { meshoptDecoder: {} }), {
      name: 'TypeError',
      message: /options\.meshoptDecoder/,
    });
    await assert.rejects(Model.load(packed, { meshoptDecoder, limits: { decodedBytes: 1000 } }), { code: 'limit' });
  },
);

test('a compressed file that is damaged anywhere rejects or loads', { skip: whyNoMeshopt }, async () => {
  const { MeshoptDecoder: meshoptDecoder } = await import('meshoptimizer');
  const packed = await compressed(sceneBytes('1.0'));
  let state = 1,
    rejected = 0;
  for (let i = 0; i < 150; i++) {
    const broken = Buffer.from(packed);
    for (let k = 0; k < 3; k++) {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      broken[state % broken.length] = state >>> 24;
    }
    const end = i % 5 === 0 ? state % broken.length : broken.length;
    await Model.load(broken.subarray(0, end), { meshoptDecoder }).then(
      (model) => model.dispose(),
      (error) => {
        assert.ok(error instanceof VrmError, error.stack);
        rejected++;
      },
    );
  }
  assert.ok(rejected > 20);
  (await Model.load(packed, { meshoptDecoder })).dispose();
});
