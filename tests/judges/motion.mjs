// SPDX-License-Identifier: MIT
// Motion scripts (vrm-motion 1) in JavaScript: the value of a track in a frame, written apart from
// the reader of the vrm command. Pages use it too: nothing of Node here.
import { Quaternion, Vector3 } from 'three';

/** A script from its JSON, with the time of each frame. */
export function motionOf(motion) {
  const times = [0];
  for (let f = 1; f < motion.frames; f++)
    times.push(typeof motion.dt === 'number' ? f * motion.dt : times[f - 1] + motion.dt[f - 1]);
  return { ...motion, times };
}

const widths = { translation: 3, rotation: 4, scale: 3, weight: 1, position: 3, yawPitch: 2 };

/** The numbers of a track in frame f. */
export function valueAt(motion, track, f) {
  const width = widths[track.property];
  const time = motion.times[f];
  if ('const' in track) return [track.const].flat();
  if ('samples' in track) return track.samples.slice(f * width, (f + 1) * width);
  if ('keys' in track) return keysAt(track.keys, width, time);
  if ('components' in track) return track.components.map((curve) => curveAt(curve, time));
  const q = new Quaternion();
  for (const { axis, degrees } of track.axisAngles) {
    const turn = new Quaternion();
    const angle = (curveAt(degrees, time) * Math.PI) / 180;
    turn.setFromAxisAngle(new Vector3(...axis).normalize(), angle);
    q.multiply(turn);
  }
  return q.toArray();
}

function curveAt(curve, time) {
  if (typeof curve === 'number') return curve;
  if (curve.keys) return keysAt(curve.keys, 1, time)[0];
  const { offset = 0, amplitude = 1, hz = 1, phase = 0 } = curve.wave;
  return offset + amplitude * Math.sin(2 * Math.PI * (hz * time + phase));
}

function keysAt({ times, values, interp }, width, time) {
  let next = times.findIndex((t) => t > time);
  if (next < 0) next = times.length;
  const at = (i) => values.slice(i * width, (i + 1) * width);
  if (next === 0) return at(0);
  const before = at(next - 1);
  if (next === times.length || interp === 'step') return before;
  const t = (time - times[next - 1]) / (times[next] - times[next - 1]);
  const after = at(next);
  if (width === 4) return new Quaternion(...before).slerp(new Quaternion(...after), t).toArray();
  return before.map((b, i) => b + (after[i] - b) * t);
}
