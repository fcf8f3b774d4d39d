/* SPDX-License-Identifier: MIT */
/* Each function reduces its argument to a small interval and evaluates one polynomial there. The
 * coefficients are floats that minimize the maximum relative error on the interval, computed with
 * Sollya's fpminimax(); the leading term of each series is exact. Constants that do not fit a float
 * are sums of several, the largest first. */
#include "base/trig.h"

#include "base/trig_poly.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

typedef struct Reduced {
    float rest;        /* angle - quarters * pi/2, within pi/4 and a little */
    uint32_t quarters; /* modulo 4 */
} Reduced;

/* 2/pi = 0.A2F9836E..., behind 32 bits of integer part. */
static const uint32_t two_over_pi[8] = {0x00000000, 0xA2F9836E, 0x4E441529, 0xFC2757D1,
                                        0xF534DDC0, 0xDB629599, 0x3C439041, 0xFE5163AB};

/* For |angle| > TRIG_NEAR, in integers: angle = mantissa * 2^exponent with -16 <= exponent <= 104.
 * Of the product with 2/pi only what is below 4 matters, so the 96 bits of 2/pi from 2^(2-exponent)
 * down are multiplied: 2 bits count quarters, the next 62 are the fraction, good to 2^-62. */
static Reduced reduce_far(float angle) {
    uint32_t bits;
    memcpy(&bits, &angle, sizeof bits);
    uint64_t mantissa = (bits & 0x7FFFFF) | 0x800000;
    uint32_t start = (bits >> 23 & 0xFF) - 150 + 30; /* exponent + 30 bits into the table */
    const uint32_t* word = &two_over_pi[start / 32];
    uint32_t shift = start % 32;
    uint32_t window[3];
    for (int i = 0; i < 3; i++) {
        uint64_t pair = (uint64_t)word[i] << 32 | word[i + 1];
        window[i] = (uint32_t)(pair << shift >> 32);
    }
    uint64_t low = mantissa * window[2];
    uint64_t middle = mantissa * window[1] + (low >> 32);
    uint64_t product = (mantissa * window[0] << 32) + middle;
    uint32_t quarters = (uint32_t)((product + ((uint64_t)1 << 61)) >> 62);
    int64_t fraction = (int64_t)(product - ((uint64_t)quarters << 62));
    float rest = (float)((double)fraction * 0x1.921fb54442d18p-62); /* pi/2 * 2^-62 */
    if (bits >> 31) return (Reduced){-rest, (4 - quarters) & 3};
    return (Reduced){rest, quarters & 3};
}

static Reduced reduce(float angle) {
    if (!(angle >= -TRIG_NEAR && angle <= TRIG_NEAR)) {
        if (!(angle >= -FLT_MAX && angle <= FLT_MAX)) return (Reduced){0.0f, 0};
        return reduce_far(angle);
    }
    /* Adding 1.5 * 2^23 rounds to an integer and leaves it in the lowest bits. */
    float shifted = angle * TRIG_2_PI + TRIG_ROUND;
    uint32_t bits;
    memcpy(&bits, &shifted, sizeof bits);
    float quarters = shifted - TRIG_ROUND;
    float rest = angle - quarters * TRIG_PI_2_A;
    rest = rest - quarters * TRIG_PI_2_B;
    rest = rest - quarters * TRIG_PI_2_C;
    return (Reduced){rest, bits & 3};
}

static float near_sin(float a) {
    float s = a * a;
    return a + a * s * (TRIG_SIN_3 + s * (TRIG_SIN_5 + s * TRIG_SIN_7));
}

static float near_cos(float a) {
    float s = a * a;
    return (1.0f - 0.5f * s) + s * s * (TRIG_COS_4 + s * (TRIG_COS_6 + s * TRIG_COS_8));
}

/* Branch-free: the quarter is not predictable. */
vrmi_SinCos vrmi_sincos(float angle) {
    Reduced r = reduce(angle);
    float s = near_sin(r.rest), c = near_cos(r.rest);
    float sine = r.quarters & 1 ? c : s, cosine = r.quarters & 1 ? s : c;
    return (vrmi_SinCos){r.quarters & 2 ? -sine : sine, (r.quarters + 1) & 2 ? -cosine : cosine};
}

