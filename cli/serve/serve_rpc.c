/* SPDX-License-Identifier: MIT */
#include "serve/serve_rpc.h"

#include "words/json.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define MAX_METHOD 128
#define MAX_PATH   128
#define MAX_BATCH  32 /* requests: each has an answer, which can be much larger */

/* ---- Errors ---- */

bool serve_fail(serve_Call* call, int code, const char* format, ...) {
    va_list args;
    va_start(args, format);
    call->error_code = code;
    vsnprintf(call->error, sizeof call->error, format, args);
    va_end(args);
    return false;
}

void serve_fail_data(serve_Call* call, const char* name, char* text) {
    free(call->data);
    call->data = text;
    call->data_name = text == NULL ? NULL : name;
}

/* ---- Params ---- */

/* The value of a member of a member; a number in the path is the index of an array. */
vrm_JsonRef serve_value(const serve_Call* call, const char* path) {
    vrm_JsonRef at = call->params;
    char key[MAX_PATH];
    while (*path != '\0' && at != VRM_JSON_MISSING) {
        size_t length = strcspn(path, "/");
        snprintf(key, sizeof key, "%.*s", (int)length, path);
        vrm_JsonType type = vrm_json_type(call->json, at);
        at = type == VRM_JSON_OBJECT  ? vrm_json_member(call->json, at, key)
             : type == VRM_JSON_ARRAY ? vrm_json_element(call->json, at, (uint32_t)atoi(key))
                                      : VRM_JSON_MISSING;
        path += length + (path[length] == '/');
    }
    return at;
}

/* null counts as left out. */
bool serve_has(const serve_Call* call, const char* path) {
    vrm_JsonType type = vrm_json_type(call->json, serve_value(call, path));
    return type != VRM_JSON_NONE && type != VRM_JSON_NULL;
}

bool serve_find_unknown(const serve_Call* call, const char* path, cli_NameFn* name_at,
                        const void* names, char* out, size_t out_size) {
    vrm_JsonIter it = vrm_json_iter(call->json, serve_value(call, path));
    while (vrm_json_next(&it)) {
        int i = 0;
        const char* name;
        while ((name = name_at(names, i)) != NULL && !vrm_json_equals(call->json, it.key, name))
            i++;
        if (name != NULL) continue;
        vrm_json_string(call->json, it.key, out, out_size);
        return true;
    }
    return false;
}

bool serve_is_text(const serve_Call* call, const char* path) {
    return vrm_json_type(call->json, serve_value(call, path)) == VRM_JSON_STRING;
}

uint32_t serve_list_count(const serve_Call* call, const char* path) {
    vrm_JsonRef value = serve_value(call, path);
    return vrm_json_type(call->json, value) == VRM_JSON_ARRAY ? vrm_json_count(call->json, value)
                                                              : 0;
}

bool serve_is_list(const serve_Call* call, const char* path) {
    return vrm_json_type(call->json, serve_value(call, path)) == VRM_JSON_ARRAY;
}

bool serve_is_flag(const serve_Call* call, const char* path) {
    return vrm_json_type(call->json, serve_value(call, path)) == VRM_JSON_BOOL;
}

static bool is_number(const vrm_Json* json, vrm_JsonRef value, const serve_Param* param) {
    if (vrm_json_type(json, value) != VRM_JSON_NUMBER) return false;
    double number = vrm_json_number(json, value, (double)NAN);
    bool has_range = param->low != 0.0 || param->high != 0.0;
    double high = has_range ? param->high : 1e30, low = has_range ? param->low : -1e30;
    return number >= low && number <= high; /* false for NaN too */
}

static bool is_word(const vrm_Json* json, vrm_JsonRef value, const char* words) {
    char word[64];
    while (*words != '\0') {
        size_t length = strcspn(words, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, words);
        if (vrm_json_equals(json, value, word)) return true;
        words += length + (words[length] == ' ');
    }
    return false;
}

static bool is_vec3(const vrm_Json* json, vrm_JsonRef value, const serve_Param* param) {
    if (vrm_json_type(json, value) != VRM_JSON_ARRAY || vrm_json_count(json, value) != 3)
        return false;
    for (uint32_t i = 0; i < 3; i++)
        if (!is_number(json, vrm_json_element(json, value, i), param)) return false;
    return true;
}

