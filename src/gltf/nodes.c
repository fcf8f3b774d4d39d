/* SPDX-License-Identifier: MIT */
/* Nodes, their tree, and scenes. This file establishes the invariants of the tree: each node has at
 * most one parent, there are no loops, children and parents agree, and node_order puts every parent
 * before its children. All walks are loops over arrays, so a chain of a million nodes cannot
 * overflow the stack. */
#include "base/maths.h"
#include "gltf/typed.h"

#include <string.h>

/* The tolerance of Khronos's validator; a larger difference is a finding. */
#define UNIT_TOLERANCE 0.0005f
/* Below this a length differs from 1 only by the rounding of four floats: the bits are kept. */
#define ROUNDING_TOLERANCE 1e-6f

/* ---- Transforms ---- */

static vrm_Quat read_rotation(vrmi_Reader* reader, vrm_JsonRef object) {
    vrm_Quat rotation;
    if (!vrmi_read_quat(reader, object, "rotation", &rotation)) return vrmi_quat_identity();
    float square = vrmi_quat_dot(rotation, rotation);
    if (square >= 1.0f - ROUNDING_TOLERANCE && square <= 1.0f + ROUNDING_TOLERANCE) return rotation;
    if (!(square >= (1.0f - UNIT_TOLERANCE) * (1.0f - UNIT_TOLERANCE) &&
          square <= (1.0f + UNIT_TOLERANCE) * (1.0f + UNIT_TOLERANCE)))
        vrmi_read_report(reader, VRMI_RULE_ROTATION_NON_UNIT,
                         vrmi_read_member(reader, object, "rotation"), NULL);
    return vrmi_quat_normalize(rotation);
}

static vrm_Vec3 read_vec3(vrmi_Reader* reader, vrm_JsonRef object, const char* key, float each) {
    vrm_Vec3 v = {each, each, each};
    vrmi_read_vec3(reader, object, key, &v);
    return v;
}

static void read_transform(vrmi_Reader* reader, vrm_JsonRef object, vrm_Node* node) {
    vrm_Mat4 matrix;
    node->rest.translation = read_vec3(reader, object, "translation", 0.0f);
    node->rest.rotation = read_rotation(reader, object);
    node->rest.scale = read_vec3(reader, object, "scale", 1.0f);
    if (!vrmi_read_floats(reader, object, "matrix", matrix.m, 16)) return;
    vrm_Mat4* kept = vrmi_read_alloc(reader, 1, sizeof *kept);
    if (kept == NULL) return;
    *kept = matrix;
    node->matrix = kept;
    vrm_Affine affine = vrmi_affine_from_mat4(&matrix);
    vrmi_affine_decompose(&affine, &node->rest);
}

void vrmi_read_node(vrmi_Typed* typed, vrm_JsonRef object, int32_t index, void* element) {
    vrmi_Reader* reader = &typed->reader;
    vrm_Node* node = element;
    (void)index;
    node->parent = -1;
    node->mesh = vrmi_read_index(reader, object, "mesh", typed->gltf.mesh_count);
    node->skin = vrmi_read_index(reader, object, "skin", typed->gltf.skin_count);
    node->camera = vrmi_read_index(reader, object, "camera", typed->gltf.camera_count);
    node->weights = vrmi_read_weights(reader, object);
    read_transform(reader, object, node);
}

/* ---- The tree ---- */

/* The array that document_load.c allocated, and this file fills. */
static vrm_Node* nodes_of(const vrmi_Typed* typed) {
    return (vrm_Node*)(uintptr_t)typed->gltf.nodes;
}

/* The first node that lists a child is its parent. The accepted children are appended to `list`;
 * returns the end of the list. */
static int32_t* take_children(vrmi_Typed* typed, int32_t parent, vrm_JsonRef object,
                              int32_t* list) {
    vrmi_Reader* reader = &typed->reader;
    vrm_Node* nodes = nodes_of(typed);
    int32_t* end = list;
    vrm_JsonIter it = vrm_json_iter(reader->json, vrmi_read_array(reader, object, "children"));
    while (vrm_json_next(&it)) {
        int32_t child = vrmi_read_as_index(reader, it.value, typed->gltf.node_count);
        if (child < 0) continue;
        if (child == parent) {
            vrmi_read_report(reader, VRMI_RULE_NODE_LOOP, it.value, "Node %d is its own child.",
                             (int)child);
        } else if (nodes[child].parent == parent) {
            vrmi_read_report(reader, VRMI_RULE_DUPLICATE_ELEMENTS, it.value,
                             "Node %d is a child of this node twice.", (int)child);
        } else if (nodes[child].parent >= 0) {
            vrmi_read_report(reader, VRMI_RULE_NODE_PARENT_OVERRIDE, it.value,
                             "Node %d is already a child of node %d; it stays there.", (int)child,
                             (int)nodes[child].parent);
        } else {
            nodes[child].parent = parent;
            *end++ = child;
        }
    }
    nodes[parent].children = list;
    nodes[parent].child_count = (int32_t)(end - list);
    return end;
}

