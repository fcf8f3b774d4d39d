/* SPDX-License-Identifier: MIT */
/* Mapping of morphs to expressions by the caller, and entries without a morph. */
#include "motion/capture/capture.h"

#include <stdio.h>
#include <string.h>

const char* vrmi_capture_mapped_morph(const vrmi_CaptureInput* input, const char* name,
                                      const char* whole) {
    const char* expression = NULL;
    for (int32_t i = 0; i < input->morph_count; i++) {
        const vrm_CaptureMorph* morph = &input->morphs[i];
        if (strcmp(morph->morph, name) != 0 && strcmp(morph->morph, whole) != 0) continue;
        if (input->has_morph != NULL) input->has_morph[i] = true;
        if (expression == NULL) expression = morph->expression;
    }
    return expression;
}

void vrmi_capture_report_morphs(const vrmi_CaptureInput* input) {
    enum { LIST_ROOM = 160 };
    char list[LIST_ROOM] = "";
    int32_t count = 0;
    for (int32_t i = 0; i < input->morph_count; i++) {
        size_t used = strlen(list);
        const char* name = input->morphs[i].morph;
        /* Nothing is lost if a morph that is to be left out is not there. */
        const char* expression = input->morphs[i].expression;
        bool is_left_out = expression != NULL && expression[0] == '\0';
        if (input->has_morph[i] || is_left_out) continue;
        if (used + strlen(name) + 8 < LIST_ROOM)
            snprintf(list + used, LIST_ROOM - used, "%s\"%s\"", used == 0 ? "" : ", ", name);
        else if (used + 6 < LIST_ROOM && strcmp(list + used - (used < 3 ? used : 3), "...") != 0)
            snprintf(list + used, LIST_ROOM - used, "%s...", used == 0 ? "" : ", ");
        count++;
    }
    if (count > 0)
        vrmi_report_at(input->report, VRMI_RULE_MOTION_MORPHS_UNKNOWN, VRM_NO_OFFSET,
                       "The mapping names morphs that the motion does not have (%d): %s.",
                       (int)count, list);
}
