// SPDX-License-Identifier: MIT
// Pictures of any size, and recordings of the stage.
import { button, check, download, field, h, openDialog } from '../core/dom.js';
import { t } from '../core/words.js';

let recording = null;

/** Draws without marks, at any size; the background is transparent or the page's. */
async function draw(app, { width, height, isTransparent, type = 'image/png' }) {
  const { stage, camera } = app.view;
  const { lines, background } = stage;
  const overlays = app.view.actor?.overlays ?? [];
  stage.lines = [];
  stage.camera = camera.toStage();
  if (app.view.actor) app.view.actor.overlays = overlays;
  if (!isTransparent) stage.background = pageColor();
  try {
    return await stage.screenshot({ width, height, type });
  } finally {
    Object.assign(stage, { lines, background });
    app.view.invalidate();
  }
}

function pageColor() {
  const text = getComputedStyle(document.documentElement).getPropertyValue('--stage-bottom').trim();
  return [1, 3, 5].map((i) => parseInt(text.slice(i, i + 2), 16) / 255).concat(1);
}

/** The present view as a square PNG, for the avatar's thumbnail. */
export async function thumbnailOf(app, size = 512) {
  return new Uint8Array(await (await draw(app, { width: size, height: size, isTransparent: false })).arrayBuffer());
}

const stemOf = (app) => (app.document?.name ?? 'avatar').replace(/\.[^.]+$/, '');

export function openPicture(app) {
  const [w, hh] = app.view.size.map((size) => Math.round(size * Math.min(2, devicePixelRatio)));
  const number = (value) => h('input', { type: 'number', min: 1, max: 8192, value: String(value) });
  const width = number(w), height = number(hh);
  let isTransparent = false;
  const clamp = (input) => Math.max(1, Math.min(8192, Math.round(Number(input.value)) || 1));
  const canRecord = typeof MediaRecorder === 'function' && typeof app.view.canvas.captureStream === 'function';
  width.dataset.key = 'picture-width';
  height.dataset.key = 'picture-height';
  const dialog = openDialog(t('pictureTitle'), h('div', {},
    field(`${t('pictureWidth')} (${t('pixels')})`, width), field(`${t('pictureHeight')} (${t('pixels')})`, height),
    check(t('pictureTransparent'), false, (isOn) => { isTransparent = isOn; }, { key: 'picture-transparent' }),
    h('p', { class: 'muted small', text: canRecord ? t('recordHint') : t('noRecorder') })),
  {
    closeLabel: t('close'),
    foot: [
      button(recording ? t('stopRecording') : t('record'), () => { recording ? recording.stop() : record(app); dialog.close(); }, { icon: 'record', isDisabled: !canRecord, key: 'record' }),
      button(t('takePicture'), async () => {
        download(`${stemOf(app)}.png`, await draw(app, { width: clamp(width), height: clamp(height), isTransparent }));
        dialog.close();
      }, { kind: 'primary', icon: 'camera', key: 'take-picture' })],
  });
}

function record(app) {
  const type = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4'].find((name) => MediaRecorder.isTypeSupported(name));
  const parts = [];
  recording = new MediaRecorder(app.view.canvas.captureStream(30), { mimeType: type, videoBitsPerSecond: 8e6 });
  recording.addEventListener('dataavailable', ({ data }) => parts.push(data));
  recording.addEventListener('stop', () => {
    recording = null;
    download(`${stemOf(app)}.${type.includes('mp4') ? 'mp4' : 'webm'}`, new Blob(parts, { type }));
  });
  recording.start(500);
  app.emit('complaint', t('stopRecording'));
}
