// SPDX-License-Identifier: MIT
// Differences between two files. Pointing at a row highlights its part on both avatars; a click keeps
// the highlight and selects the part in the tree.
import { button, h, section } from '../core/dom.js';
import { placeOfDifference } from '../core/same.js';
import { number, t } from '../core/words.js';
import { chooseSecond } from '../parts/compare.js';

const rowsShown = 200; // of each part
const namedParts = ['expressions', 'materials', 'nodes', 'springs']; // each has a name, which may be empty
let chosen = null; // the difference whose row was clicked

export const compare = {
  id: 'compare',
  events: [],
  render(app) {
    const { document: first, second, comparison } = app,
      found = comparison?.found;
    const file = (side, { name }) =>
      h(
        'li',
        { class: 'row' },
        h('span', { class: 'side-name', text: t(side) }),
        h('strong', { class: 'clip', text: name, title: name }),
      );
    return [
      h('ul', { class: 'compared' }, file('compareFirst', first), file('compareSecond', second)),
      h(
        'div',
        { class: 'row wrap gap-top' },
        button(t('compareOther'), () => chooseSecond(app), { kind: 'small', key: 'compare-other' }),
        button(
          t('compareEnd'),
          () => {
            app.endComparison();
            app.view.frame();
          },
          { kind: 'small', key: 'compare-end' },
        ),
      ),
      h('p', {
        class: 'muted gap-top',
        role: 'status',
        text: comparison?.why
          ? t('failed', { why: comparison.why })
          : !found
            ? t('compareWorking')
            : found.total
              ? t('compareTotal', { n: number(found.total) })
              : t('compareNone'),
      }),
      ...(found
        ? [...new Set(found.differences.map(({ part }) => part))].map((part) =>
            group(
              app,
              part,
              found.differences.filter((row) => row.part === part),
            ),
          )
        : []),
    ];
  },
};

function group(app, part, rows) {
  return section(
    `${t(`diff.${part}`)} (${number(rows.length)})`,
    h(
      'ul',
      { class: 'differences' },
      rows.slice(0, rowsShown).map((difference, i) => row(app, difference, `difference-${part}-${i}`)),
    ),
    rows.length > rowsShown
      ? h('p', { class: 'muted', text: t('moreItems', { n: number(rows.length - rowsShown) }) })
      : null,
  );
}

function row(app, difference, key) {
  const { state } = app,
    { kind, subject, member, before, after } = difference;
  const pointer = placeOfDifference(app.items, difference),
    beside = placeOfDifference(app.secondItems, difference);
  const isChosen = chosen === difference && state.get('selection') === pointer && state.get('beside') === beside;
  const value = (text, isAbsent) =>
    h(
      'span',
      isAbsent
        ? { class: 'value muted', text: t('compareAbsent') }
        : { class: 'value', text: text || t(member ? 'nothing' : 'compareThere') },
    );
  const choose = () => {
    chosen = isChosen ? null : difference;
    state.set('selection', isChosen ? null : pointer);
    state.set('beside', isChosen ? null : beside);
    app.emit('comparison');
  };
  const content = [
    h('span', {
      class: 'block',
      text: [subject || (namedParts.includes(difference.part) ? t('noName') : ''), member].filter(Boolean).join(': '),
    }),
    h(
      'span',
      { class: 'values' },
      value(before, kind === 'added'),
      h('span', { class: 'muted', text: '→' }),
      value(after, kind === 'removed'),
    ),
  ];
  const hasPlace = Boolean(pointer || beside);
  return h(
    'li',
    {
      class: 'difference',
      'aria-current': isChosen ? 'true' : undefined,
      on: hasPlace
        ? {
            pointerenter: (event) => state.set('hover', { pointer, beside, element: event.currentTarget }),
            pointerleave: () => state.set('hover', null),
          }
        : {},
    },
    hasPlace
      ? h('button', { type: 'button', class: 'finding-text', dataset: { key }, on: { click: choose } }, content)
      : h('div', {}, content),
  );
}
