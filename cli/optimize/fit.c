/* SPDX-License-Identifier: MIT */
#include "optimize/fit.h"

#include <string.h>

/* The avatar as the policy measures it. */
typedef struct State {
    const cli_Policy* policy;
    cli_PolicyLimit limits[CLI_POLICY_LIMITS];
    int count;
} State;

/* A limit that is not held; NULL: it is, or the policy has none of that name. */
static const cli_PolicyLimit* excess(const State* state, const char* name) {
    for (int i = 0; i < state->count; i++) {
        const cli_PolicyLimit* limit = &state->limits[i];
        bool refuses = limit->severity == VRM_ERROR || limit->severity == VRM_WARNING;
        if (strcmp(limit->name, name) == 0)
            return refuses && limit->is_known && !limit->is_met ? limit : NULL;
    }
    return NULL;
}

static uint64_t most(const cli_PolicyLimit* limit) {
    return limit->max > 0 ? (uint64_t)limit->max : 0;
}

/* Of pictures that lose detail. */
#define LOSSY_QUALITY 85.0f

static const char WITHOUT_UNBOUND[] = "without morph targets that nothing uses",
                  IN_FEWER_BITS[] = "normals, weights and texture coordinates in fewer bits";
static const char OF_LOWER_QUALITY[] = "pictures of quality 85";

/* ---- Steps ---- */

/* Changes the passes where a limit asks for it; false: there is nothing to do. */
typedef bool StepFn(const State* state, cli_Passes* passes);

static bool drop_unbound(const State* state, cli_Passes* passes) {
    if (excess(state, "morphTargets") == NULL && excess(state, "fileBytes") == NULL) return false;
    if (passes->def.drops_unbound_morphs) return false;
    passes->def.drops_unbound_morphs = true;
    return true;
}

static bool join_meshes(const State* state, cli_Passes* passes) {
    static const char* const limits[] = {"drawCalls", "skinnedMeshes", "unskinnedMeshes", "meshes",
                                         "primitives"};
    bool is_wanted = false;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        is_wanted = is_wanted || excess(state, limits[i]) != NULL;
    if (!is_wanted || passes->def.joins_meshes) return false;
    passes->def.joins_meshes = true;
    return true;
}

static bool drop_nodes(const State* state, cli_Passes* passes) {
    if (excess(state, "nodes") == NULL) return false;
    passes->def.drops_idle_nodes = true;
    return true;
}

static bool fold_bones(const State* state, cli_Passes* passes) {
    if (excess(state, "bones") == NULL && excess(state, "nodes") == NULL) return false;
    passes->def.folds_bones = true;
    return true;
}

static bool thin_springs(const State* state, cli_Passes* passes) {
    const cli_PolicyLimit* limit = excess(state, "springJoints");
    if (limit == NULL || most(limit) == 0 || most(limit) > UINT32_MAX) return false;
    passes->def.max_spring_joints = (uint32_t)most(limit);
    return true;
}

static bool quantize(const State* state, cli_Passes* passes) {
    if (excess(state, "fileBytes") == NULL || passes->def.quantizes ||
        cli_policy_refuses_extension(state->policy, "KHR_mesh_quantization"))
        return false;
    passes->def.quantizes = true;
    return true;
}

static bool simplify(const State* state, cli_Passes* passes) {
    const cli_PolicyLimit* limit = excess(state, "triangles");
    if (limit == NULL || most(limit) == 0) return false;
    passes->def.max_triangles = most(limit);
    return true;
}

#ifdef CLI_HAS_RENDER
static bool share_pictures(const State* state, cli_Passes* passes) {
    if (excess(state, "materials") == NULL && excess(state, "drawCalls") == NULL &&
        excess(state, "primitives") == NULL)
        return false;
    passes->has_atlas = true;
    return true;
}

static bool store_pictures(const State* state, cli_Passes* passes) {
    if (passes->has_pictures || excess(state, "fileBytes") == NULL) return false;
    passes->has_pictures = true;
    return true;
}

static bool limit_sides(const State* state, cli_Passes* passes) {
    const cli_PolicyLimit* limit = excess(state, "textureSide");
    if (limit == NULL || most(limit) == 0) return false;
    passes->has_pictures = true;
    passes->pictures.max_side = (uint32_t)most(limit);
    return true;
}

static bool limit_pixels(const State* state, cli_Passes* passes) {
    const cli_PolicyLimit* limit = excess(state, "texturePixels");
    if (limit == NULL || most(limit) == 0) return false;
    passes->has_pictures = true;
    passes->pictures.max_pixels = most(limit);
    return true;
}

/* Four bytes for each pixel, and a third of them for smaller levels. */
static bool limit_memory(const State* state, cli_Passes* passes) {
    const cli_PolicyLimit* limit = excess(state, "textureMemory");
    if (limit == NULL || most(limit) == 0) return false;
    uint64_t pixels = most(limit) / 16 * 3;
    passes->has_pictures = true;
    if (passes->pictures.max_pixels == 0 || passes->pictures.max_pixels > pixels)
        passes->pictures.max_pixels = pixels;
    return true;
}

