// SPDX-License-Identifier: MIT
// Makes the avatar smaller: options, what they save, and which platforms then take it.
import { button, check, chip, chips, choice, field, h, section, slider } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { presets } from '../core/optimizer.js';
import { sentenceElements } from '../core/sentences.js';
import { demandsOver } from '../core/statistics.js';
import { bytes, number, t } from '../core/words.js';

const flags = ['dropsUnboundMorphs', 'dropsIdleNodes', 'foldsBones', 'joinsMeshes', 'quantizes', 'dropsMorphNormals'];
/** Numbers that may change, the most important ones first. */
const compared = [
  'fileBytes',
  'textureMemory',
  'triangles',
  'vertices',
  'drawCalls',
  'skinnedMeshes',
  'materials',
  'bones',
  'morphTargets',
  'springJoints',
];
const show = (key, value) => (key === 'fileBytes' || key === 'textureMemory' ? bytes(value) : number(value));

export const optimize = {
  id: 'optimize',
  events: ['optimizer'],
  render(app) {
    const { optimizer } = app;
    return [
      h('p', { class: 'muted small', text: t('optimizeHow') }),
      chips(
        t('optimizePresets'),
        ...Object.keys(presets).map((name) =>
          chip(t(`optimizePreset.${name}`), optimizer.preset === name, () => optimizer.choosePreset(name), {
            key: `optimize-${name}`,
            title: t(`optimizePresetHint.${name}`),
          }),
        ),
      ),
      section(t('optimizeOptions'), options(optimizer)),
      section(t('optimizePictures'), pictures(optimizer)),
      h(
        'div',
        { class: 'row wrap gap-top' },
        optimizer.result || optimizer.isRunning
          ? null
          : button(t('optimizeTry'), () => optimizer.run(), { kind: 'primary', key: 'optimize-try' }),
        optimizer.isRunning
          ? button(t('cancel'), () => optimizer.discard(), { kind: 'small', key: 'optimize-cancel' })
          : null,
      ),
      h('p', {
        class: optimizer.error ? 'bad' : 'muted',
        role: 'status',
        dataset: { key: 'optimize-status' },
        text: statusOf(optimizer),
      }),
      ...(optimizer.result ? results(app) : []),
    ];
  },
};

function statusOf({ error, isRunning, result }) {
  if (error) return t('failed', { why: error });
  if (isRunning) return t('optimizeRunning');
  if (!result) return '';
  const [before, after] = [result.before, result.after].map(({ values }) => values.fileBytes);
  if (after >= before) return t('saveSmallest');
  return t('saveSize', { before: bytes(before), after: bytes(after), percent: number((100 * after) / before, 0) });
}

function options(optimizer) {
  const { wish } = optimizer;
  const percent = (name) =>
    slider({
      label: t(`optimize.${name}`),
      min: 10,
      max: 100,
      step: 5,
      digits: 0,
      unit: '%',
      value: wish[name],
      key: `optimize-${name}`,
      onChange: (value) => optimizer.choose({ [name]: value }),
    });
  return [
    h('p', { class: 'row small' }, icon('yes'), t('optimizeAlways')),
    ...flags.map((name) => {
      const box = check(t(`optimize.${name}`), wish[name], (isOn) => optimizer.choose({ [name]: isOn }), {
        key: `optimize-${name}`,
      });
      box.title = t(`optimizeHint.${name}`);
      return box;
    }),
    percent('triangles'),
    percent('springJoints'),
  ];
}

