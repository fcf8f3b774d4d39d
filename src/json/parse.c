/* SPDX-License-Identifier: MIT */
/* Text to nodes, one byte after the other, checked against RFC 8259. Nothing recurses: while a
 * container is open, its `span` holds the ref of the container around it. */
#include "base/ascii.h"
#include "base/utf8.h"
#include "json/fast.h"

#include <string.h>

typedef struct Reader {
    const char* text;
    const char* at;
    const char* end;
    vrmi_JsonTape* tape;
    vrmi_JsonError* error;
    uint32_t max_depth, max_values;
    uint32_t open; /* the innermost open container; VRM_JSON_MISSING outside all */
    uint32_t depth;
} Reader;

void vrmi_json_tape_release(vrmi_JsonTape* tape) {
    vrm_Allocator allocator = tape->allocator;
    bool is_exact = tape->is_exact;
    vrmi_release(&allocator, tape->nodes, (size_t)tape->capacity * sizeof *tape->nodes);
    vrmi_json_release_marks(&allocator, &tape->marks);
    *tape = (vrmi_JsonTape){.allocator = allocator, .is_exact = is_exact};
}

static bool fail(Reader* reader, const char* expected) {
    *reader->error = (vrmi_JsonError){.result = VRM_ERR_JSON,
                                      .offset = (uint32_t)(reader->at - reader->text),
                                      .expected = expected};
    return false;
}

static bool fail_limit(Reader* reader, bool is_depth) {
    *reader->error = (vrmi_JsonError){.result = VRM_ERR_LIMIT,
                                      .offset = (uint32_t)(reader->at - reader->text),
                                      .limit = is_depth ? reader->max_depth : reader->max_values,
                                      .is_depth = is_depth};
    return false;
}

static bool fail_memory(Reader* reader) {
    *reader->error = (vrmi_JsonError){.result = VRM_ERR_MEMORY};
    return false;
}

/* ---- Scalars: `at` is on the first byte and ends behind the last ---- */

static bool is_digit(const Reader* reader) {
    return reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9';
}

static bool read_digits(Reader* reader) {
    if (!is_digit(reader)) return fail(reader, "a digit");
    while (is_digit(reader)) reader->at++;
    return true;
}

static bool read_number(Reader* reader) {
    if (*reader->at == '-') reader->at++;
    if (reader->at < reader->end && *reader->at == '0') {
        reader->at++;
        if (is_digit(reader)) return fail(reader, "a number without leading zeros");
    } else if (!read_digits(reader)) {
        return false;
    }
    if (reader->at < reader->end && *reader->at == '.') {
        reader->at++;
        if (!read_digits(reader)) return false;
    }
    if (reader->at < reader->end && (*reader->at == 'e' || *reader->at == 'E')) {
        reader->at++;
        if (reader->at < reader->end && (*reader->at == '+' || *reader->at == '-')) reader->at++;
        if (!read_digits(reader)) return false;
    }
    return true;
}

static bool read_word(Reader* reader, const char* word, const char* expected) {
    size_t size = strlen(word);
    if ((size_t)(reader->end - reader->at) < size || memcmp(reader->at, word, size) != 0)
        return fail(reader, expected);
    reader->at += size;
    return true;
}

/* `at` is on the backslash. RFC 8259 section 8.2 leaves the treatment of unpaired surrogates to the
 * reader: they are accepted, flagged, and decoded as U+FFFD. */
static bool read_escape(Reader* reader, uint32_t* tag) {
    *tag |= VRMI_JSON_ESCAPED;
    if (reader->end - reader->at < 2 || memchr("\"\\/bfnrtu", reader->at[1], 9) == NULL)
        return fail(reader, "an escape: one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u");
    if (reader->at[1] != 'u') {
        reader->at += 2;
        return true;
    }
    int32_t unit = reader->end - reader->at >= 6 ? vrmi_json_hex4(reader->at + 2) : -1;
    if (unit < 0) return fail(reader, "four hexadecimal digits behind \\u");
    reader->at += 6;
    if (unit >= 0xDC00 && unit <= 0xDFFF) *tag |= VRMI_JSON_SURROGATE;
    if (unit < 0xD800 || unit > 0xDBFF) return true;
    bool has_low = reader->end - reader->at >= 6 && reader->at[0] == '\\' && reader->at[1] == 'u';
    int32_t low = has_low ? vrmi_json_hex4(reader->at + 2) : -1;
    if (low >= 0xDC00 && low <= 0xDFFF) {
        reader->at += 6;
    } else {
        *tag |= VRMI_JSON_SURROGATE;
    }
    return true;
}

