// SPDX-License-Identifier: MIT
// A texture at any size: its channels, the triangles over it, saved as a file, replaced by another picture.
import { button, chip, chips, download, h, openDialog } from '../core/dom.js';
import { fileName } from '../core/files.js';
import { formatOf, gpuBytes } from '../core/pictures.js';
import { drawUvLines } from '../core/uv_lines.js';
import { bytes, number, t } from '../core/words.js';
import { chooseFiles } from './intake.js';

const svg = 'http://www.w3.org/2000/svg';
/** What each channel is made of: rows of red, green, blue, alpha and a constant. */
const channels = {
  all: null,
  r: '1 0 0 0 0  1 0 0 0 0  1 0 0 0 0  0 0 0 0 1',
  g: '0 1 0 0 0  0 1 0 0 0  0 1 0 0 0  0 0 0 0 1',
  b: '0 0 1 0 0  0 0 1 0 0  0 0 1 0 0  0 0 0 0 1',
  a: '0 0 0 1 0  0 0 0 1 0  0 0 0 1 0  0 0 0 0 1',
};

/** Filters that show one channel as grey; the browser applies them to the picture. */
function filters() {
  const element = document.createElementNS(svg, 'svg');
  element.setAttribute('class', 'unseen');
  element.setAttribute('aria-hidden', 'true');
  for (const [name, values] of Object.entries(channels)) {
    if (!values) continue;
    const filter = document.createElementNS(svg, 'filter'),
      matrix = document.createElementNS(svg, 'feColorMatrix');
    filter.id = `channel-${name}`;
    filter.setAttribute('color-interpolation-filters', 'sRGB');
    for (const [key, value] of Object.entries({ x: 0, y: 0, width: 1, height: 1 })) filter.setAttribute(key, value);
    matrix.setAttribute('type', 'matrix');
    matrix.setAttribute('values', values);
    filter.append(matrix);
    element.append(filter);
  }
  return element;
}

/** Bytes of a picture of the user as PNG or JPEG, which every reader of VRM takes. */
async function readPicture(file) {
  const content = new Uint8Array(await file.arrayBuffer()),
    format = formatOf(content),
    bitmap = await createImageBitmap(file); // throws for what is no picture
  const isCore = format === 'png' || format === 'jpeg';
  const canvas = isCore ? null : new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas?.getContext('2d').drawImage(bitmap, 0, 0);
  bitmap.close();
  if (isCore) return { bytes: content, mimeType: `image/${format}` };
  return { bytes: new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer()), mimeType: 'image/png' };
}

/** Drags the picture in its frame. */
function attachDrag(frame) {
  frame.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    frame.setPointerCapture(event.pointerId);
    event.preventDefault();
    frame.focus();
  });
  frame.addEventListener('pointermove', (event) => {
    if (!frame.hasPointerCapture(event.pointerId)) return;
    frame.scrollLeft -= event.movementX;
    frame.scrollTop -= event.movementY;
  });
}

