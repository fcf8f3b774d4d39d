/* SPDX-License-Identifier: MIT */
/* Speech marks: bytes -> JSON -> marks (mark_list.h) -> one frame every 10 ms.
 *
 *   weight  1        ____            A shape is complete at its time, and begins to come EASE_S
 *                   /    \           before, or with the shape before it if that is later.
 *           0 _____/      \_____
 *              EASE_S  mark  next mark */
#include "face/speech/mark_list.h"

#include "base/report.h"

#include <math.h>
#include <string.h>

#define EASE_S 0.08 /* as the mouth of a face eases: a syllable takes 0.2 s */

struct vrm_SpeechMarks {
    vrm_Allocator allocator;
    vrm_SpeechMarksInfo info;
    vrm_LipFrame* frames;
};

const char* vrm_speech_format_name(vrm_SpeechFormat format) {
    static const char* const names[VRM_SPEECH_FORMAT_COUNT] = {"",
                                                               "VOICEVOX",
                                                               "Azure visemes",
                                                               "Azure blend shapes",
                                                               "SAPI visemes",
                                                               "Amazon Polly",
                                                               "Rhubarb",
                                                               "ElevenLabs"};
    return (unsigned)format < VRM_SPEECH_FORMAT_COUNT ? names[format] : "";
}

void vrm_speech_marks_def_init(vrm_SpeechMarksDef* def, size_t def_size) {
    vrm_SpeechMarksDef defaults = {.opening = 0.8f};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
}

void vrm_speech_marks_destroy(vrm_SpeechMarks* marks) {
    if (marks == NULL) return;
    vrm_Allocator allocator = marks->allocator;
    vrmi_release(&allocator, marks->frames,
                 (size_t)marks->info.frame_count * sizeof *marks->frames);
    vrmi_release(&allocator, marks, sizeof *marks);
}

vrm_SpeechMarksInfo vrm_speech_marks_info(const vrm_SpeechMarks* marks) {
    return marks->info;
}

const vrm_LipFrame* vrm_speech_marks_frames(const vrm_SpeechMarks* marks, int32_t* out_count) {
    if (out_count != NULL) *out_count = marks->info.frame_count;
    return marks->frames;
}

/* ---- Reading ---- */

static bool read_value(vrmi_MarkList* list, const vrm_Json* json, vrm_JsonRef value) {
    return vrmi_marks_read_voicevox(list, json, value) ||
           vrmi_marks_read_rhubarb(list, json, value) ||
           vrmi_marks_read_letters(list, json, value) || vrmi_marks_read_event(list, json, value);
}

/* Reads the marks of a list. If at least one element is a mark, all others count as damaged. */
static bool read_array(vrmi_MarkList* list, const vrm_Json* json, vrm_JsonRef array) {
    uint64_t unknown = 0, known = 0;
    vrm_JsonIter it = vrm_json_iter(json, array);
    while (vrm_json_next(&it) && list->result == VRM_OK)
        if (read_value(list, json, it.value))
            known++;
        else
            unknown++;
    if (known > 0) list->damaged_count += unknown;
    return known > 0;
}

/* A document is the marks, a list of them, or an object with such a list under any name. */
static bool read_document(vrmi_MarkList* list, const vrm_Json* json) {
    vrm_JsonRef root = vrm_json_root(json);
    if (vrm_json_type(json, root) == VRM_JSON_ARRAY) return read_array(list, json, root);
    if (read_value(list, json, root)) return true;
    vrm_JsonIter it = vrm_json_iter(json, root);
    while (vrm_json_next(&it))
        if (vrm_json_type(json, it.value) == VRM_JSON_ARRAY && read_array(list, json, it.value))
            return true;
    return false;
}

static vrm_Result parse(const vrmi_MarkList* list, const char* text, size_t size,
                        vrm_Report* report, vrm_Json** out_json) {
    vrm_JsonDef def = vrm_default_json_def();
    def.borrow_text = true;
    def.allocator = list->allocator;
    return vrm_json_parse(text, size, &def, report, out_json);
}

static bool is_blank(const char* text, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (text[i] != ' ' && text[i] != '\t' && text[i] != '\r') return false;
    return true;
}

static size_t line_length(const char* text, size_t size) {
    const char* end = memchr(text, '\n', size);
    return end != NULL ? (size_t)(end - text) : size;
}

