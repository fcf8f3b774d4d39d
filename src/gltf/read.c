/* SPDX-License-Identifier: MIT */
#include "gltf/read.h"

#include "json/json_names.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

void vrmi_read_report(vrmi_Reader* reader, vrmi_RuleId rule, vrm_JsonRef at, const char* format,
                      ...) {
    /* What was not read would look wrong. */
    if (reader->result == VRM_ERR_MEMORY || reader->result == VRM_ERR_LIMIT) return;
    if (vrmi_rule_severity(rule) <= reader->fault_severity && reader->fault_count < UINT32_MAX)
        reader->fault_count++;
    va_list args;
    va_start(args, format);
    vrmi_report_list(reader->report, rule, reader->json, at, format, args);
    va_end(args);
    vrmi_read_leave_out(reader, rule, at);
}

void vrmi_read_leave_out(vrmi_Reader* reader, vrmi_RuleId rule, vrm_JsonRef value) {
    if (!reader->lists_left_out || value == VRM_JSON_MISSING || reader->result != VRM_OK) return;
    vrmi_LeftOut* left_out = vrmi_arena_alloc_tight(reader->arena, 1, sizeof *left_out);
    if (left_out == NULL) {
        vrmi_read_fail(reader, VRM_ERR_MEMORY);
        return;
    }
    *left_out = (vrmi_LeftOut){.before = reader->left_out, .value = value, .rule = rule};
    reader->left_out = left_out;
}

void vrmi_read_fail(vrmi_Reader* reader, vrm_Result result) {
    if (reader->result == VRM_OK) reader->result = result;
}

/* The typed document counts as decoded data: `{},` is three bytes of JSON and makes a material of
 * 152 bytes. */
static bool spend(vrmi_Reader* reader, size_t size) {
    if (reader->spent_bytes == NULL) return true;
    uint64_t left =
        *reader->spent_bytes < reader->max_bytes ? reader->max_bytes - *reader->spent_bytes : 0;
    if (size <= left) {
        *reader->spent_bytes += size;
        return true;
    }
    if (reader->result == VRM_OK) {
        vrmi_read_report(
            reader, VRMI_RULE_LIMIT_DECODED_BYTES, vrm_json_root(reader->json),
            "Reading this file takes more than the limit decoded_bytes allows (%llu bytes are "
            "used, %llu more needed, at most %llu allowed); raise the limit if you trust the "
            "file.",
            (unsigned long long)*reader->spent_bytes, (unsigned long long)size,
            (unsigned long long)reader->max_bytes);
        vrmi_read_fail(reader, VRM_ERR_LIMIT);
    }
    return false;
}

void* vrmi_read_alloc(vrmi_Reader* reader, size_t count, size_t size) {
    size_t total;
    if (count == 0 || reader->result != VRM_OK) return NULL;
    if (!vrmi_mul(count, size, &total)) {
        vrmi_read_fail(reader, VRM_ERR_MEMORY);
        return NULL;
    }
    if (!spend(reader, total)) return NULL;
    void* ptr = vrmi_arena_alloc_tight(reader->arena, count, size);
    if (ptr == NULL) vrmi_read_fail(reader, VRM_ERR_MEMORY);
    return ptr;
}

uint32_t vrmi_read_length(vrmi_Reader* reader, vrm_JsonRef container) {
    uint32_t length = vrm_json_count(reader->json, container);
    uint32_t most = reader->max_elements < INT32_MAX ? reader->max_elements : INT32_MAX;
    if (length <= most) return length;
    vrmi_read_report(
        reader, VRMI_RULE_LIMIT_ELEMENTS, container,
        "This array has %lu entries, over the limit elements of %lu; raise the limit if you "
        "trust the file.",
        (unsigned long)length, (unsigned long)most);
    vrmi_read_fail(reader, VRM_ERR_LIMIT);
    return 0;
}

/* ---- Types ---- */

static const char* const type_names[] = {
    [VRM_JSON_NONE] = "nothing",     [VRM_JSON_NULL] = "null",       [VRM_JSON_BOOL] = "a boolean",
    [VRM_JSON_NUMBER] = "a number",  [VRM_JSON_STRING] = "a string", [VRM_JSON_ARRAY] = "an array",
    [VRM_JSON_OBJECT] = "an object",
};

