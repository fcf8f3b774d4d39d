/* SPDX-License-Identifier: MIT */
#include "scene_file.h"

#include <stdlib.h>
#include <string.h>

bool file_open(File* file) {
    *file = (File){0};
    file->has_failed = vrm_json_builder_create(NULL, &file->json) != VRM_OK;
    return !file->has_failed;
}

/* Makes room for one more item. */
static bool room(File* file, void** items, int32_t count, int32_t* capacity, size_t size) {
    if (count < *capacity) return true;
    int32_t larger_capacity = *capacity == 0 ? 64 : *capacity * 2;
    void* larger = realloc(*items, (size_t)larger_capacity * size);
    if (larger == NULL) {
        file->has_failed = true;
        return false;
    }
    *items = larger;
    *capacity = larger_capacity;
    return true;
}

size_t file_begin_view(File* file) {
    bytes_align(&file->bin, 4);
    return file->bin.size;
}

int32_t file_end_view(File* file, size_t begin, uint32_t target) {
    if (!room(file, (void**)&file->views, file->view_count, &file->view_capacity,
              sizeof *file->views))
        return 0;
    file->views[file->view_count] = (FileView){begin, file->bin.size - begin, target};
    return file->view_count++;
}

static int32_t add_accessor(File* file, FileAccessor accessor) {
    if (!room(file, (void**)&file->accessors, file->accessor_count, &file->accessor_capacity,
              sizeof *file->accessors))
        return 0;
    file->accessors[file->accessor_count] = accessor;
    return file->accessor_count++;
}

int32_t file_end_accessor(File* file, size_t begin, uint32_t target, int32_t component_type,
                          vrm_AccessorType type, int32_t count) {
    int32_t view = file_end_view(file, begin, target);
    return add_accessor(
        file, (FileAccessor){
                  .view = view, .count = count, .component_type = component_type, .type = type});
}

int32_t file_end_sparse(File* file, size_t begin, int32_t count, int32_t moved, int32_t index_view,
                        int32_t index_type) {
    FileAccessor accessor = {.view = -1,
                             .count = count,
                             .component_type = VRM_COMPONENT_FLOAT,
                             .type = VRM_ACCESSOR_VEC3,
                             .has_bounds = true,
                             .moved = moved,
                             .index_view = index_view,
                             .index_type = index_type};
    if (file->bin.has_failed) return 0;
    for (int32_t i = 0; i < moved * 3; i++) {
        float value;
        memcpy(&value, file->bin.data + begin + (size_t)i * 4, 4);
        int32_t c = i % 3;
        bool is_first = i < 3 && moved == count; /* the others are 0 */
        if (is_first || value < accessor.min[c]) accessor.min[c] = value;
        if (is_first || value > accessor.max[c]) accessor.max[c] = value;
    }
    if (moved > 0) accessor.value_view = file_end_view(file, begin, 0);
    return add_accessor(file, accessor);
}

void file_set_normalized(File* file, int32_t accessor) {
    if (!file->has_failed) file->accessors[accessor].is_normalized = true;
}

int32_t file_end_bounded(File* file, size_t begin, uint32_t target, vrm_AccessorType type,
                         int32_t count) {
    int32_t index = file_end_accessor(file, begin, target, VRM_COMPONENT_FLOAT, type, count);
    if (file->has_failed || file->bin.has_failed) return 0;
    FileAccessor* accessor = &file->accessors[index];
    int32_t width = type == VRM_ACCESSOR_VEC3 ? 3 : 1;
    accessor->has_bounds = true;
    for (int32_t i = 0; i < count * width; i++) {
        float value;
        memcpy(&value, file->bin.data + begin + (size_t)i * 4, 4);
        int32_t c = i % width;
        if (i < width || value < accessor->min[c]) accessor->min[c] = value;
        if (i < width || value > accessor->max[c]) accessor->max[c] = value;
    }
    return index;
}

