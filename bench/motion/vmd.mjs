// SPDX-License-Identifier: MIT
// VMD with its PMX: from bytes to the pose of every frame. Ours reads both files (geometry is passed
// over) and solves all bones; beside it mmd-parser parses both files, and babylon-mmd's runtime in
// JavaScript solves all bones of the model, which it has loaded before.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { Parser } from 'mmd-parser';
import { least } from './least.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const plain = (bytes) => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);

/** babylon-mmd imports files without their extension: esbuild makes one module of it. */
async function bundle(folder) {
  const outfile = join(folder, 'babylon-mmd.mjs');
  buildSync({
    stdin: {
      contents: `
        export { NullEngine } from '@babylonjs/core/Engines/nullEngine';
        export { Scene } from '@babylonjs/core/scene';
        export { LoadAssetContainerAsync } from '@babylonjs/core/Loading/sceneLoader';
        export { MmdRuntime } from 'babylon-mmd/esm/Runtime/mmdRuntime';
        export { VmdLoader } from 'babylon-mmd/esm/Loader/vmdLoader';
        import 'babylon-mmd/esm/Runtime/Animation/mmdRuntimeModelAnimation';
        import 'babylon-mmd/esm/Loader/pmxLoader';`,
      resolveDir: here,
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    logLevel: 'error',
  });
  globalThis.self ??= globalThis;
  globalThis.XMLHttpRequest ??= class {};
  return import(outfile);
}

/** mmd-parser does not know all morphs of the model that is made without a corpus. */
const readsModel = Boolean(process.env.VRM_CORPUS);

async function timeTheirs(motion, model, frames, folder) {
  const { log, warn } = console;
  console.log = console.warn = () => {};
  const babylon = await bundle(folder);
  const world = new babylon.Scene(new babylon.NullEngine());
  const container = await babylon.LoadAssetContainerAsync(new Uint8Array(model), world, {
    pluginExtension: '.pmx',
    name: 'model.pmx',
    pluginOptions: { mmdmodel: { materialBuilder: null, loggingEnabled: false } },
  });
  const figure = new babylon.MmdRuntime(world).createMmdModel(container.rootNodes[0], {
    materialProxyConstructor: null,
  });
  const animation = await new babylon.VmdLoader(world).loadFromBufferAsync('motion', plain(motion));
  figure.setRuntimeAnimation(figure.createRuntimeAnimation(animation));
  const read = least(10, () => {
    new Parser().parseVmd(plain(motion), false);
    if (readsModel) new Parser().parsePmx(plain(model), false);
  });
  const all = least(20, () => {
    for (let frame = 0; frame < frames; frame++) {
      figure.beforePhysics(frame);
      figure.afterPhysics();
    }
  });
  Object.assign(console, { log, warn });
  return { read, frame: all / frames };
}

function filesOf({ scene, folder }) {
  const corpus = process.env.VRM_CORPUS;
  if (corpus) {
    const gene = join(corpus, 'motion-import/gene');
    return [join(gene, '02_laugh.vmd'), join(gene, 'Gene_light.pmx')];
  }
  const paths = ['vmd-mixed', 'pmx'].map((kind) => join(folder, kind));
  execFileSync(scene, ['vmd-mixed', paths[0]]);
  execFileSync(scene, ['pmx', paths[1]]);
  return paths;
}

export async function raceVmd({ ours, scene, folder }) {
  const paths = filesOf({ scene, folder });
  const timeOurs = () => execFileSync(ours, paths, { encoding: 'utf8' }).split(' ').map(Number);
  const first = timeOurs();
  const [motion, model] = paths.map((path) => readFileSync(path));
  const frames = first[2],
    peak = first[3];
  const theirs = await timeTheirs(motion, model, frames, folder);
  const second = timeOurs();
  const read = Math.min(first[0], second[0]),
    frame = Math.min(first[1], second[1]);
  const whole = read + frames * frame,
    theirWhole = theirs.read + frames * theirs.frame;
  console.log(
    `VMD of ${motion.length} bytes, PMX of ${model.length}, ${frames} frames: ours reads in ` +
      `${(read / 1e3).toFixed(0)} us and solves a frame in ${(frame / 1e3).toFixed(1)} us, with ` +
      `${peak} bytes; mmd-parser ${(theirs.read / 1e3).toFixed(0)} us, babylon-mmd ` +
      `${(theirs.frame / 1e3).toFixed(1)} us`,
  );
  writeFileSync(
    join(process.env.VRM_BENCH_RESULTS ?? '.', 'motion_vmd.csv'),
    'vmd_bytes,pmx_bytes,frames,ours_read_ns,ours_frame_ns,ours_bytes,mmd_parser_read_ns,' +
      'babylon_mmd_frame_ns,ratio\n' +
      `${[motion.length, model.length, frames, read, frame, peak, theirs.read, theirs.frame, (theirWhole / whole).toFixed(2)].join()}\n`,
  );
  console.log(`ratio motion.vmd-read-vs-mmd-parser ${(theirs.read / read).toFixed(2)}`);
  console.log(`ratio motion.vmd-frame-vs-babylon-mmd ${(theirs.frame / frame).toFixed(2)}`);
  console.log(`ratio motion.vmd-vs-mmd-parser-babylon-mmd ${(theirWhole / whole).toFixed(2)}`);
}
