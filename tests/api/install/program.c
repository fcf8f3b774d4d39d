/* SPDX-License-Identifier: MIT */
/* A stranger's first program: compiles as C and as C++ against an installed libvrm. */
#include <vrm/vrm.h>

#include <stdio.h>

int main(void) {
    uint32_t version = vrm_version();
    if (version != VRM_VERSION_MAJOR * 1000000u + VRM_VERSION_MINOR * 1000u + VRM_VERSION_PATCH)
        return 1;
    /* Takes in most of the library, so that a static link has to find all that it needs. */
    vrm_Report* report = NULL;
    if (vrm_report_create(NULL, &report) != VRM_OK) return 1;
    vrm_Json* json = NULL;
    vrm_Result result = vrm_json_parse("[1", 2, NULL, report, &json);
    if (result != VRM_ERR_JSON || vrm_report_count(report) != 1) return 1;
    vrm_report_destroy(report);
    printf("libvrm %s\n", VRM_VERSION_TEXT);
    return 0;
}
