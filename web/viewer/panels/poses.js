// SPDX-License-Identifier: MIT
// The pose library and the recording of motion, in the panel Motion.
import { button, download, h, section } from '../core/dom.js';
import { fileName, motions } from '../core/files.js';
import { icon } from '../core/icons.js';
import { readFile } from '../core/loader.js';
import { mostPoses } from '../core/pose_library.js';
import { number, t } from '../core/words.js';
import { chooseFiles } from '../parts/intake.js';

const stances = ['idle', 't', 'a', 'rest'];

export function posePart(app) {
  const { library, state } = app,
    isShown = (id) => state.get('pose') === 'kept' && library.shown === id,
    chosen = library.poses.find(({ id }) => isShown(id));
  library.open();
  app.posePictures.request([
    ...stances.map((stance) => ({ key: stance, stance })),
    ...library.poses.map(({ id, bytes }) => ({ key: `pose-${id}`, bytes })),
  ]);
  const isAlone = app.view.cast.others.length === 0;
  return section(
    t('poseLibrary'),
    h(
      'div',
      { class: 'poses', role: 'group', 'aria-label': t('poseLibrary') },
      stances.map((stance) =>
        tile(app, {
          key: stance,
          name: t(`pose.${stance}`),
          isOn: state.get('pose') === stance,
          take: () => state.set('pose', stance),
        }),
      ),
      library.poses.map(({ id, name }) =>
        tile(app, { key: `pose-${id}`, name, isOn: isShown(id), take: () => tried(app, () => library.take(id)) }),
      ),
    ),
    chosen ? actions(app, chosen) : null,
    h(
      'div',
      { class: 'row wrap gap-top' },
      button(t('keepPose'), () => keep(app), { kind: 'small', key: 'keep-pose', isDisabled: !isAlone }),
      button(t('openPoses'), () => chooseFiles(app, (found) => addFiles(app, found), motions), {
        kind: 'small',
        key: 'open-poses',
      }),
      button(t('savePose'), () => save(app), { kind: 'small', key: 'save-pose', isDisabled: !isAlone }),
    ),
    h('p', { class: 'muted small gap-top', text: t(library.isKept ? 'posesHow' : 'posesForNow', { n: mostPoses }) }),
  );
}

function tile(app, { key, name, isOn, take }) {
  const address = app.posePictures.get(key);
  return h(
    'button',
    {
      type: 'button',
      class: 'pose',
      'aria-pressed': String(isOn),
      title: name,
      dataset: { key: `take-${key}`, picture: key },
      on: { click: take },
    },
    address ? h('img', { src: address, alt: '' }) : h('span', { class: 'pose-blank' }, icon('body')),
    h('span', { class: 'clip', text: name }),
  );
}

/** A picture that was drawn after its tile. */
export function showPosePicture(app, element, key) {
  const blank = element.querySelector(`[data-picture="${CSS.escape(key)}"] .pose-blank`),
    address = app.posePictures.get(key);
  if (blank && address) blank.replaceWith(h('img', { src: address, alt: '' }));
}

/** Name, export and removal of the pose that is shown. */
function actions(app, { id, name, bytes }) {
  const input = h('input', {
    type: 'text',
    value: name,
    'aria-label': t('poseName'),
    maxlength: '80',
    dataset: { key: 'pose-name' },
    on: { change: () => app.library.rename(id, input.value.trim()) },
  });
  return h(
    'div',
    { class: 'row gap-top' },
    input,
    button(t('exportPose'), () => download(fileName(name, 'pose.vrma', 'vrma'), bytes, 'model/gltf-binary'), {
      icon: 'save',
      iconOnly: true,
      key: 'pose-export',
    }),
    button(t('deletePose'), () => app.library.remove(id), { icon: 'close', iconOnly: true, key: 'pose-delete' }),
  );
}

/** Runs what may fail and says why. */
const tried = (app, run) => run().catch((error) => app.emit('complaint', t('failed', { why: error.message })));

const keep = (app) =>
  tried(app, async () => {
    await app.library.open();
    const taken = new Set(app.library.poses.map(({ name }) => name));
    let n = 1;
    while (taken.has(t('poseNumber', { n }))) n++;
    await app.library.add(t('poseNumber', { n }), await app.library.present());
  });

const save = (app) =>
  tried(app, async () => {
    const name = fileName(`${app.document.name.replace(/\.[^.]+$/, '')}-pose`, 'pose.vrma', 'vrma');
    download(name, await app.library.present(), 'model/gltf-binary');
    app.announce(t('savedAs', { name }));
  });

async function addFiles(app, found) {
  for (const { path, file } of found) await app.library.addFile(path, await readFile(file)());
}

export function recordPart(app) {
  const { recorder } = app,
    isAlone = app.view.cast.others.length === 0;
  return section(
    t('recordMotion'),
    h(
      'div',
      { class: 'row' },
      button(
        recorder.isOn ? t('recordStop') : t('recordStart'),
        () => (recorder.isOn ? recorder.stop() : recorder.start()),
        { kind: recorder.isOn ? 'small on' : 'small', icon: 'record', key: 'record-motion', isDisabled: !isAlone },
      ),
      recorder.isOn ? h('span', { class: 'muted', dataset: { recorded: '' } }) : null,
    ),
    h('p', { class: 'muted small gap-top', text: t('recordHow') }),
  );
}

/** The length of the recording so far. */
export function showRecorded(app, element) {
  const text = element.querySelector('[data-recorded]');
  if (text) text.textContent = t('secondsOf', { n: number(app.recorder.seconds, 1) });
}
