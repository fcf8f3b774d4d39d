/* SPDX-License-Identifier: MIT */
#include "base/cpu.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <stdatomic.h>

/* Which registers the operating system saves when it switches threads. */
static uint32_t saved_registers(void) {
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

static uint32_t ask_cpu(void) {
    enum { OSXSAVE_AVX = 1u << 27 | 1u << 28, YMM = 6, ZMM = 0xE6 };
    enum { PCLMUL_POPCNT = 1u << 1 | 1u << 23, BMI = 1u << 3 | 1u << 8 };
    const uint32_t avx2 = 1u << 5, fp16 = 1u << 23,
                   avx512 = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31;
    unsigned a, b, first_c, c, d;
    if (!__get_cpuid(1, &a, &b, &first_c, &d) || (first_c & OSXSAVE_AVX) != OSXSAVE_AVX) return 0;
    uint32_t saved = saved_registers(), features = 0;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return 0;
    if ((saved & YMM) == YMM && (b & avx2) != 0) features |= VRMI_CPU_AVX2;
    if (features != 0 && (saved & ZMM) == ZMM && (b & avx512) == avx512)
        features |= VRMI_CPU_AVX512 | ((d & fp16) != 0 ? VRMI_CPU_AVX512_FP16 : 0);
    if ((first_c & PCLMUL_POPCNT) == PCLMUL_POPCNT && (b & BMI) == BMI) features |= VRMI_CPU_BITS;
    return features;
}

uint32_t vrmi_cpu_features(void) {
    const uint32_t asked = 1u << 31;
    static _Atomic uint32_t kept;
    uint32_t features = atomic_load_explicit(&kept, memory_order_relaxed);
    if (features == 0) {
        features = ask_cpu() | asked;
        atomic_store_explicit(&kept, features, memory_order_relaxed);
    }
    return features & ~asked;
}

#else

uint32_t vrmi_cpu_features(void) {
    return 0;
}

#endif

bool vrmi_cpu_has_lanes(int32_t lane_count) {
#if defined(VRMI_KERNELS_X86)
    uint32_t features = vrmi_cpu_features();
    if (lane_count == 8) return (features & VRMI_CPU_AVX2) != 0;
    if (lane_count == 16) return (features & VRMI_CPU_AVX512) != 0;
#elif defined(VRMI_KERNELS_PLAIN)
    if (lane_count == 8 || lane_count == 16) return true;
#endif
    return lane_count == 4;
}
