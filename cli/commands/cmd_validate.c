/* SPDX-License-Identifier: MIT */
/* vrm validate: the faults of a file, in the form of compiler messages for people, as JSON for
 * programs. */
#define _POSIX_C_SOURCE 200809L /* stat, open_memstream */

#include "commands/commands.h"
#include "confine/confine.h"
#include "facts/finding_json.h"
#include "files/files.h"
#include "files/no_links.h"
#include "rewrite/batch.h"
#include "validate/policy.h"
#include "validate/validate_format.h"
#include "validate/validate_summary.h"
#include "words/args.h"
#include "words/json.h"
#include "words/limit_option.h"
#include "words/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_POLICIES 8

typedef struct Options {
    bool is_json, is_quiet;
    bool is_deep;    /* --recursive */
    bool is_summary; /* the summary instead of findings; --recursive has it after them */
    validate_Filter filter;
    validate_Format format;
    cli_Policy* policies[MAX_POLICIES];
    int policy_count;
    /* Of all files, in the process that prints. */
    validate_Collection collection;
    validate_Summary* summary; /* NULL: none was asked for */
    const cli_Work* work;
} Options;

/* ---- JSON ---- */

static void put_json_finding(vrm_JsonBuilder* builder, const validate_File* file,
                             const vrm_Finding* finding) {
    char name[160];
    vrm_json_begin_object(builder);
    cli_json_finding(builder, finding);
    bool has_name = finding_name(file->names, finding->pointer, name, sizeof name);
    cli_json_string(builder, "name", has_name ? name : NULL);
    vrm_json_put_key(builder, "byteOffset");
    if (finding->byte_offset == VRM_NO_OFFSET)
        vrm_json_put_null(builder);
    else
        vrm_json_put_integer(builder, (int64_t)finding->byte_offset);
    vrm_json_end_object(builder);
}

static int print_json(const validate_Filter* filter, const validate_File* file) {
    static const char* const plurals[VRM_SEVERITY_COUNT] = {"errors", "warnings", "infos", "hints"};
    vrm_JsonBuilder* builder = cli_json_create();
    if (builder == NULL) return CLI_FAILED;
    vrm_json_begin_object(builder);
    cli_json_string(builder, "file", file->file);
    cli_json_string(builder, "dialect", vrm_dialect_text(file->dialect));
    for (int s = 0; s < VRM_SEVERITY_COUNT; s++)
        cli_json_integer(builder, plurals[s], (int64_t)file->totals[s]);
    vrm_json_put_key(builder, "findings");
    vrm_json_begin_array(builder);
    int32_t shown = 0;
    for (int32_t i = 0; i < file->finding_count; i++) {
        const vrm_Finding* finding = &file->findings[i];
        if (!validate_is_shown(filter, finding)) continue;
        if (shown++ < filter->max_shown) put_json_finding(builder, file, finding);
    }
    vrm_json_end_array(builder);
    cli_json_bool(builder, "truncated", file->is_truncated || shown > filter->max_shown);
    vrm_json_end_object(builder);
    return cli_put_json(builder);
}

/* ---- From the process of a file to the one that prints ---- */

/* Followed by `code_count` validate_CodeCounts and `part_size` bytes of a document. */
typedef struct Outcome {
    uint64_t totals[VRM_SEVERITY_COUNT];
    uint64_t part_size;
    int32_t code_count;
    bool is_unreadable;
} Outcome;

static bool is_collecting(const Options* options) {
    return options->summary != NULL || options->format != VALIDATE_PLAIN;
}

static void take_outcome(void* ctx, const char* file, const void* bytes, size_t size) {
    Options* options = ctx;
    (void)size;
    Outcome outcome;
    memcpy(&outcome, bytes, sizeof outcome);
    const validate_CodeCount* codes = (const void*)((const char*)bytes + sizeof outcome);
    const char* part = (const char*)(codes + outcome.code_count);
    if (options->summary != NULL)
        validate_summary_add(options->summary, file, outcome.is_unreadable ? NULL : outcome.totals,
                             codes, outcome.code_count);
    if (options->format != VALIDATE_PLAIN)
        validate_collect(&options->collection, outcome.is_unreadable, outcome.totals[VRM_ERROR] > 0,
                         part, (size_t)outcome.part_size);
}

