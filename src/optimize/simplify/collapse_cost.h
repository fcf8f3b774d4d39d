/* SPDX-License-Identifier: MIT */
/* The neighbourhood of a point, and the cost of collapsing it. */
#ifndef VRMI_OPTIMIZE_COLLAPSE_COST_H
#define VRMI_OPTIMIZE_COLLAPSE_COST_H

#include "base/alloc.h"
#include "optimize/simplify/collapse_mesh.h"

typedef struct vrmi_CollapsePoints {
    size_t count;
    uint32_t* of;    /* of each vertex: its point */
    vrm_Vec3* at;    /* of each point */
    float* error;    /* of each point: the largest cost of collapses onto it */
    uint32_t* first; /* of each point, in fans; one more at the end */
    uint32_t* fans;  /* corners at a point: triangle * 3 + which */
} vrmi_CollapsePoints;

/* Points with more triangles than this stay. */
enum { VRMI_RING_MOST = 32 };

typedef struct vrmi_CollapseRing {
    uint32_t point;
    uint32_t neighbors[2 * VRMI_RING_MOST];
    uint8_t uses[2 * VRMI_RING_MOST]; /* triangles of each edge */
    uint32_t count;
} vrmi_CollapseRing;

/* The vertices of a point, each with the vertex of another point onto which it moves. */
typedef struct vrmi_CollapseMap {
    uint32_t from[VRMI_RING_MOST], to[VRMI_RING_MOST];
    uint32_t count;
} vrmi_CollapseMap;

/* Whether two corners are the same point. */
bool vrmi_collapse_is_flat(const vrmi_CollapsePoints* points, const uint32_t* corners);

/* False: there are too many triangles, or none; `out` is then incomplete. */
bool vrmi_collapse_ring(const vrmi_CollapseMesh* mesh, const vrmi_CollapsePoints* points,
                        uint32_t point, vrmi_CollapseRing* out);

/* False: some vertex has no or no single partner on its side of a seam. */
bool vrmi_collapse_map(const vrmi_CollapseMesh* mesh, const vrmi_CollapsePoints* points,
                       const vrmi_CollapseRing* ring, uint32_t to, vrmi_CollapseMap* out);

/* The partner of a vertex of the map. */
uint32_t vrmi_collapse_mapped(const vrmi_CollapseMap* map, uint32_t vertex);

/* The cost of a collapse: the distance that the surface moves, plus the cost of earlier collapses
 * onto the point. INFINITY: the surface would fold or tear. */
float vrmi_collapse_cost(const vrmi_CollapseMesh* mesh, const vrmi_CollapsePoints* points,
                         const vrmi_CollapseRing* ring, uint32_t to);

#endif
