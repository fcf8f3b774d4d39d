/* SPDX-License-Identifier: MIT */
/* usage: vrm_write_tangents FILE OUT
 * The tangents that render/tangents.c makes for each primitive of a file that has positions,
 * normals and UVs, for judges/judge_tangents.mjs: for each primitive the number of corners as
 * uint32, then for each corner 12 floats: position, normal, UV, tangent. */
#include "tangents.h"
#include "vrm/gltf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static float* read_vectors(const vrm_Gltf* gltf, const vrm_Primitive* primitive,
                           vrm_Semantic semantic, size_t width, uint32_t count) {
    int32_t accessor = vrm_primitive_attribute(primitive, semantic, 0);
    vrm_Allocator allocator = vrmi_render_allocator(NULL);
    float* out = accessor >= 0 ? vrmi_take(&allocator, count, width * sizeof(float)) : NULL;
    if (out != NULL && vrm_accessor_read_floats(gltf, accessor, out, count * width) != VRM_OK)
        exit(1);
    return out;
}

static uint32_t* read_corners(const vrm_Gltf* gltf, const vrm_Primitive* primitive,
                              uint32_t vertex_count, uint32_t* out_count) {
    bool is_indexed = primitive->indices >= 0;
    *out_count = is_indexed ? (uint32_t)gltf->accessors[primitive->indices].count : vertex_count;
    *out_count -= *out_count % 3;
    uint32_t* corners = malloc((size_t)*out_count * sizeof *corners + 1);
    if (corners == NULL) exit(1);
    for (uint32_t i = 0; !is_indexed && i < *out_count; i++) corners[i] = i;
    if (is_indexed &&
        vrm_accessor_read_u32(gltf, primitive->indices, corners, *out_count) != VRM_OK)
        exit(1);
    return corners;
}

static void write_primitive(const vrm_Gltf* gltf, const vrm_Primitive* primitive, FILE* file) {
    int32_t positions = vrm_primitive_attribute(primitive, VRM_SEMANTIC_POSITION, 0);
    if (positions < 0 || primitive->mode != 4) return;
    vrm_Allocator allocator = vrmi_render_allocator(NULL);
    uint32_t count = (uint32_t)gltf->accessors[positions].count, corner_count;
    vrmi_Vertices vertices = {.count = count, .capacity = count};
    vertices.positions = read_vectors(gltf, primitive, VRM_SEMANTIC_POSITION, 3, count);
    vertices.normals = read_vectors(gltf, primitive, VRM_SEMANTIC_NORMAL, 3, count);
    vertices.uv[0] = read_vectors(gltf, primitive, VRM_SEMANTIC_TEXCOORD, 2, count);
    if (vertices.normals != NULL && vertices.uv[0] != NULL) {
        uint32_t* corners = read_corners(gltf, primitive, count, &corner_count);
        vrmi_Range range = {0, corner_count};
        if (vrmi_make_tangents(&allocator, &vertices, 0, corners, &range, 1) != VRM_OK) exit(1);
        fwrite(&corner_count, sizeof corner_count, 1, file);
        for (uint32_t i = 0; i < corner_count; i++) {
            size_t at = corners[i];
            fwrite(vertices.positions + at * 3, sizeof(float), 3, file);
            fwrite(vertices.normals + at * 3, sizeof(float), 3, file);
            fwrite(vertices.uv[0] + at * 2, sizeof(float), 2, file);
            fwrite(vertices.tangents + at * 4, sizeof(float), 4, file);
        }
        free(corners);
    }
    vrmi_vertices_release(&allocator, &vertices);
}

int main(int argc, char** argv) {
    vrm_Model* model = NULL;
    if (argc != 3 || vrm_model_load_file(argv[1], NULL, NULL, &model) != VRM_OK) return 1;
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    FILE* file = fopen(argv[2], "wb");
    if (file == NULL) return 1;
    for (int32_t i = 0; i < gltf->mesh_count; i++)
        for (int32_t j = 0; j < gltf->meshes[i].primitive_count; j++)
            write_primitive(gltf, &gltf->meshes[i].primitives[j], file);
    vrm_model_destroy(model);
    return fclose(file) == 0 ? 0 : 1;
}