/* Whether the value is of that type; a value of another type is a finding, an absent one is not. */
static bool is_type(vrmi_Reader* reader, vrm_JsonRef value, vrm_JsonType type) {
    vrm_JsonType actual = vrm_json_type(reader->json, value);
    if (actual == type) return true;
    if (actual != VRM_JSON_NONE)
        vrmi_read_report(reader, VRMI_RULE_TYPE_MISMATCH, value, "This is %s; it should be %s.",
                         type_names[actual], type_names[type]);
    return false;
}

vrm_JsonRef vrmi_read_member(const vrmi_Reader* reader, vrm_JsonRef object, const char* key) {
    return vrm_json_member(reader->json, object, key);
}

void vrmi_read_required(vrmi_Reader* reader, vrm_JsonRef object, const char* key) {
    if (object == VRM_JSON_MISSING || vrmi_read_member(reader, object, key) != VRM_JSON_MISSING)
        return;
    vrmi_read_report(reader, VRMI_RULE_UNDEFINED_PROPERTY, object, "Property \"%s\" is missing.",
                     key);
}

static vrm_JsonRef member_of_type(vrmi_Reader* reader, vrm_JsonRef object, const char* key,
                                  vrm_JsonType type) {
    vrm_JsonRef value = vrm_json_member(reader->json, object, key);
    return is_type(reader, value, type) ? value : VRM_JSON_MISSING;
}

vrm_JsonRef vrmi_read_object(vrmi_Reader* reader, vrm_JsonRef object, const char* key) {
    return member_of_type(reader, object, key, VRM_JSON_OBJECT);
}

vrm_JsonRef vrmi_read_array(vrmi_Reader* reader, vrm_JsonRef object, const char* key) {
    return member_of_type(reader, object, key, VRM_JSON_ARRAY);
}

vrm_JsonRef vrmi_read_as_object(vrmi_Reader* reader, vrm_JsonRef value) {
    return is_type(reader, value, VRM_JSON_OBJECT) ? value : VRM_JSON_MISSING;
}

vrm_JsonRef vrmi_read_extension(vrmi_Reader* reader, vrm_JsonRef object, const char* name) {
    return vrmi_read_object(reader, vrm_json_member(reader->json, object, "extensions"), name);
}

void* vrmi_read_list(vrmi_Reader* reader, vrm_JsonRef object, const char* key, size_t size,
                     int32_t* out_length, vrm_JsonIter* out_it) {
    vrm_JsonRef array = vrmi_read_array(reader, object, key);
    uint32_t length = vrmi_read_length(reader, array);
    void* entries = vrmi_read_alloc(reader, length, size);
    *out_length = entries != NULL ? (int32_t)length : 0;
    *out_it = vrm_json_iter(reader->json, array);
    return entries;
}

/* ---- Text ---- */

/* U+0000 is legal in JSON and would end a C string early. */
static const char* text_without_nul(vrmi_Reader* reader, const char* text, size_t size) {
    size_t nul_count = 0;
    for (size_t i = 0; i < size; i++) nul_count += text[i] == '\0';
    if (nul_count == 0) return text;
    char* clean = vrmi_read_alloc(reader, size + 2 * nul_count + 1, 1);
    if (clean == NULL) return "";
    char* to = clean;
    for (size_t i = 0; i < size; i++) {
        if (text[i] != '\0') {
            *to++ = text[i];
            continue;
        }
        memcpy(to, "\xEF\xBF\xBD", 3);
        to += 3;
    }
    return clean;
}

const char* vrmi_read_text(vrmi_Reader* reader, vrm_JsonRef string) {
    /* Nearly all strings have no escapes: then their bytes are their value. */
    vrm_Span plain = vrmi_json_unescaped(reader->json, string);
    size_t size = plain.data != NULL ? plain.size : vrm_json_string(reader->json, string, NULL, 0);
    if (size == 0) return "";
    char* text = vrmi_read_alloc(reader, size + 1, 1);
    if (text == NULL) return "";
    if (plain.data != NULL) return memcpy(text, plain.data, size);
    vrm_json_string(reader->json, string, text, size + 1);
    return text_without_nul(reader, text, size);
}

const char* vrmi_read_string(vrmi_Reader* reader, vrm_JsonRef object, const char* key,
                             const char* fallback) {
    vrm_JsonRef value = member_of_type(reader, object, key, VRM_JSON_STRING);
    return value == VRM_JSON_MISSING ? fallback : vrmi_read_text(reader, value);
}

