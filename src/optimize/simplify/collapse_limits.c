/* SPDX-License-Identifier: MIT */
#include "optimize/simplify/collapse_limits.h"

#include "base/maths.h"

#include <math.h>

#define SIZE_SHARE 5.0f

static uint32_t root_of(uint32_t* parent, uint32_t point) {
    while (parent[point] != point) {
        parent[point] = parent[parent[point]];
        point = parent[point];
    }
    return point;
}

static void unite(uint32_t* parent, uint32_t a, uint32_t b) {
    uint32_t x = root_of(parent, a), y = root_of(parent, b);
    if (x < y)
        parent[y] = x;
    else
        parent[x] = y;
}

typedef struct Part {
    vrm_Vec3 low, high;
    float area;
} Part;

static void enclose(Part* part, vrm_Vec3 point) {
    part->low = (vrm_Vec3){fminf(part->low.x, point.x), fminf(part->low.y, point.y),
                           fminf(part->low.z, point.z)};
    part->high = (vrm_Vec3){fmaxf(part->high.x, point.x), fmaxf(part->high.y, point.y),
                            fmaxf(part->high.z, point.z)};
}

/* The length, or the circumference of a part that is thin: its area divided by its length. A strand
 * of hair is as long as an arm, and a movement by a share of its length would wear it off. */
static float size_of(const Part* part) {
    vrm_Vec3 sides = vrmi_vec3_sub(part->high, part->low);
    float length = fmaxf(sides.x, fmaxf(sides.y, sides.z));
    return length > 0.0f ? fminf(length, part->area / length) : 0.0f;
}

static float area_of(const vrmi_CollapsePoints* points, const uint32_t* corners) {
    vrm_Vec3 a = points->at[points->of[corners[0]]];
    vrm_Vec3 b = vrmi_vec3_sub(points->at[points->of[corners[1]]], a);
    vrm_Vec3 c = vrmi_vec3_sub(points->at[points->of[corners[2]]], a);
    return 0.5f * vrmi_vec3_length(vrmi_vec3_cross(b, c));
}

/* Finds the part of each point: the number of its first point, at which `parts` has it. */
static void find_parts(const vrmi_CollapseMesh* mesh, const vrmi_CollapsePoints* points,
                       uint32_t* part_of, Part* parts) {
    for (uint32_t p = 0; p < points->count; p++) {
        part_of[p] = p;
        parts[p] = (Part){.low = points->at[p], .high = points->at[p]};
    }
    for (size_t t = 0; t < mesh->triangle_count; t++)
        for (int k = 1; k < 3; k++)
            unite(part_of, points->of[mesh->triangles[t][0]], points->of[mesh->triangles[t][k]]);
    for (uint32_t p = 0; p < points->count; p++) {
        part_of[p] = root_of(part_of, p);
        enclose(&parts[part_of[p]], points->at[p]);
    }
    for (size_t t = 0; t < mesh->triangle_count; t++)
        parts[part_of[points->of[mesh->triangles[t][0]]]].area +=
            area_of(points, mesh->triangles[t]);
}

bool vrmi_collapse_limits(const vrmi_CollapseMesh* mesh, const vrmi_CollapsePoints* points,
                          vrmi_Arena* arena, float* out) {
    vrmi_ArenaMark mark = vrmi_arena_mark(arena);
    uint32_t* part_of = vrmi_arena_alloc(arena, points->count + 1, sizeof *part_of);
    Part* parts = vrmi_arena_alloc(arena, points->count + 1, sizeof *parts);
    if (part_of == NULL || parts == NULL) return false;
    find_parts(mesh, points, part_of, parts);
    for (uint32_t p = 0; p < points->count; p++) {
        float size = size_of(&parts[part_of[p]]) * SIZE_SHARE;
        out[p] = mesh->max_error * fminf(size, mesh->whole);
    }
    vrmi_arena_rewind(arena, mark);
    return true;
}
