/* SPDX-License-Identifier: MIT */
/* What a rig has: the functions by which hosts inspect it. */
#include "rig/rig.h"

vrm_Dialect vrm_rig_dialect(const vrm_Rig* rig) {
    return rig->dialect;
}

int32_t vrm_rig_facing(const vrm_Rig* rig) {
    return rig->facing;
}

int32_t vrm_rig_node_count(const vrm_Rig* rig) {
    return rig->slot_count;
}

static int32_t slot_of(const vrm_Rig* rig, int32_t node) {
    return node >= 0 && node < rig->slot_count ? rig->node_slots[node] : -1;
}

int32_t vrm_rig_parent(const vrm_Rig* rig, int32_t node) {
    int32_t slot = slot_of(rig, node);
    if (slot < 0 || rig->parents[slot] < 0) return -1;
    return rig->slot_nodes[rig->parents[slot]];
}

vrm_Transform vrm_rig_rest(const vrm_Rig* rig, int32_t node) {
    int32_t slot = slot_of(rig, node);
    return slot < 0 ? vrmi_transform_identity() : rig->rests[slot];
}

vrm_Transform vrm_rig_rest_model(const vrm_Rig* rig, int32_t node) {
    int32_t slot = slot_of(rig, node);
    return slot < 0 ? vrmi_transform_identity() : rig->rest_models[slot];
}

int32_t vrm_rig_expression_count(const vrm_Rig* rig) {
    return rig->expression_count;
}

vrm_ExpressionInfo vrm_rig_expression_info(const vrm_Rig* rig, int32_t expression) {
    vrm_ExpressionInfo info = {.preset = VRM_EXPRESSION_CUSTOM};
    if (expression < 0 || expression >= rig->expression_count) return info;
    const vrmi_RigExpression* e = &rig->expressions[expression];
    info.name = e->name;
    info.preset = (vrm_ExpressionPreset)e->preset;
    info.category = (vrm_Category)e->category;
    info.binary = (vrm_BinaryRule)e->binary;
    return info;
}

int32_t vrm_rig_expression(const vrm_Rig* rig, const char* name) {
    for (int32_t i = 0; name != NULL && i < rig->expression_count; i++)
        if (rig->expressions[i].name[0] == name[0] && strcmp(rig->expressions[i].name, name) == 0)
            return i;
    return -1;
}

int32_t vrm_rig_expression_preset(const vrm_Rig* rig, vrm_ExpressionPreset preset) {
    if (preset < 0 || preset >= VRM_EXPRESSION_PRESET_COUNT) return -1;
    return rig->preset_expressions[preset];
}

const vrm_MaterialValue* vrm_rig_material_values(const vrm_Rig* rig, int32_t* out_count) {
    *out_count = rig->value_count;
    return rig->material_values;
}

bool vrm_rig_look_at(const vrm_Rig* rig, vrm_LookAtType* out_type) {
    if (out_type != NULL) *out_type = rig->look_at.type;
    return rig->look_at.is_present;
}

int32_t vrm_rig_constraint_count(const vrm_Rig* rig) {
    return rig->constraint_count;
}

vrm_RigConstraint vrm_rig_constraint(const vrm_Rig* rig, int32_t index) {
    if (index < 0 || index >= rig->constraint_count) return (vrm_RigConstraint){-1, -1, 0, 0.0f};
    const vrmi_RigConstraint* c = &rig->constraints[index];
    return (vrm_RigConstraint){rig->slot_nodes[c->slot], rig->slot_nodes[c->source], c->type,
                               c->weight};
}

const vrm_MeshNode* vrm_rig_mesh_nodes(const vrm_Rig* rig, int32_t* out_count) {
    *out_count = rig->mesh_node_count;
    return rig->mesh_nodes;
}

int32_t vrm_rig_morph_count(const vrm_Rig* rig) {
    return rig->morph_count;
}

int32_t vrm_rig_skin_count(const vrm_Rig* rig) {
    return rig->skin_count;
}

vrm_RigSkin vrm_rig_skin(const vrm_Rig* rig, int32_t skin) {
    if (skin < 0 || skin >= rig->skin_count) return (vrm_RigSkin){0};
    const vrmi_RigSkin* s = &rig->skins[skin];
    return (vrm_RigSkin){s->count, s->first, rig->palette_nodes + s->first,
                         rig->inverse_binds + s->first};
}

int32_t vrm_rig_palette_count(const vrm_Rig* rig) {
    return rig->palette_count;
}
