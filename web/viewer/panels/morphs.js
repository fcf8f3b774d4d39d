// SPDX-License-Identifier: MIT
// Morph targets: the list of all of them with a search, and the part of the panel Face that moves them on the running
// avatar. The file does not change.
import { h, section, slider } from '../core/dom.js';
import { number, t } from '../core/words.js';

let filter = '';
let isListOpen = false;

function namesOf(app, mesh) {
  const { extras, primitives } = app.items.meshes[mesh] ?? {};
  const names = extras?.targetNames ?? primitives?.[0]?.extras?.targetNames;
  return Array.isArray(names) ? names : [];
}

/** The name of a morph target; the name of its node with its number if it has none. */
export function targetName(app, node, index) {
  const name = namesOf(app, app.items.nodes[node]?.mesh)[index];
  return typeof name === 'string' && name ? name : `${app.items.nodeName(node)} ${index}`;
}

/** All morph targets: { node, index, name, morph }; `morph` is its place in the weights of the avatar. */
export const targetsOf = (app) =>
  app.view.shown.rig.meshNodes.flatMap(({ node, firstMorph, morphCount }) =>
    Array.from({ length: morphCount }, (_, index) => ({
      node,
      index,
      name: targetName(app, node, index),
      morph: firstMorph + index,
    })),
  );

/** The weight of a morph target in the file. */
export function restOf({ items }, { node, index }) {
  const { weights, mesh } = items.nodes[node],
    weight = weights?.[index] ?? items.meshes[mesh].weights?.[index];
  return Number.isFinite(weight) ? weight : 0;
}

/** A folded list of morph targets with a search; `sliderOf` makes the slider of one. */
export function morphFold(targets, sliderOf) {
  const list = h('div', { class: 'morph-list' });
  const find = h('input', {
    type: 'search',
    value: filter,
    placeholder: t('expr.find'),
    'aria-label': t('expr.find'),
    dataset: { key: 'morph-find' },
    on: {
      input: () => {
        filter = find.value;
        show();
      },
    },
  });
  const show = () => {
    const wanted = filter.trim().toLowerCase();
    list.replaceChildren(...targets.filter(({ name }) => name.toLowerCase().includes(wanted)).map(sliderOf));
  };
  const element = h(
    'details',
    {
      class: 'fold',
      open: isListOpen,
      on: {
        toggle: () => {
          isListOpen = element.open;
          if (isListOpen && !list.firstChild) show();
        },
      },
    },
    h('summary', { text: t('expr.allTargets', { n: number(targets.length) }), dataset: { key: 'morph-all' } }),
    find,
    list,
  );
  if (isListOpen) show();
  return element;
}

/** Sliders that move morph targets by themselves; null if there are none. */
export function morphPart(app) {
  const targets = app.view.shown ? targetsOf(app) : [];
  if (targets.length === 0) return null;
  return section(
    t('morphs'),
    h('p', { class: 'muted small', text: t('morphsHow') }),
    morphFold(targets, (target) => rawSlider(app, target)),
  );
}

const rawSlider = ({ face, view, items }, target) =>
  slider({
    label: target.name,
    value: face.morphOf(target) ?? restOf({ items }, target),
    key: `raw-${target.node}-${target.index}`,
    onInput: (weight) => {
      face.setMorph(target, weight);
      view.invalidate();
    },
  });
