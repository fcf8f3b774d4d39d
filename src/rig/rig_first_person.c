/* SPDX-License-Identifier: MIT */
/* What the first-person camera draws of a mesh that is partly bound to the head (VRMC_vrm 1.0,
 * auto): index lists over the unchanged vertex data, so that morphs and all attributes keep
 * working. */
#include "gltf/elements.h"
#include "rig/rig_draft.h"

typedef struct Split {
    const vrm_Gltf* gltf;
    const vrm_Primitive* primitive;
    vrmi_Arena arena;
    size_t vertex_count;
    bool* is_head; /* by vertex */
    uint32_t* indices;
    size_t index_count;
} Split;

/* The number of elements; 0 for no accessor. Before allocating that many, check that the accessor
 * is readable: the count of an unreadable one is not checked against any buffer. */
static size_t accessor_count(const vrm_Gltf* gltf, int32_t accessor) {
    if (accessor < 0 || accessor >= gltf->accessor_count) return 0;
    return (size_t)gltf->accessors[accessor].count;
}

/* One set of JOINTS_n and WEIGHTS_n; `joints` and `weights` have room for it. */
static vrm_Result mark_by_set(Split* split, int32_t joints_at, int32_t weights_at,
                              const bool* is_head_joint, uint32_t joint_count, uint32_t* joints,
                              float* weights) {
    const vrm_Gltf* gltf = split->gltf;
    size_t count = 4 * split->vertex_count;
    if (accessor_count(gltf, joints_at) != split->vertex_count ||
        accessor_count(gltf, weights_at) != split->vertex_count ||
        gltf->accessors[joints_at].type != VRM_ACCESSOR_VEC4 ||
        gltf->accessors[weights_at].type != VRM_ACCESSOR_VEC4 ||
        vrm_accessor_read_u32(gltf, joints_at, joints, count) != VRM_OK ||
        vrm_accessor_read_floats(gltf, weights_at, weights, count) != VRM_OK)
        return VRM_ERR_INVALID;
    for (size_t i = 0; i < count; i++)
        if (weights[i] > 0.0f && joints[i] < joint_count && is_head_joint[joints[i]])
            split->is_head[i / 4] = true;
    return VRM_OK;
}

/* A vertex belongs to the head if it has any weight above 0 on a joint of the head, in any
 * JOINTS_n/WEIGHTS_n set. */
static vrm_Result mark_head_vertices(Split* split, const bool* is_head_joint, int32_t joint_count) {
    size_t room = split->vertex_count + 1;
    split->is_head = vrmi_arena_alloc(&split->arena, room, sizeof(bool));
    uint32_t* joints = vrmi_arena_alloc(&split->arena, room, 4 * sizeof *joints);
    float* weights = vrmi_arena_alloc(&split->arena, room, 4 * sizeof *weights);
    if (split->is_head == NULL || joints == NULL || weights == NULL) return VRM_ERR_MEMORY;
    vrm_Result result = VRM_OK;
    for (int32_t a = 0; a < split->primitive->attribute_count && result == VRM_OK; a++) {
        const vrm_Attribute* attribute = &split->primitive->attributes[a];
        if (attribute->semantic != VRM_SEMANTIC_JOINTS || attribute->accessor < 0) continue;
        int32_t weights_at =
            vrm_primitive_attribute(split->primitive, VRM_SEMANTIC_WEIGHTS, attribute->set);
        if (weights_at >= 0)
            result = mark_by_set(split, attribute->accessor, weights_at, is_head_joint,
                                 (uint32_t)joint_count, joints, weights);
    }
    return result;
}

static vrm_Result read_indices(Split* split) {
    vrm_Result result = vrmi_read_indices_of(split->gltf, split->primitive, split->vertex_count,
                                             &split->arena, &split->indices, &split->index_count);
    if (result != VRM_OK) return result;
    for (size_t i = 0; i < split->index_count; i++)
        if (split->indices[i] >= split->vertex_count) return VRM_ERR_INVALID;
    return VRM_OK;
}

static vrm_Result write_body(const Split* split, uint32_t* out, size_t capacity,
                             size_t* out_count) {
    uint32_t mode = split->primitive->mode;
    size_t elements = vrmi_element_count(mode, split->index_count), used = 0;
    for (size_t i = 0; i < elements; i++) {
        size_t places[3];
        size_t corners = vrmi_element_corners(mode, i, split->index_count, places);
        bool touches_head = false;
        for (size_t k = 0; k < corners; k++)
            touches_head |= split->is_head[split->indices[places[k]]];
        if (touches_head) continue;
        if (out != NULL) {
            if (capacity - used < corners) return VRM_ERR_ARGUMENT;
            for (size_t k = 0; k < corners; k++) out[used + k] = split->indices[places[k]];
        }
        used += corners;
    }
    *out_count = used;
    return VRM_OK;
}

static vrm_Result split_primitive(Split* split, const vrm_Model* model, int32_t skin_index,
                                  uint32_t* out, size_t capacity, size_t* out_count) {
    const vrm_Gltf* gltf = split->gltf;
    const vrm_Skin* skin = skin_index < 0 ? NULL : &gltf->skins[skin_index];
    int32_t joint_count = skin == NULL ? 0 : skin->joint_count;
    bool* below = vrmi_nodes_below(&split->arena, gltf, vrm_model_first_person_node(model));
    bool* is_head_joint =
        vrmi_arena_alloc(&split->arena, (size_t)joint_count + 1, sizeof *is_head_joint);
    if (below == NULL || is_head_joint == NULL) return VRM_ERR_MEMORY;
    for (int32_t j = 0; j < joint_count; j++)
        is_head_joint[j] = skin->joints[j] >= 0 && below[skin->joints[j]];
    vrm_Result result = mark_head_vertices(split, is_head_joint, joint_count);
    if (result == VRM_OK) result = read_indices(split);
    if (result == VRM_OK) result = write_body(split, out, capacity, out_count);
    return result;
}

vrm_Result vrm_first_person_indices(const vrm_Model* model, int32_t node, int32_t primitive,
                                    const vrm_Allocator* allocator, uint32_t* out_indices,
                                    size_t capacity, size_t* out_count) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    *out_count = 0;
    if (node < 0 || node >= gltf->node_count || gltf->nodes[node].mesh < 0) return VRM_ERR_ARGUMENT;
    const vrm_Mesh* mesh = &gltf->meshes[gltf->nodes[node].mesh];
    if (primitive < 0 || primitive >= mesh->primitive_count) return VRM_ERR_ARGUMENT;
    Split split = {.gltf = gltf, .primitive = &mesh->primitives[primitive]};
    int32_t positions = vrm_primitive_attribute(split.primitive, VRM_SEMANTIC_POSITION, 0);
    split.vertex_count = accessor_count(gltf, positions);
    if (split.vertex_count > UINT32_MAX / 4 ||
        (positions >= 0 && !gltf->accessors[positions].is_readable))
        return VRM_ERR_INVALID;
    vrmi_arena_init(&split.arena, allocator, 64 * 1024);
    vrm_Result result =
        split_primitive(&split, model, gltf->nodes[node].skin, out_indices, capacity, out_count);
    vrmi_arena_release(&split.arena);
    return result;
}
