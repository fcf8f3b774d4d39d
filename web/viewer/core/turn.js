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
