/* SPDX-License-Identifier: MIT */
/* vrm optimize: makes avatars smaller and lighter, and says by how much. */
#include "commands/commands.h"
#include "facts/counts.h"
#include "facts/finding_json.h"
#include "optimize/fit.h"
#include "rewrite/write.h"
#include "words/args.h"
#include "words/json.h"
#include "words/output.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PASS_COUNT = 6 };

/* What moves an avatar, as policies count it. */
typedef struct Rigging {
    int64_t bones, spring_joints;
} Rigging;

typedef struct Options {
    cli_Passes passes;
    Rigging before, after; /* of the file at hand */
    const char* target;    /* --for; NULL: none */
    cli_Policy* policy;    /* of that name or in that file */
    cli_Fit fit;           /* of the file at hand */
    bool is_dry, is_forced;
} Options;

/* ---- What was done ---- */

/* The numbers of a weight that are shown, in this order. */
static const struct {
    const char *member, *words;
    size_t offset;
} numbers[] = {
    {"bytes", "bytes", offsetof(vrm_Weight, file_bytes)},
    {"jsonBytes", "JSON", offsetof(vrm_Weight, json_bytes)},
    {"vertexBytes", "vertices", offsetof(vrm_Weight, vertex_bytes)},
    {"indexBytes", "indices", offsetof(vrm_Weight, index_bytes)},
    {"morphBytes", "morph targets", offsetof(vrm_Weight, morph_bytes)},
    {"pictureBytes", "pictures", offsetof(vrm_Weight, picture_bytes)},
    {"otherBytes", "motion and skins", offsetof(vrm_Weight, other_bytes)},
    {"vertices", "vertices", offsetof(vrm_Weight, vertices)},
    {"triangles", "triangles", offsetof(vrm_Weight, triangles)},
    {"drawCalls", "draw calls", offsetof(vrm_Weight, draw_calls)},
    {"morphTargets", "morph targets", offsetof(vrm_Weight, morph_targets)},
    {"images", "images", offsetof(vrm_Weight, images)},
    {"materials", "materials", offsetof(vrm_Weight, materials)},
    {"nodes", "nodes", offsetof(vrm_Weight, nodes)},
    {"meshes", "meshes", offsetof(vrm_Weight, meshes)},
    {"skinnedMeshes", "skinned meshes", offsetof(vrm_Weight, skinned_meshes)},
};

enum { NUMBER_COUNT = sizeof numbers / sizeof *numbers, BYTE_NUMBERS = 7 };

static const char* const pass_names[VRM_OPTIMIZE_PASS_COUNT] = {
    [VRM_OPTIMIZE_VERTICES] = "vertices",
    [VRM_OPTIMIZE_MORPHS] = "morphs",
    [VRM_OPTIMIZE_ELEMENTS] = "elements",
    [VRM_OPTIMIZE_PRIMITIVES] = "primitives",
};

static uint64_t number_of(const vrm_Weight* weight, int i) {
    uint64_t value;
    memcpy(&value, (const char*)weight + numbers[i].offset, sizeof value);
    return value;
}

/* A policy need not have a name. */
static const char* title_of(const Options* options) {
    const char* title = cli_policy_title(options->policy);
    return title[0] != '\0' ? title : options->target;
}

static void print_fit(FILE* out, const Options* options) {
    const cli_Fit* fit = &options->fit;
    fputs("\n  for ", out);
    cli_put_text(out, title_of(options));
    fputs(": ", out);
    for (int i = 0; i < fit->step_count; i++)
        fprintf(out, "%s%s", i > 0 ? ", " : "", fit->steps[i]);
    if (fit->step_count == 0) fputs("nothing had to be lost", out);
    for (int i = 0; i < fit->left_out_count; i++)
        fprintf(out, "%s%s",
                i > 0 ? ", " : "\n  left out, not in this build of vrm: ", fit->left_out[i]);
    for (int32_t i = 0; i < fit->left.count; i++) {
        const vrm_Finding* left = &fit->left.list[i];
        fputs("\n  not met: ", out);
        cli_put_text(out, left->message);
        fprintf(out, " [%s]", left->code);
        if (left->pointer[0] == 0) continue;
        fputs(" at ", out);
        cli_put_text(out, left->pointer);
    }
}

