/* SPDX-License-Identifier: MIT */
#ifndef VRMI_RENDER_VERTEX_ARRAYS_H
#define VRMI_RENDER_VERTEX_ARRAYS_H

#include "drawable.h"

/* One geometry in main memory. Arrays are NULL where the file has none. */
typedef struct vrmi_Vertices {
    uint32_t count;    /* after splits */
    uint32_t capacity; /* of every array that is there */
    union {
        struct {
            float *positions, *normals, *uv[2], *tangents, *colors; /* 3 3 2 4 4 */
            uint16_t* joints;                                       /* 4 */
            float* weights;                                         /* 4 */
            uint32_t* sources; /* the vertex of the file; NULL while nothing was split */
        };
        void* arrays[VRMI_AT_COUNT]; /* the same in the order of VRMI_AT_POSITION, ... */
    };
} vrmi_Vertices;

/* Grows every array; false when there is no memory. */
bool vrmi_vertices_grow(const vrm_Allocator* allocator, vrmi_Vertices* vertices, uint32_t capacity);
/* Fills the vertices from `first` on with the values of their sources. Precondition: tangents and
 * sources are set. */
void vrmi_vertices_copy_splits(vrmi_Vertices* vertices, uint32_t first);
void vrmi_vertices_release(const vrm_Allocator* allocator, vrmi_Vertices* vertices);

#endif
