/* SPDX-License-Identifier: MIT */
/* What the files of an edit share.
 *
 *   edit.c             life, and any JSON by pointer
 *   edit_bin.c         buffer views, accessors, images, thumbnail
 *   edit_extensions.c  extensionsUsed
 *   edit_meta.c, edit_face.c, edit_spring.c, edit_surface.c    parts of VRM 1.0
 *
 * The first failure is remembered in the edit, and everything below does nothing from then on: what
 * writes a part checks once at its end. */
#ifndef VRMI_MODEL_EDIT_H
#define VRMI_MODEL_EDIT_H

#include "model/model.h"
#include "vrm/edit.h"

struct vrm_Edit {
    vrm_Model* model;
    vrm_Allocator allocator;
    vrm_Json* json; /* parsed from the same text as the model's: the refs are the same */
    vrm_JsonBuilder* builder;
    uint8_t* bin; /* a copy of the BIN chunk, once something is added or changed */
    size_t bin_size, bin_capacity;
    bool has_bin;
    bool is_migrating;     /* parts of 1.0 may be written whatever the dialect */
    bool lists_extensions; /* extensionsUsed is made exact, not only adjusted to what was edited */
    vrm_Result result;
};

/* The first failure of the edit; VRM_OK goes on. */
void vrmi_edit_fail(vrm_Edit* edit, vrm_Result result);

/* The builder, cleared for the next value. */
vrm_JsonBuilder* vrmi_edit_text(vrm_Edit* edit);

/* Sets a member to what the builder holds. */
vrm_JsonRef vrmi_edit_put(vrm_Edit* edit, vrm_JsonRef object, const char* key);

/* Members of one value; those that are so already keep their bytes. An empty string and NULL remove
 * the member. */
void vrmi_edit_string(vrm_Edit* edit, vrm_JsonRef object, const char* key, const char* value);
void vrmi_edit_bool(vrm_Edit* edit, vrm_JsonRef object, const char* key, bool value);
void vrmi_edit_integer(vrm_Edit* edit, vrm_JsonRef object, const char* key, int64_t value);
void vrmi_edit_drop(vrm_Edit* edit, vrm_JsonRef object, const char* key);

/* A member that is an object (or array), made when it is missing or something else. */
vrm_JsonRef vrmi_edit_object(vrm_Edit* edit, vrm_JsonRef object, const char* key);
vrm_JsonRef vrmi_edit_array(vrm_Edit* edit, vrm_JsonRef object, const char* key);

/* An element of an array of the document; VRM_ERR_ARGUMENT when there is none. */
vrm_JsonRef vrmi_edit_element(vrm_Edit* edit, const char* array, int32_t index);

/* How many elements an array of the document has now. */
int32_t vrmi_edit_count(const vrm_Edit* edit, const char* array);

/* Appends what the builder holds to an array of the document; its index, or -1. */
int32_t vrmi_edit_append(vrm_Edit* edit, const char* array);

/* An extension of an element, made when missing, with specVersion 1.0; and its end, with that of an
 * empty "extensions". */
vrm_JsonRef vrmi_edit_extension(vrm_Edit* edit, vrm_JsonRef element, const char* name);
void vrmi_edit_drop_extension(vrm_Edit* edit, vrm_JsonRef element, const char* name);

/* VRMC_vrm. */
vrm_JsonRef vrmi_edit_vrm(vrm_Edit* edit);

/* Whether parts of 1.0 may be written: VRM_OK, or what to return. */
vrm_Result vrmi_edit_begin_part(vrm_Edit* edit);

/* Copies extras and those extensions of an object of the model that are not called `own` into the
 * open object of the builder. With `opens` "extensions" is left open for the caller to add its own
 * and end. */
void vrmi_edit_carry(vrm_Edit* edit, vrm_JsonRef from, const char* own, bool opens);

/* The BIN chunk to be changed in place: bin_size bytes, a copy of the first buffer. NULL and a
 * failure when there is none. */
uint8_t* vrmi_edit_bin(vrm_Edit* edit);

/* Members of the builder's open object. */
void vrmi_put_float(vrm_JsonBuilder* builder, const char* key, float value);
void vrmi_put_integer(vrm_JsonBuilder* builder, const char* key, int64_t value);
void vrmi_put_string(vrm_JsonBuilder* builder, const char* key, const char* value);
void vrmi_put_floats(vrm_JsonBuilder* builder, const char* key, const float* values, int count);
void vrmi_put_vec2(vrm_JsonBuilder* builder, const char* key, vrm_Vec2 value);
void vrmi_put_vec3(vrm_JsonBuilder* builder, const char* key, vrm_Vec3 value);
void vrmi_put_indices(vrm_JsonBuilder* builder, const char* key, const int32_t* values, int count);

/* Makes extensionsUsed (and extensionsRequired) say what the JSON has. */
void vrmi_edit_list_extensions(vrm_Edit* edit);

#endif
