/* SPDX-License-Identifier: MIT */
/* One avatar's spring bones as a plain engineer writes them from the specification's pseudocode:
 * nodes as structs, 4x4 matrices, an inverse where the text says inverse, no layout and no SIMD.
 * The yardstick of `springs.*.vs-plain-c`, and a second opinion on our results.
 *
 * With PLAIN_IS_THRIFTY, the yardstick of `springs.*.vs-thrifty-c`, it makes two savings that the
 * text does not have: colliders come to world space once per frame instead of in each test, and
 * inverses are those of affine matrices. */
#ifndef BENCH_SPRINGS_PLAIN_H
#define BENCH_SPRINGS_PLAIN_H

#include "vrm/vrm.h"

typedef struct plain_Avatar plain_Avatar;

/* NULL when there is no memory. The model may go afterwards. */
plain_Avatar* plain_create(const vrm_Model* model);
void plain_destroy(plain_Avatar* avatar);

void plain_set_rotation(plain_Avatar* avatar, int32_t node, vrm_Quat rotation);
void plain_set_translation(plain_Avatar* avatar, int32_t node, vrm_Vec3 translation);

/* Springs to rest under the present pose. */
void plain_reset(plain_Avatar* avatar);

/* World matrices of all nodes, colliders, springs, local rotations. */
void plain_step(plain_Avatar* avatar, float dt);

int32_t plain_pair_count(const plain_Avatar* avatar);
vrm_Quat plain_rotation(const plain_Avatar* avatar, int32_t node);
vrm_Vec3 plain_tail(const plain_Avatar* avatar, int32_t pair);

#endif
