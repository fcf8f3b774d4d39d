/* SPDX-License-Identifier: MIT */
/* As many floats as the kernel has lanes: vrmi_fx, and masks of them: vrmi_ix. The functions are
 * those of base/wide.h, which says what they do; with four lanes they are these. What is new:
 *
 *   vrmi_fx_gather      a float of each of several objects
 *   vrmi_fx_from_items  four adjacent floats of each of several objects, as four vectors
 *   vrmi_fx_to_items    back; lane 0 is written last */
#ifndef VRMI_RUNTIME_LANES_VECTOR_H
#define VRMI_RUNTIME_LANES_VECTOR_H

#include "base/wide.h"

#if !defined(VRMI_LANES)
#define VRMI_LANES 4
#endif

#define VRMI_INLINE static inline __attribute__((always_inline))

/* `f(lane)` for each lane, as the list of an initializer. */
#if VRMI_LANES == 4
#define VRMI_EACH_LANE(f) f(0), f(1), f(2), f(3)
#elif VRMI_LANES == 8
#define VRMI_EACH_LANE(f) f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7)
#else
#define VRMI_EACH_LANE(f)                                                                          \
    f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7), f(8), f(9), f(10), f(11), f(12), f(13), f(14), \
        f(15)
#endif

#if VRMI_LANES == 4

typedef vrmi_f4 vrmi_fx;
typedef vrmi_i4 vrmi_ix;

#define vrmi_fx_splat     vrmi_f4_splat
#define vrmi_fx_splat4    vrmi_f4_splat4
#define vrmi_fx_select    vrmi_f4_select
#define vrmi_fx_where     vrmi_f4_where
#define vrmi_fx_sqrt      vrmi_f4_sqrt
#define vrmi_fx_abs       vrmi_f4_abs
#define vrmi_fx_min       vrmi_f4_min
#define vrmi_fx_max       vrmi_f4_max
#define vrmi_fx_clamp01   vrmi_f4_clamp01
#define vrmi_fx_least     vrmi_f4_least
#define vrmi_fx_is_finite vrmi_f4_is_finite
#define vrmi_fx_set       vrmi_f4_set
#define vrmi_ix_set       vrmi_i4_set
#define vrmi_ix_splat     vrmi_i4_splat
#define vrmi_ix_any       vrmi_i4_any
#define vrmi_ix_all       vrmi_i4_all

#else

#if defined(__AVX2__)
#include <immintrin.h>
#endif

typedef float vrmi_fx __attribute__((vector_size(4 * VRMI_LANES)));
typedef int32_t vrmi_ix __attribute__((vector_size(4 * VRMI_LANES)));

static inline vrmi_fx vrmi_fx_splat(float a) {
#define SAME(lane) a
    return (vrmi_fx){VRMI_EACH_LANE(SAME)};
}

static inline vrmi_ix vrmi_ix_splat(int32_t a) {
    return (vrmi_ix){VRMI_EACH_LANE(SAME)};
#undef SAME
}

static inline void vrmi_fx_splat4(const float* from, vrmi_fx* a, vrmi_fx* b, vrmi_fx* c,
                                  vrmi_fx* d) {
    *a = vrmi_fx_splat(from[0]);
    *b = vrmi_fx_splat(from[1]);
    *c = vrmi_fx_splat(from[2]);
    *d = vrmi_fx_splat(from[3]);
}

static inline vrmi_fx vrmi_fx_where(vrmi_ix mask, vrmi_fx a) {
    return (vrmi_fx)((vrmi_ix)a & mask);
}

static inline vrmi_fx vrmi_fx_abs(vrmi_fx a) {
    return (vrmi_fx)((vrmi_ix)a & vrmi_ix_splat(0x7FFFFFFF));
}

#if defined(__AVX512F__) && VRMI_LANES == 16

/* The masks of comparisons are vectors here; the compiler sees through the conversion. */
static inline __mmask16 vrmi_ix_bits(vrmi_ix mask) {
    return _mm512_movepi32_mask((__m512i)mask);
}

static inline bool vrmi_ix_any(vrmi_ix mask) {
    return vrmi_ix_bits(mask) != 0;
}

static inline bool vrmi_ix_all(vrmi_ix mask) {
    return vrmi_ix_bits(mask) == 0xFFFF;
}

static inline vrmi_fx vrmi_fx_select(vrmi_ix mask, vrmi_fx a, vrmi_fx b) {
    return (vrmi_fx)_mm512_mask_blend_ps(vrmi_ix_bits(mask), (__m512)b, (__m512)a);
}

static inline vrmi_fx vrmi_fx_sqrt(vrmi_fx a) {
    return (vrmi_fx)_mm512_sqrt_ps((__m512)a);
}

static inline vrmi_fx vrmi_fx_min(vrmi_fx a, vrmi_fx b) {
    return (vrmi_fx)_mm512_min_ps((__m512)a, (__m512)b);
}

