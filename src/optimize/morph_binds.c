/* SPDX-License-Identifier: MIT */
#include "optimize/morph_binds.h"

/* Lists of expressions. */
enum { BINDS_0, BINDS_PRESET, BINDS_CUSTOM, BIND_LISTS };

typedef struct Search {
    const vrmi_Optimization* optimization;
    const vrm_Gltf* gltf;
    const vrm_Json* json;
    vrmi_BindFn* found;
    void* ctx;
    uint32_t expression;
} Search;

/* 0.x names the mesh, 1.0 a node that shows it, and the beta either. */
static void find_mesh(const Search* search, int list, vrmi_Bind* bind) {
    const vrm_Gltf* gltf = search->gltf;
    const vrm_Json* json = search->json;
    int64_t node, mesh;
    bool has_mesh = list == BINDS_0 || search->optimization->model->dialect != VRM_DIALECT_1;
    bind->mesh = bind->node = -1;
    if (has_mesh && vrm_json_integer(json, vrm_json_member(json, bind->object, "mesh"), &mesh)) {
        if (mesh >= 0 && mesh < gltf->mesh_count) bind->mesh = (int32_t)mesh;
    } else if (vrm_json_integer(json, vrm_json_member(json, bind->object, "node"), &node) &&
               node >= 0 && node < gltf->node_count) {
        bind->node = (int32_t)node;
        bind->mesh = gltf->nodes[node].mesh;
    }
}

static void each_bind_of(const Search* search, vrm_JsonRef list, int kind) {
    vrm_JsonIter it = vrm_json_iter(search->json, list);
    while (vrm_json_next(&it)) {
        vrmi_Bind bind = {.list = list,
                          .object = it.value,
                          .index = vrm_json_member(search->json, it.value, "index"),
                          .expression = search->expression};
        find_mesh(search, kind, &bind);
        if (bind.mesh < 0) continue;
        bind.is_sound = vrm_json_integer(search->json, bind.index, &bind.target) &&
                        bind.target >= 0 &&
                        bind.target < search->gltf->meshes[bind.mesh].target_count;
        search->found(search->ctx, &bind);
    }
}

void vrmi_each_bind(const vrmi_Optimization* optimization, vrmi_BindFn* found, void* ctx) {
    static const char* const lists[BIND_LISTS][2] = {
        [BINDS_0] = {"/extensions/VRM/blendShapeMaster/blendShapeGroups", "binds"},
        [BINDS_PRESET] = {"/extensions/VRMC_vrm/expressions/preset", "morphTargetBinds"},
        [BINDS_CUSTOM] = {"/extensions/VRMC_vrm/expressions/custom", "morphTargetBinds"}};
    const vrm_Json* json = optimization->edit->json;
    Search search = {optimization, optimization->gltf, json, found, ctx, 0};
    for (int i = 0; i < BIND_LISTS; i++) {
        vrm_JsonIter it = vrm_json_iter(json, vrm_json_at(json, lists[i][0]));
        for (; vrm_json_next(&it); search.expression++)
            each_bind_of(&search, vrm_json_member(json, it.value, lists[i][1]), i);
    }
}
