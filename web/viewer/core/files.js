// SPDX-License-Identifier: MIT
// Files that a person drops or chooses: which is the avatar, which are its side files, which is motion.

const endings = { avatar: ['vrm', 'glb', 'gltf'], clip: ['vrma', 'bvh'] };
export const accepted = '.vrm,.glb,.gltf,.vrma,.bvh,.bin,.png,.jpg,.jpeg,.webp';

const endingOf = (name) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** All files of a drop, folders included, as { path, file }. Folders deeper than 8 are not read. */
export async function filesOfDrop(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) return [...transfer.files].map((file) => ({ path: file.name, file }));
  const found = [];
  const queue = entries.map((entry) => [entry, 0]);
  while (queue.length && found.length < 4096) {
    const [entry, depth] = queue.shift();
    if (entry.isFile) found.push({ path: entry.fullPath.replace(/^\//, ''), file: await new Promise((resolve, reject) => entry.file(resolve, reject)) });
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

/** Sorts files: avatars with their side files, clips, and what is neither. */
export async function sortFiles(found) {
  const avatars = [], clips = [], rest = [];
  for (const entry of found) {
    const ending = endingOf(entry.path);
    if (endings.avatar.includes(ending)) avatars.push(entry);
    else if (endings.clip.includes(ending)) clips.push(entry);
    else rest.push(entry);
  }
  const hasText = avatars.some(({ path }) => endingOf(path) === 'gltf');
  if (!hasText) return { avatars, clips, unknown: rest };
  for (const avatar of avatars) {
    if (endingOf(avatar.path) !== 'gltf') continue;
    const folder = avatar.path.slice(0, avatar.path.lastIndexOf('/') + 1);
    avatar.files = {};
    for (const { path, file } of rest)
      if (path.startsWith(folder)) avatar.files[path.slice(folder.length)] = new Uint8Array(await file.arrayBuffer());
  }
  return { avatars, clips, unknown: [] };
}
