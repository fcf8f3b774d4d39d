/* SPDX-License-Identifier: MIT */
/* Leaves out keys that a reader's own interpolation brings back within a tolerance.
 *
 * The promise, which is checked frame by frame before a key is dropped: at the time of every source
 * key, linear interpolation (slerp for rotations) between the keys that were kept is no farther
 * from the source than the tolerance. Between two source keys both curves run straight, so it holds
 * there too. */
#ifndef VRMI_MOTION_REDUCE_H
#define VRMI_MOTION_REDUCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum vrmi_CurveKind {
    VRMI_CURVE_ROTATION, /* unit quaternions; the tolerance is an angle in radians */
    VRMI_CURVE_POINT,    /* the tolerance is a distance */
    VRMI_CURVE_NUMBERS   /* the tolerance applies to each number */
} vrmi_CurveKind;

typedef struct vrmi_Curve {
    const float* times;  /* seconds; each above the one before */
    const float* values; /* count * width, finite */
    size_t count;        /* at least 1 */
    int32_t width;       /* numbers in a value; 4 for rotations */
    vrmi_CurveKind kind;
    float tolerance; /* 0 or more */
} vrmi_Curve;

/* Returns true if every value is within the tolerance of `value`. */
bool vrmi_curve_stays_at(const vrmi_Curve* curve, const float* value);

/* Writes the indices of the keys to keep, rising, to `out_kept` (room for curve->count). Returns
 * their number: 1 for a constant curve, else first and last are among them. */
size_t vrmi_curve_reduce(const vrmi_Curve* curve, uint32_t* out_kept);

#endif