#ifdef CLI_HAS_LOSSY
static bool lose_detail(const State* state, cli_Passes* passes) {
    if (excess(state, "fileBytes") == NULL || passes->pictures.quality <= 100.0f) return false;
    bool takes_webp = cli_policy_accepts_format(state->policy, "webp");
    if (!takes_webp && !cli_policy_accepts_format(state->policy, "jpeg")) return false;
    passes->has_pictures = true;
    passes->pictures.format = takes_webp ? VRM_IMAGE_WEBP : VRM_IMAGE_JPEG;
    passes->pictures.quality = LOSSY_QUALITY;
    return true;
}
#endif

static bool halve_sides(const State* state, cli_Passes* passes) {
    uint32_t* side = &passes->pictures.max_side;
    if (excess(state, "fileBytes") == NULL) return false;
    passes->has_pictures = true;
    *side = *side == 0 || *side > 2048 ? 2048 : *side > 1024 ? 1024 : 512;
    return true;
}
#endif

/* In this order: steps without a visible loss first, then by how visible the loss is. */
static const struct {
    StepFn* run;
    const char* words;
} steps[] = {
    {drop_unbound, WITHOUT_UNBOUND},
    {join_meshes, "one mesh instead of several"},
    {drop_nodes, "without nodes that neither show nor move anything"},
    {fold_bones, "without joints that nothing moves"},
#ifdef CLI_HAS_RENDER
    {share_pictures, "materials that share pictures"},
    {store_pictures, "pictures in fewer bytes"},
    {limit_sides, "pictures with shorter sides"},
    {limit_pixels, "pictures with fewer pixels"},
    {limit_memory, "textures that take less memory"},
#endif
    {quantize, IN_FEWER_BITS},
    {thin_springs, "fewer spring joints"},
    {simplify, "fewer triangles"},
#ifdef CLI_HAS_LOSSY
    {lose_detail, OF_LOWER_QUALITY},
#endif
#ifdef CLI_HAS_RENDER
    {halve_sides, "pictures of half the size"},
    {halve_sides, "pictures of half the size"},
#endif
};

enum { STEP_COUNT = sizeof steps / sizeof *steps };
enum { WISH_COUNT = CLI_PASS_LOSSY_PICTURES + 1 };
_Static_assert(1 + (int)STEP_COUNT + (int)WISH_COUNT <= (int)CLI_FIT_STEPS, "CLI_FIT_STEPS");

/* ---- The whole ---- */

static vrm_Result measure(State* state, const vrm_Model* model, size_t* out_bytes) {
    vrm_Result result = vrm_model_save_size(model, out_bytes);
    if (result != VRM_OK) return result;
    state->count = cli_policy_limits(state->policy, model, *out_bytes, state->limits);
    return state->count < 0 ? VRM_ERR_MEMORY : VRM_OK;
}

/* Sparse accessors that a platform cannot read are not made. */
static bool refuses_sparse(const State* state) {
    for (int i = 0; i < state->count; i++)
        if (strcmp(state->limits[i].name, "sparseAccessors") == 0) return state->limits[i].max == 0;
    return false;
}

static bool uses(const vrm_Model* model, const char* extension) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    for (int32_t i = 0; i < gltf->extension_used_count; i++)
        if (strcmp(gltf->extensions_used[i], extension) == 0) return true;
    return false;
}

/* Adds the passes of the policy's member `optimize`. */
static void add_wishes(const cli_Policy* policy, cli_Passes* passes) {
    passes->def.drops_unbound_morphs |= cli_policy_wants(policy, CLI_PASS_DROP_UNBOUND);
    passes->def.quantizes |= cli_policy_wants(policy, CLI_PASS_QUANTIZE);
#ifdef CLI_HAS_MESHOPT
    passes->def.compresses_meshopt |= cli_policy_wants(policy, CLI_PASS_MESHOPT);
#endif
#ifdef CLI_HAS_LOSSY
    bool wants_webp = cli_policy_wants(policy, CLI_PASS_WEBP);
    bool wants_loss = cli_policy_wants(policy, CLI_PASS_LOSSY_PICTURES);
    passes->has_pictures |= wants_webp || wants_loss;
    if (wants_webp) passes->pictures.format = VRM_IMAGE_WEBP;
    if (wants_loss && passes->pictures.quality > 100.0f) passes->pictures.quality = LOSSY_QUALITY;
#endif
}

#ifdef CLI_HAS_MESHOPT
static const bool has_meshopt = true;
#else
static const bool has_meshopt = false;
#endif
#ifdef CLI_HAS_LOSSY
static const bool has_lossy = true;
#else
static const bool has_lossy = false;
#endif

/* A preferred pass that this build lacks is skipped. A demand that needs it becomes a finding
 * later. */
