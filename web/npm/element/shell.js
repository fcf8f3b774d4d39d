// SPDX-License-Identifier: MIT
// The shadow root of <vrm-avatar>: canvas, poster, message and button, and which of them are shown.

const sheetText = `
  :host { display: inline-block; position: relative; width: 300px; height: 400px; overflow: hidden; }
  :host([hidden]) { display: none; }
  canvas, img, p { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; box-sizing: border-box; }
  img { object-fit: contain; }
  p { display: grid; place-items: center; padding: 1em; text-align: center; }
  button { position: absolute; right: 8px; bottom: 8px; min-width: 32px; min-height: 32px; padding: 4px; border: 1px solid #fff; border-radius: 6px;
    background: #222; color: #fff; cursor: pointer; }
  button::before { content: ''; display: block; width: 0; height: 14px; margin: auto; box-sizing: border-box; border: 0 solid transparent; }
  button.pauses::before { border-left: 14px double; }
  button.plays::before { border-width: 7px 0 7px 12px; border-left-color: currentColor; }
  button:focus-visible { outline: 3px solid #fff; box-shadow: 0 0 0 6px #222; }
  [hidden] { display: none; }`;

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

export class Shell {
  constructor(root) {
    const make = (name, part, members = {}) => Object.assign(document.createElement(name), { ...members, part });
    this.canvas = make('canvas', 'canvas', { width: 1, height: 1 });
    this.canvas.setAttribute('role', 'img');
    this.poster = make('img', 'poster', { hidden: true, decoding: 'async' });
    this.message = make('p', 'message', { hidden: true });
    this.button = make('button', 'toggle', { type: 'button', hidden: true });
    root.append(this.canvas, this.poster, this.message, this.button);
  }

  /** `state` of the element, whether a picture `isPainted`, and the values of its attributes. */
  show({ state, isPainted, name, source, hasControls, isPaused }) {
    const { canvas, poster, message, button } = this;
    const isReady = state === 'ready',
      isShown = isReady && isPainted;
    const hasPoster =
      source !== null && !(poster.complete && poster.naturalWidth === 0 && poster.getAttribute('src') === source);
    if (source !== null && poster.getAttribute('src') !== source) poster.src = source;
    poster.alt = name;
    poster.hidden = isShown || !hasPoster;
    message.textContent = name;
    message.hidden = isReady || hasPoster || state !== 'failed';
    canvas.hidden = !poster.hidden || !message.hidden;
    canvas.setAttribute('aria-label', name);
    canvas.toggleAttribute('aria-hidden', false);
    if (name === '') canvas.setAttribute('aria-hidden', 'true');
    canvas.setAttribute('aria-busy', String(state === 'loading'));
    button.hidden = !hasControls || !isReady;
    button.className = isPaused ? 'plays' : 'pauses'; // drawn by the style sheet: few fonts have these symbols
    button.setAttribute('aria-label', `${isPaused ? 'Play' : 'Pause'} ${name}`.trim());
  }
}
