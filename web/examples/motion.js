// SPDX-License-Identifier: MIT
// usage: node motion.js AVATAR MOTION OUT.vrma
// Plays a motion (FBX, BVH, VMD, glTF) on an avatar for a second and saves it as a VRM animation that is fitted to it.
import { readFile, writeFile } from 'node:fs/promises';
import { Model, Motion, Player, Rig, Sim } from 'libvrm';

const [avatarPath, motionPath, out] = process.argv.slice(2);
const motion = await Motion.load(await readFile(motionPath));
const rig = new Rig(await Model.load(await readFile(avatarPath)));
const clip = motion.clip(rig);
const sim = new Sim();
const avatar = sim.add(rig);
const player = new Player(clip);
for (let frame = 0; frame < 60; frame++) {
  avatar.play(player);
  sim.step(1 / 60);
  player.advance(1 / 60);
}
const animation = motion.animation(rig);
await writeFile(out, await animation.save());
console.log(`${out}: ${clip.duration.toFixed(2)} s, ${clip.kind}`);
