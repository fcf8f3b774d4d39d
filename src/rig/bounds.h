/* SPDX-License-Identifier: MIT */
/* Bounds that keep every later product in the range of float. */
#ifndef VRMI_RIG_BOUNDS_H
#define VRMI_RIG_BOUNDS_H

#include "base/maths.h"

#include <stddef.h>

#define VRMI_LENGTH_MAX 1e6f
#define VRMI_SCALE_MAX  1e6f
#define VRMI_VALUE_MAX  1e6f

/* A finite number within -limit..limit; 0 for NaN. */
static inline float vrmi_within(float a, float limit) {
    return a == a ? vrmi_clamp(a, -limit, limit) : 0.0f;
}

void vrmi_bound(float* numbers, size_t count, float limit);
vrm_Vec3 vrmi_vec3_within(vrm_Vec3 a, float limit);
vrm_Vec4 vrmi_vec4_within(vrm_Vec4 a, float limit);

static inline void vrmi_vec3_bound(vrm_Vec3* a, float limit) {
    *a = vrmi_vec3_within(*a, limit);
}

/* A transform of a file or a host, in the range that products of transforms need. */
void vrmi_transform_bound(vrm_Transform* t);

/* Clamps a world matrix so that products of two such matrices are finite: called after each
 * multiplication on the general path. */
void vrmi_affine_bound(vrm_Affine* a);

/* The scales of a node count as one number if they differ by at most this share. For transforms it
 * is the error of decomposing a matrix. For springs it is larger: rounding by exporters is not
 * visible in a sway and shall not lead to the slow path. */
#define VRMI_UNIFORM      1e-6f
#define VRMI_UNIFORM_SWAY 1e-4f

/* Whether one number can stand for all three scales: they hardly differ, and do not mirror. Lengths
 * and radii are multiplied by that number. */
static inline bool vrmi_scale_is_uniform(vrm_Vec3 s, float tolerance) {
    float slack = tolerance * s.x;
    return fabsf(s.y - s.x) <= slack && fabsf(s.z - s.x) <= slack;
}

#endif
