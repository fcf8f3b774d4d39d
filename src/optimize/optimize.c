/* SPDX-License-Identifier: MIT */
#include "optimize/optimize.h"

#include "model/model_copy.h"

void vrm_optimize_def_init(vrm_OptimizeDef* def, size_t def_size) {
    vrm_OptimizeDef defaults = {.removes_unused = true,
                                .merges_equal = true,
                                .stores_morphs_sparse = true,
                                .compacts_vertices = true,
                                .joins_primitives = true,
                                .max_error = 0.01f};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

/* ---- The passes ---- */

#define ARENA_STEP 16384

typedef void Pass(vrmi_Optimization* optimization);

/* Buffers of side files and URIs, and compressed views, become one chunk. */
static void embed(vrmi_Optimization* optimization) {
    vrm_Edit* edit = optimization->edit;
    vrm_JsonRef missing = vrmi_edit_embed(edit);
    if (missing != VRM_JSON_MISSING)
        vrmi_report(optimization->report, VRMI_RULE_OPTIMIZE_DATA_MISSING, edit->json, missing,
                    NULL);
    optimization->is_changed = edit->has_bin;
}

/* Bytes that zeros may take as plain data, for each byte of the file. */
#define DENSE_PER_BYTE 32

/* All accessors as plain data. */
static void expand(vrmi_Optimization* optimization) {
    vrm_Edit* edit = optimization->edit;
    const vrm_Gltf* gltf = optimization->gltf;
    int32_t plain = 0, kept;
    for (int32_t i = 0; i < gltf->accessor_count; i++)
        plain += gltf->accessors[i].buffer_view >= 0 && !gltf->accessors[i].is_sparse;
    if (plain == gltf->accessor_count) return;
    vrm_edit_expand_accessors(edit, optimization->file_bytes * DENSE_PER_BYTE + 16777216, &kept);
    optimization->is_changed = true;
}

static vrm_Result run_pass(vrmi_Optimization* optimization, Pass* pass) {
    vrm_Model* model = optimization->model;
    vrm_Result result = vrm_edit_begin(model, &optimization->edit);
    if (result != VRM_OK) return result;
    optimization->gltf = &model->document->gltf;
    optimization->is_changed = false;
    /* Passes rewind the arena often: its blocks stay small, so that small files take little. */
    vrmi_arena_init(&optimization->arena, &optimization->edit->allocator, ARENA_STEP);
    optimization->arena.largest_step = ARENA_STEP;
    pass(optimization);
    vrmi_arena_release(&optimization->arena);
    result = optimization->edit->result;
    bool commits = result == VRM_OK && optimization->is_changed;
    if (commits) result = vrm_edit_commit(optimization->edit, NULL);
    if (!commits || result != VRM_OK) vrm_edit_abandon(optimization->edit);
    optimization->has_changed |= commits;
    return result;
}

typedef struct Step {
    Pass* pass;
    bool is_wanted;
    int id; /* vrm_OptimizePass, or one of the two below */
} Step;

enum {
    UNLISTED = -1,  /* no statistics of its own */
    RUNS_AGAIN = -2 /* nor findings: the pass runs again later, and reports then */
};

static vrm_Result run_step(vrmi_Optimization* optimization, const Step* step, bool* out_changed) {
    *out_changed = false;
    if (!step->is_wanted) return VRM_OK;
    vrm_Report* report = optimization->report;
    if (step->id == RUNS_AGAIN) optimization->report = NULL;
    vrm_Result result = run_pass(optimization, step->pass);
    optimization->report = report;
    *out_changed = result == VRM_OK && optimization->is_changed;
    return result;
}

static vrm_Result run_once(vrmi_Optimization* optimization, const Step* steps, size_t count) {
    vrm_Result result = VRM_OK;
    bool has_changed;
    for (size_t i = 0; i < count && result == VRM_OK; i++)
        result = run_step(optimization, &steps[i], &has_changed);
    return result;
}

/* Usual files need two rounds; the limit is for files that are made to need many. */
#define ROUNDS 8

/* The passes enable each other: they take turns until none changes anything. */
static vrm_Result run_in_turns(vrmi_Optimization* optimization, const Step* steps, size_t count,
                               vrm_OptimizeStats* stats) {
    size_t idle = 0; /* steps in a row that changed nothing */
    vrm_Result result = VRM_OK;
    for (size_t i = 0; i < ROUNDS * count && idle < count && result == VRM_OK; i++) {
        const Step* step = &steps[i % count];
        bool has_changed;
        result = run_step(optimization, step, &has_changed);
        idle = has_changed ? 0 : idle + 1;
        if (result == VRM_OK && i < count)
            result = vrm_model_weigh(optimization->model, &stats->after_pass[step->id]);
    }
    return result;
}

static vrm_Result run_all(vrmi_Optimization* optimization, vrm_OptimizeStats* stats) {
    const vrm_OptimizeDef* def = &optimization->def;
    bool cleans = def->removes_unused || def->merges_equal || def->drops_idle_nodes;
    bool has_morphs = def->stores_morphs_sparse || def->drops_morph_normals;
    bool folds = def->folds_bones || def->max_spring_joints > 0;
    bool joins_again = def->joins_meshes && folds;
    const Step first[] = {
        {embed, true, UNLISTED},
        {vrmi_morph_noise, def->quantizes || def->max_triangles > 0, UNLISTED},
        {vrmi_unbound_morphs, def->drops_unbound_morphs, UNLISTED},
        /* Before folding: nodes without a mesh and joints that no longer sway can be folded. */
        {vrmi_join_meshes, def->joins_meshes, joins_again ? RUNS_AGAIN : UNLISTED},
        /* Meshes that were joined, but stay because nothing unused is removed. */
        {vrmi_unbound_morphs,
         def->drops_unbound_morphs && def->joins_meshes && !def->removes_unused, UNLISTED},
        {vrmi_prune, cleans && joins_again, UNLISTED},
        {vrmi_thin_springs, def->max_spring_joints > 0, UNLISTED},
        {vrmi_fold_bones, folds, joins_again ? RUNS_AGAIN : UNLISTED},
        {vrmi_prune_folded, folds, UNLISTED},
        /* Removed bones may have kept meshes apart: join again. */
        {vrmi_join_meshes, joins_again, UNLISTED},
        {vrmi_prune, cleans && joins_again, UNLISTED},
        {vrmi_fold_bones, joins_again, UNLISTED},
        {vrmi_prune_folded, joins_again, UNLISTED},
        /* Unused elements are not expanded, and their triangles do not count. */
        {vrmi_prune, cleans && (def->stores_dense || def->max_triangles > 0), UNLISTED},
        {expand, def->stores_dense, UNLISTED},
        /* Triangles whose vertices are equal, but not the same, have a border between them. */
        {vrmi_compact_vertices, def->compacts_vertices && def->max_triangles > 0, UNLISTED},
        {vrmi_simplify, def->max_triangles > 0, UNLISTED},
        {vrmi_quantize, def->quantizes, UNLISTED},
    };
    const Step turns[] = {
        {vrmi_compact_vertices, def->compacts_vertices, VRM_OPTIMIZE_VERTICES},
        {vrmi_sparse_morphs, has_morphs, VRM_OPTIMIZE_MORPHS},
        {vrmi_prune, cleans, VRM_OPTIMIZE_ELEMENTS},
        {vrmi_join_primitives, def->joins_primitives, VRM_OPTIMIZE_PRIMITIVES},
    };
    const Step last = {vrmi_compress_views, def->compresses_meshopt, UNLISTED};
    vrm_Result result = run_once(optimization, first, sizeof first / sizeof *first);
    if (result == VRM_OK)
        result = run_in_turns(optimization, turns, sizeof turns / sizeof *turns, stats);
    if (result == VRM_OK) result = run_once(optimization, &last, 1);
    return result == VRM_OK ? vrm_model_weigh(optimization->model, &stats->after) : result;
}

/* Whether the result replaces the model: it has fewer bytes, draw calls or meshes, is a GLB instead
 * of text, or was asked for at any size. */
static bool is_better(const vrmi_Optimization* optimization, const vrm_Model* given,
                      const vrm_OptimizeStats* stats) {
    const vrm_OptimizeDef* def = &optimization->def;
    bool is_packed = !vrm_model_is_glb(given) && vrm_model_is_glb(optimization->model);
    return optimization->has_changed &&
           (def->stores_dense || optimization->is_lighter || is_packed ||
            stats->after.file_bytes < stats->before.file_bytes ||
            stats->after.draw_calls < stats->before.draw_calls ||
            stats->after.meshes < stats->before.meshes);
}

vrm_Result vrm_optimize(vrm_Model* model, const vrm_OptimizeDef* given, vrm_Report* report,
                        vrm_OptimizeStats* out_stats) {
    vrm_OptimizeStats stats = {0};
    vrmi_Optimization optimization = {.def = vrm_default_optimize_def(), .report = report};
    if (out_stats != NULL) *out_stats = stats;
    if (given != NULL && !vrmi_def_copy(&optimization.def, sizeof optimization.def, given))
        return VRM_ERR_DEF;
    if (!(optimization.def.max_error >= 0.0f)) return VRM_ERR_ARGUMENT;
    if (optimization.def.stores_dense) optimization.def.stores_morphs_sparse = false;
    vrm_Result result = vrm_model_weigh(model, &stats.before);
    optimization.file_bytes = stats.before.file_bytes;
    if (result == VRM_OK) result = vrmi_model_copy(model, report, &optimization.model);
    if (result != VRM_OK) return result;
    result = run_all(&optimization, &stats);
    vrmi_release(&optimization.model->document->def.allocator, optimization.folded,
                 optimization.folded_count + 1);
    vrmi_release(&optimization.model->document->def.allocator, optimization.freed,
                 optimization.freed_count + 1);
    result = vrmi_budget_close(&optimization.model->document->budget, result);
    if (result == VRM_OK && is_better(&optimization, model, &stats)) {
        vrmi_model_take_place(model, optimization.model);
    } else {
        vrm_model_destroy(optimization.model);
        stats.after = stats.before;
        for (int i = 0; i < VRM_OPTIMIZE_PASS_COUNT; i++) stats.after_pass[i] = stats.before;
        const vrm_Json* json = model->document->json;
        if (result == VRM_OK)
            vrmi_report(report, VRMI_RULE_OPTIMIZE_ALREADY, json, vrm_json_root(json), NULL);
    }
    if (result == VRM_OK && out_stats != NULL) *out_stats = stats;
    return result;
}
