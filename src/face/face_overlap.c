/* SPDX-License-Identifier: MIT */
/* How much expressions overlap: the displacement of all vertices by expression a, projected on that
 * by b.
 *
 *   overlap(a, b) = (d_a . d_b) / (d_b . d_b)
 *
 * d is linear in the morph targets that an expression binds, so products of displacements are sums
 * over products of targets: those of a mesh are computed once (`products`), from the vertices that
 * a target moves, and weighted by the binds. Where b moves no vertex, the values of materials that
 * it changes are compared in the same way. */
#include "face/face_build.h"

#include <string.h>

/* A vertex that a target moves. */
typedef struct Moved {
    uint32_t vertex;
    float x, y, z;
} Moved;

/* A bind of an expression to a target of the mesh in hand. */
typedef struct Bind {
    int32_t expression, target; /* into `places` */
    double weight;
} Bind;

typedef struct Measure {
    vrmi_FaceBuild* build;
    int32_t count;  /* expressions */
    double* grams;  /* d_a . d_b of vertices, [a * count + b] */
    double* values; /* the same of material values */
} Measure;

/* The targets of one mesh node that expressions bind. */
typedef struct Targets {
    const vrm_MeshNode* node;
    int32_t* places;  /* target of the mesh, by our number */
    int32_t* numbers; /* our number of each target of the mesh; -1: not bound */
    int32_t count;
    double* products; /* [i * count + j] */
    Bind* binds;      /* in the order of expressions */
    int32_t bind_count;
} Targets;

static void* take(Measure* measure, size_t count, size_t size) {
    return vrmi_arena_alloc(&measure->build->arena, count > 0 ? count : 1, size);
}

/* ---- Vertices ---- */

/* Reads a target of a primitive; *out_moved has the vertices that it moves. */
static vrm_Result read_target(Measure* measure, int32_t accessor, float* positions,
                              uint64_t vertex_count, Moved** out_moved, uint32_t* out_count) {
    const vrm_Gltf* gltf = measure->build->gltf;
    *out_moved = NULL;
    *out_count = 0;
    const vrm_Accessor* from = &gltf->accessors[accessor];
    if (!from->is_readable || from->type != VRM_ACCESSOR_VEC3 || from->count > vertex_count)
        return VRM_OK;
    if (vrm_accessor_read_floats(gltf, accessor, positions, (size_t)vertex_count * 3) != VRM_OK)
        return VRM_OK;
    uint32_t count = 0;
    for (uint32_t v = 0; v < (uint32_t)from->count; v++) {
        const float* p = positions + 3 * (size_t)v;
        count += p[0] != 0.0f || p[1] != 0.0f || p[2] != 0.0f;
    }
    Moved* moved = take(measure, count, sizeof *moved);
    if (moved == NULL) return VRM_ERR_MEMORY;
    for (uint32_t v = 0; v < (uint32_t)from->count; v++) {
        const float* p = positions + 3 * (size_t)v;
        if (p[0] == 0.0f && p[1] == 0.0f && p[2] == 0.0f) continue;
        moved[(*out_count)++] = (Moved){v, p[0], p[1], p[2]};
    }
    *out_moved = moved;
    return VRM_OK;
}

static double product(const float* dense, const Moved* moved, uint32_t count) {
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        const float* p = dense + 3 * (size_t)moved[i].vertex;
        sum += (double)p[0] * (double)moved[i].x + (double)p[1] * (double)moved[i].y +
               (double)p[2] * (double)moved[i].z;
    }
    return sum;
}

/* Adds the products of all pairs of targets. `dense` is zero, and is so again afterwards. */
static void add_products(Targets* targets, Moved* const* moved, const uint32_t* counts,
                         float* dense) {
    int32_t count = targets->count;
    for (int32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < counts[i]; k++)
            memcpy(dense + 3 * (size_t)moved[i][k].vertex, &moved[i][k].x, 3 * sizeof(float));
        for (int32_t j = i; j < count && counts[i] > 0; j++)
            targets->products[(size_t)i * (size_t)count + (size_t)j] +=
                product(dense, moved[j], counts[j]);
        for (uint32_t k = 0; k < counts[i]; k++)
            memset(dense + 3 * (size_t)moved[i][k].vertex, 0, 3 * sizeof(float));
    }
}

static uint64_t count_vertices(const vrm_Gltf* gltf, const vrm_Primitive* primitive) {
    int32_t accessor = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    return accessor < 0 ? 0 : gltf->accessors[accessor].count;
}

