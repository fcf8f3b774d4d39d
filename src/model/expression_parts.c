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
    for (int preset = 0; name != NULL && preset < VRM_EXPRESSION_PRESET_COUNT; preset++)
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
    vrmi_read_report(
        &reader->base,
        vrmi_read_integer_rule(&reader->base, value, VRMI_RULE_EXPRESSION_BIND_MORPH_INVALID),
        value == VRM_JSON_MISSING ? bind : value,
        "The bind is ignored: mesh %d has %d morph target%s.", (int)mesh, (int)target_count,
        vrmi_s((uint64_t)target_count));
    return false;
}

/* Reads one bind; false when it is left out. */
typedef bool ReadBind(vrmi_ModelReader* reader, vrm_JsonRef json, void* out);

static bool read_morph_bind(vrmi_ModelReader* reader, vrm_JsonRef json, void* out) {
    vrm_MorphBind* bind = out;
    if (!vrmi_model_require(reader, json, "index") || !vrmi_model_require(reader, json, "weight"))
        return false;
    bind->node = vrmi_model_required_index(reader, json, "node", reader->gltf->node_count,
                                           VRMI_RULE_EXPRESSION_BIND_NODE_INVALID);
    if (bind->node < 0) return false;
    int32_t mesh = reader->gltf->nodes[bind->node].mesh;
    if (mesh < 0) {
        vrmi_read_report(&reader->base, VRMI_RULE_EXPRESSION_BIND_NODE_WITHOUT_MESH,
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

static bool read_color_bind(vrmi_ModelReader* reader, vrm_JsonRef json, void* out) {
    vrm_ColorBind* bind = out;
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
    return vrmi_read_vec4(&reader->base, json, "targetValue", &bind->value);
}

static bool read_texture_bind(vrmi_ModelReader* reader, vrm_JsonRef json, void* out) {
    vrm_TextureBind* bind = out;
    bind->material = read_material(reader, json);
    if (bind->material < 0) return false;
    bind->scale.x = bind->scale.y = 1.0f;
    vrmi_read_vec2(&reader->base, json, "scale", &bind->scale);
    vrmi_read_vec2(&reader->base, json, "offset", &bind->offset);
    bind->binds_x = bind->binds_y = true;
    return true;
}

static const void* read_binds(vrmi_ModelReader* reader, vrm_JsonRef expression, const char* key,
                              size_t size, ReadBind* read, int32_t* out_count) {
    vrm_JsonRef array = vrmi_read_array(&reader->base, expression, key);
    char* binds = vrmi_read_alloc(&reader->base, vrmi_read_length(&reader->base, array), size);
    vrm_JsonIter it = vrm_json_iter(reader->base.json, array);
    while (binds != NULL && vrm_json_next(&it)) {
        vrm_JsonRef json = vrmi_read_as_object(&reader->base, it.value);
        if (json != VRM_JSON_MISSING && read(reader, json, binds + (size_t)*out_count * size))
            ++*out_count;
    }
    return binds;
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

void vrmi_read_expression(vrmi_ModelReader* reader, vrm_JsonRef json, vrm_Expression* out) {
    static const char* const texture_keys[] = {"textureTransformBinds", "materialUVBinds", NULL};
    *out = (vrm_Expression){.json = json, .preset = VRM_EXPRESSION_CUSTOM};
    bool is_binary = vrmi_read_bool(&reader->base, json, "isBinary", false);
    out->binary = is_binary ? VRM_BINARY_OVER_HALF : VRM_BINARY_NOT;
    vrmi_read_overrides(reader, out);
    out->morph_binds = read_binds(reader, json, "morphTargetBinds", sizeof(vrm_MorphBind),
                                  read_morph_bind, &out->morph_bind_count);
    out->color_binds = read_binds(reader, json, "materialColorBinds", sizeof(vrm_ColorBind),
                                  read_color_bind, &out->color_bind_count);
    out->texture_binds =
        read_binds(reader, json, vrmi_model_alias(reader, json, texture_keys),
                   sizeof(vrm_TextureBind), read_texture_bind, &out->texture_bind_count);
}

bool vrmi_begin_expressions(vrmi_ModelReader* reader, size_t count, vrmi_ExpressionSet* set) {
    set->all = vrmi_read_alloc(&reader->base, count, sizeof *set->all);
    set->is_spare = vrmi_model_scratch(reader, count, sizeof *set->is_spare);
    return set->all != NULL && set->is_spare != NULL;
}

vrm_Expression* vrmi_add_custom(vrmi_ExpressionSet* set, bool is_spare) {
    set->is_spare[set->custom_count] = is_spare;
    return &set->all[set->custom_count++];
}
