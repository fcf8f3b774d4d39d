/* SPDX-License-Identifier: MIT */
/* Builds a rig from a model: each part in its own file as a draft, then all of them are copied into
 * one block. */
#include "model/model.h"
#include "rig/rig_draft.h"
#include "rig/spring_layout.h"

#include <string.h>

void vrm_rig_def_init(vrm_RigDef* def, size_t def_size) {
    memset(def, 0, def_size);
    def->def_size = (uint32_t)def_size;
}

#define COUNT(array) ((int32_t)(sizeof(array) / sizeof *(array)))

/* ---- Packing ---- */

/* All but those of the slots. */
static const vrmi_ArrayRow arrays[] = {
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
static void carve(vrmi_Carver* carver, const vrm_Rig* draft, vrm_Rig* rig) {
    *rig = *draft;
    rig->block = vrmi_carve(carver, 1, sizeof *rig);
    rig->user_count = vrmi_carve(carver, 1, sizeof *rig->user_count);
    vrmi_slots_carve(carver, rig);
    vrmi_arrays_carve(carver, rig, arrays, COUNT(arrays), 0);
    for (int32_t i = 0; i < rig->expression_count; i++) {
        const char* from = draft->expressions[i].name;
        const char* name = vrmi_carve_copy(carver, from, strlen(from) + 1, 1);
        if (name != NULL) rig->expressions[i].name = name;
    }
    rig->springs = vrmi_spring_layout_carve(carver, draft->springs);
}

static vrm_Result carve_draft(const vrmi_RigBuild* build, vrm_Rig** out_rig) {
    vrmi_Carver carver = {0};
    vrm_Rig measured;
    carve(&carver, &build->draft, &measured);
    size_t size = carver.used;
    if (!vrmi_carver_fill(&carver, &build->arena.allocator)) return VRM_ERR_MEMORY;
    vrm_Rig* rig = (vrm_Rig*)(void*)carver.base;
    carve(&carver, &build->draft, rig);
    rig->allocator = build->budget.below;
    rig->size = size;
    atomic_init(rig->user_count, 1);
    *out_rig = rig;
    return VRM_OK;
}

/* ---- Building ---- */

/* A rig is built as a draft and then carved into one block: for a moment it is there twice. */
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
    if (result == VRM_OK) result = carve_draft(&build, out_rig);
    vrmi_arena_release(&build.arena);
    return vrmi_budget_close(&build.budget, result);
}
