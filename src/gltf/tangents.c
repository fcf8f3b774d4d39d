/* SPDX-License-Identifier: MIT */
/* Tangents where a file has none or unusable ones, as Mikkelsen's tangent space (MikkTSpace)
 * defines them, which is what glTF 2.0 asks for and what normal maps are baked with:
 *
 *   - vertices with the same position, normal and UV count as one;
 *   - each triangle has a tangent, the direction in which u grows, and an orientation, whether its
 *     UVs are mirrored. A triangle whose UVs span no area has no tangent and takes the orientation
 *     of the first group that reaches it; one with two corners at one place takes no part;
 *   - the corners around a vertex form groups: neighbours across an edge that have one orientation.
 *     Fans that share the vertex and no edge are groups of their own;
 *   - the tangent of a group is the mean of its triangles' tangents, laid into the plane of the
 *     vertex normal, each weighted by the angle of its corner.
 *
 * A vertex whose corners fall into several groups is split. */
#include "base/alloc.h"
#include "base/trig.h"
#include "vrm/mesh.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define NONE UINT32_MAX

/* After so many probes a table lookup gives up: the cost is one more seam, never a long search. */
#define MAX_PROBES 64

typedef struct Triangle {
    float tangent[3]; /* unit length, in the direction of growing u */
    bool is_mirrored;
    bool is_flat;       /* its UVs span no area: it joins any group and has no say */
    bool is_degenerate; /* two of its corners are at one place */
} Triangle;

typedef struct Edge {
    uint32_t from, to; /* welded vertices */
    uint32_t corner;   /* of `from`; NONE: an empty slot */
} Edge;

typedef struct Split { /* a vertex of the result, for one group */
    uint32_t group;    /* NONE: none yet */
    uint32_t next;     /* another vertex of the same source; NONE: none */
} Split;

