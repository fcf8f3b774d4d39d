// SPDX-License-Identifier: MIT
// The actors of the avatars on the stage, which play motion and face, and the user's choices for the faces.
// Weights that the user sets by hand come on top. The runtime applies overrides.
import { Actor, FaceMap } from '../libvrm/index.js';
import { t } from './words.js';

export const emotions = ['happy', 'angry', 'sad', 'relaxed', 'surprised'];
export const attentions = ['auto', 'listening', 'talking', 'steady'];

export class Face {
  wishes = new Map(); // weights by name, set by the user: they win over the actors
  #morphs = new Map(); // by node and index: morph targets that the user moves, as { node, index, weight }
  #app;
  hearing = []; // the faces of all avatars on the stage: speech moves every mouth alike
  #members = new Map(); // by avatar on the stage: { map, actor, told, isShared }; no actor until the face was measured
  #blinks = 0; // blinks that the user has requested

  constructor(app) {
    this.#app = app;
  }

  wish(name, weight) {
    if (weight > 0) this.wishes.set(name, weight);
    else this.wishes.delete(name);
  }

  clear() {
    this.wishes.clear();
    this.clearMorphs();
    this.#app.state.set('emotion', '');
  }

  /** Sets the weight of a morph target of the open avatar, which expressions are added to. */
  setMorph({ node, index }, weight) {
    this.#morphs.set(`${node} ${index}`, { node, index, weight });
  }

  /** The weight that setMorph() has set; undefined without one. */
  morphOf({ node, index }) {
    return this.#morphs.get(`${node} ${index}`)?.weight;
  }

  clearMorphs() {
    if (this.#morphs.size === 0) return;
    this.#morphs.clear();
    for (const { shown } of this.#app.view.cast.all) shown.avatar.resetMorphs();
  }

  blink() {
    this.#blinks++;
  }

  /** The face map of the open avatar; null until its face was measured. */
  get map() {
    return this.#leader?.map ?? null;
  }

  /** The actor of the open avatar; null until its face was measured. */
  get actor() {
    return this.#leader?.actor ?? null;
  }

  get #leader() {
    return this.#members.get(this.#app.view.shown);
  }

  /** The actor of an avatar on the stage; null until its face was measured. */
  actorOf(shown) {
    return this.#members.get(shown)?.actor ?? null;
  }

  /** Removes a clip that is no longer played from all actors. */
  forget(clip) {
    for (const { actor } of this.#members.values()) actor?.forget(clip);
  }

  /** Sends the user's choices to all actors. */
  tell(isAlive) {
    this.#meet();
    this.#tellHearing();
    for (const member of this.#members.values()) if (member.actor) this.#tell(member, isAlive);
  }

  /** Measures new faces and frees those of avatars that are gone. */
  #meet() {
    for (const [shown, { map, actor, isShared }] of this.#members) {
      if (!shown.isDisposed) continue;
      this.#members.delete(shown);
      actor?.dispose();
      if (!isShared) map?.dispose();
    }
    this.#app.view.cast.all.forEach(({ shown }, i) => {
      if (this.#members.has(shown)) return;
      const kin = [...this.#members.entries()].find(([other, { map }]) => other.rig === shown.rig && map)?.[1];
      const member = { map: kin?.map ?? null, actor: null, told: { blink: this.#blinks }, isShared: Boolean(kin) };
      this.#members.set(shown, member);
      if (kin) this.#hire(shown, member, i);
      else this.#measure(shown, member, i);
    });
  }

  #tellHearing() {
    const actors = [...this.#members.values()].flatMap(({ actor }) => actor ?? []);
    this.hearing.splice(0, this.hearing.length, ...actors.map(({ face }) => face));
  }

  async #measure(shown, member, seed) {
    try {
      await this.#app.view.pictured(); // the avatar appears before its face moves
      if (shown.isDisposed) return;
      const map = await FaceMap.create(shown.model, shown.rig);
      if (shown.isDisposed) return map.dispose();
      member.map = map;
      this.#hire(shown, member, seed);
      this.#tellHearing(); // a sound that starts before the next frame moves this face too
      this.#app.emit('face-map');
    } catch (error) {
      // the page works without: expressions are set by hand
      this.#app.emit('complaint', t('failed', { why: error.message }));
    }
  }

  #hire(shown, member, seed) {
    member.actor = new Actor(shown.avatar, { faceMap: member.map, seed });
  }

  /** Sends changed choices to one actor. */
  #tell(member, isAlive) {
    const { state } = this.#app,
      { actor, told } = member,
      { face } = actor,
      isMoving = state.get('isPlaying');
    const changed = (name, value) => value !== told[name] && ((told[name] = value), true);
    const emotion = state.get('emotion'),
      intensity = Math.min(1, Math.max(0, state.get('intensity')));
    if (changed('emotion', `${emotion} ${intensity}`))
      actor.emote(emotion || null, isMoving ? { intensity } : { intensity, easeIn: 0, easeOut: 0 });
    if (changed('blinks', state.get('blinks') && isAlive && !this.#closesEyes(member))) face.setBlinks(told.blinks);
    if (changed('attention', isAlive ? state.get('attention') : 'steady')) face.setAttention(told.attention);
    if (changed('blink', this.#blinks)) face.blink();
    const amount = state.get('pose') === 'idle' ? Math.min(2, Math.max(0, state.get('idle'))) : 0;
    if (changed('idle', amount)) face.setIdle(amount);
  }

  /** Whether weights set by hand close the eyes, so that a blink would close them twice. */
  #closesEyes({ map }) {
    return [...this.wishes].some(([name, weight]) => weight * map.overlap(name, 'blink') > 0.5);
  }

  /** Sets the user's weights; without this, expressions would keep their last weights. */
  applyWishes({ avatar, rig }) {
    for (const [name, weight] of this.wishes) avatar.setExpression(name, weight);
    if (this.#morphs.size === 0 || rig !== this.#app.view.shown.rig) return;
    for (const { node, index, weight } of this.#morphs.values()) {
      const mesh = rig.meshNodes.find((other) => other.node === node);
      if (index < mesh?.morphCount) avatar.setMorph(mesh.firstMorph + index, weight); // the file may have lost it
    }
  }
}
