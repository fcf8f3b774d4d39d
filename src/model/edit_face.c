/* SPDX-License-Identifier: MIT */
/* Writes expressions, look-at and first person of VRM 1.0. */
#include "base/words.h"
#include "model/edit.h"

#include <stdio.h>
#include <string.h>

/* ---- Expressions ---- */

static void put_morph_binds(vrm_JsonBuilder* b, const vrm_Expression* expression) {
    if (expression->morph_bind_count == 0) return;
    vrmi_open_array(b, "morphTargetBinds");
    for (int32_t i = 0; i < expression->morph_bind_count; i++) {
        const vrm_MorphBind* bind = &expression->morph_binds[i];
        vrm_json_begin_object(b);
        vrmi_put_integer(b, "node", bind->node);
        vrmi_put_integer(b, "index", bind->index);
        vrmi_put_float(b, "weight", bind->weight);
        vrm_json_end_object(b);
    }
    vrm_json_end_array(b);
}

static void put_color_binds(vrm_JsonBuilder* b, const vrm_Expression* expression) {
    if (expression->color_bind_count == 0) return;
    vrmi_open_array(b, "materialColorBinds");
    for (int32_t i = 0; i < expression->color_bind_count; i++) {
        const vrm_ColorBind* bind = &expression->color_binds[i];
        vrm_Vec4 value = bind->value;
        vrm_json_begin_object(b);
        vrmi_put_integer(b, "material", bind->material);
        vrmi_put_string(b, "type", vrmi_color_targets[bind->target]);
        vrmi_put_floats(b, "targetValue", (float[]){value.x, value.y, value.z, value.w}, 4);
        vrm_json_end_object(b);
    }
    vrm_json_end_array(b);
}

/* A bind of 1.0 always sets both X and Y: an axis that the bind does not set gets the material's
 * own value. */
static vrm_TextureBind both_directions(const vrm_Model* model, vrm_TextureBind bind) {
    vrm_TextureInfo info = {0};
    if (model->surfaces != NULL && bind.material < model->document->gltf.material_count)
        info = model->surfaces[bind.material].material->base_color_texture;
    vrm_TextureTransform at = vrm_texture_transform(&info);
    if (!bind.binds_x) bind.scale.x = at.scale.x, bind.offset.x = at.offset.x;
    if (!bind.binds_y) bind.scale.y = at.scale.y, bind.offset.y = at.offset.y;
    return bind;
}

static void put_texture_binds(const vrm_Edit* edit, const vrm_Expression* expression) {
    vrm_JsonBuilder* b = edit->builder;
    if (expression->texture_bind_count == 0) return;
    vrmi_open_array(b, "textureTransformBinds");
    for (int32_t i = 0; i < expression->texture_bind_count; i++) {
        vrm_TextureBind bind = both_directions(edit->model, expression->texture_binds[i]);
        vrm_json_begin_object(b);
        vrmi_put_integer(b, "material", bind.material);
        vrmi_put_vec2(b, "scale", bind.scale);
        vrmi_put_vec2(b, "offset", bind.offset);
        vrm_json_end_object(b);
    }
    vrm_json_end_array(b);
}

static void put_expression(vrm_Edit* edit, const vrm_Expression* expression) {
    vrm_JsonBuilder* b = edit->builder;
    vrm_json_begin_object(b);
    vrmi_put_bool(b, "isBinary", expression->binary != VRM_BINARY_NOT);
    put_morph_binds(b, expression);
    put_color_binds(b, expression);
    put_texture_binds(edit, expression);
    vrmi_put_string(b, "overrideBlink", vrmi_overrides[expression->override_blink]);
    vrmi_put_string(b, "overrideLookAt", vrmi_overrides[expression->override_look_at]);
    vrmi_put_string(b, "overrideMouth", vrmi_overrides[expression->override_mouth]);
    vrmi_edit_carry(edit, expression->json, NULL, false);
    vrm_json_end_object(b);
}

/* A custom name must differ from all presets. */
static void put_custom_key(vrm_JsonBuilder* b, const char* name) {
    char renamed[64];
    if (vrm_expression_preset_by_name(name) == VRM_EXPRESSION_CUSTOM) {
        vrm_json_put_key(b, name);
        return;
    }
    snprintf(renamed, sizeof renamed, "%s_custom", name);
    vrm_json_put_key(b, renamed);
}

static void put_expressions(vrm_Edit* edit, const char* key, const vrm_Expression* expressions,
                            int32_t count, bool is_custom) {
    vrm_JsonBuilder* b = edit->builder;
    bool is_open = false;
    for (int32_t i = 0; i < count; i++) {
        if ((expressions[i].preset == VRM_EXPRESSION_CUSTOM) != is_custom) continue;
        if (!is_open) {
            vrmi_open_object(b, key);
            is_open = true;
        }
        if (is_custom)
            put_custom_key(b, expressions[i].name);
        else
            vrm_json_put_key(b, vrm_expression_preset_name(expressions[i].preset));
        put_expression(edit, &expressions[i]);
    }
    if (is_open) vrm_json_end_object(b);
}

static bool is_override(vrm_Override value) {
    return (unsigned)value <= VRM_OVERRIDE_BLEND;
}

