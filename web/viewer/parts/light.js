// SPDX-License-Identifier: MIT
// The card of the light: brightness, colour, direction; the direction also by dragging a ball, or on the stage.
import { chip, chips, field, h, slider } from '../core/dom.js';
import { defaults } from '../core/state.js';
import { t } from '../core/words.js';
import { togglePopover } from './popover.js';

const degrees = Math.PI / 180;
/** Lights to begin with. */
const presets = {
  front: { light: 1, lightYaw: 45, lightPitch: 35, lightColor: '#ffffff', ambient: 1 },
  side: { light: 1.1, lightYaw: 90, lightPitch: 15, lightColor: '#ffffff', ambient: 0.6 },
  evening: { light: 1.1, lightYaw: -70, lightPitch: 12, lightColor: '#ffb27a', ambient: 0.8 },
  back: { light: 1.4, lightYaw: 170, lightPitch: 35, lightColor: '#dfe9ff', ambient: 0.7 },
};

/** The direction to the light of two angles: a unit vector. */
export function directionOf(yaw, pitch) {
  const around = Math.cos(pitch * degrees);
  return [Math.sin(yaw * degrees) * around, Math.sin(pitch * degrees), Math.cos(yaw * degrees) * around];
}

const linear = (hex) =>
  [1, 3, 5].map((i) => {
    const x = parseInt(hex.slice(i, i + 2), 16) / 255;
    return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
  });

/** Sets the light of the stage whenever it changes. */
export function watchLight(app) {
  const { state, view } = app;
  const apply = () => {
    const power = 0.9 * state.get('light'),
      around = 0.1 * state.get('ambient');
    Object.assign(view.stage, {
      light: {
        from: directionOf(state.get('lightYaw'), state.get('lightPitch')),
        color: linear(state.get('lightColor')).map((part) => part * power),
      },
      sky: [around, around, around],
      ground: [around, around, around],
    });
    view.invalidate();
  };
  const names = ['light', 'lightYaw', 'lightPitch', 'lightColor', 'ambient'];
  for (const name of names) state.on(name, apply);
  if (names.some((name) => state.get(name) !== defaults[name])) apply(); // from a link
}

const ballRadius = 44; // pixels

/** A ball seen from the front, with the light on it: the middle is in front, the rim behind. Sliders do the same for
 * keyboards. */
function ball({ state }) {
  const dot = h('i');
  const element = h('div', { class: 'light-ball', dataset: { key: 'light-ball' }, 'aria-hidden': 'true' }, dot);
  const show = () => {
    const [x, y, z] = directionOf(state.get('lightYaw'), state.get('lightPitch'));
    const away = Math.acos(Math.max(-1, Math.min(1, z))) / Math.PI,
      across = Math.hypot(x, y) || 1;
    const at = [(x / across) * away, (-y / across) * away].map((part) => `${50 + 50 * part}%`);
    element.style.setProperty('--x', at[0]);
    element.style.setProperty('--y', at[1]);
  };
  const take = (event) => {
    const box = element.getBoundingClientRect();
    const x = (event.clientX - box.left - box.width / 2) / ballRadius,
      y = -(event.clientY - box.top - box.height / 2) / ballRadius;
    const away = Math.min(1, Math.hypot(x, y)) * Math.PI,
      along = Math.atan2(y, x);
    const way = [Math.sin(away) * Math.cos(along), Math.sin(away) * Math.sin(along), Math.cos(away)];
    state.set('lightYaw', Math.round(Math.atan2(way[0], way[2]) / degrees) || 0);
    state.set('lightPitch', Math.round(Math.asin(way[1]) / degrees) || 0); // no negative zero
  };
  element.addEventListener('pointerdown', (event) => {
    element.setPointerCapture(event.pointerId);
    take(event);
  });
  element.addEventListener('pointermove', (event) => element.hasPointerCapture(event.pointerId) && take(event));
  element.show = show;
  show();
  return element;
}

function controls(app) {
  const { state } = app,
    sliders = {};
  const make = (name, options) =>
    (sliders[name] = slider({ value: state.get(name), onInput: (value) => state.set(name, value), ...options }));
  const color = h('input', {
    type: 'color',
    value: state.get('lightColor'),
    dataset: { key: 'light-color' },
    on: { input: () => state.set('lightColor', color.value) },
  });
  const around = { unit: '°', step: 5, digits: 0 };
  const rows = [
    make('light', { label: t('lightPower'), min: 0, max: 2, step: 0.05, key: 'light-power' }),
    make('lightYaw', { label: t('lightYaw'), min: -180, max: 180, key: 'light-yaw', ...around }),
    make('lightPitch', { label: t('lightPitch'), min: -90, max: 90, key: 'light-pitch', ...around }),
    make('ambient', { label: t('lightAmbient'), min: 0, max: 4, step: 0.1, digits: 1, key: 'light-ambient' }),
    field(t('lightColor'), color),
  ];
  const pad = ball(app);
  const begin = Object.entries(presets).map(([name, values]) => {
    const one = chip(
      t(`lightPreset.${name}`),
      false,
      () => Object.entries(values).forEach(([key, value]) => state.set(key, value)),
      { key: `light-${name}` },
    );
    one.removeAttribute('aria-pressed'); // not a toggle
    return one;
  });
  const drags = chip(t('lightDrag'), state.get('dragsLight'), (isOn) => state.set('dragsLight', isOn), {
    key: 'light-drag',
    title: t('lightDragHint'),
  });
  const element = h(
    'div',
    {},
    rows,
    h(
      'div',
      { class: 'row light-ways' },
      pad,
      h('div', { class: 'grow' }, chips(t('lightPresets'), ...begin), chips(t('lightDrag'), drags)),
    ),
  );
  const unwatch = ['light', 'lightYaw', 'lightPitch', 'lightColor', 'ambient', 'dragsLight'].map((name) =>
    state.on(name, (value) => {
      if (!element.isConnected) return unwatch.forEach((stop) => stop());
      if (document.activeElement !== sliders[name]?.input) sliders[name]?.set(value);
      color.value = state.get('lightColor');
      drags.set(state.get('dragsLight'));
      pad.show();
    }),
  );
  return element;
}

export const toggleLight = (app) => togglePopover('light', () => controls(app));