float vrmi_sin(float angle) {
    return vrmi_sincos(angle).sin;
}

float vrmi_cos(float angle) {
    return vrmi_sincos(angle).cos;
}

/* asin(a) - a for |a| <= 1/2, from a and its square. */
static float asin_rest(float a, float s) {
    return a * s *
           (TRIG_ASIN_3 +
            s * (TRIG_ASIN_5 + s * (TRIG_ASIN_7 + s * (TRIG_ASIN_9 + s * TRIG_ASIN_11))));
}

/* Beyond 1/2 through the half angle: acos(c) = 2 asin(sqrt((1 - c) / 2)); the difference and the
 * half are exact. */
float vrmi_acos(float cosine) {
    float c = cosine < 1.0f ? (cosine > -1.0f ? cosine : -1.0f) : 1.0f; /* NaN: 1 */
    if (fabsf(c) <= 0.5f) return TRIG_PI_2_HIGH - (c + (asin_rest(c, c * c) - TRIG_PI_2_LOW));
    float s = (1.0f - fabsf(c)) * 0.5f;
    float a = sqrtf(s);
    float half = a + asin_rest(a, s);
    if (c > 0.0f) return 2.0f * half;
    return TRIG_PI_HIGH - (2.0f * half - TRIG_PI_LOW);
}

/* asin(x) = pi/2 - 2 asin(sqrt((1 - x) / 2)) cancels digits, so the root comes in two parts: `high`
 * has 12 bits, its square is exact, and `low` is what is missing. */
float vrmi_asin(float sine) {
    float x = sine == sine ? fabsf(sine) : 0.0f;
    if (x <= 0.5f) return x == 0.0f ? 0.0f : sine + asin_rest(sine, sine * sine);
    if (x > 1.0f) x = 1.0f;
    float s = (1.0f - x) * 0.5f;
    float a = sqrtf(s);
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    bits &= 0xFFFFF000;
    float high;
    memcpy(&high, &bits, sizeof high);
    float low = s > 0.0f ? (s - high * high) / (a + high) : 0.0f;
    float rest = 2.0f * (asin_rest(a, s) + low) - TRIG_PI_2_LOW;
    float angle = (TRIG_PI_2_HIGH - 2.0f * high) - rest;
    return sine < 0.0f ? -angle : angle;
}

static float coordinate(float a) {
    if (a > FLT_MAX) return FLT_MAX;
    if (a < -FLT_MAX) return -FLT_MAX;
    return a == a ? a : 0.0f;
}

/* atan(a) for |a| <= TRIG_ATAN_NEAR. */
static float near_atan(float a) {
    float s = a * a;
    float high = TRIG_ATAN_9 + s * (TRIG_ATAN_11 + s * TRIG_ATAN_13);
    return a + a * s * (TRIG_ATAN_3 + s * (TRIG_ATAN_5 + s * (TRIG_ATAN_7 + s * high)));
}

/* Computes the angle of the smaller over the larger coordinate, which is at most pi/4, then maps it
 * to the octant. Slopes near 1 use atan(t) = pi/4 + atan((t - 1) / (t + 1)); from 1/2 on that
 * difference is exact. */
float vrmi_atan2(float y, float x) {
    y = coordinate(y);
    x = coordinate(x);
    float rise = fabsf(y), run = fabsf(x);
    float large = rise > run ? rise : run, small = rise > run ? run : rise;
    if (large == 0.0f) return 0.0f;
    /* away from the ends of the range, so that no sum overflows and no product loses digits */
    float scale = large > 0x1p100f ? 0x1p-64f : large < 0x1p-60f ? 0x1p64f : 1.0f;
    large *= scale;
    small *= scale;
    float angle;
    if (small <= TRIG_ATAN_NEAR * large) {
        angle = near_atan(small / large);
    } else {
        angle = TRIG_PI_4_HIGH + (near_atan((small - large) / (small + large)) + TRIG_PI_4_LOW);
    }
    if (rise > run) angle = TRIG_PI_2_HIGH - (angle - TRIG_PI_2_LOW);
    if (x < 0.0f) angle = TRIG_PI_HIGH - (angle - TRIG_PI_LOW);
    return y < 0.0f ? -angle : angle;
}
