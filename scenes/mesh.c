/* SPDX-License-Identifier: MIT */
#include "mesh.h"

#include "scene_maths.h"

#include <stdlib.h>

/* Room for `count` more items; NULL and has_failed when there is none. */
static void* room(Mesh* mesh, void** items, int32_t* used, int32_t* capacity, int32_t count,
                  size_t size) {
    if (mesh->has_failed) return NULL;
    while (*capacity - *used < count) {
        int32_t larger_capacity = *capacity == 0 ? 256 : *capacity * 2;
        void* larger = larger_capacity > INT32_MAX / 4
                           ? NULL
                           : realloc(*items, (size_t)larger_capacity * size);
        if (larger == NULL) {
            mesh->has_failed = true;
            return NULL;
        }
        *items = larger;
        *capacity = larger_capacity;
    }
    void* at = (char*)*items + (size_t)*used * size;
    *used += count;
    return at;
}

void mesh_begin_part(Mesh* mesh, int32_t material) {
    mesh->parts[mesh->part_count++] = (MeshPart){
        .material = material, .first_vertex = mesh->vertex_count, .first_index = mesh->index_count};
}

uint32_t mesh_add_vertex(Mesh* mesh, Vertex vertex) {
    Vertex* at = room(mesh, (void**)&mesh->vertices, &mesh->vertex_count, &mesh->vertex_capacity, 1,
                      sizeof *at);
    if (at == NULL) return 0;
    *at = vertex;
    mesh->parts[mesh->part_count - 1].vertex_count++;
    return (uint32_t)mesh->vertex_count - 1;
}

void mesh_add_triangle(Mesh* mesh, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t* at = room(mesh, (void**)&mesh->indices, &mesh->index_count, &mesh->index_capacity, 3,
                        sizeof *at);
    if (at == NULL) return;
    at[0] = a, at[1] = b, at[2] = c;
    mesh->parts[mesh->part_count - 1].index_count += 3;
}

/* Right-handed: side x up = along. */
typedef struct Frame {
    vrm_Vec3 side, up, along;
} Frame;

static Frame frame_along(vrm_Vec3 direction) {
    vrm_Vec3 along = v3_normalize(direction);
    vrm_Vec3 sky = along.y > 0.7f || along.y < -0.7f ? v3(0, 0, 1) : v3(0, 1, 0);
    vrm_Vec3 up = v3_normalize(v3_sub(sky, v3_scale(along, v3_dot(sky, along))));
    return (Frame){v3_cross(up, along), up, along};
}

static vrm_Vec3 across(const Frame* frame, float side, float up) {
    return v3_add(v3_scale(frame->side, side), v3_scale(frame->up, up));
}

/* How fast the tube widens at ring `i`: radius per length along it. */
static float slope_at(const Ring* rings, int32_t ring_count, int32_t i, const Frame* frame) {
    const Ring* before = &rings[i > 0 ? i - 1 : 0];
    const Ring* after = &rings[i + 1 < ring_count ? i + 1 : i];
    float length = v3_dot(v3_sub(after->centre, before->centre), frame->along);
    float widening = (after->width + after->height - before->width - before->height) / 2;
    return length > 1e-6f ? widening / length : 0;
}

/* A ring carried by one joint names it twice. */
static void hang(Vertex* vertex, const Ring* ring) {
    bool has_one = ring->joints[0] == ring->joints[1] || ring->weight >= 1;
    vertex->joints[0] = ring->joints[0];
    vertex->joints[1] = has_one ? 0 : ring->joints[1];
    vertex->weights[0] = has_one ? 1 : ring->weight;
    vertex->weights[1] = has_one ? 0 : 1 - ring->weight;
}

