// SPDX-License-Identifier: MIT
// The edits of a motion as plain data: those of `vrm convert-motion`, made in the same order, so that a saved file
// equals what the command writes.

export const motionDefaults = Object.freeze({
  from: 0, // seconds of the file
  to: null, // null: its end
  trims: false,
  mirrors: false,
  speed: 1,
  reverses: false,
  smooth: 0, // degrees; 0: off
  joins: [], // { id, name }
  blend: 0.3, // seconds, at each joined motion
  layers: [], // { id, name, ...layerDefaults }
  loops: false,
  isInPlace: false,
  isFitted: true, // imported motion: to the open avatar
  feet: 'auto', // contacts that are held when it is fitted, of contactChoices
  hands: 'auto',
  knees: 'auto',
  seatHeight: 0, // metres; 0: the seat of the motion
});

export const contactParts = ['feet', 'hands', 'knees'];
export const contactChoices = ['auto', 'hold', 'free'];
export const lowestSeat = 0.05; // metres

const contactsOf = ({ feet, hands, knees, seatHeight }) => ({ feet, hands, knees, seatHeight });
const usualContacts = JSON.stringify(contactsOf(motionDefaults));
/** Whether contacts are those that the library finds by itself. */
export const hasUsualContacts = (settings) => JSON.stringify(contactsOf(settings)) === usualContacts;

export const layerDefaults = Object.freeze({
  part: 'all',
  weight: 1,
  offset: 0,
  fade: 0,
  isAdditive: false,
  extends: false,
});

export const layerParts = [
  'all',
  'upper-body',
  'lower-body',
  'arms',
  'left-arm',
  'right-arm',
  'hands',
  'legs',
  'spine',
  'head',
  'face',
];

export const mostMotions = 4; // joined, and as layers: as many as the command accepts

/** Whether the motion is that of the file. */
export const isPlain = (settings) =>
  stepsOf(settings).length === 0 &&
  !settings.loops &&
  !settings.isInPlace &&
  settings.isFitted &&
  hasUsualContacts(settings);

const layerOptions = ({ part, weight, offset, fade, isAdditive, extends: isLonger }) => ({
  part,
  weight,
  offset,
  fadeIn: fade,
  fadeOut: fade,
  isAdditive,
  extends: isLonger,
});

/** The edits in the order of the command: { kind, key, run(motion, other) }. Equal keys stand for equal edits; `other`
 * finds joined motions and layers by their id. */
export function stepsOf(settings) {
  const { from, to, trims, mirrors, speed, reverses, smooth, joins, blend, layers } = settings;
  const step = (isMade, kind, values, run) => (isMade ? [{ kind, key: JSON.stringify([kind, values]), run }] : []);
  return [
    ...step(from > 0 || to !== null, 'cut', [from, to], (motion) => motion.cut(from, to ?? undefined)),
    ...step(trims, 'trim', [], (motion) => motion.trimRest()),
    ...step(mirrors, 'mirror', [], (motion) => motion.mirror()),
    ...step(speed !== 1, 'speed', [speed], (motion) => motion.speed(speed)),
    ...step(reverses, 'reverse', [], (motion) => motion.reverse()),
    ...step(smooth > 0, 'smooth', [smooth], (motion) => motion.smooth({ maxDegrees: smooth })),
    ...joins.flatMap(({ id }) => step(true, 'join', [id, blend], (motion, other) => motion.join(other(id), { blend }))),
    ...layers.flatMap(({ id, ...layer }) =>
      step(true, 'layer', [id, layer], (motion, other) => motion.layer(other(id), layerOptions(layer))),
    ),
  ];
}

/** Settings without one edit of the list of stepsOf(), or of the fit. `index` counts among those of its kind. */
export function withoutEdit(settings, kind, index = 0) {
  const { from, to, trims, mirrors, speed, reverses, smooth, loops, isInPlace } = motionDefaults;
  const lists = { join: 'joins', layer: 'layers' };
  if (lists[kind]) return { [lists[kind]]: settings[lists[kind]].filter((_, i) => i !== index) };
  return {
    cut: { from, to },
    trim: { trims },
    mirror: { mirrors },
    speed: { speed },
    reverse: { reverses },
    smooth: { smooth },
    loop: { loops },
    inPlace: { isInPlace },
  }[kind];
}

/** Options of Motion.clip() and Motion.animation(). Contacts are held on an avatar only. */
export const fitOptions = (settings, isFitted) => ({
  loops: settings.loops,
  rootMotion: settings.isInPlace ? 'remove' : 'keep',
  ...(isFitted ? contactsOf(settings) : {}),
});

// ---- The same as a command ----

/** A name of a file, which is no option. */
const asFile = (name) => (name.startsWith('-') ? `./${name}` : name);
const quoted = (text) => (/^[\w.,=+/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** The command that writes the same file; `avatar` is the name of the avatar that the motion is fitted to, or null. */
export function commandOf(name, output, settings, avatar) {
  const { from, to, trims, mirrors, speed, reverses, smooth, joins, blend, layers, loops, isInPlace } = settings;
  const words = ['vrm', 'convert-motion', asFile(name)];
  const add = (isMade, ...more) => isMade && words.push(...more.map(String));
  add(from > 0, '--from', from);
  add(to !== null, '--to', to);
  add(trims, '--trim-rest');
  add(mirrors, '--mirror');
  add(speed !== 1, '--speed', speed);
  add(reverses, '--reverse');
  add(smooth > 0, '--smooth', smooth);
  for (const join of joins) add(true, '--join', asFile(join.name));
  add(joins.length > 0 && blend !== motionDefaults.blend, '--blend', blend);
  for (const layer of layers) add(true, '--layer', asFile(layer.name));
  const settingsOf = layers.map(layerWords);
  const last = settingsOf.findLastIndex((text) => text !== 'part=all');
  for (const text of settingsOf.slice(0, last + 1)) add(true, '--layer-as', text);
  add(isInPlace, '--remove-root-motion');
  add(loops, '--loop');
  add(avatar !== null, '--avatar', avatar && asFile(avatar));
  for (const part of contactParts)
    add(avatar !== null && settings[part] !== motionDefaults[part], `--${part}`, settings[part]);
  add(avatar !== null && settings.seatHeight > 0, '--seat', settings.seatHeight);
  return [...words, '-o', asFile(output)].map(quoted).join(' ');
}

function layerWords({ part, weight, offset, fade, isAdditive, extends: isLonger }) {
  return [
    `part=${part}`,
    ...(weight !== 1 ? [`weight=${weight}`] : []),
    ...(offset > 0 ? [`offset=${offset}`] : []),
    ...(fade > 0 ? [`fade=${fade}`] : []),
    ...(isAdditive ? ['additive'] : []),
    ...(isLonger ? ['extend'] : []),
  ].join();
}
