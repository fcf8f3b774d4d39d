/* SPDX-License-Identifier: MIT */
/* vrm validate: the faults of a file, in the form of compiler messages for people, as JSON for
 * programs. */
#include "batch.h"
#include "finding_names.h"
#include "suggest.h"
#include "validate_format.h"

#include <stdlib.h>
#include <string.h>

#define MAX_IGNORED 256

typedef struct Options {
    bool is_json, is_quiet, shows_all;
    vrm_Severity lowest; /* the least severe finding that is shown */
    int32_t max_shown;   /* per file */
    const char* ignored[MAX_IGNORED];
    int ignored_count;
    validate_Format format;
    validate_Collection* collection; /* of all files, where the format asks for it */
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

/* A file's findings and the document that they are about. */
typedef struct Judged {
    const char* file;
    const vrm_Report* report;
    const vrm_Json* json; /* NULL: names are not known */
    vrm_Dialect dialect;
    uint64_t totals[VRM_SEVERITY_COUNT];
} Judged;

static void put_json_finding(vrm_JsonBuilder* builder, const Judged* judged,
                             const vrm_Finding* finding) {
    char name[160];
    vrm_json_begin_object(builder);
    cli_json_string(builder, "code", finding->code);
    cli_json_string(builder, "severity", severity_names[finding->severity]);
    cli_json_string(builder, "pointer", finding->pointer);
    cli_json_string(builder, "message", finding->message);
    bool has_name = finding_name(judged->json, finding->pointer, name, sizeof name);
    cli_json_string(builder, "name", has_name ? name : NULL);
    vrm_json_put_key(builder, "byteOffset");
    if (finding->byte_offset == VRM_NO_OFFSET)
        vrm_json_put_null(builder);
    else
        vrm_json_put_integer(builder, (int64_t)finding->byte_offset);
    vrm_json_end_object(builder);
}

static int print_json(const Options* options, const Judged* judged) {
    const vrm_Report* report = judged->report;
    static const char* const plurals[VRM_SEVERITY_COUNT] = {"errors", "warnings", "infos", "hints"};
    vrm_JsonBuilder* builder = cli_json_create();
    if (builder == NULL) return CLI_FAILED;
    vrm_json_begin_object(builder);
    cli_json_string(builder, "file", judged->file);
    cli_json_string(builder, "dialect", vrm_dialect_text(judged->dialect));
    for (int s = 0; s < VRM_SEVERITY_COUNT; s++)
        cli_json_integer(builder, plurals[s], (int64_t)judged->totals[s]);
    vrm_json_put_key(builder, "findings");
    vrm_json_begin_array(builder);
    int32_t shown = 0;
    bool is_truncated = vrm_report_is_truncated(report);
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        if (!is_shown(options, &finding)) continue;
        if (shown++ < options->max_shown) put_json_finding(builder, judged, &finding);
    }
    vrm_json_end_array(builder);
    cli_json_bool(builder, "truncated", is_truncated || shown > options->max_shown);
    vrm_json_end_object(builder);
    return cli_put_json(builder);
}

/* ---- For people ---- */

/* Up to this many findings of one code are printed one by one; more become a group, which lists
 * this many places. */
#define FEW 3

static void print_place(const Judged* judged, const vrm_Finding* finding) {
    char name[160];
    cli_put_text(stdout, finding->pointer[0] != 0 ? finding->pointer : "(the whole file)");
    if (!finding_name(judged->json, finding->pointer, name, sizeof name)) return;
    fputs(" (", stdout);
    cli_put_text(stdout, name);
    putchar(')');
}

static void print_finding(const Judged* judged, const vrm_Finding* finding) {
    cli_put_text(stdout, judged->file);
    if (finding->byte_offset != VRM_NO_OFFSET)
        printf(":%llu", (unsigned long long)finding->byte_offset);
    printf(": %s: ", severity_names[finding->severity]);
    cli_put_text(stdout, finding->message);
    printf(" [%s]", finding->code);
    if (finding->pointer[0] != 0) {
        fputs(" at ", stdout);
        print_place(judged, finding);
    }
    putchar('\n');
}

/* The findings of one code and severity among those that are shown. */
typedef struct Group {
    vrm_Finding first;
    int32_t count;
    bool is_uniform; /* all have the same message */
} Group;

static bool belongs_to(const Group* group, const vrm_Finding* finding) {
    return group->first.severity == finding->severity &&
           strcmp(group->first.code, finding->code) == 0;
}

