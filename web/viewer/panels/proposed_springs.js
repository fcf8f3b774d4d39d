// SPDX-License-Identifier: MIT
// Proposed springs in the panel Springs: chains by kind, each to take, to rename its kind, and to move otherwise.
import { button, check, chip, chips, choice, field, h } from '../core/dom.js';
import { pointerOf } from '../core/sway.js';
import { t } from '../core/words.js';
import { hover } from './expressions.js';
import { migrateButton } from './migrate.js';

/** The button that proposes; what is in the way for files that are not 1.0 avatars. */
export function proposeButton(app) {
  const { dialect } = app.document.info;
  if (!dialect) return h('p', { class: 'muted', text: t('springsNeedAvatar') });
  if (dialect !== '1.0')
    return h(
      'div',
      {},
      h('p', { class: 'muted small', text: t('springsNeed1') }),
      migrateButton(app, 'springs-migrate'),
    );
  return button(t('proposeSprings'), () => app.sway.open(), { kind: 'small', key: 'springs-propose' });
}

export function proposedSprings(app) {
  const { sway, items } = app,
    kinds = [...new Set(sway.chains.map(({ kind }) => kind))].sort(
      (a, b) => sway.kinds.indexOf(a) - sway.kinds.indexOf(b),
    );
  const option = (name, label) =>
    check(t(label), sway.options[name], (isOn) => sway.open({ [name]: isOn }), { key: `sway-${name}` });
  return [
    h('p', { text: t(sway.chains.length ? 'swayHint' : 'swayNothing') }),
    sway.chains.length ? feels(sway) : null,
    items.springs.length || sway.options.replaces ? option('replaces', 'swayReplace') : null,
    option('hasColliders', 'swayColliders'),
    option('isCentered', 'swayCentered'),
    h('div', { class: 'sway-kinds gap-top' }, ...kinds.map((kind) => group(app, kind))),
    h(
      'div',
      { class: 'panel-actions' },
      h('p', { class: 'muted small', role: 'status', text: t('swayFacts', factsOf(sway)) }),
      h(
        'div',
        { class: 'row wrap gap-top' },
        button(t('swayApply', { n: sway.takenCount }), () => sway.apply(), {
          kind: 'primary',
          key: 'sway-apply',
          isDisabled: !sway.isUseful,
        }),
        button(t('cancel'), () => sway.close(), { key: 'sway-cancel' }),
      ),
    ),
  ];
}

const factsOf = ({ chains, takenCount, result }) => ({
  taken: takenCount,
  all: chains.length,
  springs: result.springCount,
  joints: result.jointCount,
  colliders: result.colliders.length,
});

/** How all chains move; none is pressed if they differ. */
const feels = (sway) =>
  h(
    'div',
    { class: 'sway-feels' },
    h('span', { class: 'muted', text: t('swayFeel') }),
    chips(
      t('swayFeel'),
      ...sway.feels.map((feel) =>
        chip(
          t(`feel.${feel}`),
          sway.chains.every((chain) => chain.feel === feel),
          () => sway.choose({ feel }),
          { key: `sway-feel-${feel}` },
        ),
      ),
    ),
  );

/** The chains of a kind, and a box that takes all of them. */
function group(app, kind) {
  const { sway } = app,
    own = sway.chains.filter((chain) => chain.kind === kind),
    taken = own.filter(({ isTaken }) => isTaken).length;
  const all = check(
    t('swayKind', { kind: t(`sway.${kind}`), taken, n: own.length }),
    taken === own.length,
    (isTaken) => sway.choose({ isTaken }, (chain) => chain.kind === kind),
    { key: `sway-kind-${kind}` },
  );
  all.querySelector('input').indeterminate = taken > 0 && taken < own.length;
  all.classList.add('sway-kind');
  return h(
    'section',
    {},
    all,
    h(
      'ul',
      { class: 'springs' },
      own.map((chain) => row(app, chain)),
    ),
  );
}

function row(app, chain) {
  const { state, sway } = app,
    pointer = pointerOf(chain),
    isChosen = state.get('selection') === pointer,
    set = (what) => sway.choose(what, (other) => pointerOf(other) === pointer);
  const box = h('input', {
    type: 'checkbox',
    checked: chain.isTaken,
    'aria-label': t('swayTake', { name: chain.name }),
    dataset: { key: `sway-take-${chain.nodes[0]}` },
    on: { change: () => set({ isTaken: box.checked }) },
  });
  return h(
    'li',
    { class: 'spring', 'aria-current': isChosen ? 'true' : undefined, on: hover(app, pointer) },
    h(
      'div',
      { class: 'row' },
      h('span', { class: 'check' }, box),
      h(
        'button',
        {
          type: 'button',
          class: 'spring-head grow',
          'aria-expanded': String(isChosen),
          dataset: { key: `sway-${chain.nodes[0]}` },
          on: { click: () => state.set('selection', isChosen ? null : pointer) },
        },
        h('span', { class: 'clip block', text: chain.name || t('noName') }),
        h('span', { class: 'muted small', text: wordsOf(chain) }),
      ),
    ),
    isChosen ? settings(sway, chain, set) : null,
  );
}

const wordsOf = ({ nodes, bone, isNamed, feel }) =>
  [
    t('swayChain', { n: nodes.length, bone }),
    t(isNamed ? 'byName' : 'byShape'),
    feel === 'normal' ? '' : t(`feel.${feel}`),
  ]
    .filter(Boolean)
    .join(' · ');

const settings = (sway, chain, set) =>
  h(
    'div',
    { class: 'details' },
    field(
      t('swayWhat'),
      choice(
        t('swayWhat'),
        sway.kinds.map((kind) => [kind, t(`sway.${kind}`)]),
        chain.kind,
        (kind) => set({ kind }),
        { key: 'sway-kind' },
      ),
    ),
    field(
      t('swayFeel'),
      choice(
        t('swayFeel'),
        sway.feels.map((feel) => [feel, t(`feel.${feel}`)]),
        chain.feel,
        (feel) => set({ feel }),
        { key: 'sway-feel' },
      ),
    ),
  );
