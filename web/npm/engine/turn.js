// SPDX-License-Identifier: MIT
// Work that is proportional to the size of a file is done in pieces, with turns for the page between them.

export const pieceSize = 2 ** 22; // bytes: some milliseconds of copying

/** Lets other tasks run. Unlike timers this is not throttled in hidden pages. */
export const othersTurn = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** Calls `copy` with the beginning and the end of each piece of `size` bytes. */
export async function inPieces(size, copy) {
  for (let at = 0; at < size; at += pieceSize) {
    if (at > 0) await othersTurn();
    copy(at, Math.min(size, at + pieceSize));
  }
}
