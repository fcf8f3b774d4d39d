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
 * VRMI_KERNEL is its name, which names.h puts behind the names of functions. A kernel is entered
 * through the table of runtime/kernel.h only, and only on a CPU that can run it. */
#ifndef VRMI_RUNTIME_LANES_LANES_H
#define VRMI_RUNTIME_LANES_LANES_H

#include "base/maths.h"
#include "runtime/lanes/names.h"
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

#endif
