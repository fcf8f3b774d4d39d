// SPDX-License-Identifier: MIT
// An avatar file that is viewed and edited. The loaded bytes never change: a saved file is made from them by
// the list of changes, which can be undone and redone.
//
// A change is plain data:
//   { label, edits: [[pointer, value | undefined], ...] }    sets, or removes, values of the document
//   { label, meta: { member: value } }                       meta of 1.0 by its members
//   { label, thumbnail: Uint8Array }                         the picture of the avatar
//   { label, springs }, { label, avatar }                   what was proposed, see core/author_changes.js
//   { label, migrate: '1.0' | '0.x' }, { label, normalize: options }, { label, optimize: options }
//   { label, bytes }                                         another file in place of the one so far
//   { label, images: [{ image, bytes, mimeType }] }          other pictures in place of some
//   series, at: changes of one series, each less than a second after the one before, are merged
//   edits may be a function of the present JSON, for lists: other changes may come before this one
//   isVisible: the picture changes, so the avatar must be built again
//   isMaterial: only values of materials change, which often needs no new build
import { Model, loadTools } from '../libvrm/index.js';
import { makeAvatar, takeSprings } from './author_changes.js';
import { embedFiles, isGlb, replaceImages } from './glb.js';
import { othersTurn } from './turn.js';

const imageMakers = ['images', 'thumbnail', 'bytes', 'optimize', 'normalize', 'migrate', 'avatar'];
const seriesMs = 1000; // milliseconds: covers key repeat and a few quick presses

export class AvatarDocument {
  changes = [];
  undone = [];
  validation = null;

  #savedChange; // the last change in a saved copy
  #written = { model: null, file: null }; // the file of the present model
  #isDisposed = false;
  #checkpoints = []; // files after costly changes: { count, last, bytes, reports }; see #build()

  constructor(name, bytes, files, model) {
    Object.assign(this, { name, bytes, files, model });
  }

  static async open(name, bytes, files) {
    return new AvatarDocument(name, bytes, files, await Model.load(bytes, { files }));
  }

  /** Bytes of the file that was loaded, or that took its place. */
  get size() {
    return (this.changes.findLast(({ bytes }) => bytes)?.bytes ?? this.bytes).byteLength;
  }

  get info() {
    return this.model.info;
  }
  get json() {
    return this.model.json;
  }
  get meta() {
    return this.model.meta;
  }
  get isChanged() {
    return this.changes.length > 0;
  }
  /** The newest change that may have made other images; null: the images are those of the loaded file. */
  get imageChange() {
    return this.changes.findLast((change) => imageMakers.some((kind) => change[kind])) ?? null;
  }
  /** Whether there are unsaved changes, undone ones included. */
  get isUnsaved() {
    return this.changes.at(-1) !== this.#savedChange;
  }

  /** Makes a change; on failure the document is unchanged. Resolves with whether the picture changes. */
  async change(change) {
    const kept = this.#goesOn(change) ? this.changes.slice(0, -1) : this.changes;
    const model = await this.#build([...kept, change]);
    this.#replace(model);
    this.changes = [...kept, change];
    this.undone = [];
    return Boolean(change.isVisible);
  }

