// SPDX-License-Identifier: MIT
// Numbers beside a platform's limits, the file by part, the cost of a frame, and a crowd.
import { button, chip, chips, choice, h, meter, section } from '../core/dom.js';
import { measureStages, steps } from '../core/stage_costs.js';
import { measure, partsOf } from '../core/statistics.js';
import { bytes, number, t } from '../core/words.js';

let platforms = null;
let costs = null; // { rig, values }
const inBytes = ['textureMemory', 'fileSize', 'gpuBytes'];
const show = (key, value) => (inBytes.includes(key) ? bytes(value) : key === 'textureSize' ? `${number(value)} px` : number(value));

async function loadPlatforms(app) {
  platforms = [];
  try {
    platforms = (await (await fetch('platforms.json')).json()).platforms;
  } catch { /* the numbers are shown without limits */ }
  app.emit('findings');
}

export const statistics = {
  id: 'statistics',
  events: ['platform', 'crowd'],
  showsFindings: true, // for its own, which come later too
  render(app) {
    if (platforms === null) loadPlatforms(app);
    const { state, view } = app;
    const values = measure(app.document);
    const platform = platforms?.find(({ id }) => id === state.get('platform')); // none until one is chosen
    const over = Object.entries(platform?.limits ?? {}).filter(([key, limit]) => values[key] > limit);
    return [
      section(t('platform'),
        platforms?.length ? choice(t('platform'), [['', t('noPlatform')], ...platforms.map(({ id, name }) => [id, name])], platform?.id ?? '', (id) => state.set('platform', id), { key: 'platform' }) : null,
        platform ? h('p', { class: `gap-top ${over.length ? 'bad' : 'good'}`, text: over.length ? t('fitsNot', { n: over.length }) : t('fits') }) : null,
        h('ul', { class: 'stats' }, Object.entries(values).map(([key, value]) => stat(key, value, platform?.limits[key]))),
        platform ? h('p', { class: 'muted small' }, h('a', { href: platform.source, target: '_blank', rel: 'noreferrer noopener', text: t('limitSource', { source: new URL(platform.source).hostname, date: platform.seen }) })) : null),
      section(t('fileParts'), fileParts(app)),
      section(t('crowd'), chips(t('crowd'), ...[1, 10, 100].map((count) => chip(t('crowdOf', { n: count }), state.get('crowd') === count, () => state.set('crowd', count), { key: `crowd-${count}` }))),
        h('dl', { class: 'facts-list live-stats' }, ['drawCalls', 'gpuBytes'].flatMap((key) => [h('dt', { text: t(`stat.${key}`) }), h('dd', { dataset: { live: key }, text: view.stage ? show(key, view.stage.stats[key]) : '' })]))),
      section(t('stages'), h('p', { class: 'muted small', text: t('stagesHint', { steps }) }),
        button(t('measureStages'), () => { costs = { rig: app.items.rig, values: measureStages(app.items.rig) }; app.emit('findings'); }, { kind: 'small', key: 'measure' }),
        costs?.rig === app.items.rig ? stageBars(costs.values) : null),
    ];
  },
  frame(app, element) {
    for (const entry of element.querySelectorAll('[data-live]')) {
      const text = show(entry.dataset.live, app.view.stage.stats[entry.dataset.live]);
      if (entry.textContent !== text) entry.textContent = text;
    }
  },
};

function stat(key, value, limit) {
  const isOver = limit !== undefined && value > limit;
  return h('li', { dataset: { stat: key }, class: isOver ? 'over' : '' },
    h('div', { class: 'row' }, h('span', { class: 'grow', text: t(`stat.${key}`) }), h('span', { text: show(key, value) }), limit !== undefined ? h('span', { class: 'muted', text: `/ ${show(key, limit)}` }) : null),
    limit !== undefined ? meter(value / Math.max(limit, 1), isOver) : null,
    isOver ? h('div', { class: 'small bad', text: t('overLimit', { excess: show(key, value - limit), limit: show(key, limit) }) }) : null);
}

function bars(entries) {
  const most = Math.max(...entries.map(([, value]) => value), 1e-9);
  return h('ul', { class: 'stats' }, entries.map(([label, value, text]) => h('li', {}, h('div', { class: 'row' }, h('span', { class: 'grow', text: label }), h('span', { text })), meter(value / most))));
}

const fileParts = (app) => bars(Object.entries(partsOf(app.document)).filter(([, value]) => value > 0).sort((a, b) => b[1] - a[1]).map(([part, value]) => [t(`part.${part}`), value, bytes(value)]));
const stageBars = (values) => bars(Object.entries(values).map(([stage, value]) => [t(`step.${stage}`), value, `${number(value, 1)} µs`]));