static vrm_Result read_line(vrmi_MarkList* list, const char* text, size_t size) {
    vrm_Json* json = NULL;
    vrm_Result result = parse(list, text, size, NULL, &json);
    if (result == VRM_ERR_MEMORY) return result;
    vrm_SpeechFormat before = list->format;
    if (result != VRM_OK || !read_document(list, json))
        list->damaged_count += before != VRM_SPEECH_FORMAT_NONE;
    vrm_json_destroy(json);
    return list->result;
}

static vrm_Result read_lines(vrmi_MarkList* list, const char* text, size_t size) {
    vrm_Result result = VRM_OK;
    for (size_t at = 0, length; at < size && result == VRM_OK; at += length + 1) {
        length = line_length(text + at, size - at);
        if (!is_blank(text + at, length)) result = read_line(list, text + at, length);
    }
    return result;
}

/* Whether the first line is an object by itself. */
static vrm_Result has_lines(const vrmi_MarkList* list, const char* text, size_t size, bool* out) {
    vrm_Json* json = NULL;
    size_t length = line_length(text, size);
    *out = false;
    if (length == size) return VRM_OK;
    vrm_Result result = parse(list, text, length, NULL, &json);
    *out = result == VRM_OK && vrm_json_type(json, vrm_json_root(json)) == VRM_JSON_OBJECT;
    vrm_json_destroy(json);
    return result == VRM_ERR_MEMORY ? result : VRM_OK;
}

static vrm_Result read_text(vrmi_MarkList* list, const char* text, size_t size,
                            vrm_Report* report) {
    bool is_lines;
    vrm_Result result = has_lines(list, text, size, &is_lines);
    if (result != VRM_OK) return result;
    if (is_lines) return read_lines(list, text, size);
    vrm_Json* json = NULL;
    result = parse(list, text, size, report, &json);
    if (result == VRM_OK) (void)read_document(list, json);
    vrm_json_destroy(json);
    return result != VRM_OK ? result : list->result;
}

/* ---- Findings ---- */

static vrm_Result fail(vrm_Report* report, vrmi_RuleId rule, vrm_Result result) {
    vrmi_report_at(report, rule, VRM_NO_OFFSET, NULL);
    return result;
}

static bool is_spoken(const vrmi_MarkList* list) {
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].kind != VRMI_MARK_SILENT) return true;
    return false;
}

static vrm_Result check_marks(const vrmi_MarkList* list, vrm_Report* report) {
    if (list->is_too_long) return fail(report, VRMI_RULE_SPEECH_MARKS_TOO_LONG, VRM_ERR_LIMIT);
    if (list->format == VRM_SPEECH_FORMAT_NONE)
        return fail(report, VRMI_RULE_SPEECH_MARKS_UNKNOWN, VRM_ERR_INVALID);
    if (!is_spoken(list)) return fail(report, VRMI_RULE_SPEECH_MARKS_NONE, VRM_ERR_INVALID);
    if (list->damaged_count > 0)
        vrmi_report_at(report, VRMI_RULE_SPEECH_MARKS_DAMAGED, VRM_NO_OFFSET, NULL);
    return VRM_OK;
}

/* ---- Frames ---- */

/* How much of the next mark is shown: 0 at the last one, 1 at its own time. `last` may be NULL. */
static double share_of_next(const vrmi_Mark* last, const vrmi_Mark* next, double time_s) {
    double begin_s = next->time_s - EASE_S;
    if (last != NULL && last->time_s > begin_s) begin_s = last->time_s;
    if (time_s <= begin_s) return 0.0;
    double x = (time_s - begin_s) / (next->time_s - begin_s);
    return x * x * (3.0 - 2.0 * x);
}

static void blend_in(const vrmi_Mark* mark, float share, vrm_LipFrame* out) {
    if (mark == NULL || mark->kind == VRMI_MARK_SILENT) {
        out->closed += share;
        return;
    }
    for (int v = 0; v < VRM_VOWEL_COUNT; v++) out->vowels[v] += mark->vowels[v] * share;
    if (mark->kind == VRMI_MARK_LIPS) out->closed += share;
    out->loudness += share;
    out->is_speech |= share > 0.0f;
}

static void show_marks(const vrmi_Mark* last, const vrmi_Mark* next, double time_s,
                       vrm_LipFrame* out) {
    float share = next != NULL ? (float)share_of_next(last, next, time_s) : 0.0f;
    blend_in(last, 1.0f - share, out);
    if (next != NULL) blend_in(next, share, out);
}

