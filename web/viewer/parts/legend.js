// SPDX-License-Identifier: MIT
// What the colours on the avatar say, while it is not shown as its materials say; with a button back.
import { button, fill, h } from '../core/dom.js';
import { weightNode } from '../core/surface_mode.js';
import { t } from '../core/words.js';

/** Ends and middle of a scale of colours. */
const scales = { weights: ['0 %', '50 %', '100 %'], density: ['256', '1448', '8192'] };

/** The line below the name: what is missing, or a scale. */
function details(app, mode) {
  if (mode === 'weights') {
    const node = weightNode(app);
    if (node === null) return [h('p', { class: 'small', text: t('legendChoose') })];
    return [h('p', { class: 'small clip', text: app.items.nodeName(node) }), scaleOf(mode)];
  }
  return mode === 'density' ? [scaleOf(mode), h('p', { class: 'small muted', text: t('legendDensity') })] : [];
}

const scaleOf = (mode) =>
  h(
    'div',
    {},
    h('div', { class: `legend-scale ${mode}` }),
    h(
      'div',
      { class: 'row legend-ends' },
      scales[mode].map((text) => h('span', { text })),
    ),
  );

export function createLegend(app) {
  const { state } = app;
  const element = h('div', { class: 'card legend', id: 'legend', role: 'status', hidden: true });
  document.getElementById('stage').append(element);
  const render = () => {
    const mode = state.get('mode');
    element.hidden = mode === 'lit';
    if (element.hidden) return element.replaceChildren();
    fill(
      element,
      h(
        'div',
        { class: 'row' },
        h('strong', { class: 'grow', text: t(`mode.${mode}`) }),
        button(t('legendEnd'), () => state.set('mode', 'lit'), { icon: 'close', iconOnly: true, key: 'legend-end' }),
      ),
      ...details(app, mode),
    );
  };
  for (const name of ['mode', 'selection']) state.on(name, render);
  for (const name of ['look', 'document']) app.on(name, render);
  render();
}
