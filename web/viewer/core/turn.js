// SPDX-License-Identifier: MIT
// Work that takes long is cut into pieces with a turn for everybody else between them: input, drawing,
// other tasks. A promise that is already resolved gives no turn.
export const othersTurn = () => globalThis.scheduler?.yield?.() ?? new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resolve();
  };
  port2.postMessage(null);
});
