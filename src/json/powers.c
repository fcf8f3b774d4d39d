/* SPDX-License-Identifier: MIT */
#include "json/powers.h"

/* 192 bits, highest word first: 64 more than the table has. What a step cuts off is less than one
 * of the last place, so 342 steps stay far below the 64 bits that are not shown. */
typedef struct Wide {
    uint32_t words[6];
} Wide;

enum { WORDS = 6 };

static void shift_left(Wide* x) {
    for (int i = 0; i < WORDS; i++)
        x->words[i] = x->words[i] << 1 | (i + 1 < WORDS ? x->words[i + 1] >> 31 : 0);
}

static void shift_right(Wide* x, uint32_t top) {
    for (int i = WORDS - 1; i > 0; i--) x->words[i] = x->words[i] >> 1 | x->words[i - 1] << 31;
    x->words[0] = x->words[0] >> 1 | top << 31;
}

/* Times 5, moved so that the highest bit is set. */
static void multiply(Wide* x) {
    uint64_t carry = 0;
    for (int i = WORDS - 1; i >= 0; i--) {
        carry += (uint64_t)x->words[i] * 5;
        x->words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    for (; carry != 0; carry >>= 1) shift_right(x, (uint32_t)carry & 1);
}

/* By 5, moved so that the highest bit is set: three bits more are divided for those that go. */
static void divide(Wide* x) {
    uint64_t rest = 0;
    for (int i = 0; i < WORDS; i++) {
        rest = rest << 32 | x->words[i];
        x->words[i] = (uint32_t)(rest / 5);
        rest %= 5;
    }
    while (!(x->words[0] >> 31)) {
        rest *= 2;
        shift_left(x);
        x->words[WORDS - 1] |= rest >= 5;
        rest %= 5;
    }
}

static vrmi_U128 shown(const Wide* x) {
    return (vrmi_U128){(uint64_t)x->words[0] << 32 | x->words[1],
                       (uint64_t)x->words[2] << 32 | x->words[3]};
}

void vrmi_make_powers(vrmi_U128* out) {
    Wide x = {{UINT32_C(1) << 31}};
    for (int q = 0; q <= VRMI_POWER_MAX; q++, multiply(&x)) out[q - VRMI_POWER_MIN] = shown(&x);
    x = (Wide){{UINT32_C(1) << 31}};
    for (int q = -1; q >= VRMI_POWER_MIN; q--) {
        divide(&x);
        out[q - VRMI_POWER_MIN] = shown(&x);
    }
}
