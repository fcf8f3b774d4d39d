/* SPDX-License-Identifier: MIT */
/* vrm meta: shows who made an avatar and what one may do with it; -o writes the file again. */
#include "cli.h"
#include "licence.h"

#include <string.h>

typedef struct Options {
    bool is_json, is_quiet;
    const char* output;
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
    } else if (options->output != NULL) {
        result = cli_save(model, options->output);
        if (result != VRM_OK) status = cli_result_error("meta", options->output, result, NULL);
    } else if (options->is_json) {
        status = print_json(file, model);
    } else if (!options->is_quiet) {
        print_plain(file, model);
    }
    vrm_model_destroy(model);
    vrm_report_destroy(report);
    return status;
}

static int run(int argc, char** argv) {
    Options options = {0};
    const cli_Option table[] = {
        {.name = "--json", .flag = &options.is_json},
        {.name = "--quiet", .letter = 'q', .flag = &options.is_quiet},
        {.name = "--output", .letter = 'o', .value = &options.output},
    };
    cli_Args args;
    if (!cli_parse(argc, argv, table, sizeof table / sizeof table[0], &args)) return CLI_USAGE;
    if (args.file_count == 0) return cli_usage_error("meta", "no FILE");
    if (options.output != NULL && args.file_count != 1)
        return cli_usage_error("meta", "-o goes with one FILE");
    if (options.output != NULL && cli_same_file(args.files[0], options.output))
        return cli_usage_error("meta", "the output would overwrite the input");
    return cli_each_file(&args, options.is_quiet, meta_file, &options);
}

const cli_Command cli_meta = {
    .name = "meta",
    .summary = "show who made an avatar and what one may do with it",
    .help = "usage: vrm meta [--json] [-q] FILE...\n"
            "       vrm meta FILE -o OUT\n"
            "\n"
            "Shows name, authors and licence in words. FILE may be - for standard input.\n"
            "\n"
            "  -o, --output OUT  write the file again, byte for byte; - is standard output.\n"
            "                    OUT appears whole or not at all; it must not be FILE itself\n"
            "  --json            one JSON object per file, each on one line\n"
            "  -q, --quiet       print nothing; the exit status tells\n"
            "\n"
            "For 0.x files the permissions are given in the words of VRM 1.0, in their strictest\n"
            "reading; licenseName, otherLicenseUrl and otherPermissionUrl are the file's own.\n",
    .run = run,
};
