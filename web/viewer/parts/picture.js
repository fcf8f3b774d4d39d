// SPDX-License-Identifier: MIT
// Pictures of any size, and the dialog for them and for recordings.
import { button, check, choice, download, field, h, openDialog, section } from '../core/dom.js';
import { t } from '../core/words.js';
import { drawPicture, stemOf } from './draw_picture.js';
import { canRecordVideo, isRecordingVideo, recordAnimation, startVideo, stopVideo } from './recording.js';

/** Values of the dialog, kept while the page is open. */
const chosen = { format: 'webp', rate: 20, isTransparent: false, turns: false };

/** A number field; read() returns a multiple of `step`, from `step` to `most`. */
function number(value, most, key, step = 1) {
  const input = h('input', { type: 'number', min: step, max: most, step, value: String(value), dataset: { key } });
  input.read = () => Math.max(step, Math.min(most, Math.round((Number(input.value) || step) / step) * step));
  return input;
}

const maxSize = 8192; // pixels; common GPUs support this size
const maxSeconds = 20; // for recordings, whose frames stay in memory until the end

export function openPicture(app) {
  const ratio = Math.min(2, devicePixelRatio),
    [viewWidth, viewHeight] = app.view.size.map((size) => Math.round(size * ratio));
  const width = number(viewWidth, maxSize, 'picture-width'),
    height = number(viewHeight, maxSize, 'picture-height');
  const duration = app.motion.clip ? Math.round(app.motion.duration * 10) / 10 || 3 : 3;
  const seconds = number(Math.min(maxSeconds, duration), maxSeconds, 'record-seconds', 0.1);
  const size = () => ({ width: width.read(), height: height.read(), isTransparent: chosen.isTransparent });
  const hasVideo = canRecordVideo(app);
  const formats = [
    ['webp', t('format.webp')],
    ['png', t('format.apng')],
    ...(hasVideo ? [['video', t('format.video')]] : []),
  ];
  const hint = h('p', { class: 'muted small' });
  const turns = check(t('recordTurns'), chosen.turns, (isOn) => (chosen.turns = isOn), { key: 'record-turns' });
  const describe = () => {
    turns.hidden = chosen.format === 'video';
    hint.textContent = t(chosen.format === 'video' ? 'recordHint' : 'animationHint');
  };
  const rates = [10, 15, 20, 25, 30].map((rate) => [rate, t('perSecond', { n: rate })]);
  describe();
  const dialog = openDialog(
    t('pictureTitle'),
    h(
      'div',
      {},
      field(`${t('pictureWidth')} (${t('pixels')})`, width),
      field(`${t('pictureHeight')} (${t('pixels')})`, height),
      check(
        t('pictureTransparent'),
        chosen.isTransparent,
        (isOn) => {
          chosen.isTransparent = isOn;
        },
        { key: 'picture-transparent' },
      ),
      section(
        t('recordingTitle'),
        field(
          t('format'),
          choice(
            t('format'),
            formats,
            chosen.format,
            (value) => {
              chosen.format = value;
              describe();
            },
            { key: 'record-format' },
          ),
        ),
        turns,
        field(t('recordSeconds'), seconds),
        field(
          t('recordRate'),
          choice(
            t('recordRate'),
            rates,
            chosen.rate,
            (value) => {
              chosen.rate = Number(value);
            },
            { key: 'record-rate' },
          ),
        ),
        hint,
      ),
    ),
    {
      closeLabel: t('close'),
      foot: [
        button(
          isRecordingVideo() ? t('stopRecording') : t('record'),
          () => {
            dialog.close();
            if (isRecordingVideo()) stopVideo();
            else if (chosen.format === 'video') startVideo(app);
            else recordAnimation(app, { kind: chosen.format, ...size(), seconds: seconds.read(), ...chosen });
          },
          { icon: 'record', key: 'record' },
        ),
        button(
          t('takePicture'),
          async () => {
            try {
              download(`${stemOf(app)}.png`, await drawPicture(app, size()));
            } catch (error) {
              app.emit('complaint', t('failed', { why: error.message })); // too large for this machine
            }
            dialog.close();
          },
          { kind: 'primary', icon: 'camera', key: 'take-picture' },
        ),
      ],
    },
  );
}
