// SPDX-License-Identifier: MIT
// Addresses of the open file's images for <img>. They are made one after the other, with turns for the page between
// them, and stay until a change makes other images.
import { h } from './dom.js';
import { formatOf, sizeOf } from './pictures.js';
import { othersTurn } from './turn.js';

const unknownType = 'application/octet-stream';
const keptMs = 10000; // elements that are about to be replaced may still be loading an old address

let known = { document: null, change: null, entries: [] };
let line = Promise.resolve(); // images wait for those before them

/** An image of the document: { size, bytes, kind, format, ready }: null if its bytes are missing. `kind` is for people,
 * `format` as formatOf(). `ready` resolves with its address, or with null if it is out of date. */
export function imageOf({ document }, index) {
  const change = document.imageChange;
  if (known.document !== document || known.change !== change) {
    const old = known.entries;
    setTimeout(() => old.forEach((entry) => entry?.url && URL.revokeObjectURL(entry.url)), keptMs);
    known = { document, change, entries: [] };
  }
  if (known.entries[index] === undefined) known.entries[index] = read(document, index);
  return known.entries[index];
}

function read(document, index) {
  const view = document.model._imageView(index);
  if (!view) return null;
  const named = document.json.images?.[index]?.mimeType,
    format = formatOf(view),
    kind = (format ?? (typeof named === 'string' ? named.replace('image/', '') : '')).toUpperCase(),
    entry = { url: null, size: sizeOf(view), bytes: view.length, kind, format, ready: null };
  entry.ready = line.then(async () => {
    await othersTurn();
    if (known.entries[index] !== entry || document.model.isDisposed) return null;
    const content = document.model._imageView(index);
    // The file does not say the type: its SVG would be a page of this server, with scripts.
    entry.url = URL.createObjectURL(new Blob([content], { type: format ? `image/${format}` : unknownType }));
    return entry.url;
  });
  line = entry.ready.catch(() => {}); // no memory for one is no reason against the next
  return entry;
}

/** An <img> of an image, which it shows as soon as it can. */
export function pictureOf(entry, attributes) {
  const element = h('img', { decoding: 'async', ...attributes });
  if (entry.url) element.src = entry.url;
  else entry.ready.then((url) => url && (element.src = url));
  return element;
}
