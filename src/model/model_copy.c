/* SPDX-License-Identifier: MIT */
#include "model/model_copy.h"

#include "container/file.h"

#include <string.h>

static vrm_Result read_beside(void* ctx, const char* path, uint64_t max_size,
                              const vrm_Allocator* allocator, uint8_t** out_data,
                              size_t* out_size) {
    return vrmi_file_read_below(ctx, path, max_size, allocator, out_data, out_size);
}

vrm_Result vrmi_model_copy(const vrm_Model* model, vrm_Report* report, vrm_Model** out_copy) {
    const vrmi_Document* document = model->document;
    vrm_LoadDef def = document->def;
    size_t size;
    *out_copy = NULL;
    vrm_Result result = vrmi_document_save_size(document, &size);
    if (result != VRM_OK) return result;
    def.allocator = document->budget.below;
    uint8_t* bytes = vrmi_alloc(&def.allocator, size);
    if (bytes == NULL) return VRM_ERR_MEMORY;
    def.def_size = (uint32_t)sizeof def;
    def.is_strict = false;
    def.borrow_bytes = true;
    if (def.limits.file_bytes < size) def.limits.file_bytes = size;
    if (def.read_file == NULL && document->folder != NULL) {
        def.read_file = read_beside;
        def.read_file_ctx = document->folder;
    }
    result = vrmi_document_save(document, bytes, size);
    if (result == VRM_OK) result = vrm_model_load(bytes, size, &def, NULL, out_copy);
    if (result != VRM_OK) {
        vrmi_release(&def.allocator, bytes, size);
        return result;
    }
    vrmi_Document* copied = (*out_copy)->document;
    def = document->def;
    def.allocator = copied->def.allocator;
    copied->def = def;
    copied->owns_bytes = true;
    vrmi_budget_adopt(&copied->budget, size, false);
    vrmi_document_limit(copied, report);
    return VRM_OK;
}

/* A copy has no folder of its own, because it was loaded from memory. */
void vrmi_model_take_place(vrm_Model* model, vrm_Model* copy) {
    char* folder = model->document->folder;
    model->document->folder = NULL;
    copy->document->folder = folder;
    if (folder != NULL) vrmi_budget_adopt(&copy->document->budget, strlen(folder) + 1, false);
    vrm_Model old = *model;
    *model = *copy;
    *copy = old;
    vrm_model_destroy(copy);
}
