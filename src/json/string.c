/* SPDX-License-Identifier: MIT */
/* Decodes JSON strings when they are read out, and encodes UTF-8 as JSON strings. */
#include "json/tree.h"

#include "base/ascii.h"
#include "base/utf8.h"

#include <string.h>

#define REPLACEMENT 0xFFFDu

int32_t vrmi_json_hex4(const char* at) {
    int32_t value = 0;
    for (uint32_t i = 0; i < 4; i++) {
        int32_t digit = vrmi_hex_value(at[i]);
        if (digit < 0) return -1;
        value = value * 16 + digit;
    }
    return value;
}

/* `at` is behind "\u". */
static uint32_t decode_unicode(const char** at, const char* end) {
    uint32_t unit = (uint32_t)vrmi_json_hex4(*at);
    *at += 4;
    if (unit < 0xD800 || unit > 0xDFFF) return unit;
    if (unit > 0xDBFF || end - *at < 6 || (*at)[0] != '\\' || (*at)[1] != 'u') return REPLACEMENT;
    uint32_t low = (uint32_t)vrmi_json_hex4(*at + 2);
    if (low < 0xDC00 || low > 0xDFFF) return REPLACEMENT;
    *at += 6;
    return 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
}

uint32_t vrmi_json_char(const char** at, const char* end) {
    unsigned char first = (unsigned char)*(*at)++;
    if (first == '\\') {
        switch (*(*at)++) {
        case 'b': return '\b';
        case 'f': return '\f';
        case 'n': return '\n';
        case 'r': return '\r';
        case 't': return '\t';
        case 'u': return decode_unicode(at, end);
        default: return (unsigned char)(*at)[-1]; /* " \ / stand for themselves */
        }
    }
    if (first < 0x80) return first;
    uint32_t character;
    *at += vrmi_utf8_next(*at - 1, (size_t)(end - *at) + 1, &character) - 1;
    return character;
}

bool vrmi_json_same_string(const char* a, uint32_t a_size, bool a_escaped, const char* b,
                           uint32_t b_size, bool b_escaped) {
    if (!a_escaped && !b_escaped) return a_size == b_size && memcmp(a, b, a_size) == 0;
    const char* a_end = a + a_size - 1;
    const char* b_end = b + b_size - 1;
    a++;
    b++;
    while (a < a_end && b < b_end)
        if (vrmi_json_char(&a, a_end) != vrmi_json_char(&b, b_end)) return false;
    return a == a_end && b == b_end;
}

/* The short escape of a character that must not appear unescaped in a string; 0 if it has none. */
static char short_escape(unsigned char byte) {
    switch (byte) {
    case '"': return '"';
    case '\\': return '\\';
    case '\b': return 'b';
    case '\f': return 'f';
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    default: return 0;
    }
}

/* Writes one character, escaped if necessary, to `out`; returns the bytes written, at most 6. */
static uint32_t quote_char(const char** at, const char* end, char out[6]) {
    unsigned char byte = (unsigned char)**at;
    char escape = short_escape(byte);
    if (escape != 0) {
        out[0] = '\\';
        out[1] = escape;
        *at += 1;
        return 2;
    }
    if (byte < 0x20) {
        static const char hex[] = "0123456789abcdef";
        memcpy(out, "\\u00", 4);
        out[4] = hex[byte >> 4];
        out[5] = hex[byte & 15];
        *at += 1;
        return 6;
    }
    uint32_t character;
    *at += vrmi_utf8_next(*at, (size_t)(end - *at), &character);
    return (uint32_t)vrmi_utf8_put(out, character);
}

size_t vrmi_json_quote(const char* text, size_t size, char* out) {
    const char* end = text + size;
    size_t length = 0;
    if (out != NULL) out[length] = '"';
    length++;
    while (text < end) {
        char bytes[6];
        uint32_t count = quote_char(&text, end, bytes);
        if (out != NULL) memcpy(out + length, bytes, count);
        length += count;
    }
    if (out != NULL) out[length] = '"';
    return length + 1;
}

/* ---- Into the caller's buffer ---- */

void vrmi_json_out(vrmi_JsonOut* out, const char* text, size_t size) {
    if (out->length < out->size) {
        size_t room = out->size - out->length;
        memcpy(out->buffer + out->length, text, size < room ? size : room);
    }
    out->length += size;
}

/* Terminates the text; truncated text ends before the character that did not fit. */
size_t vrmi_json_out_end(vrmi_JsonOut* out) {
    if (out->size == 0) return out->length;
    size_t end = out->length;
    if (end >= out->size) {
        end = out->size - 1;
        while (end > 0 && ((unsigned char)out->buffer[end] & 0xC0) == 0x80) end--;
    }
    out->buffer[end] = 0;
    return out->length;
}

/* ---- Public ---- */

bool vrm_json_equals(const vrm_Json* json, vrm_JsonRef string, const char* text) {
    const vrmi_JsonNode* node = vrmi_json_typed(json, string, VRM_JSON_STRING);
    if (node == NULL) return false;
    const char* at = vrmi_json_bytes(json, node->offset) + 1;
    const char* end = at + node->size - 2;
    size_t size = strlen(text);
    if ((node->tag & VRMI_JSON_ESCAPED) == 0)
        return size == node->size - 2 && memcmp(at, text, size) == 0;
    const char* text_end = text + size;
    while (at < end) {
        char bytes[4];
        size_t length = vrmi_utf8_put(bytes, vrmi_json_char(&at, end));
        if ((size_t)(text_end - text) < length || memcmp(bytes, text, length) != 0) return false;
        text += length;
    }
    return text == text_end;
}

size_t vrm_json_string(const vrm_Json* json, vrm_JsonRef string, char* buffer, size_t size) {
    vrmi_JsonOut out = {buffer, size, 0};
    const vrmi_JsonNode* node = vrmi_json_typed(json, string, VRM_JSON_STRING);
    if (node == NULL) return vrmi_json_out_end(&out);
    const char* at = vrmi_json_bytes(json, node->offset) + 1;
    const char* end = at + node->size - 2;
    if ((node->tag & VRMI_JSON_ESCAPED) == 0) {
        vrmi_json_out(&out, at, (size_t)(end - at));
        return vrmi_json_out_end(&out);
    }
    while (at < end) {
        char bytes[4];
        size_t length = vrmi_utf8_put(bytes, vrmi_json_char(&at, end));
        vrmi_json_out(&out, bytes, length);
    }
    return vrmi_json_out_end(&out);
}
