// SPDX-License-Identifier: MIT
// When `vrm view` serves the page: the files that it was given, reloading when one changes on disk, and
// motion that a performer sends. Elsewhere there is no session.json, and nothing of this happens.
import { boneNames } from '../libvrm/index.js';
import { fetchFile } from '../core/loader.js';
import { t } from '../core/words.js';
import { openClip } from './intake.js';
import { openSecond } from './compare.js';

const isClip = (name) => /\.(vrma|bvh)$/i.test(name);

/** Opens the session's files; false when there is no session, or it has no avatar. */
export async function joinSession(app) {
  let session;
  try {
    const response = await fetch('session.json', { cache: 'no-store' });
    if (!response.ok || !(response.headers.get('content-type') ?? '').includes('json')) return false;
    session = await response.json();
  } catch {
    return false;
  }
  const files = session.files ?? [];
  const avatars = files.filter(({ name }) => !isClip(name));
  const open = async (file, isSame) => app.open(file.name, file.size ?? 0, fetchFile(file.url), { isSame, files: await readSideFiles(file) });
  if (session.events) listen(app, session.events, files, open);
  if (avatars[0]) await open(avatars[0], false);
  for (const { name, url } of files.filter((file) => isClip(file.name)))
    await openClip(app, name, fetchFile(url)).catch((error) => app.emit('error', { name, error }));
  if (avatars[1]) await openSecond(app, avatars[1].name, await fetchFile(avatars[1].url)());
  app.session = session;
  return avatars.length > 0;
}

/** Side files of a .gltf by their URIs; those that are missing become findings. */
async function readSideFiles({ sideFiles = [] }) {
  if (sideFiles.length === 0) return undefined;
  const files = {};
  await Promise.all(sideFiles.map(async ({ uri, url }) => {
    try {
      files[uri] = await fetchFile(url)();
    } catch { /* the loader says what is missing */ }
  }));
  return files;
}

function listen(app, address, files, open) {
  const events = new EventSource(address);
  events.addEventListener('changed', async ({ data }) => {
    const file = files[JSON.parse(data).index];
    if (!file || isClip(file.name)) return;
    if (await open(file, app.document?.name === file.name)) app.emit('complaint', t('reloaded', { name: file.name }));
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
    app.motion.live = null;
    app.emit('live');
    app.emit('complaint', t('liveGone'));
  });
}

/** The last that a performer sent; docs/view.md says what an event holds. */
export class Live {
  #bones = new Map();
  #expressions = new Map();
  #root = null;
  #hips = null;
  #gaze = null;

  take({ bones = {}, root, hips, expressions = {}, gaze }) {
    for (const [bone, rotation] of Object.entries(bones))
      if (boneNames.includes(bone) && isNumbers(rotation, 4)) this.#bones.set(bone, rotation);
    for (const [name, weight] of Object.entries(expressions)) this.#expressions.set(name, Math.max(0, Math.min(1, Number(weight) || 0)));
    if (isNumbers(root?.translation, 3) && isNumbers(root?.rotation, 4)) this.#root = root;
    if (isNumbers(hips, 3)) this.#hips = hips;
    if (Number.isFinite(gaze?.yaw) && Number.isFinite(gaze?.pitch)) this.#gaze = gaze;
  }

  drives(name) {
    return this.#expressions.has(name);
  }

  apply(avatar, rig) {
    for (const [bone, rotation] of this.#bones) avatar.setBone(bone, rotation);
    if (this.#hips) avatar.setHips(this.#hips.map((x, i) => x - restHips(rig)[i]));
    if (this.#root) avatar.setRoot(this.#root.translation, this.#root.rotation);
    for (const [name, weight] of this.#expressions) avatar.setExpression(name, weight);
    if (this.#gaze) avatar.lookAlong(this.#gaze.yaw, this.#gaze.pitch);
  }
}

const isNumbers = (value, count) => Array.isArray(value) && value.length === count && value.every(Number.isFinite);

const restPositions = new WeakMap();

/** Where the hips are at rest, in the axes of an avatar that faces +Z. */
function restHips(rig) {
  if (!restPositions.has(rig)) {
    const start = (rig.bones.hips ?? 0) * 10, [x, y, z] = rig.restModel().subarray(start, start + 3);
    restPositions.set(rig, rig.bones.hips === undefined ? [0, 0, 0] : [x * rig.facing, y, z * rig.facing]);
  }
  return restPositions.get(rig);
}
