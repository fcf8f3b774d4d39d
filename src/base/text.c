/* SPDX-License-Identifier: MIT */
#include "vrm/text.h"

#include "base/ascii.h"
#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

/* Output that counts every piece and stores those that fit. After the first piece that does not fit
 * nothing more is stored, so the result is a prefix of the whole. */
typedef struct Out {
    char* buffer;
    size_t size, kept, needed;
    bool is_full;
} Out;

static Out out_to(char* buffer, size_t size) {
    if (size > 0) buffer[0] = '\0';
    return (Out){.buffer = buffer, .size = size};
}

static void put(Out* out, const char* piece, size_t length) {
    out->needed += length;
    if (out->is_full || out->size == 0 || length > out->size - 1 - out->kept) {
        out->is_full = true;
        return;
    }
    memcpy(out->buffer + out->kept, piece, length);
    out->kept += length;
    out->buffer[out->kept] = '\0';
}

/* Characters that move the cursor, turn the writing direction or cannot be seen. Joiners (U+200C,
 * U+200D) and variation selectors stay: names in Persian, Hindi and emoji need them. */
static bool is_unsafe(uint32_t c) {
    static const uint32_t ranges[][2] = {
        {0x0000, 0x001F},   {0x007F, 0x009F}, /* C0, DEL, C1 */
        {0x061C, 0x061C},   {0x200E, 0x200F}, /* direction marks */
        {0x202A, 0x202E},   {0x2066, 0x2069}, /* direction embeddings, overrides, isolates */
        {0x2028, 0x2029},                     /* line and paragraph separator */
        {0x200B, 0x200B},   {0x2060, 0x2065}, /* zero width space, invisible operators */
        {0x206A, 0x206F},   {0xFEFF, 0xFEFF}, /* deprecated format characters, byte order mark */
        {0xFFF9, 0xFFFB},   {0xFFFE, 0xFFFF}, /* annotation, not characters */
        {0xE0000, 0xE007F},                   /* tags */
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (c >= ranges[i][0] && c <= ranges[i][1]) return true;
    return false;
}

static void put_escaped(Out* out, uint32_t character) {
    char escape[16];
    int length = snprintf(escape, sizeof escape, "\\u{%x}", (unsigned)character);
    put(out, escape, (size_t)length);
}

size_t vrm_text_for_terminal(const char* text, size_t size, char* buffer, size_t buffer_size) {
    Out out = out_to(buffer, buffer_size);
    uint32_t character;
    for (size_t length; size > 0; text += length, size -= length) {
        length = vrmi_utf8_next(text, size, &character);
        if (character == VRMI_UTF8_BAD) {
            for (size_t i = 0; i < length; i++) {
                char escape[8];
                snprintf(escape, sizeof escape, "\\x%02x", (unsigned)(uint8_t)text[i]);
                put(&out, escape, 4);
            }
        } else if (character == '\\') {
            put(&out, "\\\\", 2);
        } else if (character == '\n') {
            put(&out, "\\n", 2);
        } else if (character == '\r') {
            put(&out, "\\r", 2);
        } else if (character == '\t') {
            put(&out, "\\t", 2);
        } else if (is_unsafe(character)) {
            put_escaped(&out, character);
        } else {
            put(&out, text, length);
        }
    }
    return out.needed;
}

static bool is_trimmed(char c) {
    return c == ' ' || c == '.';
}

/* Compares a beginning of `name` with a word in any case. */
static bool begins_with(const char* name, const char* word) {
    for (; *word != '\0'; name++, word++)
        if (vrmi_lower(*name) != vrmi_lower(*word)) return false;
    return true;
}

/* Windows opens a device for these names, whatever extension follows and whatever spaces precede
 * the extension. It takes the superscripts 1, 2, 3 for digits. */
static bool is_device_name(const char* name) {
    static const char* const words[] = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"};
    static const char* const ports[] = {"COM", "LPT"};
    static const char* const digits[] = {"0", "1", "2", "3",        "4",        "5",       "6",
                                         "7", "8", "9", "\xC2\xB9", "\xC2\xB2", "\xC2\xB3"};
    size_t length = 0;
    for (size_t i = 0; i < 6 && length == 0; i++) {
        size_t size = strlen(words[i]);
        if (begins_with(name, words[i]) && strchr(" .", name[size])) length = size;
    }
    for (size_t i = 0; i < 2 && length == 0; i++) {
        if (!begins_with(name, ports[i])) continue;
        for (size_t d = 0; d < sizeof digits / sizeof digits[0] && length == 0; d++)
            if (begins_with(name + 3, digits[d])) length = 3 + strlen(digits[d]);
    }
    if (length == 0) return false;
    while (name[length] == ' ') length++;
    return name[length] == '\0' || name[length] == '.';
}

size_t vrm_text_for_file_name(const char* text, size_t size, char* buffer, size_t buffer_size) {
    char name[1 + VRM_FILE_NAME_MAX + 1]; /* the first byte is for the _ before a device name */
    size_t used = 1;
    for (size_t length; size > 0; text += length, size -= length) {
        uint32_t character;
        length = vrmi_utf8_next(text, size, &character);
        if (used == 1 && is_trimmed(*text)) continue;
        bool is_bad = character == VRMI_UTF8_BAD || is_unsafe(character) ||
                      (character < 0x80 && strchr("\\/:*?\"<>|", (int)character) != NULL) ||
                      (used == 1 && character == '-');
        const char* piece = is_bad ? "_" : text;
        size_t piece_length = is_bad ? 1 : length;
        if (used + piece_length > VRM_FILE_NAME_MAX) break;
        memcpy(name + used, piece, piece_length);
        used += piece_length;
    }
    while (used > 1 && is_trimmed(name[used - 1])) used--;
    name[used] = '\0';
    name[0] = '_';
    bool needs_front = used == 1 || is_device_name(name + 1);
    const char* result = needs_front ? name : name + 1;
    Out out = out_to(buffer, buffer_size);
    for (size_t left = strlen(result), length; left > 0; result += length, left -= length) {
        uint32_t character;
        length = vrmi_utf8_next(result, left, &character);
        put(&out, result, length);
    }
    return out.needed;
}
