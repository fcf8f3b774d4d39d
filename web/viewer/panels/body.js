// SPDX-License-Identifier: MIT
// Pose, gaze, a map of the bones, rotation of one bone, and constraints.
import { isBoneRequired, boneNames } from '../libvrm/index.js';
import { button, chip, chips, h, section, slider } from '../core/dom.js';
import { t } from '../core/words.js';
import { hover } from './expressions.js';
import { gazePart } from './face.js';

/** Positions of bones on the map, seen from the front: x, y in 200 by 260. The avatar's left is at the right. */
const places = {
  head: [100, 24],
  neck: [100, 46],
  leftEye: [107, 20],
  rightEye: [93, 20],
  jaw: [100, 33],
  upperChest: [100, 66],
  chest: [100, 84],
  spine: [100, 104],
  hips: [100, 126],
  leftShoulder: [118, 60],
  leftUpperArm: [136, 66],
  leftLowerArm: [158, 84],
  leftHand: [178, 104],
  rightShoulder: [82, 60],
  rightUpperArm: [64, 66],
  rightLowerArm: [42, 84],
  rightHand: [22, 104],
  leftUpperLeg: [113, 140],
  leftLowerLeg: [116, 184],
  leftFoot: [117, 226],
  leftToes: [120, 242],
  rightUpperLeg: [87, 140],
  rightLowerLeg: [84, 184],
  rightFoot: [83, 226],
  rightToes: [80, 242],
};
const limbs = [
  ['head', 'neck', 'upperChest', 'chest', 'spine', 'hips'],
  ['upperChest', 'leftShoulder', 'leftUpperArm', 'leftLowerArm', 'leftHand'],
  ['upperChest', 'rightShoulder', 'rightUpperArm', 'rightLowerArm', 'rightHand'],
  ['hips', 'leftUpperLeg', 'leftLowerLeg', 'leftFoot', 'leftToes'],
  ['hips', 'rightUpperLeg', 'rightLowerLeg', 'rightFoot', 'rightToes'],
];

export const body = {
  id: 'body',
  events: ['pose', 'look'],
  render(app) {
    const { state, items, motion } = app;
    const poses = ['idle', 't', 'a', 'rest', ...(motion.current >= 0 ? ['clip'] : [])];
    const selected = state.get('selection') ? items.boneAt(state.get('selection')) : null;
    return [
      section(
        t('poses'),
        chips(
          t('poses'),
          ...poses.map((pose) =>
            chip(t(`pose.${pose}`), state.get('pose') === pose, () => state.set('pose', pose), { key: `pose-${pose}` }),
          ),
        ),
      ),
      section(t('gaze'), gazePart(app)),
      items.bones.length
        ? section(
            t('humanoid'),
            map(app, selected),
            selected ? turning(motion, selected.bone) : null,
            fingers(app, selected),
            motion.turns.size
              ? button(t('resetBones'), () => motion.unturn(), { kind: 'small', key: 'reset-bones' })
              : null,
          )
        : null,
      section(t('constraints'), constraints(app)),
    ];
  },
  /** The sliders follow the rings on the stage. */
  frame(app, element) {
    const box = element.querySelector('[data-bone]');
    if (box) followTurns(app.motion, box);
  },
};

/** Puts the sliders of turning() where the rings have turned the bone. */
export function followTurns(owner, box) {
  const now = owner.turnOf(box.dataset.bone);
  box.querySelectorAll('.slider').forEach((slider, i) => {
    if (Number(slider.input.value) !== Math.round(now[i])) slider.set(now[i]);
  });
}

