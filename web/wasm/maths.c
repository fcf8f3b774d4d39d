/* SPDX-License-Identifier: MIT */
/* Functions of math.h. Those of angles, which the renderer uses, are the library's own: wasi-libc's
 * bring a table of pi and their own polynomials. As base/trig.h says, they are never NaN. */
#include "base/trig.h"

#include <math.h>

float sinf(float angle) {
    return vrmi_sin(angle);
}

float cosf(float angle) {
    return vrmi_cos(angle);
}

float tanf(float angle) {
    vrmi_SinCos turn = vrmi_sincos(angle);
    return turn.sin / turn.cos;
}

/* Exact, as C says: what is subtracted is at least half of what it is subtracted from. */
float fmodf(float x, float y) {
    double rest = fabs((double)x), divisor = fabs((double)y), step = divisor;
    if (!(rest < HUGE_VAL) || !(divisor > 0.0)) return NAN;
    while (step * 2 <= rest) step *= 2;
    for (; step >= divisor && step < HUGE_VAL; step /= 2)
        if (rest >= step) rest -= step;
    return copysignf((float)rest, x);
}
