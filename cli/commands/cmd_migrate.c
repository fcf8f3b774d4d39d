/* SPDX-License-Identifier: MIT */
/* vrm migrate: converts an avatar of any dialect to 1.0, or to 0.x for older applications, and
 * reports every decision. */
#include "commands/commands.h"
#include "facts/meta_keys.h"
#include "facts/meta_set.h"
#include "rewrite/write.h"
#include "words/args.h"
#include "words/json.h"
#include "words/output.h"

#ifdef CLI_HAS_RENDER
#include "vrm/image.h"

/* The limit for the decoded masks of one file, in all. */
#define MASK_BYTES ((uint64_t)1 << 30)
#endif

typedef struct Options {
    cli_Settings settings;
    vrm_MigrateDef def;
    vrm_Dialect from; /* of the file at hand */
    bool is_compact;
} Options;

static void print(FILE* out, void* ctx) {
    const Options* options = ctx;
    const char* to = vrm_dialect_text(options->def.to);
    if (options->from == options->def.to)
        fprintf(out, "already VRM %s, written %s", to,
                cli_has_settings(&options->settings) ? "with what was set" : "as it is");
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

static int run(cli_Args* args) {
    Options options = {.def = vrm_default_migrate_def(), .is_compact = cli_has(args, "--compact")};
    options.def.to = cli_choice(args, "--to") == 0 ? VRM_DIALECT_1 : VRM_DIALECT_0;
    cli_take_settings(args, &options.settings);
    cli_Rewriting rewriting = {
        .rules = {.must_write = true,
                  .has_in_place = true,
                  .makes_glb = true,
                  .product = CLI_AVATAR,
                  .others = {options.settings.thumbnail}},
        .change = change,
        .print = print,
        .put_json = put_json,
        .ctx = &options,
        .decides_terms = true,
    };
    int status = cli_rewrite_files(args, &rewriting);
    cli_settings_release(&options.settings);
    return status;
}

static const cli_Option options[] = {
    {.name = "--to",
     .value = "0.x",
     .help = "Convert to VRM 0.x instead, for older applications. 1.0 and beta avatars are "
             "normalized and face -Z; everything that 0.x cannot express is lost and reported. "
             "KEYs of --set are then those of 0.x.",
     CLI_ONE_OF("1.0", "0.x")},
    CLI_OUTPUT_OPTION(CLI_OUTPUT_HELP),
    CLI_IN_PLACE_OPTION,
    {.name = "--set",
     .value = "KEY=VALUE",
     .help = "Set a field of the 1.0 metadata that only the owner can decide, as in vrm meta.",
     .most = CLI_MAX_SETTINGS,
     .kind = CLI_NAMES_KEYS,
     .name_at = cli_meta_key_at},
    CLI_VALUE("--thumbnail", "PICTURE", "Use this PNG or JPEG as the thumbnail."),
    CLI_COMPACT_OPTION,
    CLI_FLAG("--force", "Write the file even if it has errors that FILE does not have, or if FILE "
                        "states a licence term twice; the last statement is then used."),
    CLI_BATCH_OPTIONS,
    {0},
};

const cli_Command cli_migrate = {
    .name = "migrate",
    .summary = "convert an avatar of any dialect to VRM 1.0, or back to 0.x",
    .usage = "vrm migrate FILE -o OUT [--to 1.0|0.x] [--set KEY=VALUE]...\n"
             "vrm migrate FILE... -o FOLDER/, or FILE... --in-place\n",
    .about =
        "Converts a 0.x, 1.0-draft or 1.0-beta avatar to VRM 1.0. The result faces +Z and looks\n"
        "and moves as before. Prints how each licence term was mapped, never to a looser one,\n"
        "and everything that 1.0 cannot express. A 1.0 file is copied, with the changes of\n"
        "--set and --thumbnail.\n"
        "Masks that 1.0 reads from another channel get a picture of their own (a vrm built\n"
        "without pictures only reports them).\n",
    .options = options,
    .run = run,
};
