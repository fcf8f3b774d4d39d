// SPDX-License-Identifier: MIT
// Three rings around the selected bone: dragging a ring rotates the bone about its axis. Each ring has a
// handle, an element of the page, for touch, keyboard and screen readers. The bone is one of the avatar's pose, or of
// the T-pose of a figure; its owner has ringed, turnOf(), turn() and turned(): core/motion.js, core/figure.js.
import { h } from '../core/dom.js';
import { currentLanguage, t } from '../core/words.js';
import {
  aboutAxis,
  add,
  cross,
  dot,
  fromDegrees,
  length,
  multiply,
  normalize,
  origin,
  rotate,
  scale,
  sub,
  toDegrees,
} from './vectors.js';

const radiusPixels = 72,
  segments = 72;
const reach = { mouse: 7, pen: 10, touch: 18 }; // distance in pixels at which a ring can be grabbed
const edgeOn = 0.2; // sine of the view angle below which a ring is seen edge-on, as a line
const colors = {
  // of x, y and z; linear
  light: [
    [0.86, 0.07, 0.1],
    [0.1, 0.55, 0.06],
    [0.06, 0.25, 0.9],
  ],
  dark: [
    [1.0, 0.2, 0.18],
    [0.28, 0.9, 0.16],
    [0.22, 0.48, 1.0],
  ],
};
const letters = ['X', 'Y', 'Z'],
  words = ['turnX', 'turnY', 'turnZ'];

export class Gizmo {
  #app;
  #frame = null; // { owner, bone, center, axes, radius }: the rings as drawn last
  #drag = null;
  #hovered = -1;
  #handles;
  #named = ''; // language of the handles' names

  constructor(app, element) {
    this.#app = app;
    this.#handles = letters.map((letter, axis) => this.#makeHandle(letter, axis));
    element.append(...this.#handles);
    const refresh = () => {
      this.#frame = this.#measure();
      this.#placeHandles();
    };
    for (const name of ['selection', 'panel']) app.state.on(name, refresh);
    for (const name of ['document', 'figure']) app.on(name, refresh);
  }

  /** The bone with the rings; null without rings. */
  get bone() {
    return this.#frame?.bone ?? null;
  }

  /** The radius of the rings in pixels of the page. */
  get radius() {
    return this.#frame ? this.#frame.radius / this.#frame.pixel : 0;
  }

  // ---- Drawing ----

  /** Lines of the rings for the next frame. */
  lines() {
    this.#frame = this.#measure();
    this.#placeHandles();
    return this.#frame ? [{ numbers: this.#ringLines(), inFront: true }] : [];
  }

  /** Position and axes of the rings: the axes of the bone in its pose. */
  #measure() {
    const { figure, motion, view } = this.#app,
      owner = figure.isPosing ? figure : motion,
      found = owner.ringed;
    if (!found) return null;
    const {
        rig,
        avatar: { worlds },
      } = view.shown,
      { node, bone, rest } = found;
    const center = origin(worlds, node),
      { z } = view.project(center);
    if (!(z > 0)) return null;
    const back = [-rest[0], -rest[1], -rest[2], rest[3]];
    const axes = [0, 1, 2].map((axis) => {
      const unit = [0, 0, 0];
      unit[axis] = axis === 1 ? 1 : rig.facing; // poses are those of an avatar that faces +Z
      const way = rotate(back, unit),
        m = node * 12;
      return normalize([0, 4, 8].map((row) => dot(worlds.subarray(m + row, m + row + 3), way)));
    });
    const pixel = (2 * z * Math.tan((view.camera.fov * Math.PI) / 360)) / view.size[1];
    return {
      owner,
      bone,
      center,
      axes,
      pixel,
      radius: pixel * Math.min(radiusPixels, view.size[0] / 4, view.size[1] / 4),
    };
  }

