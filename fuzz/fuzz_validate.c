/* SPDX-License-Identifier: MIT */
/* A file is judged: the judge ends whatever the file is, says the same twice, and each finding has
 * a code of the table, a pointer that leads somewhere, a place inside the file and a sentence. What
 * it calls clean also loads without a finding. */
#include "vrm/json.h"
#include "vrm/validate.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void require(bool claim) {
    if (!claim) abort();
}

static bool is_known(const char* code) {
    for (int32_t i = 0; i < vrm_rule_count(); i++)
        if (strcmp(vrm_rule_get(i).code, code) == 0) return true;
    return false;
}

static void check_findings(const vrm_Report* report, size_t size) {
    uint64_t kept = 0, total = 0;
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        require(is_known(finding.code));
        require(finding.pointer[0] == '\0' || finding.pointer[0] == '/');
        require(strlen(finding.message) > 3);
        require(finding.byte_offset <= size || finding.byte_offset == VRM_NO_OFFSET);
        kept++;
    }
    for (int severity = 0; severity < VRM_SEVERITY_COUNT; severity++)
        total += vrm_report_total(report, (vrm_Severity)severity);
    require(vrm_report_is_truncated(report) ? kept <= total : kept == total);
}

static vrm_Report* judge(const uint8_t* data, size_t size, bool skips_data, vrm_Dialect* dialect) {
    vrm_ValidateDef def = vrm_default_validate_def();
    def.skip_data = skips_data;
    def.limits.decoded_bytes = 16 << 20;
    def.limits.elements = 1 << 16;
    vrm_Report* report;
    if (vrm_report_create(NULL, &report) != VRM_OK) return NULL;
    require(vrm_validate(data, size, &def, report, dialect) == VRM_OK);
    check_findings(report, size);
    return report;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    vrm_Dialect first_dialect, second_dialect;
    vrm_Report* first = judge(data, size, false, &first_dialect);
    vrm_Report* second = judge(data, size, true, &second_dialect);
    require(first == NULL || second == NULL ||
            (first_dialect == second_dialect &&
             vrm_report_total(first, VRM_ERROR) >= vrm_report_total(second, VRM_ERROR)));
    vrm_report_destroy(second);
    if (first != NULL && vrm_report_total(first, VRM_ERROR) == 0 &&
        vrm_report_total(first, VRM_WARNING) == 0) {
        vrm_LoadDef def = vrm_default_load_def();
        vrm_Model* model;
        def.is_strict = true;
        def.limits.decoded_bytes = 16 << 20;
        def.limits.elements = 1 << 16;
        require(vrm_model_load(data, size, &def, NULL, &model) == VRM_OK);
        vrm_model_destroy(model);
    }
    vrm_report_destroy(first);
    return 0;
}
