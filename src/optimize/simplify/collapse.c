/* SPDX-License-Identifier: MIT */
#include "optimize/simplify/collapse.h"

#include "optimize/simplify/collapse_cost.h"
#include "optimize/simplify/collapse_limits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Candidate {
    float cost;
    uint32_t from, to;
} Candidate;

typedef struct Collapsing {
    vrmi_CollapseMesh* mesh;
    vrmi_CollapsePoints points;
    vrmi_Arena* arena;
    float* limit; /* of each point: the largest cost, by vrmi_collapse_limits() */
    uint8_t* is_locked;
    /* Of each point: in this pass a triangle at it has changed. */
    uint8_t* is_touched;
    /* Of each point: the cheapest collapse, where is_known. */
    uint8_t* is_known;
    Candidate* best;
    Candidate* candidates; /* of a pass, by cost */
    size_t candidate_count;
    size_t left; /* triangles */
} Collapsing;

/* ---- Points ---- */

typedef struct Placed {
    const vrmi_CollapseVertex* vertex;
    uint32_t index;
} Placed;

static int compare_floats(float a, float b) {
    return a < b ? -1 : a > b;
}

static int compare_places(const vrmi_CollapseVertex* a, const vrmi_CollapseVertex* b) {
    if (a->space != b->space) return a->space < b->space ? -1 : 1;
    int order = compare_floats(a->position.x, b->position.x);
    if (order == 0) order = compare_floats(a->position.y, b->position.y);
    return order != 0 ? order : compare_floats(a->position.z, b->position.z);
}

static int by_place(const void* a, const void* b) {
    const Placed *x = a, *y = b;
    int order = compare_places(x->vertex, y->vertex);
    if (order != 0) return order;
    return x->index < y->index ? -1 : x->index > y->index;
}

static bool find_points(Collapsing* collapsing) {
    vrmi_CollapseMesh* mesh = collapsing->mesh;
    vrmi_CollapsePoints* points = &collapsing->points;
    size_t count = mesh->vertex_count;
    Placed* placed = vrmi_arena_alloc(collapsing->arena, count + 1, sizeof *placed);
    points->of = vrmi_arena_alloc(collapsing->arena, count + 1, sizeof *points->of);
    points->at = vrmi_arena_alloc(collapsing->arena, count + 1, sizeof *points->at);
    points->error = vrmi_arena_alloc(collapsing->arena, count + 1, sizeof *points->error);
    if (placed == NULL || points->of == NULL || points->at == NULL || points->error == NULL)
        return false;
    for (size_t i = 0; i < count; i++) placed[i] = (Placed){&mesh->vertices[i], (uint32_t)i};
    qsort(placed, count, sizeof *placed, by_place);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || compare_places(placed[i - 1].vertex, placed[i].vertex) != 0)
            points->at[points->count++] = placed[i].vertex->position;
        points->of[placed[i].index] = (uint32_t)(points->count - 1);
    }
    return true;
}

/* Lists the triangles at each point again, without those that have two corners at one point. */
static void list_fans(Collapsing* collapsing) {
    const vrmi_CollapseMesh* mesh = collapsing->mesh;
    vrmi_CollapsePoints* points = &collapsing->points;
    memset(points->first, 0, (points->count + 2) * sizeof *points->first);
    for (size_t pass = 0; pass < 2; pass++) {
        for (size_t t = 0; t < mesh->triangle_count; t++) {
            const uint32_t* corners = mesh->triangles[t];
            if (corners[0] == VRMI_GONE || vrmi_collapse_is_flat(points, corners)) continue;
            for (uint32_t k = 0; k < 3; k++) {
                uint32_t* first = points->first + points->of[corners[k]];
                if (pass == 0)
                    first[2]++; /* counted two behind, filled one behind */
                else
                    points->fans[first[1]++] = (uint32_t)t * 3 + k;
            }
        }
        for (size_t i = 0; i < points->count && pass == 0; i++)
            points->first[i + 2] += points->first[i + 1];
    }
}

/* ---- Locked points ---- */

static void lock_corners(Collapsing* collapsing, const uint32_t* corners) {
    for (int k = 0; k < 3; k++) collapsing->is_locked[collapsing->points.of[corners[k]]] = 1;
}

