/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"

#include <string.h>

/* Overlong forms, surrogates and values above U+10FFFF show in the second byte of a sequence: RFC
 * 3629 section 4 gives its valid range for each first byte. */
size_t vrmi_utf8_next(const char* text, size_t size, uint32_t* out_character) {
    const uint8_t* bytes = (const uint8_t*)text;
    *out_character = VRMI_UTF8_BAD;
    if (size == 0) return 0;
    uint8_t first = bytes[0], low = 0x80, high = 0xBF;
    if (first < 0x80) {
        *out_character = first;
        return 1;
    }
    if (first < 0xC2 || first > 0xF4) return 1;
    size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (first == 0xE0) low = 0xA0;
    if (first == 0xED) high = 0x9F;
    if (first == 0xF0) low = 0x90;
    if (first == 0xF4) high = 0x8F;
    uint32_t character = first & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (i >= size || bytes[i] < low || bytes[i] > high) return i;
        character = character << 6 | (bytes[i] & 0x3Fu);
        low = 0x80;
        high = 0xBF;
    }
    *out_character = character;
    return length;
}

size_t vrmi_utf8_put(char out_bytes[4], uint32_t character) {
    if (character > 0x10FFFF || (character >= 0xD800 && character <= 0xDFFF)) character = 0xFFFD;
    if (character < 0x80) {
        out_bytes[0] = (char)character;
        return 1;
    }
    size_t length = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    for (size_t i = length - 1; i > 0; i--, character >>= 6)
        out_bytes[i] = (char)(0x80 | (character & 0x3F));
    out_bytes[0] = (char)(((0xF00u >> length) & 0xFF) | character);
    return length;
}

bool vrmi_utf8_is_valid(const char* text, size_t size) {
    while (size > 0) {
        uint64_t eight;
        if (size >= sizeof eight) { /* most text is ASCII */
            memcpy(&eight, text, sizeof eight);
            if ((eight & 0x8080808080808080u) == 0) {
                text += sizeof eight;
                size -= sizeof eight;
                continue;
            }
        }
        uint32_t character;
        size_t length = vrmi_utf8_next(text, size, &character);
        if (character == VRMI_UTF8_BAD) return false;
        text += length;
        size -= length;
    }
    return true;
}

/* A character has at most three bytes after its first, so the cut moves back at most three. */
size_t vrmi_utf8_cut(const char* text, size_t size, size_t limit) {
    if (size <= limit) return size;
    for (size_t back = 0; back < 4 && back <= limit; back++) {
        size_t start = limit - back;
        if (((uint8_t)text[start] & 0xC0) == 0x80) continue;
        uint32_t character;
        size_t length = vrmi_utf8_next(text + start, size - start, &character);
        return start + length <= limit ? limit : start;
    }
    return limit;
}
