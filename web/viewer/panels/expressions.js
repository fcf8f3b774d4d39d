// SPDX-License-Identifier: MIT
// Face: its layers, and each expression with input weight, result after overrides, and binds. While expressions are
// edited, presets are shown with pictures, and the chosen expression with its editor.
import { amount, button, chip, h, range, section } from '../core/dom.js';
import { isEditable } from '../core/expression_edits.js';
import { icon } from '../core/icons.js';
import { t } from '../core/words.js';
import { editorOf } from './expression_editor.js';
import { presetPart } from './expression_presets.js';
import { layers, showLevel } from './face.js';
import { morphPart } from './morphs.js';
import { showPosePicture } from './poses.js';

let isEditing = false;

export const expressions = {
  id: 'expressions',
  events: ['look', 'emotion', 'blinks', 'attention', 'voice', 'face-map'],
  render(app) {
    const list = app.items.expressions;
    if (list.length === 0 && !isEditing)
      return [
        h('p', { class: 'muted', text: t('noExpressions') }),
        h('div', { class: 'row wrap' }, resetButton(app), app.document.info.dialect ? editChip(app) : null),
        morphPart(app),
      ];
    const group = (title, isPreset) => {
      const own = list.filter((expression) => expression.isPreset === isPreset);
      return own.length
        ? section(
            title,
            h(
              'ul',
              { class: 'expressions' },
              own.map((expression) => row(app, expression)),
            ),
          )
        : null;
    };
    return [
      ...(isEditing ? [] : layers(app)),
      h('div', { class: 'row wrap' }, resetButton(app), editChip(app)),
      isEditing ? presetPart(app) : null,
      group(t('presets'), true),
      group(t('custom'), false),
      isEditing ? null : morphPart(app),
    ];
  },
  picture: showPosePicture,
  /** Effective weights, and the expression that overrides each. */
  frame(app, element) {
    showLevel(app, element);
    const avatar = app.view.shown?.avatar;
    const shown = avatar?.expressionWeights,
      asked = avatar?.expressionInputs;
    if (!shown) return;
    for (const row of element.querySelectorAll('[data-expression]')) {
      const i = Number(row.dataset.expression);
      if (!(i in shown)) continue; // the panel shows the last file until the new one is drawn
      const bar = row.querySelector('.effective > i'),
        blocker = row.querySelector('.blocker');
      bar.style.width = `${shown[i] * 100}%`;
      row.dataset.effective = shown[i].toFixed(3);
      const by = asked[i] > shown[i] + 0.001 ? blockerOf(app.items.expressions, i, shown) : null;
      blocker.hidden = !by;
      if (by) blocker.lastChild.textContent = t('blockedBy', { name: by });
    }
  },
};

const resetButton = (app) =>
  button(
    t('resetFace'),
    () => {
      app.face.clear();
      app.emit('face');
      app.emit('document');
    },
    { kind: 'small', key: 'face-reset' },
  );

const editChip = (app) =>
  chip(
    t('expr.edit'),
    isEditing,
    (isOn) => {
      isEditing = isOn;
      app.face.clearMorphs(); // the sliders of the editor move them
      app.emit('document');
    },
    { key: 'expressions-edit' },
  );

/** The expression that overrides the category of another one. */
function blockerOf(list, index, shown) {
  const blocked = list.find((expression) => expression.index === index);
  const member = { blink: 'overrideBlink', lookAt: 'overrideLookAt', mouth: 'overrideMouth' }[blocked?.category];
  const by = list.find(
    (other) => member && other[member] !== 'none' && shown[other.index] > 0 && other.index !== index,
  );
  return by ? titleOf(by) : blocked?.isBinary ? t('binary') : null;
}

/** The translated name of an expression; its own name if there is none. */
export const titleOf = ({ name }) => name || t('noName');

function row(app, expression) {
  const { index, pointer } = expression,
    name = titleOf(expression);
  const isSelected = app.state.get('selection') === pointer;
  const wish = (weight) => {
    app.face.wish(expression.name, weight);
    percent.show(weight * 100);
    app.view.invalidate();
  };
  const now = app.face.wishes.get(expression.name) ?? 0;
  const percent = amount({
    label: t('percentOf', { name }),
    max: 100,
    step: expression.isBinary ? 100 : 1,
    digits: 0,
    unit: '%',
    key: `percent-${expression.name}`,
    onType: (value) => {
      const weight = expression.isBinary ? Math.round(value / 100) : value / 100;
      input.set(weight);
      wish(weight);
      app.emit('face');
    },
  });
  const input = range({
    label: t('wishOf', { name }),
    step: expression.isBinary ? 1 : 0.01,
    value: now,
    key: `expression-${expression.name}`,
    onInput: wish,
    onChange: () => app.emit('face'),
  });
  percent.show(now * 100);
  return h(
    'li',
    {
      class: 'expression',
      dataset: { expression: index },
      'aria-current': isSelected ? 'true' : undefined,
      on: hover(app, pointer),
    },
    h(
      'div',
      { class: 'row' },
      h('button', {
        type: 'button',
        class: 'text-button clip name',
        text: name,
        dataset: { key: `name-${expression.name}` },
        on: { click: () => app.state.set('selection', isSelected ? null : pointer) },
      }),
      h('div', { class: 'grow' }, input, h('div', { class: 'meter effective' }, h('i'))),
      percent,
    ),
    h('div', { class: 'blocker', hidden: true }, icon('lock'), h('span')),
    isSelected ? (isEditing && isEditable(app.document) ? editorOf : details)(app, expression) : null,
  );
}

function details(app, { def, isBinary, overrideBlink, overrideLookAt, overrideMouth }) {
  const { items } = app;
  const percent = (weight) => Math.round(weight * 100);
  const material = (index) => items.materials[index]?.name || `material ${index}`;
  const lines = [
    ...(def.morphTargetBinds ?? []).map(({ node, index, weight = 1 }) =>
      t('bindMorph', { name: items.nodeName(node), index, percent: percent(weight) }),
    ),
    ...(def.binds ?? []).map(({ mesh, index, weight = 100 }) =>
      t('bindMorph', { name: items.meshes[mesh]?.name || `mesh ${mesh}`, index, percent: Math.round(weight) }),
    ),
    ...(def.materialColorBinds ?? []).map((bind) => t('bindColor', { name: material(bind.material), type: bind.type })),
    ...(def.textureTransformBinds ?? []).map((bind) => t('bindTexture', { name: material(bind.material) })),
    ...(def.materialValues ?? []).map((bind) => t('bindColor', { name: bind.materialName, type: bind.propertyName })),
  ];
  const overrides = [
    ['blink', overrideBlink],
    ['lookAt', overrideLookAt],
    ['mouth', overrideMouth],
  ].filter(([, how]) => how !== 'none');
  return h(
    'div',
    { class: 'details' },
    h('h3', { text: t('moves') }),
    h(
      'ul',
      {},
      (lines.length ? lines : [t('bindNothing')]).map((text) => h('li', { text })),
    ),
    overrides.length
      ? h('p', {
          class: 'muted',
          text: `${t('overrides')}: ${overrides.map(([what, how]) => t(`override.${what}`, { how: t(`how.${how}`) })).join(', ')}`,
        })
      : null,
    isBinary ? h('p', { class: 'muted', text: t('binary') }) : null,
  );
}

/** Listeners that highlight an item on the avatar. */
export const hover = (app, pointer) => ({
  pointerenter: (event) => app.state.set('hover', { pointer, element: event.currentTarget }),
  pointerleave: () => app.state.set('hover', null),
});