/* In the order of their first findings; NULL when there is no memory. */
static Group* group_findings(const Options* options, const vrm_Report* report, int32_t* out_count) {
    *out_count = 0;
    /* Codes are few: each has one group for each severity at most. */
    size_t capacity = (size_t)vrm_rule_count() * VRM_SEVERITY_COUNT;
    Group* groups = calloc(capacity, sizeof *groups);
    for (int32_t i = 0; groups != NULL && i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        if (!is_shown(options, &finding)) continue;
        int32_t g = 0;
        while (g < *out_count && !belongs_to(&groups[g], &finding)) g++;
        if (g == *out_count) {
            groups[g] = (Group){.first = finding, .is_uniform = true};
            (*out_count)++;
        }
        groups[g].count++;
        if (strcmp(groups[g].first.message, finding.message) != 0) groups[g].is_uniform = false;
    }
    return groups;
}

static const char* rule_text(const char* code) {
    for (int32_t i = 0; i < vrm_rule_count(); i++)
        if (strcmp(vrm_rule_get(i).code, code) == 0) return vrm_rule_get(i).text;
    return "";
}

/* The findings of a group one by one, or its head and the first places. */
static int32_t print_group(const Options* options, const Judged* judged, const Group* group,
                           int32_t most) {
    bool is_whole = group->count <= FEW;
    if (!is_whole) {
        cli_put_text(stdout, judged->file);
        printf(": %s: %d x %s: ", severity_names[group->first.severity], (int)group->count,
               group->first.code);
        cli_put_text(stdout,
                     group->is_uniform ? group->first.message : rule_text(group->first.code));
        putchar('\n');
    }
    int32_t printed = 0;
    for (int32_t i = 0; printed < FEW && printed < most && i < vrm_report_count(judged->report);
         i++) {
        vrm_Finding finding = vrm_report_get(judged->report, i);
        if (!is_shown(options, &finding) || !belongs_to(group, &finding)) continue;
        printed++;
        if (is_whole) {
            print_finding(judged, &finding);
            continue;
        }
        fputs("    ", stdout);
        print_place(judged, &finding);
        if (!group->is_uniform) {
            fputs(": ", stdout);
            cli_put_text(stdout, finding.message);
        }
        putchar('\n');
    }
    if (!is_whole) printf("    and %d more (--all lists them)\n", (int)(group->count - FEW));
    return printed;
}

/* How many findings --max left out. */
static int32_t print_groups(const Options* options, const Judged* judged) {
    int32_t count, left = options->max_shown, hidden = 0;
    Group* groups = group_findings(options, judged->report, &count);
    for (int32_t g = 0; groups != NULL && g < count; g++) {
        int32_t printed = left > 0 ? print_group(options, judged, &groups[g], left) : 0;
        left -= printed;
        /* What a long group leaves out, it says itself. */
        bool is_cut = printed > 0 && groups[g].count > FEW;
        hidden += (is_cut ? FEW : groups[g].count) - printed;
    }
    free(groups);
    return hidden;
}

static int32_t print_all(const Options* options, const Judged* judged) {
    int32_t shown = 0;
    for (int32_t i = 0; i < vrm_report_count(judged->report); i++) {
        vrm_Finding finding = vrm_report_get(judged->report, i);
        if (!is_shown(options, &finding)) continue;
        if (shown++ < options->max_shown) print_finding(judged, &finding);
    }
    return shown > options->max_shown ? shown - options->max_shown : 0;
}

static void print_plain(const Options* options, const Judged* judged) {
    int32_t hidden =
        options->shows_all ? print_all(options, judged) : print_groups(options, judged);
    cli_put_text(stdout, judged->file);
    if (hidden > 0) printf(": %d more findings not shown (--max)\n", (int)hidden);
    if (hidden > 0) cli_put_text(stdout, judged->file);
    const char* text = vrm_dialect_text(judged->dialect);
    printf(": %s%s", text != NULL ? "VRM " : "", text != NULL ? text : "glTF");
    for (int s = 0; s < VRM_SEVERITY_COUNT; s++)
        printf("%s %llu %s%s", s == 0 ? ":" : ",", (unsigned long long)judged->totals[s],
               severity_names[s], judged->totals[s] == 1 ? "" : "s");
    putchar('\n');
}

static void collect(const Options* options, const Judged* judged) {
    validate_collect_file(options->collection, judged->file, judged->totals[VRM_ERROR]);
    int32_t shown = 0;
    for (int32_t i = 0; i < vrm_report_count(judged->report); i++) {
        vrm_Finding finding = vrm_report_get(judged->report, i);
        if (is_shown(options, &finding) && shown++ < options->max_shown)
            validate_collect_finding(options->collection, judged->file, &finding);
    }
    validate_collect_file_end(options->collection, judged->totals[VRM_ERROR]);
}

/* ---- Files ---- */

