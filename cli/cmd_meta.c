/* SPDX-License-Identifier: MIT */
/* vrm meta: shows who made an avatar and what one may do with it, or changes that. */
#include "cli.h"
#include "licence.h"
#include "meta_set.h"

#include <string.h>

typedef struct Options {
    bool is_json, is_quiet, is_in_place, is_forced;
    const char* output;
    cli_Settings settings;
} Options;

static int print_json(const char* file, const vrm_Model* model) {
    vrm_JsonBuilder* builder;
    if (vrm_json_builder_create(NULL, &builder) != VRM_OK) return CLI_FAILED;
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

static bool has_settings(const Options* options) {
    return options->settings.count > 0 || options->settings.thumbnail != NULL;
}

static int write_file(const Options* options, const char* file, vrm_Model* model) {
    const char* output = options->is_in_place ? file : options->output;
    int status = CLI_OK;
    if (has_settings(options)) {
        vrm_Report* before = NULL;
        vrm_Result result = cli_judge(model, &before);
        status = result == VRM_OK ? cli_apply_settings("meta", file, model, &options->settings)
                                  : cli_result_error("meta", file, result, NULL);
        if (status == CLI_OK && !options->is_forced)
            status = cli_refuse_new_errors("meta", file, before, model, CLI_MATCH_PLACES);
        vrm_report_destroy(before);
    }
    if (status != CLI_OK) return status;
    vrm_Result result = cli_save(model, output);
    return result == VRM_OK ? CLI_OK : cli_result_error("meta", output, result, NULL);
}

static int meta_file(const char* file, void* ctx) {
    const Options* options = ctx;
    vrm_Report* report = NULL;
    vrm_Model* model = NULL;
    vrm_Result result = vrm_report_create(NULL, &report);
    if (result == VRM_OK) result = cli_load(file, report, &model);
    int status = CLI_OK;
    if (result != VRM_OK) {
        if (options->is_json) cli_put_json_failure(file, result, report);
        status = cli_result_error("meta", file, result, report);
    } else if (options->output != NULL || options->is_in_place) {
        status = write_file(options, file, model);
    } else if (options->is_json) {
        status = print_json(file, model);
    } else if (!options->is_quiet) {
        print_plain(file, model);
    }
    vrm_model_destroy(model);
    vrm_report_destroy(report);
    return status;
}

static int check_writing(Options* options, const cli_Args* args) {
    bool is_written = options->output != NULL || options->is_in_place;
    if (has_settings(options) && !is_written)
        return cli_usage_error("meta", "say where to write: -o OUT, or --in-place");
    if (options->is_in_place && options->output != NULL)
        return cli_usage_error("meta", "-o and --in-place exclude each other");
    if (options->is_in_place && !has_settings(options))
        return cli_usage_error("meta", "nothing to set");
    for (int i = 0; i < args->file_count && options->is_in_place; i++)
        if (strcmp(args->files[i], "-") == 0)
            return cli_usage_error("meta", "standard input has no place");
    return cli_each_file(args, options->is_quiet, meta_file, options);
}

static int run(int argc, char** argv) {
    Options options = {0};
    const cli_Option table[] = {
        {.name = "--json", .flag = &options.is_json},
        {.name = "--quiet", .letter = 'q', .flag = &options.is_quiet},
        {.name = "--output", .letter = 'o', .value = &options.output},
        {.name = "--in-place", .flag = &options.is_in_place},
        {.name = "--force", .flag = &options.is_forced},
        {.name = "--thumbnail", .value = &options.settings.thumbnail},
        {.name = "--set",
         .values = options.settings.values,
         .value_count = &options.settings.count,
         .value_capacity = CLI_MAX_SETTINGS},
    };
    cli_Args args;
    if (!cli_parse(argc, argv, table, sizeof table / sizeof table[0], &args)) return CLI_USAGE;
    if (args.file_count == 0) return cli_usage_error("meta", "no FILE");
    if (options.output != NULL && args.file_count != 1)
        return cli_usage_error("meta", "-o goes with one FILE");
    if (options.output != NULL && cli_same_file(args.files[0], options.output))
        return cli_usage_error("meta", "the output would overwrite the input");
    return check_writing(&options, &args);
}

const cli_Command cli_meta = {
    .name = "meta",
    .summary = "show who made an avatar and what one may do with it, or change that",
    .help =
        "usage: vrm meta [--json] [-q] FILE...\n"
        "       vrm meta FILE [--set KEY=VALUE]... [--thumbnail PICTURE] -o OUT\n"
        "       vrm meta FILE... --set KEY=VALUE... --in-place\n"
        "\n"
        "Shows name, authors and licence in words. FILE may be - for standard input.\n"
        "\n"
        "  -o, --output OUT     write the file; - is standard output. OUT appears whole or not\n"
        "                       at all; it must not be FILE itself\n"
        "  --set KEY=VALUE      change a field of meta; may be repeated. KEY is a name of the\n"
        "                       file's own dialect (1.0: name, authors, avatarPermission, ...;\n"
        "                       0.x: title, author, allowedUserName, ...). Repeat authors and\n"
        "                       references to list several; an empty VALUE removes the field\n"
        "  --thumbnail PICTURE  take this PNG or JPEG as the avatar's picture\n"
        "  --in-place           write FILE itself\n"
        "  --force              write even what has new errors\n"
        "  --json               one JSON object per file, each on one line\n"
        "  -q, --quiet          print nothing; the exit status tells\n"
        "\n"
        "Everything that is not set keeps its bytes. A result with an error that FILE does not\n"
        "have is not written, and the error is named.\n"
        "For 0.x files the permissions are shown in the words of VRM 1.0, in their strictest\n"
        "reading; licenseName, otherLicenseUrl and otherPermissionUrl are the file's own.\n",
    .run = run,
};
