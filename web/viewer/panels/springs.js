// SPDX-License-Identifier: MIT
// Springs: pause, wind, and the settings of chains and joints. A change acts at once; releasing the control
// records it.
import { button, check, chip, chips, h, section, slider } from '../core/dom.js';
import { number, t } from '../core/words.js';
import { valueAt } from '../core/items.js';
import { colliderSettings } from './collider.js';
import { hover } from './expressions.js';
import { proposeButton, proposedSprings } from './proposed_springs.js';

const members = [
  { member: 'stiffness', max: 4, step: 0.01 },
  { member: 'dragForce', max: 1, step: 0.01 },
  { member: 'gravityPower', max: 2, step: 0.01 },
  { member: 'hitRadius', max: 0.2, step: 0.001, unit: 'm', digits: 3 },
];
let scope = 'chain';

export const springs = {
  id: 'springs',
  events: ['areSpringsPaused', 'sway'],
  render(app) {
    const { state, items } = app;
    if (app.sway.isOpen) return proposedSprings(app);
    if (items.springs.length === 0) return [h('p', { class: 'muted', text: t('noSprings') }), proposeButton(app)];
    const selection = state.get('selection');
    const chosen = selection ? items.springAt(selection) : null;
    return [
      h(
        'div',
        { class: 'row wrap' },
        check(t('pauseSprings'), state.get('areSpringsPaused'), (isOn) => state.set('areSpringsPaused', isOn), {
          key: 'springs-pause',
        }),
        button(t('resetSprings'), () => app.view.shown.avatar.resetSprings(), { kind: 'small', key: 'springs-reset' }),
      ),
      proposeButton(app),
      slider({
        label: t('wind'),
        min: -2,
        max: 2,
        step: 0.05,
        value: state.get('wind'),
        key: 'wind',
        onInput: (value) => state.set('wind', value),
      }),
      h(
        'ul',
        { class: 'springs' },
        items.springs.map((spring) => row(app, spring, spring === chosen, selection)),
      ),
      items.colliders.length
        ? section(
            t('colliderList'),
            h(
              'ul',
              { class: 'plain-list' },
              items.colliders.map(({ node, pointer }) =>
                h(
                  'li',
                  {},
                  h(
                    'div',
                    { class: 'row' },
                    h('button', {
                      type: 'button',
                      class: 'text-button clip',
                      text: items.nodeName(node),
                      'aria-current': selection === pointer ? 'true' : undefined,
                      dataset: { key: `collider-${pointer}` },
                      on: { click: () => state.set('selection', pointer), ...hover(app, pointer) },
                    }),
                    h('span', { class: 'muted small grow end', text: colliderShape(items, pointer) }),
                  ),
                  selection === pointer ? colliderSettings(app, pointer) : null,
                ),
              ),
            ),
          )
        : null,
      h('p', { class: 'muted small', text: t('springsKept') }),
    ];
  },
};

function row(app, spring, isChosen, selection) {
  return h(
    'li',
    {
      class: 'spring',
      'aria-current': isChosen ? 'true' : undefined,
      on: hover(
        app,
        spring.joints[0].pointer === spring.pointer
          ? spring.pointer
          : spring.isPerJoint
            ? spring.pointer
            : `/nodes/${spring.joints[0].node}`,
      ),
    },
    h(
      'button',
      {
        type: 'button',
        class: 'row spring-head',
        'aria-expanded': String(isChosen),
        dataset: { key: `spring-${spring.pointer}-${spring.joints[0].index}` },
        on: { click: () => app.state.set('selection', isChosen ? null : spring.pointer) },
      },
      h(
        'span',
        { class: 'grow' },
        h('span', { class: 'clip block', text: spring.name }),
        h('span', {
          class: 'muted small',
          text: t('chainFacts', {
            joints: spring.joints.length,
            colliders: Math.max(...spring.joints.map((joint) => joint.colliderCount)),
          }),
        }),
      ),
      plot(app, spring),
    ),
    isChosen ? settings(app, spring, selection) : null,
  );
}

