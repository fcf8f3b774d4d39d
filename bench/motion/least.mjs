// SPDX-License-Identifier: MIT
/** The least time of a run, in nanoseconds: by the clock, or by what the threads of this process used
 * of the processors, whichever is less, so that a busy machine does not count against it. */
export function least(rounds, run) {
  let best = Infinity;
  for (let i = 0; i < rounds; i++) {
    const start = process.hrtime.bigint(),
      used = process.cpuUsage();
    run();
    const clock = Number(process.hrtime.bigint() - start),
      { user, system } = process.cpuUsage(used);
    best = Math.min(best, clock, 1e3 * (user + system));
  }
  return best;
}
