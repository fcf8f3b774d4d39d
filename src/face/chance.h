/* SPDX-License-Identifier: MIT */
/* Chance of a face, with equal bits on every CPU: only + - * / and sqrt.
 *
 * A draw is a hash of seed, stream and number, not the next state of a generator: what an event
 * gets does not depend on how many frames passed before it. */
#ifndef VRMI_FACE_CHANCE_H
#define VRMI_FACE_CHANCE_H

#include <stdint.h>

/* What draws are for; streams are independent of each other. */
typedef enum vrmi_Stream {
    VRMI_STREAM_BLINK,
    VRMI_STREAM_GAZE,
    VRMI_STREAM_EVOKED, /* blinks that large movements of the eyes bring along */
    VRMI_STREAM_IDLE
} vrmi_Stream;

/* Up to this many draws belong to one event. */
#define VRMI_DRAWS 8

/* Even in 0 < u < 1. `draw` is below VRMI_DRAWS. */
double vrmi_chance(uint64_t seed, vrmi_Stream stream, uint64_t event, uint32_t draw);

/* Normal with mean 0 and variance 1; takes `draw` and the one after it. */
double vrmi_chance_normal(uint64_t seed, vrmi_Stream stream, uint64_t event, uint32_t draw);

#endif
