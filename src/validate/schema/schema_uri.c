/* SPDX-License-Identifier: MIT */
#include "validate/schema/schema_uri.h"

#include "base/ascii.h"

#include <string.h>

bool vrmi_uri_is_mime_type(vrm_Span mime_type, const char* text) {
    if (mime_type.size != strlen(text)) return false;
    for (size_t i = 0; i < mime_type.size; i++)
        if (vrmi_lower(mime_type.data[i]) != text[i]) return false;
    return true;
}

static vrmi_Uri invalid(const char* problem) {
    return (vrmi_Uri){.kind = VRMI_URI_INVALID, .problem = problem};
}

/* ---- data: ---- */

static bool is_base64(char c) {
    return vrmi_is_letter(c) || vrmi_is_digit(c) || c == '+' || c == '/' || c == '-' || c == '_';
}

/* Both alphabets; padding may be omitted, but must be valid if present. "%3D" is a "=". */
static bool is_base64_text(const char* text, size_t size) {
    size_t digits = 0, padding = 0;
    for (size_t i = 0; i < size; i++) {
        bool is_escaped = text[i] == '%' && size - i >= 3 && text[i + 1] == '3' &&
                          (text[i + 2] == 'D' || text[i + 2] == 'd');
        if (text[i] == '=' || is_escaped) {
            padding++;
            if (is_escaped) i += 2;
        } else if (padding > 0 || !is_base64(text[i])) {
            return false;
        } else {
            digits++;
        }
    }
    return padding == 0 ? digits % 4 != 1 : padding <= 2 && (digits + padding) % 4 == 0;
}

/* data:[type/subtype][;name=value]...[;base64],content */
static vrmi_Uri parse_data(vrm_Span text) {
    const char* at = text.data + 5;
    const char* end = text.data + text.size;
    const char* comma = memchr(at, ',', (size_t)(end - at));
    if (comma == NULL) return invalid("A data URI needs a comma before its content.");
    const char* type_end = memchr(at, ';', (size_t)(comma - at));
    if (type_end == NULL) type_end = comma;
    int slashes = 0;
    for (const char* c = at; c < type_end; c++) slashes += *c == '/';
    if (slashes != (type_end > at ? 1 : 0)) return invalid("The media type has the wrong form.");
    vrmi_Uri uri = {.kind = VRMI_URI_DATA, .mime_type = {"text/plain", 10}};
    if (type_end > at) uri.mime_type = (vrm_Span){at, (size_t)(type_end - at)};

    bool has_base64 = false;
    for (const char* part = type_end; part < comma;) {
        part++;
        const char* part_end = memchr(part, ';', (size_t)(comma - part));
        if (part_end == NULL) part_end = comma;
        size_t length = (size_t)(part_end - part);
        if (memchr(part, '=', length) == NULL) {
            has_base64 = part_end == comma && length == 6 && memcmp(part, "base64", 6) == 0;
            if (!has_base64) return invalid("A parameter of the data URI has no value.");
        }
        part = part_end;
    }
    if (has_base64 && !is_base64_text(comma + 1, (size_t)(end - comma - 1)))
        return invalid("The base64 content is damaged.");
    return uri;
}

/* ---- Others ---- */

/* The length of the scheme before a colon; 0 for none, -1 when it is broken. */
static int scheme_length(vrm_Span text) {
    for (size_t i = 0; i < text.size && i < INT32_MAX; i++) {
        char c = text.data[i];
        if (c == '/' || c == '?' || c == '#') return 0;
        if (c != ':') continue;
        if (i == 0 || !vrmi_is_letter(text.data[0])) return -1;
        for (size_t k = 1; k < i; k++) {
            char s = text.data[k];
            if (!vrmi_is_letter(s) && !vrmi_is_digit(s) && s != '+' && s != '-' && s != '.')
                return -1;
        }
        return (int)i;
    }
    return 0;
}

/* //user@host:port up to the path: the port must be a number. */
static bool is_authority(const char* at, const char* end) {
    const char* host = at;
    for (const char* c = at; c < end; c++)
        if (*c == '@') host = c + 1;
    const char* colon = NULL;
    bool is_bracketed = host < end && *host == '[';
    if (is_bracketed) {
        const char* close = memchr(host, ']', (size_t)(end - host));
        if (close == NULL) return false;
        host = close + 1;
        if (host < end && *host != ':') return false;
    }
    for (const char* c = host; c < end && colon == NULL; c++)
        if (*c == ':') colon = c;
    for (const char* c = colon == NULL ? end : colon + 1; c < end; c++)
        if (!vrmi_is_digit(*c)) return false;
    return true;
}

vrmi_Uri vrmi_uri_parse(vrm_Span text) {
    if (text.size >= 5 && vrmi_uri_is_mime_type((vrm_Span){text.data, 5}, "data:"))
        return parse_data(text);
    int scheme = scheme_length(text);
    if (scheme < 0) return invalid("What stands before the colon is no scheme.");
    const char* at = text.data + (scheme > 0 ? scheme + 1 : 0);
    const char* end = text.data + text.size;
    bool has_authority = end - at >= 2 && at[0] == '/' && at[1] == '/';
    if (has_authority) {
        const char* path = at + 2;
        while (path < end && *path != '/' && *path != '?' && *path != '#') path++;
        if (!is_authority(at + 2, path)) return invalid("The host or port cannot be read.");
    }
    bool has_query = text.size > 0 && (memchr(text.data, '?', text.size) != NULL ||
                                       memchr(text.data, '#', text.size) != NULL);
    bool is_absolute = at < end && *at == '/';
    bool is_relative = scheme == 0 && !is_absolute && !has_query;
    return (vrmi_Uri){.kind = is_relative ? VRMI_URI_RELATIVE : VRMI_URI_NON_RELATIVE};
}
