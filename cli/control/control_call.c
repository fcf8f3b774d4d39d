/* SPDX-License-Identifier: MIT */
#include "control/control_call.h"

#include "words/json.h"
#include "words/suggest.h"

#include "vrm/face.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 16 }; /* answers of speech engines nest five deep */

/* ---- Errors ---- */

bool control_fail(control_Call* call, const char* code, const char* format, ...) {
    va_list args;
    if (call->code != NULL) return false;
    call->code = code;
    va_start(args, format);
    vsnprintf(call->message, sizeof call->message, format, args);
    va_end(args);
    return false;
}

bool control_fail_memory(control_Call* call) {
    return control_fail(call, "memory", "out of memory");
}

static const char* type_name(const control_Call* call) {
    return control_messages[call->type].name;
}

/* ---- Ids ---- */

bool control_id_equals(const control_Id* a, const control_Id* b) {
    return a->kind == b->kind && a->number == b->number && strcmp(a->text, b->text) == 0;
}

void control_put_id(vrm_JsonBuilder* out, const char* key, const control_Id* id) {
    if (id->kind == CONTROL_ID_TEXT) cli_json_string(out, key, id->text);
    if (id->kind == CONTROL_ID_NUMBER) cli_json_integer(out, key, id->number);
}

bool control_read_id(const vrm_Json* json, vrm_JsonRef value, control_Id* out) {
    *out = (control_Id){0};
    if (vrm_json_type(json, value) == VRM_JSON_STRING) {
        size_t size = vrm_json_string(json, value, out->text, sizeof out->text);
        if (size > 0 && size < sizeof out->text && strlen(out->text) == size)
            out->kind = CONTROL_ID_TEXT;
        else
            out->text[0] = '\0';
    } else if (vrm_json_integer(json, value, &out->number)) {
        out->kind = CONTROL_ID_NUMBER;
    }
    return out->kind != CONTROL_ID_NONE;
}

/* ---- Values ---- */

static bool is_in(const vrm_Json* json, vrm_JsonRef value, double low, double high) {
    if (vrm_json_type(json, value) != VRM_JSON_NUMBER) return false;
    double number = vrm_json_number(json, value, (double)NAN);
    return number >= low && number <= high; /* false for NaN too */
}

static bool is_vector(const vrm_Json* json, vrm_JsonRef value, double low, double high,
                      uint32_t count) {
    if (vrm_json_type(json, value) != VRM_JSON_ARRAY || vrm_json_count(json, value) != count)
        return false;
    vrm_JsonIter it = vrm_json_iter(json, value);
    while (vrm_json_next(&it))
        if (!is_in(json, it.value, low, high)) return false;
    return true;
}

/* The place of a word in a list with one space between words; -1: it is none of them. */
static int place_of_word(const vrm_Json* json, vrm_JsonRef value, const char* words) {
    char word[64];
    for (int place = 0; *words != '\0'; place++) {
        size_t length = strcspn(words, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, words);
        if (vrm_json_equals(json, value, word)) return place;
        words += length + (words[length] == ' ');
    }
    return -1;
}

static bool is_text(const vrm_Json* json, vrm_JsonRef value, const control_Member* member) {
    if (vrm_json_type(json, value) != VRM_JSON_STRING) return false;
    if (member->words != NULL) return place_of_word(json, value, member->words) >= 0;
    size_t size = vrm_json_string(json, value, NULL, 0);
    return size >= (size_t)member->least && size <= (size_t)member->bytes;
}

static bool is_rotation(const vrm_Json* json, vrm_JsonRef value, const control_Member* member) {
    float q[4];
    if (!is_vector(json, value, member->low, member->high, 4)) return false;
    control_floats(json, value, q, 4);
    return q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] > 1e-12f;
}

static vrm_Bone bone_of(const vrm_Json* json, vrm_JsonRef name) {
    char text[64];
    size_t size = vrm_json_string(json, name, text, sizeof text);
    return size < sizeof text && strlen(text) == size ? vrm_bone_by_name(text) : VRM_BONE_NONE;
}

static bool is_object(const vrm_Json* json, vrm_JsonRef value, const control_Member* member,
                      bool is_rotations) {
    if (vrm_json_type(json, value) != VRM_JSON_OBJECT ||
        vrm_json_count(json, value) > (uint32_t)member->most)
        return false;
    vrm_JsonIter it = vrm_json_iter(json, value);
    while (vrm_json_next(&it)) {
        bool fits = is_rotations ? is_rotation(json, it.value, member) &&
                                       bone_of(json, it.key) != VRM_BONE_NONE
                                 : is_in(json, it.value, member->low, member->high);
        if (!fits) return false;
    }
    return true;
}

