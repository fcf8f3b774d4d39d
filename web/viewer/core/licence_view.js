// SPDX-License-Identifier: MIT
// How others read the licence of an avatar: who may do what, and what contradicts itself or is missing.
import { isOldDialect, isSaid, termsOf } from './licence.js';

export const people = ['permitted', 'anyone', 'company'];

const oldUsers = {
  onlyauthor: 'onlyAuthor',
  explicitlylicensedperson: 'onlySeparatelyLicensedPerson',
  everyone: 'everyone',
};
const allows = (value) => String(value).toLowerCase() === 'allow';

/** The members of the form as Model.meta has them: 0.x says the same in other words. `meta`: that of the file. */
export function readForm(values, meta, dialect) {
  if (!isOldDialect(dialect)) return { ...meta, ...values };
  const pick = (...names) => names.map((name) => values[name]).find((value) => value !== undefined);
  const money = pick('commercialUssageName', 'commercialUsage');
  return {
    ...meta,
    name: values.title ?? meta.name,
    authors: [values.author ?? ''].filter(Boolean),
    contactInformation: values.contactInformation,
    avatarPermission: oldUsers[String(pick('allowedUserName', 'allowedUser')).toLowerCase()] ?? 'onlyAuthor',
    commercialUsage: allows(money) ? 'personalProfit' : 'personalNonProfit',
    allowExcessivelyViolentUsage: allows(pick('violentUssageName', 'violentUsage')),
    allowExcessivelySexualUsage: allows(pick('sexualUssageName', 'sexualUsage')),
    licenseName: pick('licenseName', 'license'),
    otherLicenseUrl: values.otherLicenseUrl ?? '',
    otherPermissionUrl: values.otherPermissionUrl ?? '',
  };
}

/** Rows { does, marks: { permitted, anyone, company } } of yes, no, or unsaid. */
export function whoMay(meta, dialect) {
  const says = Object.fromEntries(termsOf(meta, dialect).rows.map(({ topic, says: text }) => [topic, text]));
  const said = (topic, ...allowed) =>
    says[topic] === undefined ? 'unsaid' : allowed.includes(says[topic]) ? 'yes' : 'no';
  const both = (a, b) => (a === 'no' || b === 'no' ? 'no' : a === 'unsaid' || b === 'unsaid' ? 'unsaid' : 'yes');
  const wear = said('wear', 'everyone'),
    wearsPermitted = said('wear', 'everyone', 'onlySeparatelyLicensedPerson');
  const persons = said('money', 'persons', 'companies', 'yes'),
    companies = said('money', 'companies', 'yes');
  const forAll = (mark) => ({ permitted: mark, anyone: mark, company: mark });
  return [
    { does: 'wear', marks: { permitted: wearsPermitted, anyone: wear, company: both(wear, companies) } },
    {
      does: 'earn',
      marks: { permitted: both(wearsPermitted, persons), anyone: both(wear, persons), company: both(wear, companies) },
    },
    { does: 'change', marks: forAll(said('change', 'own', 'yes', 'shareAlike', 'share')) },
    { does: 'publish', marks: forAll(said('change', 'shareAlike', 'share')) },
    { does: 'passOn', marks: forAll(said('passOn', 'yes')) },
  ];
}

/** What is missing or contradicts itself, as names of notes. */
export function notesOf(meta, dialect) {
  const isOld = isOldDialect(dialect),
    notes = [],
    note = (name, isSo) => isSo && notes.push(name);
  const rows = Object.fromEntries(termsOf(meta, dialect).rows.map(({ topic, says }) => [topic, says]));
  note('name', !isSaid(meta.name));
  note('author', !meta.authors?.some(isSaid));
  note('contact', rows.wear === 'onlySeparatelyLicensedPerson' && !isSaid(meta.contactInformation));
  note('licencePage', !isOld && !isSaid(meta.licenseUrl));
  note('publish', rows.change === 'share' && rows.passOn === 'no');
  note('onlyAuthor', rows.passOn === 'yes' && rows.wear === 'onlyAuthor');
  if (isOld) {
    const isFree = ['CC0', 'CC_BY', 'CC_BY_SA'].includes(meta.licenseName);
    note('stricter', isFree && (rows.wear !== 'everyone' || rows.money === 'no'));
    note('other', meta.licenseName === 'Other' && !isSaid(meta.otherLicenseUrl));
  }
  return notes;
}
