/* SPDX-License-Identifier: MIT */
/* VRM: the tables of each extension, and the checks after the walk.
 *
 * The model's reader runs over the document, and its findings go into the same report: loading and
 * validating a file report a fault by the same code. The reader also reports wrong JSON types and
 * missing members, which the tables have reported already, so only the rules of its own list are
 * accepted. */
#include "validate/vrm/vrm_rules.h"
#include "validate/vrm/vrm_schema.h"

#include <stdio.h>
#include <string.h>

/* ---- Extensions ---- */

static bool has_member(const vrmi_SchemaWalk* walk, vrm_JsonRef object, const char* key) {
    return vrm_json_member(walk->json, object, key) != VRM_JSON_MISSING;
}

static const vrmi_SchemaType* choose_vrm(const vrmi_SchemaWalk* walk, vrm_JsonRef object) {
    vrmi_Reader reader = {.json = walk->json};
    (void)object;
    return vrmi_detect(&reader).dialect == VRM_DIALECT_DRAFT ? &vrmi_draft_root : &vrmi_vrm1_root;
}

/* The MToon of 2019 has a version instead of a specVersion, and other names for nearly all. */
static const vrmi_SchemaType* choose_mtoon(const vrmi_SchemaWalk* walk, vrm_JsonRef object) {
    bool is_draft =
        !has_member(walk, object, "specVersion") &&
        (has_member(walk, object, "version") || has_member(walk, object, "renderMode") ||
         has_member(walk, object, "litFactor"));
    return is_draft ? &vrmi_mtoon_draft : &vrmi_mtoon;
}

static const vrmi_SchemaType vrmc_vrm = {.choose = choose_vrm};
static const vrmi_SchemaType any_mtoon = {.choose = choose_mtoon};

static const vrmi_SchemaExtension rows[] = {
    {.name = "VRM", .place = &vrmi_gltf_root, .type = &vrmi_vrm0_root, .even_undeclared = true},
    {.name = "VRMC_vrm", .place = &vrmi_gltf_root, .type = &vrmc_vrm, .even_undeclared = true},
    {.name = "VRMC_springBone",
     .place = &vrmi_gltf_root,
     .type = &vrmi_spring_root,
     .even_undeclared = true},
    {.name = "VRMC_springBone_extended_collider",
     .place = &vrmi_spring_collider,
     .type = &vrmi_spring_extended_collider,
     .even_undeclared = true},
    {.name = "VRMC_springBone_limit",
     .place = &vrmi_spring_joint,
     .type = &vrmi_spring_limit,
     .even_undeclared = true},
    {.name = "VRMC_node_constraint",
     .place = &vrmi_gltf_node,
     .type = &vrmi_node_constraint,
     .even_undeclared = true},
    /* An example of the specification has it at the root; the reader reports that this is wrong. */
    {.name = "VRMC_node_constraint", .place = &vrmi_gltf_root},
    {.name = "VRMC_materials_mtoon",
     .place = &vrmi_gltf_material,
     .type = &any_mtoon,
     .even_undeclared = true},
    {.name = "VRMC_materials_hdr_emissiveMultiplier",
     .place = &vrmi_gltf_material,
     .type = &vrmi_hdr_multiplier,
     .even_undeclared = true},
    {.name = "VRMC_vrm_animation",
     .place = &vrmi_gltf_root,
     .type = &vrmi_clip_root,
     .even_undeclared = true},
    {.name = "VRMC_vrm_expressions_joint",
     .place = &vrmi_vrm1_expression,
     .type = &vrmi_expressions_joint,
     .even_undeclared = true},
    /* UniVRM's name for the draft above; colliders of the drafts of 2020. */
    {.name = "VRMC_vrm_expressions_node_transform", .place = &vrmi_vrm1_expression},
    {.name = "VRMC_node_collider", .place = &vrmi_gltf_node},
};

const vrmi_SchemaExtensions vrmi_vrm_extensions = {rows, sizeof rows / sizeof *rows};

/* ---- Checking ---- */

