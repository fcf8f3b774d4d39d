// SPDX-License-Identifier: MIT
// usage: node walk_and_talk.js AVATAR.vrm WALK WAVE SPEECH.wav
// An avatar walks, waves with its upper body and speaks while it walks: two layers of motion and a face.
// Motions may be of any format (FBX, BVH, VMD, glTF, VRM animation); the sound is a mono WAV of 16 bits.
import { readFile } from 'node:fs/promises';
import { Actor, FaceMap, Lip, Model, Motion, Rig, Sim } from 'libvrm';

const [file, walk, wave, speech] = await Promise.all(process.argv.slice(2).map((path) => readFile(path)));
const model = await Model.load(file);
const rig = new Rig(model),
  sim = new Sim();
const actor = await Actor.create(sim.add(rig), { faceMap: await FaceMap.create(model, rig) });

actor.play((await Motion.load(walk)).clip(rig));
actor.play((await Motion.load(wave)).clip(rig), { part: 'upper-body', begin: 1, atEnd: 'stops' });

const wav = new DataView(speech.buffer, speech.byteOffset, speech.byteLength),
  header = 44; // bytes before the samples
const count = (speech.length - header) >> 1;
const samples = Float32Array.from({ length: count }, (_, i) => wav.getInt16(header + 2 * i, true) / 32768);
actor.speak(await Lip.read(samples, { sampleRate: wav.getUint32(24, true) }), { time: 1.5 });
actor.emote('happy', { time: 0.5 });

for (let frame = 0; frame < 6 * 60; frame++) {
  actor.step(1 / 60);
  sim.step(1 / 60); // then draw actor.avatar.palettes and actor.avatar.morphs
  for (const { kind, time } of actor.events()) console.log(`${time.toFixed(2)} s: ${kind}`);
}
