// SPDX-License-Identifier: MIT
// The golden hash "motion" of tests/golden/golden_hero.c and those of golden_face.c and golden_actor.c, computed
// through the package. Runs in Node and in a browser; written apart from the C programs.

const mask = (1n << 64n) - 1n;
const mix = (hash, word) => {
  const product = ((hash ^ word) * 0x9e3779b97f4a7c15n) & mask;
  return product ^ (product >> 32n);
};

/** A hash of four bytes, as src/base/hash.h has it. */
const hashWord = (word, seed) => mix(mix(mix(mix(seed, 4n), BigInt(word)), 0x5851f42d4c957f2dn), 0x14057b7ef767814fn);

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

/** Floats one after the other; zeros of either sign are one. */
function hashFloats(hash, floats) {
  const values = Float32Array.from(floats, (value) => (value === 0 ? 0 : value));
  for (const word of new Uint32Array(values.buffer)) hash = hashWord(word, hash);
  return hash;
}

const emotions = ['happy', 'sad', 'angry', 'relaxed', 'surprised'];

/** What happens to the face in a second. */
function driveFace(face, second) {
  if (second % 2 === 0) {
    const parts = [
      [emotions[second % 5], 0.8],
      [emotions[(second + 2) % 5], 0.2],
    ].slice(0, 1 + (second % 2));
    const hold = Math.fround(Math.fround(0.3) * (second % 7));
    if (!face.emote(Object.fromEntries(parts), { hold, queued: second % 3 === 1 })) throw new Error('emote');
  }
  const shapes = Array.from({ length: 52 }, (_, i) => ((i * 7 + second) % 10) / 10);
  if (second % 3 !== 2) {
    face.beginSound();
    face.hear(
      Array.from({ length: 100 }, (_, i) => {
        const vowels = [0, 0, 0, 0, 0];
        vowels[(second + Math.floor(i / 20)) % 5] = (i % 20) / 20;
        return { time: i / 100, vowels, loudness: 0, closed: 0, isSpeech: i % 50 < 40 };
      }),
    );
  }
  if (second % 11 === 5) face.track(shapes);
  if (second % 11 === 7) face.trackOff();
  if (second % 4 === 0) face.lookAlong((second % 60) - 30, 5);
  if (second % 13 === 0) face.setVisemes(shapes.slice(0, 15));
}

/** A minute of a face: hashes of the map's overlaps, of weights, saccades and idle poses. */
export async function hashesOfFace(libvrm, avatarBytes) {
  const { Face, FaceMap, Model, Rig, restPose } = libvrm;
  const model = await Model.load(avatarBytes),
    rig = new Rig(model),
    map = await FaceMap.create(model, rig),
    face = new Face(map, { seed: 42 });
  let overlaps = 0n,
    weights = 0n,
    gaze = 0n,
    idle = 0n;
  const count = rig.expressions.length;
  for (let a = 0; a < count; a++) for (let b = 0; b < count; b++) overlaps = hashFloats(overlaps, [map.overlap(a, b)]);
  for (let frame = 0; frame < 3600; frame++) {
    if (frame % 60 === 0) driveFace(face, frame / 60);
    face.step(1 / 60);
    weights = hashFloats(weights, face.weights);
    gaze = hashFloats(gaze, face.saccade);
    if (frame % 6 === 0) idle = hashFloats(idle, face.addIdle(restPose()));
  }
  for (const owner of [face, map, rig, model]) owner.dispose();
  return Object.entries({ overlaps, weights, gaze, idle }).map(
    ([name, hash]) => `${name} ${hash.toString(16).padStart(16, '0')}`,
  );
}

// ---- Actor ----

/** Frames of a sound that an actor speaks. */
const sound = Array.from({ length: 150 }, (_, i) => {
  const vowels = [0, 0, 0, 0, 0];
  vowels[Math.floor(i / 20) % 5] = (i % 20) / 20;
  return { time: i / 100, vowels, loudness: 0, closed: 0, isSpeech: i % 50 < 40 };
});

/** What an actor does in a second. */
function driveActor(actor, clip, second) {
  if (second % 8 === 1) actor.crossFade(clip, { weight: 0.75, speed: second > 8 ? -0.5 : 1.5, fadeIn: 0.5 });
  if (second % 8 === 3)
    actor.play(clip, {
      atEnd: 'stops',
      isAdditive: true,
      start: 0.25,
      begin: second + 0.5,
      bones: ['head', 'rightHand'],
    });
  if (second % 4 === 2) actor.speak(sound, { time: second + 0.125 });
  if (second % 5 === 0) actor.emote({ [emotions[second % 5]]: 0.75 }, { hold: 0.5, time: second + 0.25 });
  if (second % 6 === 2) actor.lookAt([second / 8, 1.5, 2]);
  if (second % 6 === 4) actor.lookAlong(12, -6);
  if (second % 6 === 5) actor.lookFree();
  if (second === 15) actor.setStance('a');
}

const eventKinds = ['looped', 'ended', 'stopped', 'blinked', 'speechBegan', 'speechEnded'];

/** Twenty seconds of an actor: hashes of matrices, events, and matrices after jumps. */
export async function hashesOfActor(libvrm, avatarBytes, clipBytes) {
  const { Actor, Clip, FaceMap, Model, Rig, Sim } = libvrm;
  const model = await Model.load(avatarBytes),
    rig = new Rig(model),
    faceMap = await FaceMap.create(model, rig),
    clip = await Clip.load(clipBytes),
    sim = new Sim(),
    avatar = sim.add(rig),
    actor = await Actor.create(avatar, { faceMap, seed: 42 });
  let worlds = 0n,
    events = 0n,
    jumps = 0n;
  for (let frame = 0; frame < 1200; frame++) {
    if (frame % 60 === 0) driveActor(actor, clip, frame / 60);
    actor.step(1 / 60);
    sim.step(1 / 60);
    if (frame % 10 === 0) worlds = hashFloats(worlds, avatar.worlds);
    for (const { kind, layer, count, time } of actor.events())
      events = hashFloats(events, [eventKinds.indexOf(kind), layer, count, time]);
  }
  for (let jump = 0; jump < 8; jump++) {
    actor.seek(((jump * 7) % 8) * 2.5);
    actor.settle(0.5);
    jumps = hashFloats(jumps, avatar.worlds);
  }
  for (const owner of [actor, sim, clip, faceMap, rig, model]) owner.dispose();
  return Object.entries({ worlds, events, jumps }).map(
    ([name, hash]) => `${name} ${hash.toString(16).padStart(16, '0')}`,
  );
}