static void print(FILE* out, void* ctx) {
    const Options* options = ctx;
    const vrm_Weight *before = &options->passes.stats.before, *after = &options->passes.stats.after;
    double share = before->file_bytes > 0
                       ? 100.0 * (double)after->file_bytes / (double)before->file_bytes
                       : 100.0;
    fprintf(out, "%" PRIu64 " to %" PRIu64 " bytes (%.1f %%)%s", before->file_bytes,
            after->file_bytes, share, options->is_dry ? ", not written" : "");
    for (int i = 1; i < NUMBER_COUNT; i++) {
        uint64_t was = number_of(before, i), is = number_of(after, i);
        if (was != is)
            fprintf(out, "\n  %s%s: %" PRIu64 " to %" PRIu64, numbers[i].words,
                    i < BYTE_NUMBERS ? " in bytes" : "", was, is);
    }
    if (options->passes.gpu_before != options->passes.gpu_after)
        fprintf(out, "\n  textures on a graphics card in bytes: %" PRIu64 " to %" PRIu64,
                options->passes.gpu_before, options->passes.gpu_after);
    const Rigging *was = &options->before, *is = &options->after;
    if (was->bones != is->bones)
        fprintf(out, "\n  bones: %" PRId64 " to %" PRId64, was->bones, is->bones);
    if (was->spring_joints != is->spring_joints)
        fprintf(out, "\n  spring joints: %" PRId64 " to %" PRId64, was->spring_joints,
                is->spring_joints);
    if (options->policy != NULL) print_fit(out, options);
}

static void put_weight(vrm_JsonBuilder* builder, const char* key, const vrm_Weight* weight) {
    vrm_json_put_key(builder, key);
    vrm_json_begin_object(builder);
    for (int i = 0; i < NUMBER_COUNT; i++)
        cli_json_integer(builder, numbers[i].member, (int64_t)number_of(weight, i));
    vrm_json_end_object(builder);
}

static void put_fit(vrm_JsonBuilder* builder, const Options* options) {
    const cli_Fit* fit = &options->fit;
    cli_json_string(builder, "for", title_of(options));
    vrm_json_put_key(builder, "steps");
    vrm_json_begin_array(builder);
    for (int i = 0; i < fit->step_count; i++) vrm_json_put_string(builder, fit->steps[i]);
    vrm_json_end_array(builder);
    if (fit->left_out_count > 0) {
        vrm_json_put_key(builder, "leftOut");
        vrm_json_begin_array(builder);
        for (int i = 0; i < fit->left_out_count; i++)
            vrm_json_put_string(builder, fit->left_out[i]);
        vrm_json_end_array(builder);
    }
    vrm_json_put_key(builder, "notMet");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < fit->left.count; i++)
        cli_json_put_finding(builder, NULL, &fit->left.list[i]);
    vrm_json_end_array(builder);
}

static void put_change(vrm_JsonBuilder* builder, const char* key, int64_t before, int64_t after) {
    vrm_json_put_key(builder, key);
    vrm_json_begin_object(builder);
    cli_json_integer(builder, "before", before);
    cli_json_integer(builder, "after", after);
    vrm_json_end_object(builder);
}

