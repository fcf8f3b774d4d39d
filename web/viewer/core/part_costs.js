// SPDX-License-Identifier: MIT
// Measures the cost of each stage: steps a separate sim of one avatar with all stages, then without
// each in turn. Browser clocks are coarse, so many steps are timed together.
import { idlePose, Sim } from '../libvrm/index.js';

export const steps = 400;
const stages = ['lookAt', 'expressions', 'constraints', 'springs'];

/** Microseconds of each stage for one step, and of what remains. The fewest of three rounds count. */
export function measureStages(rig) {
  const sim = new Sim({ outputs: ['locals', 'worlds', 'palettes', 'face'] });
  try {
    const avatar = sim.add(rig);
    avatar.lookAt([0.5, 1.5, 2]);
    rig.expressions.forEach((_, i) => avatar.setExpression(i, 0.3));
    const time = (without) => {
      avatar.setStages(stages.filter((stage) => stage !== without && without !== 'all'));
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
    const costs = Object.fromEntries(stages.map((stage) => [stage, Math.max(0, whole - time(stage))]));
    return { pose: time('all'), ...costs };
  } finally {
    sim.dispose();
  }
}