static int hand_over(const Options* options, const char* file, Outcome* outcome,
                     const validate_CodeCount* codes, const char* part) {
    size_t codes_size = (size_t)outcome->code_count * sizeof *codes;
    size_t size = sizeof *outcome + codes_size + (size_t)outcome->part_size;
    char* bytes = malloc(size);
    if (bytes == NULL) return cli_result_error("validate", file, VRM_ERR_MEMORY, NULL);
    memcpy(bytes, outcome, sizeof *outcome);
    if (codes != NULL && codes_size > 0) memcpy(bytes + sizeof *outcome, codes, codes_size);
    if (part != NULL && outcome->part_size > 0)
        memcpy(bytes + sizeof *outcome + codes_size, part, (size_t)outcome->part_size);
    cli_hand_over(options->work, file, bytes, size);
    free(bytes);
    return CLI_OK;
}

/* `read` NULL: the file could not be read, for the reason `why`. */
static int collect(const Options* options, const char* file, const validate_File* read,
                   const char* why) {
    Outcome outcome = {.is_unreadable = read == NULL};
    validate_CodeCount* codes = NULL;
    char* part = NULL;
    size_t part_size = 0;
    bool is_whole = true;
    if (read != NULL) memcpy(outcome.totals, read->totals, sizeof outcome.totals);
    if (options->summary != NULL && read != NULL) {
        codes = validate_count_codes(&options->filter, read, &outcome.code_count);
        is_whole = codes != NULL;
    }
    if (options->format != VALIDATE_PLAIN) {
        FILE* out = open_memstream(&part, &part_size);
        is_whole &= out != NULL;
        if (out != NULL && read != NULL)
            is_whole &= validate_write_part(out, options->format, &options->filter, read);
        else if (out != NULL)
            is_whole &= validate_write_failure(out, options->format, file, why);
        if (out != NULL) is_whole &= fclose(out) == 0;
    }
    outcome.part_size = part_size;
    int status = is_whole ? hand_over(options, file, &outcome, codes, part)
                          : cli_result_error("validate", file, VRM_ERR_MEMORY, NULL);
    free(codes);
    free(part);
    return status;
}

static void take_lost(void* ctx, const char* file) {
    Options* options = ctx;
    if (is_collecting(options))
        (void)collect(options, file, NULL, "the process that worked on the file ended early");
}

/* ---- Files ---- */

/* `bytes` are those of a stream, which can be read only once; of other files nothing. */
typedef struct Input {
    const char* file;
    bool is_stream;
    uint8_t* bytes;
    size_t size;
} Input;

static vrm_Result validate_input(Input* input, const vrm_ValidateDef* def, vrm_Report* report,
                                 vrm_Dialect* dialect) {
    vrm_ValidateDef from_memory = *def;
    if (!input->is_stream && !cli_are_links_refused())
        return vrm_validate_file(input->file, def, report, dialect);
    if (!input->is_stream) {
        from_memory.read_file = cli_read_side_file;
        from_memory.read_file_ctx = (void*)(uintptr_t)input->file;
    }
    vrm_Result result = cli_read_gltf_stream(input->file, def->limits.file_bytes, report,
                                             &input->bytes, &input->size);
    return result == VRM_OK ? vrm_validate(input->bytes, input->size, &from_memory, report, dialect)
                            : result;
}

/* Parses the JSON again, for names and for the kind of a file that is no avatar: the validator does
 * not keep it, and most files are avatars with few findings. */
static vrm_Result parse_again(const Input* input, const vrm_ValidateDef* def,
                              finding_Names* names) {
    uint8_t* bytes;
    size_t size;
    if (input->is_stream) return finding_names_parse(input->bytes, input->size, names);
    vrm_Result result = cli_read_file(input->file, def->limits.file_bytes, &bytes, &size);
    if (result == VRM_ERR_MEMORY || result == VRM_ERR_IO) return result;
    if (result != VRM_OK) return VRM_OK; /* changed since: without names */
    result = finding_names_parse(bytes, size, names);
    free(bytes);
    return result;
}

static bool is_clip(const vrm_Json* json) {
    if (json == NULL) return false;
    vrm_JsonRef extensions = vrm_json_member(json, vrm_json_root(json), "extensions");
    return vrm_json_member(json, extensions, "VRMC_vrm_animation") != VRM_JSON_MISSING;
}

