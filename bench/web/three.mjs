// SPDX-License-Identifier: MIT
// libvrm/three beside three-vrm: a frame of 1, 10 and 100 avatars in Node and in chromium, and the memory of
// 100 of them.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { whyNoChromium } from '../../tests/judges/chromium.mjs';
import { inChromium } from './in_chromium.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const REPEATS = 3;
const COUNTS = [1, 10, 100];
const buffer = (bytes) => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

/** Bytes that a process of its own has more with 100 avatars than with none. */
function memory(side, path, libvrm) {
  const child = `
    globalThis.self ??= globalThis; console.warn = () => {};
    import { readFileSync } from 'node:fs';
    const [side, path, frames, libvrm] = process.argv.slice(1);
    const { parse } = await import(frames);
    const { VRMLoaderPlugin } = await import(side === 'ours' ? libvrm : '@pixiv/three-vrm');
    const file = readFileSync(path), bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
    const load = () => parse(bytes, (parser) => new VRMLoaderPlugin(parser));
    const used = () => { gc(); gc(); const { heapUsed, external } = process.memoryUsage(); return heapUsed + external; };
    const kept = [await load()];
    kept[0].update(1 / 60);
    const before = used();
    for (let i = 0; i < 100; i++) { kept.push(side === 'ours' ? kept[0].clone() : await load()); kept.at(-1).update(1 / 60); }
    await new Promise((resolve) => setTimeout(resolve, 50));
    console.log(used() - before);
    process.exit(kept.length === 101 ? 0 : 1);`;
  return Number(
    execFileSync(
      process.execPath,
      [
        '--expose-gc',
        '--max-old-space-size=8000',
        '--input-type=module',
        '-e',
        child,
        side,
        path,
        pathToFileURL(join(here, 'three_frames.mjs')).href,
        pathToFileURL(join(libvrm, 'three.js')).href,
      ],
      { encoding: 'utf8', cwd: join(here, '../..'), stdio: ['ignore', 'pipe', 'inherit'] },
    ),
  );
}

export async function run(context) {
  const { libvrm, scene } = context;
  globalThis.self ??= globalThis;
  const { warn } = console;
  console.warn = () => {};
  const ours = await import(pathToFileURL(join(libvrm, 'three.js')));
  const theirs = await import('@pixiv/three-vrm');
  const { frames } = await import('./three_frames.mjs');
  const rows = [];
  const row = (what, mine, other, unit, digits = 1) => {
    rows.push(['three', what, mine.toFixed(3), other.toFixed(3), unit]);
    console.log(
      `${what.padEnd(52)} ${mine.toFixed(digits).padStart(10)} ${other.toFixed(digits).padStart(12)} ${unit.padEnd(6)} ${(other / mine).toFixed(1).padStart(7)}`,
    );
  };
  console.log(
    `\n${'in scenes of three.js'.padEnd(52)} ${'ours'.padStart(10)} ${'three-vrm'.padStart(12)} ${''.padEnd(6)} ${'ratio'.padStart(7)}`,
  );
  for (const kind of ['typical', 'vroid']) {
    const bytes = readFileSync(scene(kind)),
      counts = kind === 'typical' ? COUNTS : COUNTS.slice(0, 2);
    for (const place of ['Node', 'chromium']) {
      if (place === 'chromium' && (kind !== 'typical' || (await whyNoChromium()))) continue;
      const runs = [];
      for (let i = 0; i < REPEATS; i++)
        runs.push(
          place === 'Node'
            ? await frames(buffer(bytes), ours, theirs, counts)
            : await inChromium(context, 'three_frames.mjs', 'frames', bytes, counts),
        );
      counts.forEach((count, c) => {
        for (const [name, what] of [
          ['ours', `update, ${count} x ${kind}, ${place}`],
          ['crowd', '  as a VRMCrowd'],
          ['lean', '  that does not read nodes'],
        ]) {
          const ratios = runs.map((list) => list[c].theirs / list[c][name]);
          const chosen = runs[ratios.indexOf(median(ratios))][c];
          row(what, chosen[name], chosen.theirs, 'us');
          console.log(`ratio web.three.${place.toLowerCase()}-${kind}-${count}-${name} ${median(ratios).toFixed(1)}`);
        }
      });
    }
  }
  for (const kind of ['typical', 'vroid']) {
    const path = scene(kind);
    const mine = memory('ours', path, libvrm) / 1e6,
      other = memory('theirs', path, libvrm) / 1e6;
    row(`memory of 100 more avatars, ${kind}`, mine, other, 'MB');
    console.log(`ratio web.three.memory-100-${kind} ${(other / mine).toFixed(1)}`);
  }
  console.warn = warn;
  return rows;
}
