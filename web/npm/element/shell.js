// SPDX-License-Identifier: MIT
// The shadow root of <vrm-avatar>: canvas, poster, message and button, and which of them are shown.

const sheetText = `
  :host { display: inline-block; position: relative; width: 300px; height: 400px; overflow: hidden; }
  :host([hidden]) { display: none; }
  canvas, img, p, div, ::slotted([slot='poster']), ::slotted([slot='message']) { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0;
    box-sizing: border-box; }
  img, ::slotted(img[slot='poster']) { object-fit: contain; }
  p, ::slotted([slot='message']) { display: grid; place-items: center; padding: 1em; text-align: center; }
  div { pointer-events: none; }
  ::slotted(*) { pointer-events: auto; }
  button { position: absolute; right: 8px; bottom: 8px; min-width: 32px; min-height: 32px; padding: 4px; border: 1px solid #fff; border-radius: 6px;
    background: #222; color: #fff; cursor: pointer; }
  button::before { content: ''; display: block; width: 0; height: 14px; margin: auto; box-sizing: border-box; border: 0 solid transparent; }
  button.pauses::before { border-left: 14px double; }
  button.plays::before { border-width: 7px 0 7px 12px; border-left-color: currentColor; }
  :host([camera-controls]) { touch-action: pan-y; }
  canvas { touch-action: inherit; }
  canvas[tabindex] { cursor: grab; user-select: none; }
  canvas[tabindex]:active { cursor: grabbing; }
  canvas:focus-visible { outline: 3px solid #222; outline-offset: -3px; }
  canvas:focus-visible + i { position: absolute; inset: 3px; border: 3px solid #fff; pointer-events: none; }
  button:focus-visible { outline: 3px solid #fff; box-shadow: 0 0 0 6px #222; }
  [hidden] { display: none; }`;

/** What the keys do, for screen readers; a page gives it in its own language. */
const helpText = 'Arrow keys turn the camera, with Shift they move it. Plus and minus zoom. Home returns.';

const sheets = new WeakMap(); // by document; the elements of a document share one

/** Style sheets for a shadow root in a document. They belong to it: after a move to another one they are set again. */
export function sheetsOf(home) {
  const Sheet = home.defaultView?.CSSStyleSheet;
  if (!Sheet) return []; // no document: nothing is drawn
  if (!sheets.has(home)) {
    const sheet = new Sheet();
    sheet.replaceSync(sheetText);
    sheets.set(home, sheet);
  }
  return [sheets.get(home)];
}

/** Whether the page has put something into a slot. */
const isFilled = (slot) => slot.assignedNodes().length > 0;

export class Shell {
  constructor(root) {
    const make = (name, part, members = {}) => Object.assign(document.createElement(name), { ...members, part });
    this.canvas = make('canvas', 'canvas', { width: 1, height: 1 });
    const slot = (name, ...children) => {
      const made = Object.assign(document.createElement('slot'), { name });
      made.append(...children);
      return made;
    };
    this.poster = make('img', 'poster', { hidden: true, decoding: 'async' });
    this.posters = slot('poster', this.poster);
    this.message = make('p', 'message', { hidden: true });
    this.messages = slot('message', this.message);
    this.overlay = make('div', 'overlay');
    this.overlay.append(slot(''));
    this.button = make('button', 'toggle', { type: 'button', hidden: true });
    this.ring = document.createElement('i'); // the inner line of the focus: one of two shows on every color
    this.help = make('span', 'help', { hidden: true, id: 'help' });
    this.help.append(slot('help', helpText));
    root.append(this.canvas, this.ring, this.posters, this.messages, this.overlay, this.button, this.help);
  }

  /** `state` of the element, whether a picture `isPainted`, and the values of its attributes. */
  show({ state, isPainted, name, source, hasControls, hasCamera, isPaused }) {
    const { canvas, poster, posters, message, messages, button } = this;
    const isReady = state === 'ready',
      isShown = isReady && isPainted;
    const hasPoster =
      source !== null && !(poster.complete && poster.naturalWidth === 0 && poster.getAttribute('src') === source);
    if (source !== null && poster.getAttribute('src') !== source) poster.src = source;
    poster.alt = name;
    const showsPoster = !isShown && (hasPoster || isFilled(posters)),
      showsMessage = state === 'failed' && (!showsPoster || isFilled(messages));
    poster.hidden = isShown || !hasPoster;
    posters.hidden = !showsPoster;
    message.textContent = name;
    message.hidden = messages.hidden = !showsMessage;
    canvas.hidden = showsPoster || showsMessage;
    const set = (attribute, value) =>
      value === null ? canvas.removeAttribute(attribute) : canvas.setAttribute(attribute, value);
    set('role', hasCamera ? 'application' : 'img'); // screen readers leave the arrow keys to an application
    set('tabindex', hasCamera ? '0' : null);
    set('aria-describedby', hasCamera ? 'help' : null);
    set('aria-label', name || (hasCamera ? 'Avatar' : '')); // what takes the focus needs a name
    set('aria-hidden', name === '' && !hasCamera ? 'true' : null);
    canvas.setAttribute('aria-busy', String(state === 'loading'));
    button.hidden = !hasControls || !isReady;
    button.className = isPaused ? 'plays' : 'pauses'; // drawn by the style sheet: few fonts have these symbols
    button.setAttribute('aria-label', `${isPaused ? 'Play' : 'Pause'} ${name}`.trim());
  }
}
