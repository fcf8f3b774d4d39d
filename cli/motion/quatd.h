/* SPDX-License-Identifier: MIT */
/* Rotations in double precision. */
#ifndef CLI_QUATD_H
#define CLI_QUATD_H

#include "vrm/vrm.h"

typedef struct Quatd {
    double x, y, z, w;
} Quatd;

static inline Quatd quatd_mul(Quatd a, Quatd b) {
    return (Quatd){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                   a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                   a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                   a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

/* Of a rotation, whose length is 1. */
static inline Quatd quatd_inverse(Quatd q) {
    return (Quatd){-q.x, -q.y, -q.z, q.w};
}

static inline Quatd quatd_of(vrm_Quat q) {
    return (Quatd){(double)q.x, (double)q.y, (double)q.z, (double)q.w};
}

static inline vrm_Quat quatd_to_float(Quatd q) {
    return (vrm_Quat){(float)q.x, (float)q.y, (float)q.z, (float)q.w};
}

#endif
