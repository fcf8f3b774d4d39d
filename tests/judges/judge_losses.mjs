// SPDX-License-Identifier: MIT
// Passes of vrm optimize that lose detail, each by itself, beside the originals: pictures from four
// sides, and of two expressions where a pass changes morph targets, have an SSIM of at least 0.99.
//
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { avatars, faces, folder, pictures, sides } from './optimized.mjs';
import { ssim } from './ssim.mjs';
import { Verdict, vrm } from './support.mjs';

const LEAST = 0.99;
const SIZE = '320'; // pixels along a side of the picture
const verdict = new Verdict();

/** The options of each pass for an avatar; null: it has nothing of that kind. */
const passes = {
  quantize: () => ['--quantize'],
  triangles: ({ triangles }) => ['--triangles', Math.ceil(triangles * 0.9), '--error', '0.002'],
  side: ({ isOurs }) => ['--max-side', isOurs ? '256' : '512'], // ours are smaller to begin with
  webp: () => ['--picture-format', 'webp', '--quality', '85'],
  jpeg: () => ['--picture-format', 'jpeg', '--quality', '85'],
  bones: () => ['--fold-bones'],
  springs: ({ springJoints }) => (springJoints > 1 ? ['--spring-joints', Math.ceil(springJoints * 0.9)] : null),
  normals: () => ['--drop-morph-normals'],
  web: () => ['--for', 'web', '--force'],
};
const changesMorphs = ['quantize', 'normals', 'web'];

const sums = new Map(Object.keys(passes).map((pass) => [pass, { least: 1, drawn: 0, bytes: [0, 0] }]));
for (const source of avatars(['0.x', '1.0', 'hero'])) {
  const name = basename(source);
  const plain = join(folder, 'plain.vrm'),
    output = join(folder, 'lossy.vrm');
  const { after, springJoints } = JSON.parse(vrm('optimize', '--json', source, '-o', plain));
  const around = sides(source),
    face = faces(source, 2);
  let shown = null;
  for (const [pass, optionsOf] of Object.entries(passes)) {
    const options = optionsOf({
      triangles: after.triangles,
      springJoints: springJoints.after,
      isOurs: source.startsWith(folder),
    });
    if (!options) continue;
    vrm('optimize', '-q', ...options.map(String), source, '-o', output);
    const sum = sums.get(pass),
      bytes = readFileSync(output),
      plainBytes = readFileSync(plain);
    if (bytes.equals(plainBytes)) continue; // nothing was lost
    sum.bytes[0] += plainBytes.length;
    sum.bytes[1] += bytes.length;
    shown ??= pictures(source, [...around, ...face], SIZE);
    if (!shown) break; // nothing can be drawn
    const views = changesMorphs.includes(pass) ? [...around, ...face] : around;
    pictures(output, views, SIZE).forEach((picture, i) => {
      const likeness = ssim(shown[i], picture);
      sum.least = Math.min(sum.least, likeness);
      sum.drawn++;
      verdict.claim(
        likeness >= LEAST,
        `${name}, ${options.join(' ')}: SSIM ${likeness.toFixed(4)}, ${views[i].join(' ')}`,
      );
    });
  }
}
for (const [pass, { least, drawn, bytes }] of sums)
  console.log(`${pass}: ${bytes.join(' to ')} bytes, ${drawn} pictures, least SSIM ${least.toFixed(4)}`);
verdict.end();
