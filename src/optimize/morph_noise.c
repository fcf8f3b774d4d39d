/* SPDX-License-Identifier: MIT */
/* Rounding noise in morph targets. Exporters store the difference of two rounded positions, so that
 * vertices which a target does not move get deltas of a few units in the last place. Passes with a
 * loss take such deltas for zero: they would be stored for nearly every vertex, and vertices that a
 * target moves cannot be simplified. */
#include "optimize/optimize.h"
#include "optimize/vertex_data.h"

#include <math.h>

/* Of the largest coordinate of the mesh: 0.8 micrometres for an avatar of 1.6 m. */
#define POSITION_NOISE 5e-7f
/* Of a direction of unit length. */
#define DIRECTION_NOISE 1e-5f

typedef struct Noise {
    vrmi_Optimization* optimization;
    const vrm_Gltf* gltf;
    vrmi_DeltaList list;
    vrmi_VertexWork work;
    int32_t* replaced; /* of each accessor: the new one + 1, -1: it stays, 0: not looked at */
} Noise;

/* The largest coordinate of all vertices of a mesh; 0 when they cannot be read. */
static float largest_coordinate(Noise* noise, const vrm_Mesh* mesh) {
    vrmi_Optimization* optimization = noise->optimization;
    double largest = 0.0;
    for (int32_t p = 0; p < mesh->primitive_count; p++) {
        int32_t index = vrm_primitive_attribute(&mesh->primitives[p], VRM_SEMANTIC_POSITION, 0);
        vrmi_VertexBytes elements;
        double min[4], max[4];
        if (index < 0) continue;
        const vrm_Accessor* accessor = &noise->gltf->accessors[index];
        vrmi_ArenaMark mark = vrmi_arena_mark(&optimization->arena);
        if (accessor->component_type == VRM_COMPONENT_FLOAT &&
            accessor->type == VRM_ACCESSOR_VEC3 &&
            vrmi_vertex_work_take(&noise->work, accessor->count, 12) &&
            vrmi_vertex_bytes(optimization, index, &elements)) {
            vrmi_vertex_bounds(accessor, elements, (size_t)accessor->count, min, max);
            for (int c = 0; c < 3; c++) largest = fmax(largest, fmax(fabs(min[c]), fabs(max[c])));
        }
        vrmi_arena_rewind(&optimization->arena, mark);
    }
    return (float)largest;
}

/* The accessor without deltas below `least`; `index` itself where there are none. */
static int32_t without_noise(Noise* noise, int32_t index, float least, bool has_bounds) {
    vrmi_Optimization* optimization = noise->optimization;
    const vrm_Accessor* accessor = &noise->gltf->accessors[index];
    uint64_t most = vrmi_deltas_most(noise->gltf, index);
    vrmi_Deltas deltas = {
        .like = *accessor, .elements = accessor->count, .least = least, .has_bounds = has_bounds};
    int32_t out = index;
    if (accessor->component_type != VRM_COMPONENT_FLOAT || accessor->type != VRM_ACCESSOR_VEC3 ||
        !accessor->is_readable || !vrmi_has_sound_list(noise->gltf, index) ||
        !vrmi_vertex_work_take(&noise->work, most, 16))
        return index;
    vrmi_ArenaMark mark = vrmi_arena_mark(&optimization->arena);
    if (vrmi_deltas_reserve(optimization, &deltas, most)) {
        vrmi_deltas_append(optimization, &deltas, index, NULL);
        if (deltas.noise_count > 0) out = vrmi_deltas_add(&noise->list, &deltas);
    }
    vrmi_arena_rewind(&optimization->arena, mark);
    return out >= 0 ? out : index;
}

/* Every attribute of a target but colours and texture coordinates. */
static void clean_target(Noise* noise, const vrm_MorphTarget* target, vrm_JsonRef json,
                         float largest) {
    static const struct {
        vrm_Semantic semantic;
        const char* name;
    } attributes[] = {{VRM_SEMANTIC_POSITION, "POSITION"},
                      {VRM_SEMANTIC_NORMAL, "NORMAL"},
                      {VRM_SEMANTIC_TANGENT, "TANGENT"}};
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        bool is_position = attributes[i].semantic == VRM_SEMANTIC_POSITION;
        int32_t index = vrm_morph_target_attribute(target, attributes[i].semantic);
        if (index < 0) continue;
        int32_t* replaced = &noise->replaced[index];
        if (*replaced == 0) {
            float least = is_position ? largest * POSITION_NOISE : DIRECTION_NOISE;
            int32_t made = without_noise(noise, index, least, is_position);
            *replaced = made == index ? -1 : made + 1;
        }
        if (*replaced > 0)
            vrmi_edit_integer(noise->optimization->edit, json, attributes[i].name, *replaced - 1);
    }
}

static void clean_mesh(Noise* noise, const vrm_Mesh* mesh) {
    vrm_Edit* edit = noise->optimization->edit;
    float largest = largest_coordinate(noise, mesh);
    for (int32_t p = 0; p < mesh->primitive_count; p++) {
        const vrm_Primitive* primitive = &mesh->primitives[p];
        vrm_JsonRef targets = vrm_json_member(edit->json, primitive->json, "targets");
        for (int32_t t = 0; t < primitive->target_count && edit->result == VRM_OK; t++)
            clean_target(noise, &primitive->targets[t],
                         vrm_json_element(edit->json, targets, (uint32_t)t), largest);
    }
}

void vrmi_morph_noise(vrmi_Optimization* optimization) {
    const vrm_Gltf* gltf = optimization->gltf;
    Noise noise = {.optimization = optimization,
                   .gltf = gltf,
                   .list = vrmi_delta_list(optimization),
                   .work = vrmi_vertex_work(optimization),
                   .replaced = vrmi_optimization_alloc(
                       optimization, (size_t)gltf->accessor_count + 1, sizeof *noise.replaced)};
    for (int32_t m = 0; m < gltf->mesh_count && optimization->edit->result == VRM_OK; m++)
        if (gltf->meshes[m].primitive_count > 0 && gltf->meshes[m].primitives[0].target_count > 0)
            clean_mesh(&noise, &gltf->meshes[m]);
    vrmi_delta_list_end(&noise.list);
}
