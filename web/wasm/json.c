/* SPDX-License-Identifier: MIT */
/* The words and the builder through which facts reach JavaScript. */
#include "web.h"

web_Word web_words[64];

static vrm_JsonBuilder* builder;

WEB_EXPORT(web_Word*, out, void) {
    return web_words;
}

vrm_JsonBuilder* web_json(void) {
    if (builder == NULL && vrm_json_builder_create(NULL, &builder) != VRM_OK) return NULL;
    vrm_json_builder_clear(builder);
    return builder;
}

vrm_JsonBuilder* web_json_again(void) {
    return builder;
}

vrm_Result web_json_done(void) {
    vrm_Span text = {NULL, 0};
    vrm_Result result = vrm_json_builder_text(builder, &text);
    web_words[0].p = text.data;
    web_words[1].u = (uint32_t)text.size;
    return result;
}

void web_key_text(const char* key, const char* text) {
    vrm_json_put_key(builder, key);
    vrm_json_put_string(builder, text);
}

void web_key_integer(const char* key, int64_t value) {
    vrm_json_put_key(builder, key);
    vrm_json_put_integer(builder, value);
}

void web_key_number(const char* key, double value) {
    vrm_json_put_key(builder, key);
    vrm_json_put_double(builder, value);
}

void web_key_bool(const char* key, bool value) {
    vrm_json_put_key(builder, key);
    vrm_json_put_bool(builder, value);
}

static void put_floats(const char* key, const float* values, int32_t count) {
    vrm_json_put_key(builder, key);
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < count; i++) vrm_json_put_float(builder, values[i]);
    vrm_json_end_array(builder);
}

void web_put_vec2(const char* key, vrm_Vec2 value) {
    put_floats(key, (float[]){value.x, value.y}, 2);
}

void web_put_vec3(const char* key, vrm_Vec3 value) {
    put_floats(key, (float[]){value.x, value.y, value.z}, 3);
}

void web_put_vec4(const char* key, vrm_Vec4 value) {
    put_floats(key, (float[]){value.x, value.y, value.z, value.w}, 4);
}

void web_put_integers(const char* key, const int32_t* values, int32_t count) {
    vrm_json_put_key(builder, key);
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < count; i++) vrm_json_put_integer(builder, values[i]);
    vrm_json_end_array(builder);
}
