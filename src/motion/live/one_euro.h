/* SPDX-License-Identifier: MIT */
/* The one-euro filter (Casiez, Roussel, Vogel: "1 Euro Filter", CHI 2012): a low-pass whose cutoff
 * rises with the speed of what it follows, so that rest is smooth and motion is not late.
 *
 * The low-pass is solved exactly for an input that goes straight from sample to sample. The
 * published form holds each sample instead, which is late by half a step: its result depends on the
 * frame rate. The speed of several numbers together is the length of their vector, so that the
 * direction of a motion does not matter. */
#ifndef VRMI_MOTION_ONE_EURO_H
#define VRMI_MOTION_ONE_EURO_H

#include <stdbool.h>
#include <stdint.h>

enum { VRMI_ONE_EURO_MAX = 4 };

typedef struct vrmi_OneEuro {
    float value[VRMI_ONE_EURO_MAX]; /* the result */
    float input[VRMI_ONE_EURO_MAX]; /* the newest sample */
    float speed[VRMI_ONE_EURO_MAX]; /* smoothed, a second */
    bool is_running;                /* false: the next sample is the first */
} vrmi_OneEuro;

/* Follows `count` numbers after `dt` seconds, above 0. */
void vrmi_one_euro_step(vrmi_OneEuro* filter, float min_cutoff_hz, float beta, double dt,
                        const float* input, int32_t count);

#endif
