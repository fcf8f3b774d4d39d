/* SPDX-License-Identifier: MIT */
/* Members of VRM objects: the functions of gltf/read.h, with the rules of VRM for references,
 * enumerations and ranges, where a fault is a warning with a code of its own. A value of a wrong
 * JSON type is TYPE_MISMATCH, an error, as in glTF. */
#include "model/model.h"

#include "json/json_names.h"

#include <string.h>

int32_t vrmi_model_as_index(vrmi_ModelReader* reader, vrm_JsonRef value, int32_t count,
                            vrmi_RuleId rule) {
    int64_t index;
    if (vrm_json_integer(reader->base.json, value, &index)) {
        if (index >= 0 && index < count) return (int32_t)index;
        if (index == -1 && reader->model->dialect == VRM_DIALECT_0) return -1;
    }
    vrmi_read_report(&reader->base, vrmi_read_integer_rule(&reader->base, value, rule), value,
                     NULL);
    return -1;
}

int32_t vrmi_model_index(vrmi_ModelReader* reader, vrm_JsonRef object, const char* key,
                         int32_t count, vrmi_RuleId rule) {
    vrm_JsonRef value = vrmi_read_member(&reader->base, object, key);
    if (value == VRM_JSON_MISSING) return -1;
    return vrmi_model_as_index(reader, value, count, rule);
}

bool vrmi_model_require(vrmi_ModelReader* reader, vrm_JsonRef object, const char* key) {
    if (vrmi_read_member(&reader->base, object, key) != VRM_JSON_MISSING) return true;
    vrmi_read_report(&reader->base, VRMI_RULE_UNDEFINED_PROPERTY, object,
                     "The required property \"%s\" is missing.", key);
    return false;
}

int32_t vrmi_model_required_index(vrmi_ModelReader* reader, vrm_JsonRef object, const char* key,
                                  int32_t count, vrmi_RuleId rule) {
    if (!vrmi_model_require(reader, object, key)) return -1;
    return vrmi_model_index(reader, object, key, count, rule);
}

const int32_t* vrmi_model_indices(vrmi_ModelReader* reader, vrm_JsonRef object, const char* key,
                                  int32_t count, vrmi_RuleId rule, int32_t* out_length) {
    *out_length = 0;
    vrm_JsonRef array = vrmi_read_array(&reader->base, object, key);
    uint32_t length = vrmi_read_length(&reader->base, array);
    int32_t* indices = vrmi_read_alloc(&reader->base, length, sizeof *indices);
    if (indices == NULL) return NULL;
    vrm_JsonIter it = vrm_json_iter(reader->base.json, array);
    while (vrm_json_next(&it)) {
        int32_t index = vrmi_model_as_index(reader, it.value, count, rule);
        if (index >= 0) indices[(*out_length)++] = index;
    }
    return indices;
}

/* Longer than any name that VRM lists. */
#define LONGEST_NAME 40

int32_t vrmi_model_find_name(const vrm_Json* json, vrm_JsonRef string, const char* const* names,
                             int32_t name_count, vrmi_Case compare) {
    char text[LONGEST_NAME];
    if (!vrmi_json_short_name(json, string, text, sizeof text)) return -1;
    for (int32_t i = 0; i < name_count; i++)
        if (vrmi_compare_text(text, names[i], compare) == 0) return i;
    return -1;
}

void vrmi_model_refuse(vrmi_ModelReader* reader, vrm_JsonRef string, vrm_JsonRef object,
                       vrmi_RuleId rule) {
    vrmi_read_report(&reader->base, vrmi_read_string_rule(&reader->base, string, rule),
                     string == VRM_JSON_MISSING ? object : string, NULL);
}

int32_t vrmi_model_enum(vrmi_ModelReader* reader, vrm_JsonRef object, const char* key,
                        const char* const* names, int32_t name_count, vrmi_Case compare,
                        int32_t fallback, vrmi_RuleId rule) {
    vrm_JsonRef value = vrmi_read_member(&reader->base, object, key);
    if (value == VRM_JSON_MISSING) return fallback;
    int32_t found = vrmi_model_find_name(reader->base.json, value, names, name_count, compare);
    if (found >= 0) return found;
    vrmi_model_refuse(reader, value, object, rule);
    return fallback;
}

float vrmi_model_ranged(vrmi_ModelReader* reader, vrm_JsonRef object, const char* key,
                        float fallback, float min, float max, vrmi_RuleId rule) {
    float value = vrmi_read_float(&reader->base, object, key, fallback);
    if (value >= min && value <= max) return value;
    vrmi_read_report(&reader->base, rule, vrmi_read_member(&reader->base, object, key), NULL);
    return vrmi_clamp(value, min, max);
}

void vrmi_model_unity_vec3(vrmi_ModelReader* reader, vrm_JsonRef object, const char* key,
                           vrm_Vec3* out) {
    vrm_JsonRef value = vrmi_read_member(&reader->base, object, key);
    if (vrm_json_type(reader->base.json, value) == VRM_JSON_ARRAY) {
        vrmi_read_vec3(&reader->base, object, key, out);
    } else {
        value = vrmi_read_object(&reader->base, object, key);
        out->x = vrmi_read_float(&reader->base, value, "x", out->x);
        out->y = vrmi_read_float(&reader->base, value, "y", out->y);
        out->z = vrmi_read_float(&reader->base, value, "z", out->z);
    }
    if (value != VRM_JSON_MISSING) out->z = 0.0f - out->z; /* never -0 */
}

int32_t vrmi_model_numbers(const vrmi_ModelReader* reader, vrm_JsonRef array, float* out,
                           int32_t capacity) {
    const vrm_Json* json = reader->base.json;
    if (vrm_json_type(json, array) != VRM_JSON_ARRAY) return -1;
    int32_t length = 0;
    vrm_JsonIter it = vrm_json_iter(json, array);
    while (length < capacity && vrm_json_next(&it)) {
        double number = vrm_json_number(json, it.value, HUGE_VAL);
        if (!(fabs(number) <= (double)FLT_MAX)) return -1;
        out[length++] = (float)number;
    }
    return length;
}

vrm_Vec4 vrmi_model_color(vrmi_ModelReader* reader, vrm_JsonRef object, const char* key,
                          vrm_Vec4 fallback) {
    float numbers[4];
    vrm_JsonRef array = vrmi_read_array(&reader->base, object, key);
    if (array == VRM_JSON_MISSING) return fallback;
    int32_t length = vrmi_model_numbers(reader, array, numbers, 4);
    if (length < 3) {
        vrmi_read_report(&reader->base, VRMI_RULE_ARRAY_LENGTH_NOT_IN_LIST, array,
                         "This property needs four numbers; the default is used.");
        return fallback;
    }
    return (vrm_Vec4){numbers[0], numbers[1], numbers[2], length < 4 ? fallback.w : numbers[3]};
}

const char* vrmi_model_alias(const vrmi_ModelReader* reader, vrm_JsonRef object,
                             const char* const* keys) {
    for (const char* const* key = keys; *key != NULL; key++)
        if (vrmi_read_member(&reader->base, object, *key) != VRM_JSON_MISSING) return *key;
    return keys[0];
}
