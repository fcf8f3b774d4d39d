// SPDX-License-Identifier: MIT
// Findings of the file: grouped by severity, filtered, marked on the body, copied, repaired.
import { button, h, openDialog } from '../core/dom.js';
import { copy } from '../core/clipboard.js';
import { canFix, fixChange, planFixes } from '../core/fixes.js';
import { icon } from '../core/icons.js';
import { sentenceElements, sentenceOf } from '../core/sentences.js';
import { number, t } from '../core/words.js';
import { hover } from './expressions.js';

const severities = ['error', 'warning', 'info', 'hint'];
const firstRows = 60;
const mostAlike = 5; // findings of one code that are shown one by one; more are folded
let filter = '';
const opened = new Set(); // severities whose rows are all shown
const unfolded = new Set(); // codes whose rows are shown

export const findings = {
  id: 'findings',
  events: [],
  showsFindings: true,
  render(app) {
    const list = app.findings;
    if (list === null) return [h('p', { class: 'muted', text: t('checking') })];
    if (list.length === 0) return [h('p', { class: 'good' }, icon('yes'), t('noFindings'))];
    const shown = h('div', {}),
      fill = () => shown.replaceChildren(...groups(app, list));
    fill();
    const fixable = list.filter(canFix).length;
    return [
      h(
        'div',
        { class: 'row wrap' },
        fixable
          ? button(t('fixAll', { n: fixable }), () => openFixes(app), {
              kind: 'primary small',
              key: 'fix',
              icon: 'wand',
            })
          : null,
        button(t('copyJson'), () => copy(app, JSON.stringify(list, null, 2)), {
          kind: 'small',
          key: 'copy-findings',
          icon: 'copy',
        }),
      ),
      h(
        'div',
        { class: 'row muted gap-top' },
        icon('search'),
        h('input', {
          type: 'search',
          value: filter,
          'aria-label': t('filter'),
          title: t('filter'),
          dataset: { key: 'findings-filter' },
          on: {
            input: (event) => {
              filter = event.target.value;
              fill();
            },
          },
        }),
      ), // the field is kept, for its undo history
      shown,
    ];
  },
};

function groups(app, list) {
  const text = filter.toLowerCase();
  const shown = list.filter(
    (finding) =>
      !text ||
      `${finding.code} ${finding.pointer} ${finding.message} ${sentenceOf(finding)}`.toLowerCase().includes(text),
  );
  return shown.length
    ? severities
        .map((severity) =>
          group(
            app,
            severity,
            shown.filter((finding) => finding.severity === severity),
          ),
        )
        .filter(Boolean)
    : [h('p', { class: 'muted', text: t('noFindingsShown') })];
}

function group(app, severity, list) {
  if (list.length === 0) return null;
  const items = alike(list),
    isAll = opened.has(severity) || items.length <= firstRows;
  return h(
    'section',
    { class: 'part' },
    h('h3', { class: severity }, `${t(`severity.${severity}`)} (${number(list.length)})`),
    h(
      'ul',
      { class: 'finding-list' },
      (isAll ? items : items.slice(0, firstRows)).map((same) =>
        same.length > 1 ? fold(app, same) : row(app, same[0]),
      ),
    ),
    isAll
      ? null
      : button(
          t('showAll', { n: number(list.length) }),
          () => {
            opened.add(severity);
            app.emit('findings');
          },
          { kind: 'small' },
        ),
  );
}

/** Groups findings: many of one code are one list, others are lists of one. */
function alike(list) {
  const codes = new Map();
  for (const finding of list) codes.set(finding.code, [...(codes.get(finding.code) ?? []), finding]);
  return list.flatMap((finding) => {
    const same = codes.get(finding.code);
    if (same.length <= mostAlike) return [[finding]];
    return same[0] === finding ? [same] : [];
  });
}

