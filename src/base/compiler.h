/* SPDX-License-Identifier: MIT */
/* What libvrm asks of a compiler beyond C11, in one place, so that another one says what is missing
 * instead of failing somewhere in the middle: vector types (base/wide.h) and counting zero bits
 * (json/), as gcc and clang have them. */
#ifndef VRMI_BASE_COMPILER_H
#define VRMI_BASE_COMPILER_H

#if !defined(__GNUC__) && !defined(__clang__)
#error "libvrm needs the vector types of GNU C: compile it with gcc or clang"
#endif

/* These options let a compiler reorder sums and leave out checks for NaN: results then differ
 * between CPUs, and numbers that are not finite are no longer refused. */
#if !defined(VRM_ALLOWS_FAST_MATH) &&                                                              \
    (defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0) ||      \
     defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__))
#error                                                                                             \
    "libvrm loses its equal bits under -ffast-math: compile without it, or with -DVRM_ALLOWS_FAST_MATH"
#endif

#endif
