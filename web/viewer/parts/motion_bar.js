// SPDX-License-Identifier: MIT
// The bar at the bottom: play, time, clip, speed, loop, blend, and the cost of the last frames.
import { Clip } from '../libvrm/index.js';
import { button, check, choice, fill, h, range } from '../core/dom.js';
import { motionEndings, motions } from '../core/files.js';
import { t } from '../core/words.js';
import { chooseFiles, takeMotions } from './intake.js';
import { createCostGraph } from './cost_graph.js';
import { stepOnce } from './keys.js';

const clock = (seconds) => {
  const tenths = Math.floor(seconds * 10 + 1e-6);
  return `${String(Math.floor(tenths / 600)).padStart(2, '0')}:${String(Math.floor(tenths / 10) % 60).padStart(2, '0')}.${tenths % 10}`;
};

export function createMotionBar(app, element) {
  const { state, motion } = app;
  const graph = createCostGraph(app);
  let line = null,
    time = null;

  const clipOptions = () => [
    ['-1', t('noClip')],
    ...motion.clips.map(({ name }, i) => [String(i), name]),
    ...(app.document?.json.animations ?? []).map(({ name }, i) => [
      `own:${i}`,
      t('ownClip', { name: name || `#${i}` }),
    ]),
    ['add', t('addClip', { endings: motionEndings })],
  ];

  const chooseClip = (value) => {
    if (value === 'add') {
      chooseFiles(app, (found) => takeMotions(app, found), motions);
      render();
    } else if (value.startsWith('own:')) {
      const animation = Number(value.slice(4));
      motion.addClip(
        app.document.json.animations[animation].name || `#${animation}`,
        new Clip(app.document.model, { animation }),
      );
    } else motion.select(Number(value));
  };

  const render = () => {
    const isPlaying = state.get('isPlaying');
    line = range({
      label: t('time'),
      min: 0,
      max: motion.duration || 1,
      step: 0.01,
      value: motion.clip ? motion.position : 0,
      key: 'time',
      onInput: (value) => {
        state.set('isPlaying', false);
        motion.seek(value);
      },
    });
    line.disabled = !motion.clip; // idle motion never repeats
    time = h('span', { class: 'clock' });
    fill(
      element,
      button(isPlaying ? t('pause') : t('play'), () => state.set('isPlaying', !isPlaying), {
        icon: isPlaying ? 'pause' : 'play',
        iconOnly: true,
        key: 'play',
      }),
      button(t('step'), () => stepOnce(app), { icon: 'stepOn', iconOnly: true, key: 'step', kind: 'wide-only' }),
      h('div', { class: 'grow row' }, line, time),
      choice(t('clip'), clipOptions(), String(motion.current), chooseClip, { key: 'clip' }),
      h(
        'div',
        { class: 'wide-only row' },
        choice(
          t('speed'),
          [0.25, 0.5, 1, 1.5, 2].map((speed) => [speed, `${speed}×`]),
          state.get('speed'),
          (value) => state.set('speed', Number(value)),
          { key: 'speed' },
        ),
        check(t('loop'), state.get('loops'), (isOn) => state.set('loops', isOn), { key: 'loop' }),
        motion.current >= 0 && motion.clips.length > 1 ? blendControls() : null,
      ),
      voiceButton(),
      recordButton(),
      app.motion.live ? h('span', { class: 'badge info', text: t('live') }) : null,
      h('div', { class: 'wide-only' }, graph.element),
    );
    graph.render();
  };

  const blendControls = () =>
    h(
      'div',
      { class: 'row' },
      choice(
        t('blendWith'),
        [['-1', t('blendNone')], ...motion.clips.map(({ name }, i) => [String(i), name])],
        String(motion.second),
        (value) => {
          motion.setSecond(Number(value));
          render();
        },
        { key: 'blend-clip' },
      ),
      motion.second >= 0
        ? h(
            'div',
            { class: 'blend' },
            range({
              label: t('blendWeight'),
              value: motion.blend,
              onInput: (value) => motion.setBlend(value),
              key: 'blend',
            }),
          )
        : null,
    );

  /** Shows everywhere on the page that sound moves the mouth, with a button to stop it. */
  const voiceButton = () => {
    const { voice } = app,
      isListening = voice.state === 'listening';
    return isListening || voice.state === 'playing'
      ? button(isListening ? t('micStop') : t('soundStop'), () => voice.stop(), {
          kind: 'on',
          icon: isListening ? 'microphone' : 'sound',
          iconOnly: true,
          key: 'voice-stop',
        })
      : null;
  };

  /** Shows on every panel that the motion is recorded. */
  const recordButton = () =>
    app.recorder.isOn
      ? button(t('recordStop'), () => app.recorder.stop(), {
          kind: 'on',
          icon: 'record',
          iconOnly: true,
          key: 'record-stop',
        })
      : null;

  const update = () => {
    if (document.activeElement !== line || state.get('isPlaying')) line.set(motion.clip ? motion.position : 0);
    time.textContent = motion.clip ? `${clock(motion.position)} / ${clock(motion.duration)}` : clock(motion.position);
    graph.add(app.view.times);
  };

  for (const name of ['isPlaying', 'speed', 'loops']) state.on(name, render);
  state.on('pose', (pose) => {
    if (pose !== 'clip') motion.current = -1;
    render();
  });
  for (const name of ['clips', 'document', 'look', 'live', 'voice', 'recorder']) app.on(name, render);
  app.on('desk', () => {
    line.max = motion.duration || 1;
  });
  app.on('frame', update);
  render();
}
