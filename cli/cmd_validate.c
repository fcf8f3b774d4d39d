/* SPDX-License-Identifier: MIT */
/* vrm validate: what is wrong with a file, like a compiler for people, as JSON for programs. */
#include "batch.h"

#include <stdlib.h>
#include <string.h>

#define MAX_IGNORED 256

typedef struct Options {
    bool is_json, is_quiet;
    vrm_Severity lowest; /* the least severe finding that is shown */
    int32_t max_shown;   /* per file */
    const char* ignored[MAX_IGNORED];
    int ignored_count;
} Options;

static const char* const severity_names[VRM_SEVERITY_COUNT] = {"error", "warning", "info", "hint"};

static bool is_ignored(const Options* options, const char* code) {
    for (int i = 0; i < options->ignored_count; i++)
        if (strcmp(options->ignored[i], code) == 0) return true;
    return false;
}

static bool is_shown(const Options* options, const vrm_Finding* finding) {
    return finding->severity <= options->lowest && !is_ignored(options, finding->code);
}

/* Totals without the ignored codes. */
static void count_findings(const Options* options, const vrm_Report* report,
                           uint64_t totals[VRM_SEVERITY_COUNT]) {
    for (int s = 0; s < VRM_SEVERITY_COUNT; s++)
        totals[s] = vrm_report_total(report, (vrm_Severity)s);
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        if (is_ignored(options, finding.code)) totals[finding.severity]--;
    }
}

static void put_json_finding(vrm_JsonBuilder* builder, const vrm_Finding* finding) {
    vrm_json_begin_object(builder);
    cli_json_string(builder, "code", finding->code);
    cli_json_string(builder, "severity", severity_names[finding->severity]);
    cli_json_string(builder, "pointer", finding->pointer);
    cli_json_string(builder, "message", finding->message);
    vrm_json_put_key(builder, "byteOffset");
    if (finding->byte_offset == VRM_NO_OFFSET)
        vrm_json_put_null(builder);
    else
        vrm_json_put_integer(builder, (int64_t)finding->byte_offset);
    vrm_json_end_object(builder);
}

static int print_json(const Options* options, const char* file, vrm_Dialect dialect,
                      const vrm_Report* report, const uint64_t totals[VRM_SEVERITY_COUNT]) {
    static const char* const plurals[VRM_SEVERITY_COUNT] = {"errors", "warnings", "infos", "hints"};
    vrm_JsonBuilder* builder = cli_json_create();
    if (builder == NULL) return CLI_FAILED;
    vrm_json_begin_object(builder);
    cli_json_string(builder, "file", file);
    cli_json_string(builder, "dialect", vrm_dialect_text(dialect));
    for (int s = 0; s < VRM_SEVERITY_COUNT; s++)
        cli_json_integer(builder, plurals[s], (int64_t)totals[s]);
    vrm_json_put_key(builder, "findings");
    vrm_json_begin_array(builder);
    int32_t shown = 0;
    bool is_truncated = vrm_report_is_truncated(report);
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        if (!is_shown(options, &finding)) continue;
        if (shown++ < options->max_shown) put_json_finding(builder, &finding);
    }
    vrm_json_end_array(builder);
    cli_json_bool(builder, "truncated", is_truncated || shown > options->max_shown);
    vrm_json_end_object(builder);
    return cli_put_json(builder);
}

static void print_finding(const char* file, const vrm_Finding* finding) {
    cli_put_text(stdout, file);
    if (finding->byte_offset != VRM_NO_OFFSET)
        printf(":%llu", (unsigned long long)finding->byte_offset);
    printf(": %s: ", severity_names[finding->severity]);
    cli_put_text(stdout, finding->message);
    printf(" [%s]", finding->code);
    if (finding->pointer[0] != 0) {
        fputs(" at ", stdout);
        cli_put_text(stdout, finding->pointer);
    }
    putchar('\n');
}

static void print_plain(const Options* options, const char* file, vrm_Dialect dialect,
                        const vrm_Report* report, const uint64_t totals[VRM_SEVERITY_COUNT]) {
    int32_t shown = 0;
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        if (!is_shown(options, &finding)) continue;
        if (shown++ < options->max_shown) print_finding(file, &finding);
    }
    cli_put_text(stdout, file);
    if (shown > options->max_shown)
        printf(": %d more findings not shown (--max)\n", shown - options->max_shown);
    if (shown > options->max_shown) cli_put_text(stdout, file);
    const char* text = vrm_dialect_text(dialect);
    printf(": %s%s", text != NULL ? "VRM " : "", text != NULL ? text : "glTF");
    for (int s = 0; s < VRM_SEVERITY_COUNT; s++)
        printf("%s %llu %s%s", s == 0 ? ":" : ",", (unsigned long long)totals[s], severity_names[s],
               totals[s] == 1 ? "" : "s");
    putchar('\n');
}

