/* SPDX-License-Identifier: MIT */
/* Skin palettes from world matrices, of one avatar; lanes/output_step.c has the same for several.
 */
#ifndef VRMI_RUNTIME_PALETTE_H
#define VRMI_RUNTIME_PALETTE_H

#include "base/wide.h"
#include "runtime/sim.h"

/* A row of world * bind is a linear combination of the bind's rows, with the world row as
 * factors. */
static inline vrmi_f4 vrmi_joint_row(vrmi_f4 world, vrmi_f4 b0, vrmi_f4 b1, vrmi_f4 b2) {
    const vrmi_f4 last = {0.0f, 0.0f, 0.0f, 1.0f};
    vrmi_f4 sum =
        vrmi_f4_splat(world[0]) * b0 + vrmi_f4_splat(world[1]) * b1 + vrmi_f4_splat(world[2]) * b2;
    return sum + world * last;
}

static inline void vrmi_joint_write(const vrm_Rig* rig, const vrmi_Avatar* avatar, int32_t joint,
                                    const vrm_Affine* world) {
    const vrm_Vec4* bind = rig->inverse_binds[joint].rows;
    vrmi_f4 b0 = vrmi_f4_load(&bind[0]), b1 = vrmi_f4_load(&bind[1]), b2 = vrmi_f4_load(&bind[2]);
    vrm_Vec4* out = avatar->palettes[joint].rows;
    vrmi_f4_store(&out[0], vrmi_joint_row(vrmi_f4_load(&world->rows[0]), b0, b1, b2));
    vrmi_f4_store(&out[1], vrmi_joint_row(vrmi_f4_load(&world->rows[1]), b0, b1, b2));
    vrmi_f4_store(&out[2], vrmi_joint_row(vrmi_f4_load(&world->rows[2]), b0, b1, b2));
}

static inline void vrmi_palettes_write(const vrm_Rig* rig, const vrmi_Avatar* avatar,
                                       const vrm_Affine* root) {
    for (int32_t j = 0; j < rig->palette_count; j++) {
        int32_t node = rig->palette_nodes[j];
        vrmi_joint_write(rig, avatar, j, node < 0 ? root : &avatar->worlds[node]);
    }
}

/* The joints that have no node: they go where the root goes. */
static inline void vrmi_root_joints_write(const vrm_Rig* rig, const vrmi_Avatar* avatar,
                                          const vrm_Affine* root) {
    for (int32_t i = 0; i < rig->slot_joints[0]; i++)
        vrmi_joint_write(rig, avatar, rig->joints_by_slot[i], root);
}

#endif
