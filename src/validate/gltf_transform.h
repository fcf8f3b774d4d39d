/* SPDX-License-Identifier: MIT */
/* Is a matrix a translation, rotation and scale? With Khronos's tolerances and roundings. */
#ifndef VRMI_VALIDATE_GLTF_TRANSFORM_H
#define VRMI_VALIDATE_GLTF_TRANSFORM_H

#include <stdbool.h>

/* Of length 1 within 0.00769, what signed bytes can store. */
bool vrmi_is_unit_quaternion(const float q[4]);

/* 16 numbers, column after column. */
bool vrmi_is_identity(const float m[16]);

/* The last row is 0 0 0 1, and putting the decomposed parts together again gives a matrix of the
 * same size (the greatest sum of absolute values of a column) within 0.00005. */
bool vrmi_is_decomposable(const float m[16]);

#endif