static bool wrong(serve_Call* call, const char* prefix, const serve_Param* param) {
    char range[64] = "";
    if (param->low != 0.0 || param->high != 0.0)
        snprintf(range, sizeof range, " from %g to %g", param->low, param->high);
    const char* want = param->kind == SERVE_NUMBER  ? "a number"
                       : param->kind == SERVE_WHOLE ? "a whole number"
                       : param->kind == SERVE_VEC3  ? "three numbers"
                       : param->kind == SERVE_FLAG  ? "true or false"
                       : param->kind == SERVE_TEXT  ? "a string"
                                                    : "an object";
    if (param->choices != NULL)
        return serve_fail(call, SERVE_BAD_PARAMS, "%s%s must be one of: %s", prefix, param->name,
                          param->choices);
    return serve_fail(call, SERVE_BAD_PARAMS, "%s%s must be %s%s", prefix, param->name, want,
                      range);
}

static bool fits(const vrm_Json* json, vrm_JsonRef value, const serve_Param* param) {
    int64_t whole;
    switch (param->kind) {
    case SERVE_TEXT:
        return vrm_json_type(json, value) == VRM_JSON_STRING &&
               (param->choices == NULL || is_word(json, value, param->choices));
    case SERVE_NUMBER: return is_number(json, value, param);
    case SERVE_WHOLE: return is_number(json, value, param) && vrm_json_integer(json, value, &whole);
    case SERVE_VEC3: return is_vec3(json, value, param);
    case SERVE_FLAG: return vrm_json_type(json, value) == VRM_JSON_BOOL;
    case SERVE_OBJECT: return vrm_json_type(json, value) == VRM_JSON_OBJECT;
    case SERVE_QUAT:
    case SERVE_TEXTS:
    case SERVE_POINTS:
    case SERVE_LIST:
    case SERVE_WEIGHTS: break; /* no params */
    }
    return false;
}

/* Members of members are one level deep in every table. */
static bool check_level(serve_Call* call, vrm_JsonRef object, const serve_Param* table,
                        const char* prefix) {
    for (const serve_Param* param = table; param->name != NULL; param++) {
        vrm_JsonRef value = object == VRM_JSON_MISSING
                                ? VRM_JSON_MISSING
                                : vrm_json_member(call->json, object, param->name);
        vrm_JsonType type = vrm_json_type(call->json, value);
        if (type == VRM_JSON_NONE || (type == VRM_JSON_NULL && param->is_optional)) {
            if (param->is_optional) continue;
            return serve_fail(call, SERVE_BAD_PARAMS, "%s%s is missing", prefix, param->name);
        }
        if (!fits(call->json, value, param)) return wrong(call, prefix, param);
    }
    return true;
}

bool serve_check_params(serve_Call* call, const serve_Param* table) {
    vrm_JsonType type = vrm_json_type(call->json, call->params);
    if (type != VRM_JSON_NONE && type != VRM_JSON_OBJECT)
        return serve_fail(call, SERVE_BAD_PARAMS, "params must be an object");
    if (!check_level(call, call->params, table, "")) return false;
    for (const serve_Param* param = table; param->name != NULL; param++) {
        char prefix[MAX_PATH];
        if (param->kind != SERVE_OBJECT || !serve_has(call, param->name)) continue;
        snprintf(prefix, sizeof prefix, "%s.", param->name);
        if (!check_level(call, serve_value(call, param->name), param->members, prefix))
            return false;
    }
    return true;
}

double serve_number(const serve_Call* call, const char* path, double fallback) {
    return vrm_json_number(call->json, serve_value(call, path), fallback);
}

vrm_Vec3 serve_vec3(const serve_Call* call, const char* path, vrm_Vec3 fallback) {
    if (!serve_has(call, path)) return fallback;
    vrm_JsonRef value = serve_value(call, path);
    float v[3];
    for (uint32_t i = 0; i < 3; i++)
        v[i] = (float)vrm_json_number(call->json, vrm_json_element(call->json, value, i), 0.0);
    return (vrm_Vec3){v[0], v[1], v[2]};
}

bool serve_flag(const serve_Call* call, const char* path, bool fallback) {
    return vrm_json_bool(call->json, serve_value(call, path), fallback);
}

