// SPDX-License-Identifier: MIT
// Meshes that the first-person camera draws.
import { button, choice, h } from '../core/dom.js';
import { valueAt } from '../core/items.js';
import { t } from '../core/words.js';
import { hover } from './expressions.js';

const kinds = ['auto', 'both', 'thirdPersonOnly', 'firstPersonOnly'];

export const firstPerson = {
  id: 'firstPerson',
  events: ['shot'],
  render(app) {
    const { items, state, view } = app;
    const isInside = state.get('shot') === 'firstPerson';
    return [
      h('p', { class: 'muted', text: t('firstPersonHint') }),
      button(
        isInside ? t('lookOutside') : t('lookThrough'),
        () => state.set('shot', isInside ? 'full' : 'firstPerson'),
        { kind: 'gap-top', key: 'first-person', icon: 'firstPerson' },
      ),
      h(
        'ul',
        { class: 'plain-list gap-top' },
        items.rig.meshNodes.map((mesh) => row(app, mesh, view.shown.avatar.visibility(mesh.node))),
      ),
    ];
  },
};

function row(app, { node, mesh, firstPerson: kind }, visibility) {
  const { items } = app;
  const name = items.nodes[node]?.name || items.meshes[mesh]?.name || `node ${node}`;
  return h(
    'li',
    { class: 'mesh-row', on: hover(app, `/nodes/${node}`) },
    h(
      'div',
      { class: 'grow' },
      h('button', {
        type: 'button',
        class: 'text-button clip block',
        text: name,
        on: { click: () => app.state.set('selection', `/nodes/${node}`) },
      }),
      h('span', { class: 'muted small', text: t(`fp.${visibility}`) }),
    ),
    app.document.info.dialect === '1.0'
      ? choice(
          name,
          kinds.map((other) => [other, t(`fp.${other}`)]),
          kind,
          (value) => annotate(app, node, name, value),
          { key: `fp-${node}` },
        )
      : h('span', { class: 'muted', text: t(`fp.${kind}`) }),
  );
}

function annotate(app, node, name, type) {
  const place = `${app.items.root}/firstPerson/meshAnnotations`;
  return app.change({
    label: t('fpChanged', { name, value: t(`fp.${type}`) }),
    isVisible: true,
    edits: (json) => {
      const list = valueAt(json, place) ?? [],
        at = list.findIndex((annotation) => annotation.node === node);
      if (at >= 0) return [[`${place}/${at}/type`, type]];
      return list.length ? [[`${place}/-`, { node, type }]] : [[place, [{ node, type }]]];
    },
  });
}
