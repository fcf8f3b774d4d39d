/* SPDX-License-Identifier: MIT */
/* Four rotations side by side, for the code outside the kernels that works on one avatar: bones of
 * a pose, tracks of a clip. */
#ifndef VRMI_RUNTIME_QUAT4_H
#define VRMI_RUNTIME_QUAT4_H

#include "base/maths.h"
#include "base/wide.h"

typedef struct vrmi_Quat4 {
    vrmi_f4 x, y, z, w;
} vrmi_Quat4;

static inline vrm_Quat vrmi_quat4_get(const vrmi_Quat4* q, int32_t i) {
    return (vrm_Quat){q->x[i], q->y[i], q->z[i], q->w[i]};
}

static inline void vrmi_quat4_set(vrmi_Quat4* q, int32_t i, vrm_Quat v) {
    vrmi_f4_set(&q->x, i, v.x);
    vrmi_f4_set(&q->y, i, v.y);
    vrmi_f4_set(&q->z, i, v.z);
    vrmi_f4_set(&q->w, i, v.w);
}

/* As vrmi_quat_mul(). */
static inline vrmi_Quat4 vrmi_quat4_mul(vrmi_Quat4 a, vrmi_Quat4 b) {
    return (vrmi_Quat4){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

#endif
