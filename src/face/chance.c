/* SPDX-License-Identifier: MIT */
#include "face/chance.h"
#include "base/hash.h"
#include "base/maths.h"

#include <string.h>

double vrmi_chance(uint64_t seed, vrmi_Stream stream, uint64_t event, uint32_t draw) {
    uint64_t hash = vrmi_hash_word(0x6661636575u, seed);
    hash = vrmi_hash_word(hash, (uint64_t)stream * VRMI_DRAWS + draw);
    hash = vrmi_hash_end(vrmi_hash_word(hash, event));
    return ((double)(hash >> 12) + 0.5) * 0x1p-52;
}

/* Box and Muller 1958. */
double vrmi_chance_normal(uint64_t seed, vrmi_Stream stream, uint64_t event, uint32_t draw) {
    double radius = sqrt(-2.0 * vrmi_ln(vrmi_chance(seed, stream, event, draw)));
    float turn = (float)vrmi_chance(seed, stream, event, draw + 1) * (2.0f * VRMI_PI);
    return radius * (double)vrmi_cos(turn);
}

#define LN_2_HIGH 0x1.62e42fee00000p-1 /* ends in zeros: its multiples are exact */
#define LN_2_LOW  0x1.a39ef35793c76p-33

/* m * 2^e with m near 1, and ln m = 2 artanh((m - 1) / (m + 1)) as a series. */
double vrmi_ln(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int32_t exponent = (int32_t)(bits >> 52 & 2047) - 1023;
    bits = (bits & 0x000FFFFFFFFFFFFFu) | 0x3FF0000000000000u;
    double m;
    memcpy(&m, &bits, sizeof m);
    if (m > 1.4142135623730951) {
        m *= 0.5;
        exponent++;
    }
    double s = (m - 1.0) / (m + 1.0), square = s * s, sum = 0.0;
    for (int32_t k = 23; k >= 1; k -= 2) sum = sum * square + 1.0 / (double)k;
    double e = (double)exponent;
    return e * LN_2_HIGH + (e * LN_2_LOW + 2.0 * s * sum);
}

/* 2^k * e^r with |r| below 0.35, and e^r as a series. */
double vrmi_exp(double x) {
    double scaled = x * 1.4426950408889634;
    int32_t k = (int32_t)(scaled < 0.0 ? scaled - 0.5 : scaled + 0.5);
    double r = (x - (double)k * LN_2_HIGH) - (double)k * LN_2_LOW, sum = 1.0;
    for (int32_t i = 15; i >= 1; i--) sum = 1.0 + sum * r / (double)i;
    uint64_t bits = (uint64_t)(k + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return sum * power;
}
