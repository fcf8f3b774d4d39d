// SPDX-License-Identifier: MIT
// Cards beside the tools of the stage: they stay open while the avatar is viewed and rotated. One is open at a time.
import { button, h } from '../core/dom.js';
import { t } from '../core/words.js';

let shown = null; // { id, make, element }: what is open; its opener has the same data-key

export const isPopoverOpen = (id) => shown?.id === id;

const openerOf = (id) => document.querySelector(`[data-key="${id}"]`);

export function closePopover() {
  if (!shown) return false;
  const { id, element } = shown,
    hadFocus = element.contains(document.activeElement);
  element.remove();
  shown = null;
  openerOf(id)?.setAttribute('aria-expanded', 'false');
  if (hadFocus) openerOf(id)?.focus();
  return true;
}

const card = (id, make) =>
  h(
    'div',
    { class: 'card popover', id, role: 'dialog', 'aria-label': t(id) },
    h(
      'div',
      { class: 'row' },
      h('h2', { class: 'grow', text: t(id) }),
      button(t('close'), closePopover, { icon: 'close', iconOnly: true, key: `${id}-close` }),
    ),
    make(),
  );

/** Opens the card with an id, in place of another one, or closes it. `make` creates its controls; its first control
 * gets the focus. */
export function togglePopover(id, make) {
  const wasOpen = isPopoverOpen(id);
  closePopover();
  if (wasOpen) return;
  shown = { id, make, element: card(id, make) };
  document.getElementById('stage').append(shown.element);
  openerOf(id)?.setAttribute('aria-expanded', 'true');
  shown.element.querySelector('.row ~ * :is(input, button)').focus();
}

/** Renders the open card again, in the present language and state. */
export function renewPopover(id = shown?.id) {
  if (!shown || shown.id !== id) return;
  const { key } = shown.element.contains(document.activeElement) ? document.activeElement.dataset : {};
  const element = card(shown.id, shown.make);
  shown.element.replaceWith(element);
  shown.element = element;
  if (key) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

/** Puts the cards above the chips, which have one row or two. */
export function placePopovers(tools) {
  document.getElementById('stage').style.setProperty('--tools', `${tools.offsetHeight}px`);
}
