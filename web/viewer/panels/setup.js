// SPDX-License-Identifier: MIT
// Set up: makes an avatar of a figure without VRM. Bones with the node that was found for each, what will be done,
// and who made it.
import { boneNames, isBoneRequired } from '../libvrm/index.js';
import { button, check, chip, chips, choice, field, h, section } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { sentenceOf } from '../core/sentences.js';
import { number, t } from '../core/words.js';
import { followTurns, turning } from './body.js';
import { hover } from './expressions.js';

const advice = / Say which node.*$/; // of the command: here bones are chosen below
const nodeLimit = 2000; // entries of the list of nodes
const fingers = /Thumb|Index|Middle|Ring|Little/;
const groups = [
  ['trunk', (bone) => !/^(left|right)/.test(bone) || bone.endsWith('Eye')],
  ['leftArm', (bone) => /^left(Shoulder|UpperArm|LowerArm|Hand)$/.test(bone)],
  ['rightArm', (bone) => /^right(Shoulder|UpperArm|LowerArm|Hand)$/.test(bone)],
  ['leftLeg', (bone) => /^left(UpperLeg|LowerLeg|Foot|Toes)$/.test(bone)],
  ['rightLeg', (bone) => /^right(UpperLeg|LowerLeg|Foot|Toes)$/.test(bone)],
  ['leftFingers', (bone) => /^left/.test(bone) && fingers.test(bone)],
  ['rightFingers', (bone) => /^right/.test(bone) && fingers.test(bone)],
];
const opened = new Set(['trunk']); // groups that are unfolded

export const setup = {
  id: 'setup',
  events: ['figure'],
  render(app) {
    const { figure } = app;
    if (!figure.isOpen) return made(app);
    figure.prepare();
    if (!figure.facts)
      return [
        h('p', { class: figure.problem ? 'bad' : 'muted', role: 'status', text: figure.problem || t('figureLooking') }),
      ];
    const { facts } = figure;
    return [
      h('p', { text: t('figureHint') }),
      ...problems(figure),
      facts.missing.length ? missing(app) : null,
      section(
        t('humanoid'),
        ...stance(figure),
        ...groups.map(([name, isIn]) => group(app, name, boneNames.filter(isIn))),
      ),
      section(t('figureWork'), facts.isPossible ? work(figure) : null, ...options(figure)),
      section(t('figureWho'), ...meta(figure)),
      h(
        'div',
        { class: 'panel-actions' },
        button(t('figureMake'), () => figure.apply(), {
          kind: 'primary',
          key: 'figure-make',
          isDisabled: !facts.isPossible,
        }),
      ),
    ];
  },
  /** The sliders follow the rings on the stage. */
  frame({ figure }, element) {
    const box = element.querySelector('[data-bone]');
    if (box) followTurns(figure, box);
  },
};

/** What the stage shows: the figure of the file, whose bones are chosen, or its T-pose, whose bones are turned. */
function stance(figure) {
  const { isPosing, canPose, turnedBones } = figure,
    mode = (label, isOn, key) => {
      const element = chip(label, isPosing === isOn, () => figure.setPosing(isOn), { key });
      element.disabled = isOn && !canPose;
      return element;
    };
  return [
    chips(
      t('figureStage'),
      mode(t('figureChoose'), false, 'figure-choose'),
      mode(t('figureTurn'), true, 'figure-turn'),
    ),
    isPosing ? h('p', { class: 'muted small', text: t('figureTurnHint') }) : null,
    isPosing && turnedBones.length
      ? button(t('resetBones'), () => figure.unturn(), { kind: 'small', key: 'figure-unturn' })
      : null,
  ];
}

/** What the next steps are, when the figure is an avatar. */
function made({ state }) {
  const go = (panel) =>
    button(t(`panel.${panel}`), () => state.set('panel', panel), { kind: 'small', key: `setup-${panel}` });
  return [
    h('p', { class: 'good' }, icon('yes'), h('span', { text: t('figureMade') })),
    h('p', { class: 'muted', text: t('figureNext') }),
    h('div', { class: 'row wrap gap-top' }, ...['overview', 'springs', 'expressions', 'optimize', 'findings'].map(go)),
  ];
}