static void add_cap(Mesh* mesh, const Ring* ring, const Frame* frame, bool is_end, int32_t sides) {
    vrm_Vec3 normal = v3_scale(frame->along, is_end ? 1.0f : -1.0f);
    Vertex vertex = {.position = ring->centre, .normal = normal, .uv = {0.5f, 0.5f}};
    hang(&vertex, ring);
    uint32_t centre = mesh_add_vertex(mesh, vertex);
    for (int32_t j = 0; j < sides; j++) {
        vrm_Vec2 t = turn((double)j / sides);
        vertex.position =
            v3_add(ring->centre, across(frame, t.x * ring->width, t.y * ring->height));
        vertex.uv = (vrm_Vec2){0.5f + t.x / 2, 0.5f - t.y / 2};
        mesh_add_vertex(mesh, vertex);
    }
    for (int32_t j = 0; j < sides; j++) {
        uint32_t a = centre + 1 + (uint32_t)j;
        uint32_t b = centre + 1 + (uint32_t)((j + 1) % sides);
        mesh_add_triangle(mesh, centre, is_end ? a : b, is_end ? b : a);
    }
}

void mesh_add_tube(Mesh* mesh, const Ring* rings, int32_t ring_count, int32_t sides) {
    Frame frame = frame_along(v3_sub(rings[ring_count - 1].centre, rings[0].centre));
    uint32_t first = (uint32_t)mesh->vertex_count;
    uint32_t row = (uint32_t)sides + 1; /* the first column again with u = 1 */
    for (int32_t i = 0; i < ring_count; i++) {
        const Ring* ring = &rings[i];
        vrm_Vec3 lean = v3_scale(frame.along, -slope_at(rings, ring_count, i, &frame));
        for (int32_t j = 0; j <= sides; j++) {
            vrm_Vec2 t = turn((double)(j % sides) / sides);
            vrm_Vec3 out = v3_normalize(across(&frame, t.x * ring->height, t.y * ring->width));
            Vertex vertex = {.position = v3_add(ring->centre, across(&frame, t.x * ring->width,
                                                                     t.y * ring->height)),
                             .normal = v3_normalize(v3_add(out, lean)),
                             .uv = {(float)j / (float)sides, (float)i / (float)(ring_count - 1)}};
            hang(&vertex, ring);
            mesh_add_vertex(mesh, vertex);
        }
    }
    for (uint32_t i = 0; i + 1 < (uint32_t)ring_count; i++) {
        for (uint32_t j = 0; j + 1 < row; j++) {
            uint32_t a = first + i * row + j;
            mesh_add_triangle(mesh, a, a + 1, a + row);
            mesh_add_triangle(mesh, a + 1, a + row + 1, a + row);
        }
    }
    add_cap(mesh, &rings[0], &frame, false, sides);
    add_cap(mesh, &rings[ring_count - 1], &frame, true, sides);
}

void mesh_add_ellipsoid(Mesh* mesh, vrm_Vec3 centre, vrm_Vec3 radii, int32_t joint, int32_t sides) {
    enum { RINGS = 9 };
    Ring rings[RINGS];
    for (int32_t i = 0; i < RINGS; i++) {
        vrm_Vec2 t = turn((i + 0.25) / (2.0 * (RINGS - 0.5)));
        rings[i] = (Ring){.centre = v3_add(centre, v3(0, -radii.y * t.x, 0)),
                          .width = radii.x * t.y,
                          .height = radii.z * t.y,
                          .joints = {joint, joint},
                          .weight = 1};
    }
    mesh_add_tube(mesh, rings, RINGS, sides);
}

bool mesh_take_targets(Mesh* mesh, int32_t target_count) {
    size_t count = (size_t)mesh->vertex_count * (size_t)target_count;
    mesh->moves = mesh->has_failed ? NULL : calloc(count + 1, sizeof *mesh->moves);
    if (mesh->moves == NULL) mesh->has_failed = true;
    mesh->target_count = mesh->has_failed ? 0 : target_count;
    return !mesh->has_failed;
}

void mesh_release(Mesh* mesh) {
    free(mesh->moves);
    free(mesh->vertices);
    free(mesh->indices);
    *mesh = (Mesh){0};
}
