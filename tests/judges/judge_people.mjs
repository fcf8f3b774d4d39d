// SPDX-License-Identifier: MIT
// Lips from sound, on recordings of people (people.py says which, and how the truth was found): 15
// voices that say letters and syllables, and running English. R-365: the mouth is open in clear vowels;
// vowels are right; R-367: pauses close the mouth.
//
//   alone       each recording by itself: nothing is known about the voice
//   listening   the recordings of a voice one after the other, as a microphone hears them
//   calibrated  each recording after vrm_lip_calibrate() with the other half of the voice's
//
// The limits are what was reached, less a point or two. They are no aims to train for: these recordings
// judge, and chose no weights. Three constants were chosen beside them (docs/reference/face.md).
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scratch, skip, Verdict } from './support.mjs';

if (!process.env.VRM_LIP_FRAMES) skip('no program that writes frames of lips');
const here = dirname(fileURLToPath(import.meta.url));
const folder = scratch();
const python = spawnSync('/usr/bin/python3', ['-c', 'import numpy']).status === 0 ? '/usr/bin/python3' : 'python3';
const made = spawnSync(python, [join(here, 'people.py'), 'sound', folder], { encoding: 'utf8' });
if (made.status !== 0) skip(`recordings of people are missing: ${made.stderr.trim().split('\n').at(-1)}`);
const verdict = new Verdict();

const VOWELS = ['aa', 'ih', 'ou', 'ee', 'oh'];
const PHONES = { AA: 'aa', AE: 'aa', IY: 'ih', IH: 'ih', UW: 'ou', UH: 'ou', EH: 'ee', AO: 'oh' };
const DIPHTHONGS = { EY: ['ee', 'ih'], OW: ['oh', 'ou'], AY: ['aa', 'ih'], AW: ['aa', 'ou'], OY: ['oh', 'ih'] };
const FRAMES_A_SECOND = 100;

const floats = (path) => {
  const bytes = readFileSync(path);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
};

const entries = JSON.parse(readFileSync(join(folder, 'list.json'), 'utf8'));
for (const entry of entries) entry.sound = floats(join(folder, `${entry.name}.f32`));
const letters = entries.filter((entry) => entry.core);
const sentences = entries.filter((entry) => entry.phones);

/** Entries that one vrm_Lip can hear: of one voice, at one rate. */
const keyOf = (entry) => `${entry.voice} ${entry.rate}`;
const voices = [...new Set(letters.map(keyOf))].map((key) => letters.filter((entry) => keyOf(entry) === key));

// ---- What vrm_Lip says ----

function join32(sounds) {
  const out = new Float32Array(sounds.reduce((sum, sound) => sum + sound.length, 0));
  let at = 0;
  for (const sound of sounds) {
    out.set(sound, at);
    at += sound.length;
  }
  return out;
}

let files = 0;
function store(sound) {
  const path = join(folder, `s${files++}`);
  writeFileSync(path, sound);
  return path;
}

/** Frames of each job: { sound, rate, calibration }. */
function hear(jobs) {
  const lines = jobs.map((job) => {
    job.path = store(job.sound);
    return `${job.rate} ${job.path} ${job.calibration ?? '-'} ${job.path}.out`;
  });
  execFileSync(process.env.VRM_LIP_FRAMES, { input: `${lines.join('\n')}\n` });
  return jobs.map(({ path }) => {
    const rows = floats(`${path}.out`);
    return Array.from({ length: rows.length / 8 }, (_, i) => [...rows.subarray(8 * i, 8 * i + 5)]);
  });
}

const alone = () => hear(letters.map(({ sound, rate }) => ({ sound, rate })));

