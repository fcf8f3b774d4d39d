/* SPDX-License-Identifier: MIT */
/* The findings of a report for people, below the line of a file. */
#ifndef CLI_FINDING_LINES_H
#define CLI_FINDING_LINES_H

#include "vrm/report.h"

#include <stdio.h>

/* A line for each finding. Four and more that say the same become one, with the first three
 * places. */
void cli_print_findings(FILE* out, const vrm_Report* report);

#endif
