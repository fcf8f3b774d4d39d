// SPDX-License-Identifier: MIT
// Keys of the whole page, and the list of them.
import { h, openDialog } from '../core/dom.js';
import { t } from '../core/words.js';
import { chooseFiles } from './intake.js';
import { shots } from './stage_tools.js';

const list = [
  [['1', '2', '3', '4', '5'], 'key.views'], [['Space'], 'key.play'], [['.'], 'key.step'], [['F'], 'key.first'], [['B', 'S', 'C', 'G'], 'key.overlays'],
  [['R'], 'key.reset'], [['/'], 'key.search'], [['O'], 'key.open'], [['Ctrl+Z', 'Ctrl+Y'], 'key.undo'], [['Esc'], 'key.escape'],
  [['X', 'Y', 'Z'], 'key.rings'],
  [['←', '→', '↑', '↓'], 'key.orbit'], [['+', '−'], 'key.zoom'], [['?'], 'key.help'],
];

const hands = [['hand.drag', 'key.orbit'], ['hand.two', 'key.pan'], ['hand.pinch', 'key.zoom'], ['hand.click', 'key.find'], ['hand.double', 'key.goTo']];

export function openKeys() {
  openDialog(t('keys'), h('dl', { class: 'keys' },
    hands.flatMap(([hand, text]) => [h('dt', { text: t(hand) }), h('dd', { text: t(text) })]),
    list.flatMap(([keys, text]) => [h('dt', {}, keys.map((key) => h('kbd', { text: key }))), h('dd', { text: t(text) })])), { closeLabel: t('close') });
}

export function attachKeys(app) {
  const { state } = app;
  const actions = {
    ' ': () => state.set('isPlaying', !state.get('isPlaying')),
    '.': () => stepOnce(app),
    5: () => state.set('isTurning', !state.get('isTurning')),
    f: () => state.set('shot', state.get('shot') === 'firstPerson' ? 'full' : 'firstPerson'),
    b: () => state.toggleOverlay('bones'), s: () => state.toggleOverlay('springs'), c: () => state.toggleOverlay('colliders'), g: () => state.toggleOverlay('grid'),
    r: () => app.view.actor?.avatar.resetSprings(),
    '/': () => app.emit('search'), '?': () => openKeys(), o: () => chooseFiles(app),
    x: () => app.marks.gizmo.focus(0), y: () => app.marks.gizmo.focus(1), z: () => app.marks.gizmo.focus(2),
    Escape: () => app.marks.gizmo.cancel() || state.set('selection', null),
  };
  shots.forEach((shot, i) => { actions[i + 1] = () => (state.get('shot') === shot ? app.view.frame() : state.set('shot', shot)); });

  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    const { target } = event;
    if (event.ctrlKey || event.metaKey) {
      const key = event.key.toLowerCase();
      if (key === 'z') event.shiftKey ? app.redo() : app.undo();
      else if (key === 'y') app.redo();
      else return;
      event.preventDefault();
      return;
    }
    const isText = target.matches?.('input:not([type="range"]):not([type="checkbox"]):not([type="color"]), textarea, select');
    if (isText && event.key !== 'Escape') return;
    if (event.key === ' ' && target.matches?.('button, input, [role="treeitem"], summary')) return;
    const action = actions[event.key] ?? actions[event.key.toLowerCase()];
    if (!action || event.altKey) return;
    event.preventDefault();
    action();
  });
}

export function stepOnce(app) {
  app.state.set('isPlaying', false);
  app.view.draw(1 / 60);
}
