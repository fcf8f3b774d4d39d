// SPDX-License-Identifier: MIT
// Sorts files that the user drops or chooses: avatars, their side files, motion and sound.

const endings = {
  avatar: ['vrm', 'glb', 'gltf'],
  clip: ['vrma', 'bvh', 'fbx', 'vmd', 'vpd', 'npz', 'npy', 'jsonl'],
  sound: ['wav', 'mp3', 'ogg', 'oga', 'opus', 'flac', 'm4a', 'aac', 'weba'],
};
const dotted = (list) => list.map((ending) => `.${ending}`);
/** Kinds of files for dialogs. A .glb or .gltf may be an avatar, or motion. */
export const sounds = `audio/*,${dotted(endings.sound)}`;
export const motions = `${dotted(endings.clip)},.glb,.gltf`;
export const accepted = `${dotted(endings.avatar)},${dotted(endings.clip)},.bin,.png,.jpg,.jpeg,.webp,${sounds}`;
/** Endings of motion, for sentences. */
export const motionEndings = dotted(endings.clip).join(', ');

const longestName = 200; // file systems count bytes: at most 255
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i; // on Windows, with any extension

/** A file name with an extension that every system accepts; `otherwise` if nothing of `typed` is left. */
export function fileName(typed, otherwise, ending) {
  const clean = typed
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '_')
    .trim()
    .replace(/^\.+|[. ]+$/g, '')
    .trim();
  let stem = clean.toLowerCase().endsWith(`.${ending}`) ? clean.slice(0, -ending.length - 1) : clean;
  if (!stem) return otherwise;
  while (new TextEncoder().encode(stem).length > longestName - ending.length - 1)
    stem = Array.from(stem).slice(0, -1).join('');
  return `${reserved.test(stem) ? '_' : ''}${stem}.${ending}`;
}

const endingOf = (name) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** Whether a file of this name holds nothing but motion. */
export const isMotion = (name) => endings.clip.includes(endingOf(name));
/** Whether it may hold motion. */
export const mayBeMotion = (name) => isMotion(name) || ['glb', 'gltf'].includes(endingOf(name));

/** All files of a drop, folders included, as { path, file }. Folders deeper than 8 are not read. */
export async function filesOfDrop(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) return [...transfer.files].map((file) => ({ path: file.name, file }));
  const found = [];
  const queue = entries.map((entry) => [entry, 0]);
  while (queue.length && found.length < 4096) {
    const [entry, depth] = queue.shift();
    if (entry.isFile)
      found.push({
        path: entry.fullPath.replace(/^\//, ''),
        file: await new Promise((resolve, reject) => entry.file(resolve, reject)),
      });
    else if (depth < 8) {
      const reader = entry.createReader();
      for (;;) {
        const part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
        if (part.length === 0) break;
        queue.push(...part.map((child) => [child, depth + 1]));
      }
    }
  }
  return found;
}

const maxText = 32e6; // larger .gltf files embed their data; reading them here would block the page

/** Files that a .gltf names, as { name, isBuffer }; without embedded data and web addresses. */
async function filesNamedBy(file) {
  try {
    const { buffers = [], images = [] } = JSON.parse(await file.text());
    const named = new Map();
    const add =
      (isBuffer) =>
      ({ uri }) => {
        if (typeof uri !== 'string' || /^[a-z][\w+.-]*:/i.test(uri)) return;
        const name = decodeURIComponent(uri);
        named.set(name, { name, isBuffer: isBuffer || Boolean(named.get(name)?.isBuffer) });
      };
    buffers.forEach(add(true));
    images.forEach(add(false));
    return [...named.values()];
  } catch {
    return []; // the loader reports the error
  }
}

export const baseName = (path) => path.slice(path.lastIndexOf('/') + 1);

/** Finds a file by its path below the folder of the .gltf, or else the only file with that name: file dialogs omit
 * folders. */
function fileFor(name, folder, rest) {
  const exact = rest.find(({ path }) => path === folder + name.replace(/^\.\//, ''));
  if (exact) return exact;
  const same = rest.filter(({ path }) => baseName(path) === baseName(name));
  return same.length === 1 ? same[0] : undefined;
}

/** Reads the side files of a .gltf: `files` by the names in the document, and the list of `missing` ones. */
export async function joinFiles({ path, file, rest }) {
  const folder = path.slice(0, path.lastIndexOf('/') + 1),
    files = {},
    missing = [];
  if (endingOf(path) !== 'gltf') return { files: undefined, missing };
  const read = async (entry) => new Uint8Array(await entry.file.arrayBuffer());
  if (file.size > maxText) {
    for (const entry of rest)
      if (entry.path.startsWith(folder)) files[entry.path.slice(folder.length)] = await read(entry);
    return { files, missing };
  }
  for (const named of await filesNamedBy(file)) {
    const entry = fileFor(named.name, folder, rest);
    if (entry) files[named.name] = await read(entry);
    else missing.push(named);
  }
  return { files, missing };
}

/** Sorts files into avatars, each with `rest`, which includes its side files; clips; sounds; others. */
export function sortFiles(found) {
  const avatars = [],
    clips = [],
    spoken = [],
    rest = [];
  for (const { path, file } of found) {
    const ending = endingOf(path);
    if (endings.avatar.includes(ending)) avatars.push({ path, file, rest, name: baseName(path) });
    else if (isMotion(path)) clips.push({ path, file, name: baseName(path) });
    else if (endings.sound.includes(ending) || file.type.startsWith('audio/'))
      spoken.push({ path, file, name: baseName(path) });
    else rest.push({ path, file });
  }
  return { avatars, clips, spoken, rest };
}
