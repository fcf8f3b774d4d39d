/* SPDX-License-Identifier: MIT */
#include "face/speech/mark_list.h"

#include "face/face_tables.h"

#include <string.h>

/* Ends and beginnings closer than this are meant to be one time. */
#define SAME_S 0.01

/* The length of a last sound whose end the file does not state. */
#define LAST_S 0.1

/* A diphthong reaches its second vowel after this part of its length. */
#define GLIDE_SHARE 0.6

vrmi_Phone vrmi_phone_named(const vrmi_PhoneRow* rows, size_t count, const vrm_Json* json,
                            vrm_JsonRef name, vrmi_Phone other) {
    for (size_t i = 0; i < count; i++)
        if (vrm_json_equals(json, name, rows[i].name)) return rows[i].phone;
    return other;
}

void vrmi_marks_release(vrmi_MarkList* list) {
    vrmi_release(&list->allocator, list->items, list->capacity * sizeof *list->items);
    list->items = NULL;
    list->count = list->capacity = 0;
}

bool vrmi_marks_accept_format(vrmi_MarkList* list, vrm_SpeechFormat format) {
    if (list->format == VRM_SPEECH_FORMAT_NONE) list->format = format;
    if (list->format != format) list->damaged_count++;
    return list->format == format;
}

static void push(vrmi_MarkList* list, vrmi_Mark mark) {
    vrmi_Mark* items = vrmi_array_reserve(&list->allocator, list->items, &list->capacity,
                                          list->count + 1, sizeof *items);
    if (items == NULL) {
        list->result = VRM_ERR_MEMORY;
        return;
    }
    list->items = items;
    items[list->count++] = mark;
}

static vrmi_Mark mark_of(const vrmi_MarkList* list, double time_s, vrm_Viseme viseme,
                         float opening) {
    const vrmi_VisemeRow* row = &vrmi_viseme_rows[viseme];
    vrmi_Mark mark = {.time_s = time_s, .kind = VRMI_MARK_SPOKEN};
    if (viseme == VRM_VISEME_SIL) mark.kind = VRMI_MARK_SILENT;
    if (viseme == VRM_VISEME_PP) mark.kind = VRMI_MARK_LIPS;
    mark.vowels[row->vowel] = row->factor * opening * list->opening;
    return mark;
}

/* Adds the second vowel of a diphthong. Its time depends on the length of the diphthong, which is
 * known when the next sound begins at `end_s`. */
static void push_glide(vrmi_MarkList* list, double end_s) {
    if (list->glide == VRM_VISEME_SIL || list->count == 0) return;
    double from_s = list->items[list->count - 1].time_s;
    push(list,
         mark_of(list, from_s + (end_s - from_s) * GLIDE_SHARE, list->glide, list->glide_opening));
    list->glide = VRM_VISEME_SIL;
}

/* Ends the sound before `time_s`. False when the time cannot be that of a mark. */
static bool begin_mark(vrmi_MarkList* list, double time_s) {
    bool is_time = time_s >= 0.0; /* false for NaN */
    if (list->result != VRM_OK) return false;
    if (is_time && time_s > VRM_SPEECH_MARKS_SECONDS_MAX) {
        list->is_too_long = true;
        return false;
    }
    if (!is_time || (list->count > 0 && time_s < list->items[list->count - 1].time_s)) {
        list->damaged_count++;
        return false;
    }
    bool has_gap = list->sound_end_s > 0.0 && time_s > list->sound_end_s + SAME_S;
    push_glide(list, has_gap ? list->sound_end_s : time_s);
    if (has_gap) push(list, mark_of(list, list->sound_end_s, VRM_VISEME_SIL, 0.0f));
    list->sound_end_s = 0.0;
    return list->result == VRM_OK;
}

void vrmi_marks_add(vrmi_MarkList* list, double time_s, vrmi_Phone phone) {
    if (phone.viseme >= VRM_VISEME_COUNT || !begin_mark(list, time_s)) return;
    push(list, mark_of(list, time_s, phone.viseme, phone.opening));
    list->glide = phone.glide;
    list->glide_opening = phone.opening;
}

void vrmi_marks_add_vowels(vrmi_MarkList* list, double time_s,
                           const float vowels[VRM_VOWEL_COUNT]) {
    vrmi_Mark mark = {.time_s = time_s, .kind = VRMI_MARK_SILENT};
    if (!begin_mark(list, time_s)) return;
    memcpy(mark.vowels, vowels, sizeof mark.vowels);
    for (int v = 0; v < VRM_VOWEL_COUNT; v++)
        if (vowels[v] > 0.0f) mark.kind = VRMI_MARK_SPOKEN;
    push(list, mark);
}

void vrmi_marks_end_sound(vrmi_MarkList* list, double end_s) {
    if (list->count == 0 || !(end_s > list->items[list->count - 1].time_s)) return;
    if (end_s > VRM_SPEECH_MARKS_SECONDS_MAX)
        list->is_too_long = true;
    else
        list->sound_end_s = end_s;
}

void vrmi_marks_finish(vrmi_MarkList* list) {
    if (list->count == 0 || list->result != VRM_OK) return;
    const vrmi_Mark* last = &list->items[list->count - 1];
    double end_s = last->time_s + (last->kind == VRMI_MARK_SILENT ? 0.0 : LAST_S);
    if (list->sound_end_s > 0.0) end_s = list->sound_end_s;
    if (list->stated_length_s > VRM_SPEECH_MARKS_SECONDS_MAX) list->is_too_long = true;
    bool is_closed = last->kind == VRMI_MARK_SILENT && last->time_s == end_s;
    push_glide(list, end_s);
    if (!is_closed) push(list, mark_of(list, end_s, VRM_VISEME_SIL, 0.0f));
    if (list->stated_length_s > end_s && !list->is_too_long && list->result == VRM_OK)
        push(list, mark_of(list, list->stated_length_s, VRM_VISEME_SIL, 0.0f));
}
