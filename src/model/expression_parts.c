/* SPDX-License-Identifier: MIT */
/* What expressions of every dialect share: names of presets, and one expression in the shape of 1.0
 * with its binds. */
#include "base/words.h"
#include "model/expressions.h"

#include "json/tree.h"

#include <string.h>

const char* const vrmi_preset_names[VRM_EXPRESSION_PRESET_COUNT] = {
    "happy",      "angry",  "sad",      "relaxed",  "surprised", "aa",
    "ih",         "ou",     "ee",       "oh",       "blink",     "blinkLeft",
    "blinkRight", "lookUp", "lookDown", "lookLeft", "lookRight", "neutral"};

const char* vrm_expression_preset_name(vrm_ExpressionPreset preset) {
    bool is_preset = preset >= 0 && preset < VRM_EXPRESSION_PRESET_COUNT;
    return is_preset ? vrmi_preset_names[preset] : NULL;
}

vrm_ExpressionPreset vrm_expression_preset_by_name(const char* name) {
    for (int preset = 0; preset < VRM_EXPRESSION_PRESET_COUNT; preset++)
        if (strcmp(vrmi_preset_names[preset], name) == 0) return (vrm_ExpressionPreset)preset;
    return VRM_EXPRESSION_CUSTOM;
}

/* ---- Binds ---- */

bool vrmi_morph_exists(vrmi_ModelReader* reader, vrm_JsonRef bind, int32_t mesh,
                       int32_t* out_index) {
    int32_t target_count = reader->gltf->meshes[mesh].target_count;
    vrm_JsonRef value = vrmi_read_member(&reader->base, bind, "index");
    int64_t index;
    if (vrm_json_integer(reader->base.json, value, &index) && index >= 0 && index < target_count) {
        *out_index = (int32_t)index;
        return true;
    }
    VRMI_FIND(&reader->base,
              vrmi_read_integer_rule(&reader->base, value, VRMI_RULE_EXPRESSION_BIND_MORPH_INVALID),
              value == VRM_JSON_MISSING ? bind : value,
              "The bind is ignored: mesh %d has %d morph target%s.", (int)mesh, (int)target_count,
              vrmi_s((uint64_t)target_count));
    return false;
}

static bool read_morph_bind(vrmi_ModelReader* reader, vrm_JsonRef json, vrm_MorphBind* bind) {
    if (!vrmi_model_require(reader, json, "index") || !vrmi_model_require(reader, json, "weight"))
        return false;
    bind->node = vrmi_model_required_index(reader, json, "node", reader->gltf->node_count,
                                           VRMI_RULE_EXPRESSION_BIND_NODE_INVALID);
    if (bind->node < 0) return false;
    int32_t mesh = reader->gltf->nodes[bind->node].mesh;
    if (mesh < 0) {
        VRMI_FIND(&reader->base, VRMI_RULE_EXPRESSION_BIND_NODE_WITHOUT_MESH,
                  vrmi_read_member(&reader->base, json, "node"), NULL);
        return false;
    }
    bind->weight = vrmi_read_float(&reader->base, json, "weight", 0.0f);
    return vrmi_morph_exists(reader, json, mesh, &bind->index);
}

static int32_t read_material(vrmi_ModelReader* reader, vrm_JsonRef json) {
    return vrmi_model_required_index(reader, json, "material", reader->gltf->material_count,
                                     VRMI_RULE_EXPRESSION_BIND_MATERIAL_INVALID);
}

static bool read_color_bind(vrmi_ModelReader* reader, vrm_JsonRef json, vrm_ColorBind* bind) {
    bind->material = read_material(reader, json);
    if (bind->material < 0) return false;
    if (!vrmi_model_require(reader, json, "type") ||
        !vrmi_model_require(reader, json, "targetValue"))
        return false;
    int32_t target =
        vrmi_model_enum(reader, json, "type", vrmi_color_targets, VRMI_COUNT_color_targets,
                        VRMI_EXACT, -1, VRMI_RULE_EXPRESSION_BIND_TYPE_UNKNOWN);
    if (target < 0) return false;
    bind->target = (vrm_ColorTarget)target;
    float value[4];
    if (!vrmi_read_floats(&reader->base, json, "targetValue", value, 4)) return false;
    bind->value = (vrm_Vec4){value[0], value[1], value[2], value[3]};
    return true;
}