const char* const* vrmi_read_strings(vrmi_Reader* reader, vrm_JsonRef object, const char* key,
                                     int32_t* out_length) {
    vrm_JsonIter it;
    const char** texts = vrmi_read_list(reader, object, key, sizeof *texts, out_length, &it);
    if (texts == NULL) return NULL;
    while (vrm_json_next(&it)) {
        bool is_string = is_type(reader, it.value, VRM_JSON_STRING);
        texts[it.index] = is_string ? vrmi_read_text(reader, it.value) : "";
    }
    return texts;
}

int32_t vrmi_read_enum(vrmi_Reader* reader, vrm_JsonRef object, const char* key,
                       const char* const* names, int32_t name_count, int32_t fallback) {
    vrm_JsonRef value = member_of_type(reader, object, key, VRM_JSON_STRING);
    if (value == VRM_JSON_MISSING) return fallback;
    for (int32_t i = 0; i < name_count; i++)
        if (vrm_json_equals(reader->json, value, names[i])) return i;
    char text[64];
    vrm_json_string(reader->json, value, text, sizeof text);
    vrmi_read_report(reader, VRMI_RULE_VALUE_NOT_IN_LIST, value,
                     "\"%s\" is not a value that \"%s\" can have.", text, key);
    return fallback;
}

/* ---- Numbers ---- */

bool vrmi_read_bool(vrmi_Reader* reader, vrm_JsonRef object, const char* key, bool fallback) {
    vrm_JsonRef value = member_of_type(reader, object, key, VRM_JSON_BOOL);
    return vrm_json_bool(reader->json, value, fallback);
}

/* Returns false, with a finding unless the value is absent, when it is not a number in the range of
 * float. */
static bool as_float(vrmi_Reader* reader, vrm_JsonRef value, float* out) {
    if (!is_type(reader, value, VRM_JSON_NUMBER)) return false;
    double number = vrm_json_number(reader->json, value, HUGE_VAL);
    float rounded = number <= 3.5e38 && number >= -3.5e38 ? (float)number : HUGE_VALF;
    if (!isfinite(rounded)) {
        vrmi_read_report(reader, VRMI_RULE_VALUE_NOT_IN_RANGE, value,
                         "This number is larger than a 32-bit float can hold.");
        return false;
    }
    *out = rounded;
    return true;
}

float vrmi_read_float(vrmi_Reader* reader, vrm_JsonRef object, const char* key, float fallback) {
    float value = fallback;
    as_float(reader, vrm_json_member(reader->json, object, key), &value);
    return value;
}

bool vrmi_read_floats(vrmi_Reader* reader, vrm_JsonRef object, const char* key, float* out,
                      uint32_t count) {
    float values[16];
    VRM_ASSERT(count <= 16);
    vrm_JsonRef array = vrmi_read_array(reader, object, key);
    if (array == VRM_JSON_MISSING) return false;
    uint32_t length = vrm_json_count(reader->json, array);
    if (length != count) {
        vrmi_read_report(reader, VRMI_RULE_ARRAY_LENGTH_NOT_IN_LIST, array,
                         "This array has %lu entries; it should have %lu.", (unsigned long)length,
                         (unsigned long)count);
        return false;
    }
    bool is_sound = true;
    vrm_JsonIter it = vrm_json_iter(reader->json, array);
    while (vrm_json_next(&it)) is_sound &= as_float(reader, it.value, &values[it.index]);
    if (is_sound) memcpy(out, values, count * sizeof *out);
    return is_sound;
}

bool vrmi_read_vec2(vrmi_Reader* reader, vrm_JsonRef object, const char* key, vrm_Vec2* out) {
    float v[2];
    if (!vrmi_read_floats(reader, object, key, v, 2)) return false;
    *out = (vrm_Vec2){v[0], v[1]};
    return true;
}

bool vrmi_read_vec3(vrmi_Reader* reader, vrm_JsonRef object, const char* key, vrm_Vec3* out) {
    float v[3];
    if (!vrmi_read_floats(reader, object, key, v, 3)) return false;
    *out = (vrm_Vec3){v[0], v[1], v[2]};
    return true;
}

bool vrmi_read_vec4(vrmi_Reader* reader, vrm_JsonRef object, const char* key, vrm_Vec4* out) {
    float v[4];
    if (!vrmi_read_floats(reader, object, key, v, 4)) return false;
    *out = (vrm_Vec4){v[0], v[1], v[2], v[3]};
    return true;
}

