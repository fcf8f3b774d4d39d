/* SPDX-License-Identifier: MIT */
/* From 1.0 or beta to 0.x. This takes several edits, so they are made on a copy, which replaces the
 * model after all have succeeded: constraints are removed, nodes are normalized, then one edit
 * turns the avatar to -Z and replaces the extensions of 1.0 by the extension VRM. */
#include "migrate/down.h"
#include "migrate/losses.h"
#include "migrate/unknown.h"

#include "model/model_copy.h"
#include "normalize/normalize.h"

#include <string.h>

#define CONSTRAINT "VRMC_node_constraint"

/* ---- Before the edit ---- */

static vrm_Result drop_constraints(vrm_Model* model, vrm_Report* report) {
    vrm_Edit* edit;
    const vrm_Gltf* gltf = &model->document->gltf;
    if (model->constraint_count == 0) return VRM_OK;
    vrm_Result result = vrm_edit_begin(model, &edit);
    if (result != VRM_OK) return result;
    for (int32_t i = 0; i < model->constraint_count; i++) {
        const vrm_Node* node = &gltf->nodes[model->constraints[i].node];
        vrmi_report(report, VRMI_RULE_DOWNGRADE_CONSTRAINT_LOST, model->document->json,
                    model->constraints[i].json, NULL);
        vrmi_Migration migration = {.json = model->document->json, .edit = edit};
        vrmi_unknown_keep(&migration, vrm_gltf_extension(gltf, node->json, CONSTRAINT),
                          &vrmi_node_constraint, node->json, CONSTRAINT);
        vrmi_edit_drop_extension(edit, node->json, CONSTRAINT);
    }
    result = vrm_edit_commit(edit, NULL);
    if (result != VRM_OK) vrm_edit_abandon(edit);
    return result;
}

/* ---- The edit ---- */

static void write_extension(vrmi_Descent* descent) {
    vrm_Edit* edit = descent->migration.edit;
    vrm_JsonRef extensions = vrmi_edit_object(edit, vrm_json_root(edit->json), "extensions");
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_object(b);
    vrmi_put_string(b, "exporterVersion", "libvrm " VRM_VERSION_TEXT);
    vrmi_put_string(b, "specVersion", "0.0");
    vrmi_descent_meta(descent, b);
    vrmi_descent_humanoid(descent, b);
    vrmi_descent_first_person(descent, b);
    vrmi_descent_expressions(descent, b);
    vrmi_descent_springs(descent, b);
    vrmi_descent_materials(descent, b);
    vrm_json_end_object(b);
    vrmi_edit_put(edit, extensions, "VRM");
}

/* Those that cannot be read are still there. */
static void lose_constraints(vrmi_Migration* migration) {
    const vrm_Gltf* gltf = migration->gltf;
    for (int32_t i = 0; i < gltf->node_count; i++)
        vrmi_lose(migration, vrm_gltf_extension(gltf, gltf->nodes[i].json, CONSTRAINT),
                  VRMI_RULE_DOWNGRADE_CONSTRAINT_LOST);
}

/* Groups of colliders have no names in 0.x. */
static void lose_group_names(vrmi_Migration* migration) {
    const vrm_SpringBones* springs = migration->model->spring_bones;
    for (int32_t i = 0; i < springs->collider_group_count; i++)
        vrmi_lose(migration,
                  vrm_json_member(migration->json, springs->collider_groups[i].json, "name"),
                  VRMI_RULE_COUNT);
}

/* The root and meta keep their extras; all other unknown members are kept beside the object that
 * they belonged to. */
static void keep_unknown(vrmi_Migration* migration) {
    vrm_Edit* edit = migration->edit;
    const vrm_Gltf* gltf = migration->gltf;
    const vrm_Json* json = migration->json;
    vrm_JsonRef old = vrm_json_member(json, vrm_json_root(json), "extensions");
    vrm_JsonRef new = vrm_json_member(edit->json, vrm_json_root(edit->json), "extensions");
    vrm_JsonRef vrm = vrm_json_member(edit->json, new, "VRM");
    lose_constraints(migration);
    lose_group_names(migration);
    vrmi_losses_sort(migration);
    vrmi_unknown_keep_root(migration, vrm_json_member(json, old, "VRMC_vrm"), &vrmi_vrm1_root, vrm,
                           "VRMC_vrm");
    vrmi_unknown_keep(migration, vrm_json_member(json, old, "VRMC_springBone"), &vrmi_spring_root,
                      vrm, "VRMC_springBone");
    for (int32_t i = 0; i < gltf->material_count; i++)
        vrmi_unknown_keep(migration,
                          vrm_gltf_extension(gltf, gltf->materials[i].json, "VRMC_materials_mtoon"),
                          &vrmi_mtoon, gltf->materials[i].json, "VRMC_materials_mtoon");
    for (int32_t i = 0; i < gltf->node_count; i++)
        vrmi_unknown_keep(migration, vrm_gltf_extension(gltf, gltf->nodes[i].json, CONSTRAINT),
                          &vrmi_node_constraint, gltf->nodes[i].json, CONSTRAINT);
}

