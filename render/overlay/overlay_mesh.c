/* SPDX-License-Identifier: MIT */
/* Overlays that follow the vertices: normals, and what the first-person camera sees. Skinning is
 * repeated here on the CPU, in the simplest form. */
#include "memory.h"
#include "overlay/overlay.h"

#include <math.h>
#include <string.h>

#define NEEDLE_LENGTH 0.01f /* metres */

static const vrm_Vec4 green = {0.2f, 0.9f, 0.3f, 1.0f};
static const vrm_Vec4 red = {1.0f, 0.25f, 0.2f, 1.0f};
static const vrm_Vec4 blue = {0.3f, 0.5f, 1.0f, 1.0f};
static const vrm_Vec4 magenta = {1.0f, 0.3f, 0.9f, 1.0f};

/* One primitive under one node, in the world. */
typedef struct Posed {
    vrmi_Overlay* overlay;
    const vrm_MeshNode* node;
    const vrm_Primitive* primitive;
    int32_t index; /* of the primitive */
    size_t count;
    float *positions, *tips; /* tips: positions moved along the normals; NULL without normals */
    float* weights;
    uint32_t* joints;
} Posed;

/* The accessor of an attribute that has an element of the type for each vertex; -1: there is none.
 */
static int32_t find_attribute(const Posed* posed, vrm_Semantic semantic, vrm_AccessorType type) {
    int32_t index = vrm_primitive_attribute(posed->primitive, semantic, 0);
    if (index < 0) return -1;
    const vrm_Accessor* accessor = &posed->overlay->gltf->accessors[index];
    return accessor->type == type && accessor->count == posed->count ? index : -1;
}

static bool read_floats(const Posed* posed, vrm_Semantic semantic, vrm_AccessorType type,
                        float* out) {
    int32_t index = find_attribute(posed, semantic, type);
    size_t components = (size_t)vrm_accessor_components(type);
    return index >= 0 && vrm_accessor_read_floats(posed->overlay->gltf, index, out,
                                                  posed->count * components) == VRM_OK;
}

static bool read_joints(const Posed* posed) {
    int32_t index = find_attribute(posed, VRM_SEMANTIC_JOINTS, VRM_ACCESSOR_VEC4);
    return index >= 0 &&
           vrm_accessor_read_u32(posed->overlay->gltf, index, posed->joints, posed->count * 4) ==
               VRM_OK &&
           read_floats(posed, VRM_SEMANTIC_WEIGHTS, VRM_ACCESSOR_VEC4, posed->weights);
}

static void add_weighted(vrm_Affine* sum, const vrm_Affine* joint, float weight) {
    for (int r = 0; r < 3; r++) {
        vrm_Vec4* row = &sum->rows[r];
        const vrm_Vec4* add = &joint->rows[r];
        row->x += add->x * weight;
        row->y += add->y * weight;
        row->z += add->z * weight;
        row->w += add->w * weight;
    }
}

/* The map of one vertex to the world; `skin` has no joints where nothing is skinned. */
static vrm_Affine map_of(const Posed* posed, size_t vertex, const vrm_RigSkin* skin) {
    vrm_Affine sum = {{{0.0f, 0.0f, 0.0f, 0.0f}}};
    float total = 0.0f;
    for (size_t k = vertex * 4; k < vertex * 4 + 4; k++) {
        float weight = posed->weights[k];
        uint32_t joint = posed->joints[k];
        if (!(weight > 0.0f) || joint >= (uint32_t)skin->joint_count) continue;
        add_weighted(&sum, &posed->overlay->palettes[skin->first_joint + (int32_t)joint], weight);
        total += weight;
    }
    if (!(total > 0.0f)) return posed->overlay->worlds[posed->node->node];
    for (int r = 0; r < 3; r++) {
        vrm_Vec4* row = &sum.rows[r];
        *row = (vrm_Vec4){row->x / total, row->y / total, row->z / total, row->w / total};
    }
    return sum;
}

