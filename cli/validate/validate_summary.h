/* SPDX-License-Identifier: MIT */
/* `vrm validate` over many files in one table: findings by code, files worst first. */
#ifndef CLI_VALIDATE_SUMMARY_H
#define CLI_VALIDATE_SUMMARY_H

#include "validate/validate_print.h"

/* How often a rule was broken in a file. */
typedef struct validate_CodeCount {
    int32_t rule; /* of vrm_rule_get() */
    int32_t severity;
    uint64_t count;
} validate_CodeCount;

/* The counts of a file's findings, without the ignored codes. The caller frees them; NULL when
 * there are none or no memory. */
validate_CodeCount* validate_count_codes(const validate_Filter* filter, const validate_File* file,
                                         int32_t* out_count);

typedef struct validate_Summary validate_Summary;

validate_Summary* validate_summary_create(void); /* NULL: no memory */
void validate_summary_destroy(validate_Summary* summary);

/* `file` must live as long as the summary. `totals` NULL: it could not be read. */
void validate_summary_add(validate_Summary* summary, const char* file, const uint64_t* totals,
                          const validate_CodeCount* codes, int32_t code_count);

/* To standard output. Returns CLI_OK, or CLI_FAILED after printing that memory is short. */
int validate_summary_print(validate_Summary* summary);
int validate_summary_print_json(validate_Summary* summary);

#endif
