/* SPDX-License-Identifier: MIT */
/* vrm meta: shows or changes the author and the permissions of an avatar. */
#include "commands/commands.h"
#include "facts/licence.h"
#include "facts/meta_keys.h"
#include "facts/meta_set.h"
#include "facts/terms.h"
#include "files/files.h"
#include "rewrite/write.h"
#include "words/args.h"
#include "words/json.h"
#include "words/output.h"

typedef struct Options {
    cli_Writing writing;
    cli_Settings settings;
} Options;

static int print_json(const char* file, const vrm_Model* model) {
    vrm_JsonBuilder* builder = cli_json_create();
    if (builder == NULL) return CLI_FAILED;
    vrm_json_begin_object(builder);
    cli_json_string(builder, "file", file);
    cli_json_string(builder, "dialect", vrm_dialect_text(vrm_model_dialect(model)));
    vrm_json_put_key(builder, "meta");
    const vrm_Meta* meta = vrm_model_meta(model);
    if (meta == NULL)
        vrm_json_put_null(builder);
    else
        cli_json_meta(builder, meta);
    vrm_json_end_object(builder);
    return cli_put_json(builder);
}

static void print_plain(const char* file, const vrm_Model* model) {
    cli_put_text(stdout, file);
    const vrm_Meta* meta = vrm_model_meta(model);
    if (meta == NULL) {
        puts(": no VRM meta");
        return;
    }
    putchar('\n');
    cli_print_meta(meta);
    cli_print_licence(meta);
}

static int apply(const char* file, vrm_Model* model, vrm_Report* report, void* ctx) {
    Options* options = ctx;
    (void)report;
    return cli_apply_settings("meta", file, model, &options->settings);
}

/* Without settings the bytes are copied unchanged, even if they are invalid. */
static int write_file(Options* options, const char* file, vrm_Model* model) {
    cli_Writing* writing = &options->writing;
    writing->is_forced |= !cli_has_settings(&options->settings);
    return cli_write_changed("meta", writing, file, model, NULL, CLI_MATCH_PLACES, apply, options);
}

static int meta_file(const char* file, void* ctx) {
    Options* options = ctx;
    const cli_Writing* writing = &options->writing;
    vrm_Report* report = NULL;
    vrm_Model* model = NULL;
    vrm_Result result = vrm_report_create(NULL, &report);
    if (result == VRM_OK) result = cli_load_json(file, report, &model);
    int status = CLI_OK;
    if (result != VRM_OK) {
        if (writing->is_json) cli_put_json_failure(file, result, report);
        status = cli_result_error("meta", file, result, report);
    } else if (cli_writes(writing)) {
        status = write_file(options, file, model);
    } else {
        if (writing->is_json)
            status = print_json(file, model);
        else if (!writing->is_quiet)
            print_plain(file, model);
        int terms = cli_check_terms("meta", file, report);
        if (terms > status) status = terms;
    }
    vrm_model_destroy(model);
    vrm_report_destroy(report);
    return status;
}

static int run(cli_Args* args) {
    Options options = {0};
    cli_take_writing(args, &options.writing);
    cli_take_settings(args, &options.settings);
    bool has_settings = cli_has_settings(&options.settings);
    if (options.writing.is_in_place && !has_settings)
        return cli_usage_error("meta", "nothing to set");
    const cli_WritingRules rules = {.must_write = has_settings,
                                    .has_in_place = true,
                                    .product = CLI_AVATAR,
                                    .others = {options.settings.thumbnail}};
    int status = cli_check_writing(args, &options.writing, &rules);
    if (status == CLI_OK) status = cli_write_each(args, &options.writing, meta_file, &options);
    cli_settings_release(&options.settings);
    return status;
}

static const cli_Option options[] = {
    CLI_OUTPUT_OPTION("Output file, not FILE itself; - for standard output. Written atomically."),
    {.name = "--set",
     .value = "KEY=VALUE",
     .help = "Set a field of the metadata. May be repeated. KEY is a name of VRM 1.0 (name, "
             "authors, avatarPermission, ...) or 0.x (title, author, allowedUserName, ...); the "
             "field is converted to the dialect of FILE. Repeat authors and references for "
             "several values (joined with commas where the dialect has no list). An empty VALUE "
             "removes the field.",
     .most = CLI_MAX_SETTINGS,
     .kind = CLI_NAMES_KEYS,
     .name_at = cli_meta_key_at},
    CLI_VALUE("--thumbnail", "PICTURE",
              "Use this PNG or JPEG as the thumbnail; - for standard input. The old picture is "
              "removed unless a material or another view uses it. Not for .gltf files."),
    CLI_FLAG("--in-place", "Overwrite FILE."),
    CLI_FORCE_OPTION,
    CLI_BATCH_OPTIONS,
    {0},
};

const cli_Command cli_meta = {
    .name = "meta",
    .summary = "show or change the name, authors and licence of an avatar",
    .usage = "vrm meta [--json] [-q] FILE...\n"
             "vrm meta FILE [--set KEY=VALUE]... [--thumbnail PICTURE] -o OUT\n"
             "vrm meta FILE... --set KEY=VALUE... -o FOLDER/, or --in-place\n",
    .about = "Shows name, authors and licence in words. FILE may be - for standard input.\n",
    .options = options,
    .notes =
        "Parts of the file that are not set keep their bytes. If the result would have errors\n"
        "that FILE does not have, nothing is written and the errors are printed.\n"
        "Permissions of 0.x files are shown in the terms of VRM 1.0, read as strictly as\n"
        "possible; licenseName, otherLicenseUrl and otherPermissionUrl are shown as stored.\n",
    .run = run,
};
