// SPDX-License-Identifier: MIT
// Files come in: by the button, by dropping, as an avatar or as motion.
import { Clip } from '../libvrm/index.js';
import { h } from '../core/dom.js';
import { accepted, filesOfDrop, sortFiles } from '../core/files.js';
import { readFile } from '../core/loader.js';
import { number, t } from '../core/words.js';

/** Lets the person choose files and opens them. */
export function chooseFiles(app, onFiles = (found) => takeFiles(app, found), accept = accepted) {
  const input = h('input', { type: 'file', multiple: true, accept, class: 'unseen', 'aria-label': t('open') });
  input.addEventListener('change', () => {
    input.remove();
    onFiles([...input.files].map((file) => ({ path: file.name, file })));
  });
  input.addEventListener('cancel', () => input.remove());
  document.body.append(input);
  input.click();
}

/** Opens the first avatar and all clips among the files. */
export async function takeFiles(app, found) {
  const { avatars, clips, unknown } = await sortFiles(found);
  if (avatars.length) {
    const [{ path, file, files }] = avatars;
    await app.open(path.split('/').pop(), file.size, readFile(file), { files });
  }
  for (const { path, file } of clips)
    await openClip(app, path.split('/').pop(), readFile(file)).catch((error) => app.emit('error', { name: path, error }));
  if (!avatars.length && !clips.length && unknown.length) app.emit('complaint', t('unknownFiles', { name: unknown[0].path }));
}

/** Loads motion and plays it. */
export async function openClip(app, name, read, { isSelected = true } = {}) {
  const bytes = await read();
  const clip = /\.bvh$/i.test(name) ? await Clip.fromBvh(bytes) : await Clip.load(bytes);
  if (isSelected) {
    app.motion.addClip(name, clip);
    app.announce(t('clipAdded', { name, seconds: number(clip.duration, 1) }));
  } else {
    app.motion.clips.push({ name, clip });
    app.emit('clips');
  }
}

export function createIntake(app, shade) {
  let depth = 0;
  const show = (isOver) => {
    shade.hidden = !isOver;
    shade.textContent = t('dropHere');
  };
  const hasFiles = (event) => event.dataTransfer?.types.includes('Files');
  addEventListener('dragenter', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth++;
    show(true);
  });
  addEventListener('dragleave', (event) => hasFiles(event) && show(--depth > 0));
  addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault());
  addEventListener('drop', async (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth = 0;
    show(false);
    takeFiles(app, await filesOfDrop(event.dataTransfer));
  });
}
