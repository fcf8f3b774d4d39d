// SPDX-License-Identifier: MIT
// Files of sound as samples.
import { VrmError } from './errors.js';

export const powerOf = (samples) => samples.reduce((sum, value) => sum + value * value, 0);

/** Decodes a file of sound and resamples it. */
export async function decoded(bytes, sampleRate = 48000) {
  try {
    return await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(bytes);
  } catch (error) {
    throw new VrmError('invalid', `the sound cannot be decoded: ${error.message}`, undefined, { cause: error });
  }
}

/** The mean of all channels. If they cancel each other out, or most are silent, the mean is far softer than the loudest
 * channel, which is used instead; the command does the same. */
export function mixed(buffer) {
  const { numberOfChannels } = buffer,
    channels = Array.from({ length: numberOfChannels }, (_, channel) => buffer.getChannelData(channel));
  if (numberOfChannels === 1) return channels[0].slice();
  const mix = channels[0].map((_, i) => channels.reduce((sum, samples) => sum + samples[i], 0) / numberOfChannels);
  const powers = channels.map(powerOf),
    most = Math.max(...powers);
  return powerOf(mix) < most / 16 ? channels[powers.indexOf(most)].slice() : mix;
}
