/* SPDX-License-Identifier: MIT */
#include "vertex_arrays.h"

#include "memory.h"

#include <string.h>

typedef struct Field {
    void** array;
    size_t size; /* bytes of each vertex */
} Field;

enum { FIELD_COUNT = 9 };

static void list_fields(vrmi_Vertices* v, Field* fields) {
    Field all[FIELD_COUNT] = {
        {(void**)&v->positions, 12}, {(void**)&v->normals, 12},  {(void**)&v->uv[0], 8},
        {(void**)&v->uv[1], 8},      {(void**)&v->tangents, 16}, {(void**)&v->colors, 16},
        {(void**)&v->joints, 8},     {(void**)&v->weights, 16},  {(void**)&v->sources, 4}};
    memcpy(fields, all, sizeof all);
}

bool vrmi_vertices_grow(const vrm_Allocator* allocator, vrmi_Vertices* vertices,
                        uint32_t capacity) {
    Field fields[FIELD_COUNT];
    list_fields(vertices, fields);
    void* grown[FIELD_COUNT] = {0};
    bool is_good = true;
    for (int i = 0; i < FIELD_COUNT && is_good; i++) {
        if (*fields[i].array == NULL) continue;
        grown[i] = vrmi_take(allocator, capacity, fields[i].size);
        is_good = grown[i] != NULL;
    }
    for (int i = 0; i < FIELD_COUNT; i++) {
        if (grown[i] == NULL) continue;
        if (!is_good) {
            vrmi_give(allocator, grown[i], capacity, fields[i].size);
            continue;
        }
        memcpy(grown[i], *fields[i].array, vertices->count * fields[i].size);
        vrmi_give(allocator, *fields[i].array, vertices->capacity, fields[i].size);
        *fields[i].array = grown[i];
    }
    if (is_good) vertices->capacity = capacity;
    return is_good;
}

void vrmi_vertices_release(const vrm_Allocator* allocator, vrmi_Vertices* vertices) {
    Field fields[FIELD_COUNT];
    list_fields(vertices, fields);
    for (int i = 0; i < FIELD_COUNT; i++)
        vrmi_give(allocator, *fields[i].array, vertices->capacity, fields[i].size);
    memset(vertices, 0, sizeof *vertices);
}

void vrmi_vertices_copy_splits(vrmi_Vertices* v, uint32_t first) {
    Field fields[FIELD_COUNT];
    list_fields(v, fields);
    for (int f = 0; f < FIELD_COUNT; f++) {
        char* array = *fields[f].array;
        size_t size = fields[f].size;
        if (array == NULL || (void*)array == v->tangents || (void*)array == v->sources) continue;
        for (uint32_t i = first; i < v->count; i++)
            memcpy(array + i * size, array + v->sources[i] * size, size);
    }
}