typedef struct Work {
    vrmi_Arena arena;
    const vrm_TangentInput* input;
    uint32_t corner_count;
    uint32_t* welded; /* for each vertex the first one that equals it */
    Triangle* triangles;
    uint32_t*
        opposite;    /* by corner c: the corner whose edge runs the edge from c backwards; NONE */
    uint32_t* group; /* by corner: the first corner of its group; NONE: in no group */
    float* sums;     /* by corner that is the first of a group */
    void* table;     /* slots for vertices, then for edges */
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

/* Removes the component of `v` along the unit normal, and normalizes the rest. */
static bool lay_flat(float* v, const float* normal) {
    float along = dot(v, normal);
    for (int k = 0; k < 3; k++) v[k] -= along * normal[k];
    return make_unit(v);
}

static const float* position_of(const Work* work, uint32_t corner) {
    return work->input->positions + work->input->indices[corner] * (size_t)3;
}

static const float* normal_of(const Work* work, uint32_t corner) {
    return work->input->normals + work->input->indices[corner] * (size_t)3;
}

/* ---- Welding ---- */

static void vertex_key(const Work* work, uint32_t vertex, float* key) {
    memcpy(key, work->input->positions + vertex * (size_t)3, 12);
    memcpy(key + 3, work->input->normals + vertex * (size_t)3, 12);
    memcpy(key + 6, work->input->uvs + vertex * (size_t)2, 8);
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
    for (uint32_t v = 0; v < work->input->vertex_count; v++) {
        float key[8], other[8];
        vertex_key(work, v, key);
        size_t at = hash_words(key, 8) & (work->table_size - 1);
        work->welded[v] = v;
        for (int probe = 0; probe < MAX_PROBES; probe++, at = (at + 1) & (work->table_size - 1)) {
            if (slots[at] == NONE) {
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

static bool is_same_place(const float* a, const float* b) {
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static void measure(Work* work, uint32_t t) {
    const float* p[3];
    const float* uv[3];
    for (uint32_t c = 0; c < 3; c++) {
        p[c] = position_of(work, t * 3 + c);
        uv[c] = work->input->uvs + work->input->indices[t * 3 + c] * (size_t)2;
    }
    float u1 = uv[1][0] - uv[0][0], v1 = uv[1][1] - uv[0][1];
    float u2 = uv[2][0] - uv[0][0], v2 = uv[2][1] - uv[0][1];
    float area = u1 * v2 - v1 * u2;
    Triangle* triangle = &work->triangles[t];
    triangle->is_degenerate =
        is_same_place(p[0], p[1]) || is_same_place(p[1], p[2]) || is_same_place(p[2], p[0]);
    triangle->is_mirrored = !(area > 0.0f);
    for (int k = 0; k < 3; k++)
        triangle->tangent[k] = v2 * (p[1][k] - p[0][k]) - v1 * (p[2][k] - p[0][k]);
    triangle->is_flat = !(fabsf(area) > FLT_MIN) || !make_unit(triangle->tangent);
    if (triangle->is_mirrored)
        for (int k = 0; k < 3; k++) triangle->tangent[k] = -triangle->tangent[k];
}

/* ---- Groups ---- */

static uint32_t next_corner(uint32_t corner) {
    return corner % 3 == 2 ? corner - 2 : corner + 1;
}

static uint32_t previous_corner(uint32_t corner) {
    return corner % 3 == 0 ? corner + 2 : corner - 1;
}

/* Finds the triangle on the other side of each edge, which has the edge in the opposite direction.
 * Of several the first that has no neighbour yet. */
static void find_neighbours(Work* work) {
    Edge* slots = work->table;
    memset(slots, 0xFF, work->table_size * sizeof *slots);
    for (uint32_t c = 0; c < work->corner_count; c++) work->opposite[c] = NONE;
    for (uint32_t c = 0; c < work->corner_count; c++) {
        if (work->triangles[c / 3].is_degenerate) continue;
        Edge edge = {work->welded[work->input->indices[c]],
                     work->welded[work->input->indices[next_corner(c)]], c};
        uint32_t ends[2] = {edge.from < edge.to ? edge.from : edge.to,
                            edge.from < edge.to ? edge.to : edge.from};
        size_t at = hash_words(ends, 2) & (work->table_size - 1);
        for (int probe = 0; probe < MAX_PROBES; probe++, at = (at + 1) & (work->table_size - 1)) {
            if (slots[at].corner == NONE) {
                slots[at] = edge;
                break;
            }
            if (slots[at].from != edge.to || slots[at].to != edge.from) continue;
            work->opposite[c] = slots[at].corner;
            work->opposite[slots[at].corner] = c;
            slots[at].from = slots[at].to = NONE; /* an edge has two sides: the slot is used up */
            break;
        }
    }
}

/* Adds a corner to a group; false when it belongs to another group or has the other orientation. */
static bool take_corner(Work* work, uint32_t corner, uint32_t first) {
    Triangle* triangle = &work->triangles[corner / 3];
    bool is_mirrored = work->triangles[first / 3].is_mirrored;
    const uint32_t* groups = work->group + corner / 3 * (size_t)3;
    if (work->group[corner] != NONE) return false;
    if (triangle->is_flat && groups[0] == NONE && groups[1] == NONE && groups[2] == NONE)
        triangle->is_mirrored = is_mirrored;
    if (triangle->is_mirrored != is_mirrored) return false;
    work->group[corner] = first;
    return true;
}

/* From a corner, the edges at its vertex lead to neighbouring triangles in two directions. */
static void group_corners(Work* work) {
    for (uint32_t c = 0; c < work->corner_count; c++) work->group[c] = NONE;
    for (uint32_t first = 0; first < work->corner_count; first++) {
        const Triangle* triangle = &work->triangles[first / 3];
        if (triangle->is_flat || triangle->is_degenerate || work->group[first] != NONE) continue;
        work->group[first] = first;
        for (uint32_t c = work->opposite[first]; c != NONE; c = work->opposite[c]) {
            c = next_corner(c);
            if (!take_corner(work, c, first)) break;
        }
        for (uint32_t c = work->opposite[previous_corner(first)]; c != NONE;
             c = work->opposite[previous_corner(c)])
            if (!take_corner(work, c, first)) break;
    }
}

/* The angle of a triangle's corner, projected along the normal. */
static float corner_angle(const Work* work, uint32_t c, const float* normal) {
    const float* here = position_of(work, c);
    const float* there = position_of(work, next_corner(c));
    const float* back = position_of(work, previous_corner(c));
    float a[3], b[3];
    for (int k = 0; k < 3; k++) {
        a[k] = there[k] - here[k];
        b[k] = back[k] - here[k];
    }
    if (!lay_flat(a, normal) || !lay_flat(b, normal)) return 0.0f;
    return vrmi_acos(dot(a, b));
}

static void sum_groups(Work* work) {
    for (uint32_t c = 0; c < work->corner_count; c++) {
        const Triangle* triangle = &work->triangles[c / 3];
        if (triangle->is_flat || triangle->is_degenerate) continue;
        const float* normal = normal_of(work, c);
        float tangent[3] = {triangle->tangent[0], triangle->tangent[1], triangle->tangent[2]};
        if (!lay_flat(tangent, normal)) continue;
        float angle = corner_angle(work, c, normal);
        float* sum = work->sums + work->group[c] * (size_t)3;
        for (int k = 0; k < 3; k++) sum[k] += angle * tangent[k];
    }
}

/* A corner of a degenerate triangle is in the group of the first corner at its vertex. */
static bool group_degenerate_corners(Work* work) {
    uint32_t vertex_count = work->input->vertex_count;
    uint32_t* first = vrmi_arena_alloc(&work->arena, vertex_count, sizeof *first);
    if (first == NULL) return false;
    memset(first, 0xFF, vertex_count * sizeof *first);
    for (uint32_t c = work->corner_count; c-- > 0;)
        if (work->group[c] != NONE) first[work->welded[work->input->indices[c]]] = work->group[c];
    for (uint32_t c = 0; c < work->corner_count; c++)
        if (work->triangles[c / 3].is_degenerate)
            work->group[c] = first[work->welded[work->input->indices[c]]];
    return true;
}

/* ---- Vertices ---- */

/* An arbitrary unit vector perpendicular to the normal, for vertices to which no triangle gives a
 * tangent. */
static void any_tangent(const float* normal, float* out) {
    float axis[3] = {0.0f, 0.0f, 0.0f};
    axis[fabsf(normal[0]) < 0.9f ? 0 : 1] = 1.0f;
    if (!lay_flat(axis, normal)) axis[0] = 1.0f;
    memcpy(out, (float[]){axis[0], axis[1], axis[2], 1.0f}, 16);
}

/* How many copies of a vertex are searched for one of the same group; then another copy is made. */
#define MAX_COPIES 16

/* The vertex for a corner of a group: the file's own for the first group around it, a new one for
 * each other group. `newest` has the vertex that the group was given last. */
static uint32_t place_corner(Split* splits, uint32_t* sources, uint32_t vertex, uint32_t group,
                             uint32_t newest, uint32_t* count) {
    if (newest != NONE && sources[newest] == vertex) return newest;
    uint32_t at = vertex;
    for (int i = 0; i < MAX_COPIES && at != NONE; i++, at = splits[at].next) {
        if (splits[at].group == NONE) splits[at].group = group;
        if (splits[at].group == group) return at;
    }
    splits[*count] = (Split){group, splits[vertex].next};
    splits[vertex].next = *count;
    sources[*count] = vertex;
    return (*count)++;
}

/* Writes `indices`, and returns the new number of vertices. */
static uint32_t split_vertices(Work* work, Split* splits, uint32_t* sources, uint32_t* indices) {
    uint32_t count = work->input->vertex_count;
    uint32_t* newest =
        work->opposite; /* by the first corner of a group; neighbours are done with */
    memset(newest, 0xFF, work->corner_count * sizeof *newest);
    for (uint32_t i = 0; i < count; i++) {
        splits[i] = (Split){NONE, NONE};
        sources[i] = i;
    }
    for (uint32_t c = 0; c < work->corner_count; c++) {
        uint32_t group = work->group[c];
        if (group == NONE) continue;
        indices[c] = place_corner(splits, sources, indices[c], group, newest[group], &count);
        newest[group] = indices[c];
    }
    return count;
}

static vrm_Result write_tangents(Work* work, vrm_Tangents* out) {
    const vrm_TangentInput* input = work->input;
    size_t most = (size_t)input->vertex_count + work->corner_count;
    Split* splits = vrmi_arena_alloc(&work->arena, most, sizeof *splits);
    uint32_t* sources = vrmi_arena_alloc(&work->arena, most, sizeof *sources);
    if (splits == NULL || sources == NULL) return VRM_ERR_MEMORY;
    uint32_t count = split_vertices(work, splits, sources, input->indices);
    out->tangents = vrmi_alloc_zeroed(&out->allocator, count, 4 * sizeof *out->tangents);
    out->sources = vrmi_alloc_zeroed(&out->allocator, count, sizeof *out->sources);
    out->vertex_count = count;
    if (out->tangents == NULL || out->sources == NULL) return VRM_ERR_MEMORY;
    memcpy(out->sources, sources, count * sizeof *sources);
    for (uint32_t v = 0; v < count; v++) {
        float* tangent = out->tangents + v * (size_t)4;
        uint32_t group = splits[v].group;
        any_tangent(input->normals + sources[v] * (size_t)3, tangent);
        if (group == NONE) continue;
        float sum[3];
        memcpy(sum, work->sums + group * (size_t)3, sizeof sum);
        if (make_unit(sum)) memcpy(tangent, sum, sizeof sum);
        /* The bitangent is cross(normal, tangent) * w and points upwards in the image, against
         * v. */
        tangent[3] = work->triangles[group / 3].is_mirrored ? 1.0f : -1.0f;
    }
    return VRM_OK;
}

/* ---- Tangents of a file ---- */

/* The sine of the smallest angle between tangent and normal: nearer than that the bitangent, which
 * is at right angles to both, has no direction. */
#define MIN_SINE 1e-3f

/* Gives a tangent unit length and w 1 or -1; false when it has no direction of its own. */
static bool make_usable(float* tangent, const float* normal) {
    if (tangent[3] == 0.0f || !isfinite(tangent[3]) || !make_unit(tangent)) return false;
    float along = dot(tangent, normal), flat[3];
    for (int k = 0; k < 3; k++) flat[k] = tangent[k] - along * normal[k];
    tangent[3] = tangent[3] > 0.0f ? 1.0f : -1.0f;
    return dot(flat, flat) > MIN_SINE * MIN_SINE;
}

/* Adds up, for each vertex, the tangents of the triangles around it, weighted by the angle of the
 * corner, and in the fourth number those whose UVs are mirrored less those that are not. */
static void sum_around_vertices(Work* work, float* sums) {
    for (uint32_t c = 0; c < work->corner_count; c++) {
        const Triangle* triangle = &work->triangles[c / 3];
        if (triangle->is_flat || triangle->is_degenerate) continue;
        float angle = corner_angle(work, c, normal_of(work, c));
        float* sum = sums + work->input->indices[c] * (size_t)4;
        for (int k = 0; k < 3; k++) sum[k] += angle * triangle->tangent[k];
        sum[3] += triangle->is_mirrored ? angle : -angle;
    }
}

static void replace_tangent(const float* sum, const float* normal, float* tangent) {
    float flat[3] = {sum[0], sum[1], sum[2]};
    any_tangent(normal, tangent);
    if (lay_flat(flat, normal)) memcpy(tangent, flat, sizeof flat);
    if (sum[3] < 0.0f) tangent[3] = -1.0f;
}

static bool is_input_sound(const vrm_TangentInput* input) {
    if (input->index_count > UINT32_MAX / 8 || input->index_count % 3 != 0) return false;
    for (size_t i = 0; i < input->index_count; i++)
        if (input->indices[i] >= input->vertex_count) return false;
    return true;
}

vrm_Result vrm_tangents_complete(const vrm_TangentInput* input, const vrm_Allocator* allocator,
                                 float* tangents, uint32_t* out_made_count) {
    *out_made_count = 0;
    if (!is_input_sound(input)) return VRM_ERR_ARGUMENT;
    vrm_Allocator memory = vrmi_allocator(allocator);
    Work work = {.input = input, .corner_count = (uint32_t)input->index_count};
    vrmi_arena_init(&work.arena, &memory, 0);
    size_t vertices = input->vertex_count;
    float* sums = NULL; /* only where a tangent is unusable, which is rare */
    vrm_Result result = VRM_OK;
    for (size_t v = 0; v < vertices && result == VRM_OK; v++) {
        const float* normal = input->normals + 3 * v;
        if (make_usable(tangents + 4 * v, normal)) continue;
        if (sums == NULL) {
            sums = vrmi_arena_alloc(&work.arena, vertices, 4 * sizeof *sums);
            work.triangles =
                vrmi_arena_alloc(&work.arena, work.corner_count / 3 + 1, sizeof *work.triangles);
            if (sums == NULL || work.triangles == NULL) {
                result = VRM_ERR_MEMORY;
                break;
            }
            for (uint32_t t = 0; input->uvs != NULL && t < work.corner_count / 3; t++)
                measure(&work, t);
            if (input->uvs != NULL) sum_around_vertices(&work, sums);
        }
        replace_tangent(sums + 4 * v, normal, tangents + 4 * v);
        ++*out_made_count;
    }
    vrmi_arena_release(&work.arena);
    return result;
}

/* ---- All of it ---- */

static bool take_all(Work* work) {
    size_t vertices = work->input->vertex_count, corners = work->corner_count;
    work->table_size = 16;
    while (work->table_size < (vertices > corners ? vertices : corners) * 2) work->table_size *= 2;
    work->table = vrmi_arena_alloc(&work->arena, work->table_size, sizeof(Edge));
    work->welded = vrmi_arena_alloc(&work->arena, vertices, sizeof *work->welded);
    work->triangles = vrmi_arena_alloc(&work->arena, corners / 3, sizeof *work->triangles);
    work->opposite = vrmi_arena_alloc(&work->arena, corners, sizeof *work->opposite);
    work->group = vrmi_arena_alloc(&work->arena, corners, sizeof *work->group);
    work->sums = vrmi_arena_alloc(&work->arena, corners, 3 * sizeof *work->sums);
    return work->table != NULL && work->welded != NULL && work->triangles != NULL &&
           work->opposite != NULL && work->group != NULL && work->sums != NULL;
}

vrm_Result vrm_tangents_make(const vrm_TangentInput* input, const vrm_Allocator* allocator,
                             vrm_Tangents* out) {
    *out = (vrm_Tangents){.allocator = vrmi_allocator(allocator)};
    if (!is_input_sound(input)) return VRM_ERR_ARGUMENT;
    Work work = {.input = input, .corner_count = (uint32_t)input->index_count};
    vrmi_arena_init(&work.arena, &out->allocator, 64 * 1024);
    vrm_Result result = VRM_ERR_MEMORY;
    if (take_all(&work)) {
        weld(&work);
        for (uint32_t t = 0; t < work.corner_count / 3; t++) measure(&work, t);
        find_neighbours(&work);
        group_corners(&work);
        sum_groups(&work);
        if (group_degenerate_corners(&work)) result = write_tangents(&work, out);
    }
    vrmi_arena_release(&work.arena);
    if (result != VRM_OK) vrm_tangents_release(out);
    return result;
}

void vrm_tangents_release(vrm_Tangents* tangents) {
    size_t count = tangents->vertex_count;
    if (tangents->tangents != NULL)
        vrmi_release(&tangents->allocator, tangents->tangents, count * 4 * sizeof(float));
    if (tangents->sources != NULL)
        vrmi_release(&tangents->allocator, tangents->sources, count * sizeof(uint32_t));
    *tangents = (vrm_Tangents){.allocator = tangents->allocator};
}