static bool is_bones(const vrm_Json* json, vrm_JsonRef value, const control_Member* member) {
    if (vrm_json_type(json, value) != VRM_JSON_ARRAY ||
        vrm_json_count(json, value) > (uint32_t)member->most)
        return false;
    vrm_JsonIter it = vrm_json_iter(json, value);
    while (vrm_json_next(&it))
        if (vrm_json_type(json, it.value) != VRM_JSON_STRING ||
            bone_of(json, it.value) == VRM_BONE_NONE)
            return false;
    return true;
}

/* [[SECONDS, VISEME], ...] whose times do not go back. */
static bool is_marks(const vrm_Json* json, vrm_JsonRef value, const control_Member* member) {
    double last_s = member->low;
    char name[16];
    if (vrm_json_type(json, value) != VRM_JSON_ARRAY || vrm_json_count(json, value) == 0)
        return false;
    vrm_JsonIter it = vrm_json_iter(json, value);
    while (vrm_json_next(&it)) {
        if (vrm_json_type(json, it.value) != VRM_JSON_ARRAY || vrm_json_count(json, it.value) != 2)
            return false;
        vrm_JsonRef time = vrm_json_element(json, it.value, 0);
        vrm_JsonRef viseme = vrm_json_element(json, it.value, 1);
        if (!is_in(json, time, last_s, member->high)) return false;
        if (vrm_json_type(json, viseme) != VRM_JSON_STRING ||
            vrm_json_string(json, viseme, name, sizeof name) >= sizeof name ||
            vrm_viseme_by_name(name) == VRM_VISEME_COUNT)
            return false;
        last_s = vrm_json_number(json, time, 0.0);
    }
    return true;
}

/* An object, or an array of objects. */
static bool is_document(const vrm_Json* json, vrm_JsonRef value) {
    if (vrm_json_type(json, value) == VRM_JSON_OBJECT) return true;
    if (vrm_json_type(json, value) != VRM_JSON_ARRAY || vrm_json_count(json, value) == 0)
        return false;
    vrm_JsonIter it = vrm_json_iter(json, value);
    while (vrm_json_next(&it))
        if (vrm_json_type(json, it.value) != VRM_JSON_OBJECT) return false;
    return true;
}

static bool is_kind(const vrm_Json* json, vrm_JsonRef value, const control_Member* member,
                    unsigned kind) {
    int64_t whole;
    switch (kind) {
    case CONTROL_TEXT: return is_text(json, value, member);
    case CONTROL_NUMBER: return is_in(json, value, member->low, member->high);
    case CONTROL_WHOLE:
        return is_in(json, value, member->low, member->high) &&
               vrm_json_integer(json, value, &whole);
    case CONTROL_FLAG: return vrm_json_type(json, value) == VRM_JSON_BOOL;
    case CONTROL_NULL: return vrm_json_type(json, value) == VRM_JSON_NULL;
    case CONTROL_VEC2: return is_vector(json, value, member->low, member->high, 2);
    case CONTROL_VEC3: return is_vector(json, value, member->low, member->high, 3);
    case CONTROL_WEIGHTS: return is_object(json, value, member, false);
    case CONTROL_ROTATIONS: return is_object(json, value, member, true);
    case CONTROL_BONES: return is_bones(json, value, member);
    case CONTROL_MARKS: return is_marks(json, value, member);
    case CONTROL_DOCUMENT: return is_document(json, value);
    case CONTROL_BYTES: return vrm_json_type(json, value) == VRM_JSON_STRING;
    default: return false; /* of answers alone */
    }
}

/* What a value of one kind is, for people. */
static int describe(const control_Member* member, unsigned kind, char* out, size_t size) {
    double low = member->low, high = member->high;
    switch (kind) {
    case CONTROL_TEXT:
        if (member->words != NULL) return snprintf(out, size, "one of: %s", member->words);
        if (member->least > 0)
            return snprintf(out, size, "a text of %d to %d bytes", member->least, member->bytes);
        return snprintf(out, size, "a text of at most %d bytes", member->bytes);
    case CONTROL_NUMBER: return snprintf(out, size, "a number from %g to %g", low, high);
    case CONTROL_WHOLE: return snprintf(out, size, "a whole number from %.17g to %.17g", low, high);
    case CONTROL_FLAG: return snprintf(out, size, "true or false");
    case CONTROL_NULL: return snprintf(out, size, "null");
    case CONTROL_VEC2: return snprintf(out, size, "two numbers from %g to %g", low, high);
    case CONTROL_VEC3: return snprintf(out, size, "three numbers from %g to %g", low, high);
    case CONTROL_WEIGHTS:
        return snprintf(out, size, "an object of at most %d weights from %g to %g", member->most,
                        low, high);
    case CONTROL_ROTATIONS:
        return snprintf(out, size, "an object of bones with rotations [x, y, z, w]");
    case CONTROL_BONES: return snprintf(out, size, "an array of bone names");
    case CONTROL_MARKS:
        return snprintf(out, size, "an array of [SECONDS, VISEME] in order of time");
    case CONTROL_DOCUMENT: return snprintf(out, size, "the answer of a speech engine");
    default: return snprintf(out, size, "bytes in base64");
    }
}