static void check_policies(const Options* options, const Input* input, cli_Findings* findings) {
    struct stat info;
    uint64_t file_bytes = input->size;
    vrm_Model* model = NULL;
    if (options->policy_count == 0) return;
    if (!input->is_stream && stat(input->file, &info) == 0) file_bytes = (uint64_t)info.st_size;
    vrm_Result result = cli_load_again(input->file, input->bytes, input->size, NULL, &model);
    if (result == VRM_ERR_MEMORY) findings->has_no_memory = true;
    for (int i = 0; i < options->policy_count; i++)
        cli_policy_check(options->policies[i], model, file_bytes, findings);
    vrm_model_destroy(model);
}

/* All findings in one list; totals without the ignored codes. NULL when there is no memory. */
static vrm_Finding* join_findings(const validate_Filter* filter, const vrm_Report* report,
                                  const cli_Findings* own, validate_File* file) {
    int32_t count = vrm_report_count(report);
    vrm_Finding* list = malloc(((size_t)count + (size_t)own->count + 1) * sizeof *list);
    if (list == NULL || own->has_no_memory) {
        free(list);
        return NULL;
    }
    for (int s = 0; s < VRM_SEVERITY_COUNT; s++)
        file->totals[s] = vrm_report_total(report, (vrm_Severity)s);
    for (int32_t i = 0; i < count; i++) list[i] = vrm_report_get(report, i);
    for (int32_t i = 0; i < own->count; i++) {
        list[count + i] = own->list[i];
        file->totals[own->list[i].severity]++;
    }
    file->findings = list;
    file->finding_count = count + own->count;
    file->is_truncated = vrm_report_is_truncated(report);
    for (int32_t i = 0; i < file->finding_count; i++)
        if (validate_is_ignored(filter, list[i].code)) file->totals[list[i].severity]--;
    return list;
}

static int report_findings(const Options* options, const validate_File* file) {
    int status = file->totals[VRM_ERROR] > 0 ? CLI_INVALID : CLI_OK, put = CLI_OK;
    if (is_collecting(options)) put = collect(options, file->file, file, NULL);
    if (options->format == VALIDATE_PLAIN && !options->is_summary) {
        if (options->is_json)
            put = print_json(&options->filter, file);
        else if (!options->is_quiet)
            validate_print(&options->filter, file);
    }
    return put > status ? put : status;
}

static int report_failure(const Options* options, const char* file, vrm_Result result,
                          const vrm_Report* report) {
    const char* why =
        result == VRM_ERR_IO && errno != 0 ? strerror(errno) : vrm_result_text(result);
    if (options->is_json && !options->is_summary) cli_put_json_failure(file, result, report);
    int status = cli_result_error("validate", file, result, report);
    int put = is_collecting(options) ? collect(options, file, NULL, why) : CLI_OK;
    return put > status ? put : status;
}

static int validate_file(const char* path, void* ctx) {
    const Options* options = ctx;
    vrm_ReportDef report_def = vrm_default_report_def();
    report_def.max_findings = 100000;
    report_def.max_per_code = 100000;
    vrm_Report* report;
    vrm_Result result = vrm_report_create(&report_def, &report);
    if (result != VRM_OK) return cli_result_error("validate", path, result, NULL);

    vrm_ValidateDef def = vrm_default_validate_def();
    cli_apply_limits(&def.limits);
    Input input = {.file = path, .is_stream = cli_is_stream(path)};
    finding_Names names = {0};
    validate_File file = {.file = path, .names = &names};
    cli_Findings own = {0};
    vrm_Finding* list = NULL;
    result = validate_input(&input, &def, report, &file.dialect);
    if (result == VRM_OK) {
        check_policies(options, &input, &own);
        list = join_findings(&options->filter, report, &own, &file);
        if (list == NULL) result = VRM_ERR_MEMORY;
    }
    if (result == VRM_OK) {
        bool lists_findings = !options->is_quiet && !options->is_summary;
        if (lists_findings && (file.finding_count > 0 || file.dialect == VRM_DIALECT_NONE))
            result = parse_again(&input, &def, &names);
        file.is_clip = file.dialect == VRM_DIALECT_NONE && is_clip(names.json);
    }
    int status = result == VRM_OK ? report_findings(options, &file)
                                  : report_failure(options, path, result, report);
    if (result == VRM_OK && !options->is_quiet) cli_explain_side_files("validate", path, report);
    finding_names_release(&names);
    free(list);
    cli_findings_release(&own);
    vrm_report_destroy(report);
    free(input.bytes);
    return status;
}