bool serve_is(const serve_Call* call, const char* path, const char* word) {
    vrm_JsonRef value = serve_value(call, path);
    return vrm_json_type(call->json, value) == VRM_JSON_STRING &&
           vrm_json_equals(call->json, value, word);
}

bool serve_text(serve_Call* call, const char* path, char* out, size_t out_size) {
    out[0] = '\0';
    size_t size = vrm_json_string(call->json, serve_value(call, path), out, out_size);
    if (size < out_size && strlen(out) == size) return true;
    out[0] = '\0';
    return serve_fail(call, SERVE_BAD_PARAMS, "%s is too long or holds a NUL", path);
}

/* ---- Results ---- */

static void put_floats(vrm_JsonBuilder* builder, const char* key, const float* v, int count) {
    if (key != NULL) vrm_json_put_key(builder, key);
    vrm_json_begin_array(builder);
    for (int i = 0; i < count; i++) vrm_json_put_float(builder, v[i]);
    vrm_json_end_array(builder);
}

void serve_put_vec3(vrm_JsonBuilder* builder, const char* key, vrm_Vec3 value) {
    put_floats(builder, key, (float[]){value.x, value.y, value.z}, 3);
}

void serve_put_quat(vrm_JsonBuilder* builder, const char* key, vrm_Quat value) {
    put_floats(builder, key, (float[]){value.x, value.y, value.z, value.w}, 4);
}

/* ---- Requests ---- */

static void begin_response(vrm_JsonBuilder* out, vrm_Span id) {
    vrm_json_builder_clear(out);
    vrm_json_begin_object(out);
    cli_json_string(out, "jsonrpc", "2.0");
    vrm_json_put_key(out, "id");
    if (id.size > 0)
        vrm_json_put_raw(out, id.data, id.size);
    else
        vrm_json_put_null(out);
}

static void put_error(vrm_JsonBuilder* out, const serve_Call* call) {
    vrm_json_put_key(out, "error");
    vrm_json_begin_object(out);
    cli_json_integer(out, "code", call->error_code);
    cli_json_string(out, "message", call->error);
    if (call->data_name != NULL) {
        vrm_json_put_key(out, "data");
        vrm_json_begin_object(out);
        cli_json_string(out, call->data_name, call->data);
        vrm_json_end_object(out);
    }
    vrm_json_end_object(out);
    vrm_json_end_object(out);
}

static void answer_error(vrm_JsonBuilder* out, int code, const char* why) {
    serve_Call call = {0};
    serve_fail(&call, code, "%s", why);
    begin_response(out, (vrm_Span){NULL, 0});
    put_error(out, &call);
}

void serve_answer_broken(vrm_JsonBuilder* out, const char* why) {
    answer_error(out, SERVE_PARSE_ERROR, why);
}

/* The text of a sound id: a string, a number or null. */
static bool read_id(const vrm_Json* json, vrm_JsonRef id, vrm_Span* out) {
    vrm_JsonType type = vrm_json_type(json, id);
    if (type != VRM_JSON_STRING && type != VRM_JSON_NUMBER && type != VRM_JSON_NULL) return false;
    *out = vrm_json_text(json, id);
    return true;
}

static void run_method(serve_Call* call, vrm_JsonRef method, serve_MethodFn* run, void* ctx) {
    char name[MAX_METHOD];
    size_t size = vrm_json_type(call->json, method) == VRM_JSON_STRING
                      ? vrm_json_string(call->json, method, name, sizeof name)
                      : sizeof name;
    if (vrm_json_type(call->json, method) != VRM_JSON_STRING)
        serve_fail(call, SERVE_BAD_REQUEST, "method must be a string");
    else if (size >= sizeof name || strlen(name) != size)
        serve_fail(call, SERVE_NO_METHOD, "there is no method of that name");
    else
        run(ctx, name, call);
}

