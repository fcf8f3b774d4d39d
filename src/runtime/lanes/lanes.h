/* SPDX-License-Identifier: MIT */
/* Vectors and rotations of several avatars side by side: one lane each. The formulas are those of
 * base/maths.h, operation by operation, so a lane has the bits of the scalar function.
 *
 * The files of this folder are compiled once for each number of lanes, as a *kernel*:
 *
 *   kernel  VRMI_LANES  compiled for
 *           4           what the rest of the library is compiled for: SSE2, NEON, wasm, plain C
 *   x4_avx2 4           AVX2: three-operand instructions
 *   x8      8           AVX2
 *   x16     16          AVX-512
 *
 * VRMI_KERNEL is its name, which kernel_names.h puts behind the names of functions. A kernel is
 * entered through the table of runtime/kernel.h only, and only on a CPU that can run it. */
#ifndef VRMI_RUNTIME_LANES_LANES_H
#define VRMI_RUNTIME_LANES_LANES_H

#include "base/maths.h"
#include "runtime/lanes/kernel_names.h"
#include "runtime/lanes/vector.h"

typedef struct vrmi_Vec3x vrmi_Vec3x;
typedef struct vrmi_Quatx vrmi_Quatx;

struct vrmi_Vec3x {
    vrmi_fx x, y, z;
};

struct vrmi_Quatx {
    vrmi_fx x, y, z, w;
};

static inline vrmi_Vec3x vrmi_vec3x_splat(vrm_Vec3 a) {
    return (vrmi_Vec3x){vrmi_fx_splat(a.x), vrmi_fx_splat(a.y), vrmi_fx_splat(a.z)};
}

static inline vrmi_Quatx vrmi_quatx_splat(vrm_Quat q) {
    return (vrmi_Quatx){vrmi_fx_splat(q.x), vrmi_fx_splat(q.y), vrmi_fx_splat(q.z),
                        vrmi_fx_splat(q.w)};
}

static inline vrm_Vec3 vrmi_vec3x_get(const vrmi_Vec3x* a, int32_t lane) {
    return (vrm_Vec3){a->x[lane], a->y[lane], a->z[lane]};
}

static inline void vrmi_vec3x_set(vrmi_Vec3x* a, int32_t lane, vrm_Vec3 v) {
    vrmi_fx_set(&a->x, lane, v.x);
    vrmi_fx_set(&a->y, lane, v.y);
    vrmi_fx_set(&a->z, lane, v.z);
}

static inline vrm_Quat vrmi_quatx_get(const vrmi_Quatx* q, int32_t lane) {
    return (vrm_Quat){q->x[lane], q->y[lane], q->z[lane], q->w[lane]};
}

static inline void vrmi_quatx_set(vrmi_Quatx* q, int32_t lane, vrm_Quat v) {
    vrmi_fx_set(&q->x, lane, v.x);
    vrmi_fx_set(&q->y, lane, v.y);
    vrmi_fx_set(&q->z, lane, v.z);
    vrmi_fx_set(&q->w, lane, v.w);
}

/* A plain assignment of this struct is a function call in wasm. Elsewhere the compiler pairs loads
 * and stores if all loads come first. */
static inline void vrmi_quatx_copy(vrmi_Quatx* to, const vrmi_Quatx* from) {
    vrmi_fx x = from->x, y = from->y, z = from->z, w = from->w;
    to->x = x;
    to->y = y;
    to->z = z;
    to->w = w;
}

