/* SPDX-License-Identifier: MIT */
/* vrm normalize: removes rotations and scales from an avatar's nodes; it looks and moves as
 * before. */
#include "commands/commands.h"
#include "rewrite/write.h"
#include "words/args.h"
#include "words/json.h"
#include "words/output.h"

#include <string.h>

typedef struct Options {
    vrm_NormalizeDef def;
    bool was_normal; /* the file at hand */
    bool is_compact;
} Options;

static void print(FILE* out, void* ctx) {
    const Options* options = ctx;
    fputs(options->was_normal ? "written as it is" : "normalized", out);
}

static void put_json(vrm_JsonBuilder* builder, void* ctx) {
    const Options* options = ctx;
    cli_json_bool(builder, "changed", !options->was_normal);
}

static int change(const char* file, vrm_Model* model, vrm_Report* report, void* ctx) {
    Options* options = ctx;
    vrm_Result result = vrm_normalize(model, &options->def, report);
    options->was_normal = false;
    for (int32_t i = 0; i < vrm_report_count(report); i++)
        options->was_normal |= strcmp(vrm_report_get(report, i).code, "NORMALIZE_ALREADY") == 0;
    if (result != VRM_OK) return cli_result_error("normalize", file, result, report);
    bool stays = options->is_compact || options->was_normal;
    return stays ? CLI_OK : cli_write_plainly("normalize", file, model);
}

static int run(cli_Args* args) {
    Options options = {.def = vrm_default_normalize_def(),
                       .is_compact = cli_has(args, "--compact")};
    options.def.keep_axes = cli_has(args, "--keep-axes");
    options.def.scale_only = cli_has(args, "--scale-only");
    if (options.def.keep_axes && options.def.scale_only)
        return cli_usage_error("normalize", "--keep-axes and --scale-only exclude each other");
    cli_Rewriting rewriting = {
        .rules = {.must_write = true,
                  .has_in_place = true,
                  .makes_glb = true,
                  .product = CLI_AVATAR},
        .change = change,
        .print = print,
        .put_json = put_json,
        .ctx = &options,
    };
    return cli_rewrite_files(args, &rewriting);
}

static const cli_Option options[] = {
    CLI_OUTPUT_OPTION(CLI_OUTPUT_HELP),
    CLI_IN_PLACE_OPTION,
    CLI_FLAG("--keep-axes", "Keep the axes of bones, spring joints and constrained nodes, as VRM "
                            "1.0 allows, and bake only their scales. Other nodes are normalized."),
    CLI_FLAG("--scale-only", "Bake scales only."),
    CLI_COMPACT_OPTION,
    CLI_FORCE_OPTION,
    CLI_BATCH_OPTIONS,
    {0},
};

const cli_Command cli_normalize = {
    .name = "normalize",
    .summary = "bake rotations and scales of nodes into the meshes",
    .usage = "vrm normalize FILE -o OUT [--keep-axes | --scale-only]\n"
             "vrm normalize FILE... -o FOLDER/, or FILE... --in-place\n",
    .about =
        "Removes rotations and scales from the nodes of a 0.x, 1.0-beta or 1.0 avatar by baking\n"
        "them into vertices, morph targets, bind matrices, springs, colliders, constraints, gaze\n"
        "and animations. The avatar looks and moves as before. A file that is already normalized\n"
        "is copied.\n",
    .options = options,
    .run = run,
};
