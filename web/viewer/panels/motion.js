// SPDX-License-Identifier: MIT
// The motion that plays: its edits, layers and what follows it, and saving it as a VRM animation.
import { button, check, chip, choice, download, field, h, isNarrow, section, slider } from '../core/dom.js';
import { copy } from '../core/clipboard.js';
import { fileName, motionEndings, motions } from '../core/files.js';
import {
  contactChoices,
  contactParts,
  hasUsualContacts,
  lowestSeat,
  stepsOf,
  withoutEdit,
} from '../core/motion_settings.js';
import { cutAt, rounded, withCut } from '../core/timeline_layout.js';
import { number, t } from '../core/words.js';
import { chooseFiles, takeMotions } from '../parts/intake.js';
import { joinPart, layerPart } from './motion_layers.js';
import { posePart, recordPart, showPosePicture, showRecorded } from './poses.js';

export const motion = {
  id: 'motion',
  events: ['desk', 'pose', 'poses', 'recorder'],
  render(app) {
    const { current } = app.desk;
    return [motionPart(app), current?.facts ? editor(app, current) : null, posePart(app), recordPart(app)].flat();
  },
  frame: showRecorded,
  picture: showPosePicture,
};

const editor = (app, current) =>
  current.facts.kind === 'nodes'
    ? [h('p', { class: 'muted', text: t('motionOfNodes') })]
    : [
        isNarrow() && app.timeline ? app.timeline.element : null,
        editPart(app, current),
        layerPart(app, current),
        joinPart(app, current),
        listPart(app, current),
        savePart(app),
      ];

/** The list of motions, and facts about the chosen one. */
function motionPart(app) {
  const { motion: player, desk } = app,
    entry = player.clips[player.current];
  return section(
    t('motionName'),
    h(
      'div',
      { class: 'row motion-file' },
      h(
        'div',
        { class: 'grow' },
        choice(
          t('motionName'),
          [['-1', t('noMotion')], ...player.clips.map(({ name }, i) => [String(i), name])],
          String(player.current),
          (value) => player.select(Number(value)),
          { key: 'motion-choice' },
        ),
      ),
      button(t('open'), () => chooseFiles(app, (found) => takeMotions(app, found), motions), {
        kind: 'small',
        key: 'motion-open',
      }),
    ),
    entry ? null : h('p', { class: 'muted gap-top', text: t('motionHow', { endings: motionEndings }) }),
    entry && !entry.edited ? h('p', { class: 'muted gap-top', text: t('motionOfFile') }) : null,
    desk.current?.facts ? factLine(desk.current.facts) : null,
  );
}

function factLine({ format, duration, frameTime, bones, expressions }) {
  const words = [
    format,
    t('secondsOf', { n: number(duration, 2) }),
    frameTime > 0 && duration > 0 ? t('framesPerSecond', { n: number(1 / frameTime, 1) }) : null,
    t('bonesOf', { n: bones }),
    expressions > 0 ? t('expressionsOf', { n: expressions }) : null,
  ];
  return h('p', { class: 'muted small gap-top', text: words.filter(Boolean).join(' · ') });
}

function editPart(app, { settings, facts }) {
  const { desk } = app;
  const toggle = (name, key) =>
    chip(t(`edit.${key}`), settings[name], (isOn) => desk.change({ [name]: isOn }), {
      key: `edit-${key}`,
      title: t(`editTitle.${key}`),
    });
  const isLonger = facts.duration > 0;
  const cutSlider = (side, label) => {
    const isStart = (side === 'left') !== settings.reverses,
      { value } = cutAt(settings, facts, side);
    return slider({
      label,
      max: rounded(facts.duration),
      step: 0.01,
      unit: t('unit.s'),
      value,
      key: isStart ? 'edit-from' : 'edit-to',
      onInput: (seconds) => desk.change(withCut(desk.current.settings, facts, side, seconds), `cut ${side}`),
    });
  };
  const [first, last] = settings.reverses ? ['right', 'left'] : ['left', 'right'];
  return section(
    t('edit'),
    isLonger ? [cutSlider(first, t('cutFrom')), cutSlider(last, t('cutTo'))] : null,
    isLonger
      ? slider({
          label: t('editSpeed'),
          min: 0.25,
          max: 4,
          step: 0.05,
          unit: '×',
          value: settings.speed,
          key: 'edit-speed',
          onInput: (value) => desk.change({ speed: value }, 'speed'),
        })
      : null,
    isLonger
      ? slider({
          label: t('editSmooth'),
          max: 30,
          step: 0.5,
          digits: 1,
          unit: '°',
          value: settings.smooth,
          key: 'edit-smooth',
          onInput: (value) => desk.change({ smooth: value }, 'smooth'),
        })
      : null,
    h(
      'div',
      { class: 'chips wrap gap-top', role: 'group', 'aria-label': t('edit') },
      toggle('mirrors', 'mirror'),
      isLonger
        ? [
            toggle('reverses', 'reverse'),
            toggle('trims', 'trim'),
            toggle('loops', 'loop'),
            toggle('isInPlace', 'inPlace'),
          ]
        : null,
    ),
    facts.kind === 'capture'
      ? check(t('editFit'), settings.isFitted, (isOn) => desk.change({ isFitted: isOn }), { key: 'edit-fit' })
      : null,
    facts.kind === 'capture' && settings.isFitted ? contactPart(desk, settings) : null,
  );
}

