// SPDX-License-Identifier: MIT
// The inputs of the avatars before each step: pose or clips, turned bones, face, gaze, wind.
import { aPose, boneNames, idlePose, Player, restPose } from '../libvrm/index.js';
import { fromDegrees, multiply } from '../stage/vectors.js';

export class Motion {
  clips = []; // { name, clip, fit }; `fit` loads it for an avatar: motion of other programs has one
  players = []; // one, or two that are blended
  current = -1; // index of the clip that plays
  second = -1; // index of the clip blended in
  blend = 0;
  time = 0;
  pointer = null;
  turns = new Map(); // bone: [x, y, z] degrees on top of the pose
  live = null; // what a performer sends; see live.js
  #app;
  #shown = null;

  constructor(app) {
    this.#app = app;
  }

  addClip(name, clip, fit = null) {
    this.clips.push({ name, clip, fit });
    this.select(this.clips.length - 1);
  }

  /** Takes another state of a clip that is there; false when there is none of that name. */
  replaceClip(name, clip, fit = null) {
    const index = this.clips.findIndex((entry) => entry.name === name);
    if (index < 0) return false;
    this.#put(index, { name, clip, fit });
    return true;
  }

  /** Fits motion of other programs to another avatar, so that its feet stand. */
  async refit(rig) {
    for (const entry of this.clips.filter(({ fit }) => fit)) {
      const clip = await entry.fit(rig).catch(() => null); // the avatar may have gone meanwhile
      const index = this.clips.indexOf(entry);
      if (clip && index >= 0) this.#put(index, { ...entry, clip });
    }
  }

  #put(index, entry) {
    this.clips[index] = entry;
    if (this.current === index) {
      const { time } = this.player;
      this.select(index);
      this.player.time = Math.min(time, entry.clip.duration);
    } else if (this.second === index) this.setSecond(index);
  }

  select(index) {
    this.current = index;
    this.players = index < 0 ? [] : [new Player(this.clips[index].clip, { loops: this.#app.state.get('loops') })];
    this.setSecond(index < 0 ? -1 : this.second);
    this.#app.state.set('pose', index < 0 ? 'idle' : 'clip');
    this.#app.emit('clips');
  }

  setSecond(index) {
    this.second = index;
    if (this.players.length === 0) return;
    this.players = this.players.slice(0, 1);
    if (index >= 0 && this.clips[index])
      this.players.push(new Player(this.clips[index].clip, { loops: true, weight: this.blend }));
  }

  setBlend(weight) {
    this.blend = weight;
    if (this.players[1]) this.players[1].weight = weight;
  }

  get player() {
    return this.players[0] ?? null;
  }
  get duration() {
    return this.player?.clip.duration ?? 0;
  }
  get position() {
    return this.player ? this.player.time : this.time;
  }

  seek(seconds) {
    if (this.player) this.player.time = seconds;
    this.#app.view.invalidate();
  }

  /** The performer has gone: all avatars stand where they stood, in the pose that is chosen. */
  endLive() {
    this.live = null;
    this.#shown = null;
    this.#app.view.cast?.takePlaces();
    this.#app.emit('live');
  }

  /** Turns a bone by degrees on top of the pose; all zero: no more. */
  turn(bone, degrees) {
    if (degrees.some((x) => x !== 0)) this.turns.set(bone, degrees);
    else this.turns.delete(bone);
    this.#app.view.invalidate();
  }

  /** Tells all avatars what to do in the next step. */
  apply(seconds) {
    const { state, view, face } = this.#app;
    const pose = state.get('pose');
    this.time += seconds;
    for (const player of this.players) {
      player.loops = state.get('loops');
      player.advance(seconds);
    }
    const target = this.#target();
    face.advance(seconds, this.#isAlive(pose), target);
    for (const member of view.cast.all) this.#send(member, pose, target);
    this.#shown = pose;
  }

  /** Whether the eyes move by themselves: not in a pose to be looked at, nor where somebody else moves them. */
  #isAlive(pose) {
    const isBlinking = ({ clip }) => clip.expressions.some((name) => name.startsWith('blink'));
    return !this.live && (pose === 'idle' || (pose === 'clip' && !this.players.some(isBlinking)));
  }

  #send({ actor, place, delay }, pose, target) {
    const { avatar, rig } = actor,
      { face, state } = this.#app;
    if (pose !== this.#shown) avatar.resetPose();
    const isFaceAlive = face.apply(actor),
      isPlayed = pose === 'clip' && this.players.length > 0 && !this.live;
    const base = this.#basePose(actor, pose);
    if (isPlayed)
      avatar.play(delay ? this.players.map((player) => late(player, delay)) : this.players); // after the face: it wins
    else if (base) avatar.setPose(base);
    if (this.live) this.live.apply(avatar, rig, place);
    for (const [bone, degrees] of this.turns) {
      const start = boneNames.indexOf(bone) * 4;
      if (start < 0) continue; // a link may name anything
      const under = base ? Array.from(base.subarray(start, start + 4)) : [0, 0, 0, 1];
      avatar.setBone(bone, multiply(under, fromDegrees(...degrees)));
    }
    face.applyWishes(actor);
    if (target && (isPlayed || this.live || !isFaceAlive)) avatar.lookAt(target);
    else if (!target && !this.players.length && !this.live) avatar.lookOff();
    avatar.setForce([state.get('wind') * (0.75 + 0.25 * Math.sin(this.time * 2.1)), 0, 0]);
    avatar.pauseSprings(state.get('areSpringsPaused'));
  }

  /** The pose without clips' own blending; null leaves the nodes at rest. */
  #basePose(actor, pose) {
    if (pose === 'idle') return this.#app.face.addIdle(actor, idlePose(0));
    if (pose === 't') return restPose();
    if (pose === 'a') return aPose();
    if (pose === 'clip' && this.player && this.turns.size > 0) return this.player.clip.sample(this.player.time).pose;
    return null;
  }

  /** Where all look; null: nowhere. */
  #target() {
    const { state, view } = this.#app,
      look = state.get('look');
    if (look === 'off') return null;
    return look === 'pointer' && this.pointer ? view.pointerTarget(...this.pointer) : view.camera.eye;
  }
}

/** The same clip, some seconds behind, for a clone. */
function late(player, delay) {
  const duration = player.clip.duration || 1;
  const time = (((player.time - delay) % duration) + duration) % duration;
  return new Player(player.clip, { time, speed: player.speed, weight: player.weight, loops: player.loops });
}
