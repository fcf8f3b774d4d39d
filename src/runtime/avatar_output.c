/* SPDX-License-Identifier: MIT */
/* Results of an avatar: what they are before the first step, and how they are read. The steps write
 * them in lanes/output_step.c. */
#include "runtime/palette.h"
#include "runtime/sim.h"
#include "runtime/spring_stage.h"

#include <string.h>

void vrmi_outputs_rest(vrmi_Avatar* avatar) {
    const vrm_Rig* rig = avatar->block->rig;
    vrm_Affine root = vrmi_affine_from_transform(avatar->block->roots[avatar->lane]);
    for (int32_t slot = 0; slot < rig->slot_count; slot++) {
        int32_t node = rig->slot_nodes[slot];
        if (avatar->locals != NULL) avatar->locals[node] = rig->rests[slot];
        if (avatar->worlds != NULL)
            avatar->worlds[node] = vrmi_affine_mul(&root, &rig->rest_affines[slot]);
    }
    if (avatar->palettes != NULL) vrmi_palettes_write(rig, avatar, &root);
    vrmi_springs_enter(avatar);
    if (avatar->morphs == NULL) return;
    for (int32_t i = 0; i < rig->expression_count; i++)
        avatar->expression_weights[i] = avatar->expression_inputs[i] = 0.0f;
    if (rig->morph_count > 0)
        memcpy(avatar->morphs, rig->rest_morphs, (size_t)rig->morph_count * sizeof(float));
    for (int32_t i = 0; i < rig->value_count; i++) avatar->values[i] = rig->material_values[i].base;
}

/* ---- Reading ---- */

const vrm_Transform* vrm_avatar_locals(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    return avatar == NULL ? NULL : avatar->locals;
}

/* Palettes are made from world matrices, so the matrices may exist although they were not asked
 * for. */
const vrm_Affine* vrm_avatar_worlds(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    return avatar == NULL || !(sim->def.outputs & VRM_OUTPUT_WORLDS) ? NULL : avatar->worlds;
}

const vrm_Affine* vrm_avatar_palettes(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    return avatar == NULL ? NULL : avatar->palettes;
}

const float* vrm_avatar_expression_weights(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    return avatar == NULL ? NULL : avatar->expression_weights;
}

const float* vrm_avatar_expression_inputs(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    return avatar == NULL ? NULL : avatar->expression_inputs;
}

const float* vrm_avatar_morphs(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    return avatar == NULL ? NULL : avatar->morphs;
}

const vrm_Vec4* vrm_avatar_material_values(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    return avatar == NULL ? NULL : avatar->values;
}

vrm_Vec2 vrm_avatar_gaze(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL) return (vrm_Vec2){0.0f, 0.0f};
    const vrmi_Gaze* gaze = &avatar->block->gazes[avatar->lane];
    if (gaze->mode == VRMI_GAZE_OFF) return (vrm_Vec2){0.0f, 0.0f};
    return (vrm_Vec2){gaze->yaw_degrees, gaze->pitch_degrees};
}

vrm_Visibility vrm_avatar_visibility(const vrm_Sim* sim, vrm_AvatarId id, int32_t node) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL || node < 0 || node >= avatar->block->rig->slot_count) return VRM_HIDDEN;
    const vrm_Rig* rig = avatar->block->rig;
    int32_t mesh_node = rig->node_mesh_nodes[node];
    if (mesh_node < 0) return VRM_HIDDEN;
    const uint8_t* views =
        avatar->view == VRM_VIEW_FIRST_PERSON ? rig->first_person_views : rig->third_person_views;
    return (vrm_Visibility)views[mesh_node];
}
