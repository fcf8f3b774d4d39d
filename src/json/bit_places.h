/* SPDX-License-Identifier: MIT */
/* For each byte the places of its set bits, lowest first, then zeros. The compiler writes the
 * table: a row is the places in the low half of the byte, followed by those in the high half. */
#ifndef VRMI_JSON_BIT_PLACES_H
#define VRMI_JSON_BIT_PLACES_H

#include <stdint.h>

/* The places of the set bits of a half byte whose lowest bit is at `n`, each with a comma. */
#define HALF_0(n)
#define HALF_1(n) n,
#define HALF_2(n) n + 1,
#define HALF_3(n) HALF_1(n) HALF_2(n)
#define HALF_4(n) n + 2,
#define HALF_5(n) HALF_1(n) HALF_4(n)
#define HALF_6(n) HALF_2(n) HALF_4(n)
#define HALF_7(n) HALF_3(n) HALF_4(n)
#define HALF_8(n) n + 3,
#define HALF_9(n) HALF_1(n) HALF_8(n)
#define HALF_A(n) HALF_2(n) HALF_8(n)
#define HALF_B(n) HALF_3(n) HALF_8(n)
#define HALF_C(n) HALF_4(n) HALF_8(n)
#define HALF_D(n) HALF_5(n) HALF_8(n)
#define HALF_E(n) HALF_6(n) HALF_8(n)
#define HALF_F(n) HALF_7(n) HALF_8(n)

#define ROW(high, low) [0x##high##low] = {HALF_##low(0) HALF_##high(4)}
/* Rows whose low half is not 0. */
#define ROWS(high)                                                                                 \
    ROW(high, 1), ROW(high, 2), ROW(high, 3), ROW(high, 4), ROW(high, 5), ROW(high, 6),            \
        ROW(high, 7), ROW(high, 8), ROW(high, 9), ROW(high, A), ROW(high, B), ROW(high, C),        \
        ROW(high, D), ROW(high, E), ROW(high, F)

static const uint8_t vrmi_bit_places[256][8] = {
    ROWS(0), ROW(1, 0), ROWS(1), ROW(2, 0), ROWS(2), ROW(3, 0), ROWS(3), ROW(4, 0),
    ROWS(4), ROW(5, 0), ROWS(5), ROW(6, 0), ROWS(6), ROW(7, 0), ROWS(7), ROW(8, 0),
    ROWS(8), ROW(9, 0), ROWS(9), ROW(A, 0), ROWS(A), ROW(B, 0), ROWS(B), ROW(C, 0),
    ROWS(C), ROW(D, 0), ROWS(D), ROW(E, 0), ROWS(E), ROW(F, 0), ROWS(F),
};

#undef HALF_0
#undef HALF_1
#undef HALF_2
#undef HALF_3
#undef HALF_4
#undef HALF_5
#undef HALF_6
#undef HALF_7
#undef HALF_8
#undef HALF_9
#undef HALF_A
#undef HALF_B
#undef HALF_C
#undef HALF_D
#undef HALF_E
#undef HALF_F
#undef ROW
#undef ROWS

#endif
