// SPDX-License-Identifier: MIT
// Two files side by side with the same motion, and a list of what differs.
import { button, h, openDialog } from '../core/dom.js';
import { differences } from '../core/difference.js';
import { AvatarDocument } from '../core/document.js';
import { Items } from '../core/items.js';
import { sortFiles } from '../core/files.js';
import { t } from '../core/words.js';
import { chooseFiles } from './intake.js';

/** Chooses a second file, or shows the comparison that is open. */
export function openComparison(app) {
  if (app.second) showList(app);
  else chooseFiles(app, async (found) => {
    const { avatars: [first] } = await sortFiles(found);
    if (first) await openSecond(app, first.path.split('/').pop(), new Uint8Array(await first.file.arrayBuffer()), first.files);
  }, '.vrm,.glb,.gltf,.bin,.png,.jpg,.jpeg,.webp');
}

export async function openSecond(app, name, bytes, files) {
  try {
    const document = await AvatarDocument.open(name, bytes, files);
    const actor = await app.view.showBeside(bytes, { files });
    app.second?.dispose();
    app.second = document;
    app.secondItems = new Items(document.model, actor.rig);
    app.view.frame('full');
    app.emit('document');
    showList(app);
  } catch (error) {
    app.emit('error', { name, error });
  }
}

function end(app) {
  app.second?.dispose();
  app.second = null;
  app.view.removeOthers();
  app.view.frame();
  app.emit('document');
}

function showList(app) {
  const list = differences({ document: app.document, items: app.items }, { document: app.second, items: app.secondItems });
  const groups = [...new Set(list.map(([group]) => group))];
  const dialog = openDialog(`${t('compareTitle')}: ${app.document.name} / ${app.second.name}`,
    list.length === 0 ? h('p', { text: t('compareNone') })
      : groups.map((group) => h('section', { class: 'part' }, h('h3', { text: t(`diff.${group}`) }), h('table', { class: 'before-after' },
        h('thead', {}, h('tr', {}, h('th', { text: t('compareMember') }), h('th', { text: app.document.name }), h('th', { text: app.second.name }))),
        h('tbody', {}, list.filter(([other]) => other === group).map(([, what, a, b]) => h('tr', {}, h('td', { text: what }), h('td', { text: a || t('nothing') }), h('td', { text: b || t('nothing') }))))))), {
      isWide: true, closeLabel: t('close'), foot: [button(t('compareEnd'), () => { end(app); dialog.close(); }), button(t('close'), () => dialog.close(), { kind: 'primary' })],
    });
}
