// SPDX-License-Identifier: MIT
// A second file beside the first, with the same motion; panels/compare.js lists the differences.
import { differencesOf } from '../core/difference.js';
import { AvatarDocument } from '../core/document.js';
import { joinFiles, motionEndings, sortFiles } from '../core/files.js';
import { Items } from '../core/items.js';
import { othersTurn } from '../core/turn.js';
import { t } from '../core/words.js';
import { chooseFiles } from './intake.js';

/** Chooses a second file, or shows the comparison that is open. */
export function openComparison(app) {
  if (app.second) showPanel(app);
  else chooseSecond(app);
}

export const chooseSecond = (app) =>
  chooseFiles(
    app,
    async (found) => {
      const {
        avatars: [second],
      } = sortFiles(found);
      if (!second) return app.emit('complaint', t('unknownFiles', { name: found[0].path, endings: motionEndings }));
      const { files, missing } = await joinFiles(second);
      if (missing.length)
        return app.emit(
          'complaint',
          t('missingWith', { name: second.name, files: missing.map(({ name }) => name).join(', ') }),
        );
      await openSecond(app, second.name, new Uint8Array(await second.file.arrayBuffer()), files);
    },
    '.vrm,.glb,.gltf,.bin,.png,.jpg,.jpeg,.webp',
  );

function showPanel({ state }) {
  state.set('panel', 'compare');
  state.set('isPanelOpen', true);
}

/** Puts a file beside the open one; `isListed` opens the panel with the differences. */
export async function openSecond(app, name, bytes, files, { isListed = true } = {}) {
  let document = null;
  try {
    document = await AvatarDocument.open(name, bytes, files);
    app.state.set('crowd', 1);
    const shown = await app.view.cast.showBeside(bytes, { files });
    if (!shown) return document.dispose();
    app.second?.dispose();
    app.second = document;
    app.secondItems = new Items(document.model, shown.rig);
    if (isListed) showPanel(app);
    app.view.frame('full');
    app.emit('document');
  } catch (error) {
    if (document !== app.second) document?.dispose();
    app.emit('error', { name, error });
  }
}

/** Computes the differences whenever one of the two files has changed; app.comparison is { models, found, why }. */
export function watchComparison(app) {
  app.state.on('selection', () => app.state.set('beside', null));
  app.on('document', async () => {
    if (!app.second || !app.document) return;
    const models = [app.document.model, app.second.model];
    if (app.comparison?.models.every((model, i) => model === models[i])) return;
    const comparison = { models, found: null, why: '' };
    app.comparison = comparison;
    await othersTurn();
    if (app.comparison !== comparison) return; // a newer comparison is running
    try {
      comparison.found = await differencesOf(app.document, app.second);
    } catch (error) {
      comparison.why = error.message;
    }
    if (app.comparison === comparison) app.emit('comparison');
  });
}
