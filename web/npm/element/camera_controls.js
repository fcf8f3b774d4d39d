// SPDX-License-Identifier: MIT
// Moves the camera of an element by pointer, wheel, touch and keys; fetched when an element has `camera-controls`.
// A wheel over an element without focus scrolls the page, and so does one finger that moves up or down first
// (touch-action: pan-y in the style sheet of the element).

const turnOfHeight = 180; // degrees for a drag over the height of the element
const keyTurn = 15; // degrees
const keyZoom = 1.2;
const keyPan = 0.1; // heights of the picture
const wheelZoom = 0.002; // for a pixel
const pinchZoom = 0.01; // for a pixel of the wheel that a touchpad's pinch makes
const wheelMost = 120; // pixels of one event
const lineHeight = 16; // pixels, for wheels that count in lines
const slop = 6; // pixels that a finger moves before it is known where to

const center = (points) => [0, 1].map((i) => points.reduce((sum, point) => sum + point[i], 0) / points.length);
const spread = ([a, b]) => (b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0);

/** `moved` is called after each move. Returns a function that ends it. */
export function controlCamera(canvas, orbit, moved) {
  const over = new AbortController(),
    { signal } = over;
  const held = new Map(); // pointers that are down, by id: [x, y]
  const undecided = new Map(); // fingers that may scroll the page yet, by id: where they began
  const tell = (isMoved) => {
    if (isMoved) moved();
    return isMoved;
  };

  /** Whether a finger is for the camera. One that moves as the page scrolls is left to the browser, which tells so
   * late. */
  const isOurs = ({ pointerId, clientX, clientY }) => {
    const from = undecided.get(pointerId);
    if (!from || held.size > 1) return true;
    const [x, y] = [clientX - from[0], clientY - from[1]].map(Math.abs);
    if (Math.max(x, y) < slop) return false;
    undecided.delete(pointerId);
    const { touchAction } = getComputedStyle(canvas),
      scrolls = y > x ? /auto|manipulation|pan-(y|up|down)/ : /auto|manipulation|pan-(x|left|right)/;
    if (scrolls.test(touchAction)) held.delete(pointerId);
    else held.set(pointerId, [clientX, clientY]);
    return held.has(pointerId);
  };

  const drag = (event) => {
    const before = [...held.values()].slice(0, 2);
    held.set(event.pointerId, [event.clientX, event.clientY]);
    const now = [...held.values()].slice(0, 2),
      height = canvas.clientHeight || 1;
    const [x, y] = center(now).map((value, i) => (value - center(before)[i]) / height);
    if (now.length === 1 && !event.shiftKey) {
      tell(orbit.turn(-x * turnOfHeight, y * turnOfHeight));
      return;
    }
    const isPinched = now.length === 2 && orbit.scale(spread(now) / (spread(before) || 1) || 1);
    tell(orbit.shift(-x, y) || isPinched);
  };

  const listen = (name, listener, options) => canvas.addEventListener(name, listener, { signal, ...options });
  listen('pointerdown', (event) => {
    if (event.button !== 0) return;
    held.set(event.pointerId, [event.clientX, event.clientY]);
    if (held.size > 1) undecided.clear();
    else if (event.pointerType === 'touch') undecided.set(event.pointerId, [event.clientX, event.clientY]);
    canvas.setPointerCapture(event.pointerId);
  });
  listen('pointermove', (event) => {
    if (held.has(event.pointerId) && isOurs(event)) drag(event);
  });
  for (const name of ['pointerup', 'pointercancel', 'lostpointercapture'])
    listen(name, ({ pointerId }) => {
      held.delete(pointerId);
      undecided.delete(pointerId);
    });

  listen(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !canvas.matches(':focus')) return;
      const pixels = event.deltaY * (event.deltaMode === 0 ? 1 : lineHeight),
        step = Math.max(-wheelMost, Math.min(wheelMost, pixels));
      const isMoved = tell(orbit.scale(Math.exp(-step * (event.ctrlKey ? pinchZoom : wheelZoom))));
      if (isMoved || event.ctrlKey) event.preventDefault(); // at the limit the page scrolls; it never zooms
    },
    { passive: false },
  );

  const keys = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, 1],
    ArrowDown: [0, -1],
    '+': keyZoom,
    '=': keyZoom,
    '-': 1 / keyZoom,
    _: 1 / keyZoom,
  };
  listen('keydown', (event) => {
    const { key, shiftKey } = event,
      action = keys[key];
    if (event.ctrlKey || event.metaKey || event.altKey || (action === undefined && key !== 'Home')) return;
    event.preventDefault(); // the page does not scroll
    if (key === 'Home') {
      orbit.set(null, false);
      moved();
    } else if (typeof action === 'number') {
      tell(orbit.scale(action));
    } else if (shiftKey) {
      tell(orbit.shift(action[0] * keyPan, action[1] * keyPan));
    } else {
      tell(orbit.turn(action[0] * keyTurn, action[1] * keyTurn));
    }
  });
  return () => over.abort();
}
