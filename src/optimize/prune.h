/* SPDX-License-Identifier: MIT */
/* Shared by the files that merge and remove elements. */
#ifndef VRMI_OPTIMIZE_PRUNE_H
#define VRMI_OPTIMIZE_PRUNE_H

#include "optimize/optimization.h"
#include "optimize/references.h"

typedef struct vrmi_Elements {
    vrmi_Optimization* optimization;
    const vrm_Json* json;
    vrmi_References references;
    /* Of each array: for each element the first one that equals it, often itself. */
    uint32_t* same[VRMI_TARGET_COUNT];
    uint8_t* is_bound; /* of each material: an expression changes it */
    uint8_t* is_used[VRMI_TARGET_COUNT];
    uint32_t* new_index[VRMI_TARGET_COUNT]; /* VRMI_REMOVED: it goes */
} vrmi_Elements;

#define VRMI_REMOVED UINT32_MAX

/* Fills elements->same. Failures are remembered in the edit. */
void vrmi_elements_find_equal(vrmi_Elements* elements);

#endif
