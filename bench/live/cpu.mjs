// SPDX-License-Identifier: MIT
// CPU time of processes, from /proc.
import { readFileSync, readdirSync } from 'node:fs';

const TICKS = 100; // of a second: what Linux tells user space

/** Parent and CPU seconds of a process; null when it has ended. */
function look(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const words = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(words[1]), seconds: (Number(words[11]) + Number(words[12])) / TICKS };
  } catch {
    return null;
  }
}

/** CPU seconds of a process and of all that it has started and that still run. */
export function cpuOf(root) {
  const all = new Map();
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) && look(name);
    if (found) all.set(Number(name), found);
  }
  const isOfRoot = (pid) => pid === root || (all.has(pid) && isOfRoot(all.get(pid).parent));
  return [...all.keys()].filter(isOfRoot).reduce((sum, pid) => sum + all.get(pid).seconds, 0);
}
