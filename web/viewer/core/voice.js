// SPDX-License-Identifier: MIT
// The sound that moves the mouths: a microphone, which is opened on request and closed when the page is
// hidden, or a sound file. The library listens and plays; this is its user interface.
import { Lip, Speech } from '../libvrm/index.js';
import { t } from './words.js';

const reasons = {
  NotAllowedError: 'micDenied',
  SecurityError: 'micDenied',
  NotFoundError: 'micNone',
  OverconstrainedError: 'micNone',
  NotReadableError: 'micBusy',
  AbortError: 'micBusy',
};

export class Voice {
  state = 'off'; // asking, listening, loading, playing
  problem = ''; // why there is no sound, for the user
  loudness = 0; // 0 to 1, at present
  name = ''; // name of the sound that was opened last
  #app;
  #stream = null;
  #listener = null;
  #speech = null;
  #turn = 0; // number of the latest request

  constructor(app) {
    this.#app = app;
    addEventListener('visibilitychange', () => document.hidden && this.#stream && this.#end(t('micHidden')));
    app.state.on('isPlaying', (isPlaying) => !isPlaying && this.state === 'playing' && this.stop());
  }

  get isHeard() {
    return this.state === 'listening' || this.state === 'playing';
  }
  get hasSound() {
    return this.#speech !== null;
  }

  /** Opens the microphone and listens to it. */
  async listen() {
    const turn = this.#begin('asking');
    try {
      if (!navigator.mediaDevices) return this.#end(t('micUnsupported'));
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      if (turn !== this.#turn) return stopTracks(stream);
      this.#stream = stream;
      for (const track of stream.getTracks())
        track.addEventListener('ended', () => this.#stream === stream && this.#end(t('micGone')));
      this.#app.state.set('isPlaying', true);
      await this.#follow();
      if (turn === this.#turn) this.#say('listening');
    } catch (error) {
      if (turn === this.#turn)
        this.#end(reasons[error.name] ? t(reasons[error.name]) : t('failed', { why: error.message }));
    }
  }

  /** Connects the microphone to the faces on the stage. */
  async #follow() {
    const stream = this.#stream;
    const listener = await Lip.listen(stream, {
      face: this.#app.face.hearing,
      onFrames: (frames) => {
        this.loudness = frames.at(-1).loudness;
      },
    });
    if (this.#stream === stream && !this.#listener) this.#listener = listener;
    else listener.stop();
  }

  /** Opens a sound file and plays it. */
  async open(name, file) {
    const turn = this.#begin('loading');
    try {
      const speech = await Speech.load(file);
      if (turn !== this.#turn) return;
      this.name = name;
      this.#speech = speech;
      await this.play();
    } catch (error) {
      if (turn === this.#turn) this.#end(t('soundInvalid', { name }));
    }
  }

  /** Plays the sound that was opened last. */
  async play() {
    const turn = this.#begin('playing');
    this.#app.state.set('isPlaying', true);
    try {
      await this.#speech.play({ face: this.#app.face.hearing });
      if (turn === this.#turn) this.#end('');
    } catch (error) {
      if (turn === this.#turn)
        this.#end(
          error.name === 'NotAllowedError' ? t('soundHeld', { name: this.name }) : t('failed', { why: error.message }),
        );
    }
  }

  stop() {
    this.#end('');
  }

  /** Stops the present sound and starts a new request; returns its number. */
  #begin(state) {
    this.#quiet();
    this.problem = '';
    this.#say(state);
    return ++this.#turn;
  }

  #end(problem) {
    this.#turn++;
    this.#quiet();
    this.problem = problem;
    if (problem) this.#app.emit('complaint', problem);
    this.#say('off');
  }

  #quiet() {
    this.#listener?.stop();
    stopTracks(this.#stream);
    this.loudness = 0;
    this.#stream = this.#listener = null;
    this.#speech?.stop();
  }

  #say(state) {
    this.state = state;
    this.#app.announce(this.problem || t(`voice.${state}`, { name: this.name }));
    this.#app.emit('voice');
  }
}

const stopTracks = (stream) => stream?.getTracks().forEach((track) => track.stop());
