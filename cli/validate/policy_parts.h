/* SPDX-License-Identifier: MIT */
/* A policy: policy_read.c reads it, policy_limits.c measures, policy_check.c reports. */
#ifndef CLI_POLICY_PARTS_H
#define CLI_POLICY_PARTS_H

#include "validate/policy.h"

#include <stddef.h>

#define POLICY_NO_LIMIT (-1.0)

enum {
    POLICY_LIMIT_COUNT = CLI_POLICY_LIMITS,
    POLICY_TERM_COUNT = 10,
    POLICY_EXTENSIONS_MAX = 64,
    POLICY_EXTENSION_ROOM = 64
};

/* A limit that a document can state. */
typedef struct policy_Limit {
    const char *name, *code, *pointer;
    const char* noun; /* "The file has 5 NOUN" */
    bool is_fraction; /* a number of metres, not of things */
} policy_Limit;

extern const policy_Limit policy_limits[POLICY_LIMIT_COUNT];

/* Terms of a licence and the values that they can have; none: true, false. */
typedef struct policy_Term {
    const char* name;
    const char* const* values;
    bool is_in_license_name; /* 0.x states it by licenseName alone */
} policy_Term;

extern const policy_Term policy_terms[POLICY_TERM_COUNT];
const char* const* policy_values_of(const policy_Term* term);
extern const char* const policy_dialects[]; /* ends with NULL */

/* Where a demand comes from. NULL: not said. */
typedef struct policy_Origin {
    char *source, *date, *note;
} policy_Origin;

struct cli_Policy {
    char name[128];
    vrm_Severity severity;
    double maxima[POLICY_LIMIT_COUNT]; /* POLICY_NO_LIMIT: none */
    vrm_Severity limit_severities[POLICY_LIMIT_COUNT];
    policy_Origin origins[POLICY_LIMIT_COUNT];
    uint32_t accepted_dialects; /* bits, in the order of `policy_dialects`; 0: all */
    uint32_t accepted_formats;  /* bits, in the order of `cli_image_formats`; 0: all */
    vrm_Severity dialect_severity, format_severity, extension_severity;
    char refused_extensions[POLICY_EXTENSIONS_MAX][POLICY_EXTENSION_ROOM];
    int refused_count;
    uint32_t passes;                            /* bits of cli_PolicyPass */
    uint32_t accepted_terms[POLICY_TERM_COUNT]; /* bits, in the order of their values; 0: all */
};

/* The text of a policy that is part of the command; NULL for another name. */
const char* policy_bundled_text(const char* name);

#endif
