/* SPDX-License-Identifier: MIT */
/* Writes a proposal to its model: one edit for everything, then the scales. */
#include "author/avatar/avatar_proposal.h"

#include "base/report.h"
#include "model/edit.h"
#include "normalize/normalize.h"
#include "json/json_report.h"

vrm_Meta vrm_default_meta(void) {
    static const char* const authors[] = {"unknown"};
    return (vrm_Meta){.name = "untitled",
                      .version = "",
                      .authors = authors,
                      .author_count = 1,
                      .copyright_information = "",
                      .contact_information = "",
                      .third_party_licenses = "",
                      .license_url = "https://vrm.dev/licenses/1.0/",
                      .other_license_url = "",
                      .other_permission_url = "",
                      .thumbnail_image = -1};
}

/* ---- Pose ---- */

static void put_vec3(vrm_Edit* edit, vrm_JsonRef node, const char* key, vrm_Vec3 v) {
    vrmi_edit_floats(edit, node, key, (float[]){v.x, v.y, v.z}, 3);
}

static void put_turn(vrm_Edit* edit, vrm_JsonRef node, vrm_Quat q) {
    vrmi_edit_floats(edit, node, "rotation", (float[]){q.x, q.y, q.z, q.w}, 4);
}

static void write_pose(const vrm_AvatarProposal* proposal, vrm_Edit* edit) {
    const vrm_Gltf* gltf = vrm_model_gltf(proposal->model);
    const vrm_Vec3 one = {1.0f, 1.0f, 1.0f};
    for (int32_t i = 0; i < proposal->posed_count; i++) {
        const vrm_PosedNode* posed = &proposal->posed[i];
        const vrm_Node* node = &gltf->nodes[posed->node];
        vrm_Vec3 scale = node->rest.scale;
        if (node->matrix != NULL) vrmi_edit_drop(edit, node->json, "matrix");
        put_turn(edit, node->json, posed->local.rotation);
        if (node->matrix != NULL ||
            vrmi_vec3_distance(posed->local.translation, node->rest.translation) > 0.0f)
            put_vec3(edit, node->json, "translation", posed->local.translation);
        if (node->matrix != NULL && vrmi_vec3_distance(scale, one) > 0.0f)
            put_vec3(edit, node->json, "scale", scale);
    }
}

/* ---- A node above all ---- */

/* A skinned mesh does not follow its node: as a root of the scene it stays where its joints are. */
static bool is_free(const vrm_Node* node) {
    return node->mesh >= 0 && node->skin >= 0 && node->child_count == 0;
}

/* By node: whether it becomes a child of the new root. These are the roots of the scene that is
 * shown, without scenes all roots, and the root above the bones. */
static void find_children(const vrm_AvatarProposal* proposal, bool* is_child) {
    const vrm_Gltf* gltf = vrm_model_gltf(proposal->model);
    const vrm_Scene* shown =
        gltf->scene_count == 0 ? NULL : &gltf->scenes[gltf->scene >= 0 ? gltf->scene : 0];
    int32_t top = proposal->bones[VRM_BONE_HIPS].node;
    while (gltf->nodes[top].parent >= 0) top = gltf->nodes[top].parent;
    is_child[top] = true;
    for (int32_t i = 0; shown != NULL && i < shown->node_count; i++)
        is_child[shown->nodes[i]] = !is_free(&gltf->nodes[shown->nodes[i]]);
    for (int32_t n = 0; shown == NULL && n < gltf->node_count; n++)
        if (gltf->nodes[n].parent < 0) is_child[n] = !is_free(&gltf->nodes[n]);
}

/* In a scene the new node replaces the nodes that became its children. */
static void write_scene(vrm_Edit* edit, const vrm_Scene* scene, int32_t root,
                        const bool* is_child) {
    bool has_root = false;
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_array(b);
    for (int32_t i = 0; i < scene->node_count; i++) {
        if (!is_child[scene->nodes[i]])
            vrm_json_put_integer(b, scene->nodes[i]);
        else if (!has_root)
            vrm_json_put_integer(b, root);
        has_root |= is_child[scene->nodes[i]];
    }
    vrm_json_end_array(b);
    if (has_root) vrmi_edit_put(edit, scene->json, "nodes");
}

static void write_root(const vrm_AvatarProposal* proposal, const bool* is_child, vrm_Edit* edit) {
    const vrm_Gltf* gltf = vrm_model_gltf(proposal->model);
    const vrm_Transform* root = &proposal->root;
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_object(b);
    vrmi_put_string(b, "name", "Avatar");
    vrmi_open_array(b, "children");
    for (int32_t n = 0; n < gltf->node_count; n++)
        if (is_child[n]) vrm_json_put_integer(b, n);
    vrm_json_end_array(b);
    vrm_json_end_object(b);
    int32_t index = vrmi_edit_append(edit, "nodes");
    vrm_JsonRef node = vrmi_edit_element(edit, "nodes", index);
    put_vec3(edit, node, "translation", root->translation);
    put_turn(edit, node, root->rotation);
    put_vec3(edit, node, "scale", root->scale);
    for (int32_t s = 0; s < gltf->scene_count && edit->result == VRM_OK; s++)
        write_scene(edit, &gltf->scenes[s], index, is_child);
}

