/* SPDX-License-Identifier: MIT */
/* JSON that commands print with --json: members with their keys. */

#include "words/json.h"

#include "words/status.h"

#include <stdlib.h>
#include <string.h>

static int say_no_memory(void) {
    fputs("vrm: out of memory while printing\n", stderr);
    return CLI_FAILED;
}

vrm_JsonBuilder* cli_json_create(void) {
    vrm_JsonBuilder* builder = NULL;
    if (vrm_json_builder_create(NULL, &builder) != VRM_OK) (void)say_no_memory();
    return builder;
}

/* A character of more than one byte, or DEL: as it is, or as an escape of JSON where a terminal
 * would obey it. Outside of strings JSON has none of them. Returns its length. */
static size_t put_character(FILE* out, const char* text, size_t left) {
    char shown[16];
    size_t length = 1;
    while (length < left && ((unsigned char)text[length] & 0xC0) == 0x80) length++;
    vrm_text_for_terminal(text, length, shown, sizeof shown);
    unsigned long code = strncmp(shown, "\\u{", 3) == 0 ? strtoul(shown + 3, NULL, 16) : 0;
    if (code == 0)
        fwrite(text, 1, length, out);
    else if (code < 0x10000)
        fprintf(out, "\\u%04lx", code);
    else
        fprintf(out, "\\u%04lx\\u%04lx", 0xD7C0 + (code >> 10), 0xDC00 + (code & 0x3FF));
    return length;
}

void cli_put_json_text(FILE* out, vrm_Span text) {
    size_t plain = 0; /* bytes that are printed as they are */
    for (size_t i = 0; i < text.size;) {
        if ((unsigned char)text.data[i] < 0x7F) {
            plain++;
            i++;
            continue;
        }
        fwrite(text.data + i - plain, 1, plain, out);
        plain = 0;
        i += put_character(out, text.data + i, text.size - i);
    }
    fwrite(text.data + text.size - plain, 1, plain, out);
}

int cli_put_json(vrm_JsonBuilder* builder) {
    vrm_Span text;
    vrm_Result result = vrm_json_builder_text(builder, &text);
    if (result == VRM_OK) {
        cli_put_json_text(stdout, text);
        fputc('\n', stdout);
    }
    vrm_json_builder_destroy(builder);
    return result == VRM_OK ? CLI_OK : say_no_memory();
}

void cli_json_string(vrm_JsonBuilder* builder, const char* key, const char* text) {
    vrm_json_put_key(builder, key);
    vrm_json_put_string(builder, text);
}

void cli_json_integer(vrm_JsonBuilder* builder, const char* key, int64_t value) {
    vrm_json_put_key(builder, key);
    vrm_json_put_integer(builder, value);
}

void cli_json_bool(vrm_JsonBuilder* builder, const char* key, bool value) {
    vrm_json_put_key(builder, key);
    vrm_json_put_bool(builder, value);
}

void cli_json_number(vrm_JsonBuilder* builder, const char* key, double value) {
    vrm_json_put_key(builder, key);
    vrm_json_put_double(builder, value);
}

void cli_json_float(vrm_JsonBuilder* builder, const char* key, float value) {
    vrm_json_put_key(builder, key);
    vrm_json_put_float(builder, value);
}

void cli_json_floats(vrm_JsonBuilder* builder, const char* key, const float* values, int count) {
    vrm_json_put_key(builder, key);
    vrm_json_begin_array(builder);
    for (int i = 0; i < count; i++) vrm_json_put_float(builder, values[i]);
    vrm_json_end_array(builder);
}

void cli_json_words(vrm_JsonBuilder* builder, const char* key, const char* words) {
    char word[64];
    vrm_json_put_key(builder, key);
    vrm_json_begin_array(builder);
    while (*words != '\0') {
        size_t length = strcspn(words, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, words);
        vrm_json_put_string(builder, word);
        words += length + (words[length] == ' ');
    }
    vrm_json_end_array(builder);
}

void cli_json_range(vrm_JsonBuilder* builder, double low, double high) {
    if (low == 0.0 && high == 0.0) return;
    cli_json_number(builder, "minimum", low);
    cli_json_number(builder, "maximum", high);
}
