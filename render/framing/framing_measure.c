/* SPDX-License-Identifier: MIT */
/* Every vertex that a triangle uses belongs to the joint with the greatest weight; so each mesh
 * gets a box for each node that moves some of it, in that node's space, and one for the vertices
 * that each morph target moves. */
#include "framing/framing.h"

#include "memory.h"
#include "vrm/mesh.h"
#include "vrm/render.h"

#include <math.h>
#include <string.h>

/* Vertices, corners and targets' vertices that are read in all: what a file names more often than
 * that is passed over. Each takes a few bytes of a file, so this is several times what it can hold.
 */
#define MIN_VERTICES ((uint64_t)1 << 18)
#define SAME_WINDOW  64    /* how far back the same vertices are looked for */
#define NO_MOVEMENT  1e-6f /* metres: a target that moves less moves nothing */
#define MAX_PARTS    ((size_t)1 << 18)
#define MAX_VERTICES ((size_t)4 << 20) /* of one primitive; beyond it is passed over */

/* Memory for one primitive, reused by the next. */
typedef struct Scratch {
    float *positions, *deltas; /* three for each vertex */
    float* weights;
    uint32_t* joints; /* four for each vertex; then the heaviest is the first */
    uint8_t* is_used; /* by a triangle */
    size_t capacity;  /* in vertices */
    int32_t* part_of; /* the part of a node that was used last; it may be one of another group */
    uint64_t left;    /* of the budget */
    bool is_short;    /* there was no memory for a part */
} Scratch;

static void release_scratch(const vrm_Allocator* allocator, Scratch* scratch) {
    vrmi_give(allocator, scratch->positions, scratch->capacity, 3 * sizeof(float));
    vrmi_give(allocator, scratch->deltas, scratch->capacity, 3 * sizeof(float));
    vrmi_give(allocator, scratch->weights, scratch->capacity, 4 * sizeof(float));
    vrmi_give(allocator, scratch->joints, scratch->capacity, 4 * sizeof(uint32_t));
    vrmi_give(allocator, scratch->is_used, scratch->capacity, 1);
    *scratch = (Scratch){
        .part_of = scratch->part_of, .left = scratch->left, .is_short = scratch->is_short};
}

static bool reserve_scratch(const vrm_Allocator* allocator, Scratch* scratch, size_t count) {
    if (count <= scratch->capacity) return true;
    release_scratch(allocator, scratch);
    scratch->capacity = count;
    scratch->positions = vrmi_take(allocator, count, 3 * sizeof(float));
    scratch->deltas = vrmi_take(allocator, count, 3 * sizeof(float));
    scratch->weights = vrmi_take(allocator, count, 4 * sizeof(float));
    scratch->joints = vrmi_take(allocator, count, 4 * sizeof(uint32_t));
    scratch->is_used = vrmi_take(allocator, count, 1);
    return scratch->positions != NULL && scratch->deltas != NULL && scratch->weights != NULL &&
           scratch->joints != NULL && scratch->is_used != NULL;
}

/* Whether so many more numbers of the file may be read. */
static bool spend(Scratch* scratch, uint64_t count) {
    if (count > scratch->left) return false;
    scratch->left -= count;
    return true;
}

static int32_t accessor_of(const vrm_Primitive* primitive, vrm_Semantic semantic) {
    return vrm_primitive_attribute(primitive, semantic, 0);
}

static bool is_vec4_of(const vrm_Gltf* gltf, int32_t accessor, size_t count) {
    if (accessor < 0) return false;
    const vrm_Accessor* a = &gltf->accessors[accessor];
    return a->type == VRM_ACCESSOR_VEC4 && (size_t)a->count == count;
}

/* True when the primitive's vertices were read into the scratch; `out_skinned` when joints were,
 * too. */
static bool read_primitive(const vrm_Gltf* gltf, const vrm_Primitive* primitive, size_t count,
                           const Scratch* scratch, bool* out_skinned) {
    int32_t position = accessor_of(primitive, VRM_SEMANTIC_POSITION);
    if (vrm_accessor_read_floats(gltf, position, scratch->positions, count * 3) != VRM_OK)
        return false;
    int32_t joints = accessor_of(primitive, VRM_SEMANTIC_JOINTS);
    int32_t weights = accessor_of(primitive, VRM_SEMANTIC_WEIGHTS);
    *out_skinned = is_vec4_of(gltf, joints, count) && is_vec4_of(gltf, weights, count) &&
                   vrm_accessor_read_u32(gltf, joints, scratch->joints, count * 4) == VRM_OK &&
                   vrm_accessor_read_floats(gltf, weights, scratch->weights, count * 4) == VRM_OK;
    return true;
}