static void pose_vertices(Posed* posed) {
    vrm_RigSkin skin = {.joint_count = 0};
    if (posed->node->skin >= 0 && read_joints(posed))
        skin = vrm_rig_skin(posed->overlay->rig, posed->node->skin);
    for (size_t i = 0; i < posed->count; i++) {
        vrm_Affine m = map_of(posed, i, &skin);
        float* p = posed->positions + i * 3;
        vrm_Vec3 at = vrmi_affine_point(&m, (vrm_Vec3){p[0], p[1], p[2]});
        if (posed->tips != NULL) {
            float* n = posed->tips + i * 3;
            vrm_Vec3 tip = vrmi_affine_point(&m, (vrm_Vec3){p[0] + n[0], p[1] + n[1], p[2] + n[2]});
            vrm_Vec3 d = {tip.x - at.x, tip.y - at.y, tip.z - at.z};
            float length = sqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
            float scale = length > 1e-12f ? NEEDLE_LENGTH / length : 0.0f;
            n[0] = at.x + d.x * scale;
            n[1] = at.y + d.y * scale;
            n[2] = at.z + d.z * scale;
        }
        memcpy(p, &at, sizeof at);
    }
}

/* False when there is nothing to draw. */
static bool pose(Posed* posed, bool with_normals) {
    const vrm_Gltf* gltf = posed->overlay->gltf;
    const vrm_Allocator* allocator = &posed->overlay->allocator;
    int32_t index = vrm_primitive_attribute(posed->primitive, VRM_SEMANTIC_POSITION, 0);
    if (index < 0 || !gltf->accessors[index].is_readable ||
        gltf->accessors[index].count > VRMI_MAX_OVERLAY_LINES)
        return false;
    posed->count = (size_t)gltf->accessors[index].count;
    posed->positions = vrmi_take(allocator, posed->count, 12);
    if (with_normals) posed->tips = vrmi_take(allocator, posed->count, 12);
    posed->weights = vrmi_take(allocator, posed->count, 16);
    posed->joints = vrmi_take(allocator, posed->count, 16);
    if (posed->positions == NULL || (with_normals && posed->tips == NULL) ||
        posed->weights == NULL || posed->joints == NULL) {
        posed->overlay->lacks_memory = true;
        return false;
    }
    if (!read_floats(posed, VRM_SEMANTIC_POSITION, VRM_ACCESSOR_VEC3, posed->positions) ||
        (with_normals && !read_floats(posed, VRM_SEMANTIC_NORMAL, VRM_ACCESSOR_VEC3, posed->tips)))
        return false;
    pose_vertices(posed);
    return true;
}

static vrm_Vec3 point(const float* numbers, size_t at) {
    return (vrm_Vec3){numbers[at * 3], numbers[at * 3 + 1], numbers[at * 3 + 2]};
}

static void draw_line(const Posed* posed, size_t from, const float* ends, size_t to,
                      const vrm_Vec4* color) {
    vrm_Vec3 head = point(posed->positions, from), tail = point(ends, to);
    vrmi_overlay_line(posed->overlay, &head, &tail, color);
}

/* ---- Every primitive of every node ---- */

typedef void DrawFn(const Posed* posed);

static void for_each_primitive(vrmi_Overlay* overlay, bool with_normals, DrawFn* draw) {
    const vrm_Allocator* allocator = &overlay->allocator;
    int32_t count = 0;
    const vrm_MeshNode* nodes = vrm_rig_mesh_nodes(overlay->rig, &count);
    for (int32_t i = 0; i < count; i++) {
        const vrm_Mesh* mesh = &overlay->gltf->meshes[nodes[i].mesh];
        for (int32_t p = 0; p < mesh->primitive_count; p++) {
            if (overlay->lacks_memory || overlay->count >= VRMI_MAX_OVERLAY_LINES) return;
            Posed posed = {.overlay = overlay,
                           .node = &nodes[i],
                           .primitive = &mesh->primitives[p],
                           .index = p};
            if (pose(&posed, with_normals)) draw(&posed);
            vrmi_give(allocator, posed.positions, posed.count, 12);
            vrmi_give(allocator, posed.tips, posed.count, 12);
            vrmi_give(allocator, posed.weights, posed.count, 16);
            vrmi_give(allocator, posed.joints, posed.count, 16);
        }
    }
}

