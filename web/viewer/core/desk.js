// SPDX-License-Identifier: MIT
// The motion desk: edits the motion that plays. The newest settings are applied to the running avatar; each change can
// be undone. Emits 'desk' when settings or facts change.
import { Motion } from '../libvrm/index.js';
import { EditedMotion } from './edited_motion.js';
import { commandOf, motionDefaults } from './motion_settings.js';
import { t } from './words.js';

export class Desk {
  #app;
  #added = new Map(); // by id: { name, motion }: motions that were joined or laid over another one
  #applied = new WeakMap(); // by edited motion: the settings that play
  #isBusy = false;

  constructor(app) {
    this.#app = app;
  }

  /** A motion file that can be edited. */
  open(name, bytes) {
    return new EditedMotion(name, bytes, (id) => this.#added.get(id).motion);
  }

  /** The edited motion that is chosen; null if there is none, or it is part of the avatar's file. */
  get current() {
    return this.#app.motion.clips[this.#app.motion.current]?.edited ?? null;
  }

  /** Whether the chosen motion plays with its newest settings. */
  get isApplied() {
    return !this.#isBusy && this.current !== null && this.#isApplied(this.current);
  }

  /** Reads what the panel shows of the chosen motion. */
  async prepare() {
    const { current } = this;
    if (!current || current.facts || this.#applied.has(current)) return;
    this.#applied.set(current, current.settings);
    try {
      await current.prepare();
      this.#app.emit('desk');
    } catch (error) {
      this.#complain(error);
    }
  }

  /** Changes settings of the chosen motion. Changes of one series are undone together. */
  change(changes, series = null) {
    const { current } = this;
    if (!current) return;
    const before = current.settings,
      after = { ...before, ...changes };
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    this.#app.history.add({
      undo: () => this.#put(current, before),
      redo: () => this.#put(current, after),
      series: series && `${this.#app.motion.current} ${series}`,
    });
    this.#put(current, after);
  }

  reset() {
    this.change(motionDefaults);
  }

  /** Reads a motion to join or to lay over the chosen one; resolves with its id, or null if it cannot be read. */
  async add(name, bytes) {
    try {
      const motion = await Motion.load(bytes),
        id = this.#added.size + 1;
      this.#added.set(id, { name, motion });
      return id;
    } catch (error) {
      this.#app.emit('error', { name, error });
      return null;
    }
  }

  /** The name of the file to save, and the command that writes the same. */
  get output() {
    return `${stemOf(this.current.name)}-edited.vrma`;
  }
  get command() {
    const { current } = this,
      isFitted = current.facts?.kind === 'capture' && current.settings.isFitted;
    return commandOf(current.name, this.output, current.settings, isFitted ? this.#app.document.name : null);
  }

  /** The chosen motion as the bytes of a VRM animation. */
  save() {
    return this.current.save(this.#app.view.shown.rig);
  }

  #put(edited, settings) {
    edited.settings = settings;
    this.#app.emit('desk');
    this.#apply(edited);
  }

  /** Plays the newest settings; while they are made, newer ones may arrive. */
  async #apply(edited) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    const { motion, view } = this.#app;
    try {
      for (let settings = null; settings !== edited.settings;) {
        settings = edited.settings;
        const clip = await edited.clip(view.shown?.rig, () => settings === edited.settings);
        if (!clip) continue;
        if (settings !== edited.settings || !motion.update(edited, clip)) clip.dispose();
        else this.#applied.set(edited, settings);
      }
    } catch (error) {
      edited.settings = this.#applied.get(edited) ?? motionDefaults;
      this.#complain(error);
    } finally {
      this.#isBusy = false;
      this.#app.emit('desk');
      const waiting = motion.clips.find(({ edited: other }) => other && !this.#isApplied(other));
      if (waiting) this.#apply(waiting.edited);
    }
  }

  #isApplied(edited) {
    return edited.settings === (this.#applied.get(edited) ?? motionDefaults);
  }

  #complain(error) {
    this.#app.emit('complaint', t('failed', { why: error.message }));
  }
}

/** A file name without its ending. */
export const stemOf = (name) => name.replace(/\.[^.]+$/, '');
