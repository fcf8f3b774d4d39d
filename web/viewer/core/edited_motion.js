// SPDX-License-Identifier: MIT
// One opened motion file with its edits. The library makes the edits; results of earlier ones are kept, so that
// moving a slider repeats only its own edit and those after it.
import { Clip, Motion } from '../libvrm/index.js';
import { fitOptions, isPlain, motionDefaults, stepsOf } from './motion_settings.js';
import { othersTurn } from './turn.js';

export class EditedMotion {
  settings = motionDefaults;
  facts = null; // lengths and reports of the last edits; see #measure()
  #source = null; // promise of the motion of the file
  #made = []; // { key, kind, motion }
  #turn = Promise.resolve(); // one call at a time: they share what was made
  #other;

  /** `other` resolves with the motion of an id of joins and layers. */
  constructor(name, bytes, other) {
    Object.assign(this, { name, bytes });
    this.#other = other;
  }

  get isEdited() {
    return !isPlain(this.settings);
  }

  /** The motion of the file. */
  source() {
    this.#source ??= Motion.load(this.bytes);
    return this.#source;
  }

  /** Whether it is fitted to an avatar: motion of other programs, unless the user wants it as it is. */
  async isFitted() {
    return (await this.source()).kind === 'capture' && this.settings.isFitted;
  }

  /** A clip for an avatar; the caller disposes it. Resolves with null if `isWanted` is false meanwhile. */
  clip(rig, isWanted = () => true) {
    return this.#queue(async () => {
      if (!this.isEdited) {
        this.#forget(0);
        if (this.#source) this.#measure(await this.source());
        return Clip.load(this.bytes, { rig });
      }
      const { settings } = this,
        motion = await this.#edit(settings, isWanted),
        isFitted = await this.isFitted();
      await othersTurn();
      return motion && isWanted() ? motion.clip(isFitted ? rig : undefined, fitOptions(settings, isFitted)) : null;
    });
  }

  /** The bytes of a VRM animation. */
  async save(rig) {
    const model = await this.#queue(async () => {
      const motion = await this.#edit(this.settings, () => true),
        isFitted = await this.isFitted();
      return motion.animation(isFitted ? rig : undefined, fitOptions(this.settings, isFitted));
    });
    try {
      await othersTurn();
      return await model.save();
    } finally {
      model.dispose();
    }
  }

  /** Reads the file, so that its facts are known before the first edit. */
  async prepare() {
    const source = await this.source();
    if (!this.facts) this.#measure(source);
  }

  dispose() {
    return this.#queue(async () => {
      this.#forget(0);
      (await this.#source?.catch(() => null))?.dispose();
    });
  }

  #queue(run) {
    const done = this.#turn.then(run);
    this.#turn = done.catch(() => {});
    return done;
  }

  /** The motion after all edits; null if it is no longer wanted. It belongs to this object. */
  async #edit(settings, isWanted) {
    const source = await this.source(),
      others = await this.#others(settings),
      steps = stepsOf(settings);
    const differs = steps.findIndex(({ key }, i) => key !== this.#made[i]?.key);
    this.#forget(differs < 0 ? steps.length : differs);
    for (const { key, kind, run } of steps.slice(this.#made.length)) {
      await othersTurn();
      if (!isWanted()) return null;
      const motion = run(this.#made.at(-1)?.motion ?? source, (id) => others.get(id));
      this.#made.push({ key, kind, motion });
    }
    this.#measure(source, others, settings);
    return this.#made.at(-1)?.motion ?? source;
  }

  async #others({ joins, layers }) {
    const ids = new Set([...joins, ...layers].map(({ id }) => id));
    return new Map(await Promise.all([...ids].map(async (id) => [id, await this.#other(id)])));
  }

  #forget(count) {
    for (const { motion } of this.#made.splice(count)) motion.dispose();
  }

  /** Lengths in seconds for the timeline, and what the edits report. */
  #measure(source, others = new Map(), settings = this.settings) {
    const { format, kind, duration, frameTime, bones, expressionCount } = source;
    const report = (wanted) => this.#made.find((made) => made.kind === wanted)?.motion.edit ?? null;
    const main = this.#made.findLast((made) => made.kind !== 'join' && made.kind !== 'layer')?.motion ?? source;
    const all = (wanted) => this.#made.filter((made) => made.kind === wanted);
    this.facts = {
      format,
      kind,
      duration,
      frameTime,
      bones: bones.length,
      expressions: expressionCount,
      main: main.duration,
      whole: this.#made.at(-1)?.motion.duration ?? duration,
      trim: report('trim') ?? { leading: 0, trailing: 0 },
      smooth: report('smooth'),
      joins: all('join').map(({ motion }, i) => ({
        ...motion.edit,
        end: motion.duration,
        name: settings.joins[i].name,
      })),
      layers: settings.layers.map(({ id }) => ({ duration: others.get(id)?.duration ?? 0 })),
    };
  }
}
