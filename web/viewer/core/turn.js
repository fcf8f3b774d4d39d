// SPDX-License-Identifier: MIT
// Splits long work into pieces and yields to input, drawing and other tasks between them. Awaiting a
// resolved promise does not yield.
export const othersTurn = () =>
  globalThis.scheduler?.yield?.() ??
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

const pieceSize = 4 << 20; // bytes: some milliseconds of copying

/** Calls `take` with pieces of parts, a list of [place, bytes], and the place of each. */
async function inPieces(parts, take) {
  let taken = 0; // bytes in this turn
  for (const [place, bytes] of parts)
    for (let at = 0; at < bytes.length; at += pieceSize) {
      const piece = bytes.subarray(at, at + pieceSize);
      if (taken + piece.length > pieceSize) {
        await othersTurn();
        taken = 0;
      }
      take(piece, place + at);
      taken += piece.length;
    }
}

/** Copies parts, a list of [place, bytes], into a file. */
export const copyParts = (file, parts) => inPieces(parts, (piece, at) => file.set(piece, at));

/** A copy of a file. */
export async function copied(bytes) {
  const copy = new Uint8Array(bytes.length);
  await copyParts(copy, [[0, bytes]]);
  return copy;
}

/** A file as a Blob, which the browser stores, downloads and reads beside the page. */
export async function blobOf(bytes, type = '') {
  const pieces = [];
  await inPieces([[0, bytes]], (piece) => pieces.push(new Blob([piece])));
  return new Blob(pieces, { type });
}
