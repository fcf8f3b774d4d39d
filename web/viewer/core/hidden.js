// SPDX-License-Identifier: MIT
// Meshes and materials that the user has hidden on the stage. The file does not change. Emits 'hidden'.

export class Hidden {
  #app;
  #sets = { nodes: new Set(), materials: new Set() };
  #file = ''; // name and counts of the file that they belong to

  constructor(app) {
    this.#app = app;
    app.view.cast.isHidden = ({ node, material }) => this.has('nodes', node) || this.has('materials', material);
    app.on('document', () => this.#meet());
  }

  get count() {
    return this.#sets.nodes.size + this.#sets.materials.size;
  }

  has(kind, index) {
    return this.#sets[kind].has(index);
  }

  /** Hides or shows meshes of nodes, or materials: `kind` is "nodes" or "materials". */
  set(kind, indices, isHidden) {
    for (const index of indices) this.#sets[kind][isHidden ? 'add' : 'delete'](index);
    this.#apply();
  }

  toggle(kind, index) {
    this.set(kind, [index], !this.has(kind, index));
  }

  showAll() {
    for (const set of Object.values(this.#sets)) set.clear();
    this.#apply();
  }

  /** Hides or shows what is selected, if it is a mesh or a material. */
  toggleSelection() {
    const what = this.placeOf(this.#app.state.get('selection'));
    if (what) this.toggle(what.kind, what.index);
  }

  /** { kind, index } of an item that can be hidden; null for others. */
  placeOf(pointer) {
    const { items } = this.#app,
      found = /^\/(nodes|materials)\/(\d+)/.exec(pointer ?? '');
    if (!found || !items) return null;
    const [, kind, index] = found;
    return kind === 'materials' || items.nodes[index]?.mesh !== undefined ? { kind, index: Number(index) } : null;
  }

  /** After each change of the document: another file shows everything, an edited one what it did before. */
  #meet() {
    const { document, items } = this.#app,
      file = `${document.name} ${items.nodes.length} ${items.materials.length}`;
    if (file !== this.#file) for (const set of Object.values(this.#sets)) set.clear();
    this.#file = file;
    this.#draw(); // whoever lists them follows the document too
  }

  #apply() {
    this.#draw();
    this.#app.emit('hidden');
  }

  #draw() {
    const { view } = this.#app;
    view.shown?.hide({ nodes: [...this.#sets.nodes], materials: [...this.#sets.materials] });
    view.invalidate();
  }
}
