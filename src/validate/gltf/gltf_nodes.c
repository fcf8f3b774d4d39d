/* SPDX-License-Identifier: MIT */
/* Nodes, scenes and skins: the hierarchy, and the objects in it. */
#include "validate/gltf/gltf_pass.h"
#include "validate/gltf/gltf_transform.h"

/* ---- The tree ---- */

/* Children as the file lists them; in the typed document each node already has a single parent. */
static void read_children(vrmi_GltfPass* pass, int32_t node) {
    vrm_JsonRef children = vrm_json_member(pass->json, pass->gltf->nodes[node].json, "children");
    if (vrm_json_type(pass->json, children) != VRM_JSON_ARRAY) return;
    vrm_JsonIter it = vrm_json_iter(pass->json, children);
    while (vrm_json_next(&it)) {
        int64_t child;
        if (!vrm_json_integer(pass->json, it.value, &child) || child < 0 ||
            child >= pass->tree.count)
            continue;
        if (pass->tree.parents[child] >= 0)
            vrmi_report(pass->report, VRMI_RULE_NODE_PARENT_OVERRIDE, pass->json, it.value,
                        "Node %lld is also a child of node %d.", (long long)child,
                        (int)pass->tree.parents[child]);
        pass->tree.parents[child] = node;
    }
}

static void build_tree(vrmi_GltfPass* pass) {
    if (!vrmi_node_tree_init(&pass->tree, pass->gltf->node_count, pass->arena)) {
        pass->context->result = VRM_ERR_MEMORY;
        return;
    }
    for (int32_t i = 0; i < pass->gltf->node_count; i++) read_children(pass, i);
    if (!vrmi_node_tree_find_loops(&pass->tree, pass->arena) ||
        (pass->gltf->skin_count > 0 && !vrmi_node_tree_rank(&pass->tree, pass->arena)))
        pass->context->result = VRM_ERR_MEMORY;
}

/* ---- Nodes by themselves ---- */

static void check_node_mesh(vrmi_GltfPass* pass, const vrm_Node* node) {
    if (node->mesh < 0) return;
    const vrm_Mesh* mesh = &pass->gltf->meshes[node->mesh];
    if (mesh->primitive_count == 0) return;
    int32_t target_count = mesh->primitives[0].target_count;
    if (node->weights != NULL && node->weights->count != target_count)
        vrmi_report(pass->report, VRMI_RULE_NODE_WEIGHTS_INVALID, pass->json,
                    vrm_json_member(pass->json, node->json, "weights"),
                    "The node has %d weight%s but its mesh %d morph target%s.",
                    (int)node->weights->count, vrmi_s((uint64_t)node->weights->count),
                    (int)target_count, vrmi_s((uint64_t)target_count));
    if (node->weights == NULL) pass->mesh_weights_used[node->mesh] = 1;
    uint8_t joints = pass->mesh_joints[node->mesh];
    if (vrmi_pass_skin(pass, node) >= 0 && (joints & VRMI_MESH_SOME_JOINTS) == 0)
        vrmi_pass_report(pass, VRMI_RULE_NODE_SKIN_WITH_NON_SKINNED_MESH, node->json);
    if (vrmi_pass_skin(pass, node) < 0 && (joints & VRMI_MESH_SOME_JOINTS) != 0)
        vrmi_pass_report(pass, VRMI_RULE_NODE_SKINNED_MESH_WITHOUT_SKIN, node->json);
}

static bool is_moved(const vrm_Node* node) {
    const vrm_Transform* rest = &node->rest;
    if (node->matrix != NULL) return !vrmi_is_identity(node->matrix->m);
    return rest->translation.x != 0 || rest->translation.y != 0 || rest->translation.z != 0 ||
           rest->rotation.x != 0 || rest->rotation.y != 0 || rest->rotation.z != 0 ||
           rest->rotation.w != 1 || rest->scale.x != 1 || rest->scale.y != 1 || rest->scale.z != 1;
}

static bool is_empty(const vrmi_GltfPass* pass, int32_t index) {
    const vrm_Node* node = &pass->gltf->nodes[index];
    const vrm_Json* json = pass->json;
    bool has_role = (pass->context->walk.used[VRMI_NODES][index] & VRMI_HAS_ROLE) != 0;
    if (pass->is_joint[index] || has_role || node->mesh >= 0 || node->camera >= 0 ||
        node->child_count > 0)
        return false;
    vrm_JsonRef extras = vrm_json_member(json, node->json, "extras");
    return vrm_json_count(json, vrm_json_member(json, node->json, "children")) == 0 &&
           vrm_json_count(json, vrm_json_member(json, node->json, "extensions")) == 0 &&
           (extras == VRM_JSON_MISSING || vrm_json_type(json, extras) == VRM_JSON_NULL);
}

/* ---- Skins ---- */

