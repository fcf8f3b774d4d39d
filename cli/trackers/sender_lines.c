/* SPDX-License-Identifier: MIT */
#include "trackers/sender_lines.h"

#include "control/control_lines.h"
#include "words/output.h"

#include <stdlib.h>
#include <string.h>

enum {
    READ_SIZE = 1 << 16,
    BYTES_A_FRAME = 1 << 20 /* so that a flood does not keep a loop busy */
};

struct SenderLines {
    InputWire* wire;
    control_Lines lines;
    int32_t budget; /* bytes that may be read until the next sender_lines_begin() */
    bool waits, has_read_all, has_ended;
    uint8_t bytes[READ_SIZE];
};

int sender_lines_open(const InputWireDef* def, SenderLines** out) {
    SenderLines* lines = calloc(1, sizeof *lines);
    *out = NULL;
    if (lines == NULL) return cli_result_error(def->command, def->option, VRM_ERR_MEMORY, NULL);
    lines->waits = def->waits;
    int status = input_wire_open(def, &lines->wire);
    if (status == CLI_OK)
        *out = lines;
    else
        free(lines);
    return status;
}

void sender_lines_close(SenderLines* lines) {
    if (lines == NULL) return;
    input_wire_close(lines->wire);
    control_lines_close(&lines->lines);
    free(lines);
}

void sender_lines_begin(SenderLines* lines) {
    lines->budget = BYTES_A_FRAME;
}

/* False if nothing came. What memory has no room for is lost, as in a packet that is. */
static bool read_more(SenderLines* lines) {
    if (lines->has_read_all || (lines->budget <= 0 && !lines->waits)) return false;
    int32_t count = input_wire_read_some(lines->wire, lines->bytes, READ_SIZE);
    lines->has_read_all = count < 0;
    if (count <= 0) return false;
    lines->budget -= count;
    (void)control_lines_add(&lines->lines, (const char*)lines->bytes, (size_t)count);
    return true;
}

/* Without the byte order mark that some writers begin with. */
static const char* skip_mark(const char* text, size_t* size) {
    if (*size < 3 || memcmp(text, "\xEF\xBB\xBF", 3) != 0) return text;
    *size -= 3;
    return text + 3;
}

const char* sender_lines_next(SenderLines* lines, size_t* out_size) {
    const char* text;
    control_Line line;
    do line = control_lines_next(&lines->lines, &text, out_size);
    while (line == CONTROL_LINE_NONE && read_more(lines));
    if (line == CONTROL_LINE_NONE && lines->has_read_all)
        line = control_lines_last(&lines->lines, &text, out_size);
    lines->has_ended = line == CONTROL_LINE_NONE && lines->has_read_all;
    if (line == CONTROL_LINE_READ) return skip_mark(text, out_size);
    *out_size = 0;
    return line == CONTROL_LINE_TOO_LONG ? "" : NULL;
}

bool sender_lines_are_stored(const SenderLines* lines) {
    return input_wire_is_stored(lines->wire);
}

bool sender_lines_have_ended(const SenderLines* lines) {
    return lines->has_ended;
}

bool sender_lines_wait(const SenderLines* lines, int32_t milliseconds) {
    return !lines->has_ended && input_wire_wait(lines->wire, milliseconds);
}
