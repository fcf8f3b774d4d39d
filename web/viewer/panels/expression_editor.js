// SPDX-License-Identifier: MIT
// The editor of one expression: its name, what it moves, colours and texture transforms that it changes, and what it
// does to others. A slider acts at once; releasing it records the change.
import { fromHex, toHex } from '../core/colors.js';
import { amount, button, check, choice, field, h, openDialog, slider } from '../core/dom.js';
import {
  added,
  bound,
  definitionOf,
  freeName,
  membered,
  mirrored,
  morphed,
  placeOf,
  problemOf,
  removed,
  renamed,
} from '../core/expression_edits.js';
import { number, t } from '../core/words.js';
import { morphFold, restOf, targetName, targetsOf } from './morphs.js';

const hows = ['none', 'block', 'blend'];
const overrides = [
  ['overrideBlink', 'expr.blink'],
  ['overrideLookAt', 'expr.lookAt'],
  ['overrideMouth', 'expr.mouth'],
];
const colorTypes = ['color', 'emissionColor', 'shadeColor', 'matcapColor', 'rimColor', 'outlineColor'];
const white = [1, 1, 1, 1];

/** Makes a change that the avatar is built again for, and selects an expression; null: none. `edits`: edits, or a
 * function of the JSON by then. */
export async function changeExpressions(app, label, edits, { select, ...rest } = {}) {
  const isDone = await app.change({ label, edits, isVisible: true, ...rest });
  if (!isDone) app.view.shown?.avatar.resetMorphs(); // what a slider has shown
  if (isDone && select !== undefined) app.state.set('selection', select === null ? null : placeOf(select));
  return isDone;
}

/** Asks for the name of an expression; `take` gets it once it can be used. */
export function askName(app, title, value, own, take) {
  const why = h('p', { class: 'muted small', 'aria-live': 'polite' });
  const input = h('input', { type: 'text', maxlength: '120', value, dataset: { key: 'expression-name' } });
  const confirm = button(t('apply'), () => finish(), { kind: 'primary', key: 'expression-name-apply' });
  const look = () => {
    const name = input.value.trim(),
      problem = problemOf(app.document.json, name, own);
    confirm.disabled = problem !== null;
    why.textContent = problem ? t(problem, { name }) : t('expr.nameHow');
    input.setAttribute('aria-invalid', String(problem !== null));
  };
  const finish = () => {
    if (confirm.disabled) return;
    dialog.close();
    take(input.value.trim());
  };
  input.addEventListener('input', look);
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault(); // the button that opened the dialog would get the key
    finish();
  });
  const dialog = openDialog(title, [field(t('expr.name'), input), why], {
    isOfFile: true,
    closeLabel: t('close'),
    foot: [button(t('cancel'), () => dialog.close()), confirm],
  });
  look();
  input.select();
}

export function editorOf(app, expression) {
  const { name } = expression,
    definition = definitionOf(app.document.json, name) ?? {};
  return h(
    'div',
    { class: 'details expression-editor' },
    h(
      'div',
      { class: 'row wrap' },
      button(t('expr.rename'), () => rename(app, name), { kind: 'small', key: 'expression-rename' }),
      button(t('expr.copy'), () => copy(app, name), { kind: 'small', key: 'expression-copy' }),
      button(t('expr.mirror'), () => mirror(app, name), {
        kind: 'small',
        key: 'expression-mirror',
        title: t('expr.mirrorHow'),
      }),
      button(t('expr.delete'), () => remove(app, name), { kind: 'small', key: 'expression-delete' }),
    ),
    morphs(app, name, definition),
    colors(app, name, definition),
    textures(app, name, definition),
    h('h3', { text: t('overrides') }),
    ...overrides.map(([member, label]) =>
      field(
        t(label),
        choice(
          t(label),
          hows.map((how) => [how, t(`expr.how.${how}`)]),
          definition[member] ?? 'none',
          (how) => changeExpressions(app, t('expr.overridden', { name }), membered(name, member, how)),
          { key: `expression-${member}` },
        ),
      ),
    ),
    check(
      t('binary'),
      definition.isBinary ?? false,
      (isOn) => changeExpressions(app, t('expr.changed', { name }), membered(name, 'isBinary', isOn)),
      { key: 'expression-binary' },
    ),
  );
}

// ---- Name ----

const rename = (app, name) =>
  askName(app, t('expr.renameOf', { name }), name, name, async (to) => {
    if (to === name) return;
    const wish = app.face.wishes.get(name);
    const label = t('expr.renamed', { name, to });
    if (await changeExpressions(app, label, (json) => renamed(json, name, to), { select: to })) {
      app.face.wish(name, 0);
      if (wish) app.face.wish(to, wish);
    }
  });

const copy = (app, name) =>
  askName(app, t('expr.copyOf', { name }), freeName(app.document.json, `${name} 2`), undefined, (to) =>
    changeExpressions(app, t('expr.copied', { name, to }), (json) => added(to, definitionOf(json, name)), {
      select: to,
    }),
  );

async function remove(app, name) {
  if (await changeExpressions(app, t('expr.deleted', { name }), removed(name), { select: null }))
    app.face.wish(name, 0);
}

async function mirror(app, name) {
  const { document } = app;
  try {
    const found = await document.model.mirrorExpression(name);
    if (document !== app.document) return;
    if (found.unmatched.length > 0) {
      const [{ node, index }] = found.unmatched;
      app.emit('complaint', t('expr.unmatched', { name, target: targetName(app, node, index) }));
      return;
    }
    const label = t('expr.mirrored', { name, to: found.name });
    await changeExpressions(app, label, (json) => mirrored(json, name, found), { select: found.name });
  } catch (error) {
    app.emit('complaint', t('failed', { why: error.message }));
  }
}

