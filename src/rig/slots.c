/* SPDX-License-Identifier: MIT */
/* Slots and the rest pose: nodes in the order in which a sim poses them (rig/rig.h). */
#include "model/model.h"
#include "rig/rig_draft.h"

#define COUNT(array) ((int32_t)(sizeof(array) / sizeof *(array)))

/* In the order of their slots. */
typedef enum NodeRole { ROLE_UNKNOWN, ROLE_USED, ROLE_BODY, ROLE_SWAYS } NodeRole;

/* Marks nodes that a spring turns, and their descendants. The last joint of a spring is only a
 * tail, but it is below one that turns. */
static void find_sway_nodes(const vrm_Gltf* gltf, const vrm_SpringBones* bones, uint8_t* roles) {
    for (int32_t s = 0; s < bones->spring_count; s++) {
        const vrm_Spring* spring = &bones->springs[s];
        for (int32_t j = 0; j + 1 < spring->joint_count; j++) {
            int32_t node = spring->joints[j].node;
            if (node >= 0 && node < gltf->node_count) roles[node] = ROLE_SWAYS;
        }
    }
    for (int32_t i = 0; i < gltf->node_count; i++) {
        int32_t n = gltf->node_order[i], parent = gltf->nodes[n].parent;
        if (parent >= 0 && roles[parent] == ROLE_SWAYS) roles[n] = ROLE_SWAYS;
    }
}

/* Marks a body node that a stage uses, and its ancestors. */
static void mark_used(const vrm_Gltf* gltf, uint8_t* roles, int32_t node) {
    if (node >= gltf->node_count) return;
    for (int32_t n = node; n >= 0 && roles[n] == ROLE_UNKNOWN; n = gltf->nodes[n].parent)
        roles[n] = ROLE_USED;
}

static void find_used_nodes(const vrm_Gltf* gltf, const vrm_Model* model,
                            const vrm_SpringBones* bones, uint8_t* roles) {
    const vrm_Bone looking[] = {VRM_BONE_HEAD, VRM_BONE_LEFT_EYE, VRM_BONE_RIGHT_EYE};
    for (int i = 0; i < 3; i++) mark_used(gltf, roles, vrm_model_bone(model, looking[i]));
    int32_t count;
    const vrm_Constraint* constraints = vrm_model_constraints(model, &count);
    for (int32_t i = 0; i < count; i++) {
        mark_used(gltf, roles, constraints[i].node);
        mark_used(gltf, roles, constraints[i].source);
    }
    for (int32_t n = 0; n < gltf->node_count; n++)
        if (roles[n] == ROLE_SWAYS) mark_used(gltf, roles, gltf->nodes[n].parent);
    for (int32_t i = 0; i < bones->collider_count; i++)
        mark_used(gltf, roles, bones->colliders[i].node);
    for (int32_t i = 0; i < bones->spring_count; i++)
        mark_used(gltf, roles, bones->springs[i].center);
}

static uint8_t* find_roles(vrmi_RigBuild* build) {
    const vrm_Gltf* gltf = build->gltf;
    const vrm_SpringBones* bones = vrm_model_spring_bones(build->model);
    uint8_t* roles = vrmi_build_alloc(build, (size_t)gltf->node_count, sizeof *roles);
    if (roles == NULL) return NULL;
    find_sway_nodes(gltf, bones, roles);
    find_used_nodes(gltf, build->model, bones, roles);
    for (int32_t n = 0; n < gltf->node_count; n++)
        if (roles[n] == ROLE_UNKNOWN) roles[n] = ROLE_BODY;
    return roles;
}

static void number_slots(const vrm_Gltf* gltf, const uint8_t* roles, vrm_Rig* rig) {
    int32_t slot = 0;
    for (NodeRole role = ROLE_USED; role <= ROLE_SWAYS; role++) {
        for (int32_t i = 0; i < gltf->node_count; i++) {
            int32_t node = gltf->node_order[i];
            if (roles[node] != role) continue;
            rig->slot_nodes[slot] = node;
            rig->node_slots[node] = slot++;
        }
        if (role == ROLE_USED) rig->used_count = slot;
        if (role == ROLE_BODY) rig->body_count = slot;
    }
}

/* World rotations are products of rotations whatever the scales, so W = P * L holds exactly, as
 * the formulas of humanoid, look-at and constraints assume; positions and scales follow the
 * matrices. */
static void fill_rest(vrm_Rig* rig, int32_t slot, const vrm_Transform* rest) {
    int32_t parent = rig->parents[slot];
    vrm_Transform *local = &rig->rests[slot], *model = &rig->rest_models[slot];
    vrm_Affine* affine = &rig->rest_affines[slot];
    *local = *rest;
    vrmi_transform_bound(local);
    if (!vrmi_scale_is_uniform(local->scale, VRMI_UNIFORM)) rig->is_general = true;
    if (local->scale.x != 1.0f) rig->is_scaled = true;
    *affine = vrmi_affine_from_transform(*local);
    model->rotation = local->rotation;
    if (parent >= 0) {
        *affine = vrmi_affine_mul(&rig->rest_affines[parent], affine);
        model->rotation =
            vrmi_quat_normalize(vrmi_quat_mul(rig->rest_models[parent].rotation, local->rotation));
    }
    vrmi_affine_bound(affine);
    model->translation = vrmi_affine_column(affine, 3);
    model->scale = (vrm_Vec3){vrmi_vec3_length(vrmi_affine_column(affine, 0)),
                              vrmi_vec3_length(vrmi_affine_column(affine, 1)),
                              vrmi_vec3_length(vrmi_affine_column(affine, 2))};
    if (vrmi_vec3_reach(model->scale) > VRMI_SCALE_MAX) rig->is_general = rig->is_large = true;
}

static const vrmi_ArrayRow slot_arrays[] = {
    VRMI_ARRAY(vrm_Rig, slot_nodes, slot_count),  VRMI_ARRAY(vrm_Rig, node_slots, slot_count),
    VRMI_ARRAY(vrm_Rig, parents, slot_count),     VRMI_ARRAY(vrm_Rig, rests, slot_count),
    VRMI_ARRAY(vrm_Rig, rest_models, slot_count), VRMI_ARRAY(vrm_Rig, rest_affines, slot_count),
    VRMI_ARRAY(vrm_Rig, carries, slot_count),
};

vrm_Result vrmi_build_slots(vrmi_RigBuild* build) {
    const vrm_Gltf* gltf = build->gltf;
    vrm_Rig* rig = &build->draft;
    rig->slot_count = gltf->node_count;
    uint8_t* roles = find_roles(build);
    vrmi_arrays_alloc(build, rig, slot_arrays, COUNT(slot_arrays), 0);
    if (build->is_out_of_memory) return VRM_ERR_MEMORY;
    number_slots(gltf, roles, rig);
    for (int32_t slot = 0; slot < rig->slot_count; slot++) {
        const vrm_Node* node = &gltf->nodes[rig->slot_nodes[slot]];
        rig->parents[slot] = node->parent < 0 ? -1 : rig->node_slots[node->parent];
        fill_rest(rig, slot, &node->rest);
    }
    return VRM_OK;
}

void vrmi_slots_carve(vrmi_Carver* carver, vrm_Rig* rig) {
    vrmi_arrays_carve(carver, rig, slot_arrays, COUNT(slot_arrays), 0);
}
