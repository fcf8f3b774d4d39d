// SPDX-License-Identifier: MIT
// A frame of 1, 10 and 100 avatars in libvrm/three and in three-vrm, results in the nodes of three.js on
// both sides. Runs in Node and in a page. three-vrm has no clones: it loads the file again for each.
import { Object3D, Texture } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

export async function parse(bytes, plugin) {
  const loader = new GLTFLoader();
  loader.register(() => ({ name: 'NO_IMAGES', loadTexture: async () => new Texture() }));
  loader.register(plugin);
  return (await loader.parseAsync(bytes.slice(0), '')).userData.vrm;
}

/** What a page does before each update. */
function drive(vrm, frame, i) {
  const t = frame / 60 + i;
  vrm.scene.position.x = 0.1 * Math.sin(t);
  vrm.humanoid.getNormalizedBoneNode('head').rotation.y = 0.5 * Math.sin(3 * t);
  vrm.humanoid.getNormalizedBoneNode('leftUpperArm').rotation.z = Math.sin(2 * t);
  vrm.humanoid.getNormalizedBoneNode('rightUpperArm').rotation.z = -Math.sin(2 * t);
  vrm.expressionManager.setValue('aa', 0.5 + 0.5 * Math.sin(5 * t));
}

/** Microseconds of the updates of a frame: the least of rounds. */
function measure(vrms, rounds, frames, update) {
  let least = Infinity,
    frame = 0;
  for (let round = 0; round < rounds; round++) {
    let spent = 0;
    for (let f = 0; f < frames; f++, frame++) {
      vrms.forEach((vrm, i) => drive(vrm, frame, i));
      const start = performance.now();
      update(1 / 60);
      spent += performance.now() - start;
    }
    least = Math.min(least, spent / frames);
  }
  return least * 1000;
}

export async function frames(bytes, ours, theirs, counts) {
  const target = new Object3D();
  target.position.set(0.5, 1.5, 3);
  target.updateMatrixWorld();
  const look = (vrm) => {
    if (vrm.lookAt) vrm.lookAt.target = target;
    return vrm;
  };
  const rows = [];
  for (const count of counts) {
    const first = look(await parse(bytes, (parser) => new ours.VRMLoaderPlugin(parser)));
    const mine = [first, ...Array.from({ length: count - 1 }, () => look(first.clone()))];
    const other = [];
    for (let i = 0; i < count; i++)
      other.push(look(await parse(bytes, (parser) => new theirs.VRMLoaderPlugin(parser))));
    const length = Math.max(8, Math.round(200 / count));
    const each = (list) => (dt) => {
      for (const vrm of list) vrm.update(dt);
    };
    // V8 compiles wasm quickly at first, and functions that run often once more: one avatar took 24 us after 400 frames, 17 after 2400.
    for (const vrms of [mine, other]) measure(vrms, 12, length, each(vrms));
    const row = { count, ours: measure(mine, 6, length, each(mine)), theirs: measure(other, 4, length, each(other)) };
    const crowd = new ours.VRMCrowd();
    mine.forEach((vrm) => crowd.add(vrm));
    measure(mine, 2, length, (dt) => crowd.update(dt));
    row.crowd = measure(mine, 6, length, (dt) => crowd.update(dt));
    for (const vrm of mine) vrm.readsNodes = false;
    row.lean = measure(mine, 6, length, (dt) => crowd.update(dt));
    crowd.dispose();
    mine.forEach((vrm) => vrm.dispose());
    rows.push(row);
  }
  return rows;
}
