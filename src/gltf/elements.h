/* SPDX-License-Identifier: MIT */
/* How the modes of a primitive combine indices into points, lines and triangles: glTF 2.0,
 * 3.7.2.1. */
#ifndef VRMI_GLTF_ELEMENTS_H
#define VRMI_GLTF_ELEMENTS_H

#include "base/alloc.h"
#include "vrm/gltf.h"

enum {
    VRMI_MODE_POINTS,
    VRMI_MODE_LINES,
    VRMI_MODE_LINE_LOOP,
    VRMI_MODE_LINE_STRIP,
    VRMI_MODE_TRIANGLES,
    VRMI_MODE_TRIANGLE_STRIP,
    VRMI_MODE_TRIANGLE_FAN
};

static inline bool vrmi_mode_has_triangles(uint32_t mode) {
    return mode >= VRMI_MODE_TRIANGLES && mode <= VRMI_MODE_TRIANGLE_FAN;
}

/* How many points, lines or triangles `indices` indices make. */
size_t vrmi_element_count(uint32_t mode, size_t indices);

uint64_t vrmi_triangle_count(const vrm_Gltf* gltf, const vrm_Primitive* primitive);

/* Writes the positions in the index list of element i's corners; returns how many. Every second
 * triangle of a strip is reversed, which keeps its facing. */
size_t vrmi_element_corners(uint32_t mode, size_t i, size_t indices, size_t out[3]);

/* The index list of a primitive as stored in the file, or 0, 1, 2, ... where it has none, in memory
 * of the arena. VRM_ERR_INVALID when it cannot be read. The indices themselves are not checked. */

vrm_Result vrmi_read_indices_of(const vrm_Gltf* gltf, const vrm_Primitive* primitive,
                                size_t vertex_count, vrmi_Arena* arena, uint32_t** out_indices,
                                size_t* out_count);

#endif
