// SPDX-License-Identifier: MIT
// Layers over the chosen motion, and motions that follow it.
import { button, check, choice, field, h, section, slider } from '../core/dom.js';
import { layerDefaults, layerParts, mostMotions } from '../core/motion_settings.js';
import { layoutOf, rounded } from '../core/timeline_layout.js';
import { t } from '../core/words.js';
import { chooseMotion } from '../parts/choose_motion.js';

/** A picker at the end of a list; a sentence when the list is full. */
const adder = (app, label, count, onChosen, key) =>
  count < mostMotions
    ? chooseMotion(app, label, onChosen, { key })
    : h('p', { class: 'muted small', text: t('mostMotions', { n: mostMotions }) });

/** Adds a motion unless another one was chosen while it was read. */
const forThis =
  ({ desk }, current, add) =>
  (motion) =>
    desk.current === current && add(motion);

export function layerPart(app, current) {
  const { desk } = app,
    { settings, facts } = current;
  const add = (motion) => desk.change({ layers: [...current.settings.layers, { ...layerDefaults, ...motion }] });
  return section(
    t('layers'),
    h(
      'ul',
      { class: 'motion-list' },
      settings.layers.map((layer, i) => layerRow(app, layer, i, layoutOf(settings, facts).main)),
    ),
    adder(app, t('addLayer'), settings.layers.length, forThis(app, current, add), 'add-layer'),
  );
}

function layerRow(app, layer, index, length) {
  const { desk } = app;
  const set = (changes, series = null) =>
    desk.change(
      { layers: desk.current.settings.layers.map((other, i) => (i === index ? { ...other, ...changes } : other)) },
      series && `${series} ${index}`,
    );
  const time = (label, name, max) =>
    slider({
      label,
      max,
      step: 0.01,
      unit: t('unit.s'),
      value: layer[name],
      key: `layer-${name}-${index}`,
      onInput: (value) => set({ [name]: value }, name),
    });
  return h(
    'li',
    {},
    head(
      layer.name,
      () => desk.change({ layers: desk.current.settings.layers.filter((_, i) => i !== index) }),
      `layer-remove-${index}`,
    ),
    field(
      t('layerPart'),
      choice(
        t('layerPart'),
        layerParts.map((part) => [part, t(`part.${part}`)]),
        layer.part,
        (part) => set({ part }),
        { key: `layer-part-${index}` },
      ),
    ),
    slider({
      label: t('layerWeight'),
      max: 100,
      step: 1,
      digits: 0,
      unit: '%',
      value: layer.weight * 100,
      key: `layer-weight-${index}`,
      onInput: (value) => set({ weight: value / 100 }, 'weight'),
    }),
    time(t('layerOffset'), 'offset', rounded(length)),
    time(t('layerFade'), 'fade', 3),
    h(
      'div',
      { class: 'row wrap' },
      check(t('layerAdditive'), layer.isAdditive, (isAdditive) => set({ isAdditive }), {
        key: `layer-additive-${index}`,
      }),
      check(t('layerExtends'), layer.extends, (isOn) => set({ extends: isOn }), { key: `layer-extends-${index}` }),
    ),
  );
}

export function joinPart(app, current) {
  const { desk } = app,
    { settings } = current;
  const add = (motion) => desk.change({ joins: [...current.settings.joins, motion] });
  return section(
    t('joins'),
    h(
      'ul',
      { class: 'motion-list' },
      settings.joins.map(({ name }, i) =>
        h(
          'li',
          {},
          head(
            name,
            () => desk.change({ joins: desk.current.settings.joins.filter((_, k) => k !== i) }),
            `join-remove-${i}`,
          ),
        ),
      ),
    ),
    settings.joins.length
      ? slider({
          label: t('joinBlend'),
          max: 2,
          step: 0.05,
          unit: t('unit.s'),
          value: settings.blend,
          key: 'join-blend',
          onInput: (blend) => desk.change({ blend }, 'blend'),
        })
      : null,
    adder(app, t('addJoin'), settings.joins.length, forThis(app, current, add), 'add-join'),
  );
}

/** The name of a motion, and a button that removes it. */
const head = (name, remove, key) =>
  h(
    'div',
    { class: 'row' },
    h('strong', { class: 'grow clip', text: name, title: name }),
    button(t('removeEdit', { what: name }), remove, { icon: 'close', iconOnly: true, key }),
  );
