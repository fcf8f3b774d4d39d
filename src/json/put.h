/* SPDX-License-Identifier: MIT */
/* Members of the object that a builder has open. */
#ifndef VRMI_JSON_PUT_H
#define VRMI_JSON_PUT_H

#include "vrm/json.h"
#include "vrm/types.h"

void vrmi_put_bool(vrm_JsonBuilder* builder, const char* key, bool value);
void vrmi_put_float(vrm_JsonBuilder* builder, const char* key, float value);
void vrmi_put_integer(vrm_JsonBuilder* builder, const char* key, int64_t value);
void vrmi_put_string(vrm_JsonBuilder* builder, const char* key, const char* value);
void vrmi_put_floats(vrm_JsonBuilder* builder, const char* key, const float* values, int count);
void vrmi_put_vec2(vrm_JsonBuilder* builder, const char* key, vrm_Vec2 value);
void vrmi_put_vec3(vrm_JsonBuilder* builder, const char* key, vrm_Vec3 value);

/* Begin a member that is an object or array: vrm_json_end_object() or vrm_json_end_array() ends it.
 */
void vrmi_open_object(vrm_JsonBuilder* builder, const char* key);
void vrmi_open_array(vrm_JsonBuilder* builder, const char* key);

#endif
