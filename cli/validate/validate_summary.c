/* SPDX-License-Identifier: MIT */
#include "validate/validate_summary.h"

#include "words/json.h"
#include "words/output.h"
#include "words/terminal_color.h"

#include <stdlib.h>
#include <string.h>

/* A person reads this many of the worst files; --json has them all. */
#define WORST_SHOWN 20

typedef struct CodeTotal {
    int32_t rule, severity;
    uint64_t count, files;
} CodeTotal;

typedef struct FileTotal {
    const char* file;
    uint64_t totals[VRM_SEVERITY_COUNT];
    bool is_unreadable;
} FileTotal;

struct validate_Summary {
    CodeTotal* codes; /* rule after rule, severity after severity */
    FileTotal* files;
    size_t file_count, file_capacity;
    uint64_t totals[VRM_SEVERITY_COUNT];
    uint64_t with_errors, unreadable;
    bool has_no_memory;
};

static size_t code_capacity(void) {
    return (size_t)vrm_rule_count() * VRM_SEVERITY_COUNT;
}

static int32_t rule_index(const char* code) {
    for (int32_t i = 0; i < vrm_rule_count(); i++)
        if (strcmp(vrm_rule_get(i).code, code) == 0) return i;
    return -1;
}

validate_CodeCount* validate_count_codes(const validate_Filter* filter, const validate_File* file,
                                         int32_t* out_count) {
    validate_CodeCount* counts = calloc(code_capacity() + 1, sizeof *counts);
    *out_count = 0;
    for (int32_t i = 0; counts != NULL && i < file->finding_count; i++) {
        const vrm_Finding* finding = &file->findings[i];
        if (validate_is_ignored(filter, finding->code)) continue;
        int32_t at = 0;
        while (at < *out_count && (counts[at].severity != (int32_t)finding->severity ||
                                   strcmp(vrm_rule_get(counts[at].rule).code, finding->code) != 0))
            at++;
        if (at == *out_count) {
            int32_t rule = rule_index(finding->code);
            if (rule < 0) continue;
            counts[at] = (validate_CodeCount){.rule = rule, .severity = (int32_t)finding->severity};
            (*out_count)++;
        }
        counts[at].count++;
    }
    return counts;
}

validate_Summary* validate_summary_create(void) {
    validate_Summary* summary = calloc(1, sizeof *summary);
    if (summary == NULL) return NULL;
    summary->codes = calloc(code_capacity(), sizeof *summary->codes);
    if (summary->codes != NULL) return summary;
    free(summary);
    return NULL;
}

void validate_summary_destroy(validate_Summary* summary) {
    if (summary == NULL) return;
    free(summary->codes);
    free(summary->files);
    free(summary);
}

void validate_summary_add(validate_Summary* summary, const char* file, const uint64_t* totals,
                          const validate_CodeCount* codes, int32_t code_count) {
    if (summary->file_count == summary->file_capacity) {
        size_t capacity = summary->file_capacity * 2 + 64;
        FileTotal* files = realloc(summary->files, capacity * sizeof *files);
        summary->has_no_memory |= files == NULL;
        if (files == NULL) return;
        summary->files = files;
        summary->file_capacity = capacity;
    }
    FileTotal* entry = &summary->files[summary->file_count++];
    *entry = (FileTotal){.file = file, .is_unreadable = totals == NULL};
    summary->unreadable += totals == NULL;
    summary->with_errors += totals != NULL && totals[VRM_ERROR] > 0;
    for (int s = 0; totals != NULL && s < VRM_SEVERITY_COUNT; s++) {
        entry->totals[s] = totals[s];
        summary->totals[s] += totals[s];
    }
    for (int32_t i = 0; i < code_count; i++) {
        CodeTotal* total =
            &summary->codes[(size_t)codes[i].rule * VRM_SEVERITY_COUNT + (size_t)codes[i].severity];
        total->rule = codes[i].rule;
        total->severity = codes[i].severity;
        total->count += codes[i].count;
        total->files++;
    }
}

/* Worse severities first, then those that are in more files, then by name. */
static int compare_codes(const void* a, const void* b) {
    const CodeTotal *x = a, *y = b;
    bool x_is_there = x->count > 0, y_is_there = y->count > 0;
    if (x_is_there != y_is_there) return x_is_there ? -1 : 1;
    if (x->severity != y->severity) return x->severity < y->severity ? -1 : 1;
    if (x->files != y->files) return x->files > y->files ? -1 : 1;
    if (x->count != y->count) return x->count > y->count ? -1 : 1;
    return strcmp(vrm_rule_get(x->rule).code, vrm_rule_get(y->rule).code);
}

static int compare_files(const void* a, const void* b) {
    const FileTotal *x = a, *y = b;
    if (x->is_unreadable != y->is_unreadable) return x->is_unreadable ? -1 : 1;
    for (int s = 0; s < VRM_SEVERITY_COUNT; s++)
        if (x->totals[s] != y->totals[s]) return x->totals[s] > y->totals[s] ? -1 : 1;
    return strcmp(x->file, y->file);
}

