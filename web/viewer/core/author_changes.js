// SPDX-License-Identifier: MIT
// Changes of a document by proposals of the library. A change has the choices; the proposal is made again each time.
import { AvatarProposal, SpringProposal } from '../libvrm/index.js';

/** Writes proposed springs: { options, chains: [{ isTaken, kind, feel }] }, in the order of the proposal. */
export async function takeSprings(model, { options, chains }) {
  const proposal = await SpringProposal.create(model, options);
  try {
    chains.forEach((choice, i) => proposal.set(i, choice));
    return proposal.apply();
  } finally {
    proposal.dispose();
  }
}

/** Makes an avatar of a figure: { options, meta }. */
export async function makeAvatar(model, { options, meta }) {
  const proposal = await AvatarProposal.create(model, options);
  try {
    return proposal.apply(meta);
  } finally {
    proposal.dispose();
  }
}
