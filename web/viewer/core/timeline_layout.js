// SPDX-License-Identifier: MIT
// Where everything is on the timeline, in seconds of the edited motion; what was cut away lies before 0 and after the
// end. Also what a moved handle means for the settings.

const shortest = 0.01; // seconds that a cut leaves

export const rounded = (seconds) => Math.round(seconds * 100) / 100;

/** `facts` are those of an EditedMotion. */
export function layoutOf(settings, facts) {
  const { from, speed, reverses } = settings,
    to = settings.to ?? facts.duration,
    { leading, trailing } = settings.trims ? facts.trim : { leading: 0, trailing: 0 };
  const swap = (first, second) => (reverses ? [second, first] : [first, second]).map((seconds) => seconds / speed);
  const [cutLeft, cutRight] = swap(from, facts.duration - to),
    [trimLeft, trimRight] = swap(leading, trailing),
    main = Math.max(0, to - from - leading - trailing) / speed;
  const layers = settings.layers.map((layer, i) => ({
    ...layer,
    end: layer.offset + (facts.layers[i]?.duration ?? 0),
  }));
  const joins = settings.joins.flatMap(({ name }, i) => (facts.joins[i] ? [{ ...facts.joins[i], name }] : []));
  const ends = [main + trimRight + cutRight, ...joins.map(({ end }) => end), ...layers.map(({ end }) => end)];
  return {
    start: -(cutLeft + trimLeft),
    end: Math.max(...ends),
    left: -trimLeft,
    right: main + trimRight,
    main,
    joins,
    layers,
  };
}

const clamped = (value, least, most) => Math.min(most, Math.max(least, value));

/** The time of the file at a handle of the cut, and its limits; `side` is left or right. */
export function cutAt(settings, facts, side) {
  const isStart = (side === 'left') !== settings.reverses,
    to = settings.to ?? facts.duration;
  return isStart
    ? { value: settings.from, least: 0, most: Math.max(0, to - shortest) }
    : { value: to, least: Math.min(facts.duration, settings.from + shortest), most: facts.duration };
}

/** Settings with a handle of the cut at a time of the file. */
export function withCut(settings, facts, side, seconds) {
  const isStart = (side === 'left') !== settings.reverses,
    { least, most } = cutAt(settings, facts, side),
    value = clamped(rounded(seconds), least, most);
  if (isStart) return { from: value };
  return { to: value >= facts.duration - shortest / 2 ? null : value };
}

const steps = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];

/** Times of the marks of a ruler from 0 to `end`, at least 56 pixels apart; `span` seconds are `pixels` long. */
export function ticksOf(end, span, pixels) {
  const smallest = (span * 56) / Math.max(1, pixels),
    step = steps.find((seconds) => seconds >= smallest) ?? steps.at(-1);
  return Array.from({ length: Math.min(400, Math.floor(end / step + 1e-6) + 1) }, (_, i) => rounded(i * step));
}
