// SPDX-License-Identifier: MIT
// libvrm/three where memory ends. This program has a module of 64 MiB: a page's limit.
import assert from 'node:assert/strict';
import test from 'node:test';
import { fillMemory, load, sceneBytes } from './support.mjs';

globalThis.self ??= globalThis;
console.warn = () => {};

const THREE = await import('three').catch(() => null);
const skip = THREE ? false : 'three is not installed (tools/deps.sh check)';
const { parse } = skip ? {} : await import('./three_compare.mjs');
const ours = skip ? null : await load('three.js');
const { Model, VrmError, init, memorySize } = await load();
const LIMIT = 64 * 1024 * 1024;
await init({ maximumMemory: LIMIT, warnings: false });

const buffer = (bytes) => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
const bytes = sceneBytes('hero'),
  clipBytes = sceneBytes('hero-clip');
const byPlugin = async () => (await parse(buffer(bytes), (parser) => new ours.VRMLoaderPlugin(parser))).userData.vrm;
const byLoader = async () => (await new ours.VRMLoader().parseAsync(buffer(bytes))).userData.vrm;
const animation = async () =>
  (await parse(buffer(clipBytes), (parser) => new ours.VRMAnimationLoaderPlugin(parser))).userData.vrmAnimations[0];
const isMemory = (error) => error instanceof VrmError && error.code === 'memory';

/** How many avatars fit: what is left behind by failures would take the place of some. */
async function capacity() {
  const all = [await byLoader()],
    filler = await fillMemory(Model, 8e6);
  assert.throws(() => {
    for (;;) all.push(all[0].clone());
  }, isMemory);
  for (const owner of [...all, ...filler]) owner.dispose();
  return all.length;
}

test('an avatar for which there is no memory rejects, and the module goes on', { skip }, async () => {
  for (const open of [byPlugin, byLoader]) {
    const all = [],
      filler = await fillMemory(Model, 6e6);
    const error = await (async () => {
      for (;;) all.push(await open());
    })().catch((reason) => reason);
    assert.ok(isMemory(error), String(error.stack));
    assert.ok(all.length > 0, `${all.length} avatars fit`);
    for (const vrm of all) vrm.update(1 / 60); // those that are there go on
    for (const owner of [...all, ...filler]) owner.dispose();
  }
});

test('memory that is short anywhere in an operation is an error, and nothing is left behind', { skip }, async () => {
  await capacity();
  const before = await capacity();
  let failures = 0,
    successes = 0;
  for (let left = 2000; left < 6e6; left = Math.ceil(left * 1.45)) {
    const vrm = await byLoader(),
      member = vrm.clone(),
      outside = vrm.clone(),
      crowd = new ours.VRMCrowd().add(member);
    const filler = await fillMemory(Model, left),
      made = [];
    const runs = [
      byPlugin,
      byLoader,
      animation,
      () => vrm.clone(),
      () => new ours.VRMCrowd(),
      () => {
        crowd.add(outside);
      },
      () => {
        crowd.remove(member);
      },
      () => {
        vrm.update(1 / 60);
      },
      () => {
        crowd.update(1 / 60);
      },
    ];
    for (const run of runs)
      try {
        made.push(await run());
        successes++;
      } catch (error) {
        assert.ok(isMemory(error), `${run}: ${error.stack}`);
        failures++;
      }
    for (const owner of filler) owner.dispose();
    for (const owner of made) owner?.dispose();
    for (const each of [vrm, member, outside]) {
      if (crowd.vrms.includes(each)) crowd.remove(each);
      each.update(1 / 60);
    }
    for (const owner of [crowd, vrm, member, outside]) owner.dispose();
  }
  assert.ok(failures > 10 && successes > 10, `${failures} failures, ${successes} successes`);
  const after = await capacity(); // one more may fit: free memory lies in other pieces
  assert.ok(after >= before, `${before} avatars fitted, now ${after}`);
  assert.ok(memorySize() <= LIMIT);
});
