/* SPDX-License-Identifier: MIT */
#include "motion/mmd/solver.h"

#include "motion/mmd/curves.h"

/* A bone with a fixed axis turns about that by the angle of its key. */
static vrm_Quat about_axis(vrm_Quat q, vrm_Vec3 axis) {
    vrm_Vec3 v = {q.x, q.y, q.z};
    float sine = vrmi_vec3_length(v);
    if (vrmi_vec3_dot(v, axis) < 0.0f) sine = -sine;
    return vrmi_quat_normalize((vrm_Quat){axis.x * sine, axis.y * sine, axis.z * sine, q.w});
}

static void begin(vrmi_MmdSolver* solver, double frame) {
    const vrmi_MmdModel* model = solver->model;
    vrm_Quat identity = vrmi_quat_identity();
    vrm_Vec3 zero = {0.0f, 0.0f, 0.0f};
    for (int32_t i = 0; i < solver->order_count; i++) {
        int32_t b = solver->order[i];
        vrmi_MmdState* state = &solver->states[b];
        *state = (vrmi_MmdState){zero, identity, zero, identity, identity, zero, identity};
        if (solver->tracks[b] >= 0)
            vrmi_vmd_bone_at(solver->vmd, &solver->vmd->bones[solver->tracks[b]], frame,
                             &state->key_position, &state->key_rotation);
        if (model->bones[b].flags & VRMI_MMD_FIXED_AXIS)
            state->key_rotation = about_axis(state->key_rotation, model->bones[b].axis);
    }
}

void vrmi_mmd_solve(vrmi_MmdSolver* solver, double frame) {
    const vrmi_Vmd* vmd = solver->vmd;
    if (frame == solver->solved) return;
    solver->solved = frame;
    begin(solver, frame);
    for (int32_t i = 0; i < solver->order_count; i++) {
        int32_t b = solver->order[i];
        vrmi_mmd_update(solver, b);
        if (solver->chain_of[b] < 0) continue;
        const vrmi_MmdChain* chain = &solver->chains[solver->chain_of[b]];
        if (chain->track < 0 || vrmi_vmd_is_on(vmd, &vmd->iks[chain->track], frame))
            vrmi_mmd_solve_chain(solver, chain);
    }
}
