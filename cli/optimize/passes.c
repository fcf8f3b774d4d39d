/* SPDX-License-Identifier: MIT */
#include "optimize/passes.h"

#include "facts/loads.h"

#include <string.h>

void cli_tell_failure(vrm_Result result, const vrm_Report* own, vrm_Report* report) {
    for (int32_t i = 0; result != VRM_OK && own != NULL && i < vrm_report_count(own); i++) {
        vrm_Finding finding = vrm_report_get(own, i);
        if (finding.severity == VRM_ERROR)
            vrm_report_add(report, finding.code, finding.pointer, finding.message);
    }
}

/* A further run repeats its findings, so only failures are reported. */
static vrm_Result optimize_again(vrm_Model* model, const vrm_OptimizeDef* def, vrm_Report* report,
                                 vrm_OptimizeStats* stats) {
    vrm_Report* own = NULL;
    vrm_Result result = vrm_report_create(NULL, &own);
    if (result == VRM_OK) result = vrm_optimize(model, def, own, stats);
    cli_tell_failure(result, own, report);
    vrm_report_destroy(own);
    return result;
}

#ifdef CLI_HAS_RENDER
/* Pixels of all pictures that are decoded, in all. */
#define PICTURE_BYTES ((uint64_t)1 << 32)

/* Pixels of four bytes: a picture of 4096 x 4096, and 256 for each byte of the file, so that a
 * small file takes little time. */
static uint64_t picture_bytes(const vrm_Model* model) {
    uint64_t bytes = 4 * (((uint64_t)1 << 24) + 256 * vrm_model_source_bytes(model));
    return bytes < PICTURE_BYTES ? bytes : PICTURE_BYTES;
}

/* Pictures that were packed in different ways may be equal now, and so may their materials: passes
 * without a loss have something to do once more. */
static vrm_Result merge_pictures(const cli_Passes* passes, vrm_Model* model, vrm_Report* report) {
    vrm_OptimizeDef def = vrm_default_optimize_def();
    const vrm_OptimizeDef* wanted = &passes->def;
    if (!wanted->merges_equal) return VRM_OK;
    def.removes_unused = wanted->removes_unused;
    def.stores_morphs_sparse = wanted->stores_morphs_sparse;
    def.compacts_vertices = wanted->compacts_vertices;
    def.joins_primitives = wanted->joins_primitives;
    def.joins_meshes = wanted->joins_meshes;
    def.stores_dense = wanted->stores_dense;
    return optimize_again(model, &def, report, NULL);
}

/* Puts pictures into atlases. The passes over meshes then join primitives of merged materials and
 * remove unused elements. */
static vrm_Result make_atlases(cli_Passes* passes, const vrm_OptimizeDef* def, vrm_Model* model,
                               vrm_Report* report) {
    vrm_OptimizeAtlasStats stats;
    vrm_OptimizeStats after;
    vrm_OptimizeDef rest = *def;
    if (!passes->has_atlas || !vrm_model_is_glb(model)) return VRM_OK;
    rest.max_triangles = rest.max_spring_joints = 0;
    passes->atlas.effort = passes->has_pictures ? 0 : passes->pictures.effort; /* packed later */
    passes->atlas.total_bytes = 2 * picture_bytes(model); /* pictures, and pages of them */
    vrm_Result result = vrm_optimize_atlas(model, &passes->atlas, report, &stats);
    if (result != VRM_OK || stats.page_count == 0) return result;
    memset(&passes->last_pictures, 0, sizeof passes->last_pictures); /* pages are new */
    result = optimize_again(model, &rest, report, &after);
    if (result == VRM_OK) passes->stats.after = after.after;
    return result;
}

/* Runs after the passes over meshes, when unused pictures are removed and the file is a GLB. Equal
 * settings are not applied twice. */
static vrm_Result change_pictures(cli_Passes* passes, vrm_Model* model, vrm_Report* report,
                                  bool again) {
    vrm_OptimizePicturesStats stats;
    vrm_OptimizePicturesDef* def = &passes->pictures;
    if (!passes->has_pictures || !vrm_model_is_glb(model)) return VRM_OK;
    if (!again) def->total_bytes = picture_bytes(model);
    if (again && memcmp(def, &passes->last_pictures, sizeof *def) == 0) return VRM_OK;
    memcpy(&passes->last_pictures, def, sizeof *def);
    vrm_Result result = vrm_optimize_pictures(model, def, report, &stats);
    if (result != VRM_OK) return result;
    if (stats.changed_count > 0) result = merge_pictures(passes, model, report);
    vrm_optimize_pictures_stats_release(&stats);
    if (result == VRM_OK) result = vrm_model_weigh(model, &passes->stats.after);
    passes->after_pictures = passes->stats.after;
    return result;
}
#endif

/* Compression comes last: compressed bytes cannot be moved in the file. */
static vrm_Result compress(cli_Passes* passes, vrm_Model* model, vrm_Report* report) {
    vrm_OptimizeStats stats;
    vrm_OptimizeDef def = passes->def;
    if (!def.compresses_meshopt) return VRM_OK;
    def.max_triangles = 0;
    def.max_spring_joints = 0;
    vrm_Result result = optimize_again(model, &def, report, &stats);
    if (result == VRM_OK) passes->stats.after = stats.after;
    return result;
}

/* Bytes of all textures on a graphics card. */
static vrm_Result count_textures(const vrm_Model* model, uint64_t* out) {
    cli_Loads loads;
    vrm_Result result = cli_measure_loads(model, &loads);
    *out = result == VRM_OK ? (uint64_t)loads.texture_memory : 0;
    return result;
}

vrm_Result cli_run_passes(cli_Passes* passes, vrm_Model* model, vrm_Report* report, bool again) {
    vrm_OptimizeDef def = passes->def;
    vrm_Weight before = passes->stats.before;
    vrm_Result result = VRM_OK;
    if (!again) {
        passes->after_pictures.file_bytes = 0;
        result = count_textures(model, &passes->gpu_before);
    }
    def.compresses_meshopt = false;
    if (result == VRM_OK) result = vrm_optimize(model, &def, report, &passes->stats);
    if (again) passes->stats.before = before;
#ifdef CLI_HAS_RENDER
    if (result == VRM_OK) result = make_atlases(passes, &def, model, report);
    if (result == VRM_OK) result = change_pictures(passes, model, report, again);
#endif
    if (result == VRM_OK) result = compress(passes, model, report);
    return result == VRM_OK ? count_textures(model, &passes->gpu_after) : result;
}
