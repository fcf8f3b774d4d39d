/* SPDX-License-Identifier: MIT */
/* Four floats at a time. One spelling for every CPU: gcc's and clang's vector types, on which + - *
 * and / and comparisons work lane by lane; NEON, SSE2 and wasm intrinsics only where the plain form
 * compiles to something long, and always with the same bits. Without any of the three (or with
 * VRMI_WIDE_PLAIN defined, as the tests do) the plain form serves.
 *
 *   make      vrmi_f4_splat  vrmi_f4_splat4  vrmi_f4_load  vrmi_f4_store  vrmi_i4_splat
 *   numbers   vrmi_f4_sqrt  vrmi_f4_abs  vrmi_f4_min  vrmi_f4_max  vrmi_f4_clamp  vrmi_f4_clamp01
 *             vrmi_f4_least
 *   masks     vrmi_i4_any  vrmi_i4_all  vrmi_f4_select  vrmi_f4_where  vrmi_f4_is_finite
 *   lanes     vrmi_f4_transpose  vrmi_f4_set  vrmi_i4_set
 *
 * A mask is what a comparison gives: -1 in the lanes where it holds, 0 elsewhere; masks combine
 * with & | ^ ~. A splat must be a literal of four lanes: a loop over lanes costs seven times as
 * much in wasm. Scalars do not mix into expressions by themselves: splat them. */
#ifndef VRMI_BASE_WIDE_H
#define VRMI_BASE_WIDE_H

#include "base/compiler.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined(VRMI_WIDE_PLAIN)
#elif defined(__aarch64__) && defined(__ARM_NEON)
#define VRMI_WIDE_NEON 1
#include <arm_neon.h>
#elif defined(__SSE2__)
#define VRMI_WIDE_SSE2 1
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#define VRMI_WIDE_WASM 1
#include <wasm_simd128.h>
#endif

typedef float vrmi_f4 __attribute__((vector_size(16)));
typedef int32_t vrmi_i4 __attribute__((vector_size(16)));

/* ---- Make ---- */

static inline vrmi_f4 vrmi_f4_splat(float a) {
    return (vrmi_f4){a, a, a, a};
}

static inline vrmi_i4 vrmi_i4_splat(int32_t a) {
    return (vrmi_i4){a, a, a, a};
}

/* From four adjacent floats, or a struct of four, at any alignment. */
static inline vrmi_f4 vrmi_f4_load(const void* from) {
    vrmi_f4 a;
    memcpy(&a, from, sizeof a);
    return a;
}

static inline void vrmi_f4_store(void* to, vrmi_f4 a) {
    memcpy(to, &a, sizeof a);
}

/* Splats each of four adjacent floats. NEON multiplies by a lane of a vector without a splat, so
 * there the vector is loaded once; wasm engines that recognize the shuffle do the same; elsewhere
 * each float is loaded and splat by itself. */
static inline void vrmi_f4_splat4(const float* from, vrmi_f4* a, vrmi_f4* b, vrmi_f4* c,
                                  vrmi_f4* d) {
#if defined(VRMI_WIDE_NEON)
    vrmi_f4 all = (vrmi_f4)vld1q_f32(from); /* memcpy() would be split into integers */
    *a = vrmi_f4_splat(all[0]);
    *b = vrmi_f4_splat(all[1]);
    *c = vrmi_f4_splat(all[2]);
    *d = vrmi_f4_splat(all[3]);
#elif defined(VRMI_WIDE_WASM)
    vrmi_f4 all = (vrmi_f4)wasm_v128_load(from);
    *a = __builtin_shufflevector(all, all, 0, 0, 0, 0);
    *b = __builtin_shufflevector(all, all, 1, 1, 1, 1);
    *c = __builtin_shufflevector(all, all, 2, 2, 2, 2);
    *d = __builtin_shufflevector(all, all, 3, 3, 3, 3);
#else
    *a = vrmi_f4_splat(from[0]);
    *b = vrmi_f4_splat(from[1]);
    *c = vrmi_f4_splat(from[2]);
    *d = vrmi_f4_splat(from[3]);
#endif
}

