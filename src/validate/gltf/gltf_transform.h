/* SPDX-License-Identifier: MIT */
/* Whether a matrix is a translation, rotation and scale, with Khronos's tolerances and rounding. */
#ifndef VRMI_VALIDATE_GLTF_GLTF_TRANSFORM_H
#define VRMI_VALIDATE_GLTF_GLTF_TRANSFORM_H

#include <stdbool.h>

/* How far the length of a unit vector, and of a unit quaternion, may be from 1: the tolerances of
 * Khronos's validator, a little less than the step of signed bytes (1 / 127). */
#define VRMI_UNIT_VECTOR_TOLERANCE     0.00674
#define VRMI_UNIT_QUATERNION_TOLERANCE 0.00769

bool vrmi_is_unit_quaternion(const float q[4]);

/* 16 numbers, column after column. */
bool vrmi_is_identity(const float m[16]);

/* The last row is 0 0 0 1, and composing the decomposed parts again gives a matrix of the same norm
 * (the greatest sum of absolute values of a column) within 0.00005. */
bool vrmi_is_decomposable(const float m[16]);

#endif
