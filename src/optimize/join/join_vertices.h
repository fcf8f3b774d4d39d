/* SPDX-License-Identifier: MIT */
/* Concatenates the vertices of several primitives. */
#ifndef VRMI_OPTIMIZE_JOIN_VERTICES_H
#define VRMI_OPTIMIZE_JOIN_VERTICES_H

#include "optimize/vertex_data.h"

typedef struct vrmi_VertexJoin {
    vrmi_Optimization* optimization;
    vrmi_VertexWork work;
    vrmi_DeltaList deltas; /* end it behind the last join */
} vrmi_VertexJoin;

vrmi_VertexJoin vrmi_vertex_join(vrmi_Optimization* optimization);

/* Whether two primitives have the same accessors of known attributes. */
bool vrmi_has_same_vertices(const vrm_Primitive* a, const vrm_Primitive* b);

/* Whether their vertices fit into one list: the same attributes of the same types, and as many
 * morph targets. An equivalence. */
bool vrmi_has_same_form(const vrm_Gltf* gltf, const vrm_Primitive* a, const vrm_Primitive* b);

/* Lets the first primitive draw the triangles of all, in their order; all have the same form, and
 * are lists of triangles. Vertices that none of them uses are left out. False: nothing was edited.
 */
bool vrmi_join_vertices(vrmi_VertexJoin* join, const vrm_Primitive* const* primitives,
                        size_t count);

/* The name of an attribute in a file, "TEXCOORD_1"; of a known semantic. */
enum { VRMI_ATTRIBUTE_NAME = 24 };
const char* vrmi_attribute_name(const vrm_Attribute* attribute, char out[VRMI_ATTRIBUTE_NAME]);

#endif