/* A compiler barrier between loads, for code with many live vectors: loads below it are not moved
 * above it. Compilers hoist loads; wasm engines then keep the loaded vectors in memory. */
static inline void vrmi_wide_pause(void) {
#if defined(VRMI_WIDE_WASM)
    __asm__ volatile("" ::: "memory");
#endif
}

/* ---- Masks ---- */

/* `a` in the lanes where the mask holds, `b` elsewhere. */
static inline vrmi_f4 vrmi_f4_select(vrmi_i4 mask, vrmi_f4 a, vrmi_f4 b) {
#if defined(VRMI_WIDE_NEON)
    return (vrmi_f4)vbslq_f32((uint32x4_t)mask, (float32x4_t)a, (float32x4_t)b);
#elif defined(VRMI_WIDE_WASM)
    return (vrmi_f4)wasm_v128_bitselect((v128_t)a, (v128_t)b, (v128_t)mask);
#else
    return (vrmi_f4)(((vrmi_i4)a & mask) | ((vrmi_i4)b & ~mask));
#endif
}

/* `a` in the lanes where the mask holds, +0 elsewhere. */
static inline vrmi_f4 vrmi_f4_where(vrmi_i4 mask, vrmi_f4 a) {
    return (vrmi_f4)((vrmi_i4)a & mask);
}

/* The mask's lanes must be -1 or 0. */
static inline bool vrmi_i4_any(vrmi_i4 mask) {
#if defined(VRMI_WIDE_NEON)
    return vmaxvq_u32((uint32x4_t)mask) != 0;
#elif defined(VRMI_WIDE_SSE2)
    return _mm_movemask_ps((__m128)mask) != 0;
#elif defined(VRMI_WIDE_WASM)
    return wasm_v128_any_true((v128_t)mask);
#else
    return (mask[0] | mask[1] | mask[2] | mask[3]) != 0;
#endif
}

static inline bool vrmi_i4_all(vrmi_i4 mask) {
#if defined(VRMI_WIDE_NEON)
    return vminvq_u32((uint32x4_t)mask) != 0;
#elif defined(VRMI_WIDE_SSE2)
    return _mm_movemask_ps((__m128)mask) == 15;
#elif defined(VRMI_WIDE_WASM)
    return wasm_i32x4_all_true((v128_t)mask);
#else
    return (mask[0] & mask[1] & mask[2] & mask[3]) != 0;
#endif
}

/* ---- Numbers ---- */

static inline vrmi_f4 vrmi_f4_sqrt(vrmi_f4 a) {
#if defined(VRMI_WIDE_NEON)
    return (vrmi_f4)vsqrtq_f32((float32x4_t)a);
#elif defined(VRMI_WIDE_SSE2)
    return (vrmi_f4)_mm_sqrt_ps((__m128)a);
#elif defined(VRMI_WIDE_WASM)
    return (vrmi_f4)wasm_f32x4_sqrt((v128_t)a);
#else
    return (vrmi_f4){sqrtf(a[0]), sqrtf(a[1]), sqrtf(a[2]), sqrtf(a[3])};
#endif
}

static inline vrmi_f4 vrmi_f4_abs(vrmi_f4 a) {
    return (vrmi_f4)((vrmi_i4)a & vrmi_i4_splat(0x7FFFFFFF));
}

/* a < b ? a : b, so `b` where either is NaN and for zeros of opposite sign. The CPUs' own minimum
 * instructions differ in these cases. */
static inline vrmi_f4 vrmi_f4_min(vrmi_f4 a, vrmi_f4 b) {
#if defined(VRMI_WIDE_SSE2)
    return (vrmi_f4)_mm_min_ps((__m128)a, (__m128)b);
#elif defined(VRMI_WIDE_WASM)
    return (vrmi_f4)wasm_f32x4_pmin((v128_t)b, (v128_t)a);
#else
    return vrmi_f4_select(a < b, a, b);
#endif
}

