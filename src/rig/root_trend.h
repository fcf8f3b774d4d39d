/* SPDX-License-Identifier: MIT */
/* Separates root motion from the motion of the hips: the heading of the hips over time, and the
 * trend of a value without the sway of steps. */
#ifndef VRMI_RIG_ROOT_TREND_H
#define VRMI_RIG_ROOT_TREND_H

#include "base/maths.h"

#include <stddef.h>
#include <stdint.h>

/* Rotations of the hips, in the order of their times. */
typedef struct vrmi_HipsFrames {
    const double* times;
    const vrm_Quat* rotations;
    size_t stride; /* bytes from one rotation to the next */
    int32_t count; /* at least 1 */
} vrmi_HipsFrames;

/* Returns the heading of a rotation: its turn about the vertical (radians). */
float vrmi_root_heading(vrm_Quat turn);

/* Computes headings without jumps at half a turn and without the turns of somersaults and
 * cartwheels. */
void vrmi_root_headings(const vrmi_HipsFrames* frames, double* out);

/* Replaces values by their trend: a line from the first to the last, or a smooth curve between them
 * in clips of VRMI_ROOT_CURVE_S or more. `sums` has room for one number per frame, and one more. */
void vrmi_root_trend(const double* times, int32_t count, double* values, double* sums);

#define VRMI_ROOT_CURVE_S 4.0

#endif
