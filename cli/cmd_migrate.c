/* SPDX-License-Identifier: MIT */
/* vrm migrate: an avatar of any dialect becomes a 1.0 file, and every decision is told. */
#include "cli.h"
#include "meta_set.h"

#include <string.h>

typedef struct Options {
    bool is_json, is_quiet, is_in_place, is_forced;
    const char* output;
    cli_Settings settings;
} Options;

static const char* const severity_names[VRM_SEVERITY_COUNT] = {"error", "warning", "info", "hint"};

/* ---- What is told ---- */

static int print_json(const char* file, const char* output, vrm_Dialect from,
                      const vrm_Report* report) {
    vrm_JsonBuilder* builder;
    if (vrm_json_builder_create(NULL, &builder) != VRM_OK) return CLI_FAILED;
    vrm_json_begin_object(builder);
    cli_json_string(builder, "file", file);
    cli_json_string(builder, "output", output);
    cli_json_string(builder, "from", vrm_dialect_text(from));
    cli_json_string(builder, "to", vrm_dialect_text(VRM_DIALECT_1));
    vrm_json_put_key(builder, "findings");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        vrm_json_begin_object(builder);
        cli_json_string(builder, "code", finding.code);
        cli_json_string(builder, "severity", severity_names[finding.severity]);
        cli_json_string(builder, "pointer", finding.pointer);
        cli_json_string(builder, "message", finding.message);
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
    vrm_json_end_object(builder);
    return cli_put_json(builder);
}

static void print_plain(FILE* out, const char* file, vrm_Dialect from, const vrm_Report* report) {
    cli_put_text(out, file);
    if (from == VRM_DIALECT_1)
        fputs(": already VRM 1.0, written as it is\n", out);
    else
        fprintf(out, ": VRM %s to 1.0\n", vrm_dialect_text(from));
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        fprintf(out, "  %s: ", severity_names[finding.severity]);
        cli_put_text(out, finding.message);
        fprintf(out, " [%s]", finding.code);
        if (finding.pointer[0] != 0) {
            fputs(" at ", out);
            cli_put_text(out, finding.pointer);
        }
        fputc('\n', out);
    }
}

/* ---- Work ---- */

static int migrate_model(const Options* options, const char* file, vrm_Model* model,
                         vrm_Report* report) {
    vrm_Report* before = NULL;
    vrm_Result result = cli_judge(model, &before);
    if (result == VRM_OK) result = vrm_migrate(model, NULL, report);
    int status = CLI_OK;
    if (result != VRM_OK) {
        if (options->is_json) cli_put_json_failure(file, result, report);
        status = cli_result_error("migrate", file, result, report);
    } else {
        status = cli_apply_settings("migrate", file, model, &options->settings);
        if (status == CLI_OK && !options->is_forced)
            status = cli_refuse_new_errors("migrate", file, before, model, CLI_MATCH_CODES);
    }
    vrm_report_destroy(before);
    return status;
}

static int migrate_file(const char* file, void* ctx) {
    const Options* options = ctx;
    const char* output = options->is_in_place ? file : options->output;
    vrm_Report *load_report = NULL, *report = NULL;
    vrm_Model* model = NULL;
    vrm_Result result = vrm_report_create(NULL, &load_report);
    if (result == VRM_OK) result = vrm_report_create(NULL, &report);
    if (result == VRM_OK) result = cli_load(file, load_report, &model);
    int status = CLI_OK;
    if (result != VRM_OK) {
        if (options->is_json) cli_put_json_failure(file, result, load_report);
        status = cli_result_error("migrate", file, result, load_report);
    } else {
        vrm_Dialect from = vrm_model_dialect(model);
        status = migrate_model(options, file, model, report);
        if (status == CLI_OK) {
            result = cli_save(model, output);
            if (result != VRM_OK) status = cli_result_error("migrate", output, result, NULL);
        }
        /* The file itself may go to standard output: what is told then goes beside it. */
        bool is_piped = strcmp(output, "-") == 0;
        if (status == CLI_OK && options->is_json && !is_piped)
            status = print_json(file, output, from, report);
        else if (status == CLI_OK && !options->is_quiet)
            print_plain(is_piped ? stderr : stdout, file, from, report);
    }
    vrm_model_destroy(model);
    vrm_report_destroy(load_report);
    vrm_report_destroy(report);
    return status;
}

static int check_usage(Options* options, const cli_Args* args) {
    if (args->file_count == 0) return cli_usage_error("migrate", "no FILE");
    if ((options->output != NULL) == options->is_in_place)
        return cli_usage_error("migrate", "say where to write: -o OUT, or --in-place");
    if (options->output != NULL && args->file_count != 1)
        return cli_usage_error("migrate", "-o goes with one FILE");
    if (options->output != NULL && cli_same_file(args->files[0], options->output))
        return cli_usage_error("migrate", "the output would overwrite the input");
    for (int i = 0; i < args->file_count && options->is_in_place; i++)
        if (strcmp(args->files[i], "-") == 0)
            return cli_usage_error("migrate", "standard input has no place");
    return cli_each_file(args, options->is_quiet, migrate_file, options);
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
    return check_usage(&options, &args);
}

const cli_Command cli_migrate = {
    .name = "migrate",
    .summary = "bring an avatar of any dialect to VRM 1.0",
    .help =
        "usage: vrm migrate FILE -o OUT [--set KEY=VALUE]...\n"
        "       vrm migrate FILE... --in-place\n"
        "\n"
        "Makes a VRM 1.0 file of a 0.x, 1.0-draft or 1.0-beta avatar: it faces +Z, moves and\n"
        "looks as before. Tells how each part of the licence was put into the words of 1.0,\n"
        "never looser than it was, and what 1.0 cannot say. A 1.0 file is written as it is.\n"
        "\n"
        "  -o, --output OUT     where to; - is standard output. OUT appears whole or not at all\n"
        "  --in-place           write FILE itself\n"
        "  --set KEY=VALUE      what the owner decides: a field of 1.0 meta, as in vrm meta\n"
        "  --thumbnail PICTURE  take this PNG or JPEG as the avatar's picture\n"
        "  --force              write even what has errors that FILE does not have\n"
        "  --json               what was decided as one JSON object per file\n"
        "  -q, --quiet          print nothing; the exit status tells\n",
    .run = run,
};