/* Lips that close are closed in the frame that is nearest to their time. */
static void close_lips(vrm_SpeechMarks* marks, const vrmi_MarkList* list, double offset_s) {
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i].kind != VRMI_MARK_LIPS) continue;
        double frame = floor((list->items[i].time_s + offset_s) / VRM_LIP_FRAME_S + 0.5);
        if (!(frame >= 0.0 && frame < marks->info.frame_count)) continue;
        vrm_LipFrame* out = &marks->frames[(size_t)frame];
        memset(out->vowels, 0, sizeof out->vowels);
        out->closed = 1.0f;
    }
}

static void make_frames(vrm_SpeechMarks* marks, const vrmi_MarkList* list, double offset_s) {
    size_t next = 0;
    for (int32_t f = 0; f < marks->info.frame_count; f++) {
        vrm_LipFrame* out = &marks->frames[f];
        *out = (vrm_LipFrame){.time_s = f * VRM_LIP_FRAME_S};
        double time_s = out->time_s - offset_s;
        while (next < list->count && list->items[next].time_s <= time_s) next++;
        show_marks(next > 0 ? &list->items[next - 1] : NULL,
                   next < list->count ? &list->items[next] : NULL, time_s, out);
    }
    close_lips(marks, list, offset_s);
}

static vrm_Result build(const vrmi_MarkList* list, const vrm_SpeechMarksDef* def,
                        vrm_SpeechMarks** out_marks) {
    vrm_SpeechMarks* marks = vrmi_alloc_zeroed(&list->allocator, 1, sizeof *marks);
    if (marks == NULL) return VRM_ERR_MEMORY;
    double seconds = list->items[list->count - 1].time_s + def->offset_s;
    if (seconds < 0.0) seconds = 0.0;
    size_t count = (size_t)ceil(seconds / VRM_LIP_FRAME_S - 1e-6) + 1;
    marks->allocator = list->allocator;
    marks->frames = vrmi_alloc_zeroed(&list->allocator, count, sizeof *marks->frames);
    if (marks->frames == NULL) {
        vrm_speech_marks_destroy(marks);
        return VRM_ERR_MEMORY;
    }
    marks->info = (vrm_SpeechMarksInfo){.format = list->format,
                                        .mark_count = (int32_t)list->count,
                                        .frame_count = (int32_t)count,
                                        .seconds = seconds};
    make_frames(marks, list, def->offset_s);
    *out_marks = marks;
    return VRM_OK;
}

/* ---- All ---- */

static bool is_usable(const vrm_SpeechMarksDef* def) {
    return def->opening >= 0.0f && def->opening <= 1.0f &&
           def->offset_s >= -VRM_SPEECH_MARKS_SECONDS_MAX &&
           def->offset_s <= VRM_SPEECH_MARKS_SECONDS_MAX;
}

/* The text without a byte order mark and white space before it; false if it cannot be JSON of
 * speech marks. */
static bool find_text(const char** text, size_t* size) {
    if (*size >= 3 && memcmp(*text, "\xEF\xBB\xBF", 3) == 0) {
        *text += 3;
        *size -= 3;
    }
    while (*size > 0 && (is_blank(*text, 1) || **text == '\n')) {
        (*text)++;
        (*size)--;
    }
    return *size > 0 && (**text == '{' || **text == '[');
}

vrm_Result vrm_speech_marks_read(const void* bytes, size_t size, const vrm_SpeechMarksDef* given,
                                 vrm_SpeechMarks** out_marks) {
    vrm_SpeechMarksDef def = vrm_default_speech_marks_def();
    const char* text = bytes;
    *out_marks = NULL;
    if (given != NULL && !vrmi_def_copy(&def, sizeof def, given)) return VRM_ERR_DEF;
    if (!is_usable(&def)) return VRM_ERR_ARGUMENT;
    uint64_t lost = vrmi_report_lost(def.report);
    if (!find_text(&text, &size))
        return vrmi_report_result(
            def.report, lost, fail(def.report, VRMI_RULE_SPEECH_MARKS_UNKNOWN, VRM_ERR_INVALID));
    vrmi_MarkList list = {.allocator = vrmi_allocator(&def.allocator), .opening = def.opening};
    vrm_Result result = read_text(&list, text, size, def.report);
    if (result == VRM_OK) vrmi_marks_finish(&list);
    if (result == VRM_OK) result = list.result;
    if (result == VRM_OK) result = check_marks(&list, def.report);
    if (result == VRM_OK) result = build(&list, &def, out_marks);
    vrmi_marks_release(&list);
    result = vrmi_report_result(def.report, lost, result);
    if (result != VRM_OK) {
        vrm_speech_marks_destroy(*out_marks);
        *out_marks = NULL;
    }
    return result;
}
