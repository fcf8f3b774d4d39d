// SPDX-License-Identifier: MIT
// The faces of the avatars on the stage: the library's layers (emotion, mouth, blinks, gaze, idle motion), and on top of
// them the weights that a person sets by hand. The runtime applies overrides.
import { Face as Layers, FaceMap } from '../libvrm/index.js';
import { t } from './words.js';

export const emotions = ['happy', 'angry', 'sad', 'relaxed', 'surprised'];
export const attentions = ['auto', 'listening', 'talking', 'steady'];

export class Face {
  wishes = new Map(); // weights by name that a person has set: they win over the layers
  #app;
  hearing = []; // the layers of all avatars on the stage: what is said moves every mouth in the same way
  #members = new Map(); // by actor: { map, layers, shown }; layers are null until the actor's face was measured
  #blinks = 0; // how often a person has asked for one

  constructor(app) {
    this.#app = app;
  }

  wish(name, weight) {
    if (weight > 0) this.wishes.set(name, weight);
    else this.wishes.delete(name);
  }

  clear() {
    this.wishes.clear();
    this.#app.state.set('emotion', '');
  }

  blink() {
    this.#blinks++;
  }

  /** What the face of the open avatar can do; null until it was measured. */
  get map() {
    return this.#leader?.map ?? null;
  }

  /** The layers of the open avatar; null until its face was measured. */
  get layers() {
    return this.#leader?.layers ?? null;
  }

  get #leader() {
    return this.#members.get(this.#app.view.actor);
  }

  /** Moves all faces on. `target`: where they look; null: nowhere. */
  advance(seconds, isAlive, target) {
    this.#meet();
    this.#tellHearing();
    for (const member of this.#members.values()) {
      if (!member.layers) continue;
      this.#tell(member, isAlive, target);
      member.layers.step(Math.max(0, seconds));
    }
  }

  /** Measures faces that are new and forgets those that have left. */
  #meet() {
    for (const [actor, { map, layers, isShared }] of this.#members) {
      if (!actor.isDisposed) continue;
      this.#members.delete(actor);
      layers?.dispose();
      if (!isShared) map?.dispose();
    }
    this.#app.view.cast.all.forEach(({ actor }, i) => {
      if (this.#members.has(actor)) return;
      const kin = [...this.#members.entries()].find(([other, { layers }]) => other.rig === actor.rig && layers)?.[1];
      const member = {
        map: kin?.map ?? null,
        layers: kin ? new Layers(kin.map, { seed: i }) : null,
        shown: { blink: this.#blinks },
        isShared: Boolean(kin),
      };
      this.#members.set(actor, member);
      if (!kin) this.#measure(actor, member, i);
    });
  }

  #tellHearing() {
    this.hearing.splice(0, this.hearing.length, ...[...this.#members.values()].flatMap(({ layers }) => layers ?? []));
  }

  async #measure(actor, member, seed) {
    try {
      await this.#app.view.pictured(); // the avatar is seen before its face moves
      if (actor.isDisposed) return;
      const map = await FaceMap.create(actor.model, actor.rig);
      if (actor.isDisposed) return map.dispose();
      Object.assign(member, { map, layers: new Layers(map, { seed }) });
      this.#tellHearing(); // a sound that begins before the next frame is for this face too
      this.#app.emit('face-map');
    } catch (error) {
      // the page works without: expressions are set by hand
      this.#app.emit('complaint', t('failed', { why: error.message }));
    }
  }

  /** Gives one face what a person has chosen, where it differs from what it was given. */
  #tell(member, isAlive, target) {
    const { state } = this.#app,
      { layers, shown } = member,
      isMoving = state.get('isPlaying');
    const changed = (name, value) => value !== shown[name] && ((shown[name] = value), true);
    const emotion = state.get('emotion'),
      intensity = Math.min(1, Math.max(0, state.get('intensity')));
    if (changed('emotion', `${emotion} ${intensity}`))
      layers.emote(emotion || null, isMoving ? { intensity } : { intensity, easeIn: 0, easeOut: 0 });
    if (changed('blinks', state.get('blinks') && isAlive && !this.#closesEyes(member))) layers.setBlinks(shown.blinks);
    if (changed('attention', isAlive ? state.get('attention') : 'steady')) layers.setAttention(shown.attention);
    if (changed('blink', this.#blinks)) layers.blink();
    if (target) layers.lookAt(target);
    else layers.lookOff();
  }

  /** Whether weights set by hand close the eyes, so that a blink would close them twice. */
  #closesEyes({ map }) {
    return [...this.wishes].some(([name, weight]) => weight * map.overlap(name, 'blink') > 0.5);
  }

  /** Sets expressions and gaze of an avatar by its layers. Expressions that they do not drive are at rest, whoever set them before. False without layers. */
  apply(actor) {
    const { avatar, rig } = actor,
      layers = this.#members.get(actor)?.layers;
    rig.expressions.forEach((_, i) => avatar.setExpression(i, 0));
    layers?.apply(avatar);
    return Boolean(layers);
  }

  /** Sets the weights that a person has chosen. */
  applyWishes({ avatar }) {
    for (const [name, weight] of this.wishes) avatar.setExpression(name, weight);
  }

  /** Breathing, weight shift and sway on top of a pose, as much as is wanted. */
  addIdle(actor, pose) {
    const layers = this.#members.get(actor)?.layers,
      amount = Math.min(2, Math.max(0, this.#app.state.get('idle')));
    if (!layers || amount === 0) return pose;
    const moved = layers.addIdle(pose.slice());
    return pose.map((x, i) => x + (moved[i] - x) * amount); // small turns: their numbers add up
  }
}