/* One request, which is not a batch. */
static bool answer_request(const char* text, size_t size, serve_MethodFn* run, void* ctx,
                           vrm_JsonBuilder* out) {
    serve_Call call = {.params = VRM_JSON_MISSING};
    vrm_Span id = {NULL, 0};
    bool is_notification = false;
    vrm_Result result = vrm_json_parse(text, size, NULL, NULL, &call.json);
    if (result == VRM_OK) result = vrm_json_builder_create(NULL, &call.result);
    if (result == VRM_ERR_MEMORY) {
        serve_fail(&call, SERVE_INTERNAL, "out of memory");
    } else if (result != VRM_OK) {
        serve_fail(&call, SERVE_PARSE_ERROR, "the message is not JSON");
    } else if (vrm_json_type(call.json, vrm_json_root(call.json)) != VRM_JSON_OBJECT) {
        serve_fail(&call, SERVE_BAD_REQUEST, "a request is one JSON object");
    } else {
        vrm_JsonRef root = vrm_json_root(call.json);
        vrm_JsonRef id_value = vrm_json_member(call.json, root, "id");
        vrm_JsonRef version = vrm_json_member(call.json, root, "jsonrpc");
        is_notification = id_value == VRM_JSON_MISSING;
        call.params = vrm_json_member(call.json, root, "params");
        vrm_json_begin_object(call.result);
        if (!is_notification && !read_id(call.json, id_value, &id))
            serve_fail(&call, SERVE_BAD_REQUEST, "id must be a string or a number");
        else if (vrm_json_type(call.json, version) != VRM_JSON_STRING ||
                 !vrm_json_equals(call.json, version, "2.0"))
            serve_fail(&call, SERVE_BAD_REQUEST, "jsonrpc must be \"2.0\"");
        else
            run_method(&call, vrm_json_member(call.json, root, "method"), run, ctx);
        vrm_json_end_object(call.result);
    }
    vrm_Span members = {NULL, 0};
    if (call.error_code == 0 && vrm_json_builder_text(call.result, &members) != VRM_OK)
        serve_fail(&call, SERVE_INTERNAL, "out of memory");
    /* What is no request is no notification either, and its sender may wait for an answer. */
    if (call.error_code == SERVE_BAD_REQUEST) is_notification = false;
    begin_response(out, id);
    if (call.error_code != 0) {
        put_error(out, &call);
    } else {
        vrm_json_put_key(out, "result");
        vrm_json_put_raw(out, members.data, members.size);
        vrm_json_end_object(out);
    }
    vrm_json_builder_destroy(call.result);
    vrm_json_destroy(call.json);
    free(call.data);
    return !is_notification;
}

/* False when no request of the batch has an answer. */
static bool answer_batch(const vrm_Json* json, serve_MethodFn* run, void* ctx, vrm_JsonBuilder* one,
                         vrm_JsonBuilder* out) {
    bool has_answer = false;
    vrm_JsonIter it = vrm_json_iter(json, vrm_json_root(json));
    vrm_json_builder_clear(out);
    vrm_json_begin_array(out);
    while (vrm_json_next(&it)) {
        vrm_Span request = vrm_json_text(json, it.value), answer;
        if (!answer_request(request.data, request.size, run, ctx, one)) continue;
        has_answer = true;
        if (vrm_json_builder_text(one, &answer) != VRM_OK)
            answer_error(one, SERVE_INTERNAL, "out of memory");
        if (vrm_json_builder_text(one, &answer) == VRM_OK)
            vrm_json_put_raw(out, answer.data, answer.size);
    }
    vrm_json_end_array(out);
    return has_answer;
}

bool serve_answer(const char* text, size_t size, serve_MethodFn* run, void* ctx,
                  vrm_JsonBuilder* out) {
    size_t begin = 0;
    while (begin < size && strchr(" \t\r\n", text[begin]) != NULL && text[begin] != '\0') begin++;
    bool has_answer = true;
    vrm_Json* json = NULL;
    vrm_JsonBuilder* one = NULL;
    bool is_array = begin < size && text[begin] == '[' &&
                    vrm_json_parse(text, size, NULL, NULL, &json) == VRM_OK;
    uint32_t count = is_array ? vrm_json_count(json, vrm_json_root(json)) : 0;
    if (count == 0) /* no JSON, too: the error is that of a request */
        has_answer = answer_request(text, size, run, ctx, out);
    else if (count > MAX_BATCH)
        answer_error(out, SERVE_BAD_REQUEST, "a batch has at most 32 requests");
    else if (vrm_json_builder_create(NULL, &one) != VRM_OK)
        answer_error(out, SERVE_INTERNAL, "out of memory");
    else
        has_answer = answer_batch(json, run, ctx, one, out);
    vrm_json_builder_destroy(one);
    vrm_json_destroy(json);
    return has_answer;
}
