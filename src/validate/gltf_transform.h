/* SPDX-License-Identifier: MIT */
/* Whether a matrix is a translation, rotation and scale, with Khronos's tolerances and rounding. */
#ifndef VRMI_VALIDATE_GLTF_TRANSFORM_H
#define VRMI_VALIDATE_GLTF_TRANSFORM_H

#include <stdbool.h>

/* Of length 1 within 0.00769, the precision of signed bytes. */
bool vrmi_is_unit_quaternion(const float q[4]);

/* 16 numbers, column after column. */
bool vrmi_is_identity(const float m[16]);

/* The last row is 0 0 0 1, and composing the decomposed parts again gives a matrix of the same norm
 * (the greatest sum of absolute values of a column) within 0.00005. */
bool vrmi_is_decomposable(const float m[16]);

#endif
