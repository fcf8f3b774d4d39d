/* SPDX-License-Identifier: MIT */
#include "container/uri.h"

#include "base/ascii.h"

#include <string.h>

static bool starts_with(vrm_Span text, const char* start) {
    size_t size = strlen(start);
    if (text.size < size) return false;
    for (size_t i = 0; i < size; i++)
        if (vrmi_lower(text.data[i]) != start[i]) return false;
    return true;
}

bool vrmi_uri_is_data(vrm_Span uri) {
    return starts_with(uri, "data:");
}

bool vrmi_uri_data(vrm_Span uri, vrm_Span* out_media_type, vrm_Span* out_base64) {
    *out_media_type = *out_base64 = (vrm_Span){0};
    if (!vrmi_uri_is_data(uri)) return false;
    const char* begin = uri.data + 5;
    const char* end = uri.data + uri.size;
    const char* comma = memchr(begin, ',', (size_t)(end - begin));
    if (comma == NULL) return false;
    /* RFC 2397: ";base64" is the last thing before the comma; other parameters may precede it. */
    const char mark[] = ";base64";
    size_t mark_size = sizeof mark - 1;
    if ((size_t)(comma - begin) < mark_size) return false;
    if (!starts_with((vrm_Span){comma - mark_size, mark_size}, mark)) return false;
    const char* type_end = memchr(begin, ';', (size_t)(comma - begin));
    *out_media_type = (vrm_Span){begin, (size_t)(type_end - begin)};
    *out_base64 = (vrm_Span){comma + 1, (size_t)(end - comma - 1)};
    return true;
}

/* RFC 3986: letters, digits, '+', '-' and '.' up to a colon. Drive letters look the same. */
static bool has_scheme(vrm_Span uri) {
    for (size_t i = 0; i < uri.size; i++) {
        char c = uri.data[i];
        if (c == ':') return i > 0;
        bool is_other = vrmi_is_digit(c) || c == '+' || c == '-' || c == '.';
        if (!vrmi_is_letter(c) && !(is_other && i > 0)) return false;
    }
    return false;
}

static const char* unsafe_byte(char c) {
    if (c == '\\') return "It has a backslash; write '/' between folders.";
    if (c == ':') return "It has a colon in a file name, which not every system allows.";
    if ((unsigned char)c < 0x20 || c == 0x7F) return "It has a control character in it.";
    return NULL;
}

/* Percent-decodes into `path`; returns the length, or -1 and the reason. */
static ptrdiff_t decode(vrm_Span uri, char* path, const char** out_why) {
    size_t size = 0;
    for (size_t i = 0; i < uri.size; i++) {
        char c = uri.data[i];
        if (c == '%') {
            int high = i + 2 < uri.size ? vrmi_hex_value(uri.data[i + 1]) : -1;
            int low = i + 2 < uri.size ? vrmi_hex_value(uri.data[i + 2]) : -1;
            if (high < 0 || low < 0) {
                *out_why = "A '%' in it is not followed by two hexadecimal digits.";
                return -1;
            }
            c = (char)(high * 16 + low);
            i += 2;
        }
        *out_why = unsafe_byte(c);
        if (*out_why != NULL) return -1;
        path[size++] = c;
    }
    return (ptrdiff_t)size;
}

const char* vrmi_uri_path(vrm_Span uri, char* path) {
    path[0] = '\0';
    const char* why = NULL;
    if (uri.size == 0) return "It is empty.";
    if (has_scheme(uri)) return "Only data: URIs and relative paths are read.";
    ptrdiff_t decoded = decode(uri, path, &why);
    if (decoded < 0) {
        path[0] = '\0';
        return why;
    }
    size_t size = (size_t)decoded, to = 0;
    if (path[0] == '/') why = "It is an absolute path.";
    if (path[size - 1] == '/') why = "It names a folder.";
    for (size_t from = 0; from < size && why == NULL;) {
        const char* name = path + from;
        const char* slash = memchr(name, '/', size - from);
        size_t length = slash != NULL ? (size_t)(slash - name) : size - from;
        from += length + 1;
        if (length == 0 || (length == 1 && name[0] == '.')) continue;
        if (length == 2 && name[0] == '.' && name[1] == '.') {
            why = "It leads out of the folder of the file.";
            break;
        }
        if (to > 0) path[to++] = '/';
        memmove(path + to, name, length);
        to += length;
    }
    if (why == NULL && to == 0) why = "It names a folder.";
    path[why == NULL ? to : 0] = '\0';
    return why;
}
