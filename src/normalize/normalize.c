/* SPDX-License-Identifier: MIT */
/* Removes rotation and scale from nodes: one edit, composed of parts. */
#include "normalize/normalize.h"

#include <string.h>

void vrm_normalize_def_init(vrm_NormalizeDef* def, size_t def_size) {
    vrm_NormalizeDef defaults = {0};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

/* ---- Nodes ---- */

typedef struct Local {
    vrmi_Dvec translation;
    vrmi_Dquat rotation;
} Local;

/* W'(parent)^-1 W'(node). */
static Local new_local(const vrmi_Normalization* normalization, int32_t index) {
    const vrmi_Frame* frame = &normalization->frames[index];
    int32_t parent = normalization->gltf->nodes[index].parent;
    if (parent < 0) return (Local){frame->world.offset, frame->axes};
    const vrmi_Frame* above = &normalization->frames[parent];
    vrmi_Dquat back = vrmi_dquat_conjugate(above->axes);
    vrmi_Dvec offset = vrmi_dvec_sub(frame->world.offset, above->world.offset);
    return (Local){vrmi_dquat_rotate(back, offset),
                   vrmi_dquat_normalize(vrmi_dquat_mul(back, frame->axes))};
}

static bool is_unit_scale(vrm_Vec3 scale) {
    return fabs((double)scale.x - 1.0) <= VRMI_SAME && fabs((double)scale.y - 1.0) <= VRMI_SAME &&
           fabs((double)scale.z - 1.0) <= VRMI_SAME;
}

static bool is_node_done(const vrmi_Normalization* normalization, int32_t index) {
    const vrm_Node* node = &normalization->gltf->nodes[index];
    Local local = new_local(normalization, index);
    return node->matrix == NULL && is_unit_scale(node->rest.scale) &&
           vrmi_dquat_apart(vrmi_dquat(node->rest.rotation), local.rotation) <= VRMI_SAME;
}

static bool is_done(const vrmi_Normalization* normalization) {
    const vrmi_Daffine same = vrmi_daffine_identity();
    for (int32_t i = 0; i < normalization->gltf->node_count; i++)
        if (!is_node_done(normalization, i)) return false;
    for (int32_t i = 0; i < normalization->gltf->skin_count; i++)
        if (vrmi_daffine_apart(&normalization->skin_spaces[i], &same) > 0.0) return false;
    return true;
}

/* A member that already has the value keeps its bytes; one that equals the default is removed. */
static void write_node(vrmi_Normalization* normalization, int32_t index) {
    const vrm_Node* node = &normalization->gltf->nodes[index];
    vrm_Edit* edit = normalization->edit;
    Local local = new_local(normalization, index);
    vrm_Vec3 t = vrmi_dvec_to_float(local.translation), old = node->rest.translation;
    bool has_matrix = node->matrix != NULL;
    bool moves = t.x != old.x || t.y != old.y || t.z != old.z;
    bool is_somewhere = t.x != 0.0f || t.y != 0.0f || t.z != 0.0f;
    bool is_plain = vrmi_dquat_apart(local.rotation, vrmi_dquat_identity()) <= VRMI_SAME;
    bool turns = vrmi_dquat_apart(local.rotation, vrmi_dquat(node->rest.rotation)) > 1e-7;
    vrmi_edit_drop(edit, node->json, "matrix");
    if (moves || (has_matrix && is_somewhere))
        vrmi_normalize_numbers(edit, node->json, "translation", (float[]){t.x, t.y, t.z}, 3);
    if (is_plain && turns) {
        vrmi_edit_drop(edit, node->json, "rotation");
    } else if (!is_plain && (turns || has_matrix)) {
        vrmi_Dquat r = local.rotation;
        vrmi_normalize_numbers(edit, node->json, "rotation",
                               (float[]){(float)r.x, (float)r.y, (float)r.z, (float)r.w}, 4);
    }
    vrm_Vec3 s = node->rest.scale;
    if (s.x != 1.0f || s.y != 1.0f || s.z != 1.0f) vrmi_edit_drop(edit, node->json, "scale");
}

/* Makes findings about kept axes, when all nodes should lose theirs. */
static void report_kept_axes(const vrmi_Normalization* normalization) {
    if (normalization->def.keep_axes || normalization->def.scale_only) return;
    for (int32_t i = 0; i < normalization->gltf->node_count; i++)
        if (vrmi_dquat_apart(normalization->frames[i].axes, vrmi_dquat_identity()) > 0.0)
            vrmi_report(normalization->report, VRMI_RULE_NORMALIZE_AXES_KEPT, normalization->json,
                        normalization->gltf->nodes[i].json, NULL);
}

/* ---- The whole ---- */

static void count_view_users(vrmi_Normalization* normalization) {
    const vrm_Gltf* gltf = normalization->gltf;
    int32_t* users =
        vrmi_normalize_alloc(normalization, (size_t)gltf->buffer_view_count, sizeof *users);
    normalization->view_users = users;
    normalization->is_pinned = vrmi_normalize_alloc(normalization, (size_t)gltf->accessor_count, 1);
    if (users == NULL || normalization->is_pinned == NULL) return;
    for (int32_t i = 0; i < gltf->image_count; i++)
        if (gltf->images[i].buffer_view >= 0) users[gltf->images[i].buffer_view]++;
    for (int32_t i = 0; i < gltf->accessor_count; i++) {
        const vrm_Accessor* accessor = &gltf->accessors[i];
        if (accessor->buffer_view >= 0) users[accessor->buffer_view]++;
    }
    for (int32_t i = 0; i < gltf->sparse_accessor_count; i++) {
        const vrm_Sparse* sparse = &gltf->sparse_accessors[i];
        if (sparse->indices_view >= 0) users[sparse->indices_view]++;
        if (sparse->values_view >= 0) users[sparse->values_view]++;
    }
}

static void take_out_name(vrm_Edit* edit, const char* list, const char* name) {
    vrm_JsonRef root = vrm_json_root(edit->json), array = vrm_json_member(edit->json, root, list);
    for (uint32_t i = vrm_json_count(edit->json, array); i > 0 && edit->result == VRM_OK; i--)
        if (vrm_json_equals(edit->json, vrm_json_element(edit->json, array, i - 1), name))
            edit->result = vrm_json_remove_at(edit->json, array, i - 1);
    if (array != VRM_JSON_MISSING && vrm_json_count(edit->json, array) == 0)
        vrmi_edit_drop(edit, root, list);
}

static void write_all(vrmi_Normalization* normalization) {
    vrm_Edit* edit = normalization->edit;
    count_view_users(normalization);
    vrm_JsonRef missing = vrmi_edit_embed(edit);
    if (missing != VRM_JSON_MISSING)
        vrmi_report(normalization->report, VRMI_RULE_NORMALIZE_DATA_MISSING, normalization->json,
                    missing, NULL);
    if (edit->result != VRM_OK) return;
    vrmi_normalize_shapes(normalization);
    if (edit->result == VRM_OK) vrmi_normalize_binds(normalization);
    if (edit->result == VRM_OK) vrmi_normalize_motion(normalization);
    vrmi_normalize_parts(normalization);
    for (int32_t i = 0; i < normalization->gltf->node_count && edit->result == VRM_OK; i++)
        write_node(normalization, i);
    if (edit->result == VRM_OK && !normalization->has_quantized) {
        take_out_name(edit, "extensionsUsed", "KHR_mesh_quantization");
        take_out_name(edit, "extensionsRequired", "KHR_mesh_quantization");
    }
    vrm_JsonRef asset = vrm_json_member(edit->json, vrm_json_root(edit->json), "asset");
    vrmi_edit_string(edit, asset, "generator", "libvrm " VRM_VERSION_TEXT);
    vrmi_edit_compact_chunk(edit);
}

static vrm_Result run(vrmi_Normalization* normalization) {
    vrm_Edit* edit = normalization->edit;
    bool is_known =
        vrmi_normalize_frames(normalization) && vrmi_normalize_skin_spaces(normalization);
    if (!is_known || edit->result != VRM_OK) return edit->result;
    report_kept_axes(normalization);
    normalization->was_normal = is_done(normalization);
    if (normalization->was_normal) return VRM_OK;
    write_all(normalization);
    for (int i = 0; i < 2; i++)
        vrmi_release(&edit->allocator, normalization->floats[i],
                     normalization->float_capacity[i] * sizeof(float));
    return edit->result;
}

vrm_Result vrmi_normalize_model(vrm_Model* model, const vrm_NormalizeDef* def, vrm_Report* report,
                                vrmi_NormalizeOutcome* out_outcome) {
    vrmi_Normalization normalization = {.def = *def,
                                        .model = model,
                                        .gltf = &model->document->gltf,
                                        .json = model->document->json,
                                        .report = report};
    *out_outcome = VRMI_NORMALIZE_CHANGED;
    vrm_Result result = vrm_edit_begin(model, &normalization.edit);
    if (result != VRM_OK) return result;
    vrmi_arena_init(&normalization.arena, &normalization.edit->allocator, 4096);
    result = run(&normalization);
    vrmi_arena_release(&normalization.arena);
    if (normalization.was_normal)
        *out_outcome = normalization.has_other_pose ? VRMI_NORMALIZE_POSE_REMAINS
                                                    : VRMI_NORMALIZE_NOTHING_TO_DO;
    if (result == VRM_OK) result = vrm_edit_commit(normalization.edit, NULL);
    if (result != VRM_OK) vrm_edit_abandon(normalization.edit);
    return result;
}

vrm_Result vrm_normalize(vrm_Model* model, const vrm_NormalizeDef* given, vrm_Report* report) {
    vrm_NormalizeDef def = vrm_default_normalize_def();
    if (given != NULL && !vrmi_def_copy(&def, sizeof def, given)) return VRM_ERR_DEF;
    const vrm_Json* json = model->document->json;
    if (model->dialect == VRM_DIALECT_NONE || model->dialect == VRM_DIALECT_DRAFT) {
        bool is_draft = model->dialect == VRM_DIALECT_DRAFT;
        vrmi_report(report,
                    is_draft ? VRMI_RULE_NORMALIZE_DRAFT : VRMI_RULE_NORMALIZE_NOT_AN_AVATAR, json,
                    vrm_json_root(json), NULL);
        return is_draft ? VRM_ERR_UNSUPPORTED : VRM_ERR_INVALID;
    }
    vrmi_NormalizeOutcome outcome;
    vrmi_document_limit(model->document, report);
    vrm_Result result = vrmi_normalize_model(model, &def, report, &outcome);
    result = vrmi_budget_close(&model->document->budget, result);
    if (result == VRM_OK && outcome == VRMI_NORMALIZE_NOTHING_TO_DO)
        vrmi_report(report, VRMI_RULE_NORMALIZE_ALREADY, json, vrm_json_root(json), NULL);
    else if (result == VRM_OK && outcome == VRMI_NORMALIZE_POSE_REMAINS)
        vrmi_report(report, VRMI_RULE_NORMALIZE_ALREADY, json, vrm_json_root(json),
                    "The nodes have no rotation or scale left to bake, and the pose that the bind "
                    "matrices hold cannot be; nothing was changed.");
    return result;
}