/** Opens the window for an image of the document. `read` returns its present state: core/image_urls.js. */
export function openTexture(app, index, read) {
  const name = app.items.json.images[index].name || `image ${index}`;
  const picture = h('img', { alt: name, draggable: 'false' }),
    lines = h('canvas', { class: 'uv-lines', 'aria-hidden': 'true', hidden: true }),
    sheet = h('div', { class: 'texture-sheet' }, picture, lines),
    frame = h('div', { class: 'texture-frame', tabindex: '0', role: 'group', 'aria-label': name }, sheet);
  const facts = h('p', { class: 'muted small', role: 'status' });
  let shown = read(),
    zoom = null, // null: as large as the frame
    turn = 0; // of drawing lines

  const fit = () => Math.min(frame.clientWidth / shown.size.width, frame.clientHeight / shown.size.height);
  const scale = () => zoom ?? fit();
  const place = () => {
    sheet.style.width = `${shown.size.width * scale()}px`;
    sheet.style.height = `${shown.size.height * scale()}px`;
    picture.classList.toggle('pixels', scale() > 1.5);
    const { width, height } = shown.size;
    facts.textContent = [
      t('textureFacts', {
        width,
        height,
        kind: shown.kind,
        bytes: bytes(shown.bytes),
        gpu: bytes(gpuBytes(shown.size)),
      }),
      `${number(100 * scale())} %`,
    ].join(' · ');
    drawLines();
  };
  const drawLines = async () => {
    const now = ++turn;
    if (lines.hidden) return;
    const size = Math.min(2, devicePixelRatio) * scale(),
      most = 4096 / Math.max(shown.size.width, shown.size.height);
    lines.width = Math.max(1, Math.round(shown.size.width * Math.min(size, most)));
    lines.height = Math.max(1, Math.round(shown.size.height * Math.min(size, most)));
    lines.getContext('2d').strokeStyle = getComputedStyle(lines).color;
    const { items } = app,
      { model } = app.document;
    const count = await drawUvLines({
      model,
      items,
      image: index,
      canvas: lines,
      isWanted: () => now === turn && dialog.open && model === app.document.model,
    });
    if (now === turn) lines.dataset.count = String(count);
  };
  const zoomTo = (next) => {
    zoom = next === null ? null : Math.max(0.05, Math.min(32, next));
    place();
  };
  const channelChips = Object.keys(channels).map((id) =>
    chip(t(`channel.${id}`), id === 'all', () => choose(id), { key: `channel-${id}` }),
  );
  const choose = (id) => {
    picture.style.filter = channels[id] ? `url("#channel-${id}")` : '';
    channelChips.forEach((one) => one.set(one.dataset.key === `channel-${id}`));
  };
  const step = (key, label, run) => {
    const one = chip(label, false, run, { key });
    one.removeAttribute('aria-pressed'); // not a toggle
    return one;
  };
  const uv = chip(
    t('uvLines'),
    false,
    (isOn) => {
      lines.hidden = !isOn;
      uv.set(isOn);
      drawLines();
    },
    { key: 'uv-lines' },
  );
  const zooms = [
    step('zoom-out', '−', () => zoomTo(scale() / 1.5)),
    step('zoom-in', '+', () => zoomTo(scale() * 1.5)),
    step('zoom-fit', t('zoomFit'), () => zoomTo(null)),
    step('zoom-full', '100 %', () => zoomTo(1)),
  ];
  zooms[0].setAttribute('aria-label', t('zoomOut'));
  zooms[1].setAttribute('aria-label', t('zoomIn'));

  const save = () => saveImage(app, index, shown.format);
  const replace = async (file) => {
    const { document } = app;
    let content;
    try {
      content = await readPicture(file);
    } catch {
      return app.emit('complaint', t('textureInvalid', { name: file.name }));
    }
    if (document !== app.document) return;
    await app.change({
      label: t('textureReplaced', { name }),
      images: [{ image: index, ...content }],
      isVisible: true,
    });
  };
  const show = async () => {
    const next = app.items.json.images?.[index] ? read() : null;
    if (!next?.size) return dialog.close();
    shown = next;
    place();
    const url = await next.ready;
    if (url && shown === next) picture.src = url;
  };

  const dialog = openDialog(
    name,
    h(
      'div',
      { class: 'texture-window' },
      h(
        'div',
        { class: 'row wrap' },
        chips(t('channels'), ...channelChips),
        chips(t('uvLines'), uv),
        chips(t('zoomBy'), ...zooms),
      ),
      frame,
      facts,
      filters(),
    ),
    {
      isWide: true,
      isOfFile: true,
      closeLabel: t('close'),
      foot: [
        button(t('textureReplace'), () => chooseFiles(app, ([first]) => first && replace(first.file), 'image/*'), {
          icon: 'open',
          key: 'texture-replace',
        }),
        button(t('saveTexture'), save, { kind: 'primary', icon: 'save', key: 'texture-save' }),
      ],
    },
  );
  dialog.classList.add('texture-dialog');
  attachDrag(frame);
  const resized = new ResizeObserver(() => zoom === null && place());
  resized.observe(frame);
  const unwatch = app.on('document', show);
  dialog.addEventListener('close', () => {
    unwatch();
    resized.disconnect();
  });
  dialog.addEventListener('keydown', (event) => {
    const by = { '+': 1.5, '=': 1.5, '-': 1 / 1.5 }[event.key];
    if (by && !event.ctrlKey && !event.metaKey) zoomTo(scale() * by);
  });
  show();
}

/** Writes an image as it is in the file; `format` as formatOf(): the file's own word may name a program. */
export function saveImage(app, index, format) {
  const { bytes: content, name } = app.document.model.image(index),
    ending = format?.replace('jpeg', 'jpg') ?? 'bin';
  download(
    fileName(name || `image ${index}`, `image.${ending}`, ending),
    content,
    format ? `image/${format}` : undefined,
  );
}
