/* SPDX-License-Identifier: MIT */
#include "optimize/simplify/collapse_cost.h"

#include "base/maths.h"

#include <math.h>

/* How much of the distance that each of these moves counts beside the surface itself. */
#define NORMAL_SHARE 0.1f /* a normal, times the length of the edge */
#define COORD_SHARE  0.5f /* the texture along the surface */
/* A joint bends by 30 degrees: 2 sin(30 degrees / 2). The vertices that blend over it are away from
 * it by about this share of the avatar's size. */
#define BEND_SHARE  0.5f
#define LEVER_SHARE 0.05f
/* Texture coordinates that differ by less show the same texel: colours from a palette. */
#define SAME_COORD (1.0f / 4096.0f)
/* A triangle may turn by 75 degrees: cos(75 degrees). */
#define LEAST_TURN 0.25f

/* ---- Neighbours ---- */

bool vrmi_collapse_is_flat(const vrmi_CollapsePoints* points, const uint32_t* corners) {
    uint32_t a = points->of[corners[0]], b = points->of[corners[1]], c = points->of[corners[2]];
    return a == b || b == c || a == c;
}

static void add_neighbor(vrmi_CollapseRing* ring, uint32_t point) {
    for (uint32_t i = 0; i < ring->count; i++)
        if (ring->neighbors[i] == point) {
            ring->uses[i]++;
            return;
        }
    ring->neighbors[ring->count] = point;
    ring->uses[ring->count++] = 1;
}

bool vrmi_collapse_ring(const vrmi_CollapseMesh* mesh, const vrmi_CollapsePoints* points,
                        uint32_t point, vrmi_CollapseRing* out) {
    uint32_t begin = points->first[point], end = points->first[point + 1];
    out->point = point;
    out->count = 0;
    if (begin == end || end - begin > VRMI_RING_MOST) return false;
    for (uint32_t f = begin; f < end; f++) {
        const uint32_t* corners = mesh->triangles[points->fans[f] / 3];
        uint32_t k = points->fans[f] % 3;
        add_neighbor(out, points->of[corners[(k + 1) % 3]]);
        add_neighbor(out, points->of[corners[(k + 2) % 3]]);
    }
    return true;
}

/* Whether as many points are neighbours of both as there are triangles between them: else the
 * collapse would glue two surfaces together. */
static bool keeps_topology(const vrmi_CollapseMesh* mesh, const vrmi_CollapsePoints* points,
                           const vrmi_CollapseRing* ring, uint32_t to) {
    vrmi_CollapseRing other;
    uint32_t shared = 0, triangles = 0;
    if (!vrmi_collapse_ring(mesh, points, to, &other)) return false;
    for (uint32_t i = 0; i < ring->count; i++) {
        if (ring->neighbors[i] == to) triangles = ring->uses[i];
        for (uint32_t k = 0; k < other.count; k++)
            shared += ring->neighbors[i] == other.neighbors[k];
    }
    /* Three neighbours of a closed point: a tetrahedron or a spike on a flat triangle. */
    return shared == triangles && (ring->count > 3 || other.count > 3);
}

/* ---- Seams ---- */

static bool pair(vrmi_CollapseMap* map, uint32_t from, uint32_t to) {
    uint32_t i = 0;
    while (i < map->count && map->from[i] != from) i++;
    if (i == map->count) {
        map->from[map->count] = from;
        map->to[map->count++] = VRMI_GONE;
    }
    if (to == VRMI_GONE) return true;
    bool is_single = map->to[i] == VRMI_GONE || map->to[i] == to;
    map->to[i] = to;
    return is_single;
}

bool vrmi_collapse_map(const vrmi_CollapseMesh* mesh, const vrmi_CollapsePoints* points,
                       const vrmi_CollapseRing* ring, uint32_t to, vrmi_CollapseMap* out) {
    bool is_sound = true;
    out->count = 0;
    for (uint32_t f = points->first[ring->point]; f < points->first[ring->point + 1]; f++) {
        const uint32_t* corners = mesh->triangles[points->fans[f] / 3];
        uint32_t k = points->fans[f] % 3, partner = VRMI_GONE;
        for (uint32_t i = 1; i < 3; i++)
            if (points->of[corners[(k + i) % 3]] == to) partner = corners[(k + i) % 3];
        is_sound = pair(out, corners[k], partner) && is_sound;
    }
    for (uint32_t i = 0; i < out->count; i++) is_sound = is_sound && out->to[i] != VRMI_GONE;
    return is_sound;
}

uint32_t vrmi_collapse_mapped(const vrmi_CollapseMap* map, uint32_t vertex) {
    uint32_t i = 0;
    while (map->from[i] != vertex) i++;
    return map->to[i];
}

/* ---- The nearest point of a triangle ---- */

