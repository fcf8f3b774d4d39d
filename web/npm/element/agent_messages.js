// SPDX-License-Identifier: MIT
// The form of the messages that an agent sends to <vrm-avatar>: members, their values, ranges and defaults, which
// web.control_schema compares with docs/reference/control.schema.json. A member that is missing or null has its
// default.

/** An answer that says what is wrong; `code` is one of the protocol. */
export class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const encoder = new TextEncoder();
const sizeOf = (text) => encoder.encode(text).length;

const text = (most, least = 0) => ({
  is: (value) => typeof value === 'string' && sizeOf(value) >= least && sizeOf(value) <= most,
  wants: `a text of ${least > 0 ? `${least} to` : 'at most'} ${most} bytes`,
});
const number = (least, most) => ({
  is: (value) => typeof value === 'number' && value >= least && value <= most,
  wants: `a number of ${least} to ${most}`,
});
const whole = (least, most) => ({
  is: (value) => Number.isSafeInteger(value) && value >= least && value <= most,
  wants: `a whole number of ${least} to ${most}`,
});
const flag = { is: (value) => typeof value === 'boolean', wants: 'true or false' };
const oneOf = (...values) => ({ is: (value) => values.includes(value), wants: `one of ${values.join(', ')}` });
const either = (...kinds) => ({
  is: (value) => kinds.some((kind) => kind.is(value)),
  wants: kinds.map(({ wants }) => wants).join(', or '),
});
const orNull = (kind) => ({
  is: (value) => value === null || kind.is(value),
  wants: `${kind.wants}, or null`,
  takesNull: true,
});
/** every() passes over the holes of an array. */
const areAll = (array, is) => Array.from(array).every(is);
const list = (count, item) => ({
  is: (value) => Array.isArray(value) && value.length === count && areAll(value, item.is),
  wants: `an array of ${count}, each ${item.wants}`,
});
const listOfMost = (most, item) => ({
  is: (value) => Array.isArray(value) && value.length <= most && areAll(value, item.is),
  wants: `an array of at most ${most}, each ${item.wants}`,
});
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const mapOf = (most, item) => ({
  is: (value) => isObject(value) && Object.keys(value).length <= most && Object.values(value).every(item.is),
  wants: `an object of at most ${most} members, each ${item.wants}`,
});
const bytes = {
  is: (value) => typeof value === 'string' || value instanceof ArrayBuffer || ArrayBuffer.isView(value),
  wants: 'bytes, or base64',
};
const time = number(0, 3600);
const marks = {
  is: (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    areAll(
      value,
      (mark) => Array.isArray(mark) && mark.length === 2 && time.is(mark[0]) && typeof mark[1] === 'string',
    ),
  wants: '[[SECONDS, VISEME], ...]',
};
const speech = {
  is: (value) => isObject(value) || (Array.isArray(value) && value.length > 0 && areAll(value, isObject)),
  wants: 'the answer of a speech engine',
};

const ids = either(text(64, 1), { is: Number.isSafeInteger, wants: 'a whole number' });
const place = list(3, number(-1e6, 1e6));
const weight = number(0, 1);
const common = { type: text(64), id: ids, vrm: oneOf(1) };

/** Members by the types of messages. */
export const forms = {
  hello: { version: whole(0, 1e6) },
  say: {
    text: text(65536),
    sound: text(4095),
    visemes: either(text(4095), marks, speech),
    stream: oneOf('pcm', 'mp3', 'text'),
    sampleRate: whole(8000, 96000),
    pace: number(1, 50),
    queued: flag,
  },
  chunk: { of: ids, data: bytes, text: text(65536), end: flag },
  emote: {
    emotion: orNull(either(text(127), mapOf(8, weight))),
    intensity: weight,
    easeIn: number(0, 60),
    easeOut: number(0, 60),
    hold: number(0, 86400),
    queued: flag,
  },
  look: { at: orNull(either(oneOf('camera'), place)), along: list(2, number(-360, 360)) },
  play: {
    motion: text(4095),
    layer: text(64, 1),
    fade: number(0, 60),
    atEnd: oneOf('stops', 'holds', 'loops'),
    weight,
    speed: number(-1000, 1000),
    start: number(0, 1e6),
    bones: listOfMost(55, text(64)),
    expressions: flag,
    gaze: flag,
    additive: flag,
    rootMotion: flag,
  },
  stop: { what: oneOf('all', 'speech', 'motion'), layer: text(64, 1), fade: number(0, 60) },
  pose: {
    stance: oneOf('idle', 'rest', 't', 'a'),
    bones: mapOf(55, list(4, number(-1e6, 1e6))),
    hips: place,
    expressions: mapOf(256, weight),
    fade: number(0, 60),
  },
  camera: {
    shot: oneOf('full', 'bust', 'face'),
    yaw: number(-360, 360),
    pitch: number(-89, 89),
    fov: number(1, 150),
    eye: place,
    target: place,
  },
  calibrate: {},
  state: {},
};

/** Values of members that are missing, where they have one. */
export const defaults = {
  say: { sampleRate: 24000, pace: 14, queued: false },
  chunk: { end: false },
  emote: { intensity: 1, easeIn: 0.25, easeOut: 0.4, queued: false },
  play: {
    layer: 'body',
    fade: 0.25,
    atEnd: 'stops',
    weight: 1,
    speed: 1,
    start: 0,
    expressions: true,
    gaze: true,
    additive: false,
    rootMotion: false,
  },
  stop: { what: 'all', fade: 0.25 },
  camera: { yaw: 0, pitch: 0, fov: 30 },
};

/** Members that must be there. */
export const needed = { hello: ['version'], chunk: ['of'], emote: ['emotion'], play: ['motion'], state: ['id'] };

/** A message without members that are left out by null, or throws a Refusal. */
export function readMessage(given) {
  if (!isObject(given)) throw new Refusal('json', 'a message must be an object');
  const { type } = given,
    form = typeof type === 'string' && Object.hasOwn(forms, type) ? forms[type] : null;
  if (type === undefined || type === null) throw new Refusal('missing', `type is missing`);
  if (!form) throw new Refusal('type', `type must be one of ${Object.keys(forms).join(', ')}`);
  const message = {};
  for (const [name, value] of Object.entries(given)) {
    const kind = Object.hasOwn(form, name) ? form[name] : common[name];
    if (!Object.hasOwn(form, name) && !Object.hasOwn(common, name))
      throw new Refusal('member', `${type} has no member ${JSON.stringify(name)}`);
    if (value === undefined || (value === null && !kind.takesNull)) continue;
    if (!kind.is(value)) throw new Refusal('value', `${type}.${name} must be ${kind.wants}`);
    message[name] = value;
  }
  for (const name of needed[type] ?? [])
    if (message[name] === undefined) throw new Refusal('missing', `${type}.${name} is missing`);
  return message;
}
