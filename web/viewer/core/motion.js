// SPDX-License-Identifier: MIT
// Sets the inputs of all avatars before each step: actors play pose, clips and face; then come rotated bones,
// a live performer, weights and wind. Without an actor, an avatar only has a pose.
import { aPose, boneNames, idlePose, restPose } from '../libvrm/index.js';
import { allowsMotion } from '../stage/framing.js';
import { fromDegrees, multiply } from '../stage/vectors.js';

const stances = { idle: 'idle', t: 't', a: 'a', rest: 'rest', clip: 'rest', kept: 'rest' };
const poseFade = 0.3; // seconds from one pose of the library to the next

export class Motion {
  clips = []; // { name, clip, edited }; `edited` makes the clip for another avatar; null for clips of the avatar's file
  current = -1; // index of the clip that plays
  second = -1; // index of the clip that is blended in
  blend = 0;
  time = 0;
  pointer = null;
  turns = new Map(); // by bone: [x, y, z] degrees on top of the pose
  live = null; // the present state of a live performer; see live.js
  #app;
  #shown = null; // the pose that is shown
  #kept = null; // a pose of the library: { clip, until, stance }; it is blended in until a time, over a stance
  #past = []; // poses of the library that are blended out
  #before = null; // the rotated bones before the rotation that is not done yet
  #place = 0; // position in the first clip at which actors start to play
  #playing = new WeakMap(); // by actor: { clips, layers }; cleared to start again
  #layers = new WeakMap(); // by actor: the layers that it plays

  constructor(app) {
    this.#app = app;
  }

  addClip(name, clip, edited = null) {
    this.clips.push({ name, clip, edited });
    this.select(this.clips.length - 1);
  }

  /** Replaces a clip by another version of the same name; returns false if there is none. */
  replaceClip(name, clip, edited) {
    const index = this.clips.findIndex((entry) => entry.name === name);
    if (index < 0) return false;
    const { edited: old } = this.clips[index];
    this.#put(index, { name, clip, edited });
    old?.dispose();
    this.#app.emit('clips');
    return true;
  }

  /** Plays an edited motion from here on as another clip; returns false if it is gone. */
  update(edited, clip) {
    const index = this.clips.findIndex((entry) => entry.edited === edited);
    if (index >= 0) this.#put(index, { ...this.clips[index], clip });
    return index >= 0;
  }

  /** Fits motion of other programs to another avatar, so that its feet stand. */
  async refit(rig) {
    for (const { edited } of this.clips.filter((entry) => entry.edited)) {
      const clip = await edited.clip(rig).catch(() => null); // the avatar may be gone by now
      if (clip && !this.update(edited, clip)) clip.dispose();
    }
  }

