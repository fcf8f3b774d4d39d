/* SPDX-License-Identifier: MIT */
/* A glTF file in the making: BIN data with its accessors and views, and the JSON text. */
#ifndef SCENES_SCENE_FILE_H
#define SCENES_SCENE_FILE_H

#include "scene_bytes.h"
#include "vrm/json.h"

typedef struct FileView {
    size_t offset, size;
    uint32_t target; /* 34962 vertices, 34963 indices, 0 neither */
} FileView;

typedef struct FileAccessor {
    int32_t view, count, component_type;
    vrm_AccessorType type;
    bool has_bounds, is_normalized;
    float min[3], max[3];
    /* Sparse accessors have no view: zeros, but for `moved` elements. */
    int32_t moved, index_view, index_type, value_view;
} FileAccessor;

typedef struct File {
    Bytes bin;
    vrm_JsonBuilder* json;
    FileView* views;
    FileAccessor* accessors;
    int32_t view_count, view_capacity, accessor_count, accessor_capacity;
    bool has_failed;
} File;

#define VERTEX_DATA 34962u
#define INDEX_DATA  34963u

bool file_open(File* file);
/* Data is added to file->bin between these two; the view's index. */
size_t file_begin_view(File* file);
int32_t file_end_view(File* file, size_t begin, uint32_t target);

/* The accessor over a whole view that file_begin_view() opened. */
int32_t file_end_accessor(File* file, size_t begin, uint32_t target, int32_t component_type,
                          vrm_AccessorType type, int32_t count);
/* As above for floats, with min and max. */
int32_t file_end_bounded(File* file, size_t begin, uint32_t target, vrm_AccessorType type,
                         int32_t count);

/* A sparse accessor of `count` vectors, of which `moved` are in the data from `begin` on (none: -1
 * for `index_view`); with min and max. */
int32_t file_end_sparse(File* file, size_t begin, int32_t count, int32_t moved, int32_t index_view,
                        int32_t index_type);
void file_set_normalized(File* file, int32_t accessor);

/* "accessors", "bufferViews" and "buffers" into the open root object. */
void file_put_data(File* file);

/* The GLB, if nothing failed; everything is released. */
SceneBytes file_close(File* file);

/* Short cuts for members of the open object. */
void put_text(File* file, const char* key, const char* value);
void put_int(File* file, const char* key, int64_t value);
void put_number(File* file, const char* key, float value);
void put_flag(File* file, const char* key, bool value);
void put_numbers(File* file, const char* key, const float* values, int32_t count);
void put_vec3(File* file, const char* key, vrm_Vec3 value);
void put_vec4(File* file, const char* key, vrm_Vec4 value);
void begin_object(File* file, const char* key);
void begin_array(File* file, const char* key);
void end_object(File* file);
void end_array(File* file);

#endif