static void add_root(const vrm_AvatarProposal* proposal, vrm_Edit* edit) {
    size_t count = (size_t)vrm_model_gltf(proposal->model)->node_count;
    bool* is_child = vrmi_alloc_zeroed(&edit->allocator, count, sizeof *is_child);
    if (is_child == NULL) {
        vrmi_edit_fail(edit, VRM_ERR_MEMORY);
        return;
    }
    find_children(proposal, is_child);
    write_root(proposal, is_child, edit);
    vrmi_release(&edit->allocator, is_child, count * sizeof *is_child);
}

/* ---- The avatar ---- */

static void keep(vrm_Edit* edit, vrm_Result result) {
    if (result != VRM_OK) vrmi_edit_fail(edit, result);
}

static void write_avatar(const vrm_AvatarProposal* proposal, vrm_Edit* edit, const vrm_Meta* meta) {
    int32_t bones[VRM_BONE_COUNT];
    for (int b = 0; b < VRM_BONE_COUNT; b++) bones[b] = proposal->bones[b].node;
    keep(edit, vrm_edit_set_meta(edit, meta));
    keep(edit, vrm_edit_set_bones(edit, bones));
    if (proposal->expression_count > 0)
        keep(edit,
             vrm_edit_set_expressions(edit, proposal->expressions, proposal->expression_count));
    if (proposal->facts.has_look_at) keep(edit, vrm_edit_set_look_at(edit, &proposal->look_at));
    if (proposal->is_mtoon != NULL) vrmi_avatar_write_mtoon(proposal, edit);
}

/* An avatar is one file, which is copied to other folders. */
static void bring_data_in(const vrm_Model* model, vrm_Edit* edit, vrm_Report* report) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    vrm_JsonRef missing = vrmi_edit_embed(edit);
    bool has_images = edit->has_bin && !model->document->is_glb; /* embedding text brought them */
    if (missing == VRM_JSON_MISSING && !has_images) missing = vrmi_edit_embed_images(edit);
    if (missing == VRM_JSON_MISSING) return;
    vrmi_report(report, VRMI_RULE_CREATE_DATA_MISSING, gltf->json, missing, NULL);
    edit->result = VRM_ERR_INVALID; /* not what vrmi_edit_embed() says: the file is incomplete */
}

static vrm_Result write_all(const vrm_AvatarProposal* proposal, vrm_Model* model,
                            const vrm_Meta* meta, vrm_Report* report) {
    vrm_Edit* edit = NULL;
    vrm_Result result = vrm_edit_begin(model, &edit);
    if (result != VRM_OK) return result;
    edit->is_migrating = true;
    bring_data_in(model, edit, report);
    write_pose(proposal, edit);
    if (proposal->has_root) add_root(proposal, edit);
    write_avatar(proposal, edit, meta);
    result = edit->result;
    if (result == VRM_OK) result = vrm_edit_commit(edit, report);
    if (result != VRM_OK) vrm_edit_abandon(edit);
    return result;
}

/* Another pose of a skin is the T-pose that was just made. */
static bool is_of_scales(vrmi_RuleId rule) {
    return rule != VRMI_RULE_NORMALIZE_OTHER_POSE;
}

static vrm_Result bake_scales(vrm_Model* model, vrm_Report* report) {
    vrm_NormalizeDef def = vrm_default_normalize_def();
    vrmi_NormalizeOutcome outcome;
    def.scale_only = true;
    vrmi_report_filter(report, is_of_scales);
    vrm_Result result = vrmi_normalize_model(model, &def, report, &outcome);
    vrmi_report_filter(report, NULL);
    return result;
}

vrm_Result vrm_avatar_proposal_apply(const vrm_AvatarProposal* proposal, vrm_Model* model,
                                     const vrm_Meta* meta, vrm_Report* report) {
    vrm_Meta defaults = vrm_default_meta();
    if (proposal->model != model) return VRM_ERR_ARGUMENT;
    if (!proposal->facts.is_possible) return VRM_ERR_INVALID;
    bool has_scales = proposal->has_scales;
    vrmi_document_limit(model->document, report);
    vrm_Result result = write_all(proposal, model, meta != NULL ? meta : &defaults, report);
    if (result == VRM_OK && has_scales) result = bake_scales(model, report);
    return vrmi_budget_close(&model->document->budget, result);
}