  #put(index, entry) {
    const { clip: old } = this.clips[index],
      { position } = this;
    this.clips[index] = entry;
    if (this.current === index) this.#begin(Math.min(position, entry.clip.duration));
    this.#app.face.forget(old);
    old.dispose();
    this.#app.view.invalidate();
  }

  /** Takes a pose of the library, which is blended in while the avatar moves. */
  showPose(clip) {
    const { state, view } = this.#app,
      isMoving = state.get('isPlaying') && allowsMotion(),
      old = this.#kept;
    this.#kept = {
      clip,
      until: isMoving ? this.time + poseFade : 0,
      stance: old && this.time < old.until ? old.stance : stances[state.get('pose')],
    };
    state.set('pose', 'kept');
    if (old) this.#past.push(old);
    view.invalidate();
  }

  /** Frees poses that are no longer blended out. */
  #freePast() {
    if (this.#past.length === 0 || this.time < this.#kept.until) return;
    for (const { clip } of this.#past.splice(0)) {
      this.#app.face.forget(clip);
      clip.dispose();
    }
  }

  select(index) {
    this.current = index;
    this.#begin(0);
    this.#app.state.set('pose', index < 0 ? 'idle' : 'clip');
    this.#app.emit('clips');
  }

  setSecond(index) {
    this.second = index;
    this.#app.view.invalidate();
  }

  setBlend(weight) {
    this.blend = weight;
    this.#app.view.invalidate();
  }

  /** The clips that play, lowest layer first. */
  get #wanted() {
    const pose = this.#app.state.get('pose');
    if (pose === 'kept' && this.#kept && !this.live) return [this.#kept.clip];
    const wanted = pose === 'clip' && !this.live ? [this.current, this.second] : [];
    return [...new Set(wanted)].map((index) => this.clips[index]?.clip).filter(Boolean);
  }

  get clip() {
    return this.clips[this.current]?.clip ?? null;
  }
  get duration() {
    return this.clip?.duration ?? 0;
  }
  get position() {
    return this.clip ? (this.layers[0]?.time ?? this.#place) : this.time;
  }

  /** The present layers of the open avatar, lowest first. */
  get layers() {
    return this.#layersOf(this.#app.face.actor);
  }

  #layersOf(actor) {
    return (this.#playing.get(actor)?.layers ?? []).map((layer) => actor.layer(layer));
  }

  #begin(place) {
    this.#place = place;
    this.#playing = new WeakMap(); // actors start again
  }

  seek(seconds) {
    this.#begin(seconds);
    this.#app.view.invalidate();
  }

  /** Ends live motion: all avatars return to their positions and to the chosen pose. */
  endLive() {
    this.live = null;
    this.#shown = null;
    this.#app.view.cast?.takePlaces();
    this.#app.emit('live');
  }

  /** Rotates a bone by degrees on top of the pose; all zero: not any more. */
  turn(bone, degrees) {
    this.#before ??= new Map(this.turns);
    if (degrees.some((x) => x !== 0)) this.turns.set(bone, degrees);
    else this.turns.delete(bone);
    this.#app.view.invalidate();
  }

  /** Degrees about x, y and z by which a bone is rotated. */
  turnOf(bone) {
    return this.turns.get(bone) ?? [0, 0, 0];
  }

  /** Tells that a rotation is done, which can be undone: a ring or slider was released. What `control` rotates in short
   * steps is one change. */
  turned(control = null) {
    const before = this.#before ?? this.turns,
      after = new Map(this.turns);
    if (JSON.stringify([...before]) !== JSON.stringify([...after]))
      this.#app.history.add({
        undo: () => this.setTurns(before),
        redo: () => this.setTurns(after),
        series: control && `${control} ${this.ringed?.bone}`,
        owner: this.#app.document,
      });
    this.setTurns(after);
  }

  /** Rotates these bones and no others: degrees by bone. */
  setTurns(turns) {
    this.turns = new Map(turns);
    this.#before = null;
    this.#app.view.invalidate();
    this.#app.emit('turns');
  }

  /** Rotates no bone any more, which can be undone. */
  unturn() {
    this.#before ??= this.turns;
    this.turns = new Map();
    this.turned();
  }

  /** The bone with the rings: { bone, node, rest }, with its rotation in the rest pose; null: none. */
  get ringed() {
    const { state, items, view } = this.#app,
      selection = state.get('selection');
    const found = state.get('panel') === 'body' && selection && items && view.shown ? items.boneAt(selection) : null;
    if (!found) return null;
    const { node, bone } = found;
    return { bone, node, rest: view.shown.rig.restModel().subarray(node * 10 + 3, node * 10 + 7) };
  }

  /** Sets the inputs of all avatars for the next step. */
  apply(seconds) {
    const { state, view, face } = this.#app,
      pose = state.get('pose'),
      clips = this.#wanted,
      target = this.#target();
    this.time += seconds;
    face.tell(this.#isAlive(pose, clips));
    for (const member of view.cast.all) this.#send(member, { pose, clips, target, seconds: Math.max(0, seconds) });
    this.#shown = pose;
    this.#freePast();
  }

  /** Whether the eyes move by themselves: not in a reference pose, nor if something else moves them. */
  #isAlive(pose, clips) {
    const isBlinking = (clip) => clip.expressions.some((name) => name.startsWith('blink'));
    return !this.live && (pose === 'idle' || (pose === 'clip' && !clips.some(isBlinking)));
  }

  #send({ shown, place, delay }, { pose, clips, target, seconds }) {
    const { avatar, rig } = shown,
      { face, state } = this.#app,
      actor = face.actorOf(shown);
    if (pose !== this.#shown) avatar.resetPose();
    rig.expressions.forEach((_, i) => avatar.setExpression(i, 0)); // expressions that the actor does not move are 0
    if (actor) {
      const isFading = pose === 'kept' && this.time < this.#kept?.until;
      actor.setStance(isFading ? this.#kept.stance : stances[pose]);
      if (isFading) this.#fade(actor);
      else this.#play(actor, clips, delay);
      if (target) actor.lookAt(target);
      else actor.lookFree();
      actor.step(seconds);
    } else avatar.setPose(this.#basePose(shown, pose));
    if (this.live) this.live.apply(avatar, rig, place);
    if (this.turns.size > 0) this.#turnBones(shown, pose);
    this.#app.figure.show(shown);
    face.applyWishes(shown);
    if (target && (this.live || !actor)) avatar.lookAt(target);
    else if (!target && clips.length === 0 && !this.live) avatar.lookOff();
    avatar.setForce([state.get('wind') * (0.75 + 0.25 * Math.sin(this.time * 2.1)), 0, 0]);
    avatar.pauseSprings(state.get('areSpringsPaused'));
  }

  /** Lets an actor play these clips and no others; clones are delayed. */
  #play(actor, clips, delay) {
    const now = this.#playing.get(actor),
      isNew = !now || now.clips.length !== clips.length || now.clips.some((clip, i) => clip !== clips[i]);
    if (isNew) for (const layer of this.#layers.get(actor) ?? []) actor.stop(layer, 0);
    const options = (clip, i) => ({
      atEnd: i > 0 || this.#app.state.get('loops') ? 'loops' : 'holds',
      weight: i > 0 ? this.blend : 1,
      fadeIn: 0,
      start: startOf(clip, (i > 0 ? 0 : this.#place) - delay),
    });
    const layers = clips.map((clip, i) => actor.play(clip, options(clip, i)));
    this.#playing.set(actor, { clips, layers });
    this.#layers.set(actor, layers);
  }

  /** Blends from the layers of an actor to the pose of the library. */
  #fade(actor) {
    const { clip } = this.#kept,
      layers = [actor.crossFade(clip, { atEnd: 'holds', fadeIn: poseFade })];
    this.#playing.set(actor, { clips: [clip], layers });
    this.#layers.set(actor, layers);
  }

  #turnBones(shown, pose) {
    const base = this.#basePose(shown, pose);
    for (const [bone, degrees] of this.turns) {
      const start = boneNames.indexOf(bone) * 4;
      if (start < 0) continue; // links may contain any name
      shown.avatar.setBone(bone, multiply(Array.from(base.subarray(start, start + 4)), fromDegrees(...degrees)));
    }
  }

  /** The pose beneath the rotations; for clips, that of the first. */
  #basePose(shown, pose) {
    const actor = this.#app.face.actorOf(shown);
    if (pose === 'idle') return actor ? actor.face.addIdle(idlePose(0)) : idlePose(0);
    if (pose === 't') return shown.rig.tPose();
    if (pose === 'a') return aPose();
    if (pose === 'kept' && this.#kept) return this.#kept.clip.sample(0).pose;
    return pose === 'clip' && this.clip
      ? this.clip.sample(this.#layersOf(actor)[0]?.time ?? this.#place).pose
      : restPose();
  }

  /** The target of the gaze; null: none. */
  #target() {
    const { state, view } = this.#app,
      look = state.get('look');
    if (look === 'off') return null;
    return look === 'pointer' && this.pointer ? view.pointerTarget(...this.pointer) : view.camera.eye;
  }
}

/** A position in an endless loop as a position in the clip. */
function startOf(clip, seconds) {
  const { duration } = clip;
  if (duration === 0) return 0;
  return seconds === duration ? seconds : ((seconds % duration) + duration) % duration;
}
