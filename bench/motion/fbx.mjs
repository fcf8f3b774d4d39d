// SPDX-License-Identifier: MIT
// FBX from bytes to the poses of all frames, beside three.js's FBXLoader with an AnimationMixer: both
// read the file, then pose the skeleton in every frame; ours what a person needs of it, three.js
// faces, too. Ours also finds the bones, the rest pose and the height, and turns each frame into the
// pose of an avatar.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { least } from './least.mjs';

/** The least time of reading and all frames, in nanoseconds. */
async function timeTheirs(path, frames) {
  const { warn } = console;
  console.warn = () => {};
  globalThis.self ??= globalThis;
  globalThis.window ??= { URL };
  globalThis.document ??= { createElementNS: () => ({ addEventListener() {}, removeEventListener() {} }) };
  const { AnimationMixer } = await import('three');
  const { FBXLoader } = await import('three/examples/jsm/loaders/FBXLoader.js');
  const bytes = readFileSync(path);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const time = least(15, () => {
    const root = new FBXLoader().parse(buffer, '');
    const mixer = new AnimationMixer(root);
    mixer.clipAction(root.animations.find(({ tracks }) => tracks.length > 0)).play();
    for (let f = 0; f < frames; f++) {
      mixer.setTime(f / 30);
      root.updateMatrixWorld(true);
    }
  });
  console.warn = warn;
  return time;
}

export function filesOfFbx({ scene, folder }) {
  const made = join(folder, 'made.fbx');
  execFileSync(scene, ['fbx', made]);
  const corpus = process.env.VRM_CORPUS;
  const found = corpus ? join(corpus, 'motion-import/rocketbox') : null;
  return [
    made,
    ...(found
      ? readdirSync(found)
          .filter((name) => name.endsWith('.max.fbx'))
          .sort()
          .map((name) => join(found, name))
      : []),
  ];
}

export async function raceFbx({ ours, scene, folder }) {
  const rows = [];
  for (const path of filesOfFbx({ scene, folder })) {
    const timeOurs = () => execFileSync(ours, [path], { encoding: 'utf8' }).split(' ').map(Number);
    const first = timeOurs(); // before and behind, so that a busy machine is so for both
    const [, , frames, peak] = first;
    const theirs = await timeTheirs(path, frames);
    const second = timeOurs();
    const read = Math.min(first[0], second[0]),
      frame = Math.min(first[1], second[1]);
    const { length } = readFileSync(path);
    const ratio = theirs / (read + frames * frame);
    rows.push({ name: basename(path), length, frames, read, frame, theirs, ratio, peak });
    console.log(
      `${basename(path)} of ${length} bytes, ${frames} frames: ours reads in ${(read / 1e3).toFixed(0)} us, a frame in ` +
        `${(frame / 1e3).toFixed(1)} us, with ${(peak / length).toFixed(2)} times the file in memory; FBXLoader ${(theirs / 1e3).toFixed(0)} us in all`,
    );
  }
  const mean = Math.exp(rows.reduce((sum, { ratio }) => sum + Math.log(ratio), 0) / rows.length);
  console.log(`ratio motion.fbx-vs-three ${mean.toFixed(1)}`);
  writeFileSync(
    join(process.env.VRM_BENCH_RESULTS ?? '.', 'motion_fbx.csv'),
    'file,bytes,frames,ours_read_ns,ours_frame_ns,fbxloader_ns,ratio,ours_bytes\n' +
      rows
        .map((r) => `${[r.name, r.length, r.frames, r.read, r.frame, r.theirs, r.ratio.toFixed(2), r.peak].join()}\n`)
        .join(''),
  );
}
