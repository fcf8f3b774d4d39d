// SPDX-License-Identifier: MIT
// The chosen collider on the stage: its outline, and a handle that moves it in the plane of the picture, by pointer or
// arrow keys.
import { changeCollider, colliderAt, showCollider } from '../core/colliders.js';
import { h } from '../core/dom.js';
import { t } from '../core/words.js';
import { colliderNumbers } from './proposal_lines.js';
import { add, dot, scale, transform } from './vectors.js';

const step = 0.005; // metres

export class ColliderHandle {
  #app;
  #drag = null; // { document, collider, from, pixel, way, now } while the pointer holds the handle
  #released = null; // the collider as it was let go, until the document has it
  #handle;

  constructor(app, element) {
    this.#app = app;
    this.#handle = h('button', {
      type: 'button',
      class: 'collider-handle',
      hidden: true,
      dataset: { key: 'collider-handle' },
      on: {
        pointerdown: (event) => this.#begin(event),
        pointermove: (event) => this.#move(event),
        pointerup: () => this.#end(true),
        pointercancel: () => this.#end(false),
        keydown: (event) => this.#key(event),
      },
    });
    element.append(this.#handle);
    app.on('document', () => {
      if (this.#drag && this.#drag.document !== app.document) this.#drag = this.#released = null; // it was of another file
    });
  }

  get #collider() {
    const { state, items, view } = this.#app;
    const found =
      state.get('panel') === 'springs' && items && view.shown ? colliderAt(items.json, state.get('selection')) : null;
    return found && found.node < view.shown.rig.nodeCount ? found : null;
  }

  /** The chosen collider as it is shown. */
  get #shown() {
    const collider = this.#collider;
    return collider && this.#released?.pointer === collider.pointer ? this.#released : collider;
  }

  /** Lines of the chosen collider for the next frame; places the handle. */
  lines(color) {
    const shown = this.#drag?.now ?? this.#shown;
    this.#handle.hidden = !shown;
    if (!shown) return [];
    const { view } = this.#app,
      { worlds } = view.shown.avatar,
      { x, y, z } = view.project(transform(worlds, shown.node, shown.offset));
    this.#handle.hidden = z <= 0;
    this.#handle.style.transform = `translate(${Math.round(x - 11)}px, ${Math.round(y - 11)}px)`;
    this.#handle.setAttribute('aria-label', t('colliderMove', { name: this.#app.items.nodeName(shown.node) }));
    return [{ numbers: Float32Array.from(colliderNumbers(worlds, shown, color)), inFront: true }];
  }

  /** A way in the world in the axes of a collider's node. */
  #wayAt(collider, way) {
    const { worlds } = this.#app.view.shown.avatar,
      m = collider.node * 12,
      column = (i) => [worlds[m + i], worlds[m + 4 + i], worlds[m + 8 + i]];
    return [0, 1, 2].map((i) => dot(column(i), way) / (dot(column(i), column(i)) || 1));
  }

  /** Metres of a pixel of the page at the collider. */
  #pixel(collider) {
    const { view } = this.#app,
      { z } = view.project(transform(view.shown.avatar.worlds, collider.node, collider.offset));
    return (2 * z * Math.tan((view.camera.fov * Math.PI) / 360)) / view.size[1];
  }

  #begin(event) {
    const collider = this.#shown;
    if (event.button !== 0 || !collider) return;
    this.#handle.setPointerCapture(event.pointerId);
    const from = [event.clientX, event.clientY];
    const { document } = this.#app;
    this.#drag = { document, collider, from, pixel: this.#pixel(collider), way: null, now: collider };
  }

  #move(event) {
    const drag = this.#drag;
    if (!drag) return;
    const { collider, from, pixel } = drag,
      { camera } = this.#app.view;
    const way = add(
      scale(camera.right, (event.clientX - from[0]) * pixel),
      scale(camera.up, (from[1] - event.clientY) * pixel),
    );
    drag.way = this.#wayAt(collider, way);
    drag.now = moved(collider, drag.way);
    showCollider(this.#app, drag.now);
  }

  async #end(isTaken) {
    const drag = this.#drag;
    if (!drag) return;
    this.#drag = null; // a further drag may begin before the change is made
    const { collider, way, now } = drag;
    if (isTaken && way?.some((x) => x !== 0)) {
      this.#released = now;
      await changeCollider(this.#app, collider, (present) => moved(present, way), 'drag');
      if (this.#released === now) this.#released = null;
    } else showCollider(this.#app, collider);
    this.#app.view.invalidate();
  }

  #key(event) {
    if (event.key === 'Escape' && this.#drag) {
      event.stopPropagation();
      return this.#end(false);
    }
    const { camera } = this.#app.view,
      size = event.shiftKey ? step / 5 : step,
      way = {
        ArrowRight: scale(camera.right, size),
        ArrowLeft: scale(camera.right, -size),
        ArrowUp: scale(camera.up, size),
        ArrowDown: scale(camera.up, -size),
      }[event.key],
      collider = this.#collider;
    if (!way || !collider) return;
    event.preventDefault();
    event.stopPropagation();
    const local = this.#wayAt(collider, way);
    changeCollider(this.#app, collider, (present) => moved(present, local), 'keys');
  }
}

/** A collider moved by a way in the axes of its node. */
function moved(collider, way) {
  const rounded = (point) => add(point, way).map((value) => Math.round(value * 1e5) / 1e5);
  return {
    ...collider,
    offset: rounded(collider.offset),
    ...(collider.kind === 'capsule' ? { tail: rounded(collider.tail) } : {}),
  };
}
