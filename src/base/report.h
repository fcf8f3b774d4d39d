/* SPDX-License-Identifier: MIT */
/* How parts of the library make findings. */
#ifndef VRMI_BASE_REPORT_H
#define VRMI_BASE_REPORT_H

#include "base/rules.h"
#include "vrm/report.h"

#include <stdarg.h>

/* The ending of a noun after its count in a message, "1 byte" and "2 bytes": "" for 1, otherwise
 * "s". */
static inline const char* vrmi_s(uint64_t count) {
    return count == 1 ? "" : "s";
}

/* Where a finding is, for a document that this folder does not know. Both functions are called only
 * if the finding is kept. */
typedef struct vrmi_FindingPlace {
    const void* context; /* argument of both functions */
    /* Returns the length of the pointer and writes it, cut to `size` bytes with its 0. */
    size_t (*write_pointer)(const void* context, char* buffer, size_t size);
    uint64_t (*byte_offset)(const void* context); /* VRM_NO_OFFSET: has none */
} vrmi_FindingPlace;

/* Adds a finding at a place. `format` describes this occurrence; NULL takes the rule's own text.
 * No-op when `report` is NULL. Values of JSON: vrmi_report() of json/json_report.h. */
void vrmi_report_place(vrm_Report* report, vrmi_RuleId rule, const vrmi_FindingPlace* place,
                       const char* format, va_list args) VRM_PRINTF(4, 0);

/* Adds a finding at a byte of the file or of its text, without a pointer. */
void vrmi_report_at(vrm_Report* report, vrmi_RuleId rule, uint64_t byte_offset, const char* format,
                    ...) VRM_PRINTF(4, 5);

/* How many findings were dropped for lack of memory; 0 for NULL. */
uint64_t vrmi_report_lost(const vrm_Report* report);

/* The result of a function that must not lose a finding: VRM_ERR_MEMORY if one was dropped since
 * vrmi_report_lost() returned `lost_before`, otherwise `result`. */
vrm_Result vrmi_report_result(const vrm_Report* report, uint64_t lost_before, vrm_Result result);

/* From now on only findings are added whose rule `takes` returns true for; NULL removes the filter.
 * For a part that reads data which another part has already checked. */
void vrmi_report_filter(vrm_Report* report, bool (*takes)(vrmi_RuleId rule));

/* From now on findings below VRM_ERROR are counted but not kept: they cannot use up the room that
 * errors need, and the report counts as truncated only if an error was dropped. */
void vrmi_report_keep_errors(vrm_Report* report);

/* Adds a finding with a pointer that the caller writes, and with a severity that may differ from
 * the rule's. */
void vrmi_report_with(vrm_Report* report, vrmi_RuleId rule, vrm_Severity severity,
                      const char* pointer, uint64_t byte_offset, const char* message);

#endif
