/* SPDX-License-Identifier: MIT */
#include "motion_kind.h"

#include "cli.h"
#include "convert_trace.h"
#include "words.h"

#include <ctype.h>
#include <string.h>

/* Behind a byte order mark and white space. */
static size_t text_begin(const char* text, size_t size) {
    size_t at = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (at < size && isspace((unsigned char)text[at])) at++;
    return at;
}

static bool begins_with(const char* text, size_t size, const char* word) {
    size_t at = text_begin(text, size), length = strlen(word);
    if (!cli_begins_with(text + at, size - at, word)) return false;
    return size - at == length || isspace((unsigned char)text[at + length]);
}

MotionKind motion_kind(const void* bytes, size_t size) {
    const char* text = bytes;
    if (cli_is_gltf(bytes, size)) return MOTION_KIND_GLTF;
    /* Some programs leave the first line out. */
    if (begins_with(text, size, "HIERARCHY") || begins_with(text, size, "ROOT"))
        return MOTION_KIND_BVH;
    if (convert_is_trace(text, size)) return MOTION_KIND_TRACE;
    size_t at = text_begin(text, size);
    return at < size && text[at] == '{' ? MOTION_KIND_SCRIPT : MOTION_KIND_GLTF;
}
