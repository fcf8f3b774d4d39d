/* SPDX-License-Identifier: MIT */
#include "face/cues.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Reader {
    const char *at, *end;
    int32_t line;
    Cues* out;
    double last_s; /* time of the last cue that has one */
    char* error;
    size_t error_size;
} Reader;

static VRM_PRINTF(2, 3) bool fail(Reader* reader, const char* format, ...) {
    int used = snprintf(reader->error, reader->error_size, "line %d: ", (int)reader->line);
    va_list args;
    va_start(args, format);
    if (used > 0 && (size_t)used < reader->error_size)
        vsnprintf(reader->error + used, reader->error_size - (size_t)used, format, args);
    va_end(args);
    return false;
}

void cues_free(Cues* cues) {
    free(cues->list);
    *cues = (Cues){0};
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* A number that is all of the text; strtod() needs a zero behind it. */
static bool read_number(const char* text, size_t length, double low, double high, double* out) {
    char copy[32], *end;
    if (length == 0 || length >= sizeof copy) return false;
    memcpy(copy, text, length);
    copy[length] = 0;
    *out = strtod(copy, &end);
    if (end == copy) return false;
    while (is_blank(*end)) end++;
    return *end == 0 && *out >= low && *out <= high;
}

/* ---- Cues ---- */

static Cue* add_cue(Reader* reader) {
    Cues* cues = reader->out;
    if (cues->count == CUES_MAX) {
        fail(reader, "more than %d emotions", CUES_MAX);
        return NULL;
    }
    if ((cues->count & (cues->count - 1)) == 0) { /* 0 and powers of two */
        size_t capacity = cues->count > 0 ? (size_t)cues->count * 2 : 1;
        Cue* list = realloc(cues->list, capacity * sizeof *list);
        if (list == NULL) {
            fail(reader, "out of memory");
            return NULL;
        }
        cues->list = list;
    }
    Cue* cue = &cues->list[cues->count++];
    *cue = (Cue){.line = reader->line};
    return cue;
}

static bool set_time(Reader* reader, Cue* cue, const char* text, size_t length) {
    if (!read_number(text, length, 0.0, CUE_TIME_MAX, &cue->time_s))
        return fail(reader, "%.*s: seconds, 0 to 86400", (int)length, text);
    if (cue->time_s < reader->last_s)
        return fail(reader, "%g s comes before %g s: times must not go back", cue->time_s,
                    reader->last_s);
    reader->last_s = cue->time_s;
    cue->is_timed = true;
    return true;
}

/* NAME, or NAME and a weight after : or =. */
static bool add_part(Reader* reader, Cue* cue, const char* text, size_t length) {
    size_t mark = length, name;
    for (size_t i = length; i-- > 0 && mark == length;)
        if (text[i] == ':' || text[i] == '=') mark = i;
    for (name = mark; name > 0 && is_blank(text[name - 1]);) name--;
    cli_Expression* part = &cue->parts[cue->part_count];
    double weight = 1.0;
    if (cue->part_count == CUE_PARTS_MAX)
        return fail(reader, "more than %d expressions at once", CUE_PARTS_MAX);
    if (name == 0 || name >= sizeof part->name)
        return fail(reader, "an emotion has a name of 1 to %d bytes", (int)sizeof part->name - 1);
    if (mark < length && !read_number(text + mark + 1, length - mark - 1, 0.0, 1.0, &weight))
        return fail(reader, "%.*s: a weight is 0 to 1", (int)length, text);
    memcpy(part->name, text, name);
    part->name[name] = 0;
    part->weight = (float)weight;
    cue->part_count++;
    return true;
}

/* ---- Lines of times and emotions ---- */

static bool read_line(Reader* reader, const char* text, const char* end) {
    Cue* cue = NULL;
    for (;;) {
        while (text < end && is_blank(*text)) text++;
        if (text == end || *text == '#') break;
        const char* word = text;
        while (text < end && !is_blank(*text)) text++;
        size_t length = (size_t)(text - word);
        bool is_first = cue == NULL;
        if (is_first) cue = add_cue(reader);
        if (cue == NULL) return false;
        if (is_first ? !set_time(reader, cue, word, length) : !add_part(reader, cue, word, length))
            return false;
    }
    return cue == NULL || cue->part_count > 0 ||
           fail(reader, "SECONDS NAME[=WEIGHT]..., such as 2.5 happy=0.8");
}

static Reader begin(const char* text, size_t size, Cues* out, char* error, size_t error_size) {
    *out = (Cues){0};
    bool has_mark = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0;
    return (Reader){.at = text + (has_mark ? 3 : 0),
                    .end = text + size,
                    .line = 1,
                    .out = out,
                    .error = error,
                    .error_size = error_size};
}

bool cues_read_emotions(const char* text, size_t size, Cues* out, char* error, size_t error_size) {
    Reader reader = begin(text, size, out, error, error_size);
    bool is_fine = true;
    for (; is_fine && reader.at < reader.end; reader.line++) {
        const char* end = memchr(reader.at, '\n', (size_t)(reader.end - reader.at));
        if (end == NULL) end = reader.end;
        is_fine = read_line(&reader, reader.at, end);
        reader.at = end < reader.end ? end + 1 : end;
    }
    if (!is_fine) cues_free(out);
    return is_fine;
}

/* ---- Text with tags ---- */

/* The reader is behind the bracket. */
static bool read_tag(Reader* reader) {
    const char* close = memchr(reader->at, ']', (size_t)(reader->end - reader->at));
    if (close == NULL || memchr(reader->at, '\n', (size_t)(close - reader->at)) != NULL)
        return fail(reader, "[ without ]; a bracket that is spoken has a backslash before it");
    const char *text = reader->at, *end = close;
    while (text < end && is_blank(*text)) text++;
    while (end > text && is_blank(end[-1])) end--;
    Cue* cue = add_cue(reader);
    if (cue == NULL) return false;
    cue->place = reader->out->letters;
    const char* time = memchr(text, '@', (size_t)(end - text));
    if (time != NULL && !set_time(reader, cue, time + 1, (size_t)(end - time) - 1)) return false;
    reader->at = close + 1;
    return add_part(reader, cue, text, (size_t)((time != NULL ? time : end) - text));
}

bool cues_read_script(const char* text, size_t size, Cues* out, char* error, size_t error_size) {
    Reader reader = begin(text, size, out, error, error_size);
    bool is_fine = true;
    while (is_fine && reader.at < reader.end) {
        char c = *reader.at++;
        if (c == '\\' && reader.at < reader.end && memchr("[]\\", *reader.at, 3) != NULL)
            c = *reader.at++, out->letters++;
        else if (c == '[')
            is_fine = read_tag(&reader);
        else if (c == '\n')
            reader.line++;
        else if (!is_blank(c) && ((unsigned char)c & 0xC0) != 0x80) /* UTF-8: first bytes */
            out->letters++;
    }
    if (!is_fine) cues_free(out);
    return is_fine;
}

/* ---- Times ---- */

void cues_place(Cues* cues, double begin_s, double end_s) {
    double from_s = begin_s;
    int64_t from = 0;
    int32_t next = 0; /* that has a time */
    bool is_begun = false;
    for (int32_t i = 0; i < cues->count; i++) {
        Cue* cue = &cues->list[i];
        if (cue->is_timed) {
            from_s = cue->time_s;
            from = cue->place;
            is_begun = true;
            continue;
        }
        if (next < i) next = i;
        while (next < cues->count && !cues->list[next].is_timed) next++;
        bool is_last = next == cues->count;
        double to_s = is_last ? end_s : cues->list[next].time_s;
        int64_t to = is_last ? cues->letters : cues->list[next].place;
        double share = to > from ? (double)(cue->place - from) / (double)(to - from) : 0.0;
        cue->time_s = from_s < to_s ? from_s + share * (to_s - from_s) : to_s;
        if (cue->place == 0 && !is_begun) cue->time_s = 0.0;
    }
}
