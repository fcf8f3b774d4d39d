/* SPDX-License-Identifier: MIT */
/* A document from parsing to release. */
#include "json/tree.h"

#include "base/budget.h"
#include "json/json_report.h"

#include <stdio.h>
#include <string.h>

void vrm_json_def_init(vrm_JsonDef* def, size_t def_size) {
    const vrm_JsonDef defaults = {0};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
    vrmi_limits_init(def, def_size, offsetof(vrm_JsonDef, limits));
}

/* ---- Make ---- */

/* Counted from 1, in characters, as editors count. */
static void line_and_column(const char* text, uint32_t offset, uint32_t* line, uint32_t* column) {
    *line = *column = 1;
    for (uint32_t i = 0; i < offset; i++) {
        if (text[i] == '\n') {
            *line += 1;
            *column = 1;
        } else if (((unsigned char)text[i] & 0xC0) != 0x80) {
            *column += 1;
        }
    }
}

static void report_error(vrm_Report* report, const char* text, uint32_t size,
                         const vrmi_JsonError* error) {
    if (report == NULL || error->result == VRM_ERR_MEMORY) return;
    if (error->result == VRM_ERR_LIMIT) {
        vrmi_report_at(
            report, error->is_depth ? VRMI_RULE_LIMIT_JSON_DEPTH : VRMI_RULE_LIMIT_JSON_VALUES,
            error->offset,
            error->is_depth ? "The JSON is nested deeper than the limit json_depth of %llu."
                            : "The JSON holds more values than the limit json_values of %llu.",
            (unsigned long long)error->limit);
        return;
    }
    uint32_t line, column;
    line_and_column(text, error->offset, &line, &column);
    char found[16] = "the end";
    unsigned char byte = error->offset < size ? (unsigned char)text[error->offset] : 0;
    if (error->offset < size)
        snprintf(found, sizeof found, byte > 0x20 && byte < 0x7F ? "'%c'" : "byte 0x%02X", byte);
    vrmi_report_at(report, VRMI_RULE_INVALID_JSON, error->offset,
                   "Line %u, column %u: expected %s, found %s.", line, column, error->expected,
                   found);
}

/* Findings about strings, in the order of the text. */
static void report_strings(vrm_Report* report, const vrm_Json* json, const vrmi_JsonTape* tape) {
    if (report == NULL || (!tape->has_duplicate && tape->surrogate_count == 0)) return;
    for (uint32_t ref = 0; ref < json->count; ref++) {
        uint32_t tag = json->nodes[ref].tag;
        if (vrmi_json_tag_type(tag) != VRM_JSON_STRING) continue;
        if (tag & VRMI_JSON_DUPLICATE)
            vrmi_report(report, VRMI_RULE_DUPLICATE_KEY, json, ref, NULL);
        if (tag & VRMI_JSON_SURROGATE)
            vrmi_report(report, VRMI_RULE_UNPAIRED_SURROGATE, json, ref, NULL);
    }
}

static bool adopt_text(vrm_Json* json, const char* text, uint32_t size, bool borrow) {
    json->text = text;
    json->text_size = size;
    if (borrow) return true;
    char* copy = vrmi_alloc(&json->allocator, size);
    if (copy == NULL) return false;
    memcpy(copy, text, size);
    json->text = copy;
    json->owns_text = true;
    return true;
}

static vrm_Result make_document(const char* text, uint32_t size, const vrm_JsonDef* def,
                                vrmi_JsonTape* tape, vrm_Json** out_json) {
    vrm_Json* json = vrmi_alloc_zeroed(&def->allocator, 1, sizeof *json);
    if (json == NULL) return VRM_ERR_MEMORY;
    json->allocator = def->allocator;
    json->max_depth = def->limits.json_depth;
    json->max_values = def->limits.json_values;
    if (!adopt_text(json, text, size, def->borrow_text)) {
        vrm_json_destroy(json);
        return VRM_ERR_MEMORY;
    }
    json->nodes = tape->nodes;
    json->count = tape->count;
    json->capacity = tape->capacity;
    json->root_end = json->nodes[0].offset + json->nodes[0].size;
    json->marks = tape->marks;
    tape->nodes = NULL;
    tape->capacity = 0;
    tape->marks = (vrmi_JsonMarks){0};
    *out_json = json;
    return VRM_OK;
}

vrm_Result vrm_json_parse(const char* text, size_t size, const vrm_JsonDef* given,
                          vrm_Report* report, vrm_Json** out_json) {
    uint64_t lost = vrmi_report_lost(report);
    vrm_Result result = vrmi_json_parse(text, size, given, false, report, out_json);
    return result == VRM_OK ? result : vrmi_report_result(report, lost, result);
}

vrm_Result vrmi_json_parse(const char* text, size_t size, const vrm_JsonDef* given, bool is_exact,
                           vrm_Report* report, vrm_Json** out_json) {
    *out_json = NULL;
    vrm_JsonDef def = vrm_default_json_def();
    if (given != NULL && !vrmi_def_copy(&def, sizeof def, given)) return VRM_ERR_DEF;
    def.allocator = vrmi_allocator(&def.allocator);
    uint64_t most =
        def.limits.file_bytes < VRMI_JSON_MAX_TEXT ? def.limits.file_bytes : VRMI_JSON_MAX_TEXT;
    if (size > most) {
        vrmi_report_at(report, VRMI_RULE_LIMIT_FILE_BYTES, 0,
                       "The JSON text has %llu bytes, more than the limit file_bytes of %llu.",
                       (unsigned long long)size, (unsigned long long)most);
        return VRM_ERR_LIMIT;
    }
    if (text == NULL) text = ""; /* an empty text gives a syntax error like any other */
    vrmi_JsonTape tape = {.allocator = def.allocator, .is_exact = is_exact};
    vrmi_JsonError error = {0};
    vrm_Result result = vrmi_json_read(text, (uint32_t)size, def.limits.json_depth,
                                       def.limits.json_values, &tape, &error);
    if (result == VRM_OK) {
        result = make_document(text, (uint32_t)size, &def, &tape, out_json);
    } else {
        report_error(report, text, (uint32_t)size, &error);
    }
    if (result == VRM_OK) report_strings(report, *out_json, &tape);
    vrmi_json_tape_release(&tape);
    return result;
}

static void release_items(const vrm_Json* json, void* items, uint32_t capacity, size_t size) {
    vrmi_release(&json->allocator, items, (size_t)capacity * size);
}

void vrm_json_destroy(vrm_Json* json) {
    if (json == NULL) return;
    if (json->owns_text) vrmi_release(&json->allocator, (char*)json->text, json->text_size);
    release_items(json, json->nodes, json->capacity, sizeof *json->nodes);
    vrmi_json_release_marks(&json->allocator, &json->marks);
    for (uint32_t i = 0; i < json->list_count; i++)
        release_items(json, json->lists[i].children, json->lists[i].capacity,
                      sizeof *json->lists[i].children);
    release_items(json, json->lists, json->list_capacity, sizeof *json->lists);
    release_items(json, json->grafts, json->graft_capacity, sizeof *json->grafts);
    release_items(json, json->extra, json->extra_capacity, sizeof *json->extra);
    release_items(json, json->extra_text, json->extra_text_capacity, 1);
    vrm_Allocator allocator = json->allocator;
    vrmi_release(&allocator, json, sizeof *json);
}
