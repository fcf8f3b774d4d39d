// SPDX-License-Identifier: MIT
// Findings as a list to read: severity, sentence, and what they are about. Those of the open file are in the panel
// Findings.
import { h } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { sentenceElements } from '../core/sentences.js';
import { t } from '../core/words.js';

export const findingList = (findings) =>
  h(
    'ul',
    { class: 'finding-list' },
    findings.map((finding) =>
      h(
        'li',
        { class: `finding ${finding.severity}` },
        icon(finding.severity, t(`severityOne.${finding.severity}`)),
        h(
          'div',
          { class: 'grow' },
          sentenceElements(finding, true),
          h('div', { class: 'code muted', text: [finding.code, finding.pointer].filter(Boolean).join('  ') }),
        ),
      ),
    ),
  );