let areContactsOpen = false; // kept while the panel is drawn anew

/** What is held on the ground, on the body and on a seat when the motion is fitted. */
function contactPart(desk, settings) {
  const element = h(
    'details',
    {
      class: 'fold',
      open: areContactsOpen || !hasUsualContacts(settings),
      on: { toggle: () => (areContactsOpen = element.open) },
    },
    h('summary', { text: t('contacts') }),
    contactParts.map((part) =>
      field(
        t(`contact.${part}`),
        choice(
          t(`contact.${part}`),
          contactChoices.map((value) => [value, t(`hold.${value}`)]),
          settings[part],
          (value) => desk.change({ [part]: value }),
          { key: `contact-${part}` },
        ),
      ),
    ),
    slider({
      label: t('seatHeight'),
      max: 1.2,
      step: 0.01,
      unit: 'm',
      value: settings.seatHeight,
      key: 'contact-seat',
      onInput: (metres) => desk.change({ seatHeight: metres < lowestSeat ? 0 : metres }, 'seat'),
    }),
    h('p', { class: 'muted small', text: t('contactsHow') }),
  );
  return element;
}

/** The edits in the order in which they are made. */
function listPart(app, { settings, facts, isEdited }) {
  const { desk, history } = app,
    counts = {};
  const items = [
    ...stepsOf(settings).map(({ kind }) => ({ kind, index: (counts[kind] = (counts[kind] ?? -1) + 1) })),
    ...(settings.isInPlace ? [{ kind: 'inPlace', index: 0 }] : []),
    ...(settings.loops ? [{ kind: 'loop', index: 0 }] : []),
  ];
  return section(
    t('edits'),
    items.length === 0
      ? h('p', { class: 'muted', text: t('noEdits') })
      : h(
          'ol',
          { class: 'edits' },
          items.map(({ kind, index }) => {
            const text = editText(kind, index, settings, facts);
            return h(
              'li',
              {},
              h(
                'div',
                { class: 'row' },
                h('span', { class: 'grow', text }),
                button(t('removeEdit', { what: text }), () => desk.change(withoutEdit(settings, kind, index)), {
                  icon: 'close',
                  iconOnly: true,
                  key: `remove-${kind}-${index}`,
                }),
              ),
            );
          }),
        ),
    h(
      'div',
      { class: 'row wrap gap-top' },
      button(t('undo'), () => app.undo(), { kind: 'small', key: 'desk-undo', isDisabled: !history.canUndo }),
      button(t('redo'), () => app.redo(), { kind: 'small', key: 'desk-redo', isDisabled: !history.canRedo }),
      button(t('resetEdits'), () => desk.reset(), { kind: 'small', key: 'desk-reset', isDisabled: !isEdited }),
    ),
  );
}

function editText(kind, index, settings, facts) {
  const n = (value, digits = 2) => number(value, digits);
  switch (kind) {
    case 'cut':
      return t('done.cut', { from: n(settings.from), to: n(settings.to ?? facts.duration) });
    case 'trim':
      return t('done.trim', { leading: n(facts.trim.leading), trailing: n(facts.trim.trailing) });
    case 'speed':
      return t('done.speed', { n: n(settings.speed) });
    case 'smooth':
      return facts.smooth
        ? t('done.smooth', {
            spikes: facts.smooth.spikes,
            degrees: n(facts.smooth.largestDegrees, 1),
            bone: facts.smooth.bone ?? t('nothing'),
          })
        : t('editSmooth');
    case 'join':
      return t(facts.joins[index]?.bothWalk ? 'done.joinSteps' : 'done.join', { name: settings.joins[index].name });
    case 'layer':
      return t('done.layer', { name: settings.layers[index].name, part: t(`part.${settings.layers[index].part}`) });
    default:
      return t(`edit.${kind}`);
  }
}

function savePart(app) {
  const { desk } = app;
  const save = async () => {
    const name = fileName(desk.output, 'motion.vrma', 'vrma');
    try {
      download(name, await desk.save(), 'model/gltf-binary');
      app.announce(t('savedAs', { name }));
    } catch (error) {
      app.emit('complaint', t('failed', { why: error.message }));
    }
  };
  return section(
    t('saveMotion'),
    h('p', { class: 'muted small', text: t('saveMotionHow') }),
    button(t('saveVrma'), save, { kind: 'primary', key: 'save-vrma' }),
    h(
      'details',
      { class: 'fold' },
      h('summary', { text: t('asCommand') }),
      h('pre', { class: 'command', tabindex: '0', text: desk.command }),
      button(t('copyCommand'), () => copy(app, desk.command), { kind: 'small', key: 'copy-command' }),
    ),
  );
}
