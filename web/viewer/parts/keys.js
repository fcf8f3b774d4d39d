// SPDX-License-Identifier: MIT
// Keyboard shortcuts of the page, and their list.
import { h, openDialog } from '../core/dom.js';
import { nextMode } from '../core/surface_mode.js';
import { t } from '../core/words.js';
import { chooseFiles } from './intake.js';
import { toggleLight } from './light.js';
import { closePopover } from './popover.js';
import { openSave } from './save.js';
import { openShare } from './share.js';
import { overlayKeys, shots } from './stage_tools.js';
import { lookFrom, sideKeys, toggleView } from './view_card.js';

const list = [
  [['1', '2', '3', '4', '5'], 'key.views'],
  [['Space'], 'key.play'],
  [['.'], 'key.step'],
  [['F'], 'key.first'],
  [Object.values(overlayKeys).map((key) => key.toUpperCase()), 'key.overlays'],
  [['L'], 'key.light'],
  [['V'], 'key.view'],
  [['M'], 'key.mode'],
  [['H', 'Shift+H'], 'key.hide'],
  [['1', '3', '4', '7', '9', '5'], 'key.sides'],
  [['R'], 'key.reset'],
  [['/'], 'key.search'],
  [['O', 'Ctrl+O'], 'key.open'],
  [['Ctrl+S'], 'key.save'],
  [['E'], 'key.share'],
  [['Ctrl+Z', 'Ctrl+Y'], 'key.undo'],
  [['Esc'], 'key.escape'],
  [['X', 'Y', 'Z'], 'key.rings'],
  [['←', '→', '↑', '↓'], 'key.orbit'],
  [['+', '−'], 'key.zoom'],
  [['?'], 'key.help'],
];

const hands = [
  ['hand.drag', 'key.orbit'],
  ['hand.two', 'key.pan'],
  ['hand.pinch', 'key.zoom'],
  ['hand.click', 'key.find'],
  ['hand.double', 'key.goTo'],
];

export function openKeys() {
  openDialog(
    t('keys'),
    h(
      'dl',
      { class: 'keys' },
      hands.flatMap(([hand, text]) => [h('dt', { text: t(hand) }), h('dd', { text: t(text) })]),
      list.flatMap(([keys, text]) => [
        h(
          'dt',
          {},
          keys.map((key) => h('kbd', { text: key })),
        ),
        h('dd', { text: t(text) }),
      ]),
    ),
    { closeLabel: t('close') },
  );
}

/** A number field without typed text: there is no text to undo. */
const isUntouched = (input) => input.type === 'number' && input.value === input.defaultValue;

export function attachKeys(app) {
  const { state } = app;
  const actions = {
    ' ': () => state.set('isPlaying', !state.get('isPlaying')),
    '.': () => stepOnce(app),
    5: () => state.set('isTurning', !state.get('isTurning')),
    f: () => state.set('shot', state.get('shot') === 'firstPerson' ? 'full' : 'firstPerson'),
    l: () => toggleLight(app),
    v: () => toggleView(app),
    m: () => nextMode(app),
    h: () => app.hidden?.toggleSelection(),
    r: () => app.view.shown?.avatar.resetSprings(),
    '/': () => app.emit('search'),
    '?': () => openKeys(),
    o: () => chooseFiles(app),
    e: () => app.document && openShare(app),
    x: () => app.marks.gizmo.focus(0),
    y: () => app.marks.gizmo.focus(1),
    z: () => app.marks.gizmo.focus(2),
    Escape: () =>
      app.marks.gizmo.cancel() || closePopover() || (state.set('selection', null), state.set('beside', null)),
  };
  shots.forEach((shot, i) => {
    actions[i + 1] = () => (state.get('shot') === shot ? app.view.frame() : state.set('shot', shot));
  });

  /** The number pad has sides of the avatar, as in other programs; with Num Lock off it sends no digits. */
  const pad = { 5: () => state.set('isOrtho', !state.get('isOrtho')) };
  for (const [name, key] of Object.entries(sideKeys)) pad[key] = () => lookFrom(app, name);

  for (const [name, key] of Object.entries(overlayKeys)) actions[key] = () => state.toggleOverlay(name);

  /** Shortcuts with Ctrl; `text`: the focused field, which has its own undo. */
  const controls = (text) => ({
    s: () => app.document && openSave(app),
    o: () => chooseFiles(app),
    ...(text ? {} : { z: (event) => (event.shiftKey ? app.redo() : app.undo()), y: () => app.redo() }),
  });

  addEventListener('keydown', (event) => {
    const { target } = event,
      isAsked = document.querySelector('dialog[open]') !== null;
    const text =
      target.matches?.('input:not([type="range"], [type="checkbox"], [type="color"]), textarea') &&
      !isUntouched(target);
    if (event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey) {
      const action = event.altKey ? undefined : controls(text)[event.key.toLowerCase()];
      if (!action || (isAsked && !/^[so]$/i.test(event.key))) return;
      event.preventDefault(); // in dialogs too: the browser would save or leave the page
      if (!isAsked) action(event);
      return;
    }
    if (isAsked || ((text || target.matches?.('select, input[type="number"]')) && event.key !== 'Escape')) return;
    if (event.key === ' ' && target.matches?.('button, input, [role="treeitem"], summary')) return;
    const action =
      pad[/^Numpad(\d)$/.exec(event.code)?.[1]] ??
      (event.key === 'H' && event.shiftKey ? () => app.hidden?.showAll() : undefined) ??
      actions[event.key] ??
      actions[event.key.toLowerCase()];
    if (!action || event.altKey) return;
    event.preventDefault();
    action();
  });
}

export function stepOnce(app) {
  app.state.set('isPlaying', false);
  app.view.draw(1 / 60);
}
