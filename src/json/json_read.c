/* SPDX-License-Identifier: MIT */
/* Chooses between the readers: a fast one declines what it does not like, and the plain one says
 * what is wrong. */
#include "base/cpu.h"
#include "json/fast.h"

/* Shorter texts take less time in the plain reader than the fast one needs for its setup. */
#define FAST_FROM 128

#if VRMI_JSON_FAST && defined(VRMI_KERNELS_X86)

vrmi_JsonReadFn vrmi_json_read_avx2;

vrmi_JsonReadFn* vrmi_json_wide_reader(void) {
    const uint32_t needed = VRMI_CPU_AVX2 | VRMI_CPU_BITS;
    return (vrmi_cpu_features() & needed) == needed ? vrmi_json_read_avx2 : NULL;
}

#elif VRMI_JSON_FAST

vrmi_JsonReadFn* vrmi_json_wide_reader(void) {
    return NULL;
}

#endif

const char* vrm_json_reader_name(void) {
#if !VRMI_JSON_FAST
    return "plain C";
#elif defined(__SSE2__)
    return vrmi_json_wide_reader() != NULL ? "AVX2" : "SSE2";
#else
    return "NEON";
#endif
}

vrm_Result vrmi_json_read(const char* text, uint32_t size, uint32_t max_depth, uint32_t max_values,
                          vrmi_JsonTape* tape, vrmi_JsonError* error) {
    if (size == 0) text = ""; /* may be NULL then, to which nothing can be added */
#if VRMI_JSON_FAST
    if (size >= FAST_FROM) {
        vrmi_JsonReadFn* wide = vrmi_json_wide_reader();
        vrmi_JsonReadFn* read = wide != NULL ? wide : vrmi_json_read_fast;
        if (read(text, size, max_depth, max_values, tape)) return VRM_OK;
        vrmi_json_tape_release(tape);
    }
#endif
    return vrmi_json_read_plain(text, size, max_depth, max_values, tape, error);
}
