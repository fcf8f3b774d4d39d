/* SPDX-License-Identifier: MIT */
/* What libvrm asks of a compiler beyond C11, in one place, so that another one says what is missing
 * instead of failing somewhere in the middle: vector types (base/wide.h) and counting zero bits
 * (json/scan.c), as gcc and clang have them. */
#ifndef VRMI_BASE_COMPILER_H
#define VRMI_BASE_COMPILER_H

#if !defined(__GNUC__) && !defined(__clang__)
#error "libvrm needs the vector types of GNU C: compile it with gcc or clang"
#endif

#endif
