// SPDX-License-Identifier: MIT
// The button of panels that edit VRM 1.0 only: it migrates the open file, which can be undone.
import { button } from '../core/dom.js';
import { t } from '../core/words.js';

export const migrateButton = (app, key = 'migrate-up') =>
  button(
    t('migrateUp'),
    () => app.change({ label: t('migrated', { dialect: '1.0' }), migrate: '1.0', isVisible: true }),
    { kind: 'small', key },
  );
