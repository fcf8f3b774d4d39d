/* SPDX-License-Identifier: MIT */
/* Findings at values of a JSON document. */
#ifndef VRMI_JSON_JSON_REPORT_H
#define VRMI_JSON_JSON_REPORT_H

#include "base/report.h"
#include "vrm/json.h"

/* Adds a finding at a value of `json`, or at the root, byte 0, if `json` is NULL. `format`
 * describes this occurrence; NULL takes the rule's own text. No-op when `report` is NULL. */
void vrmi_report(vrm_Report* report, vrmi_RuleId rule, const vrm_Json* json, vrm_JsonRef at,
                 const char* format, ...) VRM_PRINTF(5, 6);
void vrmi_report_list(vrm_Report* report, vrmi_RuleId rule, const vrm_Json* json, vrm_JsonRef at,
                      const char* format, va_list args) VRM_PRINTF(5, 0);

#endif
