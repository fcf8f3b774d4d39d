// SPDX-License-Identifier: MIT
// Opens the files that the page's address names: at once from the page's own server, after a question from another.
import { button, h, openDialog } from '../core/dom.js';
import { isOfThisServer, nameOf } from '../core/address.js';
import { fetchFile } from '../core/loader.js';
import { t } from '../core/words.js';
import { openClip } from './intake.js';

/** Reads an address. Redirects to another server are refused where only this one was agreed to. */
const readUrl = (url) => async (signal) => {
  try {
    return await fetchFile(url.href, { mode: isOfThisServer(url) ? 'same-origin' : 'cors', credentials: 'omit' })(
      signal,
    );
  } catch (error) {
    if (signal?.aborted || !(error instanceof TypeError)) throw error; // fetch() names no reason
    throw new Error(t(isOfThisServer(url) ? 'linkNoAnswer' : 'linkRefused', { name: url.href }), { cause: error });
  }
};

export const openLinked = (app, url) => app.open(nameOf(url), 0, readUrl(url), { url: url.href });

async function openMotion(app, url) {
  try {
    app.linkedMotion = { url: url.href, edited: await openClip(app, nameOf(url), readUrl(url)) };
  } catch (error) {
    app.emit('error', { name: nameOf(url), error });
  }
}

/** Opens what is left: files of other servers if the user agrees, and the motion. */
export async function askForLinked(app, { file, motion, refused }) {
  if (refused) app.emit('complaint', t('linkInvalid', { name: refused }));
  const others = [file, motion].filter((url) => url && !isOfThisServer(url));
  if (others.length && !(await agrees(others))) return;
  if (file && !isOfThisServer(file)) await openLinked(app, file);
  if (motion) await openMotion(app, motion);
}

function agrees(urls) {
  return new Promise((resolve) => {
    let isAgreed = false;
    const dialog = openDialog(
      t('linkTitle'),
      h(
        'div',
        {},
        h('p', { text: t('linkText') }),
        h(
          'ul',
          { class: 'linked' },
          urls.map((url) =>
            h('li', {}, h('strong', { text: url.host }), h('div', { class: 'code muted', text: url.href })),
          ),
        ),
      ),
      {
        closeLabel: t('close'),
        foot: [
          button(t('linkLeave'), () => dialog.close(), { key: 'link-leave' }),
          button(t('open'), () => ((isAgreed = true), dialog.close()), { kind: 'primary', key: 'link-open' }),
        ],
      },
    );
    dialog.addEventListener('close', () => resolve(isAgreed));
  });
}
