/* SPDX-License-Identifier: MIT */
/* Expressions as an editor needs them: what is missing, what names of morph targets say, and mirror
 * images, all as JSON in the form of VRM 1.0. Cut into libvrm-tools.wasm. */
#include "web.h"

static void put_presets(const char* key, uint32_t presets) {
    vrm_JsonBuilder* builder = web_json_again();
    vrm_json_put_key(builder, key);
    vrm_json_begin_array(builder);
    for (int p = 0; p < VRM_EXPRESSION_PRESET_COUNT; p++)
        if ((presets >> p & 1) != 0)
            vrm_json_put_string(builder, vrm_expression_preset_name((vrm_ExpressionPreset)p));
    vrm_json_end_array(builder);
}

static void put_morphs(const vrm_Expression* expression) {
    vrm_JsonBuilder* builder = web_json_again();
    vrm_json_put_key(builder, "morphTargetBinds");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < expression->morph_bind_count; i++) {
        vrm_json_begin_object(builder);
        web_key_integer("node", expression->morph_binds[i].node);
        web_key_integer("index", expression->morph_binds[i].index);
        web_key_number("weight", (double)expression->morph_binds[i].weight);
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
}

static void put_proposal(const vrm_Expression* expression) {
    vrm_JsonBuilder* builder = web_json_again();
    vrm_json_begin_object(builder);
    web_key_text("name", expression->name);
    web_key_bool("isPreset", expression->preset != VRM_EXPRESSION_CUSTOM);
    put_morphs(expression);
    vrm_json_end_object(builder);
}

static vrm_Result put_facts(const vrm_ExpressionList* list) {
    vrm_JsonBuilder* builder = web_json();
    if (builder == NULL) return VRM_ERR_MEMORY;
    vrm_ExpressionFacts facts = vrm_expression_list_facts(list);
    int32_t count;
    const vrm_Expression* proposals = vrm_expression_list_proposals(list, &count);
    vrm_json_begin_object(builder);
    put_presets("presets", facts.presets);
    put_presets("effective", facts.effective);
    put_presets("expected", facts.expected);
    web_key_integer("shapeCount", facts.shape_count);
    web_key_integer("proposedShapeCount", facts.proposed_shape_count);
    vrm_json_put_key(builder, "proposals");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < count; i++) put_proposal(&proposals[i]);
    vrm_json_end_array(builder);
    vrm_json_end_object(builder);
    return web_json_done();
}

WEB_EXPORT(vrm_Result, expression_facts, const vrm_Model* model, vrm_Report* report) {
    vrm_ExpressionList* list = NULL;
    vrm_Result result = vrm_expression_list_create(model, NULL, report, &list);
    if (result == VRM_OK) result = put_facts(list);
    vrm_expression_list_destroy(list);
    return result;
}

/* ---- Mirror ---- */

/* Targets without a counterpart; none after a success. */
static void put_unmatched(vrm_ExpressionList* list, const vrm_Expression* from) {
    vrm_JsonBuilder* builder = web_json_again();
    vrm_json_put_key(builder, "unmatched");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; from != NULL && i < from->morph_bind_count; i++) {
        vrm_MorphBind to, bind = from->morph_binds[i];
        vrm_Result result = vrm_expression_list_counterpart(list, bind.node, bind.index, &to);
        if (result == VRM_OK && to.node >= 0) continue;
        vrm_json_begin_object(builder);
        web_key_integer("node", bind.node);
        web_key_integer("index", bind.index);
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
}

/* Materials of each bind: JavaScript keeps the other members of the binds. */
static void put_materials(const vrm_Expression* made) {
    vrm_JsonBuilder* builder = web_json_again();
    vrm_json_put_key(builder, "colorMaterials");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < made->color_bind_count; i++)
        vrm_json_put_integer(builder, made->color_binds[i].material);
    vrm_json_end_array(builder);
    vrm_json_put_key(builder, "textureMaterials");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < made->texture_bind_count; i++)
        vrm_json_put_integer(builder, made->texture_binds[i].material);
    vrm_json_end_array(builder);
}

static vrm_Result put_mirrored(vrm_ExpressionList* list, const char* name, const char* to) {
    int32_t count, index, from = vrm_expression_list_find(list, name);
    vrm_Result result = vrm_expression_list_mirror(list, name, to, &index);
    if (result != VRM_OK && result != VRM_ERR_INVALID) return result;
    const vrm_Expression* items = vrm_expression_list_items(list, &count);
    const vrm_Expression* made = &items[result == VRM_OK ? index : from];
    vrm_JsonBuilder* builder = web_json();
    if (builder == NULL) return VRM_ERR_MEMORY;
    vrm_json_begin_object(builder);
    web_key_text("name", made->name);
    put_unmatched(list, result == VRM_OK ? NULL : made);
    put_morphs(made);
    put_materials(made);
    vrm_json_end_object(builder);
    return web_json_done();
}

/* The mirror image of an expression; `to` may be NULL. The model does not change. */
WEB_EXPORT(vrm_Result, expression_mirror, const vrm_Model* model, const char* name, const char* to,
           vrm_Report* report) {
    vrm_ExpressionList* list = NULL;
    vrm_Result result = vrm_expression_list_create(model, NULL, report, &list);
    if (result == VRM_OK) result = put_mirrored(list, name, to);
    vrm_expression_list_destroy(list);
    return result;
}
