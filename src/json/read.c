/* SPDX-License-Identifier: MIT */
/* Chooses between the two readers: the fast one declines what it does not like, and the plain one
 * says what is wrong. */
#include "json/fast.h"

/* Shorter texts take less time in the plain reader than the fast one needs for its setup. */
#define FAST_FROM 128

vrm_Result vrmi_json_read(const char* text, uint32_t size, uint32_t max_depth, uint32_t max_values,
                          vrmi_JsonTape* tape, vrmi_JsonError* error) {
#if VRMI_JSON_FAST
    if (size >= FAST_FROM) {
        if (vrmi_json_read_fast(text, size, max_depth, max_values, tape)) return VRM_OK;
        vrmi_json_tape_release(tape);
    }
#endif
    return vrmi_json_read_plain(text, size, max_depth, max_values, tape, error);
}
