// SPDX-License-Identifier: MIT
// Two files side by side with the same motion, and a list of what differs.
import { button, h, openDialog } from '../core/dom.js';
import { differencesOf } from '../core/difference.js';
import { AvatarDocument } from '../core/document.js';
import { joinFiles, sortFiles } from '../core/files.js';
import { othersTurn } from '../core/turn.js';
import { number, t } from '../core/words.js';
import { chooseFiles } from './intake.js';

/** Chooses a second file, or shows the comparison that is open. */
export function openComparison(app) {
  if (app.second) showList(app);
  else chooseFiles(app, async (found) => {
    const { avatars: [second] } = sortFiles(found);
    if (!second) return app.emit('complaint', t('unknownFiles', { name: found[0].path }));
    const { files, missing } = await joinFiles(second);
    if (missing.length) return app.emit('complaint', t('missingWith', { name: second.name, files: missing.map(({ name }) => name).join(', ') }));
    await openSecond(app, second.name, new Uint8Array(await second.file.arrayBuffer()), files);
  }, '.vrm,.glb,.gltf,.bin,.png,.jpg,.jpeg,.webp');
}

export async function openSecond(app, name, bytes, files, { isListed = true } = {}) {
  try {
    const document = await AvatarDocument.open(name, bytes, files);
    app.state.set('crowd', 1);
    if (!(await app.view.cast.showBeside(bytes, { files }))) return document.dispose();
    app.second?.dispose();
    app.second = document;
    app.view.frame('full');
    app.emit('document');
    if (isListed) await showList(app);
  } catch (error) {
    app.emit('error', { name, error });
  }
}

const rowsShown = 200; // of each part

async function showList(app) {
  const { document: first, second } = app;
  let found;
  app.emit('progress', { title: `${t('compareTitle')}: ${first.name} / ${second.name}`, stage: 'comparing', fraction: 0.5, cancel: () => {} });
  try {
    await othersTurn(); // the card is seen first
    found = await differencesOf(first, second);
  } catch (error) {
    app.emit('complaint', t('failed', { why: error.message }));
    return;
  } finally {
    app.emit('progress', null);
  }
  if (app.document !== first || app.second !== second) return;
  const parts = [...new Set(found.differences.map(({ part }) => part))];
  const dialog = openDialog(`${t('compareTitle')}: ${first.name} / ${second.name}`,
    found.total === 0 ? h('p', { text: t('compareNone') })
      : [h('p', { class: 'muted', text: t('compareTotal', { n: number(found.total) }) }), ...parts.map((part) => table(part, found.differences.filter((row) => row.part === part), [first.name, second.name]))], {
      isWide: true, isOfFile: true, closeLabel: t('close'), foot: [button(t('compareEnd'), () => { app.endComparison(); app.view.frame(); dialog.close(); }, { key: 'compare-end' }), button(t('close'), () => dialog.close(), { kind: 'primary' })],
    });
}

function table(part, rows, names) {
  const cell = (text, kind, absent) => h('td', kind === absent ? { class: 'muted', text: t('compareAbsent') } : { text: text || t('nothing') });
  return h('section', { class: 'part' }, h('h3', { text: `${t(`diff.${part}`)} (${number(rows.length)})` }), h('table', { class: 'before-after three' },
    h('thead', {}, h('tr', {}, [t('compareMember'), ...names].map((text) => h('th', { scope: 'col', text })))),
    h('tbody', {}, rows.slice(0, rowsShown).map(({ kind, subject, member, before, after }) => h('tr', {},
      h('td', { text: [subject, member].filter(Boolean).join(': ') }), cell(kind === 'removed' && !before ? t('compareThere') : before, kind, 'added'), cell(kind === 'added' && !after ? t('compareThere') : after, kind, 'removed'))))),
  rows.length > rowsShown ? h('p', { class: 'muted', text: t('moreItems', { n: number(rows.length - rowsShown) }) }) : null);
}
