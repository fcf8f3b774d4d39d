/* SPDX-License-Identifier: MIT */
#include "json/put.h"

void vrmi_open_object(vrm_JsonBuilder* builder, const char* key) {
    vrm_json_put_key(builder, key);
    vrm_json_begin_object(builder);
}

void vrmi_open_array(vrm_JsonBuilder* builder, const char* key) {
    vrm_json_put_key(builder, key);
    vrm_json_begin_array(builder);
}

void vrmi_put_bool(vrm_JsonBuilder* builder, const char* key, bool value) {
    vrm_json_put_key(builder, key);
    vrm_json_put_bool(builder, value);
}

void vrmi_put_float(vrm_JsonBuilder* builder, const char* key, float value) {
    vrm_json_put_key(builder, key);
    vrm_json_put_float(builder, value);
}

void vrmi_put_integer(vrm_JsonBuilder* builder, const char* key, int64_t value) {
    vrm_json_put_key(builder, key);
    vrm_json_put_integer(builder, value);
}

void vrmi_put_string(vrm_JsonBuilder* builder, const char* key, const char* value) {
    vrm_json_put_key(builder, key);
    vrm_json_put_string(builder, value);
}

void vrmi_put_floats(vrm_JsonBuilder* builder, const char* key, const float* values, int count) {
    vrmi_open_array(builder, key);
    for (int i = 0; i < count; i++) vrm_json_put_float(builder, values[i]);
    vrm_json_end_array(builder);
}

void vrmi_put_vec2(vrm_JsonBuilder* builder, const char* key, vrm_Vec2 value) {
    vrmi_put_floats(builder, key, (float[]){value.x, value.y}, 2);
}

void vrmi_put_vec3(vrm_JsonBuilder* builder, const char* key, vrm_Vec3 value) {
    vrmi_put_floats(builder, key, (float[]){value.x, value.y, value.z}, 3);
}
