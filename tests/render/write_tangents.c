/* SPDX-License-Identifier: MIT */
/* usage: vrm_write_tangents FILE OUT
 * The tangents that vrm_primitive_triangles() makes for each primitive of a file that has
 * positions, normals and UVs and no tangents, for judges/judge_tangents.mjs: for each primitive the
 * number of corners as uint32, then for each corner 12 floats: position, normal, UV, tangent. */
#include "vrm/mesh.h"
#include "vrm/model.h"

#include <stdio.h>

static bool write_primitive(const vrm_Gltf* gltf, const vrm_Primitive* primitive, FILE* file) {
    vrm_TrianglesDef def = vrm_default_triangles_def();
    def.wants_tangents = true;
    vrm_Triangles* made;
    vrm_Result result = vrm_primitive_triangles(gltf, primitive, &def, &made);
    if (result != VRM_OK) return result == VRM_ERR_UNSUPPORTED;
    bool has_normals = vrm_primitive_attribute(primitive, VRM_SEMANTIC_NORMAL, 0) >= 0;
    if (made->has_made_tangents && has_normals) {
        fwrite(&made->index_count, sizeof made->index_count, 1, file);
        for (uint32_t i = 0; i < made->index_count; i++) {
            uint32_t at = made->indices[i];
            fwrite(&made->positions[at], sizeof(float), 3, file);
            fwrite(&made->normals[at], sizeof(float), 3, file);
            fwrite(&made->uvs[0][at], sizeof(float), 2, file);
            fwrite(&made->tangents[at], sizeof(float), 4, file);
        }
    }
    vrm_triangles_destroy(made);
    return true;
}

int main(int argc, char** argv) {
    vrm_Model* model = NULL;
    if (argc != 3 || vrm_model_load_file(argv[1], NULL, NULL, &model) != VRM_OK) return 1;
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    FILE* file = fopen(argv[2], "wb");
    bool is_good = file != NULL;
    for (int32_t i = 0; is_good && i < gltf->mesh_count; i++)
        for (int32_t j = 0; is_good && j < gltf->meshes[i].primitive_count; j++)
            is_good = write_primitive(gltf, &gltf->meshes[i].primitives[j], file);
    vrm_model_destroy(model);
    return file != NULL && fclose(file) == 0 && is_good ? 0 : 1;
}
