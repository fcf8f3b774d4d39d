/* SPDX-License-Identifier: MIT */
#include "author/expressions/morph_prints.h"

#include "rig/bounds.h"

#include <string.h>

/* Sums over vertices that move; doubles, since a face has thousands. */
typedef struct Sums {
    double weight;
    double at[3], squares[3], way[3];
} Sums;

static int32_t positions_of(const vrm_Gltf* gltf, int32_t accessor, uint64_t count) {
    if (accessor < 0) return -1;
    const vrm_Accessor* a = &gltf->accessors[accessor];
    bool fits = a->is_readable && a->type == VRM_ACCESSOR_VEC3 && a->count < INT32_MAX / 16 &&
                (count == 0 || a->count == count);
    return fits ? accessor : -1;
}

static void add_vertex(Sums* sums, const float* at, const float* moved) {
    vrm_Vec3 way = {moved[0], moved[1], moved[2]}, place = {at[0], at[1], at[2]};
    if (!vrmi_vec3_is_finite(way) || !vrmi_vec3_is_finite(place)) return;
    way = vrmi_vec3_within(way, VRMI_LENGTH_MAX);
    place = vrmi_vec3_within(place, VRMI_LENGTH_MAX);
    const double p[3] = {(double)place.x, (double)place.y, (double)place.z};
    const double w[3] = {(double)way.x, (double)way.y, (double)way.z};
    double length = (double)vrmi_vec3_length(way);
    if (!(length > 0.0)) return;
    sums->weight += length;
    for (int i = 0; i < 3; i++) {
        sums->at[i] += length * p[i];
        sums->squares[i] += length * p[i] * p[i];
        sums->way[i] += w[i];
    }
}

static float deviation(const Sums* sums, int axis) {
    double mean = sums->at[axis] / sums->weight;
    double variance = sums->squares[axis] / sums->weight - mean * mean;
    return variance > 0.0 ? sqrtf((float)variance) : 0.0f;
}

static vrmi_MorphPrint print_of(const Sums* sums) {
    vrmi_MorphPrint print = {0};
    if (!(sums->weight > 0.0)) return print;
    print.sum = (float)sums->weight;
    print.centre =
        (vrm_Vec3){(float)(sums->at[0] / sums->weight), (float)(sums->at[1] / sums->weight),
                   (float)(sums->at[2] / sums->weight)};
    print.way =
        (vrm_Vec3){(float)(sums->way[0] / sums->weight), (float)(sums->way[1] / sums->weight),
                   (float)(sums->way[2] / sums->weight)};
    print.spread = (vrm_Vec3){deviation(sums, 0), deviation(sums, 1), deviation(sums, 2)};
    return print;
}

/* ---- Read ---- */

typedef struct Reader {
    const vrm_Gltf* gltf;
    vrmi_Budget* budget;
    vrmi_Arena* arena;
    bool is_rigid; /* vertices are in the space of the node, else of the skin */
    vrm_Transform rest;
    Sums* sums; /* of each target */
} Reader;

/* Reads positions or displacements; zeros if they cannot be read. */
static vrm_Result read_vectors(Reader* reader, int32_t accessor, uint64_t count, float** out) {
    size_t floats = (size_t)count * 3;
    *out = vrmi_arena_alloc(reader->arena, floats, sizeof **out);
    if (*out == NULL) return VRM_ERR_MEMORY;
    if (vrm_accessor_read_floats(reader->gltf, accessor, *out, floats) != VRM_OK)
        memset(*out, 0, floats * sizeof **out);
    return VRM_OK;
}

static void to_model(const Reader* reader, float* vectors, uint64_t count, bool are_places) {
    const vrm_Vec3 none = {0.0f, 0.0f, 0.0f};
    vrm_Vec3 origin = are_places ? none : vrmi_transform_point(reader->rest, none);
    for (uint64_t v = 0; reader->is_rigid && v < count; v++) {
        float* at = vectors + 3 * v;
        vrm_Vec3 place = vrmi_transform_point(reader->rest, (vrm_Vec3){at[0], at[1], at[2]});
        place = vrmi_vec3_sub(place, origin);
        at[0] = place.x, at[1] = place.y, at[2] = place.z;
    }
}