static bool fail_value(control_Call* call, const control_Member* member) {
    char want[240] = "";
    size_t used = 0;
    for (unsigned kind = 1; kind <= member->kinds; kind <<= 1) {
        if ((member->kinds & kind) == 0 || used + 1 >= sizeof want) continue;
        if (used > 0) used += (size_t)snprintf(want + used, sizeof want - used, ", or ");
        if (used < sizeof want)
            used += (size_t)describe(member, kind, want + used, sizeof want - used);
    }
    return control_fail(call, "value", "%s: %s must be %s", type_name(call), member->name, want);
}

static bool check_value(control_Call* call, vrm_JsonRef value, const control_Member* member) {
    bool is_left_out =
        vrm_json_type(call->json, value) == VRM_JSON_NULL && (member->kinds & CONTROL_NULL) == 0;
    if (is_left_out) return true;
    for (unsigned kind = 1; kind <= member->kinds; kind <<= 1)
        if ((member->kinds & kind) != 0 && is_kind(call->json, value, member, kind)) return true;
    return fail_value(call, member);
}

/* ---- Messages ---- */

static const control_Member* find_member(const control_Member* list, const vrm_Json* json,
                                         vrm_JsonRef key) {
    while (list->name != NULL && !vrm_json_equals(json, key, list->name)) list++;
    return list->name != NULL ? list : NULL;
}

static const char* member_at(const void* list, int index) {
    return ((const control_Member*)list)[index].name;
}

static const char* message_at(const void* list, int index) {
    return index < CONTROL_TYPE_COUNT ? ((const control_Message*)list)[index].name : NULL;
}

/* Safe in a message for people, which may be shown by a terminal. */
static void read_name(const vrm_Json* json, vrm_JsonRef value, char out[64]) {
    vrm_json_string(json, value, out, 64);
    for (char* c = out; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || (unsigned char)*c == 0x7F) *c = '?';
}

static bool fail_member(control_Call* call, vrm_JsonRef key, const control_Member* members) {
    char name[64], hint[CLI_HINT_ROOM];
    read_name(call->json, key, name);
    return control_fail(call, "member", "%s has no member %s%s", type_name(call), name,
                        cli_did_you_mean(name, member_at, members, hint));
}

static bool check_members(control_Call* call) {
    const control_Member* members = control_messages[call->type].members;
    vrm_JsonIter it = vrm_json_iter(call->json, call->root);
    while (vrm_json_next(&it)) {
        const control_Member* member = find_member(control_common, call->json, it.key);
        if (member == NULL) member = find_member(members, call->json, it.key);
        if (member == NULL) return fail_member(call, it.key, members);
        if (member != &control_common[0] && !check_value(call, it.value, member)) return false;
    }
    for (; members->name != NULL; members++) {
        vrm_JsonRef value = vrm_json_member(call->json, call->root, members->name);
        bool is_there =
            value != VRM_JSON_MISSING && (vrm_json_type(call->json, value) != VRM_JSON_NULL ||
                                          (members->kinds & CONTROL_NULL) != 0);
        if (members->is_required && !is_there)
            return control_fail(call, "missing", "%s needs %s", type_name(call), members->name);
    }
    return true;
}

static bool find_type(control_Call* call) {
    vrm_JsonRef type = vrm_json_member(call->json, call->root, "type");
    char name[64], hint[CLI_HINT_ROOM];
    if (type == VRM_JSON_MISSING)
        return control_fail(call, "missing", "a message needs type, such as \"say\"");
    if (vrm_json_type(call->json, type) != VRM_JSON_STRING)
        return control_fail(call, "type", "type must be a text, such as \"say\"");
    for (int i = 0; i < CONTROL_TYPE_COUNT; i++) {
        if (!vrm_json_equals(call->json, type, control_messages[i].name)) continue;
        call->type = (control_Type)i;
        return true;
    }
    read_name(call->json, type, name);
    return control_fail(call, "type", "there is no message %s%s", name,
                        cli_did_you_mean(name, message_at, control_messages, hint));
}

