// SPDX-License-Identifier: MIT
// Memory that does not grow, memory that ends, and files that were made to do harm. This program has a
// module of 64 MiB: a page's limit.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { filesBelow, fillMemory, load, sceneBytes, sourceFolder } from './support.mjs';

const { Clip, Model, Rig, Sim, VrmError, init, memorySize, validate } = await load();
const LIMIT = 64 * 1024 * 1024;
await init({ maximumMemory: LIMIT, warnings: false });

const hero = sceneBytes('hero');

async function useIt(bytes) {
  const model = await Model.load(bytes);
  const rig = new Rig(model),
    sim = new Sim();
  const avatar = sim.add(rig);
  sim.step(1 / 60);
  assert.ok(avatar.worlds.length > 0);
  for (const owner of [sim, rig, model]) owner.dispose();
}

test('200 rounds of loading, stepping, validating and disposing leave memory as it was', async () => {
  const round = async (i) => {
    await useIt(hero);
    if (i % 20 === 0) await validate(hero);
    if (i % 50 === 0) {
      const model = await Model.load(hero);
      await model.edit((edit) => edit.setMeta({ name: `Nova ${i}` }));
      await model.save();
      model.dispose();
    }
  };
  for (let i = 0; i < 51; i++) await round(i);
  const before = memorySize();
  for (let i = 0; i < 200; i++) await round(i);
  assert.equal(memorySize(), before);
});

test('a file for which there is no memory rejects, and the module goes on', async () => {
  await assert.rejects(
    Model.load(new Uint8Array(2 * LIMIT)),
    (error) => error instanceof VrmError && error.code === 'memory',
  );
  const many = [];
  const error = await (async () => {
    for (;;) many.push(await Model.load(hero));
  })().catch((reason) => reason);
  assert.ok(error instanceof VrmError, String(error));
  assert.equal(error.code, 'memory');
  assert.ok(many.length > 10);
  for (let i = 0; i < 5; i++) many.pop().dispose();
  const rig = new Rig(many[0]),
    sim = new Sim();
  assert.throws(
    () => {
      for (;;) sim.add(rig);
    },
    (reason) => reason instanceof VrmError && reason.code === 'memory',
  );
  sim.step(1 / 60); // those that are in it go on
  for (const owner of [sim, rig, ...many]) owner.dispose();
  await useIt(hero);
  assert.ok(memorySize() <= LIMIT);
});

test('memory that is short anywhere in an operation is an error, never a trap', async () => {
  // Ever more memory is taken away, in steps that end at other places of each operation.
  const model = await Model.load(hero);
  let failures = 0,
    successes = 0;
  for (let left = 2000; left < 6e6; left = Math.ceil(left * 1.35)) {
    const filler = await fillMemory(Model, left);
    for (const run of [() => new Rig(model), () => model.validate(), () => model.save(), () => Model.load(hero)]) {
      try {
        (await run())?.dispose?.();
        successes++;
      } catch (error) {
        assert.ok(error instanceof VrmError && error.code === 'memory', String(error.stack));
        failures++;
      }
    }
    for (const owner of filler) owner.dispose();
  }
  model.dispose();
  assert.ok(failures > 10 && successes > 3, `${failures} failures, ${successes} successes`);
  await useIt(hero);
});

test('a report for which there is no memory is empty, and nothing is lost with it', async () => {
  const { vrm } = await load('engine/module.js'),
    { report_json: readReport } = vrm;
  const round = async () => {
    const model = await Model.load(hero),
      rig = new Rig(model);
    for (const { report } of [model, rig]) assert.deepEqual([report.findings, report.isTruncated], [[], true]);
    await assert.rejects(model.validate(), (error) => error instanceof VrmError && error.code === 'memory');
    await assert.rejects(validate(hero), (error) => error instanceof VrmError && error.code === 'memory');
    assert.ok((await model.save()).length > 0);
    assert.equal((await model.edit((edit) => edit.setMeta({ name: 'Nova' }))).isTruncated, true);
    assert.equal(model.meta.name, 'Nova');
    for (const owner of [rig, model]) owner.dispose();
  };
  await (await Model.load(hero)).validate(); // has the tools
  vrm.report_json = () => 2;
  try {
    await round();
    const before = memorySize();
    for (let i = 0; i < 60; i++) await round();
    assert.equal(memorySize(), before);
  } finally {
    vrm.report_json = readReport;
  }
});

test('inputs of the fuzzers end in errors or in models, and never in a trap', { timeout: 120000 }, async () => {
  const folders = ['model', 'gltf', 'container', 'json', 'validate', 'runtime', 'springs', 'render', 'edit', 'capture'];
  let loaded = 0,
    refused = 0;
  for (const folder of folders)
    for (const kind of ['seeds', 'crashes']) {
      let files = [];
      try {
        files = filesBelow(join(sourceFolder, 'fuzz', kind, folder), '');
      } catch {
        continue; // no crashes of that one
      }
      for (const path of files) {
        let bytes;
        try {
          bytes = readFileSync(path);
        } catch {
          continue; // a folder
        }
        // The second half of a fuzzer's input may be its own: both are tried.
        for (const part of [bytes, bytes.subarray(4), mutate(bytes)]) (await tryAll(part)) ? loaded++ : refused++;
      }
    }
  assert.ok(loaded > 50 && refused > 50, `${loaded} loaded, ${refused} refused`);
  await useIt(hero);
});

let seed = 1;
const random = (end) => (seed = (seed * 48271) % 2147483647) % end;

function mutate(bytes) {
  const copy = Uint8Array.from(bytes);
  for (let i = 0; i < 3 && copy.length > 0; i++) copy[random(copy.length)] = random(256);
  return copy;
}

/** Everything that a page might do with a file; true when it loaded. Anything but a VrmError is a
 * failure of the test. */
async function tryAll(bytes) {
  const guard = async (run) => {
    try {
      return await run();
    } catch (error) {
      if (error instanceof VrmError) return undefined;
      throw error;
    }
  };
  await guard(() => validate(bytes));
  const model = await guard(() => Model.load(bytes));
  if (!model) return false;
  assert.ok(model.info.counts.nodes >= 0);
  const rig = await guard(() => new Rig(model));
  const clip = await guard(() => new Clip(model));
  if (rig) {
    const sim = new Sim();
    const avatar = sim.add(rig);
    for (let i = 0; i < 3; i++) {
      if (rig.expressions.length > 0) avatar.setExpression(0, 1);
      avatar.lookAt([1, 1, 1]);
      sim.step(1 / 60);
    }
    assert.ok(avatar.worlds.every(Number.isFinite) && avatar.palettes.every(Number.isFinite));
    sim.dispose();
  }
  await guard(() => model.migrate());
  await guard(() => model.normalize());
  await guard(() => model.optimize({ dropsUnboundMorphs: true }));
  await guard(() => model.save());
  clip?.dispose();
  rig?.dispose();
  model.dispose();
  return true;
}
