/* SPDX-License-Identifier: MIT */
/* Forward kinematics: local transforms of a block's slots to world transforms, as many avatars at
 * a time as there are lanes. Parents come before children, so one pass is enough. */
#include "rig/spring_layout.h"
#include "runtime/lanes/block_lanes.h"

/* Where all scales are 1, they need not be multiplied: the bits are the same. */
VRMI_INLINE void pose_slot(const vrmi_Block* block, vrmi_Scratch* scratch, int32_t slot,
                           bool is_scaled) {
    int32_t parent = block->rig->parents[slot];
    const vrmi_Worldx* above = vrmi_world_above(block, scratch, parent);
    const vrmi_Localx* local = &block->locals[slot];
    vrmi_Worldx* world = &scratch->worlds[slot];
    vrmi_Quatx turned = vrmi_quatx_mul(above->rotation, scratch->rotations[slot]);
    vrmi_Vec3x arm =
        is_scaled ? vrmi_vec3x_scale(local->translation, above->scale) : local->translation;
    vrmi_fx scale = is_scaled ? above->scale * local->scale : vrmi_fx_splat(1.0f);
    world->position = vrmi_vec3x_add(above->position, vrmi_quatx_rotate(above->rotation, arm));
    vrmi_quatx_copy(&world->rotation, &turned);
    world->scale = scale;
}

void vrmi_pose_root(const vrmi_Block* block, vrmi_Scratch* scratch) {
    if (!vrmi_ix_any(VRMI_MASK(block->general))) return;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++)
        if (block->general[lane])
            scratch->root_affines[lane] = vrmi_affine_from_transform(block->roots[lane]);
}

/* Rotations remain the products of rotations that the wide pass has computed; only positions and
 * scales come from the matrices, and not those that springs read without matrices. */
static void pose_general(const vrmi_Block* block, vrmi_Scratch* scratch, int32_t slot,
                         int32_t lane) {
    int32_t parent = block->rig->parents[slot];
    vrm_Affine* affines = scratch->affines[lane];
    vrm_Affine above = vrmi_affine_above(scratch, parent, lane);
    vrm_Affine local = vrmi_local_affine(block, slot, &scratch->rotations[slot], lane);
    affines[slot] = vrmi_affine_mul(&above, &local);
    vrmi_affine_bound(&affines[slot]);
    const vrmi_SpringLayout* springs = block->rig->springs;
    if (!block->general_sway[lane] && springs != NULL && springs->is_read[slot]) return;

    vrmi_Worldx* world = &scratch->worlds[slot];
    vrmi_vec3x_set(&world->position, lane, vrmi_affine_column(&affines[slot], 3));
    world->scale[lane] = vrmi_affine_scale(&affines[slot]);
}

void vrmi_pose_slots(const vrmi_Block* block, vrmi_Scratch* scratch, int32_t begin, int32_t end) {
    if (!vrmi_ix_any(VRMI_MASK(block->scaled))) {
        for (int32_t slot = begin; slot < end; slot++) pose_slot(block, scratch, slot, false);
    } else {
        for (int32_t slot = begin; slot < end; slot++) pose_slot(block, scratch, slot, true);
    }
    if (!vrmi_ix_any(VRMI_MASK(block->general))) return;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (!block->general[lane]) continue;
        for (int32_t slot = begin; slot < end; slot++) pose_general(block, scratch, slot, lane);
    }
}

void vrmi_pose_list(const vrmi_Block* block, vrmi_Scratch* scratch, const int32_t* slots,
                    int32_t count) {
    /* Always with scales: between two frames of the host the slots above may have some of the last
     * frame, also where all are 1 now. */
    for (int32_t i = 0; i < count; i++) pose_slot(block, scratch, slots[i], true);
    if (!vrmi_ix_any(VRMI_MASK(block->general))) return;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (!block->general[lane]) continue;
        for (int32_t i = 0; i < count; i++) pose_general(block, scratch, slots[i], lane);
    }
}
