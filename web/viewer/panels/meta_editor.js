// SPDX-License-Identifier: MIT
// Editor of meta: texts, permissions and terms, with the members of each dialect. Each choice is explained, and beside
// the form stands how others read it.
import { button, chip, chips, choice, field, fill, h, newId, openDialog, section } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { valueAt } from '../core/items.js';
import { licenceNames } from '../core/licence.js';
import { notesOf, people, readForm, whoMay } from '../core/licence_view.js';
import { allWords, t } from '../core/words.js';
import { licenceRows } from './licence_rows.js';

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

/** Values to begin with, in the order of the section "licence" of each form. */
const presets = {
  own: {
    new: ['onlyAuthor', 'personalNonProfit', 'false', 'false', 'false', 'false', 'false', 'prohibited', 'required'],
    old: ['OnlyAuthor', 'Disallow', 'Disallow', 'Disallow', 'Redistribution_Prohibited'],
  },
  wear: {
    new: ['everyone', 'personalProfit', 'false', 'false', 'false', 'false', 'false', 'allowModification', 'required'],
    old: ['Everyone', 'Allow', 'Disallow', 'Disallow', 'Redistribution_Prohibited'],
  },
  free: {
    new: [
      'everyone',
      'corporation',
      'true',
      'true',
      'true',
      'false',
      'true',
      'allowModificationRedistribution',
      'unnecessary',
    ],
    old: ['Everyone', 'Allow', 'Allow', 'Allow', 'CC0'],
  },
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
      why: whyOf(label, values, input),
      label: kind === 'list' ? t('meta.onePerLine', { label: t(`meta.${label}`) }) : t(`meta.${label}`),
      was,
      input,
      read: () => valueOf(input.value, kind),
    };
  });
}

/** The line below a field that explains it, or its choice. */
function whyOf(label, values, input) {
  const element = h('p', { class: 'muted small why', id: newId('why') });
  const show = () => {
    const said = values?.find(([value]) => value === input.value)?.[1],
      key = values ? (said ? `why.${label}.${said}` : 'why.unsaid') : `hint.${label}`;
    element.textContent = key in allWords() ? t(key) : '';
    element.hidden = element.textContent === '';
  };
  input.setAttribute('aria-describedby', element.id);
  input.addEventListener('input', show);
  show();
  element.show = show;
  return element;
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
  const beside = h('aside', { class: 'meta-seen', 'aria-label': t('metaSeen'), tabindex: '0' });
  const see = () => {
    const values = Object.fromEntries(all.map(({ member, read }) => [member, read()]));
    fill(beside, ...seen(readForm(values, app.document.meta ?? {}, info.dialect), info.dialect));
  };
  const begin = Object.entries(presets).map(([name, values]) => {
    const one = chip(
      t(`metaPreset.${name}`),
      false,
      () => {
        const [, list] = parts.find(([part]) => part === 'licence');
        list.forEach(({ input, why }, i) => {
          input.value = values[form === forms.old ? 'old' : 'new'][i];
          why.show();
        });
        see();
      },
      { key: `meta-${name}` },
    );
    one.removeAttribute('aria-pressed'); // not a toggle
    return one;
  });
  const fields = h(
    'div',
    { class: 'meta-fields', on: { input: see } },
    parts.map(([part, list]) =>
      section(
        t(`metaPart.${part}`),
        part === 'licence' ? h('div', { class: 'row' }, chips(t('metaHelp'), ...begin)) : null,
        list.map(({ label, input, why }) => h('div', { class: 'explained' }, field(label, input), why)),
      ),
    ),
  );
  see();
  const take = async () => {
    const changed = all.filter(({ input, was }) => input.value !== was);
    apply.disabled = true;
    const isMade =
      changed.length === 0 ||
      (await app.change({
        label: `${t('metaChanged')}: ${changed.map(({ label }) => label).join(', ')}`,
        edits: changed.map(({ member, read }) => [`${place}/${member}`, read()]),
      }));
    apply.disabled = false;
    if (!dialog.open) return;
    if (!isMade) return apply.focus(); // what was typed stays
    dialog.close();
  };
  const apply = button(t('apply'), take, { kind: 'primary', key: 'meta-apply' });
  const dialog = openDialog(t('metaChanged'), h('div', { class: 'meta-editor' }, fields, beside), {
    isOfFile: true,
    isWide: true,
    closeLabel: t('close'),
    foot: [button(t('cancel'), () => dialog.close()), apply],
  });
  all[0].input.focus();
}

/** How others read it: the card of the overview, who may do what, and what is missing. */
function seen(meta, dialect) {
  const mark = (value) =>
    value === 'unsaid'
      ? h('span', { class: 'muted', role: 'img', 'aria-label': t('unsaidMark'), title: t('unsaidMark'), text: '–' })
      : h('span', { class: `fits ${value === 'yes' ? 'good' : 'bad'}` }, icon(value, t(value)));
  return [
    section(
      t('metaSeen'),
      notesOf(meta, dialect).map((name) => h('p', { class: 'warning-text small', text: t(`metaNote.${name}`) })),
      licenceRows(meta, dialect),
    ),
    section(
      t('metaWho'),
      h(
        'table',
        { class: 'before-after who-may' },
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('td', {}),
            people.map((who) => h('th', { scope: 'col', text: t(`who.${who}`) })),
          ),
        ),
        h(
          'tbody',
          {},
          whoMay(meta, dialect).map(({ does, marks }) =>
            h(
              'tr',
              { dataset: { does } },
              h('th', { scope: 'row', text: t(`does.${does}`) }),
              people.map((who) => h('td', { dataset: { who, mark: marks[who] } }, mark(marks[who]))),
            ),
          ),
        ),
      ),
    ),
  ];
}
