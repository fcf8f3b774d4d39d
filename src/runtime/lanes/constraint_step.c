/* SPDX-License-Identifier: MIT */
/* Node constraints (VRMC_node_constraint 1.0) in the order that the rig resolved. Each sets the
 * local rotation of its node from rest rotations and its source; a rotation that the host set for
 * the node is ignored. */
#include "runtime/lanes/block_lanes.h"

static vrmi_Quatx rotation_target(const vrmi_RigConstraint* c, vrmi_Quatx source) {
    return vrmi_quatx_mul(vrmi_quatx_splat(c->before), source);
}

/* The twist of D about the axis: the component of D's vector along the axis, and its w, normalized.
 * A half turn about a perpendicular axis has no twist: identity. */
static vrmi_Quatx roll_target(const vrmi_RigConstraint* c, vrmi_Quatx source) {
    const vrmi_fx none = vrmi_fx_splat(0.0f), one = vrmi_fx_splat(1.0f);
    vrmi_Quatx d = vrmi_quatx_mul(vrmi_quatx_mul(vrmi_quatx_splat(c->before), source),
                                  vrmi_quatx_splat(c->after));
    vrmi_Vec3x axis = vrmi_vec3x_splat(c->axis);
    vrmi_fx along = vrmi_vec3x_dot((vrmi_Vec3x){d.x, d.y, d.z}, axis);
    vrmi_fx square = along * along + d.w * d.w;
    vrmi_ix has_twist = square > vrmi_fx_splat(1e-12f);
    vrmi_fx size = one / vrmi_fx_sqrt(vrmi_fx_select(has_twist, square, one));
    along = vrmi_fx_select(has_twist, along * size, none);
    vrmi_Quatx twist = {axis.x * along, axis.y * along, axis.z * along,
                        vrmi_fx_select(has_twist, d.w * size, one)};
    return vrmi_quatx_mul(vrmi_quatx_splat(c->rest), twist);
}

static vrm_Vec3 slot_position(const vrmi_Block* block, const vrmi_Scratch* scratch, int32_t slot,
                              int32_t lane) {
    int32_t parent = block->rig->parents[slot];
    vrm_Vec3 local = vrmi_vec3x_get(&block->locals[slot].translation, lane);
    if (block->general[lane]) {
        vrm_Affine above = vrmi_affine_above(scratch, parent, lane);
        return vrmi_affine_point(&above, local);
    }
    const vrmi_Worldx* above = vrmi_world_above(block, scratch, parent);
    vrm_Vec3 arm = vrmi_vec3_scale(local, above->scale[lane]);
    return vrmi_vec3_add(vrmi_vec3x_get(&above->position, lane),
                         vrmi_quat_rotate(vrmi_quatx_get(&above->rotation, lane), arm));
}

/* A direction of the world in the space of a node's parent. By the inverse matrix where scales
 * mirror or differ by axis: an avatar keeps its shape whatever its root does. */
static vrm_Vec3 to_parent(const vrmi_Block* block, const vrmi_Scratch* scratch, int32_t slot,
                          vrm_Vec3 direction, int32_t lane) {
    int32_t parent = block->rig->parents[slot];
    if (block->general[lane]) {
        vrm_Affine above = vrmi_affine_above(scratch, parent, lane);
        vrm_Affine back = vrmi_affine_inverse(&above);
        return vrmi_vec3_normalize(vrmi_affine_vector(&back, direction));
    }
    const vrmi_Worldx* above = vrmi_world_above(block, scratch, parent);
    vrm_Quat back = vrmi_quat_conjugate(vrmi_quatx_get(&above->rotation, lane));
    return vrmi_vec3_normalize(vrmi_quat_rotate(back, direction));
}

/* In the parent's space the axis at rest is a constant; there it is turned towards the source. If
 * both positions coincide, the node stays at rest. */
static vrm_Quat aim_target(const vrmi_Block* block, const vrmi_Scratch* scratch,
                           const vrmi_RigConstraint* c, int32_t lane) {
    vrm_Vec3 to_source =
        vrmi_vec3_normalize(vrmi_vec3_sub(slot_position(block, scratch, c->source, lane),
                                          slot_position(block, scratch, c->slot, lane)));
    vrm_Vec3 goal = to_parent(block, scratch, c->slot, to_source, lane);
    if (vrmi_vec3_dot(goal, goal) == 0.0f) return c->rest;
    return vrmi_quat_mul(vrmi_quat_from_to(c->axis, goal), c->rest);
}

static vrmi_Quatx constraint_target(const vrmi_Block* block, const vrmi_Scratch* scratch,
                                    const vrmi_RigConstraint* c) {
    if (c->type == VRM_CONSTRAINT_ROTATION)
        return rotation_target(c, scratch->rotations[c->source]);
    if (c->type == VRM_CONSTRAINT_ROLL) return roll_target(c, scratch->rotations[c->source]);
    vrmi_Quatx target = vrmi_quatx_splat(c->rest);
    for (int32_t lane = 0; lane < VRMI_LANES; lane++)
        if (block->live[lane]) vrmi_quatx_set(&target, lane, aim_target(block, scratch, c, lane));
    return target;
}

static void turn_partly(const vrmi_Block* block, const vrmi_RigConstraint* c, vrmi_Quatx* turned) {
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (!block->live[lane]) continue;
        vrm_Quat target = vrmi_quatx_get(turned, lane);
        vrmi_quatx_set(turned, lane, vrmi_quat_slerp(c->rest, target, c->weight));
    }
}

static void run(const vrmi_Block* block, vrmi_Scratch* scratch, const vrmi_RigConstraint* c,
                vrmi_ix lanes) {
    vrmi_Quatx turned = constraint_target(block, scratch, c);
    if (c->weight < 1.0f) turn_partly(block, c, &turned);
    vrmi_Quatx* rotation = &scratch->rotations[c->slot];
    *rotation = vrmi_quatx_select(lanes, turned, *rotation);
}

void vrmi_constraints_step(vrmi_Block* block, vrmi_Scratch* scratch) {
    const vrm_Rig* rig = block->rig;
    if (rig->constraint_count == 0 || !vrmi_block_runs(block, VRM_STAGE_CONSTRAINTS)) return;
    vrmi_ix lanes = vrmi_ix_splat(0);
    for (int32_t lane = 0; lane < VRMI_LANES; lane++)
        if (block->stages[lane] & VRM_STAGE_CONSTRAINTS) lanes[lane] = -1;
    for (int32_t i = 0; i < rig->constraint_step_count; i++) {
        vrmi_ConstraintStep step = rig->constraint_steps[i];
        if (step < 0) {
            int32_t slot = ~step;
            vrmi_pose_list(block, scratch, &slot, 1);
        } else {
            run(block, scratch, &rig->constraints[step], lanes);
        }
    }
}