static vrm_Result measure_primitive(Measure* measure, Targets* targets,
                                    const vrm_Primitive* primitive) {
    vrmi_FaceBuild* build = measure->build;
    uint64_t vertices = count_vertices(build->gltf, primitive), moved_count = 0;
    /* Each target is read once, whatever it moves. */
    if (vertices == 0) return VRM_OK;
    if (vertices > UINT32_MAX / 8 || !vrmi_face_work(build, vertices * (uint64_t)targets->count))
        return VRM_ERR_LIMIT;
    float* positions = take(measure, (size_t)vertices, 3 * sizeof *positions);
    Moved** moved = take(measure, (size_t)targets->count, sizeof *moved);
    uint32_t* counts = take(measure, (size_t)targets->count, sizeof *counts);
    if (positions == NULL || moved == NULL || counts == NULL) return VRM_ERR_MEMORY;
    for (int32_t i = 0; i < targets->count; i++) {
        int32_t target = targets->places[i];
        int32_t accessor =
            target >= primitive->target_count
                ? -1
                : vrm_morph_target_attribute(&primitive->targets[target], VRM_SEMANTIC_POSITION);
        if (accessor < 0) continue;
        vrm_Result result =
            read_target(measure, accessor, positions, vertices, &moved[i], &counts[i]);
        if (result != VRM_OK) return result;
        moved_count += counts[i];
    }
    if (!vrmi_face_work(build, moved_count * (uint64_t)targets->count)) return VRM_ERR_LIMIT;
    memset(positions, 0, (size_t)vertices * 3 * sizeof *positions);
    add_products(targets, moved, counts, positions);
    return VRM_OK;
}

/* ---- Mesh nodes ---- */

/* The binds of all expressions to targets of a node. */
static int32_t gather_binds(const Measure* measure, const Targets* targets, Bind* out) {
    const vrm_Rig* rig = measure->build->rig;
    int32_t first = targets->node->first_morph, end = first + targets->node->morph_count;
    int32_t count = 0;
    for (int32_t e = 0; e < rig->expression_count; e++) {
        const vrmi_RigExpression* expression = &rig->expressions[e];
        for (int32_t b = 0; b < expression->morph_count; b++) {
            const vrmi_RigMorphBind* bind = &rig->morph_binds[expression->first_morph + b];
            int32_t morph = rig->reached_morphs[bind->reached];
            if (morph < first || morph >= end) continue;
            if (out != NULL)
                out[count] = (Bind){e, targets->numbers[morph - first], (double)bind->weight};
            count++;
        }
    }
    return count;
}

/* G += W P W^T, row by row. */
static vrm_Result add_grams(Measure* measure, const Targets* targets) {
    size_t count = (size_t)targets->count, all = (size_t)measure->count;
    double* row = take(measure, count, sizeof *row);
    if (row == NULL) return VRM_ERR_MEMORY;
    for (int32_t i = 0; i < targets->bind_count;) {
        int32_t a = targets->binds[i].expression;
        uint64_t steps = (uint64_t)targets->bind_count;
        memset(row, 0, count * sizeof *row);
        for (; i < targets->bind_count && targets->binds[i].expression == a; i++) {
            const double* products = targets->products + (size_t)targets->binds[i].target * count;
            for (size_t j = 0; j < count; j++) row[j] += targets->binds[i].weight * products[j];
            steps += count;
        }
        for (int32_t k = 0; k < targets->bind_count; k++) {
            const Bind* bind = &targets->binds[k];
            measure->grams[(size_t)a * all + (size_t)bind->expression] +=
                bind->weight * row[bind->target];
        }
        if (!vrmi_face_work(measure->build, steps)) return VRM_ERR_LIMIT;
    }
    return VRM_OK;
}

static vrm_Result measure_node(Measure* measure, const vrm_MeshNode* node,
                               const uint8_t* is_reached) {
    vrmi_FaceBuild* build = measure->build;
    Targets targets = {.node = node};
    for (int32_t t = 0; t < node->morph_count; t++)
        targets.count += is_reached[node->first_morph + t];
    if (targets.count == 0) return VRM_OK;
    if (!vrmi_face_work(build, (uint64_t)build->rig->expression_count +
                                   (uint64_t)build->rig->morph_bind_count +
                                   (uint64_t)targets.count * (uint64_t)targets.count))
        return VRM_ERR_LIMIT;
    targets.places = take(measure, (size_t)targets.count, sizeof *targets.places);
    targets.numbers = take(measure, (size_t)node->morph_count, sizeof *targets.numbers);
    targets.products =
        take(measure, (size_t)targets.count, (size_t)targets.count * sizeof *targets.products);
    if (targets.places == NULL || targets.numbers == NULL || targets.products == NULL)
        return VRM_ERR_MEMORY;
    for (int32_t t = 0, at = 0; t < node->morph_count; t++) {
        targets.numbers[t] = is_reached[node->first_morph + t] ? at : -1;
        if (targets.numbers[t] >= 0) targets.places[at++] = t;
    }
    targets.bind_count = gather_binds(measure, &targets, NULL);
    targets.binds = take(measure, (size_t)targets.bind_count, sizeof *targets.binds);
    if (targets.binds == NULL) return VRM_ERR_MEMORY;
    (void)gather_binds(measure, &targets, targets.binds);
    const vrm_Mesh* mesh = &build->gltf->meshes[node->mesh];
    for (int32_t p = 0; p < mesh->primitive_count; p++) {
        vrmi_ArenaMark mark = vrmi_arena_mark(&build->arena);
        vrm_Result result = measure_primitive(measure, &targets, &mesh->primitives[p]);
        if (result != VRM_OK) return result;
        vrmi_arena_rewind(&build->arena, mark);
    }
    size_t count = (size_t)targets.count;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            targets.products[i * count + j] = targets.products[j * count + i];
    return add_grams(measure, &targets);
}