/** Why the figure cannot become an avatar, and what was assumed. */
const problems = ({ findings }) =>
  findings
    .filter(({ severity, code }) => (severity === 'error' || severity === 'warning') && code !== 'CREATE_BONES_MISSING')
    .map((finding) =>
      h(
        'div',
        { class: `finding ${finding.severity}`, role: finding.severity === 'error' ? 'alert' : undefined },
        icon(finding.severity, t(`severityOne.${finding.severity}`)),
        h('span', { class: 'grow', text: sentenceOf(finding).replace(advice, '') }),
      ),
    );

/** Required bones without a node: choosing one waits for a joint. */
const missing = ({ figure }) =>
  h('div', {}, h('p', { class: 'bad', role: 'status', text: t('figureMissing') }), missingChips(figure));

const missingChips = (figure) =>
  h(
    'div',
    { class: 'chips wrap', role: 'group', 'aria-label': t('figureMissing') },
    figure.facts.missing.map((bone) =>
      h('button', {
        type: 'button',
        class: 'chip',
        'aria-pressed': String(figure.bone === bone),
        text: bone,
        dataset: { key: `missing-${bone}` },
        on: { click: () => unfold(figure, bone) },
      }),
    ),
  );

function unfold(figure, bone) {
  opened.add(groups.find(([, isIn]) => isIn(bone))[0]);
  figure.pick(bone);
}

function group(app, name, bones) {
  const { figure } = app,
    found = bones.filter((bone) => figure.bones[bone]).length;
  if (bones.includes(figure.bone)) opened.add(name);
  const element = h(
    'details',
    { class: 'fold figure-group', open: opened.has(name) },
    h(
      'summary',
      { dataset: { key: `group-${name}` } },
      t('figureGroup', { name: t(`group.${name}`), found, n: bones.length }),
    ),
    h(
      'ul',
      {},
      bones.map((bone) => row(app, bone)),
    ),
  );
  element.addEventListener('toggle', () => (element.open ? opened.add(name) : opened.delete(name)));
  return element;
}

function row(app, bone) {
  const { figure, items } = app,
    found = figure.bones[bone],
    isPicked = figure.bone === bone,
    isMissing = !found && isBoneRequired(bone);
  return h(
    'li',
    {
      class: `spring${isMissing ? ' lacking' : ''}`,
      'aria-current': isPicked ? 'true' : undefined,
      on: found ? hover(app, `/nodes/${found.node}`) : {},
    },
    h(
      'button',
      {
        type: 'button',
        class: 'row spring-head',
        'aria-expanded': String(isPicked),
        dataset: { key: `figure-${bone}` },
        on: { click: () => figure.pick(bone) },
      },
      h('span', { class: 'figure-bone clip', text: bone }),
      h('span', { class: 'grow clip', text: found ? items.nodeName(found.node) : '' }),
      h('span', { class: 'muted small', text: wordsOf(figure, bone, found, isMissing) }),
    ),
    isPicked ? details(app, bone, found) : null,
  );
}

function wordsOf(figure, bone, found, isMissing) {
  if (!found) return figure.options.bones[bone] === null ? t('figureNone') : isMissing ? t('figureLacking') : '';
  if (figure.turnedBones.includes(bone)) return t('figureTurnedBone');
  if (found.by === 'choice') return t('byChoice');
  if (found.by === 'name') return t('byName');
  return t('byShapeSure', { percent: number(found.confidence * 100) });
}

function details(app, bone, found) {
  if (!app.figure.isPosing) return nodeChoice(app, bone, found);
  return found ? turning(app.figure, bone) : null;
}