static bool read_string(Reader* reader, uint32_t* tag) {
    reader->at++;
    while (reader->at < reader->end && *reader->at != '"') {
        unsigned char byte = (unsigned char)*reader->at;
        if (byte == '\\') {
            if (!read_escape(reader, tag)) return false;
        } else if (byte < 0x20) {
            return fail(reader, "an escape, since control characters cannot stand in a string");
        } else if (byte < 0x80) {
            reader->at++;
        } else {
            uint32_t character;
            size_t size = (size_t)(reader->end - reader->at);
            size_t length = vrmi_utf8_next(reader->at, size, &character);
            if (character == VRMI_UTF8_BAD) return fail(reader, "UTF-8");
            reader->at += length;
        }
    }
    if (reader->at == reader->end) return fail(reader, "the closing quote of a string");
    reader->at++;
    return true;
}

/* ---- Structure ---- */

static bool is_space(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* The next byte that is not white space; 0 at the end, which begins no value. */
static char peek(Reader* reader) {
    while (reader->at < reader->end && is_space(*reader->at)) reader->at++;
    return reader->at < reader->end ? *reader->at : 0;
}

/* The plain reader mostly gets texts that have an error: room for a long text grows as it is
 * read. */
static bool reserve_nodes(Reader* reader) {
    vrmi_JsonTape* tape = reader->tape;
    uint32_t size = (uint32_t)(reader->end - reader->text);
    uint64_t needed = tape->count + 1u;
    if (tape->count == 0 && tape->is_exact)
        needed = vrmi_json_most_nodes(reader->text, size);
    else if (tape->count == 0)
        needed = size <= 1u << 20 ? vrmi_json_guess_nodes(reader->text, size) : 4096;
    return vrmi_json_reserve(&tape->allocator, (void**)&tape->nodes, &tape->capacity, needed,
                             sizeof *tape->nodes);
}

static bool add_node(Reader* reader, uint32_t tag, const char* begin) {
    vrmi_JsonTape* tape = reader->tape;
    if (tape->count >= reader->max_values) {
        reader->at = begin;
        return fail_limit(reader, false);
    }
    if (tape->count == tape->capacity && !reserve_nodes(reader)) return fail_memory(reader);
    tape->nodes[tape->count++] = (vrmi_JsonNode){.offset = (uint32_t)(begin - reader->text),
                                                 .size = (uint32_t)(reader->at - begin),
                                                 .span = 1,
                                                 .tag = tag};
    return true;
}

static bool open_container(Reader* reader, vrm_JsonType type) {
    if (reader->depth >= reader->max_depth) return fail_limit(reader, true);
    if (!add_node(reader, (uint32_t)type, reader->at)) return false;
    reader->at++;
    reader->depth++;
    reader->tape->nodes[reader->tape->count - 1].span = reader->open;
    reader->open = reader->tape->count - 1;
    return true;
}

static bool close_container(Reader* reader) {
    vrmi_JsonTape* tape = reader->tape;
    uint32_t ref = reader->open;
    vrmi_JsonNode* node = &tape->nodes[ref];
    reader->at++;
    reader->depth--;
    reader->open = node->span;
    node->span = tape->count - ref;
    node->size = (uint32_t)(reader->at - reader->text) - node->offset;
    uint32_t count = node->tag >> VRMI_JSON_COUNT_BIT;
    if (count > VRMI_JSON_MARK_FROM && !vrmi_json_mark_children(tape, ref))
        return fail_memory(reader);
    if (vrmi_json_tag_type(node->tag) == VRM_JSON_ARRAY) return true;
    return vrmi_json_flag_duplicates(reader->text, tape, ref) || fail_memory(reader);
}

static bool read_scalar(Reader* reader) {
    const char* begin = reader->at;
    uint32_t tag;
    switch (peek(reader)) {
    case '"':
        tag = VRM_JSON_STRING;
        if (!read_string(reader, &tag)) return false;
        if (tag & VRMI_JSON_SURROGATE) reader->tape->surrogate_count++;
        break;
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
        tag = VRM_JSON_NUMBER;
        if (!read_number(reader)) return false;
        break;
    case 't':
        tag = VRM_JSON_BOOL | VRMI_JSON_TRUE;
        if (!read_word(reader, "true", "true")) return false;
        break;
    case 'f':
        tag = VRM_JSON_BOOL;
        if (!read_word(reader, "false", "false")) return false;
        break;
    case 'n':
        tag = VRM_JSON_NULL;
        if (!read_word(reader, "null", "null")) return false;
        break;
    default: return fail(reader, "a value");
    }
    return add_node(reader, tag, begin);
}

/* A key and its colon. */
static bool read_key(Reader* reader, bool is_first) {
    const char* begin = reader->at;
    uint32_t tag = VRM_JSON_STRING;
    if (peek(reader) != '"')
        return fail(reader, is_first ? "a key in double quotes, or '}'" : "a key in double quotes");
    if (!read_string(reader, &tag) || !add_node(reader, tag, begin)) return false;
    if (tag & VRMI_JSON_SURROGATE) reader->tape->surrogate_count++;
    if (peek(reader) != ':') return fail(reader, "':'");
    reader->at++;
    return true;
}

/* Behind a value: closes containers, and stops before the next value or at the end. */
static bool read_after(Reader* reader, bool* is_done) {
    for (;;) {
        char c = peek(reader);
        *is_done = reader->open == VRM_JSON_MISSING;
        if (*is_done) return reader->at == reader->end || fail(reader, "the end of the text");
        vrmi_JsonNode* node = &reader->tape->nodes[reader->open];
        bool is_array = vrmi_json_tag_type(node->tag) == VRM_JSON_ARRAY;
        node->tag += 1u << VRMI_JSON_COUNT_BIT;
        if (c == ',') {
            reader->at++;
            peek(reader);
            return is_array || read_key(reader, false);
        }
        if (c != (is_array ? ']' : '}'))
            return fail(reader, is_array ? "',' or ']'" : "',' or '}'");
        if (!close_container(reader)) return false;
    }
}

static bool read_document(Reader* reader) {
    bool is_done = false;
    while (!is_done) {
        char c = peek(reader);
        if (c == '[' || c == '{') {
            if (!open_container(reader, c == '[' ? VRM_JSON_ARRAY : VRM_JSON_OBJECT)) return false;
            char next = peek(reader);
            if (next != (c == '[' ? ']' : '}')) {
                if (c == '{' && !read_key(reader, true)) return false;
                continue;
            }
            if (!close_container(reader)) return false;
        } else if (!read_scalar(reader)) {
            return false;
        }
        if (!read_after(reader, &is_done)) return false;
    }
    return true;
}

vrm_Result vrmi_json_read_plain(const char* text, uint32_t size, uint32_t max_depth,
                                uint32_t max_values, vrmi_JsonTape* tape, vrmi_JsonError* error) {
    Reader reader = {.text = text,
                     .at = text,
                     .end = text + size,
                     .tape = tape,
                     .error = error,
                     .max_depth = max_depth,
                     .max_values =
                         max_values < VRMI_JSON_MAX_NODES ? max_values : VRMI_JSON_MAX_NODES,
                     .open = VRM_JSON_MISSING};
    static const char byte_order_mark[] = {'\xEF', '\xBB', '\xBF'};
    if (size >= 3 && memcmp(text, byte_order_mark, 3) == 0) {
        fail(&reader, "no byte order mark (glTF 2.0 section 2.7)");
        return VRM_ERR_JSON;
    }
    if (!read_document(&reader)) return error->result;
    vrmi_json_sort_marks(tape);
    return VRM_OK;
}

bool vrmi_json_check_string(const char* text, uint32_t size, uint32_t* tag) {
    vrmi_JsonError error;
    Reader reader = {.text = text, .at = text, .end = text + size, .error = &error};
    return read_string(&reader, tag) && reader.at == reader.end;
}
