// SPDX-License-Identifier: MIT
// Editor of meta: texts, permissions and terms, with the members of each dialect.
import { button, choice, field, h, openDialog, section } from '../core/dom.js';
import { valueAt } from '../core/items.js';
import { licenceNames } from '../core/licence.js';
import { t } from '../core/words.js';

const officialLicence = 'https://vrm.dev/licenses/1.0/';
const flag = (values) => ({ kind: 'choice', values });
const usage = flag([
  ['Disallow', 'no'],
  ['Allow', 'yes'],
]);
const users = flag([
  ['OnlyAuthor', 'wear.onlyAuthor'],
  ['ExplicitlyLicensedPerson', 'wear.onlySeparatelyLicensedPerson'],
  ['Everyone', 'wear.everyone'],
]);
const bool = {
  kind: 'bool',
  values: [
    ['false', 'no'],
    ['true', 'yes'],
  ],
};
const licences = { kind: 'choice', values: licenceNames.map((name) => [name, `licenceName.${name}`]) };

/** [member, label, editor] by section of the form. The first value is the schema's default. */
const forms = {
  new: {
    about: [
      ['name', 'name', {}],
      ['version', 'version', {}],
      ['authors', 'authors', { kind: 'list' }],
      ['copyrightInformation', 'copyright', {}],
      ['contactInformation', 'contact', {}],
      ['references', 'references', { kind: 'list' }],
    ],
    licence: [
      [
        'avatarPermission',
        'wearing',
        flag([
          ['onlyAuthor', 'wear.onlyAuthor'],
          ['onlySeparatelyLicensedPerson', 'wear.onlySeparatelyLicensedPerson'],
          ['everyone', 'wear.everyone'],
        ]),
      ],
      [
        'commercialUsage',
        'commercial',
        flag([
          ['personalNonProfit', 'no'],
          ['personalProfit', 'money.persons'],
          ['corporation', 'money.companies'],
        ]),
      ],
      ['allowExcessivelyViolentUsage', 'violent', bool],
      ['allowExcessivelySexualUsage', 'sexual', bool],
      ['allowPoliticalOrReligiousUsage', 'politics', bool],
      ['allowAntisocialOrHateUsage', 'hate', bool],
      ['allowRedistribution', 'passingOn', bool],
      [
        'modification',
        'changing',
        flag([
          ['prohibited', 'no'],
          ['allowModification', 'change.own'],
          ['allowModificationRedistribution', 'change.share'],
        ]),
      ],
      [
        'creditNotation',
        'credit',
        flag([
          ['required', 'credit.required'],
          ['unnecessary', 'credit.unnecessary'],
        ]),
      ],
    ],
    terms: [
      ['licenseUrl', 'licencePage', { proposes: officialLicence }],
      ['otherLicenseUrl', 'otherTerms', {}],
      ['thirdPartyLicenses', 'thirdParty', { kind: 'lines' }],
    ],
  },
  old: {
    about: [
      ['title', 'name', {}],
      ['version', 'version', {}],
      ['author', 'authors', {}],
      ['contactInformation', 'contact', {}],
      ['reference', 'references', {}],
    ],
    licence: [
      ['allowedUserName', 'wearing', users],
      ['commercialUssageName', 'commercial', usage],
      ['violentUssageName', 'violent', usage],
      ['sexualUssageName', 'sexual', usage],
      ['licenseName', 'licenceKind', licences],
    ],
    terms: [
      ['otherLicenseUrl', 'licencePage', {}],
      ['otherPermissionUrl', 'otherTerms', {}],
    ],
  },
};

/** The draft of 2019 has the members of 0.x under other names. */
const draftNames = {
  allowedUserName: 'allowedUser',
  commercialUssageName: 'commercialUsage',
  violentUssageName: 'violentUsage',
  sexualUssageName: 'sexualUsage',
  licenseName: 'license',
};

const formOf = (meta, dialect) =>
  dialect === '0.x' || (dialect === '1.0-draft' && (meta.title !== undefined || meta.allowedUser !== undefined))
    ? forms.old
    : forms.new;

/** A list of suggestions for a text field; returns its id. */
function proposals(text) {
  if (!document.getElementById('meta-proposals'))
    document.body.append(h('datalist', { id: 'meta-proposals' }, h('option', { value: text })));
  return 'meta-proposals';
}

/** Fields of the form with the values of the file: { member, label, kind, input, was, read() }. */
function controls(rows, meta, isDraft) {
  return rows.map(([name, label, { kind = 'text', values, proposes }]) => {
    const member = isDraft ? (draftNames[name] ?? name) : name,
      spelled = member.replace('Ussage', 'Usage'),
      now = meta[member] ?? meta[spelled];
    let was, input;
    if (values) {
      const found = values.find(([value]) => value.toLowerCase() === String(now).toLowerCase());
      was = found ? found[0] : '';
      input = choice(
        t(`meta.${label}`),
        [...(found ? [] : [['', t('meta.unsaid')]]), ...values.map(([value, text]) => [value, t(`says.${text}`)])],
        was,
        () => {},
      );
    } else {
      was = kind === 'list' ? (Array.isArray(now) ? now.join('\n') : '') : typeof now === 'string' ? now : '';
      input =
        kind === 'text'
          ? h('input', { type: 'text', value: was, list: proposes ? proposals(proposes) : undefined })
          : h('textarea', {
              rows: String(Math.min(4, Math.max(kind === 'list' ? 1 : 2, was.split('\n').length))),
              value: was,
            });
    }
    input.dataset.member = member;
    return {
      member,
      label: kind === 'list' ? t('meta.onePerLine', { label: t(`meta.${label}`) }) : t(`meta.${label}`),
      was,
      input,
      read: () => valueOf(input.value, kind),
    };
  });
}

/** The value to write; undefined removes the member. */
function valueOf(text, kind) {
  if (kind === 'bool') return text === '' ? undefined : text === 'true';
  const plain = text.trim();
  if (kind === 'list')
    return plain
      ? plain
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean)
      : undefined;
  return plain || undefined;
}

export function openMetaEditor(app) {
  const { info } = app.document,
    place = `${app.items.root}/meta`,
    meta = valueAt(app.document.json, place) ?? {};
  const form = formOf(meta, info.dialect),
    isDraft = info.dialect === '1.0-draft';
  const parts = Object.entries(form).map(([part, rows]) => [part, controls(rows, meta, isDraft)]),
    all = parts.flatMap(([, list]) => list);
  const dialog = openDialog(
    t('metaChanged'),
    parts.map(([part, list]) =>
      section(
        t(`metaPart.${part}`),
        list.map(({ label, input }) => field(label, input)),
      ),
    ),
    {
      isOfFile: true,
      closeLabel: t('close'),
      foot: [
        button(t('cancel'), () => dialog.close()),
        button(
          t('apply'),
          async () => {
            const changed = all.filter(({ input, was }) => input.value !== was);
            if (changed.length)
              await app.change({
                label: `${t('metaChanged')}: ${changed.map(({ label }) => label).join(', ')}`,
                edits: changed.map(({ member, read }) => [`${place}/${member}`, read()]),
              });
            dialog.close();
          },
          { kind: 'primary', key: 'meta-apply' },
        ),
      ],
    },
  );
  all[0].input.focus();
}