static void put_sparse(File* file, const FileAccessor* accessor) {
    begin_object(file, "sparse");
    put_int(file, "count", accessor->moved);
    begin_object(file, "indices");
    put_int(file, "bufferView", accessor->index_view);
    put_int(file, "componentType", accessor->index_type);
    end_object(file);
    begin_object(file, "values");
    put_int(file, "bufferView", accessor->value_view);
    end_object(file);
    end_object(file);
}

void file_put_data(File* file) {
    static const char* const types[] = {"",     "SCALAR", "VEC2", "VEC3",
                                        "VEC4", "MAT2",   "MAT3", "MAT4"};
    begin_array(file, "accessors");
    for (int32_t i = 0; i < file->accessor_count; i++) {
        const FileAccessor* accessor = &file->accessors[i];
        begin_object(file, NULL);
        if (accessor->view >= 0) put_int(file, "bufferView", accessor->view);
        put_int(file, "componentType", accessor->component_type);
        if (accessor->is_normalized) put_flag(file, "normalized", true);
        put_int(file, "count", accessor->count);
        put_text(file, "type", types[accessor->type]);
        if (accessor->has_bounds) {
            int32_t width = accessor->type == VRM_ACCESSOR_VEC3 ? 3 : 1;
            put_numbers(file, "min", accessor->min, width);
            put_numbers(file, "max", accessor->max, width);
        }
        if (accessor->moved > 0) put_sparse(file, accessor);
        end_object(file);
    }
    end_array(file);
    begin_array(file, "bufferViews");
    for (int32_t i = 0; i < file->view_count; i++) {
        begin_object(file, NULL);
        put_int(file, "buffer", 0);
        put_int(file, "byteOffset", (int64_t)file->views[i].offset);
        put_int(file, "byteLength", (int64_t)file->views[i].size);
        if (file->views[i].target != 0) put_int(file, "target", file->views[i].target);
        end_object(file);
    }
    end_array(file);
    begin_array(file, "buffers");
    begin_object(file, NULL);
    put_int(file, "byteLength", (int64_t)file->bin.size);
    end_object(file);
    end_array(file);
}

SceneBytes file_close(File* file) {
    SceneBytes glb = {0};
    vrm_Span json;
    if (!file->has_failed && !file->bin.has_failed &&
        vrm_json_builder_text(file->json, &json) == VRM_OK)
        glb = glb_wrap(json, (vrm_Span){(const char*)file->bin.data, file->bin.size});
    vrm_json_builder_destroy(file->json);
    bytes_release(&file->bin);
    free(file->views);
    free(file->accessors);
    *file = (File){0};
    return glb;
}

static void put_key(File* file, const char* key) {
    if (key != NULL) vrm_json_put_key(file->json, key);
}

void put_text(File* file, const char* key, const char* value) {
    put_key(file, key);
    vrm_json_put_string(file->json, value);
}

void put_int(File* file, const char* key, int64_t value) {
    put_key(file, key);
    vrm_json_put_integer(file->json, value);
}

void put_number(File* file, const char* key, float value) {
    put_key(file, key);
    vrm_json_put_float(file->json, value == 0 ? 0 : value); /* no -0 */
}

void put_flag(File* file, const char* key, bool value) {
    put_key(file, key);
    vrm_json_put_bool(file->json, value);
}

void put_numbers(File* file, const char* key, const float* values, int32_t count) {
    begin_array(file, key);
    for (int32_t i = 0; i < count; i++) put_number(file, NULL, values[i]);
    end_array(file);
}

void put_vec3(File* file, const char* key, vrm_Vec3 value) {
    put_numbers(file, key, (float[]){value.x, value.y, value.z}, 3);
}

void put_vec4(File* file, const char* key, vrm_Vec4 value) {
    put_numbers(file, key, (float[]){value.x, value.y, value.z, value.w}, 4);
}

void begin_object(File* file, const char* key) {
    put_key(file, key);
    vrm_json_begin_object(file->json);
}

void begin_array(File* file, const char* key) {
    put_key(file, key);
    vrm_json_begin_array(file->json);
}

void end_object(File* file) {
    vrm_json_end_object(file->json);
}

void end_array(File* file) {
    vrm_json_end_array(file->json);
}
