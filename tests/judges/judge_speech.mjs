// SPDX-License-Identifier: MIT
// Lips from sound, on speech whose truth is known: flite and espeak-ng speak 40 English and 20
// Japanese sentences that the classifier was not trained on, in 20 voices, clean and with noise
// 20 dB below the speech (white and pink by turns). For each synthesizer, language and noise:
//
//   vowels   frames of a vowel that have it as the largest of the five, with the mouth open
//   strict   the same, where the second half of a diphthong must be its second vowel
//   onsets   phrases whose mouth opens at most 60 ms before the first sound and at most 60 ms after
//            its first vowel begins
//   silence  frames of pauses with closed lips, 50 ms away from the next phone
//   pressed  frames of m, b and p with lips at least half closed
//
// The table has the same of two others: loudness alone (`aa`, as loud as the sound), and wLipSync
// (npm), which needs a profile of the voice and gets one from six sentences of the very voice, three
// in Japanese.
// speech.py says how phones become vowels.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scratch, skip, Verdict } from './support.mjs';

for (const program of ['flite', 'espeak-ng']) if (spawnSync(program, ['--version']).error) skip(`no ${program}`);
if (!process.env.VRM_LIP_FRAMES) skip('no program that writes frames of lips');
const folder = process.env.VRM_SPEECH ?? scratch();
const here = dirname(fileURLToPath(import.meta.url));
const verdict = new Verdict();

const VOWELS = ['aa', 'ih', 'ou', 'ee', 'oh'];
const PAD_S = 0.3; // of silence (or noise) before and after each sentence
const FRAME_S = 0.01;

// ---- Sound ----

const floats = (path) => {
  const bytes = readFileSync(path);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
};

/** Numbers -1..1, the same in every run. */
class Dice {
  #state;
  constructor(seed) {
    this.#state = seed >>> 0;
  }
  next() {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return this.#state / 2147483648 - 1;
  }
}

/** Noise of power 1: white, or pink by the sum of held random numbers (Voss). */
function noise(count, isPink, dice) {
  const out = new Float32Array(count);
  const held = new Float64Array(12);
  let power = 0;
  for (let i = 0; i < count; i++) {
    if (isPink) {
      for (let k = 0; k < held.length; k++) if (i % (1 << k) === 0) held[k] = dice.next();
      for (const value of held) out[i] += value;
    } else {
      out[i] = dice.next();
    }
    power += out[i] * out[i];
  }
  const scale = 1 / Math.sqrt(power / count);
  return out.map((value) => value * scale);
}

/** A sentence with silence around it, and with noise. */
function prepare(entry, index, isNoisy) {
  const speech = floats(join(folder, `${entry.name}.f32`));
  const pad = Math.round(PAD_S * entry.rate);
  const sound = new Float32Array(speech.length + 2 * pad);
  sound.set(speech, pad);
  if (isNoisy) {
    const spoken = entry.parts.filter((part) => part.name !== 'q');
    let power = 0,
      count = 0;
    for (const { begin, end } of spoken)
      for (let i = Math.round(begin * entry.rate); i < Math.round(end * entry.rate) && i < sound.length; i++) {
        power += sound[i] * sound[i];
        count++;
      }
    const scale = Math.sqrt(power / count) * 0.1;
    const added = noise(sound.length, index % 2 === 1, new Dice(index + 1));
    for (let i = 0; i < sound.length; i++) sound[i] += added[i] * scale;
  }
  return sound;
}

/** Sound at 16 kHz, by a windowed sinc. */
function resample(sound, rate) {
  if (rate === 16000) return sound;
  const step = rate / 16000,
    width = Math.max(1, step),
    reach = 8 * width;
  const out = new Float32Array(Math.floor(sound.length / step));
  for (let k = 0; k < out.length; k++) {
    const centre = k * step;
    let sum = 0;
    for (let i = Math.max(0, Math.ceil(centre - reach)); i < Math.min(sound.length, centre + reach); i++) {
      const x = (Math.PI * (i - centre)) / width;
      sum += (sound[i] * (x === 0 ? 1 : Math.sin(x) / x) * (0.5 + 0.5 * Math.cos(x / 8))) / width;
    }
    out[k] = sum;
  }
  return out;
}

// ---- Truth ----

/** Parts with begin and end in seconds of the padded sound, silence around them. */
function truthOf(name) {
  const parts = [{ begin: 0, end: PAD_S, name: 'q' }];
  for (const line of readFileSync(join(folder, `${name}.lab`), 'utf8').split('\n')) {
    const [end, part] = line.split(' ');
    if (line) parts.push({ begin: parts.at(-1).end, end: PAD_S + Number(end), name: part });
  }
  parts.push({ begin: parts.at(-1).end, end: parts.at(-1).end + PAD_S, name: 'q' });
  return parts;
}

