/* SPDX-License-Identifier: MIT */
/* Carves pieces out of one block. With `base` NULL it only adds up the sizes: what is built runs
 * twice, first to measure, then to fill. */
#ifndef VRMI_BASE_CARVER_H
#define VRMI_BASE_CARVER_H

#include "base/alloc.h"

typedef struct vrmi_Carver {
    char* base;
    size_t used;
    size_t align; /* of pieces: a power of two; 0: 16. `base` must have it too */
    bool has_overflowed;
} vrmi_Carver;

/* NULL while measuring. */
void* vrmi_carve(vrmi_Carver* carver, size_t count, size_t size);

/* A copy in carved memory; NULL while measuring. */
void* vrmi_carve_copy(vrmi_Carver* carver, const void* from, size_t count, size_t size);

/* Allocates the block that was measured; the carver then starts at its beginning. Returns false
 * when there is no memory or the size overflowed. */
bool vrmi_carver_fill(vrmi_Carver* carver, const vrm_Allocator* allocator);

#endif