  /** Whether a change replaces the last one: the same control, moved a little further. */
  #goesOn({ series, at }) {
    const last = this.changes.at(-1);
    return (
      Boolean(series) &&
      last?.series === series &&
      at - last.at < seriesMs &&
      last !== this.#savedChange &&
      this.undone.length === 0
    );
  }

  /** The model with one more change; the caller disposes it. */
  async preview(change) {
    return this.#build([...this.changes, change], []);
  }

  /** The present model; the caller disposes it. */
  async copy() {
    return this.#build(this.changes, []);
  }

  /** Makes the changes that another page had made of the same file. */
  async restore(changes) {
    const made = changes.map((change) => ({ ...change, at: 0 })); // times of another page
    this.#replace(await this.#build(made));
    this.changes = made;
    this.undone = [];
  }

  async undo() {
    if (this.changes.length === 0) return null;
    const rest = this.changes.slice(0, -1);
    this.#replace(await this.#build(rest));
    const change = this.changes.pop();
    this.undone.push(change);
    return change;
  }

  async redo() {
    if (this.undone.length === 0) return null;
    const change = this.undone.at(-1),
      at = performance.now(); // it is the newest change from now on
    this.#replace(await this.#build([...this.changes, change]));
    this.changes.push(Object.assign(this.undone.pop(), { at }));
    return change;
  }

  /** The file with all changes; not to be changed. */
  async save() {
    const { bytes } = this.changes.at(-1) ?? {};
    if (bytes) return bytes;
    const { model } = this;
    if (this.#written.model !== model) {
      this.#written = { model, file: written(model, this.files) };
      this.#written.file.catch(() => this.#written.model === model && this.#forget()); // the next call tries again
    }
    return this.#written.file;
  }

  /** The file with all changes and further ones, which the document does not keep: { data, findings, reports }, with a
   * report for each change. */
  async saveWith(changes) {
    const reports = [],
      model = await this.#build([...this.changes, ...changes], reports);
    try {
      return { data: await written(model, this.files), findings: reports.flatMap(({ findings }) => findings), reports };
    } finally {
      model.dispose();
    }
  }

  /** Notes that the state after these changes was saved. */
  noteSaved(changes = this.changes) {
    this.#savedChange = changes.at(-1);
  }

  dispose() {
    this.#isDisposed = true;
    this.model.dispose();
  }

  #keep(checkpoint) {
    this.#checkpoints = [...this.#checkpoints, checkpoint].slice(-2); // each is as large as the file
  }

  #replace(model) {
    if (this.#isDisposed) return model.dispose(); // another file was opened meanwhile
    this.model.dispose();
    this.model = model;
    this.#forget();
  }

  #forget() {
    this.#written = { model: null, file: null };
  }

  /** Applies changes to the loaded bytes. Proposals take long to make again, so the file after each is kept: a change
   * is at its place only as long as those before it are there too. */
  async #build(changes, reports = []) {
    const known = this.#checkpoints.findLast(({ count, last }) => changes[count - 1] === last),
      whole = changes.findLastIndex(({ bytes }) => bytes), // a change that is a file
      isWhole = whole >= (known?.count ?? 0),
      first = isWhole ? whole + 1 : (known?.count ?? 0);
    let model = await (isWhole
      ? Model.load(changes[whole].bytes)
      : Model.load(known?.bytes ?? this.bytes, { files: this.files }));
    if (!isWhole) reports.push(...(known?.reports ?? []));
    try {
      for (const [i, change] of changes.entries()) {
        if (i < first) continue;
        await othersTurn(); // each change may copy the file once
        if (change.images) model = await withImages(model, change.images, this.files);
        const report = await applyChange(model, change);
        if (report) reports.push({ ...report, label: change.label });
        if (change.springs || change.avatar)
          this.#keep({ count: i + 1, last: change, bytes: await written(model, this.files), reports: [...reports] });
      }
      return model;
    } catch (error) {
      model.dispose();
      throw error;
    }
  }
}

/** A GLB of the model: of a .gltf with its side files in it, as far as they are there. */
async function written(model, files) {
  await loadTools();
  await othersTurn(); // writing a large file takes a turn of its own
  const bytes = await model.save({ allowErrors: true });
  if (isGlb(bytes)) return bytes;
  await othersTurn();
  try {
    return await embedFiles(bytes, files);
  } catch {
    return bytes; // a buffer is missing
  }
}

/** The model with other pictures; the one before is disposed. `files`: side files of a .gltf, which are embedded. */
async function withImages(model, images, files) {
  const bytes = await written(model, files);
  await othersTurn();
  const glb = isGlb(bytes) ? bytes : await embedFiles(bytes, files);
  const next = await Model.load(await replaceImages(glb, images));
  model.dispose();
  return next;
}

async function applyChange(model, change) {
  if (change.migrate) return model.migrate({ to: change.migrate });
  if (change.normalize) return model.normalize(change.normalize);
  if (change.springs) return takeSprings(model, change.springs);
  if (change.avatar) return makeAvatar(model, change.avatar);
  if (change.optimize) return model.optimize(change.optimize);
  if (change.images) return null;
  return model.edit((edit) => {
    for (const [pointer, value] of change.edits ?? []) {
      if (value === undefined) edit.remove(pointer);
      else edit.set(pointer, value);
    }
    if (change.meta) edit.setMeta(change.meta);
    if (change.thumbnail) edit.setThumbnail(change.thumbnail);
  });
}
