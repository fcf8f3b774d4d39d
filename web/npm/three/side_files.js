// SPDX-License-Identifier: MIT
// Side files that a document may name: those in its own folder, by the rule of the C library
// (src/container/uri.c).

const listOf = (value) => (Array.isArray(value) ? value : []);

/** URIs of a document that refer to other files, without duplicates. */
export function sideFilesOf(json) {
  const uris = [...listOf(json?.buffers), ...listOf(json?.images)].map((entry) => entry?.uri);
  return new Set(uris.filter((uri) => typeof uri === 'string' && !uri.startsWith('data:')));
}

function decoded(uri) {
  try {
    return decodeURIComponent(uri);
  } catch {
    return null;
  }
}

/** Whether an address is below a folder, resolved as in a browser. */
function isBelow(uri, path) {
  const folder = new Request(path || '.').url.replace(/[^/]*([?#].*)?$/, '');
  return new Request(path + uri).url.startsWith(folder);
}

/** The reason why a URI is not fetched; null if it is. */
export function refusalOf(uri, path) {
  const name = decoded(uri);
  if (name === null) return 'a % in it is not followed by a character in hexadecimal';
  if (/^[a-z][a-z0-9+.-]*:/i.test(uri)) return 'only data: URIs and relative paths are read';
  if (/[\\:\u0000-\u001f\u007f]/.test(name)) return 'it has a backslash, a colon or a control character in it';
  if (name === '' || name.startsWith('/')) return 'it is an absolute path, or empty';
  if (name.split('/').includes('..')) return 'it leads out of the folder of the file';
  return isBelow(uri, path) ? null : 'it leads out of the folder of the file';
}
