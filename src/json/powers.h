/* SPDX-License-Identifier: MIT */
/* Powers of ten as 128-bit fractions, for reading (number.c) and writing (shortest.c) numbers. */
#ifndef VRMI_JSON_POWERS_H
#define VRMI_JSON_POWERS_H

#include <stdint.h>

#define VRMI_POWER_MIN (-342)
#define VRMI_POWER_MAX 324

typedef struct vrmi_U128 {
    uint64_t high, low;
} vrmi_U128;

/* floor(10^q * 2^s) with bit 127 set, for q from VRMI_POWER_MIN to VRMI_POWER_MAX. */
vrmi_U128 vrmi_power(int32_t q);

/* Where the binary point is: 10^q = (vrmi_power(q) / 2^127) * 2^vrmi_power_exponent(q), with
 * vrmi_power(q) / 2^127 in [1, 2). Exact for every q (floor(q * log2(10))). */
static inline int32_t vrmi_power_exponent(int32_t q) {
    return (int32_t)(((int64_t)q * 217706) >> 16);
}

static inline vrmi_U128 vrmi_mul64(uint64_t a, uint64_t b) {
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 Wide;
    Wide product = (Wide)a * b;
    return (vrmi_U128){(uint64_t)(product >> 64), (uint64_t)product};
#else
    uint64_t a0 = a & 0xFFFFFFFFu, a1 = a >> 32, b0 = b & 0xFFFFFFFFu, b1 = b >> 32;
    uint64_t low = a0 * b0, mid = a1 * b0 + (low >> 32), mid2 = a0 * b1 + (mid & 0xFFFFFFFFu);
    return (vrmi_U128){a1 * b1 + (mid >> 32) + (mid2 >> 32), (mid2 << 32) | (low & 0xFFFFFFFFu)};
#endif
}

#endif
