/* SPDX-License-Identifier: MIT */
/* What libvrm asks of a compiler beyond C11, in one place, so that another one says what is missing
 * instead of failing somewhere in the middle: vector types (base/wide.h) and counting zero bits
 * (json/scan.c), as gcc and clang have them. */
#ifndef VRMI_BASE_COMPILER_H
#define VRMI_BASE_COMPILER_H

#if !defined(__GNUC__) && !defined(__clang__)
#error "libvrm needs the vector types of GNU C: compile it with gcc or clang"
#endif

/* A function of a hot file that few avatars need. Pages download it, so for wasm it is compiled for
 * size, and not into the loops that call it. */
#if defined(__wasm__)
#define VRMI_RARE __attribute__((noinline, minsize))
#else
#define VRMI_RARE
#endif

/* Functions of headers of which each file that calls them has its own copy, so that they can be
 * inlined. Pages download all copies, so for wasm there is one: the linker keeps the first of equal
 * weak functions. Where a frame's loops call a function, VRMI_SHARED_IN_COLD leaves a copy to the
 * files that are compiled for speed. Both need a declaration of the function before its body. */
#if defined(__wasm__)
#define VRMI_SHARED __attribute__((weak, minsize))
#else
#define VRMI_SHARED static inline
#endif

#if defined(__wasm__) && defined(__OPTIMIZE_SIZE__)
#define VRMI_SHARED_IN_COLD VRMI_SHARED
#else
#define VRMI_SHARED_IN_COLD static inline
#endif

#endif
