/* SPDX-License-Identifier: MIT */
/* Overlays that follow the vertices: normals, and what the first-person camera sees. Skinning is
 * repeated here on the CPU, in the simplest form. */
#include "memory.h"
#include "overlay.h"

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
    int32_t primitive;
    size_t count;
    float *positions, *tips; /* tips: positions moved along the normals; NULL without normals */
    float* weights;
    uint32_t* joints;
} Posed;

static bool read_floats(const Posed* posed, vrm_Semantic semantic, vrm_AccessorType type,
                        float* out) {
    const vrm_Gltf* gltf = posed->overlay->gltf;
    const vrm_Primitive* primitive = &gltf->meshes[posed->node->mesh].primitives[posed->primitive];
    int32_t index = vrm_primitive_attribute(primitive, semantic, 0);
    if (index < 0 || gltf->accessors[index].type != type) return false;
    if (gltf->accessors[index].count != posed->count) return false;
    size_t components = (size_t)vrm_accessor_components(type);
    return vrm_accessor_read_floats(gltf, index, out, posed->count * components) == VRM_OK;
}

static bool read_joints(const Posed* posed) {
    const vrm_Gltf* gltf = posed->overlay->gltf;
    const vrm_Primitive* primitive = &gltf->meshes[posed->node->mesh].primitives[posed->primitive];
    int32_t index = vrm_primitive_attribute(primitive, VRM_SEMANTIC_JOINTS, 0);
    if (index < 0 || gltf->accessors[index].type != VRM_ACCESSOR_VEC4) return false;
    if (gltf->accessors[index].count != posed->count) return false;
    return vrm_accessor_read_u32(gltf, index, posed->joints, posed->count * 4) == VRM_OK &&
           read_floats(posed, VRM_SEMANTIC_WEIGHTS, VRM_ACCESSOR_VEC4, posed->weights);
}

/* The map of one vertex to the world. */
static vrm_Affine map_of(const Posed* posed, size_t vertex, bool is_skinned) {
    if (!is_skinned) return posed->overlay->worlds[posed->node->node];
    vrm_RigSkin skin = vrm_rig_skin(posed->overlay->rig, posed->node->skin);
    vrm_Affine sum = {{{0.0f, 0.0f, 0.0f, 0.0f}}};
    float total = 0.0f;
    for (size_t k = 0; k < 4; k++) {
        float weight = posed->weights[vertex * 4 + k];
        uint32_t joint = posed->joints[vertex * 4 + k];
        if (!(weight > 0.0f) || joint >= (uint32_t)skin.joint_count) continue;
        const float* from = &posed->overlay->palettes[skin.first_joint + (int32_t)joint].rows[0].x;
        for (int i = 0; i < 12; i++) (&sum.rows[0].x)[i] += from[i] * weight;
        total += weight;
    }
    if (!(total > 0.0f)) return posed->overlay->worlds[posed->node->node];
    for (int i = 0; i < 12; i++) (&sum.rows[0].x)[i] /= total;
    return sum;
}

