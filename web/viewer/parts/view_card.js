// SPDX-License-Identifier: MIT
// The card of the view: what of the surfaces is shown, the avatar's sides, parallel projection, the background.
import { chip, chips, h, section } from '../core/dom.js';
import { modes } from '../core/surface_mode.js';
import { t } from '../core/words.js';
import { sideNames } from '../stage/framing.js';
import { takeBackdrop } from './backdrop.js';
import { chooseFiles } from './intake.js';
import { togglePopover } from './popover.js';

export const sideKeys = { front: '1', back: '9', left: '3', right: '4', top: '7' }; // of the number pad

/** Chips of which one is on. */
function choices(label, entries, value, onChoose) {
  const all = entries.map(([id, text, options]) => [id, chip(text, id === value, () => onChoose(id), options)]);
  const element = chips(label, ...all.map(([, one]) => one));
  element.classList.add('wrap');
  element.set = (now) => all.forEach(([id, one]) => one.set(id === now));
  return element;
}

function background(app) {
  const { state } = app;
  const kindOf = (value) => (value.startsWith('#') ? 'color' : value);
  const picker = h('input', {
    type: 'color',
    value: state.get('background').startsWith('#') ? state.get('background') : '#808890',
    'aria-label': t('backdrop.color'),
    dataset: { key: 'background-value' },
    on: { input: () => state.set('background', picker.value) },
  });
  const choose = (kind) => {
    if (kind === 'color') state.set('background', picker.value);
    else if (kind === 'picture') chooseFiles(app, ([first]) => first && usePicture(app, first.file), 'image/*');
    else state.set('background', kind);
    list.set(kindOf(state.get('background')));
  };
  const list = choices(
    t('backdrop'),
    ['theme', 'color', 'grid', 'picture'].map((id) => [id, t(`backdrop.${id}`), { key: `background-${id}` }]),
    kindOf(state.get('background')),
    choose,
  );
  const element = h('div', { class: 'row' }, list, picker);
  element.show = () => {
    list.set(kindOf(state.get('background')));
    picker.hidden = kindOf(state.get('background')) !== 'color';
  };
  element.show();
  return element;
}

async function usePicture(app, file) {
  try {
    await takeBackdrop(app, file);
  } catch {
    app.emit('complaint', t('backdropInvalid', { name: file.name }));
  }
}

function controls(app) {
  const { state } = app;
  const surfaces = choices(
      t('mode'),
      modes.map((id) => [id, t(`mode.${id}`), { key: `mode-${id}` }]),
      state.get('mode'),
      (id) => state.set('mode', id),
    ),
    ortho = chip(t('ortho'), state.get('isOrtho'), (isOn) => state.set('isOrtho', isOn), {
      key: 'ortho',
      title: t('withKey', { label: t('orthoHint'), key: t('numberPad', { key: '5' }) }),
    }),
    behind = background(app);
  const sides = sideNames.map((name) => {
    const side = chip(t(`side.${name}`), false, () => lookFrom(app, name), {
      key: `side-${name}`,
      title: t('withKey', { label: t(`side.${name}`), key: t('numberPad', { key: sideKeys[name] }) }),
    });
    side.removeAttribute('aria-pressed'); // not a toggle
    return side;
  });
  const element = h(
    'div',
    { class: 'view-card' },
    section(t('mode'), surfaces),
    section(t('sides'), chips(t('sides'), ...sides), h('div', { class: 'row' }, chips(t('projection'), ortho))),
    section(t('backdrop'), behind),
  );
  const show = () => {
    if (!element.isConnected) return unwatch.forEach((stop) => stop());
    surfaces.set(state.get('mode'));
    ortho.set(state.get('isOrtho'));
    behind.show();
  };
  const unwatch = ['mode', 'isOrtho', 'background'].map((name) => state.on(name, show));
  return element;
}

/** Shows the avatar from a side, and keeps that in the address. */
export function lookFrom(app, name) {
  app.view.frameSide(name);
  app.emit('camera');
}

export const toggleView = (app) => togglePopover('view', () => controls(app));