static void put_json(vrm_JsonBuilder* builder, void* ctx) {
    const Options* options = ctx;
    const vrm_OptimizeStats* stats = &options->passes.stats;
    cli_json_bool(builder, "changed", stats->before.file_bytes != stats->after.file_bytes);
    put_weight(builder, "before", &stats->before);
    put_weight(builder, "after", &stats->after);
    put_change(builder, "bones", options->before.bones, options->after.bones);
    put_change(builder, "springJoints", options->before.spring_joints,
               options->after.spring_joints);
    if (options->passes.gpu_before > 0 || options->passes.gpu_after > 0)
        put_change(builder, "textureMemory", (int64_t)options->passes.gpu_before,
                   (int64_t)options->passes.gpu_after);
    if (options->policy != NULL) put_fit(builder, options);
    vrm_json_put_key(builder, "passes");
    vrm_json_begin_object(builder);
    for (int i = 0; i < VRM_OPTIMIZE_PASS_COUNT; i++)
        put_weight(builder, pass_names[i], &stats->after_pass[i]);
    if (options->passes.after_pictures.file_bytes > 0)
        put_weight(builder, "pictures", &options->passes.after_pictures);
    vrm_json_end_object(builder);
}

/* ---- The command ---- */

/* What cannot be met is named, and nothing is written without --force. */
static int refuse(const char* file, const Options* options) {
    const vrm_Finding* first = NULL;
    for (int32_t i = 0; i < options->fit.left.count; i++) {
        const vrm_Finding* left = &options->fit.left.list[i];
        if (left->severity != VRM_ERROR) continue;
        if (first == NULL) first = left;
        (void)cli_file_error("optimize", file, "%s [%s]%s%s", left->message, left->code,
                             left->pointer[0] != 0 ? " at " : "", left->pointer);
    }
    int status = cli_file_error("optimize", file,
                                "the policy cannot be met; nothing written; --force writes what "
                                "was reached");
    if (first != NULL) cli_keep_finding(file, first);
    return status;
}

/* Options that trade bytes for something else may cost more than the rest saves. */
static void report_growth(const vrm_OptimizeStats* stats, vrm_Report* report) {
    char message[160];
    if (stats->after.file_bytes <= stats->before.file_bytes) return;
    snprintf(message, sizeof message,
             "The file becomes larger, from %" PRIu64 " to %" PRIu64
             " bytes: what was asked for takes more than is saved.",
             stats->before.file_bytes, stats->after.file_bytes);
    (void)vrm_report_add(report, "OPTIMIZE_LARGER", "", message);
}

/* False when there is no memory. */
static bool count_rigging(const vrm_Model* model, Rigging* out) {
    const vrm_SpringBones* springs = vrm_model_spring_bones(model);
    *out = (Rigging){.bones = cli_count_joints(model)};
    for (int32_t i = 0; i < springs->spring_count; i++)
        out->spring_joints += springs->springs[i].joint_count;
    return out->bones >= 0;
}

static int change(const char* file, vrm_Model* model, vrm_Report* report, void* ctx) {
    Options* options = ctx;
    cli_Passes passes = options->passes; /* a policy changes them for each file */
    cli_findings_release(&options->fit.left);
    options->fit.policy = options->policy;
    vrm_Result result = VRM_ERR_MEMORY;
    if (count_rigging(model, &options->before))
        result = options->policy != NULL ? cli_fit(&options->fit, &passes, model, report)
                                         : cli_run_passes(&passes, model, report, false);
    if (result == VRM_OK && !count_rigging(model, &options->after)) result = VRM_ERR_MEMORY;
    options->passes.stats = passes.stats;
    options->passes.gpu_before = passes.gpu_before;
    options->passes.gpu_after = passes.gpu_after;
    options->passes.after_pictures = passes.after_pictures;
    if (result != VRM_OK) return cli_result_error("optimize", file, result, report);
    report_growth(&passes.stats, report);
    bool is_refused = options->fit.error_count > 0 && !options->is_forced && !options->is_dry;
    return is_refused ? refuse(file, options) : CLI_OK;
}

static bool skips(const cli_Args* args, const char* pass) {
    const char* words[PASS_COUNT];
    int count = cli_words(args, "--skip", words);
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], pass) == 0) return true;
    return false;
}

/* Digits and nothing else: a minus behind a space would make a huge number. */
static bool take_whole(const char* word, uint64_t least, uint64_t most, uint64_t* out) {
    char* end;
    if (word[0] < '0' || word[0] > '9') return false;
    errno = 0;
    unsigned long long value = strtoull(word, &end, 10);
    *out = value;
    return *end == '\0' && errno == 0 && value >= least && value <= most;
}

