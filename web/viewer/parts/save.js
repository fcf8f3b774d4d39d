// SPDX-License-Identifier: MIT
// The dialog for saving a copy: changes, format and download. Migrating, normalizing and optimizing here
// affect only the copy.
import { button, check, choice, download, field, h, openDialog } from '../core/dom.js';
import { fileName } from '../core/files.js';
import { blobOf } from '../core/turn.js';
import { bytes, number, t } from '../core/words.js';
import { findingList } from './finding_list.js';

const marks = { '1.0': '.vrm1', '0.x': '.vrm0' };

/** A file name that describes the copy; differs from that of the loaded file if the content does. */
function nameFor(doc, { format, isNormalizing, isOptimizing }, ending) {
  const migrated = format !== 'keep' ? format : doc.changes.findLast(({ migrate }) => migrate)?.migrate;
  const isEdited = isNormalizing || doc.changes.some(({ migrate }) => !migrate);
  const stem = doc.name.replace(/\.[^.]+$/, '');
  return fileName(
    `${migrated ? stem.replace(/\.vrm[01]$/i, '') : stem}${isEdited ? '-edited' : ''}${isOptimizing ? '-small' : ''}${marks[migrated] ?? ''}.${ending}`,
    `avatar.${ending}`,
    ending,
  );
}

export function openSave(app) {
  const { document: doc } = app;
  const { dialect } = doc.info,
    ending = dialect ? 'vrm' : 'glb';
  const wish = { format: 'keep', isNormalizing: false, isOptimizing: false, dropsMorphs: false };
  let proposed = nameFor(doc, wish, ending),
    estimates = 0;
  const name = h('input', { type: 'text', value: proposed, dataset: { key: 'save-name' } });
  const options = [
    ['keep', t('saveKeep', { dialect: dialect ?? 'glTF' })],
    ...(dialect && dialect !== '1.0' ? [['1.0', t('saveTo1')]] : []),
    ...(dialect && dialect !== '0.x' ? [['0.x', t('saveTo0')]] : []),
  ];
  const result = h('div', { class: 'save-result', role: 'status' });
  const copyOnly = h('p', { class: 'muted small', hidden: true, text: t('saveCopyOnly') });
  const size = h('p', { class: 'muted small save-size', role: 'status', hidden: true });
  const dropMorphs = check(t('saveDropMorphs'), false, (isOn) => choose({ dropsMorphs: isOn }), {
    key: 'save-drop-morphs',
  });
  dropMorphs.querySelector('input').disabled = true;

  const choose = (what) => {
    Object.assign(wish, what);
    const before = proposed;
    proposed = nameFor(doc, wish, ending);
    if (name.value === before) name.value = proposed;
    copyOnly.hidden = wish.format === 'keep' && !wish.isNormalizing && !wish.isOptimizing;
    dropMorphs.querySelector('input').disabled = !wish.isOptimizing;
    result.replaceChildren(); // it was about another copy
    return estimate();
  };

  /** Changes of the copy. Optimizing comes last, since it cleans up after the others. */
  const steps = () => [
    ...(wish.isNormalizing ? [{ label: t('normalized'), normalize: {} }] : []),
    ...(wish.format === 'keep' ? [] : [{ label: t('migrated', { dialect: wish.format }), migrate: wish.format }]),
    ...(wish.isOptimizing ? [{ label: t('optimized'), optimize: { dropsUnboundMorphs: wish.dropsMorphs } }] : []),
  ];

  /** Shows the sizes before and after. */
  const estimate = async () => {
    const turn = ++estimates;
    size.hidden = !wish.isOptimizing;
    if (!wish.isOptimizing) return;
    size.textContent = t('saveEstimating');
    let text;
    try {
      text = sizeWords((await doc.saveWith(steps())).reports.at(-1));
    } catch (error) {
      text = t('failed', { why: error.message });
    }
    if (turn === estimates) size.textContent = text; // false: another choice was made meanwhile
  };

  const write = async () => {
    go.disabled = true;
    name.value = fileName(name.value, proposed, ending);
    const changes = [...doc.changes]; // others may come while the file is written
    try {
      const { data, findings } = await doc.saveWith(steps());
      const { errors } = await app.loader.validate(data);
      download(name.value, await blobOf(data, 'model/gltf-binary'));
      doc.noteSaved(changes);
      app.emit('saved');
      result.replaceChildren(
        h('p', {
          class: errors ? 'bad' : 'good',
          text: t('saved', { name: name.value, size: bytes(data.length), errors }),
        }),
        ...decisions(findings),
        ...(copyOnly.hidden
          ? []
          : [button(t('openCopy'), openCopy(name.value, data), { kind: 'small', key: 'save-open' })]),
      );
      app.announce(t('saved', { name: name.value, size: bytes(data.length), errors }));
    } catch (error) {
      result.replaceChildren(h('p', { class: 'bad', text: t('failed', { why: error.message }) }));
    }
    go.disabled = false;
  };

  const openCopy = (copyName, data) => () => {
    dialog.close();
    app.setShelf([]);
    return app.open(copyName, data.length, async () => data, { isAsking: true });
  };

  const go = button(t('download'), write, { kind: 'primary', icon: 'save', key: 'save-download' });
  const dialog = openDialog(
    t('saveTitle'),
    h(
      'div',
      {},
      h('h3', { text: t('saveChanges') }),
      doc.isChanged
        ? h(
            'ol',
            { class: 'changes' },
            doc.changes.map(({ label }) => h('li', { text: label })),
          )
        : h('p', { class: 'muted', text: t('saveNoChanges') }),
      options.length > 1
        ? field(
            t('saveFormat'),
            choice(t('saveFormat'), options, wish.format, (value) => choose({ format: value }), { key: 'save-format' }),
          )
        : null,
      dialect
        ? check(t('saveNormalize'), false, (isOn) => choose({ isNormalizing: isOn }), { key: 'save-normalize' })
        : null,
      check(t('saveSmaller'), false, (isOn) => choose({ isOptimizing: isOn }), { key: 'save-optimize' }),
      h('div', { class: 'save-smaller' }, dropMorphs, size),
      field(t('saveName'), name),
      copyOnly,
      h('p', { class: 'muted small', text: t('saveOriginal') }),
      result,
    ),
    { closeLabel: t('close'), isOfFile: true, foot: [button(t('close'), () => dialog.close()), go] },
  );
}

const hardly = 0.985; // exact bytes: both sizes would read alike

/** Sizes before and after, and the number of removed morph targets. */
function sizeWords({ before, after }) {
  if (after.bytes >= before.bytes) return t('saveSmallest');
  const words = {
    before: bytes(before.bytes),
    after: bytes(after.bytes),
    percent: number((100 * after.bytes) / before.bytes, 0),
  };
  const n = before.morphTargets - after.morphTargets;
  if (n <= 0 && after.bytes > hardly * before.bytes)
    return t('saveHardly', { size: bytes(before.bytes - after.bytes) });
  return n > 0 ? t('saveSizeMorphs', { ...words, n }) : t('saveSize', words);
}

/** Decisions of migrating and the like, from their reports. */
function decisions(list) {
  if (list.length === 0) return [];
  return [
    h(
      'details',
      { class: 'fold' },
      h('summary', { text: t('decisions', { n: list.length }) }),
      findingList(list.slice(0, 200)),
    ),
  ];
}
