/* SPDX-License-Identifier: MIT */
/* Builds a rig from a model, and implements its inspection functions. Slots and rest pose are built
 * here; the other parts in their own files. */
#include "model/model.h"
#include "rig/build.h"
#include "rig/spring_layout.h"

#include <string.h>

void vrm_rig_def_init(vrm_RigDef* def, size_t def_size) {
    memset(def, 0, def_size);
    def->def_size = (uint32_t)def_size;
}

#define COUNT(array) ((int32_t)(sizeof(array) / sizeof *(array)))

/* ---- Slots ---- */

/* In the order of their slots. */
typedef enum NodeRole { ROLE_UNKNOWN, ROLE_STAGE, ROLE_BODY, ROLE_SWAYS } NodeRole;

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
        roles[n] = ROLE_STAGE;
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
    for (NodeRole role = ROLE_STAGE; role <= ROLE_SWAYS; role++) {
        for (int32_t i = 0; i < gltf->node_count; i++) {
            int32_t node = gltf->node_order[i];
            if (roles[node] != role) continue;
            rig->slot_nodes[slot] = node;
            rig->node_slots[node] = slot++;
        }
        if (role == ROLE_STAGE) rig->stage_count = slot;
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
    if (!vrmi_scale_is_uniform(local->scale)) rig->is_general = true;
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
    float* scale = &model->scale.x;
    for (int axis = 0; axis < 3; axis++)
        scale[axis] = vrmi_vec3_length(vrmi_affine_column(affine, axis));
    if (vrmi_vec3_reach(model->scale) > VRMI_SCALE_MAX) rig->is_general = true;
}

