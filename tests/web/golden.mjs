// SPDX-License-Identifier: MIT
// The golden hash "motion" of tests/golden/golden_hero.c, computed through the package. Runs in Node and
// in a browser; written apart from the C program.

const mask = (1n << 64n) - 1n;
const mix = (hash, word) => {
  const product = ((hash ^ word) * 0x9e3779b97f4a7c15n) & mask;
  return product ^ (product >> 32n);
};

/** A hash of four bytes, as src/base/hash.h has it. */
const hashWord = (word, seed) =>
  mix(mix(mix(mix(seed, 4n), BigInt(word)), 0x5851f42d4c957f2dn), 0x14057b7ef767814fn);

/** World matrices of the bundled avatar's greeting, 240 frames, as 16 digits. */
export async function hashOfGreeting(libvrm, avatarBytes, clipBytes) {
  const { Clip, Model, Player, Rig, Sim } = libvrm;
  const model = await Model.load(avatarBytes);
  const rig = new Rig(model);
  const clip = await Clip.load(clipBytes);
  const sim = new Sim();
  const avatar = sim.add(rig);
  const player = new Player(clip);
  let hash = 1n;
  for (let frame = 0; frame < 240; frame++) {
    player.advance(1 / 60);
    avatar.play(player);
    sim.step(1 / 60);
    const floats = avatar.worlds.map((value) => (value === 0 ? 0 : value)); // zeros of either sign are one
    for (const word of new Uint32Array(floats.buffer)) hash = hashWord(word, hash);
  }
  for (const owner of [sim, clip, rig, model]) owner.dispose();
  return hash.toString(16).padStart(16, '0');
}