// ---- Morph targets ----

function morphs(app, name, definition) {
  const binds = definition.morphTargetBinds ?? [],
    all = targetsOf(app);
  const weightOf = (target) =>
    binds.find(({ node, index }) => node === target.node && index === target.index)?.weight ?? 0;
  const own = all.filter((target) => weightOf(target) !== 0);
  return [
    h('h3', { text: t('moves') }),
    ...own.map((target) => morphSlider(app, name, target, weightOf(target), 'own')),
    own.length ? null : h('p', { class: 'muted small', text: t('bindNothing') }),
    all.length
      ? morphFold(all, (target) => morphSlider(app, name, target, weightOf(target), 'all'))
      : h('p', { class: 'muted small', text: t('expr.noTargets') }),
  ];
}

/** While it moves, the avatar shows the whole expression with the new weight. */
function morphSlider(app, name, target, weight, list) {
  const { node, index, morph } = target;
  return slider({
    label: target.name,
    max: Math.max(1, weight),
    value: weight,
    key: `morph-${list}-${node}-${index}`,
    onInput: (value) => {
      app.face.wish(name, 1);
      app.view.shown.avatar.setMorph(morph, restOf(app, target) + value - weight);
      app.view.invalidate();
    },
    onChange: (value) =>
      changeExpressions(
        app,
        t('expr.morphed', { name, target: target.name, percent: number(value * 100) }),
        (json) => morphed(json, name, target, value),
        { series: `${placeOf(name)} ${node} ${index}` },
      ),
  });
}

// ---- Materials ----

const materialChoices = (app) =>
  app.items.materials.map((material, i) => [String(i), material.name || `material ${i}`]);

/** Changes of binds as they are by then. Only the bind that the panel shows is removed. */
function bindChanges(app, name, member) {
  const { model } = app.document;
  const change = (at, changed, rest) =>
    changeExpressions(app, t('expr.changed', { name }), (json) => bound(json, name, member, at, changed), rest);
  return {
    add: (bind) => change(Infinity, () => bind),
    set: (at, members) => change(at, (now) => now && { ...now, ...members(now) }),
    remove: (at) => change(at, () => undefined, { of: model }),
  };
}

function colors(app, name, definition) {
  const binds = definition.materialColorBinds ?? [],
    member = 'materialColorBinds';
  const { add, remove, set } = bindChanges(app, name, member);
  return materialPart(app, t('expr.colors'), binds, {
    key: 'color',
    addLabel: t('expr.addColor'),
    add: () => add({ material: 0, type: 'color', targetValue: baseColor(app, 0) }),
    remove,
    controls: (bind, at) => {
      const value = Array.isArray(bind.targetValue) ? bind.targetValue : white;
      const input = h('input', {
        type: 'color',
        value: toHex(value),
        'aria-label': t('expr.color'),
        dataset: { key: `color-value-${at}` },
        on: { change: () => set(at, () => ({ targetValue: [...fromHex(input.value), value[3] ?? 1] })) },
      });
      return [
        choice(
          t('expr.material'),
          materialChoices(app),
          bind.material,
          (m) => set(at, () => ({ material: Number(m) })),
          { key: `color-material-${at}` },
        ),
        choice(
          t('expr.colorType'),
          colorTypes.map((type) => [type, t(`expr.type.${type}`)]),
          bind.type,
          (type) => set(at, () => ({ type })),
          { key: `color-type-${at}` },
        ),
        input,
      ];
    },
  });
}

const baseColor = (app, material) => app.items.materials[material]?.pbrMetallicRoughness?.baseColorFactor ?? white;

function textures(app, name, definition) {
  const binds = definition.textureTransformBinds ?? [],
    member = 'textureTransformBinds';
  const { add, remove, set } = bindChanges(app, name, member);
  return materialPart(app, t('expr.textures'), binds, {
    key: 'texture',
    addLabel: t('expr.addTexture'),
    add: () => add({ material: 0, scale: [1, 1], offset: [0, 0] }),
    remove,
    controls: (bind, at) => [
      choice(t('expr.material'), materialChoices(app), bind.material, (m) => set(at, () => ({ material: Number(m) })), {
        key: `texture-material-${at}`,
      }),
      ...['scale', 'offset'].flatMap((what) =>
        [0, 1].map((axis) => {
          const vectorOf = (it) => (Array.isArray(it[what]) ? it[what] : what === 'scale' ? [1, 1] : [0, 0]);
          const input = amount({
            label: t(`expr.${what}${axis}`),
            min: -100,
            max: 100,
            digits: 3,
            key: `texture-${what}-${axis}-${at}`,
            onType: (value) =>
              set(at, (now) => ({ [what]: vectorOf(now).map((old, i) => (i === axis ? value : old)) })),
          });
          input.show(vectorOf(bind)[axis]);
          return h('label', { class: 'muted small', text: `${t(`expr.${what}${axis}`)} ` }, input);
        }),
      ),
    ],
  });
}

function materialPart(app, title, binds, { key, addLabel, add, remove: removeAt, controls }) {
  return [
    h('h3', { text: title }),
    ...binds.map((bind, at) =>
      h(
        'div',
        { class: 'row wrap material-bind', role: 'group', 'aria-label': `${title} ${at + 1}` },
        ...controls(bind, at),
        button(t('expr.removeBind'), () => removeAt(at), { icon: 'close', iconOnly: true, key: `${key}-remove-${at}` }),
      ),
    ),
    button(addLabel, add, { kind: 'small', key: `${key}-add`, isDisabled: app.items.materials.length === 0 }),
  ];
}
