/* SPDX-License-Identifier: MIT */
#ifndef VRMI_RENDER_TANGENTS_H
#define VRMI_RENDER_TANGENTS_H

#include "drawable.h"
#include "vertex_arrays.h"

/* Tangents as MikkTSpace defines them, from positions, normals and the UV set `set`. Corners that
 * share a vertex but not a tangent get vertices of their own: `indices`, all triangles of the
 * geometry in `range_count` stretches, are changed to those. */
vrm_Result vrmi_make_tangents(const vrm_Allocator* allocator, vrmi_Vertices* vertices, int set,
                              uint32_t* indices, const vrmi_Range* ranges, size_t range_count);

#endif
