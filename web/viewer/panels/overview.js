// SPDX-License-Identifier: MIT
// Author and permissions of the avatar, in plain words.
import { button, h, section } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { imageOf, pictureOf } from '../core/image_urls.js';
import { addressOf, isSaid, termLinks } from '../core/licence.js';
import { bytes, t } from '../core/words.js';
import { chooseFiles } from '../parts/intake.js';
import { thumbnailOf } from '../parts/draw_picture.js';
import { licenceRows } from './licence_rows.js';
import { openMetaEditor } from './meta_editor.js';

export const overview = {
  id: 'overview',
  events: [],
  render(app) {
    const { meta, info } = app.document;
    if (!meta)
      return [
        h('p', { class: 'muted', text: info.dialect ? t('licenceNone') : t('notAnAvatar') }),
        app.figure.isOpen
          ? button(t('figureOpen'), () => app.state.set('panel', 'setup'), { kind: 'primary', key: 'overview-setup' })
          : null,
        section(t('about'), facts(app)),
      ];
    return [
      h(
        'div',
        { class: 'who' },
        thumbnail(app),
        h(
          'div',
          { class: 'grow' },
          h('strong', { class: 'avatar-name', text: isSaid(meta.name) ? meta.name : app.document.name }),
          h('div', { class: 'muted authors', text: meta.authors.filter(isSaid).join(', ') }),
          h(
            'div',
            { class: 'row wrap gap-top' },
            button(t('editMeta'), () => openMetaEditor(app), { kind: 'small', key: 'edit-meta' }),
          ),
        ),
      ),
      section(t('licence'), licenceRows(meta, info.dialect), links(meta)),
      section(t('about'), facts(app)),
      section(
        t('thumbnail'),
        h(
          'div',
          { class: 'row wrap' },
          button(t('takeThumbnail'), () => takeThumbnail(app), { kind: 'small', key: 'thumbnail-take' }),
          button(
            t('chooseThumbnail'),
            () => chooseFiles(app, ([first]) => first && useThumbnail(app, first.file), '.png,.jpg,.jpeg'),
            { kind: 'small', key: 'thumbnail-choose' },
          ),
        ),
      ),
    ];
  },
};

function thumbnail(app) {
  const { meta } = app.document,
    image = meta.thumbnailImage >= 0 ? imageOf(app, meta.thumbnailImage) : null;
  return image
    ? pictureOf(image, { class: 'thumbnail', alt: t('thumbnail') })
    : h(
        'div',
        { class: 'thumbnail none', role: 'img', 'aria-label': t('noThumbnail'), title: t('noThumbnail') },
        icon('overview'),
      );
}

/** An address as a link; a long one without query and fragment. */
function link(text, url) {
  const plain = text.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  return h('a', {
    href: url,
    target: '_blank',
    rel: 'noreferrer noopener',
    title: url,
    text: plain.length > 60 ? `${plain.split(/[?#]/)[0].slice(0, 60)}…` : plain,
  });
}

const textOrLink = (text, url = addressOf(text)) => (url ? link(text, url) : text);

function links(meta) {
  return h(
    'dl',
    { class: 'facts-list' },
    termLinks(meta).flatMap(({ kind, text, url }) => [
      h('dt', { text: t(kind === 'licence' ? 'licencePage' : 'otherTerms') }),
      h('dd', {}, textOrLink(text, url)),
    ]),
  );
}

function facts(app) {
  const { meta, info, size } = app.document;
  const list = [
    [t('name'), [meta?.name]],
    [t('version'), [meta?.version]],
    [t('authors'), meta?.authors],
    [t('copyright'), [meta?.copyrightInformation]],
    [t('contact'), [meta?.contactInformation]],
    [t('references'), meta?.references],
    [t('thirdParty'), [meta?.thirdPartyLicenses]],
    [t('format'), [info.dialect ? `VRM ${info.dialect}` : t('noVrm')]],
    [t('generator'), [info.generator]],
    [t('fileSize'), [bytes(size)]],
  ]
    .map(([label, values]) => [label, (values ?? []).filter(isSaid)])
    .filter(([, values]) => values.length);
  return h(
    'dl',
    { class: 'facts-list' },
    list.flatMap(([label, values]) => [
      h('dt', { text: label }),
      h(
        'dd',
        {},
        values.flatMap((value, i) => [i ? ', ' : null, textOrLink(value)]),
      ),
    ]),
  );
}

const takeThumbnail = (app) => setThumbnail(app, () => thumbnailOf(app));

const useThumbnail = (app, file) => setThumbnail(app, async () => new Uint8Array(await file.arrayBuffer()));

/** Sets the picture that `read` resolves with, unless another file was opened meanwhile. */
async function setThumbnail(app, read) {
  const { document } = app;
  try {
    const thumbnail = await read();
    if (document === app.document) await app.change({ label: t('thumbnail'), thumbnail });
  } catch (error) {
    app.emit('complaint', t('failed', { why: error.message }));
  }
}