/* What cannot be read moves nothing. */
static vrm_Result add_target(Reader* reader, const vrm_MorphTarget* target, const float* positions,
                             uint64_t count, Sums* sums) {
    int32_t accessor = positions_of(
        reader->gltf, vrm_morph_target_attribute(target, VRM_SEMANTIC_POSITION), count);
    if (accessor < 0) return VRM_OK;
    if (!vrmi_budget_work(reader->budget, "vertices of morph targets", count)) return VRM_ERR_LIMIT;
    vrmi_ArenaMark mark = vrmi_arena_mark(reader->arena);
    float* ways;
    vrm_Result result = read_vectors(reader, accessor, count, &ways);
    if (result == VRM_OK) {
        to_model(reader, ways, count, false);
        for (uint64_t v = 0; v < count; v++) add_vertex(sums, positions + 3 * v, ways + 3 * v);
    }
    vrmi_arena_rewind(reader->arena, mark);
    return result;
}

static vrm_Result add_primitive(Reader* reader, const vrm_Primitive* primitive) {
    int32_t accessor =
        positions_of(reader->gltf, vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0), 0);
    uint64_t count = accessor < 0 ? 0 : reader->gltf->accessors[accessor].count;
    if (count == 0) return VRM_OK;
    if (!vrmi_budget_work(reader->budget, "vertices of morph targets", count)) return VRM_ERR_LIMIT;
    float* positions;
    vrm_Result result = read_vectors(reader, accessor, count, &positions);
    if (result == VRM_OK) to_model(reader, positions, count, true);
    for (int32_t t = 0; t < primitive->target_count && result == VRM_OK; t++)
        result = add_target(reader, &primitive->targets[t], positions, count, &reader->sums[t]);
    return result;
}

static vrm_Result rest_of(Reader* reader, int32_t node) {
    reader->rest = vrmi_transform_identity();
    for (int32_t n = node; n >= 0; n = reader->gltf->nodes[n].parent) {
        if (!vrmi_budget_work(reader->budget, "nodes above a mesh", 1)) return VRM_ERR_LIMIT;
        reader->rest = vrmi_transform_mul(reader->gltf->nodes[n].rest, reader->rest);
    }
    return VRM_OK;
}

vrm_Result vrmi_morph_prints(const vrm_Gltf* gltf, int32_t node, vrmi_Budget* budget,
                             vrmi_Arena* arena, vrmi_MorphPrint** out) {
    const vrm_Mesh* mesh = &gltf->meshes[gltf->nodes[node].mesh];
    Reader reader = {.gltf = gltf, .budget = budget, .arena = arena};
    *out = NULL;
    vrm_Result result = rest_of(&reader, node);
    if (result != VRM_OK) return result;
    reader.is_rigid = gltf->nodes[node].skin < 0;
    if (!vrmi_budget_work(budget, "morph targets of nodes", (uint64_t)mesh->target_count))
        return VRM_ERR_LIMIT;
    vrmi_MorphPrint* prints = vrmi_arena_alloc(arena, (size_t)mesh->target_count, sizeof *prints);
    vrmi_ArenaMark mark = vrmi_arena_mark(arena);
    reader.sums = vrmi_arena_alloc(arena, (size_t)mesh->target_count, sizeof *reader.sums);
    if (prints == NULL || reader.sums == NULL) return VRM_ERR_MEMORY;
    for (int32_t p = 0; p < mesh->primitive_count && result == VRM_OK; p++) {
        vrmi_ArenaMark before = vrmi_arena_mark(arena);
        result = add_primitive(&reader, &mesh->primitives[p]);
        vrmi_arena_rewind(arena, before);
    }
    for (int32_t t = 0; t < mesh->target_count; t++) prints[t] = print_of(&reader.sums[t]);
    vrmi_arena_rewind(arena, mark);
    if (result == VRM_OK) *out = prints;
    return result;
}

/* ---- Compare ---- */

static vrm_Vec3 mirrored(vrm_Vec3 v) {
    return (vrm_Vec3){-v.x, v.y, v.z};
}

float vrmi_mirrored_difference(const vrmi_MorphPrint* a, const vrmi_MorphPrint* b) {
    float larger = fmaxf(a->sum, b->sum);
    if (!(larger > 0.0f)) return 0.0f; /* neither moves anything */
    float size = vrmi_vec3_length(a->spread) + vrmi_vec3_length(b->spread);
    size = fmaxf(size, 1e-6f);
    return vrmi_vec3_distance(mirrored(a->centre), b->centre) / size +
           vrmi_vec3_distance(a->spread, b->spread) / size +
           vrmi_vec3_distance(mirrored(a->way), b->way) + (larger - fminf(a->sum, b->sum)) / larger;
}
