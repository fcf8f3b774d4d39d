// SPDX-License-Identifier: MIT
// Files of sound as samples.
import { VrmError } from './errors.js';

const lowestFrequency = 200; // Hz: rumble and a constant offset are below, and tell nothing about voices

/** The power of a sound above `lowestFrequency`: a high-pass filter of two stages. */
export function powerOf(samples, sampleRate) {
  const keep = 1 / (1 + (2 * Math.PI * lowestFrequency) / sampleRate);
  let power = 0,
    last = 0,
    first = 0,
    second = 0;
  for (const sample of samples) {
    const passed = keep * (first + sample - last);
    second = keep * (second + passed - first);
    first = passed;
    last = sample;
    power += second * second;
  }
  return power;
}

const mostSample = 100; // 40 dB above full scale; values beyond are damage

/** The largest value of a sound, at least full scale. */
const peakOf = (samples) =>
  samples.reduce((peak, value) => (Math.abs(value) > peak ? Math.min(Math.abs(value), mostSample) : peak), 1);

/** Decodes a file of sound and resamples it. */
export async function decoded(bytes, sampleRate = 48000) {
  try {
    return await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(bytes);
  } catch (error) {
    throw new VrmError('invalid', `the sound cannot be decoded: ${error.message}`, undefined, { cause: error });
  }
}

/** The mean of all channels. If they cancel each other out, or most are silent, the mean is far softer than the loudest
 * channel, which is used instead. A sound beyond full scale is made softer, not clipped. The command does the same. */
export function mixed(buffer) {
  const { numberOfChannels, sampleRate } = buffer,
    channels = Array.from({ length: numberOfChannels }, (_, channel) => buffer.getChannelData(channel)),
    scale = 1 / Math.max(...channels.map(peakOf)),
    scaled = (samples) => samples.map((value) => value * scale);
  if (numberOfChannels === 1) return scaled(channels[0]);
  const mix = channels[0].map((_, i) => channels.reduce((sum, samples) => sum + samples[i], 0) / numberOfChannels);
  const powers = channels.map((samples) => powerOf(samples, sampleRate)),
    most = Math.max(...powers);
  return scaled(powerOf(mix, sampleRate) < most / 16 ? channels[powers.indexOf(most)] : mix);
}
