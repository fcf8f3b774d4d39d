/* SPDX-License-Identifier: MIT */
/* Triangles with up to four joints per vertex. A mesh is a few parts (one material each) over one
 * list of vertices; the vertices of a part are consecutive. */
#ifndef SCENES_MESH_H
#define SCENES_MESH_H

#include "vrm/types.h"

#include <stdbool.h>
#include <stdint.h>

#define MESH_PARTS 8

typedef struct Vertex {
    vrm_Vec3 position, normal;
    vrm_Vec2 uv;
    int32_t joints[4]; /* nodes */
    float weights[4];  /* sum 1; those of 0 are last */
} Vertex;

typedef struct MeshPart {
    int32_t material;
    int32_t first_vertex, vertex_count;
    int32_t first_index, index_count;
} MeshPart;

typedef struct Mesh {
    const char* name;
    Vertex* vertices;
    uint32_t* indices; /* into the vertices of the whole mesh */
    int32_t vertex_count, vertex_capacity, index_count, index_capacity;
    MeshPart parts[MESH_PARTS];
    int32_t part_count;
    /* Morph targets: for each one the moves of all vertices; NULL: none. */
    vrm_Vec3* moves;
    int32_t target_count;
    bool has_few_moves;   /* each target moves a few vertices; the others stand still exactly */
    int32_t first_person; /* vrm_FirstPersonType; -1: not said */
    bool has_failed;
} Mesh;

/* What is added from now on has this material. */
void mesh_begin_part(Mesh* mesh, int32_t material);
uint32_t mesh_add_vertex(Mesh* mesh, Vertex vertex);
void mesh_add_triangle(Mesh* mesh, uint32_t a, uint32_t b, uint32_t c);

/* A cross-section of a tube: an ellipse whose axes lie sideways and upwards (for an upright tube:
 * along X and Z), carried by two joints. */
typedef struct Ring {
    vrm_Vec3 centre;
    float width, height; /* half axes */
    int32_t joints[2];
    float weight; /* of the first joint */
} Ring;

/* Rings joined to a closed tube, round in `sides` steps. The rings' planes are perpendicular to the
 * line from the first centre to the last. */
void mesh_add_tube(Mesh* mesh, const Ring* rings, int32_t ring_count, int32_t sides);

/* An ellipsoid carried by one joint, its axes along X, Y, Z. */
void mesh_add_ellipsoid(Mesh* mesh, vrm_Vec3 centre, vrm_Vec3 radii, int32_t joint, int32_t sides);

/* Room for morph targets once all vertices are there; false when there is none. */
bool mesh_take_targets(Mesh* mesh, int32_t target_count);

void mesh_release(Mesh* mesh);

#endif
