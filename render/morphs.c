/* SPDX-License-Identifier: MIT */
/* Morph targets as a texture of deltas. A target stores only the range of vertices that it moves:
 * faces are a small part of a body, and a target that moves nothing takes no memory. */
#include "morphs.h"

#include "float_texture.h"
#include "renderer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAX_DELTA   1e6f
#define NO_MOVEMENT 1e-8f     /* metres: what exporters leave as rounding */
#define MAX_TEXELS  (1 << 24) /* places are handed to the shader as floats, exact up to here */

typedef struct Deltas {
    vrmi_Upload* upload;
    vrmi_Geometry* geometry;
    size_t count;               /* vertices of the file */
    float *positions, *normals; /* of one target, 3 for each vertex */
    float* texels;
    size_t texel_count, texel_capacity;
} Deltas;

/* Zeros where the target does not have the attribute. Returns false when the attribute is
 * broken. */
static bool read_deltas(const Deltas* deltas, const vrm_MorphTarget* target, vrm_Semantic semantic,
                        float* out) {
    const vrm_Gltf* gltf = deltas->upload->gltf;
    memset(out, 0, deltas->count * 12);
    int32_t index = vrm_morph_target_attribute(target, semantic);
    if (index < 0) return true;
    const vrm_Accessor* accessor = &gltf->accessors[index];
    if (accessor->type != VRM_ACCESSOR_VEC3 || accessor->count != deltas->count) return false;
    if (vrm_accessor_read_floats(gltf, index, out, deltas->count * 3) == VRM_OK) return true;
    memset(out, 0, deltas->count * 12);
    return false;
}

static bool moves(const float* delta) {
    return fabsf(delta[0]) > NO_MOVEMENT || fabsf(delta[1]) > NO_MOVEMENT ||
           fabsf(delta[2]) > NO_MOVEMENT;
}

static void put_texel(float* texel, const float* delta) {
    for (int k = 0; k < 3; k++) texel[k] = fmaxf(fminf(delta[k], MAX_DELTA), -MAX_DELTA);
    texel[3] = 0.0f;
}

static vrm_Result add_target(Deltas* deltas, vrmi_MorphRange* range) {
    size_t first = deltas->count, last = 0;
    bool has_normals = deltas->geometry->has_morph_normals;
    for (size_t i = 0; i < deltas->count; i++) {
        if (!moves(deltas->positions + i * 3) && !(has_normals && moves(deltas->normals + i * 3)))
            continue;
        if (first > i) first = i;
        last = i;
    }
    if (first > last) return VRM_OK;
    size_t stride = has_normals ? 2 : 1, count = last - first + 1;
    size_t needed = deltas->texel_count + count * stride;
    const vrm_Drawable* drawable = deltas->upload->drawable;
    if (needed > MAX_TEXELS || needed * 16 > deltas->upload->geometry_bytes ||
        drawable->gpu_bytes + needed * 16 > drawable->max_gpu_bytes)
        return VRM_ERR_LIMIT;
    float* texels = vrmi_room(&deltas->upload->def.allocator, deltas->texels,
                              &deltas->texel_capacity, needed, 16);
    if (texels == NULL) return VRM_ERR_MEMORY;
    deltas->texels = texels;
    *range = (vrmi_MorphRange){(uint32_t)deltas->texel_count, (uint32_t)first, (uint32_t)count};
    for (size_t i = first; i <= last; i++) {
        put_texel(texels + deltas->texel_count++ * 4, deltas->positions + i * 3);
        if (has_normals) put_texel(texels + deltas->texel_count++ * 4, deltas->normals + i * 3);
    }
    return VRM_OK;
}