static vrm_Result validate_stdin(const vrm_ValidateDef* def, vrm_Report* report,
                                 vrm_Dialect* dialect) {
    uint8_t* bytes;
    size_t size;
    vrm_Result result = cli_read_stdin(def->limits.file_bytes, &bytes, &size);
    if (result != VRM_OK) return result;
    result = vrm_validate(bytes, size, def, report, dialect);
    free(bytes);
    return result;
}

static int validate_file(const char* file, void* ctx) {
    const Options* options = ctx;
    vrm_ReportDef report_def = vrm_default_report_def();
    report_def.max_findings = 100000;
    report_def.max_per_code = 100000;
    vrm_Report* report;
    vrm_Result result = vrm_report_create(&report_def, &report);
    if (result != VRM_OK) return cli_result_error("validate", file, result, NULL);

    vrm_ValidateDef def = vrm_default_validate_def();
    vrm_Dialect dialect = VRM_DIALECT_NONE;
    result = strcmp(file, "-") == 0 ? validate_stdin(&def, report, &dialect)
                                    : vrm_validate_file(file, &def, report, &dialect);
    int status;
    if (result != VRM_OK) {
        if (options->is_json) cli_put_json_failure(file, result, report);
        status = cli_result_error("validate", file, result, report);
    } else {
        uint64_t totals[VRM_SEVERITY_COUNT];
        count_findings(options, report, totals);
        status = totals[VRM_ERROR] > 0 ? CLI_INVALID : CLI_OK;
        if (options->is_json) {
            int put = print_json(options, file, dialect, report, totals);
            if (put > status) status = put;
        } else if (!options->is_quiet) {
            print_plain(options, file, dialect, report, totals);
        }
    }
    vrm_report_destroy(report);
    return status;
}

static bool parse_severity(const char* text, vrm_Severity* out) {
    for (int s = 0; s < VRM_SEVERITY_COUNT; s++) {
        if (strcmp(text, severity_names[s]) != 0) continue;
        *out = (vrm_Severity)s;
        return true;
    }
    return false;
}

static bool is_known_code(const char* code) {
    for (int32_t i = 0; i < vrm_rule_count(); i++)
        if (strcmp(vrm_rule_get(i).code, code) == 0) return true;
    return false;
}

static int run(int argc, char** argv) {
    Options options = {.lowest = VRM_HINT, .max_shown = INT32_MAX};
    const char *severity = NULL, *max = NULL;
    const cli_Option table[] = {
        {.name = "--json", .flag = &options.is_json},
        {.name = "--quiet", .letter = 'q', .flag = &options.is_quiet},
        {.name = "--severity", .value = &severity},
        {.name = "--max", .value = &max},
        {.name = "--ignore",
         .values = options.ignored,
         .value_count = &options.ignored_count,
         .value_capacity = MAX_IGNORED},
    };
    cli_Args args;
    if (!cli_parse(argc, argv, table, sizeof table / sizeof table[0], &args)) return CLI_USAGE;
    if (args.file_count == 0) return cli_usage_error("validate", "no FILE");
    if (severity != NULL && !parse_severity(severity, &options.lowest))
        return cli_usage_error("validate", "--severity is error, warning, info or hint");
    if (max != NULL && !cli_parse_count(max, &options.max_shown))
        return cli_usage_error("validate", "--max takes a number");
    for (int i = 0; i < options.ignored_count; i++)
        if (!is_known_code(options.ignored[i]))
            return cli_usage_error("validate", "--ignore: there is no rule %s", options.ignored[i]);
    int status = cli_expand_folders(&args, cli_gltf_endings);
    if (status == CLI_OK) status = cli_each_file(&args, options.is_quiet, validate_file, &options);
    cli_args_release(&args);
    return status;
}

const cli_Command cli_validate = {
    .name = "validate",
    .summary = "say what is wrong with a file: code, severity, JSON pointer, message",
    .help =
        "usage: vrm validate [options] FILE...\n"
        "\n"
        "Judges VRM 0.x, 1.0-draft, 1.0-beta and 1.0 avatars, VRM animations and plain glTF.\n"
        "FILE may be - for standard input. The rules are listed in docs/rules.md.\n"
        "\n"
        "  --severity S   show findings of severity S and worse:\n"
        "                 error, warning, info, hint (default: hint)\n"
        "  --ignore CODE  leave out findings of this code, from the totals too; may be repeated\n"
        "  --max N        show at most N findings per file; the totals stay exact\n"
        "  --json         one JSON object per file, each on one line\n"
        "  -q, --quiet    print nothing; the exit status tells\n"
        "\n"
        "A finding is printed as FILE:OFFSET: severity: message [CODE] at /json/pointer, where\n"
        "OFFSET counts bytes of the JSON text (or of the file for container findings).\n"
        "Exit status: 0 no errors, 1 errors found, 2 wrong usage, 3 reading failed.\n",
    .run = run,
};
