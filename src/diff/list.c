/* SPDX-License-Identifier: MIT */
/* The list of differences; memory and work, which end a comparison when there is no more. */
#include "diff/diff.h"

#include <string.h>

void vrmi_diff_no_memory(vrm_Diff* diff) {
    diff->result = diff->budget.is_refused ? VRM_ERR_LIMIT : VRM_ERR_MEMORY;
}

void* vrmi_diff_scratch(vrm_Diff* diff, size_t count, size_t size) {
    void* memory = vrmi_arena_alloc(&diff->scratch, count, size);
    if (memory == NULL) vrmi_diff_no_memory(diff);
    return memory;
}

bool vrmi_diff_work(vrm_Diff* diff, uint64_t amount) {
    if (amount > diff->def.work - diff->work) {
        if (diff->result == VRM_OK) diff->result = VRM_ERR_LIMIT;
        return false;
    }
    diff->work += amount;
    return diff->result == VRM_OK;
}

static const char* keep(vrm_Diff* diff, const char* text) {
    if (text[0] == 0) return "";
    const char* copy = vrmi_arena_string(&diff->kept, text, strlen(text));
    if (copy == NULL) diff->result = VRM_ERR_MEMORY;
    return copy;
}

void vrmi_diff_add(vrm_Diff* diff, vrm_DiffKind kind, const char* subject, const char* member,
                   const char* before, const char* after) {
    diff->total++;
    if (diff->result != VRM_OK || diff->count >= (size_t)diff->def.max_differences) return;
    vrm_Difference* list = vrmi_array_reserve(&diff->def.allocator, diff->list, &diff->capacity,
                                              diff->count + 1, sizeof *list);
    if (list == NULL) {
        diff->result = VRM_ERR_MEMORY;
        return;
    }
    diff->list = list;
    vrm_Difference difference = {diff->part,          kind,
                                 keep(diff, subject), keep(diff, member),
                                 keep(diff, before),  keep(diff, after)};
    if (diff->result == VRM_OK) diff->list[diff->count++] = difference;
}

void vrmi_diff_only(vrm_Diff* diff, int side, const char* subject, const char* member) {
    vrmi_diff_add(diff, side == VRMI_BEFORE ? VRM_DIFF_REMOVED : VRM_DIFF_ADDED, subject, member,
                  "", "");
}