const isVowel = (part) => part.name === '-' || VOWELS.includes(part.name.split('/')[0]);

/** Phrases between pauses of at least 100 ms: where their sound and their first vowel begin. */
function phrasesOf(parts) {
  const phrases = [];
  let pause = 0,
    first = null;
  for (const part of parts) {
    if (part.name === 'q') {
      pause += part.end - part.begin;
      if (pause >= 0.1) first = null;
      continue;
    }
    if (pause >= 0.1) first = part.begin;
    pause = 0;
    if (first !== null && isVowel(part)) {
      phrases.push({ begin: first, vowel: part.begin });
      first = null;
    }
  }
  return phrases;
}

// ---- Score ----

class Score {
  counts = {};
  add(what, isGood) {
    const count = (this.counts[what] ??= [0, 0]);
    count[0] += isGood ? 1 : 0;
    count[1]++;
  }
  percent(what) {
    const [good, all] = this.counts[what] ?? [0, 0];
    return all > 0 ? (100 * good) / all : NaN;
  }
}

/** `frames[i]` is what a method shows at i * 10 ms: { weights by VOWELS, closed }. */
function judge(score, entry, frames) {
  const openings = frames.map((frame) => frame.weights.reduce((a, b) => a + b));
  for (const { begin, end, name } of entry.parts) {
    const [first, last] = [begin, end].map((time) => Math.ceil(time / FRAME_S - 1e-6));
    for (let i = first; i < last && i < frames.length; i++) {
      const time = i * FRAME_S;
      const { weights, closed } = frames[i];
      if (name === 'q') {
        if (time - begin < 0.05 && begin > 0) continue;
        if (end - time < 0.05 && end < entry.parts.at(-1).end) continue;
        score.add('silence', openings[i] < 0.1 && closed > 0.5);
      } else if (name === 'p') {
        score.add('pressed', closed >= 0.5);
      } else if (name !== 'c' && name !== '-') {
        const said = openings[i] > 0.05 ? VOWELS[weights.indexOf(Math.max(...weights))] : '';
        score.add('vowels', name.split('/').includes(said));
        score.add('strict', name.split('/').at(-1) === said);
      }
    }
  }
  for (const { begin, vowel } of phrasesOf(entry.parts)) {
    // The mouth closes after the phrase before, then opens.
    let at = Math.max(0, Math.round((begin - 0.1) / FRAME_S));
    while (at * FRAME_S < begin && openings[at] >= 0.1) at++;
    const isClosed = openings[at] < 0.1 || openings[at - 1] < 0.1;
    while (at < frames.length && openings[at] < 0.1) at++;
    const time = at * FRAME_S;
    score.add('onsets', isClosed && time >= begin - 0.06 && time <= vowel + 0.06);
  }
}

// ---- Methods ----

/** All jobs in one run of our program. */
function ours(jobs) {
  const lines = jobs.map(({ rate, path, calibration }) => `${rate} ${path} ${calibration ?? '-'} ${path}.out`);
  lines.sort((a, b) => (a.split(' ')[2] < b.split(' ')[2] ? -1 : 1)); // calibrates once for each voice
  execFileSync(process.env.VRM_LIP_FRAMES, { input: `${lines.join('\n')}\n` });
  return jobs.map(({ path }) => {
    const rows = floats(`${path}.out`);
    return Array.from({ length: rows.length / 8 }, (_, i) => {
      const row = rows.subarray(8 * i, 8 * i + 8);
      return { weights: Array.from(row.subarray(0, 5)), closed: row[6] };
    });
  });
}

/** The mouth opens with the loudness of 25 ms: 30 dB below the loudest so far it closes. */
function byLoudness(sound, rate) {
  const frames = [];
  let loudest = 0.01;
  for (let at = 0; at < sound.length; at = Math.round(frames.length * FRAME_S * rate)) {
    let power = 0,
      count = 0;
    const begin = Math.max(0, Math.round(at - 0.0125 * rate));
    for (let i = begin; i < Math.min(sound.length, at + 0.0125 * rate); i++, count++) power += sound[i] ** 2;
    const level = Math.sqrt(power / count);
    loudest = Math.max(loudest, level);
    const open = Math.max(0, Math.min(1, 1 + (20 * Math.log10(level / loudest + 1e-9)) / 30));
    frames.push({ weights: [open, 0, 0, 0, 0], closed: open < 0.1 ? 1 : 0 });
  }
  return frames;
}