static inline vrmi_fx vrmi_fx_max(vrmi_fx a, vrmi_fx b) {
    return (vrmi_fx)_mm512_max_ps((__m512)a, (__m512)b);
}

#elif defined(__AVX2__) && VRMI_LANES == 8

static inline bool vrmi_ix_any(vrmi_ix mask) {
    return _mm256_movemask_ps((__m256)mask) != 0;
}

static inline bool vrmi_ix_all(vrmi_ix mask) {
    return _mm256_movemask_ps((__m256)mask) == 0xFF;
}

static inline vrmi_fx vrmi_fx_select(vrmi_ix mask, vrmi_fx a, vrmi_fx b) {
    return (vrmi_fx)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)mask);
}

static inline vrmi_fx vrmi_fx_sqrt(vrmi_fx a) {
    return (vrmi_fx)_mm256_sqrt_ps((__m256)a);
}

static inline vrmi_fx vrmi_fx_min(vrmi_fx a, vrmi_fx b) {
    return (vrmi_fx)_mm256_min_ps((__m256)a, (__m256)b);
}

static inline vrmi_fx vrmi_fx_max(vrmi_fx a, vrmi_fx b) {
    return (vrmi_fx)_mm256_max_ps((__m256)a, (__m256)b);
}

#else /* from vectors of four, for tests on CPUs without wider ones */

typedef union vrmi_Parts {
    vrmi_fx all;
    vrmi_ix mask;
    vrmi_f4 parts[VRMI_LANES / 4];
    vrmi_i4 masks[VRMI_LANES / 4];
} vrmi_Parts;

static inline bool vrmi_ix_any(vrmi_ix mask) {
    vrmi_Parts from = {.mask = mask};
    bool any = false;
    for (int i = 0; i < VRMI_LANES / 4; i++) any |= vrmi_i4_any(from.masks[i]);
    return any;
}

static inline bool vrmi_ix_all(vrmi_ix mask) {
    return !vrmi_ix_any(~mask);
}

static inline vrmi_fx vrmi_fx_select(vrmi_ix mask, vrmi_fx a, vrmi_fx b) {
    return (vrmi_fx)(((vrmi_ix)a & mask) | ((vrmi_ix)b & ~mask));
}

static inline vrmi_fx vrmi_fx_sqrt(vrmi_fx a) {
    vrmi_Parts from = {.all = a};
    for (int i = 0; i < VRMI_LANES / 4; i++) from.parts[i] = vrmi_f4_sqrt(from.parts[i]);
    return from.all;
}

static inline vrmi_fx vrmi_fx_min(vrmi_fx a, vrmi_fx b) {
    return vrmi_fx_select(a < b, a, b);
}

static inline vrmi_fx vrmi_fx_max(vrmi_fx a, vrmi_fx b) {
    return vrmi_fx_select(a > b, a, b);
}

#endif

static inline vrmi_fx vrmi_fx_clamp01(vrmi_fx a) {
    return vrmi_fx_min(vrmi_fx_max(a, vrmi_fx_splat(0.0f)), vrmi_fx_splat(1.0f));
}

static inline float vrmi_fx_least(vrmi_fx a) {
#if VRMI_LANES == 16
    typedef float Half __attribute__((vector_size(32)));
    Half low = __builtin_shufflevector(a, a, 0, 1, 2, 3, 4, 5, 6, 7);
    Half high = __builtin_shufflevector(a, a, 8, 9, 10, 11, 12, 13, 14, 15);
#if defined(__AVX2__)
    Half b = (Half)_mm256_min_ps((__m256)low, (__m256)high);
#else
    Half b;
    for (int i = 0; i < 8; i++) b[i] = low[i] < high[i] ? low[i] : high[i];
#endif
#else
    vrmi_fx b = a;
#endif
    return vrmi_f4_least(vrmi_f4_min(__builtin_shufflevector(b, b, 0, 1, 2, 3),
                                     __builtin_shufflevector(b, b, 4, 5, 6, 7)));
}

static inline vrmi_ix vrmi_fx_is_finite(vrmi_fx a) {
    return vrmi_fx_abs(a) <= vrmi_fx_splat(FLT_MAX);
}

static inline void vrmi_fx_set(vrmi_fx* a, int32_t lane, float value) {
    memcpy((char*)a + (size_t)lane * sizeof value, &value, sizeof value);
}

static inline void vrmi_ix_set(vrmi_ix* a, int32_t lane, int32_t value) {
    memcpy((char*)a + (size_t)lane * sizeof value, &value, sizeof value);
}

#endif

/* From adjacent floats, aligned to 16 as all that the library allocates. */
static inline vrmi_fx vrmi_fx_load(const float* from) {
    typedef vrmi_fx At16 __attribute__((aligned(16)));
    return *(const At16*)(const void*)from;
}

/* ---- Between lanes and objects ---- */

/* The n-th float of each object. */
static inline vrmi_fx vrmi_fx_gather(const float* const from[VRMI_LANES], int n) {
#define LANE_OF(lane) from[lane][n]
    return (vrmi_fx){VRMI_EACH_LANE(LANE_OF)};
#undef LANE_OF
}

