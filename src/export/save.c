/* SPDX-License-Identifier: MIT */
/* Saves a model. A model that was not edited is written byte for byte as it was loaded. An edited
 * one is validated first and refused if it has an error that the loaded file did not have. */
#include "vrm/save.h"
#include "base/report.h"
#include "container/file.h"
#include "model/model.h"

#include <string.h>

void vrm_save_def_init(vrm_SaveDef* def, size_t def_size) {
    vrm_SaveDef defaults = {0};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

/* ---- Checking ---- */

static vrm_Result validate_bytes(const vrm_Model* model, const vrm_ValidateDef* given,
                                 const void* bytes, size_t size, vrm_Report* report) {
    vrm_ValidateDef def = vrm_default_validate_def();
    const vrm_LoadDef* load = &model->document->def;
    if (given != NULL && !vrmi_def_copy(&def, sizeof def, given)) return VRM_ERR_DEF;
    def.def_size = (uint32_t)sizeof def;
    if (given == NULL) def.limits = load->limits;
    if (def.limits.file_bytes < size) def.limits.file_bytes = size;
    def.allocator = load->allocator;
    def.read_file = load->read_file;
    def.read_file_ctx = load->read_file_ctx;
    return vrm_validate(bytes, size, &def, report, NULL);
}

static bool is_known(const vrm_SaveDef* def, const vrm_Finding* error) {
    int32_t count = def->known == NULL ? 0 : vrm_report_count(def->known);
    for (int32_t i = 0; i < count; i++) {
        vrm_Finding old = vrm_report_get(def->known, i);
        if (old.severity != VRM_ERROR || strcmp(old.code, error->code) != 0) continue;
        if (def->known_by_code || strcmp(old.pointer, error->pointer) == 0) return true;
    }
    return false;
}

static void add_finding(vrm_Report* report, const vrm_Finding* error) {
    vrmi_report_with(report, vrmi_rule_find(error->code), error->severity, error->pointer,
                     error->byte_offset, error->message);
}

/* Where a report could not keep all errors (too many of a kind, too long, no memory), only their
 * numbers are compared. */
static bool has_more_errors(const vrm_SaveDef* def, const vrm_Report* findings) {
    uint64_t known = def->known == NULL ? 0 : vrm_report_total(def->known, VRM_ERROR);
    return vrm_report_total(findings, VRM_ERROR) > known;
}

/* Whether new errors may be among those that the report dropped. With known_by_code a known code is
 * accepted anywhere, and dropped errors are assumed to have codes that the report has too. */
static bool has_lost_new_errors(const vrm_SaveDef* def, const vrm_Report* findings) {
    bool is_lost_anywhere = def->known_by_code && vrm_report_count(findings) > 0;
    return vrm_report_is_truncated(findings) && !is_lost_anywhere && has_more_errors(def, findings);
}

/* VRM_ERR_INVALID if there are new errors, which are then in the report. */
static vrm_Result refuse_new_errors(const vrm_Model* model, const vrm_SaveDef* def,
                                    vrm_Report* report, const void* bytes, size_t size) {
    vrm_ReportDef report_def = vrm_default_report_def();
    report_def.allocator = model->document->def.allocator;
    vrm_Report* findings;
    vrm_Result result = vrm_report_create(&report_def, &findings);
    if (result != VRM_OK) return result;
    vrmi_report_keep_errors(findings);
    result = validate_bytes(model, NULL, bytes, size, findings);
    bool has_new = has_lost_new_errors(def, findings);
    bool may_be_old = def->known != NULL && vrm_report_is_truncated(def->known) &&
                      !has_more_errors(def, findings);
    for (int32_t i = 0; i < vrm_report_count(findings) && result == VRM_OK; i++) {
        vrm_Finding error = vrm_report_get(findings, i);
        if (may_be_old || is_known(def, &error)) continue;
        has_new = true;
        if (report != NULL) add_finding(report, &error);
    }
    vrm_report_destroy(findings);
    return result == VRM_OK && has_new ? VRM_ERR_INVALID : result;
}

/* ---- Saving ---- */

vrm_Result vrm_model_save_size(const vrm_Model* model, size_t* out_size) {
    return vrmi_document_save_size(model->document, out_size);
}

vrm_Result vrm_model_save_checked(const vrm_Model* model, const vrm_SaveDef* given,
                                  vrm_Report* report, void* bytes, size_t size) {
    vrm_SaveDef def = vrm_default_save_def();
    if (given != NULL && !vrmi_def_copy(&def, sizeof def, given)) return VRM_ERR_DEF;
    size_t needed;
    vrm_Result result = vrmi_document_save_size(model->document, &needed);
    if (result == VRM_OK) result = vrmi_document_save(model->document, bytes, size);
    if (result != VRM_OK || def.allow_errors || !vrmi_document_is_edited(model->document))
        return result;
    return refuse_new_errors(model, &def, report, bytes, needed);
}

/* The file in memory, from the model's allocator; NULL with the result when there is none. */
static uint8_t* make_file(const vrm_Model* model, size_t* out_size, vrm_Result* out_result) {
    const vrm_Allocator* allocator = &model->document->def.allocator;
    uint8_t* bytes = NULL;
    *out_result = vrmi_document_save_size(model->document, out_size);
    if (*out_result == VRM_OK && (bytes = vrmi_alloc(allocator, *out_size)) == NULL)
        *out_result = VRM_ERR_MEMORY;
    if (*out_result == VRM_OK) *out_result = vrmi_document_save(model->document, bytes, *out_size);
    if (*out_result == VRM_OK) return bytes;
    vrmi_release(allocator, bytes, *out_size);
    return NULL;
}

vrm_Result vrm_model_save_file_checked(const vrm_Model* model, const vrm_SaveDef* given,
                                       vrm_Report* report, const char* path) {
    vrm_SaveDef def = vrm_default_save_def();
    if (given != NULL && !vrmi_def_copy(&def, sizeof def, given)) return VRM_ERR_DEF;
    if (def.allow_errors || !vrmi_document_is_edited(model->document))
        return vrmi_document_save_file(model->document, path);
    const vrm_Allocator* allocator = &model->document->def.allocator;
    size_t size;
    vrm_Result result;
    uint8_t* bytes = make_file(model, &size, &result);
    if (bytes == NULL) return result;
    result = refuse_new_errors(model, &def, report, bytes, size);
    if (result == VRM_OK) result = vrmi_file_write(path, bytes, size, allocator);
    vrmi_release(allocator, bytes, size);
    return result;
}

vrm_Result vrm_model_save(const vrm_Model* model, void* bytes, size_t size) {
    return vrm_model_save_checked(model, NULL, NULL, bytes, size);
}

vrm_Result vrm_model_save_file(const vrm_Model* model, const char* path) {
    return vrm_model_save_file_checked(model, NULL, NULL, path);
}

vrm_Result vrm_model_validate(const vrm_Model* model, const vrm_ValidateDef* def,
                              vrm_Report* report) {
    const vrmi_Document* document = model->document;
    if (!vrmi_document_is_edited(document))
        return validate_bytes(model, def, document->bytes, document->byte_count, report);
    size_t size;
    vrm_Result result;
    uint8_t* bytes = make_file(model, &size, &result);
    if (bytes == NULL) return result;
    result = validate_bytes(model, def, bytes, size, report);
    vrmi_release(&document->def.allocator, bytes, size);
    return result;
}
