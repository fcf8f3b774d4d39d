/* SPDX-License-Identifier: MIT */
#include "motion/motion_text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Skips a byte order mark and white space. */
static size_t text_begin(const char* text, size_t size) {
    size_t at = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (at < size && isspace((unsigned char)text[at])) at++;
    return at;
}

static bool is_blank(const char* text, const char* end) {
    while (text < end && isspace((unsigned char)*text)) text++;
    return text == end;
}

static bool is_trace(const vrm_Json* json) {
    return vrm_json_equals(json, vrm_json_member(json, vrm_json_root(json), "format"), "vrm-trace");
}

/* Parses the first of several lines if it is JSON by itself: the header of a trace, or the whole
 * text. Returns NULL otherwise. */
static vrm_Json* parse_line(const char* text, size_t size) {
    vrm_Json* json = NULL;
    const char* end = memchr(text, '\n', size);
    if (end == NULL || vrm_json_parse(text, (size_t)(end - text), NULL, NULL, &json) != VRM_OK)
        return NULL;
    if (is_trace(json) || is_blank(end, text + size)) return json;
    vrm_json_destroy(json);
    return NULL;
}

static void parse(MotionText* out) {
    vrm_Report* report = NULL;
    vrm_Result result = vrm_report_create(NULL, &report);
    if (result == VRM_OK) result = vrm_json_parse(out->text, out->size, NULL, report, &out->json);
    bool has_finding = report != NULL && vrm_report_count(report) > 0;
    if (result != VRM_OK)
        snprintf(out->error, sizeof out->error, "%s%s%s", vrm_result_text(result),
                 has_finding ? ": " : "", has_finding ? vrm_report_get(report, 0).message : "");
    vrm_report_destroy(report);
}

static MotionKind parse_json(MotionText* out) {
    out->json = parse_line(out->text, out->size);
    if (out->json != NULL && is_trace(out->json)) return MOTION_KIND_TRACE;
    if (out->json == NULL) parse(out);
    vrm_JsonRef asset = out->json == NULL
                            ? VRM_JSON_MISSING
                            : vrm_json_member(out->json, vrm_json_root(out->json), "asset");
    if (asset == VRM_JSON_MISSING) return MOTION_KIND_SCRIPT;
    vrm_json_destroy(out->json); /* the library loads the file itself */
    out->json = NULL;
    return MOTION_KIND_ANY;
}

void motion_text_open(const void* bytes, size_t size, MotionText* out) {
    const char* text = bytes;
    size_t at = text_begin(text, size);
    *out = (MotionText){.text = text, .size = size, .kind = MOTION_KIND_ANY};
    if (at >= size || text[at] != '{') return;
    /* Any JSON counts as glTF, scripts and traces too; lines of other formats are not JSON. */
    const char* format = vrm_capture_recognise(bytes, size);
    if (format != NULL && strcmp(format, "glTF") != 0) return;
    out->kind = parse_json(out);
}

void motion_text_close(MotionText* text) {
    vrm_json_destroy(text->json);
    *text = (MotionText){0};
}

bool motion_text_is_script(const MotionText* text) {
    if (text->kind != MOTION_KIND_SCRIPT || text->json == NULL) return false;
    vrm_JsonRef format = vrm_json_member(text->json, vrm_json_root(text->json), "format");
    return vrm_json_equals(text->json, format, "vrm-motion");
}