#if VRMI_LANES == 4

static inline void vrmi_fx_from_items(const float* const items[VRMI_LANES], vrmi_fx out[4]) {
    for (int i = 0; i < 4; i++) out[i] = vrmi_f4_load(items[i]);
    vrmi_f4_transpose(&out[0], &out[1], &out[2], &out[3]);
}

static inline void vrmi_fx_to_items(vrmi_fx a, vrmi_fx b, vrmi_fx c, vrmi_fx d,
                                    float* const items[VRMI_LANES]) {
    vrmi_f4_transpose(&a, &b, &c, &d);
    vrmi_f4_store(items[3], d);
    vrmi_f4_store(items[2], c);
    vrmi_f4_store(items[1], b);
    vrmi_f4_store(items[0], a);
}

#else

/* Four lanes of the vectors each make a square of four by four, which is transposed: the squares
 * are independent of each other. */
#if VRMI_LANES == 8
#define LOW_OF_BOTH  0, 8, 1, 9, 4, 12, 5, 13
#define HIGH_OF_BOTH 2, 10, 3, 11, 6, 14, 7, 15
#else
#define LOW_OF_BOTH  0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29
#define HIGH_OF_BOTH 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31
#endif

static inline void vrmi_fx_transpose(vrmi_fx* a, vrmi_fx* b, vrmi_fx* c, vrmi_fx* d) {
    vrmi_fx ac_low = __builtin_shufflevector(*a, *c, LOW_OF_BOTH);
    vrmi_fx ac_high = __builtin_shufflevector(*a, *c, HIGH_OF_BOTH);
    vrmi_fx bd_low = __builtin_shufflevector(*b, *d, LOW_OF_BOTH);
    vrmi_fx bd_high = __builtin_shufflevector(*b, *d, HIGH_OF_BOTH);
    *a = __builtin_shufflevector(ac_low, bd_low, LOW_OF_BOTH);
    *b = __builtin_shufflevector(ac_low, bd_low, HIGH_OF_BOTH);
    *c = __builtin_shufflevector(ac_high, bd_high, LOW_OF_BOTH);
    *d = __builtin_shufflevector(ac_high, bd_high, HIGH_OF_BOTH);
}

#undef LOW_OF_BOTH
#undef HIGH_OF_BOTH

/* Four floats of every fourth object, from the given one on. */
static inline vrmi_fx vrmi_fx_every_fourth(const float* const items[VRMI_LANES], int first) {
    vrmi_f4 a = vrmi_f4_load(items[first]), b = vrmi_f4_load(items[first + 4]);
#if VRMI_LANES == 8
    return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
#else
    typedef float Half __attribute__((vector_size(32)));
    vrmi_f4 c = vrmi_f4_load(items[first + 8]), d = vrmi_f4_load(items[first + 12]);
    Half low = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
    Half high = __builtin_shufflevector(c, d, 0, 1, 2, 3, 4, 5, 6, 7);
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#endif
}

static inline void vrmi_fx_from_items(const float* const items[VRMI_LANES], vrmi_fx out[4]) {
    for (int i = 0; i < 4; i++) out[i] = vrmi_fx_every_fourth(items, i);
    vrmi_fx_transpose(&out[0], &out[1], &out[2], &out[3]);
}

/* Four lanes from 4 * n on. gcc would move them to the low lanes first. */
#if defined(__AVX512F__) && VRMI_LANES == 16
#define QUAD(a, n) (vrmi_f4) _mm512_extractf32x4_ps((__m512)(a), n)
#elif defined(__AVX2__) && VRMI_LANES == 8
#define QUAD(a, n) (vrmi_f4) _mm256_extractf128_ps((__m256)(a), n)
#else
#define QUAD(a, n) __builtin_shufflevector(a, a, 4 * (n), 4 * (n) + 1, 4 * (n) + 2, 4 * (n) + 3)
#endif

static inline void vrmi_fx_to_every_fourth(vrmi_fx a, float* const items[VRMI_LANES], int first) {
#if VRMI_LANES == 16
    vrmi_f4_store(items[first + 12], QUAD(a, 3));
    vrmi_f4_store(items[first + 8], QUAD(a, 2));
#endif
    vrmi_f4_store(items[first + 4], QUAD(a, 1));
    vrmi_f4_store(items[first], QUAD(a, 0));
}

#undef QUAD

static inline void vrmi_fx_to_items(vrmi_fx a, vrmi_fx b, vrmi_fx c, vrmi_fx d,
                                    float* const items[VRMI_LANES]) {
    vrmi_fx_transpose(&a, &b, &c, &d);
    vrmi_fx_to_every_fourth(d, items, 3);
    vrmi_fx_to_every_fourth(c, items, 2);
    vrmi_fx_to_every_fourth(b, items, 1);
    vrmi_fx_to_every_fourth(a, items, 0);
}

#endif
#endif
