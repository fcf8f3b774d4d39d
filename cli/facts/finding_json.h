/* SPDX-License-Identifier: MIT */
/* A finding as JSON. */
#ifndef CLI_FINDING_JSON_H
#define CLI_FINDING_JSON_H

#include "vrm/json.h"
#include "vrm/report.h"

/* Adds the members "code", "severity", "pointer" and "message" to an object. */
void cli_json_finding(vrm_JsonBuilder* builder, const vrm_Finding* finding);

#endif