/** Stiffness, drag and gravity along the chain. */
function plot(app, spring) {
  const values = spring.joints.map((joint) => app.items.springSettings(spring, joint));
  const element = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [name, value] of Object.entries({
    viewBox: '0 0 72 28',
    class: 'plot',
    role: 'img',
    'aria-label': t('plotOf'),
  }))
    element.setAttribute(name, value);
  [
    ['stiffness', 4],
    ['dragForce', 1],
    ['gravityPower', 2],
  ].forEach(([member, most]) => {
    const line = document.createElementNS('http://www.w3.org/2000/svg', 'polyline');
    const points = (values.length > 1 ? values : [values[0], values[0]]).map(
      (value, i, all) => `${2 + (68 * i) / (all.length - 1)},${26 - 24 * Math.min(1, value[member] / most)}`,
    );
    line.setAttribute('points', points.join(' '));
    line.setAttribute('class', member);
    element.append(line);
  });
  return element;
}

function settings(app, spring, selection) {
  const { items } = app;
  const joint =
    spring.joints.find((other) => selection === other.pointer || selection.startsWith(`${other.pointer}/`)) ??
    spring.joints[0];
  const targets = () =>
    spring.isPerJoint && scope === 'joint'
      ? [joint]
      : spring.isPerJoint
        ? spring.joints
        : items.springs.filter((other) => other.pointer === spring.pointer).flatMap((other) => other.joints);
  const now = items.springSettings(spring, joint);
  const limit = angleLimit(items, joint);
  const controls = members.map(({ member, max, ...rest }) =>
    slider({
      label: t(member),
      min: 0,
      max: Math.max(max, now[member]),
      value: now[member],
      key: `spring-${member}`,
      ...rest,
      onInput: (value) => {
        for (const target of targets())
          app.view.shown.avatar.setJointSettings(target.index, {
            ...items.springSettings(spring, target),
            [member]: value,
          });
        app.view.invalidate();
      },
      onChange: (value) =>
        app.change({
          label: t('springChanged', {
            name: spring.isPerJoint && scope === 'joint' ? items.nodeName(joint.node) : spring.name,
            member: t(member),
            value: number(value, 3),
          }),
          edits: items.springEdits(spring, targets(), member, value),
          series: `${spring.pointer} ${targets().map(({ index }) => index)} ${member}`,
        }),
    }),
  );
  return h(
    'div',
    { class: 'details' },
    spring.isPerJoint
      ? chips(
          t('scope'),
          chip(t('scope.chain'), scope === 'chain', () => choose('chain'), { key: 'scope-chain' }),
          chip(t('scope.joint'), scope === 'joint', () => choose('joint'), { key: 'scope-joint' }),
        )
      : h('p', { class: 'muted small', text: t('scope.group') }),
    spring.isPerJoint ? jointRow(app, spring, joint) : null,
    ...controls,
    limit ? h('p', { class: 'muted small', text: `${t('angleLimit')}: ${limit}` }) : null,
  );

  function choose(next) {
    scope = next;
    app.emit('document');
  }
}

const jointRow = (app, spring, joint) =>
  h(
    'div',
    { class: 'joints', role: 'group', 'aria-label': t('joint') },
    spring.joints.map((other, i) =>
      h('button', {
        type: 'button',
        class: 'chip',
        'aria-pressed': String(other === joint),
        text: String(i + 1),
        title: app.items.nodeName(other.node),
        dataset: { key: `joint-${i}` },
        on: {
          click: () => {
            scope = 'joint';
            app.state.set('selection', other.pointer);
          },
          ...hover(app, other.pointer),
        },
      }),
    ),
  );

/** The description of a collider, which distinguishes several of one bone. A group of 0.x has spheres. */
function colliderShape(items, pointer) {
  const collider = valueAt(items.json, pointer) ?? {};
  if (Array.isArray(collider.colliders)) return t('spheres', { n: collider.colliders.length });
  const shape = collider.extensions?.VRMC_springBone_extended_collider?.shape ?? collider.shape ?? {};
  const kind = ['sphere', 'capsule', 'plane'].find((name) => shape[name]);
  if (!kind) return '';
  const { radius, inside } = shape[kind];
  return [
    t(`collider.${kind}`),
    inside ? t('collider.inside') : '',
    typeof radius === 'number' ? `${number(radius, 3)} m` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** The limit of VRMC_springBone_limit in words; null without one. */
function angleLimit(items, joint) {
  const limit = valueAt(items.json, `${joint.pointer}/extensions/VRMC_springBone_limit/limit`);
  if (!limit) return null;
  return Object.entries(limit)
    .map(
      ([kind, value]) =>
        `${kind} ${Object.entries(value)
          .filter(([, entry]) => typeof entry === 'number')
          .map(([key, entry]) => `${key} ${number((entry * 180) / Math.PI, 1)}°`)
          .join(', ')}`,
    )
    .join('; ');
}
