// SPDX-License-Identifier: MIT
// Permissions of an avatar's meta, as rows of yes, no and ask. 1.0 has a member for each; 0.x names a licence
// and may have a VRoid Hub address that contains conditions. Both are read, and the stricter statement
// counts.

const cc = 'https://creativecommons.org/';
const shared = { passOn: 'yes', credit: 'required' };
/** Licences that 0.x can name: their statements and addresses. */
const known = {
  Redistribution_Prohibited: { passOn: 'no' },
  CC0: { title: 'CC0 1.0', url: `${cc}publicdomain/zero/1.0/`, passOn: 'yes', change: 'share', credit: 'unnecessary' },
  CC_BY: { title: 'CC BY 4.0', url: `${cc}licenses/by/4.0/`, ...shared, change: 'share' },
  CC_BY_NC: { title: 'CC BY-NC 4.0', url: `${cc}licenses/by-nc/4.0/`, ...shared, change: 'share', money: 'no' },
  CC_BY_SA: { title: 'CC BY-SA 4.0', url: `${cc}licenses/by-sa/4.0/`, ...shared, change: 'shareAlike' },
  CC_BY_NC_SA: {
    title: 'CC BY-NC-SA 4.0',
    url: `${cc}licenses/by-nc-sa/4.0/`,
    ...shared,
    change: 'shareAlike',
    money: 'no',
  },
  CC_BY_ND: { title: 'CC BY-ND 4.0', url: `${cc}licenses/by-nd/4.0/`, ...shared, change: 'own' },
  CC_BY_NC_ND: { title: 'CC BY-NC-ND 4.0', url: `${cc}licenses/by-nc-nd/4.0/`, ...shared, change: 'own', money: 'no' },
};
export const licenceNames = [...Object.keys(known), 'Other'];

/** The mark of each statement, by topic. Statements of a topic are sorted from strictest to most permissive. */
const marks = {
  wear: { onlyAuthor: 'no', onlySeparatelyLicensedPerson: 'ask', everyone: 'yes' },
  money: { no: 'no', private: 'no', persons: 'ask', yes: 'yes', companies: 'yes' },
  violent: { no: 'no', yes: 'yes' },
  sexual: { no: 'no', yes: 'yes' },
  passOn: { no: 'no', yes: 'yes' },
  change: { no: 'no', own: 'ask', yes: 'yes', shareAlike: 'ask', share: 'yes' },
  credit: { required: 'ask', unnecessary: 'yes' },
  politics: { no: 'no', yes: 'yes' },
  hate: { no: 'no', yes: 'yes' },
};
export const topics = Object.keys(marks);

/** Dialects with the members of 0.x. */
export const isOldDialect = (dialect) => dialect === '0.x' || dialect === '1.0-draft';

const said = (isAllowed) => (isAllowed ? 'yes' : 'no');
const isHub = (url) => /^https?:\/\/hub\.vroid\.com\/license\b/i.test(url);

/** Conditions in a VRoid Hub address; null for other addresses. "default" states nothing. */
export function readHubAddress(url) {
  if (!isHub(url)) return null;
  let parts;
  try {
    parts = new URL(url).searchParams;
  } catch {
    return null;
  }
  const pick = (name, words) => (Object.hasOwn(words, parts.get(name)) ? words[parts.get(name)] : undefined);
  const plain = { allow: 'yes', disallow: 'no' };
  const persons = pick('personal_commercial_use', { profit: 'persons', nonprofit: 'private', disallow: 'no' });
  return {
    wear: pick('characterization_allowed_user', { everyone: 'everyone', author: 'onlyAuthor' }),
    money: persons === 'persons' && parts.get('corporate_commercial_use') === 'allow' ? 'companies' : persons,
    violent: pick('violent_expression', plain),
    sexual: pick('sexual_expression', plain),
    passOn: pick('redistribution', plain),
    change: pick('modification', plain),
    credit: pick('credit', { necessary: 'required', unnecessary: 'unnecessary' }),
  };
}

/** The statements of meta 1.0. */
const ownTerms = (meta) => ({
  wear: meta.avatarPermission,
  money: { corporation: 'companies', personalProfit: 'persons', personalNonProfit: 'no' }[meta.commercialUsage],
  violent: said(meta.allowExcessivelyViolentUsage),
  sexual: said(meta.allowExcessivelySexualUsage),
  passOn: said(meta.allowRedistribution),
  change: { prohibited: 'no', allowModification: 'own', allowModificationRedistribution: 'share' }[meta.modification],
  credit: meta.creditNotation,
  politics: said(meta.allowPoliticalOrReligiousUsage),
  hate: said(meta.allowAntisocialOrHateUsage),
});

/** The statements of meta 0.x: four members, and the licence. */
const oldTerms = (meta) => ({
  wear: meta.avatarPermission,
  money: meta.commercialUsage === 'personalNonProfit' ? 'no' : 'yes',
  violent: said(meta.allowExcessivelyViolentUsage),
  sexual: said(meta.allowExcessivelySexualUsage),
});

/** "yes" of 0.x does not name the persons: an equally permissive statement that does replaces it. */
function stricter(topic, a, b) {
  if (a === undefined || b === undefined) return a ?? b;
  if (topic === 'money' && (a === 'yes' || b === 'yes')) return a === 'yes' ? b : a;
  const order = Object.keys(marks[topic]);
  return order[Math.min(order.indexOf(a), order.indexOf(b))];
}

/** Rows { topic, says, mark } for topics with a statement; `isWhole`: all topics have one. */
export function termsOf(meta, dialect) {
  const sources = isOldDialect(dialect)
    ? [
        oldTerms(meta),
        known[meta.licenseName] ?? {},
        ...[meta.otherPermissionUrl, meta.otherLicenseUrl].map((url) => readHubAddress(url) ?? {}),
      ]
    : [ownTerms(meta)];
  const rows = topics
    .map((topic) => ({ topic, says: sources.map((source) => source[topic]).reduce((a, b) => stricter(topic, a, b)) }))
    .filter(({ says }) => says !== undefined)
    .map((row) => ({ ...row, mark: marks[row.topic][row.says] }));
  return { rows, isWhole: rows.length === topics.length };
}

/** Texts that exporters write for empty fields. */
export const isSaid = (text) => Boolean(text) && !/^\s*(undefined|null|none)?\s*$/i.test(text);

/** The address in a text; null if it is none. */
export function addressOf(text) {
  const plain = text.trim();
  if (/^https?:\/\/[^\s"<>]+$/i.test(plain)) return plain;
  if (/^www\.[\w-]+(\.[\w-]+)+(\/[^\s"<>]*)?$/i.test(plain)) return `https://${plain}`;
  if (/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(plain)) return `mailto:${plain}`;
  return null;
}

/** Addresses of terms without duplicates, as { kind: 'licence' | 'terms', text, url }; url is null if the text is no
 * address. */
export function termLinks(meta) {
  const list = [],
    add = (kind, text, url = addressOf(text)) => {
      if (isSaid(text) && !list.some((other) => (url ? other.url === url : other.text === text)))
        list.push({ kind, text: isHub(text) ? 'VRoid Hub' : text, url });
    };
  const licence = Object.hasOwn(known, meta.licenseName ?? '') ? known[meta.licenseName] : null;
  if (licence?.url) add('licence', licence.title, licence.url);
  add('licence', meta.licenseUrl);
  for (const text of [meta.otherLicenseUrl, meta.otherPermissionUrl])
    for (const part of /^"[^"]*"(,"[^"]*")+$/.test(text) ? text.slice(1, -1).split('","') : [text]) add('terms', part); // joined by migration
  return list;
}
