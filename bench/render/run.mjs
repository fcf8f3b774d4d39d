// SPDX-License-Identifier: MIT
// usage: run.mjs OURS SCENE
// A frame of a warm renderer at 512x512, from posed avatars to the bytes of the picture, beside
// three-vrm in chromium; both draw without a GPU, we by Mesa's llvmpipe, they by SwiftShader. Then
// crowds of the same avatar in one frame. OURS is bench_render_ours, SCENE writes the avatars.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whyNoChromium } from '../../tests/judges/chromium.mjs';
import { openStudio } from '../../tests/judges/picture.mjs';

const [ours, scene] = process.argv.slice(2);
const why = await whyNoChromium();
if (why) {
  console.log(`skipped: ${why}`);
  process.exit(0);
}
const folder = mkdtempSync(join(tmpdir(), 'vrm-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const SIZE = 512,
  FRAMES = 30,
  COUNTS = [1, 10, 100];
// The same view as in render.c for one avatar; light as vrm_default_frame_def() has it.
const view = {
  width: SIZE,
  height: SIZE,
  fov: 30,
  near: 0.1,
  far: 8,
  eye: [0, 0.85, 3.9],
  target: [0, 0.85, 0],
  light: [0.9, 0.9, 0.9],
  sky: [0.1, 0.1, 0.1],
  ground: [0.1, 0.1, 0.1],
};

function timeOurs(file, counts) {
  const args = [file, SIZE, FRAMES, ...counts].map(String);
  const [name, ...lines] = execFileSync(ours, args, { encoding: 'utf8' }).trim().split('\n');
  const rows = lines.map((line) => {
    const [count, ns, calls, triangles] = line.split(' ').map(Number);
    return { count, ms: ns / 1e6, calls, triangles };
  });
  return { name, rows };
}

const studio = await openStudio();
const kinds = ['hero', '1.0', 'typical', 'rich']; // the bundled avatar, and plain figures
const rows = [];
console.log(
  `${'avatar'.padEnd(10)} ${'triangles'.padStart(9)} ${'ours ms'.padStart(8)} ` +
    `${'three-vrm ms'.padStart(12)} ${'ratio'.padStart(6)}`,
);
for (const kind of kinds) {
  const file = join(folder, `${kind}.vrm`);
  execFileSync(scene, [kind, file], { stdio: 'ignore' });
  const first = timeOurs(file, [1]).rows[0];
  const three = await studio.time({ ...view, file }, FRAMES);
  const second = timeOurs(file, [1]).rows[0];
  const our = Math.min(first.ms, second.ms);
  rows.push({ kind, triangles: first.triangles, our, three });
  console.log(
    `${kind.padEnd(10)} ${String(first.triangles).padStart(9)} ${our.toFixed(2).padStart(8)} ` +
      `${three.toFixed(2).padStart(12)} ${(three / our).toFixed(2).padStart(6)}`,
  );
}
await studio.close();

const crowd = timeOurs(join(folder, 'hero.vrm'), COUNTS);
console.log(
  `\n${crowd.name}\n${'avatars'.padStart(7)} ${'ms'.padStart(8)} ${'ms each'.padStart(8)} ` +
    `${'draw calls'.padStart(10)} ${'triangles'.padStart(10)}`,
);
for (const { count, ms, calls, triangles } of crowd.rows)
  console.log(
    `${String(count).padStart(7)} ${ms.toFixed(2).padStart(8)} ${(ms / count).toFixed(3).padStart(8)} ` +
      `${String(calls).padStart(10)} ${String(triangles).padStart(10)}`,
  );

writeFileSync(
  join(process.env.VRM_BENCH_RESULTS ?? '.', 'render.csv'),
  [
    'avatar,triangles,ours_ms,three_vrm_ms',
    ...rows.map((r) => [r.kind, r.triangles, r.our, r.three].join()),
    'avatars,ours_ms,draw_calls,triangles',
    ...crowd.rows.map((r) => [r.count, r.ms, r.calls, r.triangles].join()),
  ].join('\n') + '\n',
);
console.log(`ratio render.vs-three-vrm ${(rows[0].three / rows[0].our).toFixed(2)}`);
const [one, hundred] = [crowd.rows[0].ms, crowd.rows.at(-1).ms];
console.log(`ratio render.crowd ${((100 * one) / hundred).toFixed(2)}`);
