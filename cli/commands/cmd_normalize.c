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
    CLI_OUTPUT_OPTION("where to; - is standard output. OUT appears whole or not at all"),
    CLI_FLAG("--in-place", "write FILE itself; not glTF text that becomes a GLB"),
    CLI_FLAG("--keep-axes", "bones, spring joints and nodes of constraints keep their axes, as 1.0 "
                            "allows; their scales are baked, and all of the other nodes"),
    CLI_FLAG("--scale-only", "bake scales and nothing else"),
    CLI_COMPACT_OPTION,
    CLI_FLAG("--force", "write even what has errors that FILE does not have"),
    CLI_FLAG("--json", "what was done as one JSON object per file"),
    CLI_QUIET_OPTION,
    CLI_RECURSIVE_OPTION("; results go to one FOLDER"),
    CLI_JOBS_OPTION,
    CLI_COMMON_OPTIONS,
    {0},
};

const cli_Command cli_normalize = {
    .name = "normalize",
    .summary = "bake rotations and scales of nodes into the meshes",
    .usage = "vrm normalize FILE -o OUT [--keep-axes | --scale-only]\n"
             "vrm normalize FILE... -o FOLDER/, or FILE... --in-place\n",
    .about =
        "Frees the nodes of a 0.x, 1.0-beta or 1.0 avatar of rotations and scales: they go into\n"
        "vertices, morph targets, bind matrices, springs, colliders, constraints, gaze and\n"
        "animations. The avatar stands and moves as before. A file that is normalized already\n"
        "is written as it is.\n",
    .options = options,
    .run = run,
};
