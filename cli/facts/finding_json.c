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

void cli_json_put_finding(vrm_JsonBuilder* builder, const char* file, const vrm_Finding* finding) {
    vrm_json_begin_object(builder);
    if (file != NULL) cli_json_string(builder, "file", file);
    cli_json_finding(builder, finding);
    vrm_json_end_object(builder);
}

void cli_json_put_findings(vrm_JsonBuilder* builder, const vrm_Report* report) {
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        cli_json_put_finding(builder, NULL, &finding);
    }
}

void cli_json_findings(vrm_JsonBuilder* builder, const vrm_Report* report) {
    vrm_json_put_key(builder, "findings");
    vrm_json_begin_array(builder);
    cli_json_put_findings(builder, report);
    vrm_json_end_array(builder);
}
