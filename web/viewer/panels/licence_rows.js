// SPDX-License-Identifier: MIT
// Permissions of an avatar as rows of yes, no or ask.
import { h } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { termsOf } from '../core/licence.js';
import { t } from '../core/words.js';

/** Rows of yes, no or ask. Topics without a statement in 0.x, its licence or its addresses have no row. */
export function licenceRows(meta, dialect) {
  const { rows, isWhole } = termsOf(meta, dialect);
  return [
    h(
      'ul',
      { class: 'licence' },
      rows.map(({ topic, says, mark }) =>
        h(
          'li',
          { class: mark, dataset: { term: topic, says } },
          icon(mark, t(mark)),
          h('span', { text: t(`may.${topic}.${says}`) }),
        ),
      ),
    ),
    isWhole ? null : h('p', { class: 'muted small', text: t('onlyStated') }),
  ];
}
