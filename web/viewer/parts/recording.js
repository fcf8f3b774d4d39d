// SPDX-License-Identifier: MIT
// Recordings of the stage: a video by MediaRecorder until it is stopped, or an animated image of a given
// length and size, drawn frame by frame.
import { animatedPng, animatedWebp } from '../core/animation.js';
import { download } from '../core/dom.js';
import { t } from '../core/words.js';
import { drawPicture, stemOf } from './draw_picture.js';

let video = null;
let drawing = null; // a promise: one animated image at a time, since it moves the avatar

export const canRecordVideo = (app) =>
  typeof MediaRecorder === 'function' && typeof app.view.canvas.captureStream === 'function';
export const isRecordingVideo = () => video !== null;
export const stopVideo = () => video?.stop();

export function startVideo(app) {
  if (video) return;
  const type = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4'].find((name) =>
    MediaRecorder.isTypeSupported(name),
  );
  if (!type) return app.emit('complaint', t('failed', { why: t('noEncoder', { type: 'video/webm' }) }));
  const parts = [],
    stream = app.view.canvas.captureStream(30);
  video = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: 8e6 });
  video.addEventListener('dataavailable', ({ data }) => parts.push(data));
  video.addEventListener('stop', () => {
    video = null;
    for (const track of stream.getTracks()) track.stop(); // without this every frame would still be copied
    download(`${stemOf(app)}.${type.includes('mp4') ? 'mp4' : 'webm'}`, new Blob(parts, { type }));
    app.emit('recording');
  });
  video.start(500);
  app.emit('recording');
}

const kinds = {
  png: { still: 'image/png', type: 'image/apng', ending: 'png', join: (files, { rate }) => animatedPng(files, rate) },
  webp: {
    still: 'image/webp',
    type: 'image/webp',
    ending: 'webp',
    join: (files, { rate, width, height }) => animatedWebp(files, rate, width, height),
  },
};

/** Waits until no animated image is drawn: another file would show in it. */
export async function untilDrawn() {
  while (drawing) await drawing;
}

/** Draws and downloads an animated image; `kind` is png or webp; `turns`: the camera makes one whole turn, which
 * repeats without a seam. The avatar continues from its present state. A file that is opened meanwhile waits. */
export async function recordAnimation(app, options) {
  if (drawing) return app.emit('complaint', t('recordingBusy'));
  drawing = drawAnimation(app, options);
  await drawing;
}

async function drawAnimation(app, { kind, width, height, seconds, rate, isTransparent, turns }) {
  const { still, type, ending, join } = kinds[kind],
    count = Math.max(1, Math.round(seconds * rate)),
    files = [],
    { view } = app,
    { yaw } = view.camera;
  const name = `${stemOf(app)}.${ending}`;
  let isCancelled = false;
  const say = (fraction) =>
    app.emit('progress', {
      title: t('recordingOf', { name }),
      stage: 'recording',
      fraction,
      cancel: () => {
        isCancelled = true;
      },
    });
  view.isPaused = true; // the page's own loop
  try {
    for (let i = 0; i < count && !isCancelled; i++) {
      say(i / count);
      if (turns) view.camera.yaw = yaw + (360 * (i + 1)) / count;
      else if (app.state.get('isTurning')) view.camera.yaw += 24 / rate;
      app.motion.apply(1 / rate);
      view.stage.step(1 / rate);
      const blob = await drawPicture(app, { width, height, isTransparent, type: still, quality: 0.9 });
      if (blob.type !== still) throw new Error(t('noEncoder', { type: still }));
      files.push(new Uint8Array(await blob.arrayBuffer()));
      await new Promise(requestAnimationFrame); // the page stays usable
    }
    if (!isCancelled) download(name, new Blob(join(files, { rate, width, height }), { type }));
  } catch (error) {
    app.emit('complaint', t('failed', { why: error.message }));
  } finally {
    if (turns) view.camera.yaw = yaw; // also of a turn that was cancelled
    view.isPaused = false;
    drawing = null;
    view.invalidate();
    app.emit('progress', null);
  }
}
