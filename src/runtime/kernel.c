/* SPDX-License-Identifier: MIT */
/* Which kernel runs. The choice depends on nothing but the build and the CPU, so that threads that
 * create sims at the same time share no state. */
#include "runtime/kernel.h"
#include "base/cpu.h"

extern const vrmi_Kernel vrmi_kernel;
#if defined(VRMI_KERNELS_X86)
extern const vrmi_Kernel vrmi_kernel_x4_avx2, vrmi_kernel_x8, vrmi_kernel_x16;
#elif defined(VRMI_KERNELS_PLAIN)
extern const vrmi_Kernel vrmi_kernel_x8, vrmi_kernel_x16;
#endif

const vrmi_Kernel* vrmi_kernel_find(vrm_Kernel id) {
    switch (id) {
    case VRM_KERNEL_LANES_4: return &vrmi_kernel;
#if defined(VRMI_KERNELS_X86)
    case VRM_KERNEL_LANES_4_AVX2:
        return vrmi_cpu_features() & VRMI_CPU_AVX2 ? &vrmi_kernel_x4_avx2 : NULL;
#endif
#if defined(VRMI_KERNELS_X86) || defined(VRMI_KERNELS_PLAIN)
    case VRM_KERNEL_LANES_8: return vrmi_cpu_has_lanes(8) ? &vrmi_kernel_x8 : NULL;
    case VRM_KERNEL_LANES_16: return vrmi_cpu_has_lanes(16) ? &vrmi_kernel_x16 : NULL;
#endif
    default: return NULL;
    }
}

#if defined(VRMI_KERNELS_X86)

/* As measured (docs/reference/runtime.md). A single avatar leaves most lanes empty where it is not
 * its chains that fill them: with eight lanes its springs are 4 % faster than with four, its frame
 * 14 % slower. */
const vrmi_Kernel* vrmi_kernel_for_singles(void) {
    return vrmi_cpu_features() & VRMI_CPU_AVX2 ? &vrmi_kernel_x4_avx2 : &vrmi_kernel;
}

const vrmi_Kernel* vrmi_kernel_for_few(void) {
    return vrmi_cpu_features() & VRMI_CPU_AVX2 ? &vrmi_kernel_x8 : &vrmi_kernel;
}

/* Sixteen lanes where they were seen to gain: from Sapphire Rapids on, which are the CPUs with
 * AVX512-FP16. Older ones lower their clock for such instructions. */
const vrmi_Kernel* vrmi_kernel_for_crowds(void) {
    const uint32_t wide = VRMI_CPU_AVX512 | VRMI_CPU_AVX512_FP16;
    return (vrmi_cpu_features() & wide) == wide ? &vrmi_kernel_x16 : vrmi_kernel_for_few();
}

#else

const vrmi_Kernel* vrmi_kernel_for_singles(void) {
    return &vrmi_kernel;
}

const vrmi_Kernel* vrmi_kernel_for_few(void) {
    return &vrmi_kernel;
}

const vrmi_Kernel* vrmi_kernel_for_crowds(void) {
    return &vrmi_kernel;
}

#endif

/* ---- The public face ---- */

bool vrm_kernel_is_supported(vrm_Kernel kernel) {
    return kernel == VRM_KERNEL_AUTO || vrmi_kernel_find(kernel) != NULL;
}

const char* vrm_kernel_name(vrm_Kernel kernel) {
#if defined(__x86_64__)
    static const char* const names[] = {"auto", "4 lanes, SSE2", "4 lanes, AVX2", "8 lanes, AVX2",
                                        "16 lanes, AVX-512"};
#elif defined(__aarch64__)
    static const char* const names[] = {"auto", "4 lanes, NEON", "4 lanes, AVX2",
                                        "8 lanes, 2 x NEON", "16 lanes, 4 x NEON"};
#elif defined(__wasm_simd128__)
    static const char* const names[] = {"auto", "4 lanes, wasm SIMD128", "4 lanes, AVX2", "8 lanes",
                                        "16 lanes"};
#else
    static const char* const names[] = {"auto", "4 lanes, plain C", "4 lanes, AVX2", "8 lanes",
                                        "16 lanes"};
#endif
    return kernel >= 0 && kernel <= VRM_KERNEL_LANES_16 ? names[kernel] : "unknown";
}

vrm_Kernel vrm_kernel_for_crowds(void) {
    return vrmi_kernel_for_crowds()->id;
}

vrm_Kernel vrm_kernel_for_singles(void) {
    return vrmi_kernel_for_singles()->id;
}
