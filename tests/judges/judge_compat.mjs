// SPDX-License-Identifier: MIT
// Programs that know nothing of VRM open what we write: the bundled avatar, and what bake, normalize,
// migrate and optimize make of one whose morph targets are sparse, which some of them cannot read.
//
//   assimp          the importer of many engines and tools
//   f3d             VTK's importer, drawn; needs a screen, which xvfb-run gives it
//   gltf-transform, three.js, Babylon.js (with its null engine)
//
// Each must find as many primitives, morph targets and animations as the file has. With --compact
// the sparse form stays, smaller than the other.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { NodeIO } from '@gltf-transform/core';
import { decodePng } from './png.mjs';
import { openInThree, scene, scratch, skip, Verdict, vrm } from './support.mjs';

if (!process.env.VRM_SCENE) skip('no program that writes scenes');
console.warn = () => {};
const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

const folder = scratch(),
  verdict = new Verdict();
const at = (name) => join(folder, name);

// ---- The files ----

scene('hero', at('avatar.vrm'));
scene('hero-0.x', at('avatar0.vrm'));
scene('hero', at('sparse.vrm'), '--compact');
scene('hero-0.x', at('sparse0.vrm'), '--compact');
scene('hero-clip', at('clip.vrma'));
scene('1.0', at('rotated.vrm'), '--rotated');
vrm('bake', '-q', at('avatar.vrm'), '--animation', at('clip.vrma'), '-o', at('bake.glb'));
vrm('bake', '-q', at('sparse.vrm'), '--animation', at('clip.vrma'), '-o', at('bake-sparse.glb'));
vrm('bake', '-q', at('sparse.vrm'), '--animation', at('clip.vrma'), '--compact', '-o', at('compact.glb'));
vrm('normalize', '-q', at('rotated.vrm'), '-o', at('normalize.vrm'));
vrm('migrate', '-q', at('sparse0.vrm'), '-o', at('migrate.vrm'));
vrm('migrate', '-q', '--to', '0.x', at('sparse.vrm'), '-o', at('down.vrm'));
vrm('optimize', '-q', at('avatar.vrm'), '-o', at('optimize.vrm'));
vrm('optimize', '-q', at('avatar0.vrm'), '-o', at('optimize0.vrm'));
vrm('optimize', '-q', at('sparse.vrm'), '--dense', '--join-meshes', '--fold-bones', '-o', at('dense.vrm'));

const json = (path) => {
  const bytes = readFileSync(path);
  return JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)));
};
const isPlain = (path) => json(path).accessors.every((a) => a.bufferView !== undefined && !a.sparse);
const size = (name) => statSync(at(name)).size;
verdict.claim(!isPlain(at('sparse.vrm')) && !isPlain(at('compact.glb')), '--compact leaves accessors sparse');
verdict.claim(
  size('compact.glb') < size('bake-sparse.glb') && size('sparse.vrm') < size('avatar.vrm'),
  'the compact form is the smaller one',
);

/** What a reader should find. Points and lines are not drawn by all: there are none. */
function contents(path) {
  const { meshes, animations = [] } = json(path);
  const primitives = meshes.flatMap((m) => m.primitives);
  return {
    primitives: primitives.length,
    targets: primitives.reduce((sum, p) => sum + (p.targets?.length ?? 0), 0),
    animations: animations.length,
  };
}

// ---- The readers: what each of them found ----

const readers = {};

if (has('assimp')) {
  readers.assimp = (path) => {
    const text = execFileSync('assimp', ['info', path], { encoding: 'utf8' });
    const count = (name) => Number(text.match(new RegExp(`${name}:\\s+(\\d+)`))?.[1]);
    return { primitives: count('Meshes'), animations: count('Animations') };
  };
}

if (has('f3d') && has('xvfb-run')) {
  readers.f3d = (path) => {
    const picture = at('f3d.png');
    execFileSync('xvfb-run', ['-a', 'f3d', path, `--output=${picture}`, '--resolution=64,64'], { stdio: 'pipe' });
    const { rgba } = decodePng(readFileSync(picture));
    const isEmpty = rgba.every((value, i) => value === rgba[i % 4]);
    return { isEmpty };
  };
}

readers['gltf-transform'] = async (path) => {
  const root = (await new NodeIO().read(path)).getRoot();
  const primitives = root.listMeshes().flatMap((m) => m.listPrimitives());
  return {
    primitives: primitives.length,
    targets: primitives.reduce((sum, p) => sum + p.listTargets().length, 0),
    animations: root.listAnimations().length,
  };
};

readers['three.js'] = async (path) => {
  const gltf = await openInThree(path);
  let primitives = 0,
    targets = 0;
  gltf.scene.traverse((object) => {
    if (!object.isMesh) return;
    primitives++;
    targets += object.morphTargetInfluences?.length ?? 0;
  });
  return { primitives, targets, animations: gltf.animations.length };
};

const require = createRequire(import.meta.url);
globalThis.XMLHttpRequest ??= class {};
const BABYLON = (globalThis.BABYLON = require('babylonjs'));
require('babylonjs-loaders');
BABYLON.Logger.LogLevels = BABYLON.Logger.NoneLogLevel;
readers['Babylon.js'] = async (path) => {
  const engine = new BABYLON.NullEngine();
  const url = `data:model/gltf-binary;base64,${readFileSync(path).toString('base64')}`;
  const { meshes, animationGroups } = await BABYLON.SceneLoader.ImportMeshAsync(
    '',
    '',
    url,
    new BABYLON.Scene(engine),
    undefined,
    '.glb',
  );
  const shown = meshes.filter((m) => m.getTotalVertices() > 0);
  const targets = shown.reduce((sum, m) => sum + (m.morphTargetManager?.numTargets ?? 0), 0);
  engine.dispose();
  return { primitives: shown.length, targets, animations: animationGroups.length };
};

// ---- The verdict ----

// Morph targets of optimized files are sparse, which assimp and VTK do not read.
const sparse = ['optimize.vrm', 'optimize0.vrm'],
  readsSparse = ['gltf-transform', 'three.js', 'Babylon.js'];
for (const name of [
  'avatar.vrm',
  'avatar0.vrm',
  'bake.glb',
  'bake-sparse.glb',
  'normalize.vrm',
  'migrate.vrm',
  'down.vrm',
  'dense.vrm',
  ...sparse,
]) {
  const path = at(name.replace(/\.vrm$/, '.vrm.glb')); // readers go by the ending
  if (!existsSync(path)) copyFileSync(at(name), path);
  const wanted = { ...contents(path), isEmpty: false };
  verdict.claim(isPlain(path) !== sparse.includes(name), `${name} has no sparse accessor and none without data`);
  for (const [reader, open] of Object.entries(readers)) {
    if (sparse.includes(name) && !readsSparse.includes(reader)) continue;
    try {
      const found = await open(path);
      for (const [what, value] of Object.entries(found))
        verdict.claim(value === wanted[what], `${reader} finds ${what} ${wanted[what]} in ${name}, not ${value}`);
    } catch (error) {
      verdict.claim(
        false,
        `${reader} opens ${name}: ${String(error.stderr ?? error.message)
          .trim()
          .slice(-300)}`,
      );
    }
  }
}
console.log(`read by ${Object.keys(readers).join(', ')}`);
verdict.end();
