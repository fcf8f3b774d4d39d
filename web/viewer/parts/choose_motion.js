// SPDX-License-Identifier: MIT
// Motions to join or to lay over another: those that are open, or a file.
import { choice } from '../core/dom.js';
import { motions } from '../core/files.js';
import { readFile } from '../core/loader.js';
import { t } from '../core/words.js';
import { chooseFiles } from './intake.js';

/** A list of motions; `onChosen` gets { id, name } of each that was read. */
export function chooseMotion(app, label, onChosen, { key }) {
  const open = app.motion.clips.filter(({ edited }) => edited);
  const add = async (name, bytes) => {
    const id = await app.desk.add(name, bytes);
    if (id !== null) onChosen({ id, name });
  };
  const list = choice(
    label,
    [['', label], ...open.map(({ name }, i) => [String(i), name]), ['file', t('motionFile')]],
    '',
    (value) => {
      list.value = '';
      if (value === 'file')
        chooseFiles(
          app,
          async (found) => {
            for (const { path, file } of found) await add(path, await readFile(file)());
          },
          motions,
        );
      else if (value !== '') add(open[value].name, open[value].edited.bytes);
    },
    { key },
  );
  return list;
}
