/* SPDX-License-Identifier: MIT */
/* VRM: the tables of each extension, and the checks after the walk.
 *
 * The model's reader runs over the document, and its findings go into the same report: loading and
 * validating a file report a fault by the same code. The reader also reports wrong JSON types and
 * missing members, which the tables have reported already, so only the rules of its own list are
 * accepted. */
#include "validate/vrm_rules.h"
#include "validate/vrm_schema.h"

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

/* ---- What the judges share ---- */

void* vrmi_judge_alloc(vrmi_Judge* judge, size_t count, size_t size) {
    if (count == 0 || judge->context->result != VRM_OK) return NULL;
    void* memory = vrmi_arena_alloc(judge->context->arena, count, size);
    if (memory == NULL) judge->context->result = VRM_ERR_MEMORY;
    return memory;
}

vrm_JsonRef vrmi_judge_member(const vrmi_Judge* judge, vrm_JsonRef object, const char* key) {
    return vrm_json_member(judge->json, object, key);
}

vrm_JsonRef vrmi_judge_place(const vrmi_Judge* judge, vrm_JsonRef object, const char* key) {
    vrm_JsonRef member = vrm_json_member(judge->json, object, key);
    return member != VRM_JSON_MISSING ? member : object;
}

/* A name truncated between characters, without characters that could mislead a person. */
vrmi_Label vrmi_judge_node(const vrmi_Judge* judge, int32_t node) {
    vrmi_Label label;
    char name[33];
    const char* full = judge->gltf->nodes[node].name;
    size_t length = strlen(full);
    if (length > sizeof name - 1) length = sizeof name - 1;
    while (length > 0 && length < strlen(full) && ((unsigned char)full[length] & 0xC0) == 0x80)
        length--;
    for (size_t i = 0; i < length; i++) name[i] = (unsigned char)full[i] < 0x20 ? ' ' : full[i];
    name[length] = '\0';
    if (length > 0)
        snprintf(label.text, sizeof label.text, "%s (node %d)", name, (int)node);
    else
        snprintf(label.text, sizeof label.text, "node %d", (int)node);
    return label;
}

bool vrmi_judge_tree(vrmi_Judge* judge, vrmi_NodeTree* out) {
    const vrm_Gltf* gltf = judge->gltf;
    bool is_made = vrmi_node_tree_init(out, gltf->node_count, judge->context->arena);
    for (int32_t i = 0; is_made && i < gltf->node_count; i++)
        out->parents[i] = gltf->nodes[i].parent;
    is_made = is_made && vrmi_node_tree_build(out, judge->context->arena);
    if (!is_made) judge->context->result = VRM_ERR_MEMORY;
    return is_made;
}

int32_t vrmi_judge_bone(const vrmi_Judge* judge, vrm_Bone bone) {
    const vrm_ClipInfo* clip = vrm_model_clip_info(judge->model);
    return clip != NULL ? clip->bones[bone] : vrm_model_bone(judge->model, bone);
}

vrm_JsonRef vrmi_judge_bone_place(const vrmi_Judge* judge, vrm_Bone bone) {
    vrm_JsonRef place = judge->bone_places[bone];
    return place != VRM_JSON_MISSING ? place : judge->human_bones;
}

/* Where each bone is mapped: of several entries for a node the first is used, as in the reader. */
static void find_bone_places(vrmi_Judge* judge) {
    const vrm_ClipInfo* clip = vrm_model_clip_info(judge->model);
    vrm_JsonRef root = clip != NULL ? clip->json : judge->vrm;
    vrm_JsonRef humanoid = vrmi_judge_member(judge, root, "humanoid");
    judge->human_bones = vrmi_judge_member(judge, humanoid, "humanBones");
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++) judge->bone_places[bone] = VRM_JSON_MISSING;
    vrm_JsonIter it = vrm_json_iter(judge->json, judge->human_bones);
    while (vrm_json_next(&it)) {
        int64_t node;
        if (!vrm_json_integer(judge->json, vrmi_judge_member(judge, it.value, "node"), &node) ||
            node < 0 || node >= judge->gltf->node_count)
            continue;
        int32_t bone = judge->bone_of_node[node];
        if (bone != VRM_BONE_NONE && judge->bone_places[bone] == VRM_JSON_MISSING)
            judge->bone_places[bone] = it.value;
    }
}

static const vrm_Affine* rest_of(vrmi_Judge* judge) {
    const vrm_Gltf* gltf = judge->gltf;
    vrm_Affine* rest = vrmi_judge_alloc(judge, (size_t)gltf->node_count, sizeof *rest);
    for (int32_t i = 0; rest != NULL && i < gltf->node_count; i++) {
        int32_t index = gltf->node_order[i];
        const vrm_Node* node = &gltf->nodes[index];
        vrm_Affine local = node->matrix != NULL ? vrmi_affine_from_mat4(node->matrix)
                                                : vrmi_affine_from_transform(node->rest);
        rest[index] = node->parent < 0 ? local : vrmi_affine_mul(&rest[node->parent], &local);
    }
    return rest;
}

static bool make_judge(vrmi_Judge* judge) {
    const vrm_Gltf* gltf = judge->gltf;
    vrm_JsonRef root = vrm_json_root(judge->json);
    bool is_0 = judge->dialect == VRM_DIALECT_0;
    judge->vrm = judge->dialect == VRM_DIALECT_NONE
                     ? VRM_JSON_MISSING
                     : vrm_gltf_extension(gltf, root, is_0 ? "VRM" : "VRMC_vrm");
    judge->is_final = judge->dialect == VRM_DIALECT_BETA || judge->dialect == VRM_DIALECT_1;
    judge->is_old = is_0 || judge->dialect == VRM_DIALECT_DRAFT;
    if (gltf->node_count == 0) return true;
    judge->rest = rest_of(judge);
    judge->bone_of_node =
        vrmi_judge_alloc(judge, (size_t)gltf->node_count, sizeof *judge->bone_of_node);
    if (judge->rest == NULL || judge->bone_of_node == NULL) return false;
    for (int32_t i = 0; i < gltf->node_count; i++) judge->bone_of_node[i] = VRM_BONE_NONE;
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++) {
        int32_t node = vrmi_judge_bone(judge, (vrm_Bone)bone);
        if (node >= 0) judge->bone_of_node[node] = bone;
    }
    find_bone_places(judge);
    return true;
}

/* ---- The stage ---- */

static void judge_model(vrmi_ValidateContext* context, const vrm_Model* model) {
    static void (*const judges[])(vrmi_Judge*) = {
        vrmi_judge_document,    vrmi_judge_meta,     vrmi_judge_names,   vrmi_judge_meshes,
        vrmi_judge_nodes,       vrmi_judge_humanoid, vrmi_judge_pose,    vrmi_judge_ground,
        vrmi_judge_expressions, vrmi_judge_look_at,  vrmi_judge_springs, vrmi_judge_constraints,
        vrmi_judge_materials,   vrmi_judge_clip,
    };
    vrmi_Judge judge = {.context = context,
                        .model = model,
                        .gltf = context->gltf,
                        .json = context->json,
                        .report = context->report,
                        .dialect = vrm_model_dialect(model)};
    if (!make_judge(&judge)) return;
    for (size_t i = 0; i < sizeof judges / sizeof *judges && context->result == VRM_OK; i++)
        judges[i](&judge);
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
    judge_model(context, model);
    vrmi_model_forget(model); /* the document is the caller's */
}