static bool is_sound(const vrm_Edit* edit, const vrm_Expression* expression) {
    int32_t nodes = vrmi_edit_count(edit, "nodes");
    int32_t materials = vrmi_edit_count(edit, "materials");
    if (expression->preset < VRM_EXPRESSION_CUSTOM ||
        expression->preset >= VRM_EXPRESSION_PRESET_COUNT ||
        !is_override(expression->override_blink) || !is_override(expression->override_look_at) ||
        !is_override(expression->override_mouth))
        return false;
    for (int32_t i = 0; i < expression->morph_bind_count; i++) {
        const vrm_MorphBind* bind = &expression->morph_binds[i];
        if (bind->node < 0 || bind->node >= nodes || bind->index < 0) return false;
    }
    for (int32_t i = 0; i < expression->color_bind_count; i++) {
        int32_t material = expression->color_binds[i].material;
        unsigned target = (unsigned)expression->color_binds[i].target;
        if (material < 0 || material >= materials || target > VRM_COLOR_OUTLINE) return false;
    }
    for (int32_t i = 0; i < expression->texture_bind_count; i++) {
        int32_t material = expression->texture_binds[i].material;
        if (material < 0 || material >= materials) return false;
    }
    return true;
}

vrm_Result vrm_edit_set_expressions(vrm_Edit* edit, const vrm_Expression* expressions,
                                    int32_t count) {
    vrm_Result result = vrmi_edit_begin_part(edit);
    if (result != VRM_OK) return result;
    for (int32_t i = 0; i < count; i++)
        if (!is_sound(edit, &expressions[i])) return VRM_ERR_ARGUMENT;
    vrm_JsonRef vrm = vrmi_edit_vrm(edit);
    vrm_JsonRef before = vrm_json_member(edit->json, vrm, "expressions");
    if (count <= 0) {
        vrmi_edit_drop(edit, vrm, "expressions");
        return edit->result;
    }
    if (vrm_json_offset(edit->json, before) == VRM_NO_OFFSET)
        before = VRM_JSON_MISSING; /* set in this edit: the model does not have it */
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_object(b);
    put_expressions(edit, "preset", expressions, count, false);
    put_expressions(edit, "custom", expressions, count, true);
    vrmi_edit_carry(edit, before, NULL, false);
    vrm_json_end_object(b);
    vrmi_edit_put(edit, vrm, "expressions");
    return edit->result;
}

/* ---- Look-at ---- */

static void put_range_map(vrm_JsonBuilder* b, const char* key, const vrm_RangeMap* map) {
    vrmi_open_object(b, key);
    vrmi_put_float(b, "inputMaxValue", map->input_max_degrees);
    vrmi_put_float(b, "outputScale", map->output_scale);
    vrm_json_end_object(b);
}

vrm_Result vrm_edit_set_look_at(vrm_Edit* edit, const vrm_LookAt* look_at) {
    vrm_Result result = vrmi_edit_begin_part(edit);
    if (result != VRM_OK) return result;
    vrm_JsonRef vrm = vrmi_edit_vrm(edit);
    if (look_at == NULL) {
        vrmi_edit_drop(edit, vrm, "lookAt");
        return edit->result;
    }
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_json_begin_object(b);
    vrmi_put_string(b, "type", look_at->type == VRM_LOOK_AT_BONE ? "bone" : "expression");
    vrmi_put_vec3(b, "offsetFromHeadBone", look_at->offset_from_head);
    put_range_map(b, "rangeMapHorizontalInner", &look_at->horizontal_inner);
    put_range_map(b, "rangeMapHorizontalOuter", &look_at->horizontal_outer);
    put_range_map(b, "rangeMapVerticalDown", &look_at->vertical_down);
    put_range_map(b, "rangeMapVerticalUp", &look_at->vertical_up);
    vrmi_edit_carry(edit, look_at->json, NULL, false);
    vrm_json_end_object(b);
    vrmi_edit_put(edit, vrm, "lookAt");
    return edit->result;
}

/* ---- First person ---- */

vrm_Result vrm_edit_set_first_person(vrm_Edit* edit, const vrm_FirstPersonType* types,
                                     int32_t count) {
    vrm_Result result = vrmi_edit_begin_part(edit);
    if (result != VRM_OK) return result;
    if (count > vrmi_edit_count(edit, "nodes")) return VRM_ERR_ARGUMENT;
    for (int32_t i = 0; i < count; i++)
        if ((unsigned)types[i] > VRM_FIRST_PERSON_FIRST_PERSON_ONLY) return VRM_ERR_ARGUMENT;
    vrm_JsonRef vrm = vrmi_edit_vrm(edit);
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    int32_t written = 0;
    vrm_json_begin_array(b);
    for (int32_t i = 0; i < count; i++) {
        if (types[i] == VRM_FIRST_PERSON_AUTO) continue;
        vrm_json_begin_object(b);
        vrmi_put_integer(b, "node", i);
        vrmi_put_string(b, "type", vrmi_first_person_types[types[i]]);
        vrm_json_end_object(b);
        written++;
    }
    vrm_json_end_array(b);
    if (written == 0) {
        vrm_JsonRef old = vrm_json_member(edit->json, vrm, "firstPerson");
        vrmi_edit_drop(edit, old, "meshAnnotations");
        if (vrm_json_count(edit->json, old) == 0) vrmi_edit_drop(edit, vrm, "firstPerson");
        return edit->result;
    }
    vrm_JsonRef first_person = vrm_json_member(edit->json, vrm, "firstPerson");
    if (vrm_json_type(edit->json, first_person) != VRM_JSON_OBJECT && edit->result == VRM_OK)
        edit->result = vrm_json_set(edit->json, vrm, "firstPerson", "{}", 2, &first_person);
    vrmi_edit_put(edit, first_person, "meshAnnotations");
    return edit->result;
}
