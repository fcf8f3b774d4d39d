/* SPDX-License-Identifier: MIT */
/* Any file whose materials are to share pictures: the result loads again as what it was, shows as
 * many triangles, has no coordinate that is not a number, and can go through once more; what is
 * refused, and where nothing is shared, leaves the model as it was. */
#include "save_model.h"

#include "vrm/optimize.h"
#include "vrm/optimize_pictures.h"
#include "vrm/save.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static vrm_OptimizeAtlasDef choose(size_t size) {
    vrm_OptimizeAtlasDef def = vrm_default_optimize_atlas_def();
    def.max_side = 256u << size % 2;
    def.effort = 0;
    def.total_bytes = 8u << 20;
    def.limits.width = def.limits.height = 512;
    return def;
}

static void check_uvs(const vrm_Model* model) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    for (int32_t m = 0; m < gltf->mesh_count; m++)
        for (int32_t p = 0; p < gltf->meshes[m].primitive_count; p++) {
            const vrm_Primitive* primitive = &gltf->meshes[m].primitives[p];
            int32_t uvs = vrm_primitive_attribute(primitive, VRM_SEMANTIC_TEXCOORD, 0);
            if (uvs < 0 || !gltf->accessors[uvs].is_readable) continue;
            size_t count = (size_t)gltf->accessors[uvs].count *
                           (size_t)vrm_accessor_components(gltf->accessors[uvs].type);
            float* values = malloc((count + 1) * sizeof *values);
            require(values != NULL);
            if (vrm_accessor_read_floats(gltf, uvs, values, count) == VRM_OK)
                for (size_t i = 0; i < count; i++) require(isfinite(values[i]));
            free(values);
        }
}

static void check_result(vrm_Model* model, const vrm_OptimizeAtlasDef* def, const uint8_t* after,
                         size_t size) {
    vrm_OptimizeAtlasStats stats;
    vrm_Model* again = load_small(after, size, false);
    require(again != NULL && vrm_model_dialect(again) == vrm_model_dialect(model));
    check_uvs(again);
    require(vrm_optimize_atlas(again, def, NULL, &stats) == VRM_OK);
    vrm_model_destroy(again);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    vrm_OptimizeAtlasDef def = choose(size);
    vrm_OptimizeAtlasStats stats;
    vrm_Weight before_weight, after_weight;
    size_t before_size, after_size;
    vrm_Model* model = load_small(data, size, false);
    if (model == NULL) return 0;
    /* A reference to no element may name one that is added. */
    vrm_Model* strict = load_small(data, size, true);
    bool is_sound = strict != NULL;
    vrm_model_destroy(strict);
    uint8_t* before = save(model, &before_size);
    require(vrm_model_weigh(model, &before_weight) == VRM_OK);
    vrm_Result result = vrm_optimize_atlas(model, &def, NULL, &stats);
    uint8_t* after = save(model, &after_size);
    if (result == VRM_OK && stats.page_count > 0) {
        require(stats.merged_count > stats.page_count);
        require(stats.merged_count <= stats.material_count);
        require(vrm_model_weigh(model, &after_weight) == VRM_OK);
        require(!is_sound || after_weight.triangles == before_weight.triangles);
        if (is_sound) check_result(model, &def, after, after_size);
    } else {
        require(after_size == before_size && memcmp(after, before, after_size) == 0);
    }
    free(before);
    free(after);
    vrm_model_destroy(model);
    return 0;
}
