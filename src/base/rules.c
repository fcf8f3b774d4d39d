/* SPDX-License-Identifier: MIT */
#include "base/rules.h"

#include <string.h>

/* A program that has the sentences elsewhere, by their codes, is built without them. */
#ifdef VRM_NO_RULE_TEXTS
#define TEXT(text) ""
#else
#define TEXT(text) text
#endif

typedef struct Rule {
    const char *code, *text;
    vrm_Severity severity;
} Rule;

static const Rule rules[VRMI_RULE_COUNT] = {
#define X(code, severity, place, text) {#code, TEXT(text), severity},
#include "base/rules.def"
#undef X
};

const char* const vrmi_rule_places[VRMI_RULE_COUNT] = {
#define X(code, severity, place, text) place,
#include "base/rules.def"
#undef X
};

const char* vrmi_rule_code(vrmi_RuleId rule) {
    return rules[rule].code;
}

vrm_Severity vrmi_rule_severity(vrmi_RuleId rule) {
    return rules[rule].severity;
}

const char* vrmi_rule_text(vrmi_RuleId rule) {
    return rules[rule].text;
}

vrmi_RuleId vrmi_rule_find(const char* code) {
    int rule = 0;
    while (rule < VRMI_RULE_COUNT && strcmp(rules[rule].code, code) != 0) rule++;
    return (vrmi_RuleId)rule;
}
