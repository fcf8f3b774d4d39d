// SPDX-License-Identifier: MIT
// The page as served by `vrm view`: opens its files, reloads files that change on disk, and shows motion of a
// live performer. Without a session.json all of this is inactive.
import { boneNames } from '../libvrm/index.js';
import { isMotion } from '../core/files.js';
import { fetchFile } from '../core/loader.js';
import { t } from '../core/words.js';
import { openClip } from './intake.js';
import { openSecond } from './compare.js';

/** The session of the server; empty without one. */
export async function fetchSession() {
  try {
    const response = await fetch('session.json', { cache: 'no-store' });
    if (!response.ok || !(response.headers.get('content-type') ?? '').includes('json')) return {};
    return await response.json();
  } catch {
    return {};
  }
}

/** Opens the session's files; false when it has no avatar. */
export async function joinSession(app, session) {
  const files = session.files ?? [];
  const avatars = files.filter(({ name }) => !isMotion(name)),
    clips = files.filter(({ name }) => isMotion(name));
  if (session.events) listen(app, session.events, files);
  if (avatars.length > 1) app.setShelf(avatars.map((file) => ({ name: file.name, open: () => openFile(app, file) })));
  if (avatars[0]) await openFile(app, avatars[0]);
  for (const { name, url } of clips)
    await openClip(app, name, fetchFile(url)).catch((error) => app.emit('error', { name, error }));
  if (avatars.length === 2) await openBeside(app, avatars[1]);
  app.session = session;
  return avatars.length > 0;
}

const openFile = async (app, file, isSame = false) =>
  app.open(file.name, file.size ?? 0, fetchFile(file.url), {
    isSame,
    isAsking: true,
    files: await readSideFiles(file),
  });

async function openBeside(app, file, options) {
  try {
    await openSecond(app, file.name, await fetchFile(file.url)(), await readSideFiles(file), options);
  } catch (error) {
    app.emit('error', { name: file.name, error });
  }
}

/** Side files of a .gltf by their URIs; missing ones become findings. */
async function readSideFiles({ sideFiles = [] }) {
  if (sideFiles.length === 0) return undefined;
  const files = {};
  await Promise.all(
    sideFiles.map(async ({ uri, url }) => {
      try {
        files[uri] = await fetchFile(url)();
      } catch {
        /* the loader reports missing files */
      }
    }),
  );
  return files;
}

/** Reloads a file that was exported again, unless unsaved changes would be lost. */
async function reload(app, file) {
  const { name } = file;
  if (isMotion(name)) await openClip(app, name, fetchFile(file.url), { isReplacing: true });
  else if (app.second?.name === name && app.document?.name !== name) await openBeside(app, file, { isListed: false });
  else if (app.document?.name !== name && app.document?.isUnsaved)
    return; // it is in the list of files
  else if (!(await openFile(app, file, app.document?.name === name))) return;
  app.emit('complaint', t('reloaded', { name }));
}

function listen(app, address, files) {
  const events = new EventSource(address);
  events.addEventListener('changed', ({ data }) => {
    const file = files[JSON.parse(data).index];
    if (file) reload(app, file).catch((error) => app.emit('error', { name: file.name, error }));
  });
  events.addEventListener('vmc', ({ data }) => {
    const isFirst = app.motion.live === null;
    app.motion.live ??= new Live();
    app.motion.live.take(JSON.parse(data));
    app.view.invalidate();
    if (isFirst) app.emit('live');
  });
  events.addEventListener('bye', () => {
    events.close();
    app.motion.endLive();
    app.emit('complaint', t('liveGone'));
  });
}

/** The latest state of a performer; docs/guide/view.md describes the events. */
export class Live {
  #bones = new Map();
  #expressions = new Map();
  #root = null;
  #hips = null;
  #gaze = null;

  take({ bones = {}, root, hips, expressions = {}, gaze }) {
    for (const [bone, rotation] of Object.entries(bones))
      if (boneNames.includes(bone) && isNumbers(rotation, 4)) this.#bones.set(bone, rotation);
    for (const [name, weight] of Object.entries(expressions))
      this.#expressions.set(name, Math.max(0, Math.min(1, Number(weight) || 0)));
    if (isNumbers(root?.translation, 3) && isNumbers(root?.rotation, 4)) this.#root = root;
    if (isNumbers(hips, 3)) this.#hips = hips;
    if (Number.isFinite(gaze?.yaw) && Number.isFinite(gaze?.pitch)) this.#gaze = gaze;
  }

  /** `place`: the position of the avatar, to which the performer's root motion is relative. */
  apply(avatar, rig, place) {
    for (const [bone, rotation] of this.#bones) avatar.setBone(bone, rotation);
    if (this.#hips) avatar.setHips(this.#hips.map((x, i) => x - restHips(rig)[i]));
    if (this.#root)
      avatar.setRoot(
        this.#root.translation.map((x, i) => x + place[i]),
        this.#root.rotation,
      );
    for (const [name, weight] of this.#expressions) avatar.setExpression(name, weight);
    if (this.#gaze) avatar.lookAlong(this.#gaze.yaw, this.#gaze.pitch);
  }
}

const isNumbers = (value, count) => Array.isArray(value) && value.length === count && value.every(Number.isFinite);

const restPositions = new WeakMap();

/** The rest position of the hips, in the axes of an avatar that faces +Z. */
function restHips(rig) {
  if (!restPositions.has(rig)) {
    const start = (rig.bones.hips ?? 0) * 10,
      [x, y, z] = rig.restModel().subarray(start, start + 3);
    restPositions.set(rig, rig.bones.hips === undefined ? [0, 0, 0] : [x * rig.facing, y, z * rig.facing]);
  }
  return restPositions.get(rig);
}