function pictures(optimizer) {
  const { wish } = optimizer;
  const sides = [0, 4096, 2048, 1024, 512].map((side) => [
    side,
    side ? t('optimizeSide', { n: side }) : t('optimizeAsIs'),
  ]);
  const formats = ['keep', 'webp', 'jpeg'].map((name) => [name, t(`optimizeFormat.${name}`)]);
  return [
    field(
      t('optimizeMaxSide'),
      choice(t('optimizeMaxSide'), sides, wish.maxSide, (side) => optimizer.choose({ maxSide: Number(side) }), {
        key: 'optimize-side',
      }),
    ),
    field(
      t('optimizeFormat'),
      choice(t('optimizeFormat'), formats, wish.format, (format) => optimizer.choose({ format }), {
        key: 'optimize-format',
      }),
    ),
    wish.format === 'keep'
      ? null
      : slider({
          label: t('optimizeQuality'),
          min: 30,
          max: 100,
          step: 5,
          digits: 0,
          value: wish.quality,
          key: 'optimize-quality',
          onChange: (quality) => optimizer.choose({ quality }),
        }),
    h('p', { class: 'muted small', text: t('optimizeAlpha') }),
  ];
}

function results(app) {
  const { optimizer } = app,
    { before, after, findings } = optimizer.result;
  return [
    h(
      'div',
      { class: 'row wrap' },
      button(t('optimizeTake'), () => optimizer.take(), { kind: 'primary', key: 'optimize-take' }),
      button(t('optimizeDiscard'), () => optimizer.discard(), { key: 'optimize-discard' }),
    ),
    section(
      t('optimizeNumbers'),
      table(
        [t('optimizeNumbers'), t('before'), t('after')],
        compared.map((key) => {
          const [was, is] = [before.values[key], after.values[key]];
          return {
            key,
            cells: [
              t(`stat.${key}`),
              show(key, was),
              h('span', { class: is < was ? 'good' : '', text: show(key, is) }),
            ],
          };
        }),
      ),
    ),
    optimizer.platforms.length ? section(t('optimizePlatforms'), platforms(optimizer)) : null,
    findings.length
      ? section(
          t('decisions', { n: findings.length }),
          h(
            'ul',
            { class: 'finding-list' },
            findings
              .slice(0, 50)
              .map((finding) =>
                h(
                  'li',
                  { class: `finding ${finding.severity}` },
                  icon(finding.severity, t(`severityOne.${finding.severity}`)),
                  h('div', { class: 'grow' }, sentenceElements(finding)),
                ),
              ),
          ),
        )
      : null,
  ];
}

/** A table of { key, cells, note }; the first cell names its row. */
function table(heads, rows) {
  return h(
    'table',
    { class: 'before-after optimize-table' },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        heads.map((text) => h('th', { scope: 'col', text })),
      ),
    ),
    h(
      'tbody',
      {},
      rows.map(({ key, cells: [name, ...others], note, isNew }) =>
        h(
          'tr',
          { class: isNew ? 'now' : undefined, dataset: { row: key } },
          h(
            'th',
            { scope: 'row' },
            h('div', { text: name }),
            note ? h('div', { class: 'muted small', text: note }) : null,
          ),
          others.map((cell) => h('td', {}, cell)),
        ),
      ),
    ),
  );
}

/** Whether each platform takes the avatar: those that begin to do so first. */
function platforms({ platforms: list, result: { before, after } }) {
  const rows = list.map((platform) => {
    const [was, is] = [before, after].map(({ values, refused }) => demandsOver(platform, values, refused[platform.id]));
    const rank = is.length === 0 ? (was.length ? 0 : 1) : 2;
    return { rank, platform, was, is };
  });
  rows.sort((a, b) => a.rank - b.rank || a.is.length - b.is.length);
  const mark = (unmet) =>
    h(
      'span',
      { class: `fits ${unmet.length ? 'bad' : 'good'}`, title: unmet.map((key) => t(key)).join(', ') },
      icon(unmet.length ? 'no' : 'yes', t(unmet.length ? 'no' : 'yes')),
      unmet.length ? number(unmet.length) : null,
    );
  return table(
    [t('platform'), t('before'), t('after')],
    rows.map(({ platform, was, is }) => ({
      key: platform.id,
      cells: [platform.name, mark(was), mark(is)],
      note: is.length ? is.map((key) => t(key)).join(', ') : null,
      isNew: was.length > 0 && is.length === 0,
    })),
  );
}
