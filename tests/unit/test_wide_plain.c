/* SPDX-License-Identifier: MIT */
/* base/wide.h as a CPU without NEON, SSE2 or wasm SIMD gets it. */
#define VRMI_WIDE_PLAIN 1
#include "test_wide.c"
