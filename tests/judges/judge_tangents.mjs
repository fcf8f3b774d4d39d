// SPDX-License-Identifier: MIT
// Mikkelsen's own code (the mikktspace package, compiled to wasm) makes the tangents that the renderer
// makes for normal maps: the same direction and the same handedness at every corner of the bundled
// avatar and of the corpus.
//
//
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { corpus, scene, scratch, skip, Verdict } from './support.mjs';

if (!process.env.VRM_WRITE_TANGENTS) skip('built without libvrm_render');
const { generateTangents } = createRequire(import.meta.url)('mikktspace');

const folder = scratch();
const verdict = new Verdict();
scene('hero', join(folder, 'vesna.vrm'));
const files = [join(folder, 'vesna.vrm')];
if (process.env.VRM_CORPUS) files.push(...corpus('vrm0', '.vrm'), ...corpus('vrm1', '.vrm'));

/** Corners of each primitive that has all it needs, and the tangents we made. */
function* primitives(path) {
  const out = join(folder, 'tangents.bin');
  execFileSync(process.env.VRM_WRITE_TANGENTS, [path, out]);
  const bytes = readFileSync(out);
  for (let at = 0; at < bytes.length;) {
    const count = bytes.readUInt32LE(at);
    yield new Float32Array(bytes.buffer.slice(bytes.byteOffset + at + 4, bytes.byteOffset + at + 4 + count * 48));
    at += 4 + count * 48;
  }
}

const column = (data, first, width) => {
  const out = new Float32Array((data.length / 12) * width);
  for (let i = 0; i < data.length / 12; i++)
    for (let k = 0; k < width; k++) out[i * width + k] = data[i * 12 + first + k];
  return out;
};

/** A corner says something where its triangle and its UVs have an area and its normal is a unit vector:
 * 256_ryuunoko has normals of length 43, for which Mikkelsen's code gives no tangent. */
function hasSay(data, corner) {
  const at = (k) => data.subarray((corner - (corner % 3) + k) * 12, (corner - (corner % 3) + k) * 12 + 12);
  const [a, b, c] = [at(0), at(1), at(2)];
  const uv = (b[6] - a[6]) * (c[7] - a[7]) - (b[7] - a[7]) * (c[6] - a[6]);
  const u = [0, 1, 2].map((k) => b[k] - a[k]), v = [0, 1, 2].map((k) => c[k] - a[k]);
  const area = Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
  const normal = Math.hypot(...data.subarray(corner * 12 + 3, corner * 12 + 6));
  return Math.abs(uv) > 1e-9 && area > 1e-9 && Math.abs(normal - 1) < 1e-2;
}

for (const file of files) {
  let corners = 0, turned = 0, mirrored = 0, worst = 0;
  for (const data of primitives(file)) {
    const theirs = generateTangents(column(data, 0, 3), column(data, 3, 3), column(data, 6, 2));
    for (let i = 0; i < data.length / 12; i++) {
      if (!hasSay(data, i)) continue;
      const ours = data.subarray(i * 12 + 8, i * 12 + 12);
      const dot = ours[0] * theirs[i * 4] + ours[1] * theirs[i * 4 + 1] + ours[2] * theirs[i * 4 + 2];
      const angle = Math.acos(Math.min(1, dot));
      corners++;
      worst = Math.max(worst, angle);
      if (angle > 1e-2) turned++;
      // glTF's v grows downwards, Mikkelsen's upwards.
      if (ours[3] !== -theirs[i * 4 + 3]) mirrored++;
    }
  }
  console.log(`${basename(file)}: ${corners} corners, ${turned} turned, ${mirrored} mirrored, worst ${worst.toExponential(1)} rad`);
  verdict.claim(turned === 0 && mirrored === 0, `${basename(file)}: ${turned} turned, ${mirrored} mirrored`);
}
verdict.end();
