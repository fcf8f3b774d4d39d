// SPDX-License-Identifier: MIT
// Chips over the stage: views, overlays, camera, light and picture.
import { chip, chips, fill } from '../core/dom.js';
import { t } from '../core/words.js';
import { toggleLight } from './light.js';
import { openPicture } from './picture.js';
import { isPopoverOpen, placePopovers, renewPopover } from './popover.js';
import { isRecordingVideo, stopVideo } from './recording.js';
import { toggleView } from './view_card.js';

export const shots = ['full', 'bust', 'face', 'firstPerson'];
export const overlayNames = ['bones', 'springs', 'colliders', 'wire', 'grid'];
export const overlayKeys = { bones: 'b', springs: 's', colliders: 'c', wire: 'w', grid: 'g' };

const withKey = (label, key) => t('withKey', { label, key: key.toUpperCase() });

/** A chip with an icon; its tooltip has the name and the key. */
function iconChip(label, key, name, isOn, onToggle, letter) {
  const element = chip('', isOn, onToggle, { key, icon: name, title: letter ? withKey(label, letter) : label });
  element.setAttribute('aria-label', label);
  return element;
}

export function createStageTools(app, element) {
  const { state } = app;
  const view = () =>
    shots.map((shot, i) =>
      chip(
        t(`shot.${shot}`),
        state.get('shot') === shot,
        () => {
          if (state.get('shot') === shot) app.view.frame();
          else state.set('shot', shot);
          app.emit('camera');
        },
        { key: `shot-${shot}`, title: withKey(t(`shot.${shot}`), String(i + 1)) },
      ),
    );
  const overlays = () =>
    overlayNames.map((name) =>
      chip(t(`overlay.${name}`), state.get('overlays').includes(name), () => state.toggleOverlay(name), {
        key: `overlay-${name}`,
        title: withKey(t(`overlay.${name}`), overlayKeys[name]),
      }),
    );
  const doers = () => {
    const view = iconChip(t('view'), 'view', 'view', false, () => toggleView(app), 'v');
    const light = iconChip(t('light'), 'light', 'light', false, () => toggleLight(app), 'l');
    for (const opener of [view, light]) {
      opener.setAttribute('aria-expanded', String(isPopoverOpen(opener.dataset.key)));
      opener.setAttribute('aria-haspopup', 'dialog');
    }
    const picture = isRecordingVideo()
      ? chip(t('stopRecording'), true, stopVideo, { key: 'picture', icon: 'record' })
      : iconChip(t('picture'), 'picture', 'camera', false, () => openPicture(app));
    for (const opener of [view, light, picture]) opener.removeAttribute('aria-pressed'); // not toggles
    return [
      iconChip(
        t('turntable'),
        'turntable',
        'turntable',
        state.get('isTurning'),
        (isOn) => state.set('isTurning', isOn),
        '5',
      ),
      iconChip(t('follow'), 'follow', 'follow', state.get('follows'), (isOn) => state.set('follows', isOn)),
      view,
      light,
      picture,
    ];
  };
  const render = () =>
    fill(
      element,
      chips(t('views'), ...view()),
      chips(t('overlays'), ...overlays()),
      chips(t('stageTools'), ...doers()),
    );
  for (const name of ['shot', 'isTurning', 'overlays', 'follows']) state.on(name, render);
  app.on('look', () => {
    renewPopover();
    render();
  });
  app.on('recording', render);
  new ResizeObserver(() => placePopovers(element)).observe(element);
  render();
}
