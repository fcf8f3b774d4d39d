/* SPDX-License-Identifier: MIT */
/* Which of a file's animations is read. */
#include "motion/capture/capture.h"

#include <stdio.h>
#include <string.h>

enum { LIST_ROOM = 200 };

/* All names but one, as "Idle, Walk, ..."; -1: all. */
static void list_names(const char* const* names, int32_t count, int32_t but, char out[LIST_ROOM]) {
    out[0] = '\0';
    for (int32_t i = 0; i < count; i++) {
        size_t used = strlen(out);
        const char* comma = used == 0 ? "" : ", ";
        if (i == but) continue;
        if (used + strlen(names[i]) + 12 >= LIST_ROOM) {
            snprintf(out + used, LIST_ROOM - used, "%s...", comma);
            return;
        }
        snprintf(out + used, LIST_ROOM - used, "%s\"%s\"", comma, names[i]);
    }
}

vrm_Result vrmi_capture_choose(const vrmi_CaptureInput* input, const char* const* names,
                               const bool* moves, int32_t count, int32_t* out_take) {
    char list[LIST_ROOM];
    int32_t take = 0;
    while (take < count && (input->take != NULL ? strcmp(names[take], input->take) != 0
                                                : moves != NULL && !moves[take]))
        take++;
    if (take == count && input->take != NULL) {
        list_names(names, count, -1, list);
        vrmi_report_at(input->report, VRMI_RULE_MOTION_TAKE_UNKNOWN, VRM_NO_OFFSET,
                       "There is no take of the name \"%.80s\"; the file has %s.", input->take,
                       count > 0 ? list : "none");
        return VRM_ERR_INVALID;
    }
    *out_take = take < count ? take : 0;
    if (input->take != NULL || count < 2) return VRM_OK;
    list_names(names, count, *out_take, list);
    vrmi_report_at(input->report, VRMI_RULE_MOTION_TAKES_LEFT, VRM_NO_OFFSET,
                   "The file has %d takes: \"%.80s\" is read, and not %s.", (int)count,
                   names[*out_take], list);
    return VRM_OK;
}
