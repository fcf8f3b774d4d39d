// SPDX-License-Identifier: MIT
// The user's choices: panel, camera, pose and so on. Each change is an event of the bus named after the
// member. The URL's fragment has the members that a link can carry (fragment.js); language, theme and
// platform are stored in the browser.
import { Bus } from './bus.js';

const preferred = (key, otherwise) => {
  try {
    return localStorage.getItem(`vrm-viewer-${key}`) ?? otherwise;
  } catch {
    return otherwise; // storage may be forbidden
  }
};

const kept = ['language', 'theme', 'platform'];

export const defaults = {
  panel: 'overview',
  isPanelOpen: true,
  isTreeOpen: true,
  selection: null,
  beside: null,
  hover: null, // its member `beside`, like the one above: in the second file of a comparison
  shot: 'full',
  isTurning: false,
  pose: 'idle',
  look: 'off',
  attention: 'auto',
  emotion: '',
  intensity: 1,
  blinks: true,
  idle: 1,
  isPlaying: true,
  speed: 1,
  loops: true,
  overlays: [],
  wind: 0,
  areSpringsPaused: false,
  crowd: 1,
  platform: '',
  follows: true,
  light: 1,
  lightYaw: 45,
  lightPitch: 35,
  lightColor: '#ffffff',
  ambient: 1,
  dragsLight: false,
  mode: 'lit', // what is shown of surfaces
  isOrtho: false,
  background: 'theme', // or 'grid', 'picture', '#rrggbb'
};

export class State extends Bus {
  #values = {
    ...defaults,
    language: preferred('language', navigator.language?.startsWith('ja') ? 'ja' : 'en'),
    theme: preferred('theme', matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'),
    platform: preferred('platform', defaults.platform),
  };

  get(name) {
    return this.#values[name];
  }

  set(name, value) {
    if (Object.is(this.#values[name], value)) return;
    this.#values[name] = value;
    if (kept.includes(name)) {
      try {
        localStorage.setItem(`vrm-viewer-${name}`, value);
      } catch {
        /* storage may be forbidden */
      }
    }
    this.emit(name, value);
    this.emit('any', name);
  }

  /** Sets a value for this page only: the browser keeps the user's own. */
  borrow(name, value) {
    this.#values[name] = value;
  }

  toggleOverlay(name) {
    const now = this.get('overlays');
    this.set('overlays', now.includes(name) ? now.filter((other) => other !== name) : [...now, name]);
  }
}