/* Ericson, Real-Time Collision Detection, 5.1.5: shares of the corners. */
static void nearest(vrm_Vec3 p, vrm_Vec3 a, vrm_Vec3 b, vrm_Vec3 c, float out[3]) {
    vrm_Vec3 ab = vrmi_vec3_sub(b, a), ac = vrmi_vec3_sub(c, a), ap = vrmi_vec3_sub(p, a),
             bp = vrmi_vec3_sub(p, b), cp = vrmi_vec3_sub(p, c);
    float d1 = vrmi_vec3_dot(ab, ap), d2 = vrmi_vec3_dot(ac, ap), d3 = vrmi_vec3_dot(ab, bp),
          d4 = vrmi_vec3_dot(ac, bp);
    float d5 = vrmi_vec3_dot(ab, cp), d6 = vrmi_vec3_dot(ac, cp);
    float va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
    float v = 0.0f, w = 0.0f;
    if (d1 <= 0.0f && d2 <= 0.0f) {
        v = w = 0.0f;
    } else if (d3 >= 0.0f && d4 <= d3) {
        v = 1.0f;
    } else if (d6 >= 0.0f && d5 <= d6) {
        w = 1.0f;
    } else if (vc <= 0.0f && d1 >= 0.0f && d3 <= 0.0f) {
        v = d1 / (d1 - d3);
    } else if (vb <= 0.0f && d2 >= 0.0f && d6 <= 0.0f) {
        w = d2 / (d2 - d6);
    } else if (va <= 0.0f && d4 - d3 >= 0.0f && d5 - d6 >= 0.0f) {
        w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        v = 1.0f - w;
    } else {
        float sum = va + vb + vc;
        v = vb / sum;
        w = vc / sum;
    }
    out[0] = 1.0f - v - w;
    out[1] = v;
    out[2] = w;
}

/* ---- Attributes ---- */

/* A place on a triangle. */
typedef struct Place {
    const vrmi_CollapseVertex* corners[3];
    float shares[3];
    float distance;
} Place;

static float normal_gap(const vrmi_CollapseVertex* vertex, const Place* place) {
    vrm_Vec3 mixed = {0};
    for (int k = 0; k < 3; k++) {
        mixed.x += place->corners[k]->normal.x * place->shares[k];
        mixed.y += place->corners[k]->normal.y * place->shares[k];
        mixed.z += place->corners[k]->normal.z * place->shares[k];
    }
    float size = vrmi_vec3_length(mixed);
    if (size > 0.0f) mixed = (vrm_Vec3){mixed.x / size, mixed.y / size, mixed.z / size};
    return vrmi_vec3_length(vrmi_vec3_sub(mixed, vertex->normal));
}

static float coord_gap(const vrmi_CollapseVertex* vertex, const Place* place) {
    vrm_Vec2 mixed = {0};
    for (int k = 0; k < 3; k++) {
        mixed.x += place->corners[k]->coord.x * place->shares[k];
        mixed.y += place->corners[k]->coord.y * place->shares[k];
    }
    float x = mixed.x - vertex->coord.x, y = mixed.y - vertex->coord.y;
    return fmaxf(sqrtf(x * x + y * y) - SAME_COORD, 0.0f);
}

/* How far texture coordinates of 1 reach on the surface: perimeters of a triangle, there and in the
 * texture. */
static float texture_size(const Place* place) {
    float there = 0.0f, here = 0.0f;
    for (int k = 0; k < 3; k++) {
        const vrmi_CollapseVertex *a = place->corners[k], *b = place->corners[(k + 1) % 3];
        float x = a->coord.x - b->coord.x, y = a->coord.y - b->coord.y;
        there += vrmi_vec3_length(vrmi_vec3_sub(a->position, b->position));
        here += sqrtf(x * x + y * y);
    }
    return here > 0.0f ? there / here : 0.0f;
}

/* The influence of a joint at a place: the difference of its weight from that of the vertex, and
 * the offset of the positions that it carries. */
typedef struct Pull {
    float gap;
    vrm_Vec3 offset;
    uint16_t joint;
} Pull;

enum { PULLS = 16 }; /* four joints of the vertex and of three corners */

static void add_pull(Pull* pulls, int* count, uint16_t joint, float weight, vrm_Vec3 offset) {
    int i = 0;
    if (weight == 0.0f) return;
    while (i < *count && pulls[i].joint != joint) i++;
    if (i == *count) pulls[(*count)++] = (Pull){.joint = joint};
    pulls[i].gap += weight;
    pulls[i].offset = vrmi_vec3_add(pulls[i].offset, vrmi_vec3_scale(offset, weight));
}

/* How far the place moves off the vertex when joints bend. A skinned position is the sum over
 * joints of their transform of weight times position: both have to be the same. Equal weights alone
 * are not enough: an edge that spans an elbow has them in its middle, and cuts the corner. */
