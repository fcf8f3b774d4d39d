/* SPDX-License-Identifier: MIT */
/* Humanoid, face, springs and constraints: the model has them in the form of 1.0 already;
 * directions are turned with the geometry. */
#include "migrate/losses.h"

#include <string.h>

/* ---- Humanoid ---- */

/* The map is written anew, so that old names of thumbs do not stay beside the new ones. */
void vrmi_migrate_humanoid(vrmi_Migration* migration) {
    vrm_Edit* edit = migration->edit;
    vrm_JsonRef vrm = vrmi_edit_vrm(edit);
    vrmi_edit_drop(edit, vrm_json_member(edit->json, vrm, "humanoid"), "humanBones");
    vrmi_edit_fail(edit, vrm_edit_set_bones(edit, migration->model->avatar->bones));
}

/* ---- Face ---- */

static void migrate_expressions(vrmi_Migration* migration) {
    int32_t count;
    const vrm_Expression* expressions = vrmi_migrate_expressions(migration, &count);
    for (int32_t i = 0; i < count; i++)
        if (expressions[i].binary == VRM_BINARY_NON_ZERO)
            vrmi_report(migration->report, VRMI_RULE_MIGRATE_BINARY_THRESHOLD, migration->json,
                        expressions[i].json, NULL);
    vrmi_edit_fail(migration->edit, vrm_edit_set_expressions(migration->edit, expressions, count));
}

static void migrate_look_at(vrmi_Migration* migration) {
    const vrm_LookAt* old = migration->model->avatar->look_at;
    if (old == NULL) {
        vrmi_edit_fail(migration->edit, vrm_edit_set_look_at(migration->edit, NULL));
        return;
    }
    vrm_LookAt look_at = *old;
    look_at.offset_from_head = vrmi_migrate_vec3(migration, old->offset_from_head);
    bool has_curve = old->horizontal_inner.curve != NULL || old->horizontal_outer.curve != NULL ||
                     old->vertical_down.curve != NULL || old->vertical_up.curve != NULL;
    if (has_curve)
        vrmi_report(migration->report, VRMI_RULE_MIGRATE_LOOK_AT_CURVE_LOST, migration->json,
                    old->json, NULL);
    vrmi_edit_fail(migration->edit, vrm_edit_set_look_at(migration->edit, &look_at));
}

static void migrate_first_person(vrmi_Migration* migration) {
    const vrm_Model* model = migration->model;
    int32_t count = migration->gltf->node_count;
    vrm_FirstPersonType* types = vrmi_migrate_alloc(migration, (size_t)count, sizeof *types);
    if (types == NULL) return;
    for (int32_t i = 0; i < count; i++) types[i] = vrm_model_first_person(model, i);
    if (model->avatar->first_person_node >= 0 &&
        model->avatar->first_person_node != model->avatar->bones[VRM_BONE_HEAD])
        vrmi_report(migration->report, VRMI_RULE_MIGRATE_FIRST_PERSON_BONE_LOST, migration->json,
                    migration->root, NULL);
    vrmi_edit_fail(migration->edit, vrm_edit_set_first_person(migration->edit, types, count));
}

void vrmi_migrate_face(vrmi_Migration* migration) {
    migrate_expressions(migration);
    migrate_look_at(migration);
    migrate_first_person(migration);
}

/* ---- Springs ---- */

static void turn_colliders(vrmi_Migration* migration, vrm_SpringBones* springs) {
    vrm_Collider* colliders =
        vrmi_migrate_alloc(migration, (size_t)springs->collider_count, sizeof *colliders);
    if (colliders == NULL) return;
    for (int32_t i = 0; i < springs->collider_count; i++) {
        colliders[i] = springs->colliders[i];
        colliders[i].offset = vrmi_migrate_vec3(migration, colliders[i].offset);
        colliders[i].tail = vrmi_migrate_vec3(migration, colliders[i].tail);
        colliders[i].normal = vrmi_migrate_vec3(migration, colliders[i].normal);
    }
    springs->colliders = colliders;
}

/* Which nodes turn in a chain. */
static const uint8_t* find_turning(vrmi_Migration* migration, const vrm_SpringBones* springs) {
    uint8_t* turns = vrmi_migrate_alloc(migration, (size_t)migration->gltf->node_count, 1);
    for (int32_t i = 0; i < springs->spring_count && turns != NULL; i++)
        for (int32_t k = 0; k + 1 < springs->springs[i].joint_count; k++)
            if (springs->springs[i].joints[k].node >= 0)
                turns[springs->springs[i].joints[k].node] = 1;
    return turns;
}

/* In 1.0 a node may be in only one chain: a tail that turns in another chain becomes a tail without
 * a node at the same position. */
static void free_tail(const vrmi_Migration* migration, vrm_SpringJoint* tail,
                      const uint8_t* turns) {
    if (tail->node < 0 || !turns[tail->node]) return;
    tail->end_offset = migration->gltf->nodes[tail->node].rest.translation;
    tail->node = -1;
}

/* Leaves that only serve as the tail of their parent: the end nodes of an earlier migration, which
 * migration to 0.x leaves in the file, and those of modelling programs. */