bool control_call_open(const char* text, size_t size, control_Call* out) {
    vrm_JsonDef def = vrm_default_json_def();
    *out = (control_Call){.root = VRM_JSON_MISSING};
    def.borrow_text = true;
    def.limits.json_depth = DEPTH_MAX;
    vrm_Result result = vrm_json_parse(text, size, &def, NULL, &out->json);
    if (result == VRM_ERR_MEMORY) return control_fail_memory(out);
    if (result != VRM_OK) return control_fail(out, "json", "the line is not JSON");
    out->root = vrm_json_root(out->json);
    if (vrm_json_type(out->json, out->root) != VRM_JSON_OBJECT)
        return control_fail(out, "json", "a message is one JSON object");
    vrm_JsonRef id = vrm_json_member(out->json, out->root, "id");
    if (id != VRM_JSON_MISSING && vrm_json_type(out->json, id) != VRM_JSON_NULL &&
        !control_read_id(out->json, id, &out->id))
        return control_fail(out, "value", "id must be a text of 1 to %d bytes or a whole number",
                            CONTROL_ID_MAX);
    return find_type(out) && check_members(out);
}

void control_call_close(control_Call* call) {
    vrm_json_destroy(call->json);
    call->json = NULL;
}

/* ---- Reading ---- */

vrm_JsonRef control_member(const control_Call* call, const char* name) {
    vrm_JsonRef value = vrm_json_member(call->json, call->root, name);
    return vrm_json_type(call->json, value) == VRM_JSON_NULL ? VRM_JSON_MISSING : value;
}

bool control_has(const control_Call* call, const char* name) {
    return control_member(call, name) != VRM_JSON_MISSING;
}

bool control_is_null(const control_Call* call, const char* name) {
    vrm_JsonRef value = vrm_json_member(call->json, call->root, name);
    return vrm_json_type(call->json, value) == VRM_JSON_NULL;
}

double control_number(const control_Call* call, const char* name, double fallback) {
    return vrm_json_number(call->json, control_member(call, name), fallback);
}

bool control_flag(const control_Call* call, const char* name, bool fallback) {
    return vrm_json_bool(call->json, control_member(call, name), fallback);
}

int control_word(const control_Call* call, const char* name, int fallback) {
    const control_Member* member = control_messages[call->type].members;
    vrm_JsonRef value = control_member(call, name);
    while (strcmp(member->name, name) != 0) member++;
    return value == VRM_JSON_MISSING ? fallback : place_of_word(call->json, value, member->words);
}

void control_floats(const vrm_Json* json, vrm_JsonRef array, float* out, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        out[i] = (float)vrm_json_number(json, vrm_json_element(json, array, i), 0.0);
}

vrm_Vec3 control_vec3(const control_Call* call, const char* name) {
    float v[3];
    control_floats(call->json, control_member(call, name), v, 3);
    return (vrm_Vec3){v[0], v[1], v[2]};
}

char* control_text(control_Call* call, const char* name) {
    vrm_JsonRef value = control_member(call, name);
    size_t size = vrm_json_string(call->json, value, NULL, 0);
    char* text = malloc(size + 1);
    if (text == NULL) {
        (void)control_fail_memory(call);
        return NULL;
    }
    text[0] = '\0';
    (void)vrm_json_string(call->json, value, text, size + 1);
    if (strlen(text) == size) return text;
    (void)control_fail(call, "value", "%s: %s holds a NUL", type_name(call), name);
    free(text);
    return NULL;
}

control_Id control_member_id(const control_Call* call, const char* name) {
    control_Id id;
    (void)control_read_id(call->json, control_member(call, name), &id);
    return id;
}

/* ---- Base64: RFC 4648, section 4, without line breaks ---- */

/* 0..63; 64: the character is none. */
static uint32_t sextet(char c) {
    if (c >= 'A' && c <= 'Z') return (uint32_t)(c - 'A');
    if (c >= 'a' && c <= 'z') return (uint32_t)(c - 'a') + 26;
    if (c >= '0' && c <= '9') return (uint32_t)(c - '0') + 52;
    return c == '+' ? 62 : c == '/' ? 63 : 64;
}

/* In place: the bytes are fewer than the characters. */
static bool decode_base64(char* text, size_t* size) {
    size_t count = *size, written = 0;
    while (count > 0 && *size - count < 2 && text[count - 1] == '=') count--;
    if (*size != count && *size % 4 != 0) return false;
    if (count % 4 == 1) return false;
    uint32_t bits = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t value = sextet(text[i]);
        if (value == 64) return false;
        bits = bits << 6 | value;
        if (i % 4 != 0) text[written++] = (char)(unsigned char)(bits >> (6 - i % 4 * 2) & 0xFF);
    }
    *size = written;
    return true;
}

bool control_bytes(control_Call* call, const char* name, uint8_t** out_bytes, size_t* out_size) {
    char* text = control_text(call, name);
    *out_bytes = NULL;
    *out_size = 0;
    if (text == NULL) return false;
    size_t size = strlen(text);
    if (!decode_base64(text, &size)) {
        free(text);
        return control_fail(call, "value", "%s: %s must be bytes in base64", type_name(call), name);
    }
    *out_bytes = (uint8_t*)text;
    *out_size = size;
    return true;
}
