/* SPDX-License-Identifier: MIT */
/* Smooth surfaces for meshes: anything that gives a point for u and v in [0, 1] becomes a grid of
 * triangles with normals. On top of it: tubes through cross-sections, and weights that pass from
 * joint to joint along a limb. */
#ifndef SCENES_SCENE_SURFACE_H
#define SCENES_SCENE_SURFACE_H

#include "mesh.h"

#include <stddef.h>

/* Fills in position, uv, joints and weights. */
typedef void SurfaceFn(const void* shape, float u, float v, Vertex* out);

/* Seen from outside, u runs to the right and v downwards. */
typedef struct Surface {
    SurfaceFn* point;
    const void* shape;
    int32_t columns, rows; /* of faces */
    bool is_closed;        /* u = 1 is u = 0 again */
    bool is_flipped;       /* seen from outside, u runs to the left */
} Surface;

/* Returns the index of the first vertex; the grid follows row by row, columns + 1 in a row. */
uint32_t mesh_add_surface(Mesh* mesh, const Surface* surface);

/* Normals of the vertices from `first` on, from the triangles from `first_index` on. Vertices in
 * one place (seams, poles) share theirs. */
void mesh_smooth(Mesh* mesh, uint32_t first, int32_t first_index);

/* ---- Curves ---- */

static inline float clamp01(float x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

static inline float mix(float a, float b, float t) {
    return a + (b - a) * t;
}

/* 0 up to `from`, 1 from `to` on, smooth between. */
static inline float smooth(float from, float to, float x) {
    float t = clamp01((x - from) / (to - from));
    return t * t * (3 - 2 * t);
}

/* One float of each row of an array. */
typedef struct Column {
    const void* rows;
    size_t row_size, offset; /* in bytes; the offset of the float in its row */
    int32_t count;           /* of rows */
} Column;

/* Catmull-Rom through the values of a column, `at` in [0, count - 1]. */
float spline(Column column, float at);

/* ---- Weights ---- */

#define LIMB_JOINTS 6

/* Joints along a limb: from starts[i] on, joint i carries; around there it takes over from the one
 * before within `reach`. */
typedef struct Limb {
    int32_t joints[LIMB_JOINTS];
    float starts[LIMB_JOINTS], reach[LIMB_JOINTS];
    int32_t count;
} Limb;

void limb_weigh(const Limb* limb, float at, Vertex* out);

/* Adds a share of a joint; the others keep what is left. At most four joints stay. */
void vertex_share(Vertex* vertex, int32_t joint, float share);

/* ---- Tubes ---- */

/* A cross-section: where it is, and how far it reaches to its side, its front and its back. */
typedef struct Station {
    vrm_Vec3 centre;
    float side, front, back;
} Station;

typedef struct Tube {
    const Station* stations;
    int32_t station_count;
    vrm_Vec3 side, front; /* directions of the cross-sections; side x front points to the end */
    float squareness;     /* 0: ellipse, above: fuller corners */
    vrm_Vec2 uv_from, uv_to;
    const Limb* limb;
    vrm_Vec3 limb_axis; /* the limb's `at` is the distance along it */
    int32_t columns, rows;
} Tube;

void tube_point(const void* tube, float u, float v, Vertex* out);
/* `is_mirrored`: in X. */
void mesh_add_loft(Mesh* mesh, const Tube* tube, bool is_mirrored);

#endif
