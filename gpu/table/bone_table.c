/* SPDX-License-Identifier: MIT */
/* Humanoid bones. A file may lack some: what is set for a missing bone turns the next bone below
 * it that exists, a carrier. */
#include "table/table_build.h"

/* Appends the missing bones right above one; returns how many. */
static int32_t add_missing(gpu_Build* b, int32_t bone, int32_t* pose_count) {
    const vrm_PackBone* bones = b->pack->bones;
    int32_t count = 0;
    for (int32_t m = bones[bone].parent;
         m >= 0 && m < VRM_BONE_COUNT && bones[m].node < 0 && count < VRM_BONE_COUNT;
         m = bones[m].parent, count++) {
        add_index(b, m);
        if (b->pose_rows[m] < 0) b->pose_rows[m] = (*pose_count)++;
    }
    if (count > 0 && b->pose_rows[bone] < 0) b->pose_rows[bone] = (*pose_count)++;
    return count;
}

static void add_hips(gpu_Build* b) {
    const vrm_RigPack* pack = b->pack;
    b->rig.hips = pack->bones[VRM_BONE_HIPS].node;
    copy_vec3(b->rig.hips_rest, pack->hips_rest_model);
    b->rig.hips_chain = here(b);
    b->rig.hips_chain_count = pack->hips_chain_count;
    for (int32_t i = 0; i < pack->hips_chain_count; i++)
        add_index(b, checked(b, pack->hips_chain[i], pack->node_count));
}

void gpu_add_bones(gpu_Build* b) {
    gpu_Bone bones[VRM_BONE_COUNT] = {0};
    int32_t pose_count = 0;
    for (int32_t i = 0; i < VRM_BONE_COUNT; i++) b->pose_rows[i] = -1;
    for (int32_t i = 0; i < VRM_BONE_COUNT; i++) {
        const vrm_PackBone* from = &b->pack->bones[i];
        bones[i].node = checked_or_none(b, from->node, b->pack->node_count);
        bones[i].missing = here(b);
        if (bones[i].node >= 0) bones[i].missing_count = add_missing(b, i, &pose_count);
        copy_quat(bones[i].parent_inverse, from->parent_inverse);
        copy_quat(bones[i].world, from->world);
    }
    for (int32_t i = 0; i < VRM_BONE_COUNT; i++) bones[i].pose = b->pose_rows[i];
    b->rig.bones = here(b);
    add(b, bones, sizeof bones);
    b->rig.carriers = here(b);
    for (int32_t i = 0; i < VRM_BONE_COUNT; i++) {
        if (bones[i].missing_count == 0) continue;
        add_index(b, i);
        b->rig.carrier_count++;
    }
    b->rig.rows.pose = take_rows(b, ARENA_INPUT, 4 * pose_count);
    add_hips(b);
}