static const vrmi_ArrayRow slot_arrays[] = {
    VRMI_ARRAY(vrm_Rig, slot_nodes, slot_count),  VRMI_ARRAY(vrm_Rig, node_slots, slot_count),
    VRMI_ARRAY(vrm_Rig, parents, slot_count),     VRMI_ARRAY(vrm_Rig, rests, slot_count),
    VRMI_ARRAY(vrm_Rig, rest_models, slot_count), VRMI_ARRAY(vrm_Rig, rest_affines, slot_count),
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

/* ---- Packing ---- */

static const vrmi_ArrayRow other_arrays[] = {
    VRMI_ARRAY(vrm_Rig, hips_chain, hips_chain_count),
    VRMI_ARRAY(vrm_Rig, expressions, expression_count),
    VRMI_ARRAY(vrm_Rig, morph_binds, morph_bind_count),
    VRMI_ARRAY(vrm_Rig, value_binds, value_bind_count),
    VRMI_ARRAY(vrm_Rig, rest_morphs, morph_count),
    VRMI_ARRAY(vrm_Rig, reached_morphs, reached_count),
    VRMI_ARRAY(vrm_Rig, material_values, value_count),
    VRMI_ARRAY(vrm_Rig, look_at.head_chain, look_at.head_chain_count),
    VRMI_ARRAY(vrm_Rig, look_at.inner.curve, look_at.inner.curve_count),
    VRMI_ARRAY(vrm_Rig, look_at.outer.curve, look_at.outer.curve_count),
    VRMI_ARRAY(vrm_Rig, look_at.down.curve, look_at.down.curve_count),
    VRMI_ARRAY(vrm_Rig, look_at.up.curve, look_at.up.curve_count),
    VRMI_ARRAY(vrm_Rig, constraints, constraint_count),
    VRMI_ARRAY(vrm_Rig, constraint_steps, constraint_step_count),
    VRMI_ARRAY(vrm_Rig, mesh_nodes, mesh_node_count),
    VRMI_ARRAY(vrm_Rig, first_person_views, mesh_node_count),
    VRMI_ARRAY(vrm_Rig, third_person_views, mesh_node_count),
    VRMI_ARRAY(vrm_Rig, node_mesh_nodes, slot_count),
    VRMI_ARRAY(vrm_Rig, skins, skin_count),
    VRMI_ARRAY(vrm_Rig, palette_nodes, palette_count),
    VRMI_ARRAY(vrm_Rig, inverse_binds, palette_count),
    VRMI_ARRAY(vrm_Rig, joints_by_slot, palette_count),
    VRMI_ARRAY(vrm_Rig, slot_joints, slot_joint_count),
};

/* Copies the draft and its arrays into the carver's block; while measuring the pointers of `rig`
 * are undefined. */
static void pack(vrmi_Carver* carver, const vrm_Rig* draft, vrm_Rig* rig) {
    *rig = *draft;
    rig->block = vrmi_carve(carver, 1, sizeof *rig);
    rig->user_count = vrmi_carve(carver, 1, sizeof *rig->user_count);
    vrmi_arrays_pack(carver, rig, slot_arrays, COUNT(slot_arrays), 0);
    vrmi_arrays_pack(carver, rig, other_arrays, COUNT(other_arrays), 0);
    for (int32_t i = 0; i < rig->expression_count; i++) {
        const char* from = draft->expressions[i].name;
        const char* name = vrmi_carve_copy(carver, from, strlen(from) + 1, 1);
        if (name != NULL) rig->expressions[i].name = name;
    }
    rig->springs = vrmi_spring_layout_pack(carver, draft->springs);
}

static vrm_Result pack_draft(const vrmi_RigBuild* build, vrm_Rig** out_rig) {
    vrmi_Carver carver = {0};
    vrm_Rig measured;
    pack(&carver, &build->draft, &measured);
    size_t size = carver.used;
    if (!vrmi_carver_fill(&carver, &build->arena.allocator)) return VRM_ERR_MEMORY;
    vrm_Rig* rig = (vrm_Rig*)(void*)carver.base;
    pack(&carver, &build->draft, rig);
    rig->allocator = build->budget.below;
    rig->size = size;
    atomic_init(rig->user_count, 1);
    *out_rig = rig;
    return VRM_OK;
}

/* A rig is built as a draft and then packed: for a moment it is there twice. */
static vrm_Limits building_limits(const vrm_Model* model) {
    vrm_Limits limits = model->document->def.limits;
    vrm_Allowance* memory = &limits.memory;
    memory->base = memory->base > UINT64_MAX / 2 ? UINT64_MAX : memory->base * 2;
    memory->per_byte = memory->per_byte > UINT64_MAX / 2 ? UINT64_MAX : memory->per_byte * 2;
    return limits;
}

/* Later parts read what earlier ones filled. */
static vrm_Result (*const part_builders[])(vrmi_RigBuild*) = {
    vrmi_build_slots,   vrmi_build_humanoid,    vrmi_build_meshes,  vrmi_build_expressions,
    vrmi_build_look_at, vrmi_build_constraints, vrmi_build_springs,
};

vrm_Result vrm_rig_build(const vrm_Model* model, const vrm_RigDef* def, vrm_Rig** out_rig) {
    *out_rig = NULL;
    vrmi_RigBuild build = {.model = model, .gltf = vrm_model_gltf(model)};
    vrm_rig_def_init(&build.def, sizeof build.def);
    if (def != NULL && !vrmi_def_copy(&build.def, sizeof build.def, def)) return VRM_ERR_DEF;
    vrm_Limits limits = building_limits(model);
    vrmi_budget_init(&build.budget, &build.def.allocator);
    vrmi_budget_open(&build.budget, &limits, vrmi_document_source_bytes(model->document), 0,
                     build.def.report);
    vrm_Allocator allocator = vrmi_budget_allocator(&build.budget);
    vrmi_arena_init(&build.arena, &allocator, 64 * 1024);
    build.draft.dialect = vrm_model_dialect(model);
    build.draft.facing = vrm_model_facing(model) < 0 ? -1 : 1;
    build.draft.override_damps_eye_bones = build.def.override_damps_eye_bones;

    vrm_Result result = VRM_OK;
    for (int32_t i = 0; i < COUNT(part_builders) && result == VRM_OK; i++)
        result = part_builders[i](&build);
    if (result == VRM_OK) result = pack_draft(&build, out_rig);
    vrmi_arena_release(&build.arena);
    return vrmi_budget_close(&build.budget, result);
}

/* ---- Inspection ---- */

vrm_Dialect vrm_rig_dialect(const vrm_Rig* rig) {
    return rig->dialect;
}

int32_t vrm_rig_facing(const vrm_Rig* rig) {
    return rig->facing;
}

int32_t vrm_rig_node_count(const vrm_Rig* rig) {
    return rig->slot_count;
}

static int32_t slot_of(const vrm_Rig* rig, int32_t node) {
    return node >= 0 && node < rig->slot_count ? rig->node_slots[node] : -1;
}

int32_t vrm_rig_parent(const vrm_Rig* rig, int32_t node) {
    int32_t slot = slot_of(rig, node);
    if (slot < 0 || rig->parents[slot] < 0) return -1;
    return rig->slot_nodes[rig->parents[slot]];
}

vrm_Transform vrm_rig_rest(const vrm_Rig* rig, int32_t node) {
    int32_t slot = slot_of(rig, node);
    return slot < 0 ? vrmi_transform_identity() : rig->rests[slot];
}

vrm_Transform vrm_rig_rest_model(const vrm_Rig* rig, int32_t node) {
    int32_t slot = slot_of(rig, node);
    return slot < 0 ? vrmi_transform_identity() : rig->rest_models[slot];
}

int32_t vrm_rig_expression_count(const vrm_Rig* rig) {
    return rig->expression_count;
}

vrm_ExpressionInfo vrm_rig_expression_info(const vrm_Rig* rig, int32_t expression) {
    vrm_ExpressionInfo info = {.preset = VRM_EXPRESSION_CUSTOM};
    if (expression < 0 || expression >= rig->expression_count) return info;
    const vrmi_RigExpression* e = &rig->expressions[expression];
    info.name = e->name;
    info.preset = (vrm_ExpressionPreset)e->preset;
    info.category = (vrm_Category)e->category;
    info.binary = (vrm_BinaryRule)e->binary;
    return info;
}

int32_t vrm_rig_expression(const vrm_Rig* rig, const char* name) {
    for (int32_t i = 0; i < rig->expression_count; i++)
        if (rig->expressions[i].name[0] == name[0] && strcmp(rig->expressions[i].name, name) == 0)
            return i;
    return -1;
}

int32_t vrm_rig_expression_preset(const vrm_Rig* rig, vrm_ExpressionPreset preset) {
    if (preset < 0 || preset >= VRM_EXPRESSION_PRESET_COUNT) return -1;
    return rig->preset_expressions[preset];
}

const vrm_MaterialValue* vrm_rig_material_values(const vrm_Rig* rig, int32_t* out_count) {
    *out_count = rig->value_count;
    return rig->material_values;
}

bool vrm_rig_look_at(const vrm_Rig* rig, vrm_LookAtType* out_type) {
    if (out_type != NULL) *out_type = rig->look_at.type;
    return rig->look_at.is_present;
}

int32_t vrm_rig_constraint_count(const vrm_Rig* rig) {
    return rig->constraint_count;
}

vrm_RigConstraint vrm_rig_constraint(const vrm_Rig* rig, int32_t index) {
    if (index < 0 || index >= rig->constraint_count) return (vrm_RigConstraint){-1, -1, 0, 0.0f};
    const vrmi_RigConstraint* c = &rig->constraints[index];
    return (vrm_RigConstraint){rig->slot_nodes[c->slot], rig->slot_nodes[c->source], c->type,
                               c->weight};
}

const vrm_MeshNode* vrm_rig_mesh_nodes(const vrm_Rig* rig, int32_t* out_count) {
    *out_count = rig->mesh_node_count;
    return rig->mesh_nodes;
}

int32_t vrm_rig_morph_count(const vrm_Rig* rig) {
    return rig->morph_count;
}

int32_t vrm_rig_skin_count(const vrm_Rig* rig) {
    return rig->skin_count;
}

vrm_RigSkin vrm_rig_skin(const vrm_Rig* rig, int32_t skin) {
    if (skin < 0 || skin >= rig->skin_count) return (vrm_RigSkin){0};
    const vrmi_RigSkin* s = &rig->skins[skin];
    return (vrm_RigSkin){s->count, s->first, rig->palette_nodes + s->first,
                         rig->inverse_binds + s->first};
}

int32_t vrm_rig_palette_count(const vrm_Rig* rig) {
    return rig->palette_count;
}