bool vrmi_read_quat(vrmi_Reader* reader, vrm_JsonRef object, const char* key, vrm_Quat* out) {
    float v[4];
    if (!vrmi_read_floats(reader, object, key, v, 4)) return false;
    *out = (vrm_Quat){v[0], v[1], v[2], v[3]};
    return true;
}

const float* vrmi_read_float_array(vrmi_Reader* reader, vrm_JsonRef object, const char* key,
                                   int32_t* out_length) {
    vrm_JsonIter it;
    float* values = vrmi_read_list(reader, object, key, sizeof *values, out_length, &it);
    if (values == NULL) return NULL;
    while (vrm_json_next(&it)) as_float(reader, it.value, &values[it.index]);
    return values;
}

bool vrmi_read_whole(const vrm_Json* json, vrm_JsonRef value, int64_t* out) {
    if (vrm_json_integer(json, value, out)) return true;
    const double limit = 9223372036854775808.0; /* 2^63: every double from here on is whole */
    double number = vrm_json_number(json, value, 0);
    if (number < limit && number > -limit) return false;
    *out = number < 0 ? -(INT64_MAX - 2047) : INT64_MAX - 2047;
    return true;
}

vrmi_RuleId vrmi_read_string_rule(const vrmi_Reader* reader, vrm_JsonRef value,
                                  vrmi_RuleId otherwise) {
    vrm_JsonType type = vrm_json_type(reader->json, value);
    bool is_other = type != VRM_JSON_STRING && type != VRM_JSON_NONE;
    return is_other ? VRMI_RULE_TYPE_MISMATCH : otherwise;
}

vrmi_RuleId vrmi_read_integer_rule(const vrmi_Reader* reader, vrm_JsonRef value,
                                   vrmi_RuleId otherwise) {
    int64_t integer;
    bool is_other = value != VRM_JSON_MISSING && !vrmi_read_whole(reader->json, value, &integer);
    return is_other ? VRMI_RULE_TYPE_MISMATCH : otherwise;
}

int64_t vrmi_read_integer(vrmi_Reader* reader, vrm_JsonRef object, const char* key, int64_t min,
                          int64_t max, int64_t fallback) {
    vrm_JsonRef value = member_of_type(reader, object, key, VRM_JSON_NUMBER);
    if (value == VRM_JSON_MISSING) return fallback;
    int64_t integer;
    if (!vrmi_read_whole(reader->json, value, &integer)) {
        vrmi_read_report(reader, VRMI_RULE_TYPE_MISMATCH, value,
                         "This number should be an integer.");
        return fallback;
    }
    if (integer >= min && integer <= max) return integer;
    vrmi_read_report(reader, VRMI_RULE_VALUE_NOT_IN_RANGE, value,
                     "%lld is out of range: \"%s\" goes from %lld to %lld.", (long long)integer,
                     key, (long long)min, (long long)max);
    return fallback;
}

/* ---- Indices ---- */

int32_t vrmi_read_as_index(vrmi_Reader* reader, vrm_JsonRef value, int32_t count) {
    int64_t index;
    if (!is_type(reader, value, VRM_JSON_NUMBER)) return -1;
    if (!vrmi_read_whole(reader->json, value, &index) || index < 0) {
        vrmi_read_report(reader, VRMI_RULE_INVALID_INDEX, value,
                         "An index is an integer that is not negative.");
        return -1;
    }
    if (index < count) return (int32_t)index;
    vrmi_read_report(reader, VRMI_RULE_UNRESOLVED_REFERENCE, value,
                     "Index %lld points at nothing: the file has %d of these.", (long long)index,
                     (int)count);
    return -1;
}

int32_t vrmi_read_index(vrmi_Reader* reader, vrm_JsonRef object, const char* key, int32_t count) {
    return vrmi_read_as_index(reader, vrm_json_member(reader->json, object, key), count);
}

const int32_t* vrmi_read_indices(vrmi_Reader* reader, vrm_JsonRef object, const char* key,
                                 int32_t count, int32_t* out_length) {
    vrm_JsonIter it;
    int32_t* indices = vrmi_read_list(reader, object, key, sizeof *indices, out_length, &it);
    if (indices == NULL) return NULL;
    while (vrm_json_next(&it)) indices[it.index] = vrmi_read_as_index(reader, it.value, count);
    return indices;
}