const svgNs = 'http://www.w3.org/2000/svg';
function svg(tag, attributes, ...children) {
  const element = document.createElementNS(svgNs, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function map(app, selected) {
  const { items, state } = app;
  const field = svg('svg', {
    viewBox: '0 0 200 256',
    class: 'body-map',
    role: 'group',
    'aria-label': t('humanoidMap'),
  });
  for (const limb of limbs) {
    const present = limb.filter((bone) => items.info.bones[bone] !== undefined || bone === 'hips');
    field.append(svg('polyline', { points: present.map((bone) => places[bone].join(',')).join(' '), class: 'limb' }));
  }
  for (const [name, [x, y]] of Object.entries(places)) {
    const bone = items.bones.find((other) => other.bone === name);
    if (!bone && !isBoneRequired(name)) continue;
    const label = bone
      ? t('boneOf', { bone: name, node: items.nodeName(bone.node) })
      : t('boneMissing', { bone: name });
    const isChosen = selected?.bone === name;
    const isSmall = name.endsWith('Eye') || name === 'jaw';
    const dot = svg(
      'g',
      {
        class: `bone${bone ? '' : ' missing'}${isChosen ? ' chosen' : ''}`,
        role: 'button',
        tabindex: bone ? '0' : undefined,
        'aria-label': label,
        'aria-pressed': String(isChosen),
        'data-key': `bone-${name}`,
      },
      svg('title', {}, label),
      svg('circle', { cx: x, cy: y, r: isSmall ? 6 : 11, class: 'hit' }),
      svg('circle', { cx: x, cy: y, r: isSmall ? 2.5 : name === 'head' ? 11 : 5.5 }),
    );
    if (bone) {
      const choose = () => state.set('selection', isChosen ? null : bone.pointer);
      dot.addEventListener('click', choose);
      dot.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault();
          event.stopPropagation();
          choose();
        }
      });
      for (const [type, listener] of Object.entries(hover(app, bone.pointer))) dot.addEventListener(type, listener);
    }
    field.append(dot);
  }
  return field;
}

/** Sliders that rotate a bone; `owner` as in stage/gizmo.js. */
export function turning(owner, bone) {
  const now = owner.turnOf(bone);
  const axis = (label, i) =>
    slider({
      label,
      min: -180,
      max: 180,
      step: 1,
      digits: 0,
      unit: '°',
      value: now[i],
      key: `turn-${i}`,
      onInput: (value) => {
        const next = [...owner.turnOf(bone)];
        next[i] = value;
        owner.turn(bone, next);
      },
      onChange: () => owner.turned('slider'),
    });
  return h(
    'div',
    { class: 'details', dataset: { bone } },
    h('h3', { text: bone }),
    axis(t('turnX'), 0),
    axis(t('turnY'), 1),
    axis(t('turnZ'), 2),
    button(
      t('resetBone'),
      () => {
        owner.turn(bone, [0, 0, 0]);
        owner.turned();
      },
      { kind: 'small', key: 'reset-bone' },
    ),
  );
}

function fingers(app, selected) {
  const own = boneNames
    .filter((bone) => /Thumb|Index|Middle|Ring|Little/.test(bone))
    .map((bone) => app.items.bones.find((other) => other.bone === bone))
    .filter(Boolean);
  if (own.length === 0) return null;
  return h(
    'details',
    { class: 'fold' },
    h('summary', { text: `${t('fingers')} (${own.length})` }),
    h(
      'ul',
      { class: 'plain-list' },
      own.map(({ bone, pointer }) =>
        h(
          'li',
          {},
          h('button', {
            type: 'button',
            class: 'text-button',
            text: bone,
            'aria-current': selected?.bone === bone ? 'true' : undefined,
            on: { click: () => app.state.set('selection', pointer), ...hover(app, pointer) },
          }),
        ),
      ),
    ),
  );
}

function constraints(app) {
  const { items } = app;
  const list = items.rig.constraints;
  if (list.length === 0) return h('p', { class: 'muted', text: t('noConstraints') });
  return h(
    'ul',
    { class: 'plain-list' },
    list.map(({ node, source, type, weight }) =>
      h(
        'li',
        { class: 'row' },
        h('button', {
          type: 'button',
          class: 'text-button grow clip',
          text: t('constraintLine', { node: items.nodeName(node), source: items.nodeName(source) }),
          on: { click: () => app.state.set('selection', `/nodes/${node}`), ...hover(app, `/nodes/${node}`) },
        }),
        h('span', { class: 'muted fixed', text: `${t(`constraint.${type}`)} ${Math.round(weight * 100)} %` }),
      ),
    ),
  );
}