static int sort(validate_Summary* summary) {
    if (summary->has_no_memory)
        return cli_result_error("validate", "the summary", VRM_ERR_MEMORY, NULL);
    qsort(summary->codes, code_capacity(), sizeof *summary->codes, compare_codes);
    if (summary->file_count > 0)
        qsort(summary->files, summary->file_count, sizeof *summary->files, compare_files);
    return CLI_OK;
}

static bool has_findings(const FileTotal* file) {
    bool has_any = file->is_unreadable;
    for (int s = 0; s < VRM_SEVERITY_COUNT; s++) has_any |= file->totals[s] > 0;
    return has_any;
}

static void print_codes(const validate_Summary* summary) {
    for (size_t i = 0; i < code_capacity() && summary->codes[i].count > 0; i++) {
        const CodeTotal* code = &summary->codes[i];
        vrm_Severity severity = (vrm_Severity)code->severity;
        if (i == 0) puts("\nfindings, by code:");
        printf("  %s%-7s%s %6llu in %5llu file%s  %s\n", cli_severity_color(stdout, severity),
               cli_severity_names[severity], cli_plain(stdout), (unsigned long long)code->count,
               (unsigned long long)code->files, code->files == 1 ? " " : "s",
               vrm_rule_get(code->rule).code);
    }
}

static void print_files(const validate_Summary* summary) {
    size_t shown = 0, left = 0;
    for (size_t i = 0; i < summary->file_count; i++) {
        const FileTotal* file = &summary->files[i];
        if (!has_findings(file)) continue;
        if (shown == WORST_SHOWN) {
            left++;
            continue;
        }
        if (shown++ == 0) puts("\nfiles, worst first:");
        fputs("  ", stdout);
        cli_put_text(stdout, file->file);
        fputs(": ", stdout);
        if (file->is_unreadable)
            printf("%scould not be read%s\n", cli_severity_color(stdout, VRM_ERROR),
                   cli_plain(stdout));
        else
            validate_print_totals(file->totals);
    }
    if (left > 0) printf("  and %zu more with findings\n", left);
}

int validate_summary_print(validate_Summary* summary) {
    int status = sort(summary);
    if (status != CLI_OK) return status;
    printf("%s%zu file%s%s: %llu with errors, %llu could not be read; ", cli_bold(stdout),
           summary->file_count, cli_s(summary->file_count), cli_plain(stdout),
           (unsigned long long)summary->with_errors, (unsigned long long)summary->unreadable);
    validate_print_totals(summary->totals);
    print_codes(summary);
    print_files(summary);
    return CLI_OK;
}

static void json_totals(vrm_JsonBuilder* b, const uint64_t totals[VRM_SEVERITY_COUNT]) {
    static const char* const plurals[VRM_SEVERITY_COUNT] = {"errors", "warnings", "infos", "hints"};
    for (int s = 0; s < VRM_SEVERITY_COUNT; s++)
        cli_json_integer(b, plurals[s], (int64_t)totals[s]);
}

int validate_summary_print_json(validate_Summary* summary) {
    int status = sort(summary);
    vrm_JsonBuilder* b = status == CLI_OK ? cli_json_create() : NULL;
    if (b == NULL) return CLI_FAILED;
    vrm_json_begin_object(b);
    cli_json_integer(b, "fileCount", (int64_t)summary->file_count);
    cli_json_integer(b, "withErrors", (int64_t)summary->with_errors);
    cli_json_integer(b, "unreadable", (int64_t)summary->unreadable);
    json_totals(b, summary->totals);
    vrm_json_put_key(b, "codes");
    vrm_json_begin_array(b);
    for (size_t i = 0; i < code_capacity() && summary->codes[i].count > 0; i++) {
        const CodeTotal* code = &summary->codes[i];
        vrm_json_begin_object(b);
        cli_json_string(b, "code", vrm_rule_get(code->rule).code);
        cli_json_string(b, "severity", cli_severity_names[code->severity]);
        cli_json_integer(b, "count", (int64_t)code->count);
        cli_json_integer(b, "files", (int64_t)code->files);
        vrm_json_end_object(b);
    }
    vrm_json_end_array(b);
    vrm_json_put_key(b, "files");
    vrm_json_begin_array(b);
    for (size_t i = 0; i < summary->file_count; i++) {
        const FileTotal* file = &summary->files[i];
        vrm_json_begin_object(b);
        cli_json_string(b, "file", file->file);
        cli_json_bool(b, "unreadable", file->is_unreadable);
        json_totals(b, file->totals);
        vrm_json_end_object(b);
    }
    vrm_json_end_array(b);
    vrm_json_end_object(b);
    return cli_put_json(b);
}
