/* SPDX-License-Identifier: MIT */
/* Reads values of a PMX one after the other. After the first error every value reads as 0, so that
 * only loops need to check. */
#ifndef VRMI_MOTION_MMD_PMX_READ_H
#define VRMI_MOTION_MMD_PMX_READ_H

#include "base/alloc.h"
#include "base/maths.h"

enum {
    VRMI_PMX_VERTEX,
    VRMI_PMX_TEXTURE,
    VRMI_PMX_MATERIAL,
    VRMI_PMX_BONE,
    VRMI_PMX_MORPH,
    VRMI_PMX_BODY,
    VRMI_PMX_INDEX_KINDS
};

typedef struct vrmi_PmxReader {
    const uint8_t *begin, *at, *end;
    bool is_utf8, failed;
    uint8_t extra_uvs;
    uint8_t index_sizes[VRMI_PMX_INDEX_KINDS];
} vrmi_PmxReader;

/* Advances by `count` bytes and returns the position before. Returns NULL if there are fewer. */
const uint8_t* vrmi_pmx_take(vrmi_PmxReader* r, uint64_t count);

uint8_t vrmi_pmx_u8(vrmi_PmxReader* r);
uint32_t vrmi_pmx_u32(vrmi_PmxReader* r);
float vrmi_pmx_float(vrmi_PmxReader* r); /* 0 for what is not finite or beyond 1e6 */
vrm_Vec3 vrmi_pmx_vec3(vrmi_PmxReader* r);

/* -1 for none and for what no int32_t can be. */
int32_t vrmi_pmx_index(vrmi_PmxReader* r, int kind);

/* Counts what follows: each item has at least that size, so more do not fit. */
uint32_t vrmi_pmx_count(vrmi_PmxReader* r, size_t least_size);

/* The text as UTF-8 in the arena; "" when it fails. NULL only without memory. */
const char* vrmi_pmx_text(vrmi_PmxReader* r, vrmi_Arena* arena);
void vrmi_pmx_skip_text(vrmi_PmxReader* r);

/* The head: versions, index sizes, names and comments of the model. */
void vrmi_pmx_head(vrmi_PmxReader* r);

/* Vertices, faces, textures and materials. */
void vrmi_pmx_skip_geometry(vrmi_PmxReader* r);

/* The offsets of a morph of a type. */
void vrmi_pmx_skip_morph(vrmi_PmxReader* r, uint8_t type);

#endif
