/* SPDX-License-Identifier: MIT */
/* Memory of a proposal, and what the steps ask of its bones. */
#include "author/avatar/avatar_proposal.h"

void* vrmi_avatar_take(vrm_AvatarProposal* proposal, int32_t count, size_t size) {
    return vrmi_arena_alloc(&proposal->arena, (size_t)count + 1, size);
}

bool vrmi_figure_is_below(const vrm_Gltf* gltf, int32_t node, int32_t above) {
    while (node >= 0 && node != above) node = gltf->nodes[node].parent;
    return node >= 0;
}

bool* vrmi_figure_mark_below(vrm_AvatarProposal* proposal, int32_t top) {
    const vrm_Gltf* gltf = vrm_model_gltf(proposal->model);
    bool* is_below = vrmi_avatar_take(proposal, gltf->node_count, sizeof *is_below);
    for (int32_t i = 0; i < gltf->node_count && is_below != NULL; i++) { /* parents first */
        int32_t n = gltf->node_order[i], parent = gltf->nodes[n].parent;
        is_below[n] = n == top || (parent >= 0 && is_below[parent]);
    }
    return is_below;
}

vrm_Vec3 vrmi_figure_between(const vrm_AvatarProposal* proposal, vrm_Bone from, vrm_Bone to) {
    int32_t start = proposal->bones[from].node, end = proposal->bones[to].node;
    if (start < 0 || end < 0) return (vrm_Vec3){0.0f, 0.0f, 0.0f};
    return vrmi_vec3_sub(proposal->cloud.rests[end].translation,
                         proposal->cloud.rests[start].translation);
}

int32_t vrmi_figure_missing(const vrm_AvatarProposal* proposal) {
    int32_t missing = 0;
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        missing += vrm_bone_is_required((vrm_Bone)b) && proposal->bones[b].node < 0;
    return missing;
}