/* Where each bone is mapped: of several entries for a node the first is used, as in the reader. */
static void find_bone_places(vrmi_VrmCheck* check) {
    const vrm_ClipInfo* clip = vrm_model_clip_info(check->model);
    vrm_JsonRef root = clip != NULL ? clip->json : check->vrm;
    vrm_JsonRef humanoid = vrmi_vrm_member(check, root, "humanoid");
    check->human_bones = vrmi_vrm_member(check, humanoid, "humanBones");
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++) check->bone_places[bone] = VRM_JSON_MISSING;
    vrm_JsonIter it = vrm_json_iter(check->json, check->human_bones);
    while (vrm_json_next(&it)) {
        int64_t node;
        if (!vrm_json_integer(check->json, vrmi_vrm_member(check, it.value, "node"), &node) ||
            node < 0 || node >= check->gltf->node_count)
            continue;
        int32_t bone = check->bone_of_node[node];
        if (bone != VRM_BONE_NONE && check->bone_places[bone] == VRM_JSON_MISSING)
            check->bone_places[bone] = it.value;
    }
}

static const vrm_Affine* rest_of(vrmi_VrmCheck* check) {
    const vrm_Gltf* gltf = check->gltf;
    vrm_Affine* rest = vrmi_vrm_alloc(check, (size_t)gltf->node_count, sizeof *rest);
    for (int32_t i = 0; rest != NULL && i < gltf->node_count; i++) {
        int32_t index = gltf->node_order[i];
        const vrm_Node* node = &gltf->nodes[index];
        vrm_Affine local = node->matrix != NULL ? vrmi_affine_from_mat4(node->matrix)
                                                : vrmi_affine_from_transform(node->rest);
        rest[index] = node->parent < 0 ? local : vrmi_affine_mul(&rest[node->parent], &local);
    }
    return rest;
}

static bool prepare(vrmi_VrmCheck* check) {
    const vrm_Gltf* gltf = check->gltf;
    vrm_JsonRef root = vrm_json_root(check->json);
    bool is_0 = check->dialect == VRM_DIALECT_0;
    check->vrm = check->dialect == VRM_DIALECT_NONE
                     ? VRM_JSON_MISSING
                     : vrm_gltf_extension(gltf, root, is_0 ? "VRM" : "VRMC_vrm");
    check->is_final = check->dialect == VRM_DIALECT_BETA || check->dialect == VRM_DIALECT_1;
    check->is_old = is_0 || check->dialect == VRM_DIALECT_DRAFT;
    if (gltf->node_count == 0) return true;
    check->rest = rest_of(check);
    check->bone_of_node =
        vrmi_vrm_alloc(check, (size_t)gltf->node_count, sizeof *check->bone_of_node);
    if (check->rest == NULL || check->bone_of_node == NULL) return false;
    for (int32_t i = 0; i < gltf->node_count; i++) check->bone_of_node[i] = VRM_BONE_NONE;
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++) {
        int32_t node = vrmi_vrm_bone(check, (vrm_Bone)bone);
        if (node >= 0) check->bone_of_node[node] = bone;
    }
    find_bone_places(check);
    return true;
}

/* ---- The pass ---- */

static void check_model(vrmi_ValidateContext* context, const vrm_Model* model) {
    static void (*const checks[])(vrmi_VrmCheck*) = {
        vrmi_check_document,    vrmi_check_meta,     vrmi_check_names,   vrmi_check_meshes,
        vrmi_check_nodes,       vrmi_check_humanoid, vrmi_check_pose,    vrmi_check_ground,
        vrmi_check_expressions, vrmi_check_look_at,  vrmi_check_springs, vrmi_check_constraints,
        vrmi_check_materials,   vrmi_check_clip,
    };
    vrmi_VrmCheck check = {.context = context,
                           .model = model,
                           .gltf = context->gltf,
                           .json = context->json,
                           .report = context->report,
                           .dialect = vrm_model_dialect(model)};
    if (!prepare(&check)) return;
    for (size_t i = 0; i < sizeof checks / sizeof *checks && context->result == VRM_OK; i++)
        checks[i](&check);
}

/* The rules of the model's reader for VRM objects. */
static bool is_of_reader(vrmi_RuleId rule) {
    switch (rule) {
#define X(code, severity, place, text) case VRMI_RULE_##code:
#include "base/rules/vrm.def"
#undef X
        return true;
    default: return false;
    }
}

void vrmi_validate_vrm(vrmi_ValidateContext* context) {
    vrm_Model* model;
    vrmi_report_filter(context->report, is_of_reader);
    context->result = vrmi_model_read(context->document, context->report, &model);
    vrmi_report_filter(context->report, NULL);
    if (context->result != VRM_OK) return;
    context->dialect = vrm_model_dialect(model);
    check_model(context, model);
    vrmi_model_forget(model); /* the document is the caller's */
}
