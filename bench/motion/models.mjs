// SPDX-License-Identifier: MIT
// A minute of SMPL parameters and of joint positions from bytes to the poses of all frames, beside
// what a plain script in numpy does with them (models.py): frame by frame, as such scripts are
// written, and with the arrays of all frames at once.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const script = join(dirname(fileURLToPath(import.meta.url)), 'models.py');
const python = ['/usr/bin/python3', 'python3'].find((name) => spawnSync(name, ['-c', 'import numpy']).status === 0);
const oneThread = { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
const run = (...args) => execFileSync(python, [script, ...args], { encoding: 'utf8', env: oneThread });

/** Files of a minute each. */
export function writeModels(folder) {
  if (!python) throw new Error('bench/motion needs python3 with numpy: tools/deps.sh bench');
  run('write', folder);
  return ['smpl.npz', 'points.npy'].map((name) => join(folder, name));
}

export function raceModels({ ours, paths }) {
  const rows = [];
  for (const path of paths) {
    const timeOurs = () => execFileSync(ours, [path], { encoding: 'utf8' }).split(' ').map(Number);
    const first = timeOurs(); // before and behind, so that a busy machine is so for both
    const [frameByFrame, arrays] = run('time', path).split(' ').map(Number);
    const second = timeOurs();
    const read = Math.min(first[0], second[0]),
      frame = Math.min(first[1], second[1]),
      frames = first[2];
    const whole = read + frames * frame,
      name = basename(path).split('.')[0],
      { length } = readFileSync(path);
    rows.push([basename(path), length, frames, read, frame, frameByFrame, arrays, (frameByFrame / whole).toFixed(1)]);
    console.log(
      `${basename(path)} of ${length} bytes, ${frames} frames: ours ${(whole / 1e6).toFixed(1)} ms; numpy frame by frame ` +
        `${(frameByFrame / 1e6).toFixed(0)} ms, all frames at once ${(arrays / 1e6).toFixed(1)} ms`,
    );
    console.log(`ratio motion.${name}-vs-numpy ${(frameByFrame / whole).toFixed(1)}`);
    console.log(`ratio motion.${name}-vs-numpy-arrays ${(arrays / whole).toFixed(2)}`);
  }
  writeFileSync(
    join(process.env.VRM_BENCH_RESULTS ?? '.', 'motion_models.csv'),
    'file,bytes,frames,ours_read_ns,ours_frame_ns,numpy_ns,numpy_arrays_ns,ratio\n' +
      rows.map((row) => `${row.join()}\n`).join(''),
  );
}
