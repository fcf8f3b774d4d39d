// SPDX-License-Identifier: MIT
// MP3 in pieces that are cut anywhere, for streams of an agent. Browsers decode whole files only: each group of new
// frames is decoded as a file of its own, behind some earlier frames, whose samples are dropped. A frame needs these
// because its data may begin in them (the bit reservoir: at most 511 bytes), and for the overlap with the last frame.
// ISO/IEC 11172-3, 2.4.1; layer III alone.

const headMost = 1 << 20; // bytes before the first frame: a tag may have a picture
const leadBytes = 1024; // earlier frames that are decoded again, with the overlap
const groupLeast = 4; // new frames that are decoded at a time, at least; all at the end

const kilobits = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160], // lower sample rates
};

/** The frame that a header at `at` describes; null if there is none. */
function readHeader(bytes, at) {
  const [a, b, c, d] = bytes.subarray(at, at + 4);
  if (a !== 0xff || (b & 0xe6) !== 0xe2 || (b & 0x18) === 0x08) return null; // no layer III
  const version = (b & 0x18) === 0x18 ? 1 : 2,
    half = (b & 0x18) === 0x00 ? 4 : version, // MPEG 2.5 has a quarter of the sample rates
    rate = [44100, 48000, 32000][(c >> 2) & 3] / half,
    bitRate = kilobits[version][c >> 4];
  if (!rate || !bitRate) return null;
  const samples = version === 1 ? 1152 : 576,
    size = Math.floor((samples / 8) * ((1000 * bitRate) / rate)) + ((c >> 1) & 1),
    sideInfo = version === 1 ? (d >> 6 === 3 ? 17 : 32) : d >> 6 === 3 ? 9 : 17;
  return { rate, samples, size, tagAt: at + 4 + sideInfo };
}

const wordAt = (bytes, at, word) => [...word].every((letter, i) => bytes[at + i] === letter.charCodeAt(0));

/** Size of an ID3v2 tag with its header. */
const tagSize = (bytes, at) =>
  10 + bytes.subarray(at + 6, at + 10).reduce((size, byte) => size * 128 + (byte & 127), 0);

const joined = (parts) => {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

export class Mp3Pieces {
  #bytes = new Uint8Array(0); // of a frame that is not whole yet
  #toSkip = 0; // bytes of a tag
  #head = 0; // bytes before the first frame
  #isInStep = false; // a frame was just read, so that another one follows
  #old = []; // frames that were decoded already
  #new = [];
  #samples = 0; // in a frame
  rate = 0; // samples a second; 0: no frame has come

  /** Takes bytes. Resolves with an AudioBuffer of the frames that are complete, or with null. */
  async add(bytes, isEnd) {
    this.#bytes = joined([this.#bytes, bytes]);
    this.#split(isEnd);
    if (this.#new.length === 0 || (this.#new.length < groupLeast && !isEnd)) return null;
    return this.#decode();
  }

  #split(isEnd) {
    let at = 0;
    for (;;) {
      const step = this.#stepAt(at, isEnd);
      if (step === 0) break;
      at += step;
      if (this.rate === 0) this.#head += step;
      if (this.#head > headMost) throw new Error('there is no MP3 in the first MiB');
    }
    this.#bytes = this.#bytes.slice(at);
  }

  /** Reads what begins at a place; returns its bytes, 0 if more must come. */
  #stepAt(at, isEnd) {
    const bytes = this.#bytes,
      left = bytes.length - at;
    if (this.#toSkip > 0) {
      const step = Math.min(this.#toSkip, left);
      this.#toSkip -= step;
      return step;
    }
    if (left < 10) return 0; // no frame is so short
    if (wordAt(bytes, at, 'ID3')) {
      this.#toSkip = tagSize(bytes, at);
      return this.#stepAt(at, isEnd);
    }
    const header = readHeader(bytes, at);
    if (header && this.#isInStep && header.rate !== this.rate) throw new Error('the sample rate changes');
    if (!header || (this.rate > 0 && header.rate !== this.rate)) {
      this.#isInStep = false;
      return 1;
    }
    const next = at + header.size;
    if (bytes.length < next) return 0;
    if (!this.#isInStep && !isEnd && bytes.length < next + 4) return 0;
    if (!this.#isInStep && bytes.length >= next + 4 && !readHeader(bytes, next)) return 1; // chance
    this.#keep(bytes, at, header);
    return header.size;
  }

  /** The first frame may be a table of contents without sound. */
  #keep(bytes, at, { rate, samples, size, tagAt }) {
    const isTable = this.rate === 0 && ['Xing', 'Info'].some((word) => wordAt(bytes, tagAt, word));
    this.rate = rate;
    this.#samples = samples;
    this.#isInStep = true;
    if (!isTable) this.#new.push(bytes.slice(at, at + size));
  }

  async #decode() {
    const wanted = this.#new.length * this.#samples,
      frames = [...this.#old, ...this.#new];
    this.#new = [];
    this.#old = frames.slice(-2);
    for (let i = frames.length - 3, size = 0; i >= 0 && size < leadBytes; i--) {
      this.#old.unshift(frames[i]);
      size += frames[i].length;
    }
    const whole = await new OfflineAudioContext(1, 1, this.rate).decodeAudioData(joined(frames).buffer);
    return lastOf(whole, wanted);
  }
}

/** The end of a sound. */
function lastOf(buffer, wanted) {
  const { numberOfChannels, sampleRate } = buffer,
    length = Math.min(wanted, buffer.length);
  if (length === 0) return null;
  const end = new AudioBuffer({ length, numberOfChannels, sampleRate });
  for (let channel = 0; channel < numberOfChannels; channel++)
    end.copyToChannel(buffer.getChannelData(channel).subarray(buffer.length - length), channel);
  return end;
}