static bool read_texture_bind(vrmi_ModelReader* reader, vrm_JsonRef json, vrm_TextureBind* bind) {
    float scale[2] = {1.0f, 1.0f}, offset[2] = {0.0f, 0.0f};
    bind->material = read_material(reader, json);
    if (bind->material < 0) return false;
    vrmi_read_floats(&reader->base, json, "scale", scale, 2);
    vrmi_read_floats(&reader->base, json, "offset", offset, 2);
    bind->scale = (vrm_Vec2){scale[0], scale[1]};
    bind->offset = (vrm_Vec2){offset[0], offset[1]};
    bind->binds_x = bind->binds_y = true;
    return true;
}

/* Memory for all entries of an array of binds; `array` is walked by the caller. */
static void* begin_binds(vrmi_ModelReader* reader, vrm_JsonRef expression, const char* key,
                         size_t size, vrm_JsonIter* it) {
    vrm_JsonRef array = vrmi_read_array(&reader->base, expression, key);
    *it = vrm_json_iter(reader->base.json, array);
    return vrmi_read_alloc(&reader->base, vrmi_read_length(&reader->base, array), size);
}

static void read_binds(vrmi_ModelReader* reader, vrm_Expression* expression) {
    static const char* const texture_keys[] = {"textureTransformBinds", "materialUVBinds", NULL};
    vrm_JsonIter it;
    vrm_MorphBind* morphs =
        begin_binds(reader, expression->json, "morphTargetBinds", sizeof *morphs, &it);
    while (morphs != NULL && vrm_json_next(&it)) {
        vrm_JsonRef json = vrmi_read_as_object(&reader->base, it.value);
        if (json != VRM_JSON_MISSING &&
            read_morph_bind(reader, json, &morphs[expression->morph_bind_count]))
            expression->morph_bind_count++;
    }
    vrm_ColorBind* colors =
        begin_binds(reader, expression->json, "materialColorBinds", sizeof *colors, &it);
    while (colors != NULL && vrm_json_next(&it)) {
        vrm_JsonRef json = vrmi_read_as_object(&reader->base, it.value);
        if (json != VRM_JSON_MISSING &&
            read_color_bind(reader, json, &colors[expression->color_bind_count]))
            expression->color_bind_count++;
    }
    const char* key = vrmi_model_alias(reader, expression->json, texture_keys);
    vrm_TextureBind* textures = begin_binds(reader, expression->json, key, sizeof *textures, &it);
    while (textures != NULL && vrm_json_next(&it)) {
        vrm_JsonRef json = vrmi_read_as_object(&reader->base, it.value);
        if (json != VRM_JSON_MISSING &&
            read_texture_bind(reader, json, &textures[expression->texture_bind_count]))
            expression->texture_bind_count++;
    }
    expression->morph_binds = morphs;
    expression->color_binds = colors;
    expression->texture_binds = textures;
}

/* ---- Expressions ---- */

static vrm_Override read_override(vrmi_ModelReader* reader, vrm_JsonRef expression,
                                  const char* override_key, const char* ignore_key) {
    bool is_draft = reader->model->dialect == VRM_DIALECT_DRAFT;
    if (is_draft && vrmi_read_bool(&reader->base, expression, ignore_key, false))
        return VRM_OVERRIDE_BLOCK;
    return (vrm_Override)vrmi_model_enum(reader, expression, override_key, vrmi_overrides,
                                         VRMI_COUNT_overrides, VRMI_EXACT, VRM_OVERRIDE_NONE,
                                         VRMI_RULE_EXPRESSION_OVERRIDE_UNKNOWN);
}

void vrmi_read_overrides(vrmi_ModelReader* reader, vrm_Expression* expression) {
    vrm_JsonRef json = expression->json;
    expression->override_blink =
        (uint8_t)read_override(reader, json, "overrideBlink", "ignoreBlink");
    expression->override_look_at =
        (uint8_t)read_override(reader, json, "overrideLookAt", "ignoreLookAt");
    expression->override_mouth =
        (uint8_t)read_override(reader, json, "overrideMouth", "ignoreMouth");
}

vrm_Expression vrmi_read_expression(vrmi_ModelReader* reader, vrm_JsonRef json) {
    vrm_Expression expression = {.json = json, .preset = VRM_EXPRESSION_CUSTOM};
    bool is_binary = vrmi_read_bool(&reader->base, json, "isBinary", false);
    expression.binary = is_binary ? VRM_BINARY_OVER_HALF : VRM_BINARY_NOT;
    vrmi_read_overrides(reader, &expression);
    read_binds(reader, &expression);
    return expression;
}

bool vrmi_begin_expressions(vrmi_ModelReader* reader, size_t count, vrmi_ExpressionSet* set) {
    set->all = vrmi_read_alloc(&reader->base, count, sizeof *set->all);
    return set->all != NULL;
}
