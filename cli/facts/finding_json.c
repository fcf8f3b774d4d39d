/* SPDX-License-Identifier: MIT */
#include "facts/finding_json.h"

#include "words/json.h"
#include "words/output.h"

void cli_json_finding(vrm_JsonBuilder* builder, const vrm_Finding* finding) {
    cli_json_string(builder, "code", finding->code);
    cli_json_string(builder, "severity", cli_severity_names[finding->severity]);
    cli_json_string(builder, "pointer", finding->pointer);
    cli_json_string(builder, "message", finding->message);
}
