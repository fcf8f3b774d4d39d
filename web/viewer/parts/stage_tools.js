// SPDX-License-Identifier: MIT
// Chips over the stage: views, overlays, light, picture.
import { chip, chips, fill, h, openDialog, slider } from '../core/dom.js';
import { t } from '../core/words.js';
import { openPicture } from './picture.js';
import { isRecordingVideo, stopVideo } from './recording.js';

export const shots = ['full', 'bust', 'face', 'firstPerson'];
export const overlayNames = ['bones', 'springs', 'colliders', 'wire', 'grid'];

export function createStageTools(app, element) {
  const { state } = app;
  const render = () => {
    const view = shots.map((shot) => chip(t(`shot.${shot}`), state.get('shot') === shot, () => {
      if (state.get('shot') === shot) app.view.frame();
      else state.set('shot', shot);
      app.emit('camera');
    }, { key: `shot-${shot}` }));
    fill(element,
      chips(t('views'), ...view, chip(t('turntable'), state.get('isTurning'), (isOn) => state.set('isTurning', isOn), { key: 'turntable' })),
      chips(t('overlays'), ...overlayNames.map((name) => chip(t(`overlay.${name}`), state.get('overlays').includes(name), () => state.toggleOverlay(name), { key: `overlay-${name}` }))),
      chips(t('picture'),
        chip(t('light'), false, () => openLight(app), { key: 'light' }),
        isRecordingVideo() ? chip(t('stopRecording'), true, stopVideo, { key: 'picture', icon: 'record' })
          : chip('', false, () => openPicture(app), { key: 'picture', icon: 'camera', title: t('picture') })));
    if (!isRecordingVideo()) element.querySelector('[data-key="picture"]').setAttribute('aria-label', t('picture'));
    element.querySelectorAll('[data-key="picture"], [data-key="light"]').forEach((other) => other.removeAttribute('aria-pressed'));
  };
  for (const name of ['shot', 'isTurning', 'overlays']) state.on(name, render);
  app.on('look', render);
  app.on('recording', render);
  render();
}

function openLight(app) {
  const { state } = app;
  openDialog(t('light'), h('div', {},
    slider({ label: t('lightPower'), min: 0, max: 2, step: 0.05, value: state.get('light'), onInput: (value) => state.set('light', value) }),
    slider({ label: t('lightYaw'), min: -180, max: 180, step: 5, digits: 0, unit: '°', value: state.get('lightYaw'), onInput: (value) => state.set('lightYaw', value) })),
  { closeLabel: t('close') });
}
