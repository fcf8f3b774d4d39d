// SPDX-License-Identifier: MIT
// What a finding says, in the language of the page. The library speaks English; Japanese comes from a
// table by the finding's code, which is fetched when it is first needed.
import { h } from './dom.js';
import { currentLanguage } from './words.js';

let japanese = null;

/** Fetches what the present language needs; resolves with whether anything new is there. */
export async function loadSentences() {
  if (currentLanguage() !== 'ja' || japanese) return false;
  japanese = (await import('./findings_ja.js')).default;
  return true;
}

/** The sentence for a finding; the library's own where there is no other. */
export const sentenceOf = ({ code, message }) => (currentLanguage() === 'ja' && japanese?.[code]) || message;

/** The sentence as elements. Where it is translated, the library's own, which may name things and
 * numbers, is below it when `isFull`, and else what pointing at it shows. */
export function sentenceElements(finding, isFull = false) {
  const text = sentenceOf(finding);
  if (text === finding.message) return [h('span', { class: 'block', lang: 'en', text })];
  return [h('span', { class: 'block', text, title: isFull ? undefined : finding.message }), isFull ? h('span', { class: 'block muted small', lang: 'en', text: finding.message }) : null];
}