static vrm_Result validate_stdin(const vrm_ValidateDef* def, vrm_Report* report,
                                 vrm_Dialect* dialect, vrm_Json** out_json) {
    uint8_t* bytes;
    size_t size;
    vrm_Result result = cli_read_stdin(def->limits.file_bytes, &bytes, &size);
    if (result != VRM_OK) return result;
    result = vrm_validate(bytes, size, def, report, dialect);
    if (vrm_report_count(report) > 0) *out_json = finding_names_parse(bytes, size);
    free(bytes);
    return result;
}

/* Parses the JSON again, for names: the validator does not keep it, and most files have few
 * findings. */
static vrm_Json* parse_again(const char* file, const vrm_ValidateDef* def) {
    uint8_t* bytes;
    size_t size;
    if (cli_read_file(file, def->limits.file_bytes, &bytes, &size) != VRM_OK) return NULL;
    vrm_Json* json = finding_names_parse(bytes, size);
    free(bytes);
    return json;
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
    Judged judged = {.file = file, .report = report};
    vrm_Json* json = NULL;
    bool is_stdin = strcmp(file, "-") == 0;
    result = is_stdin ? validate_stdin(&def, report, &judged.dialect, &json)
                      : vrm_validate_file(file, &def, report, &judged.dialect);
    int status;
    if (result != VRM_OK) {
        if (options->is_json) cli_put_json_failure(file, result, report);
        if (options->format != VALIDATE_PLAIN)
            validate_collect_failure(options->collection, file, result);
        status = cli_result_error("validate", file, result, report);
    } else {
        if (!is_stdin && !options->is_quiet && vrm_report_count(report) > 0)
            json = parse_again(file, &def);
        judged.json = json;
        count_findings(options, report, judged.totals);
        status = judged.totals[VRM_ERROR] > 0 ? CLI_INVALID : CLI_OK;
        if (options->format != VALIDATE_PLAIN) {
            collect(options, &judged);
        } else if (options->is_json) {
            int put = print_json(options, &judged);
            if (put > status) status = put;
        } else if (!options->is_quiet) {
            print_plain(options, &judged);
        }
    }
    vrm_json_destroy(json);
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

static const char* code_at(const void* ctx, int index) {
    (void)ctx;
    return index < vrm_rule_count() ? vrm_rule_get(index).code : NULL;
}

static int unknown_code(const char* code) {
    char hint[CLI_HINT_ROOM];
    return cli_usage_error("validate", "--ignore: there is no rule %s%s", code,
                           cli_did_you_mean(code, code_at, NULL, hint));
}

static int run(int argc, char** argv) {
    Options options = {.lowest = VRM_HINT, .max_shown = INT32_MAX};
    const char *severity = NULL, *max = NULL, *format = NULL;
    const cli_Option table[] = {
        {.name = "--json", .flag = &options.is_json},
        {.name = "--quiet", .letter = 'q', .flag = &options.is_quiet},
        {.name = "--severity", .value = &severity},
        {.name = "--max", .value = &max},
        {.name = "--all", .flag = &options.shows_all},
        {.name = "--format", .value = &format},
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
        if (!is_known_code(options.ignored[i])) return unknown_code(options.ignored[i]);
    if (format != NULL && strcmp(format, "sarif") == 0)
        options.format = VALIDATE_SARIF;
    else if (format != NULL && strcmp(format, "junit") == 0)
        options.format = VALIDATE_JUNIT;
    else if (format != NULL)
        return cli_usage_error("validate", "--format is sarif or junit");
    if (format != NULL && (options.is_json || options.is_quiet))
        return cli_usage_error("validate", "--format excludes --json and --quiet");
    validate_Collection collection;
    options.collection = &collection;
    int status = validate_collect_begin(options.format, &collection);
    if (status == CLI_OK) {
        status = cli_expand_folders(&args, cli_gltf_endings);
        if (status == CLI_OK)
            status = cli_each_file(&args, options.is_quiet, validate_file, &options);
        int put = validate_collect_end(&collection); /* a document in any case */
        if (put > status) status = put;
    }
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
        "  --all          list every finding; without it more than three of a code become one "
        "line\n"
        "                 with their number and the first three places\n"
        "  --format F     sarif (SARIF 2.1.0) or junit (JUnit XML): all files in one document,\n"
        "                 for CI systems\n"
        "  --json         one JSON object per file, each on one line\n"
        "  -q, --quiet    print no text (--json still prints); the exit status tells\n"
        "\n"
        "A finding is printed as FILE:OFFSET: severity: message [CODE] at /json/pointer (name),\n"
        "where OFFSET counts bytes of the JSON text (or of the file for container findings).\n"
        "Exit status: 0 no errors, 1 errors found, 2 wrong usage, 3 reading failed.\n",
    .run = run,
};
