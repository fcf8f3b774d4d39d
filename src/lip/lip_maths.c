/* SPDX-License-Identifier: MIT */
/* Binary logarithm and exponential with equal bits on every CPU. */
#include "lip/lip_sound.h"

#include <string.h>

/* a = 2^e * m with m in 0.75..1.5, and log2(m) by the series of 2 atanh((m - 1) / (m + 1)) / ln 2,
 * whose argument is at most 0.2. */
float vrmi_lip_log2(float a) {
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    uint32_t shifted = bits - 0x3F400000u;
    int32_t exponent = (int32_t)shifted >> 23;
    bits -= (uint32_t)exponent << 23;
    float m;
    memcpy(&m, &bits, sizeof m);
    float t = (m - 1.0f) / (m + 1.0f), t2 = t * t;
    float series = 1.0f + t2 * (0.333333333f + t2 * (0.2f + t2 * 0.142857143f));
    return (float)exponent + 2.88539008f * t * series;
}

/* 2^a = 2^n * 2^f with f in -0.5..0.5, by the Taylor series of e^(f ln 2). */
float vrmi_lip_exp2(float a) {
    if (!(a > -120.0f)) a = -120.0f;
    if (a > 120.0f) a = 120.0f;
    int32_t n = (int32_t)(a + 1024.5f) - 1024;
    float x = (a - (float)n) * 0.693147181f;
    float series =
        1.0f +
        x * (1.0f + x * (0.5f + x * (0.166666667f + x * (0.0416666667f + x * 0.00833333333f))));
    uint32_t bits = (uint32_t)(n + 127) << 23;
    float scale;
    memcpy(&scale, &bits, sizeof scale);
    return series * scale;
}
