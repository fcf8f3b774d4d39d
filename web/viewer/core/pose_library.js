// SPDX-License-Identifier: MIT
// The pose library: VRM animations of one moment, which the browser keeps. Emits 'poses'.
import { Clip, Motion, Recorder } from '../libvrm/index.js';
import { stemOf } from './desk.js';
import { removeStoredPose, storePose, storedPoses } from './pose_store.js';
import { t } from './words.js';

export const mostPoses = 100;
const largestPose = 1e6; // bytes; a pose has about 10 kB

export class PoseLibrary {
  poses = []; // { id, name, bytes }
  shown = null; // id of the pose that was taken last
  isKept = true; // false: the browser keeps nothing, and the poses go with the page
  #app;
  #opened = null;
  #lastId = 0;
  #turn = 0; // number of the pose that was taken last

  constructor(app) {
    this.#app = app;
  }

  /** Reads the poses that the browser keeps, once. */
  open() {
    this.#opened ??= this.#read();
    return this.#opened;
  }

  async #read() {
    try {
      this.poses = (await storedPoses()).sort((a, b) => a.id - b.id);
    } catch {
      this.isKept = false; // private windows, or storage that is forbidden
    }
    this.#app.emit('poses');
  }

  /** Adds a pose; resolves with false if there is no room. */
  async add(name, bytes) {
    await this.open();
    if (this.poses.length >= mostPoses) return this.#refuse(t('posesFull', { n: mostPoses }));
    if (bytes.length > largestPose) return this.#refuse(t('poseLarge', { name }));
    this.#lastId = Math.max(Date.now(), this.#lastId + 1, ...this.poses.map(({ id }) => id + 1)); // other pages too
    const pose = { id: this.#lastId, name, bytes };
    const stored = this.#insert(pose);
    this.#app.history.add({ undo: () => this.#drop(pose), redo: () => this.#insert(pose) });
    await stored;
    this.#app.announce(t('poseKept', { name }));
    return true;
  }

  async remove(id) {
    const pose = this.find(id);
    const stored = this.#drop(pose);
    this.#app.history.add({ undo: () => this.#insert(pose), redo: () => this.#drop(pose) });
    await stored;
  }

  async rename(id, name) {
    const pose = this.find(id);
    if (!name || name === pose.name) return;
    const renamed = { ...pose, name },
      stored = this.#insert(renamed);
    this.#app.history.add({ undo: () => this.#insert(pose), redo: () => this.#insert(renamed) });
    await stored;
  }

  find(id) {
    return this.poses.find((pose) => pose.id === id);
  }

  /** The avatar takes a pose. */
  async take(id) {
    const turn = ++this.#turn,
      clip = await Clip.load(this.find(id).bytes);
    if (turn !== this.#turn) return clip.dispose(); // another one was taken meanwhile
    this.shown = id;
    this.#app.motion.setTurns([]); // the pose has its own
    this.#app.motion.showPose(clip);
    this.#app.emit('poses');
  }

  /** Adds the first moment of a motion file, or the only one of a pose file. */
  async addFile(name, bytes) {
    try {
      await this.add(stemOf(name), await poseOf(bytes, this.#app.view.shown.rig));
    } catch (error) {
      this.#app.emit('error', { name, error });
    }
  }

  /** The present pose of the avatar as a VRM animation. */
  async present() {
    const { rig, avatar } = this.#app.view.shown,
      recorder = await Recorder.create(rig, { name: 'pose' });
    let model = null;
    try {
      recorder.addFrame(0, avatar);
      model = recorder.finish();
      return await model.save();
    } finally {
      recorder.dispose();
      model?.dispose();
    }
  }

  async #insert(pose) {
    this.poses = [...this.poses.filter(({ id }) => id !== pose.id), pose].sort((a, b) => a.id - b.id);
    this.#app.emit('poses');
    await this.#keep(() => storePose(pose));
  }

  async #drop({ id }) {
    this.poses = this.poses.filter((pose) => pose.id !== id);
    if (this.shown === id) this.shown = null;
    this.#app.emit('poses');
    await this.#keep(() => removeStoredPose(id));
  }

  /** Stores a change; the library works without storage too, and says so. */
  async #keep(store) {
    try {
      if (this.isKept) await store();
    } catch (error) {
      this.isKept = false;
      this.#refuse(t('posesNotKept', { why: error.message }));
      this.#app.emit('poses');
    }
  }

  #refuse(text) {
    this.#app.emit('complaint', text);
    return false;
  }
}

/** The first moment of a motion as a VRM animation. */
async function poseOf(bytes, rig) {
  const motion = await Motion.load(bytes);
  let moment = null,
    model = null;
  try {
    moment = motion.cut(0, 0);
    model = moment.animation(motion.kind === 'capture' ? rig : undefined);
    return await model.save();
  } finally {
    for (const owner of [motion, moment, model]) owner?.dispose();
  }
}
