/* SPDX-License-Identifier: MIT */
/* Fewer triangles by collapsing edges: a vertex moves onto a neighbour, and the triangles between
 * them vanish. No vertex is new, so that skins and morph targets need no change.
 *
 *   vertices   as in the file: one for each set of attributes
 *   points     vertices of one space at the same position; several of them make a seam
 *
 * Points collapse, and each vertex of the point needs a vertex of the other one on its own side of
 * the seam: seams of texture coordinates and borders of materials collapse along themselves.
 *
 * What a collapse costs is a distance, how far the surface, its texture and its bent form move at
 * the vertex that goes. The cheapest collapses come first, in all parts alike. */
#ifndef VRMI_OPTIMIZE_COLLAPSE_H
#define VRMI_OPTIMIZE_COLLAPSE_H

#include "base/alloc.h"
#include "optimize/simplify/collapse_mesh.h"

typedef struct vrmi_CollapseCounts {
    size_t left;   /* triangles that are left */
    size_t frozen; /* of these, at vertices that are kept */
} vrmi_CollapseCounts;

/* Collapses until at most `wanted` triangles are left or every other collapse would cost too much.
 * Memory is taken from the arena. VRM_ERR_MEMORY leaves the mesh undefined. */
vrm_Result vrmi_collapse(vrmi_CollapseMesh* mesh, size_t wanted, vrmi_Arena* arena,
                         vrmi_CollapseCounts* out);

#endif
