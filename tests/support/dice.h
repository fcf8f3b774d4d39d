/* SPDX-License-Identifier: MIT */
/* Chance, the same in every run. */
#ifndef SUPPORT_DICE_H
#define SUPPORT_DICE_H

#include <stdint.h>

typedef struct Dice {
    uint64_t state;
} Dice;

static inline float roll(Dice* dice, float low, float high) {
    dice->state = dice->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (high - low) * ((float)(dice->state >> 40) / 16777216.0f);
}

/* 0 to count - 1. */
static inline int roll_int(Dice* dice, int count) {
    int i = (int)roll(dice, 0.0f, (float)count);
    return i < count ? i : count - 1;
}

#endif
