// SPDX-License-Identifier: MIT
// The bar at the top: the file, a summary, and the actions.
import { button, choice, fill, h, isLow, openDialog } from '../core/dom.js';
import { bytes, number, t } from '../core/words.js';
import { openComparison } from './compare.js';
import { chooseFiles } from './intake.js';
import { openKeys } from './keys.js';
import { openSave } from './save.js';
import { openShare } from './share.js';

export function createBar(app, element) {
  const render = () => {
    const { document: doc, state } = app;
    const tools = (label, onClick, icon, options = {}) =>
      button(label, onClick, { icon, iconOnly: true, key: `bar-${icon}`, ...options });
    fill(
      element,
      tools(
        t('tree'),
        () => {
          state.set('isTreeOpen', !state.get('isTreeOpen'));
          if (state.get('isTreeOpen') && isLow()) state.set('isPanelOpen', false); // a narrow bar has space for one
        },
        'tree',
      ),
      h('h1', { class: 'clip', text: doc && !app.isGreeting ? doc.name : t('title'), title: doc?.name }),
      doc ? facts(doc, app) : null,
      app.shelf.length ? shelf(app) : null,
      h('div', { class: 'grow only-wide' }),
      button(t('open'), () => chooseFiles(app), { icon: 'open', key: 'bar-open', title: t('open') }),
      button(t('compare'), () => openComparison(app), {
        icon: 'compare',
        kind: 'only-wide',
        key: 'bar-compare',
        isDisabled: !doc,
        title: t('compare'),
      }),
      tools(t('undo'), () => app.undo(), 'undo', { isDisabled: !app.canUndo, kind: 'only-wide' }),
      tools(t('redo'), () => app.redo(), 'redo', { isDisabled: !app.canRedo, kind: 'only-wide' }),
      h('button', {
        type: 'button',
        class: 'icon-button only-wide',
        lang: state.get('language') === 'en' ? 'ja' : 'en',
        'aria-label': t('language'),
        title: t('language'),
        dataset: { key: 'bar-language' },
        text: t('languageShort'),
        on: { click: () => state.set('language', state.get('language') === 'en' ? 'ja' : 'en') },
      }),
      tools(t('theme'), () => state.set('theme', state.get('theme') === 'dark' ? 'light' : 'dark'), 'theme', {
        kind: 'only-wide',
      }),
      tools(t('keys'), () => openKeys(), 'help', { kind: 'only-wide' }),
      tools(t('share'), () => openShare(app), 'share', { isDisabled: !doc, kind: 'only-wide' }),
      tools(t('more'), () => openMore(app), 'more', { kind: 'only-narrow' }),
      button(t('save'), () => openSave(app), {
        icon: 'save',
        kind: 'primary',
        key: 'bar-save',
        isDisabled: !doc,
        title: t('save'),
      }),
    );
  };
  app.on('document', render);
  app.on('look', render);
  app.on('shelf', render);
  app.on('history', render);
  render();
}

/** The avatars that were opened together. */
function shelf(app) {
  const current = app.shelf.findIndex(({ name }) => name === app.document?.name);
  const options = app.shelf.map(({ name }, i) => [i, `${i + 1} / ${app.shelf.length}  ${name}`]);
  const list = choice(
    t('shelf'),
    current < 0 ? [[-1, ''], ...options] : options,
    current,
    (i) => app.shelf[i]?.open(),
    { key: 'shelf' },
  );
  list.classList.add('shelf');
  return list;
}

/** The menu of a narrow bar, for actions without space. */
function openMore(app) {
  const { document: doc, state } = app;
  const item = (label, name, key, run, isDisabled = false) =>
    button(
      label,
      () => {
        dialog.close();
        run();
      },
      { icon: name, key, isDisabled, kind: 'menu-item' },
    );
  const dialog = openDialog(
    t('more'),
    h(
      'div',
      { class: 'menu' },
      item(t('compare'), 'compare', 'more-compare', () => openComparison(app), !doc),
      item(t('share'), 'share', 'more-share', () => openShare(app), !doc),
      item(t('undo'), 'undo', 'more-undo', () => app.undo(), !app.canUndo),
      item(t('redo'), 'redo', 'more-redo', () => app.redo(), !app.canRedo),
      item(t('theme'), 'theme', 'more-theme', () =>
        state.set('theme', state.get('theme') === 'dark' ? 'light' : 'dark'),
      ),
      item(t('language'), 'language', 'more-language', () =>
        state.set('language', state.get('language') === 'en' ? 'ja' : 'en'),
      ),
      item(t('keys'), 'help', 'more-keys', () => openKeys()),
    ),
    { closeLabel: t('close') },
  );
}

function facts(doc, app) {
  const { dialect, counts } = doc.info;
  return h(
    'div',
    { class: 'facts' },
    h('span', { class: 'dialect', text: dialect ? `VRM ${dialect}` : t('noVrm') }),
    h('span', { text: t('triangles', { n: number(counts.triangles) }) }),
    h('span', { class: 'extra', text: bytes(doc.size) }),
    app.document.isChanged
      ? h('span', { class: 'extra', text: `${t('saveChanges')}: ${app.document.changes.length}` })
      : null,
  );
}
