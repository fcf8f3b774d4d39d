// SPDX-License-Identifier: MIT
// Records what the avatar does (motion, face, gaze, live performers) as a VRM animation. Emits 'recorder'.
import { Recorder } from '../libvrm/index.js';
import { t } from './words.js';

const longest = 600; // seconds
const steady = 1e-4; // seconds: shorter steps add no frame

export class MotionRecorder {
  seconds = 0;
  #app;
  #recorder = null;
  #shown = null;
  #count = 0;
  #onFinished;

  /** `onFinished` gets the name and the bytes of a recording. */
  constructor(app, onFinished) {
    this.#app = app;
    this.#onFinished = onFinished;
    app.on('frame', ({ seconds }) => this.#add(seconds));
  }

  get isOn() {
    return this.#shown !== null;
  }

  async start() {
    if (this.isOn) return;
    const { view, state } = this.#app,
      { shown } = view;
    this.#shown = shown;
    this.seconds = 0;
    try {
      this.#recorder = await Recorder.create(shown.rig, { name: 'recording' });
    } catch (error) {
      this.#shown = null;
      this.#complain(error);
    }
    state.set('isPlaying', true);
    this.#app.emit('recorder');
  }

  /** Ends the recording; its motion becomes one of the list. */
  async stop() {
    const recorder = this.#recorder;
    if (!recorder) return;
    this.#recorder = this.#shown = null;
    this.#app.emit('recorder');
    let model = null;
    try {
      if (recorder.frameCount < 2) return;
      model = recorder.finish();
      await this.#onFinished(`recording-${++this.#count}.vrma`, await model.save());
    } catch (error) {
      this.#complain(error);
    } finally {
      recorder.dispose();
      model?.dispose();
    }
  }

  #add(seconds) {
    if (!this.#recorder) return;
    if (this.#app.view.shown !== this.#shown || this.seconds >= longest) return void this.stop();
    if (this.#recorder.frameCount > 0 && !(seconds > steady)) return;
    if (this.#recorder.frameCount > 0) this.seconds += seconds;
    this.#recorder.addFrame(this.seconds, this.#shown.avatar);
  }

  #complain(error) {
    this.#app.emit('complaint', t('failed', { why: error.message }));
  }
}