static void make_root(vrm_Node* nodes, int32_t child) {
    vrm_Node* parent = &nodes[nodes[child].parent];
    int32_t* list = (int32_t*)(uintptr_t)parent->children; /* ours: see vrmi_read_tree() */
    int32_t kept = 0;
    for (int32_t i = 0; i < parent->child_count; i++)
        if (list[i] != child) list[kept++] = list[i];
    parent->child_count = kept;
    nodes[child].parent = -1;
}

/* A loop is cut above its node with the lowest index, which becomes a root. */
static void cut_loop(vrmi_Typed* typed, int32_t start) {
    vrm_Node* nodes = nodes_of(typed);
    int32_t lowest = start;
    int32_t node = start;
    do {
        vrmi_read_report(&typed->reader, VRMI_RULE_NODE_LOOP, nodes[node].json,
                         "Node %d is its own ancestor.", (int)node);
        if (node < lowest) lowest = node;
        node = nodes[node].parent;
    } while (node != start);
    make_root(nodes, lowest);
}

/* Every node has at most one parent, so walking up ends at a root, reaches a node of an earlier
 * walk, or reaches a node of this walk: only the last case is a loop. `marks` must be zeros. */
static void cut_loops(vrmi_Typed* typed, int32_t* marks) {
    for (int32_t start = 0; start < typed->gltf.node_count; start++) {
        int32_t node = start;
        while (node >= 0 && marks[node] == 0) {
            marks[node] = start + 1;
            node = nodes_of(typed)[node].parent;
        }
        if (node >= 0 && marks[node] == start + 1) cut_loop(typed, node);
    }
}

/* Depth first, so that the nodes of a subtree, which move together, are adjacent. Every node is put
 * on the stack once, so the stack needs room for all nodes. */
static void order_nodes(const vrmi_Typed* typed, int32_t* order, int32_t* stack) {
    const vrm_Node* nodes = nodes_of(typed);
    int32_t count = typed->gltf.node_count, depth = 0, done = 0;
    for (int32_t i = count - 1; i >= 0; i--)
        if (nodes[i].parent < 0) stack[depth++] = i;
    while (depth > 0) {
        int32_t node = stack[--depth];
        order[done++] = node;
        for (int32_t i = nodes[node].child_count - 1; i >= 0; i--)
            stack[depth++] = nodes[node].children[i];
    }
    VRM_ASSERT(done == count);
}

void vrmi_read_tree(vrmi_Typed* typed) {
    vrmi_Reader* reader = &typed->reader;
    size_t count = (size_t)typed->gltf.node_count;
    const vrm_Allocator* allocator = &typed->document->def.allocator;
    int32_t* list = vrmi_read_alloc(reader, count, sizeof *list);
    int32_t* order = vrmi_read_alloc(reader, count, sizeof *order);
    if (list == NULL || order == NULL) return;
    int32_t* scratch = vrmi_alloc_zeroed(allocator, count, sizeof *scratch);
    if (scratch == NULL) {
        vrmi_read_fail(reader, VRM_ERR_MEMORY);
        return;
    }
    for (int32_t i = 0; i < typed->gltf.node_count; i++)
        list = take_children(typed, i, typed->gltf.nodes[i].json, list);
    cut_loops(typed, scratch);
    order_nodes(typed, order, scratch);
    typed->gltf.node_order = order;
    vrmi_release(allocator, scratch, count * sizeof *scratch);
}

/* ---- Scenes ---- */

void vrmi_read_scene(vrmi_Typed* typed, vrm_JsonRef object, int32_t index, void* element) {
    vrm_Scene* scene = element;
    (void)index;
    int32_t count = 0, kept = 0;
    int32_t* nodes = (int32_t*)(uintptr_t)vrmi_read_indices(&typed->reader, object, "nodes",
                                                            typed->gltf.node_count, &count);
    for (int32_t i = 0; i < count; i++)
        if (nodes[i] >= 0) nodes[kept++] = nodes[i];
    scene->nodes = nodes;
    scene->node_count = kept;
}
