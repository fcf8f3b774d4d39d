/* SPDX-License-Identifier: MIT */
/* bytes -> findings. The passes and what each needs are in context.h. */
#include "validate/context.h"

#include "container/file.h"
#include "validate/gltf/gltf_checks.h"
#include "validate/gltf/gltf_facts.h"
#include "validate/gltf/gltf_pass.h"
#include "validate/gltf/gltf_schema.h"
#include "json/tree.h"

#include <string.h>

int32_t vrm_rule_count(void) {
    return VRMI_RULE_COUNT;
}

vrm_Rule vrm_rule_get(int32_t index) {
    if (index < 0 || index >= VRMI_RULE_COUNT) return (vrm_Rule){"", VRM_HINT, "", ""};
    vrmi_RuleId rule = (vrmi_RuleId)index;
    return (vrm_Rule){vrmi_rule_code(rule), vrmi_rule_severity(rule), vrmi_rule_places[rule],
                      vrmi_rule_text(rule)};
}

void vrm_validate_def_init(vrm_ValidateDef* def, size_t def_size) {
    const vrm_ValidateDef defaults = {0};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
    vrmi_limits_init(def, def_size, offsetof(vrm_ValidateDef, limits));
}

static vrm_Result complete_def(const vrm_ValidateDef* given, vrm_ValidateDef* out) {
    *out = vrm_default_validate_def();
    if (given != NULL && !vrmi_def_copy(out, sizeof *out, given)) return VRM_ERR_DEF;
    out->allocator = vrmi_allocator(&out->allocator);
    return VRM_OK;
}

/* ---- The typed document ---- */

/* Findings of loading that no rule of the validator makes: limits, and data that cannot be
 * decompressed. */
static bool is_of_loading(const char* code) {
    return strncmp(code, "LIMIT_", 6) == 0 || strcmp(code, "MESHOPT_INVALID") == 0 ||
           strncmp(code, "REQUIRED_EXTENSION_", 19) == 0;
}

static void forward(const vrm_Report* from, vrm_Report* to) {
    for (int32_t i = 0; i < vrm_report_count(from); i++) {
        vrm_Finding finding = vrm_report_get(from, i);
        if (is_of_loading(finding.code))
            vrmi_report_with(to, vrmi_rule_find(finding.code), finding.severity, finding.pointer,
                             finding.byte_offset, finding.message);
    }
}

/* Reads the typed part leniently. The walk has already made the findings that loading makes, so
 * these go into a report of their own. */
static void read_typed(vrmi_ValidateContext* context, vrmi_Document* document) {
    vrm_ReportDef report_def = vrm_default_report_def();
    report_def.max_per_code = 16;
    report_def.allocator = context->def.allocator;
    vrm_Report* loading;
    context->result = vrm_report_create(&report_def, &loading);
    if (context->result != VRM_OK) return;
    document->is_lenient = true;
    vrm_Result result = vrmi_document_reread(document, loading, NULL);
    forward(loading, context->report);
    result = vrmi_report_result(loading, 0, result);
    vrm_report_destroy(loading);
    if (result == VRM_OK) {
        context->document = document;
        context->gltf = &document->gltf;
    } else if (result == VRM_ERR_MEMORY) {
        context->result = result;
    }
}

/* ---- The passes ---- */

static void walk_schema(vrmi_ValidateContext* context) {
    static const vrmi_SchemaExtensions* const sets[2] = {&vrmi_khronos_extensions,
                                                         &vrmi_vrm_extensions};
    vrmi_SchemaWalk* walk = &context->walk;
    walk->json = context->json;
    walk->report = context->report;
    walk->arena = context->arena;
    walk->extensions = sets;
    walk->extension_count = 2;
    walk->ctx = context;
    context->result = vrmi_schema_prepare(walk);
    if (context->result != VRM_OK) return;
    if (!vrmi_facts_init(context->facts, walk)) {
        context->result = VRM_ERR_MEMORY;
        return;
    }
    context->result =
        vrmi_schema_walk(walk, vrm_json_root(context->json),
                         vrmi_is_gltf_2(context->json) ? &vrmi_gltf_root : &vrmi_gltf_stranger);
}

static void check_json(vrmi_ValidateContext* context, vrmi_Document* document) {
    walk_schema(context);
    if (context->result != VRM_OK || !vrmi_is_gltf_2(context->json) ||
        vrm_json_type(context->json, vrm_json_root(context->json)) != VRM_JSON_OBJECT)
        return;
    read_typed(context, document);
    if (context->result != VRM_OK || context->gltf == NULL) return;
    vrmi_validate_gltf(context);
    if (context->result == VRM_OK) vrmi_validate_vrm(context);
}

