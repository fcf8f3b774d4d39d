/* SPDX-License-Identifier: MIT */
#include "serve/serve_wire.h"

#include "words/ascii_words.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MAX_HEADER_LINE 1024
#define FIRST_ROOM      4096
#define LENGTH_HEADER   "content-length:" /* in any case */

/* As getc(), and again where a signal interrupted it. */
static int next_byte(FILE* in) {
    int c = getc(in);
    while (c == EOF && ferror(in) && errno == EINTR) {
        clearerr(in);
        c = getc(in);
    }
    return c;
}

/* Grows by doubling, so that the memory follows the bytes that have arrived, not the announced
 * size. */
static bool append(serve_Wire* wire, int c) {
    if (wire->size + 1 >= wire->capacity) {
        size_t capacity = wire->capacity == 0 ? FIRST_ROOM : wire->capacity * 2;
        char* larger = realloc(wire->text, capacity);
        if (larger == NULL) return false;
        wire->text = larger;
        wire->capacity = capacity;
    }
    wire->text[wire->size++] = (char)c;
    wire->text[wire->size] = '\0';
    return true;
}

/* ---- Headers ---- */

/* A line without its end; of one that is longer than the room the last part is kept, and it counts
 * as broken. False at the end of the input. */
static bool read_header(FILE* in, char line[MAX_HEADER_LINE], bool* is_broken) {
    size_t length = 0;
    int c;
    while ((c = next_byte(in)) != EOF && c != '\n') {
        if (length + 1 >= MAX_HEADER_LINE) {
            *is_broken = true;
            length = MAX_HEADER_LINE / 2;
            memmove(line, line + MAX_HEADER_LINE - 1 - length, length);
        }
        if (c == '\0') *is_broken = true;
        line[length++] = c == '\0' ? ' ' : (char)c;
    }
    if (length > 0 && line[length - 1] == '\r') length--;
    line[length] = '\0';
    return c != EOF;
}

static bool is_header(const char* line) {
    size_t length = strspn(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-");
    return length > 0 && line[length] == ':';
}

/* A length that stands behind something else in its line: the rest of a message that a broken
 * header, or a length that was too small, left unread, since no line ends between a message and the
 * next header. NULL when there is none. */
static const char* find_glued(const char* line) {
    const char* found = NULL;
    for (; *line != '\0'; line++)
        if (cli_begins_with(line, SIZE_MAX, LENGTH_HEADER)) found = line;
    return found;
}

/* The number behind "Content-Length:"; false when it is none. What is larger than any message
 * becomes SERVE_MAX_MESSAGE + 1; its digits are then read again. */
static bool parse_length(const char* text, size_t* out) {
    size_t length = 0;
    text += strspn(text, " \t");
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || text[digits + strspn(text + digits, " \t")] != '\0') return false;
    for (size_t i = 0; i < digits; i++) {
        length = length * 10 + (size_t)(text[i] - '0');
        if (length > SERVE_MAX_MESSAGE) length = SERVE_MAX_MESSAGE + 1;
    }
    *out = length;
    return true;
}

/* The body of a message that was too large. */
static bool skip_body(serve_Wire* wire) {
    for (; wire->to_skip > 0; wire->to_skip--)
        if (next_byte(wire->in) == EOF) return false;
    return true;
}

static serve_Got read_body(serve_Wire* wire, size_t length) {
    bool has_room = true;
    for (size_t i = 0; i < length; i++) {
        int c = next_byte(wire->in);
        if (c == EOF) return SERVE_END;
        has_room = has_room && append(wire, c);
    }
    return has_room ? SERVE_MESSAGE : SERVE_NO_MEMORY;
}

static serve_Got receive_with_headers(serve_Wire* wire) {
    char line[MAX_HEADER_LINE], digits[MAX_HEADER_LINE] = "";
    size_t length = 0;
    bool has_length = false, has_line = false, is_broken = false;
    if (!skip_body(wire)) return SERVE_END;
    for (;;) {
        if (!read_header(wire->in, line, &is_broken)) return SERVE_END;
        if (line[0] == '\0') {
            if (has_line || is_broken) break;
            continue; /* empty lines between messages */
        }
        has_line = true;
        const char* header = line;
        if (!is_header(line)) {
            header = find_glued(line);
            is_broken = header == NULL; /* a frame begins in this line, or it is not known where */
            has_length = false;
        }
        if (header == NULL || !cli_begins_with(header, SIZE_MAX, LENGTH_HEADER)) continue;
        const char* colon = strchr(header, ':');
        size_t value = 0;
        if (!parse_length(colon + 1, &value) || (has_length && value != length)) is_broken = true;
        has_length = true;
        length = value;
        snprintf(digits, sizeof digits, "%s", colon + 1);
    }
    if (!has_length || is_broken) return SERVE_BROKEN;
    if (length > SERVE_MAX_MESSAGE) {
        wire->to_skip = strtoull(digits, NULL, 10);
        return SERVE_TOO_LARGE;
    }
    return read_body(wire, length);
}

/* ---- Lines ---- */

static serve_Got receive_line(serve_Wire* wire) {
    bool is_too_large = false, has_room = true;
    int c;
    while ((c = next_byte(wire->in)) != EOF) {
        if (c == '\n') {
            if (is_too_large) return SERVE_TOO_LARGE;
            if (!has_room) return SERVE_NO_MEMORY;
            if (wire->size > 0 && strspn(wire->text, " \t\r") < wire->size) return SERVE_MESSAGE;
            wire->size = 0;
            continue;
        }
        if (wire->size >= SERVE_MAX_MESSAGE) is_too_large = true;
        if (!is_too_large && has_room) has_room = append(wire, c);
    }
    /* A last line needs no end. */
    bool is_blank = wire->size == 0 || strspn(wire->text, " \t\r") == wire->size;
    return is_blank || is_too_large || !has_room ? SERVE_END : SERVE_MESSAGE;
}

serve_Got serve_receive(serve_Wire* wire) {
    wire->size = 0;
    serve_Got got =
        wire->framing == SERVE_HEADERS ? receive_with_headers(wire) : receive_line(wire);
    /* An empty message has no text yet, but the JSON reader needs a pointer. */
    if (got == SERVE_MESSAGE && wire->text == NULL) {
        if (!append(wire, ' ')) return SERVE_NO_MEMORY;
        wire->size = 0;
    }
    return got;
}

bool serve_send(serve_Wire* wire, vrm_Span text) {
    if (wire->framing == SERVE_HEADERS)
        fprintf(wire->out, "Content-Length: %zu\r\n\r\n", (size_t)text.size);
    fwrite(text.data, 1, text.size, wire->out);
    if (wire->framing == SERVE_LINES) putc('\n', wire->out);
    return fflush(wire->out) == 0 && !ferror(wire->out);
}

void serve_wire_release(serve_Wire* wire) {
    free(wire->text);
    wire->text = NULL;
    wire->size = wire->capacity = 0;
}