/** Findings of one code: the sentence of the first, their number, and all of them when unfolded. */
function fold(app, list) {
  const [first] = list,
    { severity, code } = first,
    selection = app.state.get('selection');
  const rows = h('ul', { class: 'finding-list' }),
    fillRows = () => rows.childElementCount === 0 && rows.append(...list.map((finding) => row(app, finding)));
  const isOpen =
    Boolean(filter) || unfolded.has(code) || (Boolean(selection) && list.some(({ pointer }) => pointer === selection));
  if (isOpen) fillRows();
  return h(
    'li',
    {},
    h(
      'details',
      {
        class: 'fold alike',
        open: isOpen,
        on: {
          toggle: ({ target }) => {
            unfolded[target.open ? 'add' : 'delete'](code);
            if (target.open) fillRows();
          },
        },
      },
      h(
        'summary',
        { class: `finding ${severity}`, dataset: { key: `fold-${code}` } },
        icon(severity, t(`severityOne.${severity}`)),
        h('span', { class: 'grow' }, sentenceElements(first), h('span', { class: 'code muted block', text: code })),
        h('span', { class: 'badge', text: number(list.length) }),
      ),
      rows,
    ),
  );
}

function row(app, finding) {
  const { severity, code, pointer } = finding;
  const isChosen = Boolean(pointer) && app.state.get('selection') === pointer;
  return h(
    'li',
    {
      class: `finding ${severity}`,
      'aria-current': isChosen ? 'true' : undefined,
      on: pointer ? hover(app, pointer) : {},
    },
    icon(severity, t(`severityOne.${severity}`)),
    h(
      'button',
      {
        type: 'button',
        class: 'finding-text grow',
        dataset: { key: `finding-${code}-${pointer}` },
        on: { click: () => app.state.set('selection', isChosen ? null : pointer || null) },
      },
      sentenceElements(finding, isChosen),
      h('span', { class: 'code muted block', text: pointer ? `${code}\n${pointer}` : code }),
    ),
  );
}

const brief = (value, missing) => {
  if (value === undefined) return missing;
  const text = JSON.stringify(value, (_, entry) => (typeof entry === 'number' ? Number(entry.toPrecision(6)) : entry));
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
};

/** The repairs as a list of before and after, made on confirmation. */
function openFixes(app) {
  const plan = planFixes(app.findings, app.document.model);
  const rows = plan.map((fix) => {
    const box = h('input', { type: 'checkbox', checked: true, 'aria-label': fix.pointer });
    return {
      fix,
      box,
      row: h(
        'tr',
        {},
        h('td', {}, box),
        h('td', {}, h('div', { class: 'code', text: fix.pointer }), h('div', { class: 'muted small', text: fix.code })),
        h('td', { class: 'code', text: brief(fix.before, t('absent')) }),
        h('td', { class: 'code', text: brief(fix.after, t('removed')) }),
      ),
    };
  });
  const dialog = openDialog(
    t('fixTitle'),
    h(
      'div',
      {},
      h('p', { text: t('fixIntro') }),
      h(
        'table',
        { class: 'before-after' },
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('th', {}, h('span', { class: 'unseen', text: t('apply') })),
            h('th', { text: t('rules') }),
            h('th', { text: t('before') }),
            h('th', { text: t('after') }),
          ),
        ),
        h(
          'tbody',
          {},
          rows.map(({ row: element }) => element),
        ),
      ),
    ),
    {
      isWide: true,
      isOfFile: true,
      closeLabel: t('close'),
      foot: [
        button(t('cancel'), () => dialog.close()),
        button(
          t('apply'),
          async () => {
            const chosen = rows.filter(({ box }) => box.checked).map(({ fix }) => fix);
            dialog.close();
            if (chosen.length) await app.change(fixChange(t('fixLabel', { n: chosen.length }), chosen));
          },
          { kind: 'primary', key: 'fix-apply', isDisabled: plan.length === 0 },
        ),
      ],
    },
  );
}
