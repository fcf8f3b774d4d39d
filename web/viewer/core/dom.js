// SPDX-License-Identifier: MIT
// Elements and controls. Styles are set through the CSSOM, never as text: the page's policy forbids inline
// styles.
import { icon } from './icons.js';

/** Creates an element. `attributes`: `on` (listeners), `text`, `style` (properties), `dataset`; booleans and functions
 * of the element are set as properties, everything else as attributes. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null) continue;
    if (name === 'on') for (const [type, listener] of Object.entries(value)) element.addEventListener(type, listener);
    else if (name === 'text') element.textContent = value;
    else if (name === 'style') for (const [key, entry] of Object.entries(value)) element.style.setProperty(key, entry);
    else if (name === 'dataset') Object.assign(element.dataset, value);
    else if (name === 'value' || typeof value === 'boolean') element[name === 'readonly' ? 'readOnly' : name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

let counter = 0;
export const newId = (prefix = 'id') => `${prefix}-${++counter}`;

/** Replaces the children of an element. Focus, scroll position and a number that is being typed stay at the same
 * `data-key`. */
export function fill(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null,
    { key } = focused?.dataset ?? {};
  const typed =
    focused?.matches('input[type="number"]') && focused.value !== focused.defaultValue ? focused.value : null; // not yet applied
  const top = element.scrollTop;
  element.replaceChildren(...children.flat().filter(Boolean));
  element.scrollTop = top;
  const again = key ? element.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  again?.focus({ preventScroll: true });
  if (again && typed !== null) again.value = typed;
}

export function button(
  label,
  onClick,
  { icon: name, kind = '', title, key, isDisabled = false, iconOnly = false } = {},
) {
  return h(
    'button',
    {
      type: 'button',
      class: iconOnly ? `icon-button ${kind}` : `button ${kind}`,
      title: title ?? (iconOnly ? label : undefined),
      'aria-label': iconOnly ? label : undefined,
      disabled: isDisabled,
      dataset: key ? { key } : {},
      on: { click: onClick },
    },
    name ? icon(name) : null,
    iconOnly ? null : h('span', { class: name ? 'wide-label' : '', text: label }),
  );
}

/** A toggle button. */
export function chip(label, isOn, onToggle, { title, key, icon: name } = {}) {
  const element = h(
    'button',
    {
      type: 'button',
      class: 'chip',
      'aria-pressed': String(isOn),
      title,
      dataset: key ? { key } : {},
      on: { click: () => onToggle(element.getAttribute('aria-pressed') !== 'true') },
    },
    name ? icon(name) : null,
    label,
  );
  element.set = (value) => element.setAttribute('aria-pressed', String(value));
  return element;
}

export const chips = (label, ...items) => h('div', { class: 'chips', role: 'group', 'aria-label': label }, items);

function paintRange(input) {
  const span = input.max - input.min || 1;
  input.style.setProperty('--fill', `${(100 * (input.value - input.min)) / span}%`);
}

/** A range input with its filled part painted; `set()` moves it without an event. */
export function range({ label, min = 0, max = 1, step = 0.01, value = 0, onInput, onChange, key }) {
  const input = h('input', {
    type: 'range',
    min,
    max,
    step,
    'aria-label': label,
    dataset: key ? { key } : {},
    on: {
      input: () => {
        paintRange(input);
        onInput?.(Number(input.value));
      },
      change: () => onChange?.(Number(input.value)),
    },
  });
  input.set = (next) => {
    input.value = next;
    paintRange(input);
  };
  input.set(value);
  return input;
}

/** A number field; `show()` sets it without an event. `onType` gets values between min and max. */
export function amount({ label, min = 0, max = 1, step = 0.01, digits = 2, unit = '', key, onType }) {
  const input = h('input', {
    type: 'number',
    min,
    max,
    step,
    'aria-label': unit ? `${label} (${unit})` : label,
    dataset: key ? { key } : {},
    on: {
      change: () => {
        const typed = input.value === '' ? NaN : Number(input.value);
        if (Number.isFinite(typed)) onType(Math.min(max, Math.max(min, typed)));
        else input.value = input.defaultValue;
      },
    },
  });
  const element = h('span', { class: 'amount' }, input, unit ? h('span', { class: 'muted', text: unit }) : null);
  element.show = (value) => {
    input.value = input.defaultValue = Number(value).toFixed(digits);
  };
  return element;
}

