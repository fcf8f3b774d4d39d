/* SPDX-License-Identifier: MIT */
/* How the library's own parts make findings. */
#ifndef VRMI_BASE_REPORT_H
#define VRMI_BASE_REPORT_H

#include "vrm/json.h"
#include "vrm/report.h"

typedef enum vrmi_RuleId {
#define X(code, severity, place, text) VRMI_RULE_##code,
#include "base/rules.def"
#undef X
    VRMI_RULE_COUNT
} vrmi_RuleId;

typedef struct vrmi_Rule {
    const char* code;
    vrm_Severity severity;
    const char* place; /* where the specification says so */
    const char* text;  /* what it means, for a person */
} vrmi_Rule;

extern const vrmi_Rule vrmi_rules[VRMI_RULE_COUNT];

/* One finding at a place in a JSON document. `format` says what is wrong just here; NULL takes the
 * rule's own text. A NULL report is fine: nothing happens. */
void vrmi_find(vrm_Report* report, vrmi_RuleId rule, const vrm_Json* json, vrm_JsonRef at,
               const char* format, ...) VRM_PRINTF(5, 6);

/* One finding at a byte of the file or of the JSON text, without a JSON value to point at. */
void vrmi_find_at(vrm_Report* report, vrmi_RuleId rule, uint64_t byte_offset, const char* format,
                  ...) VRM_PRINTF(4, 5);

/* From now on only findings of rules for which `takes` answers true; NULL: all again. For parts
 * that look at something which another part has judged already. */
void vrmi_report_filter(vrm_Report* report, bool (*takes)(vrmi_RuleId rule));

/* From now on findings below VRM_ERROR are counted and not kept: nothing else can then take the
 * room of an error, and the report is truncated only where an error was lost. */
void vrmi_report_keep_errors(vrm_Report* report);

/* One finding whose pointer the caller spells, with another severity than the rule's if need be. */
void vrmi_find_with(vrm_Report* report, vrmi_RuleId rule, vrm_Severity severity,
                    const char* pointer, uint64_t byte_offset, const char* message);

#endif
