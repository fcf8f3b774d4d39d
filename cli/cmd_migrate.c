/* SPDX-License-Identifier: MIT */
/* vrm migrate: converts an avatar of any dialect to 1.0, or to 0.x for older applications, and
 * reports every decision. */
#include "cli.h"
#include "meta_set.h"
#include "write.h"

#include <string.h>

#ifdef CLI_HAS_RENDER
#include "vrm/image.h"

/* The limit for the decoded masks of one file, in all. */
#define MASK_BYTES ((uint64_t)1 << 30)
#endif

typedef struct Options {
    cli_Writing writing;
    cli_Settings settings;
    const char* target; /* of --to; NULL: 1.0 */
    vrm_MigrateDef def;
    vrm_Dialect from; /* of the file at hand */
    bool is_compact;
} Options;

static void print(FILE* out, void* ctx) {
    const Options* options = ctx;
    const char* to = vrm_dialect_text(options->def.to);
    if (options->from == options->def.to)
        fprintf(out, "already VRM %s, written as it is", to);
    else
        fprintf(out, "VRM %s to %s", vrm_dialect_text(options->from), to);
}

static void put_json(vrm_JsonBuilder* builder, void* ctx) {
    const Options* options = ctx;
    cli_json_string(builder, "from", vrm_dialect_text(options->from));
    cli_json_string(builder, "to", vrm_dialect_text(options->def.to));
}

#ifdef CLI_HAS_RENDER
/* Pixels of four bytes for all masks together: a picture of 4096 x 4096, and 1024 for each byte of
 * the file, which is what the best compression of PNG gives. */
static uint64_t mask_bytes(const vrm_Model* model) {
    uint64_t bytes = 4 * (((uint64_t)1 << 24) + 1024 * vrm_model_source_bytes(model));
    return bytes < MASK_BYTES ? bytes : MASK_BYTES;
}
#endif

static int change(const char* file, vrm_Model* model, vrm_Report* report, void* ctx) {
    Options* options = ctx;
    options->from = vrm_model_dialect(model);
    vrm_MigrateDef def = options->def;
#ifdef CLI_HAS_RENDER
    vrm_ImageLimits limits = {.decoded_bytes = mask_bytes(model)};
    def.spread_channel = vrm_image_spread_channel;
    def.spread_channel_ctx = &limits;
#endif
    vrm_Result result = vrm_migrate(model, &def, report);
    if (result == VRM_OK && !options->is_compact && options->from != options->def.to) {
        int status = cli_write_plainly("migrate", file, model);
        if (status != CLI_OK) return status;
    }
    if (result == VRM_OK) return cli_apply_settings("migrate", file, model, &options->settings);
    return cli_result_error("migrate", file, result, report);
}

static int run(int argc, char** argv) {
    Options options = {.def = vrm_default_migrate_def()};
    cli_Rewriting rewriting = {.command = "migrate",
                               .writing = &options.writing,
                               .change = change,
                               .print = print,
                               .put_json = put_json,
                               .ctx = &options,
                               .decides_terms = true};
    cli_Args args;
    cli_Option table[CLI_WRITING_OPTIONS + CLI_SETTING_OPTIONS + 2];
    cli_add_writing_options(table, &options.writing, &args);
    cli_add_setting_options(table + CLI_WRITING_OPTIONS, &options.settings);
    table[CLI_WRITING_OPTIONS + CLI_SETTING_OPTIONS] =
        (cli_Option){.name = "--to", .value = &options.target};
    table[CLI_WRITING_OPTIONS + CLI_SETTING_OPTIONS + 1] =
        (cli_Option){.name = "--compact", .flag = &options.is_compact};
    if (!cli_parse(argc, argv, table, sizeof table / sizeof table[0], &args)) return CLI_USAGE;
    if (options.target != NULL && strcmp(options.target, "0.x") == 0)
        options.def.to = VRM_DIALECT_0;
    const cli_WritingRules rules = {.must_write = true,
                                    .has_in_place = true,
                                    .makes_glb = true,
                                    .product = CLI_AVATAR,
                                    .others = {options.settings.thumbnail}};
    int status = cli_check_writing(&args, &options.writing, &rules);
    if (status == CLI_OK)
        status = cli_write_each(&args, &options.writing, cli_rewrite_file, &rewriting);
    cli_settings_release(&options.settings);
    cli_args_release(&args);
    return status;
}

const cli_Command cli_migrate = {
    .name = "migrate",
    .summary = "bring an avatar of any dialect to VRM 1.0, or back to 0.x",
    .help =
        "usage: vrm migrate FILE -o OUT [--to 1.0|0.x] [--set KEY=VALUE]...\n"
        "       vrm migrate FILE... -o FOLDER/, or FILE... --in-place\n"
        "\n"
        "Makes a VRM 1.0 file of a 0.x, 1.0-draft or 1.0-beta avatar: it faces +Z, moves and\n"
        "looks as before. Tells how each part of the licence was put into the words of 1.0,\n"
        "never looser than it was, and what 1.0 cannot say. A 1.0 file is written as it is.\n"
        "Masks that 1.0 reads from another channel get a picture of their own (in a vrm that was\n"
        "built without pictures they are reported instead).\n"
        "\n"
        "  --to 0.x             the other way, for older applications: 1.0 and beta avatars are\n"
        "                       normalized, face -Z and lose what 0.x cannot say; all of it is\n"
        "                       reported. KEYs of --set are then those of 0.x\n"
        "  -o, --output OUT     where to; - is standard output. OUT appears whole or not at all\n"
        "  --in-place           write FILE itself; not glTF text that becomes a GLB\n"
        "  --set KEY=VALUE      what the owner decides: a field of 1.0 meta, as in vrm meta\n"
        "  --thumbnail PICTURE  take this PNG or JPEG as the avatar's picture\n"
        "  --compact            leave sparse accessors and those without data as they are: "
        "smaller,\n"
        "                       and fewer programs read them\n"
        "  --force              write even what has errors that FILE does not have\n"
        "  --json               what was decided as one JSON object per file\n"
        "  -q, --quiet          print no text (--json still prints); see the exit status\n"
        "  -j, --jobs N         work on N files at a time, each in a process of its own: a\n"
        "                       crash costs one file alone. 0: one for each core\n"
        "  --no-sandbox         let the process do all that the user may do (docs/trust.md)\n"
        "  --limit NAME=VALUE   raise a limit for files that you trust (docs/trust.md)\n"
        "  --color WHEN         auto (default), always or never; NO_COLOR is honoured\n",
    .run = run,
};
