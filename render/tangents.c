/* SPDX-License-Identifier: MIT */
/* Tangents where a file has none, as Mikkelsen's tangent space (MikkTSpace) defines them, which is
 * what glTF 2.0 asks for and what normal maps are baked with:
 *
 *   - vertices with the same position, normal and UV count as one;
 *   - each triangle has a tangent, the direction in which u grows, and an orientation, whether its
 *     UVs are mirrored;
 *   - the corners around a vertex form groups: neighbours across an edge that have one orientation;
 *   - the tangent of a group is the mean of its triangles' tangents, laid into the plane of the
 *     vertex normal, each weighted by the angle of its corner.
 *
 * A vertex whose corners fall into several groups is split. */
#include "tangents.h"

#include "memory.h"

#include <math.h>
#include <string.h>

#define NO_PLACE UINT32_MAX
#define MAX_PROBES                                                                                 \
    64 /* crowded places of the tables are given up: a seam more, never a long search */
#define MAX_SPLITS 16 /* of one vertex */

typedef struct Triangle {
    float tangent[3];          /* unit length, in the direction of growing u */
    bool is_mirrored, is_flat; /* flat: its UVs span no area, so that it has no say */
} Triangle;

typedef struct Edge {
    uint32_t from, to; /* welded vertices */
    uint32_t corner;   /* of `from`; NO_PLACE: an empty slot */
} Edge;

typedef struct Split { /* a vertex of ours, for one group */
    uint32_t group;    /* NO_PLACE: none yet */
    uint32_t next;     /* another vertex of the same source; NO_PLACE: none */
} Split;

typedef struct Work {
    vrmi_Vertices* vertices;
    const float* uv;
    uint32_t* corners; /* the vertex of each corner of each triangle */
    size_t corner_count;
    uint32_t* welded; /* for each vertex the first one that equals it */
    Triangle* triangles;
    uint32_t* group; /* for each corner another of its group; a root names itself */
    float* sums;     /* for each root corner */
    Split* splits;
    size_t split_capacity;
    void* table; /* slots for vertices, then for edges */
    size_t table_size;
} Work;

static float dot(const float* a, const float* b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static bool make_unit(float* v) {
    float size = dot(v, v);
    if (!(size > 1e-30f) || !isfinite(size)) return false;
    float scale = 1.0f / sqrtf(size);
    for (int k = 0; k < 3; k++) v[k] *= scale;
    return true;
}

/* Takes the part along the unit normal out of `v`, and makes the rest a unit vector. */
static bool lay_flat(float* v, const float* normal) {
    float along = dot(v, normal);
    for (int k = 0; k < 3; k++) v[k] -= along * normal[k];
    return make_unit(v);
}

/* ---- Welding ---- */

static void vertex_key(const Work* work, uint32_t vertex, float* key) {
    memcpy(key, work->vertices->positions + vertex * (size_t)3, 12);
    memcpy(key + 3, work->vertices->normals + vertex * (size_t)3, 12);
    memcpy(key + 6, work->uv + vertex * (size_t)2, 8);
    for (int i = 0; i < 8; i++) key[i] += 0.0f; /* -0 becomes 0 */
}

static uint32_t hash_words(const void* data, size_t words) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < words; i++) {
        uint32_t word;
        memcpy(&word, (const char*)data + i * 4, 4);
        hash = (hash ^ word) * 0x85EBCA6Bu;
        hash ^= hash >> 15;
    }
    return hash;
}

static void weld(Work* work) {
    uint32_t* slots = work->table;
    memset(slots, 0xFF, work->table_size * sizeof *slots);
    for (uint32_t v = 0; v < work->vertices->count; v++) {
        float key[8], other[8];
        vertex_key(work, v, key);
        size_t at = hash_words(key, 8) & (work->table_size - 1);
        work->welded[v] = v;
        for (int probe = 0; probe < MAX_PROBES; probe++, at = (at + 1) & (work->table_size - 1)) {
            if (slots[at] == NO_PLACE) {
                slots[at] = v;
                break;
            }
            vertex_key(work, slots[at], other);
            if (memcmp(key, other, sizeof key) != 0) continue;
            work->welded[v] = slots[at];
            break;
        }
    }
}