static void drop_new_extensions(vrm_Edit* edit, const vrm_Gltf* gltf) {
    vrm_JsonRef root = vrm_json_root(edit->json);
    vrmi_edit_drop_extension(edit, root, "VRMC_vrm");
    vrmi_edit_drop_extension(edit, root, "VRMC_springBone");
    for (int32_t i = 0; i < gltf->material_count; i++)
        vrmi_edit_drop_extension(edit, gltf->materials[i].json, "VRMC_materials_mtoon");
    for (int32_t i = 0; i < gltf->node_count; i++)
        vrmi_edit_drop_extension(edit, gltf->nodes[i].json, CONSTRAINT);
}

static vrm_JsonRef meta_of(const vrm_Edit* edit) {
    vrm_JsonRef extensions = vrm_json_member(edit->json, vrm_json_root(edit->json), "extensions");
    return vrm_json_member(edit->json, vrm_json_member(edit->json, extensions, "VRM"), "meta");
}

static vrm_Result write_all(vrm_Model* model, const vrm_MigrateDef* def, vrm_Report* report) {
    vrmi_Descent descent = {.migration = {.def = *def,
                                          .model = model,
                                          .gltf = &model->document->gltf,
                                          .json = model->document->json,
                                          .report = report,
                                          .is_turned = model->facing > 0}};
    vrmi_Migration* migration = &descent.migration;
    vrm_Result result = vrm_edit_begin(model, &migration->edit);
    if (result != VRM_OK) return result;
    vrm_Edit* edit = migration->edit;
    edit->lists_extensions = true;
    vrmi_arena_init(&migration->arena, &edit->allocator, 4096);
    vrmi_migrate_geometry(migration);
    vrmi_descent_prepare_meta(&descent);
    vrmi_descent_prepare_materials(&descent);
    vrmi_descent_prepare_springs(&descent);
    if (edit->result == VRM_OK) {
        write_extension(&descent);
        keep_unknown(migration);
        vrmi_terms_keep(&descent, meta_of(edit));
        drop_new_extensions(edit, migration->gltf);
        vrm_JsonRef asset = vrm_json_member(edit->json, vrm_json_root(edit->json), "asset");
        vrmi_edit_string(edit, asset, "generator", "libvrm " VRM_VERSION_TEXT);
    }
    vrmi_arena_release(&migration->arena);
    result = vrm_edit_commit(edit, NULL);
    if (result != VRM_OK) vrm_edit_abandon(edit);
    return result;
}

vrm_Result vrmi_migrate_down(vrm_Model* model, const vrm_MigrateDef* def, vrm_Report* report) {
    vrm_Model* copy;
    vrmi_NormalizeOutcome outcome;
    vrm_NormalizeDef normalize = vrm_default_normalize_def();
    if (model->dialect == VRM_DIALECT_DRAFT) {
        vrmi_report(report, VRMI_RULE_DOWNGRADE_DRAFT, model->document->json,
                    vrm_json_root(model->document->json), NULL);
        return VRM_ERR_UNSUPPORTED;
    }
    vrm_Result result = vrmi_model_copy(model, report, &copy);
    if (result != VRM_OK) return result;
    result = drop_constraints(copy, report);
    if (result == VRM_OK) result = vrmi_normalize_model(copy, &normalize, report, &outcome);
    if (result == VRM_OK) result = write_all(copy, def, report);
    result = vrmi_budget_close(&copy->document->budget, result);
    if (result == VRM_OK)
        vrmi_model_take_place(model, copy);
    else
        vrm_model_destroy(copy);
    return result;
}
