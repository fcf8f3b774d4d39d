/* SPDX-License-Identifier: MIT */
#include "author/cloud.h"

#include "rig/bounds.h"

#include <string.h>

typedef struct Reader {
    const vrm_Gltf* gltf;
    const vrm_Rig* rig;
    vrmi_Budget* budget;
    vrmi_Arena* arena;
    vrmi_Cloud* cloud;
    vrm_Affine turn; /* from the file's facing to +Z */
    int32_t room;
} Reader;

/* ---- Room ---- */

static uint64_t vertices_of(const vrm_Gltf* gltf, const vrm_Primitive* primitive) {
    int32_t accessor = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    if (accessor < 0) return 0;
    const vrm_Accessor* positions = &gltf->accessors[accessor];
    bool is_usable = positions->is_readable && positions->type == VRM_ACCESSOR_VEC3;
    return is_usable && positions->count < INT32_MAX / 4 ? positions->count : 0;
}

/* Several nodes may draw one mesh: the sum is not bounded by the size of the file. */
static vrm_Result make_room(Reader* reader) {
    uint64_t total = 0;
    int32_t count;
    const vrm_MeshNode* nodes = vrm_rig_mesh_nodes(reader->rig, &count);
    for (int32_t n = 0; n < count; n++) {
        const vrm_Mesh* mesh = &reader->gltf->meshes[nodes[n].mesh];
        for (int32_t p = 0; p < mesh->primitive_count; p++) {
            uint64_t vertices = vertices_of(reader->gltf, &mesh->primitives[p]);
            if (!vrmi_budget_work(reader->budget, "vertices of mesh nodes", vertices + 1))
                return VRM_ERR_LIMIT;
            total += vertices;
        }
    }
    if (total > INT32_MAX) return VRM_ERR_LIMIT;
    reader->room = (int32_t)total;
    reader->cloud->points =
        vrmi_arena_alloc(reader->arena, (size_t)total, sizeof *reader->cloud->points);
    return reader->cloud->points != NULL ? VRM_OK : VRM_ERR_MEMORY;
}

/* ---- Vertices of a primitive ---- */

/* What moves a vertex: up to four joints of one set. */
typedef struct Influences {
    uint32_t* joints; /* NULL: the mesh is rigid */
    float* weights;
} Influences;

static void add_point(Reader* reader, vrm_Vec3 place, int32_t node) {
    vrmi_Cloud* cloud = reader->cloud;
    if (cloud->point_count >= reader->room || !vrmi_vec3_is_finite(place)) return;
    place = vrmi_vec3_within(vrmi_affine_point(&reader->turn, place), VRMI_LENGTH_MAX);
    cloud->points[cloud->point_count] = (vrmi_CloudPoint){place, cloud->first[node]};
    cloud->first[node] = cloud->point_count++;
}

/* Vertices beyond the first four joints are judged by those: the others weigh less. */
static void add_skinned(Reader* reader, const vrm_RigSkin* skin, const vrm_Affine* palette,
                        const Influences* influences, size_t vertex, vrm_Vec3 position) {
    int32_t node = -1;
    float most = 0.0f, sum = 0.0f;
    vrm_Vec3 place = {0.0f, 0.0f, 0.0f};
    for (int k = 0; k < 4; k++) {
        uint32_t joint = influences->joints[4 * vertex + (size_t)k];
        float weight = influences->weights[4 * vertex + (size_t)k];
        if (!(weight > 0.0f) || joint >= (uint32_t)skin->joint_count) continue;
        if (skin->joints[joint] < 0) continue;
        weight = vrmi_clamp(weight, 0.0f, 1.0f);
        vrm_Vec3 at = vrmi_affine_point(&palette[joint], position);
        place = vrmi_vec3_add(place, vrmi_vec3_scale(at, weight));
        sum += weight;
        reader->cloud->weights[skin->joints[joint]] += weight;
        if (weight > most) {
            most = weight;
            node = skin->joints[joint];
        }
    }
    if (node >= 0) add_point(reader, vrmi_vec3_scale(place, 1.0f / sum), node);
}

static bool read_influences(Reader* reader, const vrm_Primitive* primitive, uint64_t vertices,
                            Influences* out) {
    const vrm_Gltf* gltf = reader->gltf;
    int32_t joints = vrm_primitive_attribute(primitive, VRM_SEMANTIC_JOINTS, 0);
    int32_t weights = vrm_primitive_attribute(primitive, VRM_SEMANTIC_WEIGHTS, 0);
    if (joints < 0 || weights < 0 || gltf->accessors[joints].count != vertices ||
        gltf->accessors[weights].count != vertices ||
        gltf->accessors[joints].type != VRM_ACCESSOR_VEC4 ||
        gltf->accessors[weights].type != VRM_ACCESSOR_VEC4)
        return false;
    size_t count = (size_t)vertices * 4;
    out->joints = vrmi_arena_alloc(reader->arena, count, sizeof *out->joints);
    out->weights = vrmi_arena_alloc(reader->arena, count, sizeof *out->weights);
    return out->joints != NULL && out->weights != NULL &&
           vrm_accessor_read_u32(gltf, joints, out->joints, count) == VRM_OK &&
           vrm_accessor_read_floats(gltf, weights, out->weights, count) == VRM_OK;
}

