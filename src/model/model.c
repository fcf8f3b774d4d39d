/* SPDX-License-Identifier: MIT */
/* Makes a model from a file: loads the document, detects its dialect, reads its VRM parts. The
 * inspection functions are in look.c. */
#include "model/model.h"

#include "json/tree.h"

/* ---- Reading ---- */

static const vrmi_VrmContent no_avatar = {.spec_version = "", .first_person_node = -1};
static const vrm_SpringBones no_spring_bones = {.json = VRM_JSON_MISSING};

/* Springs run early: they need the most scratch memory, and less of the model is resident then.
 * Expressions of 0.x need the surfaces. */
static void (*const part_readers[])(vrmi_ModelReader*) = {
    vrmi_read_humanoid,     vrmi_read_facing,      vrmi_read_rest_binds, vrmi_read_springs,
    vrmi_read_surfaces,     vrmi_read_expressions, vrmi_read_meta,       vrmi_read_look_at,
    vrmi_read_first_person, vrmi_read_constraints, vrmi_read_clip,
};

static bool open_avatar(vrmi_ModelReader* reader) {
    vrmi_VrmContent* avatar = vrmi_read_alloc(&reader->base, 1, sizeof *avatar);
    if (avatar == NULL) return false;
    *avatar = no_avatar;
    avatar->spec_version = vrmi_read_text(
        &reader->base, vrmi_read_member(&reader->base, reader->roots.vrm, "specVersion"));
    reader->model->avatar = reader->avatar = avatar;
    return true;
}

/* Scratch memory adds to the peak: what a reader took is released when it ends. */
static void read_parts(vrmi_ModelReader* reader) {
    enum { STEP = 256 };
    vrm_Model* model = reader->model;
    reader->roots = vrmi_detect(&reader->base);
    model->dialect = reader->roots.dialect;
    if (model->dialect != VRM_DIALECT_NONE && !open_avatar(reader)) return;
    vrmi_arena_init(&reader->scratch, &model->document->def.allocator, 0);
    reader->scratch.next_block_size = reader->scratch.largest_step = STEP;
    for (size_t i = 0; i < sizeof part_readers / sizeof *part_readers; i++) {
        part_readers[i](reader);
        vrmi_arena_release(&reader->scratch);
        reader->tree = (vrmi_Tree){0};
        reader->mesh_nodes = (vrmi_MeshNodes){0};
        reader->rest = NULL;
    }
}

vrm_Result vrmi_model_read(vrmi_Document* document, vrm_Report* report, vrm_Model** out_model) {
    *out_model = NULL;
    const vrm_Allocator* allocator = &document->def.allocator;
    vrm_Model* model = vrmi_alloc_zeroed(allocator, 1, sizeof *model);
    if (model == NULL) return VRM_ERR_MEMORY;
    model->document = document;
    model->avatar = &no_avatar;
    model->spring_bones = &no_spring_bones;
    vrmi_ModelReader reader = {
        .base = vrmi_document_reader(document, report), .gltf = &document->gltf, .model = model};
    reader.base.fault_severity = VRM_WARNING;
    reader.base.lists_left_out = true;
    read_parts(&reader);
    model->left_out = reader.base.left_out;
    vrm_Result result = reader.base.result;
    if (result == VRM_OK && document->def.is_strict && reader.base.fault_count > 0)
        result = VRM_ERR_INVALID;
    if (result == VRM_OK)
        *out_model = model;
    else
        vrmi_release(allocator, model, sizeof *model);
    return result;
}

/* ---- Load ---- */

/* `lost` is what vrmi_report_lost() said before: a file whose findings are incomplete could pass
 * for a better one, and a refused one would be refused without its reason. */
static vrm_Result finish_load(vrm_Result result, vrmi_Document* document, vrm_Report* report,
                              uint64_t lost, vrm_Model** out_model) {
    *out_model = NULL;
    if (result != VRM_OK) return vrmi_report_result(report, lost, result);
    vrmi_budget_open(&document->budget, &document->def.limits, vrmi_document_source_bytes(document),
                     0, report);
    result = vrmi_budget_close(&document->budget, vrmi_model_read(document, report, out_model));
    bool is_read = result == VRM_OK;
    result = vrmi_report_result(report, lost, result);
    if (!is_read) {
        vrmi_document_destroy(document);
    } else if (result != VRM_OK) {
        vrm_model_destroy(*out_model);
        *out_model = NULL;
    }
    return result;
}

vrm_Result vrm_model_load(const void* bytes, size_t size, const vrm_LoadDef* def,
                          vrm_Report* report, vrm_Model** out_model) {
    vrmi_Document* document;
    uint64_t lost = vrmi_report_lost(report);
    vrm_Result result = vrmi_document_load(bytes, size, def, report, &document);
    return finish_load(result, document, report, lost, out_model);
}

vrm_Result vrm_model_load_file(const char* path, const vrm_LoadDef* def, vrm_Report* report,
                               vrm_Model** out_model) {
    vrmi_Document* document;
    uint64_t lost = vrmi_report_lost(report);
    vrm_Result result = vrmi_document_load_file(path, def, report, &document);
    return finish_load(result, document, report, lost, out_model);
}

vrmi_Document* vrmi_model_forget(vrm_Model* model) {
    vrmi_Document* document = model->document;
    vrmi_release(&document->def.allocator, model, sizeof *model);
    return document;
}

void vrm_model_destroy(vrm_Model* model) {
    if (model != NULL) vrmi_document_destroy(vrmi_model_forget(model));
}