static const vrmi_Format bind_matrix_format = {VRM_ACCESSOR_MAT4, VRM_COMPONENT_FLOAT, false};

static void check_bind_matrices(vrmi_GltfPass* pass, const vrm_Skin* skin) {
    if (vrmi_pass_accessor(pass, skin->inverse_bind_matrices) < 0) return;
    const vrm_Accessor* accessor = &pass->gltf->accessors[skin->inverse_bind_matrices];
    vrm_JsonRef at = vrm_json_member(pass->json, skin->json, "inverseBindMatrices");
    vrmi_pass_use_accessor(pass, skin->inverse_bind_matrices, VRMI_USAGE_BIND_MATRICES, at);
    vrmi_pass_use_view(pass, accessor->buffer_view, VRMI_USAGE_BIND_MATRICES, at);
    if (vrmi_pass_has_stride(pass, accessor->buffer_view))
        vrmi_pass_report(pass, VRMI_RULE_SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE, at);
    if (!vrmi_pass_has_format(accessor, &bind_matrix_format, 1))
        vrmi_pass_report(pass, VRMI_RULE_SKIN_IBM_INVALID_FORMAT, at);
    else
        vrmi_pass_look(pass, skin->inverse_bind_matrices, VRMI_DATA_BIND_MATRIX, at, 0);
    if (accessor->count < (uint64_t)skin->joint_count)
        vrmi_report(pass->report, VRMI_RULE_INVALID_IBM_ACCESSOR_COUNT, pass->json, at,
                    "The skin has %d joint%s and %llu inverse bind matri%s.",
                    (int)skin->joint_count, vrmi_s((uint64_t)skin->joint_count),
                    (unsigned long long)accessor->count, accessor->count == 1 ? "x" : "ces");
}

/* The lowest node above all joints: -1 when there is none, -2 when all joints are in or below
 * loops. */
static int32_t common_ancestor(vrmi_GltfPass* pass, const vrm_Skin* skin) {
    int32_t common = -2;
    bool has_looped = false;
    for (int32_t i = 0; i < skin->joint_count; i++) {
        int32_t joint = skin->joints[i];
        if (joint < 0 || pass->gltf->nodes[joint].json == VRM_JSON_MISSING) continue;
        pass->is_joint[joint] = 1;
        has_looped = has_looped || pass->tree.depths[joint] < 0; /* that is said elsewhere */
        if (common == -1 || pass->tree.depths[joint] < 0) continue;
        common = common == -2 ? joint : vrmi_node_tree_common(&pass->tree, common, joint);
    }
    return common == -2 && skin->joint_count > 0 && !has_looped ? -1 : common;
}

static void check_skin(vrmi_GltfPass* pass, const vrm_Skin* skin, int32_t* out_root) {
    int32_t common = common_ancestor(pass, skin);
    *out_root = common >= 0 ? pass->tree.roots[common] : -1;
    if (common == -1)
        vrmi_pass_report(pass, VRMI_RULE_SKIN_NO_COMMON_ROOT,
                         vrm_json_member(pass->json, skin->json, "joints"));
    check_bind_matrices(pass, skin);
    if (skin->skeleton >= 0 &&
        (common < 0 || !vrmi_node_tree_is_above(&pass->tree, skin->skeleton, common)))
        vrmi_pass_report(pass, VRMI_RULE_SKIN_SKELETON_INVALID,
                         vrm_json_member(pass->json, skin->json, "skeleton"));
}

/* ---- Scenes ---- */

/* The scenes that list a root node: those of node i are scenes[starts[i]] to scenes[starts[i + 1]],
 * in ascending order. */
typedef struct SceneLists {
    int32_t* starts;
    int32_t* scenes;
    uint64_t budget; /* comparisons that may still be made */
} SceneLists;

static void check_scene(vrmi_GltfPass* pass, const vrm_Scene* scene) {
    vrm_JsonIter it = vrm_json_iter(pass->json, vrm_json_member(pass->json, scene->json, "nodes"));
    while (vrm_json_next(&it)) {
        int64_t node;
        if (vrm_json_integer(pass->json, it.value, &node) && node >= 0 && node < pass->tree.count &&
            pass->tree.parents[node] >= 0)
            vrmi_report(pass->report, VRMI_RULE_SCENE_NON_ROOT_NODE, pass->json, it.value,
                        "Node %lld is a child of node %d, not a root.", (long long)node,
                        (int)pass->tree.parents[node]);
    }
}

