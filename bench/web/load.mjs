// SPDX-License-Identifier: MIT
// From bytes to the first update beside GLTFLoader and three-vrm: without three.js on our side, and in scenes of
// three.js. No picture is decoded on either side.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { whyNoChromium } from '../../tests/judges/chromium.mjs';
import { inChromium } from './in_chromium.mjs';

const ROUNDS = 15,
  REPEATS = 3;

async function least(run) {
  let best = Infinity;
  for (let i = 0; i < ROUNDS; i++) {
    const start = performance.now();
    const end = await run();
    best = Math.min(best, (end ?? performance.now()) - start);
  }
  return best;
}

/** In scenes of three.js, in Node and in chromium. */
async function scenes(context) {
  globalThis.self ??= globalThis;
  const { loads, withoutTextures } = await import('./loads.mjs');
  const ours = await import(pathToFileURL(join(context.libvrm, 'three.js'))),
    theirs = await import('@pixiv/three-vrm');
  const rows = [],
    places = (await whyNoChromium()) ? ['Node'] : ['Node', 'chromium'];
  console.log(
    `\n${'bytes to first update in three.js'.padEnd(36)} ${'VRMLoader'.padStart(10)} ${'plugin'.padStart(8)} ${'three-vrm'.padStart(10)} ${'ratios'.padStart(12)}`,
  );
  for (const place of places)
    for (const kind of ['typical', 'hero', 'vroid']) {
      const bytes = withoutTextures(readFileSync(context.scene(kind)));
      const runs = [];
      for (let i = 0; i < REPEATS; i++)
        runs.push(
          place === 'Node'
            ? await loads(bytes.buffer, ours, theirs, 2 * ROUNDS)
            : await inChromium(context, 'loads.mjs', 'loads', bytes, 2 * ROUNDS),
        );
      runs.sort((a, b) => a.theirs / a.loader - b.theirs / b.loader);
      const { loader, plugin, theirs: other } = runs[REPEATS >> 1]; // the median ratio
      rows.push(
        ['load', `${kind} by VRMLoader ${place}`, loader.toFixed(3), other.toFixed(3), 'ms'],
        ['load', `${kind} by plugin ${place}`, plugin.toFixed(3), other.toFixed(3), 'ms'],
      );
      console.log(
        `${`${kind} ${place}`.padEnd(36)} ${loader.toFixed(2).padStart(10)} ${plugin.toFixed(2).padStart(8)} ${other.toFixed(2).padStart(10)} ${(other / loader).toFixed(1).padStart(6)} ${(other / plugin).toFixed(1).padStart(5)}`,
      );
      console.log(`ratio web.three.load-${kind}-${place.toLowerCase()} ${(other / loader).toFixed(1)}`);
      console.log(`ratio web.three.load-plugin-${kind}-${place.toLowerCase()} ${(other / plugin).toFixed(1)}`);
    }
  return rows;
}

export async function run(context) {
  const { libvrm, scene } = context;
  const { Model, Rig, Sim } = await import(pathToFileURL(join(libvrm, 'index.js')));
  const { openInThree } = await import('../../tests/judges/support.mjs');
  const { VRMLoaderPlugin } = await import('@pixiv/three-vrm');
  const { warn } = console;
  console.warn = () => {}; // three-vrm's remarks are not what is measured
  const rows = [];
  console.log(
    `\n${'bytes to first update'.padEnd(24)} ${'kB'.padStart(6)} ${'ours ms'.padStart(9)} ${'theirs ms'.padStart(10)} ${'ratio'.padStart(6)}`,
  );
  for (const kind of ['typical', 'hero', 'vroid']) {
    const path = scene(kind);
    const bytes = readFileSync(path);
    const ours = await least(async () => {
      const model = await Model.load(bytes);
      const rig = new Rig(model),
        sim = new Sim();
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
    console.log(
      `${kind.padEnd(24)} ${(bytes.length / 1000).toFixed(0).padStart(6)} ${ours.toFixed(2).padStart(9)} ${theirs.toFixed(2).padStart(10)} ${(theirs / ours).toFixed(1).padStart(6)}`,
    );
  }
  const geometric = Math.exp(rows.reduce((sum, [, , ours, theirs]) => sum + Math.log(theirs / ours), 0) / rows.length);
  console.log(`ratio web.load.vs-three-vrm ${geometric.toFixed(1)}`);
  rows.push(...(await scenes(context)));
  console.warn = warn;
  return rows;
}
