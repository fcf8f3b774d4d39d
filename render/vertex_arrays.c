/* SPDX-License-Identifier: MIT */
#include "vertex_arrays.h"

#include "memory.h"

#include <string.h>

/* Bytes of each vertex. */
static const uint8_t sizes[VRMI_AT_COUNT] = {12, 12, 8, 8, 16, 16, 8, 16, 4};

_Static_assert(sizeof(vrmi_Vertices) == 8 + sizeof(void*) * VRMI_AT_COUNT, "one array for each");

bool vrmi_vertices_grow(const vrm_Allocator* allocator, vrmi_Vertices* vertices,
                        uint32_t capacity) {
    vrmi_Vertices grown = {.count = vertices->count, .capacity = capacity};
    for (int i = 0; i < VRMI_AT_COUNT; i++) {
        if (vertices->arrays[i] == NULL) continue;
        grown.arrays[i] = vrmi_take(allocator, capacity, sizes[i]);
        if (grown.arrays[i] == NULL) {
            vrmi_vertices_release(allocator, &grown);
            return false;
        }
        memcpy(grown.arrays[i], vertices->arrays[i], vertices->count * (size_t)sizes[i]);
    }
    vrmi_vertices_release(allocator, vertices);
    *vertices = grown;
    return true;
}

void vrmi_vertices_release(const vrm_Allocator* allocator, vrmi_Vertices* vertices) {
    for (int i = 0; i < VRMI_AT_COUNT; i++)
        vrmi_give(allocator, vertices->arrays[i], vertices->capacity, sizes[i]);
    memset(vertices, 0, sizeof *vertices);
}

void vrmi_vertices_copy_splits(vrmi_Vertices* v, uint32_t first) {
    for (int a = 0; a < VRMI_AT_COUNT; a++) {
        char* array = v->arrays[a];
        size_t size = sizes[a];
        if (array == NULL || a == VRMI_AT_TANGENT || a == VRMI_AT_SOURCE) continue;
        for (uint32_t i = first; i < v->count; i++)
            memcpy(array + i * size, array + v->sources[i] * size, size);
    }
}