/* Freezes triangles at kept vertices, and degenerate ones, which a morph target may open. */
static size_t freeze(Collapsing* collapsing) {
    const vrmi_CollapseMesh* mesh = collapsing->mesh;
    size_t count = 0;
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t* c = mesh->triangles[t];
        bool is_kept = mesh->vertices[c[0]].is_kept || mesh->vertices[c[1]].is_kept ||
                       mesh->vertices[c[2]].is_kept;
        if (!is_kept && !vrmi_collapse_is_flat(&collapsing->points, c)) continue;
        lock_corners(collapsing, c);
        count++;
    }
    return count;
}

/* Open edges, edges of more than two triangles, and points of very many triangles stay. */
static void lock_borders(Collapsing* collapsing) {
    const vrmi_CollapsePoints* points = &collapsing->points;
    for (uint32_t p = 0; p < points->count; p++) {
        vrmi_CollapseRing ring;
        bool is_closed = vrmi_collapse_ring(collapsing->mesh, points, p, &ring);
        for (uint32_t i = 0; i < ring.count; i++) is_closed = is_closed && ring.uses[i] == 2;
        if (!is_closed) collapsing->is_locked[p] = 1;
    }
}

/* ---- Passes ---- */

static void find_best(Collapsing* collapsing, uint32_t point) {
    Candidate* best = &collapsing->best[point];
    vrmi_CollapseRing ring;
    *best = (Candidate){INFINITY, point, point};
    if (!vrmi_collapse_ring(collapsing->mesh, &collapsing->points, point, &ring)) return;
    for (uint32_t i = 0; i < ring.count; i++) {
        float cost =
            vrmi_collapse_cost(collapsing->mesh, &collapsing->points, &ring, ring.neighbors[i]);
        if (cost < best->cost) *best = (Candidate){cost, point, ring.neighbors[i]};
    }
}

static int by_cost(const void* a, const void* b) {
    const Candidate *x = a, *y = b;
    if (x->cost != y->cost) return x->cost < y->cost ? -1 : 1;
    return x->from < y->from ? -1 : x->from > y->from;
}

static void find_candidates(Collapsing* collapsing) {
    collapsing->candidate_count = 0;
    for (uint32_t p = 0; p < collapsing->points.count; p++) {
        if (collapsing->is_locked[p]) continue;
        if (!collapsing->is_known[p]) find_best(collapsing, p);
        collapsing->is_known[p] = 1;
        if (collapsing->best[p].cost <= collapsing->limit[p] && collapsing->best[p].to != p)
            collapsing->candidates[collapsing->candidate_count++] = collapsing->best[p];
    }
    qsort(collapsing->candidates, collapsing->candidate_count, sizeof *collapsing->candidates,
          by_cost);
}

/* Marks the points of all triangles at a point. Points that are not marked have the triangles that
 * they had at the begin of the pass. */
static void touch(Collapsing* collapsing, uint32_t point) {
    const vrmi_CollapsePoints* points = &collapsing->points;
    for (uint32_t f = points->first[point]; f < points->first[point + 1]; f++)
        for (uint32_t k = 0; k < 3; k++)
            collapsing
                ->is_touched[points->of[collapsing->mesh->triangles[points->fans[f] / 3][k]]] = 1;
}

/* Costs of touched points and of their neighbours, which count the triangles at these, have to be
 * computed again. */
static void forget_touched(Collapsing* collapsing) {
    const vrmi_CollapseMesh* mesh = collapsing->mesh;
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t* corners = mesh->triangles[t];
        bool is_touched = false;
        for (int k = 0; k < 3 && corners[0] != VRMI_GONE; k++)
            is_touched |= collapsing->is_touched[collapsing->points.of[corners[k]]];
        for (int k = 0; k < 3 && is_touched; k++)
            collapsing->is_known[collapsing->points.of[corners[k]]] = 0;
    }
    memset(collapsing->is_touched, 0, collapsing->points.count);
}