static vrm_Result read_primitive(Reader* reader, const vrm_MeshNode* node,
                                 const vrm_Primitive* primitive, const vrm_RigSkin* skin,
                                 const vrm_Affine* palette) {
    uint64_t vertices = vertices_of(reader->gltf, primitive);
    if (vertices == 0) return VRM_OK;
    int32_t accessor = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    float* positions = vrmi_arena_alloc(reader->arena, (size_t)vertices, 3 * sizeof *positions);
    if (positions == NULL) return VRM_ERR_MEMORY;
    if (vrm_accessor_read_floats(reader->gltf, accessor, positions, (size_t)vertices * 3) != VRM_OK)
        return VRM_OK;
    Influences influences = {0};
    if (skin != NULL && !read_influences(reader, primitive, vertices, &influences)) return VRM_OK;
    for (size_t v = 0; v < (size_t)vertices; v++) {
        vrm_Vec3 at = {positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]};
        if (skin != NULL) {
            add_skinned(reader, skin, palette, &influences, v, at);
        } else {
            reader->cloud->weights[node->node] += 1.0f;
            add_point(reader, vrmi_transform_point(vrm_rig_rest_model(reader->rig, node->node), at),
                      node->node);
        }
    }
    return VRM_OK;
}

/* ---- All mesh nodes ---- */

static vrm_Affine* make_palette(Reader* reader, const vrm_RigSkin* skin) {
    vrm_Affine* palette =
        vrmi_arena_alloc(reader->arena, (size_t)skin->joint_count, sizeof *palette);
    for (int32_t j = 0; palette != NULL && j < skin->joint_count; j++) {
        vrm_Affine rest = vrmi_affine_from_transform(
            vrm_rig_rest_model(reader->rig, skin->joints[j] < 0 ? 0 : skin->joints[j]));
        palette[j] = vrmi_affine_mul(&rest, &skin->inverse_binds[j]);
    }
    return palette;
}

static vrm_Result read_mesh_node(Reader* reader, const vrm_MeshNode* node) {
    const vrm_Mesh* mesh = &reader->gltf->meshes[node->mesh];
    vrm_RigSkin skin = {0};
    vrm_Affine* palette = NULL;
    if (node->skin >= 0) {
        skin = vrm_rig_skin(reader->rig, node->skin);
        if (!vrmi_budget_work(reader->budget, "joints of mesh nodes", (uint64_t)skin.joint_count))
            return VRM_ERR_LIMIT;
        palette = make_palette(reader, &skin);
        if (palette == NULL) return VRM_ERR_MEMORY;
    }
    for (int32_t p = 0; p < mesh->primitive_count; p++) {
        vrmi_ArenaMark mark = vrmi_arena_mark(reader->arena);
        vrm_Result result = read_primitive(reader, node, &mesh->primitives[p],
                                           node->skin >= 0 ? &skin : NULL, palette);
        vrmi_arena_rewind(reader->arena, mark);
        if (result != VRM_OK) return result;
    }
    return VRM_OK;
}

static vrm_Transform turned(vrm_Transform rest, bool is_turned) {
    const vrm_Transform half_turn = {
        {0.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}};
    return is_turned ? vrmi_transform_mul(half_turn, rest) : rest;
}

vrm_Result vrmi_cloud_read(const vrm_Model* model, const vrm_Rig* rig, vrmi_Budget* budget,
                           vrmi_Arena* arena, vrmi_Cloud* out) {
    bool is_turned = vrm_rig_facing(rig) < 0;
    Reader reader = {.gltf = vrm_model_gltf(model),
                     .rig = rig,
                     .budget = budget,
                     .arena = arena,
                     .cloud = out,
                     .turn =
                         vrmi_affine_from_transform(turned(vrmi_transform_identity(), is_turned))};
    size_t nodes = (size_t)vrm_rig_node_count(rig);
    *out = (vrmi_Cloud){.node_count = (int32_t)nodes};
    out->first = vrmi_arena_alloc(arena, nodes, sizeof *out->first);
    out->weights = vrmi_arena_alloc(arena, nodes, sizeof *out->weights);
    out->rests = vrmi_arena_alloc(arena, nodes, sizeof *out->rests);
    if (out->first == NULL || out->weights == NULL || out->rests == NULL) return VRM_ERR_MEMORY;
    for (size_t n = 0; n < nodes; n++) {
        out->first[n] = -1;
        out->rests[n] = turned(vrm_rig_rest_model(rig, (int32_t)n), is_turned);
    }
    vrm_Result result = make_room(&reader);
    int32_t count;
    const vrm_MeshNode* mesh_nodes = vrm_rig_mesh_nodes(rig, &count);
    for (int32_t n = 0; n < count && result == VRM_OK; n++) {
        vrmi_ArenaMark mark = vrmi_arena_mark(arena);
        result = read_mesh_node(&reader, &mesh_nodes[n]);
        vrmi_arena_rewind(arena, mark);
    }
    return result;
}
