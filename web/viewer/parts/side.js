// SPDX-License-Identifier: MIT
// The side: tabs, the selected panel, and the JSON of the selection below it.
import { button, fill, h, isNarrow, newId } from '../core/dom.js';
import { copy } from '../core/clipboard.js';
import { icon } from '../core/icons.js';
import { valueAt } from '../core/items.js';
import { t } from '../core/words.js';
import { body } from '../panels/body.js';
import { compare } from '../panels/compare.js';
import { expressions } from '../panels/expressions.js';
import { findings } from '../panels/findings.js';
import { firstPerson } from '../panels/first_person.js';
import { materials } from '../panels/materials.js';
import { motion } from '../panels/motion.js';
import { optimize } from '../panels/optimize.js';
import { overview } from '../panels/overview.js';
import { setup } from '../panels/setup.js';
import { springs } from '../panels/springs.js';
import { statistics } from '../panels/statistics.js';

/** A panel is { id, render(app) → elements, frame?(app, element), picture?(app, element, key), events?, showsFindings? }. */
const always = [overview, expressions, body, motion, springs, materials, firstPerson, findings, statistics, optimize];
const severities = ['error', 'warning', 'info', 'hint'];

export function createSide(app, element) {
  const { state } = app;
  const titleId = newId('panel');
  const title = h('h2', { class: 'grow', id: titleId });
  const content = h('div', {
    class: 'panel-body',
    id: 'panel-body',
    role: 'tabpanel',
    'aria-labelledby': titleId,
    tabindex: '0',
  });
  const head = h('div', { class: 'panel-head' }, title);
  const selected = h('div', { class: 'selected', hidden: true });
  const panel = h('div', { class: 'panel' }, head, content, selected);
  const rail = h('div', { class: 'rail', role: 'tablist', 'aria-orientation': 'vertical' });
  element.append(panel, rail);

  const panels = () => [
    ...(app.figure.isOpen || app.figure.isMade ? [setup] : []),
    ...always,
    ...(app.second ? [compare] : []),
  ];
  const current = () => panels().find(({ id }) => id === state.get('panel')) ?? overview;

  const renderRail = () => {
    const { scrollLeft } = rail;
    rail.setAttribute('aria-label', t('panels'));
    fill(
      rail,
      panels().map(({ id }) => {
        const isSelected = id === current().id && state.get('isPanelOpen');
        return h(
          'button',
          {
            type: 'button',
            role: 'tab',
            'aria-selected': String(isSelected),
            'aria-controls': 'panel-body',
            tabindex: id === current().id ? '0' : '-1',
            dataset: { key: `tab-${id}`, panel: id },
            on: { click: () => choose(id, isSelected) },
          },
          icon(id),
          t(`panel.${id}`),
          id === 'findings' ? badge(app) : null,
        );
      }),
    );
    rail.scrollLeft = scrollLeft;
  };

  /** What a panel shows; a sentence if a file has what the panel cannot show. */
  const contentOf = (shown) => {
    try {
      return shown.render(app);
    } catch (error) {
      reportError(error);
      return [h('p', { class: 'bad', role: 'alert', text: t('failed', { why: error.message }) })];
    }
  };

  const showTab = () =>
    rail.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

  const choose = (id, isSelected) => {
    state.set('isPanelOpen', !(isSelected && isNarrow()));
    state.set('panel', id);
    if (isNarrow()) state.set('isTreeOpen', false);
  };

  rail.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = panels(),
      next = all[(all.indexOf(current()) + step + all.length) % all.length];
    choose(next.id, false);
    rail.querySelector(`[data-panel="${next.id}"]`).focus();
  });

  let rendered = null; // the document that the panel shows
  const render = () => {
    rendered = app.document;
    panel.hidden = !state.get('isPanelOpen');
    title.textContent = t(`panel.${current().id}`);
    fill(
      head,
      title,
      button(t('closePanel'), () => state.set('isPanelOpen', false), {
        icon: 'close',
        iconOnly: true,
        key: 'panel-close',
      }),
    );
    fill(content, app.document ? contentOf(current()) : []);
    renderRail();
    showTab();
    renderSelected();
  };

  const renderSelected = () => {
    const pointer = state.get('selection');
    const value = pointer && app.items ? valueAt(app.items.json, pointer) : undefined;
    selected.hidden = value === undefined;
    if (value === undefined) return;
    const text = compactJson(value);
    fill(
      selected,
      h(
        'div',
        { class: 'row' },
        h('strong', { class: 'grow clip', text: app.items.title(pointer) }),
        button(t('copyPointer'), () => copy(app, pointer), { icon: 'copy', iconOnly: true, key: 'selected-copy' }),
        button(t('clearSelection'), () => state.set('selection', null), {
          icon: 'close',
          iconOnly: true,
          key: 'selected-clear',
        }),
      ),
      h('div', { class: 'code muted clip', title: pointer, text: pointer }),
      h('pre', {
        tabindex: '0',
        'aria-label': t('tree.json'),
        text: text.length > 4000 ? `${text.slice(0, 4000)}\n…` : text,
      }),
    );
  };

  const renderSoon = (() => {
    // events of one change are rendered once
    let isDue = false;
    return () => {
      if (isDue) return;
      isDue = true;
      queueMicrotask(() => {
        isDue = false;
        render();
      });
    };
  })();

  state.on('panel', () => {
    content.scrollTop = 0;
    renderSoon();
  });
  for (const name of ['isPanelOpen', 'selection']) state.on(name, renderSoon);
  for (const name of [
    'pose',
    'look',
    'shot',
    'crowd',
    'platform',
    'areSpringsPaused',
    'emotion',
    'blinks',
    'attention',
  ])
    state.on(name, () => current().events?.includes(name) && renderSoon());
  for (const name of ['look', 'clips', 'turns', 'comparison']) app.on(name, renderSoon);
  // A slider keeps its place while it is held, and until the last of its changes is made.
  let isLate = false;
  const renderUnheld = () => {
    isLate =
      app.document === rendered &&
      (app.hasEditsWaiting || content.querySelector(':is(input[type="range"], [role="slider"]):active') !== null);
    if (!isLate) renderSoon();
  };
  const catchUp = () => isLate && !app.isEditing && renderUnheld(); // a change that runs renders when it is made
  app.on('document', renderUnheld);
  app.on('edits-done', catchUp);
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, () => setTimeout(catchUp), true); // the slider's own change comes first
  for (const name of ['desk', 'face-map']) app.on(name, () => current().events?.includes(name) && renderUnheld());
  for (const name of ['voice', 'poses', 'recorder', 'sway', 'figure', 'optimizer'])
    app.on(name, () => current().events?.includes(name) && renderSoon());
  app.on('pose-picture', (key) => current().picture?.(app, content, key));
  app.on('findings', () => (current().showsFindings ? renderSoon() : renderRail())); // keeps a dragged slider
  app.on('frame', () => state.get('isPanelOpen') && app.document && current().frame?.(app, content));
  app.on('finding', () => content.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' }));
  state.on('selection', () =>
    queueMicrotask(() => content.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' })),
  );
  render();
}

/** Indented JSON, with arrays of plain values on one line. */
const compactJson = (value) =>
  JSON.stringify(value, null, 1).replace(
    /\[\s*([^\[\]{}]*?)\s*\]/g,
    (_, inner) => `[${inner.replace(/\s*\n\s*/g, ' ')}]`,
  );

function badge(app) {
  const list = app.findings ?? [];
  const worst = severities.find((severity) => list.some((finding) => finding.severity === severity));
  return worst ? h('span', { class: `badge ${worst}`, text: list.length > 99 ? '99+' : String(list.length) }) : null;
}