static const uint8_t* find_bare_ends(vrmi_Migration* migration, const vrm_SpringBones* springs) {
    const vrm_Gltf* gltf = migration->gltf;
    uint8_t* is_bare = vrmi_migrate_alloc(migration, (size_t)gltf->node_count, 1);
    if (is_bare == NULL) return NULL;
    for (int32_t i = 0; i < gltf->node_count; i++) {
        const vrm_Node* node = &gltf->nodes[i];
        size_t length = strlen(node->name);
        is_bare[i] = length >= 4 && strcmp(node->name + length - 4, "_end") == 0 &&
                     node->child_count == 0 && node->mesh < 0 && node->camera < 0 &&
                     vrm_json_member(migration->json, node->json, "extensions") == VRM_JSON_MISSING;
    }
    for (int32_t i = 0; i < gltf->skin_count; i++)
        for (int32_t k = 0; k < gltf->skins[i].joint_count; k++)
            if (gltf->skins[i].joints[k] >= 0) is_bare[gltf->skins[i].joints[k]] = 0;
    for (int32_t i = 0; i < springs->collider_count; i++)
        if (springs->colliders[i].node >= 0) is_bare[springs->colliders[i].node] = 0;
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++)
        if (vrmi_model_bone(migration->model, (vrm_Bone)bone) >= 0)
            is_bare[vrmi_model_bone(migration->model, (vrm_Bone)bone)] = 0;
    return is_bare;
}

/* 0.x lets every leaf sway towards a point 7 cm behind it. Behind a bare end that has no visible
 * effect, and each migration to 0.x and back would add one more node. */
static int32_t count_joints(const vrm_Spring* spring, const uint8_t* is_bare) {
    int32_t count = spring->joint_count;
    if (count < 3 || spring->joints[count - 1].node >= 0) return count;
    int32_t leaf = spring->joints[count - 2].node;
    return leaf >= 0 && is_bare[leaf] ? count - 1 : count;
}

static const vrm_SpringJoint* turn_joints(vrmi_Migration* migration, const vrm_Spring* spring,
                                          const uint8_t* turns) {
    vrm_SpringJoint* joints =
        vrmi_migrate_alloc(migration, (size_t)spring->joint_count, sizeof *joints);
    if (joints == NULL) return spring->joints;
    for (int32_t i = 0; i < spring->joint_count; i++) {
        joints[i] = spring->joints[i];
        bool is_tail = i > 0 && i + 1 == spring->joint_count;
        if (is_tail && migration->model->dialect != VRM_DIALECT_BETA)
            free_tail(migration, &joints[i], turns);
        joints[i].gravity_dir = vrmi_migrate_vec3(migration, joints[i].gravity_dir);
        joints[i].end_offset = vrmi_migrate_vec3(migration, joints[i].end_offset);
        joints[i].limit.rotation = vrmi_migrate_quat(migration, joints[i].limit.rotation);
    }
    return joints;
}

void vrmi_migrate_springs(vrmi_Migration* migration) {
    vrm_SpringBones springs = *migration->model->spring_bones;
    const uint8_t* is_bare = find_bare_ends(migration, &springs);
    vrm_Spring* chains =
        vrmi_migrate_alloc(migration, (size_t)springs.spring_count, sizeof *chains);
    if (is_bare == NULL || chains == NULL) return;
    for (int32_t i = 0; i < springs.spring_count; i++) {
        chains[i] = springs.springs[i];
        chains[i].joint_count = count_joints(&chains[i], is_bare);
        if (chains[i].joint_count < 2) chains[i].joint_count = 0; /* moves nothing: left out */
    }
    springs.springs = chains;
    const uint8_t* turns = find_turning(migration, &springs);
    turn_colliders(migration, &springs);
    if (turns == NULL) return;
    for (int32_t i = 0; i < springs.spring_count; i++) {
        chains[i].joints = turn_joints(migration, &chains[i], turns);
        bool is_named = chains[i].name[0] != '\0' || chains[i].joint_count == 0;
        if (!is_named && chains[i].joints[0].node >= 0)
            chains[i].name = migration->gltf->nodes[chains[i].joints[0].node].name;
    }
    vrmi_edit_fail(migration->edit, vrm_edit_set_spring_bones(migration->edit, &springs));
}

/* ---- Constraints ---- */

/* Half a turn about Y reverses X and Z. A roll is the same about an axis and its reverse. */
static vrm_Axis turned_axis(const vrmi_Migration* migration, const vrm_Constraint* constraint) {
    static const vrm_Axis turned[] = {VRM_AXIS_NEGATIVE_X, VRM_AXIS_POSITIVE_Y,
                                      VRM_AXIS_NEGATIVE_Z, VRM_AXIS_POSITIVE_X,
                                      VRM_AXIS_NEGATIVE_Y, VRM_AXIS_POSITIVE_Z};
    bool turns = migration->is_turned && constraint->type == VRM_CONSTRAINT_AIM;
    return turns ? turned[constraint->axis] : constraint->axis;
}

void vrmi_migrate_constraints(vrmi_Migration* migration) {
    const vrm_Model* model = migration->model;
    vrm_Edit* edit = migration->edit;
    int32_t next = 0; /* constraints come in node order */
    for (int32_t i = 0; i < migration->gltf->node_count; i++) {
        vrm_JsonRef node = migration->gltf->nodes[i].json;
        vrm_JsonRef old = vrm_gltf_extension(migration->gltf, node, "VRMC_node_constraint");
        if (next < model->constraint_count && model->constraints[next].node == i) {
            vrm_Constraint constraint = model->constraints[next++];
            constraint.axis = turned_axis(migration, &constraint);
            vrmi_edit_fail(edit, vrm_edit_set_constraint(edit, &constraint));
        } else if (old != VRM_JSON_MISSING) {
            vrmi_lose(migration, old, VRMI_RULE_MIGRATE_CONSTRAINT_LOST);
            vrmi_edit_drop_extension(edit, node, "VRMC_node_constraint");
        }
    }
}
