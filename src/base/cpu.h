/* SPDX-License-Identifier: MIT */
/* What the CPU at hand can do beyond what the library was compiled for. Asking the CPU takes
 * microseconds in a virtual machine, so the answer is kept; it is one atomic number, which every
 * thread that asks first sets to the same. */
#ifndef VRMI_BASE_CPU_H
#define VRMI_BASE_CPU_H

#include <stdbool.h>
#include <stdint.h>

enum {
    VRMI_CPU_AVX2 = 1,
    VRMI_CPU_AVX512 = 2, /* F, VL, BW and DQ */
    VRMI_CPU_BITS = 4,   /* BMI1, BMI2, POPCNT and PCLMULQDQ */
    VRMI_CPU_AVX512_FP16 = 8
};

/* The features above that both the CPU and the operating system support. */
uint32_t vrmi_cpu_features(void);

/* Whether this build has kernels with so many lanes (4, 8, 16) that this CPU can run. The build
 * says so with VRMI_KERNELS_X86 (AVX2 and AVX-512) or VRMI_KERNELS_PLAIN (8 and 16 lanes from the
 * baseline's vectors, for tests). */
bool vrmi_cpu_has_lanes(int32_t lane_count);

#endif
