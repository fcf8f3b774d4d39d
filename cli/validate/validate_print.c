/* SPDX-License-Identifier: MIT */
#include "validate/validate_print.h"

#include "words/output.h"
#include "words/terminal_color.h"

#include <stdlib.h>
#include <string.h>

bool validate_is_ignored(const validate_Filter* filter, const char* code) {
    for (int i = 0; i < filter->ignored_count; i++)
        if (strcmp(filter->ignored[i], code) == 0) return true;
    return false;
}

bool validate_is_shown(const validate_Filter* filter, const vrm_Finding* finding) {
    return finding->severity <= filter->lowest && !validate_is_ignored(filter, finding->code);
}

/* Up to this many findings of one code are printed one by one; more become a group, which lists
 * this many places. */
#define FEW 3

static void print_place(const validate_File* file, const vrm_Finding* finding) {
    char name[160];
    cli_put_text(stdout, finding->pointer[0] != 0 ? finding->pointer : "(the whole file)");
    if (!finding_name(file->names, finding->pointer, name, sizeof name)) return;
    fputs(" (", stdout);
    cli_put_text(stdout, name);
    putchar(')');
}

/* ": error: " */
static void put_severity(vrm_Severity severity) {
    printf(": %s%s:%s ", cli_severity_color(stdout, severity), cli_severity_names[severity],
           cli_plain(stdout));
}

static void print_finding(const validate_File* file, const vrm_Finding* finding) {
    cli_put_text(stdout, file->file);
    if (finding->byte_offset != VRM_NO_OFFSET)
        printf(":%llu", (unsigned long long)finding->byte_offset);
    put_severity(finding->severity);
    cli_put_text(stdout, finding->message);
    printf(" [%s]", finding->code);
    if (finding->pointer[0] != 0) {
        fputs(" at ", stdout);
        print_place(file, finding);
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
static Group* group_findings(const validate_Filter* filter, const validate_File* file,
                             int32_t* out_count) {
    *out_count = 0;
    /* Codes are few: each has one group for each severity at most. */
    size_t capacity = (size_t)vrm_rule_count() * VRM_SEVERITY_COUNT;
    Group* groups = calloc(capacity, sizeof *groups);
    for (int32_t i = 0; groups != NULL && i < file->finding_count; i++) {
        vrm_Finding finding = file->findings[i];
        if (!validate_is_shown(filter, &finding)) continue;
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
static int32_t print_group(const validate_Filter* filter, const validate_File* file,
                           const Group* group, int32_t most) {
    bool is_whole = group->count <= FEW;
    if (!is_whole) {
        cli_put_text(stdout, file->file);
        put_severity(group->first.severity);
        printf("%d x %s: ", (int)group->count, group->first.code);
        cli_put_text(stdout,
                     group->is_uniform ? group->first.message : rule_text(group->first.code));
        putchar('\n');
    }
    int32_t printed = 0;
    for (int32_t i = 0; printed < FEW && printed < most && i < file->finding_count; i++) {
        vrm_Finding finding = file->findings[i];
        if (!validate_is_shown(filter, &finding) || !belongs_to(group, &finding)) continue;
        printed++;
        if (is_whole) {
            print_finding(file, &finding);
            continue;
        }
        fputs("    ", stdout);
        print_place(file, &finding);
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
static int32_t print_all(const validate_Filter* filter, const validate_File* file) {
    int32_t shown = 0;
    for (int32_t i = 0; i < file->finding_count; i++) {
        vrm_Finding finding = file->findings[i];
        if (!validate_is_shown(filter, &finding)) continue;
        if (shown++ < filter->max_shown) print_finding(file, &finding);
    }
    return shown > filter->max_shown ? shown - filter->max_shown : 0;
}

static int32_t print_groups(const validate_Filter* filter, const validate_File* file) {
    int32_t count, left = filter->max_shown, hidden = 0;
    Group* groups = group_findings(filter, file, &count);
    if (groups == NULL) return print_all(filter, file); /* no memory; a list needs none */
    for (int32_t g = 0; g < count; g++) {
        int32_t printed = left > 0 ? print_group(filter, file, &groups[g], left) : 0;
        left -= printed;
        /* What a long group leaves out, it says itself. */
        bool is_cut = printed > 0 && groups[g].count > FEW;
        hidden += (is_cut ? FEW : groups[g].count) - printed;
    }
    free(groups);
    return hidden;
}

void validate_print_totals(const uint64_t totals[VRM_SEVERITY_COUNT]) {
    for (int s = 0; s < VRM_SEVERITY_COUNT; s++)
        printf("%s%s%llu %s%s%s", s == 0 ? "" : ", ",
               totals[s] > 0 ? cli_severity_color(stdout, (vrm_Severity)s) : "",
               (unsigned long long)totals[s], cli_severity_names[s], cli_s(totals[s]),
               totals[s] > 0 ? cli_plain(stdout) : "");
    putchar('\n');
}

void validate_print(const validate_Filter* filter, const validate_File* file) {
    int32_t hidden = filter->shows_all ? print_all(filter, file) : print_groups(filter, file);
    cli_put_text(stdout, file->file);
    if (hidden > 0)
        printf(": %d more finding%s not shown (--max)\n", (int)hidden, cli_s((uint64_t)hidden));
    if (hidden > 0) cli_put_text(stdout, file->file);
    const char* text = vrm_dialect_text(file->dialect);
    printf(": %s%s: ", text != NULL ? "VRM " : "",
           text != NULL    ? text
           : file->is_clip ? "VRM animation"
                           : "glTF");
    validate_print_totals(file->totals);
}
