// SPDX-License-Identifier: MIT
// Sentences of findings in the language of the page. The library has the English ones. Tables have the
// Japanese ones, by format string for sentences with values, else by code; they are fetched on first
// use.
import { h } from './dom.js';
import { currentLanguage } from './words.js';

let japanese = null; // { rules, formats, terms }

/** Fetches the tables of the present language; resolves with whether there are new ones. */
export async function loadSentences() {
  if (currentLanguage() !== 'ja' || japanese) return false;
  const [rules, values] = await Promise.all([import('./findings_ja.js'), import('./finding_values_ja.js')]);
  japanese = { rules: rules.default, formats: readFormats(values.default), terms: values.terms, known: new Map() };
  return true;
}

const conversion = /%[-+.\d]*(?:ll|l|z)?([a-z])/g;

/** Formats of C as regular expressions that capture the values, the most specific ones first. */
export function readFormats(table) {
  const plain = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const number = '([-+]?(?:[\\da-f.]+(?:e[-+]?\\d+)?|nan|inf))';
  return Object.entries(table)
    .map(([format, text]) => {
      let pattern = '',
        at = 0;
      for (const { 0: all, 1: kind, index } of format.matchAll(conversion)) {
        const isWord = format.startsWith('%s', index + all.length); // a word, and an explanation after a comma or colon
        pattern += plain(format.slice(at, index)) + (kind !== 's' ? number : isWord ? '(\\w*)' : '(.*?)');
        at = index + all.length;
      }
      return {
        pattern: new RegExp(`^${pattern}${plain(format.slice(at))}$`, 's'),
        text,
        size: format.replace(conversion, '').length,
      };
    })
    .sort((a, b) => b.size - a.size);
}

/** A sentence with the values of the English one; null if no format matches. */
export function withValues({ code, message }, { rules, formats, terms }) {
  for (const { pattern, text } of formats) {
    const found = pattern.exec(message);
    if (found)
      return text.replace(/\{(\d+|rule)\}/g, (_, name) =>
        name === 'rule' ? (rules[code] ?? '') : (terms[found[name]] ?? found[name] ?? ''),
      );
  }
  return null;
}

function inJapanese(finding) {
  const key = `${finding.code} ${finding.message}`,
    { known, rules } = japanese;
  if (known.size > 5000) known.clear();
  if (!known.has(key)) known.set(key, withValues(finding, japanese) ?? rules[finding.code]);
  return known.get(key);
}

/** The sentence of a finding; English if there is no translation. */
export const sentenceOf = (finding) =>
  (currentLanguage() === 'ja' && japanese && inJapanese(finding)) || finding.message;

/** The sentence as elements. Below a translation is the English sentence if `isFull`; else a tooltip shows it. */
export function sentenceElements(finding, isFull = false) {
  const text = sentenceOf(finding);
  if (text === finding.message) return [h('span', { class: 'block', lang: 'en', text })];
  return [
    h('span', { class: 'block', text, title: isFull ? undefined : finding.message }),
    isFull ? h('span', { class: 'block muted small', lang: 'en', text: finding.message }) : null,
  ];
}
