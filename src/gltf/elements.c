/* SPDX-License-Identifier: MIT */
#include "gltf/elements.h"

#include "base/alloc.h"
size_t vrmi_element_count(uint32_t mode, size_t indices) {
    switch (mode) {
    case VRMI_MODE_POINTS: return indices;
    case VRMI_MODE_LINES: return indices / 2;
    case VRMI_MODE_LINE_LOOP: return indices < 2 ? 0 : indices;
    case VRMI_MODE_LINE_STRIP: return indices < 2 ? 0 : indices - 1;
    case VRMI_MODE_TRIANGLES: return indices / 3;
    case VRMI_MODE_TRIANGLE_STRIP:
    case VRMI_MODE_TRIANGLE_FAN: return indices < 3 ? 0 : indices - 2;
    default: return 0;
    }
}

uint64_t vrmi_triangle_count(const vrm_Gltf* gltf, const vrm_Primitive* primitive) {
    int32_t accessor = primitive->indices >= 0
                           ? primitive->indices
                           : vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    if (accessor < 0 || !vrmi_mode_has_triangles(primitive->mode)) return 0;
    return vrmi_element_count(primitive->mode, (size_t)gltf->accessors[accessor].count);
}

size_t vrmi_element_corners(uint32_t mode, size_t i, size_t indices, size_t out[3]) {
    switch (mode) {
    case VRMI_MODE_POINTS: out[0] = i; return 1;
    case VRMI_MODE_LINES:
        out[0] = 2 * i;
        out[1] = 2 * i + 1;
        return 2;
    case VRMI_MODE_LINE_LOOP:
    case VRMI_MODE_LINE_STRIP:
        out[0] = i;
        out[1] = i + 1 < indices ? i + 1 : 0;
        return 2;
    case VRMI_MODE_TRIANGLE_STRIP:
        out[0] = i;
        out[1] = i + 1 + i % 2;
        out[2] = i + 2 - i % 2;
        return 3;
    case VRMI_MODE_TRIANGLE_FAN:
        out[0] = i + 1;
        out[1] = i + 2;
        out[2] = 0;
        return 3;
    default:
        for (size_t k = 0; k < 3; k++) out[k] = 3 * i + k;
        return 3;
    }
}

vrm_Result vrmi_read_indices_of(const vrm_Gltf* gltf, const vrm_Primitive* primitive,
                                size_t vertex_count, vrmi_Arena* arena, uint32_t** out_indices,
                                size_t* out_count) {
    const vrm_Accessor* accessor =
        primitive->indices < 0 ? NULL : &gltf->accessors[primitive->indices];
    *out_indices = NULL;
    *out_count = 0;
    /* The count of an unreadable accessor is not checked against any buffer. */
    if (accessor != NULL && (!accessor->is_readable || accessor->type != VRM_ACCESSOR_SCALAR ||
                             accessor->count > UINT32_MAX / 4))
        return VRM_ERR_INVALID;
    size_t count = accessor == NULL ? vertex_count : (size_t)accessor->count;
    uint32_t* indices = vrmi_arena_alloc(arena, count + 1, sizeof *indices);
    if (indices == NULL) return VRM_ERR_MEMORY;
    for (size_t i = 0; accessor == NULL && i < count; i++) indices[i] = (uint32_t)i;
    if (accessor != NULL &&
        vrm_accessor_read_u32(gltf, primitive->indices, indices, count) != VRM_OK)
        return VRM_ERR_INVALID;
    *out_indices = indices;
    *out_count = count;
    return VRM_OK;
}