static void apply(Collapsing* collapsing, const Candidate* candidate) {
    vrmi_CollapsePoints* points = &collapsing->points;
    vrmi_CollapseMap map;
    vrmi_CollapseRing ring;
    if (!vrmi_collapse_ring(collapsing->mesh, points, candidate->from, &ring) ||
        !vrmi_collapse_map(collapsing->mesh, points, &ring, candidate->to, &map))
        return;
    touch(collapsing, candidate->from);
    touch(collapsing, candidate->to);
    for (uint32_t f = points->first[candidate->from]; f < points->first[candidate->from + 1]; f++) {
        uint32_t* corners = collapsing->mesh->triangles[points->fans[f] / 3];
        uint32_t k = points->fans[f] % 3;
        bool vanishes = points->of[corners[(k + 1) % 3]] == candidate->to ||
                        points->of[corners[(k + 2) % 3]] == candidate->to;
        if (vanishes) {
            corners[0] = VRMI_GONE;
            collapsing->left--;
        } else {
            corners[k] = vrmi_collapse_mapped(&map, corners[k]);
        }
    }
    collapsing->is_locked[candidate->from] = 1; /* nothing is left there */
    points->error[candidate->to] = fmaxf(points->error[candidate->to], candidate->cost);
}

/* The largest cost of this pass. Only the cheaper candidates are applied, since a collapse may make
 * its neighbours cheaper. A collapse removes two triangles. */
static float dearest(const Collapsing* collapsing, size_t wanted) {
    size_t goal = (collapsing->left - wanted) / 2, share = collapsing->candidate_count / 3;
    size_t rank = goal < share ? goal : share;
    return collapsing->candidates[rank].cost * 1.5f;
}

static size_t run_pass(Collapsing* collapsing, size_t wanted) {
    size_t before = collapsing->left;
    list_fans(collapsing);
    forget_touched(collapsing);
    find_candidates(collapsing);
    if (collapsing->candidate_count == 0) return 0;
    float most = dearest(collapsing, wanted);
    for (size_t i = 0; i < collapsing->candidate_count && collapsing->left > wanted; i++) {
        const Candidate* candidate = &collapsing->candidates[i];
        if (candidate->cost > most) break;
        if (!collapsing->is_touched[candidate->from] && !collapsing->is_touched[candidate->to])
            apply(collapsing, candidate);
    }
    return before - collapsing->left;
}

static bool reserve(Collapsing* collapsing) {
    vrmi_CollapsePoints* points = &collapsing->points;
    vrmi_Arena* arena = collapsing->arena;
    size_t count = points->count + 1, triangles = collapsing->mesh->triangle_count + 1;
    points->first = vrmi_arena_alloc(arena, count + 2, sizeof *points->first);
    points->fans = vrmi_arena_alloc(arena, triangles * 3, sizeof *points->fans);
    collapsing->limit = vrmi_arena_alloc(arena, count, sizeof *collapsing->limit);
    collapsing->is_locked = vrmi_arena_alloc(arena, count, 1);
    collapsing->is_touched = vrmi_arena_alloc(arena, count, 1);
    collapsing->is_known = vrmi_arena_alloc(arena, count, 1);
    collapsing->best = vrmi_arena_alloc(arena, count, sizeof *collapsing->best);
    collapsing->candidates = vrmi_arena_alloc(arena, count, sizeof *collapsing->candidates);
    return points->first != NULL && points->fans != NULL && collapsing->limit != NULL &&
           collapsing->is_locked != NULL && collapsing->is_touched != NULL &&
           collapsing->is_known != NULL && collapsing->best != NULL &&
           collapsing->candidates != NULL;
}

vrm_Result vrmi_collapse(vrmi_CollapseMesh* mesh, size_t wanted, vrmi_Arena* arena,
                         vrmi_CollapseCounts* out) {
    Collapsing collapsing = {.mesh = mesh, .arena = arena, .left = mesh->triangle_count};
    if (!find_points(&collapsing) || !reserve(&collapsing) ||
        !vrmi_collapse_limits(mesh, &collapsing.points, arena, collapsing.limit))
        return VRM_ERR_MEMORY;
    out->frozen = freeze(&collapsing);
    list_fans(&collapsing);
    lock_borders(&collapsing);
    while (collapsing.left > wanted && run_pass(&collapsing, wanted) > 0) {}
    out->left = collapsing.left;
    return VRM_OK;
}
