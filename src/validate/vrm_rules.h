/* SPDX-License-Identifier: MIT */
/* VRM rules beyond tables and reading: each file checks the finished model for content that is
 * valid but probably wrong. The time of each is bounded by the size of the file, whatever its
 * content. */
#ifndef VRMI_VALIDATE_VRM_RULES_H
#define VRMI_VALIDATE_VRM_RULES_H

#include "base/maths.h"
#include "model/model.h"
#include "validate/context.h"
#include "validate/node_tree.h"

typedef struct vrmi_Judge {
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
} vrmi_Judge;

/* In the order in which they run. */
void vrmi_judge_document(vrmi_Judge* judge); /* container, extensions, what avatars do not use */
void vrmi_judge_meta(vrmi_Judge* judge);
void vrmi_judge_names(vrmi_Judge* judge);
void vrmi_judge_meshes(vrmi_Judge* judge);
void vrmi_judge_nodes(vrmi_Judge* judge); /* scale, rotation, skins */
void vrmi_judge_humanoid(vrmi_Judge* judge);
void vrmi_judge_pose(vrmi_Judge* judge);
void vrmi_judge_ground(vrmi_Judge* judge);
void vrmi_judge_expressions(vrmi_Judge* judge);
void vrmi_judge_look_at(vrmi_Judge* judge);
void vrmi_judge_springs(vrmi_Judge* judge);
void vrmi_judge_constraints(vrmi_Judge* judge);
void vrmi_judge_materials(vrmi_Judge* judge);
void vrmi_judge_clip(vrmi_Judge* judge);

#define VRMI_JUDGE(judge, rule, at, ...)                                                           \
    vrmi_find((judge)->report, VRMI_RULE_##rule, (judge)->json, at, __VA_ARGS__)

/* Zeroed memory until validation ends. NULL for count 0, and when there is none, which is recorded
 * in the context. */
void* vrmi_judge_alloc(vrmi_Judge* judge, size_t count, size_t size);

/* A member of an object, VRM_JSON_MISSING when absent. */
vrm_JsonRef vrmi_judge_member(const vrmi_Judge* judge, vrm_JsonRef object, const char* key);
/* The member, or the object where the member is absent: a place for a finding about it. */
vrm_JsonRef vrmi_judge_place(const vrmi_Judge* judge, vrm_JsonRef object, const char* key);

/* The label of a node in a message: its index and, shortened, its name. */
typedef struct vrmi_Label {
    char text[64];
} vrmi_Label;

vrmi_Label vrmi_judge_node(const vrmi_Judge* judge, int32_t node);

/* The node tree, for queries about ancestors; false when there is no memory. */
bool vrmi_judge_tree(vrmi_Judge* judge, vrmi_NodeTree* out);

/* Rest position of a node in model space. */
static inline vrm_Vec3 vrmi_judge_position(const vrmi_Judge* judge, int32_t node) {
    return vrmi_affine_column(&judge->rest[node], 3);
}

/* The node of a bone, of the avatar or of the animation; -1 when there is none. */
int32_t vrmi_judge_bone(const vrmi_Judge* judge, vrm_Bone bone);
/* The place in the file where the bone is mapped. */
vrm_JsonRef vrmi_judge_bone_place(const vrmi_Judge* judge, vrm_Bone bone);

#endif