static vrm_Result read_targets(Deltas* deltas, const vrm_Primitive* primitive) {
    vrmi_Geometry* geometry = deltas->geometry;
    vrmi_Upload* upload = deltas->upload;
    for (int32_t t = 0; t < primitive->target_count; t++) {
        const vrm_MorphTarget* target = &primitive->targets[t];
        char path[24];
        snprintf(path, sizeof path, "/targets/%d", t);
        const char* pointer =
            vrmi_primitive_pointer(upload, geometry->mesh, geometry->primitive, path);
        /* A target costs time even where it moves nothing, and a file may reference one accessor
         * repeatedly. */
        upload->work += deltas->count;
        if (upload->work > VRMI_MAX_WORK) {
            vrmi_upload_report(upload, "RENDER_MEMORY_LIMIT", pointer, NULL);
            return VRM_OK;
        }
        bool is_good = read_deltas(deltas, target, VRM_SEMANTIC_POSITION, deltas->positions);
        if (geometry->has_morph_normals)
            is_good = read_deltas(deltas, target, VRM_SEMANTIC_NORMAL, deltas->normals) && is_good;
        if (!is_good) vrmi_upload_report(upload, "RENDER_MORPH_BROKEN", pointer, NULL);
        vrm_Result result = add_target(deltas, &geometry->morphs[t]);
        if (result == VRM_ERR_LIMIT) {
            vrmi_upload_report(upload, "RENDER_MEMORY_LIMIT", pointer, NULL);
            return VRM_OK;
        }
        if (result != VRM_OK) return result;
    }
    return VRM_OK;
}

static void upload_texels(Deltas* deltas, vrmi_Geometry* geometry) {
    vrmi_Upload* upload = deltas->upload;
    vrm_Renderer* renderer = upload->drawable->renderer;
    size_t rows = (deltas->texel_count + 2047) / 2048;
    if (rows > (size_t)renderer->max_texture ||
        !vrmi_upload_spend_geometry(
            upload, rows * 2048 * 16,
            vrmi_primitive_pointer(upload, geometry->mesh, geometry->primitive, "/targets")))
        return;
    geometry->morph_texture =
        vrmi_make_float_texture(renderer, deltas->texel_count, deltas->texels);
    geometry->morph_bytes = rows * 2048 * 16;
    renderer->stats.textures++;
    renderer->stats.gpu_bytes += (int64_t)geometry->morph_bytes;
}

vrm_Result vrmi_upload_morphs(vrmi_Upload* upload, vrmi_Geometry* geometry) {
    const vrm_Allocator* allocator = &upload->def.allocator;
    const vrm_Primitive* primitive =
        &upload->gltf->meshes[geometry->mesh].primitives[geometry->primitive];
    if (primitive->target_count == 0) return VRM_OK;
    Deltas deltas = {.upload = upload, .geometry = geometry, .count = geometry->source_count};
    for (int32_t t = 0; t < primitive->target_count && geometry->has_normals; t++)
        if (vrm_morph_target_attribute(&primitive->targets[t], VRM_SEMANTIC_NORMAL) >= 0)
            geometry->has_morph_normals = true;
    geometry->morph_count = primitive->target_count;
    geometry->morphs =
        vrmi_take(allocator, (size_t)geometry->morph_count, sizeof *geometry->morphs);
    deltas.positions = vrmi_take(allocator, deltas.count, 12);
    deltas.normals = vrmi_take(allocator, deltas.count, 12);
    vrm_Result result = VRM_ERR_MEMORY;
    if (geometry->morphs != NULL && deltas.positions != NULL && deltas.normals != NULL)
        result = read_targets(&deltas, primitive);
    if (result == VRM_OK && deltas.texel_count > 0) {
        /* Whole rows, so that the texture can be filled at once. */
        size_t whole = (deltas.texel_count + 2047) / 2048 * 2048;
        float* texels = vrmi_room(allocator, deltas.texels, &deltas.texel_capacity, whole, 16);
        if (texels == NULL) {
            result = VRM_ERR_MEMORY;
        } else {
            deltas.texels = texels;
            upload_texels(&deltas, geometry);
        }
    }
    vrmi_give(allocator, deltas.texels, deltas.texel_capacity, 16);
    vrmi_give(allocator, deltas.positions, deltas.count, 12);
    vrmi_give(allocator, deltas.normals, deltas.count, 12);
    return result;
}
