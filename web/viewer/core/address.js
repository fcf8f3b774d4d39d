// SPDX-License-Identifier: MIT
// The page's address: ?file=…&motion=…&ui=none and the start of the view, which other pages can write by hand. What
// the user changes from there is in the fragment (fragment.js).
import { languages } from './words.js';

const kept = ['file', 'motion', 'ui']; // what a reload needs; the rest of the query becomes state
const shots = ['full', 'bust', 'face', 'firstPerson'];

/** An address of the query as a URL; null if it is none that a page may fetch. */
export function urlOf(text) {
  try {
    const url = new URL(text, document.baseURI);
    return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : null;
  } catch {
    return null;
  }
}

/** A name in quotes, which may contain commas, as it is. */
function unquoted(name) {
  try {
    return name.startsWith('"') ? JSON.parse(name) : name;
  } catch {
    return name; // the quotes are part of it
  }
}

/** 'happy 0.5, aa 1, "oh, no" 0.5' as pairs of name and weight; <vrm-avatar> reads the same. */
export const weightsOf = (text) =>
  (text.match(/(?:"(?:[^"\\]|\\.)*"|[^,])+/gs) ?? [])
    .map((part) => /^\s*(.+?)(?:[\s:]+([\d.]+))?\s*$/s.exec(part))
    .filter(Boolean)
    .map(([, name, weight]) => [unquoted(name), Math.min(1, Number(weight ?? 1) || 0)]);

/** Pairs of name and weight as text. Names that would be read otherwise are quoted. */
export const weightsText = (weights) =>
  weights
    .map(([name, weight]) => {
      const isPlain = weightsOf(name).length === 1 && weightsOf(`${name} 0.5`)[0][0] === name;
      return `${isPlain ? name : JSON.stringify(name)} ${Number(weight.toFixed(2))}`;
    })
    .join(', ');

/** "bust 20 5" as a shot and degrees around and up; six numbers as the camera of a fragment. */
export function cameraOf(text) {
  const parts = text.trim().split(/\s+/);
  const numbers = parts.map(Number);
  if (numbers.length === 6 && numbers.every(Number.isFinite)) return { numbers };
  if (!shots.includes(parts[0])) return null;
  const [yaw, pitch] = [parts[1], parts[2]].map((angle) =>
    Number.isFinite(Number(angle)) ? Number(angle) : undefined,
  );
  return { shot: parts[0], yaw, pitch };
}

/** Applies a query to the state. Returns { file, motion, refused, camera, isBare }: addresses to open, the first one
 * that is no address of a web server, the camera, and whether to leave out everything but the avatar. */
export function readAddress(app, search = location.search) {
  const parts = new URLSearchParams(search);
  const given = (name) => (parts.get(name) ? urlOf(parts.get(name)) : null);
  for (const [name, weight] of weightsOf(parts.get('expression') ?? '')) app.face.wish(name, weight);
  if (languages.includes(parts.get('language'))) app.state.borrow('language', parts.get('language'));
  if (['light', 'dark'].includes(parts.get('theme'))) app.state.borrow('theme', parts.get('theme'));
  const camera = cameraOf(parts.get('camera') ?? '');
  if (camera?.shot) app.state.set('shot', camera.shot);
  app.search = searchWith([...parts].filter(([name]) => kept.includes(name)));
  return {
    file: given('file'),
    motion: given('motion'),
    refused: ['file', 'motion'].map((name) => !given(name) && parts.get(name)).find(Boolean) || null,
    camera,
    isBare: parts.get('ui') === 'none',
  };
}

const searchWith = (pairs) => (pairs.length ? `?${readable(new URLSearchParams(pairs))}` : '');

/** Addresses are read by people: no %2F where none is needed. */
const readable = (parts) => parts.toString().replaceAll('+', '%20').replaceAll('%2F', '/').replaceAll('%3A', ':');

/** The query of the page after another file was opened. */
export function forgetFile(app) {
  app.search = searchWith([...new URLSearchParams(app.search)].filter(([name]) => name === 'ui'));
}

/** The name of a file at an address. */
export function nameOf(url) {
  const last = url.pathname.split('/').pop();
  try {
    return decodeURIComponent(last) || url.hostname;
  } catch {
    return last;
  }
}

export const isOfThisServer = (url) => url.origin === location.origin;

/** The address of this page with a file and a motion in it, and the present view. */
export function linkTo(file, { motion = null, isBare = false } = {}) {
  const pairs = [
    ...(file ? [['file', shortened(file)]] : []),
    ...(motion ? [['motion', shortened(motion)]] : []),
    ...(isBare ? [['ui', 'none']] : []),
  ];
  return `${location.origin}${location.pathname}${searchWith(pairs)}${location.hash}`;
}

/** Relative to the page where the file is below it. */
function shortened(file) {
  const url = urlOf(file),
    folder = new URL('.', document.baseURI).href;
  if (!url) return file;
  return url.href.startsWith(folder) ? url.href.slice(folder.length) : url.href;
}

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeHtml = (text) => String(text).replace(/[&<>"]/g, (letter) => escapes[letter]);

/** Attributes as HTML, { name: text or true }; others are left out. */
export const attributesText = (attributes) =>
  Object.entries(attributes)
    .filter(([, value]) => value === true || typeof value === 'string')
    .map(([name, value]) => (value === true ? name : `${name}="${escapeHtml(value)}"`))
    .join(' ');

/** Where other pages find the element: beside this page, unless that is only on this computer. */
function elementAddress() {
  const isLocal = /^(localhost|127\.|\[::1\])/.test(location.hostname) || location.protocol === 'file:';
  return isLocal ? 'node_modules/libvrm/element.js' : new URL('libvrm/element.min.js', document.baseURI).href;
}

export const elementCode = (attributes) =>
  `<script type="module" src="${escapeHtml(elementAddress())}"></script>\n` +
  `<vrm-avatar ${attributesText(attributes)} style="width: 480px; height: 640px"></vrm-avatar>`;

export const frameCode = (link, title) =>
  `<iframe ${attributesText({ src: link, title })} width="480" height="640" style="border: 0"></iframe>`;
