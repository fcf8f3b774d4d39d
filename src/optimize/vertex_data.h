/* SPDX-License-Identifier: MIT */
/* Elements of accessors as bytes, and new accessors made of bytes. */
#ifndef VRMI_OPTIMIZE_VERTEX_DATA_H
#define VRMI_OPTIMIZE_VERTEX_DATA_H

#include "gltf/accessor.h"
#include "optimize/sparse_piles.h"

enum { VRMI_VERTEX_DATA = 34962, VRMI_INDEX_DATA = 34963 };

/* The work that a pass may still do, in bytes. A file exceeds it only by referring to the same data
 * many times; the rest is then left unchanged. */
typedef struct vrmi_VertexWork {
    uint64_t left;
} vrmi_VertexWork;

vrmi_VertexWork vrmi_vertex_work(const vrmi_Optimization* optimization);

/* False when `count` items of `size` bytes are too much. */
bool vrmi_vertex_work_take(vrmi_VertexWork* work, uint64_t count, uint64_t size);

/* Elements of an accessor, `step` bytes from one to the next. */
typedef struct vrmi_VertexBytes {
    const uint8_t* bytes;
    size_t step;
} vrmi_VertexBytes;

/* In the file, or a copy in memory of the pass. False when they cannot be read. */
bool vrmi_vertex_bytes(vrmi_Optimization* optimization, int32_t accessor, vrmi_VertexBytes* out);

/* Whether the indices of a sparse accessor increase below its count; true for any other. */
bool vrmi_has_sound_list(const vrm_Gltf* gltf, int32_t accessor);

/* The least and the largest number of each component of vectors of the types of `like`. */
void vrmi_vertex_bounds(const vrm_Accessor* like, vrmi_VertexBytes elements, size_t count,
                        double min[4], double max[4]);

/* Adds an accessor of the types of `like`; the bytes of each element begin at a multiple of 4, and
 * its padding is there. Returns its index, or -1. */
int32_t vrmi_add_vertices(vrmi_Optimization* optimization, const vrm_Accessor* like,
                          vrmi_VertexBytes elements, size_t count, bool has_bounds);

/* ---- Deltas of morph targets: only elements that are not zero ---- */

typedef struct vrmi_Deltas {
    vrm_Accessor like; /* types */
    uint32_t* at;      /* which elements, increasing */
    uint8_t* values;   /* layout.size bytes each */
    size_t count, capacity;
    uint64_t elements;  /* of the whole accessor */
    float least;        /* of floats: elements whose components are all below it count as zero */
    size_t noise_count; /* elements that were left out for that reason alone */
    bool has_bounds;
    bool is_sparse; /* one of the sources is, so the result may be */
} vrmi_Deltas;

/* Accessors of deltas that a pass adds: sparse where that saves something. */
typedef struct vrmi_DeltaList {
    vrmi_Optimization* optimization;
    vrmi_SparsePiles piles;
    struct vrmi_AddedDeltas* added;
    size_t count, capacity;
} vrmi_DeltaList;

vrmi_DeltaList vrmi_delta_list(vrmi_Optimization* optimization);

/* How many elements the accessor may add to deltas. */
uint64_t vrmi_deltas_most(const vrm_Gltf* gltf, int32_t accessor);

/* Room for so many, in memory of the pass. */
bool vrmi_deltas_reserve(vrmi_Optimization* optimization, vrmi_Deltas* deltas, uint64_t most);

/* Appends what the accessor moves: its element i is element new_index[i] of the deltas, UINT32_MAX:
 * it is left out; NULL: i itself. `deltas` has room for vrmi_deltas_most(). Precondition: the
 * accessor is readable and has a sound list. */
void vrmi_deltas_append(vrmi_Optimization* optimization, vrmi_Deltas* deltas, int32_t accessor,
                        const uint32_t* new_index);

/* Adds an accessor; its index, or -1. */
int32_t vrmi_deltas_add(vrmi_DeltaList* list, const vrmi_Deltas* deltas);

/* Writes the collected deltas. Must be called after a failure too. */
void vrmi_delta_list_end(vrmi_DeltaList* list);

#endif
