// SPDX-License-Identifier: MIT
// The edits of a Motion: each leaves it unchanged and makes a new one.
import { checkChoices, checkNumber, checkObject, wrong } from './errors.js';
import { check, heap, resultCode, vrm, withReport, word } from './module.js';
import { MemoryOwner } from './owner.js';
import { boneNames, checkPart } from './rig.js';

/** Returns an option, which must be 0 or more; -1 if it is absent, which selects the default of C. */
function positive(options, name, usual = -1) {
  const value = options[name];
  if (value === undefined) return usual;
  if (checkNumber(`options.${name}`, value) < 0)
    throw new RangeError(`options.${name} must not be below 0, but is ${value}`);
  return value;
}

/** Base class of Motion. `_address` is its address in C, `_made()` wraps a motion that C has made. */
export class MotionEdits extends MemoryOwner {
  edit = null;

  /** Calls C; returns the address of what it made, the numbers that it reports, and the findings. */
  #call(what, call, inputs) {
    const { value, report } = withReport((address) => ({
      result: call(this._address, ...inputs, address),
      made: word(0),
      numbers: word(1),
    }));
    if (resultCode(value.result) === 'argument') throw new RangeError(`Motion.${what}: a number is out of range`);
    check(`Motion.${what}`, value.result, report);
    return { made: value.made, numbers: [...new Float64Array(heap().buffer, value.numbers, 5)], report };
  }

  /** Runs an edit. `measure` makes an object of the numbers that it reports. */
  #edit(what, call, inputs, measure = undefined) {
    const { made, numbers, report } = this.#call(what, call, inputs);
    const motion = this._made(made, report);
    motion.edit = measure?.(...numbers) ?? null;
    return motion;
  }

  #other(name, motion) {
    if (!(motion instanceof MotionEdits)) throw wrong(name, 'a Motion', motion);
    return motion._address;
  }

  timeOfFrame(frame) {
    return this.#call('timeOfFrame', vrm.motion_frame_time, [checkNumber('frame', frame)]).numbers[0];
  }

  cut(from = 0, to = undefined) {
    const times = [checkNumber('from', from), to === undefined ? Infinity : checkNumber('to', to)];
    return this.#edit('cut', vrm.motion_cut, times);
  }

  trimRest(degrees = 12) {
    return this.#edit('trimRest', vrm.motion_trim_rest, [checkNumber('degrees', degrees)], (leading, trailing) => ({
      leading,
      trailing,
    }));
  }

  speed(factor) {
    return this.#edit('speed', vrm.motion_speed, [checkNumber('factor', factor)]);
  }

  reverse() {
    return this.#edit('reverse', vrm.motion_reverse, []);
  }

  mirror() {
    return this.#edit('mirror', vrm.motion_mirror, []);
  }

  smooth(options = {}) {
    checkObject('options', options);
    const numbers = ['cutoff', 'maxDegrees', 'maxMetres'].map((name) => positive(options, name));
    return this.#edit(
      'smooth',
      vrm.motion_smooth,
      [...numbers, checkChoices(options, 'options', 0, 'keepsSpikes')],
      (spikes, largestDegrees, meanDegrees, bone, largestMetres) => ({
        spikes,
        largestDegrees,
        meanDegrees,
        bone: boneNames[bone] ?? null,
        largestMetres,
      }),
    );
  }

  join(second, options = {}) {
    const address = this.#other('second', second);
    checkObject('options', options);
    return this.#edit(
      'join',
      vrm.motion_join,
      [address, positive(options, 'blend'), positive(options, 'phase')],
      (start, blend, skipped, bothWalk) => ({ start, blend, skipped, bothWalk: bothWalk !== 0 }),
    );
  }

  layer(over, options = {}) {
    const address = this.#other('over', over);
    checkObject('options', options);
    const [low, high, parts] = checkPart('options.part', options.part ?? 'all');
    return this.#edit('layer', vrm.motion_layer, [
      address,
      low,
      high,
      parts | checkChoices(options, 'options', 3, 'isAdditive', 'extends'),
      positive(options, 'weight', 1),
      ...['offset', 'fadeIn', 'fadeOut'].map((name) => positive(options, name, 0)),
    ]);
  }
}