/* ---- The command line ---- */

static const char* rule_at(const void* ctx, int index) {
    (void)ctx;
    return index < vrm_rule_count() ? vrm_rule_get(index).code : NULL;
}

static int unknown_code(const char* code) {
    char hint[CLI_HINT_ROOM];
    return cli_usage_error("validate", "--ignore: there is no rule %s%s", code,
                           cli_did_you_mean(code, rule_at, NULL, hint));
}

typedef struct PolicyNames {
    const char* list[MAX_POLICIES];
    int count;
} PolicyNames;

static bool reads_stdin_twice(const PolicyNames* names, const cli_Args* args) {
    int count = 0;
    for (int i = 0; i < names->count; i++) count += strcmp(names->list[i], "-") == 0;
    for (int i = 0; i < args->file_count; i++) count += strcmp(args->files[i], "-") == 0;
    return count > 1;
}

static int take_options(const PolicyNames* names, const cli_Args* args, Options* options) {
    validate_Filter* filter = &options->filter;
    const char* max = cli_word(args, "--max");
    const cli_Option* ignore = cli_option(args, "--ignore");
    filter->shows_all = cli_has(args, "--all");
    if (cli_has(args, "--severity")) filter->lowest = (vrm_Severity)cli_choice(args, "--severity");
    if (max != NULL && !cli_parse_count(max, &filter->max_shown))
        return cli_usage_error("validate", "--max takes a number");
    filter->ignored_count = cli_words(args, "--ignore", filter->ignored);
    for (int i = 0; i < filter->ignored_count; i++)
        if (cli_name_index(ignore, filter->ignored[i]) < 0) return unknown_code(filter->ignored[i]);
    if (cli_has(args, "--format"))
        options->format = cli_choice(args, "--format") == 0 ? VALIDATE_SARIF : VALIDATE_JUNIT;
    if (cli_has(args, "--format") && (options->is_json || options->is_quiet || options->is_summary))
        return cli_usage_error("validate", "--format excludes --json, --quiet and --summary");
    if (reads_stdin_twice(names, args))
        return cli_usage_error("validate", "standard input can be read only once");
    return CLI_OK;
}

/* Without a FILE there is nothing that a policy could be checked with. */
static bool wants_policy_list(const PolicyNames* names, const cli_Args* args) {
    return args->file_count == 0 && names->count == 1 && strcmp(names->list[0], "list") == 0;
}

/* The sandbox is entered when all files are known: one in a folder may be a link that leads out. */
static int confine_and_read_policies(const PolicyNames* names, const cli_Args* args,
                                     Options* options) {
    int confined =
        cli_confine(&(cli_Needs){.args = args, .inputs = names->list, .input_count = names->count});
    if (confined != CLI_OK) return confined;
    for (int i = 0; i < names->count; i++) {
        int status = cli_policy_read("validate", names->list[i], &options->policies[i]);
        if (status != CLI_OK) return status;
        options->policy_count++;
    }
    return CLI_OK;
}

/* --recursive has a summary behind the findings, where they are text. */
static bool wants_summary(const Options* options) {
    bool is_text = !options->is_json && !options->is_quiet && options->format == VALIDATE_PLAIN;
    return options->is_summary || (options->is_deep && is_text);
}

static int print_summary(const Options* options) {
    if (options->summary == NULL) return CLI_OK;
    if (options->is_json) return validate_summary_print_json(options->summary);
    if (options->is_quiet) return CLI_OK;
    if (!options->is_summary) putchar('\n');
    return validate_summary_print(options->summary);
}