/* All passes, from the bytes of the document on. */
static vrm_Result validate_bytes(vrmi_Document* document, const vrm_ValidateDef* def,
                                 vrm_Report* report, vrm_Dialect* out_dialect) {
    vrm_JsonDef json_def = vrm_default_json_def();
    json_def.borrow_text = true;
    json_def.limits = def->limits;
    json_def.allocator = def->allocator;
    vrm_Span text;
    vrm_Result result = vrmi_document_open(document, report, &text);
    /* A damaged container may still have a complete JSON chunk: this is checked. */
    bool has_json = text.size > 0;
    bool is_damaged = result == VRM_ERR_CONTAINER;
    bool is_exact = text.size >= document->byte_count / 4; /* as in loading */
    if (has_json && (result == VRM_OK || is_damaged))
        result =
            vrmi_json_parse(text.data, text.size, &json_def, is_exact, report, &document->json);
    if (result != VRM_OK || document->json == NULL)
        return result == VRM_ERR_MEMORY ? result : VRM_OK;

    vrmi_Arena arena;
    vrmi_GltfFacts facts = {0};
    vrmi_arena_init(&arena, &def->allocator, 16 * 1024);
    vrmi_ValidateContext context = {.def = *def,
                                    .report = report,
                                    .arena = &arena,
                                    .json = document->json,
                                    .facts = &facts,
                                    .is_damaged = is_damaged};
    check_json(&context, document);
    vrmi_arena_release(&arena);
    if (out_dialect != NULL) *out_dialect = context.dialect;
    return context.result;
}

/* A file that exceeds the limit on memory is a finding about the file, as with the other limits. */
static vrm_Result validate_document(vrmi_Document* document, const vrm_ValidateDef* given,
                                    vrm_Report* report, vrm_Dialect* out_dialect) {
    vrm_ValidateDef def = *given;
    def.allocator = document->def.allocator;
    uint64_t lost = vrmi_report_lost(report);
    vrmi_budget_open(&document->budget, &document->def.limits, document->byte_count, 0, report);
    vrm_Result result = validate_bytes(document, &def, report, out_dialect);
    result = vrmi_budget_close(&document->budget, result);
    result = vrmi_report_result(report, lost, result);
    return result == VRM_ERR_LIMIT ? VRM_OK : result;
}

static vrmi_Document* create_document(const vrm_ValidateDef* def) {
    vrm_LoadDef load = vrm_default_load_def();
    load.read_file = def->read_file;
    load.read_file_ctx = def->read_file_ctx;
    load.limits = def->limits;
    load.allocator = def->allocator;
    return vrmi_document_create(&load);
}

vrm_Result vrm_validate(const void* bytes, size_t size, const vrm_ValidateDef* given,
                        vrm_Report* report, vrm_Dialect* out_dialect) {
    if (out_dialect != NULL) *out_dialect = VRM_DIALECT_NONE;
    vrm_ValidateDef def;
    vrm_Result result = complete_def(given, &def);
    if (result != VRM_OK) return result;
    vrmi_Document* document = create_document(&def);
    if (document == NULL) return VRM_ERR_MEMORY;
    document->bytes = bytes;
    document->byte_count = size;
    result = validate_document(document, &def, report, out_dialect);
    vrmi_document_destroy(document);
    return result;
}

vrm_Result vrm_validate_file(const char* path, const vrm_ValidateDef* given, vrm_Report* report,
                             vrm_Dialect* out_dialect) {
    if (out_dialect != NULL) *out_dialect = VRM_DIALECT_NONE;
    vrm_ValidateDef def;
    vrm_Result result = complete_def(given, &def);
    if (result != VRM_OK) return result;
    vrmi_Document* document = create_document(&def);
    if (document == NULL) return VRM_ERR_MEMORY;
    uint8_t* bytes = NULL;
    document->folder = vrmi_folder_of(path, &document->def.allocator);
    result = document->folder == NULL
                 ? VRM_ERR_MEMORY
                 : vrmi_file_read(path, def.limits.file_bytes, vrmi_container_may_begin,
                                  &document->def.allocator, &bytes, &document->byte_count);
    if (result == VRM_OK) {
        document->bytes = bytes;
        document->owns_bytes = true;
        result = validate_document(document, &def, report, out_dialect);
    } else if (result == VRM_ERR_LIMIT) {
        uint64_t lost = vrmi_report_lost(report);
        vrmi_report_at(report, VRMI_RULE_LIMIT_FILE_BYTES, VRM_NO_OFFSET, NULL);
        result = vrmi_report_result(report, lost, VRM_OK);
    }
    vrmi_document_destroy(document);
    return result;
}
