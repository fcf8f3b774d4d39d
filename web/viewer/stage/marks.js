// SPDX-License-Identifier: MIT
// Marks over the avatar: grid, wires, outline and lines of the selection as lines of the stage; its name,
// pins of findings and the names of two files as elements that follow a point of the body. Rings rotate a
// bone. A comparison highlights the same part of both avatars.
import { h } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { sentenceOf } from '../core/sentences.js';
import { sameIn } from '../core/same.js';
import { ColliderHandle } from './collider_handle.js';
import { Gizmo } from './gizmo.js';
import { figureLines, swayLines } from './proposal_lines.js';
import { origin, scale } from './vectors.js';

const stageOverlays = ['bones', 'springs', 'colliders', 'firstPerson'];
const pinLimit = 24;

/** Linear components of a CSS colour. */
function linear(name, alpha = 1) {
  const text = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const part = (i) => (parseInt(text.slice(1 + 2 * i, 3 + 2 * i), 16) / 255) ** 2.2 || 0;
  return [part(0), part(1), part(2), alpha];
}

export class Marks {
  #app;
  #element;
  #label = h('div', { class: 'mark-label', hidden: true });
  #pins = [];
  #names = []; // of the two files of a comparison
  #colors = null;
  #collider;

  constructor(app, element) {
    this.#app = app;
    this.#element = element;
    element.append(this.#label);
    this.gizmo = new Gizmo(app, element);
    this.#collider = new ColliderHandle(app, element);
    const redraw = () => app.view.invalidate();
    for (const name of ['selection', 'hover', 'overlays', 'panel']) app.state.on(name, redraw);
    app.state.on('theme', () => {
      this.#colors = null;
      redraw();
    });
    app.on('findings', () => this.#makePins());
    app.on('document', () => this.#makePins());
    app.on('look', () => this.#makePins());
    app.on('document', () => this.#makeNames());
    app.state.on('beside', redraw);
  }

  /** Lines and positions for the next frame. */
  update() {
    const { view, state } = this.#app;
    this.#colors ??= {
      accent: linear('--mark'),
      grid: linear('--muted', 0.35),
      axis: linear('--muted', 0.8),
      wire: linear('--text', 0.5),
    };
    const overlays = state.get('overlays');
    const shown = view.shown;
    const lines = [];
    if (overlays.includes('grid')) lines.push({ numbers: gridLines(this.#colors) });
    if (shown) {
      shown.overlays = stageOverlays.filter((name) => overlays.includes(name));
      if (overlays.includes('wire'))
        lines.push({ numbers: view.cast.geometry.outline(() => true, view.camera.viewpoint, this.#colors.wire, true) });
      const first = { items: this.#app.items, shown, geometry: view.cast.geometry };
      const pointers = new Set([state.get('selection'), this.#hover?.pointer].filter(Boolean));
      for (const pointer of pointers) lines.push(...this.#linesFor(pointer, first));
      const thick = (numbers) => this.#thick(numbers);
      lines.push(
        ...swayLines(this.#app, this.#colors, pointers, thick),
        ...figureLines(this.#app, this.#colors, thick),
      );
      if (this.#app.secondItems && view.cast.second) {
        const second = { items: this.#app.secondItems, ...view.cast.second };
        for (const pointer of this.#besides(pointers)) lines.push(...this.#linesFor(pointer, second));
      }
    }
    lines.push(...this.gizmo.lines(), ...this.#collider.lines(this.#colors.accent));
    view.stage.lines = lines;
    this.#placeLabel();
    this.#placePins();
    this.#placeNames();
  }

  /** Pointers of the second file: those selected or hovered there, and the counterparts of the first file's. */
  #besides(pointers) {
    const { state, items, secondItems } = this.#app,
      hover = this.#hover;
    const same = [...pointers].map((pointer) => sameIn(items, secondItems, pointer));
    return new Set([...same, state.get('beside'), hover?.beside].filter(Boolean));
  }

  /** The hovered item. A row that was removed under the pointer never fires an event. */
  get #hover() {
    const hover = this.#app.state.get('hover');
    return hover?.element && hover.element.getClientRects().length === 0 ? null : hover;
  }

  #linesFor(pointer, { items, shown, geometry }) {
    const { view } = this.#app;
    if (!items) return [];
    const color = this.#colors.accent,
      lines = [];
    const wants = items.partsOf(pointer);
    if (wants) {
      // bright if visible, faint behind something
      const outline = geometry.outline(wants, view.camera.viewpoint, color);
      lines.push(
        { numbers: this.#thick(outline) },
        { numbers: outline.map((x, i) => (i % 10 === 9 ? 0.3 : x)), inFront: true },
      );
    }
    const nodes = items.nodesOf(pointer);
    if (nodes.length) lines.push({ numbers: this.#thick(boneLines(nodes, shown, items, color)), inFront: true });
    return lines;
  }

  /** Lines are one pixel wide: each is drawn twice, side by side, to be visible. */
  #thick(numbers) {
    const { camera, canvas } = this.#app.view;
    const pixel = camera.metres / canvas.height;
    const shifts = [camera.right, camera.up].map((axis) => scale(axis, pixel));
    const out = new Float32Array(numbers.length * 3);
    out.set(numbers);
    shifts.forEach((shift, copy) => {
      for (let i = 0; i < numbers.length; i++) {
        const part = i % 10;
        out[numbers.length * (copy + 1) + i] = numbers[i] + (part < 6 ? shift[part % 3] : 0);
      }
    });
    return out;
  }

  /** The centre of an item in the world; null if it has no position. */
  placeOf(pointer) {
    const { items, view } = this.#app;
    if (!items || !view.shown) return null;
    const worlds = view.shown.avatar.worlds;
    const nodes = items.nodesOf(pointer);
    const shown = nodes.length
      ? nodes
      : view.cast.geometry && items.partsOf(pointer)
        ? this.#middleNode(items.partsOf(pointer))
        : [];
    if (!shown.length) return null;
    return origin(worlds, shown[0]);
  }

  #middleNode(wants) {
    const { view } = this.#app;
    const part = view.cast.geometry.parts.find(wants);
    if (!part) return [];
    return part.joints ? [view.shown.rig.skins[part.skin].joints[part.joints[0]]] : [part.node];
  }

  #placeLabel() {
    const { state, items, view } = this.#app;
    const hover = this.#hover,
      selection = state.get('selection');
    const pointer = hover?.pointer ?? selection;
    const title = pointer && items ? items.title(pointer) : '';
    this.#label.hidden = !title || !view.shown;
    if (this.#label.hidden) return;
    this.#label.textContent = title;
    const box = this.#element.getBoundingClientRect();
    let place = hover?.x !== undefined ? { x: hover.x - box.left + 14, y: hover.y - box.top + 10, z: 1 } : null;
    if (!place) {
      const point = this.placeOf(pointer);
      place = point ? view.project(point) : null;
      if (place) place.x += 12;
      if (place && this.gizmo.bone) place.y += this.gizmo.radius; // below the rings
    }
    this.#label.hidden = !place || place.z <= 0;
    if (place)
      this.#label.style.transform = `translate(${Math.round(Math.min(box.width - 80, place.x))}px, ${Math.round(Math.min(box.height - 30, place.y))}px)`;
  }

  /** Labels below the feet that name the two files. */
  #makeNames() {
    for (const element of this.#names) element.remove();
    const { document: first, second } = this.#app;
    this.#names = second
      ? [first, second].map(({ name }) => h('div', { class: 'name-tag clip', text: name, title: name }))
      : [];
    this.#element.append(...this.#names);
  }

  #placeNames() {
    const { cast } = this.#app.view;
    if (this.#names.length === 0 || !cast.second) return;
    const box = this.#element.getBoundingClientRect(),
      lowest = box.height - this.#app.covered()[1] + 12; // above the controls that cover the stage
    const places = cast.all.map(({ place }) => this.#app.view.project(place));
    const room = Math.max(60, Math.abs(places[1].x - places[0].x) - 12);
    this.#names.forEach((element, i) => {
      const { x, y, z } = places[i];
      element.hidden = z <= 0;
      element.style.maxWidth = `${Math.round(Math.min(room, 260))}px`;
      element.style.transform = `translate(calc(${Math.round(x)}px - 50%), ${Math.round(Math.min(lowest, Math.max(0, y + 4)))}px)`;
    });
  }

  #makePins() {
    for (const { element } of this.#pins) element.remove();
    this.#pins = [];
    const { items, findings } = this.#app;
    if (!items) return;
    const seen = new Set();
    for (const finding of findings ?? []) {
      if (finding.severity === 'hint' || finding.severity === 'info' || !finding.pointer || seen.has(finding.pointer))
        continue;
      if (!items.nodesOf(finding.pointer).length && !items.partsOf(finding.pointer)) continue;
      seen.add(finding.pointer);
      const element = h(
        'button',
        {
          type: 'button',
          class: `pin ${finding.severity}`,
          title: sentenceOf(finding),
          'aria-label': sentenceOf(finding),
          on: { click: () => this.#app.showFinding(finding) },
        },
        icon(finding.severity),
      );
      this.#element.append(element);
      this.#pins.push({ element, pointer: finding.pointer });
      if (this.#pins.length >= pinLimit) break;
    }
    this.#app.view?.invalidate();
  }

  #placePins() {
    const areShown = this.#app.state.get('panel') === 'findings';
    for (const { element, pointer } of this.#pins) {
      const point = areShown ? this.placeOf(pointer) : null;
      const place = point ? this.#app.view.project(point) : null;
      element.hidden = !place || place.z <= 0;
      if (place) element.style.transform = `translate(${Math.round(place.x - 12)}px, ${Math.round(place.y - 12)}px)`;
    }
  }
}

function gridLines({ grid, axis }) {
  const lines = [];
  for (let i = -10; i <= 10; i++) {
    const color = i === 0 ? axis : grid,
      at = i / 5;
    lines.push(at, 0, -2, at, 0, 2, ...color, -2, 0, at, 2, 0, at, ...color);
  }
  return Float32Array.from(lines);
}

/** Each node: a small cross, and a line to its children in the set, or to its only child. */
function boneLines(nodes, { avatar, rig }, items, color) {
  const lines = [],
    { worlds } = avatar,
    chosen = new Set(nodes);
  for (const node of nodes) {
    if (node < 0 || node >= rig.nodeCount) continue;
    const p = origin(worlds, node),
      size = 0.02;
    for (let axis = 0; axis < 3; axis++) {
      const a = [...p],
        b = [...p];
      a[axis] -= size;
      b[axis] += size;
      lines.push(...a, ...b, ...color);
    }
    const children = (items.nodes[node]?.children ?? []).filter(
      (child) =>
        chosen.has(child) || items.bones.some((bone) => bone.node === child) || items.nodes[node].children.length === 1,
    );
    for (const child of children) if (child < rig.nodeCount) lines.push(...p, ...origin(worlds, child), ...color);
  }
  return Float32Array.from(lines);
}
