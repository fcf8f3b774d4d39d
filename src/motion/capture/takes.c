/* SPDX-License-Identifier: MIT */
/* Chooses the animation of a file to read. */
#include "motion/capture/capture.h"

#include <stdio.h>
#include <string.h>

enum { LIST_ROOM = 200 };

/* Returns true if a name selects a take. */
static bool is_only(const char* const* names, int32_t count, int32_t take) {
    for (int32_t i = 0; i < count; i++)
        if (i != take && strcmp(names[i], names[take]) == 0) return false;
    return names[take][0] != '\0';
}

/* Lists all names except one, as "Idle", "Walk", "Walk" (#3), ...; -1: all. */
static void list_names(const char* const* names, int32_t count, int32_t but, char out[LIST_ROOM]) {
    enum { NUMBER_ROOM = 16 };
    out[0] = '\0';
    for (int32_t i = 0; i < count; i++) {
        size_t used = strlen(out);
        const char* comma = used == 0 ? "" : ", ";
        char number[NUMBER_ROOM] = "";
        if (i == but) continue;
        if (used + strlen(names[i]) + 12 + NUMBER_ROOM >= LIST_ROOM) {
            snprintf(out + used, LIST_ROOM - used, "%s...", comma);
            return;
        }
        if (!is_only(names, count, i)) snprintf(number, sizeof number, " (#%d)", (int)i + 1);
        snprintf(out + used, LIST_ROOM - used, "%s\"%s\"%s", comma, names[i], number);
    }
}

/* Returns the take for "#2", the second, which selects takes with duplicate or no names; -1 if it
 * is not a number. */
static int32_t numbered(const char* take, int32_t count) {
    int32_t number = 0;
    if (take[0] != '#' || take[1] == '\0') return -1;
    for (const char* at = take + 1; *at != '\0'; at++) {
        if (*at < '0' || *at > '9' || number > count) return -1;
        number = 10 * number + (*at - '0');
    }
    return number >= 1 && number <= count ? number - 1 : -1;
}

vrm_Result vrmi_capture_choose(const vrmi_CaptureInput* input, const char* const* names,
                               const bool* moves, int32_t count, int32_t* out_take) {
    char list[LIST_ROOM];
    int32_t take = 0;
    while (take < count && (input->take != NULL ? strcmp(names[take], input->take) != 0
                                                : moves != NULL && !moves[take]))
        take++;
    int32_t number = input->take != NULL ? numbered(input->take, count) : -1;
    if (take == count && number >= 0) take = number;
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
