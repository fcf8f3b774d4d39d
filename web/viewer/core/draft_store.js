// SPDX-License-Identifier: MIT
// Changes that are not saved yet, which the browser keeps: `drafts` as { id, name, size, at, changes }, and the file
// of each in `files` as { id, file, files }. Every function rejects where the browser refuses.
import { opener, resultOf } from './browser_store.js';
import { blobOf } from './turn.js';

const open = opener('vrm-viewer-drafts', ['drafts', 'files']);

/** Runs in one transaction over both stores; resolves when it is complete. */
async function run(mode, use) {
  const transaction = (await open()).transaction(['drafts', 'files'], mode),
    done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
  done.catch(() => {}); // the request has said why
  const result = await resultOf(use(transaction.objectStore('drafts'), transaction.objectStore('files')));
  await done;
  return result;
}

// ---- Bytes ----
// They are stored as Blobs, which the browser copies beside the page.

const blobs = new WeakMap(); // by bytes: a change is stored again with each later one

async function pack(bytes) {
  if (!blobs.has(bytes)) blobs.set(bytes, await blobOf(bytes));
  return blobs.get(bytes);
}

const unpack = async (blob) => new Uint8Array(await blob.arrayBuffer());

async function changesBy(how, changes) {
  const convert = async ({ bytes, thumbnail, images, ...rest }) => ({
    ...rest,
    ...(bytes ? { bytes: await how(bytes) } : {}),
    ...(thumbnail ? { thumbnail: await how(thumbnail) } : {}),
    ...(images ? { images: await Promise.all(images.map(convert)) } : {}),
  });
  return Promise.all(changes.map(convert));
}

const filesBy = async (how, files) =>
  files &&
  Object.fromEntries(await Promise.all(Object.entries(files).map(async ([name, it]) => [name, await how(it)])));

// ---- Drafts ----

export const storedDrafts = () => run('readonly', (drafts) => drafts.getAll());

/** The file of a draft: { bytes, files }; undefined if it is gone. */
export async function draftFile(id) {
  const found = await run('readonly', (_, files) => files.get(id));
  return found && { bytes: await unpack(found.file), files: await filesBy(unpack, found.files) };
}

/** The changes of a draft that storedDrafts() has listed. */
export const draftChanges = ({ changes }) => changesBy(unpack, changes);

export async function storeDraft(draft) {
  const packed = { ...draft, changes: await changesBy(pack, draft.changes) };
  return run('readwrite', (drafts) => drafts.put(packed));
}

export async function storeDraftFile({ id, bytes, files }) {
  const packed = { id, file: await blobOf(bytes), files: await filesBy(pack, files) };
  return run('readwrite', (_, stored) => stored.put(packed));
}

export const removeDraft = (id) =>
  run('readwrite', (drafts, files) => {
    files.delete(id);
    return drafts.delete(id);
  });