/* ---- Triangles ---- */

static void measure(Work* work, size_t t) {
    const float* p[3];
    const float* uv[3];
    for (size_t c = 0; c < 3; c++) {
        p[c] = work->vertices->positions + work->corners[t * 3 + c] * (size_t)3;
        uv[c] = work->uv + work->corners[t * 3 + c] * (size_t)2;
    }
    float u1 = uv[1][0] - uv[0][0], v1 = uv[1][1] - uv[0][1];
    float u2 = uv[2][0] - uv[0][0], v2 = uv[2][1] - uv[0][1];
    float area = u1 * v2 - v1 * u2;
    Triangle* triangle = &work->triangles[t];
    triangle->is_mirrored = !(area > 0.0f);
    for (int k = 0; k < 3; k++)
        triangle->tangent[k] = v2 * (p[1][k] - p[0][k]) - v1 * (p[2][k] - p[0][k]);
    triangle->is_flat = !(fabsf(area) > 0.0f) || !make_unit(triangle->tangent);
    if (triangle->is_mirrored)
        for (int k = 0; k < 3; k++) triangle->tangent[k] = -triangle->tangent[k];
}

/* ---- Groups ---- */

static uint32_t root_of(uint32_t* group, uint32_t corner) {
    while (group[corner] != corner) {
        group[corner] = group[group[corner]];
        corner = group[corner];
    }
    return corner;
}

static void join(uint32_t* group, uint32_t a, uint32_t b) {
    group[root_of(group, a)] = root_of(group, b);
}

static uint32_t next_corner(uint32_t corner) {
    return corner % 3 == 2 ? corner - 2 : corner + 1;
}

/* Finds the triangle on the other side of each edge, which runs the edge the other way. */
static void group_corners(Work* work) {
    Edge* slots = work->table;
    memset(slots, 0xFF, work->table_size * sizeof *slots);
    for (uint32_t c = 0; c < work->corner_count; c++) work->group[c] = c;
    for (uint32_t c = 0; c < work->corner_count; c++) {
        if (work->triangles[c / 3].is_flat) continue;
        uint32_t n = next_corner(c);
        Edge edge = {work->welded[work->corners[c]], work->welded[work->corners[n]], c};
        uint32_t ends[2] = {edge.from < edge.to ? edge.from : edge.to,
                            edge.from < edge.to ? edge.to : edge.from};
        size_t at = hash_words(ends, 2) & (work->table_size - 1);
        for (int probe = 0; probe < MAX_PROBES; probe++, at = (at + 1) & (work->table_size - 1)) {
            if (slots[at].corner == NO_PLACE) {
                slots[at] = edge;
                break;
            }
            if (slots[at].from != edge.to || slots[at].to != edge.from) continue;
            uint32_t other = slots[at].corner;
            if (work->triangles[other / 3].is_mirrored == work->triangles[c / 3].is_mirrored) {
                join(work->group, c, next_corner(other));
                join(work->group, n, other);
            }
            slots[at].from = slots[at].to = NO_PLACE; /* an edge has two sides */
            break;
        }
    }
}

/* The angle of a triangle's corner as it looks along the normal. */
static float corner_angle(const Work* work, uint32_t c, const float* normal) {
    uint32_t n = next_corner(c), p = next_corner(n);
    const float* here = work->vertices->positions + work->corners[c] * (size_t)3;
    const float* there = work->vertices->positions + work->corners[n] * (size_t)3;
    const float* back = work->vertices->positions + work->corners[p] * (size_t)3;
    float a[3], b[3];
    for (int k = 0; k < 3; k++) {
        a[k] = there[k] - here[k];
        b[k] = back[k] - here[k];
    }
    if (!lay_flat(a, normal) || !lay_flat(b, normal)) return 0.0f;
    return acosf(fmaxf(fminf(dot(a, b), 1.0f), -1.0f));
}