/* `expanded`: whether the folders could be read. */
static int validate_files(Options* options, const cli_Args* args, int expanded) {
    cli_Work work = {.run = validate_file,
                     .ctx = options,
                     .is_quiet = options->is_quiet,
                     .is_json = options->is_json && !options->is_summary,
                     .take = take_outcome,
                     .lost = take_lost};
    options->work = &work;
    if (wants_summary(options)) {
        options->summary = validate_summary_create();
        if (options->summary == NULL)
            return cli_result_error("validate", "the summary", VRM_ERR_MEMORY, NULL);
    }
    int status = validate_collect_begin(options->format, &options->collection);
    if (status == CLI_OK) {
        status = expanded == CLI_OK ? cli_each_file(args, &work) : expanded;
        int put = validate_collect_end(&options->collection); /* a document in any case */
        if (put > status) status = put;
        put = args->file_count > 0 ? print_summary(options) : CLI_OK;
        if (put > status) status = put;
    }
    validate_summary_destroy(options->summary);
    return status;
}

static int run(cli_Args* args) {
    Options options = {.is_json = cli_has(args, "--json"),
                       .is_quiet = cli_has(args, "--quiet"),
                       .is_deep = cli_has(args, "--recursive"),
                       .is_summary = cli_has(args, "--summary"),
                       .filter = {.lowest = VRM_HINT, .max_shown = INT32_MAX}};
    PolicyNames names;
    names.count = cli_words(args, "--policy", names.list);
    if (wants_policy_list(&names, args)) return cli_policy_list("validate", options.is_json);
    if (args->file_count == 0) return cli_usage_error("validate", "no FILE");
    int status = take_options(&names, args, &options);
    if (status == CLI_OK) {
        int expanded = cli_expand_folders(args, cli_gltf_endings, options.is_deep);
        status = confine_and_read_policies(&names, args, &options);
        if (status == CLI_OK) status = validate_files(&options, args, expanded);
    }
    for (int i = 0; i < options.policy_count; i++) cli_policy_release(options.policies[i]);
    return status;
}

static const cli_Option options[] = {
    CLI_RECURSIVE_OPTION_AND(" Adds a summary after the findings."),
    CLI_FLAG("--summary", "Print only the summary: findings by code, worst files first."),
    {.name = "--policy",
     .value = "FILE",
     .help = "Check the requirements of a platform or project too: sizes, counts, formats, "
             "dialects, licence terms (docs/guide/policy.md). FILE is a policy file, - for "
             "standard input, or a built-in policy such as everywhere, web or vrchat-pc-good "
             "(--policy list prints all); a file with that name takes precedence. May be repeated.",
     .most = MAX_POLICIES},
    {.name = "--severity",
     .value = "S",
     .help = "Lowest severity to show: error, warning, info or hint. Default: hint.",
     .kind = CLI_NAMES_CLOSED,
     .name_at = cli_name_of_list,
     .names = cli_severity_names},
    {.name = "--ignore",
     .value = "CODE",
     .help = "Ignore findings with this code, also in the totals. May be repeated.",
     .most = VALIDATE_MAX_IGNORED,
     .kind = CLI_NAMES_OPEN,
     .name_at = rule_at},
    CLI_VALUE("--max", "N", "Show at most N findings per file. Totals still count all."),
    CLI_FLAG("--all", "List every finding. By default, more than three findings with one code are "
                      "a single line with their number and the first three locations."),
    {.name = "--format",
     .value = "F",
     .help = "Print one document for all files, for CI systems: sarif (SARIF 2.1.0) or junit "
             "(JUnit XML).",
     CLI_ONE_OF("sarif", "junit")},
    CLI_JSON_OPTION,
    CLI_QUIET_OPTION,
    CLI_JOBS_OPTION,
    CLI_COMMON_OPTIONS,
    {0},
};

const cli_Command cli_validate = {
    .name = "validate",
    .summary = "check files against the specification and list findings",
    .usage = "vrm validate [options] FILE...\n",
    .about =
        "Checks VRM 0.x, 1.0-draft, 1.0-beta and 1.0 avatars, VRM animations and plain glTF.\n"
        "FILE may be - for standard input, or a folder. docs/reference/rules.md lists the rules.\n",
    .options = options,
    .notes =
        "A finding is printed as FILE:OFFSET: severity: message [CODE] at /json/pointer (name),\n"
        "where OFFSET counts bytes of the JSON text (or of the file for container findings).\n",
    .status = "0 no errors, 1 errors found, 2 wrong usage, 3 a file could not be read.",
    .run = run,
};
