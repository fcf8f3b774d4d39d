// SPDX-License-Identifier: MIT
// Keeps unsaved changes while the page runs, and offers those of a page that ended without saving: a crash, a closed
// tab. A page holds a lock for each of its drafts, so that other pages do not offer what is still open.
import { draftChanges, draftFile, removeDraft, storeDraft, storeDraftFile, storedDrafts } from '../core/draft_store.js';
import { button, h, openDialog } from '../core/dom.js';
import { t } from '../core/words.js';

const largestFile = 256e6; // bytes, with side files; larger ones are not kept
const mostDrafts = 3;
const longest = 7 * 24 * 3600e3; // milliseconds
const lockOf = (id) => `vrm-viewer-draft-${id}`;

/** Drafts need locks, which browsers have on secure pages. */
const isPossible = () => Boolean(globalThis.navigator?.locks && globalThis.crypto?.randomUUID);

/** Follows the open document. */
export function keepDrafts(app) {
  if (!isPossible()) return;
  let kept = null, // { document, id, isFileStored }
    refused = null, // the document whose file the browser does not keep
    hasTold = false,
    isWriting = false,
    isDue = false;

  const write = async () => {
    isDue = true;
    if (isWriting) return;
    isWriting = true;
    try {
      while (isDue) {
        isDue = false;
        await step();
      }
    } catch (error) {
      if (!kept?.isFileStored) refused = app.document; // trying again with each change would copy the file each time
      if (!hasTold) app.emit('complaint', t('draftRefused', { why: error.message }));
      hasTold = true;
    } finally {
      isWriting = false;
    }
  };

  /** Brings the stored draft to the state of the document. */
  const step = async () => {
    const { document } = app;
    if (kept && (kept.document !== document || !document.isUnsaved)) {
      const { id } = kept;
      kept = null;
      await removeDraft(id);
    }
    if (!document?.isUnsaved || document === refused || sizeOf(document) > largestFile) return;
    kept ??= { document, id: await newDraft(), isFileStored: false };
    const { id } = kept;
    if (!kept.isFileStored) {
      await storeDraftFile({ id, bytes: document.bytes, files: document.files });
      kept.isFileStored = true;
    }
    await storeDraft({ id, name: document.name, size: document.size, at: Date.now(), changes: document.changes });
  };

  app.on('document', write);
  app.on('saved', write);
}

const sizeOf = ({ size, files }) =>
  Object.values(files ?? {}).reduce((sum, bytes) => sum + (bytes.byteLength ?? 0), size);

/** An id whose lock this page holds until it ends. */
function newDraft() {
  const id = crypto.randomUUID();
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(lockOf(id), () => {
        resolve(id);
        return new Promise(() => {});
      })
      .catch(reject);
  });
}

/** Whether a draft can be offered: what an older page has written may be anything. */
const isWhole = ({ name, at, changes }) =>
  typeof name === 'string' &&
  Date.now() - at < longest &&
  Array.isArray(changes) &&
  changes.length > 0 &&
  changes.every((change) => typeof change?.label === 'string');

/** Drafts of pages that ended, newest first. Old ones, and more than a few, are removed. */
async function orphans() {
  const stored = await storedDrafts(), // before the locks: a page takes the lock of a draft first
    { held } = await navigator.locks.query(),
    alive = new Set(held.map(({ name }) => name)),
    all = stored.filter(({ id }) => !alive.has(lockOf(id))),
    kept = all
      .filter(isWhole)
      .sort((a, b) => b.at - a.at)
      .slice(0, mostDrafts);
  for (const draft of all) if (!kept.includes(draft)) await removeDraft(draft.id);
  return kept;
}

/** Offers what another page left, if there is something. */
export async function offerDrafts(app) {
  if (!isPossible() || app.isBare) return;
  let drafts = [];
  try {
    drafts = await orphans();
  } catch {
    return; // storage may be forbidden
  }
  if (drafts.length === 0) return;
  const list = h('ul', { class: 'drafts' });
  const dialog = openDialog(t('draftTitle'), h('div', {}, h('p', { text: t('draftText') }), list), {
    closeLabel: t('close'),
    foot: [button(t('draftLater'), () => dialog.close(), { key: 'draft-later' })],
  });
  list.append(...drafts.map((draft) => row(app, draft, dialog)));
  list.querySelector('button').focus();
}

function row(app, draft, dialog) {
  const time = new Date(draft.at).toLocaleString(document.documentElement.lang);
  const element = h(
    'li',
    {},
    h('strong', { class: 'clip block', text: draft.name }),
    h('p', { class: 'muted small', text: t('draftFacts', { n: draft.changes.length, time }) }),
    h('p', {
      class: 'small',
      text: draft.changes
        .slice(-3)
        .map(({ label }) => label)
        .join(' · '),
    }),
    h(
      'div',
      { class: 'row wrap gap-top' },
      button(
        t('draftOpen'),
        () => {
          dialog.close();
          return bringBack(app, draft);
        },
        { kind: 'primary', key: 'draft-open' },
      ),
      button(
        t('draftDiscard'),
        async () => {
          await removeDraft(draft.id).catch(() => {}); // it is offered again then
          element.remove();
          const next = dialog.querySelector('.drafts button');
          if (next) next.focus();
          else dialog.close();
        },
        { key: 'draft-discard' },
      ),
    ),
  );
  return element;
}

/** Opens the file of a draft with its changes. The draft is removed when they are made: this page keeps its own. */
async function bringBack(app, draft) {
  const { id, name, size } = draft,
    [file, changes] = await Promise.all([draftFile(id), draftChanges(draft)]).catch(() => []);
  if (!file) return app.emit('complaint', t('draftGone', { name }));
  const isOpen = await app.open(name, size, async () => file.bytes, { files: file.files, isAsking: true });
  if (!isOpen || !(await app.restore(file.bytes, changes))) return;
  await removeDraft(id).catch(() => {}); // another page may have the storage
  app.announce(t('draftBack', { name, n: changes.length }));
}
