/* SPDX-License-Identifier: MIT */
/* base/trig.h for four values at a time: the same polynomials in the same order, so every lane has
 * the bits of the scalar function. For slerp and similar work over many rotations. */
#ifndef VRMI_BASE_TRIG4_H
#define VRMI_BASE_TRIG4_H

#include "base/trig.h"
#include "base/trig_poly.h"
#include "base/wide.h"

typedef struct vrmi_SinCos4 {
    vrmi_f4 sin, cos;
} vrmi_SinCos4;

/* If any lane is beyond 201 or not finite, all four lanes go through vrmi_sincos(). */
static inline vrmi_SinCos4 vrmi_f4_sincos(vrmi_f4 angle) {
    if (!vrmi_i4_all(vrmi_f4_abs(angle) <= vrmi_f4_splat(TRIG_NEAR))) {
        vrmi_SinCos a = vrmi_sincos(angle[0]), b = vrmi_sincos(angle[1]);
        vrmi_SinCos c = vrmi_sincos(angle[2]), d = vrmi_sincos(angle[3]);
        return (vrmi_SinCos4){{a.sin, b.sin, c.sin, d.sin}, {a.cos, b.cos, c.cos, d.cos}};
    }
    const vrmi_i4 one = vrmi_i4_splat(1), two = vrmi_i4_splat(2), none = vrmi_i4_splat(0);
    const vrmi_i4 minus = vrmi_i4_splat(INT32_MIN);
    vrmi_f4 shifted = angle * vrmi_f4_splat(TRIG_2_PI) + vrmi_f4_splat(TRIG_ROUND);
    vrmi_i4 bits = (vrmi_i4)shifted;
    vrmi_f4 quarters = shifted - vrmi_f4_splat(TRIG_ROUND);
    vrmi_f4 a = angle - quarters * vrmi_f4_splat(TRIG_PI_2_A);
    a = a - quarters * vrmi_f4_splat(TRIG_PI_2_B);
    a = a - quarters * vrmi_f4_splat(TRIG_PI_2_C);

    vrmi_f4 s = a * a;
    vrmi_f4 sine = a + a * s *
                           (vrmi_f4_splat(TRIG_SIN_3) +
                            s * (vrmi_f4_splat(TRIG_SIN_5) + s * vrmi_f4_splat(TRIG_SIN_7)));
    vrmi_f4 cosine = (vrmi_f4_splat(1.0f) - vrmi_f4_splat(0.5f) * s) +
                     s * s *
                         (vrmi_f4_splat(TRIG_COS_4) +
                          s * (vrmi_f4_splat(TRIG_COS_6) + s * vrmi_f4_splat(TRIG_COS_8)));

    vrmi_i4 is_odd = (bits & one) != none;
    vrmi_i4 sin_sign = ((bits & two) != none) & minus;
    vrmi_i4 cos_sign = (((bits + one) & two) != none) & minus;
    return (vrmi_SinCos4){
        (vrmi_f4)((vrmi_i4)vrmi_f4_select(is_odd, cosine, sine) ^ sin_sign),
        (vrmi_f4)((vrmi_i4)vrmi_f4_select(is_odd, sine, cosine) ^ cos_sign),
    };
}

static inline vrmi_f4 vrmi_f4_acos(vrmi_f4 cosine) {
    const vrmi_f4 one = vrmi_f4_splat(1.0f), two = vrmi_f4_splat(2.0f);
    vrmi_f4 c = vrmi_f4_max(vrmi_f4_min(cosine, one), -one); /* NaN: 1 */
    vrmi_i4 is_small = vrmi_f4_abs(c) <= vrmi_f4_splat(0.5f);
    vrmi_f4 half = (one - vrmi_f4_abs(c)) * vrmi_f4_splat(0.5f);
    vrmi_f4 s = vrmi_f4_select(is_small, c * c, half);
    vrmi_f4 a = vrmi_f4_select(is_small, c, vrmi_f4_sqrt(half));
    vrmi_f4 high = vrmi_f4_splat(TRIG_ASIN_9) + s * vrmi_f4_splat(TRIG_ASIN_11);
    vrmi_f4 low = vrmi_f4_splat(TRIG_ASIN_5) + s * (vrmi_f4_splat(TRIG_ASIN_7) + s * high);
    vrmi_f4 rest = a * s * (vrmi_f4_splat(TRIG_ASIN_3) + s * low);

    vrmi_f4 middle = vrmi_f4_splat(TRIG_PI_2_HIGH) - (c + (rest - vrmi_f4_splat(TRIG_PI_2_LOW)));
    vrmi_f4 front = two * (a + rest);
    vrmi_f4 back = vrmi_f4_splat(TRIG_PI_HIGH) - (front - vrmi_f4_splat(TRIG_PI_LOW));
    return vrmi_f4_select(is_small, middle, vrmi_f4_select(c > vrmi_f4_splat(0.0f), front, back));
}

#endif