/* Marks the vertices of a primitive's triangles. */
static vrm_Result mark_used(const vrm_Framing* framing, const vrm_Gltf* gltf,
                            const vrm_Primitive* primitive, Scratch* scratch) {
    size_t room = 0, count = 0;
    vrm_Result result =
        vrm_primitive_indices(gltf, primitive, &framing->allocator, NULL, 0, &room, NULL);
    if (result == VRM_ERR_MEMORY) return result;
    if (result != VRM_OK || room == 0 || !spend(scratch, room)) return VRM_OK;
    uint32_t* indices = vrmi_take(&framing->allocator, room, sizeof *indices);
    if (indices == NULL) return VRM_ERR_MEMORY;
    result =
        vrm_primitive_indices(gltf, primitive, &framing->allocator, indices, room, &count, NULL);
    for (size_t i = 0; result == VRM_OK && i < count; i++) scratch->is_used[indices[i]] = 1;
    vrmi_give(&framing->allocator, indices, room, sizeof *indices);
    return result == VRM_ERR_MEMORY ? result : VRM_OK;
}

/* ---- Parts ---- */

/* The vertices that are measured: where the group's parts begin, and what moves them. */
typedef struct Group {
    vrm_Framing* framing;
    Scratch* scratch;
    int32_t shown, node, morph;
    const vrm_RigSkin* skin; /* NULL: the node moves all of them */
    size_t first_part, count;
} Group;

/* NULL when there is no memory, or the file has more parts than bodies have. */
static vrmi_FramingPart* part_of(const Group* group, int32_t node) {
    vrm_Framing* framing = group->framing;
    int32_t* known = &group->scratch->part_of[node];
    size_t at = (size_t)*known;
    if (at >= group->first_part && at < framing->part_count && framing->parts[at].node == node)
        return &framing->parts[at];
    if (framing->part_count >= MAX_PARTS) return NULL;
    vrmi_FramingPart* parts =
        vrmi_room(&framing->allocator, framing->parts, &framing->part_capacity,
                  framing->part_count + 1, sizeof *parts);
    if (parts == NULL) {
        group->scratch->is_short = true;
        return NULL;
    }
    framing->parts = parts;
    *known = (int32_t)framing->part_count;
    parts[framing->part_count] = (vrmi_FramingPart){.shown = group->shown,
                                                    .node = node,
                                                    .morph = group->morph,
                                                    .box = vrmi_empty_box,
                                                    .moved = vrmi_empty_box};
    return &parts[framing->part_count++];
}

/* The heaviest joint of each vertex becomes its first. */
static void choose_joints(const Scratch* scratch, size_t count) {
    for (size_t v = 0; v < count; v++) {
        size_t best = 0;
        for (size_t k = 1; k < 4; k++)
            if (scratch->weights[v * 4 + k] > scratch->weights[v * 4 + best]) best = k;
        scratch->joints[v * 4] = scratch->joints[v * 4 + best];
    }
}

static vrm_Vec3 vector_at(const float* vectors, size_t index) {
    const float* v = vectors + index * 3;
    return (vrm_Vec3){v[0], v[1], v[2]};
}

/* Adds a vertex, and with a morph also where the target moves it, to the part of its node. */
static void measure_vertex(const Group* group, size_t v) {
    const Scratch* scratch = group->scratch;
    int32_t node = group->node;
    vrm_Vec3 at = vector_at(scratch->positions, v), delta = vector_at(scratch->deltas, v);
    vrm_Vec3 to = {at.x + delta.x, at.y + delta.y, at.z + delta.z};
    if (group->skin != NULL) {
        uint32_t joint = scratch->joints[v * 4];
        if (joint >= (uint32_t)group->skin->joint_count) return;
        node = group->skin->joints[joint];
        at = vrmi_affine_apply(&group->skin->inverse_binds[joint], &at);
        to = vrmi_affine_apply(&group->skin->inverse_binds[joint], &to);
    }
    vrmi_FramingPart* part = node < 0 ? NULL : part_of(group, node);
    if (part == NULL) return;
    vrmi_box_add_point(&part->box, &at);
    if (group->morph >= 0) vrmi_box_add_point(&part->moved, &to);
}

static bool moves(vrm_Vec3 delta) {
    return fabsf(delta.x) > NO_MOVEMENT || fabsf(delta.y) > NO_MOVEMENT ||
           fabsf(delta.z) > NO_MOVEMENT;
}

static void measure_group(const Group* group) {
    const Scratch* scratch = group->scratch;
    for (size_t v = 0; v < group->count; v++)
        if (scratch->is_used[v] && (group->morph < 0 || moves(vector_at(scratch->deltas, v))))
            measure_vertex(group, v);
}

