/* SPDX-License-Identifier: MIT */
/* Findings, kept in an arena with limits per code, in total and in bytes. The totals also count the
 * findings that are not kept, so a flood of a million findings costs one counter increment each. */
#include "base/report.h"

#include "base/alloc.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Pointers can be as long as the keys of a hostile file, so strings have a budget of their own. */
#define MAX_TEXT_BYTES   ((size_t)8 << 20)
#define MAX_MESSAGE_SIZE 1024

struct vrm_Report {
    vrm_ReportDef def;
    vrmi_Arena arena;
    size_t text_bytes; /* of the kept strings */
    vrm_Finding* findings;
    size_t capacity;
    int32_t count;
    bool is_truncated, keeps_errors_only;
    uint64_t lost_count; /* findings for which there was no memory */
    uint64_t totals[VRM_SEVERITY_COUNT];
    int32_t kept_per_rule[VRMI_RULE_COUNT];
    bool (*takes)(vrmi_RuleId rule); /* NULL: every rule */
};

void vrm_report_def_init(vrm_ReportDef* def, size_t def_size) {
    vrm_ReportDef defaults = {.max_findings = 10000, .max_per_code = 1000};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

vrm_Result vrm_report_create(const vrm_ReportDef* given, vrm_Report** out_report) {
    *out_report = NULL;
    vrm_ReportDef def = vrm_default_report_def();
    if (given != NULL && !vrmi_def_copy(&def, sizeof def, given)) return VRM_ERR_DEF;
    def.allocator = vrmi_allocator(&def.allocator);
    vrm_Report* report = vrmi_alloc_zeroed(&def.allocator, 1, sizeof *report);
    if (report == NULL) return VRM_ERR_MEMORY;
    report->def = def;
    vrmi_arena_init(&report->arena, &def.allocator, 4096);
    *out_report = report;
    return VRM_OK;
}

void vrm_report_destroy(vrm_Report* report) {
    if (report == NULL) return;
    vrm_Allocator allocator = report->def.allocator;
    vrmi_release(&allocator, report->findings, report->capacity * sizeof *report->findings);
    vrmi_arena_release(&report->arena);
    vrmi_release(&allocator, report, sizeof *report);
}

void vrm_report_clear(vrm_Report* report) {
    vrmi_arena_clear(&report->arena);
    report->text_bytes = 0;
    report->count = 0;
    report->is_truncated = false;
    report->lost_count = 0;
    memset(report->totals, 0, sizeof report->totals);
    memset(report->kept_per_rule, 0, sizeof report->kept_per_rule);
}

int32_t vrm_report_count(const vrm_Report* report) {
    return report->count;
}

vrm_Finding vrm_report_get(const vrm_Report* report, int32_t index) {
    if (index < 0 || index >= report->count)
        return (vrm_Finding){"", "", "", VRM_NO_OFFSET, VRM_HINT};
    return report->findings[index];
}

uint64_t vrm_report_total(const vrm_Report* report, vrm_Severity severity) {
    return (unsigned)severity < VRM_SEVERITY_COUNT ? report->totals[severity] : 0;
}

bool vrm_report_is_truncated(const vrm_Report* report) {
    return report->is_truncated;
}

bool vrm_report_ran_out_of_memory(const vrm_Report* report) {
    return report->lost_count > 0;
}

uint64_t vrmi_report_lost(const vrm_Report* report) {
    return report == NULL ? 0 : report->lost_count;
}

vrm_Result vrmi_report_result(const vrm_Report* report, uint64_t lost_before, vrm_Result result) {
    return vrmi_report_lost(report) > lost_before ? VRM_ERR_MEMORY : result;
}

void vrmi_report_filter(vrm_Report* report, bool (*takes)(vrmi_RuleId rule)) {
    if (report != NULL) report->takes = takes;
}

void vrmi_report_keep_errors(vrm_Report* report) {
    report->keeps_errors_only = true;
}

/* Counts the finding; true when there is room to keep it. */
static bool admit(vrm_Report* report, vrmi_RuleId rule, vrm_Severity severity) {
    if (report->takes != NULL && !report->takes(rule)) return false;
    report->totals[severity]++;
    if (report->keeps_errors_only && severity != VRM_ERROR) return false;
    if (report->count >= report->def.max_findings ||
        report->kept_per_rule[rule] >= report->def.max_per_code ||
        report->text_bytes >= MAX_TEXT_BYTES) {
        report->is_truncated = true;
        return false;
    }
    vrm_Finding* findings =
        vrmi_array_reserve(&report->def.allocator, report->findings, &report->capacity,
                           (size_t)report->count + 1, sizeof *findings);
    if (findings == NULL) {
        report->is_truncated = true;
        report->lost_count++;
        return false;
    }
    report->findings = findings;
    return true;
}

static void keep(vrm_Report* report, vrmi_RuleId rule, vrm_Finding finding) {
    if (finding.pointer == NULL || finding.message == NULL) {
        report->is_truncated = true; /* no room for its strings */
        if (report->text_bytes < MAX_TEXT_BYTES) report->lost_count++;
        return;
    }
    report->kept_per_rule[rule]++;
    report->findings[report->count++] = finding;
}

/* Room for a string in the arena, within the budget. The first string that does not fit exhausts
 * the budget, so that the length of later ones need not be computed: that would take as long as
 * keeping them. */
static char* text_room(vrm_Report* report, size_t length) {
    if (length >= MAX_TEXT_BYTES - report->text_bytes) {
        report->text_bytes = MAX_TEXT_BYTES;
        return NULL;
    }
    char* text = vrmi_arena_alloc(&report->arena, length + 1, 1);
    if (text != NULL) report->text_bytes += length + 1;
    return text;
}

static char* keep_text(vrm_Report* report, const char* text, size_t length) {
    char* copy = text_room(report, length);
    if (copy != NULL && length > 0) memcpy(copy, text, length);
    return copy;
}

/* NULL takes the rule's own text. */
static const char* format_message(vrm_Report* report, vrmi_RuleId rule, const char* format,
                                  va_list args) {
    if (format == NULL) return vrmi_rule_text(rule);
    char line[MAX_MESSAGE_SIZE];
    int length = vsnprintf(line, sizeof line, format, args);
    if (length < 0) return vrmi_rule_text(rule);
    size_t kept = (size_t)length;
    if (kept >= sizeof line) {
        kept = vrmi_utf8_cut(line, sizeof line - 1, sizeof line - 4);
        memcpy(line + kept, "...", 3);
        kept += 3;
    }
    return keep_text(report, line, kept);
}

static char* pointer_text(vrm_Report* report, const vrmi_FindingPlace* place) {
    size_t length = place->write_pointer(place->context, NULL, 0);
    char* pointer = text_room(report, length);
    if (pointer != NULL) place->write_pointer(place->context, pointer, length + 1);
    return pointer;
}

void vrmi_report_place(vrm_Report* report, vrmi_RuleId rule, const vrmi_FindingPlace* place,
                       const char* format, va_list args) {
    if (report == NULL || !admit(report, rule, vrmi_rule_severity(rule))) return;
    keep(report, rule,
         (vrm_Finding){.code = vrmi_rule_code(rule),
                       .pointer = pointer_text(report, place),
                       .message = format_message(report, rule, format, args),
                       .byte_offset = place->byte_offset(place->context),
                       .severity = vrmi_rule_severity(rule)});
}

static void report_byte(vrm_Report* report, vrmi_RuleId rule, uint64_t byte_offset,
                        const char* format, va_list args) {
    if (report == NULL || !admit(report, rule, vrmi_rule_severity(rule))) return;
    keep(report, rule,
         (vrm_Finding){.code = vrmi_rule_code(rule),
                       .pointer = "",
                       .message = format_message(report, rule, format, args),
                       .byte_offset = byte_offset,
                       .severity = vrmi_rule_severity(rule)});
}

void vrmi_report_at(vrm_Report* report, vrmi_RuleId rule, uint64_t byte_offset, const char* format,
                    ...) {
    va_list args;
    va_start(args, format);
    report_byte(report, rule, byte_offset, format, args);
    va_end(args);
}

void vrmi_report_with(vrm_Report* report, vrmi_RuleId rule, vrm_Severity severity,
                      const char* pointer, uint64_t byte_offset, const char* message) {
    if (report == NULL || !admit(report, rule, severity)) return;
    keep(report, rule,
         (vrm_Finding){.code = vrmi_rule_code(rule),
                       .pointer = keep_text(report, pointer, strlen(pointer)),
                       .message = keep_text(report, message, strlen(message)),
                       .byte_offset = byte_offset,
                       .severity = severity});
}

bool vrm_report_add(vrm_Report* report, const char* code, const char* pointer,
                    const char* message) {
    vrmi_RuleId rule = vrmi_rule_find(code);
    if (rule == VRMI_RULE_COUNT) return false;
    vrmi_report_with(report, rule, vrmi_rule_severity(rule), pointer, VRM_NO_OFFSET,
                     message != NULL ? message : vrmi_rule_text(rule));
    return true;
}
