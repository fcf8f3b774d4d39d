/* SPDX-License-Identifier: MIT */
/* What the builders of parts ask of the tree of nodes. */
#include "rig/rig_draft.h"

bool* vrmi_nodes_below(vrmi_Arena* arena, const vrm_Gltf* gltf, int32_t node) {
    bool* below = vrmi_arena_alloc(arena, (size_t)gltf->node_count + 1, sizeof *below);
    if (below == NULL || node < 0 || node >= gltf->node_count) return below;
    below[node] = true;
    for (int32_t i = 0; i < gltf->node_count; i++) {
        int32_t n = gltf->node_order[i], parent = gltf->nodes[n].parent;
        if (parent >= 0 && below[parent]) below[n] = true;
    }
    return below;
}

vrm_Result vrmi_build_chain(vrmi_RigBuild* build, int32_t slot, int32_t** out_slots,
                            int32_t* out_count) {
    int32_t count = 0;
    for (int32_t s = slot; s >= 0; s = build->draft.parents[s]) count++;
    int32_t* slots = vrmi_build_alloc(build, (size_t)count, sizeof *slots);
    if (slots == NULL) return VRM_ERR_MEMORY;
    int32_t at = count;
    for (int32_t s = slot; s >= 0; s = build->draft.parents[s]) slots[--at] = s;
    *out_slots = slots;
    *out_count = count;
    return VRM_OK;
}