static void measure_targets(Group* group, const vrm_Gltf* gltf, const vrm_MeshNode* shown,
                            const vrm_Primitive* primitive) {
    Scratch* scratch = group->scratch;
    for (int32_t t = 0; t < primitive->target_count && t < shown->morph_count; t++) {
        int32_t index = vrm_morph_target_attribute(&primitive->targets[t], VRM_SEMANTIC_POSITION);
        if (index < 0 || gltf->accessors[index].type != VRM_ACCESSOR_VEC3 ||
            gltf->accessors[index].count != group->count || !spend(scratch, group->count))
            continue;
        if (vrm_accessor_read_floats(gltf, index, scratch->deltas, group->count * 3) != VRM_OK)
            continue;
        group->morph = shown->first_morph + t;
        group->first_part = group->framing->part_count;
        measure_group(group);
    }
}

static int32_t positions_of(const vrm_Mesh* mesh, int32_t primitive) {
    return accessor_of(&mesh->primitives[primitive], VRM_SEMANTIC_POSITION);
}

/* Measures a primitive, with the triangles of those behind it that have the same vertices. */
static vrm_Result measure_primitive(vrm_Framing* framing, const vrm_Gltf* gltf, int32_t shown_index,
                                    const vrm_MeshNode* shown, int32_t index, Scratch* scratch) {
    const vrm_Mesh* mesh = &gltf->meshes[shown->mesh];
    int32_t position = positions_of(mesh, index);
    if (position < 0 || gltf->accessors[position].type != VRM_ACCESSOR_VEC3) return VRM_OK;
    size_t count = (size_t)gltf->accessors[position].count;
    if (count == 0 || count > MAX_VERTICES || !spend(scratch, count)) return VRM_OK;
    if (!reserve_scratch(&framing->allocator, scratch, count)) return VRM_ERR_MEMORY;
    bool is_skinned = false;
    if (!read_primitive(gltf, &mesh->primitives[index], count, scratch, &is_skinned)) return VRM_OK;
    memset(scratch->is_used, 0, count);
    memset(scratch->deltas, 0, count * 3 * sizeof *scratch->deltas);
    vrm_Result result = VRM_OK;
    for (int32_t i = index; i < mesh->primitive_count && i <= index + SAME_WINDOW; i++)
        if (positions_of(mesh, i) == position && result == VRM_OK)
            result = mark_used(framing, gltf, &mesh->primitives[i], scratch);
    if (result != VRM_OK) return result;
    vrm_RigSkin skin;
    Group group = {.framing = framing,
                   .scratch = scratch,
                   .shown = shown_index,
                   .node = shown->node,
                   .morph = -1,
                   .first_part = framing->part_count,
                   .count = count};
    if (shown->skin >= 0 && is_skinned) {
        skin = vrm_rig_skin(framing->rig, shown->skin);
        group.skin = &skin;
        choose_joints(scratch, count);
    }
    measure_group(&group);
    measure_targets(&group, gltf, shown, &mesh->primitives[index]);
    return scratch->is_short ? VRM_ERR_MEMORY : VRM_OK;
}

/* Primitives of a mesh often share their vertices: each set is measured once. */
static bool is_measured(const vrm_Mesh* mesh, int32_t primitive) {
    int32_t position = positions_of(mesh, primitive);
    for (int32_t i = primitive > SAME_WINDOW ? primitive - SAME_WINDOW : 0; i < primitive; i++)
        if (positions_of(mesh, i) == position) return true;
    return false;
}

vrm_Result vrmi_framing_measure(vrm_Framing* framing, const vrm_Model* model) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    size_t node_count = (size_t)framing->node_count;
    int32_t shown_count;
    const vrm_MeshNode* shown = vrm_rig_mesh_nodes(framing->rig, &shown_count);
    Scratch scratch = {.left = MIN_VERTICES + 4 * vrm_model_source_bytes(model)};
    scratch.part_of = vrmi_take(&framing->allocator, node_count, sizeof *scratch.part_of);
    vrm_Result result = scratch.part_of == NULL ? VRM_ERR_MEMORY : VRM_OK;
    for (int32_t i = 0; i < shown_count && result == VRM_OK; i++) {
        const vrm_Mesh* mesh = &gltf->meshes[shown[i].mesh];
        for (int32_t p = 0; p < mesh->primitive_count && result == VRM_OK; p++)
            if (!is_measured(mesh, p))
                result = measure_primitive(framing, gltf, i, &shown[i], p, &scratch);
    }
    release_scratch(&framing->allocator, &scratch);
    vrmi_give(&framing->allocator, scratch.part_of, node_count, sizeof *scratch.part_of);
    return result;
}
