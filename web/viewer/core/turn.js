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

async function inPieces(bytes, take) {
  for (let at = 0; at < bytes.length; at += pieceSize) {
    if (at > 0) await othersTurn();
    take(bytes.subarray(at, at + pieceSize), at);
  }
}

/** A copy of a file. */
export async function copied(bytes) {
  const copy = new Uint8Array(bytes.length);
  await inPieces(bytes, (piece, at) => copy.set(piece, at));
  return copy;
}

/** A file as a Blob, which the browser stores, downloads and reads beside the page. */
export async function blobOf(bytes, type = '') {
  const pieces = [];
  await inPieces(bytes, (piece) => pieces.push(new Blob([piece])));
  return new Blob(pieces, { type });
}
