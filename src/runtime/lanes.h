/* SPDX-License-Identifier: MIT */
/* Vectors and rotations of four avatars side by side: one lane each. The formulas are those of
 * base/maths.h, operation by operation, so a lane has the bits of the scalar function. */
#ifndef VRMI_RUNTIME_LANES_H
#define VRMI_RUNTIME_LANES_H

#include "base/maths.h"
#include "base/wide.h"

typedef struct vrmi_Vec3x4 {
    vrmi_f4 x, y, z;
} vrmi_Vec3x4;

typedef struct vrmi_Quatx4 {
    vrmi_f4 x, y, z, w;
} vrmi_Quatx4;

static inline vrmi_Vec3x4 vrmi_vec3x4_splat(vrm_Vec3 a) {
    return (vrmi_Vec3x4){vrmi_f4_splat(a.x), vrmi_f4_splat(a.y), vrmi_f4_splat(a.z)};
}

static inline vrmi_Quatx4 vrmi_quatx4_splat(vrm_Quat q) {
    return (vrmi_Quatx4){vrmi_f4_splat(q.x), vrmi_f4_splat(q.y), vrmi_f4_splat(q.z),
                         vrmi_f4_splat(q.w)};
}

static inline vrm_Vec3 vrmi_vec3x4_get(const vrmi_Vec3x4* a, int32_t lane) {
    return (vrm_Vec3){a->x[lane], a->y[lane], a->z[lane]};
}

static inline void vrmi_vec3x4_set(vrmi_Vec3x4* a, int32_t lane, vrm_Vec3 v) {
    vrmi_f4_set(&a->x, lane, v.x);
    vrmi_f4_set(&a->y, lane, v.y);
    vrmi_f4_set(&a->z, lane, v.z);
}

static inline vrm_Quat vrmi_quatx4_get(const vrmi_Quatx4* q, int32_t lane) {
    return (vrm_Quat){q->x[lane], q->y[lane], q->z[lane], q->w[lane]};
}

static inline void vrmi_quatx4_set(vrmi_Quatx4* q, int32_t lane, vrm_Quat v) {
    vrmi_f4_set(&q->x, lane, v.x);
    vrmi_f4_set(&q->y, lane, v.y);
    vrmi_f4_set(&q->z, lane, v.z);
    vrmi_f4_set(&q->w, lane, v.w);
}

/* A plain assignment of this struct is a function call in wasm. Elsewhere the compiler pairs loads
 * and stores if all loads come first. */
static inline void vrmi_quatx4_copy(vrmi_Quatx4* to, const vrmi_Quatx4* from) {
    vrmi_f4 x = from->x, y = from->y, z = from->z, w = from->w;
    to->x = x;
    to->y = y;
    to->z = z;
    to->w = w;
}

static inline vrmi_Vec3x4 vrmi_vec3x4_add(vrmi_Vec3x4 a, vrmi_Vec3x4 b) {
    return (vrmi_Vec3x4){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline vrmi_Vec3x4 vrmi_vec3x4_sub(vrmi_Vec3x4 a, vrmi_Vec3x4 b) {
    return (vrmi_Vec3x4){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline vrmi_Vec3x4 vrmi_vec3x4_scale(vrmi_Vec3x4 a, vrmi_f4 s) {
    return (vrmi_Vec3x4){a.x * s, a.y * s, a.z * s};
}

static inline vrmi_f4 vrmi_vec3x4_dot(vrmi_Vec3x4 a, vrmi_Vec3x4 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vrmi_Vec3x4 vrmi_vec3x4_cross(vrmi_Vec3x4 a, vrmi_Vec3x4 b) {
    return (vrmi_Vec3x4){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline vrmi_Quatx4 vrmi_quatx4_mul(vrmi_Quatx4 a, vrmi_Quatx4 b) {
    return (vrmi_Quatx4){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                         a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                         a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                         a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static inline vrmi_Quatx4 vrmi_quatx4_conjugate(vrmi_Quatx4 q) {
    return (vrmi_Quatx4){-q.x, -q.y, -q.z, q.w};
}

static inline vrmi_Vec3x4 vrmi_quatx4_rotate(vrmi_Quatx4 q, vrmi_Vec3x4 v) {
    vrmi_Vec3x4 u = {q.x, q.y, q.z};
    vrmi_Vec3x4 half = vrmi_vec3x4_cross(u, v);
    vrmi_Vec3x4 t = vrmi_vec3x4_add(half, half);
    vrmi_Vec3x4 turned = vrmi_vec3x4_add(v, vrmi_vec3x4_scale(t, q.w));
    return vrmi_vec3x4_add(turned, vrmi_vec3x4_cross(u, t));
}

static inline vrmi_Quatx4 vrmi_quatx4_select(vrmi_i4 mask, vrmi_Quatx4 a, vrmi_Quatx4 b) {
    return (vrmi_Quatx4){vrmi_f4_select(mask, a.x, b.x), vrmi_f4_select(mask, a.y, b.y),
                         vrmi_f4_select(mask, a.z, b.z), vrmi_f4_select(mask, a.w, b.w)};
}

#endif
