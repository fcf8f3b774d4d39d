/* SPDX-License-Identifier: MIT */
/* What the readers of the parts share: scratch memory, the tree of nodes, rest transforms. */
#include "model/model.h"

void* vrmi_model_scratch(vrmi_ModelReader* reader, size_t count, size_t size) {
    if (count == 0 || reader->base.result != VRM_OK) return NULL;
    void* memory = vrmi_arena_alloc_tight(&reader->scratch, count, size);
    if (memory == NULL) vrmi_read_fail(&reader->base, VRM_ERR_MEMORY);
    return memory;
}

bool vrmi_tree_is_below(const vrmi_Tree* tree, int32_t node, int32_t ancestor) {
    if (tree->enter == NULL) return false; /* no memory: reading fails anyway */
    int32_t distance = tree->enter[node] - tree->enter[ancestor];
    return distance > 0 && distance < tree->size[ancestor];
}

/* node_order is depth first, every parent before its children: so the position of a node in it is
 * the order of entering, and subtree sizes are summed from the end. */
const vrmi_Tree* vrmi_model_tree(vrmi_ModelReader* reader) {
    const vrm_Gltf* gltf = reader->gltf;
    size_t count = (size_t)gltf->node_count;
    if (reader->tree.enter != NULL) return &reader->tree;
    int32_t* enter = vrmi_model_scratch(reader, count * 2, sizeof *enter);
    if (enter == NULL) return &reader->tree;
    int32_t* size = enter + count;
    for (size_t i = count; i-- > 0;) {
        int32_t node = gltf->node_order[i], parent = gltf->nodes[node].parent;
        enter[node] = (int32_t)i;
        size[node]++;
        if (parent >= 0) size[parent] += size[node];
    }
    reader->tree = (vrmi_Tree){enter, size};
    return &reader->tree;
}

const vrmi_MeshNodes* vrmi_model_mesh_nodes(vrmi_ModelReader* reader) {
    const vrm_Gltf* gltf = reader->gltf;
    size_t first_count = (size_t)gltf->mesh_count + 2;
    if (reader->mesh_nodes.first != NULL) return &reader->mesh_nodes;
    int32_t* first =
        vrmi_model_scratch(reader, first_count + (size_t)gltf->node_count, sizeof *first);
    if (first == NULL) return &reader->mesh_nodes;
    int32_t* nodes = first + first_count;
    /* The counts are stored two places ahead: when all nodes are placed, each entry has advanced to
     * the first node of its mesh. */
    for (int32_t i = 0; i < gltf->node_count; i++)
        if (gltf->nodes[i].mesh >= 0) first[gltf->nodes[i].mesh + 2]++;
    for (int32_t i = 2; i < gltf->mesh_count + 2; i++) first[i] += first[i - 1];
    for (int32_t i = 0; i < gltf->node_count; i++)
        if (gltf->nodes[i].mesh >= 0) nodes[first[gltf->nodes[i].mesh + 1]++] = i;
    reader->mesh_nodes = (vrmi_MeshNodes){first, nodes};
    return &reader->mesh_nodes;
}

vrm_Affine vrmi_model_local(const vrm_Node* node) {
    return node->matrix != NULL ? vrmi_affine_from_mat4(node->matrix)
                                : vrmi_affine_from_transform(node->rest);
}

const vrm_Affine* vrmi_model_rest(vrmi_ModelReader* reader) {
    if (reader->rest != NULL) return reader->rest;
    const vrm_Gltf* gltf = reader->gltf;
    vrm_Affine* rest = vrmi_model_scratch(reader, (size_t)gltf->node_count, sizeof *rest);
    if (rest == NULL) return NULL;
    for (int32_t i = 0; i < gltf->node_count; i++) {
        int32_t index = gltf->node_order[i];
        const vrm_Node* node = &gltf->nodes[index];
        vrm_Affine local = vrmi_model_local(node);
        rest[index] = node->parent < 0 ? local : vrmi_affine_mul(&rest[node->parent], &local);
    }
    reader->rest = rest;
    return rest;
}

bool vrmi_model_invert(const vrm_Affine* map, vrm_Affine* out_inverse) {
    *out_inverse = vrmi_affine_inverse(map);
    return vrmi_vec3_reach(vrmi_affine_column(out_inverse, 0)) > 0.0f;
}