static void sum_groups(Work* work) {
    for (uint32_t c = 0; c < work->corner_count; c++) {
        const Triangle* triangle = &work->triangles[c / 3];
        if (triangle->is_flat) continue;
        const float* normal = work->vertices->normals + work->corners[c] * (size_t)3;
        float tangent[3] = {triangle->tangent[0], triangle->tangent[1], triangle->tangent[2]};
        if (!lay_flat(tangent, normal)) continue;
        float angle = corner_angle(work, c, normal);
        float* sum = work->sums + root_of(work->group, c) * (size_t)3;
        for (int k = 0; k < 3; k++) sum[k] += angle * tangent[k];
    }
}

/* ---- Vertices ---- */

/* Something at right angles to the normal, for vertices that no triangle has a say on. */
static void any_tangent(const float* normal, float* out) {
    float axis[3] = {0.0f, 0.0f, 0.0f};
    axis[fabsf(normal[0]) < 0.9f ? 0 : 1] = 1.0f;
    if (!lay_flat(axis, normal)) axis[0] = 1.0f;
    memcpy(out, (float[]){axis[0], axis[1], axis[2], 1.0f}, 16);
}

/* A copy of a vertex; NO_PLACE when there is no memory. */
static uint32_t copy_vertex(const vrm_Allocator* allocator, Work* work, uint32_t from) {
    vrmi_Vertices* v = work->vertices;
    if (v->sources == NULL) {
        v->sources = vrmi_take(allocator, v->capacity, sizeof *v->sources);
        if (v->sources == NULL) return NO_PLACE;
        for (uint32_t i = 0; i < v->count; i++) v->sources[i] = i;
    }
    if (v->count == v->capacity) {
        if (!vrmi_vertices_grow(allocator, v, v->capacity + v->capacity / 4 + 64)) return NO_PLACE;
    }
    Split* splits = vrmi_room(allocator, work->splits, &work->split_capacity, v->count + (size_t)1,
                              sizeof *splits);
    if (splits == NULL) return NO_PLACE;
    work->splits = splits;
    uint32_t to = v->count++;
    memcpy(v->positions + to * (size_t)3, v->positions + from * (size_t)3, 12);
    memcpy(v->normals + to * (size_t)3, v->normals + from * (size_t)3, 12);
    for (int set = 0; set < 2; set++)
        if (v->uv[set] != NULL)
            memcpy(v->uv[set] + to * (size_t)2, v->uv[set] + from * (size_t)2, 8);
    if (v->colors != NULL) memcpy(v->colors + to * (size_t)4, v->colors + from * (size_t)4, 16);
    if (v->joints != NULL) memcpy(v->joints + to * (size_t)4, v->joints + from * (size_t)4, 8);
    if (v->weights != NULL) memcpy(v->weights + to * (size_t)4, v->weights + from * (size_t)4, 16);
    v->sources[to] = v->sources[from];
    return to;
}

/* The vertex that carries the tangent of a corner's group. */
static vrm_Result place_corner(const vrm_Allocator* allocator, Work* work, uint32_t c) {
    uint32_t root = root_of(work->group, c), vertex = work->corners[c];
    for (int split = 0; split < MAX_SPLITS; split++) {
        if (work->splits[vertex].group == root) break;
        if (work->splits[vertex].group != NO_PLACE) {
            uint32_t next = work->splits[vertex].next;
            if (next == NO_PLACE) {
                next = copy_vertex(allocator, work, vertex);
                if (next == NO_PLACE) return VRM_ERR_MEMORY;
                work->splits[vertex].next = next;
                work->splits[next] = (Split){NO_PLACE, NO_PLACE};
            }
            vertex = next;
            if (work->splits[vertex].group != NO_PLACE) continue;
        }
        work->splits[vertex].group = root;
        float* tangent = work->vertices->tangents + vertex * (size_t)4;
        memcpy(tangent, work->sums + root * (size_t)3, 12);
        if (!make_unit(tangent)) any_tangent(work->vertices->normals + vertex * (size_t)3, tangent);
        /* The bitangent is cross(normal, tangent) * w and points up the picture, against v. */
        tangent[3] = work->triangles[c / 3].is_mirrored ? 1.0f : -1.0f;
        break;
    }
    work->corners[c] = vertex;
    return VRM_OK;
}

