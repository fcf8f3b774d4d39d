/* SPDX-License-Identifier: MIT */
/* Places one bone after its parent. */
#include "motion/mmd/solver.h"

/* World rotations are products of few unit quaternions and stay close to unit length; samples are
 * normalized. */
void vrmi_mmd_place(vrmi_MmdSolver* solver, int32_t b) {
    const vrmi_MmdBone* bone = &solver->model->bones[b];
    vrmi_MmdState* state = &solver->states[b];
    vrm_Vec3 position = vrmi_vec3_add(solver->offsets[b], state->position);
    vrm_Quat rotation = vrmi_quat_mul(state->ik, state->rotation);
    if (bone->parent >= 0) {
        const vrmi_MmdState* parent = &solver->states[bone->parent];
        position = vrmi_vec3_add(parent->world_position,
                                 vrmi_quat_rotate(parent->world_rotation, position));
        rotation = vrmi_quat_mul(parent->world_rotation, rotation);
    }
    state->world_position = position;
    state->world_rotation = rotation;
}

/* Motion appended from another bone: its motion, including motion appended to it, and its IK; or,
 * with the flag, its motion from the origin. */
static void append(vrmi_MmdSolver* solver, const vrmi_MmdBone* bone, vrmi_MmdState* state) {
    const vrmi_MmdBone* from = &solver->model->bones[bone->append];
    const vrmi_MmdState* source = &solver->states[bone->append];
    bool is_world = (bone->flags & VRMI_MMD_APPEND_WORLD) != 0;
    if (bone->flags & VRMI_MMD_APPEND_ROTATION) {
        bool is_added = from->append >= 0 && (from->flags & VRMI_MMD_APPEND_ROTATION) != 0;
        vrm_Quat turn = is_added ? source->rotation : source->key_rotation;
        turn = is_world ? source->world_rotation : vrmi_quat_mul(source->ik, turn);
        turn = vrmi_quat_slerp(vrmi_quat_identity(), turn, bone->append_ratio);
        state->rotation = vrmi_quat_normalize(vrmi_quat_mul(state->rotation, turn));
    }
    if (bone->flags & VRMI_MMD_APPEND_POSITION) {
        bool is_added = from->append >= 0 && (from->flags & VRMI_MMD_APPEND_POSITION) != 0;
        vrm_Vec3 added = is_added ? source->position : source->key_position;
        if (is_world)
            added = vrmi_vec3_sub(source->world_position,
                                  vrmi_quat_rotate(source->world_rotation, from->position));
        state->position =
            vrmi_vec3_add(state->position, vrmi_vec3_scale(added, bone->append_ratio));
    }
}

void vrmi_mmd_update(vrmi_MmdSolver* solver, int32_t b) {
    const vrmi_MmdBone* bone = &solver->model->bones[b];
    vrmi_MmdState* state = &solver->states[b];
    state->position = state->key_position;
    state->rotation = state->key_rotation;
    if (bone->append >= 0) append(solver, bone, state);
    vrmi_mmd_place(solver, b);
}
