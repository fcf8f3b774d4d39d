/* SPDX-License-Identifier: MIT */
#include "control/control_letters.h"

#include <stdlib.h>
#include <string.h>

/* Pauses of reading aloud. */
#define COMMA_S    0.2
#define SENTENCE_S 0.4

/* A kana or an ideograph is a syllable. */
#define SYLLABLE_LETTERS 2.0

static size_t letter_size(const char* text, size_t left) {
    unsigned char first = (unsigned char)text[0];
    size_t size = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    return size < left ? size : left;
}

static bool is_one_of(const char* text, size_t size, const char* const* list) {
    for (; *list != NULL; list++)
        if (strlen(*list) == size && memcmp(*list, text, size) == 0) return true;
    return false;
}

static double seconds_of(const char* letter, size_t size, double pace) {
    static const char* const commas[] = {",", ";", ":", "、", "，", "；", "：", NULL};
    static const char* const ends[] = {".", "!", "?", "。", "！", "？", "…", NULL};
    if (is_one_of(letter, size, commas)) return COMMA_S;
    if (is_one_of(letter, size, ends)) return SENTENCE_S;
    return (size >= 3 ? SYLLABLE_LETTERS : 1.0) / pace;
}

static bool is_blank(const char* letter, size_t size) {
    return size == 1 && strchr(" \t\r\n", letter[0]) != NULL;
}

/* The characters and times of an answer of ElevenLabs, which is read as such. */
typedef struct Writer {
    vrm_JsonBuilder *characters, *begins, *ends;
} Writer;

static vrm_JsonBuilder* begin_array(vrm_Result* result) {
    vrm_JsonBuilder* array = NULL;
    if (*result == VRM_OK) *result = vrm_json_builder_create(NULL, &array);
    if (array != NULL) vrm_json_begin_array(array);
    return array;
}

static void add_letter(Writer* writer, const char* letter, size_t size, double begin_s,
                       double end_s) {
    char text[8];
    memcpy(text, letter, size);
    text[size] = '\0';
    vrm_json_put_string(writer->characters, text);
    vrm_json_put_double(writer->begins, begin_s);
    vrm_json_put_double(writer->ends, end_s);
}

/* The end of a tag, as cues_read_script() has it. */
static const char* behind_tag(const char* text, const char* end) {
    const char* close = memchr(text, ']', (size_t)(end - text));
    return close != NULL ? close + 1 : end;
}

static void write_letters(Writer* writer, const char* text, size_t size, double pace,
                          control_Letters* out) {
    const char* end = text + size;
    while (text < end) {
        if (*text == '[') {
            text = behind_tag(text, end);
            continue;
        }
        if (*text == '\\' && end - text > 1 && memchr("[]\\", text[1], 3) != NULL) text++;
        size_t length = letter_size(text, (size_t)(end - text));
        double begin_s = out->seconds;
        out->seconds += seconds_of(text, length, pace);
        if (!is_blank(text, length)) out->begins_s[out->count++] = begin_s;
        add_letter(writer, text, length, begin_s, out->seconds);
        text += length;
    }
}

static vrm_Result join(const Writer* writer, vrm_JsonBuilder* out) {
    const char* const keys[] = {"characters", "character_start_times_seconds",
                                "character_end_times_seconds"};
    vrm_JsonBuilder* const arrays[] = {writer->characters, writer->begins, writer->ends};
    vrm_Span text;
    vrm_json_begin_object(out);
    for (int i = 0; i < 3; i++) {
        vrm_json_end_array(arrays[i]);
        if (vrm_json_builder_text(arrays[i], &text) != VRM_OK) return VRM_ERR_MEMORY;
        vrm_json_put_key(out, keys[i]);
        vrm_json_put_raw(out, text.data, text.size);
    }
    vrm_json_end_object(out);
    return VRM_OK;
}

static vrm_Result read_document(const Writer* writer, vrm_SpeechMarks** out_marks) {
    vrm_JsonBuilder* document = NULL;
    vrm_Span text;
    vrm_Result result = vrm_json_builder_create(NULL, &document);
    if (result == VRM_OK) result = join(writer, document);
    if (result == VRM_OK) result = vrm_json_builder_text(document, &text);
    if (result == VRM_OK) result = vrm_speech_marks_read(text.data, text.size, NULL, out_marks);
    vrm_json_builder_destroy(document);
    return result == VRM_ERR_INVALID ? VRM_OK : result; /* there is no shape in it */
}

vrm_Result control_letters_open(const char* text, size_t size, double pace, control_Letters* out) {
    vrm_Result result = VRM_OK;
    *out = (control_Letters){.begins_s = malloc((size + 1) * sizeof *out->begins_s)};
    if (out->begins_s == NULL) return VRM_ERR_MEMORY;
    Writer writer = {.characters = begin_array(&result)};
    writer.begins = begin_array(&result);
    writer.ends = begin_array(&result);
    if (result == VRM_OK) {
        write_letters(&writer, text, size, pace, out);
        result = read_document(&writer, &out->marks);
    }
    vrm_json_builder_destroy(writer.characters);
    vrm_json_builder_destroy(writer.begins);
    vrm_json_builder_destroy(writer.ends);
    if (result != VRM_OK) control_letters_close(out);
    return result;
}

void control_letters_close(control_Letters* letters) {
    vrm_speech_marks_destroy(letters->marks);
    free(letters->begins_s);
    *letters = (control_Letters){0};
}

double control_letters_time(const control_Letters* letters, int64_t place) {
    return place < letters->count ? letters->begins_s[place] : letters->seconds;
}
