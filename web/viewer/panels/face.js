// SPDX-License-Identifier: MIT
// The layers of the face: emotion, eyes, mouth, idle motion, and the abilities of the avatar's face.
import { button, check, chip, chips, choice, field, h, meter, section, slider } from '../core/dom.js';
import { attentions, emotions } from '../core/face.js';
import { sounds } from '../core/files.js';
import { icon } from '../core/icons.js';
import { t } from '../core/words.js';
import { chooseFiles } from '../parts/intake.js';

export const layers = (app) => [emotionPart(app), eyesPart(app), mouthPart(app), idlePart(app), factsPart(app)];

function emotionPart(app) {
  const { state } = app,
    own = emotions.filter((name) => app.view.shown?.rig.expressionIndex(name) >= 0);
  if (own.length === 0) return null;
  const set = (name) => {
    state.set('emotion', name);
    app.view.invalidate();
  };
  return section(
    t('emotion'),
    h(
      'div',
      { class: 'chips wrap', role: 'group', 'aria-label': t('emotion') },
      ['', ...own].map((name) =>
        chip(t(`emotion.${name || 'none'}`), state.get('emotion') === name, () => set(name), {
          key: `emotion-${name || 'none'}`,
        }),
      ),
    ),
    slider({
      label: t('intensity'),
      max: 100,
      step: 1,
      digits: 0,
      unit: '%',
      value: state.get('intensity') * 100,
      key: 'intensity',
      onInput: (value) => {
        state.set('intensity', value / 100);
        app.view.invalidate();
      },
    }),
  );
}

/** The gaze; also used in the panel Body. */
export const gazePart = (app) =>
  app.view.shown?.rig.lookAt
    ? [
        chips(
          t('gaze'),
          ...['off', 'pointer', 'camera'].map((look) =>
            chip(t(`look.${look}`), app.state.get('look') === look, () => app.state.set('look', look), {
              key: `look-${look}`,
            }),
          ),
        ),
        h('p', { class: 'muted small', text: t('gazeBy', { type: t(`gaze.${app.view.shown.rig.lookAt}`) }) }),
      ]
    : [h('p', { class: 'muted', text: t('noGaze') })];

function eyesPart(app) {
  const { state } = app;
  return section(
    t('eyes'),
    h(
      'div',
      { class: 'row' },
      h(
        'div',
        { class: 'grow' },
        check(t('blinksAlone'), state.get('blinks'), (isOn) => state.set('blinks', isOn), { key: 'blinks' }),
      ),
      button(t('blinkNow'), () => app.face.blink(), { kind: 'small', key: 'blink' }),
    ),
    gazePart(app),
    app.view.shown?.rig.lookAt
      ? field(
          t('attention'),
          choice(
            t('attention'),
            attentions.map((name) => [name, t(`attention.${name}`)]),
            state.get('attention'),
            (name) => state.set('attention', name),
            { key: 'attention' },
          ),
        )
      : null,
  );
}

function mouthPart(app) {
  const { voice } = app,
    isListening = voice.state === 'listening' || voice.state === 'asking',
    isPlaying = voice.state === 'playing';
  const level = meter(0);
  level.dataset.level = '';
  return section(
    t('mouth'),
    h(
      'div',
      { class: 'row wrap' },
      button(isListening ? t('micStop') : t('micStart'), () => (isListening ? voice.stop() : voice.listen()), {
        kind: isListening ? 'small on' : 'small',
        icon: 'microphone',
        key: 'microphone',
      }),
      button(t('openSound'), () => chooseFiles(app, undefined, sounds), { kind: 'small', key: 'open-sound' }),
    ),
    voice.hasSound
      ? h(
          'div',
          { class: 'row' },
          button(isPlaying ? t('soundStop') : t('soundPlay'), () => (isPlaying ? voice.stop() : voice.play()), {
            icon: isPlaying ? 'pause' : 'play',
            iconOnly: true,
            key: 'sound-play',
          }),
          h('span', { class: 'clip', text: voice.name, title: voice.name }),
        )
      : null,
    h(
      'p',
      { class: `voice small ${voice.problem ? 'problem' : 'muted'}` },
      voice.state === 'listening' ? icon('record') : null,
      voice.problem || t(`voice.${voice.state}`, { name: voice.name }),
    ),
    isListening ? level : null,
  );
}

const idlePart = (app) =>
  section(
    t('idle'),
    slider({
      label: t('idleAmount'),
      max: 200,
      step: 5,
      digits: 0,
      unit: '%',
      value: app.state.get('idle') * 100,
      key: 'idle',
      onInput: (value) => app.state.set('idle', value / 100),
    }),
  );

/** Abilities measured on the avatar's vertices. */
function factsPart(app) {
  const { map } = app.face;
  if (!map) return null;
  const isMeant = (name) => name === 'neutral' || (name.startsWith('look') && app.view.shown.rig.lookAt === 'bone'); // to have none
  const idle = map.presets.filter((name) => !map.effectivePresets.includes(name) && !isMeant(name));
  const lines = [
    t(`tracking.${map.tracking}`, { n: map.shapeCount, morphs: map.shapeMorphCount }),
    !map.hasVowels && t('noVowels'),
    !map.hasBlink && t('noBlink'),
    idle.length > 0 && t('idlePresets', { names: idle.join(', ') }),
  ];
  return section(
    t('faceFacts'),
    h(
      'ul',
      { class: 'face-facts' },
      lines.filter(Boolean).map((text) => h('li', { text })),
    ),
  );
}

/** The level of the microphone. */
export function showLevel(app, element) {
  element.querySelector('[data-level]')?.set(app.voice.loudness);
}