  #point(axis, angle) {
    const { center, axes, radius } = this.#frame;
    const u = axes[(axis + 1) % 3],
      v = axes[(axis + 2) % 3];
    return add(center, add(scale(u, radius * Math.cos(angle)), scale(v, radius * Math.sin(angle))));
  }

  #ringLines() {
    const { center, pixel } = this.#frame,
      { camera } = this.#app.view,
      numbers = [];
    for (let axis = 0; axis < 3; axis++) {
      const isActive = (this.#drag?.axis ?? this.#hovered) === axis,
        isRest = this.#drag !== null && !isActive;
      const widths = isActive ? [-1.5, -0.75, 0, 0.75, 1.5] : [-0.5, 0.5];
      for (const width of widths) {
        const shift = add(scale(camera.right, width * pixel), scale(camera.up, width * pixel));
        for (let i = 0; i < segments; i++) {
          const a = this.#point(axis, (i / segments) * 2 * Math.PI),
            b = this.#point(axis, ((i + 1) / segments) * 2 * Math.PI);
          const isBehind = dot(sub(a, center), camera.forward) > 0; // the far half is faint
          numbers.push(
            ...add(a, shift),
            ...add(b, shift),
            ...colors[this.#app.state.get('theme') === 'dark' ? 'dark' : 'light'][axis],
            isRest ? 0.15 : isBehind ? 0.3 : 1,
          );
        }
      }
    }
    return Float32Array.from(numbers);
  }

  // ---- Handles ----

  #makeHandle(letter, axis) {
    const step = (event) => {
      const size = event.shiftKey ? 1 : 5;
      const angle = { ArrowRight: size, ArrowUp: size, ArrowLeft: -size, ArrowDown: -size, PageUp: 30, PageDown: -30 }[
        event.key
      ];
      if (angle !== undefined && this.#frame) this.turnBy(axis, angle);
      else if (event.key === 'Home' && this.#frame) give(this.#frame, [0, 0, 0]);
      else return;
      event.preventDefault();
      event.stopPropagation();
      this.#frame.owner.turned('ring');
    };
    const handle = h('div', {
      class: 'ring-handle',
      role: 'slider',
      tabindex: '0',
      'aria-valuemin': -180,
      'aria-valuemax': 180,
      hidden: true,
      dataset: { key: `ring-${axis}`, axis: letter },
      text: letter,
      on: {
        keydown: step,
        pointerdown: (event) => {
          if (event.button !== 0 || !this.#begin(axis, event)) return;
          handle.setPointerCapture(event.pointerId);
          event.preventDefault();
          handle.focus({ preventScroll: true });
        },
        pointermove: (event) => this.drag(event),
        pointerup: () => this.end(),
        pointercancel: () => this.cancel(),
        pointerenter: () => this.#hover(axis),
        pointerleave: () => this.#hover(-1),
        focus: () => this.#hover(axis),
        blur: () => this.#hover(-1),
      },
    });
    return handle;
  }

  #name() {
    if (this.#named === currentLanguage()) return;
    this.#named = currentLanguage();
    this.#handles.forEach((handle, axis) => {
      handle.title = t('ringHint');
      handle.setAttribute('aria-label', t(words[axis]));
    });
  }

  /** Focuses the handle of a ring; returns false without rings. */
  focus(axis) {
    if (!this.#frame) return false;
    this.#handles[axis].focus({ preventScroll: true });
    return true;
  }

  /** Puts handles on their rings, on the side that faces the camera, apart from each other. */
  #placeHandles() {
    const { view } = this.#app;
    this.#name();
    const degrees = this.#frame?.owner.turnOf(this.#frame.bone);
    this.#handles.forEach((handle, axis) => {
      handle.hidden = !this.#frame;
      if (!this.#frame) return;
      const place = view.project(
        this.#point(axis, this.#drag?.axis === axis ? this.#drag.handle + this.#drag.total : this.#handleAngle(axis)),
      );
      handle.style.transform = `translate(${Math.round(place.x - 11)}px, ${Math.round(place.y - 11)}px)`;
      handle.setAttribute('aria-valuenow', Math.round(degrees[axis]));
      handle.setAttribute('aria-valuetext', `${Math.round(degrees[axis])}°`);
    });
  }

  /** Tries eighths of a ring: the nearest one to the camera where no rings cross. */
  #handleAngle(axis) {
    const { center } = this.#frame,
      { forward } = this.#app.view.camera;
    let best = Math.PI / 4,
      least = Infinity;
    for (let i = 0; i < 4; i++) {
      const angle = Math.PI / 4 + (i * Math.PI) / 2,
        depth = dot(sub(this.#point(axis, angle), center), forward);
      if (depth < least - 1e-6) [best, least] = [angle, depth];
    }
    return best;
  }

  // ---- Pointer ----

  /** The ring at a point of the page; -1: none. Near halves precede far ones. */
  hit(x, y, kind = 'mouse') {
    if (!this.#frame) return -1;
    const { view } = this.#app,
      box = view.canvas.getBoundingClientRect(),
      at = [x - box.left, y - box.top];
    let best = -1,
      least = reach[kind] ?? reach.mouse;
    for (let axis = 0; axis < 3; axis++) {
      let before = null;
      for (let i = 0; i <= segments; i++) {
        const point = this.#point(axis, (i / segments) * 2 * Math.PI),
          place = view.project(point);
        const now = [place.x, place.y];
        if (before) {
          const isBehind = dot(sub(point, this.#frame.center), view.camera.forward) > 0;
          const distance = toSegment(at, before, now) + (isBehind ? 2 : 0);
          if (distance < least) [best, least] = [axis, distance];
        }
        before = now;
      }
    }
    return best;
  }

  #hover(axis) {
    if (this.#hovered === axis) return;
    this.#hovered = axis;
    this.#app.view.canvas.classList.toggle('on-ring', axis >= 0);
    this.#app.view.invalidate();
  }

  /** Highlights the ring under the pointer; returns true if there is one. */
  hover(event) {
    const axis = this.hit(event.clientX, event.clientY, event.pointerType);
    this.#hover(axis);
    return axis >= 0;
  }

  /** Grabs the ring under the pointer; returns true if there is one. */
  grab(event) {
    const axis = event.button === 0 ? this.hit(event.clientX, event.clientY, event.pointerType) : -1;
    return axis >= 0 && this.#begin(axis, event);
  }

  #begin(axis, event) {
    if (!this.#frame || this.#drag) return false;
    const { owner, bone, axes } = this.#frame;
    const degrees = owner.turnOf(bone);
    this.#drag = {
      axis,
      owner,
      bone,
      degrees,
      start: fromDegrees(...degrees),
      frame: { ...this.#frame },
      handle: this.#handleAngle(axis),
      total: 0,
      last: null,
      along: null,
    };
    const facing = Math.abs(dot(axes[axis], this.#app.view.camera.forward));
    if (facing < edgeOn) this.#drag.along = this.#tangent(axis, event);
    this.#drag.last = this.#angle(event);
    this.#app.view.invalidate();
    return true;
  }

  /** For a ring seen edge-on: the direction on the screen that rotates it, in radians per pixel. */
  #tangent(axis, event) {
    const { view } = this.#app,
      { center, axes, radius, pixel } = this.#frame,
      box = view.canvas.getBoundingClientRect();
    const middle = view.project(center),
      n = axes[axis];
    const toEye = normalize(sub(view.camera.viewpoint, center)); // the near side of the ring was grabbed
    const near = normalize(sub(toEye, scale(n, dot(toEye, n))));
    const way = view.project(add(center, scale(cross(n, near), pixel)));
    const direction = [way.x - middle.x, way.y - middle.y],
      size = Math.hypot(...direction) || 1;
    return {
      direction: direction.map((x) => x / size),
      perPixel: pixel / radius,
      box,
      from: [event.clientX, event.clientY],
    };
  }

  /** The angle of the pointer on the dragged ring, in radians. */
  #angle(event) {
    const { axis, frame, along } = this.#drag,
      { view } = this.#app;
    if (along)
      return (
        ((event.clientX - along.from[0]) * along.direction[0] + (event.clientY - along.from[1]) * along.direction[1]) *
        along.perPixel
      );
    const box = view.canvas.getBoundingClientRect();
    const { origin: from, direction: ray } = view.camera.ray(
        event.clientX - box.left,
        event.clientY - box.top,
        box.width,
        box.height,
      ),
      n = frame.axes[axis];
    const distance = dot(sub(frame.center, from), n) / dot(ray, n);
    if (!Number.isFinite(distance) || distance <= 0) return this.#drag.last ?? 0;
    const way = sub(add(from, scale(ray, distance)), frame.center);
    return length(way) > 0
      ? Math.atan2(dot(way, frame.axes[(axis + 2) % 3]), dot(way, frame.axes[(axis + 1) % 3]))
      : (this.#drag.last ?? 0);
  }

  /** Follows the pointer; returns true while a ring is dragged. Shift: steps of 15 degrees. */
  drag(event) {
    if (!this.#drag) return false;
    const now = this.#angle(event),
      drag = this.#drag;
    let change = now - drag.last;
    if (!drag.along) change -= 2 * Math.PI * Math.round(change / (2 * Math.PI)); // the shorter direction
    drag.last = now;
    drag.total += change;
    const step = Math.PI / 12,
      angle = event.shiftKey ? Math.round(drag.total / step) * step : drag.total;
    give(drag, toDegrees(multiply(drag.start, aboutAxis(drag.axis, angle))));
    return true;
  }

  end() {
    if (!this.#drag) return false;
    const { owner } = this.#drag;
    this.#drag = null;
    this.#app.view.invalidate();
    owner.turned();
    return true;
  }

  /** Cancels dragging and restores the bone; returns false if nothing is dragged. */
  cancel() {
    if (!this.#drag) return false;
    give(this.#drag, this.#drag.degrees);
    return this.end();
  }

  /** Rotates the bone about one of its own axes by degrees. */
  turnBy(axis, degrees) {
    const { owner, bone } = this.#frame,
      now = owner.turnOf(bone);
    give(this.#frame, toDegrees(multiply(fromDegrees(...now), aboutAxis(axis, (degrees * Math.PI) / 180))));
  }
}

function give({ owner, bone }, degrees) {
  owner.turn(
    bone,
    degrees.map((x) => Math.round(x * 100) / 100 || 0),
  );
}

function toSegment([x, y], [ax, ay], [bx, by]) {
  const dx = bx - ax,
    dy = by - ay,
    size = dx * dx + dy * dy;
  const along = size > 0 ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / size)) : 0;
  return Math.hypot(x - ax - dx * along, y - ay - dy * along);
}