/** wLipSync's own module and what its audio node does with it, without a browser's audio. */
class WLipSync {
  static COUNT = 1024; // samples at 16 kHz that it looks at
  static BLOCK = 256; // samples from one look to the next: 16 ms
  static EXAMPLES = 16; // of each entry in a profile
  // It computes as many coefficients, up to 12, as its profile has entries: each vowel has two or three.
  static ENTRIES = [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1];
  static async create() {
    const root = dirname(createRequire(import.meta.url).resolve('wlipsync'));
    const memory = new WebAssembly.Memory({ initial: 4 });
    const module = await WebAssembly.instantiate(readFileSync(join(root, 'wlipsync.wasm')), { env: { memory } });
    const made = new WLipSync();
    return Object.assign(made, { exports: module.instance.exports, memory });
  }

  /** `profile`: EXAMPLES lists of 12 numbers for each entry. */
  load(profile) {
    const count = WLipSync.ENTRIES.length;
    const at = this.exports.load_profile(16000, WLipSync.COUNT, 30, 1, count, WLipSync.EXAMPLES, 1);
    new Float32Array(this.memory.buffer, at, count * WLipSync.EXAMPLES * 12).set(profile.flat(2));
    this.exports.precompute_profile();
  }

  /** Calls `look(time of the middle of what was looked at, vowel, volume, coefficients)`. Sound comes at
   * 16 kHz, the rate of the profile: at 22.05 kHz it knew 27 % of vowels. */
  run(given, givenRate, look) {
    const [sound, rate] = [resample(given, givenRate), 16000];
    this.exports.set_input(rate);
    const size = this.exports.get_input_buffer_size();
    const at = this.exports.get_input_buffer();
    const buffer = new Float32Array(this.memory.buffer, at, size).fill(0);
    let next = 0;
    for (let i = 0; i < sound.length; i++) {
      buffer[next] = sound[i];
      next = (next + 1) % size;
      if ((i + 1) % WLipSync.BLOCK !== 0) continue;
      const vowel = WLipSync.ENTRIES[this.exports.execute(next)];
      const volume = new Float32Array(this.memory.buffer, this.exports.get_volume_ptr(), 1)[0];
      const mfcc = Array.from(new Float32Array(this.memory.buffer, this.exports.mfccOut.value, 12));
      look((i + 1) / rate - WLipSync.COUNT / 2 / 16000, vowel, volume, mfcc);
    }
  }

  /** A profile of a voice: examples of its vowels, spread over the sentences. */
  calibrate(entries) {
    const found = VOWELS.map(() => []);
    const { ENTRIES, EXAMPLES } = WLipSync;
    this.load(ENTRIES.map(() => Array.from({ length: EXAMPLES }, () => new Array(12).fill(0))));
    for (const entry of entries)
      this.run(entry.sound, entry.rate, (time, _vowel, _volume, mfcc) => {
        const part = entry.parts.find(({ begin, end }) => time >= begin && time < end);
        if (part && VOWELS.includes(part.name)) found[VOWELS.indexOf(part.name)].push(mfcc);
      });
    // The entries of a vowel take turns.
    return ENTRIES.map((vowel, at) => {
      const turn = ENTRIES.slice(0, at).filter((other) => other === vowel).length;
      const turns = ENTRIES.filter((other) => other === vowel).length;
      return Array.from({ length: EXAMPLES }, (_, i) => {
        const list = found[vowel];
        return list[Math.floor(((i * turns + turn) * list.length) / (EXAMPLES * turns))];
      });
    });
  }

  /** The weights of its node: one vowel at a time, volume by its limits, without its smoothing. */
  frames(sound, rate) {
    const looks = [];
    this.run(sound, rate, (time, vowel, volume) => {
      const open = Math.max(0, Math.min(1, Math.log10(volume) + 2.5));
      looks.push({ time, weights: VOWELS.map((_, v) => (v === vowel ? open : 0)), closed: open < 0.1 ? 1 : 0 });
    });
    const frames = [];
    for (let at = 0; frames.length * FRAME_S < sound.length / rate;) {
      const time = frames.length * FRAME_S;
      while (at + 1 < looks.length && Math.abs(looks[at + 1].time - time) <= Math.abs(looks[at].time - time)) at++;
      frames.push(looks[at]);
    }
    return frames;
  }
}

// ---- All of it ----

