/* SPDX-License-Identifier: MIT */
/* VRM rules beyond tables and reading: each file checks the finished model for content that is
 * valid but probably wrong. The time of each is bounded by the size of the file, whatever its
 * content. */
#ifndef VRMI_VALIDATE_VRM_VRM_RULES_H
#define VRMI_VALIDATE_VRM_VRM_RULES_H

#include "base/maths.h"
#include "model/model.h"
#include "validate/context.h"
#include "validate/gltf/node_tree.h"

typedef struct vrmi_VrmCheck {
    vrmi_ValidateContext* context;
    const vrm_Model* model;
    const vrm_Gltf* gltf;
    const vrm_Json* json;
    vrm_Report* report;
    vrm_Dialect dialect;
    vrm_JsonRef vrm;        /* VRMC_vrm, or VRM for 0.x; VRM_JSON_MISSING without either */
    const vrm_Affine* rest; /* of each node, in model space */
    int32_t* bone_of_node;  /* vrm_Bone; of the animation's bones in a file that is one */
    vrm_JsonRef human_bones;
    vrm_JsonRef bone_places[VRM_BONE_COUNT];
    bool is_final; /* 1.0 or beta */
    bool is_old;   /* 0.x or the 2019 draft: normalized, names unique */
} vrmi_VrmCheck;

/* In the order in which they run. */
void vrmi_check_document(vrmi_VrmCheck* check); /* container, extensions, what avatars do not use */
void vrmi_check_meta(vrmi_VrmCheck* check);
void vrmi_check_names(vrmi_VrmCheck* check);
void vrmi_check_meshes(vrmi_VrmCheck* check);
void vrmi_check_nodes(vrmi_VrmCheck* check); /* scale, rotation, skins */
void vrmi_check_humanoid(vrmi_VrmCheck* check);
void vrmi_check_pose(vrmi_VrmCheck* check);
void vrmi_check_ground(vrmi_VrmCheck* check);
void vrmi_check_expressions(vrmi_VrmCheck* check);
void vrmi_check_look_at(vrmi_VrmCheck* check);
void vrmi_check_springs(vrmi_VrmCheck* check);
void vrmi_check_constraints(vrmi_VrmCheck* check);
void vrmi_check_materials(vrmi_VrmCheck* check);
void vrmi_check_clip(vrmi_VrmCheck* check);

/* A finding in the rule's own words. */
void vrmi_vrm_report(const vrmi_VrmCheck* check, vrmi_RuleId rule, vrm_JsonRef at);

#define VRMI_REPORT(check, rule, at, ...)                                                          \
    vrmi_report((check)->report, VRMI_RULE_##rule, (check)->json, at, __VA_ARGS__)

/* Zeroed memory until validation ends. NULL for count 0, and when there is none, which is recorded
 * in the context. */
void* vrmi_vrm_alloc(vrmi_VrmCheck* check, size_t count, size_t size);

/* A member of an object, VRM_JSON_MISSING when absent. */
vrm_JsonRef vrmi_vrm_member(const vrmi_VrmCheck* check, vrm_JsonRef object, const char* key);
/* The member, or the object where the member is absent: a place for a finding about it. */
vrm_JsonRef vrmi_vrm_place(const vrmi_VrmCheck* check, vrm_JsonRef object, const char* key);

/* The label of a node in a message: its index and, shortened, its name. */
typedef struct vrmi_Label {
    char text[64];
} vrmi_Label;

vrmi_Label vrmi_vrm_node(const vrmi_VrmCheck* check, int32_t node);

/* The node tree, for queries about ancestors; false when there is no memory. */
bool vrmi_vrm_tree(vrmi_VrmCheck* check, vrmi_NodeTree* out);

/* Rest position of a node in model space. */
static inline vrm_Vec3 vrmi_vrm_position(const vrmi_VrmCheck* check, int32_t node) {
    return vrmi_affine_column(&check->rest[node], 3);
}

/* The node of a bone, of the avatar or of the animation; -1 when there is none. */
int32_t vrmi_vrm_bone(const vrmi_VrmCheck* check, vrm_Bone bone);
/* The place in the file where the bone is mapped. */
vrm_JsonRef vrmi_vrm_bone_place(const vrmi_VrmCheck* check, vrm_Bone bone);

#endif
