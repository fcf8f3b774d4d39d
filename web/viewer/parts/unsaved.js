// SPDX-License-Identifier: MIT
// Asks before unsaved changes are lost: when another file is opened, when the file changes on disk,
// when the page is left.
import { button, h, openDialog } from '../core/dom.js';
import { t } from '../core/words.js';

let asked = null; // one question at a time: its dialog and its answer

/** Resolves with whether the changes of a document may be discarded, for another file or its new version on disk. */
export function askToDiscard(doc, other, isSame) {
  if (asked?.dialog.open) return asked.answer; // a closed dialog may fire its event a frame later
  let isDiscarded = false;
  const values = { name: doc.name, n: doc.changes.length, other };
  const dialog = openDialog(t('unsavedTitle'), h('p', { text: t(isSame ? 'unsavedReload' : 'unsavedText', values) }), {
    closeLabel: t('close'),
    foot: [
      button(
        t(isSame ? 'unsavedLoad' : 'unsavedOpen'),
        () => {
          isDiscarded = true;
          dialog.close();
        },
        { key: 'unsaved-discard' },
      ),
      button(t('unsavedKeep'), () => dialog.close(), { kind: 'primary', key: 'unsaved-keep' }),
    ],
  });
  const answer = new Promise((resolve) => dialog.addEventListener('close', () => resolve(isDiscarded)));
  asked = { dialog, answer };
  return answer;
}

export function guardLeaving(app) {
  addEventListener('beforeunload', (event) => app.document?.isUnsaved && event.preventDefault());
}
