/* SPDX-License-Identifier: MIT */
/* Migrates an avatar of an older dialect to 1.0: one edit, composed of parts. */
#include "migrate/down.h"
#include "migrate/losses.h"
#include "migrate/unknown.h"

#include <string.h>

void vrm_migrate_def_init(vrm_MigrateDef* def, size_t def_size) {
    vrm_MigrateDef defaults = {.to = VRM_DIALECT_1};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

/* ---- Morph names ---- */

/* 1.0 has the names on the mesh; 0.x often has them on primitives. */
static void move_morph_names(vrmi_Migration* migration, const vrm_Mesh* mesh) {
    vrm_Edit* edit = migration->edit;
    vrm_JsonRef extras = vrm_json_member(edit->json, mesh->json, "extras");
    bool has_names = vrm_json_member(edit->json, extras, "targetNames") != VRM_JSON_MISSING;
    if (mesh->target_name_count > 0 && !has_names) {
        extras = vrmi_edit_extras(edit, mesh->json);
        vrm_JsonBuilder* b = vrmi_edit_text(edit);
        vrm_json_begin_array(b);
        for (int32_t i = 0; i < mesh->target_name_count; i++)
            vrm_json_put_string(b, mesh->target_names[i]);
        vrm_json_end_array(b);
        vrmi_edit_put(edit, extras, "targetNames");
    }
    for (int32_t i = 0; i < mesh->primitive_count; i++) {
        vrm_JsonRef primitive = mesh->primitives[i].json;
        extras = vrm_json_member(edit->json, primitive, "extras");
        if (vrm_json_member(edit->json, extras, "targetNames") == VRM_JSON_MISSING) continue;
        vrmi_edit_drop(edit, extras, "targetNames");
        if (vrm_json_count(edit->json, extras) == 0) vrmi_edit_drop(edit, primitive, "extras");
    }
}

/* VRMC_vrm 1.0, "TANGENT": a morph target has no tangents; renderers compute them. A target that
 * had only tangents stays, without attributes. */
static void drop_morph_tangents(vrmi_Migration* migration, const vrm_Mesh* mesh) {
    vrm_Edit* edit = migration->edit;
    bool is_reported = false;
    for (int32_t p = 0; p < mesh->primitive_count; p++) {
        vrm_JsonRef targets = vrm_json_member(edit->json, mesh->primitives[p].json, "targets");
        for (int32_t t = 0; t < mesh->primitives[p].target_count; t++) {
            const vrm_MorphTarget* target = &mesh->primitives[p].targets[t];
            if (target->attribute_count < 2 ||
                vrm_morph_target_attribute(target, VRM_SEMANTIC_TANGENT) < 0)
                continue;
            vrmi_edit_drop(edit, vrm_json_element(edit->json, targets, (uint32_t)t), "TANGENT");
            if (!is_reported)
                vrmi_report(migration->report, VRMI_RULE_MIGRATE_MORPH_TANGENTS_LOST,
                            migration->json, mesh->json, NULL);
            is_reported = true;
        }
    }
}

/* ---- The old extension ---- */

/* Beta has the objects of 1.0: they are overwritten. The extensions of other dialects are removed
 * as a whole. */
static void drop_old_extension(vrmi_Migration* migration) {
    vrm_Edit* edit = migration->edit;
    vrm_JsonRef root = vrm_json_root(edit->json);
    if (migration->model->dialect == VRM_DIALECT_0) vrmi_edit_drop_extension(edit, root, "VRM");
    if (migration->model->dialect == VRM_DIALECT_DRAFT)
        vrmi_edit_drop_extension(edit, root, "VRMC_vrm");
}

#define MTOON "VRMC_materials_mtoon"

/* Takes back the MToon 1.0 members that going down kept. A 0.x material that already has the 1.0
 * extension has members there that could conflict: its extras stay as they are. */
static void take_back_mtoon(vrmi_Migration* migration) {
    const vrm_Gltf* gltf = migration->gltf;
    const vrm_Json* json = migration->edit->json;
    for (int32_t i = 0; i < gltf->material_count; i++) {
        vrm_JsonRef material = gltf->materials[i].json;
        vrm_JsonRef written =
            vrm_json_member(json, vrm_json_member(json, material, "extensions"), MTOON);
        if (vrm_json_type(json, written) == VRM_JSON_OBJECT &&
            vrm_gltf_extension(gltf, material, MTOON) == VRM_JSON_MISSING)
            vrmi_unknown_take_back(migration, material, &vrmi_mtoon, MTOON, written);
    }
}

/* What is left out of extensions that 1.0 has too is kept beside the new ones. What is left out of
 * the old extension is kept together with what is unknown in it. */
static void keep_losses(vrmi_Migration* migration) {
    const vrm_Gltf* gltf = migration->gltf;
    const vrm_Json* json = migration->json;
    vrm_JsonRef old = vrm_json_member(json, vrm_json_root(json), "extensions");
    vrm_JsonRef vrm = vrmi_edit_vrm(migration->edit);
    bool is_beta = migration->model->dialect == VRM_DIALECT_BETA;
    if (!is_beta) vrmi_lose_parts0(migration);
    vrmi_losses_sort(migration);
    if (is_beta)
        vrmi_unknown_keep_losses(migration, migration->root, &vrmi_vrm1_root, vrm, "VRMC_vrm");
    vrmi_unknown_keep_losses(migration, vrm_json_member(json, old, "VRMC_springBone"),
                             &vrmi_spring_root, vrm, "VRMC_springBone");
    for (int32_t i = 0; i < gltf->material_count && is_beta; i++)
        vrmi_unknown_keep_losses(migration,
                                 vrm_gltf_extension(gltf, gltf->materials[i].json, MTOON),
                                 &vrmi_mtoon, gltf->materials[i].json, MTOON);
    for (int32_t i = 0; i < gltf->node_count; i++)
        vrmi_unknown_keep_losses(
            migration, vrm_gltf_extension(gltf, gltf->nodes[i].json, "VRMC_node_constraint"),
            &vrmi_node_constraint, gltf->nodes[i].json, "VRMC_node_constraint");
}

/* Beta has the shapes of 1.0. In older dialects the root and meta, which have the same purpose in
 * 1.0, keep their extras; all other unknown members are kept together. */
static void keep_unknown(vrmi_Migration* migration) {
    vrm_Edit* edit = migration->edit;
    const vrm_Gltf* gltf = migration->gltf;
    bool is_0 = migration->model->dialect == VRM_DIALECT_0;
    vrm_JsonRef root = vrm_json_root(edit->json), vrm = vrmi_edit_vrm(edit);
    keep_losses(migration);
    if (migration->model->dialect != VRM_DIALECT_BETA) {
        vrmi_unknown_keep_root(migration, migration->root,
                               is_0 ? &vrmi_vrm0_root : &vrmi_draft_root, vrm,
                               is_0 ? "VRM" : "VRMC_vrm");
        for (int32_t i = 0; i < gltf->material_count && !is_0; i++)
            vrmi_unknown_keep(migration, vrm_gltf_extension(gltf, gltf->materials[i].json, MTOON),
                              &vrmi_mtoon_draft, gltf->materials[i].json, MTOON);
        if (is_0) take_back_mtoon(migration);
        vrmi_terms_forget(migration, vrm_json_member(edit->json, vrm, "meta"));
        return;
    }
    vrm_JsonRef old =
        vrm_json_member(migration->json, vrm_json_root(migration->json), "extensions");
    vrm_JsonRef new = vrm_json_member(edit->json, root, "extensions");
    vrmi_unknown_restore(migration, migration->root, &vrmi_vrm1_root, vrm);
    vrmi_unknown_restore(migration, vrm_json_member(migration->json, old, "VRMC_springBone"),
                         &vrmi_spring_root, vrm_json_member(edit->json, new, "VRMC_springBone"));
    for (int32_t i = 0; i < gltf->node_count; i++) {
        vrm_JsonRef constraint =
            vrm_gltf_extension(gltf, gltf->nodes[i].json, "VRMC_node_constraint");
        vrm_JsonRef written = vrm_json_member(
            edit->json, vrm_json_member(edit->json, gltf->nodes[i].json, "extensions"),
            "VRMC_node_constraint");
        if (constraint != VRM_JSON_MISSING)
            vrmi_unknown_restore(migration, constraint, &vrmi_node_constraint, written);
    }
}

static void write_all(vrmi_Migration* migration) {
    vrm_Edit* edit = migration->edit;
    drop_old_extension(migration);
    vrmi_migrate_geometry(migration);
    vrmi_migrate_meta(migration);
    vrmi_migrate_humanoid(migration);
    vrmi_migrate_face(migration);
    vrmi_migrate_springs(migration);
    vrmi_migrate_constraints(migration);
    vrmi_migrate_materials(migration);
    for (int32_t i = 0; i < migration->gltf->mesh_count; i++) {
        move_morph_names(migration, &migration->gltf->meshes[i]);
        drop_morph_tangents(migration, &migration->gltf->meshes[i]);
    }
    keep_unknown(migration);
    vrm_JsonRef asset = vrm_json_member(edit->json, vrm_json_root(edit->json), "asset");
    vrmi_edit_string(edit, asset, "generator", "libvrm " VRM_VERSION_TEXT);
}

static vrm_JsonRef old_extension(const vrm_Model* model) {
    const vrm_Json* json = model->document->json;
    vrm_JsonRef extensions = vrm_json_member(json, vrm_json_root(json), "extensions");
    return vrm_json_member(json, extensions, model->dialect == VRM_DIALECT_0 ? "VRM" : "VRMC_vrm");
}

vrm_Result vrm_migrate(vrm_Model* model, const vrm_MigrateDef* given, vrm_Report* report) {
    vrm_MigrateDef def = vrm_default_migrate_def();
    if (given != NULL && !vrmi_def_copy(&def, sizeof def, given)) return VRM_ERR_DEF;
    if (def.to != VRM_DIALECT_0 && def.to != VRM_DIALECT_1) return VRM_ERR_ARGUMENT;
    if (model->dialect == def.to) return VRM_OK;
    const vrm_Json* json = model->document->json;
    if (model->dialect == VRM_DIALECT_NONE) {
        vrmi_report(report, VRMI_RULE_MIGRATE_NOT_AN_AVATAR, json, vrm_json_root(json), NULL);
        return VRM_ERR_INVALID;
    }
    if (def.to == VRM_DIALECT_0) return vrmi_migrate_down(model, &def, report);
    vrmi_Migration migration = {.def = def,
                                .model = model,
                                .gltf = &model->document->gltf,
                                .json = json,
                                .root = old_extension(model),
                                .report = report,
                                .is_turned = model->facing < 0};
    vrmi_document_limit(model->document, report);
    vrm_Result result = vrm_edit_begin(model, &migration.edit);
    if (result != VRM_OK) return vrmi_budget_close(&model->document->budget, result);
    migration.edit->is_migrating = true;
    vrmi_arena_init(&migration.arena, &migration.edit->allocator, 4096);
    write_all(&migration);
    vrmi_arena_release(&migration.arena);
    result = vrm_edit_commit(migration.edit, NULL);
    if (result != VRM_OK) vrm_edit_abandon(migration.edit);
    return vrmi_budget_close(&model->document->budget, result);
}
