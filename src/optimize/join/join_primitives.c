/* SPDX-License-Identifier: MIT */
/* Joins neighbours among the primitives of a mesh that have the same material: one draw call
 * instead of several, and the triangles keep their order. Where meshes are joined, opaque
 * primitives need not be neighbours. */
#include "optimize/join/join_vertices.h"
#include "optimize/optimize.h"

#include "gltf/elements.h"

#include <string.h>

/* Meshes of more primitives, which no program writes, stay as they are: taking elements out of an
 * array one by one takes time. */
#define PRIMITIVES_MAX 4096

/* The state of a primitive. */
enum { OPEN, JOINED, LEFT };

typedef struct Joining {
    vrmi_Optimization* optimization;
    const vrm_Gltf* gltf;
    vrmi_VertexJoin vertices;
    const vrm_Primitive** group; /* primitives that become one */
} Joining;

/* Whether a primitive has only members that are compared. Names of targets belong to the mesh. */
static bool is_plain(const Joining* joining, const vrm_Primitive* primitive) {
    const vrm_Json* json = joining->gltf->json;
    vrm_JsonIter extras = vrm_json_iter(json, vrm_json_member(json, primitive->json, "extras"));
    while (vrm_json_next(&extras))
        if (!vrm_json_equals(json, extras.key, "targetNames")) return false;
    return primitive->mode == VRMI_MODE_TRIANGLES && primitive->indices >= 0 &&
           vrm_json_member(json, primitive->json, "extensions") == VRM_JSON_MISSING &&
           joining->gltf->accessors[primitive->indices].is_readable &&
           joining->gltf->accessors[primitive->indices].count % 3 == 0;
}

static bool may_join(Joining* joining, const vrm_Primitive* a, const vrm_Primitive* b) {
    return a->material == b->material && is_plain(joining, a) && is_plain(joining, b) &&
           vrmi_vertex_work_take(&joining->vertices.work, (uint64_t)a->target_count + 1, 16) &&
           (vrmi_has_same_vertices(a, b) || vrmi_has_same_form(joining->gltf, a, b));
}

/* Blended triangles are seen in the order in which they are drawn. */
static bool keeps_order(const Joining* joining, const vrm_Primitive* primitive) {
    const vrm_Gltf* gltf = joining->gltf;
    return !joining->optimization->def.joins_meshes ||
           (primitive->material >= 0 &&
            gltf->materials[primitive->material].alpha_mode == VRM_ALPHA_BLEND);
}

/* Joins later primitives with the primitive `first` where possible. */
static void join_with(Joining* joining, const vrm_Mesh* mesh, int32_t first, uint8_t* state) {
    const vrm_Primitive* primitive = &mesh->primitives[first];
    size_t count = 1;
    joining->group[0] = primitive;
    for (int32_t i = first + 1; i < mesh->primitive_count; i++) {
        if (state[i] != OPEN) continue;
        if (may_join(joining, primitive, &mesh->primitives[i]))
            joining->group[count++] = &mesh->primitives[i];
        else if (keeps_order(joining, primitive))
            break;
    }
    if (count == 1) return;
    /* Primitives are joined completely or not at all: a second run must find nothing left to join.
     */
    bool is_done = vrmi_join_vertices(&joining->vertices, joining->group, count);
    for (size_t i = 1; i < count; i++)
        state[joining->group[i] - mesh->primitives] = is_done ? JOINED : LEFT;
}

static void join_mesh(Joining* joining, const vrm_Mesh* mesh) {
    vrmi_Optimization* optimization = joining->optimization;
    vrm_Edit* edit = optimization->edit;
    size_t count = (size_t)mesh->primitive_count;
    vrmi_ArenaMark mark = vrmi_arena_mark(&optimization->arena);
    uint8_t* state = vrmi_optimization_alloc(optimization, count + 1, 1);
    joining->group = vrmi_optimization_alloc(optimization, count + 1, sizeof *joining->group);
    vrm_JsonRef list = vrm_json_member(edit->json, mesh->json, "primitives");
    for (int32_t i = 0; i < mesh->primitive_count && edit->result == VRM_OK; i++)
        if (state[i] == OPEN) join_with(joining, mesh, i, state);
    for (int32_t i = mesh->primitive_count; i > 0 && edit->result == VRM_OK; i--)
        if (state[i - 1] == JOINED)
            vrmi_edit_fail(edit, vrm_json_remove_at(edit->json, list, (uint32_t)i - 1));
    vrmi_arena_rewind(&optimization->arena, mark);
}

void vrmi_join_primitives(vrmi_Optimization* optimization) {
    const vrm_Gltf* gltf = optimization->gltf;
    Joining joining = {optimization, gltf, vrmi_vertex_join(optimization), NULL};
    for (int32_t m = 0; m < gltf->mesh_count && optimization->edit->result == VRM_OK; m++)
        if (gltf->meshes[m].primitive_count <= PRIMITIVES_MAX)
            join_mesh(&joining, &gltf->meshes[m]);
    vrmi_delta_list_end(&joining.vertices.deltas);
}
