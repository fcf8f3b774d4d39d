/* SPDX-License-Identifier: MIT */
/* What all parts of a normalization use. */
#include "normalize/normalize.h"

void* vrmi_normalize_alloc(vrmi_Normalization* normalization, size_t count, size_t size) {
    void* memory = vrmi_arena_alloc(&normalization->arena, count, size);
    if (memory == NULL) vrmi_edit_fail(normalization->edit, VRM_ERR_MEMORY);
    return memory;
}

void vrmi_normalize_refuse(vrmi_Normalization* normalization, vrmi_RuleId rule, vrm_JsonRef at) {
    vrmi_report(normalization->report, rule, normalization->json, at, NULL);
    vrmi_edit_fail(normalization->edit, VRM_ERR_UNSUPPORTED);
}

void vrmi_normalize_numbers(vrm_Edit* edit, vrm_JsonRef object, const char* key,
                            const float* values, int count) {
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_array(b);
    for (int i = 0; i < count; i++) vrm_json_put_float(b, values[i] + 0.0f); /* never -0 */
    vrm_json_end_array(b);
    vrmi_edit_put(edit, object, key);
}
