/* SPDX-License-Identifier: MIT */
/* Bytes of a connection, cut to lines. A line may come in any number of pieces. */
#ifndef CLI_CONTROL_LINES_H
#define CLI_CONTROL_LINES_H

#include <stdbool.h>
#include <stddef.h>

/* All zero: empty. Holds less than CONTROL_LINE_MAX plus the size of the last piece. */
typedef struct control_Lines {
    char* bytes; /* from malloc() */
    size_t size, capacity, used;
    size_t searched;  /* from `used` on: no end of line in them */
    bool is_skipping; /* the rest of a line that is too long */
} control_Lines;

typedef enum control_Line {
    CONTROL_LINE_NONE = 0, /* no whole line is there */
    CONTROL_LINE_READ,
    CONTROL_LINE_TOO_LONG /* longer than CONTROL_LINE_MAX; reported once, then skipped */
} control_Line;

/* Returns false, without effect, if memory runs out. */
bool control_lines_add(control_Lines* lines, const char* bytes, size_t size);

/* The next line, without its end, until the next call. Empty lines are left out. */
control_Line control_lines_next(control_Lines* lines, const char** out_text, size_t* out_size);

/* A line without an end is a line too, once the input has ended. */
control_Line control_lines_last(control_Lines* lines, const char** out_text, size_t* out_size);

void control_lines_close(control_Lines* lines);

#endif
