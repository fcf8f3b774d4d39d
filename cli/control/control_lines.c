/* SPDX-License-Identifier: MIT */
#include "control/control_lines.h"

#include "control/control_messages.h"

#include <stdlib.h>
#include <string.h>

void control_lines_close(control_Lines* lines) {
    free(lines->bytes);
    *lines = (control_Lines){0};
}

/* Lines that were given away make room. */
static void move_down(control_Lines* lines) {
    if (lines->used == 0) return;
    lines->size -= lines->used;
    memmove(lines->bytes, lines->bytes + lines->used, lines->size);
    lines->used = 0;
}

bool control_lines_add(control_Lines* lines, const char* bytes, size_t size) {
    move_down(lines);
    if (size == 0) return true;
    if (lines->is_skipping) {
        const char* end = memchr(bytes, '\n', size);
        if (end == NULL) return true;
        size -= (size_t)(end - bytes) + 1;
        bytes = end + 1;
        lines->is_skipping = false;
    }
    if (size > lines->capacity - lines->size) {
        if (size > SIZE_MAX / 2 - lines->size) return false;
        size_t capacity = (lines->size + size) * 2;
        char* larger = realloc(lines->bytes, capacity);
        if (larger == NULL) return false;
        lines->bytes = larger;
        lines->capacity = capacity;
    }
    if (size > 0) memcpy(lines->bytes + lines->size, bytes, size);
    lines->size += size;
    return true;
}

static bool is_blank(const char* text, size_t size) {
    while (size > 0 && (text[size - 1] == ' ' || text[size - 1] == '\t' || text[size - 1] == '\r'))
        size--;
    return size == 0;
}

/* A line that ends at `end`. */
static control_Line take(control_Lines* lines, size_t end, const char** out_text,
                         size_t* out_size) {
    *out_text = lines->bytes + lines->used;
    *out_size = end - lines->used;
    lines->used = end < lines->size ? end + 1 : end;
    lines->searched = 0;
    if (*out_size > CONTROL_LINE_MAX) return CONTROL_LINE_TOO_LONG;
    return is_blank(*out_text, *out_size) ? CONTROL_LINE_NONE : CONTROL_LINE_READ;
}

control_Line control_lines_next(control_Lines* lines, const char** out_text, size_t* out_size) {
    while (lines->used < lines->size) {
        const char* from = lines->bytes + lines->used + lines->searched;
        const char* end = memchr(from, '\n', lines->size - lines->used - lines->searched);
        if (end == NULL) {
            lines->searched = lines->size - lines->used;
            if (lines->searched <= CONTROL_LINE_MAX) return CONTROL_LINE_NONE;
            lines->size = lines->used = lines->searched = 0;
            lines->is_skipping = true;
            return CONTROL_LINE_TOO_LONG;
        }
        control_Line line = take(lines, (size_t)(end - lines->bytes), out_text, out_size);
        if (line != CONTROL_LINE_NONE) return line;
    }
    return CONTROL_LINE_NONE;
}

control_Line control_lines_last(control_Lines* lines, const char** out_text, size_t* out_size) {
    control_Line line = control_lines_next(lines, out_text, out_size);
    if (line != CONTROL_LINE_NONE || lines->used == lines->size) return line;
    return take(lines, lines->size, out_text, out_size);
}
