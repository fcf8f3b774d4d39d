// SPDX-License-Identifier: MIT
// The URL's fragment: camera, panel, pose, rotated bones, face and expression weights, light and background, so that a
// reload or a link shows the same. It contains neither the file nor a picture behind it.
import { attentions, emotions } from './face.js';
import { defaults } from './state.js';
import { modes } from './surface_mode.js';

const text = ['panel', 'shot', 'pose', 'look', 'attention', 'emotion', 'platform', 'mode'];
const flags = ['isTurning', 'isPlaying', 'loops', 'follows', 'blinks', 'isOrtho'];
const numbers = {
  speed: [-100, 100],
  wind: [-100, 100],
  crowd: [-100, 100],
  intensity: [-100, 100],
  idle: [-100, 100],
  light: [0, 2],
  lightYaw: [-180, 180],
  lightPitch: [-90, 90],
  ambient: [0, 4],
};
const colors = { lightColor: /^#[0-9a-f]{6}$/i, background: /^(#[0-9a-f]{6}|grid)$/i };
const round = (value) => Number(value.toFixed(3));

export function writeFragment(app) {
  const parts = new URLSearchParams();
  for (const name of [...text, ...Object.keys(numbers)])
    if (app.state.get(name) !== defaults[name]) parts.set(name, app.state.get(name));
  for (const [name, pattern] of Object.entries(colors)) {
    const value = app.state.get(name);
    if (value !== defaults[name] && pattern.test(value)) parts.set(name, value);
  }
  for (const name of flags)
    if (app.state.get(name) !== defaults[name]) parts.set(name, app.state.get(name) ? '1' : '0');
  if (app.state.get('overlays').length) parts.set('overlays', app.state.get('overlays').join(' '));
  if (app.view?.camera.isFree) parts.set('camera', app.view.camera.numbers().map(round).join(' '));
  const weights = [...app.face.wishes].filter(([, weight]) => weight > 0);
  if (weights.length)
    parts.set('face', weights.map(([name, weight]) => `${encodeURIComponent(name)}:${round(weight)}`).join(' '));
  if (app.motion.turns.size)
    parts.set('turns', [...app.motion.turns].map(([bone, degrees]) => [bone, ...degrees].join(':')).join(' '));
  const fragment = parts.toString().replaceAll('+', '%20');
  history.replaceState(null, '', `${location.pathname}${app.search}${fragment ? `#${fragment}` : ''}`);
}

const oneOf = {
  panel: [
    'overview',
    'setup',
    'expressions',
    'body',
    'motion',
    'springs',
    'materials',
    'firstPerson',
    'findings',
    'statistics',
    'optimize',
  ],
  shot: ['full', 'bust', 'face', 'firstPerson'],
  pose: ['idle', 't', 'a', 'rest', 'clip'],
  look: ['off', 'pointer', 'camera'],
  attention: attentions,
  emotion: emotions,
  mode: modes,
};

/** Applies a fragment; ignores invalid values. */
export function readFragment(app, fragment = location.hash.slice(1)) {
  const parts = new URLSearchParams(fragment);
  for (const name of text) {
    const value = parts.get(name);
    if (value && (oneOf[name]?.includes(value) ?? /^[\w-]{1,40}$/.test(value))) app.state.set(name, value);
  }
  for (const name of flags) if (parts.has(name)) app.state.set(name, parts.get(name) === '1');
  for (const [name, [least, most]] of Object.entries(numbers)) {
    const value = Number(parts.get(name));
    if (parts.has(name) && Number.isFinite(value)) app.state.set(name, Math.min(most, Math.max(least, value)));
  }
  for (const [name, pattern] of Object.entries(colors))
    if (pattern.test(parts.get(name) ?? '')) app.state.set(name, parts.get(name).toLowerCase());
  if (parts.has('overlays'))
    app.state.set(
      'overlays',
      parts
        .get('overlays')
        .split(' ')
        .filter((name) => /^\w+$/.test(name)),
    );
  for (const entry of (parts.get('face') ?? '').split(' ').filter(Boolean)) {
    const [name, weight] = entry.split(':');
    try {
      if (Number(weight) > 0) app.face.wish(decodeURIComponent(name), Math.min(1, Number(weight)));
    } catch {
      /* not a name that this page has written */
    }
  }
  const turns = (parts.get('turns') ?? '').split(' ').flatMap((entry) => {
    const [bone, ...degrees] = entry.split(':');
    const isTurn =
      /^[a-zA-Z]{1,40}$/.test(bone) && degrees.length === 3 && degrees.every((x) => Math.abs(Number(x)) <= 180);
    return isTurn ? [[bone, degrees.map(Number)]] : [];
  });
  if (turns.length) app.motion.setTurns(turns);
  const camera = (parts.get('camera') ?? '').split(' ').map(Number);
  return camera.length === 6 && camera.every(Number.isFinite) ? camera : null;
}
