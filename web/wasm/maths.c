/* SPDX-License-Identifier: MIT */
/* Functions of math.h that the renderer uses, over the library's own: wasi-libc's bring a table of
 * pi and their own polynomials. As base/trig.h says, nothing here is NaN. */
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