static vrm_Result measure_vertices(Measure* measure) {
    vrmi_FaceBuild* build = measure->build;
    const vrm_Rig* rig = build->rig;
    uint8_t* is_reached = take(measure, (size_t)rig->morph_count, sizeof *is_reached);
    if (is_reached == NULL) return VRM_ERR_MEMORY;
    for (int32_t i = 0; i < rig->reached_count; i++) is_reached[rig->reached_morphs[i]] = 1;
    for (int32_t n = 0; n < rig->mesh_node_count; n++) {
        vrmi_ArenaMark mark = vrmi_arena_mark(&build->arena);
        vrm_Result result = measure_node(measure, &rig->mesh_nodes[n], is_reached);
        if (result != VRM_OK) return result;
        vrmi_arena_rewind(&build->arena, mark);
    }
    return VRM_OK;
}

/* ---- Material values ---- */

static vrm_Result measure_values(Measure* measure) {
    vrmi_FaceBuild* build = measure->build;
    const vrm_Rig* rig = build->rig;
    double* dense = take(measure, (size_t)rig->value_count, 4 * sizeof *dense);
    if (dense == NULL) return VRM_ERR_MEMORY;
    for (int32_t a = 0; a < measure->count; a++) {
        const vrmi_RigExpression* from = &rig->expressions[a];
        if (from->value_count == 0) continue;
        if (!vrmi_face_work(build, (uint64_t)rig->value_bind_count + (uint64_t)rig->value_count))
            return VRM_ERR_LIMIT;
        memset(dense, 0, (size_t)rig->value_count * 4 * sizeof *dense);
        for (int32_t i = 0; i < from->value_count; i++) {
            const vrmi_RigValueBind* bind = &rig->value_binds[from->first_value + i];
            double* value = dense + 4 * (size_t)bind->value;
            value[0] += (double)bind->delta.x;
            value[1] += (double)bind->delta.y;
            value[2] += (double)bind->delta.z;
            value[3] += (double)bind->delta.w;
        }
        for (int32_t b = 0; b < measure->count; b++) {
            const vrmi_RigExpression* to = &rig->expressions[b];
            double sum = 0.0;
            for (int32_t i = 0; i < to->value_count; i++) {
                const vrmi_RigValueBind* bind = &rig->value_binds[to->first_value + i];
                const double* value = dense + 4 * (size_t)bind->value;
                sum += value[0] * (double)bind->delta.x + value[1] * (double)bind->delta.y +
                       value[2] * (double)bind->delta.z + value[3] * (double)bind->delta.w;
            }
            measure->values[(size_t)a * (size_t)measure->count + (size_t)b] = sum;
        }
    }
    return VRM_OK;
}

/* ---- All ---- */

/* `whole` is the product of b with itself. */
static float projection(double product_ab, double whole) {
    if (!(whole > 0.0) || !(product_ab > 0.0)) return 0.0f;
    return product_ab >= whole ? 1.0f : (float)(product_ab / whole);
}

vrm_Result vrmi_face_measure(vrmi_FaceBuild* build) {
    Measure measure = {.build = build, .count = build->rig->expression_count};
    size_t count = (size_t)measure.count, pairs;
    if (!vrmi_mul(count, count, &pairs)) return VRM_ERR_LIMIT;
    if (!vrmi_face_work(build, pairs)) return VRM_ERR_LIMIT;
    float* overlaps = take(&measure, pairs, sizeof *overlaps);
    vrmi_ArenaMark mark = vrmi_arena_mark(&build->arena);
    measure.grams = take(&measure, pairs, sizeof *measure.grams);
    measure.values = take(&measure, pairs, sizeof *measure.values);
    if (overlaps == NULL || measure.grams == NULL || measure.values == NULL) return VRM_ERR_MEMORY;
    vrm_Result result = measure_vertices(&measure);
    if (result == VRM_OK) result = measure_values(&measure);
    if (result != VRM_OK) return result;
    for (size_t a = 0; a < count; a++) {
        build->draft.expressions[a].is_effective =
            measure.grams[a * count + a] > 0.0 || measure.values[a * count + a] > 0.0;
        for (size_t b = 0; b < count; b++) {
            const double* from =
                measure.grams[b * count + b] > 0.0 ? measure.grams : measure.values;
            overlaps[a * count + b] = projection(from[a * count + b], from[b * count + b]);
        }
    }
    vrmi_arena_rewind(&build->arena, mark);
    build->draft.overlaps = overlaps;
    return VRM_OK;
}