static vrm_Result place_tangents(const vrm_Allocator* allocator, Work* work) {
    vrmi_Vertices* v = work->vertices;
    for (uint32_t i = 0; i < v->count; i++) {
        work->splits[i] = (Split){NO_PLACE, NO_PLACE};
        any_tangent(v->normals + i * (size_t)3, v->tangents + i * (size_t)4);
    }
    vrm_Result result = VRM_OK;
    for (uint32_t c = 0; c < work->corner_count && result == VRM_OK; c++)
        if (!work->triangles[c / 3].is_flat) result = place_corner(allocator, work, c);
    return result;
}

/* ---- All of it ---- */

static bool take_all(const vrm_Allocator* allocator, Work* work) {
    size_t vertices = work->vertices->count, corners = work->corner_count;
    work->table_size = 16;
    while (work->table_size < (vertices > corners ? vertices : corners) * 2) work->table_size *= 2;
    work->table = vrmi_take(allocator, work->table_size, sizeof(Edge));
    work->corners = vrmi_take(allocator, corners, sizeof *work->corners);
    work->welded = vrmi_take(allocator, vertices, sizeof *work->welded);
    work->triangles = vrmi_take(allocator, corners / 3, sizeof *work->triangles);
    work->group = vrmi_take(allocator, corners, sizeof *work->group);
    work->sums = vrmi_take(allocator, corners, 12);
    work->splits = vrmi_take(allocator, vertices, sizeof *work->splits);
    work->split_capacity = vertices;
    work->vertices->tangents = vrmi_take(allocator, work->vertices->capacity, 16);
    return work->table != NULL && work->corners != NULL && work->welded != NULL &&
           work->triangles != NULL && work->group != NULL && work->sums != NULL &&
           work->splits != NULL && work->vertices->tangents != NULL;
}

static void give_all(const vrm_Allocator* allocator, Work* work, size_t vertices) {
    vrmi_give(allocator, work->table, work->table_size, sizeof(Edge));
    vrmi_give(allocator, work->corners, work->corner_count, sizeof *work->corners);
    vrmi_give(allocator, work->welded, vertices, sizeof *work->welded);
    vrmi_give(allocator, work->triangles, work->corner_count / 3, sizeof *work->triangles);
    vrmi_give(allocator, work->group, work->corner_count, sizeof *work->group);
    vrmi_give(allocator, work->sums, work->corner_count, 12);
    vrmi_give(allocator, work->splits, work->split_capacity, sizeof *work->splits);
}

vrm_Result vrmi_make_tangents(const vrm_Allocator* allocator, vrmi_Vertices* vertices, int set,
                              uint32_t* indices, const vrmi_Range* ranges, size_t range_count) {
    Work work = {.vertices = vertices, .uv = vertices->uv[set]};
    size_t vertex_count = vertices->count;
    for (size_t r = 0; r < range_count; r++) work.corner_count += ranges[r].count;
    if (work.corner_count > UINT32_MAX / 8) return VRM_OK;
    vrm_Result result = VRM_ERR_MEMORY;
    if (take_all(allocator, &work)) {
        size_t at = 0;
        for (size_t r = 0; r < range_count; at += ranges[r++].count)
            memcpy(work.corners + at, indices + ranges[r].first,
                   ranges[r].count * sizeof *work.corners);
        weld(&work);
        for (size_t t = 0; t < work.corner_count / 3; t++) measure(&work, t);
        group_corners(&work);
        sum_groups(&work);
        result = place_tangents(allocator, &work);
        at = 0;
        for (size_t r = 0; r < range_count; at += ranges[r++].count)
            memcpy(indices + ranges[r].first, work.corners + at,
                   ranges[r].count * sizeof *work.corners);
    }
    give_all(allocator, &work, vertex_count);
    return result;
}