function listening() {
  const found = new Map();
  const frames = hear(voices.map((voice) => ({ rate: voice[0].rate, sound: join32(voice.map(({ sound }) => sound)) })));
  voices.forEach((voice, v) => {
    let at = 0;
    for (const entry of voice) {
      const first = Math.round((at / entry.rate) * FRAMES_A_SECOND);
      at += entry.sound.length;
      found.set(entry, frames[v].slice(first, Math.round((at / entry.rate) * FRAMES_A_SECOND)));
    }
  });
  return letters.map((entry) => found.get(entry));
}

function calibrated() {
  const jobs = [];
  for (const voice of voices)
    for (const half of [0, 1]) {
      const others = voice.filter((_, i) => i % 2 !== half).map(({ sound }) => sound);
      const calibration = others.length > 0 ? store(join32(others)) : undefined;
      for (const entry of voice.filter((_, i) => i % 2 === half))
        jobs.push({ entry, sound: entry.sound, rate: entry.rate, calibration });
    }
  const frames = hear(jobs);
  const found = new Map(jobs.map((job, i) => [job.entry, frames[i]]));
  return letters.map((entry) => found.get(entry));
}

// ---- Score ----

const sum = (weights) => weights.reduce((a, b) => a + b);
const said = (weights) => (sum(weights) > 0.05 ? VOWELS[weights.indexOf(Math.max(...weights))] : 'shut');

/** Percent of the frames of vowels that are right, and that are shut. */
function score(frames) {
  let all = 0,
    right = 0,
    shut = 0;
  letters.forEach(({ core, vowel }, i) => {
    for (const weights of frames[i].slice(...core)) {
      all++;
      if (said(weights) === vowel) right++;
      if (said(weights) === 'shut') shut++;
    }
  });
  return { right: (100 * right) / all, shut: (100 * shut) / all };
}

/** The same of sentences, and percent of the frames of pauses that are closed. */
function scoreSentences(some, frames) {
  let all = 0,
    right = 0,
    shut = 0,
    pauses = 0,
    closed = 0;
  some.forEach(({ phones }, s) => {
    for (const [phone, begin, end] of phones)
      for (let i = Math.round(begin * 100); i < Math.min(Math.round(end * 100), frames[s].length); i++) {
        const time = i / 100,
          word = said(frames[s][i]),
          two = DIPHTHONGS[phone];
        if (PHONES[phone] || two) {
          const good = two ? (time < (begin + end) / 2 ? word === two[0] : two.includes(word)) : word === PHONES[phone];
          all++;
          if (good) right++;
          if (word === 'shut') shut++;
        } else if (phone.startsWith('<') && (time - begin > 0.08 || begin === 0) && end - time > 0.08) {
          pauses++;
          if (sum(frames[s][i]) < 0.1) closed++;
        }
      }
  });
  return { right: (100 * right) / all, shut: (100 * shut) / all, closed: (100 * closed) / pauses };
}

// ---- Verdict ----

function judge(what, { right, shut, closed }, least, most, leastClosed) {
  console.log(
    `${what.padEnd(12)} right ${right.toFixed(1)} %, shut ${shut.toFixed(1)} %` +
      (closed === undefined ? '' : `, pauses closed ${closed.toFixed(1)} %`),
  );
  verdict.claim(right >= least, `${what}: ${right.toFixed(1)} % of vowels right, at least ${least}`);
  verdict.claim(shut <= most, `${what}: shut in ${shut.toFixed(1)} % of vowels, at most ${most}`);
  if (leastClosed !== undefined)
    verdict.claim(closed >= leastClosed, `${what}: pauses closed in ${closed.toFixed(1)} %`);
}

judge('alone', score(alone()), 64, 1);
judge('listening', score(listening()), 70, 1);
judge('calibrated', score(calibrated()), 71, 1);
for (const [group, least] of [
  ['LibriVox', 59],
  ['cards', 70],
  ['alsa', 44],
]) {
  const some = sentences.filter((entry) => entry.group === group);
  judge(group, scoreSentences(some, hear(some.map(({ sound, rate }) => ({ sound, rate })))), least, 5, 99);
}
verdict.end();