static void leave_out(cli_Fit* fit, cli_PolicyPass pass, bool is_here, const char* words) {
    if (!is_here && cli_policy_wants(fit->policy, pass))
        fit->left_out[fit->left_out_count++] = words;
}

static void list_left_out(cli_Fit* fit) {
    fit->left_out_count = 0;
    leave_out(fit, CLI_PASS_MESHOPT, has_meshopt, "numbers compressed (meshoptimizer)");
    leave_out(fit, CLI_PASS_WEBP, has_lossy, "pictures as WebP");
    leave_out(fit, CLI_PASS_LOSSY_PICTURES, has_lossy, OF_LOWER_QUALITY);
}

static void list_wish(cli_Fit* fit, cli_PolicyPass pass, bool has_effect, const char* words) {
    if (has_effect && cli_policy_wants(fit->policy, pass)) fit->steps[fit->step_count++] = words;
}

/* Lists the wishes that had something to work on. */
static void list_wishes(cli_Fit* fit, const vrm_OptimizeStats* stats, const vrm_Model* model) {
    list_wish(fit, CLI_PASS_DROP_UNBOUND, stats->after.morph_targets < stats->before.morph_targets,
              WITHOUT_UNBOUND);
    list_wish(fit, CLI_PASS_QUANTIZE, stats->before.vertices > 0, IN_FEWER_BITS);
    list_wish(fit, CLI_PASS_MESHOPT, uses(model, "EXT_meshopt_compression"), "numbers compressed");
#ifdef CLI_HAS_LOSSY
    list_wish(fit, CLI_PASS_WEBP, uses(model, "EXT_texture_webp"), "pictures as WebP");
    list_wish(fit, CLI_PASS_LOSSY_PICTURES, stats->before.images > 0, OF_LOWER_QUALITY);
#endif
}

/* A platform that cannot read compressed numbers gets plain ones, although they are larger: dense
 * ones, which the passes store sparse again. */
static vrm_Result decompress(cli_Fit* fit, vrm_Model* model, vrm_Report* report) {
    static const char compression[] = "EXT_meshopt_compression";
    vrm_OptimizeDef def = vrm_default_optimize_def();
    if (!cli_policy_refuses_extension(fit->policy, compression) || !uses(model, compression))
        return VRM_OK;
    def.removes_unused = def.merges_equal = def.compacts_vertices = false;
    def.stores_morphs_sparse = def.joins_primitives = false;
    def.stores_dense = true;
    fit->steps[fit->step_count++] = "numbers not compressed";
    return vrm_optimize(model, &def, report, NULL);
}

static vrm_Result list_left(cli_Fit* fit, const vrm_Model* model, size_t bytes) {
    cli_policy_check(fit->policy, model, bytes, &fit->left);
    for (int32_t i = 0; i < fit->left.count; i++)
        fit->error_count += fit->left.list[i].severity == VRM_ERROR;
    return fit->left.has_no_memory ? VRM_ERR_MEMORY : VRM_OK;
}

/* A step repeats findings of the first run, so only failures are reported. */
static vrm_Result run_step(cli_Passes* passes, vrm_Model* model, vrm_Report* report) {
    vrm_Report* own = NULL;
    vrm_Result result = vrm_report_create(NULL, &own);
    if (result == VRM_OK) result = cli_run_passes(passes, model, own, true);
    cli_tell_failure(result, own, report);
    vrm_report_destroy(own);
    return result;
}

vrm_Result cli_fit(cli_Fit* fit, cli_Passes* passes, vrm_Model* model, vrm_Report* report) {
    State state = {.policy = fit->policy};
    vrm_Weight before = {0};
    size_t bytes;
    fit->step_count = fit->error_count = 0;
    add_wishes(fit->policy, passes);
    list_left_out(fit);
    vrm_Result result = vrm_model_weigh(model, &before);
    if (result == VRM_OK) result = decompress(fit, model, report);
    if (result == VRM_OK) result = measure(&state, model, &bytes);
    if (result == VRM_OK && refuses_sparse(&state)) passes->def.stores_dense = true;
    if (result == VRM_OK) result = cli_run_passes(passes, model, report, false);
    passes->stats.before = before;
    if (result == VRM_OK) list_wishes(fit, &passes->stats, model);
    if (result == VRM_OK) result = measure(&state, model, &bytes);
    for (int i = 0; i < STEP_COUNT && result == VRM_OK; i++) {
        /* Once is enough: each time would take more. */
        passes->def.max_triangles = passes->def.max_spring_joints = 0;
#ifdef CLI_HAS_RENDER
        passes->has_atlas = false;
#endif
        if (!steps[i].run(&state, passes)) continue;
        size_t bytes_before = bytes;
        result = run_step(passes, model, report);
        if (result == VRM_OK) result = measure(&state, model, &bytes);
        if (bytes != bytes_before) fit->steps[fit->step_count++] = steps[i].words;
    }
    return result == VRM_OK ? list_left(fit, model, bytes) : result;
}