static void pose_vertices(Posed* posed, bool is_skinned) {
    for (size_t i = 0; i < posed->count; i++) {
        vrm_Affine m = map_of(posed, i, is_skinned);
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

static void release(Posed* posed) {
    const vrm_Allocator* allocator = &posed->overlay->allocator;
    vrmi_give(allocator, posed->positions, posed->count, 12);
    vrmi_give(allocator, posed->tips, posed->count, 12);
    vrmi_give(allocator, posed->weights, posed->count, 16);
    vrmi_give(allocator, posed->joints, posed->count, 16);
}

/* False when there is no memory; `positions` stays NULL when there is nothing to pose. */
static bool pose(Posed* posed, bool with_normals) {
    const vrm_Gltf* gltf = posed->overlay->gltf;
    const vrm_Allocator* allocator = &posed->overlay->allocator;
    const vrm_Primitive* primitive = &gltf->meshes[posed->node->mesh].primitives[posed->primitive];
    int32_t index = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    if (index < 0 || !gltf->accessors[index].is_readable) return true;
    if (gltf->accessors[index].count > VRMI_MAX_OVERLAY_LINES) return true;
    posed->count = (size_t)gltf->accessors[index].count;
    posed->positions = vrmi_take(allocator, posed->count, 12);
    posed->tips = with_normals ? vrmi_take(allocator, posed->count, 12) : NULL;
    posed->weights = vrmi_take(allocator, posed->count, 16);
    posed->joints = vrmi_take(allocator, posed->count, 16);
    if (posed->positions == NULL || (with_normals && posed->tips == NULL) ||
        posed->weights == NULL || posed->joints == NULL)
        return false;
    bool is_there = read_floats(posed, VRM_SEMANTIC_POSITION, VRM_ACCESSOR_VEC3, posed->positions);
    if (is_there && with_normals)
        is_there = read_floats(posed, VRM_SEMANTIC_NORMAL, VRM_ACCESSOR_VEC3, posed->tips);
    if (is_there) {
        pose_vertices(posed, posed->node->skin >= 0 && read_joints(posed));
    } else {
        vrmi_give(allocator, posed->positions, posed->count, 12);
        posed->positions = NULL;
    }
    return true;
}

static vrm_Vec3 point(const float* numbers, size_t at) {
    return (vrm_Vec3){numbers[at * 3], numbers[at * 3 + 1], numbers[at * 3 + 2]};
}

/* ---- Every primitive of every node ---- */

typedef bool DrawFn(const Posed* posed);

static bool for_each_primitive(vrmi_Overlay* overlay, bool with_normals, DrawFn* draw) {
    int32_t count = 0;
    const vrm_MeshNode* nodes = vrm_rig_mesh_nodes(overlay->rig, &count);
    bool is_good = true;
    for (int32_t i = 0; i < count && is_good; i++) {
        int32_t primitives = overlay->gltf->meshes[nodes[i].mesh].primitive_count;
        for (int32_t p = 0; p < primitives && is_good; p++) {
            if (overlay->count >= VRMI_MAX_OVERLAY_LINES) return true;
            Posed posed = {.overlay = overlay, .node = &nodes[i], .primitive = p};
            is_good = pose(&posed, with_normals);
            if (is_good && posed.positions != NULL) is_good = draw(&posed);
            release(&posed);
        }
    }
    return is_good;
}

static bool draw_normals(const Posed* posed) {
    for (size_t i = 0; i < posed->count; i++)
        if (!vrmi_overlay_line(posed->overlay, point(posed->positions, i), point(posed->tips, i),
                               magenta))
            return false;
    return true;
}

bool vrmi_overlay_normals(vrmi_Overlay* overlay) {
    return for_each_primitive(overlay, true, draw_normals);
}

/* ---- First person ---- */

/* Marks the vertices that the first-person camera sees of a split primitive. */
static bool mark_body(const Posed* posed, uint8_t* is_body) {
    const vrmi_Overlay* overlay = posed->overlay;
    size_t room = 0, count = 0;
    vrm_Result result = vrm_first_person_indices(
        overlay->model, posed->node->node, posed->primitive, &overlay->allocator, NULL, 0, &room);
    if (result != VRM_OK) return result != VRM_ERR_MEMORY;
    uint32_t* list = vrmi_take(&overlay->allocator, room, sizeof *list);
    if (list == NULL) return false;
    result = vrm_first_person_indices(overlay->model, posed->node->node, posed->primitive,
                                      &overlay->allocator, list, room, &count);
    for (size_t i = 0; i < count && result == VRM_OK; i++)
        if (list[i] < posed->count) is_body[list[i]] = 1;
    vrmi_give(&overlay->allocator, list, room, sizeof *list);
    return result != VRM_ERR_MEMORY;
}

static vrm_Vec4 color_of(const Posed* posed) {
    switch (posed->node->first_person) {
    case VRM_FIRST_PERSON_THIRD_PERSON_ONLY: return red;
    case VRM_FIRST_PERSON_FIRST_PERSON_ONLY: return blue;
    case VRM_FIRST_PERSON_AUTO:
    case VRM_FIRST_PERSON_BOTH: break;
    }
    return green;
}

static bool draw_edges(const Posed* posed, const uint32_t* list, size_t count,
                       const uint8_t* is_body) {
    for (size_t t = 0; t + 2 < count; t += 3) {
        vrm_Vec4 color = color_of(posed);
        for (size_t c = 0; c < 3; c++) {
            if (list[t + c] >= posed->count) return true;
            if (!is_body[list[t + c]]) color = red;
        }
        for (size_t c = 0; c < 3; c++)
            if (!vrmi_overlay_line(posed->overlay, point(posed->positions, list[t + c]),
                                   point(posed->positions, list[t + (c + 1) % 3]), color))
                return false;
    }
    return true;
}

static bool draw_first_person(const Posed* posed) {
    const vrm_Gltf* gltf = posed->overlay->gltf;
    const vrm_Allocator* allocator = &posed->overlay->allocator;
    const vrm_Primitive* primitive = &gltf->meshes[posed->node->mesh].primitives[posed->primitive];
    if (primitive->mode != 4) return true;
    uint64_t total = primitive->indices >= 0 ? gltf->accessors[primitive->indices].count
                                             : (uint64_t)posed->count;
    if (total > 3 * VRMI_MAX_OVERLAY_LINES) return true;
    size_t count = (size_t)total;
    uint32_t* list = vrmi_take(allocator, count, sizeof *list);
    uint8_t* is_body = vrmi_take(allocator, posed->count, 1);
    bool is_good = list != NULL && is_body != NULL, is_there = true;
    if (is_good) {
        for (size_t i = 0; i < count; i++) list[i] = (uint32_t)i;
        if (primitive->indices >= 0)
            is_there = vrm_accessor_read_u32(gltf, primitive->indices, list, count) == VRM_OK;
        memset(is_body, posed->node->is_split_in_first_person ? 0 : 1, posed->count);
        if (posed->node->is_split_in_first_person) is_good = mark_body(posed, is_body);
    }
    if (is_good && is_there) is_good = draw_edges(posed, list, count, is_body);
    vrmi_give(allocator, list, count, sizeof *list);
    vrmi_give(allocator, is_body, posed->count, 1);
    return is_good;
}

bool vrmi_overlay_first_person(vrmi_Overlay* overlay) {
    return for_each_primitive(overlay, false, draw_first_person);
}
