// SPDX-License-Identifier: MIT
// Numbers with a platform's limits, bytes by part, cost of a frame, and a crowd.
import { button, chip, chips, choice, h, meter, section } from '../core/dom.js';
import { measureParts, steps } from '../core/part_costs.js';
import { loadPlatforms } from '../core/platforms.js';
import { demandsOver, measure, partsOf, refused } from '../core/statistics.js';
import { bytes, number, t } from '../core/words.js';

let platforms = null;
let costs = null; // { rig, values }
const inBytes = ['textureMemory', 'fileBytes', 'gpuBytes'];
const units = { textureSide: 'px', texturePixels: 'px', height: 'm' };
const show = (key, value) =>
  inBytes.includes(key) ? bytes(value) : units[key] ? `${number(value, 2)} ${units[key]}` : number(value);
const isError = ({ severity = 'error' }) => severity === 'error';

async function readPlatforms(app) {
  platforms = [];
  platforms = await loadPlatforms();
  app.emit('findings');
}

export const statistics = {
  id: 'statistics',
  events: ['platform', 'crowd'],
  showsFindings: true, // for its own, which come later too
  render(app) {
    if (platforms === null) readPlatforms(app);
    const { state, view } = app;
    const values = measure(app.document, app.items);
    const platform = platforms?.find(({ id }) => id === state.get('platform')); // none until one is chosen
    return [
      section(
        t('platform'),
        platforms?.length
          ? choice(
              t('platform'),
              [['', t('noPlatform')], ...platforms.map(({ id, name }) => [id, name])],
              platform?.id ?? '',
              (id) => state.set('platform', id),
              { key: 'platform' },
            )
          : null,
        platform ? verdict(app.document, platform, values) : null,
        h(
          'ul',
          { class: 'stats' },
          inOrder(values, platform?.limits ?? {}).map(([key, value]) => stat(key, value, platform?.limits?.[key])),
        ),
        platform ? sources(platform) : null,
      ),
      section(t('fileParts'), fileParts(app)),
      section(
        t('crowd'),
        chips(
          t('crowd'),
          ...[1, 10, 100].map((count) =>
            chip(t('crowdOf', { n: count }), state.get('crowd') === count, () => state.set('crowd', count), {
              key: `crowd-${count}`,
            }),
          ),
        ),
        h(
          'dl',
          { class: 'facts-list live-stats' },
          ['drawCalls', 'gpuBytes'].flatMap((key) => [
            h('dt', { text: t(`live.${key}`) }),
            h('dd', { dataset: { live: key }, text: view.stage ? show(key, view.stage.stats[key]) : '' }),
          ]),
        ),
      ),
      section(
        t('stages'),
        h('p', { class: 'muted small', text: t('stagesHint', { steps }) }),
        button(
          t('measureParts'),
          () => {
            costs = { rig: app.items.rig, values: measureParts(app.items.rig) };
            app.emit('findings');
          },
          { kind: 'small', key: 'measure' },
        ),
        costs?.rig === app.items.rig ? stageBars(costs.values) : null,
      ),
    ];
  },
  frame(app, element) {
    for (const entry of element.querySelectorAll('[data-live]')) {
      const text = show(entry.dataset.live, app.view.stage.stats[entry.dataset.live]);
      if (entry.textContent !== text) entry.textContent = text;
    }
  },
};

/** Sorts limited numbers first, exceeded ones before them. */
function inOrder(values, limits) {
  const rank = (key, value) =>
    limits[key] === undefined ? 2 : value > limits[key].max && isError(limits[key]) ? 0 : 1;
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .sort(([a, x], [b, y]) => rank(a, x) - rank(b, y));
}

function verdict(document, platform, values) {
  const limits = Object.entries(platform.limits ?? {}),
    others = refused(document, platform);
  const over = demandsOver(platform, values, others).length;
  const open = limits.filter(([key]) => values[key] === undefined);
  return [
    h('p', {
      class: `gap-top ${over ? 'bad' : 'good'}`,
      dataset: { key: 'verdict' },
      text: over ? t('fitsNot', { n: over }) : t('fits'),
    }),
    ...others.map(({ demand, has, accepts }) =>
      h('p', {
        class: 'small bad',
        dataset: { demand },
        text: t(`demand.${demand}`, { has: has.join(', '), accepts: accepts.join(', ') }),
      }),
    ),
    open.length
      ? h('p', {
          class: 'muted small',
          dataset: { key: 'unchecked' },
          text: t('notCounted', {
            limits: open.map(([key, { max }]) => `${t(`stat.${key}`)} ${show(key, max)}`).join(', '),
          }),
        })
      : null,
    platform.note ? h('p', { class: 'muted small', lang: 'en', text: platform.note }) : null,
  ];
}

/** The sources of the limits, without duplicates. */
function sources({ limits = {}, dialects, imageFormats, refusedExtensions }) {
  const all = [...Object.values(limits), dialects, imageFormats, refusedExtensions].filter((demand) => demand?.source);
  return [...new Map(all.map(({ source, date }) => [source, date]))].map(([source, date]) =>
    h(
      'p',
      { class: 'muted small' },
      h('a', {
        href: source,
        target: '_blank',
        rel: 'noreferrer noopener',
        text: t('limitSource', { source: new URL(source).hostname, date }),
      }),
    ),
  );
}

function stat(key, value, limit) {
  const isOver = limit !== undefined && value > limit.max,
    isBad = isOver && isError(limit);
  return h(
    'li',
    { dataset: { stat: key }, class: isBad ? 'over' : '', title: limit?.note },
    h(
      'div',
      { class: 'row' },
      h('span', { class: 'grow', text: t(`stat.${key}`) }),
      h('span', { text: show(key, value) }),
      limit !== undefined ? h('span', { class: 'muted', text: `/ ${show(key, limit.max)}` }) : null,
    ),
    limit !== undefined ? meter(value / Math.max(limit.max, 1), isBad) : null,
    isOver
      ? h('div', {
          class: `small ${isBad ? 'bad' : 'muted'}`,
          text: t('overLimit', { excess: show(key, value - limit.max), limit: show(key, limit.max) }),
        })
      : null,
    isOver && limit.note ? h('div', { class: 'small muted', lang: 'en', text: limit.note }) : null,
  );
}

function bars(entries) {
  const most = Math.max(...entries.map(([, value]) => value), 1e-9);
  return h(
    'ul',
    { class: 'stats' },
    entries.map(([label, value, text]) =>
      h(
        'li',
        {},
        h('div', { class: 'row' }, h('span', { class: 'grow', text: label }), h('span', { text })),
        meter(value / most),
      ),
    ),
  );
}

const fileParts = (app) =>
  bars(
    Object.entries(partsOf(app.document))
      .filter(([, value]) => value > 0)
      .sort((a, b) => b[1] - a[1])
      .map(([part, value]) => [t(`part.${part}`), value, bytes(value)]),
  );
const stageBars = (values) =>
  bars(Object.entries(values).map(([stage, value]) => [t(`step.${stage}`), value, `${number(value, 1)} µs`]));
