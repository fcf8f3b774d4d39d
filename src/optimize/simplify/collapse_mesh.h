/* SPDX-License-Identifier: MIT */
/* The mesh that collapses change. */
#ifndef VRMI_OPTIMIZE_COLLAPSE_MESH_H
#define VRMI_OPTIMIZE_COLLAPSE_MESH_H

#include "vrm/base.h"
#include "vrm/types.h"

/* A vertex with everything that a collapse may change the look of. */
typedef struct vrmi_CollapseVertex {
    vrm_Vec3 position;
    vrm_Vec3 normal;  /* zero: none */
    vrm_Vec2 coord;   /* zero: none */
    float weights[4]; /* zero: no skin */
    uint16_t joints[4];
    int32_t space; /* vertices of different spaces never belong together */
    bool is_kept;  /* the triangles at it stay as they are */
} vrmi_CollapseVertex;

typedef struct vrmi_CollapseMesh {
    vrmi_CollapseVertex* vertices;
    size_t vertex_count;
    uint32_t (*triangles)[3]; /* changed in place; removed ones have VRMI_GONE as first corner */
    size_t triangle_count;
    float max_error; /* as a share of the longest side of a connected part */
    float whole;     /* longest side of everything: scales the cost of bent joints */
} vrmi_CollapseMesh;

#define VRMI_GONE UINT32_MAX

#endif
