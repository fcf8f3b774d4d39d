// SPDX-License-Identifier: MIT
// Who made the avatar and what one may do with it, in plain words; meta can be edited here.
import { button, field, h, newId, openDialog, section } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { bytes, t } from '../core/words.js';
import { chooseFiles } from '../parts/intake.js';
import { thumbnailOf } from '../parts/picture.js';

let shown = { model: null, url: null };

export const overview = {
  id: 'overview',
  events: [],
  render(app) {
    const { meta, info } = app.document;
    if (!meta) return [h('p', { class: 'muted', text: info.dialect ? t('licenceNone') : t('notAnAvatar') }), section(t('about'), facts(app))];
    return [
      h('div', { class: 'who' }, thumbnail(app), h('div', { class: 'grow' },
        h('strong', { class: 'avatar-name', text: meta.name || app.document.name }),
        h('div', { class: 'muted authors', text: meta.authors.join(', ') }),
        h('div', { class: 'row wrap gap-top' },
          button(t('editMeta'), () => openMetaEditor(app), { kind: 'small', key: 'edit-meta' })))),
      section(t('licence'), licence(meta, info.dialect), info.dialect === '0.x' ? h('p', { class: 'muted small', text: t('onlyStated') }) : null, links(meta)),
      section(t('about'), facts(app)),
      section(t('thumbnail'), h('div', { class: 'row wrap' },
        button(t('takeThumbnail'), () => takeThumbnail(app), { kind: 'small', key: 'thumbnail-take' }),
        button(t('chooseThumbnail'), () => chooseFiles(app, ([first]) => first && useThumbnail(app, first.file), '.png,.jpg,.jpeg'), { kind: 'small', key: 'thumbnail-choose' }))),
    ];
  },
};

function thumbnail(app) {
  const { model, meta } = app.document;
  if (shown.model !== model) {
    if (shown.url) URL.revokeObjectURL(shown.url);
    const image = meta.thumbnailImage >= 0 ? model.image(meta.thumbnailImage) : null;
    shown = { model, url: image ? URL.createObjectURL(new Blob([image.bytes], { type: image.mimeType })) : null };
  }
  return shown.url ? h('img', { class: 'thumbnail', src: shown.url, alt: t('thumbnail') })
    : h('div', { class: 'thumbnail none', role: 'img', 'aria-label': t('noThumbnail'), title: t('noThumbnail') }, icon('overview'));
}

/** Rows of yes, no or ask. 0.x says nothing of its own about the rest: the licence that it names does. */
function licence(meta, dialect) {
  const flag = (isAllowed, key) => [isAllowed ? 'yes' : 'no', `${key}.${isAllowed ? 'yes' : 'no'}`];
  const stated = [
    [{ everyone: 'yes', onlyAuthor: 'no', onlySeparatelyLicensedPerson: 'ask' }[meta.avatarPermission], `may.wear.${meta.avatarPermission}`],
    [{ corporation: 'yes', personalProfit: 'ask', personalNonProfit: 'no' }[meta.commercialUsage], `may.money.${meta.commercialUsage}`],
    flag(meta.allowExcessivelyViolentUsage, 'may.violent'), flag(meta.allowExcessivelySexualUsage, 'may.sexual'),
  ];
  const rest = [
    flag(meta.allowRedistribution, 'may.passOn'),
    [{ prohibited: 'no', allowModification: 'ask', allowModificationRedistribution: 'yes' }[meta.modification], `may.change.${meta.modification}`],
    [meta.creditNotation === 'required' ? 'ask' : 'yes', `may.credit.${meta.creditNotation}`],
    flag(meta.allowPoliticalOrReligiousUsage, 'may.politics'), flag(meta.allowAntisocialOrHateUsage, 'may.hate'),
  ];
  const rows = dialect === '0.x' ? stated : [...stated, ...rest];
  return h('ul', { class: 'licence' }, rows.map(([mark, key]) => h('li', { class: mark }, icon(mark, t(mark)), h('span', { text: t(key) }))));
}

