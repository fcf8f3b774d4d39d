// SPDX-License-Identifier: MIT
// The card of the light, beside its button: it stays open while the avatar is viewed and rotated.
import { button, h, slider } from '../core/dom.js';
import { t } from '../core/words.js';

let shown = null; // the card, or null

export const isLightOpen = () => shown !== null;

export function closeLight() {
  if (!shown) return false;
  const hadFocus = shown.contains(document.activeElement);
  shown.remove();
  shown = null;
  const opener = document.querySelector('[data-key="light"]');
  opener?.setAttribute('aria-expanded', 'false');
  if (hadFocus) opener?.focus();
  return true;
}

function card({ state }) {
  return h(
    'div',
    { class: 'card popover', id: 'light', role: 'dialog', 'aria-label': t('light') },
    h(
      'div',
      { class: 'row' },
      h('h2', { class: 'grow', text: t('light') }),
      button(t('close'), closeLight, { icon: 'close', iconOnly: true, key: 'light-close' }),
    ),
    slider({
      label: t('lightPower'),
      min: 0,
      max: 2,
      step: 0.05,
      value: state.get('light'),
      key: 'light-power',
      onInput: (value) => state.set('light', value),
    }),
    slider({
      label: t('lightYaw'),
      min: -180,
      max: 180,
      step: 5,
      digits: 0,
      unit: '°',
      value: state.get('lightYaw'),
      key: 'light-yaw',
      onInput: (value) => state.set('lightYaw', value),
    }),
  );
}

export function toggleLight(app) {
  if (closeLight()) return;
  shown = card(app);
  document.getElementById('stage').append(shown);
  document.querySelector('[data-key="light"]')?.setAttribute('aria-expanded', 'true');
  shown.querySelector('input').focus();
}

/** Renders the card in the present language. */
export function renewLight(app) {
  const old = shown;
  if (old) old.replaceWith((shown = card(app)));
}

/** Puts the card above the chips, which have one row or two. */
export function placeLight(tools) {
  const stage = document.getElementById('stage');
  stage.style.setProperty('--tools', `${tools.offsetHeight}px`);
}
