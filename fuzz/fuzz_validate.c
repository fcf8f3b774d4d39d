/* SPDX-License-Identifier: MIT */
/* A file is judged: the judge ends whatever the file is, says the same twice, and each finding has
 * a code of the table, a pointer, a place inside the file and a sentence. What has no error loads;
 * what has no warning either loads strictly. */
#include "vrm/model.h"
#include "vrm/validate.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void require(bool claim) {
    if (!claim) abort();
}

/* Every side file exists: its bytes are its own name, over and over. */
static vrm_Result read_side_file(void* ctx, const char* path, uint64_t max_size,
                                 const vrm_Allocator* allocator, uint8_t** out_data,
                                 size_t* out_size) {
    (void)ctx;
    size_t length = strlen(path), size = 256;
    if (length == 0) return VRM_ERR_IO;
    if (size > max_size) return VRM_ERR_LIMIT;
    *out_data = allocator->alloc(allocator->ctx, size, 16);
    if (*out_data == NULL) return VRM_ERR_MEMORY;
    for (size_t i = 0; i < size; i++) (*out_data)[i] = (uint8_t)path[i % length];
    *out_size = size;
    return VRM_OK;
}

static vrm_Limits small_limits(void) {
    vrm_Limits limits = vrm_default_load_def().limits;
    limits.decoded_bytes = 16 << 20;
    limits.elements = 1 << 16;
    return limits;
}

static bool is_known(const char* code) {
    for (int32_t i = 0; i < vrm_rule_count(); i++)
        if (strcmp(vrm_rule_get(i).code, code) == 0) return true;
    return false;
}

/* What vrm/report.h promises. */
static void check_report(const vrm_Report* report, size_t size) {
    uint64_t kept[VRM_SEVERITY_COUNT] = {0};
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        require(is_known(finding.code) && finding.severity <= VRM_HINT);
        require(finding.pointer[0] == '\0' || finding.pointer[0] == '/');
        require(strlen(finding.message) > 3);
        require(finding.byte_offset <= size || finding.byte_offset == VRM_NO_OFFSET);
        kept[finding.severity]++;
    }
    for (int s = 0; s < VRM_SEVERITY_COUNT; s++) {
        uint64_t total = vrm_report_total(report, (vrm_Severity)s);
        require(vrm_report_is_truncated(report) ? kept[s] <= total : kept[s] == total);
    }
}

static vrm_Report* judge(const uint8_t* data, size_t size, bool skips_data, vrm_Dialect* dialect) {
    vrm_ValidateDef def = vrm_default_validate_def();
    vrm_Report* report;
    def.skip_data = skips_data;
    def.read_file = read_side_file;
    def.limits = small_limits();
    require(vrm_report_create(NULL, &report) == VRM_OK);
    require(vrm_validate(data, size, &def, report, dialect) == VRM_OK);
    check_report(report, size);
    return report;
}

static void require_equal(const vrm_Report* first, const vrm_Report* second) {
    require(vrm_report_count(first) == vrm_report_count(second));
    for (int32_t i = 0; i < vrm_report_count(first); i++) {
        vrm_Finding a = vrm_report_get(first, i), b = vrm_report_get(second, i);
        require(strcmp(a.code, b.code) == 0 && strcmp(a.pointer, b.pointer) == 0);
        require(strcmp(a.message, b.message) == 0 && a.byte_offset == b.byte_offset);
    }
}

static void require_loads(const uint8_t* data, size_t size, bool is_strict) {
    vrm_LoadDef def = vrm_default_load_def();
    vrm_Model* model;
    def.is_strict = is_strict;
    def.borrow_bytes = true;
    def.read_file = read_side_file;
    def.limits = small_limits();
    vrm_Result result = vrm_model_load(data, size, &def, NULL, &model);
    require(result == VRM_OK || result == VRM_ERR_UNSUPPORTED);
    vrm_model_destroy(model);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    vrm_Dialect dialects[3];
    vrm_Report* report = judge(data, size, false, &dialects[0]);
    vrm_Report* again = judge(data, size, false, &dialects[1]);
    vrm_Report* quick = judge(data, size, true, &dialects[2]);
    require_equal(report, again);
    require(dialects[0] == dialects[1] && dialects[0] == dialects[2]);
    require(vrm_report_total(report, VRM_ERROR) >= vrm_report_total(quick, VRM_ERROR));
    if (vrm_report_total(report, VRM_ERROR) == 0)
        require_loads(data, size, vrm_report_total(report, VRM_WARNING) == 0);
    vrm_report_destroy(report);
    vrm_report_destroy(again);
    vrm_report_destroy(quick);
    return 0;
}
