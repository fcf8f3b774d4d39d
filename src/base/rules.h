/* SPDX-License-Identifier: MIT */
/* The table of rules: every finding that the library can make (rules.def). */
#ifndef VRMI_BASE_RULES_H
#define VRMI_BASE_RULES_H

#include "vrm/report.h"

typedef enum vrmi_RuleId {
#define X(code, severity, place, text) VRMI_RULE_##code,
#include "base/rules.def"
#undef X
    VRMI_RULE_COUNT
} vrmi_RuleId;

const char* vrmi_rule_code(vrmi_RuleId rule);
vrm_Severity vrmi_rule_severity(vrmi_RuleId rule);
/* What a finding of it means, for a person. */
const char* vrmi_rule_text(vrmi_RuleId rule);

/* The rule with that code; VRMI_RULE_COUNT for none. */
vrmi_RuleId vrmi_rule_find(const char* code);

/* The places in the specification that state the rules. Findings do not name them, so a program
 * that lists no rules has none of them. */
extern const char* const vrmi_rule_places[VRMI_RULE_COUNT];

#endif
