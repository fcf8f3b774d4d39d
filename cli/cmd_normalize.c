/* SPDX-License-Identifier: MIT */
/* vrm normalize: removes rotations and scales from an avatar's nodes; it looks and moves as
 * before. */
#include "cli.h"
#include "write.h"

#include <string.h>

typedef struct Options {
    cli_Writing writing;
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

static int run(int argc, char** argv) {
    Options options = {.def = vrm_default_normalize_def()};
    cli_Rewriting rewriting = {.command = "normalize",
                               .writing = &options.writing,
                               .change = change,
                               .print = print,
                               .put_json = put_json,
                               .ctx = &options};
    cli_Args args;
    cli_Option table[CLI_WRITING_OPTIONS + 3];
    cli_add_writing_options(table, &options.writing, &args);
    table[CLI_WRITING_OPTIONS] =
        (cli_Option){.name = "--keep-axes", .flag = &options.def.keep_axes};
    table[CLI_WRITING_OPTIONS + 1] =
        (cli_Option){.name = "--scale-only", .flag = &options.def.scale_only};
    table[CLI_WRITING_OPTIONS + 2] = (cli_Option){.name = "--compact", .flag = &options.is_compact};
    if (!cli_parse(argc, argv, table, sizeof table / sizeof table[0], &args)) return CLI_USAGE;
    if (options.def.keep_axes && options.def.scale_only)
        return cli_usage_error("normalize", "--keep-axes and --scale-only exclude each other");
    const cli_WritingRules rules = {
        .must_write = true, .has_in_place = true, .makes_glb = true, .product = CLI_AVATAR};
    int status = cli_check_writing(&args, &options.writing, &rules);
    if (status == CLI_OK)
        status = cli_write_each(&args, &options.writing, cli_rewrite_file, &rewriting);
    cli_args_release(&args);
    return status;
}

const cli_Command cli_normalize = {
    .name = "normalize",
    .summary = "bake rotations and scales of nodes into the meshes",
    .help =
        "usage: vrm normalize FILE -o OUT [--keep-axes | --scale-only]\n"
        "       vrm normalize FILE... -o FOLDER/, or FILE... --in-place\n"
        "\n"
        "Frees the nodes of a 0.x, 1.0-beta or 1.0 avatar of rotations and scales: they go into\n"
        "vertices, morph targets, bind matrices, springs, colliders, constraints, gaze and\n"
        "animations. The avatar stands and moves as before. A file that is normalized already\n"
        "is written as it is.\n"
        "\n"
        "  -o, --output OUT  where to; - is standard output. OUT appears whole or not at all\n"
        "  --in-place        write FILE itself; not glTF text that becomes a GLB\n"
        "  --keep-axes       bones, spring joints and nodes of constraints keep their axes, as\n"
        "                    1.0 allows; their scales are baked, and all of the other nodes\n"
        "  --scale-only      bake scales and nothing else\n"
        "  --compact         leave sparse accessors and those without data as they are: smaller,\n"
        "                    and fewer programs read them\n"
        "  --force           write even what has errors that FILE does not have\n"
        "  --json            what was done as one JSON object per file\n"
        "  -q, --quiet       print no text (--json still prints); see the exit status\n"
        "  -j, --jobs N      work on N files at a time, each in a process of its own: a\n"
        "                    crash costs one file alone. 0: one for each core\n"
        "  --no-sandbox      let the process do all that the user may do (docs/trust.md)\n"
        "  --limit NAME=VALUE\n"
        "                    raise a limit for files that you trust (docs/trust.md)\n"
        "  --color WHEN      auto (default), always or never; NO_COLOR is honoured\n",
    .run = run,
};