static int take_springs(const cli_Args* args, vrm_OptimizeDef* def) {
    const char* joints = cli_word(args, "--spring-joints");
    uint64_t value;
    if (joints == NULL) return CLI_OK;
    if (!take_whole(joints, 1, 1000000, &value))
        return cli_usage_error("optimize", "--spring-joints must be a number from 1 to 1000000");
    def->max_spring_joints = (uint32_t)value;
    return CLI_OK;
}

static int take_triangles(const cli_Args* args, vrm_OptimizeDef* def) {
    const char *triangles = cli_word(args, "--triangles"), *error = cli_word(args, "--error");
    char* end;
    if (triangles != NULL && !take_whole(triangles, 1, UINT64_MAX, &def->max_triangles))
        return cli_usage_error("optimize", "--triangles must be a number above 0");
    if (error != NULL) {
        def->max_error = strtof(error, &end);
        if (end == error || *end != '\0' || !(def->max_error >= 0.0f && def->max_error <= 1.0f))
            return cli_usage_error("optimize", "--error must be a number from 0 to 1");
        if (triangles == NULL) return cli_usage_error("optimize", "--error needs --triangles");
    }
    return CLI_OK;
}

#ifdef CLI_HAS_RENDER
static int take_pictures(const cli_Args* args, Options* options) {
    static const vrm_ImageFormat formats[] = {VRM_IMAGE_UNKNOWN, VRM_IMAGE_WEBP, VRM_IMAGE_JPEG};
    vrm_OptimizePicturesDef* def = &options->passes.pictures;
    const char *side = cli_word(args, "--max-side"), *quality = cli_word(args, "--quality");
    const char* effort = cli_word(args, "--effort");
    char* end;
    *def = vrm_default_optimize_pictures_def();
    options->passes.has_pictures = !skips(args, "pictures");
    if (effort != NULL) {
        if (effort[0] < '0' || effort[0] > '9' || effort[1] != '\0')
            return cli_usage_error("optimize", "--effort must be a number from 0 to 9");
        def->effort = effort[0] - '0';
    }
    if (cli_has(args, "--picture-format"))
        def->format = formats[cli_choice(args, "--picture-format")];
#ifndef CLI_HAS_LOSSY
    if (def->format != VRM_IMAGE_UNKNOWN)
        return cli_usage_error("optimize",
                               "--picture-format %s: this build of vrm writes PNG "
                               "alone",
                               cli_word(args, "--picture-format"));
#endif
    if (side != NULL) {
        uint64_t value;
        if (!take_whole(side, 1, 16384, &value))
            return cli_usage_error("optimize", "--max-side must be a number from 1 to 16384");
        def->max_side = (uint32_t)value;
    }
    if (quality != NULL) {
        def->quality = strtof(quality, &end);
        if (end == quality || *end != '\0' || !(def->quality >= 0.0f && def->quality <= 100.0f))
            return cli_usage_error("optimize", "--quality must be a number from 0 to 100");
        if (def->format == VRM_IMAGE_UNKNOWN)
            return cli_usage_error("optimize", "--quality needs --picture-format webp or jpeg");
    } else if (def->format == VRM_IMAGE_JPEG) {
        return cli_usage_error("optimize", "--picture-format jpeg needs --quality");
    }
    if (!options->passes.has_pictures && (side != NULL || def->format != VRM_IMAGE_UNKNOWN))
        return cli_usage_error("optimize", "--skip pictures excludes --max-side, --picture-format "
                                           "and --quality");
    return CLI_OK;
}