const isWeb = (url) => /^https?:\/\//i.test(url);

function links(meta) {
  const list = [[t('licencePage'), meta.licenseUrl || (meta.licenseName ?? '')], [t('otherTerms'), meta.otherLicenseUrl || meta.otherPermissionUrl]].filter(([, url]) => url);
  return h('dl', { class: 'facts-list' }, list.flatMap(([label, url]) => [h('dt', { text: label }),
    h('dd', {}, isWeb(url) ? h('a', { href: url, target: '_blank', rel: 'noreferrer noopener', title: url, text: url.replace(/^https?:\/\//i, '').replace(/\/$/, '') }) : url)]));
}

function facts(app) {
  const { meta, info, size } = app.document;
  const list = [
    [t('name'), meta?.name], [t('version'), meta?.version], [t('authors'), meta?.authors.join(', ')], [t('copyright'), meta?.copyrightInformation],
    [t('contact'), meta?.contactInformation], [t('references'), meta?.references.join(', ')], [t('thirdParty'), meta?.thirdPartyLicenses],
    [t('format'), info.dialect ? `VRM ${info.dialect}` : t('noVrm')], [t('generator'), info.generator], [t('fileSize'), bytes(size)],
  ].filter(([, value]) => value);
  return h('dl', { class: 'facts-list' }, list.flatMap(([label, value]) => [h('dt', { text: label }), h('dd', { text: value })]));
}

// ---- Editing ----

/** What can be edited, and where VRM 0.x keeps it. */
const members = [
  ['name', 'name', 'title'], ['version', 'version', 'version'], ['authors', 'authors', 'author'],
  ['contactInformation', 'contact', 'contactInformation'], ['references', 'references', 'reference'], ['copyrightInformation', 'copyright', null], ['licenseUrl', 'licencePage', 'otherLicenseUrl'],
];
const isList = (member) => member === 'authors' || member === 'references';

function openMetaEditor(app) {
  const { meta, info } = app.document;
  const isOld = info.dialect === '0.x';
  const fields = members.filter(([, , old]) => !isOld || old).map(([member, label, old]) => {
    const value = isOld && old === 'otherLicenseUrl' ? meta.otherLicenseUrl : isList(member) ? meta[member].join(isOld ? ', ' : '; ') : meta[member];
    return { member, old, value, label: t(label), input: h('input', { type: 'text', id: newId('meta'), value, dataset: { member } }) };
  });
  const dialog = openDialog(t('metaChanged'), fields.map(({ label, input }) => field(label, input)), {
    isOfFile: true, closeLabel: t('close'),
    foot: [button(t('cancel'), () => dialog.close()), button(t('apply'), async () => {
      const changed = fields.filter(({ input, value }) => input.value !== value);
      if (changed.length) await app.change(metaChange(app, changed, isOld));
      dialog.close();
    }, { kind: 'primary', key: 'meta-apply' })],
  });
  fields[0].input.focus();
}

function metaChange(app, changed, isOld) {
  const label = `${t('metaChanged')}: ${changed.map((entry) => entry.label).join(', ')}`;
  if (isOld) return { label, edits: changed.map(({ old, input }) => [`${app.items.root}/meta/${old}`, input.value]) };
  return { label, meta: Object.fromEntries(changed.map(({ member, input }) => {
    const text = input.value.trim();
    return [member, isList(member) ? text.split(';').map((part) => part.trim()).filter(Boolean) : text || undefined];
  })) };
}

async function takeThumbnail(app) {
  await app.change({ label: t('thumbnail'), thumbnail: await thumbnailOf(app) });
}

async function useThumbnail(app, file) {
  await app.change({ label: t('thumbnail'), thumbnail: new Uint8Array(await file.arrayBuffer()) });
}
