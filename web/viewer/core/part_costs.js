// SPDX-License-Identifier: MIT
// Measures the cost of each part of a step: a separate sim of one avatar steps with all of them, then
// without each in turn. Browser clocks are coarse, so many steps are timed together.
import { idlePose, Sim } from '../libvrm/index.js';

export const steps = 400;
const parts = ['lookAt', 'expressions', 'constraints', 'springs'];

/** Microseconds of each part of a step, and of the remainder. Best of three rounds. */
export function measureParts(rig) {
  const sim = new Sim({ outputs: ['locals', 'worlds', 'palettes', 'face'] });
  try {
    const avatar = sim.add(rig);
    avatar.lookAt([0.5, 1.5, 2]);
    rig.expressions.forEach((_, i) => avatar.setExpression(i, 0.3));
    const time = (without) => {
      avatar.setParts(parts.filter((part) => part !== without && without !== 'all'));
      let best = Infinity;
      for (let round = 0; round < 3; round++) {
        const start = performance.now();
        for (let i = 0; i < steps; i++) {
          avatar.setPose(idlePose(i / 60));
          sim.step(1 / 60);
        }
        best = Math.min(best, performance.now() - start);
      }
      return (best * 1000) / steps;
    };
    const whole = time(null);
    const costs = Object.fromEntries(parts.map((part) => [part, Math.max(0, whole - time(part))]));
    return { pose: time('all'), ...costs };
  } finally {
    sim.dispose();
  }
}
