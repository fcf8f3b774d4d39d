// SPDX-License-Identifier: MIT
// What a speech engine says about the mouth: its file in, frames of a face out.
import { checkBytes, checkNumber, checkObject } from './errors.js';
import { loadFace, readFrames } from './face.js';
import { check, readJson, release, resultCode, takeBytes, vrm, withReport, word } from './module.js';

const construct = Symbol('construct');

/** Text, bytes, or what JSON.parse() has made of them. */
function marksBytes(source) {
  const isData = typeof source === 'object' && source !== null && !isBuffer(source);
  const given = isData ? JSON.stringify(source) : source;
  return typeof given === 'string' ? new TextEncoder().encode(given) : checkBytes('source', given);
}

const isBuffer = (value) =>
  ArrayBuffer.isView(value) || /^\[object (Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(value));

export class SpeechMarks {
  format;
  duration;
  count;
  frames;
  report;

  static async read(source, options = {}) {
    const data = marksBytes(source);
    checkObject('options', options);
    const { offset = 0, opening = 0.8 } = options;
    checkNumber('options.offset', offset);
    checkNumber('options.opening', opening);
    await loadFace();
    const what = 'SpeechMarks.read',
      block = takeBytes(data, what);
    try {
      const { value, report } = withReport((address) => ({
        result: vrm.speech_marks_read(block, data.length, offset, opening, address),
        marks: word(0),
      }));
      if (resultCode(value.result) === 'argument')
        throw new RangeError('options.offset must be -3600 to 3600, and options.opening 0 to 1');
      check(what, value.result, report);
      return new SpeechMarks(construct, value.marks, report);
    } finally {
      release(block);
    }
  }

  constructor(key, address, report) {
    if (key !== construct) throw new TypeError('SpeechMarks are made by SpeechMarks.read()');
    try {
      Object.assign(this, readJson('SpeechMarks.read', vrm.speech_marks_facts(address)), { report });
      const frames = vrm.speech_marks_frames(address);
      this.frames = Object.freeze(readFrames(frames, word(0)));
    } finally {
      vrm.speech_marks_destroy(address);
    }
    Object.freeze(this);
  }
}
