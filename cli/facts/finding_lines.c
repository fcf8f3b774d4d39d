/* SPDX-License-Identifier: MIT */
#include "facts/finding_lines.h"

#include "words/output.h"
#include "words/terminal_color.h"

#include <string.h>

/* So many findings that say the same are printed one by one. */
#define FEW 3

static bool says_the_same(const vrm_Finding* a, const vrm_Finding* b) {
    return a->severity == b->severity && strcmp(a->code, b->code) == 0 &&
           strcmp(a->message, b->message) == 0;
}

/* How many findings of [begin, end) say the same as `finding`. */
static int32_t count_same(const vrm_Report* report, const vrm_Finding* finding, int32_t begin,
                          int32_t end) {
    int32_t count = 0;
    for (int32_t i = begin; i < end; i++) {
        vrm_Finding other = vrm_report_get(report, i);
        count += says_the_same(finding, &other);
    }
    return count;
}

static void put_severity(FILE* out, vrm_Severity severity) {
    fprintf(out, "  %s%s:%s ", cli_severity_color(out, severity), cli_severity_names[severity],
            cli_plain(out));
}

static void print_finding(FILE* out, const vrm_Finding* finding) {
    put_severity(out, finding->severity);
    cli_put_text(out, finding->message);
    fprintf(out, " [%s]", finding->code);
    if (finding->pointer[0] != 0) {
        fputs(" at ", out);
        cli_put_text(out, finding->pointer);
    }
    fputc('\n', out);
}

/* The group of findings that say the same as `first`. */
static void print_group(FILE* out, const vrm_Report* report, int32_t first, int32_t count) {
    vrm_Finding finding = vrm_report_get(report, first);
    put_severity(out, finding.severity);
    fprintf(out, "%d x %s: ", (int)count, finding.code);
    cli_put_text(out, finding.message);
    int32_t printed = 0;
    for (int32_t i = first; printed < FEW; i++) {
        vrm_Finding other = vrm_report_get(report, i);
        if (!says_the_same(&finding, &other)) continue;
        fputs("\n      ", out);
        cli_put_text(out, other.pointer[0] != 0 ? other.pointer : "(the whole file)");
        printed++;
    }
    fprintf(out, "\n      and %d more (--json lists them)\n", (int)(count - FEW));
}

void cli_print_findings(FILE* out, const vrm_Report* report) {
    int32_t total = vrm_report_count(report);
    for (int32_t i = 0; i < total; i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        int32_t before = count_same(report, &finding, 0, i);
        int32_t count = before + count_same(report, &finding, i, total);
        if (count <= FEW)
            print_finding(out, &finding);
        else if (before == 0)
            print_group(out, report, i, count);
    }
}