static float bend_gap(const vrmi_CollapseVertex* vertex, const Place* place, float whole) {
    Pull pulls[PULLS];
    int count = 0;
    vrm_Vec3 none = {0};
    float gaps = 0.0f, offsets = 0.0f;
    for (int k = 0; k < 4; k++)
        add_pull(pulls, &count, vertex->joints[k], -vertex->weights[k], none);
    for (int i = 0; i < 3; i++) {
        const vrmi_CollapseVertex* corner = place->corners[i];
        vrm_Vec3 offset = vrmi_vec3_sub(corner->position, vertex->position);
        for (int k = 0; k < 4; k++)
            add_pull(pulls, &count, corner->joints[k], corner->weights[k] * place->shares[i],
                     offset);
    }
    for (int i = 0; i < count; i++) {
        gaps += fabsf(pulls[i].gap);
        offsets += vrmi_vec3_length(pulls[i].offset);
    }
    float bent = fmaxf(offsets - place->distance, 0.0f); /* at rest they cancel out but for that */
    return 0.5f * (gaps * whole * LEVER_SHARE + bent * BEND_SHARE);
}

/* ---- Costs ---- */

/* Returns true if a triangle does not flip over when its corner `k` moves to `to`. */
static bool keeps_side(const vrmi_CollapsePoints* points, const uint32_t* corners, uint32_t k,
                       uint32_t to) {
    vrm_Vec3 a = points->at[points->of[corners[(k + 1) % 3]]];
    vrm_Vec3 b = points->at[points->of[corners[(k + 2) % 3]]];
    vrm_Vec3 side = vrmi_vec3_sub(b, a);
    vrm_Vec3 was = vrmi_vec3_cross(side, vrmi_vec3_sub(points->at[points->of[corners[k]]], a));
    vrm_Vec3 is = vrmi_vec3_cross(side, vrmi_vec3_sub(points->at[to], a));
    return vrmi_vec3_dot(was, is) > LEAST_TURN * vrmi_vec3_length(was) * vrmi_vec3_length(is);
}

/* Finds the position nearest to a vertex on the triangles around it after the collapse, and stores
 * it in `out` if it is nearer than the one there. Returns false if `out` has none. */
static bool find_place(const vrmi_CollapseMesh* mesh, const vrmi_CollapsePoints* points,
                       uint32_t point, uint32_t vertex, uint32_t partner, Place* out) {
    uint32_t to = points->of[partner];
    vrm_Vec3 at = points->at[point];
    for (uint32_t f = points->first[point]; f < points->first[point + 1]; f++) {
        const uint32_t* corners = mesh->triangles[points->fans[f] / 3];
        uint32_t k = points->fans[f] % 3, next = corners[(k + 1) % 3], last = corners[(k + 2) % 3];
        if (corners[k] != vertex || points->of[next] == to || points->of[last] == to) continue;
        vrm_Vec3 a = points->at[to], b = points->at[points->of[next]];
        vrm_Vec3 c = points->at[points->of[last]];
        float s[3];
        nearest(at, a, b, c, s);
        vrm_Vec3 hit = {a.x * s[0] + b.x * s[1] + c.x * s[2], a.y * s[0] + b.y * s[1] + c.y * s[2],
                        a.z * s[0] + b.z * s[1] + c.z * s[2]};
        float distance = vrmi_vec3_length(vrmi_vec3_sub(hit, at));
        if (!(distance < out->distance)) continue;
        *out = (Place){{&mesh->vertices[partner], &mesh->vertices[next], &mesh->vertices[last]},
                       {s[0], s[1], s[2]},
                       distance};
    }
    return out->corners[0] != NULL;
}

static float cost_of_vertex(const vrmi_CollapseMesh* mesh, const vrmi_CollapsePoints* points,
                            uint32_t point, uint32_t vertex, uint32_t partner) {
    const vrmi_CollapseVertex *from = &mesh->vertices[vertex], *to = &mesh->vertices[partner];
    Place place = {.distance = INFINITY};
    if (!find_place(mesh, points, point, vertex, partner, &place)) return INFINITY;
    float edge = vrmi_vec3_length(vrmi_vec3_sub(from->position, to->position));
    return place.distance + normal_gap(from, &place) * edge * NORMAL_SHARE +
           coord_gap(from, &place) * texture_size(&place) * COORD_SHARE +
           bend_gap(from, &place, mesh->whole);
}

float vrmi_collapse_cost(const vrmi_CollapseMesh* mesh, const vrmi_CollapsePoints* points,
                         const vrmi_CollapseRing* ring, uint32_t to) {
    vrmi_CollapseMap map;
    float cost = 0.0f;
    if (!vrmi_collapse_map(mesh, points, ring, to, &map) || !keeps_topology(mesh, points, ring, to))
        return INFINITY;
    for (uint32_t f = points->first[ring->point]; f < points->first[ring->point + 1]; f++) {
        const uint32_t* corners = mesh->triangles[points->fans[f] / 3];
        uint32_t k = points->fans[f] % 3;
        bool vanishes =
            points->of[corners[(k + 1) % 3]] == to || points->of[corners[(k + 2) % 3]] == to;
        if (!vanishes && !keeps_side(points, corners, k, to)) return INFINITY;
    }
    for (uint32_t i = 0; i < map.count; i++)
        cost = fmaxf(cost, cost_of_vertex(mesh, points, ring->point, map.from[i], map.to[i]));
    return points->error[ring->point] + cost;
}
