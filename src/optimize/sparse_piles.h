/* SPDX-License-Identifier: MIT */
/* The data of sparse accessors, collected so that many accessors share a few buffer views: one for
 * the values of each element size, because EXT_meshopt_compression codes a view with one stride,
 * and one for the indices of each width. */
#ifndef VRMI_OPTIMIZE_SPARSE_PILES_H
#define VRMI_OPTIMIZE_SPARSE_PILES_H

#include "optimize/optimization.h"

/* About the text of a sparse accessor in the JSON: where it saves less, data stay as they are. */
#define VRMI_SPARSE_TEXT 180

/* Bytes that are collected for one buffer view. */
typedef struct vrmi_Pile {
    uint8_t* bytes;
    size_t size, capacity;
    int32_t view;
} vrmi_Pile;

/* Bytes of the largest element, a matrix of 4 x 4 floats. */
enum { VRMI_LARGEST_ELEMENT = 64 };

typedef struct vrmi_SparsePiles {
    vrm_Edit* edit;
    vrmi_Pile values[VRMI_LARGEST_ELEMENT + 1]; /* by the bytes of an element */
    vrmi_Pile shorts, longs;                    /* indices of 16 and 32 bits */
} vrmi_SparsePiles;

/* Where the sparse data of an accessor are. */
typedef struct vrmi_SparseData {
    uint64_t count;    /* elements that are listed */
    uint64_t elements; /* of the accessor: decides the size of indices */
    size_t size;       /* of a value in bytes; set by vrmi_piles_reserve() */
    size_t values, indices;
} vrmi_SparseData;

/* Whether `moved` listed elements of `size` bytes take less than all of them. */
bool vrmi_sparse_saves(uint64_t moved, uint64_t elements, size_t size);

/* Room for data->count values of `size` bytes, zeroed, and their indices: bytes that are to be
 * written before the next call. False and a failure of the edit without memory. */
bool vrmi_piles_reserve(vrmi_SparsePiles* piles, vrmi_SparseData* data, size_t size,
                        uint8_t** out_values, uint8_t** out_indices);

/* The stride by which the values of a view are compressed: a multiple of 4, as
 * EXT_meshopt_compression demands. Values of other sizes are taken in groups: 4 of 3 bytes. */
size_t vrmi_sparse_stride(size_t size);

/* Bytes of an index of data. */
size_t vrmi_sparse_index_size(uint64_t elements);

/* Adds the views of everything that was collected. */
void vrmi_piles_add_views(vrmi_SparsePiles* piles);

/* Gives an accessor its "sparse"; behind vrmi_piles_add_views(). */
void vrmi_piles_put(const vrmi_SparsePiles* piles, vrm_JsonRef accessor,
                    const vrmi_SparseData* data);

/* sparse_waste.c: gives sparse accessors other views where some of theirs is of none that is left.
 * `is_live`, of each accessor: it is one of a morph target. */
void vrmi_sparse_waste(vrmi_Optimization* optimization, const uint8_t* is_live);

#endif
