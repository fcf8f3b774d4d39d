// SPDX-License-Identifier: MIT
// Each edit of a motion beside the time from its bytes to its frames.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export function raceEdits({ edits, paths }) {
  const rows = [];
  for (const path of paths) {
    const lines = execFileSync(edits, [path], { encoding: 'utf8' }).trim().split('\n');
    const [[, read], [, sample], ...times] = lines
      .map((line) => line.split(' '))
      .map(([name, ns]) => [name, Number(ns)]);
    const [slowest, most] = times.reduce((a, b) => (b[1] > a[1] ? b : a));
    rows.push([basename(path), read, sample, ...times.map(([, ns]) => ns)]);
    console.log(
      `${basename(path)}: read in ${(read / 1e6).toFixed(1)} ms, frames in ${(sample / 1e6).toFixed(1)} ms; ` +
        times.map(([name, ns]) => `${name} ${(ns / 1e6).toFixed(1)}`).join(', '),
    );
    const mean = Math.exp(times.reduce((sum, [, ns]) => sum + Math.log(ns), 0) / times.length);
    console.log(`ratio motion.edit-vs-read-${basename(path)} ${((read + sample) / mean).toFixed(1)}`);
    console.log(
      `ratio motion.slowest-edit-vs-read-${basename(path)} ${((read + sample) / most).toFixed(2)} (${slowest})`,
    );
  }
  writeFileSync(
    join(process.env.VRM_BENCH_RESULTS ?? '.', 'motion_edits.csv'),
    'file,read_ns,frames_ns,cut_ns,trim_ns,mirror_ns,speed_ns,reverse_ns,smooth_ns,join_ns,layer_ns\n' +
      rows.map((row) => `${row.join()}\n`).join(''),
  );
}
