/* SPDX-License-Identifier: MIT */
/* What a conversion did, for people and as JSON. */
#ifndef VRM_CLI_CONVERT_REPORT_H
#define VRM_CLI_CONVERT_REPORT_H

#include "motion/convert.h"

#include <stdio.h>

/* What to print about one motion. */
typedef struct ConvertReport {
    const char* file;
    const char* output; /* NULL: nothing was written */
    const Converted* result;
    const vrm_Report* findings; /* of reading and converting `file` */
    bool loops;                 /* --loop */
    bool has_quality;           /* --quality */
} ConvertReport;

void convert_report_print(FILE* out, const ConvertReport* report);

/* Prints a JSON object to standard output. Returns CLI_OK, or the status after printing the error.
 */
int convert_report_print_json(const ConvertReport* report);

/* Prints a finding as a line. `file` names a file beside IN; NULL: IN. */
void convert_print_finding(FILE* out, const char* file, const vrm_Finding* finding);

#endif
