// SPDX-License-Identifier: MIT
// An avatar file that is viewed and edited. The loaded bytes never change: a saved file is made from them by
// the list of changes, which can be undone and redone.
//
// A change is plain data:
//   { label, edits: [[pointer, value | undefined], ...] }    sets, or removes, values of the document
//   { label, meta: { member: value } }                       meta of 1.0 by its members
//   { label, thumbnail: Uint8Array }                         the picture of the avatar
//   { label, migrate: '1.0' | '0.x' }, { label, normalize: options }, { label, optimize: options }
//   series, at: changes of one series, each less than a second after the one before, are merged
//   isVisible: the picture changes, so the avatar must be built again
//   isMaterial: only values of materials change, which often needs no new build
import { Model, loadTools } from '../libvrm/index.js';

const seriesMs = 1000; // milliseconds: covers key repeat and a few quick presses

export class AvatarDocument {
  changes = [];
  undone = [];
  validation = null;

  #savedChange; // the last change in a saved copy

  constructor(name, bytes, files, model) {
    Object.assign(this, { name, bytes, files, model });
    this.size = bytes.byteLength;
  }

  static async open(name, bytes, files) {
    return new AvatarDocument(name, bytes, files, await Model.load(bytes, { files }));
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
    const change = this.undone.at(-1);
    this.#replace(await this.#build([...this.changes, change]));
    this.changes.push(this.undone.pop());
    return change;
  }

  /** The file with all changes. */
  async save({ allowErrors = true } = {}) {
    await loadTools();
    return this.model.save({ allowErrors });
  }

  /** The file with all changes and further ones, which the document does not keep: { data, findings, reports }, with a
   * report for each change. */
  async saveWith(changes) {
    const reports = [],
      model = await this.#build([...this.changes, ...changes], reports);
    try {
      await loadTools();
      return {
        data: await model.save({ allowErrors: true }),
        findings: reports.flatMap(({ findings }) => findings),
        reports,
      };
    } finally {
      model.dispose();
    }
  }

  /** Notes that the present state was saved. */
  noteSaved() {
    this.#savedChange = this.changes.at(-1);
  }

  dispose() {
    this.model.dispose();
  }

  #replace(model) {
    this.model.dispose();
    this.model = model;
  }

  async #build(changes, reports = []) {
    const model = await Model.load(this.bytes, { files: this.files });
    try {
      for (const change of changes) {
        const report = await applyChange(model, change);
        if (report) reports.push({ ...report, label: change.label });
      }
      return model;
    } catch (error) {
      model.dispose();
      throw error;
    }
  }
}

async function applyChange(model, change) {
  if (change.migrate) return model.migrate({ to: change.migrate });
  if (change.normalize) return model.normalize(change.normalize);
  if (change.optimize) return model.optimize(change.optimize);
  return model.edit((edit) => {
    for (const [pointer, value] of change.edits ?? []) {
      if (value === undefined) edit.remove(pointer);
      else edit.set(pointer, value);
    }
    if (change.meta) edit.setMeta(change.meta);
    if (change.thumbnail) edit.setThumbnail(change.thumbnail);
  });
}
