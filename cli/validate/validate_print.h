/* SPDX-License-Identifier: MIT */
/* What `vrm validate` knows about one file, and its findings for people. */
#ifndef CLI_VALIDATE_PRINT_H
#define CLI_VALIDATE_PRINT_H

#include "facts/finding_names.h"

#define VALIDATE_MAX_IGNORED 256

/* Which findings are shown. */
typedef struct validate_Filter {
    bool shows_all;
    vrm_Severity lowest; /* the least severe finding that is shown */
    int32_t max_shown;   /* per file */
    const char* ignored[VALIDATE_MAX_IGNORED];
    int ignored_count;
} validate_Filter;

/* A file's findings and the document that they are about. */
typedef struct validate_File {
    const char* file;
    const vrm_Finding* findings; /* of the validator, then of policies */
    int32_t finding_count;
    bool is_truncated; /* there were more */
    bool is_clip;      /* a VRM animation */
    finding_Names* names;
    vrm_Dialect dialect;
    uint64_t totals[VRM_SEVERITY_COUNT]; /* without the ignored codes */
} validate_File;

bool validate_is_ignored(const validate_Filter* filter, const char* code);
bool validate_is_shown(const validate_Filter* filter, const vrm_Finding* finding);

/* Lines like those of a compiler, and a line of totals, to standard output. */
void validate_print(const validate_Filter* filter, const validate_File* file);

/* "1 error, 2 warnings, 0 infos, 0 hints" to standard output. */
void validate_print_totals(const uint64_t totals[VRM_SEVERITY_COUNT]);

#endif
