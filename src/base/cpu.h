/* SPDX-License-Identifier: MIT */
/* What the CPU at hand can do beyond what the library was compiled for. Each call asks the CPU: no
 * state, so threads and forks need not agree on anything. */
#ifndef VRMI_BASE_CPU_H
#define VRMI_BASE_CPU_H

#include <stdbool.h>
#include <stdint.h>

enum {
    VRMI_CPU_AVX2 = 1,
    VRMI_CPU_AVX512 = 2 /* F, VL, BW and DQ */
};

/* The features above that both the CPU and the operating system support. */
uint32_t vrmi_cpu_features(void);

/* Whether this build has kernels with so many lanes (4, 8, 16) that this CPU can run. The build
 * says so with VRMI_KERNELS_X86 (AVX2 and AVX-512) or VRMI_KERNELS_PLAIN (8 and 16 lanes from the
 * baseline's vectors, for tests). */
bool vrmi_cpu_has_lanes(int32_t lane_count);

#endif