/* a > b ? a : b, likewise. */
static inline vrmi_f4 vrmi_f4_max(vrmi_f4 a, vrmi_f4 b) {
#if defined(VRMI_WIDE_SSE2)
    return (vrmi_f4)_mm_max_ps((__m128)a, (__m128)b);
#elif defined(VRMI_WIDE_WASM)
    return (vrmi_f4)wasm_f32x4_pmax((v128_t)b, (v128_t)a);
#else
    return vrmi_f4_select(a > b, a, b);
#endif
}

/* `low` for NaN, as vrmi_clamp(). */
static inline vrmi_f4 vrmi_f4_clamp(vrmi_f4 a, vrmi_f4 low, vrmi_f4 high) {
    return vrmi_f4_min(vrmi_f4_max(a, low), high);
}

/* To 0..1, with the bits of vrmi_f4_clamp(): 0 for NaN and for -0. */
static inline vrmi_f4 vrmi_f4_clamp01(vrmi_f4 a) {
#if defined(VRMI_WIDE_NEON)
    const float32x4_t zero = vdupq_n_f32(0.0f), one = vdupq_n_f32(1.0f);
    return (vrmi_f4)vminnmq_f32(vmaxnmq_f32((float32x4_t)a, zero), one);
#else
    return vrmi_f4_clamp(a, vrmi_f4_splat(0.0f), vrmi_f4_splat(1.0f));
#endif
}

/* The least of the lanes; undefined when a lane is NaN. */
static inline float vrmi_f4_least(vrmi_f4 a) {
#if defined(VRMI_WIDE_NEON)
    return vminvq_f32((float32x4_t)a);
#else
    vrmi_f4 b = vrmi_f4_min(a, __builtin_shufflevector(a, a, 2, 3, 0, 1));
    return b[0] < b[1] ? b[0] : b[1];
#endif
}

static inline vrmi_i4 vrmi_f4_is_finite(vrmi_f4 a) {
    return vrmi_f4_abs(a) <= vrmi_f4_splat(FLT_MAX);
}

/* ---- Lanes ---- */

/* Sets a lane whose index is known only at run time. clang moves the whole vector through the stack
 * for a plain assignment, so it gets memcpy(); gcc generates worse code for memcpy(). */
static inline void vrmi_f4_set(vrmi_f4* a, int32_t lane, float value) {
#if defined(__clang__)
    memcpy((char*)a + (size_t)lane * sizeof value, &value, sizeof value);
#else
    (*a)[lane] = value;
#endif
}

static inline void vrmi_i4_set(vrmi_i4* a, int32_t lane, int32_t value) {
#if defined(__clang__)
    memcpy((char*)a + (size_t)lane * sizeof value, &value, sizeof value);
#else
    (*a)[lane] = value;
#endif
}

/* Turns four vectors of one item each (x y z w) into four vectors of one component each, or
 * back. */
static inline void vrmi_f4_transpose(vrmi_f4* a, vrmi_f4* b, vrmi_f4* c, vrmi_f4* d) {
    vrmi_f4 ac_low = __builtin_shufflevector(*a, *c, 0, 4, 1, 5);
    vrmi_f4 ac_high = __builtin_shufflevector(*a, *c, 2, 6, 3, 7);
    vrmi_f4 bd_low = __builtin_shufflevector(*b, *d, 0, 4, 1, 5);
    vrmi_f4 bd_high = __builtin_shufflevector(*b, *d, 2, 6, 3, 7);
    *a = __builtin_shufflevector(ac_low, bd_low, 0, 4, 1, 5);
    *b = __builtin_shufflevector(ac_low, bd_low, 2, 6, 3, 7);
    *c = __builtin_shufflevector(ac_high, bd_high, 0, 4, 1, 5);
    *d = __builtin_shufflevector(ac_high, bd_high, 2, 6, 3, 7);
}

#endif
