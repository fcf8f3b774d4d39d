// SPDX-License-Identifier: MIT
// Each edit of `vrm convert-motion`, written as a VRM animation and played by three-vrm: every pose is
// that of `vrm trace`. The limits are those of judge_clip.mjs. Each edit changes the motion, too: an
// edit that did nothing would agree as well. R-543
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { khronos } from './khronos.mjs';
import { scene, scratch, skip, Verdict, vrm } from './support.mjs';

if (!process.env.VRM_SCENE) skip('no program that writes scenes');
console.warn = () => {};
globalThis.self ??= globalThis;
const { comparePoses, limits, openClip } = await import('./clip_poses.mjs');

const folder = scratch(),
  verdict = new Verdict();
const at = (name) => join(folder, name);

scene('1.0', at('avatar.vrm'), '--constraints', '0');
scene('hero-clip', at('wave.vrma'));
scene('vmd', at('walk.vmd'));
scene('fbx', at('walk.fbx'));

const edits = {
  cut: ['--from', '0.5', '--to', '1.5'],
  'cut of frames': ['--from', '10f', '--to', '40f'],
  'one pose': ['--from', '0.7', '--to', '0.7'],
  trim: ['--trim-rest'],
  speed: ['--speed', '1.7'],
  reverse: ['--reverse'],
  mirror: ['--mirror'],
  smooth: ['--smooth', '5'],
  join: ['--join', at('walk.vmd')],
  'two joins': ['--join', at('wave.vrma'), '--join', at('walk.fbx'), '--blend', '0.5'],
  layer: ['--layer', at('wave.vrma'), '--layer-as', 'part=arms+face,offset=0.2,fade=0.3'],
  additive: ['--layer', at('wave.vrma'), '--layer-as', 'additive,weight=0.5'],
  loop: ['--loop'],
  reduce: ['--tolerance', '2,0.01,0.05'],
  quantize: ['--quantize'],
  'all of them': ['--from', '0.2', '--mirror', '--speed', '1.3', '--smooth', '5', '--join', at('walk.vmd'), '--loop'],
};
// They need not change a motion: it may begin with another pose, be smooth, or be a loop already.
const mayKeep = ['trim', 'smooth', 'loop', 'reduce'];

let count = 0;
const worstOfAll = {};
for (const source of ['wave.vrma', 'walk.vmd', 'walk.fbx']) {
  vrm('convert-motion', '-q', at(source), '-o', at('plain.vrma'));
  const plain = readFileSync(at('plain.vrma'));
  for (const [edit, options] of Object.entries(edits)) {
    const path = at('edited.vrma');
    vrm('convert-motion', '-q', at(source), ...options, '-o', path);
    if (edit === 'quantize') {
      const bad = (await khronos(path)).filter(({ severity }) => severity === 'error' || severity === 'warning');
      verdict.claim(bad.length === 0, `${source}, ${edit}: ${JSON.stringify(bad)}`);
    }
    verdict.claim(mayKeep.includes(edit) || !plain.equals(readFileSync(path)), `${source}, ${edit}: nothing changed`);
    const { count: frames, worst } = await comparePoses(at('avatar.vrm'), path, await openClip(path));
    verdict.claim(frames > 0 && worst.rotation !== undefined, `${source}, ${edit}: nothing was compared`);
    count++;
    for (const [channel, { difference, where }] of Object.entries(worst)) {
      worstOfAll[channel] = Math.max(worstOfAll[channel] ?? 0, difference);
      verdict.claim(
        difference <= limits[channel],
        `${source}, ${edit}: ${channel} of ${where} differs by ${difference}`,
      );
    }
  }
}
console.log(`${count} edited motions; largest differences: ${JSON.stringify(worstOfAll)}`);
verdict.end();