static void draw_normals(const Posed* posed) {
    for (size_t i = 0; i < posed->count; i++) draw_line(posed, i, posed->tips, i, &magenta);
}

void vrmi_overlay_normals(vrmi_Overlay* overlay) {
    for_each_primitive(overlay, true, draw_normals);
}

/* ---- First person ---- */

/* Marks the vertices that the first-person camera sees of a split primitive. */
static vrm_Result mark_body(const Posed* posed, uint8_t* is_body) {
    const vrmi_Overlay* overlay = posed->overlay;
    size_t room = 0, count = 0;
    vrm_Result result = vrm_first_person_indices(overlay->model, posed->node->node, posed->index,
                                                 &overlay->allocator, NULL, 0, &room);
    if (result != VRM_OK) return result;
    uint32_t* list = vrmi_take(&overlay->allocator, room, sizeof *list);
    if (list == NULL) return VRM_ERR_MEMORY;
    result = vrm_first_person_indices(overlay->model, posed->node->node, posed->index,
                                      &overlay->allocator, list, room, &count);
    for (size_t i = 0; i < count && result == VRM_OK; i++)
        if (list[i] < posed->count) is_body[list[i]] = 1;
    vrmi_give(&overlay->allocator, list, room, sizeof *list);
    return result;
}

static const vrm_Vec4* color_of(const Posed* posed) {
    switch (posed->node->first_person) {
    case VRM_FIRST_PERSON_THIRD_PERSON_ONLY: return &red;
    case VRM_FIRST_PERSON_FIRST_PERSON_ONLY: return &blue;
    case VRM_FIRST_PERSON_AUTO:
    case VRM_FIRST_PERSON_BOTH: break;
    }
    return &green;
}

static void draw_edges(const Posed* posed, const uint32_t* list, size_t count,
                       const uint8_t* is_body) {
    for (size_t t = 0; t + 2 < count; t += 3) {
        const vrm_Vec4* color = color_of(posed);
        for (size_t c = 0; c < 3; c++) {
            if (list[t + c] >= posed->count) return;
            if (!is_body[list[t + c]]) color = &red;
        }
        for (size_t c = 0; c < 3; c++)
            draw_line(posed, list[t + c], posed->positions, list[t + (c + 1) % 3], color);
    }
}

static void draw_first_person(const Posed* posed) {
    const vrm_Gltf* gltf = posed->overlay->gltf;
    const vrm_Allocator* allocator = &posed->overlay->allocator;
    int32_t indices = posed->primitive->indices;
    if (posed->primitive->mode != 4) return;
    uint64_t total = indices >= 0 ? gltf->accessors[indices].count : (uint64_t)posed->count;
    if (total > 3 * VRMI_MAX_OVERLAY_LINES) return;
    size_t count = (size_t)total;
    uint32_t* list = vrmi_take(allocator, count, sizeof *list);
    uint8_t* is_body = vrmi_take(allocator, posed->count, 1);
    vrm_Result result = list == NULL || is_body == NULL ? VRM_ERR_MEMORY : VRM_OK;
    if (result == VRM_OK) {
        for (size_t i = 0; i < count; i++) list[i] = (uint32_t)i;
        if (posed->node->is_split_in_first_person)
            result = mark_body(posed, is_body);
        else
            memset(is_body, 1, posed->count);
    }
    if (result == VRM_ERR_MEMORY)
        posed->overlay->lacks_memory = true;
    else if (indices < 0 || vrm_accessor_read_u32(gltf, indices, list, count) == VRM_OK)
        draw_edges(posed, list, count, is_body);
    vrmi_give(allocator, list, count, sizeof *list);
    vrmi_give(allocator, is_body, posed->count, 1);
}

void vrmi_overlay_first_person(vrmi_Overlay* overlay) {
    for_each_primitive(overlay, false, draw_first_person);
}
