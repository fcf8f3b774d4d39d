// SPDX-License-Identifier: MIT
import { t } from './words.js';

/** Copies a text, and announces it. */
export async function copy(app, text) {
  try {
    await navigator.clipboard.writeText(text);
    app.announce(t('copied'));
    app.emit('complaint', t('copied'));
  } catch (error) {
    app.emit('complaint', t('failed', { why: error.message }));
  }
}