/** The list of nodes for the picked bone: for the keyboard, and for nodes that are hard to hit. */
function nodeChoice(app, bone, found) {
  const { figure } = app,
    isChosen = Object.hasOwn(figure.options.bones, bone);
  return h(
    'div',
    { class: 'details' },
    h('p', { class: 'muted small', text: t('figurePick') }),
    field(
      t('figureNode'),
      choice(
        t('figureNode'),
        [['', t('figureNone')], ...nodesOf(app.items)],
        found?.node ?? '',
        (node) => figure.choose(bone, node === '' ? null : Number(node)),
        { key: 'figure-node' },
      ),
    ),
    isChosen
      ? button(t('figureFind'), () => figure.choose(bone, undefined), { kind: 'small', key: 'figure-find' })
      : null,
  );
}

/** Nodes in the order of the tree, as entries of a list; names are indented. */
function nodesOf({ nodes, nodeName }) {
  const list = [],
    isChild = new Set(nodes.flatMap(({ children }) => children ?? [])),
    queue = nodes.map((_, i) => [i, 0]).filter(([i]) => !isChild.has(i));
  const seen = new Set();
  while (queue.length && list.length < nodeLimit) {
    const [node, depth] = queue.shift();
    if (seen.has(node) || !nodes[node]) continue;
    seen.add(node);
    list.push([node, `${'\u2007'.repeat(Math.min(depth, 12))}${nodes[node].name || `#${node}`}`]);
    queue.unshift(...(nodes[node].children ?? []).map((child) => [child, depth + 1]));
  }
  return list;
}

/** What becomes of pose, direction, size and face. */
function work({ facts, turnedBones }) {
  const { makesTPose, armsOffDegrees, turns, turnDegrees, metres, height, expressions, hasLookAt, mtoonCount } = facts;
  return h(
    'ul',
    { class: 'face-facts' },
    [
      makesTPose ? t('figureTPose', { degrees: number(armsOffDegrees) }) : t('figureStands'),
      turnedBones.length ? t('figureTurnedBones', { names: turnedBones.join(', ') }) : null,
      turns ? t('figureTurned', { degrees: number(turnDegrees) }) : null,
      metres === 1 ? null : t('figureUnit', { metres: number(metres, 4) }),
      t('figureHeight', { metres: number(height, 2) }),
      expressions.length
        ? t('figureExpressions', { n: expressions.length, names: expressions.slice(0, 8).join(', ') })
        : t('figureNoExpressions'),
      t(hasLookAt ? 'figureGaze' : 'figureNoGaze'),
      mtoonCount ? t('figureMtoon', { n: mtoonCount }) : null,
    ]
      .filter(Boolean)
      .map((text) => h('li', { text })),
  );
}

function options(figure) {
  const { keepsPose, ignoresNames, makesMtoon, metres } = figure.options;
  const unit = h('input', {
    type: 'number',
    min: 0,
    step: 'any',
    value: metres || '',
    dataset: { key: 'figure-metres' },
    on: { change: () => figure.set({ metres: Math.max(0, Number(unit.value) || 0) }) },
  });
  return [
    check(t('figureKeepPose'), keepsPose, (isOn) => figure.set({ keepsPose: isOn }), { key: 'figure-keepsPose' }),
    check(t('figureByShape'), ignoresNames, (isOn) => figure.set({ ignoresNames: isOn }), {
      key: 'figure-ignoresNames',
    }),
    check(t('figureMakesMtoon'), makesMtoon, (isOn) => figure.set({ makesMtoon: isOn }), { key: 'figure-makesMtoon' }),
    field(t('figureMetres'), unit),
  ];
}

function meta(figure) {
  const text = (member, label) => {
    const input = h('input', {
      type: 'text',
      value: figure.meta[member],
      dataset: { key: `figure-${member}` },
      on: {
        input: () => {
          figure.meta[member] = input.value;
        },
      },
    });
    return field(label, input);
  };
  return [
    text('name', t('name')),
    text('authors', t('authors')),
    text('licence', t('figureLicence')),
    h('p', { class: 'muted small', text: t('figureTerms') }),
  ];
}
