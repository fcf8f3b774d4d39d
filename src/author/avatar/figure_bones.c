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

int32_t vrmi_figure_missing(const vrm_AvatarProposal* proposal) {
    int32_t missing = 0;
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        missing += vrm_bone_is_required((vrm_Bone)b) && proposal->bones[b].node < 0;
    return missing;
}
