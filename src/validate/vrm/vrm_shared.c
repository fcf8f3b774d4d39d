/* SPDX-License-Identifier: MIT */
/* What the checks of a VRM share: places of findings, labels, memory. */
#include "validate/vrm/vrm_rules.h"

#include <stdio.h>
#include <string.h>

void* vrmi_vrm_alloc(vrmi_VrmCheck* check, size_t count, size_t size) {
    if (count == 0 || check->context->result != VRM_OK) return NULL;
    void* memory = vrmi_arena_alloc(check->context->arena, count, size);
    if (memory == NULL) check->context->result = VRM_ERR_MEMORY;
    return memory;
}

void vrmi_vrm_report(const vrmi_VrmCheck* check, vrmi_RuleId rule, vrm_JsonRef at) {
    vrmi_report(check->report, rule, check->json, at, NULL);
}

vrm_JsonRef vrmi_vrm_member(const vrmi_VrmCheck* check, vrm_JsonRef object, const char* key) {
    return vrm_json_member(check->json, object, key);
}

vrm_JsonRef vrmi_vrm_place(const vrmi_VrmCheck* check, vrm_JsonRef object, const char* key) {
    vrm_JsonRef member = vrm_json_member(check->json, object, key);
    return member != VRM_JSON_MISSING ? member : object;
}

/* A name truncated between characters, without characters that could mislead a person. */
vrmi_Label vrmi_vrm_node(const vrmi_VrmCheck* check, int32_t node) {
    vrmi_Label label;
    char name[33];
    const char* full = check->gltf->nodes[node].name;
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

bool vrmi_vrm_tree(vrmi_VrmCheck* check, vrmi_NodeTree* out) {
    const vrm_Gltf* gltf = check->gltf;
    bool is_made = vrmi_node_tree_init(out, gltf->node_count, check->context->arena);
    for (int32_t i = 0; is_made && i < gltf->node_count; i++)
        out->parents[i] = gltf->nodes[i].parent;
    is_made = is_made && vrmi_node_tree_build(out, check->context->arena);
    if (!is_made) check->context->result = VRM_ERR_MEMORY;
    return is_made;
}

int32_t vrmi_vrm_bone(const vrmi_VrmCheck* check, vrm_Bone bone) {
    const vrm_ClipInfo* clip = vrm_model_clip_info(check->model);
    return clip != NULL ? clip->bones[bone] : vrm_model_bone(check->model, bone);
}

vrm_JsonRef vrmi_vrm_bone_place(const vrmi_VrmCheck* check, vrm_Bone bone) {
    vrm_JsonRef place = check->bone_places[bone];
    return place != VRM_JSON_MISSING ? place : check->human_bones;
}
