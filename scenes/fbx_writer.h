/* SPDX-License-Identifier: MIT */
/* Writes FBX, binary or text, node after node:
 *
 *   FbxWriter w = fbx_begin(7400, SCENE_FBX_BINARY);
 *   fbx_open(&w, "GlobalSettings");
 *   fbx_enter(&w);
 *   ... its children ...
 *   fbx_close(&w);
 *   SceneBytes file = fbx_end(&w);
 */
#ifndef SCENES_FBX_WRITER_H
#define SCENES_FBX_WRITER_H

#include "scene_bytes.h"

enum { FBX_DEPTH_MAX = 64 };

typedef struct FbxWriter {
    Bytes bytes;
    SceneFbxForm form;
    int version, depth;
    struct {
        size_t at; /* of the head */
        unsigned value_count;
        bool is_entered;
    } open[FBX_DEPTH_MAX];
} FbxWriter;

FbxWriter fbx_begin(int version, SceneFbxForm form);

/* A node: its values, then fbx_enter() and its children if it has any. */
void fbx_open(FbxWriter* w, const char* name);
void fbx_int(FbxWriter* w, int32_t value);
void fbx_long(FbxWriter* w, int64_t value);
void fbx_real(FbxWriter* w, double value);
void fbx_text(FbxWriter* w, const char* text);
/* A single letter, as keys before version 7 have it. */
void fbx_letter(FbxWriter* w, char letter);
/* "Class::name" in text, name 0 1 class in binary. */
void fbx_object_name(FbxWriter* w, const char* kind, const char* name);
void fbx_enter(FbxWriter* w);
void fbx_close(FbxWriter* w);

/* Nodes with one value. */
void fbx_int_node(FbxWriter* w, const char* name, int32_t value);
void fbx_text_node(FbxWriter* w, const char* name, const char* text);

/* Nodes with an array. */
void fbx_longs(FbxWriter* w, const char* name, const int64_t* values, size_t count);
void fbx_floats(FbxWriter* w, const char* name, const float* values, size_t count);
void fbx_ints(FbxWriter* w, const char* name, const int32_t* values, size_t count);
void fbx_doubles(FbxWriter* w, const char* name, const double* values, size_t count);

/* Properties, inside Properties70 or Properties60. */
void fbx_property_int(FbxWriter* w, const char* name, int32_t value);
void fbx_property_long(FbxWriter* w, const char* name, int64_t value);
void fbx_property_real(FbxWriter* w, const char* name, double value);
void fbx_property_vector(FbxWriter* w, const char* name, const double value[3]);

/* Closes everything. data is NULL when there was no memory. */
SceneBytes fbx_end(FbxWriter* w);

#endif
