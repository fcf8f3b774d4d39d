/* SPDX-License-Identifier: MIT */
#include "base/exponential.h"

#include <stdint.h>
#include <string.h>

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