static int take_atlas(const cli_Args* args, cli_Passes* passes) {
    const char* side = cli_word(args, "--atlas-side");
    passes->atlas = vrm_default_optimize_atlas_def();
    passes->has_atlas = cli_has(args, "--atlas");
    if (side == NULL) return CLI_OK;
    uint64_t value;
    if (!take_whole(side, 256, 8192, &value) || (value & (value - 1)) != 0)
        return cli_usage_error("optimize", "--atlas-side is a power of two from 256 to 8192");
    passes->atlas.max_side = (uint32_t)value;
    return CLI_OK;
}

static int take_picture_options(const cli_Args* args, Options* options) {
    int status = take_pictures(args, options);
    return status == CLI_OK ? take_atlas(args, &options->passes) : status;
}
#else
static int take_picture_options(const cli_Args* args, Options* options) {
    static const char* const names[] = {"--atlas",    "--atlas-side",     "--effort",
                                        "--max-side", "--picture-format", "--quality"};
    (void)options;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (cli_has(args, names[i]))
            return cli_usage_error("optimize", "%s: this vrm was built without pictures", names[i]);
    return CLI_OK;
}
#endif

/* In the sandbox: a policy may be a file of anybody's. */
static int begin(const cli_Args* args, void* ctx) {
    Options* options = ctx;
    options->target = cli_word(args, "--for");
    if (options->target == NULL) return CLI_OK;
    return cli_policy_read("optimize", options->target, &options->policy);
}

static void take_passes(const cli_Args* args, vrm_OptimizeDef* def) {
    *def = vrm_default_optimize_def();
    def->removes_unused = !skips(args, "unused");
    def->merges_equal = !skips(args, "equal");
    def->compacts_vertices = !skips(args, "vertices");
    def->stores_morphs_sparse = !skips(args, "sparse");
    def->joins_primitives = !skips(args, "join");
    def->drops_unbound_morphs = cli_has(args, "--drop-unbound");
    def->drops_idle_nodes = cli_has(args, "--drop-nodes");
    def->folds_bones = cli_has(args, "--fold-bones");
    def->drops_morph_normals = cli_has(args, "--drop-morph-normals");
    def->joins_meshes = cli_has(args, "--join-meshes");
    def->quantizes = cli_has(args, "--quantize");
    def->compresses_meshopt = cli_has(args, "--meshopt");
    def->stores_dense = cli_has(args, "--dense");
}

static int run(cli_Args* args) {
    Options options = {.is_dry = cli_has(args, "--dry-run"), .is_forced = cli_has(args, "--force")};
    const char* target = cli_word(args, "--for");
    take_passes(args, &options.passes.def);
    int status = take_triangles(args, &options.passes.def);
    if (status == CLI_OK) status = take_springs(args, &options.passes.def);
    if (status == CLI_OK) status = take_picture_options(args, &options);
    if (status != CLI_OK) return status;
    cli_Rewriting rewriting = {
        .rules = {.must_write = true,
                  .has_in_place = true,
                  .makes_glb = true,
                  .product = CLI_FILE,
                  .others = {target}},
        .begin = begin,
        .change = change,
        .print = print,
        .put_json = put_json,
        .ctx = &options,
    };
    status = cli_rewrite_files(args, &rewriting);
    cli_findings_release(&options.fit.left);
    cli_policy_release(options.policy);
    return status;
}

