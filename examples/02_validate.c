/* SPDX-License-Identifier: MIT */
/* Says what is wrong with a file, worst first, with the place where it stands in the JSON. The same
 * table of rules is behind `vrm validate`; docs/reference/rules.md explains each code.
 *
 * run: @avatar@ */
#include <vrm/vrm.h>

#include <stdio.h>

static const char* const severity_names[VRM_SEVERITY_COUNT] = {"error", "warning", "info", "hint"};

static void print_findings(const vrm_Report* report, vrm_Severity severity) {
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        if (finding.severity != severity) continue;
        printf("%s: %s [%s] at %s\n", severity_names[severity], finding.message, finding.code,
               finding.pointer);
    }
}

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    vrm_Report* report = NULL;
    vrm_Result result = vrm_report_create(NULL, &report);
    if (result == VRM_OK) result = vrm_validate_file(argv[1], NULL, report, NULL);
    if (result != VRM_OK) {
        fprintf(stderr, "%s: %s\n", argv[1], vrm_result_text(result));
        vrm_report_destroy(report);
        return 3;
    }
    for (int severity = 0; severity < VRM_SEVERITY_COUNT; severity++)
        print_findings(report, (vrm_Severity)severity);
    bool is_valid = vrm_report_total(report, VRM_ERROR) == 0;
    printf("%s is %s\n", argv[1], is_valid ? "valid" : "not valid");
    vrm_report_destroy(report);
    return is_valid ? 0 : 1;
}
