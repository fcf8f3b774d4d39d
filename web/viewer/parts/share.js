// SPDX-License-Identifier: MIT
// The dialog for sharing: a link, code for other pages, one HTML file with the avatar inside, pictures.
import { elementCode, frameCode, linkTo, urlOf, weightsText } from '../core/address.js';
import { copy } from '../core/clipboard.js';
import { button, check, download, field, h, openDialog, section } from '../core/dom.js';
import { fileName } from '../core/files.js';
import { writeFragment } from '../core/fragment.js';
import { isGlb } from '../core/glb.js';
import { termsOf } from '../core/licence.js';
import { oneFile } from '../core/one_file.js';
import { bytes, currentLanguage, t } from '../core/words.js';
import { stemOf } from './draw_picture.js';
import { openPicture } from './picture.js';

const shots = ['full', 'bust', 'face']; // of <vrm-avatar>
const round = (value) => String(Math.round(value));

/** The present view as attributes of <vrm-avatar>. */
function attributesOf(app) {
  const { state, view, face } = app;
  const shot = shots.includes(state.get('shot')) ? state.get('shot') : 'full';
  const angles = view.camera.isFree ? ` ${round(view.camera.yaw % 360)} ${round(view.camera.pitch)}` : '';
  const weights = [...face.wishes];
  if (state.get('emotion')) weights.unshift([state.get('emotion'), state.get('intensity')]);
  return {
    camera: shot + angles,
    expression: weightsText(weights) || undefined,
    'look-at': state.get('look') === 'off' ? undefined : state.get('look'),
    'camera-controls': true,
  };
}

/** A text to copy; show() replaces it. */
function codeField(app, label, key) {
  const text = h('pre', { class: 'command', tabindex: '0', 'aria-label': label, dataset: { key } });
  const element = h(
    'div',
    { class: 'copied' },
    h(
      'div',
      { class: 'row' },
      h('strong', { class: 'grow', text: label }),
      button(t('copy'), () => copy(app, text.textContent), { kind: 'small', icon: 'copy', key: `${key}-copy` }),
    ),
    text,
  );
  element.show = (value) => {
    text.textContent = value;
  };
  return element;
}

const longestTitle = 200; // characters; files may have any

const titleOf = (app) => (app.document.meta?.name || stemOf(app)).slice(0, longestTitle);

/** The address of the motion that plays, if it has one and is as it is there. */
function motionUrlOf({ desk, linkedMotion }) {
  const { current } = desk;
  return current && current === linkedMotion?.edited && !current.isEdited ? linkedMotion.url : null;
}

/** What a link with an address does, or what is wrong with it. */
function hintFor(app, file) {
  if (!file) return t('shareNoAddress');
  if (!urlOf(file)) return t('linkInvalid', { name: file });
  return t(app.document.isChanged ? 'shareLinkOld' : 'shareLinkHint');
}

/** Link and code, for an address that the user can type where the file has none. */
function linkPart(app) {
  writeFragment(app); // what was changed just now
  const link = codeField(app, t('shareLink'), 'share-link'),
    frame = codeField(app, t('shareFrame'), 'share-frame'),
    element = codeField(app, t('shareElement'), 'share-element');
  const hint = h('p', { class: 'muted small', role: 'status' }),
    motion = motionUrlOf(app);
  const show = (typed) => {
    const address = typed.trim(),
      file = urlOf(address) ? address : '';
    hint.textContent = hintFor(app, address);
    link.show(linkTo(file, { motion }));
    frame.show(frameCode(linkTo(file, { motion, isBare: true }), titleOf(app)));
    element.show(
      elementCode({
        src: file || app.document.name,
        animation: motion ?? undefined,
        ...attributesOf(app),
        alt: titleOf(app),
      }),
    );
  };
  const address = h('input', {
    type: 'text',
    value: app.fileUrl ?? '',
    placeholder: 'https://',
    dataset: { key: 'share-address' },
    on: { input: () => show(address.value) },
  });
  show(address.value);
  return section(t('shareAddress'), field(t('shareFile'), address), hint, link, frame, element);
}

const captionOf = ({ name, authors }) => [name, authors?.filter(Boolean).join(', ')].filter(Boolean).join(' · ');

/** The one HTML file: what goes into it, and the button that writes it. */
function filePart(app) {
  const { document: doc, desk } = app;
  const isForbidden = termsOf(doc.meta ?? {}, doc.info.dialect).rows.some(
    ({ topic, mark }) => topic === 'passOn' && mark === 'no',
  );
  const motion = desk.current;
  let hasMotion = motion !== null;
  const status = h('p', { class: 'muted small', role: 'status' });
  const write = async () => {
    go.disabled = true;
    status.textContent = t('shareWriting');
    try {
      const page = await oneFile({
        title: titleOf(app),
        caption: captionOf(doc.meta ?? {}),
        language: currentLanguage(),
        avatar: doc.isChanged || !isGlb(doc.bytes) ? await doc.save() : doc.bytes,
        motion: hasMotion ? await desk.save() : null,
        attributes: attributesOf(app),
      });
      download(fileName(`${stemOf(app)}.html`, 'avatar.html', 'html'), page);
      status.textContent = t('shareWritten', { size: bytes(page.size) });
    } catch (error) {
      status.textContent = t('failed', { why: error.message });
    }
    go.disabled = false;
  };
  const go = button(t('shareWrite'), write, { icon: 'save', key: 'share-write' });
  return section(
    t('shareOne'),
    h('p', { text: t('shareOneText') }),
    h('p', {
      class: isForbidden ? 'warning-text' : 'muted small',
      text: t(isForbidden ? 'shareForbidden' : 'shareInside'),
    }),
    motion
      ? check(t('shareMotion', { name: motion.name }), hasMotion, (isOn) => (hasMotion = isOn), { key: 'share-motion' })
      : null,
    h('div', { class: 'row wrap' }, go),
    status,
  );
}

export function openShare(app) {
  const dialog = openDialog(
    t('share'),
    h(
      'div',
      { class: 'share' },
      filePart(app),
      linkPart(app),
      section(
        t('sharePicture'),
        h('p', { class: 'muted small', text: t('sharePictureText') }),
        button(t('picture'), () => (dialog.close(), openPicture(app)), { icon: 'camera', key: 'share-picture' }),
      ),
    ),
    { closeLabel: t('close'), isOfFile: true, isWide: true },
  );
}
