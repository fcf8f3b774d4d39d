// SPDX-License-Identifier: MIT
// From bytes to the first update, beside GLTFLoader and three-vrm, in Node: no picture is decoded on
// either side. Then the longest time for which a page would not answer: our load in one piece.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROUNDS = 15;

async function least(run) {
  let best = Infinity;
  for (let i = 0; i < ROUNDS; i++) {
    const start = performance.now();
    const end = await run();
    best = Math.min(best, (end ?? performance.now()) - start);
  }
  return best;
}

export async function run({ libvrm, scene }) {
  const { Model, Rig, Sim } = await import(pathToFileURL(join(libvrm, 'index.js')));
  const { openInThree } = await import('../../tests/judges/support.mjs');
  const { VRMLoaderPlugin } = await import('@pixiv/three-vrm');
  const { warn } = console;
  console.warn = () => {}; // three-vrm's remarks are not what is measured
  const rows = [];
  console.log(`\n${'bytes to first update'.padEnd(24)} ${'kB'.padStart(6)} ${'ours ms'.padStart(9)} ${'theirs ms'.padStart(10)} ${'ratio'.padStart(6)}`);
  for (const kind of ['typical', 'hero', 'vroid']) {
    const path = scene(kind);
    const bytes = readFileSync(path);
    const ours = await least(async () => {
      const model = await Model.load(bytes);
      const rig = new Rig(model), sim = new Sim();
      const avatar = sim.add(rig);
      sim.step(1 / 60);
      void avatar.worlds;
      const end = performance.now();
      for (const owner of [sim, rig, model]) owner.dispose();
      return end;
    });
    const theirs = await least(async () => {
      const gltf = await openInThree(path, [(parser) => new VRMLoaderPlugin(parser)]);
      gltf.userData.vrm.update(1 / 60);
      gltf.scene.updateMatrixWorld(true);
    });
    rows.push(['load', basename(path), ours.toFixed(3), theirs.toFixed(3), 'ms']);
    console.log(`${kind.padEnd(24)} ${(bytes.length / 1000).toFixed(0).padStart(6)} ${ours.toFixed(2).padStart(9)} ${theirs.toFixed(2).padStart(10)} ${(theirs / ours).toFixed(1).padStart(6)}`);
  }
  console.warn = warn;
  const geometric = Math.exp(rows.reduce((sum, [, , ours, theirs]) => sum + Math.log(theirs / ours), 0) / rows.length);
  console.log(`ratio web.load.vs-three-vrm ${geometric.toFixed(1)}`);
  return rows;
}
