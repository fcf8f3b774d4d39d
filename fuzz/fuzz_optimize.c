/* SPDX-License-Identifier: MIT */
/* Any file optimized by options that its size chooses, and saved: the result loads again as what it
 * was, it does not outgrow what was given, and what is refused leaves the model as it was. */
#include "save_model.h"

#include "vrm/optimize.h"
#include "vrm/save.h"

#include <stdlib.h>
#include <string.h>

static vrm_OptimizeDef choose(size_t size) {
    vrm_OptimizeDef def = vrm_default_optimize_def();
    def.removes_unused = size % 7 != 0;
    def.merges_equal = size % 5 != 0;
    def.compacts_vertices = size % 11 != 0;
    def.joins_primitives = size % 13 != 0;
    def.stores_morphs_sparse = size % 3 != 0;
    def.drops_unbound_morphs = size % 2 == 0;
    def.drops_idle_nodes = size % 4 < 2;
    def.drops_morph_normals = size % 6 == 0;
    def.stores_dense = size % 8 == 0;
    def.folds_bones = size % 9 < 3;
    def.joins_meshes = size % 5 < 3;
    def.max_spring_joints = size % 10 == 0 ? (uint32_t)(size % 23) + 1 : 0;
    return def;
}

static void check_weights(const vrm_OptimizeDef* def, const vrm_OptimizeStats* stats) {
    require(stats->after.triangles == stats->before.triangles || def->drops_idle_nodes);
    bool is_lighter = def->folds_bones || def->max_spring_joints > 0; /* whatever it costs */
    require(def->stores_dense || is_lighter ||
            stats->after.file_bytes <= stats->before.file_bytes ||
            stats->after.draw_calls < stats->before.draw_calls ||
            stats->after.meshes < stats->before.meshes);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    vrm_OptimizeDef def = choose(size);
    vrm_OptimizeStats stats;
    size_t before_size, after_size;
    vrm_Model* model = load_small(data, size, false);
    if (model == NULL) return 0;
    uint8_t* before = save(model, &before_size);
    vrm_Result result = vrm_optimize(model, &def, NULL, &stats);
    uint8_t* after = save(model, &after_size);
    if (result == VRM_OK) {
        check_weights(&def, &stats);
        vrm_Model* again = load_small(after, after_size, false);
        require(again != NULL && vrm_model_dialect(again) == vrm_model_dialect(model));
        require(vrm_optimize(again, &def, NULL, NULL) == VRM_OK);
        vrm_model_destroy(again);
    } else {
        require(after_size == before_size && memcmp(after, before, after_size) == 0);
    }
    free(before);
    free(after);
    vrm_model_destroy(model);
    return 0;
}