if (!process.env.VRM_SPEECH) execFileSync('python3', [join(here, 'speech.py'), 'judge', folder], { stdio: 'inherit' });
const entries = JSON.parse(readFileSync(join(folder, 'list.json'), 'utf8'));
for (const entry of entries) entry.parts = truthOf(entry.name);
const lessons = entries.filter((entry) => entry.lesson);
const sentences = entries.filter((entry) => !entry.lesson);
const keyOf = (entry) => [entry.synthesizer, entry.voice, entry.pitch, entry.speed].join(' ');

for (const entry of lessons) entry.sound = prepare(entry, 0, false);
for (const key of new Set(lessons.map(keyOf))) {
  const sounds = lessons
    .filter((entry) => keyOf(entry) === key)
    .map(({ sound }) => Array.from(sound))
    .flat();
  writeFileSync(join(folder, `${key.replaceAll(' ', '_')}.voice`), new Float32Array(sounds));
}

const rivals = await WLipSync.create();
const profiles = new Map();
for (const key of new Set(sentences.map(keyOf)))
  profiles.set(key, rivals.calibrate(lessons.filter((entry) => keyOf(entry) === key)));

const table = new Map();
const scoreOf = (group, method) => {
  if (!table.has(group)) table.set(group, new Map());
  const methods = table.get(group);
  if (!methods.has(method)) methods.set(method, new Score());
  return methods.get(method);
};

const jobs = [];
sentences.forEach((entry, index) => {
  for (const isNoisy of [false, true]) {
    const sound = prepare(entry, index, isNoisy);
    const path = join(folder, `${entry.name}${isNoisy ? 'noisy' : 'clean'}`);
    writeFileSync(path, sound);
    const group = `${entry.synthesizer} ${entry.language} ${isNoisy ? '20 dB' : 'clean'}`;
    const calibration = join(folder, `${keyOf(entry).replaceAll(' ', '_')}.voice`);
    jobs.push({ entry, group, rate: entry.rate, path, calibration });
    judge(scoreOf(group, 'loudness'), entry, byLoudness(sound, entry.rate));
    rivals.load(profiles.get(keyOf(entry)));
    judge(scoreOf(group, 'wLipSync'), entry, rivals.frames(sound, entry.rate));
  }
});
ours(jobs.map((job) => ({ ...job, calibration: undefined }))).forEach((frames, i) => {
  judge(scoreOf(jobs[i].group, 'vrm_Lip'), jobs[i].entry, frames);
  judge(scoreOf(`  ${jobs[i].entry.voice}`, 'vrm_Lip'), jobs[i].entry, frames);
});
ours(jobs).forEach((frames, i) => {
  judge(scoreOf(jobs[i].group, 'calibrated'), jobs[i].entry, frames);
  judge(scoreOf(`  ${jobs[i].entry.voice}`, 'calibrated'), jobs[i].entry, frames);
});

// flite's voices were cut from recordings of four people. A classifier of 10 kB that is to understand other
// people, too (judge_people.mjs), knows these less well than one that was trained on little else.
const LEAST_VOWELS = { flite: 68, espeak: 80 };
const COLUMNS = ['vowels', 'strict', 'onsets', 'silence', 'pressed'];
console.log(`${'percent'.padEnd(20)} ${'method'.padEnd(10)} ${COLUMNS.map((name) => name.padStart(8)).join('')}`);
for (const [group, methods] of table)
  for (const [method, score] of methods)
    console.log(
      `${group.padEnd(20)} ${method.padEnd(10)} ${COLUMNS.map((name) => score.percent(name).toFixed(1).padStart(8)).join('')}`,
    );

for (const [group, methods] of table) {
  if (group.startsWith(' ')) continue;
  const [lip, calibrated] = [methods.get('vrm_Lip'), methods.get('calibrated')];
  for (const [what, least] of [
    ['vowels', LEAST_VOWELS[group.split(' ')[0]]],
    ['onsets', 95],
    ['silence', 95],
  ])
    verdict.claim(
      lip.percent(what) >= least,
      `${group}: ${what} ${lip.percent(what).toFixed(1)} % of at least ${least} %`,
    );
  verdict.claim(
    calibrated.percent('vowels') >= lip.percent('vowels') - 1,
    `${group}: calibration does not hurt (${calibrated.percent('vowels').toFixed(1)} %)`,
  );
  verdict.claim(
    lip.percent('vowels') > methods.get('loudness').percent('vowels') + 30,
    `${group}: more vowels than loudness`,
  );
  // wLipSync knows the truth about the voice, vrm_Lip nothing.
  verdict.claim(lip.percent('vowels') > methods.get('wLipSync').percent('vowels') - 6, `${group}: vowels as wLipSync`);
}
verdict.end();