static bool list_scenes(vrmi_GltfPass* pass, SceneLists* lists) {
    size_t entries = 0;
    int32_t nodes = pass->gltf->node_count;
    lists->starts = vrmi_pass_alloc(pass, (size_t)nodes + 2, sizeof *lists->starts);
    if (lists->starts == NULL) return false;
    for (int32_t s = 0; s < pass->gltf->scene_count; s++) {
        const vrm_Scene* scene = &pass->gltf->scenes[s];
        for (int32_t i = 0; i < scene->node_count; i++)
            if (scene->nodes[i] >= 0 && entries < INT32_MAX) {
                lists->starts[scene->nodes[i] + 2]++;
                entries++;
            }
    }
    lists->scenes = vrmi_pass_alloc(pass, entries, sizeof *lists->scenes);
    if (lists->scenes == NULL || entries == INT32_MAX) return false;
    for (int32_t i = 2; i < nodes + 2; i++) lists->starts[i] += lists->starts[i - 1];
    for (int32_t s = 0; s < pass->gltf->scene_count; s++) {
        const vrm_Scene* scene = &pass->gltf->scenes[s];
        for (int32_t i = 0; i < scene->node_count; i++)
            if (scene->nodes[i] >= 0) lists->scenes[lists->starts[scene->nodes[i] + 1]++] = s;
    }
    return true;
}

/* Whether every scene with `node` has `other` too. */
static bool is_with(SceneLists* lists, int32_t node, int32_t other) {
    int32_t b = lists->starts[other];
    for (int32_t a = lists->starts[node]; a < lists->starts[node + 1]; a++) {
        if (lists->budget == 0) return true;
        lists->budget--;
        while (b < lists->starts[other + 1] && lists->scenes[b] < lists->scenes[a]) b++;
        if (b == lists->starts[other + 1] || lists->scenes[b] != lists->scenes[a]) return false;
    }
    return true;
}

/* ---- Nodes in their tree ---- */

static void check_skinned_node(vrmi_GltfPass* pass, int32_t index, bool has_moved_ancestor,
                               SceneLists* lists, int32_t skin_root) {
    const vrm_Node* node = &pass->gltf->nodes[index];
    if (pass->tree.parents[index] >= 0)
        vrmi_pass_report(pass, VRMI_RULE_NODE_SKINNED_MESH_NON_ROOT, node->json);
    if (has_moved_ancestor)
        vrmi_pass_report(pass, VRMI_RULE_NODE_SKINNED_MESH_PARENT_TRANSFORMS, node->json);
    if (is_moved(node))
        vrmi_pass_report(pass, VRMI_RULE_NODE_SKINNED_MESH_LOCAL_TRANSFORMS, node->json);
    int32_t root = pass->tree.roots[index];
    if (root >= 0 && skin_root >= 0 && root != skin_root && !is_with(lists, root, skin_root))
        vrmi_pass_report(pass, VRMI_RULE_NODE_SKIN_NO_SCENE, node->json);
}

/* For every node: whether an ancestor has a transform. */
static uint8_t* moved_ancestors(vrmi_GltfPass* pass) {
    uint8_t* moved = vrmi_pass_alloc(pass, (size_t)pass->gltf->node_count, 1);
    for (int32_t i = 0; moved != NULL && i < pass->tree.order_count; i++) {
        int32_t node = pass->tree.order[i], parent = pass->tree.parents[node];
        if (parent >= 0) moved[node] = moved[parent] || is_moved(&pass->gltf->nodes[parent]);
    }
    return moved;
}

static void check_nodes_in_tree(vrmi_GltfPass* pass, const int32_t* skin_roots) {
    SceneLists lists = {.budget = 10000000};
    bool has_skins = pass->gltf->skin_count > 0;
    uint8_t* moved = has_skins ? moved_ancestors(pass) : NULL;
    if (has_skins && (moved == NULL || !list_scenes(pass, &lists))) return;
    for (int32_t i = 0; i < pass->gltf->node_count; i++) {
        const vrm_Node* node = &pass->gltf->nodes[i];
        if (node->json == VRM_JSON_MISSING) continue;
        if (is_empty(pass, i)) vrmi_pass_report(pass, VRMI_RULE_NODE_EMPTY, node->json);
        if (pass->tree.in_loop[i]) vrmi_pass_report(pass, VRMI_RULE_NODE_LOOP, node->json);
        if (vrmi_pass_skin(pass, node) >= 0)
            check_skinned_node(pass, i, moved[i] != 0, &lists, skin_roots[node->skin]);
    }
}

void vrmi_pass_nodes(vrmi_GltfPass* pass) {
    build_tree(pass);
    int32_t* skin_roots = vrmi_pass_alloc(pass, (size_t)pass->gltf->skin_count, sizeof *skin_roots);
    if (skin_roots == NULL || pass->context->result != VRM_OK) return;
    for (int32_t i = 0; i < pass->gltf->node_count; i++)
        check_node_mesh(pass, &pass->gltf->nodes[i]);
    for (int32_t i = 0; i < pass->gltf->skin_count; i++)
        check_skin(pass, &pass->gltf->skins[i], &skin_roots[i]);
    for (int32_t i = 0; i < pass->gltf->scene_count; i++) check_scene(pass, &pass->gltf->scenes[i]);
    check_nodes_in_tree(pass, skin_roots);
}
