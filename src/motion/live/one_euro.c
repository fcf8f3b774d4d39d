/* SPDX-License-Identifier: MIT */
#include "motion/live/one_euro.h"

#include "base/exponential.h"
#include "base/maths.h"

/* Cutoff of the speed, as in the paper. */
#define SPEED_CUTOFF_HZ 1.0

#define TWO_PI 6.283185307179586

/* Beyond this a power of e is 0 for a float. */
#define FARTHEST_POWER 100.0

/* Shares of a low-pass after a step: of the result before, and of both ends of the input's line. */
typedef struct Shares {
    float before, from, to;
} Shares;

/* Solves y' = k (x - y) for x on a line, with r = k dt. The mean of exp(-k t) over the step is
 * (1 - exp(-r)) / r. */
static Shares shares_of(double cutoff_hz, double dt) {
    double r = TWO_PI * cutoff_hz * dt;
    double before = r < FARTHEST_POWER ? vrmi_exp(-r) : 0.0;
    double mean = r > 1e-6 ? (1.0 - before) / r : 1.0 - 0.5 * r;
    return (Shares){(float)before, (float)(mean - before), (float)(1.0 - mean)};
}

static void begin(vrmi_OneEuro* filter, const float* input, int32_t count) {
    *filter = (vrmi_OneEuro){.is_running = true};
    for (int32_t i = 0; i < count; i++) filter->value[i] = filter->input[i] = input[i];
}

void vrmi_one_euro_step(vrmi_OneEuro* filter, float min_cutoff_hz, float beta, double dt,
                        const float* input, int32_t count) {
    if (!filter->is_running) {
        begin(filter, input, count);
        return;
    }
    double keeps = vrmi_exp(-TWO_PI * SPEED_CUTOFF_HZ * (dt < 10.0 ? dt : 10.0)), square = 0.0;
    for (int32_t i = 0; i < count; i++) {
        double speed = ((double)input[i] - (double)filter->input[i]) / dt;
        speed += ((double)filter->speed[i] - speed) * keeps;
        square += speed * speed;
        filter->speed[i] = (float)speed;
    }
    double cutoff = (double)min_cutoff_hz + (double)beta * sqrt(square);
    Shares shares = shares_of(cutoff, dt);
    for (int32_t i = 0; i < count; i++) {
        filter->value[i] = shares.before * filter->value[i] + shares.from * filter->input[i] +
                           shares.to * input[i];
        filter->input[i] = input[i];
    }
}
