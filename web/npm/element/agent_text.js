// SPDX-License-Identifier: MIT
// The words of an agent: emotions in tags, and mouth shapes for words without a sound.
import { Refusal } from './agent_messages.js';

const commaPause = 0.2; // seconds
const sentencePause = 0.4;

/** "[happy:0.6] Hello" as words without tags, and tags with the number of letters before them. "\[" is a bracket. */
export function readText(text) {
  const tags = [],
    pattern = /\\\[|\[([^\][]*)\]/g;
  let words = '',
    last = 0;
  for (const match of text.matchAll(pattern)) {
    words += text.slice(last, match.index);
    last = match.index + match[0].length;
    if (match[1] === undefined) {
      words += '[';
      continue;
    }
    const parts = /^\s*([^:@\s][^:@]*?)\s*(?::\s*([\d.]+))?\s*(?:@\s*([\d.]+))?\s*$/.exec(match[1]),
      weight = Number(parts?.[2] ?? 1);
    if (!parts || !(weight >= 0 && weight <= 1))
      throw new Refusal('value', `${match[0]} is no tag: write [happy], [happy:0.6] or [happy@4.2]; a bracket is \\[`);
    const time = parts[3] === undefined ? null : Number(parts[3]);
    tags.push({ name: parts[1], weight, letters: [...words].length, time });
  }
  words += text.slice(last);
  return { words, tags };
}

/** The viseme of a letter: Latin by its usual sound, kana by its vowel; others open the mouth. */
const letters = {
  sil: ' \n\t"\'()-',
  PP: 'pbm',
  FF: 'fv',
  DD: 'td',
  kk: 'kgqcx',
  CH: 'j',
  SS: 'sz',
  nn: 'nl\u3093\u30f3',
  RR: 'r',
  aa: 'ahäáàあかさたなはまやらわがざだばぱゃアカサタナハマヤラワガザダバパャ',
  E: 'eéèêえけせてねへめれげぜでべぺエケセテネヘメレゲゼデベペ',
  I: 'iyíïいきしちにひみりぎじぢびぴイキシチニヒミリギジヂビピ',
  O: 'oöóôおこそとのほもよろをごぞどぼぽょオコソトノホモヨロヲゴゾドボポョ',
  U: 'uwüúûうくすつぬふむゆるぐずづぶぷゅウクスツヌフムユルグズヅブプュ',
};
const visemeOf = new Map(
  Object.entries(letters).flatMap(([viseme, all]) => [...all].map((letter) => [letter, viseme])),
);

/** Mouth shapes of words without sound: [[seconds, viseme], ...], the last one "sil". */
export function visemesOf(words, pace) {
  const shapes = [];
  let time = 0;
  for (const letter of words.toLowerCase()) {
    if (/[,;:、]/.test(letter) || /[.!?。！？]/.test(letter)) {
      shapes.push([time, 'sil']);
      time += /[,;:、]/.test(letter) ? commaPause : sentencePause;
    } else {
      shapes.push([time, visemeOf.get(letter) ?? 'aa']);
      time += 1 / pace;
    }
  }
  shapes.push([time, 'sil']);
  return shapes;
}

// Numbers of Azure's visemes, which SpeechMarks reads.
const numbers = { sil: 0, PP: 21, FF: 18, TH: 17, DD: 19, kk: 20, CH: 16, SS: 15, nn: 14, RR: 13, aa: 2, E: 4, I: 6 };
Object.assign(numbers, { O: 3, U: 7 });

/** A list of times and visemes in a form that SpeechMarks reads. */
export function marksOf(shapes) {
  let last = 0;
  return shapes.map((shape) => {
    const [time, name] = Array.isArray(shape) ? shape : [];
    if (!(time >= last && time <= 3600) || !Object.hasOwn(numbers, name))
      throw new Refusal(
        'value',
        'visemes must be [[SECONDS, VISEME], ...] in order of time, with the names of 15 visemes',
      );
    last = time;
    return { audioOffset: Math.round(time * 1e7), visemeId: numbers[name] };
  });
}
