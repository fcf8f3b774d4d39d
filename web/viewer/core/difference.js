// SPDX-License-Identifier: MIT
// Differences of meaning between two documents with their unsaved changes, as `vrm diff` reports them
// (docs/guide/diff.md), preceded by the format. Files of two dialects are compared as VRM 1.0.
import { Model } from '../libvrm/index.js';

const formatOf = ({ info }) => ({ dialect: info.dialect ?? 'glTF', generator: info.generator ?? '' });

function formatDifferences(first, second) {
  const a = formatOf(first),
    b = formatOf(second);
  return Object.keys(a)
    .filter((member) => a[member] !== b[member])
    .map((member) => ({ part: 'format', kind: 'changed', subject: '', member, before: a[member], after: b[member] }));
}

/** Returns a copy that is migrated to 1.0; the caller disposes it. */
async function asFinal(document) {
  const model = await Model.load(await document.save());
  try {
    if (model.info.dialect !== '1.0') await model.migrate({ to: '1.0' });
    return model;
  } catch (error) {
    model.dispose();
    throw error;
  }
}

/** { total, differences }; the list may be shorter than the total. */
export async function differencesOf(first, second) {
  const format = formatDifferences(first, second),
    copies = [];
  const dialects = [first.info.dialect, second.info.dialect];
  try {
    if (dialects[0] !== dialects[1] && dialects.every(Boolean))
      for (const document of [first, second]) copies.push(await asFinal(document));
    const [a, b] = copies.length ? copies : [first.model, second.model];
    const { total, differences } = await a.diff(b);
    return { total: total + format.length, differences: [...format, ...differences] };
  } finally {
    for (const copy of copies) copy.dispose();
  }
}