/** Label, range and number. */
export function slider({ label, unit = '', digits = 2, ...rest }) {
  const take = (value) => {
    number.show(value);
    rest.onInput?.(value);
  };
  const number = amount({
    ...rest,
    label,
    digits,
    unit,
    key: rest.key ? `${rest.key}-number` : undefined,
    onType: (value) => {
      input.set(value);
      take(value);
      rest.onChange?.(value);
    },
  });
  const show = (value) => number.show(value);
  const input = range({ label, ...rest, onInput: take });
  show(rest.value ?? 0);
  const element = h('div', { class: 'slider' }, h('label', { text: label, title: label }), input, number);
  element.input = input;
  element.set = (value) => {
    input.set(value);
    show(value);
  };
  return element;
}

export function check(label, isOn, onToggle, { key } = {}) {
  const input = h('input', {
    type: 'checkbox',
    checked: isOn,
    dataset: key ? { key } : {},
    on: { change: () => onToggle(input.checked) },
  });
  const element = h('label', { class: 'check' }, input, h('span', { text: label }));
  element.set = (value) => {
    input.checked = value;
  };
  return element;
}

/** A drop-down list; `options` are [value, text]. */
export function choice(label, options, value, onChoose, { key } = {}) {
  const element = h(
    'select',
    { 'aria-label': label, dataset: key ? { key } : {}, on: { change: () => onChoose(element.value) } },
    options.map(([id, text]) => h('option', { value: id, text, selected: String(id) === String(value) })),
  );
  return element;
}

export function field(label, control) {
  const id = newId('field');
  control.id = id;
  return h('div', { class: 'field' }, h('label', { for: id, text: label }), control);
}

export const section = (title, ...children) => h('section', { class: 'part' }, h('h3', { text: title }), ...children);

export const meter = (fraction, isOver = false) => {
  const bar = h('i');
  const element = h('div', { class: `meter${isOver ? ' over' : ''}` }, bar);
  element.set = (next) => {
    bar.style.width = `${Math.max(0, Math.min(1, next || 0)) * 100}%`;
  };
  element.set(fraction);
  return element;
};

/** Whether panels cover the stage, or stand beside it in low windows: see style/layout.css. */
export const isNarrow = () => matchMedia('(max-width: 899px), (max-height: 500px)').matches;

/** Whether the reason is a low window: a phone on its side. */
export const isLow = () => matchMedia('(max-height: 500px)').matches;

/** Focuses a control that was made anew since: the one with the same `data-key`. */
function focusAgain(control) {
  const key = control?.dataset?.key;
  if (key) document.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

/** Opens a dialog; `isOfFile`: it belongs to the open file, and closes with it. The control that opened it has the focus
 * again after it. */
export function openDialog(title, body, { foot = [], isWide = false, isOfFile = false, closeLabel } = {}) {
  const id = newId('title'),
    opener = document.activeElement;
  const dialog = h(
    'dialog',
    { class: isWide ? 'wide' : '', dataset: isOfFile ? { ofFile: '' } : {}, 'aria-labelledby': id },
    h(
      'div',
      { class: 'dialog-head' },
      h('h2', { id, class: 'grow', text: title }),
      button(closeLabel, () => dialog.close(), { icon: 'close', iconOnly: true }),
    ),
    h('div', { class: 'dialog-body' }, body),
    foot.length ? h('div', { class: 'dialog-foot' }, foot) : null,
  );
  document.body.append(dialog);
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (document.activeElement === document.body) focusAgain(opener); // the browser did not find it
  });
  dialog.showModal();
  return dialog;
}

export const closeFileDialogs = () =>
  document.querySelectorAll('dialog[data-of-file]').forEach((dialog) => dialog.close());

/** Downloads bytes as a file. */
export function download(name, data, type = 'application/octet-stream') {
  const url = URL.createObjectURL(data instanceof Blob ? data : new Blob([data], { type }));
  const link = h('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
