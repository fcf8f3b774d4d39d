/* SPDX-License-Identifier: MIT */
#include "json/powers.h"

/* 192 bits, highest word first: 64 more than the table has. What a step cuts off is less than 16 of
 * the last place, so 342 steps stay far below the 64 bits that are not shown. */
typedef struct Wide {
    uint32_t words[6];
} Wide;

enum { WORDS = 6 };

/* Times `by` / `over`, which is from 1/2 to 1, moved so that the highest bit is set. */
static void scale(Wide* x, uint32_t by, uint32_t over) {
    uint64_t rest = 0;
    for (int i = WORDS - 1; i >= 0; i--) {
        rest += (uint64_t)x->words[i] * by;
        x->words[i] = (uint32_t)rest;
        rest >>= 32;
    }
    for (int i = 0; i < WORDS; i++) {
        rest = rest << 32 | x->words[i];
        x->words[i] = (uint32_t)(rest / over);
        rest %= over;
    }
    if (x->words[0] >> 31 != 0) return;
    for (int i = 0; i < WORDS; i++)
        x->words[i] = x->words[i] << 1 | (i + 1 < WORDS ? x->words[i + 1] >> 31 : 0);
}

static vrmi_U128 shown(const Wide* x) {
    return (vrmi_U128){(uint64_t)x->words[0] << 32 | x->words[1],
                       (uint64_t)x->words[2] << 32 | x->words[3]};
}

void vrmi_make_powers(vrmi_U128* out) {
    Wide x = {{UINT32_C(1) << 31}};
    for (int q = 0; q <= VRMI_POWER_MAX; q++, scale(&x, 5, 8)) out[q - VRMI_POWER_MIN] = shown(&x);
    x = (Wide){{UINT32_C(1) << 31}};
    for (int q = 0; q >= VRMI_POWER_MIN; q--, scale(&x, 4, 5)) out[q - VRMI_POWER_MIN] = shown(&x);
}
