// SPDX-License-Identifier: MIT
// Opens files that the user chooses or drops: avatars, motion and sound.
import { h } from '../core/dom.js';
import { accepted, baseName, filesOfDrop, joinFiles, mayBeMotion, motionEndings, sortFiles } from '../core/files.js';
import { readFile } from '../core/loader.js';
import { number, t } from '../core/words.js';

/** Lets the user choose files and opens them; says why that fails. */
export function chooseFiles(app, onFiles = (found) => takeFiles(app, found), accept = accepted) {
  const input = h('input', { type: 'file', multiple: true, accept, class: 'unseen', 'aria-label': t('open') });
  input.addEventListener('change', async () => {
    input.remove();
    try {
      await onFiles([...input.files].map((file) => ({ path: file.name, file })));
    } catch (error) {
      app.emit('complaint', t('failed', { why: error.message })); // a file is gone, or may not be read
    }
  });
  input.addEventListener('cancel', () => input.remove());
  document.body.append(input);
  input.click();
}

/** A .gltf that waits for its side files: { name, file, rest }. */
let waiting = null;

/** Opens the first avatar and all clips among the files, and plays the first sound; the bar offers further avatars. */
export async function takeFiles(app, found) {
  const { avatars, clips, spoken, rest } = sortFiles(found);
  if (app.document) app.emit('error', null); // clears errors of earlier files
  if (avatars.length === 0 && waiting && rest.length)
    return openAvatar(app, { ...waiting, rest: [...waiting.rest, ...rest] });
  if (avatars.length) {
    app.setShelf(
      avatars.length > 1 ? avatars.map((avatar) => ({ name: avatar.name, open: () => openAvatar(app, avatar) })) : [],
    );
    await openAvatar(app, avatars[0]);
  }
  for (const { name, file } of clips) await tryClip(app, name, file);
  if (spoken.length) app.voice.open(spoken[0].name, spoken[0].file);
  if (!avatars.length && !clips.length && !spoken.length && rest.length)
    app.emit('complaint', t('unknownFiles', { name: rest[0].path, endings: motionEndings }));
}

const tryClip = (app, name, file) =>
  openClip(app, name, readFile(file)).catch((error) => app.emit('error', { name, error }));

/** Opens files that were chosen as motion: a .glb among them is no avatar. Others are opened as usual. */
export async function takeMotions(app, found) {
  const others = found.filter(({ path }) => !mayBeMotion(path));
  if (app.document) app.emit('error', null);
  if (others.length) await takeFiles(app, others);
  for (const { path, file } of found) if (mayBeMotion(path)) await tryClip(app, baseName(path), file);
}

/** Opens an avatar of the user; asks for missing side files of a .gltf. */
async function openAvatar(app, avatar, isComplete = false) {
  const { files, missing } = await joinFiles(avatar);
  waiting = missing.length && !isComplete ? avatar : null;
  app.emit(
    'missing',
    waiting && {
      name: avatar.name,
      missing,
      // Without vertices there is nothing to see; images may be missing.
      openAnyway: missing.some(({ isBuffer }) => isBuffer) ? null : () => openAvatar(app, avatar, true),
      dismiss: () => {
        waiting = null;
        app.emit('missing', null);
      },
    },
  );
  return waiting ? false : app.open(avatar.name, avatar.file.size, readFile(avatar.file), { files, isAsking: true });
}

/** A clip for the open avatar, also if that is another one by the time. */
async function clipFor(app, edited) {
  for (;;) {
    const rig = app.view.shown?.rig,
      clip = await edited.clip(rig).catch((error) => {
        if (rig === app.view.shown?.rig) throw error; // else the avatar that it was for is gone
      });
    if (clip && rig === app.view.shown?.rig) return clip;
    clip?.dispose();
  }
}

/** Loads motion and plays it; `isReplacing` replaces the clip of the same name, if there is one. Resolves with the
 * edited motion. */
export async function openClip(app, name, read, { isSelected = true, isReplacing = false } = {}) {
  const edited = app.desk.open(name, await read());
  const clip = await clipFor(app, edited);
  if (isReplacing && app.motion.replaceClip(name, clip, edited)) return edited;
  if (isSelected) {
    app.motion.addClip(name, clip, edited);
    app.announce(t('clipAdded', { name, seconds: number(clip.duration, 1) }));
  } else {
    app.motion.clips.push({ name, clip, edited });
    app.emit('clips');
  }
  return edited;
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
    try {
      const found = await filesOfDrop(event.dataTransfer);
      if (found.length) await takeFiles(app, found);
      else app.emit('complaint', t('emptyDrop'));
    } catch (error) {
      app.emit('complaint', t('failed', { why: error.message })); // the file is gone, or may not be read
    }
  });
}
