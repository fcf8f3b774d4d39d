// SPDX-License-Identifier: MIT
// Mouse, pen and touch on the stage: orbit, pan, zoom, hover, select, and the target of the gaze.
const hoverMs = 70;

/** Moves the light with the pointer, by fractions of the picture's height. */
function dragLight(state, dx, dy) {
  const yaw = state.get('lightYaw') + dx * 180;
  state.set('lightYaw', Math.round(((((yaw + 180) % 360) + 360) % 360) - 180));
  state.set('lightPitch', Math.round(Math.max(-90, Math.min(90, state.get('lightPitch') - dy * 120))));
}

export function attachHands(app, canvas) {
  const pointers = new Map(),
    { gizmo } = app.marks;
  let travelled = 0,
    spread = 0,
    centre = null,
    hoverAt = 0;

  const middle = () => {
    const all = [...pointers.values()];
    return [all.reduce((sum, p) => sum + p.x, 0) / all.length, all.reduce((sum, p) => sum + p.y, 0) / all.length];
  };
  const gap = () => {
    const [a, b] = [...pointers.values()];
    return Math.hypot(a.x - b.x, a.y - b.y);
  };

  const isLight = (event) => app.state.get('dragsLight') || event.altKey;

  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    canvas.focus({ preventScroll: true });
    if (pointers.size === 0 && gizmo.grab(event)) return;
    gizmo.cancel(); // a second finger moves the camera
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, button: event.button });
    if (pointers.size === 1) travelled = 0;
    if (pointers.size === 2) spread = gap();
    centre = middle();
    canvas.classList.add('dragging');
  });

  canvas.addEventListener('pointermove', (event) => {
    app.motion.pointer = [event.clientX, event.clientY];
    if (gizmo.drag(event)) return;
    const pointer = pointers.get(event.pointerId);
    if (!pointer) return hover(event);
    Object.assign(pointer, { x: event.clientX, y: event.clientY });
    const [x, y] = middle(),
      [dx, dy] = [x - centre[0], y - centre[1]];
    centre = [x, y];
    travelled += Math.abs(dx) + Math.abs(dy);
    const height = canvas.clientHeight;
    const { camera } = app.view;
    if (pointers.size === 2) {
      camera.pan(dx / height, dy / height);
      const now = gap();
      if (spread > 0 && now > 0) camera.zoom(spread / now);
      spread = now;
    } else if (isLight(event)) dragLight(app.state, dx / height, dy / height);
    else if (pointer.button === 2 || pointer.button === 1 || event.shiftKey) camera.pan(dx / height, dy / height);
    else if (travelled > 3) camera.orbit((-dx / height) * 240, (dy / height) * 180);
    app.view.invalidate();
    app.emit('camera');
  });

  const end = (event) => {
    if (event.type === 'pointercancel' ? gizmo.cancel() : gizmo.end()) return;
    const pointer = pointers.get(event.pointerId);
    if (!pointer) return;
    pointers.delete(event.pointerId);
    if (pointers.size > 0) centre = middle();
    else canvas.classList.remove('dragging');
    if (!app.isBare && event.type === 'pointerup' && travelled < 4 && pointer.button === 0 && pointers.size === 0) {
      const found = app.find(event.clientX, event.clientY);
      app.state.set('selection', found?.pointer ?? null);
      app.state.set('hover', null);
    }
  };
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', end);
  canvas.addEventListener('pointerleave', () => app.state.set('hover', null));

  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      app.view.camera.zoom(Math.exp(event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0012)));
      app.view.invalidate();
      app.emit('camera');
    },
    { passive: false },
  );

  canvas.addEventListener('dblclick', (event) => {
    const hit = app.view.pick(event.clientX, event.clientY);
    if (hit) app.view.lookAtPoint(hit.point);
    else app.view.frame();
    app.emit('camera');
  });

  function hover(event) {
    const now = performance.now();
    if (app.isBare || event.pointerType !== 'mouse' || now - hoverAt < hoverMs) return;
    hoverAt = now;
    if (gizmo.hover(event)) return app.state.set('hover', null);
    const found = app.find(event.clientX, event.clientY);
    app.state.set('hover', found ? { pointer: found.pointer, x: event.clientX, y: event.clientY } : null);
  }

  canvas.addEventListener('keydown', (event) => {
    const { camera } = app.view;
    const moves = {
      ArrowLeft: () => camera.orbit(-8, 0),
      ArrowRight: () => camera.orbit(8, 0),
      ArrowUp: () => camera.orbit(0, 6),
      ArrowDown: () => camera.orbit(0, -6),
      '+': () => camera.zoom(0.9),
      '=': () => camera.zoom(0.9),
      '-': () => camera.zoom(1.1),
    };
    if (!moves[event.key] || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    moves[event.key]();
    app.view.invalidate();
    app.emit('camera');
  });
}
