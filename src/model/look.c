/* SPDX-License-Identifier: MIT */
/* The inspection functions of a model; model.c loads it. */
#include "model/model.h"

#include "json/tree.h"

const vrm_Gltf* vrm_model_gltf(const vrm_Model* model) {
    return &model->document->gltf;
}

vrm_Dialect vrm_model_dialect(const vrm_Model* model) {
    return model->dialect;
}

const char* vrm_model_spec_version(const vrm_Model* model) {
    return model->avatar->spec_version;
}

int32_t vrm_model_facing(const vrm_Model* model) {
    return model->facing;
}

uint64_t vrm_model_source_bytes(const vrm_Model* model) {
    return vrmi_document_source_bytes(model->document);
}

size_t vrm_model_json_size(const vrm_Model* model) {
    return vrmi_json_source(model->document->json).size;
}

size_t vrm_model_bin_size(const vrm_Model* model) {
    return model->document->bin.size;
}

bool vrm_model_is_glb(const vrm_Model* model) {
    return model->document->is_glb;
}

const vrm_Meta* vrm_model_meta(const vrm_Model* model) {
    return model->avatar->meta;
}

int32_t vrm_model_bone(const vrm_Model* model, vrm_Bone bone) {
    return bone >= 0 && bone < VRM_BONE_COUNT ? vrmi_model_bone(model, bone) : -1;
}

int32_t vrm_model_bone_count(const vrm_Model* model) {
    int32_t count = 0;
    for (int bone = 0; bone < VRM_BONE_COUNT; bone++)
        count += vrmi_model_bone(model, (vrm_Bone)bone) >= 0;
    return count;
}

const vrm_Expression* vrm_model_expressions(const vrm_Model* model, int32_t* out_count) {
    *out_count = model->avatar->expression_count;
    return model->avatar->expressions;
}

int32_t vrm_model_expression(const vrm_Model* model, const char* name) {
    for (int32_t i = 0; name != NULL && i < model->avatar->expression_count; i++)
        if (vrmi_compare_text(model->avatar->expressions[i].name, name, VRMI_EXACT) == 0) return i;
    return -1;
}

const vrm_LookAt* vrm_model_look_at(const vrm_Model* model) {
    return model->avatar->look_at;
}

vrm_FirstPersonType vrm_model_first_person(const vrm_Model* model, int32_t node) {
    bool is_node = node >= 0 && node < model->document->gltf.node_count;
    if (!is_node || model->avatar->first_person == NULL) return VRM_FIRST_PERSON_AUTO;
    return (vrm_FirstPersonType)model->avatar->first_person[node];
}

int32_t vrm_model_first_person_node(const vrm_Model* model) {
    return model->avatar->first_person_node;
}

const vrm_SpringBones* vrm_model_spring_bones(const vrm_Model* model) {
    return model->spring_bones;
}

const vrm_Constraint* vrm_model_constraints(const vrm_Model* model, int32_t* out_count) {
    *out_count = model->constraint_count;
    return model->constraints;
}

const vrm_Surface* vrm_model_surfaces(const vrm_Model* model) {
    return model->surfaces;
}

const vrm_ClipInfo* vrm_model_clip_info(const vrm_Model* model) {
    return model->clip;
}
