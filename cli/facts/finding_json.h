/* SPDX-License-Identifier: MIT */
/* Findings as JSON. */
#ifndef CLI_FINDING_JSON_H
#define CLI_FINDING_JSON_H

#include "vrm/json.h"
#include "vrm/report.h"

/* Adds the members "code", "severity", "pointer" and "message" to an object. */
void cli_json_finding(vrm_JsonBuilder* builder, const vrm_Finding* finding);

/* Adds a finding to an array, as an object. `file`, the member "file", may be NULL. */
void cli_json_put_finding(vrm_JsonBuilder* builder, const char* file, const vrm_Finding* finding);

/* Adds all findings of a report to an array. */
void cli_json_put_findings(vrm_JsonBuilder* builder, const vrm_Report* report);

/* Adds all findings of a report to an object, as the member "findings". */
void cli_json_findings(vrm_JsonBuilder* builder, const vrm_Report* report);

#endif
