// SPDX-License-Identifier: MIT
// The timeline of the chosen motion: a ruler to scrub, the motion with handles to cut it, what follows it, and its
// layers. It is below the stage while the panel Motion is open; in narrow windows it is part of the panel.
import { fill, h, isNarrow } from '../core/dom.js';
import { cutAt, layoutOf, rounded, ticksOf, withCut } from '../core/timeline_layout.js';
import { number, t } from '../core/words.js';

const seconds = (value) => t('secondsOf', { n: number(rounded(value), 2) });

export function createTimeline(app, dock) {
  const { state, motion, desk } = app;
  const element = h('div', { class: 'timeline', role: 'group' });
  app.timeline = { element };
  let built = '', // the structure that the elements are made for
    layout = null,
    dragged = null, // the layout and scale at the start of a drag
    parts = null;

  const isShown = () =>
    state.get('panel') === 'motion' &&
    state.get('isPanelOpen') &&
    Boolean(desk.current?.facts) &&
    Boolean(app.document);

  const span = () => (dragged?.layout ?? layout).end - (dragged?.layout ?? layout).start || 1;
  const place = (at) => `${(100 * (at - layout.start)) / span()}%`;
  const extent = (from, to) => ({ left: place(from), width: `${(100 * Math.max(0, to - from)) / span()}%` });
  const put = (part, styles) => Object.entries(styles).forEach(([name, value]) => part.style.setProperty(name, value));

  /** A part that is moved by pointer or keys; `move` gets seconds from where it was, `toEnd` -1 or 1. */
  const movable = (part, { move, toEnd, step }) => {
    part.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      event.stopPropagation();
      part.focus({ preventScroll: true });
      part.setPointerCapture(event.pointerId);
      dragged = { layout, from: event.clientX, move: move(), perPixel: span() / element.clientWidth };
    });
    part.addEventListener('pointermove', (event) => {
      if (dragged && part.hasPointerCapture(event.pointerId))
        dragged.move((event.clientX - dragged.from) * dragged.perPixel);
    });
    const end = () => {
      dragged = null;
      setTimeout(() => app.emit('desk')); // the panel waits for the release
    };
    part.addEventListener('pointerup', end);
    part.addEventListener('pointercancel', end);
    part.addEventListener('keydown', (event) => {
      const ways = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 },
        far = { PageUp: 1, PageDown: -1 },
        ends = { Home: -1, End: 1 };
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (ends[event.key]) toEnd(ends[event.key]);
      else if (far[event.key]) move()(far[event.key]);
      else if (ways[event.key]) move()(ways[event.key] * step() * (event.shiftKey ? 10 : 1));
      else return;
      event.preventDefault();
    });
  };

  const frameTime = () => Math.max(0.01, desk.current.facts.frameTime || 1 / 30);

  const grip = (side) => {
    const part = h('div', { class: 'grip', role: 'slider', tabindex: '0', dataset: { key: `cut-${side}`, side } });
    const cut = (time) => {
      const { settings, facts } = desk.current;
      desk.change(withCut(settings, facts, side, time), `cut ${side}`);
    };
    const now = () => cutAt(desk.current.settings, desk.current.facts, side);
    const way = () => (desk.current.settings.reverses ? -1 : 1);
    movable(part, {
      move: () => {
        const { value } = now(),
          factor = desk.current.settings.speed * way();
        return (by) => cut(value + by * factor);
      },
      toEnd: (end) => cut(end * way() < 0 ? now().least : now().most),
      step: () => frameTime() / desk.current.settings.speed,
    });
    return part;
  };

  const layerPiece = (index) => {
    const part = h('div', { class: 'piece layer', role: 'slider', tabindex: '0', dataset: { key: `track-${index}` } });
    const shift = (offset) => {
      const layers = desk.current.settings.layers.map((layer, i) =>
        i === index ? { ...layer, offset: rounded(Math.max(0, Math.min(layout.main, offset))) } : layer,
      );
      desk.change({ layers }, `offset ${index}`);
    };
    movable(part, {
      move: () => {
        const { offset } = desk.current.settings.layers[index];
        return (by) => shift(offset + by);
      },
      toEnd: (end) => shift(end < 0 ? 0 : Infinity),
      step: frameTime,
    });
    return part;
  };

  const scrubber = () => {
    const part = h('div', { class: 'ruler', role: 'slider', tabindex: '0', dataset: { key: 'scrub' } });
    const seek = (to) => {
      state.set('isPlaying', false);
      const last = motion.duration * (state.get('loops') ? 0.9999 : 1); // the end of a loop is its beginning
      motion.seek(Math.max(0, Math.min(last, to)));
    };
    part.addEventListener('pointerdown', (event) => {
      if (event.button === 0)
        seek(layout.start + ((event.clientX - element.getBoundingClientRect().left) / element.clientWidth) * span());
    });
    movable(part, {
      move: () => {
        const { position } = motion;
        return (by) => seek(position + by);
      },
      toEnd: (end) => seek(end < 0 ? 0 : motion.duration),
      step: frameTime,
    });
    return part;
  };

  const build = ({ settings }) => {
    const piece = (kind) => h('div', { class: `piece ${kind}` });
    parts = {
      ruler: scrubber(),
      ghost: h('div', { class: 'ghost' }),
      main: piece('main'),
      joins: settings.joins.map(() => piece('join')),
      grips: ['left', 'right'].map(grip),
      layers: settings.layers.map((_, i) => layerPiece(i)),
      playhead: h('div', { class: 'playhead' }),
    };
    fill(
      element,
      parts.ruler,
      h('div', { class: 'track' }, parts.ghost, parts.main, parts.joins, parts.grips),
      parts.layers.map((layer) => h('div', { class: 'track thin' }, layer)),
      parts.playhead,
    );
  };

  const name = (part, text) => {
    part.textContent = text;
    part.title = text;
  };

  const say = (part, { label, value, least, most }) => {
    part.setAttribute('aria-label', label);
    part.setAttribute('aria-valuemin', rounded(least));
    part.setAttribute('aria-valuemax', rounded(most));
    part.setAttribute('aria-valuenow', rounded(value));
    part.setAttribute('aria-valuetext', seconds(value));
  };

  const arrange = () => {
    const { settings, facts, name: file } = desk.current;
    element.setAttribute('aria-label', t('timeline'));
    put(parts.ghost, extent(layout.start, layout.start + facts.duration / settings.speed)); // the whole file
    put(parts.main, extent(0, layout.main));
    name(parts.main, file);
    parts.joins.forEach((part, i) => {
      const join = layout.joins[i];
      part.hidden = !join;
      if (!join) return;
      put(part, extent(join.start, join.end));
      part.style.setProperty('--blend', `${(100 * join.blend) / Math.max(0.01, join.end - join.start)}%`);
      name(part, join.name);
    });
    for (const part of parts.grips) {
      const { side } = part.dataset;
      part.style.left = place(layout[side]);
      say(part, { label: t(side === 'left' ? 'cutLeft' : 'cutRight'), ...cutAt(settings, facts, side) });
    }
    parts.layers.forEach((part, i) => {
      const { name: layer, offset, end, fade } = layout.layers[i];
      put(part, extent(offset, Math.max(offset + span() * 0.01, end)));
      part.style.setProperty('--fade', `${Math.min(50, (100 * fade) / Math.max(0.01, end - offset))}%`);
      name(part, layer);
      say(part, { label: t('offsetOf', { name: layer }), value: offset, least: 0, most: layout.main });
    });
    const room = (span() * 28) / Math.max(1, element.clientWidth); // for the last number
    const ticks = ticksOf(Math.max(0, layout.start + span() - room), span(), element.clientWidth);
    fill(
      parts.ruler,
      ticks.map((at) => h('span', { class: 'tick', style: { left: place(at) }, text: number(at, 2) })),
    );
    follow();
  };

  const follow = () => {
    if (!layout || !parts) return;
    const { position } = motion;
    parts.playhead.style.left = place(Math.min(position, Math.max(0, layout.end)));
    if (!state.get('isPlaying') || !parts.ruler.hasAttribute('aria-valuenow'))
      say(parts.ruler, { label: t('time'), value: position, least: 0, most: motion.duration });
  };

  const update = () => {
    const isOn = isShown(),
      isInside = isNarrow();
    dock.hidden = !isOn || isInside;
    element.hidden = !isOn;
    if (!isOn) return;
    if (!isInside && element.parentElement !== dock) dock.append(element);
    const { current } = desk,
      structure = `${motion.current} ${current.settings.joins.length} ${current.settings.layers.length}`;
    layout = layoutOf(current.settings, current.facts);
    if (structure !== built) build(current);
    built = structure;
    arrange();
  };

  for (const event of ['desk', 'clips', 'look', 'document']) app.on(event, update);
  for (const member of ['panel', 'isPanelOpen', 'pose']) state.on(member, () => queueMicrotask(update));
  for (const member of ['panel', 'isPanelOpen', 'pose'])
    state.on(member, () => state.get('panel') === 'motion' && desk.prepare());
  app.on('clips', () => state.get('panel') === 'motion' && desk.prepare());
  app.on('frame', () => !element.hidden && follow());
  new ResizeObserver(() => layout && !element.hidden && arrange()).observe(element);
  matchMedia('(max-width: 899px), (max-height: 500px)').addEventListener('change', () => app.emit('desk'));
  update();
}
