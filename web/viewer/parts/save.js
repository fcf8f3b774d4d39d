// SPDX-License-Identifier: MIT
// Saving a copy: what was changed, the format to write, and the download.
import { button, check, choice, download, field, h, openDialog } from '../core/dom.js';
import { fileName } from '../core/files.js';
import { icon } from '../core/icons.js';
import { sentenceElements } from '../core/sentences.js';
import { bytes, t } from '../core/words.js';

export function openSave(app) {
  const { document: doc } = app;
  const { dialect } = doc.info;
  let format = 'keep', isNormalizing = false;
  const stem = doc.name.replace(/\.[^.]+$/, ''), ending = dialect ? 'vrm' : 'glb', proposed = fileName(`${stem}${doc.isChanged ? '-edited' : ''}`, `avatar.${ending}`, ending);
  const name = h('input', { type: 'text', value: proposed, dataset: { key: 'save-name' } });
  const options = [['keep', t('saveKeep', { dialect: dialect ?? 'glTF' })], ...(dialect && dialect !== '1.0' ? [['1.0', t('saveTo1')]] : []), ...(dialect && dialect !== '0.x' ? [['0.x', t('saveTo0')]] : [])];
  const result = h('div', { class: 'save-result', role: 'status' });

  const once = h('div', {},
    options.length > 1 ? field(t('saveFormat'), choice(t('saveFormat'), options, format, (value) => { format = value; }, { key: 'save-format' })) : null,
    dialect ? check(t('saveNormalize'), false, (isOn) => { isNormalizing = isOn; }, { key: 'save-normalize' }) : null);

  /** Makes changes that the copy is to have; all of them, or none. */
  const make = async (changes) => {
    for (const [i, change] of changes.entries()) {
      if (await app.change(change)) continue;
      const why = app.failure;
      for (let made = 0; made < i; made++) await app.undo();
      throw new Error(why);
    }
  };
  const write = async () => {
    go.disabled = true;
    name.value = fileName(name.value, proposed, ending);
    try {
      await make([
        ...(isNormalizing ? [{ label: t('normalized'), normalize: {}, isVisible: true }] : []),
        ...(format === 'keep' ? [] : [{ label: t('migrated', { dialect: format }), migrate: format, isVisible: true }])]);
      const data = await doc.save();
      const { errors } = await app.loader.validate(data);
      download(name.value, data, 'model/gltf-binary');
      doc.noteSaved();
      format = 'keep'; // who saves again means the file as it is now
      isNormalizing = false;
      once.hidden = true;
      result.replaceChildren(h('p', { class: errors ? 'bad' : 'good', text: t('saved', { name: name.value, size: bytes(data.length), errors }) }), ...decisions(doc));
      app.announce(t('saved', { name: name.value, size: bytes(data.length), errors }));
    } catch (error) {
      result.replaceChildren(h('p', { class: 'bad', text: t('failed', { why: error.message }) }));
    }
    go.disabled = false;
  };

  const go = button(t('download'), write, { kind: 'primary', icon: 'save', key: 'save-download' });
  const dialog = openDialog(t('saveTitle'), h('div', {},
    h('h3', { text: t('saveChanges') }),
    doc.isChanged ? h('ol', { class: 'changes' }, doc.changes.map(({ label }) => h('li', { text: label }))) : h('p', { class: 'muted', text: t('saveNoChanges') }),
    once, field(t('saveName'), name), h('p', { class: 'muted small', text: t('saveOriginal') }), result),
  { closeLabel: t('close'), isOfFile: true, foot: [button(t('close'), () => dialog.close()), go] });
}

/** What migrating decided, as its report has it. */
function decisions(doc) {
  const list = doc.reports.flatMap(({ findings }) => findings);
  if (list.length === 0) return [];
  return [h('details', { class: 'fold' }, h('summary', { text: t('decisions', { n: list.length }) }), h('ul', { class: 'finding-list' }, list.slice(0, 200).map(({ severity, code, pointer, message }) => h('li', { class: `finding ${severity}` },
    icon(severity, t(`severityOne.${severity}`)), h('div', { class: 'grow' }, sentenceElements({ code, message }, true), h('div', { class: 'code muted', text: `${code} ${pointer}` }))))))];
}