static inline vrmi_Vec3x vrmi_vec3x_add(vrmi_Vec3x a, vrmi_Vec3x b) {
    return (vrmi_Vec3x){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline vrmi_Vec3x vrmi_vec3x_sub(vrmi_Vec3x a, vrmi_Vec3x b) {
    return (vrmi_Vec3x){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline vrmi_Vec3x vrmi_vec3x_scale(vrmi_Vec3x a, vrmi_fx s) {
    return (vrmi_Vec3x){a.x * s, a.y * s, a.z * s};
}

static inline vrmi_fx vrmi_vec3x_dot(vrmi_Vec3x a, vrmi_Vec3x b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vrmi_Vec3x vrmi_vec3x_cross(vrmi_Vec3x a, vrmi_Vec3x b) {
    return (vrmi_Vec3x){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline vrmi_Quatx vrmi_quatx_mul(vrmi_Quatx a, vrmi_Quatx b) {
    return (vrmi_Quatx){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static inline vrmi_Quatx vrmi_quatx_conjugate(vrmi_Quatx q) {
    return (vrmi_Quatx){-q.x, -q.y, -q.z, q.w};
}

static inline vrmi_Vec3x vrmi_quatx_rotate(vrmi_Quatx q, vrmi_Vec3x v) {
    vrmi_Vec3x u = {q.x, q.y, q.z};
    vrmi_Vec3x half = vrmi_vec3x_cross(u, v);
    vrmi_Vec3x t = vrmi_vec3x_add(half, half);
    vrmi_Vec3x turned = vrmi_vec3x_add(v, vrmi_vec3x_scale(t, q.w));
    return vrmi_vec3x_add(turned, vrmi_vec3x_cross(u, t));
}

static inline vrmi_Quatx vrmi_quatx_select(vrmi_ix mask, vrmi_Quatx a, vrmi_Quatx b) {
    return (vrmi_Quatx){vrmi_fx_select(mask, a.x, b.x), vrmi_fx_select(mask, a.y, b.y),
                        vrmi_fx_select(mask, a.z, b.z), vrmi_fx_select(mask, a.w, b.w)};
}

VRMI_INLINE vrmi_Vec3x vrmi_vec3x_select(vrmi_ix mask, vrmi_Vec3x a, vrmi_Vec3x b) {
    return (vrmi_Vec3x){vrmi_fx_select(mask, a.x, b.x), vrmi_fx_select(mask, a.y, b.y),
                        vrmi_fx_select(mask, a.z, b.z)};
}

VRMI_INLINE vrmi_Quatx vrmi_quatx_scale(vrmi_Quatx q, vrmi_fx s) {
    return (vrmi_Quatx){q.x * s, q.y * s, q.z * s, q.w * s};
}

VRMI_INLINE vrmi_fx vrmi_quatx_dot(vrmi_Quatx a, vrmi_Quatx b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

/* ---- Rotations as matrices ---- */

typedef struct vrmi_Matrixx {
    vrmi_Vec3x rows[3];
} vrmi_Matrixx;

VRMI_INLINE vrmi_Matrixx vrmi_matrixx_from_quat(vrmi_Quatx q) {
    const vrmi_fx one = vrmi_fx_splat(1.0f);
    vrmi_fx x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
    vrmi_fx xx = x2 * q.x, yy = y2 * q.y, zz = z2 * q.z;
    vrmi_fx xy = x2 * q.y, yz = y2 * q.z, zx = z2 * q.x;
    vrmi_fx wx = x2 * q.w, wy = y2 * q.w, wz = z2 * q.w;
    return (vrmi_Matrixx){{{one - yy - zz, xy - wz, zx + wy},
                           {xy + wz, one - zz - xx, yz - wx},
                           {zx - wy, yz + wx, one - xx - yy}}};
}

VRMI_INLINE vrmi_Vec3x vrmi_matrixx_rotate(const vrmi_Matrixx* m, vrmi_Vec3x v) {
    return (vrmi_Vec3x){vrmi_vec3x_dot(m->rows[0], v), vrmi_vec3x_dot(m->rows[1], v),
                        vrmi_vec3x_dot(m->rows[2], v)};
}

/* By the transpose, which is the inverse. */
VRMI_INLINE vrmi_Vec3x vrmi_matrixx_rotate_back(const vrmi_Matrixx* m, vrmi_Vec3x v) {
    const vrmi_Vec3x* rows = m->rows;
    return (vrmi_Vec3x){rows[0].x * v.x + rows[1].x * v.y + rows[2].x * v.z,
                        rows[0].y * v.x + rows[1].y * v.y + rows[2].y * v.z,
                        rows[0].z * v.x + rows[1].z * v.y + rows[2].z * v.z};
}

/* ---- One rotation for each lane, anywhere in memory ---- */

static inline vrmi_Quatx vrmi_quatx_from_items(const vrm_Quat* const items[VRMI_LANES]) {
    const float* from[VRMI_LANES];
    vrmi_fx q[4];
    for (int k = 0; k < VRMI_LANES; k++) from[k] = (const float*)items[k];
    vrmi_fx_from_items(from, q);
    return (vrmi_Quatx){q[0], q[1], q[2], q[3]};
}

static inline void vrmi_quatx_to_items(vrmi_Quatx q, vrm_Quat* const items[VRMI_LANES]) {
    float* to[VRMI_LANES];
    for (int k = 0; k < VRMI_LANES; k++) to[k] = (float*)items[k];
    vrmi_fx_to_items(q.x, q.y, q.z, q.w, to);
}

#endif
