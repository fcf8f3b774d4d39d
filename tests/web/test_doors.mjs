// SPDX-License-Identifier: MIT
// One motion, one fit: what the package plays is what `vrm convert-motion --avatar` writes, for every format.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { load, sceneBytes, scratch } from './support.mjs';

const { Clip, Model, Motion, Rig } = await load();
const folder = scratch();
const file = (name) => join(folder, name);
const vrm = (...args) => execFileSync(process.env.VRM, args);

for (const kind of ['hero', '1.0', '0.x']) writeFileSync(file(`${kind}.vrm`), sceneBytes(kind));
for (const kind of ['fbx', 'fbx-text', 'fbx-old', 'vmd', 'vmd-fk']) writeFileSync(file(kind), sceneBytes(kind));
writeFileSync(file('clip.vrma'), sceneBytes('clip'));
vrm('convert-motion', '-q', file('clip.vrma'), '-o', file('clip.bvh'));
vrm('bake', '-q', file('1.0.vrm'), '--animation', file('clip.vrma'), '-o', file('person.glb'));
const motions = ['fbx', 'fbx-text', 'fbx-old', 'vmd', 'vmd-fk', 'clip.bvh', 'person.glb'];

/** The largest difference of two clips over their length. */
function distance(a, b) {
  assert.equal(a.duration, b.duration);
  let most = 0;
  for (let i = 0; i <= 20; i++) {
    const one = a.sample((i / 20) * a.duration),
      other = b.sample((i / 20) * a.duration);
    assert.deepEqual(one.bones, other.bones);
    one.pose.forEach((number, k) => {
      most = Math.max(most, Math.abs(number - other.pose[k]));
    });
  }
  return most;
}

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
        assert.equal(distance(clip, once), 0, 'Clip.load() is Motion.load() and clip()');
        assert.equal(distance(clip, written), 0, avatar);
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