static const cli_Option options[] = {
    CLI_OUTPUT_OPTION(CLI_OUTPUT_HELP),
    CLI_IN_PLACE_OPTION,
    CLI_FLAG("--dry-run", "Write nothing; print what would be saved."),
    {.name = "--for",
     .value = "TARGET",
     .help = "Platform whose limits the result must meet: a policy file, or a built-in policy such "
             "as vrchat-mobile-good (vrm validate --policy list prints all; "
             "docs/guide/policy.md). Loses detail step by step, and only as needed. If a limit "
             "cannot be met, it is printed and nothing is written.",
     .kind = CLI_NAMES_OPEN,
     .name_at = cli_policy_name_at},
    {.heading = "Passes"},
    {.name = "--skip",
     .value = "PASS",
     .help = "Skip a lossless pass. May be repeated. unused: removes unreferenced elements; equal: "
             "merges duplicates; vertices: removes unused and duplicate vertices, uses 16-bit "
             "indices; sparse: stores morph targets without zeros; join: reduces draw calls; "
             "pictures: recompresses PNG and JPEG with equal pixels.",
     .most = PASS_COUNT,
     CLI_ONE_OF("unused", "equal", "vertices", "sparse", "join", "pictures")},
    CLI_FLAG("--drop-unbound", "Remove morph targets that no expression, animation or rest weight "
                               "uses. Targets with names of ARKit stay."),
    CLI_FLAG("--drop-nodes", "Remove nodes that neither show nor move anything. Breaks "
                             "applications that look these nodes up by name."),
    CLI_FLAG("--fold-bones",
             "Remove joints that nothing moves and give their skin weights to the parent bone. "
             "Breaks applications that look these joints up by name."),
    CLI_VALUE("--spring-joints", "N",
              "Remove joints from springs until at most N are left. A joint is kept if the sway "
              "would change by more than 2 % of the avatar's height."),
    CLI_FLAG("--drop-morph-normals", "Remove normals and tangents of morph targets."),
    CLI_FLAG("--join-meshes",
             "Join meshes and skins where possible: one draw call for each material. Morph targets "
             "are kept."),
    CLI_FLAG("--dense", "Write no sparse accessors, for programs that cannot read them."),
    CLI_FLAG("--quantize", "Store normals in 8 bits, texture coordinates and weights in 16 "
                           "(KHR_mesh_quantization). Slightly lossy."),
    CLI_FLAG("--meshopt", "Compress vertices, indices and keys losslessly "
                          "(EXT_meshopt_compression). Readers must support it."),
    CLI_VALUE("--triangles", "N",
              "Simplify meshes until at most N triangles are left or --error is reached. Surfaces "
              "that morph targets move are kept."),
    CLI_VALUE("--error", "E",
              "Largest movement of a simplified surface, as a fraction of the longest side of the "
              "largest mesh; smaller for small parts. Default: 0.01."),
    CLI_FLAG("--atlas",
             "Merge materials that are drawn alike into one with shared pictures. Colours that "
             "differ are baked into the pixels."),
    CLI_VALUE("--atlas-side", "N",
              "Largest side of an atlas page in pixels, a power of two. Default: 4096."),
    CLI_VALUE("--effort", "N",
              "Effort for pictures, 0 to 9: higher is slower and saves more. Default: 3."),
    CLI_VALUE("--max-side", "N", "Largest side of a picture in pixels; larger ones are reduced."),
    {.name = "--picture-format",
     .value = "FORMAT",
     .help = "Convert pictures where that is smaller: webp (EXT_texture_webp; readers must support "
             "it) or jpeg (with --quality; only where alpha is not used).",
     CLI_ONE_OF("keep", "webp", "jpeg")},
    CLI_VALUE("--quality", "Q",
              "Quality of lossy colour pictures, 0 to 100. Normal maps and masks stay lossless. "
              "Default: all pictures are lossless."),
    {.heading = "Output"},
    CLI_FORCE_OPTION,
    CLI_BATCH_OPTIONS,
    {0},
};

const cli_Command cli_optimize = {
    .name = "optimize",
    .summary = "make avatars smaller and faster to draw",
    .usage = "vrm optimize FILE -o OUT [--for TARGET] [--drop-unbound] [--skip PASS]...\n"
             "vrm optimize FILE... -o FOLDER/, or FILE... --in-place, or FILE... --dry-run\n",
    .about =
        "Makes a file smaller. Lossless by default: the avatar looks and moves the same, bit by\n"
        "bit. Accepts avatars of every dialect, VRM animations and plain glTF. Keeps licence,\n"
        "humanoid, expressions, springs, constraints, materials, extras and unknown extensions.\n"
        "A file in which nothing can be saved is copied. Sizes are those of the JSON text and all\n"
        "buffers: a GLB file has 28 to 34 bytes more for its headers and padding.\n",
    .options = options,
    .run = run,
};
