/* SPDX-License-Identifier: MIT */
/* The little geometry that building a character needs. Only + - * / and sqrt: the same bits
 * everywhere. */
#ifndef SCENES_SCENE_MATHS_H
#define SCENES_SCENE_MATHS_H

#include "vrm/types.h"

#include <math.h>

static inline vrm_Vec3 v3(float x, float y, float z) {
    return (vrm_Vec3){x, y, z};
}

static inline vrm_Vec3 v3_add(vrm_Vec3 a, vrm_Vec3 b) {
    return v3(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline vrm_Vec3 v3_sub(vrm_Vec3 a, vrm_Vec3 b) {
    return v3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline vrm_Vec3 v3_scale(vrm_Vec3 a, float s) {
    return v3(a.x * s, a.y * s, a.z * s);
}

static inline vrm_Vec3 v3_mix(vrm_Vec3 a, vrm_Vec3 b, float t) {
    return v3_add(a, v3_scale(v3_sub(b, a), t));
}

static inline float v3_dot(vrm_Vec3 a, vrm_Vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vrm_Vec3 v3_cross(vrm_Vec3 a, vrm_Vec3 b) {
    return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline float v3_length(vrm_Vec3 a) {
    return sqrtf(v3_dot(a, a));
}

/* `a` must not be zero. */
static inline vrm_Vec3 v3_normalize(vrm_Vec3 a) {
    return v3_scale(a, 1.0f / v3_length(a));
}

static inline vrm_Quat q_identity(void) {
    return (vrm_Quat){0, 0, 0, 1};
}

static inline vrm_Quat q_mul(vrm_Quat a, vrm_Quat b) {
    return (vrm_Quat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static inline vrm_Quat q_inverse(vrm_Quat q) {
    return (vrm_Quat){-q.x, -q.y, -q.z, q.w};
}

static inline vrm_Quat q_normalize(vrm_Quat q) {
    float s = 1.0f / sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return (vrm_Quat){q.x * s, q.y * s, q.z * s, q.w * s};
}

static inline vrm_Vec3 q_rotate(vrm_Quat q, vrm_Vec3 v) {
    vrm_Vec3 u = v3(q.x, q.y, q.z);
    vrm_Vec3 t = v3_scale(v3_cross(u, v), 2.0f);
    return v3_add(v3_add(v, v3_scale(t, q.w)), v3_cross(u, t));
}

/* Cosine and sine (x, y) of a fraction of a full turn, in [0, 1]. */
static inline vrm_Vec2 turn(double fraction) {
    double quarters = fraction * 4.0;
    int quadrant = (int)quarters;
    double a = (quarters - quadrant) * 1.5707963267948966;
    double b = a * a;
    double c =
        1 - b / 2 * (1 - b / 12 * (1 - b / 30 * (1 - b / 56 * (1 - b / 90 * (1 - b / 132)))));
    double s =
        a *
        (1 - b / 6 * (1 - b / 20 * (1 - b / 42 * (1 - b / 72 * (1 - b / 110 * (1 - b / 156))))));
    switch (quadrant % 4) {
    case 0: return (vrm_Vec2){(float)c, (float)s};
    case 1: return (vrm_Vec2){(float)-s, (float)c};
    case 2: return (vrm_Vec2){(float)-c, (float)-s};
    default: return (vrm_Vec2){(float)s, (float)-c};
    }
}

/* A rotation about one axis by a fraction of a turn, which may be negative. */
static inline vrm_Quat q_about(vrm_Vec3 axis, double fraction) {
    double half = fraction / 2;
    vrm_Vec2 t = turn(half < 0 ? half + 1 : half);
    return (vrm_Quat){axis.x * t.y, axis.y * t.y, axis.z * t.y, t.x};
}

#endif
