/* SPDX-License-Identifier: MIT */
/* Whether this CPU gets the JSON reader with wide instructions, and what its files share. */
#ifndef VRMI_JSON_SIMD_H
#define VRMI_JSON_SIMD_H

#include "base/compiler.h"

#include <stdbool.h>
#include <stdint.h>

/* Little-endian CPUs on which 16-byte instructions are always available; VRM_NO_SIMD disables
 * them. */
#if !defined(VRM_NO_SIMD) && defined(__BYTE_ORDER__) &&                                            \
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ &&                                                   \
    ((defined(__aarch64__) && defined(__ARM_NEON)) || defined(__SSE2__))
#define VRMI_JSON_FAST 1
#else
#define VRMI_JSON_FAST 0
#endif

#if VRMI_JSON_FAST

/* estimate.c, scan.c and fast.c are compiled once more for AVX2, under these names
 * (cmake/kernels.cmake). */
#if defined(VRMI_JSON_AVX2)
#define vrmi_json_guess_nodes vrmi_json_guess_nodes_avx2
#define vrmi_json_most_nodes  vrmi_json_most_nodes_avx2
#define vrmi_json_read_fast   vrmi_json_read_avx2
#define vrmi_json_scan        vrmi_json_scan_avx2
#endif

#define VRMI_SCAN_BLOCK 64u

/* For functions that take state by pointer although it must stay in registers. */
#define VRMI_JSON_INLINE static inline __attribute__((always_inline))

/* Repeats the body of the loop behind it. */
#define VRMI_JSON_UNROLL(count) VRMI_JSON_PRAGMA(GCC unroll count)
#define VRMI_JSON_PRAGMA(text)  _Pragma(#text)

#endif
#endif
