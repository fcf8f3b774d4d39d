/* SPDX-License-Identifier: MIT */
/* Joins neighbours among the primitives of a mesh that have the same material and the same
 * vertices: one draw call instead of several, and the triangles keep their order. */
#include "optimize/optimize.h"

#include "gltf/accessor.h"
#include "gltf/elements.h"

#include <string.h>

enum { INDEX_DATA = 34963 };

/* Meshes of more primitives, which no program writes, stay as they are: taking elements out of an
 * array one by one takes time. */
#define PRIMITIVES_MAX 4096

typedef struct Joining {
    vrmi_Optimization* optimization;
    const vrm_Gltf* gltf;
    uint64_t left; /* indices that may still be read */
} Joining;

static bool has_same_attributes(const vrm_Attribute* a, int32_t a_count, const vrm_Attribute* b,
                                int32_t b_count) {
    if (a_count != b_count) return false;
    for (int32_t i = 0; i < a_count; i++)
        if (a[i].accessor != b[i].accessor || a[i].semantic != b[i].semantic ||
            a[i].set != b[i].set || a[i].semantic == VRM_SEMANTIC_OTHER)
            return false;
    return true;
}

static bool has_same_vertices(const vrm_Primitive* a, const vrm_Primitive* b) {
    bool is_same =
        a->target_count == b->target_count &&
        has_same_attributes(a->attributes, a->attribute_count, b->attributes, b->attribute_count);
    for (int32_t t = 0; t < a->target_count && is_same; t++)
        is_same = has_same_attributes(a->targets[t].attributes, a->targets[t].attribute_count,
                                      b->targets[t].attributes, b->targets[t].attribute_count);
    return is_same;
}

/* A primitive that says nothing but what is compared. Names of targets belong to the mesh. */
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

static bool may_join(const Joining* joining, const vrm_Primitive* a, const vrm_Primitive* b) {
    return a->material == b->material && is_plain(joining, a) && is_plain(joining, b) &&
           has_same_vertices(a, b);
}

/* The indices of primitives side by side, as a new accessor; -1 when they cannot be read. */
static int32_t concatenate(Joining* joining, const vrm_Primitive* first, int32_t count) {
    vrmi_Optimization* optimization = joining->optimization;
    const vrm_Gltf* gltf = joining->gltf;
    uint64_t total = 0;
    size_t done = 0;
    int32_t accessor = -1;
    for (int32_t i = 0; i < count; i++) total += gltf->accessors[first[i].indices].count;
    if (total > joining->left) return -1;
    joining->left -= total;
    vrmi_ArenaMark mark = vrmi_arena_mark(&optimization->arena);
    uint32_t* indices = vrmi_optimize_alloc(optimization, (size_t)total, sizeof *indices);
    bool is_sound = indices != NULL;
    for (int32_t i = 0; i < count && is_sound; i++) {
        size_t size = (size_t)gltf->accessors[first[i].indices].count;
        is_sound = vrm_accessor_read_u32(gltf, first[i].indices, indices + done, size) == VRM_OK;
        done += size;
    }
    if (is_sound)
        vrmi_edit_fail(optimization->edit,
                       vrm_edit_add_integers(optimization->edit, VRM_ACCESSOR_SCALAR, indices, done,
                                             INDEX_DATA, &accessor));
    vrmi_arena_rewind(&optimization->arena, mark);
    return accessor;
}

static void join(Joining* joining, const vrm_Mesh* mesh, int32_t first, int32_t count,
                 uint8_t* is_joined) {
    vrm_Edit* edit = joining->optimization->edit;
    int32_t indices = concatenate(joining, &mesh->primitives[first], count);
    if (indices < 0 || edit->result != VRM_OK) return;
    vrmi_edit_integer(edit, mesh->primitives[first].json, "indices", indices);
    memset(is_joined + first + 1, 1, (size_t)count - 1);
    joining->optimization->is_changed = true;
}

static void join_mesh(Joining* joining, const vrm_Mesh* mesh) {
    vrmi_Optimization* optimization = joining->optimization;
    vrm_Edit* edit = optimization->edit;
    vrmi_ArenaMark mark = vrmi_arena_mark(&optimization->arena);
    uint8_t* is_joined = vrmi_optimize_alloc(optimization, (size_t)mesh->primitive_count + 1, 1);
    vrm_JsonRef list = vrm_json_member(edit->json, mesh->json, "primitives");
    for (int32_t i = 0, end; is_joined != NULL && i < mesh->primitive_count; i = end) {
        for (end = i + 1; end < mesh->primitive_count &&
                          may_join(joining, &mesh->primitives[i], &mesh->primitives[end]);)
            end++;
        if (end - i > 1) join(joining, mesh, i, end - i, is_joined);
    }
    for (int32_t i = mesh->primitive_count; i > 0 && edit->result == VRM_OK; i--)
        if (is_joined[i - 1])
            vrmi_edit_fail(edit, vrm_json_remove_at(edit->json, list, (uint32_t)i - 1));
    vrmi_arena_rewind(&optimization->arena, mark);
}

void vrmi_optimize_primitives(vrmi_Optimization* optimization) {
    const vrm_Gltf* gltf = optimization->gltf;
    Joining joining = {optimization, gltf, optimization->file_bytes};
    for (int32_t m = 0; m < gltf->mesh_count && optimization->edit->result == VRM_OK; m++)
        if (gltf->meshes[m].primitive_count <= PRIMITIVES_MAX)
            join_mesh(&joining, &gltf->meshes[m]);
}
