/* SPDX-License-Identifier: MIT */
/* The vertices of one primitive, or of several that show one surface, with the map that each goes
 * through. */
#ifndef VRMI_DIFF_VERTICES_H
#define VRMI_DIFF_VERTICES_H

#include "diff/diff.h"

/* A range of vertices: one primitive of several. */
typedef struct vrmi_VertexPart {
    const vrm_Primitive* primitive;
    size_t first, count;
} vrmi_VertexPart;

typedef struct vrmi_Vertices {
    const vrm_Gltf* gltf;
    const vrmi_VertexPart* parts; /* one or more, all with the same attributes and targets */
    int32_t part_count;
    size_t count;             /* of all parts */
    const uint32_t* compared; /* the vertices to compare with the other side */
    size_t compared_count;
    vrm_Affine single;         /* the map of all, or ... */
    vrm_Affine* maps;          /* ... one for each: a skin's; NULL: `single` */
    vrm_Vec3* influence;       /* for skins: the weighted sum of its joints, see weigh() */
    float *normals, *tangents; /* three and four numbers each; NULL: none */
} vrmi_Vertices;

/* Without joints of its own a primitive stands where its node does. */
bool vrmi_diff_is_skinned(const vrm_Gltf* gltf, const vrm_Node* node,
                          const vrm_Primitive* primitive);

void vrmi_diff_make_palettes(vrm_Diff* diff);

/* Reads maps, normals and tangents of the vertices of a node; parts and counts are given. */
void vrmi_diff_place_vertices(vrm_Diff* diff, int s, int32_t index, vrmi_Vertices* vertices);

/* Compares the vertices that are listed as compared. */
void vrmi_diff_vertices(const vrmi_Place* place, const vrmi_Vertices* a, const vrmi_Vertices* b);

#endif
